"""``croupier design``: a paytable for a wanted house edge, found by an exact search."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from croupier import catalogue
from croupier.cli.names import TableId, WagerName, game_argument
from croupier.cli.options import as_json
from croupier.cli.output import print_json, print_page, remark, wrote
from croupier.errors import BadInput
from croupier.questions.tables import only_table
from croupier.units.typed import part

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document
    from croupier.rulebook.configuration import Configuration
    from croupier.solving.design import Search

OWN: Final = "OWN-DESIGN-01"


@click.command()
@game_argument
@click.option("--wager", required=True, type=WagerName(), help="A bonus or jackpot wager.")
@click.option("--like", metavar="ID", type=TableId(), help="The table with its rows; a bonus wager takes the first.")
@click.option("--target-edge", required=True, metavar="EDGE", help="In percent, as in 5.5 or 5.5%.")
@click.option(
    "--tolerance", default="0.1", show_default=True, metavar="PERCENT", help="How far from it is near enough."
)
@click.option("--hit-frequency", metavar="PART", help="As in 25%: the rows that come nearest to it are paid.")
@click.option("--max-top-pay", type=click.IntRange(1, 1_000_000), default=1_000, show_default=True)
@click.option("--row", "bounds", multiple=True, metavar="EVENT=LOW-HIGH", help="Bounds of one row, as in flush=3-6.")
@click.option("--deviation", metavar="LOW-HIGH", help="Standard deviation of one round, in units, as in 2-4.")
@click.option("--most", type=click.IntRange(1, 50), default=10, show_default=True, help="How many to print.")
@click.option("-o", "--output", metavar="FILE", help="Write the best as a paytable file (TOML) that loads.")
@click.option("--id", "table_id", help=f"The id of the table written; {OWN} unless given.")
@as_json
def design(
    game: str,
    wager: str,
    like: str | None,
    target_edge: str,
    tolerance: str,
    hit_frequency: str | None,
    max_top_pay: int,
    bounds: tuple[str, ...],
    deviation: str | None,
    most: int,
    output: str | None,
    table_id: str | None,
    as_json: bool,
) -> None:
    """Find pays for the events of a wager of GAME that bring a wanted house edge, exactly counted, best first.

    For a jackpot wager it finds, for each of several seeds, the rate at which its meter must grow.

    \b
    croupier design three-card-prime --wager pair_bonus --target-edge 5.5
    croupier design three-card-prime --wager pair_bonus --target-edge 5.5 --row flush=4-4 -o own.toml
    """
    from croupier.solving import designing
    from croupier.solving.design import Wanted

    if table_id is not None and output is None:
        raise BadInput("--id goes with -o", hint="it names the table that is written, as in -o own.toml")
    edge = designing.read_percent(target_edge, "--target-edge")
    near = designing.read_percent(tolerance, "--tolerance")
    if near < 0:
        raise BadInput(f"--tolerance {tolerance[:40]}: it cannot be negative", hint="as in 0.1")
    named = catalogue.configuration(game)
    configuration = designing.with_rows_of(named, wager, like)
    table = configuration.tables[wager]
    if table.is_jackpot:
        if output or bounds or deviation or hit_frequency:
            raise BadInput("a jackpot is designed by its seed and rate alone", hint="leave the other options out")
        if like is None:
            # A jackpot keeps its fixed pays, so that each table has an answer of its own: none is chosen unasked.
            only_table(named, wager, "--like {table}")
        _print_meter(configuration, wager, edge, as_json)
        return
    wanted = Wanted(
        edge,
        part(hit_frequency, "part", "all rounds") if hit_frequency else None,
        max_top_pay,
        _bounds(bounds),
        designing.read_span(deviation) if deviation else None,
        near,
    )
    found = designing.search(configuration, wager, wanted, most)
    if output is not None:
        path = Path(output)
        if path.suffix != ".toml":
            raise BadInput(f"-o {output}: a paytable file ends in .toml")
        best = found.found[0]
        text = designing.table_file(configuration, wager, best, table_id or OWN, edge)
        wrote(path, text.encode(), f"{table_id or OWN}, house edge {float(best.edge) * 100:.4f} %")
    if as_json:
        print_json(designing.search_record(configuration, wager, found))
    else:
        print_page(_page(configuration, wager, found, edge))
        if not found.fits:
            remark("no table fits what was asked for: these come nearest")


def _bounds(texts: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    from croupier.solving.designing import read_bound

    found: dict[str, tuple[int, int]] = {}
    for text in texts:
        event, bound = read_bound(text)
        if event in found:
            raise BadInput(f"--row {text[:40]}: the row {event} is given twice", hint="give each row once")
        found[event] = bound
    return found


def _page(configuration: Configuration, wager: str, found: Search, edge: Fraction) -> Document:
    from croupier.handbook.page.blocks import Block, Document, Section, Words, grid_of
    from croupier.handbook.page.figures import fixed, percent

    rows = found.found[0].rows
    columns = ("", "house edge", "away", "deviation", "hit frequency", *(row.label for row in rows))
    lines = [
        (
            str(place),
            f"{percent(each.edge, 4)} %",
            f"{percent(each.distance, 4)} %",
            each.distribution.standard_deviation_text(5),
            f"{percent(each.distribution.hit_frequency, 2)} %",
            *(f"{pay}" for pay in each.pays),
        )
        for place, each in enumerate(found.found, 1)
    ]
    best = found.found[0]
    parts = [
        (row.label, f"{best.pays[place]} to 1", f"{row.count:,}", fixed(best.contribution(place), 8))
        for place, row in enumerate(rows)
    ]
    blocks: list[Block] = [
        grid_of(columns, lines, numbers=range(len(columns))),
        grid_of(("the best, row by row", "pays", "combinations", "return"), parts, numbers=(1, 2, 3)),
    ]
    if not found.is_complete:
        blocks.append(Words("the search was stopped before its end: bounds on rows make it complete.", "note"))
    blocks.append(
        Words(f"rows of {configuration.tables[wager].id}; exact; pays are to 1; rulebook {configuration.rulebook_hash}")
    )
    title = f"{configuration.name}: {wager} for a house edge of {percent(edge, 4)} %"
    return Document(title, (Section("", tuple(blocks)),))


def _print_meter(configuration: Configuration, wager: str, edge: Fraction, as_json: bool) -> None:
    from croupier.handbook.page.blocks import Document, Section, Words, grid_of
    from croupier.handbook.page.figures import in_dollars, percent
    from croupier.solving import designing

    solution, found = designing.search_rates(configuration, wager, edge)
    if as_json:
        print_json(designing.rates_record(configuration, wager, found))
        return
    meter = solution.meters[0]
    rows = [
        (in_dollars(seed), f"{percent(rate, 4)} %", in_dollars(meter.average_cents(solution.seed_cents(seed), rate)))
        for seed, rate in found
    ]
    told = (
        f"in the long run, envy left out; the fixed pays return {percent(solution.fixed_return, 4)} %; exact; "
        f"rulebook {configuration.rulebook_hash}"
    )
    grid = grid_of(("seed for a $1 wager", "rate", "average meter when paid"), rows, numbers=(0, 1, 2))
    title = f"{configuration.name}: {wager}, {solution.paytable}, for a house edge of {percent(edge, 4)} %"
    print_page(Document(title, (Section("", (grid, Words(told))),)))
