"""How fast the commands answer from a cold start, beside an interpreter that does nothing."""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks.figures import Figure

PROMISED = 0.25
RUNS = 7


def seconds(*arguments: str) -> float:
    """The best of several runs: noise on a shared machine only ever slows one."""
    best = float("inf")
    for _ in range(RUNS):
        started = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        best = min(best, time.perf_counter() - started)
    return best


def figures() -> list[Figure]:
    bare = seconds("-c", "pass")
    found = [Figure("python doing nothing", f"{bare:.3f} s", "baseline", None)]
    for command in (["--help"], ["games"], ["paytable", "PT-PRG-PP-12"]):
        taken = seconds("-m", "croupier", *command)
        found.append(Figure(f"croupier {' '.join(command)}", f"{taken:.3f} s", f"under {PROMISED} s", taken < PROMISED))
    return found
