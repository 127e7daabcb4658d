"""Compiled kernels: numba, or one message if it is missing, and a cache that notices every change. numba's own cache
checks only the file of the compiled function, so it would keep code that calls an outdated helper in another file.
Compiled code is therefore kept in a folder named by a hash of all sources with kernels; the oldest folders are removed.
"""

import contextlib
import hashlib
import os
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from croupier.kernels.extras import extra

Function = TypeVar("Function", bound=Callable[..., object])
KERNELS_IN = ("kernels", "sim", "exact")  # The packages whose files hold compiled functions.
MOST_VERSIONS = 4  # Folders of compiled code that are kept, one for each version of the sources.


def sources_hash() -> str:
    """The sources of all kernels, and the versions that compile them."""
    digest = hashlib.sha256(f"{_numba_module.__version__}".encode())
    package = Path(__file__).parent.parent
    for folder in KERNELS_IN:
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(f"{path.name}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Where compiled code is kept; None where there is no home to keep it in."""
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    try:
        home = Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".cache"
        place = home / "croupier" / "compiled" / sources_hash()
        place.mkdir(parents=True, exist_ok=True)
        _forget_oldest(place.parent, place)
        return place
    except (OSError, RuntimeError):
        return None


def _forget_oldest(parent: Path, current: Path) -> None:
    others = sorted((each for each in parent.iterdir() if each != current), key=lambda each: each.stat().st_mtime)
    for old in others[: max(0, len(others) + 1 - MOST_VERSIONS)]:
        shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """numba asks for its folder once, when a function is decorated; the setting is the caller's again afterwards."""
    config = _numba_module.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


_numba_module = extra(
    "numba", "simulation needs numba", 'pip install "croupier[sim]"; the environment of make run has it'
)
_folder = cache_folder()


def compiled(function: Function) -> Function:
    """A kernel or a helper of kernels: machine code that lets other threads run beside it."""
    if _folder is None:
        result: Function = _numba_module.njit(nogil=True)(function)
        return result
    with _caching_in(_folder):
        kept: Function = _numba_module.njit(nogil=True, cache=True)(function)
        return kept


def inlined(function: Function) -> Function:
    """A helper that is written into the kernels that call it: a call with many arrays costs more than a short sum."""
    result: Function = _numba_module.njit(nogil=True, inline="always")(function)
    return result


def is_compiled(kernel: Callable[..., object]) -> bool:
    """Whether a kernel has been compiled or found in the cache, so that the next call starts at once."""
    dispatcher: Any = kernel
    if dispatcher.signatures:
        return True
    return _folder is not None and any(_folder.rglob(f"*{dispatcher.__name__}-*.nbc"))


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
