"""Lines out and lines in: the one place that touches the terminal, its signals and its end. Everything is laid out as
plain lines first. Color comes last, by ``Paint``, and never carries meaning alone. A signal is obeyed where the game
waits for a line and nowhere else, so no step of a round is ever cut in two. A terminal that is gone (input ended,
hang-up, broken pipe) reads as ``Leave`` as well."""

import errno
import os
import re
import signal
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import FrameType
from typing import TextIO

from croupier.cards.cards import SUIT_LETTERS, SUIT_SYMBOLS
from croupier.handbook.page.text import money

WIDTH = 80  # Where nobody says how wide the terminal is.
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
    return _width


def rule_width() -> int:
    """How long a ruled line is: short of the edge, so that no terminal wraps it."""
    return _width - 2


_CARD = re.compile(f"([2-9TJQKA])([{SUIT_SYMBOLS}])")
_GAIN = re.compile(r"(?<![\w+])\+\d[\d,]*\.\d\d\b")
_SAMPLE = re.compile(r"\bSAMPLE\b(?!-)")
_STRONG = re.compile(r"^(?:── .*|> seat \d+ \S+)")
_PLAIN = str.maketrans({"─": "-", "·": "-", "…": "...", "–": "-", "“": '"', "”": '"', "’": "'", "×": "x"})
_RED_SUITS = (1, 2)


@dataclass(frozen=True)
class Paint:
    """How a line is colored, and how suits are written."""

    color: bool = False
    symbols: bool = True  # Whether the terminal can show more than ASCII; suits are letters where it cannot.

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
        shown = rank + (SUIT_SYMBOLS if self.symbols else SUIT_LETTERS)[suit]
        if not self.color:
            return shown
        return f"\x1b[1;31m{shown}\x1b[22;39m" if suit in _RED_SUITS else f"\x1b[1m{shown}\x1b[22m"


def _in(code: str) -> str:
    return f"\x1b[{code}m\\g<0>\x1b[39m"


def signed(cents: int) -> str:
    """With a plus where something is won."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


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


LONGEST_LINE = 2000
SHOWN = 60  # How much of a line from a pipe is shown.
_SIGNALS = {"SIGINT": "stopped by Ctrl-C", "SIGTERM": "stopped by SIGTERM", "SIGHUP": "the terminal was closed"}
TICK = 0.05  # Seconds.


class Leave(Exception):
    """The player has gone; ``str()`` says how."""


class Console:
    """A pair of streams, one of which may be a terminal."""

    def __init__(self, source: TextIO | None, target: TextIO | None, paint: Callable[[str], str]) -> None:
        self.source = source
        self.target = target
        self.paint = paint
        self.is_terminal = source is not None and source.isatty()
        self.refused = 0
        """How many typed lines could not be used."""
        self.failure: OSError | None = None
        """Why the output took no more, where it was not the reader's going."""
        self._signal: str | None = None
        self._waiting = False
        follow(target)

    def say(self, lines: str | Iterable[str] = "") -> None:
        """Show some lines; a target that takes no more is the player leaving."""
        block = lines.split("\n") if isinstance(lines, str) else lines
        self._write("".join(f"{self.paint(line)}\n" for line in block))

    def refuse(self, lines: Iterable[str]) -> None:
        """A typed line that cannot be used: say why, and count it."""
        self.refused += 1
        self.say(lines)

    def ask(self, prompt: str) -> str:
        """Wait for one line, without its end; typed input that comes from a pipe is shown, as a terminal would."""
        edits, shown = self._edits, self.paint(prompt)
        self._write("" if edits else shown)
        self._waiting = True
        try:
            if self._signal:
                raise Leave(self._signal)
            line = _edited(shown) if edits else self._read()
        except (OSError, ValueError):
            raise Leave("the terminal was closed") from None
        finally:
            self._waiting = False
        if not line:
            raise Leave("the input ended")
        follow(self.target)
        line = line.strip()
        if not self.is_terminal:
            self._write(printable(line)[:SHOWN] + "\n")
        return line

    @property
    def _edits(self) -> bool:
        """Whether lines can be edited and called back: on a real terminal, both ways."""
        out = self.target
        if not self.is_terminal or self.source is not sys.stdin or out is None or out is not sys.stdout:
            return False
        return out.isatty() and _line_editor()

    def _read(self) -> str:
        """One line with its end; nothing where the input has ended."""
        if self.source is None:
            return ""
        line = piece = self.source.readline(LONGEST_LINE)
        while piece and not piece.endswith("\n"):
            piece = self.source.readline(LONGEST_LINE)
            line = (line + piece)[:LONGEST_LINE]
        return line

    def _write(self, text: str) -> None:
        if self.target is None:
            return
        try:
            self.target.write(text)
            self.target.flush()
        except (OSError, ValueError) as problem:
            if isinstance(problem, OSError) and problem.errno not in (errno.EPIPE, errno.EIO):
                self.failure = problem
            self._gone()
            raise Leave("the terminal was closed") from None

    def _gone(self) -> None:
        """Nobody reads any more: what is still buffered goes nowhere, so that ending the program cannot fail."""
        self.target = None
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not _takes_text(stream):
                os.dup2(nowhere, stream.fileno())

    @contextmanager
    def signals(self) -> Iterator[None]:
        """While this holds, Ctrl-C, SIGTERM and a hang-up make ``ask`` raise ``Leave``, at once or at the next call."""

        def on_signal(number: int, _frame: FrameType | None) -> None:
            self._signal = _SIGNALS[signal.Signals(number).name]
            if self._waiting:
                self._waiting = False
                raise Leave(self._signal)

        wanted = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        # Under nohup a hang-up is ignored already, and stays so; an ignored Ctrl-C is a shell's habit, not a wish.
        obeyed = [kind for kind in wanted if kind == signal.SIGINT or signal.getsignal(kind) is not signal.SIG_IGN]
        before = {number: signal.signal(number, on_signal) for number in obeyed}
        # A signal in the instant before the call that waits for a line does not interrupt it: the next tick does.
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, lambda *_: None)
        timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer)
            for number, handler in before.items():
                signal.signal(number, handler or signal.SIG_DFL)


@cache
def _line_editor() -> bool:
    """Load the system's line editor, without the escape codes that it would write of its own accord."""
    try:
        import readline
    except ImportError:
        return False
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("set enable-meta-key off")
    return True


def _edited(prompt: str) -> str:
    """One line with the arrow keys, and earlier lines at hand; nothing where the input ended at a terminal in use."""
    try:
        return input(prompt)[:LONGEST_LINE] + "\n"
    except EOFError:
        os.get_terminal_size(sys.stdin.fileno())
        return ""


def _takes_text(stream: TextIO) -> bool:
    try:
        stream.flush()
    except (OSError, ValueError):
        return False
    return True


def printable(text: str) -> str:
    """Typed text as it can be shown again: one column a character, nothing that moves the cursor.

    >>> printable("ra\\x1b[31mise 🎲")
    'ra?[31mise ?'
    """
    return "".join(letter if letter.isprintable() and ord(letter) < 0x300 else "?" for letter in text)
