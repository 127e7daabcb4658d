"""Several of the dealer's cards seen where hands are flushes: exact, by what the seen cards of each suit leave.

As in ``showdown.flushes`` the dealer's hands below a level number the coefficient of x ** 7 in the product over the
suits of c(x) + T x ** l. Where a of a suit's cards are seen and the player holds m of them, c(x) takes the other cards
from 13 - m - a, and T counts the allowed sets that hold the seen cards and avoid the player's. At most two suits have l
cards, so the dealer's hands are a sum over single suits and pairs of suits of T, with factors that depend only on how
many cards of each suit are held and seen (``factors``).

The smallest bet is not counted: it gets the deals that the others leave. Decks have four suits. The counting is
compiled (the ``sim`` extra) and runs on all cores: under a minute for two cards, several times longer for each card
more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.exact.advantage.ledger import Ledger
from croupier.exact.advantage.sight import Sight
from croupier.exact.effort import needs_compiler
from croupier.exact.showdown.flushes import FlushShowdown, suit_shapes
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.technique import Counts, Floats
from croupier.exact.showdown.terms import CASES, Terms
from croupier.exact.solver import Progress, in_silence
from croupier.play.showdown import Showdown

SUITS: Final = 4


class Plan(NamedTuple):
    """For one shape: how many cards of each suit may be seen, and the factors of the dealer's hands."""

    shape: Counts
    vectors: Counts
    orders: Counts
    low: Counts
    own: Counts


class SeenFlushes:
    """A game, and how many of the dealer's cards are seen."""

    def __init__(self, game: Showdown, seen: int) -> None:
        plain = FlushShowdown(game)
        self.plain, self.seen = plain, seen
        self.terms = Terms(game, plain.ranking)
        self.total = comb(len(game.deck) - plain.size - seen, plain.size - seen)
        """The dealer's hands that hold the seen cards."""
        if plain.suits != SUITS or self.terms.first_qualifying >= len(plain.ranking):
            raise ValueError("this technique needs four suits, and hands that qualify")
        self.cut = plain.level(self.terms.first_qualifying)
        if 3 * self.cut.length <= plain.size or max(map(len, self.terms.offers)) > 3:
            raise ValueError("this technique serves at most two long suits in a hand, and at most three bets")

    @cached_property
    def masks(self) -> tuple[Counts, Counts, Counts]:
        """All masks of at most ``seen`` ranks by size, where each size begins, and the size of every mask."""
        sizes = np.array([mask.bit_count() for mask in range(1 << self.plain.ranks)], dtype=np.int64)
        by_size = [np.flatnonzero(sizes == size) for size in range(self.seen + 1)]
        starts = np.cumsum([0, *map(len, by_size)])
        return np.concatenate(by_size).astype(np.int64), starts.astype(np.int64), sizes

    def plans(self, length: int) -> Iterator[Plan]:
        """Every shape whose longest suit has this length."""
        for shape in suit_shapes(self.plain.size, SUITS, self.plain.ranks):
            if shape[0] != length:
                continue
            vectors, orders, low, own = [], [], [], []
            for vector in product(*(range(min(self.seen, self.plain.ranks - size) + 1) for size in shape)):
                if sum(vector) != self.seen:
                    continue
                # The suit with the most entries comes last, where the loop is tight.
                order = sorted(range(SUITS), key=lambda suit: comb(self.plain.ranks - shape[suit], vector[suit]))
                turned = [(shape[suit], vector[suit]) for suit in order]
                vectors.append(vector)
                orders.append(order)
                low.append(self.factors(self.cut.length, turned))
                own.append(self.factors(max(length, self.cut.length), turned))
            yield Plan(*(np.array(each, dtype=np.int64) for each in (shape, vectors, orders, low, own)))

    def factors(self, length: int, suits: Sequence[tuple[int, int]]) -> list[int]:
        """The factors of no suit, each suit and each pair of suits with this length, from the cards held and seen of
        each.
        """
        found = []
        for many in range(3):
            for full in combinations(range(SUITS), many):
                rest = [1]
                for number, (held, seen) in enumerate(suits):
                    if number not in full:
                        left = self.plain.ranks - held - seen
                        ways = [comb(left, taken - seen) if taken >= seen else 0 for taken in range(length)]
                        rest = np.convolve(rest, ways).tolist()
                degree = self.plain.size - many * length
                found.append(rest[degree] if 0 <= degree < len(rest) else 0)
        return found

    def steps(self, place: int) -> tuple[Floats, int]:
        """(bets, levels and all) what each bet brings beyond the first, by levels; and how many bets there are."""
        offers = self.terms.offers[place]
        steps = np.zeros((3, CASES))
        for number, offer in enumerate(offers):
            extra = np.subtract(offer.nets, offers[0].nets)
            if place < self.terms.first_qualifying:
                # All levels are the same.
                steps[number] = (extra[0] - extra[3], 0, 0, extra[3])
            else:
                steps[number] = (*(extra[:-1] - extra[1:]), extra[3])
        return steps, len(offers)

    def book(self, length: int, own: int, plans: Sequence[Plan]) -> Counts:
        """(bets, cases) deals of the class that one set makes."""
        # numba is slow to load, so it is imported only here.
        from croupier.exact.advantage import flush_kernels as kernels

        place = self.plain.first_place[length] + own
        steps, bets = self.steps(place)
        booked = np.zeros((3, CASES), dtype=np.int64)
        if bets == 1:
            return booked
        masks, starts, sizes = self.masks
        qualifies = place >= self.terms.first_qualifying

        def listed(sets: Counts) -> tuple[Floats, Counts, Counts]:
            """The entries of suits that hold one of these sets."""
            room = sum(comb(self.plain.ranks - int(sizes[sets[0]]), many) for many in range(self.seen + 1))
            numbers, sums = np.zeros((3, len(sets) * room)), np.zeros((4, len(sets) * room), dtype=np.int64)
            offsets = np.zeros((len(sets), self.seen + 2), dtype=np.int64)
            kernels.list_entries(
                numbers, sums, offsets, sets, masks, starts, sizes, self.plain.sets[self.cut.length], self.cut.start,
                self.plain.sets[length], own if qualifies else -1,
            )  # fmt: skip
            used = offsets[-1, -1]
            return numbers[:, :used].copy(), sums[:, :used].copy(), offsets

        first = listed(self.plain.sets[length][own : own + 1])
        others: dict[int, tuple[Floats, Counts, Counts]] = {}
        for plan in plans:
            for size in plan.shape[1:].tolist():
                if size not in others:
                    sets = self.plain.sets[size]
                    others[size] = listed(sets[: own + 1] if size == length else sets)
            tables: Any = zip(first, *(others[size] for size in plan.shape[1:].tolist()), strict=True)
            numbers, sums, offsets = tables
            kernels.book_class(
                booked, plan.shape, own, numbers, sums, offsets, plan.vectors, plan.orders, plan.low,
                plan.own if qualifies else plan.low, steps, self.total, bets,
            )  # fmt: skip
        return booked


def book_seen(game: Showdown, sight: Sight, progress: Progress = in_silence) -> Ledger:
    """The best play with several of the dealer's cards seen, exactly; without a chart, since suits decide too."""
    if sight.detail != "card":
        raise ValueError(f"{sight}: this technique sees cards")
    needs_compiler(f"{sight} is counted")
    flushes = SeenFlushes(game, sight.number)
    ledger = Ledger(flushes.terms, [])
    plain = solve_showdown(game).strategy.chart
    choices = comb(flushes.plain.size, sight.number)
    plans = {length: list(flushes.plans(length)) for length in flushes.plain.first_place}
    work = [(length, own) for length in plans for own in range(len(flushes.plain.sets[length]))]

    def book(each: tuple[int, int]) -> Counts:
        length, own = each
        return flushes.book(length, own, plans[length])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, ((length, own), booked) in enumerate(zip(work, pool.map(book, work), strict=True), start=1):
            place = flushes.plain.first_place[length] + own
            deals: Any = np.array(plain[place].cases, dtype=np.int64) * choices
            booked[0] = deals - booked.sum(axis=0)
            ledger.enter(place, booked)
            progress(done, len(work))
    return ledger
