"""Reading what the user names on the command line: a file, or ``-`` for standard input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, cast

import click

from croupier.errors import BadInput

MAX_BYTES: Final = 64 * 2**20


def read_input(file: str) -> bytes:
    """The bytes of a file, refused with one message where it cannot be read."""
    name = click.format_filename(file)
    with _explaining(name), open_input(file) as stream:
        content: bytes = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadInput(f"{name} is larger than {MAX_BYTES // 2**20} MiB")
    return content


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
