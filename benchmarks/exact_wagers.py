"""How fast the side wagers are solved exactly: each family's first table in a fresh process, and every table."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from benchmarks.figures import Figure

# One wager for each way of counting.
TABLES = {
    "seven-card straights": "keep-it-straight(straight=PT-FLT-KIS-SB-01) straight",
    "seven-card straight flushes": "keep-it-straight(straight_flush=PT-FLT-HCF-SF-01) straight_flush",
    "seven-card flushes": "high-card-flush(flush=SAMPLE-HCF-FLUSH-01) flush",
    "three cards": "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02) pair_bonus",
    "best five of six": "three-card-prime(all_six=SAMPLE-TCP-ALL-SIX-01) all_six",
    "five cards": "ricochet-poker(hedge_bet=SAMPLE-RIC-HB-01) hedge_bet",
    "two cards against five": "ricochet-poker(rapid_fire=SAMPLE-RIC-RF-01) rapid_fire",
    "eight decks, dynamic pays": "perfect-pairs(perfect_pairs=PT-PRG-PP-D05) perfect_pairs",
}
PROMISED_TABLE = 0.1
PROMISED_SWEEP = 3.0
RUNS = 3

_SOLVE_ONE = """
import sys, time
from croupier import catalogue
from croupier.questions.solved.solutions import solve
spec, wager = sys.argv[1].rsplit(" ", 1)
configuration = catalogue.configuration(spec)
started = time.perf_counter()
solve(configuration, wager, remember=False)
print(time.perf_counter() - started)
"""


def solve_cold(table: str) -> float:
    """Seconds for one table, after import, in a process that has counted nothing yet; the best of a few."""
    runs = [
        subprocess.run([sys.executable, "-c", _SOLVE_ONE, table], capture_output=True, text=True, check=True).stdout
        for _ in range(RUNS)
    ]
    return min(map(float, runs))


def sweep_cold(game: str) -> float:
    """Seconds for ``croupier edge GAME --all``, the start of the program included, with an empty cache."""
    times = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "croupier", "edge", game, "--all"]
            started = time.perf_counter()
            subprocess.run(command, capture_output=True, check=True, env={**os.environ, "XDG_CACHE_HOME": folder})
            times.append(time.perf_counter() - started)
    return min(times)


def figures() -> Iterator[Figure]:
    for name, table in TABLES.items():
        taken = solve_cold(table)
        yield Figure(
            f"exact: {name}", f"{1000 * taken:.0f} ms", f"{1000 * PROMISED_TABLE:.0f} ms", taken < PROMISED_TABLE
        )
    for game in ("perfect-pairs", "keep-it-straight", "ricochet-poker"):
        taken = sweep_cold(game)
        yield Figure(f"croupier edge {game} --all", f"{taken:.2f} s", f"{PROMISED_SWEEP:.0f} s", taken < PROMISED_SWEEP)
