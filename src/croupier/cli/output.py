"""What a command reads and hands back: a file or standard input; JSON, a page as wide as the terminal, a whole file.
Color is laid over the finished text, at a terminal alone, and never the only carrier of meaning; there is none where
``NO_COLOR`` is set or the terminal is dumb. A message is wrapped to the width of a terminal, and keeps its lines
everywhere else, so that scripts read them whole."""

from __future__ import annotations

import json
import os
import re
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol, TextIO, cast

import click

from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document
    from croupier.handbook.page.pdf import Paper
    from croupier.handbook.page.terminal import Terminal


USUAL: Final = 80  # Columns of a terminal that does not say how wide it is.

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


MAX_BYTES: Final = 64 * 2**20


def read_input(file: str) -> bytes:
    """The bytes of a file, refused with one message where it cannot be read."""
    name = click.format_filename(file)
    with _explaining(name), open_input(file) as stream:
        content: bytes = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadInput(f"{name} is larger than {MAX_BYTES // 2**20} MiB")
    return content


def read_policy(file: str, what: str) -> dict[str, object]:
    """A way to play from its file: rules in TOML, or a chart in JSON."""
    from croupier.play.documents import parse_document
    from croupier.rulebook.fields import parse_toml

    content = read_input(file)
    if file.endswith(".json") or content.lstrip().startswith(b"{"):
        return parse_document(content, what)
    try:
        return parse_toml(content.decode("utf-8"))
    except ValueError as problem:
        raise BadInput(f"{file} is not TOML: {problem}", hint="rules are TOML, a chart is JSON") from None


def open_input(file: str) -> BinaryIO:
    """A file, or standard input, to be read bit by bit."""
    with _explaining(click.format_filename(file)):
        return cast("BinaryIO", click.open_file(file, "rb"))


@contextmanager
def _explaining(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot read {name}: {error.strerror}") from error
    except ValueError:
        raise BadInput(f"cannot read {name}: not a file name") from None
    except RuntimeError:
        # What click says when the shell closed standard input (croupier settle - <&-).
        raise BadInput("cannot read standard input: it is closed") from None


_HALVES = re.compile("[\ud800-\udfff]")
NARROWEST: Final = 60
WIDEST: Final = 110  # A paragraph is not set wider than this, however wide the terminal is.


def print_json(record: object) -> None:
    """Data on standard output, keys in the order of the contract."""
    tell(json_text(record, indent=2))


class Answer(Protocol):
    """What was asked for, with its record."""

    @property
    def record(self) -> object: ...


def show_answer(answer: Answer, as_json: bool, page: Callable[[], Document]) -> None:
    """An answer: its record as JSON, or its page."""
    if as_json:
        print_json(answer.record)
    else:
        print_page(page())


def tell(text: str = "") -> None:
    """Print what a verdict follows: a reader who leaves early does not change how the command ends."""
    try:
        click.echo(text)
    except BrokenPipeError:
        write_no_more()


def say(text: str) -> None:
    """A sentence or two on standard output, wrapped to the terminal."""
    tell(folded(text, sys.stdout))


def remark(text: str) -> None:
    """Something for the person watching, on standard error, wrapped to the terminal."""
    click.echo(folded(text, sys.stderr), err=True)


def write_no_more() -> None:
    """Nobody reads the output any longer: what follows, and what the interpreter flushes at its end, goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def json_text(record: object, indent: int | None = None) -> str:
    """JSON in letters, not escapes; only half a character, which no encoding can write, stays an escape.

    >>> json_text({"naïve": chr(0xD800)})
    '{"naïve": "\\\\ud800"}'
    """
    from croupier.records import plain  # a page of text needs no records

    text = json.dumps(plain(record), indent=indent, ensure_ascii=False)
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def page_writer(otherwise: Terminal | None = None) -> Terminal:
    """How pages are written: as wide as the terminal, or as always where there is none."""
    from croupier.handbook.page.terminal import PLAIN, Terminal

    if sys.stdout is None or not sys.stdout.isatty():
        return otherwise or PLAIN
    columns = max(NARROWEST, _terminal_size().columns)
    return Terminal(min(columns, WIDEST), columns)


def _terminal_size() -> os.terminal_size:
    import shutil  # importing it loads every kind of archive

    return shutil.get_terminal_size()


def print_page(document: Document, otherwise: Terminal | None = None) -> None:
    """A document on standard output, with color and a pager where there is a terminal."""
    show_text(page_writer(otherwise).document(document))


def show_text(text: str) -> None:
    """A finished page: colored at a terminal, and through a pager where it is longer than that."""
    if sys.stdout is None or not sys.stdout.isatty():
        click.echo(text)
        return
    size = _terminal_size()
    if is_wanted(sys.stdout):
        text = painted(text)
    if text.count("\n") + 1 >= size.lines and sys.stdin is not None and sys.stdin.isatty():
        # Where nothing else is said, the pager shows color, leaves what was read on the screen, and ends by itself.
        os.environ.setdefault("LESS", "-FRX")
        click.echo_via_pager(text)
    else:
        click.echo(text)


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file, whole or not at all. A private one names people: it is readable as a book is, for its owner or the
    readers' group."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder", hint="name a file in it")
    if not path.parent.is_dir():
        raise BadInput(f"{path.parent} is not a folder", hint="make it first")
    from croupier.kept_files import written_whole  # most commands write no file

    def publish(written: Path) -> None:
        if private:
            from croupier.stores.private_files import share_with_readers

            share_with_readers(written)
        else:
            written.chmod(0o644)
        written.replace(path)

    written_whole(path.parent, content, publish)


def wrote(path: Path, content: bytes, what: str) -> None:
    """Write a file whole, and say so to whoever watches."""
    write_whole(path, content)
    remark(f"wrote {path}: {what}, {len(content):,} bytes")


def rendered(document: Document, ending: str, paper: Paper = "us-letter") -> bytes:
    """A page as the bytes of a file: html or pdf."""
    from croupier.handbook.page import html, pdf
    from croupier.handbook.page.pdf import typeset

    return html.render(document).encode() if ending == "html" else typeset(pdf.source([document], paper=paper))


def ending_of(output: str, known: Sequence[str]) -> str:
    ending = Path(output).suffix.removeprefix(".").lower()
    if ending not in known:
        raise BadInput(
            f"-o {output}: cannot tell the format from '{Path(output).suffix}'",
            hint=f"end it in {', '.join(f'.{ending}' for ending in known)}",
        )
    return ending


WIDTH = 40
MEASURED = 1.0  # Seconds of work from which the time for the whole is judged.


def duration(seconds: float) -> str:
    """A time as people say it.

    >>> duration(8.4), duration(75), duration(200)
    ('8 seconds', '75 seconds', '3 minutes')
    """
    return f"{round(seconds)} seconds" if seconds < 90 else f"{round(seconds / 60)} minutes"


def progress_bar(label: str) -> Callable[[int, int], None]:
    """Call it with how much is done and how much there is; it draws nothing where nobody looks. The time left is judged
    from the pace so far on this machine."""
    if not sys.stderr.isatty():
        return lambda _done, _all: None

    begun = time.monotonic()
    is_told = False

    def show(done: int, whole: int) -> None:
        nonlocal is_told
        passed = time.monotonic() - begun
        if done and not is_told and done < whole and passed >= MEASURED:
            # The first pieces are the measurement: what is left at their pace, said once before the bar goes on.
            is_told = True
            click.echo(f"\r\033[K{label}: about {duration(passed * whole / done)} on this machine", err=True)
        if done >= whole:
            click.echo("\r\033[K", nl=False, err=True)
            return
        filled = WIDTH * done // whole
        bar = f"{label} [{'#' * filled}{' ' * (WIDTH - filled)}] {100 * done // whole:3} %"
        left = round(passed * (whole - done) / done) if done else 0
        about = f", about {left} s left" if left else ""
        click.echo(f"\r\033[K{bar}{about}", nl=False, err=True)

    return show
