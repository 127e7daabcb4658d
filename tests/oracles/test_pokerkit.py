"""PokerKit as an independent judge of the order of poker hands.

Its Rhode Island hold'em ranks three cards as Three Card Prime does (reading T4): high card, pair, flush, straight,
three of a kind, straight flush, with A-2-3 the lowest straight. PokerKit's own tests pin an MD5 over all hands sorted
by strength; the same digests must come out of our order, hand for hand and tie for tie.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import md5
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit.hands import StandardHighHand
from pokerkit.lookups import Lookup, RhodeIslandHoldemLookup, StandardLookup

from croupier.cards.cards import DECK, Card, format_cards
from croupier.cards.hands import five_card, three_card

Classify = Callable[[tuple[Card, ...]], Any]

THREE_CARD_MD5 = "fcf110834e2232b3303cb039dcdd024b"
"""pokerkit 0.7.7, pokerkit/tests/test_lookups.py, RhodeIslandHoldemLookupTestCase."""
FIVE_CARD_MD5 = "488cdd27873395ba75205cd02fb9d6b2"
"""pokerkit 0.7.7, pokerkit/tests/test_lookups.py, StandardLookupTestCase."""


def as_text(cards: tuple[Card, ...]) -> str:
    return format_cards(cards).replace(" ", "")


def digest_in_order(classify: Classify, size: int) -> str:
    """All hands, weakest first and tied ones in the order of the deck, one to a line."""
    lines: dict[Any, bytearray] = {}
    for cards in combinations(DECK, size):
        lines.setdefault(classify(cards), bytearray()).extend(b"\n" + as_text(cards).encode())
    everything = b"".join(lines[hand] for hand in sorted(lines))
    return md5(everything[1:], usedforsecurity=False).hexdigest()


def test_all_three_card_hands_in_pokerkits_order() -> None:
    assert digest_in_order(three_card.classify, 3) == THREE_CARD_MD5


@pytest.mark.slow
def test_all_five_card_hands_in_pokerkits_order() -> None:
    assert digest_in_order(five_card.classify, 5) == FIVE_CARD_MD5


def one_hand_of_each_class(classify: Classify, size: int) -> dict[Any, tuple[Card, ...]]:
    """Every rank multiset with its suits in turn and, where all ranks differ, in one suit."""
    examples: dict[Any, tuple[Card, ...]] = {}
    for ranks in combinations_with_replacement(range(2, 15), size):
        distinct = len(set(ranks))
        if size - distinct < 4:  # a deck holds no five of a kind
            offsuit = tuple(Card.of(rank, place % 4) for place, rank in enumerate(ranks))
            examples[classify(offsuit)] = offsuit
        if distinct == size:
            suited = tuple(Card.of(rank, 0) for rank in ranks)
            examples[classify(suited)] = suited
    return examples


@pytest.mark.parametrize(
    ("classify", "size", "lookup", "classes"),
    [
        (three_card.classify, 3, RhodeIslandHoldemLookup(), 741),
        (five_card.classify, 5, StandardLookup(), 7_462),
    ],
)
def test_every_class_has_pokerkits_place(classify: Classify, size: int, lookup: Lookup, classes: int) -> None:
    examples = one_hand_of_each_class(classify, size)
    assert len(examples) == classes
    places = [lookup.get_entry(as_text(examples[hand])).index for hand in sorted(examples)]
    assert places == sorted(set(places))


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=7, unique=True))
def test_the_best_five_of_six_or_seven(cards: list[Card]) -> None:
    best = five_card.best(cards)
    theirs = StandardHighHand.from_game(as_text(tuple(cards)))
    assert theirs.entry == _standard_lookup().get_entry(_five_that_make(best, cards))


@cache
def _standard_lookup() -> StandardLookup:
    return StandardLookup()


def _five_that_make(hand: five_card.FiveCardHand, cards: list[Card]) -> str:
    return next(as_text(five) for five in combinations(cards, 5) if five_card.classify(five) == hand)
