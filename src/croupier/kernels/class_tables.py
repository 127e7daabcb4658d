"""Every hand of one size with its class, by the family's own classifier.

The classifier is asked once for all hands that differ in the names of suits alone; the classes are numbered densely,
lowest first. A larger hand that counts its best cards has the greatest class among its parts, card by card.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.errors import MissingPart
from croupier.kernels.arrays import Int16s, Whole
from croupier.kernels.card_sets import SuitedDeck, first_set, next_set, place_of
from croupier.kernels.compiled import compiled

MOST_CLASSES: Final = 2**15 - 1
MOST_CALLS: Final = 3_000_000
"""Hands to classify: about ten seconds."""


class ClassTable(NamedTuple):
    """The classes of all hands of one size."""

    deck: SuitedDeck
    size: int
    ranking: tuple[Any, ...]
    """Every class, lowest first."""
    place: Int16s
    """By set of cards, the place of its class in the ranking."""
    examples: tuple[tuple[Card, ...], ...]
    """For each class a hand of it."""


def class_table(classify: Callable[[tuple[Card, ...]], Hashable], deck: SuitedDeck, size: int) -> ClassTable:
    """Classify every hand; MissingPart where they are too many."""
    if deck.sets(size) > MOST_CALLS * len(deck.renamed):
        raise MissingPart(
            f"{deck.sets(size):,} hands of {size} cards are too many to classify", hint="croupier simulate estimates it"
        )
    sets, _ = deck.canonical(size)
    hands = [deck.hand(numbers) for numbers in sets.tolist()]
    classes: list[Any] = [classify(hand) for hand in hands]
    example: dict[Any, tuple[Card, ...]] = {}
    for hand, cards in zip(classes, hands, strict=True):
        example.setdefault(hand, cards)
    ranking = tuple(sorted(example))
    if len(ranking) > MOST_CLASSES:
        raise MissingPart(f"{len(ranking):,} classes of hands are too many to tabulate", hint="croupier simulate")
    number = {hand: at for at, hand in enumerate(ranking)}
    by_canonical = np.array([number[hand] for hand in classes], dtype=np.int16)
    images, _ = deck.images(size)
    return ClassTable(deck, size, ranking, by_canonical[images], tuple(example[hand] for hand in ranking))


def best_of_more(table: ClassTable, size: int) -> Int16s:
    """By set of ``size`` cards, the greatest class among its parts of the table's size."""
    places = table.place
    for larger in range(table.size + 1, size + 1):
        places = _with_one_more(places, larger, table.deck.size, table.deck.choose)
    return places


@compiled
def _with_one_more(places: Int16s, size: int, limit: int, choose: Whole) -> Int16s:
    best = np.zeros(choose[limit, size], np.int16)
    cards, part = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    first_set(cards, size)
    for place in range(len(best)):
        most = np.int16(0)
        for out in range(size):
            for at in range(size - 1):
                part[at] = cards[at if at < out else at + 1]
            most = max(most, places[place_of(part, size - 1, choose)])
        best[place] = most
        next_set(cards, size, limit)
    return best
