"""A par sheet for print, set by Typst from the same layout as the page."""

from __future__ import annotations

from croupier.handbook.page import pdf
from croupier.handbook.page.typesetting import typeset
from croupier.handbook.parsheet.layout import document
from croupier.questions.sheet.building import Sheet


def render_pdf(sheet: Sheet, paper: pdf.Paper = "a4") -> bytes:
    """The sheet as a PDF; the same sheet gives the same bytes."""
    return typeset(source(sheet, paper), strict=True)


def source(sheet: Sheet, paper: pdf.Paper = "a4") -> str:
    """The sheet as Typst source."""
    return pdf.source([document(sheet)], paper=paper)
