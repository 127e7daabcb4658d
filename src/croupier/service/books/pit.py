"""What the pit sees of a table: its round, its lamps, awards that wait, earlier rounds, who may do what about an award
as the books themselves would answer, what typed hands would win, and the record of one award. It applies no rules.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from croupier.casino.floor import load_layout
from croupier.casino.table_report import check_deal, first_cards, next_round, sight_of
from croupier.jackpot import codes
from croupier.jackpot.book.reading import Display
from croupier.jackpot.entries import Debt, KeptAward
from croupier.jackpot.kinds import table as kinds
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.kinds.rounds import kept_award
from croupier.jackpot.kinds.winnings import BadHand, Tally, behind, read_hands, settle_round, whole_levels
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan, Threshold, adopt_levels
from croupier.jackpot.reports.alarms import request_words
from croupier.jackpot.state import LinkState
from croupier.records import Record, field, plain, record_of, replace
from croupier.service.books.alerts import OF_STOPS, AlertView, SeenAlerts, alerts, asked_at
from croupier.service.books.journal import EntryLine, award_notes, entry_line, game_of, made_of
from croupier.service.books.lamps import Lamps
from croupier.service.books.running import Happened, Name, PageStanding, Place, WatchedLink, standing
from croupier.service.problems import Refused
from croupier.units.money import amount
from croupier.units.odds import NoPay

ABOUT_THE_PERSON: Final = frozenset({"three_people", "same_person", "not_allowed", "unknown_person"})
"""Refusals that depend on the person; all others are about the award."""
_FILLED: Final[Mapping[str, Mapping[str, object]]] = {
    "approve": {},
    "confirm": {"camera": "FILM-1"},
    "correct_film": {"camera": "FILM-OTHER", "reason": "mistyped"},
    "pay": {"method": "check", "reference": "CHECK-1", "tax_form": "FORM-1", "payee": 1},
}
"""By request, sample values for its fields."""


def barred_from(link: WatchedLink, plan: LinkPlan, award: KeptAward) -> dict[str, dict[str, str]]:
    """By request and person, why that person may not make it. Whoever may is left out. Call it under the link's
    lock."""
    rules = Link(link.state, load_layout, lambda _: {})
    people = [each.id for each in plan.people if each.role in ("supervisor", "accounting")]
    found: dict[str, dict[str, str]] = {}
    for do, fields in _FILLED.items():
        found[do] = {}
        for person in people:
            try:
                kinds.decide(rules, kinds.record_of({"do": do, "award": award.no, **fields}, person))
            except codes.Refused as refused:
                if refused.code in ABOUT_THE_PERSON:
                    found[do][person] = refused.detail or refused.code
    return found


ROUNDS_BEFORE: Final = 12


class MeterLevel(Record):
    """What a level shows, and the most that it may reach; null where the plan sets no limit."""

    level: int
    cents: int
    limit_cents: int | None


def meter_levels(plan: LinkPlan, shown: Display) -> list[MeterLevel]:
    return [
        MeterLevel(level=level, cents=cents, limit_cents=plan.level(level).limit_cents)
        for level, cents in shown.meters.items()
    ]


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
    """How many cards are entered of a hand and of the dealer's: the most that any jackpot of the table sees. How few
    say what it is so far, and what the rows of this jackpot are called."""

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


class UnpaidAward(KeptAward, omit_defaults=False):
    """An award that is not paid yet, of this jackpot, with its duties in words."""

    link: str
    must: list[DutyRecord]
    reported_by: str
    reported_name: str
    approved_name: str


class PitAward(UnpaidAward):
    """An award with the round behind it: who locked it, which cards made the hand, who may not work on it."""

    wagered_at: int | None
    locked_at: int | None
    locked_by: str
    made_of: list[bool]
    """For each card, whether it makes the hand."""
    notes: list[str]
    barred: dict[str, dict[str, str]]
    """By request about the award, the people who may not make it, each with the reason."""


class AskRecord(Record):
    """A request that waits for a second person."""

    ask: int
    do: str
    by: str
    name: str
    words: str
    reason: str
    request: dict[str, Any]


class OwedBack(Debt):
    """An award that was paid by mistake."""

    award: int


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


class Member(Record):
    """A supervisor or an accountant of the link."""

    id: str
    name: str
    role: str


class JackpotBeside(Record):
    """Another jackpot of the table: what one entry of a hand needs to know of it, and its awards that are not paid."""

    link: PitLink
    round: PitRound
    awards: list[KeptAward]


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
    entries: list[EntryLine]
    people: list[Member]
    thresholds: dict[str, DutyWords]
    beside: list[JackpotBeside]


def table_line(link: WatchedLink, plan: LinkPlan, table: TablePlan) -> PitLine:
    """A table in a list."""
    state = link.state
    opened = state.rounds.get(table.id)
    pending = [award for award in state.awards.values() if award.table == table.id and award.status == "pending"]
    return record_of(
        PitLine,
        table,
        table=table.id,
        link=plan.id,
        title=plan.title,
        game=game_of(plan, table).configuration.rules.title,
        round=opened.number if opened else None,
        last_round=state.last_round.get(table.id, 0),
        pending=len(pending),
        stopped=state.table_faults.get(table.id, []),
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
            table=record_of(
                PitTable,
                table,
                game=game_of(plan, table).configuration.rules.title,
                stopped=state.table_faults.get(table.id, []),
                sees=_sees([place, *others]),
            ),
            round=_round(place, others, lamps, name),
            sensor=SensorState(by=lamps.by(plan.id, table.id), silent=silent),
            awards=[
                _with_its_round(award_view(award, plan, state.day, name), place, name)
                for award in sorted(state.awards.values(), key=lambda award: award.no)
                if award.table == table.id
            ],
            asks=[_ask(int(number), request, name) for number, request in asked_at(state, table.id)],
            receivable=[
                record_of(OwedBack, debt, award=int(number))
                for number, debt in state.receivable.items()
                if debt.table == table.id
            ],
            alerts=[
                record_of(AlertView, alarm)
                for alarm in alerts(link, table.id, silent, seen.alarms)
                if not seen.has(plan.id, alarm.id)
            ],
            before=rounds_before(link, table.id, name),
            entries=[entry_line(entry, name, plan) for entry in link.table(table.id)[:8]],
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
        awards = sorted(link.state.awards.values(), key=lambda award: award.no)
        return JackpotBeside(
            link=_link(plan, link.display),
            round=_round(place, others, lamps, name),
            awards=[award for award in awards if award.table == table.id],
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
    return record_of(
        PitLink,
        plan,
        base_wager=plan.base_wager_cents,
        meters=meter_levels(plan, shown),
        day=shown.day,
        accepts=shown.accepts_wagers,
        why_not=codes.CODES.get(shown.why_not, shown.why_not),
        runbook=OF_STOPS.get(shown.why_not, ""),
    )


def _sees(places: Sequence[Place]) -> HandSight:
    """The most cards that any jackpot of the table sees: a hand is entered once for all of them."""
    sights = [sight_of(plan, table) for _, plan, table in places]
    chart = sights[0].bonus.chart
    rows = [row for row in chart.table.rows if not isinstance(row.pay, NoPay)]
    return HandSight(
        own=max(sight.own for sight in sights),
        dealer=max(sight.dealer for sight in sights),
        fewest=max(sight.bonus.fewest for sight in sights),
        rows=[ReadableRow(event=row.event, label=chart.label(row)) for row in rows],
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
    words = duty_words(plan.threshold(award.day or day), plan.currency)
    reported = next(iter(award.reported), "")
    return record_of(
        UnpaidAward,
        award,
        link=plan.id,
        must=[record_of(DutyRecord, words[duty], duty=duty) for duty in award.duties],
        reported_by=reported,
        reported_name=name(reported),
        approved_name=name(award.approved_by),
    )


def _with_its_round(shown: UnpaidAward, place: Place, name: Name) -> PitAward:
    """An award that waits, with its round: who locked it, which cards made the hand, what it did to the meter."""
    link, plan, table = place
    game, entries = game_of(plan, table), [entry for entry in link.table(table.id) if entry.round == shown.round]
    first = {entry.kind: entry for entry in reversed(entries)}
    lock, wager = first.get("lock"), first.get("wager")
    gave = next(
        (entry for entry in entries if any(award["no"] == shown.no for award in entry.body.get("awards") or ())), None
    )
    settled = gave.body.get("settled", {}) if gave else {}
    emptied = gave.body.get("emptied", ()) if gave and "after" in settled else ()
    return record_of(
        PitAward,
        shown,
        wagered_at=wager.at if wager else None,
        locked_at=lock.at if lock else None,
        locked_by=name(lock.by) if lock else "",
        made_of=made_of(game, table.wager, shown.cards, shown.dealer),
        notes=award_notes(game, table, plan, settled, emptied),
        barred=barred_from(link, plan, shown),
    )


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
        if entry.kind in ("result", "void", "correct", "reject", "take_back"):
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
    told = {"correct": "corrected: ", "reject": "rejected: ", "take_back": "a wager taken back: "}.get(each.kind, "")
    return told + (words or "no winner")


class GradedHand(Record):
    """What the rulebook makes of a hand; no label where it wins nothing."""

    label: str | None
    why: str
    cite: str
    made_of: list[bool]
    """For each card, whether it makes the hand."""


class Reseed(Record):
    """A level that would be won whole, and the cents it would start from again."""

    level: int
    to: int


class Graded(Record):
    """For each seat what its hand is, and every award that the round would give now. Nothing is entered."""

    hands: dict[str, GradedHand]
    awards: list[UnpaidAward]
    reseeds: list[Reseed]
    notes: list[str]


def graded_for_all(places: Sequence[Place], hands: dict[str, str], dealer: str | None, so_far: bool) -> Graded:
    """What hands would win on every jackpot of a table. Each seat's hand counts where the seat has a wager."""
    locked: list[tuple[Place, list[int]]] = []
    for place in places:
        opened = place[0].state.rounds.get(place[2].id)
        if opened and opened.locked:
            locked.append((place, opened.seats))
    if not locked:
        raise Refused(409, "round_not_locked", "the round is not locked")
    for seat in hands:
        if not any(int(seat) in seats for _, seats in locked):
            raise Refused(422, "seat_without_wager", f"seat {seat} has no wager in this round")
    by_link: list[Graded] = []
    try:
        check_deal(hands.values(), dealer, [(plan, table) for (_, plan, table), _ in locked])
    except BadHand as error:
        raise Refused(422, error.code, error.detail) from None
    sights = [sight_of(plan, table) for _, plan, table in places]
    most_own, most_dealer = max(sight.own for sight in sights), max(sight.dealer for sight in sights)
    for place, seats in locked:
        # Each jackpot is given the cards that it sees, as it will be when the hand is entered.
        sight = sight_of(place[1], place[2])
        theirs = {seat: first_cards(hand, sight.own, most_own) for seat, hand in hands.items() if int(seat) in seats}
        its = graded(*place, theirs, first_cards(dealer, sight.dealer, most_dealer) or None, so_far)
        several = f"{place[1].title}: " if len(places) > 1 else ""
        by_link.append(replace(its, notes=[f"{several}{note}" for note in its.notes]))
    # A hand is called by the first jackpot that pays it.
    named = [seat for its in reversed(by_link) for seat in its.hands.items()]
    called = dict(named) | {seat: hand for seat, hand in named if hand.label}
    return Graded(
        hands={seat: called[seat] for seat in hands},
        awards=[award for its in by_link for award in its.awards],
        reseeds=[reseed for its in by_link for reseed in its.reseeds],
        notes=[note for its in by_link for note in its.notes],
    )


def graded(
    link: WatchedLink, plan: LinkPlan, table: TablePlan, hands: dict[str, str], dealer: str | None, so_far: bool
) -> Graded:
    """For each seat what the rulebook makes of its hand, and every award that the round would give now. Hands that are
    still being typed are graded by the cards that are there."""
    game = game_of(plan, table)
    try:
        bets = read_hands(game, table.wager, dict(hands), dealer, so_far=so_far)
    except BadHand as error:
        raise Refused(422, error.code, error.detail) from None
    with link.lock:
        state = link.state
        opened = state.rounds.get(table.id)
        if opened is None:
            raise Refused(409, "round_not_locked", "the round is over")
        awards: list[UnpaidAward] = []
        reseeds: list[Reseed] = []
        notes: list[str] = []
        if any(bet.row for bet in bets.values()):
            after = adopt_levels(plan, state.waiting, whole_levels(bets))
            tally = Tally(state, plan, behind(table.id, ()))
            outcome = settle_round(state, plan, after, game, table.wager, opened, bets, 0, tally)
            awards = [
                award_view(kept_award(state, award, table.id, opened.number), plan, state.day, str)
                for award in outcome.awards
            ]
            notes = award_notes(game, table, plan, plain(outcome.settled), outcome.emptied)
            reseeds = [Reseed(level=level, to=plan.level(level).reseed_cents) for level in outcome.emptied]
    return Graded(
        hands={
            str(seat): GradedHand(
                label=game.jackpot_sight(table.wager).bonus.chart.label(bet.row) if bet.row else None,
                why=str(bet.why).replace("$", "") if plan.currency == "chips" else str(bet.why),
                cite=bet.cite,
                made_of=made_of(game, table.wager, hands[str(seat)], dealer) if bet.row else [],
            )
            for seat, bet in bets.items()
        },
        awards=awards,
        reseeds=reseeds,
        notes=notes,
    )
