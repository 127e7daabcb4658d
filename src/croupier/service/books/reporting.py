"""Reports of the office: a gambling day or a month, on screen and as files to keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from croupier.errors import BadInput
from croupier.handbook.page.tables import Tables, csv_sections
from croupier.handbook.page.workbook import XLSX
from croupier.handbook.reports import day_pdf, day_rows, day_text
from croupier.handbook.reports import summary as month_text
from croupier.handbook.reports import summary_rows as month_rows
from croupier.jackpot.journal import Store
from croupier.jackpot.reports import day as days
from croupier.jackpot.reports.summary import summary

MEDIA = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "xlsx": XLSX}


class Printable(NamedTuple):
    """A report that was checked and can be written in every form."""

    of: str
    """The day or the month."""
    text: Callable[[], str]
    pdf: Callable[[], bytes]
    tables: Callable[[], Tables]
    workbook: Callable[[], bytes]

    def file(self, format: str) -> bytes:
        if format == "pdf":
            return self.pdf()
        return self.workbook() if format == "xlsx" else csv_sections(self.tables()).encode()


def report_of(store: Store, link: str, day: str | None, month: str | None) -> Printable:
    """The reports of a day, or the summary of a month; BadInput where both are asked for."""
    if month is None:
        found = days.open_report(store, link) if day == "open" else days.report(store, link, day)
        return Printable(
            found.day,
            lambda: day_text.render_text(found),
            lambda: day_pdf.render_pdf([found]),
            lambda: day_rows.tables([found]),
            lambda: day_rows.workbook([found]),
        )
    if day is not None:
        raise BadInput("a day and a month are separate reports", hint="name one of them")
    of_month = summary(store, link, month)
    return Printable(
        month,
        lambda: month_text.render_text(of_month),
        lambda: month_text.render_pdf([of_month]),
        lambda: month_rows.tables([of_month]),
        lambda: month_rows.workbook([of_month]),
    )
