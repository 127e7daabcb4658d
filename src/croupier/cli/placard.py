"""``croupier placard``: what each wager pays, the limits and the notices, for the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.names import GameName
from croupier.cli.options import table_option
from croupier.cli.output import ending_of, wrote
from croupier.cli.tables import chosen_table
from croupier.units.typed import dollars_of

if TYPE_CHECKING:
    from croupier.handbook.rules.placard import Size

SIZES = ("letter", "half-letter", "tabloid", "a4")


@click.command()
@click.argument("game", required=False, type=GameName())
@table_option
@click.option("-o", "--output", required=True, metavar="FILE", help="placard.svg or placard.pdf.")
@click.option("--minimum", default="5.00", show_default=True, metavar="AMOUNT", help="The least base wager.")
@click.option("--maximum", default="500.00", show_default=True, metavar="AMOUNT", help="The largest base wager.")
@click.option("--bonus-minimum", default="1.00", show_default=True, metavar="AMOUNT", help="The least bonus wager.")
@click.option("--bonus-maximum", default="100.00", show_default=True, metavar="AMOUNT", help="The largest bonus wager.")
@click.option("--size", type=click.Choice(SIZES), default="tabloid", show_default=True, help="Of the paper.")
def placard(
    game: str | None,
    table_file: str | None,
    output: str,
    minimum: str,
    maximum: str,
    bonus_minimum: str,
    bonus_maximum: str,
    size: Size,
) -> None:
    """Write the table placard of GAME: what each wager pays, the limits and the notices.

    A placard that needs several sheets is one PDF, or one SVG file per sheet: placard-1.svg, placard-2.svg.
    """
    ending = ending_of(output, ("svg", "pdf"))
    from croupier.handbook.rules.placard import Limits, placard_pages, render_placard_pdf
    from croupier.questions.tables import with_only_table

    chosen, posted = chosen_table(game, table_file)
    configuration = with_only_table(chosen)
    limits = Limits(
        dollars_of(minimum, "--minimum"),
        dollars_of(maximum, "--maximum"),
        dollars_of(bonus_minimum, "--bonus-minimum"),
        dollars_of(bonus_maximum, "--bonus-maximum"),
        posted,
    )
    told = f"placard of {configuration}, {size}"
    if ending == "pdf":
        wrote(Path(output), render_placard_pdf(configuration, limits, size), told)
        return
    pages = placard_pages(configuration, limits, size)
    for place, page in enumerate(pages, 1):
        path = Path(output)
        if len(pages) > 1:
            path = path.with_name(f"{path.stem}-{place}{path.suffix}")
        wrote(path, page.encode(), f"{told}, sheet {place} of {len(pages)}")
