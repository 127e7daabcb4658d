"""What has changed since an earlier par sheet: every figure that moved, and which change of the input moved it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from croupier import records
from croupier.errors import BadInput
from croupier.handbook.parsheet.writers import figure_lines
from croupier.questions.sheet.records import MovedFigure, Sheet, SheetRecord, SheetRevision, SheetWager

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
