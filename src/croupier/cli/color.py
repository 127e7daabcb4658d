"""Color on pages and messages: laid over the finished text, and never the only bearer of a meaning.

There is color at a terminal alone, and none where ``NO_COLOR`` is set or the terminal is dumb.
"""

from __future__ import annotations

import os
import re
from typing import Final, TextIO

import click

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


def message(text: str, stream: TextIO | None) -> str:
    """An error: its first word red, its hint faint."""
    if not is_wanted(stream):
        return text
    head, colon, rest = text.partition(":")
    body, mark, hint = rest.partition("\nhint:")
    return click.style(head + colon, fg="red", bold=True) + body + (click.style(mark + hint, dim=True) if mark else "")
