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
from croupier.solving.base_games import base_wager
from croupier.solving.base_solutions import CHART, base_result, valuer_of
from croupier.solving.figures import edge_record

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
    result = base_result(
        configuration,
        CHART if valuer_of(configuration) else None,
        remember=not no_cache,
        progress=progress_bar("solving"),
    )
    if not (result.chart or result.plays or result.tables):
        raise BadInput(
            f"{configuration.name} has no chart: a decision depends on every card on the table",
            hint="croupier advise --round FILE says what each decision is worth",
        )
    if output is not None:
        from croupier.cli.strategy_text import strategy_card

        wrote(Path(output), _card(strategy_card(result), ending), f"how to play {configuration}")
    if as_json:
        print_json(edge_record(result) if result.moments else plays.strategy_record(result))
    elif output is None:
        from croupier.cli.edge_text import edge_page
        from croupier.cli.strategy_text import strategy_page

        print_page(edge_page(result) if result.moments else strategy_page(result))


def _card(card: Document, ending: str) -> bytes:
    if ending == "html":
        from croupier.handbook.page import html

        return html.render(card).encode()
    from croupier.handbook.page import pdf
    from croupier.handbook.page.typesetting import typeset

    return typeset(pdf.source([card], paper="pocket"))
