"""Sums over sampled shoes, from which every figure of the shoe audit follows: by kernels, or by NumPy without numba.

Shoe ``n`` of a seed is the same either way. The first shoes of even number train the count: the count from which on to
wager is the one that brings most on them. It is tried on all others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from croupier.cards.cards import DECK
from croupier.exact.effort import has_compiler
from croupier.exact.showdown.technique import Counts, Floats
from croupier.kernels.philox import PhiloxSource

if TYPE_CHECKING:
    from croupier.exact.advantage.shoe_knowledge import PairsFromShoe
    from croupier.exact.advantage.shoe_samples import ShoeTables

CHUNK: Final = 512
"""Shoes of a piece of work."""
MOST_TRAINED: Final = 20_000
"""Shoes; more of them would hardly move the line."""
TAG_UNIT: Final = 1 << 30
WHO, SUMS, SPREADS = 4, 8, 6
TOGETHER: Final = ((2, 0), (1, 1), (0, 2), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4))
"""Powers of the count and of the miss at the last depth, whose products are added up."""
Order = Sequence[int]
"""Cards of a shoe in the order in which they are dealt."""


@dataclass(frozen=True)
class ShoePlan:
    """What is asked of every shoe."""

    shoe: PairsFromShoe
    cuts: tuple[int, ...]
    """Cards dealt at each depth."""
    full: float
    tags: Counts
    """(cards) of the count, in parts of ``TAG_UNIT``: whole, so that shoes with the same cards have the same count."""
    shoes: int

    @property
    def size(self) -> int:
        return self.shoe.decks * len(DECK)

    @property
    def base(self) -> float:
        """What perfect knowledge brings from a full shoe; values are added up as differences from it."""
        return max(self.full, 0.0)

    @property
    def trained(self) -> int:
        return min((self.shoes + 1) // 2, MOST_TRAINED)

    def order(self, seed: int, number: int) -> Order:
        """The cards of a shoe down to the last depth."""
        return [place % len(DECK) for place in PhiloxSource(seed, number).first_of(self.size, self.cuts[-1])]


class ShoeSums:
    """Over shoes: see ``shoe_samples`` for what is added up."""

    def __init__(self, depths: int) -> None:
        self.known: Floats = np.zeros((depths, WHO, SUMS))
        self.spread: Floats = np.zeros(SPREADS)
        self.together: Floats = np.zeros(len(TOGETHER))

    def add(self, other: ShoeSums) -> None:
        self.known += other.known
        self.spread += other.spread
        self.together += other.together


def line(count: Floats, worth: Floats, full: float) -> float:
    """The count from which on these shoes bring most; all or none where the counts are equal."""
    if float(count.max() - count.min()) < 1e-12:
        return -np.inf if full > 0 else np.inf
    order = np.argsort(-count, kind="stable")
    brought = np.cumsum(worth[order])
    best = int(np.argmax(brought))
    return float(count[order[best]]) if brought[best] > 0 else np.inf


def sum_shoes(plan: ShoePlan, seed: int, progress: Callable[[int], None], threads: int | None = None) -> ShoeSums:
    """All shoes of a plan."""
    if has_compiler():
        return _by_kernel(plan, seed, progress, threads)
    return sum_plainly(plan, lambda number: plan.order(seed, number), progress)


def _by_kernel(plan: ShoePlan, seed: int, progress: Callable[[int], None], threads: int | None) -> ShoeSums:
    # numba is slow to load, so it is imported only here.
    from croupier.exact.advantage.shoe_samples import add_shoes, value_shoes
    from croupier.kernels.chunks import in_chunks

    tables, word = tables_of(plan), np.uint64(seed)
    worth, count = np.zeros((plan.trained, len(plan.cuts))), np.zeros((plan.trained, len(plan.cuts)))
    for _ in in_chunks(
        lambda first, many: value_shoes(
            tables, word, 2 * first, 2, worth[first : first + many], count[first : first + many]
        ),
        plan.trained,
        CHUNK,
        threads,
    ):
        pass
    lines = np.array([line(count[:, at], worth[:, at], plan.full) for at in range(len(plan.cuts))])

    def work(first: int, many: int) -> ShoeSums:
        part = ShoeSums(len(plan.cuts))
        add_shoes(tables, word, first, many, plan.trained, lines, part.known, part.spread, part.together)
        return part

    sums = ShoeSums(len(plan.cuts))
    for done, part in in_chunks(work, plan.shoes, CHUNK, threads):
        sums.add(part)
        progress(done)
    return sums


def tables_of(plan: ShoePlan) -> ShoeTables:
    """What the kernels look up, by how many cards of a rank are left in each suit."""
    from croupier.exact.advantage.shoe_samples import ShoeTables

    shoe = plan.shoe
    kinds: dict[bytes, int] = {}
    kind = [kinds.setdefault(shoe.net[:, :, rank].tobytes(), len(kinds)) for rank in range(shoe.net.shape[2])]
    left = np.array(list(np.ndindex(*(shoe.decks + 1,) * 4)), dtype=np.float64)[:, ::-1]
    firsts = [kind.index(number) for number in range(len(kinds))]
    parts = [[shoe.of_ranks(left, of[:, :, rank], otherwise) for rank in firsts] for of, otherwise in shoe.averaged]
    # (what is averaged, kinds, alone or times, places): the kinds' tables follow one another.
    halves = np.moveaxis(np.array(parts), 2, 3).reshape(len(parts), -1, 2)
    return ShoeTables(
        np.array([place % len(DECK) for place in range(plan.size)], dtype=np.uint8),
        (np.array(kind, dtype=np.int64) + 1) * len(left) - 1,
        np.ascontiguousarray(halves),
        np.array([otherwise for _, otherwise in shoe.averaged]),
        plan.tags,
        float(TAG_UNIT),
        np.array([(shoe.decks + 1) ** card.suit for card in DECK], dtype=np.int64),
        np.array(plan.cuts, dtype=np.int64),
        plan.full,
        plan.base,
    )


def values_plainly(plan: ShoePlan, orders: Sequence[Order]) -> tuple[Floats, Floats, Floats, Floats]:
    """(shoes, depths) what the next hand is worth, the count, and square and hits where the wager is made."""
    found = []
    (_, *others), cards = plan.shoe.averaged, len(DECK)
    dealt = np.array([order[: plan.cuts[-1]] for order in orders], dtype=np.int64)
    # Each card counts from the first depth at which it is gone.
    depth = np.searchsorted(plan.cuts, np.arange(dealt.shape[1]), side="right")
    shoes = np.arange(len(orders))[:, None]
    places = (shoes * len(plan.cuts) + depth) * cards + dealt
    gone_between = np.bincount(places.ravel(), minlength=len(orders) * len(plan.cuts) * cards)
    for gone, cut in zip(
        gone_between.reshape(len(orders), -1, cards).cumsum(axis=1).transpose(1, 0, 2), plan.cuts, strict=True
    ):
        left = (plan.shoe.decks - gone).reshape(len(orders), -1, 4).astype(np.float64)
        worth = plan.shoe.expectation(left)
        square, hits = (plan.shoe.average(left, of, otherwise) * (worth > 0) for of, otherwise in others)
        found.append((worth, gone @ plan.tags / (float(plan.size - cut) * TAG_UNIT), square, hits))
    worth, count, square, hits = np.array(found).transpose(1, 2, 0)
    return worth, count, square, hits


def sum_plainly(plan: ShoePlan, dealt: Callable[[int], Order], progress: Callable[[int], None]) -> ShoeSums:
    """The same in NumPy; ``dealt`` gives the cards of each shoe."""
    trained = np.array([number % 2 == 0 and number < 2 * plan.trained for number in range(plan.shoes)])
    orders = []
    for number in range(plan.shoes):
        orders.append(dealt(number))
        progress(number + 1)
    worth, count, square, hits = values_plainly(plan, orders)
    depths = len(plan.cuts)
    lines = [line(count[trained, at], worth[trained, at], plan.full) for at in range(depths)]
    rounds = np.arange(1, depths + 1)
    sums = ShoeSums(depths)
    for who, (made, among) in enumerate([(worth > 0, trained | True), (count >= lines, ~trained)]):
        here = [np.where(made, worth, 0.0) - plan.base, made.astype(np.float64), worth - plan.full]
        so_far = [np.cumsum(each, axis=1) / rounds for each in here]
        for place, (value, wagers, miss) in ((who, here), (who + 2, so_far)):
            terms = [np.ones_like(value), value, wagers, miss, value**2, wagers**2, miss**2, value * miss]
            sums.known[:, place] = np.array([each[among].sum(axis=0) for each in terms]).T
        if who == 0:
            squares, hit, value, wagers = square.mean(axis=1), hits.mean(axis=1), so_far[0][:, -1], so_far[1][:, -1]
            terms = [squares, hit, squares**2, hit**2, squares * value, wagers * value]
            sums.spread[:] = [each.sum() for each in terms]
    last, miss = count[:, -1], worth[:, -1] - plan.full
    sums.together[:] = [(last**one * miss**other).sum() for one, other in TOGETHER]
    return sums
