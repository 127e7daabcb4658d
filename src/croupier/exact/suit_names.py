"""Hands up to the names of suits: where no rule tells suits apart, one hand stands for all that rename them.

A hand is written as what it takes of each suit. A multiset of such parts stands for every way to give them to the
suits, so it is counted once with the number of those ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import factorial
from typing import NamedTuple

from croupier.cards.cards import Card

_Part = tuple[tuple[int, ...], tuple[int, ...]]
"""The ranks that a hand takes of one suit: the player's and the dealer's."""


class Alike(NamedTuple):
    """One hand, own and dealer's cards, and how many hands it stands for, itself included."""

    own: tuple[Card, ...]
    dealer: tuple[Card, ...]
    ways: int


def hands_up_to_suits(ranks: Sequence[int], suits: Sequence[int], own: int, dealer: int = 0) -> Iterator[Alike]:
    """Every hand of a deck that has each rank in each suit, one for all that differ in the names of suits alone."""
    options: list[_Part] = []
    sizes: dict[tuple[int, int], range] = {}
    # Small parts first, and suits in the order of their parts: what is left must then suffice for every later suit.
    for mine, theirs in sorted(product(range(own + 1), range(dealer + 1)), key=lambda size: (sum(size), size)):
        if mine + theirs <= len(ranks):
            first = len(options)
            for held in combinations(ranks, mine):
                left = [rank for rank in ranks if rank not in held]
                options += [(held, shown) for shown in combinations(left, theirs)]
            sizes[mine, theirs] = range(first, len(options))

    def fill(least: int, chosen: tuple[int, ...], own: int, dealer: int) -> Iterator[tuple[int, ...]]:
        empty = len(suits) - len(chosen)
        for (mine, theirs), places in sizes.items():
            if mine > own or theirs > dealer or (mine + theirs) * empty > own + dealer:
                continue
            if empty > 1:
                for place in range(max(least, places.start), places.stop):
                    yield from fill(place, (*chosen, place), own - mine, dealer - theirs)
            elif (mine, theirs) == (own, dealer):
                yield from ((*chosen, place) for place in range(max(least, places.start), places.stop))

    for chosen in fill(0, (), own, dealer):
        ways = factorial(len(suits))
        for times in Counter(chosen).values():
            ways //= factorial(times)
        parts = [options[place] for place in chosen]
        yield Alike(_cards(parts, suits, 0), _cards(parts, suits, 1), ways)


def _cards(parts: Sequence[_Part], suits: Sequence[int], side: int) -> tuple[Card, ...]:
    return tuple(Card.of(rank, suit) for suit, part in zip(suits, parts, strict=True) for rank in part[side])
