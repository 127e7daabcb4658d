"""The pit: a physical table with real cards, as its dealer and supervisor work it, and requests to the books. Its views
apply no rules. What the dealer says once of a round reaches every jackpot of the table; each answers. Where a table has
a sensor, only what it sees is wagered, whoever asks."""

import asyncio
import contextlib
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace as replace_actor
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Request, WebSocket
from msgspec import Meta
from starlette.requests import HTTPConnection

from croupier.casino import acts, floor
from croupier.casino import table_report as reports
from croupier.errors import BadInput
from croupier.jackpot import actors, codes, journal, requests
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.reading import Display
from croupier.jackpot.entries import AwardRecord, Debt, KeptAward, Restated, Settled
from croupier.jackpot.kinds import table as kinds
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.kinds.rounds import kept_award
from croupier.jackpot.kinds.table import malformed
from croupier.jackpot.kinds.winnings import BadHand, Tally, behind, read_hands, settle_round, whole_levels
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan, Threshold, adopt_levels, is_of_play_tables
from croupier.jackpot.requests import Request as BookedRequest
from croupier.people.access_log import Act
from croupier.play.documents import Json
from croupier.play.game import Game, JackpotBet
from croupier.records import Record, converted, encode, field, plain, record_of, replace
from croupier.service import staff
from croupier.service.books.alerts import OF_STOPS, AlertView, SeenAlerts, alerts, asked_at
from croupier.service.books.journal import EntryLine, award_notes, entry_line, game_of, made_of
from croupier.service.books.lamps import Lamps
from croupier.service.books.running import Happened, Name, PageStanding, Place, WatchedLink, standing
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute, accepted, problems
from croupier.service.settings import Settings
from croupier.units import NoPay, amount

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
    """By request and person, why that person may not make it; under the link's lock."""
    rules = Link(link.state, floor.load_layout, lambda _: {})
    people = [member.id for member in plan.people if member.role in ("supervisor", "accounting")]
    barred: dict[str, dict[str, str]] = {}
    for do, fields in _FILLED.items():
        barred[do] = {}
        for person in people:
            try:
                kinds.decide(rules, kinds.record_of({"do": do, "award": award.no, **fields}, person))
            except codes.Refused as refused:
                if refused.code in ABOUT_THE_PERSON:
                    barred[do][person] = refused.detail or refused.code
    return barred


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
    """How many cards are entered of a hand and of the dealer's: the most that any jackpot of the table sees."""

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
    made_of: list[bool]  # For each card, whether it makes the hand.
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
    request: Json


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
    version: int  # Rises with time; the newest stays in view.
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


def _beside(place: Place, others: Sequence[Place], lamps: Lamps, name: Name) -> JackpotBeside:
    link, plan, table = place
    with link.lock:
        awards = sorted(link.state.awards.values(), key=lambda award: award.no)
        return JackpotBeside(
            link=_link(plan, link.display),
            round=_round(place, others, lamps, name),
            awards=[award for award in awards if award.table == table.id],
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
    sights = [reports.sight_of(plan, table) for _, plan, table in places]
    chart = sights[0].bonus.chart
    rows = [row for row in chart.table.rows if not isinstance(row.pay, NoPay)]
    return HandSight(
        own=max(sight.own for sight in sights),
        dealer=max(sight.dealer for sight in sights),
        fewest=max(sight.bonus.fewest for sight in sights),
        rows=[ReadableRow(event=row.event, label=chart.label(row)) for row in rows],
    )


def _round(place: Place, others: Sequence[Place], lamps: Lamps, name: Name) -> PitRound:
    """The round that is open on a link, else the one that comes next on all jackpots of the table. Where it is locked
    for another of them, this one stays out of it, whatever its lamps say by now."""
    link, plan, table = place
    state = link.state
    opened = state.rounds.get(table.id)
    states = [state, *(other.state for other, _, _ in others)]
    number = opened.number if opened else reports.next_round(states, table.id)
    is_out = opened is None and reports.is_dealt(table.id, number, states)
    lit = lamps.of(plan.id, table.id)
    seats = sorted(opened.seats) if opened else sorted(lit.seats if lit.round == number and not is_out else ())
    lock = next((entry for entry in link.table(table.id) if entry.kind == "lock" and entry.round == number), None)
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
    gave = next((entry for entry in entries if any(award.no == shown.no for award in entry.awards)), None)
    won = gave.body if gave and isinstance(gave.body, Settled) else None
    return record_of(
        PitAward,
        shown,
        wagered_at=wager.at if wager else None,
        locked_at=lock.at if lock else None,
        locked_by=name(lock.by) if lock else "",
        made_of=made_of(game, table.wager, shown.cards, shown.dealer),
        notes=award_notes(game, table, plan, won),
        barred=barred_from(link, plan, shown),
    )


_DUTIES: Final = {
    "camera": ("camera_cents", "Cards shown to the camera, deck kept", "from {money}"),
    "approval": (
        "approval_cents",
        "Approval by a supervisor",
        "from {money}; by somebody other than the person who entered the hand",
    ),
    "check": ("check_over_cents", "Paid by check", "above {money}"),
    "tax_form": ("tax_form_cents", "Tax form W-2G", "from {money}, and at least {times} times the wager"),
}
"""By duty: the threshold that brings it, and its words."""


def duty_words(now: Threshold, currency: str) -> dict[str, DutyWords]:
    """What an amount requires, in words, from the thresholds in force."""
    words = {}
    for duty, (threshold, title, since) in _DUTIES.items():
        if (cents := getattr(now, threshold)) is not None:
            told = since.format(money=amount(cents, currency), times=now.tax_form_times)
            words[duty] = DutyWords(title=title, since=told)
    return words


def rounds_before(link: WatchedLink, table: str, name: Name) -> list[RoundBefore]:
    """The latest rounds of a table, newest first, each with the entry that a correction would cite."""
    rounds: dict[int, RoundBefore] = {}
    seats: dict[int, int] = {}
    for entry in reversed(link.table(table)):
        body = entry.body
        if isinstance(entry.request, requests.Wager):
            seats[entry.round] = seats.get(entry.round, 0) + len(entry.request.seats)
        if entry.kind == "void" or isinstance(body, Settled | Restated):
            awards = [*(body.stands if isinstance(body, Restated) else ()), *entry.awards]
            settled = body.settled.seats if isinstance(body, Settled | Restated) else []
            first = rounds.get(entry.round)
            rounds[entry.round] = RoundBefore(
                round=entry.round,
                at=first.at if first else entry.at,
                what=_outcome(entry, awards),
                cents=sum(award.cents for award in awards),
                wagers=seats.get(entry.round, 0) or len(settled),
                entry=entry.seq,
                by=name(entry.by),
                void=entry.kind == "void",
                seats=settled,
                awards=[award.no for award in awards],
            )
    return sorted(rounds.values(), key=lambda before: -before.round)[:ROUNDS_BEFORE]


def _outcome(entry: Happened, awards: list[AwardRecord]) -> str:
    if entry.kind == "void":
        return "void"
    words = ", ".join(f"seat {award.seat} {award.label}" for award in awards if award.kind in ("meter", "fixed"))
    told = {"correct": "corrected: ", "reject": "rejected: ", "take_back": "a wager taken back: "}.get(entry.kind, "")
    return told + (words or "no winner")


class GradedHand(Record):
    """What the rulebook makes of a hand; no label where it wins nothing."""

    label: str | None
    why: str
    cite: str
    made_of: list[bool]  # For each card, whether it makes the hand.


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


def graded(places: Sequence[Place], hands: dict[str, str], dealer: str | None, so_far: bool) -> Graded:
    """What the rulebook makes of hands, as far as they are typed, and what every jackpot of a table would pay."""
    rounds = [(place, place[0].state.rounds.get(place[2].id)) for place in places]
    locked = [(place, opened.seats) for place, opened in rounds if opened and opened.locked]
    if not locked:
        raise Refused(409, "round_not_locked", "the round is not locked")
    for seat in hands:
        if not any(int(seat) in seats for _, seats in locked):
            raise Refused(422, "seat_without_wager", f"seat {seat} has no wager in this round")
    sights = [reports.sight_of(plan, table) for _, plan, table in places]
    most_own, most_dealer = max(sight.own for sight in sights), max(sight.dealer for sight in sights)
    called: dict[str, GradedHand] = {}
    won = Graded(hands=called, awards=[], reseeds=[], notes=[])
    try:
        reports.check_deal(hands.values(), dealer, [(plan, table) for (_, plan, table), _ in locked])
        for (link, plan, table), seats in locked:
            # Each jackpot is given the cards that it sees, as it will be when the hand is entered.
            sight, game = reports.sight_of(plan, table), game_of(plan, table)
            own = {
                seat: reports.first_cards(hand, sight.own, most_own)
                for seat, hand in hands.items()
                if int(seat) in seats
            }
            shown = reports.first_cards(dealer, sight.dealer, most_dealer) or None
            bets = read_hands(game, table.wager, own, shown, so_far=so_far)
            _win(won, (link, plan, table), game, bets, f"{plan.title}: " if len(places) > 1 else "")
            for number, bet in bets.items():
                seat = str(number)
                hand = GradedHand(
                    label=sight.bonus.chart.label(bet.row) if bet.row else None,
                    why=str(bet.why).replace("$", "") if plan.currency == "chips" else str(bet.why),
                    cite=bet.cite,
                    made_of=made_of(game, table.wager, own[seat], shown) if bet.row else [],
                )
                # A hand is called by the first jackpot that pays it.
                if seat not in called or (hand.label and not called[seat].label):
                    called[seat] = hand
    except BadHand as error:
        raise Refused(422, error.code, error.detail) from None
    return replace(won, hands={seat: called[seat] for seat in hands})


def _win(won: Graded, place: Place, game: Game, bets: dict[int, JackpotBet], whose: str) -> None:
    """Add every award that the round would give now on one jackpot."""
    link, plan, table = place
    with link.lock:
        state = link.state
        opened = state.rounds.get(table.id)
        if opened is None:
            raise Refused(409, "round_not_locked", "the round is over")
        if not any(bet.row for bet in bets.values()):
            return
        after = adopt_levels(plan, state.waiting, whole_levels(bets))
        tally = Tally(state, plan, behind(table.id, ()))
        outcome = settle_round(state, plan, after, game, table.wager, opened, bets, 0, tally)
        kept = [kept_award(state, award, table.id, opened.number) for award in outcome.awards]
        won.awards.extend(award_view(award, plan, state.day, str) for award in kept)
    notes = award_notes(game, table, plan, outcome)
    won.notes.extend(f"{whose}{note}" for note in notes)
    won.reseeds.extend(Reseed(level=level, to=plan.level(level).reseed_cents) for level in outcome.emptied)


TableId = Annotated[str, Path(max_length=64, description="A table of the plan, such as KIS-01.")]
OneOrAll = Annotated[
    str | None,
    Query(max_length=64, description="The jackpot, where it is for one only; else all that the table plays for."),
]


router = APIRouter(
    tags=["pit"], route_class=RecordRoute, responses=problems(400, 401, 403, 404, 409, 413, 422, 423, 503)
)
LinkId = Annotated[str, Path(max_length=64, description="A link such as sf.")]
_STATUS = {"malformed": 422, "stopped": 503} | dict.fromkeys(
    ("not_allowed", "unknown_person", "same_person", "three_people"), 403
)


class PayeeGiven(Record):
    """Whom a prize is paid to, and how it is known who they are; kept beside the journal, which names only a number."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    identified: Annotated[str, Meta(min_length=1, max_length=200)]
    address: Annotated[str, Meta(max_length=200)] = ""


class ReportRequest(Record):
    """A report of a table, by the person signed in unless somebody else signs."""

    request: Annotated[Json, Meta(description="As docs/reference/jackpot-books.md lists them: id, do and its fields.")]
    by: Annotated[staff.Credentials | None, Meta(description="Who asks, if it is not the person signed in.")] = None
    second: Annotated[staff.Credentials | None, Meta(description="The second person, at the same screen.")] = None


class BookRequest(ReportRequest):
    """A request to the books, by the person signed in unless somebody else signs."""

    payee: Annotated[
        PayeeGiven | None, Meta(description="With a payment: the payee, if the request does not name one by number.")
    ] = None


class BookAnswer(Record):
    """An answer of the books: its code, the entry that it is in, the number of a request that waits, and awards."""

    code: str
    seq: int | None
    at: int | None
    ask: int | None
    awards: list[AwardRecord]


def answered(reply: Reply) -> BookAnswer:
    """An answer of the books that is in the journal."""
    body = reply.body or {}
    awards = converted(list[AwardRecord], body.get("awards", []))
    return record_of(BookAnswer, reply, ask=body.get("ask"), awards=awards)


async def checked(request: Request, link: str, asked: object, reply: Reply, who: str) -> BookAnswer:
    """An answer that is in the journal. A refusal is an error, and is in the access log."""
    if reply.posted:
        return answered(reply)
    raise await _refused(request, link, asked, reply.code, reply.detail, who)


async def _refused(request: Request, link: str, asked: object, code: str, detail: str, who: str) -> Refused:
    """A refusal of the books, once it is in the access log."""
    do = str(asked.get("do", ""))[:40] if isinstance(asked, dict) else ""
    log = staff.book_of(request).logins.log
    await asyncio.to_thread(log.write, Act.REFUSED, who, f"{do}: {code} from {staff.where(request)}", link=link)
    words = {**codes.CODES, **codes.AT_THE_DOOR}[code]
    return Refused(_STATUS.get(code, 409), code, f"{words}: {detail}" if detail else words)


def check_may_act(request: Request, plan: LinkPlan) -> None:
    """A Washington plan is worked in a demonstration only, and a play table by the house alone."""
    settings: Settings = request.app.state.settings
    shows = standing(plan, settings.demonstration)
    if shows.may_act:
        return
    if is_of_play_tables(plan):
        raise Refused(403, "play_table", shows.why, hint="play at the table itself, in the lobby")
    raise Refused(403, "preview_only", shows.why, hint="a demonstration is opened with --demonstration")


def _typed(told: Json) -> BookedRequest | None:
    """A request as a record; None for one that the books cannot understand, and say so."""
    return kinds.record_of(told, "") if malformed(told) is None else None


async def _check_wager(request: Request, link: str, told: Json, who: str) -> None:
    """Refused if a wager joins a round that is locked for another jackpot, since the cards may be known; if its round
    is not the next one; or if it is beyond what the sensor sees. One that was taken is answered as before."""
    wager, book = _typed(told), staff.book_of(request)
    if not isinstance(wager, requests.Wager):
        return
    if await asyncio.to_thread(reports.known_in(book.desk.store), link, told["id"]) is not None:
        return
    table, number = wager.table, wager.round
    code, detail = "", ""
    next_one = book.next_round(table) if book.at_table(table) else number
    dark = set(wager.seats) - await _sensed(request, link, table, number)
    if reports.is_dealt(table, number, [watched.state for watched, plan, _ in book.at_table(table) if plan.id != link]):
        code, detail = "round_locked", f"round {number} of {table} is locked or over on another jackpot"
    elif number > next_one:
        code, detail = "round_to_come", f"round {number} is not there yet: round {next_one} is next"
    elif sensor_of(request, link, table) and dark:
        seats = " ".join(map(str, sorted(dark)))
        code, detail = "not_lit", f"the sensor of {table} sees no wager on {link} at seat {seats}"
    if code:
        raise await _refused(request, link, told, code, detail, who)


def sensor_of(request: Request, link: str, table: str) -> str:
    """The sensor that says where wagers on a jackpot lie, by its id; empty where none is paired."""
    for id, device in staff.book_of(request).logins.devices().items():
        if (device.kind, device.link, device.table) == ("sensor", link, table):
            return id
    return ""


async def _sensed(request: Request, link: str, table: str, number: int) -> frozenset[int]:
    """The seats whose lamps are lit for a round; where there is a sensor, only those that it has lit."""
    lamps = await asyncio.to_thread(lamps_of(request).read, link, table)
    is_told = lamps.by == "sensor" or not sensor_of(request, link, table)
    return lamps.seats if lamps.round == number and is_told else frozenset()


def _by_sensor(request: Request, link: str, asked: actors.Asked) -> actors.Asked:
    """A wager that a sensor has seen is entered with the sensor as its device."""
    wager = _typed(asked.request)
    sensor = sensor_of(request, link, wager.table) if isinstance(wager, requests.Wager) else ""
    return asked._replace(actor=replace_actor(asked.actor, device=f"sensor {sensor}")) if sensor else asked


@router.post("/links/{link}/requests", summary="Ask the books for something; the answer is durable")
async def ask(request: Request, link: LinkId, body: BookRequest) -> BookAnswer:
    watched = await staff.on_link(request, link)
    if watched.state.plan:
        check_may_act(request, watched.state.plan)
    actor, second = await _signed(request, body)
    wanted = _part(request, link, body.request)
    await _check_wager(request, link, wanted, actor.person)
    _check_joins(request, link, wanted, (actor, second))
    payee = actors.Payee(**plain(body.payee)) if body.payee else None
    [reply] = await staff.book_of(request).submit(
        link, [_by_sensor(request, link, actors.Asked(wanted, actor, second, payee))]
    )
    return await checked(request, link, wanted, reply, actor.person)


def _check_joins(request: Request, link: str, wanted: Json, by: Sequence[actors.Actor | None]) -> None:
    book = staff.book_of(request)
    states = {name: watched.state for name, watched in book.links.items()}
    if person := acts.joins_unasked(wanted, link, states, [actor.person for actor in by if actor]):
        words = f"{person[:40]} works on another link, and signs too"
        raise Refused(422, "consent_missing", words, hint="appoint them under People, with their own sign-in")


async def _signed(request: Request, body: ReportRequest) -> tuple[actors.Actor, actors.Actor | None]:
    """Who asks, and who stands behind it."""
    actor = await staff.shown(request, body.by) if body.by else staff.visitor(request).signed_in.actor
    return actor, await staff.shown(request, body.second) if body.second else None


def _part(request: Request, link: str, told: Json) -> Json:
    """Hands as the jackpot sees them, where another one of the table sees more cards."""
    if malformed(told) is not None or "hands" not in told or "table" not in told:
        return told
    return reports.part_of(
        told, link, {plan.id: watched.state for watched, plan, _ in staff.book_of(request).at_table(told["table"])}
    )


class LinkAnswer(BookAnswer):
    """What a link answered; `detail` says why it refused."""

    link: str
    detail: str


class TableAnswer(LinkAnswer):
    """The answer of the first link that has the report in its journal, and those of all."""

    links: list[LinkAnswer]


@router.post(
    "/pit/tables/{table}/report", summary="One report of a table to every jackpot that it plays for; each answers"
)
async def report(request: Request, table: TableId, body: ReportRequest, link: OneOrAll = None) -> TableAnswer:
    places = await staff.all_at_table(request, table, link)
    told = body.request
    if not reports.is_for_all(told):
        raise Refused(422, "malformed", "do: a table reports lock, result, void, or a wager with its seats by link")
    if told.get("table") != table:
        raise Refused(422, "malformed", f"table: this is the report of {table[:40]}")
    for _, plan, _ in places:
        check_may_act(request, plan)
    actor, second = await _signed(request, body)
    states = {plan.id: watched.state for watched, plan, _ in places}
    book = staff.book_of(request)
    beside = [watched.state for watched, plan, _ in book.at_table(table) if plan.id not in states]
    try:
        shares = await asyncio.to_thread(reports.split, told, states, reports.known_in(book.desk.store), beside)
    except BadInput as wrong:
        # No link was asked; the refusal is in the access log all the same.
        await checked(request, " and ".join(states), told, Reply("", "malformed", wrong.message), actor.person)
        raise
    for share in shares:
        await _check_wager(request, share.link, share.request, actor.person)
    return await answers(request, [(share.link, [actors.Asked(share.request, actor, second)]) for share in shares])


async def answers(request: Request, posts: list[tuple[str, list[actors.Asked]]]) -> TableAnswer:
    """What each link answers to its last request; at the top the first that is in a journal, or else a refusal."""
    lines: list[LinkAnswer] = []
    refusals: dict[str, Refused] = {}
    posts = [(link, [_by_sensor(request, link, told) for told in asked]) for link, asked in posts]
    for (link, asked), replies in zip(posts, await staff.book_of(request).submit_together(posts), strict=True):
        line, detail = answered(Reply("", "")), ""
        try:
            if isinstance(replies, journal.StoreError):
                raise Refused(503, "book_unavailable", replies.message, hint=replies.hint)
            for told, reply in zip(asked, replies, strict=True):
                line = await checked(request, link, told.request, reply, told.actor.person)
        except Refused as refused:
            refusals[link] = refused
            line, detail = answered(Reply("", refused.code)), refused.message
        lines.append(record_of(LinkAnswer, line, link=link, detail=detail))
    posted = next((line for line in lines if line.link not in refusals), None)
    if posted is None:
        raise _together(refusals)
    return record_of(TableAnswer, posted, links=lines)


def _together(refusals: dict[str, Refused]) -> Refused:
    """One refusal for those of all links."""
    first = next(iter(refusals.values()))
    if len({refusal.message for refusal in refusals.values()}) == 1:
        return first
    words = "; ".join(f"{link}: {refusal.message}" for link, refusal in refusals.items())
    return Refused(first.status, first.code, words, hint=first.hint)


Seat = Annotated[int, Meta(ge=1, le=99)]
RoundNumber = Annotated[int, Meta(ge=1, le=10**12)]
LinkName = Annotated[
    str | None, Query(max_length=64, description="The jackpot, where the table plays for several; else the first.")
]
BEAT_SECONDS = 1.0
SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)


class LampsRequest(Record):
    """The seats with a wager on them, set by hand."""

    seats: Annotated[list[Seat], Meta(max_length=99)]


class LampRequest(Record):
    """One lamp, set by hand; the others stay as they are."""

    seat: Seat
    lit: bool
    round: Annotated[
        RoundNumber,
        Meta(description="The round that the page shows; once it is over, the lamp counts for the next one."),
    ]


class LockRequest(Record):
    """Close the wagers of the round that the page shows."""

    id: Annotated[
        str, Meta(min_length=8, max_length=48, description="New for every request; one sent twice counts once.")
    ]
    round: RoundNumber


class GradeRequest(Record):
    """Hands as they were typed."""

    hands: Annotated[dict[str, str], Meta(max_length=20)]
    dealer: Annotated[str, Meta(max_length=200)] | None = None
    so_far: Annotated[bool, Meta(description="Cards may be missing: grade those that are there.")] = False


class SeenRequest(Record):
    """Somebody has seen an alert."""

    alert: Annotated[str, Meta(min_length=1, max_length=100)]


def lamps_of(connection: HTTPConnection) -> Lamps:
    lamps: Lamps = connection.app.state.lamps
    return lamps


async def _view(connection: HTTPConnection, table: str, link: str | None) -> PitView:
    """Everything that the console of one table shows."""
    book, lamps = staff.book_of(connection), lamps_of(connection)
    name = book.name
    settings: Settings = connection.app.state.settings
    seen: SeenAlerts = connection.app.state.seen_alerts
    watched, plan, placed = place = await staff.at_table(connection, table, link)
    seen.refresh()
    if connection.scope["type"] == "http" and not book.is_away:
        # Another process may have set them just now. A live view is updated soon enough.
        await asyncio.to_thread(lamps.read, plan.id, table)
    theirs = [other for other in book.at_table(table) if staff.visitor(connection).may_on(other[1].id)]
    others = [other for other in theirs if other[1].id != plan.id]
    # One lock at a time: whoever shows the other jackpot's console takes them in the other order.
    beside = [_beside(other, [place, *others], lamps, name) for other in others]
    with watched.lock:
        state = watched.state
        silent = lamps.is_silent(plan.id, table)
        return PitView(
            at=time.time_ns() // 1_000_000,
            version=time.monotonic_ns() // 1_000_000,
            seq=state.seq,
            stale=round(book.age, 1) if book.age > 2 else 0,
            trouble=book.trouble,
            links=[place[1].id for place in theirs],
            standing=standing(plan, settings.demonstration),
            link=_link(plan, watched.display),
            table=record_of(
                PitTable,
                placed,
                game=game_of(plan, placed).configuration.rules.title,
                stopped=state.table_faults.get(table, []),
                sees=_sees([place, *others]),
            ),
            round=_round(place, others, lamps, name),
            sensor=SensorState(by=lamps.by(plan.id, table), silent=silent),
            awards=[
                _with_its_round(award_view(award, plan, state.day, name), place, name)
                for award in sorted(state.awards.values(), key=lambda award: award.no)
                if award.table == table
            ],
            asks=[
                record_of(
                    AskRecord,
                    asked,
                    ask=asked.number,
                    name=name(asked.by),
                    reason=asked.reason or asked.note,
                    request=plain(state.asked[str(asked.number)]),
                )
                for asked in asked_at(state, table)
            ],
            receivable=[
                record_of(OwedBack, debt, award=int(number))
                for number, debt in state.receivable.items()
                if debt.table == table
            ],
            alerts=[
                record_of(AlertView, alarm)
                for alarm in alerts(watched, table, silent, seen.alarms)
                if not seen.has(plan.id, alarm.id)
            ],
            before=rounds_before(watched, table, name),
            entries=[entry_line(entry, name, plan) for entry in watched.table(table)[:8]],
            people=[record_of(Member, person) for person in plan.people if person.role in ("supervisor", "accounting")],
            thresholds=duty_words(plan.threshold(state.day), plan.currency),
            beside=beside,
        )


@router.get("/pit/tables", summary="The tables whose jackpots you work for")
async def tables(request: Request) -> PitLines:
    book, here = staff.book_of(request), staff.visitor(request)
    lines = [table_line(*place) for place in book.places if here.may_on(place[1].id)]
    return PitLines(tables=sorted(lines, key=lambda line: (line.table, line.link)), trouble=book.trouble)


@router.get("/pit/tables/{table}", summary="All that the console of a table shows")
async def one(request: Request, table: TableId, link: LinkName = None) -> PitView:
    return await _view(request, table, link)


@router.put("/pit/tables/{table}/lamps", summary="Say by hand which seats have a wager")
async def set_lamps(request: Request, table: TableId, body: LampsRequest, link: LinkName = None) -> PitView:
    link_id, number = await _round_for_lamps(request, table, link, body.seats)
    await asyncio.to_thread(lamps_of(request).set_by_hand, link_id, table, frozenset(body.seats), number)
    staff.book_of(request).tell()
    return await _view(request, table, link)


@router.post("/pit/tables/{table}/lamps", summary="Set one lamp by hand; the others stay")
async def set_lamp(request: Request, table: TableId, body: LampRequest, link: LinkName = None) -> PitView:
    link_id, number = await _round_for_lamps(request, table, link, [body.seat])
    if body.round > number:
        raise Refused(409, "round_to_come", f"round {body.round} is not there yet: round {number} is next")
    await asyncio.to_thread(lamps_of(request).light, link_id, table, body.seat, body.lit, number)
    staff.book_of(request).tell()
    return await _view(request, table, link)


async def _round_for_lamps(request: Request, table: str, link: str | None, seats: list[int]) -> tuple[str, int]:
    """The link, and the round whose lamps are set by hand now; Refused where none are."""
    watched, plan, placed = await staff.at_table(request, table, link)
    check_may_act(request, plan)
    wrong = [seat for seat in seats if seat > placed.seats]
    if wrong:
        raise Refused(422, "unknown_seat", f"{table[:40]} has {placed.seats} seats, not {wrong[0]}")
    if sensor_of(request, plan.id, table):
        raise Refused(409, "has_a_sensor", "this table has a sensor: it says where wagers are")
    book = staff.book_of(request)
    opened = watched.state.rounds.get(table)
    number = opened.number if opened else book.next_round(table)
    if opened or reports.is_dealt(table, number, [beside.state for beside, _, _ in book.at_table(table)]):
        message = f"the wagers of round {number} are in the books; no lamp was changed"
        raise Refused(409, "round_open", message, hint="press again when the round is over")
    return plan.id, number


@router.post("/pit/tables/{table}/lock", summary="Take the wagers that are seen, and lock the round")
async def lock(request: Request, table: TableId, body: LockRequest, link: OneOrAll = None) -> TableAnswer:
    places = await staff.all_at_table(request, table, link)
    for _, plan, _ in places:
        check_may_act(request, plan)
    book, actor = staff.book_of(request), staff.visitor(request).signed_in.actor
    about = {"table": table, "round": body.round}
    locks = {"id": f"{body.id}:lock", "do": "lock", **about}
    states = {plan.id: watched.state for watched, plan, _ in places}
    is_next = body.round == book.next_round(table)
    lit = await _lit(request, table, body.round, states) if is_next else {}
    told = await asyncio.to_thread(reports.concerned, locks, states, reports.known_in(book.desk.store))
    if reports.is_dealt(table, body.round, [watched.state for watched, _, _ in book.at_table(table)]):
        lit = {}  # a jackpot that was not in the round when it was locked stays out of it
    if is_next and not lit and not told:
        raise Refused(409, "no_wagers", "no seat has a wager: there is nothing to lock", hint="play on, or set lamps")
    posts = []
    for name in [name for name in states if name in lit or name in told] or states:
        wager = {"id": f"{body.id}:wager", "do": "wager", **about, "seats": lit.get(name, [])}
        posts.append((name, [actors.Asked(wanted, actor) for wanted in ([wager, locks] if name in lit else [locks])]))
    return await answers(request, posts)


async def _lit(request: Request, table: str, number: int, states: reports.States) -> dict[str, list[int]]:
    """By link without an open round, the seats whose lamps are lit for the next."""
    waiting = [link for link, state in states.items() if table not in state.rounds]
    lit = {link: sorted(await _sensed(request, link, table, number)) for link in waiting}
    return {link: seats for link, seats in lit.items() if seats}


@router.post("/pit/tables/{table}/grade", summary="What typed hands come to; nothing is entered")
async def grade(request: Request, table: TableId, body: GradeRequest, link: OneOrAll = None) -> Graded:
    places = await staff.all_at_table(request, table, link)
    for seat in body.hands:
        if not SEAT.fullmatch(seat) or int(seat) > places[0][2].seats:
            raise Refused(422, "unknown_seat", f"{table[:40]} has no seat {seat[:10]}")
    return await asyncio.to_thread(graded, places, body.hands, body.dealer, body.so_far)


@router.post("/pit/tables/{table}/alerts", summary="Say that you have seen an alert")
async def seen(request: Request, table: TableId, body: SeenRequest, link: LinkName = None) -> PitView:
    _, plan, _ = await staff.at_table(request, table, link)
    view = await _view(request, table, link)
    if body.alert not in {alert.id for alert in view.alerts}:
        raise Refused(404, "unknown_alert", f"there is no alert {body.alert[:60]} here")
    marks: SeenAlerts = request.app.state.seen_alerts
    await asyncio.to_thread(marks.mark, plan.id, body.alert, staff.visitor(request).person, staff.where(request))
    staff.book_of(request).tell()
    return await _view(request, table, link)


@router.websocket("/pit/tables/{table}/live")
async def live(socket: WebSocket, table: str, link: str | None = None) -> None:
    """The view, sent again whenever something was committed, a lamp changed, or it became old."""
    try:
        await staff.entitled(socket)
        view = await _view(socket, table, link)
    except Refused:
        await socket.close(1008)
        return
    with contextlib.suppress(Refused):
        async with accepted(socket) as gone, staff.book_of(socket).watching(view.link.id, *view.links) as news:
            before = b""
            while not gone.done():
                text = encode(replace(view, at=0, version=0))
                if text != before:
                    before = text
                    await socket.send_bytes(encode(view))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), BEAT_SECONDS)
                news.clear()
                if staff.visitor(socket).session is None:
                    break
                # People who were dismissed or removed see nothing more.
                await staff.entitled(socket)
                view = await _view(socket, table, link)
