"""What a command hands back: JSON, a page of text as wide as the terminal, a file written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from croupier.cli.color import folded, is_wanted, painted
from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document
    from croupier.handbook.page.terminal import Terminal

_HALVES = re.compile("[\ud800-\udfff]")
NARROWEST: Final = 60
WIDEST: Final = 110
"""A paragraph is not set wider than this, however wide the terminal is."""


def print_json(record: object) -> None:
    """Data on standard output, keys in the order of the contract."""
    tell(json_text(record, indent=2))


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
    import tempfile  # slow to import, and most commands write no file

    handle, written = tempfile.mkstemp(dir=path.parent, prefix=".new-", suffix=path.suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if private:
            from croupier.stores.private_files import share_with_readers

            share_with_readers(Path(written))
        else:
            Path(written).chmod(0o644)
        Path(written).replace(path)
    except BaseException:
        Path(written).unlink(missing_ok=True)
        raise


def wrote(path: Path, content: bytes, what: str) -> None:
    """Write a file whole, and say so to whoever watches."""
    write_whole(path, content)
    remark(f"wrote {path}: {what}, {len(content):,} bytes")


def ending_of(output: str, known: Sequence[str]) -> str:
    """The format that a file's ending names."""
    ending = Path(output).suffix.removeprefix(".").lower()
    if ending not in known:
        raise BadInput(
            f"-o {output}: cannot tell the format from '{Path(output).suffix}'",
            hint=f"end it in {', '.join('.' + each for each in known)}",
        )
    return ending
