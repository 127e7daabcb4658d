"""A par sheet in each form: the record as JSON and CSV, its document as HTML, PDF, XLSX and text.

CSV has one figure a line, so that a spreadsheet can filter and pivot it: the lines are the record, walked in order.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from croupier.handbook.page import html, pdf
from croupier.handbook.page.typesetting import typeset
from croupier.handbook.parsheet.layout import document
from croupier.questions.sheet.building import Sheet

COLUMNS: Final = ("section", "wager", "table", "item", "figure", "value", "method", "sample")
_NAMES: Final = ("event", "rounds", "hand", "name", "from", "meter", "level", "base_wager", "net")
"""What names an entry of a list, the first that it has."""


_NAMING: Final = ("schema", "game", "game_hash", "wager", "paytable", "title", "rows")
"""What a line has in its columns already, or another section tells."""


def render(sheet: Sheet, ending: str, paper: pdf.Paper = "us-letter") -> bytes:
    """The sheet as a file of the format that an ending names; the same sheet gives the same bytes."""
    match ending:
        case "json":
            return (json.dumps(sheet.to_dict(), indent=2, ensure_ascii=False) + "\n").encode()
        case "csv":
            return render_csv(sheet).encode()
        case "html":
            return render_html(sheet).encode()
        case "xlsx":
            from croupier.handbook.parsheet.workbook import render_workbook

            return render_workbook(sheet)
        case _:
            return render_pdf(sheet, paper)


def render_html(sheet: Sheet) -> str:
    """The whole page."""
    return html.render(document(sheet))


def render_pdf(sheet: Sheet, paper: pdf.Paper = "a4") -> bytes:
    """The sheet as a PDF; the same sheet gives the same bytes."""
    return typeset(source(sheet, paper), strict=True)


def source(sheet: Sheet, paper: pdf.Paper = "a4") -> str:
    """The sheet as Typst source."""
    return pdf.source([document(sheet)], paper=paper)


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
    writer.writerows(figure_lines(sheet.to_dict()))
    return out.getvalue()


def figure_lines(record: Mapping[str, Any]) -> Iterator[Line]:
    """Every figure of a sheet's record."""
    for key in ("game", "title", "edition", "decks", "method", "game_hash", "software"):
        yield Line("header", "", "", "", key, record[key], "", "")
    for key, value in (record.get("document") or {}).items():
        if value is not None:
            yield Line("header", "", "", "document", key, str(value), "", "")
    for table in record["tables"]:
        sample = "yes" if table["status"] == "sample" else "no"
        yield Line("header", table["wager"], table["id"], "", "basis", table["basis"] or "", "", sample)
    for line in record["assumptions"]:
        yield Line("assumptions", "", "", line["what"], "words", line["words"], "", "")
    for reading in record["interpretations"]:
        yield Line("readings", "", "", reading["id"], "answer", reading["answer"], "", "")
    for check in record["checks"]:
        yield Line("checks", "", "", check["what"], "value", check["value"], "", "")
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
        own = {key: value for key, value in wager.items() if key not in _NAMING}
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
