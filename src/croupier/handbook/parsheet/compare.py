"""What has changed since an earlier par sheet: every figure that moved, and which change of the input moved it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from croupier import records
from croupier.errors import BadInput
from croupier.handbook.parsheet.writers import figure_lines
from croupier.play.documents import Json, parse_document
from croupier.questions.figures import SCHEMA
from croupier.questions.sheet.records import MovedFigure, Sheet, SheetRevision

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


def read_earlier(content: bytes, name: str) -> dict[str, object]:
    """The record of an earlier sheet, as ``croupier parsheet -o old.json`` wrote it."""
    try:
        record = parse_document(content, "par sheet")
    except BadInput as problem:
        raise BadInput(f"{name}: {problem.message}", hint=_HINT) from None
    if record.get("kind") != "par sheet":
        raise BadInput(f"{name}: not a par sheet", hint=_HINT)
    schema = record.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        raise BadInput(f"{name}: schema {str(schema)[:20]}: this version reads schema {SCHEMA}", hint=_HINT)
    return record


def compared(sheet: Sheet, earlier: Json) -> Sheet:
    """The sheet as a revision of an earlier one, with what has changed."""
    try:
        revision = _revision(sheet, earlier)
        before = int(earlier["document"]["revision"])
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        raise BadInput(f"the earlier sheet lacks {problem}", hint="write it again with croupier parsheet") from None
    document = sheet.record.document
    document = records.replace(document, revision=max(document.revision, before + 1))
    return replace(sheet, record=records.replace(sheet.record, revision=revision, document=document))


def _revision(sheet: Sheet, earlier: Json) -> SheetRevision:
    was, now = dict(earlier), sheet.to_dict()
    general = {
        what: f"the {what} is {_named(now, key)}, and was {_named(was, key)}"
        for key, what in _GENERAL.items()
        if was[key] != now[key]
    }
    before, after = ({wager["wager"]: wager for wager in record["wagers"]} for record in (was, now))
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
    paces = [[(wager.get("volatility") or {}).get("pace") for wager in record["wagers"]] for record in (was, now)]
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
    titles = {wager.id: wager.title for wager in sheet.configuration.rules.wagers}
    told = [f"{titles.get(wager, wager)}: {cause}" for wager, own in causes.items() for cause in own]
    document = earlier["document"]
    named = {
        "number": document["number"] or "not numbered",
        "revision": str(document["revision"]),
        "date": document["date"] or "not dated",
        "software": was["software"],
        "game": was["game_hash"],
    }
    return SheetRevision(of=named, causes=list(dict.fromkeys([*general.values(), *told])), moved=moved)


def _named(record: Json, key: str) -> str:
    named = str(record[key])
    return named[:16] if key == "game_hash" else named


def _causes(old: Json | None, new: Json | None) -> Iterator[str]:
    if old is None or new is None:
        yield "it is new on the sheet" if old is None else "it is no longer on the sheet"
        return
    if old["paytable"] != new["paytable"]:
        yield f"the table is {new['paytable']}, and was {old['paytable']}"
    before, after = ({row["event"]: row["pays"] for row in wager["pays"]} for wager in (old, new))
    for event in dict.fromkeys([*before, *after]) if old.get("strategy") is None else ():
        if before.get(event) != after.get(event):
            yield f"{event} pays {after.get(event, 'nothing')}, and paid {before.get(event, 'nothing')}"
    given = [wager.get("jackpot") or {} for wager in (old, new)]
    for name in ("seeds", "rates"):
        if given[0].get(name) != given[1].get(name):
            yield f"other {name} are given"
    shown = [[meter.get("shown") for meter in wager.get("meters") or []] for wager in (old, new)]
    if shown[0] != shown[1]:
        yield "the meters show other amounts"


def _figures(record: Json) -> dict[tuple[str, str, str, str], str]:
    """Every figure by what names it; of a fraction and its decimal, the decimal."""
    return {
        (line.section, line.wager, line.item, line.figure): line.value
        for line in figure_lines(record)
        if line.section not in _WORDS
        and not line.figure.endswith("fraction")
        and line.figure.partition(".")[0] not in _INPUT
    }
