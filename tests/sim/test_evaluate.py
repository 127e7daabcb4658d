"""Batch evaluators against the families' own classifiers, an independent evaluator, and bad input."""

from __future__ import annotations

import importlib
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from croupier import evaluate
from croupier.cards.cards import DECK, Card
from croupier.cards.hands import five_card, straight_flush, straights, three_card
from croupier.errors import BadInput
from croupier.kernels.deals import cards_in_order

evaluate_cards: Any = importlib.import_module("phevaluator").evaluate_cards
CLASSIFY = {
    "straights": straights.classify,
    "straight_flush": straight_flush.classify,
    "three_card": three_card.classify,
    "five_card": five_card.best,
}
RANK = {
    "straights": evaluate.straights,
    "straight_flush": evaluate.straight_flushes,
    "three_card": evaluate.three_card,
    "five_card": evaluate.five_card,
}


def hands(size: int, count: int = 3000) -> np.ndarray:
    return np.array([cards_in_order(size, 99, number) for number in range(count)])


@pytest.mark.parametrize(
    ("family", "size"),
    [("straights", 7), ("straights", 3), ("straight_flush", 7), ("three_card", 3)]
    + [("five_card", size) for size in (5, 6, 7)],
)
def test_batches_equal_the_classifiers(family: str, size: int) -> None:
    cards = hands(size)
    if family == "five_card":
        # Flushes are rare in a random sample: some hands within two suits.
        cards = np.concatenate([cards, hands(size, 500) & ~2])
        cards = np.array([row for row in cards if len(set(row.tolist())) == size])
    known = evaluate.classes(family, size)
    for row, number in zip(cards.tolist(), RANK[family](cards).tolist(), strict=True):
        assert known[number] == CLASSIFY[family](tuple(DECK[card] for card in row))


def test_five_card_order_is_that_of_an_independent_evaluator() -> None:
    cards = hands(7, 2000)
    ours = evaluate.five_card(cards).astype(int)
    theirs = np.array([evaluate_cards(*(str(Card(card)) for card in row)) for row in cards.tolist()])
    order = np.argsort(ours, kind="stable")
    assert (np.diff(theirs[order]) <= 0).all()
    assert len(np.unique(ours)) == len(np.unique(theirs))


def test_every_three_card_hand() -> None:
    every = np.array(list(combinations(range(52), 3)))
    numbers = evaluate.three_card(every)
    known = evaluate.classes("three_card", 3)
    assert len(known) == 741
    kinds = [known[number].category.name for number in numbers.tolist()]
    assert kinds.count("STRAIGHT_FLUSH") == 48
    assert kinds.count("PAIR") == 3744


@pytest.mark.parametrize(
    "cards",
    [np.zeros((2, 8), dtype=int), np.zeros(7, dtype=int), np.full((1, 7), 52), np.full((1, 7), -1), np.zeros((1, 7))],
)
def test_bad_arrays_are_refused(cards: np.ndarray) -> None:
    with pytest.raises(BadInput):
        evaluate.straights(cards)


def test_no_hands_are_no_classes() -> None:
    assert evaluate.straights(np.zeros((0, 7), dtype=int)).shape == (0,)


def test_a_card_twice_in_a_hand_is_refused() -> None:
    hands = np.array([[0, 1, 2], [5, 9, 5]])
    with pytest.raises(BadInput, match="row 1: a card is in the hand twice"):
        evaluate.three_card(hands)
