"""Counting for a family of hands that has no fast counter: every hand goes through the family's own classifier.

Where a class names no suit, hands that differ only in suits are classified once: a hand is written as what it takes of
each suit, and a multiset of such parts stands for all ways to give them to the suits. Beyond a bound it refuses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, product
from math import comb, factorial
from typing import Final

from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import MissingPart
from croupier.exact.counting.one_deck import Pack
from croupier.rulebook.sights import Seen

MOST_HANDS: Final = 3_000_000
"""Hands to classify: about ten seconds."""
_Part = tuple[tuple[int, ...], tuple[int, ...]]
"""The ranks that a hand takes of one suit: the player's and the dealer's."""


def by_any_hand(pack: Pack, seen: Seen, setting: Setting) -> Counter[Hashable]:
    """Every hand of the declared cards, by class."""
    family = FAMILIES[seen.family]
    own, dealer = _sides(seen)
    cards = len(pack.cards) * (setting.decks if family.from_a_shoe else 1)
    deals = comb(cards, own) * comb(cards - own, dealer)
    alike = 1 if family.names_suits or family.from_a_shoe else factorial(len(pack.suits))
    if deals > MOST_HANDS * alike:
        raise MissingPart(
            f"{seen.family} hands of {seen.size} cards have no fast counter, and {deals:,} deals are too many to "
            f"classify one by one",
            hint="croupier simulate estimates the wager; a short deck or fewer cards can be counted",
        )
    if alike == 1:
        return by_dealing(pack, seen, setting)
    counts: Counter[Hashable] = Counter()
    for parts, ways in _parts(pack, own, dealer):
        hands = [
            tuple(Card.of(rank, suit) for suit, part in zip(pack.suits, parts, strict=True) for rank in part[side])
            for side in (0, 1)
        ]
        counts[family.classify(hands[0], hands[1], setting)] += ways
    return counts


def by_dealing(pack: Pack, seen: Seen, setting: Setting) -> Counter[Hashable]:
    """The same, obviously right: every set of own cards with every set of the dealer's."""
    family = FAMILIES[seen.family]
    own, dealer = _sides(seen)
    copies = setting.decks if family.from_a_shoe else 1
    cards = pack.cards * copies
    counts: Counter[Hashable] = Counter()
    for mine in combinations(range(len(cards)), own):
        left = [place for place in range(len(cards)) if place not in mine]
        hand = tuple(cards[place] for place in mine)
        for theirs in combinations(left, dealer):
            counts[family.classify(hand, tuple(cards[place] for place in theirs), setting)] += 1
    return counts


def _sides(seen: Seen) -> tuple[int, int]:
    """Own and dealer's cards; as one set where it does not matter whose they are."""
    if FAMILIES[seen.family].whose_matters:
        return seen.own + seen.drawn, seen.dealer
    return seen.size, 0


def _parts(pack: Pack, own: int, dealer: int) -> Iterator[tuple[tuple[_Part, ...], int]]:
    """Every way to fill the suits, one for all that differ in suits alone, with the number that it stands for."""
    options: list[_Part] = []
    sizes: dict[tuple[int, int], range] = {}
    # Small parts first, and suits in the order of their parts: what is left must then suffice for every later suit.
    most = len(pack.ranks)
    for mine, theirs in sorted(product(range(own + 1), range(dealer + 1)), key=lambda size: (sum(size), size)):
        if mine + theirs <= most:
            first = len(options)
            for held in combinations(pack.ranks, mine):
                left = [rank for rank in pack.ranks if rank not in held]
                options += [(held, shown) for shown in combinations(left, theirs)]
            sizes[mine, theirs] = range(first, len(options))
    suits = len(pack.suits)

    def fill(least: int, chosen: tuple[int, ...], own: int, dealer: int) -> Iterator[tuple[int, ...]]:
        empty = suits - len(chosen)
        for (mine, theirs), places in sizes.items():
            if mine > own or theirs > dealer or (mine + theirs) * empty > own + dealer:
                continue
            if empty > 1:
                for place in range(max(least, places.start), places.stop):
                    yield from fill(place, (*chosen, place), own - mine, dealer - theirs)
            elif (mine, theirs) == (own, dealer):
                yield from ((*chosen, place) for place in range(max(least, places.start), places.stop))

    for chosen in fill(0, (), own, dealer):
        ways = factorial(suits)
        for times in Counter(chosen).values():
            ways //= factorial(times)
        yield tuple(options[place] for place in chosen), ways
