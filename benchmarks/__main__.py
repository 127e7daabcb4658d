"""``make bench``: every performance promise as one table.

Measured times are noisy on a shared machine, so nothing here fails a test; a promise that is not kept is marked.
"""

from __future__ import annotations

from benchmarks import (
    commands,
    exact_blackjack,
    exact_ricochet,
    exact_samples,
    exact_showdown,
    exact_wagers,
    jackpot_books,
    jackpot_history,
    jackpot_latency,
    rounds,
    sim,
)
from benchmarks.figures import Figure
from croupier.handbook.page.blocks import grid_of
from croupier.handbook.page.terminal import PLAIN


def main() -> None:
    rows = []
    for part in (
        commands,
        rounds,
        exact_showdown,
        exact_samples,
        exact_wagers,
        exact_blackjack,
        exact_ricochet,
        jackpot_books,
        jackpot_latency,
        jackpot_history,
        sim,
    ):
        for name, measured, promise, kept in part.figures():
            rows.append((name, measured, promise, {None: "", True: "kept", False: "NOT KEPT"}[kept]))
    print(PLAIN.grid(grid_of(Figure._fields, rows, numbers=[1])))


if __name__ == "__main__":
    main()
