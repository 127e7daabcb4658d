"""Simulations on threads, a GPU or a cluster: rounds by the billion, beside the exact values where they are known.

``simulate`` checks everything it is given and returns a run; going through it yields partial results until all rounds
are done. A run may be stopped at any time and taken up again from its checkpoint, on another backend or with more
rounds: the integers at the end are the same.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.errors import BadInput, UnknownName
from croupier.kernels.philox import LARGEST_SEED
from croupier.kernels.wagers import NO_METERS, Meters
from croupier.rulebook.configuration import Configuration
from croupier.sim.clusters import check_address, open_cluster
from croupier.sim.gpu.backend import CudaWork
from croupier.sim.gpu.tables import body_of
from croupier.sim.running import Progress, Work, run_pieces
from croupier.solving.simulation_plans import CARDS, Asked, SimulationPlan, prepare
from croupier.solving.simulation_results import SimulationResult, taken_up

MOST_ROUNDS: Final = 10**15
BACKENDS: Final = ("threads", "cuda", "dask")
__all__ = ["SimulationPlan", "SimulationResult", "SimulationRun", "check_numbers", "prepare", "simulate"]


@dataclass
class SimulationRun:
    """A simulation under way; going through it plays its rounds."""

    plan: SimulationPlan
    rounds: int
    seed: int
    backend: str
    threads: int | None = None
    dask_address: str | None = None
    progress: Progress = field(default_factory=lambda: Progress(0))
    seconds: float = 0.0
    device: str = ""

    def __iter__(self) -> Iterator[SimulationResult]:
        started = time.perf_counter()
        before = self.seconds
        with ExitStack() as stack:
            executor, work, width, self.device = self._open(stack)
            chunk = work.body.chunk if isinstance(work, CudaWork) else self.plan.simulator.chunk
            pieces = run_pieces(executor, work, self.seed, self.progress, chunk, width)
            for _ in pieces:
                self.seconds = before + time.perf_counter() - started
                yield self.result()
        if not self.progress.rounds_done:
            yield self.result()

    def result(self) -> SimulationResult:
        """What is done so far."""
        return SimulationResult(
            self.plan,
            self.seed,
            self.backend,
            self.device,
            self.progress.rounds_done,
            self.rounds,
            self.seconds,
            self.progress.tally.copy(),
            tuple(self.progress.done),
        )

    def finish(self) -> SimulationResult:
        """Play all rounds and return the complete result."""
        for _ in self:
            pass
        return self.result()

    def _open(self, stack: ExitStack) -> tuple[Executor, Work, int, str]:
        threads = self.threads or os.cpu_count() or 1
        if self.backend == "dask":
            cluster = open_cluster(stack, self.plan.simulator, self.dask_address, threads)
            return cluster.executor, cluster.work, 3 * cluster.workers, cluster.words
        if self.backend == "cuda":
            work = CudaWork(self.plan.simulator)
            pool = ThreadPoolExecutor(1, thread_name_prefix="simulate")
            stack.callback(pool.shutdown, wait=True, cancel_futures=True)
            return pool, work, 2, work.device
        pool = ThreadPoolExecutor(threads, thread_name_prefix="simulate")
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        words = f"{platform.machine()}, {threads} thread{'s' if threads > 1 else ''}"
        return pool, self.plan.simulator.run, 2 * threads, words


def simulate(
    spec: str | Configuration | SimulationPlan,
    rounds: int,
    seed: int = 1,
    *,
    strategy: Asked = None,
    seats: int = 1,
    meters: Meters = NO_METERS,
    deal: str = CARDS,
    backend: str = "threads",
    threads: int | None = None,
    dask_address: str | None = None,
    checkpoint: Mapping[str, Any] | None = None,
    remember: bool = True,
) -> SimulationRun:
    """Simulate a game: a run that yields partial results when one goes through it.

    ``strategy`` is a name, or what the command ``strategy`` prints with ``--json``. ``meters`` is what jackpots show,
    in cents by wager and level. ``deal`` is cards, or ranks where they suffice. ``checkpoint`` is that of an earlier
    result. A plan made by ``prepare`` serves any number of runs.

    >>> last = simulate("three-card-prime", 1000, seed=7).finish()
    >>> last.rounds, sum(last["ante"].counts.values())
    (1000, 1000)
    """
    check_numbers(rounds, seed)
    if backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS, note=f"one of {', '.join(BACKENDS)}")
    if dask_address is not None and backend != "dask":
        raise BadInput(f"an address of a Dask cluster goes with the dask backend, not with {backend}")
    if dask_address is not None:
        check_address(dask_address)
    if threads is not None and not 1 <= threads <= 1024:
        raise BadInput(f"{threads} threads: expected 1 to 1024")
    plan = (
        spec
        if isinstance(spec, SimulationPlan)
        else prepare(spec, strategy, seats, meters=meters, deal=deal, remember=remember)
    )
    if backend == "cuda":
        body_of(plan.simulator)
    progress, seconds = Progress(rounds), 0.0
    if checkpoint is not None:
        progress, seconds = taken_up(plan, seed, rounds, checkpoint)
    return SimulationRun(plan, rounds, seed, backend, threads, dask_address, progress, seconds)


def check_numbers(rounds: int, seed: int) -> None:
    """Refuse numbers of rounds and seeds that no simulation takes."""
    for name, value in (("rounds", rounds), ("seed", seed)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(f"{name} {value!r:.40}: expected a whole number")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds: expected 1 to {MOST_ROUNDS:.0e}")
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"seed {seed}: expected a whole number from 0 to 2^64 - 1")
