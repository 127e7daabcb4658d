"""Notes for people while a book is opened or used: a line on standard error, wrapped at a terminal."""

from __future__ import annotations

import os
import sys
import textwrap


def on_stderr(note: str) -> None:
    """Tell whoever watches."""
    line = f"croupier: {note}"
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    lines = textwrap.wrap(line, columns, subsequent_indent="  ", break_long_words=False) if columns else [line]
    sys.stderr.write("\n".join(lines) + "\n")
