"""The command ``edge``: what a wager is worth, exactly. Modules that most edges do not need are loaded where they are
used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from croupier.cli import options
from croupier.cli.names import TableId, game_argument, wager_option
from croupier.cli.options import as_json, no_cache
from croupier.cli.output import print_json, print_page, remark
from croupier.cli.progress import progress_bar
from croupier.errors import BadInput
from croupier.questions.asking import COMMAND, Asked, ask
from croupier.questions.edge import Edge, staked
from croupier.records import plain

if TYPE_CHECKING:
    from croupier.questions.mix import EdgeOfMix
    from croupier.questions.sweep import EdgeOfEveryTable


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
        from croupier.questions.mix import EdgeOfMix

        asked = Asked(COMMAND, not no_cache, progress_bar("seats"))
        _print_mix(EdgeOfMix(game=game, mix=mix, seats=seats, meter=meters), asked, as_json)
        return
    if every_table:
        if paytable or meters or seeds or rates or others or seats is not None or is_sampled:
            raise BadInput(
                "--all cannot be combined with --paytable, a meter or --seats", hint="name one table to give its meter"
            )
        from croupier.questions.sweep import EdgeOfEveryTable

        _print_sweep(EdgeOfEveryTable(game=game, wager=wager), asked, as_json)
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


def _print_mix(question: EdgeOfMix, asked: Asked, as_json: bool) -> None:
    """A seat that makes several wagers together, and a table of such seats."""
    answer = ask(question, asked)
    if as_json:
        print_json(plain(answer.record))
    else:
        from croupier.cli.edge_text import mix_page

        print_page(mix_page(answer.mix))


def _print_sweep(question: EdgeOfEveryTable, asked: Asked, as_json: bool) -> None:
    answer = ask(question, asked)
    for each in answer.swept:
        if each.refused:
            remark(f"left out: {each.paytable}: {each.refused}")
    if as_json:
        print_json(plain(answer.record))
    else:
        from croupier.cli.edge_text import sweep_page

        print_page(sweep_page(answer.configuration, list(answer.swept)))
