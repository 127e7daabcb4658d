"""What a person asks of the search for a paytable, in texts, and what they are told, as records and as a file.

``solving.design`` searches; the command ``croupier design`` and the page beside the par sheet both ask through here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from croupier.errors import BadInput
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import CountedTable
from croupier.rulebook.configuration import Configuration
from croupier.solving.design import Designed, Search, Wanted, design, design_meter
from croupier.solving.solutions import solve
from croupier.units.typed import fraction_of

SEEDS: Final = (0, 1_000, 2_500, 10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000)
Record = dict[str, Any]


def search(configuration: Configuration, wager: str, wanted: Wanted, most: int) -> Search:
    """Tables for a wager with pays, best first; where none fits, what comes nearest."""
    counted: CountedTable = solve(configuration, wager)[wager].counted
    found = design(counted, wanted, most)
    if not found.found:
        raise BadInput("the search ended before it found a paytable", hint="bounds on rows make it shorter")
    return found


def search_rates(
    configuration: Configuration, wager: str, edge: Fraction
) -> tuple[JackpotSolution, list[tuple[int, Fraction]]]:
    """For each of several seeds, the rate at which a jackpot's meter must grow; refused where none does."""
    solution = solve(configuration, wager)[wager].jackpot
    assert solution is not None
    found = design_meter(solution, edge, list(SEEDS))
    if not found:
        alone = float(solution.fixed_return) * 100
        raise BadInput(
            f"no seed and rate give a house edge of {float(edge) * 100:.4f} %: "
            f"the fixed pays alone return {alone:.4f} %",
            hint=f"what comes nearest is {100 - alone:.4f} %, without a seed and at a rate of 0",
        )
    return solution, found


def with_rows_of(configuration: Configuration, wager: str, like: str | None) -> Configuration:
    """The configuration with a table whose rows are used: the one named, else the first that fits."""
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


def read_percent(text: str, option: str) -> Fraction:
    """A part of the wager from a percentage."""
    try:
        found = fraction_of(text.removesuffix("%")) / 100
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{option} {text[:40]}: not a percentage", hint="as in 5.5") from None
    if not -1 < found < 1:
        raise BadInput(f"{option} {text[:40]}: not a part of the wager", hint="as in 5.5")
    return found


def read_bound(text: str, option: str = "--row") -> tuple[str, tuple[int, int]]:
    """The least and the most that one row may pay."""
    match = re.fullmatch(r"([a-z0-9_]+)=([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?", text, re.ASCII)
    if not match:
        raise BadInput(f"{option} {text[:40]}: cannot be read", hint=f"as in {option} flush=3-6")
    low, high = int(match[2]), int(match[3] or match[2])
    if low > high:
        raise BadInput(f"{option} {text[:40]}: the least is above the most", hint=f"as in {option} flush=3-6")
    return match[1], (low, high)


def read_span(text: str, option: str = "--deviation") -> tuple[float, float]:
    """The least and the largest standard deviation."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text, re.ASCII)
    if not match or float(match[1]) > float(match[2]):
        raise BadInput(f"{option} {text[:40]}: cannot be read", hint=f"as in {option} 2-4")
    return float(match[1]), float(match[2])


def search_record(configuration: Configuration, wager: str, found: Search) -> Record:
    """As ``croupier design --json`` prints it."""
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


def table_file(configuration: Configuration, wager: str, best: Designed, table_id: str, edge: Fraction) -> str:
    """The table as a file that loads (``CROUPIER_PAYTABLES``)."""
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


def rates_record(configuration: Configuration, wager: str, found: Sequence[tuple[int, Fraction]]) -> Record:
    """As ``croupier design --json`` prints it for a jackpot."""
    rates = [{"seed_cents": seed, "rate": str(rate)} for seed, rate in found]
    return {"schema": 1, "game": str(configuration), "wager": wager, "rates": rates}
