"""A long count in pieces on threads, handed over in order: what comes of it does not depend on how many threads ran."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Piece = TypeVar("Piece")


def in_chunks(
    work: Callable[[int, int], Piece], count: int, chunk: int, threads: int | None = None
) -> Iterator[tuple[int, Piece]]:
    """Call ``work`` with the first number and how many, piece by piece; yields how many are done, and the piece.

    >>> list(in_chunks(lambda first, many: list(range(first, first + many)), 5, 2))
    [(2, [0, 1]), (4, [2, 3]), (5, [4])]
    """
    width = threads or os.cpu_count() or 1
    running: deque[tuple[int, Future[Piece]]] = deque()
    with ThreadPoolExecutor(width) as pool:
        try:
            for first in range(0, count, chunk):
                many = min(chunk, count - first)
                running.append((first + many, pool.submit(work, first, many)))
                # A few pieces ahead, so that nobody waits; not all, so that their results do not pile up.
                if len(running) > 2 * width:
                    done, piece = running.popleft()
                    yield done, piece.result()
            for done, piece in running:
                yield done, piece.result()
        finally:
            for _, piece in running:
                piece.cancel()
