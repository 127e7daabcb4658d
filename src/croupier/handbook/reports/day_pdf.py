"""The end-of-day reports of jackpots for print, in the manner of the par sheets."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.handbook.page import pdf
from croupier.handbook.page.typesetting import typeset
from croupier.handbook.reports.day import document
from croupier.jackpot.reports.records import DayReport


def render_pdf(reports: Sequence[DayReport]) -> bytes:
    """The reports of one or more links as one PDF, each beginning on a page of its own; same input, same bytes."""
    return typeset(source(reports))


def source(reports: Sequence[DayReport]) -> str:
    """The reports as Typst source."""
    return pdf.source([document(each) for each in reports], f"Jackpot reports of {reports[0].day}")
