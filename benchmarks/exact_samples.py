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
from croupier.cards.cards import DECK
from croupier.cards.shuffle import SeededSource, draw, shuffle
from croupier.exact.advantage.sample_tables import kernel_of
from croupier.exact.advantage.sampling import Deals, book_by_kernel, book_plainly
from croupier.exact.advantage.shoe_knowledge import CARDS_A_ROUND, plan_of
from croupier.exact.advantage.shoe_sums import sum_plainly, sum_shoes
from croupier.exact.advantage.sight import NOTHING, parse_sight
from croupier.solving.shoe_audit import pairs_from_shoe

PROMISED_RATIO = 100
TURNS = 3
PLAIN_DEALS, KERNEL_DEALS = 150, 200_000
PLAIN_SHOES, KERNEL_SHOES = 300, 200_000
SAMPLES = [
    ("three-card-prime", "", 7),
    ("three-card-prime", "dealer:1", 4),
    ("three-card-prime", "dealer:kind:1", 4),
    ("keep-it-straight", "", 6),
    ("keep-it-straight", "dealer:2", 3),
    ("keep-it-straight", "color", 3),
    ("high-card-flush", "", 6),
    ("high-card-flush", "dealer:2", 1),
    ("high-card-flush", "color", 3),
]
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


def of_deals(name: str, sees: str, seats: int) -> Figure:
    game = load(name)
    deals = Deals(game, parse_sight(sees, game.hand_size) if sees else NOTHING, seats)
    kernel, source = kernel_of(deals), SeededSource(1)
    assert kernel is not None
    book_by_kernel(deals, kernel, 1, 2, _in_silence, 1)
    plain, compiled = times(
        lambda: book_plainly(
            deals, lambda _: draw(source, game.deck, deals.known + deals.sight.number), PLAIN_DEALS, _in_silence
        ),
        lambda: book_by_kernel(deals, kernel, 1, KERNEL_DEALS, _in_silence, 1),
    )
    words = " and ".join(each for each in (sees, f"seats:{seats}" if seats > 1 else "") if each)
    return _figure(f"{name}, {words}", plain / PLAIN_DEALS, compiled / KERNEL_DEALS)


def of_shoes(spec: str) -> Figure:
    shoe = pairs_from_shoe(catalogue.configuration(spec), "perfect_pairs", {1: 1_000_000})
    few, many = (plan_of(shoe, Fraction(3, 4), shoes) for shoes in (PLAIN_SHOES, KERNEL_SHOES))
    source = SeededSource(1)
    sum_shoes(few, 1, _in_silence, 1)
    plain, compiled = times(
        lambda: sum_plainly(few, lambda _: shuffle(source, tuple(DECK) * shoe.decks), _in_silence),
        lambda: sum_shoes(many, 1, _in_silence, 1),
    )
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
