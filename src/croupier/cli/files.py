"""Reading what the user names on the command line: a file, or ``-`` for standard input."""

from __future__ import annotations

from typing import Final

import click

from croupier.errors import BadInput

MAX_BYTES: Final = 64 * 2**20


def read_input(file: str) -> bytes:
    """The bytes of a file, refused with one message where it cannot be read."""
    name = click.format_filename(file)
    try:
        with click.open_file(file, "rb") as stream:
            content: bytes = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot read {name}: {error.strerror}") from error
    except ValueError:
        raise BadInput(f"cannot read {name}: not a file name") from None
    except RuntimeError:
        # What click says when the shell closed standard input (croupier settle - <&-).
        raise BadInput("cannot read standard input: it is closed") from None
    if len(content) > MAX_BYTES:
        raise BadInput(f"{name} is larger than {MAX_BYTES // 2**20} MiB")
    return content
