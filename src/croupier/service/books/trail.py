"""Where an award comes from: the wagers, the cards, the people and the entries that made it, as far as the payment.

The journal is read from the disk, so an award of any age is found.
"""

from __future__ import annotations

import datetime
import json
import zoneinfo
from collections.abc import Iterator
from typing import Any, Final

from croupier.casino.inquiry import JournalHead
from croupier.casino.posting import NOT_APPROVED
from croupier.handbook.page import pdf
from croupier.handbook.page.blocks import Document, Facts, Section, Words, grid_of
from croupier.handbook.page.typesetting import typeset
from croupier.handbook.reports.day import licensee
from croupier.jackpot.journal import Entry, Store
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.plan.play_chips import PLAY_CHIPS
from croupier.jackpot.vouching import shown_hand
from croupier.records import Record, record_of
from croupier.service.books.journal import EntryLine, entry_line
from croupier.service.books.naming import Name
from croupier.units.money import amount

ROUND_WITHIN: Final = 100_000
"""Entries before its result among which the wagers of a round are looked for."""


class TracedAward(Record):
    """An award as the entry of its result gave it; `sources` are accounts with their cents."""

    no: int
    seat: int
    label: str
    kind: str
    level: int | None
    percent: str | None
    cents: int
    sources: list[tuple[str, int]]


class AwardTrail(Record):
    """An award, back to its wager and its people."""

    link: str
    award: TracedAward
    status: str
    table: str
    round: int
    cards: str
    dealer: str
    people: list[str]
    entries: list[EntryLine]
    head: JournalHead


def award_trail(store: Store, link: str, number: int, name: Name, plan: LinkPlan | None) -> AwardTrail | None:
    """Everything about an award; None if there is no award with this number."""
    about = list(_about(store, link, number))
    giving = next((each for each in about if _award(each, number)), None)
    if giving is None:
        return None
    award, body = _award(giving, number) or {}, json.loads(giving.body)
    request = body.get("req") or {}
    table = str(body.get("table") or request.get("table"))
    round = int(body.get("round") or request.get("round") or 0)
    lines = [entry_line(entry, name, plan) for entry in [*_of_round(store, link, giving.seq, table, round), *about]]
    hand = shown_hand(award)
    return AwardTrail(
        link=link,
        award=record_of(TracedAward, award),
        status=_status(about, number),
        table=table,
        round=round,
        cards=hand.cards,
        dealer=hand.dealer,
        people=sorted({person for line in lines for person in (line.by_name, line.second_name) if person}),
        entries=lines,
        head=record_of(JournalHead, store.head(link)),
    )


def _about(store: Store, link: str, number: int) -> Iterator[Entry]:
    """Entries that name the award: the one that gave it, and what was done about it."""
    marks = (f'"no":{number},', f'"no":{number}}}', f'"award":{number},', f'"award":{number}}}')
    for entry in store.entries(link, after=0, to=None):
        if any(mark in entry.body for mark in marks) and _names(json.loads(entry.body), number):
            yield entry


def _names(body: dict[str, Any], number: int) -> bool:
    request = body.get("req") or {}
    given = [each.get("no") for name in ("awards", "voided") for each in body.get(name) or ()]
    return number in given or request.get("award") == number


def _award(entry: Entry, number: int) -> dict[str, Any] | None:
    return next((each for each in json.loads(entry.body).get("awards") or () if each["no"] == number), None)


def _of_round(store: Store, link: str, seq: int, table: str, round: int) -> Iterator[Entry]:
    mark = json.dumps(table, ensure_ascii=False)
    for entry in store.entries(link, after=max(0, seq - ROUND_WITHIN), to=seq - 1):
        if entry.kind in ("wager", "lock") and mark in entry.body:
            body = json.loads(entry.body)
            request = body.get("req") or {}
            where = (body.get("table") or request.get("table"), body.get("round") or request.get("round"))
            if where == (table, round):
                yield entry


def _status(about: list[Entry], number: int) -> str:
    status = "won"
    for entry in about:
        body = json.loads(entry.body)
        given = _award(entry, number)
        if given is not None:
            status = given["status"]
        elif any(each.get("no") == number for each in body.get("voided") or ()):
            status = "void"
        elif entry.kind in ("approve", "reject", "pay"):
            status = {"approve": "payable", "reject": "void", "pay": "paid"}[entry.kind]
    return status


def _moment(at: int, time_zone: str) -> str:
    return datetime.datetime.fromtimestamp(at / 1000, zoneinfo.ZoneInfo(time_zone)).strftime("%Y-%m-%d %H:%M:%S %z")


def trail_document(trail: AwardTrail, plan: LinkPlan) -> Document:
    """The same for any writer, with every hash in full."""
    award = trail.award
    facts = (
        ("Casino", licensee(plan)),
        ("Jackpot", f"{plan.title} ({trail.link}), {plan.paytable}"),
        ("Award", f"{award.no}: {award.label}, {amount(award.cents, plan.currency)}, {trail.status}"),
        ("Where", f"table {trail.table}, seat {award.seat}, round {trail.round}"),
        ("Cards", trail.cards or "read without cards, or another seat's hand"),
        ("Dealer", trail.dealer or "not recorded"),
        ("People", ", ".join(trail.people)),
        ("Journal", f"{trail.head.seq:,} entries, head {trail.head.hash}"),
    )
    rows = [
        (
            f"{line.seq:,}",
            _moment(line.at, plan.time_zone),
            line.kind,
            " and ".join(filter(None, (line.by_name, line.second_name))),
            line.detail,
        )
        for line in trail.entries
    ]
    # A hash is too wide for a column beside the others, and is of no use if a part of it is missing.
    hashes = tuple((f"Entry {line.seq:,}", line.hash) for line in trail.entries)
    chips = (Words(PLAY_CHIPS, "warning"),) if plan.currency == "chips" else ()
    titles = ("entry", "time", "kind", "by", "what")
    return Document(
        f"Award {award.no} of {plan.title}",
        sections=(
            Section("The award", (Words(f"{NOT_APPROVED}.", "note"), *chips, Facts(facts))),
            Section("The entries that made it", (grid_of(titles, rows),)),
            Section("Their hashes", (Facts(hashes),)),
        ),
    )


def trail_pdf(trail: AwardTrail, plan: LinkPlan) -> bytes:
    """The same for print; same input, same bytes."""
    document = trail_document(trail, plan)
    return typeset(pdf.source([document], document.title))
