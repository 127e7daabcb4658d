"""The command ``strategy``: how to play a base game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.names import game_argument
from croupier.cli.options import as_json, no_cache
from croupier.cli.output import ending_of, print_json, print_page, wrote
from croupier.cli.progress import progress_bar
from croupier.questions.asking import COMMAND, Asked, ask
from croupier.questions.strategy import Strategy
from croupier.records import plain

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
    answer = ask(Strategy(game=game), Asked(COMMAND, not no_cache, progress_bar("solving")))
    result = answer.result
    if output is not None:
        from croupier.cli.strategy_text import strategy_card

        wrote(Path(output), _card(strategy_card(result), ending), f"how to play {result.configuration}")
    if as_json:
        print_json(plain(answer.record))
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
