"""Text as wide as the terminal, and the paint laid over it.

Everything is laid out as plain lines first. Color comes last, by ``Paint``, and never carries meaning alone, so a
screen reader, a pipe and a terminal without color get the same words in the same places.
"""

from __future__ import annotations

import os
import re
import textwrap
from dataclasses import dataclass
from typing import TextIO

from croupier.cards.cards import SUIT_LETTERS, SUIT_SYMBOLS

WIDTH = 80
"""Where nobody says how wide the terminal is."""
NARROWEST, WIDEST = 60, 120
_width = WIDTH


def follow(target: TextIO | None) -> None:
    """From now on lines are as wide as this terminal is now, within reason."""
    global _width
    try:
        wide = os.get_terminal_size(target.fileno()).columns if target is not None and target.isatty() else WIDTH
    except (OSError, ValueError):
        wide = WIDTH
    _width = min(max(wide or WIDTH, NARROWEST), WIDEST)


def columns() -> int:
    """How wide a line may be."""
    return _width


def rule_width() -> int:
    """How long a ruled line is: short of the edge, so that no terminal wraps it."""
    return _width - 2


_CARD = re.compile(f"([2-9TJQKA])([{SUIT_SYMBOLS}])")
_GAIN = re.compile(r"(?<![\w+])\+\d[\d,]*\.\d\d\b")
_SAMPLE = re.compile(r"\bSAMPLE\b(?!-)")
_STRONG = re.compile(r"^(?:── .*|> seat \d+ \S+)")
_PLAIN = str.maketrans({"─": "-", "·": "-", "…": "...", "–": "-", "“": '"', "”": '"', "’": "'", "×": "x"})
_TWO_COLORS = ("", "31", "31", "")
_FOUR_COLORS = ("32", "94", "31", "")


@dataclass(frozen=True)
class Paint:
    """How a line is colored, and how suits are written."""

    color: bool = False
    four_color: bool = False
    symbols: bool = True
    """Whether the terminal can show more than ASCII."""
    letters: bool = False
    """Whether suits are letters even so."""

    def __call__(self, line: str) -> str:
        if self.color and line.startswith("! "):
            line = f"\x1b[33m{line}\x1b[39m"
        elif self.color:
            line = _STRONG.sub("\x1b[1m\\g<0>\x1b[22m", line)
            line = _SAMPLE.sub(_in("33"), _GAIN.sub(_in("32"), line))
        line = _CARD.sub(self._card, line)
        return line if self.symbols else line.translate(_PLAIN)

    def _card(self, match: re.Match[str]) -> str:
        rank, suit = match[1], SUIT_SYMBOLS.index(match[2])
        shown = rank + (SUIT_SYMBOLS[suit] if self.symbols and not self.letters else SUIT_LETTERS[suit])
        ink = (_FOUR_COLORS if self.four_color else _TWO_COLORS)[suit]
        if not self.color:
            return shown
        return f"\x1b[1;{ink}m{shown}\x1b[22;39m" if ink else f"\x1b[1m{shown}\x1b[22m"


def _in(code: str) -> str:
    return f"\x1b[{code}m\\g<0>\x1b[39m"


def chips(cents: int) -> str:
    """Amounts as a person reads them: ``chips(105000)`` is ``'1,050.00'``."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{rest:02d}"


def signed(cents: int) -> str:
    """With a plus where something is won."""
    return f"+{chips(cents)}" if cents > 0 else chips(cents)


def fit(text: str, hang: int = 2) -> list[str]:
    """Lines that fit the terminal; what is longer goes on below, indented by ``hang`` more."""
    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= columns():
            lines.append(line.rstrip())
            continue
        indent = " " * (len(line) - len(line.lstrip()))
        below = indent + " " * hang
        lines += textwrap.wrap(
            line.strip(), columns(), initial_indent=indent, subsequent_indent=below, break_on_hyphens=False
        )
    return lines


def ruled(left: str, right: str = "") -> str:
    """A heading with a line drawn through."""
    tail = f" {right} ──" if right else "──"
    return f"── {left} ".ljust(rule_width() - len(tail), "─") + tail


def problem(message: str, hint: str | None = None) -> list[str]:
    """What is wrong and what to do, as one remark."""
    return fit(f"! {message}" + (f" ({hint})" if hint else ""))
