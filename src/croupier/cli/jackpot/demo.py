"""``croupier jackpot demo``: a casino over a simulated day, ending in its reports and an audit of itself."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

import click

from croupier.cli.output import page_writer, tell
from croupier.errors import BadInput, CheckFailed

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
    from croupier.casino.demo import run_demo
    from croupier.casino.demo_day import PLANTED
    from croupier.cli.jackpot.report import write_reports
    from croupier.cli.progress import progress_bar
    from croupier.handbook.page.blocks import Group, Section, Words
    from croupier.handbook.reports.day_text import PAGE, render_text

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
    tell(page.section(Section(title, (Group((ran, planted, answered)),)), "="))
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
