"""Plain text for a terminal: aligned tables and wrapped paragraphs, readable at 80 columns and without color."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

from croupier.handbook.page.plain import plain

WIDTH = 96
_BREAKS = re.compile("[\t\n\v\f\r]")


def table(rows: Iterable[Sequence[str]], header: Sequence[str] | None = None, right: Sequence[int] = ()) -> str:
    """Columns aligned to their widest cell; those in ``right`` to the right. A cell is one line, whatever it holds.

    >>> print(table([("ante", "1"), ("raise", "20")], ("wager", "pays"), right=[1]))
    wager  pays
    -----  ----
    ante      1
    raise    20
    """
    body = [tuple(plain(cell) for cell in row) for row in rows]
    lines = [tuple(header), *body] if header else body
    if not lines:
        return ""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    if header:
        lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def paragraph(text: str, indent: str = "", first: str | None = None, width: int = WIDTH) -> str:
    """Text wrapped to the page, hanging under its first line."""
    return textwrap.fill(
        plain(_BREAKS.sub(" ", text)),
        width,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def heading(text: str, line: str = "=") -> str:
    """A title with a line under it."""
    text = plain(text)
    return f"{text}\n{line * len(text)}"
