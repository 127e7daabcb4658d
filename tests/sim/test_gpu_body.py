"""The cuda backend's body, built for the CPU: every round's outcomes equal the kernels' and the play driver's.

The same text is compiled for a GPU by NVRTC; ``benchmarks/sim_cuda.py`` compares a million rounds on a real one.
"""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from croupier.errors import MissingPart
from croupier.sim.gpu.tables import CELLS, MOST_BASE, MOST_BONUS, BodyTables, body_tables
from croupier.solving.simulation import SimulationPlan, prepare, simulate

SPECS = [
    "keep-it-straight",
    "ranks: keep-it-straight",
    "ranks: keep-it-straight(straight=PT-FLT-KIS-SB-01)",
    "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-E02)",
    "high-card-flush(flush=SAMPLE-HCF-FLUSH-01, straight_flush=PT-FLT-HCF-SF-01)",
    "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, mini_royal_progressive=SAMPLE-TCP-MRP-01)",
]
ROUNDS = 200_000


def built(body: BodyTables, folder: Path) -> ctypes.CDLL:
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler, "the tests of the cuda body need a C compiler: install gcc"
    source, library = folder / "body.c", folder / "body.so"
    source.write_text("#define CPU_BUILD\n" + body.source("body.h", "host.h"), encoding="utf-8")
    options = ["-O2", "-Wall", "-Wno-unused-function", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def called(library: ctypes.CDLL, name: str, body: BodyTables, first: int, count: int, size: int) -> np.ndarray:
    found = np.zeros(size, dtype=np.uint64)
    numbers = [ctypes.c_uint64(each) for each in (7, first, count)]
    arrays = [ctypes.c_void_p(each.ctypes.data) for each in (body.content, found)]
    getattr(library, name)(*numbers, *arrays)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_the_body_plays_the_same_rounds(spec: str, tmp_path: Path) -> None:
    *deal, name = spec.split(": ")
    plan = prepare(name, "chart", deal=deal[0] if deal else "cards")
    body = body_tables(plan.simulator)
    library = built(body, tmp_path)
    first = 3_000_000_001
    # By ranks, one round in 800,000 has a word that cannot tell and is asked further.
    rounds = 4_000_000 if deal else ROUNDS
    counts = called(library, "play", body, first, rounds, CELLS)
    assert body.layout.tally(body.in_cells(counts), 1) == plan.simulator.run(7, first, rounds)
    listed = called(library, "list", body, 0, 500, 500)
    for number, found in enumerate(listed.tolist()):
        assert outcomes(plan, number) == outcomes_of(body, found)


def outcomes(plan: SimulationPlan, number: int) -> list[object]:
    tally = plan.simulator.run(7, number, 1)
    return [next(outcome for outcome, count in each.items() if count) for each in tally.counts.values()]


def outcomes_of(body: BodyTables, found: int) -> list[object]:
    counts = np.zeros(CELLS, dtype=np.uint64)
    counts[found & 255] = 1
    for place in range(len(body.layout.wagers) - 1):
        counts[MOST_BASE + MOST_BONUS * place + (found >> 8 * (place + 1) & 255)] = 1
    tally = body.layout.tally(body.in_cells(counts), 1)
    return [next(outcome for outcome, count in each.items() if count) for each in tally.counts.values()]


@pytest.mark.skipif(importlib.util.find_spec("cupy") is not None, reason="this machine has CuPy")
def test_without_cupy_the_backend_says_so() -> None:
    with pytest.raises(MissingPart, match="needs CuPy"):
        simulate("three-card-prime", 1000, backend="cuda").finish()


@pytest.mark.parametrize(
    ("spec", "strategy", "seats", "words"),
    [
        ("keep-it-straight", "optimal", 1, "by the class of the hand"),
        ("keep-it-straight", "chart", 2, "one seat"),
        ("blackjack", None, 1, "showdown games alone"),
        ("three-card-prime(prime=SAMPLE-TCP-PRIME-01)", "chart", 1, "does not serve prime"),
    ],
)
def test_what_the_body_does_not_serve_is_named(spec: str, strategy: str | None, seats: int, words: str) -> None:
    with pytest.raises(MissingPart, match=words):
        simulate(spec, 1000, strategy=strategy, seats=seats, backend="cuda")
