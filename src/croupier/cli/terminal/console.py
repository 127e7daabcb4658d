"""Lines out and lines in: the one place that touches the terminal, its signals and its end.

A signal is obeyed where the game waits for a line and nowhere else, so no step of a round is ever cut in two. A
terminal that is gone (input ended, hang-up, broken pipe) reads as ``Leave`` as well.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import TextIO

from croupier.cli.terminal.paint import follow

LONGEST_LINE = 2000
SHOWN = 60
"""How much of a line from a pipe is shown."""
_SIGNALS = {"SIGINT": "stopped by Ctrl-C", "SIGTERM": "stopped by SIGTERM", "SIGHUP": "the terminal was closed"}
_END = 0
"""No signal has this number."""


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

    def clear(self) -> None:
        """Empty the screen, where there is one: the next player does not see the cards of the last."""
        if self.is_terminal and self.target is not None and self.target.isatty():
            dumb = os.environ.get("TERM") == "dumb"
            self._write("\n" * os.get_terminal_size(self.target.fileno()).lines if dumb else "\x1b[H\x1b[2J\x1b[3J")

    def ask(self, prompt: str) -> str:
        """Wait for one line, without its end; typed input that comes from a pipe is shown, as a terminal would."""
        if self._edits:
            line = self._edited(self.paint(prompt))
            follow(self.target)
            return line
        self._write(self.paint(prompt))
        line = self._read()
        follow(self.target)
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

    def _edited(self, prompt: str) -> str:
        """One line with the arrow keys, and earlier lines at hand."""
        self._write("")
        self._waiting = True
        try:
            if self._signal:
                raise Leave(self._signal)
            return input(prompt)[:LONGEST_LINE].strip()
        except EOFError:
            raise Leave("the input ended" if self._is_there() else "the terminal was closed") from None
        except (OSError, ValueError):
            raise Leave("the terminal was closed") from None
        finally:
            self._waiting = False

    def _is_there(self) -> bool:
        try:
            os.get_terminal_size(sys.stdin.fileno())
        except (OSError, ValueError):
            return False
        return True

    def _read(self) -> str:
        if self.source is None:
            raise Leave("the input ended")
        self._waiting = True
        try:
            if self._signal:
                raise Leave(self._signal)
            line = self.source.readline(LONGEST_LINE)
            piece = line
            while piece and not piece.endswith("\n"):
                piece = self.source.readline(LONGEST_LINE)
                line = (line + piece)[:LONGEST_LINE]
        except (OSError, ValueError):
            raise Leave("the terminal was closed") from None
        finally:
            self._waiting = False
        if not line:
            raise Leave("the input ended")
        return line.strip()

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
        numbers = [each for each in wanted if each == signal.SIGINT or signal.getsignal(each) is not signal.SIG_IGN]
        before = {number: signal.signal(number, on_signal) for number in numbers}
        try:
            with self._insisting(numbers):
                yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler or signal.SIG_DFL)

    @contextmanager
    def _insisting(self, numbers: Iterable[int]) -> Iterator[None]:
        """Send a signal again until it is obeyed.

        A signal that arrives in the instant before the system call that waits for a line does not interrupt it, and
        the wait would last until the next key.
        """
        inbox, outbox = os.pipe()
        os.set_blocking(outbox, False)
        main = threading.get_ident()
        over = threading.Event()

        def insist() -> None:
            while (number := os.read(inbox, 1)[0]) != _END:
                while number in numbers and self._signal is None and not over.is_set():
                    time.sleep(0.05)
                    if self._waiting and self._signal is None:
                        signal.pthread_kill(main, number)

        before = signal.set_wakeup_fd(outbox, warn_on_full_buffer=False)
        thread = threading.Thread(target=insist, daemon=True)
        thread.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            over.set()
            os.write(outbox, bytes([_END]))
            thread.join()
            os.close(inbox)
            os.close(outbox)


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
    return "".join(each if each.isprintable() and ord(each) < 0x300 else "?" for each in text)
