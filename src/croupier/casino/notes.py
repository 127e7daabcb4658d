"""What people should know while a book is opened or worked: a line on standard error, folded where it is a terminal."""

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
