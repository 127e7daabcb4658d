"""``croupier design``: a paytable for a wanted house edge, found by an exact search."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier import catalogue
from croupier.cli.names import TableId, WagerName, game_argument
from croupier.cli.options import as_json
from croupier.cli.output import print_json, print_page, wrote
from croupier.errors import BadInput
from croupier.units.typed import part

if TYPE_CHECKING:
    from croupier.exact.counting.rows import CountedTable
    from croupier.handbook.page.blocks import Document
    from croupier.rulebook.configuration import Configuration
    from croupier.solving.design import Designed, Search

SEEDS = (10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000)


@click.command()
@game_argument
@click.option("--wager", required=True, type=WagerName(), help="A bonus or jackpot wager.")
@click.option("--like", metavar="ID", type=TableId(), help="The table whose rows are used; the first that fits.")
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
@click.option("--id", "table_id", default="OWN-DESIGN-01", show_default=True, help="The id of the table written.")
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
    table_id: str,
    as_json: bool,
) -> None:
    """Find pays for the events of a wager of GAME that bring a wanted house edge, exactly counted, best first.

    For a jackpot wager it finds, for each of several seeds, the rate at which its meter must grow.

    \b
    croupier design three-card-prime --wager pair_bonus --target-edge 5.5
    croupier design three-card-prime --wager pair_bonus --target-edge 5.5 --row flush=4-4 -o own.toml
    """
    from croupier.solving.design import Wanted
    from croupier.solving.design import design as search

    edge = _percent(target_edge, "--target-edge")
    configuration = _configured(catalogue.configuration(game), wager, like)
    table = configuration.tables[wager]
    if table.is_jackpot:
        if output or bounds or deviation or hit_frequency:
            raise BadInput("a jackpot is designed by its seed and rate alone", hint="leave the other options out")
        _print_meter(configuration, wager, edge, as_json)
        return
    from croupier.solving.solutions import solve

    counted: CountedTable = solve(configuration, wager)[wager].counted  # type: ignore[union-attr]
    wanted = Wanted(
        edge,
        part(hit_frequency, "part", "all rounds") if hit_frequency else None,
        max_top_pay,
        dict(_bound(each) for each in bounds),
        _span(deviation) if deviation else None,
        _percent(tolerance, "--tolerance"),
    )
    found = search(counted, wanted, most)
    if not found.found:
        raise BadInput("no paytable comes near", hint="widen the bounds, --max-top-pay or --deviation")
    if output is not None:
        path = Path(output)
        if path.suffix != ".toml":
            raise BadInput(f"-o {output}: a paytable file ends in .toml")
        best = found.found[0]
        text = _toml(configuration, wager, best, table_id, edge)
        wrote(path, text.encode(), f"{table_id}, house edge {float(best.edge) * 100:.4f} %")
    if as_json:
        print_json(_record(configuration, wager, found))
    else:
        print_page(_page(configuration, wager, found, edge))
        if not found.fits:
            click.echo("no table fits within the tolerance: these come nearest", err=True)


def _configured(configuration: Configuration, wager: str, like: str | None) -> Configuration:
    known = {each.id: each for each in configuration.rules.wagers}
    if wager not in known or known[wager].kind not in ("bonus", "jackpot"):
        stakes = [each.id for each in known.values() if each.kind in ("bonus", "jackpot")]
        raise BadInput(f"'{wager}' has no table to design", hint=f"wagers: {', '.join(stakes)}")
    if like is not None:
        return configuration.with_table(wager, like)
    if wager in configuration.tables:
        return configuration
    problem: BadInput | None = None
    for each in known[wager].tables_in(configuration.edition.id):
        try:
            return configuration.with_table(wager, each)
        except BadInput as refused:
            problem = refused
    raise problem or BadInput(f"{wager} has no table in this edition")


def _percent(text: str, option: str) -> Fraction:
    try:
        found = Fraction(text.removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{option} {text[:40]}: not a percentage", hint="as in 5.5") from None
    if not -1 < found < 1:
        raise BadInput(f"{option} {text[:40]}: not a part of the wager", hint="as in 5.5")
    return found


def _bound(text: str) -> tuple[str, tuple[int, int]]:
    match = re.fullmatch(r"([a-z0-9_]+)=([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?", text, re.ASCII)
    if not match:
        raise BadInput(f"--row {text[:40]}: cannot be read", hint="as in --row flush=3-6")
    low, high = int(match[2]), int(match[3] or match[2])
    if low > high:
        raise BadInput(f"--row {text[:40]}: the least is above the most", hint="as in --row flush=3-6")
    return match[1], (low, high)


def _span(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text, re.ASCII)
    if not match or float(match[1]) > float(match[2]):
        raise BadInput(f"--deviation {text[:40]}: cannot be read", hint="as in --deviation 2-4")
    return float(match[1]), float(match[2])


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
    blocks.append(Words(f"exact; pays are to 1; rulebook {configuration.rulebook_hash}"))
    title = f"{configuration.name}: {wager} for a house edge of {percent(edge, 4)} %"
    return Document(title, (Section("", tuple(blocks)),))


def _record(configuration: Configuration, wager: str, found: Search) -> dict[str, object]:
    return {
        "schema": 1,
        "game": str(configuration),
        "wager": wager,
        "complete": found.is_complete,
        "fits": found.fits,
        "tables": [
            {
                "house_edge": str(each.edge),
                "variance": str(each.distribution.variance),
                "hit_frequency": str(each.distribution.hit_frequency),
                "rows": [
                    {
                        "event": row.row.event,
                        "pay": pay,
                        "count": str(row.count),
                        "return": str(each.contribution(place)),
                    }
                    for place, (row, pay) in enumerate(zip(each.rows, each.pays, strict=True))
                ],
            }
            for each in found.found
        ],
    }


def _toml(configuration: Configuration, wager: str, best: Designed, table_id: str, edge: Fraction) -> str:
    if not re.fullmatch(r"[A-Z0-9]+(-[A-Z0-9a-z]+)+", table_id):
        raise BadInput(f"--id {table_id[:40]}: not an id", hint="as in OWN-DESIGN-01")
    table = configuration.tables[wager]
    rows = "\n".join(
        f'  ["{row.row.event}", "{row.row.label}", "{pay}"],' for row, pay in zip(best.rows, best.pays, strict=True)
    )
    return (
        f"# Found by croupier design for a house edge of {float(edge) * 100:g} %: it is {best.edge} exactly, "
        f"{float(best.edge) * 100:.6f} %.\n"
        f'schema = 1\ngames = ["{configuration.name}"]\n\n[[sheets]]\nwager = "{wager}"\nfamily = "{table.family}"\n'
        f'basis = "to"\nstatus = "user"\ncites = ["{table.cites[0]}"]\ncolumns = ["{table_id}"]\nrows = [\n{rows}\n]\n'
    )


def _print_meter(configuration: Configuration, wager: str, edge: Fraction, as_json: bool) -> None:
    from croupier.exact.counting.jackpots import JackpotSolution
    from croupier.handbook.page.blocks import Document, Section, Words, grid_of
    from croupier.handbook.page.figures import in_dollars, percent
    from croupier.solving.design import design_meter
    from croupier.solving.solutions import solve

    solution = solve(configuration, wager)[wager]
    assert isinstance(solution, JackpotSolution)
    found = design_meter(solution, edge, list(SEEDS))
    if as_json:
        rates = [{"seed_cents": seed, "rate": str(rate)} for seed, rate in found]
        print_json({"schema": 1, "game": str(configuration), "wager": wager, "rates": rates})
        return
    if not found:
        raise BadInput(
            f"no seed and rate give a house edge of {percent(edge, 4)} %",
            hint=f"the fixed pays alone return {percent(solution.fixed_return, 4)} %",
        )
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
