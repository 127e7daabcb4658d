"""How fast the base games are solved exactly, beside a straightforward solver in C.

The baseline takes the players' 49,205 rank multisets one by one and goes through every rank multiset of the dealer.
It runs on every eighth player and its time is multiplied by eight; its integers must be those of the fast solver.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator

import numpy as np

import croupier
from benchmarks.figures import Figure, show
from croupier.exact.showdown.solving import Advisor, solve_showdown
from croupier.play.showdown import Showdown
from tests.drivers.baseline import rows_of_fast_solver, solve_by_baseline

EVERY = 8
PROMISED_SECONDS = {"keep-it-straight": 1.0, "three-card-prime": 0.2}
PROMISED_RATIO = 10


def load(name: str) -> Showdown:
    game = croupier.load(name)
    assert isinstance(game, Showdown)
    return game


def seconds(work: Callable[[], object]) -> float:
    """The best of three runs in processor time: noise on a shared machine only ever slows a run."""
    times = []
    for _ in range(3):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def figures() -> Iterator[Figure]:
    """Seconds that a whole solution takes, the outcome distribution and the simpler strategies included."""
    times = {}
    for name in ("three-card-prime", "keep-it-straight", "high-card-flush"):
        game = load(name)
        times[name] = seconds(lambda game=game: solve_showdown(game))  # type: ignore[misc]
        promise = PROMISED_SECONDS.get(name)
        kept = times[name] < promise if promise else None
        yield Figure(f"{name} solved exactly", f"{times[name]:.3f} s", f"under {promise} s" if promise else "", kept)
    if shutil.which("cc") is None:
        yield Figure("keep-it-straight beside C", "NOT MEASURED: no C compiler (cc)", "", False)
        return
    advisor = Advisor(load("keep-it-straight"))
    rows, taken = solve_by_baseline(advisor, EVERY)
    agrees = bool(np.array_equal(rows, rows_of_fast_solver(advisor)[::EVERY]))
    ratio = taken * EVERY / times["keep-it-straight"]
    yield Figure(
        f"keep-it-straight beside C ({taken * EVERY:.1f} s){'' if agrees else ', WHICH DISAGREES'}",
        f"{ratio:.0f} times faster",
        f"{PROMISED_RATIO} times",
        agrees and ratio >= PROMISED_RATIO,
    )


if __name__ == "__main__":
    show(figures())
