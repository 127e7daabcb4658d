"""Seeds by the thousand; a failure is one line that repeats it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from croupier.casino.faults.checks import (
    check_clocks,
    check_days,
    check_decided_again,
    check_recovery,
    check_whole_journal,
)
from croupier.casino.faults.disk import Disk
from croupier.casino.faults.trial import Trial
from croupier.errors import CroupierError
from croupier.jackpot.plan.checking import GameLoader

FEWEST_STEPS = 50
MOST_STEPS = 100

OpenDisk = Callable[[], Disk]
"""A new, empty disk."""


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


def run_seed(seed: int, store_kind: str, open_disk: OpenDisk, load_game: GameLoader) -> Stats:
    """One seed from its first request to its last; TortureFailed where the books and the model differ."""
    disk = open_disk()
    step = 0
    try:
        trial = Trial(seed, disk, load_game)
        steps = trial.dice.between(FEWEST_STEPS, MOST_STEPS)
        while step < steps:
            step += 1
            trial.step()
        check_recovery(trial.book)
        check_whole_journal(trial.book)
        check_days(trial.book, trial.model)
        check_clocks(trial.book, trial.model)
        check_decided_again(trial.book, load_game)
        trial.book.store.close()
    except Exception as error:
        told = f"{type(error).__name__}: {error}".replace("\n", " ")
        raise TortureFailed(
            f"croupier jackpot torture --seed {seed} --store {store_kind}  # step {step}: {told[:700]}"
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


def torture(
    seeds: Iterable[int],
    store_kind: str,
    open_disk: OpenDisk,
    load_game: GameLoader,
    progress: Callable[[int], None] | None = None,
) -> Stats:
    """Many seeds, one after another; ``progress`` hears how many are done."""
    total = Stats()
    for seed in seeds:
        total.add(run_seed(seed, store_kind, open_disk, load_game))
        if progress:
            progress(total.seeds)
    return total
