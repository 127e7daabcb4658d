"""The torture of the books joined with stores and games, on as many processes as are asked for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from croupier.casino.faults import seeds as run
from croupier.casino.faults.disk import Disk
from croupier.casino.faults.seeds import Stats, TortureFailed
from croupier.casino.rules_of_the_day import load_layout
from croupier.jackpot.journal import Store
from croupier.stores.memory import Memory, MemoryStore
from croupier.stores.sqlite import SqliteStore

STORES = ("memory", "sqlite")
CHUNK = 25
"""At most this many seeds are taken by a process at a time."""

__all__ = ["STORES", "Stats", "TortureFailed", "run_seed", "torture"]


class MemoryDisk:
    """A store in memory shows a write only when it commits, so there is nothing to freeze."""

    def __init__(self) -> None:
        self._memory = Memory()

    def open(self, on_statement: Callable[[str], None]) -> Store:
        return MemoryStore(self._memory, on_statement=on_statement)

    def freeze(self) -> None:
        pass

    def replace(self) -> None:
        self._memory = Memory()

    def wipe(self) -> None:
        pass


class SqliteDisk:
    """A folder with the file and its log; a freeze is a copy of both, as a killed process leaves them."""

    def __init__(self) -> None:
        fast = Path("/dev/shm")
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-torture-", dir=fast if fast.is_dir() else None))
        self._copies = 0
        self._path = self._folder / "book-0"

    def open(self, on_statement: Callable[[str], None]) -> Store:
        return SqliteStore(self._path, create=True, on_statement=on_statement)

    def freeze(self) -> None:
        self._copies += 1
        frozen = self._folder / f"book-{self._copies}"
        for end in ("", "-wal"):  # the index of the log is made again
            if (lies := Path(f"{self._path}{end}")).exists():
                shutil.copyfile(lies, f"{frozen}{end}")
        self._path = frozen

    def replace(self) -> None:
        self._copies += 1
        self._path = self._folder / f"book-{self._copies}"

    def wipe(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


_DISKS: dict[str, Callable[[], Disk]] = {"memory": MemoryDisk, "sqlite": SqliteDisk}


def run_seed(seed: int, store_kind: str = "memory") -> Stats:
    """One seed; TortureFailed says how to see it again."""
    return run.run_seed(seed, store_kind, _DISKS[store_kind], load_layout)


def _run_chunk(seeds: Sequence[int], store_kind: str) -> Stats:
    return run.torture(seeds, store_kind, _DISKS[store_kind], load_layout)


def torture(
    seeds: int,
    first_seed: int = 1,
    store_kind: str = "memory",
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    jobs: int = 1,
) -> Stats:
    """Consecutive seeds; ``progress`` hears how many of how many are done. The first failure ends it."""
    whole = range(first_seed, first_seed + seeds)
    if jobs <= 1:
        return run.torture(whole, store_kind, _DISKS[store_kind], load_layout, lambda done: progress(done, seeds))
    size = max(1, min(CHUNK, seeds // (4 * jobs)))
    chunks = [whole[start : start + size] for start in range(0, seeds, size)]
    total = Stats()
    with ProcessPoolExecutor(jobs) as pool:
        work = partial(_run_chunk, store_kind=store_kind)
        futures = [pool.submit(work, chunk) for chunk in chunks]
        try:
            for future in as_completed(futures):
                total.add(future.result())
                progress(total.seeds, seeds)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return total
