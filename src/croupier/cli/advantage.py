"""The advantage-play audit: what a game loses to a player who sees too much."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction

import click

from croupier import catalogue
from croupier.cli import options
from croupier.cli.names import WagerName, game_argument
from croupier.cli.options import as_json, no_cache
from croupier.cli.output import print_json, print_page
from croupier.cli.progress import progress_bar
from croupier.errors import BadInput
from croupier.questions.tables import with_only_table
from croupier.rulebook.configuration import Configuration
from croupier.solving import advantage as audits
from croupier.solving import shoe_audit
from croupier.solving.base_games import base_wager
from croupier.solving.base_solutions import COUNTER, base_result, valuer_of
from croupier.solving.conditions import amount, by_level, levels_of
from croupier.solving.figures import SCHEMA, edge_record
from croupier.solving.solutions import check_wager
from croupier.units.typed import part

TICKS = 50
"""Times that progress is shown."""


@click.command()
@game_argument
@click.option("--sees", "sees", metavar="WHAT", multiple=True, help="What the player sees; may be repeated. See above.")
@click.option(
    "--all",
    "every_sight",
    is_flag=True,
    help="One line for every view of the dealer's cards that is exact in seconds.",
)
@click.option("--seats", type=int, help="With --sees seats: how many play; a full table unless given.")
@click.option("--wager", type=WagerName(), help="Which wager; a pair wager from a shoe, or the base wager.")
@options.meters
@click.option("--penetration", metavar="PART", help="How far a shoe is dealt, as in 75% or 0.75.")
@click.option("--samples", type=int, help="Deals, or shoes, to sample where a figure is not exact.")
@click.option("--seed", default="1", show_default=True, help="Of the sampled deals.")
@no_cache
@as_json
def advantage(
    game: str,
    sees: tuple[str, ...],
    every_sight: bool,
    seats: int | None,
    wager: str | None,
    meters: tuple[str, ...],
    penetration: str | None,
    samples: int | None,
    seed: str,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print what GAME loses to a player who sees more than their own hand, and how to play it then.

    \b
    --sees dealer:N        N of the dealer's cards
    --sees dealer:color:N  only their colors (color: of one)
    --sees dealer:kind:N   only ace, face or other
    --sees dealer:high:N   only queen or better (edge sorting)
    --sees dealer:all      the dealer's whole hand
    --sees seats           the other seats' cards (--seats)

    Figures are exact wherever the cards can be enumerated. Others are sampled, with every decision exact, and are
    marked with their standard errors. Seats that share their cards are counted (Keep It Straight, and up to four of
    Three Card Prime), and so are several cards of the dealer's flush: that takes minutes unless the result is known,
    and --samples estimates them instead. For a pair wager from a shoe, the value of knowing the remaining cards is
    sampled. For blackjack the figures are those of a card counter: effects of removal, insurance, index numbers.
    """
    named = catalogue.configuration(game)
    configuration = with_only_table(named, wager if shoe_audit.is_pairs(named, wager) else None)
    if samples is not None and not 4 <= samples <= 10**8:
        raise BadInput(f"--samples {samples}: expected 4 or more, up to 100,000,000")
    if shoe_audit.is_pairs(configuration, wager):
        if sees or every_sight or seats is not None:
            raise BadInput("--sees goes with a hand against the dealer's", hint="a pair wager is audited by its shoe")
        shoes = samples or shoe_audit.usual_shoes()
        shoe = shoe_audit.audit_shoe(
            configuration,
            wager,
            meters=by_level(meters, amount("meter"), "meter", _levels(configuration, wager)),
            penetration=shoe_audit.PENETRATION if penetration is None else _part(penetration),
            shoes=shoes,
            seed=seed,
            progress=_progress("shoes", shoes),
        )
        if as_json:
            print_json(shoe_audit.shoe_record(shoe))
        else:
            from croupier.cli.advantage_text import shoe_page

            print_page(shoe_page(shoe))
        return
    if wager is not None and wager != base_wager(configuration):
        check_wager(configuration, wager)
        raise BadInput(f"{wager} is decided before any card is seen", hint="the base wager and pair wagers are audited")
    if meters or penetration is not None:
        raise BadInput("--meter and --penetration go with a pair wager from a shoe")
    if valuer_of(configuration):
        if sees or every_sight or seats is not None or samples is not None:
            raise BadInput(
                f"{configuration.name} is audited for a card counter, not for a player who sees the dealer's cards",
                hint="leave --sees, --all, --seats and --samples out",
            )
        _print_counter(configuration, remember=not no_cache, as_json=as_json)
        return
    if every_sight:
        if sees or seats is not None:
            raise BadInput("--all cannot be combined with --sees or --seats")
        _print_every_sight(configuration, remember=not no_cache, as_json=as_json)
        return
    deals = samples or audits.usual_samples()
    show = _progress("deals", deals)
    found = audits.audit(
        configuration,
        sees,
        seats=seats,
        samples=samples,
        seed=seed,
        remember=not no_cache,
        progress=show,
        counting=progress_bar("counting"),
    )
    show(deals)
    if as_json:
        print_json(audits.advantage_record(found))
    else:
        from croupier.cli.advantage_text import advantage_page

        print_page(advantage_page(found))


def _print_counter(configuration: Configuration, *, remember: bool, as_json: bool) -> None:
    """What a card counter knows of a game that is valued."""
    found = base_result(configuration, COUNTER, remember=remember)
    if as_json:
        print_json(edge_record(found))
    else:
        from croupier.cli.edge_text import edge_page

        print_page(edge_page(found))


def _print_every_sight(configuration: Configuration, *, remember: bool, as_json: bool) -> None:
    found = []
    asked: list[list[str]] = [[], *([each] for each in audits.exact_sights(configuration))]
    show = _progress("sights", len(asked))
    for number, sees in enumerate(asked, start=1):
        found.append(audits.audit(configuration, sees, remember=remember))
        show(number)
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "game": str(configuration),
                "wager": found[0].wager,
                "sights": [audits.advantage_record(each) for each in found],
                "rulebook_hash": configuration.rulebook_hash,
            }
        )
    else:
        from croupier.cli.advantage_text import sights_page

        print_page(sights_page(found))


def _progress(what: str, total: int) -> Callable[[int], None]:
    """A line on standard error that counts along, where somebody watches it."""
    if not sys.stderr.isatty():
        return lambda _done: None
    ticks = iter(range(0, total, max(1, total // TICKS)))
    following = next(ticks)
    # What is printed next, an error too, overwrites it.
    click.echo("counting\r", nl=False, err=True)

    def show(done: int) -> None:
        nonlocal following
        if done == total:
            click.echo("\r\033[K", nl=False, err=True)
        elif done >= following:
            click.echo(f"\r{done:,} of {total:,} {what}", nl=False, err=True)
            following = next((tick for tick in ticks if tick > done), total)

    return show


def _levels(configuration: Configuration, wager: str | None) -> tuple[int, ...]:
    """Of the wager's jackpot, or of the only one."""
    tables = [table for name, table in configuration.tables.items() if wager in (None, name) and table.is_jackpot]
    return levels_of(tables[0]) if len(tables) == 1 else ()


def _part(text: str) -> Fraction:
    try:
        found = part(text)
    except BadInput:
        found = Fraction()
    if not 0 < found < 1:
        raise BadInput(f"--penetration {text[:40]}: not a part of a shoe", hint="as in 75% or 0.75")
    return found
