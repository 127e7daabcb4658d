"""Sampled figures beside the Python sampler that was there before the kernels, in one run.

Both play the same kind of deals and take the same differences from the exact game, so a deal of either says equally
much: how many times as many deals a second has is how many times smaller variance times time is, and the error bars
shrink by its root. Promised is ten times smaller error bars in the same time. All figures are processor time of one
core; on two the kernels take half the time by the clock. As many shoes are dealt as the command deals unless told
otherwise. Their plain way is as fast as the sampler that was there before (303 and 296 µs a shoe of six decks in one
run, 93 and 100 of two).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction

from benchmarks.exact_showdown import load
from benchmarks.figures import Figure, show
from croupier import catalogue
from croupier.exact.sights.sampling import SharedDeals
from croupier.exact.sights.shoe_knowledge import CARDS_A_ROUND, plan_of, sum_shoes
from croupier.questions.advantage import pairs_from_shoe
from tests.exact.plain_samples import gains_plainly, sum_plainly

PROMISED_RATIO = 100
TURNS = 3
PLAIN_DEALS, KERNEL_DEALS = 150, 200_000
PLAIN_SHOES, KERNEL_SHOES = 300, 200_000
SAMPLES = [("three-card-prime", 5), ("three-card-prime", 7), ("high-card-flush", 3), ("high-card-flush", 6)]
SHOES = ["perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-01)", "perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)"]


def _in_silence(_done: int) -> None:
    pass


def times(*works: Callable[[], object]) -> list[float]:
    """Seconds of processor time: the best of some turns, taken in alternation."""
    best = [float("inf")] * len(works)
    for _ in range(TURNS):
        for place, work in enumerate(works):
            started = time.process_time()
            work()
            best[place] = min(best[place], time.process_time() - started)
    return best


def of_deals(name: str, seats: int) -> Figure:
    game = load(name)
    deals = SharedDeals(game, seats)
    deals.gains(2, 1, _in_silence, 1)
    plain, compiled = times(
        lambda: gains_plainly(game, seats, 1, PLAIN_DEALS), lambda: deals.gains(KERNEL_DEALS, 1, _in_silence, 1)
    )
    return _figure(f"{name}, seats:{seats}", plain / PLAIN_DEALS, compiled / KERNEL_DEALS)


def of_shoes(spec: str) -> Figure:
    shoe = pairs_from_shoe(catalogue.configuration(spec), "perfect_pairs", {1: 1_000_000})
    few, many = (plan_of(shoe, Fraction(3, 4), shoes) for shoes in (PLAIN_SHOES, KERNEL_SHOES))
    sum_shoes(few, 1, _in_silence, 1)
    plain, compiled = times(lambda: sum_plainly(few, 1), lambda: sum_shoes(many, 1, _in_silence, 1))
    name = f"shoes of {shoe.decks} decks, {CARDS_A_ROUND} cards a round"
    return _figure(name, plain / PLAIN_SHOES, compiled / KERNEL_SHOES)


def _figure(name: str, plain: float, compiled: float) -> Figure:
    ratio = plain / compiled
    return Figure(
        f"sampled {name}: variance x time beside Python ({plain * 1e6:.0f} µs)",
        f"{ratio:.0f} times smaller, error bars {ratio**0.5:.1f} times ({compiled * 1e6:.2f} µs)",
        f"{PROMISED_RATIO} times",
        ratio >= PROMISED_RATIO,
    )


def figures() -> Iterator[Figure]:
    yield from (of_deals(*each) for each in SAMPLES)
    yield from map(of_shoes, SHOES)


if __name__ == "__main__":
    show(figures())
