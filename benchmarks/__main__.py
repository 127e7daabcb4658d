"""``make bench``: every performance promise as one table, each row printed as it is measured.

    python -m benchmarks [PART ...]          make bench PART=sim

Measured times are noisy on a shared machine, so nothing here fails a test; a promise that is not kept is marked.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from benchmarks.figures import show

PARTS = (
    "commands",
    "rounds",
    "exact_showdown",
    "exact_samples",
    "exact_wagers",
    "exact_blackjack",
    "exact_ricochet",
    "jackpot_books",
    "jackpot_latency",
    "jackpot_history",
    "sim",
    "environments",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure what is promised.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}; all without one")
    asked = parser.parse_args().parts
    if unknown := [part for part in asked if part not in PARTS]:
        parser.error(f"{unknown[0]} is no part; the parts are {', '.join(PARTS)}")
    for part in asked or PARTS:
        show(import_module(f"benchmarks.{part}").figures())


if __name__ == "__main__":
    main()
