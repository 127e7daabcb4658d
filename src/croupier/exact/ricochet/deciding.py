"""How a close decision at a full table is made: solved if that is quick, otherwise sampled, and solved if the sample
leaves doubt. Limits depend on the machine: a second on a core, a few on a GPU. So another machine may make a doubtful
decision differently; the machine is part of a sample's name.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from croupier.errors import BadInput, MissingPart
from croupier.exact.ricochet.full_table import ERROR_BOUND, Choices, FullTable
from croupier.exact.ricochet.pot_game import PotGame
from croupier.exact.ricochet.sampled import QUICK_BIAS, sampled_choices
from croupier.exact.sampled_table import CUDA, THREADS
from croupier.play.game import State

CHECK_DRAWS: Final = 2_000


class Solves(NamedTuple):
    """What solves decisions, and what it takes on."""

    quick: float
    """Up to this many steps a decision is solved at once."""
    most: float
    """Up to this many steps it is solved if sampled draws leave it in doubt."""
    memory: int
    steps: Callable[[FullTable], float]
    solve: Callable[[FullTable], Choices]


class Decided(NamedTuple):
    """Whether playing is best, and whether that is exact."""

    plays: bool
    is_exact: bool


def decide(game: PotGame, state: State, solves: Solves) -> Decided:
    """The better choice of the seat to act."""
    table = FullTable(game, state)
    steps, fits = solves.steps(table), table.memory_needed() <= solves.memory
    if steps > solves.quick or not fits:
        sampled = sampled_choices(game, state, CHECK_DRAWS)
        gain = sampled.play - sampled.decline
        is_clear = abs(gain) > 4 * sampled.standard_error + QUICK_BIAS
        if is_clear or steps > solves.most or not fits:
            return Decided(gain >= 0, False)
    found = solves.solve(table)
    return Decided(found.play >= found.decline - ERROR_BOUND, True)


def solves_on(backend: str) -> Solves:
    """By the name of a backend."""
    if backend == THREADS:
        return Solves(2e7, 2e8, 1 << 30, FullTable.steps_needed, FullTable.solve)
    if backend != CUDA:
        raise BadInput(f"backend '{backend[:40]}': expected {THREADS} or {CUDA}")
    from croupier.exact.ricochet.gpu.device import machine
    from croupier.exact.ricochet.gpu.solving import solve_on, steps_needed

    gpu = machine()
    if gpu is None:
        raise MissingPart(
            "no NVIDIA GPU answers through CuPy",
            hint='pip install "croupier[cuda]" on a machine with one, or use --backend threads',
        )
    lock = Lock()

    def solve(table: FullTable) -> Choices:
        with lock:
            return solve_on(gpu, table)

    return Solves(5e11, 5e12, gpu.free_bytes, steps_needed, solve)
