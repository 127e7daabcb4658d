"""The command ``strategy``: how to play a base game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier import catalogue
from croupier.cli.names import game_argument
from croupier.cli.options import as_json, no_cache
from croupier.cli.output import ending_of, print_json, print_page, wrote
from croupier.cli.progress import progress_bar
from croupier.errors import BadInput
from croupier.solving import plays
from croupier.solving.base_games import BaseResult, base_wager
from croupier.solving.solutions import solve
from croupier.solving.valued import CHART, value_of, valuer_of

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document


@click.command()
@game_argument
@click.option("-o", "--output", metavar="FILE", help="Write it as a card to carry: card.pdf or card.html.")
@no_cache
@as_json
def strategy(game: str, output: str | None, no_cache: bool, as_json: bool) -> None:
    """Print how to play the base wager of GAME: the best bet for every class of hand, and what simpler play costs.

    \b
    croupier strategy three-card-prime
    croupier strategy three-card-prime -o card.pdf
    """
    ending = ending_of(output, ("pdf", "html")) if output is not None else ""
    configuration = catalogue.configuration(game)
    wager = base_wager(configuration)
    if wager is None:
        raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
    if valuer_of(configuration):
        found = value_of(configuration, CHART, remember=not no_cache)
        if output is not None:
            from croupier.cli.value_text import value_card

            wrote(Path(output), _card(value_card(configuration, wager, found), ending), f"how to play {configuration}")
        if as_json or output is None:
            from croupier.cli.value_text import print_value

            print_value(configuration, found, as_json)
        return
    solution = solve(configuration, wager, remember=not no_cache, progress=progress_bar("solving"))
    result = solution[wager]
    assert isinstance(result, BaseResult)
    if not result.chart and not result.plays:
        raise BadInput(
            f"{configuration.name} has no chart: a decision depends on every card on the table",
            hint="croupier advise --round FILE says what each decision is worth",
        )
    if output is not None:
        from croupier.cli.strategy_text import strategy_card

        card = strategy_card(solution, result)
        wrote(Path(output), _card(card, ending), f"how to play {configuration}")
    if as_json:
        print_json(plays.strategy_record(solution, result))
    elif output is None:
        from croupier.cli.strategy_text import strategy_page

        print_page(strategy_page(solution, result))


def _card(card: Document, ending: str) -> bytes:
    if ending == "html":
        from croupier.handbook.page import html

        return html.render(card).encode()
    from croupier.handbook.page import pdf
    from croupier.handbook.page.typesetting import typeset

    return typeset(pdf.source([card], paper="pocket"))
