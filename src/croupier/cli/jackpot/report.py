"""The end-of-day reports on screen, as CSV, XLSX, PDF or JSON: ``report``; and those of a ``demo`` day."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from croupier.cli.jackpot.people import one_link
from croupier.cli.options import as_json
from croupier.cli.output import page_writer, print_json, tell
from croupier.errors import BadInput, CheckFailed
from croupier.stores.addresses import masked

if TYPE_CHECKING:
    from croupier.handbook.page.workbook import Tables
    from croupier.jackpot.reports.day import MonthSummary
    from croupier.jackpot.reports.records import DayReport
    from croupier.jackpot.state import LinkState


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
@click.option("--days", is_flag=True, help="List the gambling days instead.")
@as_json
def report(
    book: str, day: str | None, link: str | None, output: str | None, month: str | None, days: bool, as_json: bool
) -> None:
    """Print the reports of a gambling day: meters, every change explained, liability, bank, prizes, exceptions.

    Every figure is summed from the day's entries and compared with the readings of its close. If they differ, nothing
    is printed and the exit status is 1. With --month, it prints the days of a month side by side, their totals, and the
    prizes not claimed yet.
    """
    from croupier.casino.floor import link_names, opened
    from croupier.jackpot.book.reading import read_state
    from croupier.jackpot.reports import day as reports
    from croupier.jackpot.reports.day import summary

    if month is not None and (day is not None or days):
        raise BadInput("--month is a separate report", hint="without --day and --days")
    with opened(book) as store:
        names = link_names(store, link)
        if days:
            _print_days({name: (read_state(store, name), list(reports.history(store, name))) for name in names})
            return
        live = [name for name in names if link or read_state(store, name).plan]
        if not live:
            raise BadInput(f"{masked(book)}: no link is live", hint="croupier jackpot accept BOOK --by NAME")
        if month is not None:
            _month([summary(store, name, month) for name in live], output, as_json)
            return
        found = [
            reports.open_report(store, name) if day == "open" else reports.report(store, name, day) for name in live
        ]
    if output:
        write_reports(found, output)
    if as_json:
        print_json([report_record(each) for each in found])
    elif not output:
        from croupier.handbook.reports.day import PAGE, render_text

        page = page_writer(PAGE)
        tell("\n\n\n".join(render_text(each, page) for each in found))


def _month(found: Sequence[MonthSummary], output: str | None, as_json: bool) -> None:
    from croupier.handbook.reports import summary as summary_rows
    from croupier.handbook.reports.day import PAGE
    from croupier.handbook.reports.summary import render_pdf, render_text

    if output:
        _write(
            output,
            summary_rows.tables(found),
            lambda: render_pdf(found),
            lambda: summary_rows.workbook(found),
            "summary",
        )
    if as_json:
        print_json([summary_record(each) for each in found])
    elif not output:
        page = page_writer(PAGE)
        tell("\n\n\n".join(render_text(each, page) for each in found))


def summary_record(found: MonthSummary) -> dict[str, object]:
    """A summary as JSON: amounts are cents, and millionths of a cent where the name says so."""
    from croupier.handbook.reports.summary import day_figures

    names = "rounds voided wagers wagered accrued_millionths hits awarded taken_back paid".split()
    return {
        "link": found.plan.id,
        "casino": found.plan.casino,
        "location": found.plan.location,
        "license": found.plan.license,
        "month": found.month,
        "closed": found.is_closed,
        "days": [
            {"day": day.day, "closed": day.is_closed, **dict(zip(names, figures, strict=True))}
            for day, figures in zip(found.days, day_figures(found), strict=True)
        ],
        "owed_before_millionths": found.first.liability.beginning_millionths,
        "owed": [asdict(each) for each in found.owed],
        "owed_after_millionths": found.last.liability.ending_millionths,
        "bank": {"before": found.first.bank.beginning, "after": found.last.bank.ending},
        "claim_days": found.plan.claim_days or None,
        "claim_rule": found.plan.claim_rule,
        "unclaimed": [
            {**asdict(each.prize), "claim_until": each.deadline or None, "late": each.is_late(found.last.day)}
            for each in found.unclaimed
        ],
    }


def write_reports(found: Sequence[DayReport], output: str) -> list[Path]:
    """Write the reports where the user asked; the files written."""
    from croupier.handbook.reports import day_rows
    from croupier.handbook.reports.day import render_pdf

    return _write(output, day_rows.tables(found), lambda: render_pdf(found), lambda: day_rows.workbook(found), "report")


def _write(
    output: str, tables: Tables, as_pdf: Callable[[], bytes], as_workbook: Callable[[], bytes], name: str
) -> list[Path]:
    from croupier.cli.output import write_whole
    from croupier.handbook.page.workbook import csv_files, csv_sections

    path = Path(output)
    ending = path.suffix.lower()
    single: dict[str, Callable[[], bytes]] = {
        ".pdf": as_pdf,
        ".xlsx": as_workbook,
        ".csv": lambda: csv_sections(tables).encode(),
    }
    if ending in single and not path.is_dir():
        write_whole(path, single[ending](), private=True)
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
    contents = {f"{name}.pdf": as_pdf(), f"{name}.xlsx": as_workbook()}
    contents |= {file: text.encode() for file, text in csv_files(tables).items()}
    for file, content in contents.items():
        write_whole(path / file, content, private=True)
    return [path / file for file in contents]


def report_record(found: DayReport) -> dict[str, object]:
    """A report as JSON: amounts are cents, times milliseconds since 1970 (UTC)."""
    from croupier.handbook.reports.day import warnings

    record = asdict(found)
    record["link"] = found.plan.id
    record["warnings"] = warnings(found.plan)
    return record


def _print_days(days: dict[str, tuple[LinkState, list[str]]]) -> None:
    for name, (state, closed) in days.items():
        click.echo(f"{name}: {state.day} open" if state.day else f"{name}: not live")
        for over in reversed(state.unclosed):
            click.echo(f"{name}: {over.day} over, not closed")
        for each in closed:
            click.echo(f"{name}: {each} closed")


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
    from croupier.cli.output import progress_bar
    from croupier.handbook.page.blocks import Group, Section, Words
    from croupier.handbook.reports.day import PAGE, render_text

    if not seed.strip():
        raise BadInput("--seed is empty", hint="any text will do, as in --seed 7")
    if output and Path(output).suffix and not Path(output).is_dir():
        raise BadInput(f"-o {output}: expected a folder", hint="as in -o reports")
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
        day = run_demo(str(Path(folder) / "book.db"), seed, progress_bar("a day of fifteen tables"))
    took = time.perf_counter() - began
    shared = day.posted / max(1, day.commits)
    title = f"{day.casino}, {day.location}: a simulated gambling day"
    ran = Words(
        f"{day.tables} tables, {day.sensors} of them with a jackpot: {day.rounds:,} rounds, {day.hands:,} hands "
        f"that bet a jackpot, {day.posted:,} postings in {day.commits:,} durable commits ({shared:.1f} a commit), "
        f"all in {took:.1f} s."
    )
    planted = Words(
        f"PLANTED: {len(PLANTED)} winning hands are put there by the demonstration, so that one day shows what a "
        f"year brings: {', '.join(f'{each.table} {each.time}' for each in PLANTED)}. All others are dealt (seed "
        f"{seed})."
    )
    refused = ", ".join(f"{code} {count:,}{_WHY.get(code, '')}" for code, count in sorted(day.refused.items()))
    answered = Words(f"Refused: {refused or 'none'}. Sent twice and posted once: {day.repeated:,}.")
    page = page_writer(PAGE)
    alarms = tuple(Words(f"ALARM: {alarm.link}: {alarm.words}") for alarm in day.alarms)
    tell(page.section(Section(title, (Group((ran, planted, answered, *alarms)),)), "="))
    for each in day.reports:
        tell("\n\n" + render_text(each, page))
    lines = []
    for found in day.audits:
        verdict = "all agree" if found.is_clean else f"{found.findings[0].where}: {found.findings[0].what}"
        counted = f"{found.entries:,} entries, {found.transfers:,} transfers recomputed"
        lines.append(Words(f"{found.link}: {counted}: {verdict}"))
    tell("\n\n" + page.section(Section("Audit", (Group(tuple(lines)),)), "="))
    if output:
        written = write_reports(day.reports, output)
        tell(page.block(Words(f"written to {output}: {', '.join(path.name for path in written)}")))
    if not all(found.is_clean for found in day.audits):
        raise CheckFailed("the audit found differences")
