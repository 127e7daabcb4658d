"""Color on pages and messages: laid over the finished text, and never the only carrier of meaning.

There is color only at a terminal, and none where ``NO_COLOR`` is set or the terminal is dumb. A message is wrapped to
the width of a terminal, and keeps its lines everywhere else, so that scripts read them whole.
"""

from __future__ import annotations

import os
import re
import textwrap
from typing import Final, TextIO

import click

USUAL: Final = 80
"""Columns of a terminal that does not say how wide it is."""

_TITLE: Final = re.compile(r"^(\S.*)\n(=+|-+)$", re.MULTILINE)
_WARNING: Final = re.compile(r"^! .*(?:\n  \S.*)*", re.MULTILINE)
_SAMPLE: Final = re.compile(r"\bSAMPLE\b(?!-)")
_CITE: Final = re.compile(r"\[[A-Z][A-Z0-9-]*(?: [^\]\n]{1,60})?\]")


def is_wanted(stream: TextIO | None) -> bool:
    """Whether what is written there may be colored."""
    if stream is None or not stream.isatty():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str) -> str:
    """A page: headings bold, warnings and samples yellow, citations faint."""
    text = _TITLE.sub(_bold, text)
    text = _CITE.sub(lambda found: click.style(found[0], dim=True), text)
    text = _WARNING.sub(lambda found: click.style(found[0], fg="yellow"), text)
    return _SAMPLE.sub(lambda found: click.style(found[0], fg="yellow"), text)


def _bold(title: re.Match[str]) -> str:
    return f"{click.style(title[1], bold=True)}\n{title[2]}" if len(title[1]) == len(title[2]) else title[0]


def folded(text: str, stream: TextIO | None) -> str:
    """Wrap lines to the terminal; leave them as they are everywhere else."""
    return _wrapped(text, _columns(stream)) if stream is not None and stream.isatty() else text


def message(text: str, stream: TextIO | None) -> str:
    """An error: its first word red, its hint faint, its lines no longer than the terminal's."""
    text = folded(text, stream)
    if not is_wanted(stream):
        return text
    head, colon, rest = text.partition(":")
    body, mark, hint = rest.partition("\nhint:")
    return click.style(head + colon, fg="red", bold=True) + body + (click.style(mark + hint, dim=True) if mark else "")


def _columns(stream: TextIO) -> int:
    """How wide the terminal is that errors go to: standard output may be a file."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(stream.fileno()).columns or USUAL
    except (OSError, ValueError):
        return USUAL


def _wrapped(text: str, columns: int) -> str:
    """Each line broken between words; what continues a line is indented by two columns.

    >>> print(_wrapped("croupier: a long line\\n  a row of choices\\nhint: a-long-word", 14))
    croupier: a
      long line
      a row of
        choices
    hint:
      a-long-word
    """
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())] + "  "
        lines += textwrap.wrap(
            line,
            columns,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
        ) or [""]
    return "\n".join(lines)
