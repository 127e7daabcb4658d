"""Counting for a family of hands that has no fast counter: every hand goes through the family's own classifier.

Where a class names no suit, hands that differ only in the names of suits are classified once. More hands than a bound
are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import combinations
from math import comb, factorial
from typing import Final

from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import MissingPart
from croupier.exact.counting.one_deck import Pack
from croupier.exact.suit_names import hands_up_to_suits
from croupier.rulebook.sights import Seen

MOST_HANDS: Final = 3_000_000
"""Hands to classify: about ten seconds."""


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
    for hand in hands_up_to_suits(pack.ranks, pack.suits, own, dealer):
        counts[family.classify(hand.own, hand.dealer, setting)] += hand.ways
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
