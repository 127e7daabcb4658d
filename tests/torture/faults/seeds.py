"""Seeds by the thousand, on as many processes as are asked for; a failure is one line that repeats it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import partial

from croupier.casino.floor import load_layout
from croupier.errors import CroupierError
from tests.torture.faults.checks import (
    check_clocks,
    check_days,
    check_decided_again,
    check_recovery,
    check_whole_journal,
)
from tests.torture.faults.disk import DISKS
from tests.torture.faults.trial import Trial

FEWEST_STEPS = 50
MOST_STEPS = 100

CHUNK = 25
"""At most this many seeds are taken by a process at a time."""


class TortureFailed(CroupierError):
    """The books and the model differ; the message is the command that shows it again."""

    exit_status = 1


@dataclass
class Stats:
    """What happened under some seeds."""

    seeds: int = 0
    steps: int = 0
    requests: int = 0
    crashes: int = 0
    takeovers: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    boundaries: Counter[str] = field(default_factory=Counter)
    """By statement, how often a process was killed there."""
    situations: Counter[str] = field(default_factory=Counter)
    """What is rare and must come up."""

    def add(self, other: Stats) -> None:
        self.seeds += other.seeds
        self.steps += other.steps
        self.requests += other.requests
        self.crashes += other.crashes
        self.takeovers += other.takeovers
        self.codes += other.codes
        self.boundaries += other.boundaries
        self.situations += other.situations


def run_seed(seed: int, store_kind: str = "memory") -> Stats:
    """One seed from its first request to its last; TortureFailed where the books and the model differ."""
    disk = DISKS[store_kind]()
    step = 0
    try:
        trial = Trial(seed, disk, load_layout)
        steps = trial.dice.between(FEWEST_STEPS, MOST_STEPS)
        while step < steps:
            step += 1
            trial.step()
        check_recovery(trial.book)
        check_whole_journal(trial.book)
        check_days(trial.book, trial.model)
        check_clocks(trial.book, trial.model)
        check_decided_again(trial.book, load_layout)
        trial.book.store.close()
    except Exception as error:
        told = f"{type(error).__name__}: {error}".replace("\n", " ")
        raise TortureFailed(
            f"python -m tests.torture --seed {seed} --store {store_kind}  # step {step}: {told[:700]}"
        ) from error
    finally:
        disk.wipe()
    return Stats(
        1,
        steps,
        trial.requests,
        sum(trial.seam.statements.values()),
        trial.takeovers,
        trial.codes,
        Counter(trial.seam.statements),
        trial.situations,
    )


def _run_chunk(seeds: Sequence[int], store_kind: str, progress: Callable[[int], None] = lambda _done: None) -> Stats:
    total = Stats()
    for seed in seeds:
        total.add(run_seed(seed, store_kind))
        progress(total.seeds)
    return total


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
        return _run_chunk(whole, store_kind, lambda done: progress(done, seeds))
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
