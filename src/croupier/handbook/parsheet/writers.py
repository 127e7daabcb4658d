"""A par sheet in each form: the record as JSON and CSV, its document as HTML, PDF, XLSX and text. CSV has one figure a
line, so that a spreadsheet can filter and pivot it: the lines are the record, walked in order."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from croupier.handbook.page import html, pdf
from croupier.handbook.page.typesetting import typeset
from croupier.handbook.parsheet.layout import document
from croupier.questions.sheet.records import Sheet

COLUMNS: Final = ("section", "wager", "table", "item", "figure", "value", "method", "sample")
_NAMES: Final = ("event", "rounds", "hand", "name", "from", "meter", "level", "net", "what", "id", "figure", "document")
"""What names an entry of a list, the first that it has."""
_TOLD: Final = ("schema", "game", "game_hash", "wager", "paytable", "method")
"""What a line has in its columns already, or the header tells."""
_OPEN: Final = ("figures", "valued", "volatility", "jackpot", "strategy")
"""Sections whose parts are sections by their own names."""


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
    return html.render(document(sheet))


def render_pdf(sheet: Sheet, paper: pdf.Paper = "a4") -> bytes:
    """The sheet as a PDF; the same sheet gives the same bytes."""
    return typeset(source(sheet, paper), strict=True)


def source(sheet: Sheet, paper: pdf.Paper = "a4") -> str:
    return pdf.source([document(sheet)], paper=paper)


class Line(NamedTuple):
    section: str
    wager: str = ""
    table: str = ""
    item: str = ""
    figure: str = ""
    value: str = ""
    method: str = ""
    sample: str = ""


def render_csv(sheet: Sheet) -> str:
    """All figures of the sheet, a header line first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(figure_lines(sheet.to_dict()))
    return out.getvalue()


def figure_lines(record: Mapping[str, object]) -> Iterator[Line]:
    """Every figure of a sheet's record, part by part."""
    for key, value in record.items():
        if isinstance(value, (dict, list)):
            method = str(record["method"]) if key in ("wagers", "valued", "mix") else ""
            yield from _walk(value, Line("figures" if key == "wagers" else key, method=method))
        else:
            yield from _walk(value, Line("header", figure=key))


def _walk(value: object, at: Line) -> Iterator[Line]:
    if isinstance(value, dict):
        at = _told(value, at)
        for key, inner in value.items():
            if key in _TOLD or (key == "rows" and "pays" in value):
                continue  # pays are the same rows, with what the sheet adds to them
            if not at.figure and _is_part(inner):
                yield from _walk(inner, at._replace(section=key if at.section in _OPEN else f"{at.section}.{key}"))
            else:
                yield from _walk(inner, at._replace(figure=f"{at.figure}.{key}" if at.figure else key))
    elif isinstance(value, list):
        for place, entry in enumerate(value, 1):
            if isinstance(entry, dict):
                item = ", ".join(filter(None, (at.item, _name(entry, place))))
                yield from _walk(entry, at._replace(item=item, figure=""))
            elif isinstance(entry, list):
                yield from _walk(entry, at._replace(item=f"{at.item} {place}".strip()))
            else:
                yield at._replace(figure=f"{at.figure}.{place}" if at.figure else str(place), value=str(entry))
    elif value is not None:
        yield at._replace(value=str(value))


def _told(entry: Mapping[str, object], at: Line) -> Line:
    """The columns that a part of the record tells of all that is in it."""
    told = {"wager": entry.get("wager"), "table": entry.get("paytable"), "method": entry.get("method")}
    if "samples" in entry or "status" in entry:
        told["sample"] = "yes" if entry.get("samples") or entry.get("status") == "sample" else "no"
    return at._replace(**{column: str(words) for column, words in told.items() if words is not None})


def _is_part(value: object) -> bool:
    """Whether it is a list of records, or has one."""
    if isinstance(value, list):
        return any(isinstance(entry, (dict, list)) for entry in value)
    return isinstance(value, dict) and any(isinstance(inner, list) and _is_part(inner) for inner in value.values())


def _name(entry: Mapping[str, object], place: int) -> str:
    """What tells an entry from the others of its list."""
    match entry:
        case {"event": "wins" | "loses" as event, "pays": pays}:
            return f"{event} {pays}"
        case {"base_wager": wager, "others": others}:
            return f"{wager}, {others} others"
        case {"strategy": str(strategy), "seats": seats}:
            return f"{strategy}, {seats} seats"
        case {"question": question, "hand": hand}:
            return f"{question}: {hand}"
        case {"document": document, "section": section}:
            return f"{document} {section}"
        case {"figure": figure, "source": source, "of": of}:
            return f"{figure} of {of or 'the wager'} by {source}"
        case {"sees": list(sees)}:
            return ", ".join(map(str, sees))
    known = next((entry[key] for key in _NAMES if entry.get(key) is not None), "" if "paytable" in entry else place)
    return str(known)
