"""Commands that look at a book, in use or not, and wait for nobody: what its meters show, its state, the end-of-day
reports on screen, as CSV, XLSX, PDF or JSON; and those of a ``demo`` day."""

import json
import tempfile
import time
from pathlib import Path
from typing import Annotated, Final

import click

from croupier.casino.floor import link_names, opened, wall_clock
from croupier.cli.jackpot import one_link
from croupier.cli.options import as_json
from croupier.cli.output import ending_of, page_writer, print_json, progress_bar, show_text, tell, write_whole
from croupier.errors import BadInput, CheckFailed
from croupier.handbook.page.blocks import Block, Facts, Group, Section, Words, facts_grid, grid_of
from croupier.handbook.page.text import money, plain
from croupier.handbook.reports.day import PAGE, Printed, printed, printed_month, warnings
from croupier.jackpot.book.reading import Display, display, read_state
from croupier.jackpot.book.recovery import read_now, why_stopped
from croupier.jackpot.kinds.bank import OUR_READING, days_waiting, missing_tomorrow, required_cents
from croupier.jackpot.plan.link_plan import needs_reset, plan_hash
from croupier.jackpot.reports import day as reports
from croupier.jackpot.reports.alarms import Alarm, alarms, by_cause, oddities_of
from croupier.jackpot.reports.records import DayFigures, OwedChange, UnclaimedPrize
from croupier.jackpot.state import LinkState, to_text
from croupier.records import Of, Record, record_of
from croupier.records import plain as fields_of
from croupier.stores.opening import masked

Look = tuple[LinkState, Display]  # A link as of its last entry.


@click.command()
@click.argument("book")
@one_link
@as_json
def meters(book: str, link: str | None, as_json: bool) -> None:
    """Print what the meters of BOOK show, with the notice that each display carries; the book may be in use."""
    looks: list[Look] = []
    with opened(book) as store:
        for state, head in [read_now(store, name) for name in link_names(store, link)]:
            # What the tables show, also of a book that opens stopped.
            shown = display(state)
            looks.append((state, shown.stopped() if why_stopped(store, state, head) else shown))
    if as_json:
        print_json([_meter_record(look) for look in looks])
    else:
        click.echo(_meters_text(looks))


def _meters_text(looks: list[Look]) -> str:
    rows: list[tuple[str, ...]] = []
    for state, shown in looks:
        for level, cents in shown.meters.items():
            takes = "yes" if shown.accepts_wagers else f"no: {shown.why_not}"
            rows.append(
                (state.link, str(level), money(cents), money(shown.overflow[level]), money(shown.reserve), takes)
            )
        if state.plan is None:
            rows.append((state.link, "", "", "", "", "no: not_live"))
    header = ("link", "level", "shows", "overflow", "reserve", "takes wagers")
    blocks: list[Block] = [grid_of(header, rows, numbers=(2, 3, 4))]
    for state, shown in looks:
        for award in shown.pending:
            where = f"{award.label}, {award.table} seat {award.seat}"
            told = f"pending at {state.link}: award {award.no}, ${money(award.cents)}, {where}"
            blocks.append(facts_grid([(told,)]))
    for state, _ in looks:
        if state.plan and state.plan.notice:
            blocks.append(Words(" ".join(state.plan.notice.split()), lead=f"{state.link}: ", hang=2))
    for text in dict.fromkeys(text for state, _ in looks if state.plan for text in warnings(state.plan)):
        blocks.append(Words(text, "warning"))
    return page_writer().block(Group(tuple(blocks)))


@click.command()
@click.argument("book")
@one_link
@as_json
def show(book: str, link: str | None, as_json: bool) -> None:
    """Print the state of each link of BOOK: the day, open rounds and awards, faults, the bank, who may act.

    A plan that waits, for its second person or for a win or a reset, is printed with what it changes. A request that
    waits is printed with its number; another supervisor posts {"do": "grant", "ask": NUMBER} or declines it.
    """
    from croupier.casino.odds import OddsWatch  # it loads the mathematics

    with opened(book) as store:
        links_now = [read_now(store, name) for name in link_names(store, link)]
        if as_json:
            print_json([json.loads(to_text(state)) for state, _ in links_now])
            return
        # What no state tells: that a book opens stopped, and what was odd on days that are not closed.
        stopped = [
            f"! {state.link} is stopped: {why}" for state, head in links_now if (why := why_stopped(store, state, head))
        ]
        odd = {
            state.link: [*oddities_of(store, state).not_confirmed(state), *OddsWatch(store, state).alarms(state)]
            for state, _ in links_now
        }
        told = [_state_text(state, odd[state.link]) for state, _ in links_now]
    show_text("\n\n\n".join([*stopped, *told]))


class PendingAward(Record):
    """An award that waits for its approval."""

    no: int
    table: str
    seat: int
    label: str
    cents: int


class ShownMeters(Display):
    """What the tables of a link show, with its names and words; amounts are cents."""

    title: str
    type: str
    pending: tuple[PendingAward, ...]  # type: ignore[assignment]  # no more than everybody may know of them
    notice: str
    warnings: list[str]


def _meter_record(look: Look) -> ShownMeters:
    state, shown = look
    plan = state.plan
    title, kind, notice = (plan.title, plan.type, plan.notice) if plan else ("", "", "")
    return record_of(ShownMeters, shown, title=title, type=kind, notice=notice, warnings=warnings(plan) if plan else [])


def _waiting(state: LinkState) -> list[tuple[str, ...]]:
    """The requests that a supervisor other than the one who asked may grant, with everything they would do."""
    from croupier.cli.jackpot.post import in_words

    return [
        (number, plain(f"{asked.do.replace('_', ' ')}: {in_words(dict(sorted(fields_of(asked).items())))}"), asked.by)
        for number, asked in state.asked.items()
    ]


def _state_text(state: LinkState, odd: list[Alarm]) -> str:
    from croupier.cli.jackpot.plan import plan_text  # what only this command needs
    from croupier.handbook.reports.plan_changes import differences_text

    parts, page = [], page_writer()
    if state.plan is None:
        parts.append(page.section(Section(state.link, (Words("not live: no plan is approved"),))))
    else:
        parts.append(plan_text(state.plan))
        facts = [
            ("last entry", f"{state.seq:,}"),
            ("open gambling day", state.day),
            ("wagers", f"{state.wager_count:,}"),
            ("owed to players", money(state.liability_cents)),
            ("required in the bank", money(required_cents(state, state.plan))),
            ("in the bank", money(state.bank_cents)),
            ("to be deposited before the next gambling day", money(missing_tomorrow(state, state.plan))),
            ("gambling days that the oldest money waits for its deposit", str(days_waiting(state, state.plan))),
            (
                "rounds open",
                ", ".join(f"{name} {round.number}" for name, round in sorted(state.rounds.items())) or "none",
            ),
            ("at fault", "; ".join(state.faults) or "no"),
            ("alarms", "; ".join(alarm.words for alarm in by_cause(alarms(state, wall_clock(), odd))) or "none"),
            ("ended", f"{state.ended} ({OUR_READING})" if state.ended else "no"),
            ("seized", "yes" if state.seized else "no"),
            ("software", state.software[:16]),
            ("rulebook", state.rulebook[:16]),
        ]
        parts.append(page.block(Facts(tuple(facts))))
    awards = [
        (str(award.no), award.label, f"{award.table} seat {award.seat}", money(award.cents), award.status)
        for award in state.awards.values()
    ]
    parts.append(
        page.grid(grid_of(("award", "hand", "where", "amount", "status"), awards, numbers=(3,)))
        if awards
        else "no open award"
    )
    if state.asked:
        parts.append(page.grid(grid_of(("request", "waits for a second person", "asked by"), _waiting(state))))
    if state.proposal:
        proposed = state.proposal
        parts.append(plain(f"WAITS for a second person: plan {proposed.hash}, proposed by {proposed.by}"))
        parts += [plan_text(proposed.plan), differences_text(state.plan, proposed.plan, state.waiting)]
    if state.plan and state.waiting:
        at_reset = state.plan.type == "house" or needs_reset(state.plan, state.waiting)
        when = "at a full reset" if at_reset else "level by level, as each meter is won, or at a full reset"
        parts.append(f"APPROVED, and takes effect {when}: plan {plan_hash(state.waiting)}")
        parts += [plan_text(state.waiting), differences_text(state.plan, state.waiting)]
    return "\n\n".join(parts)


@click.command()
@click.argument("book")
@click.option("--day", metavar="DAY", help="A gambling day, or open; the last closed one unless named.")
@one_link
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="out.pdf, .xlsx, .csv, or a folder for all three, with one CSV file per table.",
)
@click.option("--month", metavar="MONTH", help="The summary of a month instead, as in 2026-01.")
@as_json
def report(book: str, day: str | None, link: str | None, output: str | None, month: str | None, as_json: bool) -> None:
    """Print the reports of a gambling day: meters, every change explained, liability, bank, prizes, exceptions.

    Every figure is summed from the day's entries and compared with the readings of its close. If they differ, nothing
    is printed and the exit status is 1. With --month, it prints the days of a month side by side, their totals, and the
    prizes not claimed yet.
    """
    if month is not None and day is not None:
        raise BadInput("--month is a separate report", hint="without --day")
    with opened(book) as store:
        names = link_names(store, link)
        live = [name for name in names if link or read_state(store, name).plan]
        if not live:
            raise BadInput(f"{masked(book)}: no link is live", hint="croupier jackpot accept BOOK --by NAME")
        if month is not None:
            summaries = [reports.summary(store, name, month) for name in live]
            page = printed_month(summaries)
            records: list[object] = [
                record_of(SummaryRecord, told, bank=record_of(BankEnds, told), claim_days=told.plan.claim_days or None)
                for told in summaries
            ]
        else:
            of_day = [reports.report(store, name, day) for name in live]
            page = printed(of_day)
            # Amounts are cents, times milliseconds since 1970 (UTC).
            records = [{**vars(told), "link": told.plan.id, "warnings": warnings(told.plan)} for told in of_day]
    if output:
        write_reports(page, output)
    if as_json:
        print_json(records)
    elif not output:
        tell(page.text(page_writer(PAGE)))


class BankEnds(Record):
    """What the bank held before a month, and at its end."""

    before: Annotated[int, Of("first.bank.beginning")]
    after: Annotated[int, Of("last.bank.ending")]


class SummaryRecord(Record):
    """A summary as JSON: amounts are cents, and millionths of a cent where the name says so."""

    link: Annotated[str, Of("plan.id")]
    casino: Annotated[str, Of("plan.casino")]
    location: Annotated[str, Of("plan.location")]
    license: Annotated[str, Of("plan.license")]
    month: str
    closed: Annotated[bool, Of("is_closed")]
    days: Annotated[list[DayFigures], Of("figures")]
    owed_before_millionths: Annotated[int, Of("first.liability.beginning_millionths")]
    owed: list[OwedChange]
    owed_after_millionths: Annotated[int, Of("last.liability.ending_millionths")]
    bank: BankEnds
    claim_days: int | None
    claim_rule: Annotated[str, Of("plan.claim_rule")]
    unclaimed: list[UnclaimedPrize]


def write_reports(page: Printed, output: str) -> list[Path]:
    """Write the reports where the user asked; the files written."""
    path = Path(output)
    if path.suffix and not path.is_dir():
        write_whole(path, page.written(ending_of(output, ("pdf", "xlsx", "csv"))), private=True)
        return [path]
    if path.exists() and not path.is_dir():
        raise BadInput(f"{path} is a file", hint="name a folder, or a file that ends in .pdf, .xlsx or .csv")
    if not path.exists() and not path.parent.is_dir():
        raise BadInput(f"{path.parent} is not a folder", hint="make it first")
    path.mkdir(exist_ok=True)
    files = page.files()
    for name, content in files.items():
        write_whole(path / name, content, private=True)
    return [path / name for name in files]


_WHY: Final = {
    "bank_short": " (before the first deposit)",
    "fault": " (while the sensors were silent)",
    "round_not_open": " (to lock rounds without a wager)",
}


@click.command()
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same day.")
@click.option("-o", "--output", metavar="DIR", help="Write the reports there too: a PDF, and one CSV file per table.")
def demo(seed: str, output: str | None) -> None:
    """Run fifteen tables over a simulated gambling day in a temporary book, and print its reports.

    Every hand is dealt from the game's deck, but for a few winning hands that the demonstration plants, so that a
    single day shows meters being hit. Nothing is left behind but what -o writes.
    """
    from croupier.casino.demo import DAY, run_demo

    if not seed.strip():
        raise BadInput("--seed is empty", hint="any text will do, as in --seed 7")
    if output and Path(output).suffix and not Path(output).is_dir():
        raise BadInput(f"-o {output}: expected a folder", hint="as in -o reports")
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
        day = run_demo(str(Path(folder) / "book.db"), seed, progress_bar("a day of fifteen tables"))
    took = time.perf_counter() - began
    posted, casino = day.answers["ok"], day.casino
    title = f"{casino.name}, {casino.location}: a simulated gambling day"
    ran = Words(
        f"{len(casino.tables)} tables, {len(day.sensors)} of them with a jackpot: {day.rounds:,} rounds, {day.hands:,} "
        f"hands that bet a jackpot, {posted:,} postings, all in {took:.1f} s."
    )
    planted = Words(
        f"PLANTED: {len(DAY.planted)} winning hands are put there by the demonstration, so that one day shows what a "
        f"year brings: {', '.join(f'{hand.table} {hand.time}' for hand in DAY.planted)}. All others are dealt (seed "
        f"{seed})."
    )
    codes = [code for code in sorted(day.answers) if code not in ("ok", "exists")]
    refused = ", ".join(f"{code} {day.answers[code]:,}{_WHY.get(code, '')}" for code in codes)
    answered = Words(f"Refused: {refused or 'none'}. Sent twice and posted once: {day.answers['exists']:,}.")
    page = page_writer(PAGE)
    alarms = tuple(Words(f"ALARM: {alarm.link}: {alarm.words}") for alarm in day.alarms)
    tell(page.section(Section(title, (Group((ran, planted, answered, *alarms)),)), "="))
    reported = printed(day.reports)
    tell("\n\n" + reported.text(page))
    lines = []
    for audit in day.audits:
        verdict = "all agree" if audit.is_clean else f"{audit.findings[0].where}: {audit.findings[0].what}"
        counted = f"{audit.entries:,} entries, {audit.transfers:,} transfers recomputed"
        lines.append(Words(f"{audit.link}: {counted}: {verdict}"))
    tell("\n\n" + page.section(Section("Audit", (Group(tuple(lines)),)), "="))
    if output:
        written = write_reports(reported, output)
        tell(page.block(Words(f"written to {output}: {', '.join(path.name for path in written)}")))
    if not all(audit.is_clean for audit in day.audits):
        raise CheckFailed("the audit found differences")
