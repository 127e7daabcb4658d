"""The command ``edge``: what a wager is worth, exactly. Modules that most edges do not need are loaded where they are
used."""

from __future__ import annotations

import click

from croupier import catalogue
from croupier.cli import options
from croupier.cli.names import TableId, game_argument, wager_option
from croupier.cli.options import as_json, no_cache
from croupier.cli.output import print_json, print_page, remark
from croupier.cli.progress import progress_bar
from croupier.errors import BadInput
from croupier.questions.asking import COMMAND, Asked, ask
from croupier.questions.edge import Edge, staked
from croupier.records import plain
from croupier.rulebook.configuration import Configuration
from croupier.solving import figures
from croupier.solving.solutions import check_wager


@click.command()
@game_argument
@wager_option
@click.option("--paytable", metavar="ID", type=TableId(), help="The wager's table, by its id or an alias.")
@click.option("--all", "every_table", is_flag=True, help="One line for every paytable of the game.")
@options.meters
@options.seeds
@options.rates
@click.option("--others", type=int, default=0, show_default=True, help="Other players who make a jackpot wager.")
@click.option("--mix", metavar="STAKES", help="A seat that makes several wagers together, as in ante=10,straight=5.")
@click.option(
    "--seats", type=int, help="Players at one pot; with --mix, seats that all make it (5, or the game's most)."
)
@click.option(
    "--deals", type=int, help="With --seats at one pot: sample this many deals instead of using what was recorded."
)
@click.option("--checked", type=int, help="With --seats at one pot: how many close decisions are checked.")
@click.option("--seed", type=int, help="With --seats at one pot: another sample.")
@click.option(
    "--backend", metavar="NAME", help="With --seats at one pot: the solver of close decisions; threads or cuda."
)
@click.option("--play", metavar="NAME", help="How hands of a split are played: CDZ-, CDP1 or CDP; chart for totals.")
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
    mix: str | None,
    seats: int | None,
    deals: int | None,
    checked: int | None,
    seed: int | None,
    backend: str | None,
    play: str | None,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the exact house edge of a wager of GAME, with every outcome counted.

    GAME is a name such as keep-it-straight, or a configuration such as "perfect-pairs(decks=6)". A jackpot wager has
    an edge only at a given meter, or at a seed and a rate; without them its fixed return and break-even are printed.
    Where several players play for one pot, --seats estimates the edge under the best play, seat by seat.
    """
    asked = Asked(COMMAND, not no_cache, progress_bar("solving"))
    is_sampled = any(each is not None for each in (deals, checked, seed, backend))
    if mix is not None:
        if wager or paytable or every_table or others or play or seeds or rates or is_sampled:
            raise BadInput("--mix goes with GAME, --meter and --seats alone", hint="name its tables in GAME")
        _print_mix(catalogue.configuration(game), mix, seats, meters, remember=not no_cache, as_json=as_json)
        return
    if every_table:
        if paytable or meters or seeds or rates or others or seats is not None or is_sampled:
            raise BadInput(
                "--all cannot be combined with --paytable, a meter or --seats", hint="name one table to give its meter"
            )
        _print_sweep(game, catalogue.configuration(game), wager, as_json)
        return
    if seats is not None:
        if meters or seeds or rates or others or play:
            raise BadInput("--seats cannot be combined with a meter, --others or --play", hint="a pot has none of them")
        from croupier.cli.pot_table import print_table
        from croupier.solving.table_estimates import AskedSample

        configuration, staked_on = staked(game, wager, paytable, asked)
        print_table(configuration, staked_on, seats, AskedSample(deals, checked, seed, backend), as_json)
        return
    if is_sampled:
        raise BadInput("--deals, --checked, --seed and --backend go with --seats", hint="as in --seats 4 --seed 8")
    question = Edge(
        game=game,
        wager=wager,
        paytable=paytable,
        meter=meters,
        jackpot_seed=seeds,
        rate=rates,
        others=others,
        play=play,
    )
    answer = ask(question, asked)
    if as_json:
        print_json(plain(answer.record))
    else:
        from croupier.cli.edge_text import edge_page

        print_page(edge_page(answer.result, answer.conditions))


def _print_mix(
    configuration: Configuration,
    text: str,
    seats: int | None,
    meters: tuple[str, ...],
    *,
    remember: bool,
    as_json: bool,
) -> None:
    """A seat that makes several wagers together, and a table of such seats."""
    from croupier.solving import mixes
    from croupier.solving.conditions import COMMAND, Given, by_jackpot

    least, most = configuration.edition.seats
    seats = min(5, most) if seats is None else seats
    if not least <= seats <= most:
        raise BadInput(f"--seats {seats}: {configuration.name} is played with {least} to {most}")
    stakes = mixes.parse_stakes(configuration, text)
    conditions, _ = by_jackpot(configuration, Given(meters), COMMAND)
    found = mixes.mix_of(
        configuration, stakes, seats=seats, conditions=conditions, remember=remember, progress=progress_bar("seats")
    )
    if as_json:
        print_json(mixes.mix_record(found))
    else:
        from croupier.cli.edge_text import mix_page

        print_page(mix_page(found))


def _print_sweep(game: str, configuration: Configuration, wager: str | None, as_json: bool) -> None:
    if wager is not None and not any(each.id == wager for each in configuration.rules.wagers):
        check_wager(configuration, wager)
    from croupier.solving.sweeps import sweep

    found = list(sweep(game, wager))
    if not found:
        raise BadInput(f"{configuration.name} offers no paytable for {wager or 'any wager'}")
    for each in found:
        if each.refused:
            remark(f"left out: {each.paytable}: {each.refused}")
    if as_json:
        solved = [each.solution[each.wager.id] for each in found if each.solution]
        print_json(
            {
                "schema": figures.SCHEMA,
                "game": str(configuration),
                "tables": [figures.edge_record(result) for result in solved],
                "rulebook_hash": configuration.rulebook_hash,
            }
        )
    else:
        from croupier.cli.edge_text import sweep_page

        print_page(sweep_page(configuration, found))
