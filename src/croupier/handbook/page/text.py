"""Lines of plain text for a terminal: wrapped paragraphs and headings. ``terminal`` writes documents with them."""

from __future__ import annotations

import re
import textwrap

from croupier.handbook.page.plain import plain

WIDTH = 96
_BREAKS = re.compile("[\t\n\v\f\r]")


def paragraph(text: str, indent: str = "", first: str | None = None, width: int = WIDTH) -> str:
    """Text wrapped to the page, hanging under its first line."""
    return textwrap.fill(
        plain(_BREAKS.sub(" ", text)),
        width,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def heading(text: str, line: str = "=", width: int | None = None) -> str:
    """A title with a line under it; wrapped if it is wider than that."""
    lines = [plain(text)]
    if width is not None and len(lines[0]) > width:
        lines = textwrap.wrap(lines[0], width, break_on_hyphens=False, break_long_words=False)
    return "\n".join([*lines, line * min(max(map(len, lines)), width or 10**6)])
