"""The office: its first page, journal, reports, audit, configuration and access, for those who answer for the books.
Every route reads. What changes something is a request to the books, by people they know."""

import asyncio
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from croupier.casino.audit import InquiryRecord, inquire
from croupier.casino.floor import opened, wall_clock
from croupier.errors import BadInput
from croupier.handbook.page import pdf
from croupier.handbook.reports.day import Printed, printed, printed_month
from croupier.handbook.reports.plan_changes import differences
from croupier.jackpot import accounts, codes
from croupier.jackpot.entries import KeptAward
from croupier.jackpot.gambling_day import ends_at
from croupier.jackpot.journal import Store
from croupier.jackpot.kinds.bank import REASONS, days_waiting, required_cents
from croupier.jackpot.kinds.table import KINDS
from croupier.jackpot.plan.link_plan import LinkPlan, needs_reset, plan_hash
from croupier.jackpot.reports import day as days
from croupier.jackpot.reports.alarms import alarms, by_cause
from croupier.jackpot.state import LinkState
from croupier.people.access_log import Act, Line
from croupier.records import UNSET, Record, UnsetType, record_of, replace
from croupier.service.books import journal
from croupier.service.books.alerts import AlertView, Runbook, asked_for, runbooks
from croupier.service.books.running import Name, PageStanding, ReportThreads, WatchedLink, standing
from croupier.service.problems import Refused
from croupier.service.questions import MEDIA_TYPES
from croupier.service.record_route import Encoded, RecordRoute, problems, to_keep
from croupier.service.routes import pit
from croupier.service.settings import Settings
from croupier.service.staff import Visitor, at_table, book_of, on_link, visitor, where
from croupier.units import amount


class OfficeJackpot(Record):
    """A jackpot on the first page of the office; amounts are cents."""

    link: str
    title: str
    type: str
    currency: str
    casino: str
    location: str
    license: str
    standing: PageStanding
    seq: int
    day: str
    meters: list[pit.MeterLevel]
    requires: list[pit.DutyWords]
    reserve: int
    wagers: int
    wagered: int
    hits: int
    owed: int
    bank: int
    required: int
    bank_difference: int
    receivable: list[pit.OwedBack]
    ended: str
    seized: bool
    latest: list[KeptAward]
    pending: int
    takes_wagers: bool
    why_not: str
    tables: list[pit.PitLine]
    may: list[str]  # The requests that the person signed in may make of this jackpot, as the books decide.


class Approval(Record):
    """What waits for another person, or for its payment."""

    kind: Literal["award", "request"]
    link: str
    number: int
    what: str
    where: str
    table: str | None
    by: str
    at: int | None
    cents: int | None
    status: str
    waits_for: list[int] | UnsetType = UNSET
    duties: list[str] | UnsetType = UNSET
    barred: dict[str, str] | UnsetType = UNSET  # By person, why that one may not approve.
    reason: str | UnsetType = UNSET


class WaitingPlan(Record):
    """A plan that somebody has put forward, or one that is approved and not yet in force."""

    link: str
    status: Literal["proposed", "waiting"]
    hash: str
    by: str
    in_force: str
    changes: list[tuple[str, str, str]]  # Field, before, after.


class CloseCheck(Record):
    """What a supervisor checks before a day is closed."""

    ok: bool
    title: str
    detail: str


class DayClose(Record):
    """The open day of a link, earlier days that nobody has closed, and what is not settled."""

    link: str
    title: str
    day: str
    ends_at: int
    to_close: list[str]
    checks: list[CloseCheck]
    alarms: list[AlertView]


class ReasonRecord(Record):
    """A reason for an adjustment."""

    reason: str
    what: str
    cite: str


class BookAudit(InquiryRecord):
    """An audit that somebody in the office asked for."""

    seconds: float
    at: int
    by: str


class Overview(Record):
    """Everything on the first page of the office; amounts are cents."""

    at: int
    trouble: str
    age: float
    jackpots: list[OfficeJackpot]
    approvals: list[Approval]
    day_close: list[DayClose]
    plans: list[WaitingPlan]
    reasons: list[ReasonRecord]
    audited: BookAudit | None


def _jackpot(link: WatchedLink, plan: LinkPlan, standing: PageStanding, role: str | None) -> OfficeJackpot:
    state, shown = link.state, link.display
    return record_of(
        OfficeJackpot,
        plan,
        link=plan.id,
        title=plan.called,
        standing=standing,
        seq=state.seq,
        day=state.day,
        meters=pit.meter_levels(plan, shown),
        requires=list(pit.duty_words(plan.threshold(state.day), plan.currency).values()),
        reserve=shown.reserve,
        wagers=state.wager_count,
        wagered=-state.cents(accounts.WAGERS),
        hits=state.wins,
        owed=state.liability_cents,
        bank=state.bank_cents,
        required=required_cents(state, plan),
        bank_difference=state.bank_difference,
        receivable=[record_of(pit.OwedBack, debt, award=int(number)) for number, debt in state.receivable.items()],
        ended=state.ended,
        seized=bool(state.seized),
        latest=state.last_hits[::-1],
        pending=len(shown.pending),
        takes_wagers=shown.accepts_wagers,
        why_not=codes.CODES.get(shown.why_not, shown.why_not),
        tables=[pit.table_line(link, plan, table) for table in plan.tables],
        may=[do for do, kind in KINDS.items() if role in kind.record.asks and standing.may_act],
    )


def _approvals(link: WatchedLink, name: Name) -> list[Approval]:
    """What waits for another person, or for its payment."""
    state = link.state
    approvals = [
        record_of(
            Approval,
            award,
            kind="award",
            link=state.link,
            number=award.no,
            what=award.label + (f", {award.percent} % of the meter" if award.percent else ""),
            where=f"{award.table}, seat {award.seat}, round {award.round}",
            by=name(next(iter(award.reported), "")),
            barred=pit.barred_from(link, state.plan, award)["approve"] if state.plan else {},
        )
        for award in state.awards.values()
    ]
    approvals += [
        record_of(
            Approval,
            asked,
            kind="request",
            link=state.link,
            what=asked.do,
            where=", ".join(str(about) for about in (asked.table, asked.round, asked.award) if about),
            by=name(asked.by),
            at=None,
            cents=asked.amount,
            status="second",
            reason=asked.reason or asked.note,
        )
        for asked in asked_for(state)
    ]
    return approvals


def _plans(state: LinkState, name: Name) -> list[WaitingPlan]:
    """A plan that somebody has put forward, and one that is approved and not yet in force."""
    told = partial(WaitingPlan, link=state.link)
    plans = []
    if (proposed := state.proposal) is not None:
        changes = differences(state.plan, proposed.plan) if state.plan else []
        force = "with its approval" if state.plan else "when it is approved: the link is new"
        by = name(proposed.by)
        plans.append(told(status="proposed", hash=proposed.hash, by=by, in_force=force, changes=changes))
    if state.waiting is not None and state.plan is not None:
        changes = differences(state.plan, state.waiting)
        is_reset = needs_reset(state.plan, state.waiting)
        force = "at a full reset" if is_reset else "after the next win or a full reset"
        plans.append(told(status="waiting", hash=plan_hash(state.waiting), by="", in_force=force, changes=changes))
    return plans


def _close(link: WatchedLink, plan: LinkPlan, now: int) -> DayClose:
    """The open day, earlier days that nobody has closed, by the plan's clock, and what is not settled."""
    state = link.state
    ends = ends_at(state.day, plan.time_zone, plan.day_begins)
    return DayClose(
        link=plan.id,
        title=plan.called,
        day=state.day,
        ends_at=ends,
        to_close=[unclosed.day for unclosed in state.unclosed] + ([state.day] if now >= ends else []),
        checks=_checks(state, plan),
        alarms=[record_of(AlertView, alarm) for alarm in by_cause(alarms(state, now, link.odd))],
    )


def _checks(state: LinkState, plan: LinkPlan) -> list[CloseCheck]:
    """What a supervisor checks before the day is closed. None of it prevents the close."""

    def money(cents: int) -> str:
        return amount(cents, plan.currency)

    rounds = [f"{table} {round.number}" for table, round in sorted(state.rounds.items())]
    owed = [
        f"{award.no} {'waits for approval' if award.status == 'pending' else 'is to be paid'}"
        for award in state.awards.values()
    ]
    short = required_cents(state, plan) - state.bank_cents
    waiting = days_waiting(state, plan) if plan.type == "progressive" else 0
    checks = (
        (not rounds, "No round is open", f"{_many(rounds, 'round is', 'rounds are')} open", ", ".join(rounds)),
        (not owed, "Every award is paid", _many(owed, "award is not paid", "awards are not paid"), "; ".join(owed)),
        (
            short <= 0,
            "The bank holds what is required",
            "The bank holds less than is required",
            f"{money(state.bank_cents)} of {money(required_cents(state, plan))}",
        ),
        (
            waiting < plan.deposit_days,
            "Nothing waits too long for its deposit",
            "Money waits too long for its deposit",
            f"{waiting} days; {plan.deposit_days} are allowed",
        ),
        (
            not state.bank_difference,
            "The last bank statement agrees with the books",
            "The last bank statement differs from the books",
            money(state.bank_difference) if state.bank_difference else "",
        ),
    )
    return [CloseCheck(ok=ok, title=fine if ok else wrong, detail=detail) for ok, fine, wrong, detail in checks]


def _many(items: list[str], one: str, many: str) -> str:
    return f"{len(items)} {one if len(items) == 1 else many}"


def report_of(store: Store, link: str, day: str | None, month: str | None) -> Printed:
    """The reports of a day, or the summary of a month; BadInput where both are asked for."""
    if month is None:
        return printed([days.report(store, link, day)])
    if day is not None:
        raise BadInput("a day and a month are separate reports", hint="name one of them")
    return printed_month([days.summary(store, link, month)])


router = APIRouter(tags=["office"], route_class=RecordRoute, responses=problems(400, 401, 403, 404, 409, 422, 503))
Found = TypeVar("Found")
MOST_ACCESS = 500
Number = Annotated[int, Path(ge=1, le=10**12)]


class Runbooks(Record):
    """What to do about each alert."""

    runbooks: list[Runbook]


class AccessLines(Record):
    """Lines of the access log, newest first; `faults` is what is wrong with it."""

    lines: list[Line]
    total: int
    faults: list[str]


class GamblingDays(Record):
    """The gambling days of a link: the open one, those over and not closed, the closed ones, and the months."""

    link: str
    open: str
    over: list[str]
    closed: list[str]
    months: list[str]


class ReportText(Record):
    """A report as text; `day` is the day or the month."""

    link: str
    day: str
    text: str


async def _reading(request: Request, link: str | None, read: Callable[[Store], Found]) -> Found:
    """Read the journal in a thread for readers, where the role on the link allows it."""
    if link is not None:
        await on_link(request, link)
    url = book_of(request).url

    def look() -> Found:
        with opened(url) as store:
            return read(store)

    return await readers_of(request).read(look)


def readers_of(request: Request) -> ReportThreads:
    readers: ReportThreads = request.app.state.readers
    return readers


@router.get("/office", summary="Every jackpot, what waits, and what keeps a day from closing")
async def first_page(request: Request) -> Overview:
    book, here, now = book_of(request), visitor(request), wall_clock()
    settings: Settings = request.app.state.settings
    last: BookAudit | None = request.app.state.audited
    jackpots, approvals, close, plans = [], [], [], []
    for link in [link for name, link in book.links.items() if here.may_on(name)]:
        with link.lock:
            plan = link.state.plan
            approvals += _approvals(link, book.name)
            plans += _plans(link.state, book.name)
            if plan is not None:
                shows = standing(plan, settings.demonstration)
                jackpots.append(_jackpot(link, plan, shows, here.roles.get(plan.id)))
                close.append(_close(link, plan, now))
    return Overview(
        at=now,
        trouble=book.trouble,
        age=round(book.age, 1),
        jackpots=jackpots,
        approvals=approvals,
        day_close=close,
        plans=plans,
        reasons=[record_of(ReasonRecord, reason, reason=key) for key, reason in REASONS.items()],
        audited=_audited(last, here) if last else None,
    )


@router.get("/office/runbooks", summary="What to do about each alert")
async def what_to_do() -> Runbooks:
    return Runbooks(runbooks=list(runbooks()))


@router.get("/office/access", summary="The access log, newest first, and whether it is intact")
async def access(request: Request, limit: Annotated[int, Query(ge=1, le=MOST_ACCESS)] = 100) -> AccessLines:
    """Lines about people of other links are left out. Lines about unknown names are shown to everybody."""
    book, here = book_of(request), visitor(request)
    log = book.logins.log
    lines, faults = await readers_of(request).read(lambda: (log.lines(), log.faults()))
    roles = {who: book.roles(who) for who in {line.who for line in lines}}
    theirs = [line for line in lines if _concerns(line, book.links, roles[line.who], here)]
    return AccessLines(lines=theirs[-limit:][::-1], total=len(theirs), faults=faults)


def _concerns(line: Line, links: Collection[str], roles: Collection[str], here: Visitor) -> bool:
    """Whether a line is about one of the visitor's links: by the link it names, or else by its person."""
    if line.link in links:
        return here.may_on(line.link)
    return not roles or any(here.may_on(role) for role in roles)


@router.post("/office/audit", summary="Recompute the whole book from its first entry")
async def audit(request: Request) -> BookAudit:
    busy: asyncio.Lock = request.app.state.auditing
    if busy.locked():
        raise Refused(409, "busy", "an audit is running", hint="wait for its result")
    book, here = book_of(request), visitor(request)
    auditors: ReportThreads = request.app.state.auditors
    async with busy:
        inquiry = await auditors.read(lambda: inquire(book.url, jobs=1))
        words = f"{'clean' if inquiry.is_clean else 'differences'}, {inquiry.entries} entries from {where(request)}"
        await asyncio.to_thread(book.logins.log.write, Act.AUDITED, here.person, words)
    record = record_of(
        BookAudit,
        inquiry,
        seconds=round(inquiry.seconds, 2),
        at=time.time_ns() // 1_000_000,
        by=book.name(here.person),
    )
    request.app.state.audited = record
    return _audited(record, here)


def _audited(record: BookAudit, here: Visitor) -> BookAudit:
    """The whole book is audited, because its links share a store; only the visitor's links are reported."""
    links = [link for link in record.links if here.may_on(link.link)]
    return replace(record, links=links, clean=not record.store and not any(link.findings for link in links))


@router.get("/office/links/{link}/journal", summary="Entries of a link, the newest first")
async def entries(
    request: Request,
    link: pit.LinkId,
    before: Annotated[int | None, Query(ge=1, le=10**12)] = None,
    limit: Annotated[int, Query(ge=1, le=journal.MOST_LINES)] = 50,
) -> journal.EntryLines:
    name, plan = book_of(request).name, (await on_link(request, link)).state.plan
    lines = await _reading(request, None, lambda store: journal.journal_lines(store, link, before, limit, name, plan))
    return journal.EntryLines(link=link, entries=lines)


@router.get("/office/links/{link}/journal/{entry}", summary="One entry as the chain holds it")
async def entry(request: Request, link: pit.LinkId, entry: Number) -> journal.WholeEntry:
    name = book_of(request).name
    whole = await _reading(request, link, lambda store: journal.whole_entry(store, link, entry, name))
    if whole is None:
        raise Refused(404, "unknown_entry", f"{link} has no entry {entry}")
    return whole


@router.get("/office/links/{link}/history", summary="Every change of a link's configuration")
async def changes(request: Request, link: pit.LinkId) -> journal.PlanHistory:
    name = book_of(request).name
    return journal.PlanHistory(
        link=link, changes=await _reading(request, link, lambda store: journal.history(store, link, name))
    )


@router.get("/office/links/{link}/days", summary="The gambling days of a link")
async def gambling_days(request: Request, link: pit.LinkId) -> GamblingDays:
    watched = await on_link(request, link)
    closed = await _reading(request, None, lambda store: list(days.history(store, link)))
    over = [unclosed.day for unclosed in reversed(watched.state.unclosed)]
    by_month = sorted({day[:7] for day in (watched.state.day, *over, *closed)}, reverse=True)
    return GamblingDays(link=link, open=watched.state.day, over=over, closed=closed, months=by_month)


@router.get("/office/links/{link}/bank", summary="The bank's statements beside the books")
async def bank(request: Request, link: pit.LinkId) -> journal.BankBook:
    watched, name = await on_link(request, link), book_of(request).name
    with watched.lock:
        state = watched.state
        balance, upto, difference = -state.cents(accounts.BANK), state.seq, state.bank_difference
    return await _reading(
        request,
        None,
        lambda store: journal.bank_book(store, link, balance=balance, upto=upto, difference=difference, name=name),
    )


@router.get("/office/links/{link}/report", summary="The reports of a gambling day, or of a month")
async def report(
    request: Request,
    link: pit.LinkId,
    day: Annotated[
        str | None, Query(max_length=10, description="A gambling day, or open; else the last closed.")
    ] = None,
    month: Annotated[
        str | None, Query(max_length=7, description="The summary of a month instead, as in 2026-01.")
    ] = None,
    format: Literal["json", "csv", "pdf", "xlsx"] = "json",
) -> Encoded[ReportText] | Response:
    def read(store: Store) -> Response:
        page = report_of(store, link, day, month)
        if format != "json":
            return _file(page.written(format), MEDIA_TYPES[format], f"{link}-{page.of}.{format}")
        return Encoded(ReportText(link=link, day=page.of, text=page.text()))

    return await _reading(request, link, read)


@router.get("/office/links/{link}/awards/{award}", summary="An award, back to its wager and people")
async def trail(
    request: Request, link: pit.LinkId, award: Number, format: Literal["json", "pdf"] = "json"
) -> Encoded[journal.AwardTrail] | Response:
    plan = (await on_link(request, link)).state.plan
    if plan is None:
        raise Refused(404, "unknown_award", f"{link} has no award {award}")
    traced = await trail_of(request, plan, award)
    if format == "pdf":
        document = journal.trail_document(traced, plan)
        content = pdf.typeset(pdf.source([document], document.title))
        return _file(content, MEDIA_TYPES["pdf"], f"{link}-award-{award}.pdf")
    return Encoded(traced)


@router.get("/pit/tables/{table}/awards/{award}", tags=["pit"], summary="The prize record of an award")
async def prize(request: Request, table: pit.TableId, award: Number, link: pit.LinkName = None) -> journal.AwardTrail:
    _, plan, _ = await at_table(request, table, link)
    traced = await trail_of(request, plan, award)
    if traced.table != table:
        raise Refused(404, "unknown_award", f"{table[:40]} has no award {award}")
    return traced


async def trail_of(request: Request, plan: LinkPlan, award: int) -> journal.AwardTrail:
    shows = standing(plan, request.app.state.settings.demonstration)
    name = book_of(request).name
    traced = await _reading(request, None, lambda store: journal.award_trail(store, plan.id, award, name, plan, shows))
    if traced is None:
        raise Refused(404, "unknown_award", f"{plan.id} has no award {award}")
    return traced


def _file(content: bytes, media_type: str, name: str) -> Response:
    return Response(content, media_type=media_type, headers=to_keep(name))
