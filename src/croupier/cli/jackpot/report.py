"""The end-of-day reports on screen, as CSV, XLSX, PDF or JSON: ``report``; and those of a ``demo`` day."""

import tempfile
import time
from pathlib import Path
from typing import Annotated, Final

import click

from croupier.casino.floor import link_names, opened
from croupier.cli.jackpot.people import one_link
from croupier.cli.options import as_json
from croupier.cli.output import page_writer, print_json, progress_bar, tell, write_whole
from croupier.errors import BadInput, CheckFailed
from croupier.handbook.page.blocks import Group, Section, Words
from croupier.handbook.reports.day import PAGE, Printed, printed, printed_month, warnings
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.reports import day as reports
from croupier.jackpot.reports.day import MonthSummary
from croupier.jackpot.reports.records import DayFigures, DayReport, OwedChange, UnclaimedPrize
from croupier.records import Of, Record, record_of
from croupier.stores.addresses import masked


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
            page, records = printed_month(summaries), [*map(_summary_record, summaries)]
        else:
            of_day = [reports.report(store, name, day) for name in live]
            page, records = printed(of_day), [*map(_report_record, of_day)]
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


def _summary_record(summary: MonthSummary) -> object:
    bank = record_of(BankEnds, summary)
    return record_of(SummaryRecord, summary, bank=bank, claim_days=summary.plan.claim_days or None)


def _report_record(report: DayReport) -> object:
    """A report as JSON: amounts are cents, times milliseconds since 1970 (UTC)."""
    return {**vars(report), "link": report.plan.id, "warnings": warnings(report.plan)}


def write_reports(page: Printed, output: str) -> list[Path]:
    """Write the reports where the user asked; the files written."""
    path = Path(output)
    ending = path.suffix.lower()
    if ending in (".pdf", ".xlsx", ".csv") and not path.is_dir():
        write_whole(path, page.written(ending[1:]), private=True)
        return [path]
    if ending and not path.is_dir():
        raise BadInput(
            f"-o {output}: cannot tell the format from '{path.suffix}'",
            hint="end it in .pdf, .xlsx or .csv, or name a folder",
        )
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
    from croupier.casino.demo import PLANTED, run_demo

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
        f"PLANTED: {len(PLANTED)} winning hands are put there by the demonstration, so that one day shows what a "
        f"year brings: {', '.join(f'{hand.table} {hand.time}' for hand in PLANTED)}. All others are dealt (seed "
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
