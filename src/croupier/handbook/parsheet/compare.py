"""What has changed since an earlier par sheet: every figure that moved, and which change of the input moved it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from croupier.errors import BadInput
from croupier.handbook.parsheet.writers import figure_lines
from croupier.play.documents import parse_document
from croupier.questions.sheet.building import SCHEMA
from croupier.questions.sheet.records import MovedFigure, Sheet, SheetRevision

Record = Mapping[str, Any]
_LUCK: Final = ("volatility", "bands", "sessions")
_WORDS: Final = (
    *("header", "document", "tables", "limits", "assumptions", "rules", "samples", "interpretations", "checks"),
    *("published", "sources", "revision"),
)
"""Sections without figures of their own."""
_HINT: Final = "compare with a sheet written by croupier parsheet -o old.json"
_INPUT: Final = ("pays", "seeds", "rates", "reserves", "shown")
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


def compared(sheet: Sheet, earlier: Record) -> Sheet:
    """The sheet as a revision of an earlier one, with what has changed."""
    try:
        revision = _revision(sheet, earlier)
        before = int(earlier["document"]["revision"])
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        raise BadInput(f"the earlier sheet lacks {problem}", hint="write it again with croupier parsheet") from None
    number = max(sheet.identity.revision, before + 1)
    return replace(sheet, revision=revision, identity=replace(sheet.identity, revision=number))


def _revision(sheet: Sheet, earlier: Record) -> SheetRevision:
    now = sheet.to_dict()
    was, document = dict(earlier), earlier["document"]
    general = _general(was, now)
    by_wager = {wager: _causes(was, now, wager) for wager in _wagers(was) | _wagers(now)}
    olds, news = _figures(was), _figures(now)
    moved = [
        MovedFigure(
            wager=wager,
            figure="the wager",
            was="not there" if wager in _wagers(now) else "there",
            now="there" if wager in _wagers(now) else "not there",
            why=causes[0],
        )
        for wager, causes in by_wager.items()
        if wager not in _wagers(was) or wager not in _wagers(now)
    ]
    lone = {each.wager for each in moved}
    for key in dict.fromkeys([*olds, *news]):
        old, new = olds.get(key), news.get(key)
        if old != new and key[1] not in lone:
            section, wager, item, figure = key
            why = _why(section, by_wager.get(wager, []), general, was, now)
            what = ": ".join(part for part in (section if section != "figures" else "", item, figure) if part)
            name = what.replace("_", " ")
            moved.append(MovedFigure(wager=wager, figure=name, was=old or "not there", now=new or "not there", why=why))
    titles = {each.id: each.title for each in sheet.configuration.rules.wagers}
    causes = [
        *general.values(),
        *(f"{titles.get(wager, wager)}: {each}" for wager, found in by_wager.items() for each in found),
    ]
    named = {
        "number": document["number"] or "not numbered",
        "revision": str(document["revision"]),
        "date": document["date"] or "not dated",
        "software": was["software"],
        "game": was["game_hash"],
    }
    return SheetRevision(of=named, causes=list(dict.fromkeys(causes)), moved=moved)


def _wagers(record: Record) -> dict[str, Record]:
    return {each["wager"]: each for each in record["wagers"]}


def _general(was: Record, now: Record) -> dict[str, str]:
    """Changes that concern every wager."""
    found = {}
    if was["game"] != now["game"]:
        found["configuration"] = f"the configuration is {now['game']}, and was {was['game']}"
    if was["game_hash"] != now["game_hash"]:
        found["game"] = f"the game is {now['game_hash'][:16]}, and was {was['game_hash'][:16]}"
    if was["software"] != now["software"]:
        found["software"] = f"the software is {now['software']}, and was {was['software']}"
    return found


def _causes(was: Record, now: Record, wager: str) -> list[str]:
    """Changes of one wager's input."""
    old, new = _wagers(was).get(wager), _wagers(now).get(wager)
    if old is None or new is None:
        return ["it is new on the sheet" if old is None else "it is no longer on the sheet"]
    found = []
    if old["paytable"] != new["paytable"]:
        found.append(f"the table is {new['paytable']}, and was {old['paytable']}")
    before, after = ({row["event"]: row["pays"] for row in each["pays"]} for each in (old, new))
    if before != after and old.get("strategy") is None:
        for event in dict.fromkeys([*before, *after]):
            if before.get(event) != after.get(event):
                found.append(f"{event} pays {after.get(event, 'nothing')}, and paid {before.get(event, 'nothing')}")
    given = [each.get("jackpot") or {} for each in (old, new)]
    for name in ("seeds", "rates", "reserves"):
        if given[0].get(name) != given[1].get(name):
            found.append(f"other {name} are given")
    if _shown(old) != _shown(new):
        found.append("the meters show other amounts")
    return found


def _shown(wager: Record) -> list[object]:
    return [each.get("shown") for each in wager.get("meters") or []]


def _pace(record: Record) -> list[object]:
    return [(each.get("volatility") or {}).get("pace") for each in record["wagers"]]


def _why(section: str, causes: list[str], general: Mapping[str, str], was: Record, now: Record) -> str:
    if causes:
        return "; ".join(causes)
    if section in _LUCK and _pace(was) != _pace(now):
        return "another pace is stated"
    for name in ("configuration", "game", "software"):
        if name in general:
            return f"another {name}"
    return "not explained by the input"


def _figures(record: Record) -> dict[tuple[str, str, str, str], str]:
    """Every figure by what names it; of a fraction and its decimal, the decimal."""
    return {
        (line.section, line.wager, line.item, line.figure): line.value
        for line in figure_lines(record)
        if line.section not in _WORDS
        and not line.figure.endswith("fraction")
        and line.figure.partition(".")[0] not in _INPUT
    }
