"""A par sheet as one HTML file."""

from __future__ import annotations

from croupier.handbook.page import html
from croupier.handbook.parsheet.layout import document
from croupier.questions.sheet.building import Sheet


def render_html(sheet: Sheet) -> str:
    """The whole page."""
    return html.render(document(sheet))
