"""The end-of-day reports of a jackpot for a terminal: as wide as it is, or a hundred columns."""

from __future__ import annotations

from typing import Final

from croupier.handbook.page.terminal import Terminal
from croupier.handbook.reports.day import document
from croupier.jackpot.reports.records import DayReport

WIDTH: Final = 100
PAGE: Final = Terminal(WIDTH, WIDTH)


def render_text(report: DayReport, page: Terminal = PAGE) -> str:
    """All reports of a day."""
    return page.document(document(report))
