"""Ricochet Poker's full table on a real GPU: seconds a deal, and the same bits as the CPU's levels where that is quick.

    PYTHONPATH=src python3 -m benchmarks.exact_ricochet_cuda [DEALS]

Needs numba and CuPy. Exit status 1 where a value differs from the CPU's.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from benchmarks.exact_ricochet import deals, load
from croupier.exact.ricochet.full_table import Choices, FullTable
from croupier.exact.ricochet.gpu.device import machine
from croupier.exact.ricochet.gpu.solving import solve_on, steps_needed

PLAYERS = range(2, 8)
CPU_STEPS = 6e9
"""What a core reads in some twenty seconds: up to so much is compared."""


def main(count: int) -> int:
    gpu = machine()
    if gpu is None:
        sys.exit("no NVIDIA GPU with CuPy answers")
    game = load()
    free = gpu.free_bytes
    print(f"{gpu.name}, {free / 2**30:.0f} GB for tables", flush=True)
    wrong = 0
    for players in PLAYERS:
        found: list[tuple[FullTable, Choices]] = []
        taken, rates, too_large = [], [], 0
        for state in deals(game, players, count):
            table = FullTable(game, state)
            if table.memory_needed() > free:
                too_large += 1
                continue
            started = time.perf_counter()
            choices = solve_on(gpu, table)
            taken.append(time.perf_counter() - started)
            rates.append(steps_needed(table) / taken[-1])
            found.append((table, choices))
        compared = [each for each in found if each[0].steps_needed() < CPU_STEPS and each[0].memory_needed() < 4 << 30]
        with ThreadPoolExecutor(16) as pool:
            same = list(pool.map(lambda each: each[0].solve() == each[1], compared))
        wrong += same.count(False)
        times = sorted(taken)
        print(
            f"{players} to act: {len(taken)} of {count} deals fit; {times[0]:.3f} to {times[-1]:.2f} s, "
            f"median {median(times):.3f} s; {sum(same)} of {len(same)} equal to the CPU bit by bit; "
            f"rates {min(rates):.1e} to {max(rates):.1e} values a second",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
