"""Commands that prove: edge, strategy, advise."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import click

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.cli.book import as_json, print_json
from croupier.cli.files import read_input
from croupier.cli.progress import progress_bar
from croupier.errors import BadInput, CroupierError, SpecError
from croupier.play.documents import parse_document
from croupier.play.roundfile import read_round
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import Spec, parse_spec
from croupier.solving import figures, plays, sweeps
from croupier.solving.advice import advice_record, advise_hand, advise_round
from croupier.solving.base_games import BaseResult, base_wager
from croupier.solving.figures import Conditions
from croupier.solving.solutions import check_wager, solve, wagers_of
from croupier.units.money import parse_money

Value = TypeVar("Value")

no_cache = click.option("--no-cache", is_flag=True, help="Prove it again, whatever is remembered.")


@click.command()
@click.argument("game")
@click.option("--wager", help="Which wager; the base wager unless another is named.")
@click.option("--paytable", metavar="ID", help="The wager's table, by its id or an alias.")
@click.option("--all", "every_table", is_flag=True, help="One line for every paytable of the game.")
@click.option("--meter", "meters", metavar="AMOUNT", multiple=True, help="What a meter shows; LEVEL=AMOUNT, repeated.")
@click.option("--jackpot-seed", "seeds", metavar="AMOUNT", multiple=True, help="The seed for a $1 wager; LEVEL=AMOUNT.")
@click.option("--rate", "rates", metavar="RATE", multiple=True, help="The increment, as in 18% or 0.18; LEVEL=RATE.")
@click.option("--others", type=int, default=0, show_default=True, help="Other players who make a jackpot wager.")
@no_cache
@as_json
def edge(
    game: str,
    wager: str | None,
    paytable: str | None,
    every_table: bool,
    meters: tuple[str, ...],
    seeds: tuple[str, ...],
    rates: tuple[str, ...],
    others: int,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the exact house edge of a wager of GAME, with every outcome counted.

    GAME is a name such as keep-it-straight, or a configuration such as "perfect-pairs(decks=6)". A jackpot wager has
    an edge only at a given meter, or at a seed and a rate; without them its fixed return and break-even are printed.
    """
    conditions = Conditions(
        _by_level(meters, _amount("meter"), "--meter"),
        _by_level(seeds, _amount("seed"), "--jackpot-seed"),
        _by_level(rates, _rate, "--rate"),
        others,
    )
    if others < 0:
        raise BadInput(f"--others {others}: expected zero or more")
    configuration = _named(game, wager, paytable)
    if every_table:
        if paytable or not conditions.is_empty:
            raise BadInput("--all goes with no --paytable and no meter", hint="name one table to give its meter")
        _print_sweep(game, configuration, wager, as_json)
        return
    wager = wager or _only_wager(configuration)
    if paytable is not None:
        configuration = _with_table(game, configuration, wager, paytable)
    check_wager(configuration, wager)
    solution = solve(configuration, wager, remember=not no_cache, progress=progress_bar("solving"))
    record = figures.edge_record(solution, wager, conditions)
    if as_json:
        print_json(record)
    else:
        from croupier.cli.edge_text import render_edge

        click.echo(render_edge(solution, wager, conditions))


def _named(game: str, wager: str | None, paytable: str | None) -> Configuration:
    """The game as it was named; a key such as jackpot=house may need the table that only the options name."""
    try:
        return catalogue.configuration(game)
    except SpecError:
        if wager is None or paytable is None:
            raise
        name, settings = parse_spec(game)
        with contextlib.suppress(CroupierError):
            return configure(catalogue.book(), Spec(name, tuple(sorted({**dict(settings), wager: paytable}.items()))))
        raise


def _only_wager(configuration: Configuration) -> str:
    known = wagers_of(configuration) or [
        wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")
    ]
    return base_wager(configuration) or known[0]


def _with_table(game: str, configuration: Configuration, wager: str, paytable: str) -> Configuration:
    """The game as it was named, with another table; what goes with the old table alone is left behind."""
    known = {each.id: each for each in configuration.rules.wagers}
    if wager in known and not known[wager].tables:
        raise BadInput(f"{wager} takes no paytable", hint="leave --paytable out")
    if wager not in known or known[wager].kind not in ("bonus", "jackpot"):
        check_wager(configuration, wager)
    settings = dict(parse_spec(game).settings) | {wager: paytable}
    settings.pop("tables", None)
    return configure(configuration.book, Spec(configuration.name, tuple(sorted(settings.items()))))


def _by_level(texts: Sequence[str], parse: Callable[[str], Value], option: str) -> dict[int, Value]:
    """Values by level of the jackpot; one without a level is the top meter's."""
    found: dict[int, Value] = {}
    for text in texts:
        level, equals, value = text.rpartition("=")
        if equals and not (level.isascii() and level.isdigit() and len(level) < 3):
            raise BadInput(f"{option} {text}: '{level}' is no level", hint=f"as in {option} 2=1000")
        number = int(level) if equals else 1
        if number in found:
            raise BadInput(f"{option}: level {number} is given twice", hint=f"as in {option} 1=25000 {option} 2=1000")
        found[number] = parse(value)
    return found


def _amount(what: str) -> Callable[[str], int]:
    return lambda text: parse_money(text, what)


def _rate(text: str) -> Fraction:
    try:
        rate = Fraction(text.removesuffix("%"))
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{text[:40]}' is no rate", hint="as in 18% or 0.18") from None
    if text.endswith("%"):
        rate /= 100
    if not 0 <= rate <= 1:
        raise BadInput(f"'{text[:40]}' is no part of a wager", hint="from 0 to 1, as in 18% or 0.18")
    return rate


def _print_sweep(game: str, configuration: Configuration, wager: str | None, as_json: bool) -> None:
    if wager is not None and not any(each.id == wager for each in configuration.rules.wagers):
        check_wager(configuration, wager)
    found = list(sweeps.sweep(game, wager))
    if not found:
        raise BadInput(f"{configuration.name} offers no paytable for {wager or 'any wager'}")
    for each in found:
        if each.refused:
            click.echo(f"left out: {each.paytable}: {each.refused}", err=True)
    if as_json:
        solved = [(each.solution, each.wager.id) for each in found if each.solution]
        print_json(
            {
                "schema": figures.SCHEMA,
                "game": str(configuration),
                "tables": [figures.edge_record(solution, name) for solution, name in solved],
                "rulebook_hash": configuration.rulebook_hash,
            }
        )
    else:
        from croupier.cli.edge_text import render_sweep

        click.echo(render_sweep(configuration, found))


@click.command()
@click.argument("game")
@no_cache
@as_json
def strategy(game: str, no_cache: bool, as_json: bool) -> None:
    """Print how to play the base wager of GAME: the best bet for every class of hand, and what simpler play costs."""
    configuration = catalogue.configuration(game)
    wager = base_wager(configuration)
    if wager is None:
        raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
    solution = solve(configuration, wager, remember=not no_cache, progress=progress_bar("solving"))
    result = solution[wager]
    assert isinstance(result, BaseResult)
    if not result.chart and not result.plays:
        raise BadInput(
            f"{configuration.name} has no chart: a decision depends on every card on the table",
            hint="croupier advise --round FILE says what each decision is worth",
        )
    if as_json:
        print_json(plays.strategy_record(solution, result))
    else:
        from croupier.cli.edge_text import render_strategy

        click.echo(render_strategy(solution, result))


@click.command()
@click.argument("game", required=False)
@click.option("--cards", metavar="CARDS", help='The player\'s hand, as in "Qs 6h 4d".')
@click.option("--up", metavar="CARD", help="The dealer's up-card, for a hand of blackjack.")
@click.option("--round", "round_file", metavar="FILE", help='A round file with a decision left open; "-" for stdin.')
@as_json
def advise(game: str | None, cards: str | None, up: str | None, round_file: str | None, as_json: bool) -> None:
    """Print what every decision is worth with one hand, in base wagers for the whole round."""
    if (cards is None) == (round_file is None):
        raise BadInput("advise needs a hand", hint='either --cards "Qs 6h 4d" or --round FILE')
    read = None if round_file is None else read_round(parse_document(read_input(round_file), "round"))
    if read is not None:
        configuration = catalogue.configuration(read.game)
        if game is not None and catalogue.configuration(game) != configuration:
            raise BadInput(f"the round was played as {configuration}, not {game}", hint="leave GAME out")
    elif game is None:
        raise BadInput("advise needs a game", hint='as in croupier advise three-card-prime --cards "Qs 6h 4d"')
    else:
        configuration = catalogue.configuration(game)
    if base_wager(configuration) is None:
        raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
    if up is not None and read is not None:
        raise BadInput("--up goes with --cards", hint="the round file has the dealer's cards")
    if read is not None:
        advice = advise_round(configuration, read)
    else:
        shown = parse_cards(up) if up is not None else ()
        if up is not None and len(shown) != 1:
            raise BadInput(f"--up '{up[:40]}': expected one card", hint="as in --up 9c")
        advice = advise_hand(configuration, parse_cards(cards or ""), *shown)
    if as_json:
        print_json(advice_record(configuration, advice))
    else:
        from croupier.cli.advice_text import render_advice

        click.echo(render_advice(configuration, advice))
