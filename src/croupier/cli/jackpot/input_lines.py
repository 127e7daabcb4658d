"""Lines of a stream as they come: what has arrived is handed over without waiting for more.

The stream may be a terminal or a pipe that stays open for days. Its descriptor is read directly, in a thread that
holds no lock of Python's: the process can end while the thread still waits.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Iterator
from typing import BinaryIO, Final

from croupier.errors import BadInput

LARGEST_BATCH: Final = 512
LONGEST_LINE: Final = 1 << 20
_CHUNK: Final = 1 << 16

Line = tuple[int, bytes | None]
"""Its number, and its bytes; None where it is longer than any request."""


def batches(stream: BinaryIO) -> Iterator[list[Line]]:
    """Numbered lines, blank ones left out: all that is there, up to a batch."""
    lines: queue.Queue[Line | OSError | None] = queue.Queue(4 * LARGEST_BATCH)
    # A descriptor of our own: the stream may be closed, and its number given to another file, while we still read.
    own = os.dup(stream.fileno())

    def read() -> None:
        try:
            for line in split(iter(lambda: os.read(own, _CHUNK), b"")):
                lines.put(line)
            lines.put(None)
        except OSError as error:
            lines.put(error)
        finally:
            os.close(own)

    threading.Thread(target=read, name="input", daemon=True).start()
    ended = False
    while not ended:
        found = [lines.get()]
        with contextlib.suppress(queue.Empty):
            while len(found) < LARGEST_BATCH:
                found.append(lines.get_nowait())
        for each in found:
            if isinstance(each, OSError):
                raise BadInput(f"the input cannot be read: {each.strerror or each}")
            ended = ended or each is None
        if batch := [each for each in found if isinstance(each, tuple)]:
            yield batch


def split(chunks: Iterator[bytes], longest: int = LONGEST_LINE) -> Iterator[Line]:
    """Chunks cut at their line feeds. What is too long is dropped up to its end: its tail is not a line of its own.

    >>> list(split(iter([b"a", b"b" + bytes([10, 10]) + b"1234", b"5" + bytes([10]) + b"c"]), longest=4))
    [(1, b'ab'), (3, None), (4, b'c')]
    """
    number, begun, dropped = 1, bytearray(), False
    for chunk in chunks:
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            begun += part
            if dropped or len(begun) > longest:
                yield number, None
            elif begun.strip():
                yield number, bytes(begun)
            number, dropped = number + 1, False
            begun.clear()
        begun += rest
        if len(begun) > longest:
            dropped = True
            begun.clear()
    if dropped:
        yield number, None
    elif begun.strip():
        yield number, bytes(begun)
