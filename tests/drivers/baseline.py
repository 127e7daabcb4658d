"""A straightforward solver in C beside the fast one: the players one by one, each against every hand of the dealer."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.solving import Advisor
from croupier.exact.showdown.straights import StraightShowdown

SOURCE = Path(__file__).with_name("straight_baseline.c")


def solve_by_baseline(advisor: Advisor, every: int) -> tuple[NDArray[np.int64], float]:
    """The baseline's rows for one player in ``every``, and the processor time they took; needs a C compiler."""
    technique = advisor.technique
    assert isinstance(technique, StraightShowdown)
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "baseline.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
        solve = ctypes.CDLL(str(library)).solve
    solve.restype = ctypes.c_int64
    solve.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_void_p]
    places = np.ascontiguousarray(technique.place_of_set.T.ravel(), dtype=np.int16)
    rows = np.zeros((len(technique.player_place), 6), dtype=np.int64)
    started = time.process_time()
    solved = solve(places.ctypes.data, advisor.terms.first_qualifying, every, rows.ctypes.data)
    return rows[:solved], time.process_time() - started


def rows_of_fast_solver(advisor: Advisor) -> NDArray[np.int64]:
    """The same rows from the fast solver, for all players in the baseline's order."""
    technique = advisor.technique
    assert isinstance(technique, StraightShowdown)
    (block,) = technique.blocks(advisor.terms.first_qualifying)
    held = np.concatenate([technique.low.held[:, technique.player_low], technique.high.held[:, technique.player_high]])
    key = (5 ** np.arange(len(held))[::-1]) @ held
    counts = [each[:, 0] for each in (block.not_qualified, block.lower, block.equal)]
    rows: NDArray[np.int64] = np.column_stack([block.place, block.row_weight, *counts, key]).astype(np.int64)
    return rows[np.argsort(key)]
