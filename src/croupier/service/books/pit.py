"""What the pit sees of a table: its round, its lamps, awards that wait, earlier rounds. It applies no rules."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from croupier.casino.rules_of_the_day import load_layout
from croupier.casino.table_report import next_round
from croupier.jackpot.book.display import Display
from croupier.jackpot.codes import CODES
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan, Threshold
from croupier.jackpot.records import KeptAward
from croupier.jackpot.reports.alarm_kinds import request_words
from croupier.jackpot.state import LinkState
from croupier.jackpot.vouching import reporters
from croupier.play.game import Game
from croupier.records import Record, converted, field, record_of
from croupier.service.books.alerts import AlertView, SeenAlerts, alerts, asked_at, view_of
from croupier.service.books.entitlement import barred_from
from croupier.service.books.entries import award_notes, entry_words, made_of
from croupier.service.books.lamps import Lamps
from croupier.service.books.naming import Name, PageStanding, standing
from croupier.service.books.runbooks import OF_STOPS
from croupier.service.books.watching import Happened, WatchedLink
from croupier.units.money import amount
from croupier.units.odds import NoPay

ROUNDS_BEFORE: Final = 12
Place = tuple[WatchedLink, LinkPlan, TablePlan]
"""A jackpot as one of its tables sees it."""


class MeterLevel(Record):
    """What a level shows."""

    level: int
    cents: int


class DutyWords(Record):
    """What an amount requires, in words, and from which amount on."""

    title: str
    since: str = field(name="from")


class DutyRecord(DutyWords):
    """A duty of an award."""

    duty: str


class PitLine(Record):
    """A table in a list."""

    table: str
    link: str
    title: str
    game: str
    seats: int
    location: str
    round: int | None
    last_round: int
    pending: int
    stopped: list[str]


class PitLines(Record):
    """The tables whose jackpots somebody works for."""

    tables: list[PitLine]
    trouble: str


class PitLink(Record):
    """The jackpot that a table plays for."""

    id: str
    title: str
    type: str
    paytable: str
    base_wager: int
    meters: list[MeterLevel]
    day: str
    accepts: bool
    why_not: str
    runbook: str
    currency: str


class ReadableRow(Record):
    """A row that a supervisor may read without its cards."""

    event: str
    label: str


class HandSight(Record):
    """How many cards the jackpot's hand has, and how few say what it is so far."""

    own: int
    dealer: int
    fewest: int
    rows: list[ReadableRow]


class PitTable(Record):
    """The table itself."""

    id: str
    game: str
    seats: int
    location: str
    stopped: list[str]
    sees: HandSight


class PitRound(Record):
    """The round that is open on a link, or the one that comes next."""

    number: int
    phase: Literal["wagers", "hand"]
    in_books: bool
    seats: list[int]
    cents: int
    dynamic: dict[str, int]
    locked_at: int | None
    locked_by: str


class SensorState(Record):
    """Who says where wagers are, and whether a sensor is silent."""

    by: str
    silent: bool


class UnpaidAward(Record):
    """An award that is not paid yet."""

    no: int
    seat: int
    event: str
    label: str
    kind: str
    level: int | None
    percent: str | None
    cents: int
    status: str
    round: int
    at: int
    table: str
    day: str
    cards: str | None
    dealer: str | None
    entry: int | None
    camera: str | None
    waits_for: list[int]
    duties: list[DutyRecord]
    reported_by: str
    reported_name: str
    approved_by: str
    approved_name: str
    sources: list[tuple[str, int]]
    """The accounts it came from, each with its cents."""


class BarredPeople(Record):
    """By request about an award, the people who may not make it, each with the reason."""

    approve: dict[str, str]
    confirm: dict[str, str]
    correct_film: dict[str, str]
    pay: dict[str, str]


class PitAward(UnpaidAward):
    """An award with the round behind it: who locked it, which cards made the hand, who may not work on it."""

    wagered_at: int | None
    locked_at: int | None
    locked_by: str
    made_of: list[bool]
    """For each card, whether it makes the hand."""
    notes: list[str]
    barred: BarredPeople


class AskRecord(Record):
    """A request that waits for a second person."""

    ask: int
    do: str
    by: str
    name: str
    words: str
    reason: str
    request: dict[str, Any]


class OwedBack(Record):
    """An award that was paid by mistake."""

    award: int
    table: str
    round: int
    seat: int
    cents: int


class RoundBefore(Record):
    """An earlier round of the table, with the entry that a correction would cite."""

    round: int
    at: int
    what: str
    cents: int
    wagers: int
    entry: int
    by: str
    void: bool
    seats: list[int]
    awards: list[int]


class PitEntry(Record):
    """One entry of a table, in a line."""

    seq: int
    at: int
    kind: str
    round: int
    by: str
    words: str
    hash: str


class Member(Record):
    """A supervisor or an accountant of the link."""

    id: str
    name: str
    role: str


class AwardBeside(Record):
    """An award of another jackpot of the table."""

    no: int
    seat: int
    label: str
    cents: int
    status: str
    round: int


class JackpotBeside(Record):
    """Another jackpot of the table: what one entry of a hand needs to know of it, and its awards that are not paid."""

    link: PitLink
    round: PitRound
    awards: list[AwardBeside]


class PitView(Record):
    """Everything that the console of one table shows."""

    at: int
    version: int
    """Rises with time; the newest stays in view."""
    seq: int
    stale: float
    trouble: str
    links: list[str]
    standing: PageStanding
    link: PitLink
    table: PitTable
    round: PitRound
    sensor: SensorState
    awards: list[PitAward]
    asks: list[AskRecord]
    receivable: list[OwedBack]
    alerts: list[AlertView]
    before: list[RoundBefore]
    entries: list[PitEntry]
    people: list[Member]
    thresholds: dict[str, DutyWords]
    beside: list[JackpotBeside]


def game_of(plan: LinkPlan, table: TablePlan) -> Game:
    """What the table plays, by the rules that the plan carries."""
    return load_layout(plan.carried(table.game) or table.game)


def table_line(link: WatchedLink, plan: LinkPlan, table: TablePlan) -> PitLine:
    """A table in a list."""
    state = link.state
    opened = state.rounds.get(table.id)
    pending = [award for award in state.awards.values() if award["table"] == table.id and award["status"] == "pending"]
    return PitLine(
        table=table.id,
        link=plan.id,
        title=plan.title,
        game=game_of(plan, table).configuration.rules.title,
        seats=table.seats,
        location=table.location,
        round=opened.number if opened else None,
        last_round=state.last_round.get(table.id, 0),
        pending=len(pending),
        stopped=state.table_faults.get(table.id, [])[:1],
    )


def pit_view(
    place: Place,
    others: Sequence[Place] = (),
    *,
    lamps: Lamps,
    seen: SeenAlerts,
    name: Name,
    demonstration: bool,
    age: float,
    trouble: str,
    links: list[str],
) -> PitView:
    """Everything that the console of one table shows; ``others`` are the other jackpots that the table plays for."""
    link, plan, table = place
    # One lock at a time: whoever shows the other jackpot's console takes them in the other order.
    beside = [_beside(other, [place, *others], lamps, name) for other in others]
    with link.lock:
        state = link.state
        silent = lamps.is_silent(plan.id, table.id)
        return PitView(
            at=time.time_ns() // 1_000_000,
            version=time.monotonic_ns() // 1_000_000,
            seq=state.seq,
            stale=round(age, 1) if age > 2 else 0,
            trouble=trouble,
            links=links,
            standing=standing(plan, demonstration),
            link=_link(plan, link.display),
            table=PitTable(
                id=table.id,
                game=game_of(plan, table).configuration.rules.title,
                seats=table.seats,
                location=table.location,
                stopped=state.table_faults.get(table.id, []),
                sees=_sees(plan, table),
            ),
            round=_round(place, others, lamps, name),
            sensor=SensorState(by=lamps.by(plan.id, table.id), silent=silent),
            awards=[
                _with_its_round(award_view(award, plan, state.day, name), place, award, name)
                for award in sorted(state.awards.values(), key=lambda award: award["no"])
                if award["table"] == table.id
            ],
            asks=[_ask(int(number), request, name) for number, request in asked_at(state, table.id)],
            receivable=[
                record_of(OwedBack, debt, award=int(number))
                for number, debt in state.receivable.items()
                if debt["table"] == table.id
            ],
            alerts=[
                view_of(alarm)
                for alarm in alerts(link, table.id, silent, seen.alarms)
                if not seen.has(plan.id, alarm.id)
            ],
            before=rounds_before(link, table.id, name),
            entries=[_entry(entry, plan, name) for entry in link.table(table.id)[:8]],
            people=[record_of(Member, person) for person in plan.people if person.role in ("supervisor", "accounting")],
            thresholds=duty_words(plan.threshold(state.day), plan.currency),
            beside=beside,
        )


def is_locked_beside(state: LinkState, table: str, number: int, others: Sequence[Place]) -> bool:
    """Whether a round is locked for another jackpot of the table, and nobody wagered on this one in it."""
    if table in state.rounds:
        return False
    found = (other.state.rounds.get(table) for other, _, _ in others)
    return any(each.locked and each.number == number for each in found if each)


def _beside(place: Place, others: Sequence[Place], lamps: Lamps, name: Name) -> JackpotBeside:
    link, plan, table = place
    with link.lock:
        awards = sorted(link.state.awards.values(), key=lambda award: award["no"])
        return JackpotBeside(
            link=_link(plan, link.display),
            round=_round(place, others, lamps, name),
            awards=[record_of(AwardBeside, award) for award in awards if award["table"] == table.id],
        )


def _ask(number: int, request: Mapping[str, Any], name: Name) -> AskRecord:
    return AskRecord(
        ask=number,
        do=request["do"],
        by=request["by"],
        name=name(request["by"]),
        words=request_words(request["do"], request.get("round", 0), request.get("award", 0), request.get("person", "")),
        reason=str(request.get("reason") or request.get("note") or ""),
        request=dict(request),
    )


def _link(plan: LinkPlan, shown: Display) -> PitLink:
    return PitLink(
        id=plan.id,
        title=plan.title,
        type=plan.type,
        paytable=plan.paytable,
        base_wager=plan.base_wager_cents,
        meters=[MeterLevel(level=level, cents=cents) for level, cents in shown.meters.items()],
        day=shown.day,
        accepts=shown.accepts_wagers,
        why_not=CODES.get(shown.why_not, shown.why_not),
        runbook=OF_STOPS.get(shown.why_not, ""),
        currency=plan.currency,
    )


def _sees(plan: LinkPlan, table: TablePlan) -> HandSight:
    sight = game_of(plan, table).jackpot_sight(table.wager)
    chart = sight.bonus.chart
    return HandSight(
        own=sight.own,
        dealer=sight.dealer,
        fewest=sight.bonus.fewest,
        rows=[
            ReadableRow(event=row.event, label=chart.label(row))
            for row in chart.table.rows
            if not isinstance(row.pay, NoPay)
        ],
    )


def _round(place: Place, others: Sequence[Place], lamps: Lamps, name: Name) -> PitRound:
    """The round that is open on a link; where none is, the one that comes next on all jackpots of the table.

    Where it is locked for another of them, this one stays out of it, whatever its lamps say by now.
    """
    link, plan, table = place
    state = link.state
    opened = state.rounds.get(table.id)
    number = opened.number if opened else next_round([state, *(other.state for other, _, _ in others)], table.id)
    is_out = is_locked_beside(state, table.id, number, others)
    lit = lamps.of(plan.id, table.id)
    seats = sorted(opened.seats) if opened else sorted(lit.seats if lit.round == number and not is_out else ())
    lock = next((each for each in link.table(table.id) if each.kind == "lock" and each.round == number), None)
    is_locked = opened is not None and opened.locked
    return PitRound(
        number=number,
        phase="hand" if is_locked or is_out else "wagers",
        in_books=opened is not None,
        seats=seats,
        cents=len(seats) * plan.base_wager_cents,
        dynamic=dict(opened.dynamic) if opened else {},
        locked_at=lock.at if lock and is_locked else None,
        locked_by=name(lock.by) if lock and is_locked else "",
    )


def award_view(award: KeptAward, plan: LinkPlan, day: str, name: Name) -> UnpaidAward:
    """An award that is not paid yet."""
    words = duty_words(plan.threshold(award["day"] or day), plan.currency)
    reported, approved = next(iter(reporters(award)), ""), award.get("approved_by", "")
    return record_of(
        UnpaidAward,
        award,
        waits_for=award.get("waits_for", []),
        duties=[record_of(DutyRecord, words[duty], duty=duty) for duty in award["duties"]],
        reported_by=reported,
        reported_name=name(reported),
        approved_by=approved,
        approved_name=name(approved),
    )


def _with_its_round(shown: UnpaidAward, place: Place, award: KeptAward, name: Name) -> PitAward:
    """An award that waits, with its round: who locked it, which cards made the hand, what it did to the meter."""
    link, plan, table = place
    game, entries = game_of(plan, table), [entry for entry in link.table(table.id) if entry.round == award["round"]]
    lock = next((entry for entry in entries if entry.kind == "lock"), None)
    wager = next((entry for entry in entries if entry.kind == "wager"), None)
    gave = next((entry for entry in entries if award["no"] in _given(entry)), None)
    settled = gave.body.get("settled", {}) if gave else {}
    emptied = gave.body.get("emptied", ()) if gave and "after" in settled else ()
    return record_of(
        PitAward,
        shown,
        wagered_at=wager.at if wager else None,
        locked_at=lock.at if lock else None,
        locked_by=name(lock.by) if lock else "",
        made_of=made_of(game, table.wager, award.get("cards"), award.get("dealer")),
        notes=award_notes(game, table, plan, settled, emptied),
        barred=converted(BarredPeople, barred_from(link, plan, award)),
    )


def _given(each: Happened) -> list[int]:
    return [award["no"] for award in each.body.get("awards") or ()]


def duty_words(now: Threshold, currency: str) -> dict[str, DutyWords]:
    """What an amount requires, in words, from the thresholds in force."""

    def money(cents: int) -> str:
        return amount(cents, currency)

    words: dict[str, DutyWords] = {}
    if now.camera_cents is not None:
        words["camera"] = DutyWords(
            title="Cards shown to the camera, deck kept", since=f"from {money(now.camera_cents)}"
        )
    if now.approval_cents is not None:
        words["approval"] = DutyWords(
            title="Approval by a supervisor",
            since=f"from {money(now.approval_cents)}; by somebody other than the person who entered the hand",
        )
    if now.check_over_cents is not None:
        words["check"] = DutyWords(title="Paid by check", since=f"above {money(now.check_over_cents)}")
    if now.tax_form_cents is not None:
        words["tax_form"] = DutyWords(
            title="Tax form W-2G",
            since=f"from {money(now.tax_form_cents)}, and at least {now.tax_form_times} times the wager",
        )
    return words


def rounds_before(link: WatchedLink, table: str, name: Name) -> list[RoundBefore]:
    """The latest rounds of a table, newest first, each with the entry that a correction would cite."""
    rounds: dict[int, RoundBefore] = {}
    seats: dict[int, int] = {}
    for entry in reversed(link.table(table)):
        if entry.kind == "wager":
            seats[entry.round] = seats.get(entry.round, 0) + len(entry.body["req"]["seats"])
        if entry.kind in ("result", "void", "correct", "reject"):
            awards = [*entry.body.get("stands", ()), *(entry.body.get("awards") or ())]
            settled = entry.body.get("settled", {}).get("seats", [])
            first = rounds.get(entry.round)
            rounds[entry.round] = RoundBefore(
                round=entry.round,
                at=first.at if first else entry.at,
                what=_outcome(entry, awards),
                cents=sum(award["cents"] for award in awards),
                wagers=seats.get(entry.round, 0) or len(settled),
                entry=entry.seq,
                by=name(entry.by),
                void=entry.kind == "void",
                seats=settled,
                awards=[award["no"] for award in awards],
            )
    return sorted(rounds.values(), key=lambda before: -before.round)[:ROUNDS_BEFORE]


def _outcome(each: Happened, awards: list[Mapping[str, Any]]) -> str:
    if each.kind == "void":
        return "void"
    words = ", ".join(
        f"seat {award['seat']} {award['label']}" for award in awards if award["kind"] in ("meter", "fixed")
    )
    told = {"correct": "corrected: ", "reject": "rejected: "}.get(each.kind, "")
    return told + (words or "no winner")


def _entry(entry: Happened, plan: LinkPlan, name: Name) -> PitEntry:
    return PitEntry(
        seq=entry.seq,
        at=entry.at,
        kind=entry.kind,
        round=entry.round,
        by=name(entry.by),
        words=entry_words(entry, plan, name),
        hash=entry.hash[:8],
    )
