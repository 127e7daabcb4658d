"""The cuda backend's body, built for the CPU: every round's outcomes equal the kernels' and the play driver's.

The same text is compiled for a GPU by NVRTC; ``benchmarks/sim_cuda.py`` compares a million rounds on a real one.
"""

from __future__ import annotations

import ctypes
import importlib.util
from pathlib import Path

import numpy as np
import pytest

from croupier.errors import MissingPart
from croupier.questions.simulating import prepare, simulate
from croupier.sim.gpu.backend import CPU, MOST_BASE, MOST_BONUS, Body, body_of
from tests.c_builds import built
from tests.own_tables import at_own_tables

BONUSES = {
    "keep-it-straight": "straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-E02",
    "high-card-flush": "flush=SAMPLE-HCF-FLUSH-01, straight_flush=PT-FLT-HCF-SF-01",
    "three-card-prime": "pair_bonus=PT-FLT-TCPR-PB-02, mini_royal_progressive=SAMPLE-TCP-MRP-01",
    "ricochet-poker": "rapid_fire=OUR-RAPID-FIRE-BY-RANK, hedge_bet=SAMPLE-RIC-HB-01, pocket_bonus=SAMPLE-RIC-PB-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-E01",
}
PLANS = [
    ("keep-it-straight", "chart", 1, "cards"),
    ("keep-it-straight", "chart", 1, "ranks"),
    ("keep-it-straight(straight=PT-FLT-KIS-SB-01)", "chart", 1, "ranks"),
    *((f"{game}({BONUSES[game]})", "optimal", 1, "cards") for game in list(BONUSES)[:3]),
    ("high-card-flush", "chart", 1, "cards"),
    *(("ricochet-poker", "basic", seats, "cards") for seats in (1, 4)),
    (f"ricochet-poker({BONUSES['ricochet-poker']})", "basic", 7, "cards"),
]
ROUNDS = 200_000
LISTED = 100


def called(library: ctypes.CDLL, name: str, body: Body, first: int, count: int, size: int) -> np.ndarray:
    found = np.zeros(size, dtype=np.uint64)
    numbers = [ctypes.c_uint64(each) for each in (7, first, count)]
    arrays = [ctypes.c_void_p(each.ctypes.data) for each in (body.content, found)]
    getattr(library, name)(*numbers, *arrays)
    return found


@pytest.mark.parametrize(("spec", "strategy", "seats", "deal"), PLANS)
def test_the_body_plays_the_same_rounds(spec: str, strategy: str | None, seats: int, deal: str, tmp_path: Path) -> None:
    plan = prepare(at_own_tables(spec), strategy, seats, deal=deal)
    body = body_of(plan.simulator)
    library = built(body.source(CPU), tmp_path)
    first = 3_000_000_001
    # By ranks, one round in 800,000 has a word that cannot tell and is asked further.
    rounds = 4_000_000 if deal == "ranks" else ROUNDS
    counts = called(library, "play", body, first, rounds, body.cells)
    assert body.tally(counts) == plan.simulator.run(7, first, rounds)
    # What a round lists is what it counts.
    listed = called(library, "list", body, 0, LISTED, LISTED * body.listed)
    for number in range(LISTED):
        counted = called(library, "play", body, number, 1, body.cells)
        assert body.tally(counted) == plan.simulator.run(7, number, 1)
        found = cells_of(body, listed[number * body.listed : (number + 1) * body.listed])
        assert (np.bincount(found, minlength=body.cells) == np.where(squares(body), 0, counted)).all()


def cells_of(body: Body, listed: np.ndarray) -> list[int]:
    """The counts that a listed round adds one to."""
    if body.name == "pot":
        wagers = 1 + int(body.constants["BONUSES"])
        return [int(each) for each in listed.view(np.uint16)[: wagers * int(body.constants["SEATS"])]]
    (found,) = listed.tolist()
    bonuses = range(int(body.constants["BONUSES"]))
    return [found & 255, *(MOST_BASE + MOST_BONUS * place + (found >> 8 * (place + 1) & 255) for place in bonuses)]


def squares(body: Body) -> np.ndarray:
    """Which counts are squares of rounds' totals."""
    return np.arange(body.cells) >= int(body.constants.get("CELLS", body.cells))


@pytest.mark.skipif(importlib.util.find_spec("cupy") is not None, reason="this machine has CuPy")
def test_without_cupy_the_backend_says_so() -> None:
    with pytest.raises(MissingPart, match="needs CuPy"):
        simulate("three-card-prime", 1000, backend="cuda").finish()


@pytest.mark.parametrize(
    ("spec", "strategy", "seats", "words"),
    [
        ("keep-it-straight", "chart", 2, "one seat"),
        ("blackjack", None, 1, "showdown games and games of one pot"),
        ("three-card-prime(prime=SAMPLE-TCP-PRIME-01)", "chart", 1, "does not serve prime"),
    ],
)
def test_what_the_body_does_not_serve_is_named(spec: str, strategy: str | None, seats: int, words: str) -> None:
    with pytest.raises(MissingPart, match=words):
        simulate(spec, 1000, strategy=strategy, seats=seats, backend="cuda")
