"""A par sheet as CSV: one figure a line, so that a spreadsheet can filter and pivot it.

Columns: section, wager, table, item, figure, value, method, sample. The lines are the JSON record, walked in order.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from croupier.questions.sheet.building import Sheet
from croupier.questions.sheet.json_record import sheet_record

COLUMNS: Final = ("section", "wager", "table", "item", "figure", "value", "method", "sample")
_NAMES: Final = ("event", "rounds", "hand", "name", "from", "meter", "level", "base_wager", "net")
"""What names an entry of a list, the first that it has."""


class Line(NamedTuple):
    """One figure."""

    section: str
    wager: str
    table: str
    item: str
    figure: str
    value: str
    method: str
    sample: str


def render_csv(sheet: Sheet) -> str:
    """All figures of the sheet, a header line first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(figure_lines(sheet_record(sheet)))
    return out.getvalue()


def figure_lines(record: Mapping[str, Any]) -> Iterator[Line]:
    """Every figure of a sheet's record."""
    for key in ("game", "title", "edition", "decks", "method", "rulebook_hash", "software"):
        yield Line("header", "", "", "", key, record[key], "", "")
    for key, value in (record.get("document") or {}).items():
        if value is not None:
            yield Line("header", "", "", "document", key, str(value), "", "")
    for table in record["tables"]:
        sample = "yes" if table["status"] == "sample" else "no"
        yield Line("header", table["wager"], table["id"], "", "basis", table["basis"] or "", "", sample)
    for each in record["unsolved"]:
        yield Line("unsolved", each["wager"], "", "", "why", each["why"], "", "")
    for audit in record["advantage"]:
        for _, _, figure, value, method in _walk(audit, "advantage", "", "", audit["method"]):
            if figure not in ("wager", "1"):
                yield Line("advantage", audit["wager"], "", ", ".join(audit["sees"]), figure, value, method, "")
    for line in record["published"]:
        item = f"{line['source']}: {line['of'] or 'the wager'}"
        for figure, value in (("printed", line["printed"]), ("ours", line["ours"])):
            yield Line("published", line["wager"], "", item, f"{line['figure']}.{figure}", value, "", "")
    if valued := record.get("valued"):
        for way in ("best", "chart", "counter"):
            for _, item, figure, value, method in _walk(valued[way], way, "", "", valued[way]["method"]):
                yield Line(way, valued["wager"], "", item, figure, value, method, "no")
    for wager in record["wagers"]:
        head = (wager["wager"], wager["paytable"] or "")
        sample = "yes" if wager["samples"] else "no"
        own = {key: value for key, value in wager.items() if key not in ("wager", "paytable", "title", "rows")}
        for section, item, figure, value, method in _walk(own, "figures", "", "", record["method"]):
            yield Line(section, *head, item, figure, value, method, sample)


def _walk(value: Any, section: str, item: str, figure: str, method: str) -> Iterator[tuple[str, str, str, str, str]]:
    """Every leaf, with the section and the item that it belongs to."""
    if isinstance(value, dict):
        method = value.get("method", method)
        for key, each in value.items():
            if key == "method":
                continue
            is_section = isinstance(each, list) or (isinstance(each, dict) and key in ("volatility", "jackpot"))
            if is_section and not figure:
                yield from _walk(each, key, item, "", method)
            else:
                yield from _walk(each, section, item, f"{figure}.{key}" if figure else key, method)
    elif isinstance(value, list):
        for place, each in enumerate(value, 1):
            if isinstance(each, dict):
                name = next((str(each[key]) for key in _NAMES if each.get(key) is not None), str(place))
                if name in ("wins", "loses"):
                    name = f"{name} {each['pays']}"
                if "others" in each:
                    name = f"{name}, {each['others']} others"
                yield from _walk(each, section, name, "", method)
            else:
                yield section, item, figure or str(place), str(each), method
    elif value is not None:
        yield section, item, figure, str(value), method
