"""The office: jackpots, journal, reports, audit, configuration and access, for those who answer for the books.

Every route reads. What changes something is a request to the books, by people they know.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Literal, NamedTuple, TypeVar

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from croupier.casino.audit import inquire
from croupier.casino.floor import opened, wall_clock
from croupier.errors import BadInput
from croupier.handbook.page.workbook import csv_sections
from croupier.handbook.reports import day as day_reports
from croupier.handbook.reports import day_rows
from croupier.handbook.reports import summary as months
from croupier.jackpot.accounts import BANK
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.reports import day as days
from croupier.jackpot.reports.day import summary
from croupier.people.access_log import Act, Line
from croupier.records import Record, record_of, replace
from croupier.service.books import journal
from croupier.service.books.alerts import Runbook, runbooks
from croupier.service.books.overview import BookAudit, Overview, overview
from croupier.service.books.running import Readers, standing
from croupier.service.problems import Refused
from croupier.service.questions import MEDIA_TYPES
from croupier.service.record_route import Encoded, RecordRoute, problems, to_keep
from croupier.service.routes.pit import LinkId, LinkName, TableId
from croupier.service.settings import Settings
from croupier.service.staff import Visitor, at_table, book_of, on_link, visitor, where


class Printable(NamedTuple):
    """A report that was checked, and how it is written in every form."""

    of: str
    """The day or the month."""
    text: str
    writers: Mapping[str, Callable[[], bytes]]


def report_of(store: Store, link: str, day: str | None, month: str | None) -> Printable:
    """The reports of a day, or the summary of a month; BadInput where both are asked for."""
    if month is None:
        report = days.open_report(store, link) if day == "open" else days.report(store, link, day)
        writers = {
            "pdf": lambda: day_reports.render_pdf([report]),
            "csv": lambda: csv_sections(day_rows.tables([report])).encode(),
            "xlsx": lambda: day_rows.workbook([report]),
        }
        return Printable(report.day, day_reports.render_text(report), writers)
    if day is not None:
        raise BadInput("a day and a month are separate reports", hint="name one of them")
    of_month = summary(store, link, month)
    writers = {
        "pdf": lambda: months.render_pdf([of_month]),
        "csv": lambda: csv_sections(months.tables([of_month])).encode(),
        "xlsx": lambda: months.workbook([of_month]),
    }
    return Printable(month, months.render_text(of_month), writers)


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


def readers_of(request: Request) -> Readers:
    readers: Readers = request.app.state.readers
    return readers


@router.get("/office", summary="Every jackpot, what waits, and what keeps a day from closing")
async def first_page(request: Request) -> Overview:
    book, here = book_of(request), visitor(request)
    settings: Settings = request.app.state.settings
    last: BookAudit | None = request.app.state.audited
    return overview(
        [link for name, link in book.links.items() if here.may_on(name)],
        book.name,
        settings.demonstration,
        wall_clock(),
        roles=here.roles,
        audited=_audited(last, here) if last else None,
        trouble=book.trouble,
        age=book.age,
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
    roles = {who: book.roles(who) for who in {each.who for each in lines}}
    theirs = [each for each in lines if _concerns(each, book.links, roles[each.who], here)]
    return AccessLines(lines=theirs[-limit:][::-1], total=len(theirs), faults=faults)


def _concerns(line: Line, links: Collection[str], roles: Collection[str], here: Visitor) -> bool:
    """Whether a line is about one of the visitor's links: by the link it names, or else by its person."""
    if line.link in links:
        return here.may_on(line.link)
    return not roles or any(here.may_on(each) for each in roles)


@router.post("/office/audit", summary="Recompute the whole book from its first entry")
async def audit(request: Request) -> BookAudit:
    busy: asyncio.Lock = request.app.state.auditing
    if busy.locked():
        raise Refused(409, "busy", "an audit is running", hint="wait for its result")
    book, here = book_of(request), visitor(request)
    auditors: Readers = request.app.state.auditors
    async with busy:
        found = await auditors.read(lambda: inquire(book.url, jobs=1))
        words = f"{'clean' if found.is_clean else 'differences'}, {found.entries} entries from {where(request)}"
        await asyncio.to_thread(book.logins.log.write, Act.AUDITED, here.person, words)
    record = record_of(
        BookAudit,
        found.record(),
        seconds=round(found.seconds, 2),
        at=time.time_ns() // 1_000_000,
        by=book.name(here.person),
    )
    request.app.state.audited = record
    return _audited(record, here)


def _audited(record: BookAudit, here: Visitor) -> BookAudit:
    """The whole book is audited, because its links are chained into one store. Only the visitor's links are
    reported."""
    links = [link for link in record.links if here.may_on(link.link)]
    return replace(record, links=links, clean=not record.store and not any(link.findings for link in links))


@router.get("/office/links/{link}/journal", summary="Entries of a link, the newest first")
async def entries(
    request: Request,
    link: LinkId,
    before: Annotated[int | None, Query(ge=1, le=10**12)] = None,
    limit: Annotated[int, Query(ge=1, le=journal.MOST_LINES)] = 50,
) -> journal.EntryLines:
    name, plan = book_of(request).name, (await on_link(request, link)).state.plan
    lines = await _reading(request, None, lambda store: journal.journal_lines(store, link, before, limit, name, plan))
    return journal.EntryLines(link=link, entries=lines)


@router.get("/office/links/{link}/journal/{entry}", summary="One entry as the chain holds it")
async def entry(request: Request, link: LinkId, entry: Number) -> journal.WholeEntry:
    name = book_of(request).name
    found = await _reading(request, link, lambda store: journal.whole_entry(store, link, entry, name))
    if found is None:
        raise Refused(404, "unknown_entry", f"{link} has no entry {entry}")
    return found


@router.get("/office/links/{link}/history", summary="Every change of a link's configuration")
async def changes(request: Request, link: LinkId) -> journal.PlanHistory:
    name = book_of(request).name
    return journal.PlanHistory(
        link=link, changes=await _reading(request, link, lambda store: journal.history(store, link, name))
    )


@router.get("/office/links/{link}/days", summary="The gambling days of a link")
async def gambling_days(request: Request, link: LinkId) -> GamblingDays:
    found = await on_link(request, link)
    closed = await _reading(request, None, lambda store: list(days.history(store, link)))
    over = [each.day for each in reversed(found.state.unclosed)]
    by_month = sorted({day[:7] for day in (found.state.day, *over, *closed)}, reverse=True)
    return GamblingDays(link=link, open=found.state.day, over=over, closed=closed, months=by_month)


@router.get("/office/links/{link}/bank", summary="The bank's statements beside the books")
async def bank(request: Request, link: LinkId) -> journal.BankBook:
    watched, name = await on_link(request, link), book_of(request).name
    with watched.lock:
        state = watched.state
        balance, upto, difference = -state.cents(BANK), state.seq, state.bank_difference
    return await _reading(
        request,
        None,
        lambda store: journal.bank_book(store, link, balance=balance, upto=upto, difference=difference, name=name),
    )


@router.get("/office/links/{link}/report", summary="The reports of a gambling day, or of a month")
async def report(
    request: Request,
    link: LinkId,
    day: Annotated[
        str | None, Query(max_length=10, description="A gambling day, or open; else the last closed.")
    ] = None,
    month: Annotated[
        str | None, Query(max_length=7, description="The summary of a month instead, as in 2026-01.")
    ] = None,
    format: Literal["json", "csv", "pdf", "xlsx"] = "json",
) -> Encoded[ReportText] | Response:
    def read(store: Store) -> Response:
        found = report_of(store, link, day, month)
        if format != "json":
            return _file(found.writers[format](), MEDIA_TYPES[format], f"{link}-{found.of}.{format}")
        return Encoded(ReportText(link=link, day=found.of, text=found.text))

    return await _reading(request, link, read)


@router.get("/office/links/{link}/awards/{award}", summary="An award, back to its wager and people")
async def trail(
    request: Request, link: LinkId, award: Number, format: Literal["json", "pdf"] = "json"
) -> Encoded[journal.AwardTrail] | Response:
    plan = (await on_link(request, link)).state.plan
    if plan is None:
        raise Refused(404, "unknown_award", f"{link} has no award {award}")
    found = await trail_of(request, plan, award)
    if format == "pdf":
        return _file(journal.trail_pdf(found, plan), "application/pdf", f"{link}-award-{award}.pdf")
    return Encoded(found)


@router.get("/pit/tables/{table}/awards/{award}", tags=["pit"], summary="The prize record of an award")
async def prize(request: Request, table: TableId, award: Number, link: LinkName = None) -> journal.AwardTrail:
    _, plan, _ = await at_table(request, table, link)
    found = await trail_of(request, plan, award)
    if found.table != table:
        raise Refused(404, "unknown_award", f"{table[:40]} has no award {award}")
    return found


async def trail_of(request: Request, plan: LinkPlan, award: int) -> journal.AwardTrail:
    """Everything about an award of a link."""
    shows = standing(plan, request.app.state.settings.demonstration)
    name = book_of(request).name
    found = await _reading(request, None, lambda store: journal.award_trail(store, plan.id, award, name, plan, shows))
    if found is None:
        raise Refused(404, "unknown_award", f"{plan.id} has no award {award}")
    return found


def _file(content: bytes, media_type: str, name: str) -> Response:
    return Response(content, media_type=media_type, headers=to_keep(name))
