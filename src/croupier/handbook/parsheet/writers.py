"""A par sheet in each form: the record as JSON and CSV, its document as HTML, PDF, XLSX and text. CSV has one figure a
line, so that a spreadsheet can filter and pivot it: the lines are the record, walked in order. The same lines tell what
has changed since an earlier sheet: every figure that moved, and which change of the input moved it."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from croupier import records
from croupier.errors import BadInput
from croupier.handbook.page import html, pdf
from croupier.handbook.page.pdf import typeset
from croupier.handbook.parsheet.layout import document
from croupier.questions.sheet.records import MovedFigure, Sheet, SheetRecord, SheetRevision, SheetWager

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


_LUCK: Final = ("volatility", "bands", "sessions")
_GENERAL: Final = {"game": "configuration", "game_hash": "game", "software": "software"}
"""Of the header, what concerns every wager, and what it is called."""
_WORDS: Final = (
    *("header", "document", "tables", "limits", "assumptions", "rules", "samples", "interpretations", "checks"),
    *("published", "sources", "revision"),
)
"""Sections without figures of their own."""
_HINT: Final = "compare with a sheet written by croupier parsheet -o old.json"
_INPUT: Final = ("pays", "seeds", "rates", "shown")
"""Leaves that are given and not computed: they are causes, not figures."""


def read_earlier(content: bytes, name: str) -> SheetRecord:
    """The record of an earlier sheet, as ``croupier parsheet -o old.json`` wrote it."""
    try:
        return records.decode_kept(SheetRecord, content, name)
    except BadInput as problem:
        raise BadInput(f"not a par sheet: {problem.message}", hint=_HINT) from None


def compared(sheet: Sheet, earlier: SheetRecord) -> Sheet:
    """The sheet as a revision of an earlier one, with what has changed."""
    now, document = sheet.record, sheet.record.document
    titles = {wager.id: wager.title for wager in sheet.configuration.rules.wagers}
    document = records.replace(document, revision=max(document.revision, earlier.document.revision + 1))
    return replace(sheet, record=records.replace(now, revision=_revision(earlier, now, titles), document=document))


def _revision(was: SheetRecord, now: SheetRecord, titles: dict[str, str]) -> SheetRevision:
    general = {
        what: f"the {what} is {_named(now, key)}, and was {_named(was, key)}"
        for key, what in _GENERAL.items()
        if getattr(was, key) != getattr(now, key)
    }
    before, after = ({wager.wager: wager for wager in record.wagers} for record in (was, now))
    causes = {wager: list(_causes(before.get(wager), after.get(wager))) for wager in (before | after)}
    lone = before.keys() ^ after.keys()
    there = {True: "there", False: "not there"}
    moved = [
        MovedFigure(
            wager=wager, figure="the wager", was=there[wager in before], now=there[wager in after], why=causes[wager][0]
        )
        for wager in causes
        if wager in lone
    ]
    # Without a cause of its own a figure of luck follows the pace, and any figure what concerns the whole sheet.
    paces = [[wager.volatility and wager.volatility.pace for wager in record.wagers] for record in (was, now)]
    elsewhere = [f"another {what}" for what in general] or ["not explained by the input"]
    olds, news = _figures(was), _figures(now)
    for key in dict.fromkeys([*olds, *news]):
        section, wager, item, figure = key
        if olds.get(key) == news.get(key) or wager in lone:
            continue
        if causes.get(wager):
            why = "; ".join(causes[wager])
        else:
            why = "another pace is stated" if section in _LUCK and paces[0] != paces[1] else elsewhere[0]
        name = ": ".join(
            part for part in (section if section != "figures" else "", item, figure.removesuffix(".decimal")) if part
        )
        moved.append(
            MovedFigure(
                wager=wager,
                figure=name.replace("_", " "),
                was=olds.get(key, "not there"),
                now=news.get(key, "not there"),
                why=why,
            )
        )
    told = [f"{titles.get(wager, wager)}: {cause}" for wager, own in causes.items() for cause in own]
    document = was.document
    named = {
        "number": document.number or "not numbered",
        "revision": str(document.revision),
        "date": document.date.isoformat() if document.date else "not dated",
        "software": was.software,
        "game": was.game_hash,
    }
    return SheetRevision(of=named, causes=list(dict.fromkeys([*general.values(), *told])), moved=moved)


def _named(record: SheetRecord, key: str) -> str:
    named = str(getattr(record, key))
    return named[:16] if key == "game_hash" else named


def _causes(old: SheetWager | None, new: SheetWager | None) -> Iterator[str]:
    if old is None or new is None:
        yield "it is new on the sheet" if old is None else "it is no longer on the sheet"
        return
    if old.paytable != new.paytable:
        yield f"the table is {new.paytable}, and was {old.paytable}"
    before, after = ({row.event: row.pays for row in wager.pays} for wager in (old, new))
    for event in dict.fromkeys([*before, *after]) if old.strategy is None else ():
        if before.get(event) != after.get(event):
            yield f"{event} pays {after.get(event, 'nothing')}, and paid {before.get(event, 'nothing')}"
    for name in ("seeds", "rates"):
        if getattr(old.jackpot, name, {}) != getattr(new.jackpot, name, {}):
            yield f"other {name} are given"
    if [meter.shown for meter in old.meters or ()] != [meter.shown for meter in new.meters or ()]:
        yield "the meters show other amounts"


def _figures(record: SheetRecord) -> dict[tuple[str, str, str, str], str]:
    """Every figure by what names it; of a fraction and its decimal, the decimal."""
    return {
        (line.section, line.wager, line.item, line.figure): line.value
        for line in figure_lines(records.plain(record))
        if line.section not in _WORDS
        and not line.figure.endswith("fraction")
        and line.figure.partition(".")[0] not in _INPUT
    }
