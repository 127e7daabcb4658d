"""Paytables for a wanted house edge: the records of ``croupier design --json``, with figures as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier import catalogue
from croupier.errors import BadInput
from croupier.rulebook.configuration import Configuration

Record = dict[str, Any]
MOST_TABLES = 12


@dataclass(frozen=True)
class Sought:
    """What a visitor wants of a paytable, as texts."""

    target_edge: str
    tolerance: str = "0.1"
    hit_frequency: str | None = None
    max_top_pay: int = 1_000
    rows: tuple[str, ...] = ()
    deviation: str | None = None


def design_record(game: str, wager: str, like: str | None, sought: Sought) -> Record:
    """Tables that come nearest to the wanted edge, best first; for a jackpot, the rate for each of several seeds."""
    from croupier.handbook.page.figures import percent
    from croupier.solving import designing

    configuration, edge = _asked(game, wager, like, sought)
    if configuration.tables[wager].is_jackpot:
        if sought.rows or sought.deviation or sought.hit_frequency:
            raise BadInput("a jackpot is designed by its seed and rate alone", hint="leave the other choices out")
        solution, rates = designing.search_rates(configuration, wager, edge)
        record = designing.rates_record(configuration, wager, rates)
        for each, (seed, rate) in zip(record["rates"], rates, strict=True):
            average = solution.meters[0].average_cents(solution.seed_cents(seed), rate)
            each["shown"] = {"rate": percent(rate, 4), "average_meter_cents": None if average is None else int(average)}
        return record | {"like": configuration.tables[wager].id, "fixed_return": percent(solution.fixed_return, 4)}
    found = designing.search(configuration, wager, _wanted(sought, edge), MOST_TABLES)
    record = designing.search_record(configuration, wager, found)
    for each, table in zip(record["tables"], found.found, strict=True):
        each["shown"] = {
            "house_edge": percent(table.edge, 4),
            "away": percent(table.distance, 4),
            "standard_deviation": table.distribution.standard_deviation_text(5),
            "hit_frequency": percent(table.distribution.hit_frequency, 2),
        }
        for row, counted, place in zip(each["rows"], table.rows, range(len(table.rows)), strict=False):
            row["label"] = counted.label
            row["shown"] = percent(table.contribution(place), 4)
    return record | {"like": configuration.tables[wager].id}


def design_file(game: str, wager: str, like: str | None, sought: Sought, place: int, table_id: str) -> str:
    """One of the tables that were found, as a file that loads."""
    from croupier.solving import designing

    configuration, edge = _asked(game, wager, like, sought)
    if configuration.tables[wager].is_jackpot:
        raise BadInput("a jackpot is designed by its seed and rate alone: there is no table to write")
    found = designing.search(configuration, wager, _wanted(sought, edge), MOST_TABLES).found
    if not 1 <= place <= len(found):
        raise BadInput(f"place {place}: {len(found)} tables were found")
    return designing.table_file(configuration, wager, found[place - 1], table_id, edge)


def _asked(game: str, wager: str, like: str | None, sought: Sought) -> tuple[Configuration, Fraction]:
    from croupier.solving import designing

    edge = designing.read_percent(sought.target_edge, "target_edge")
    return designing.with_rows_of(catalogue.configuration(game), wager, like), edge


def _wanted(sought: Sought, edge: Fraction) -> Any:
    from croupier.solving import designing
    from croupier.solving.design import Wanted

    return Wanted(
        edge,
        designing.read_percent(sought.hit_frequency, "hit_frequency") if sought.hit_frequency else None,
        sought.max_top_pay,
        dict(designing.read_bound(each, "row") for each in sought.rows),
        designing.read_span(sought.deviation, "deviation") if sought.deviation else None,
        designing.read_percent(sought.tolerance, "tolerance"),
    )
