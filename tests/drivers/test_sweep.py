"""Card sets, class tables and the sweep equal plain counting, and the counts that anybody can check."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from croupier.cards.cards import DECK, Card, stripped_deck
from croupier.cards.hands import FAMILIES, Setting
from croupier.cards.hands.family import Ranked
from croupier.kernels.card_sets import SuitedDeck, all_sets, best_of_more, class_table
from croupier.kernels.sweep import sweep

FIVE = FAMILIES["five_card"]


def _five(cards: tuple[Card, ...]) -> Ranked:
    return FIVE.classify(cards, (), Setting())


def test_sets_up_to_suits_are_the_known_numbers() -> None:
    deck = SuitedDeck(DECK)
    for size, many in ((1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)):
        sets, weights = deck.canonical(size)
        assert (len(sets), int(weights.sum())) == (many, comb(52, size))


@pytest.mark.parametrize("missing", [(), (0, 5), (0, 1, 2, 3, 51)])
def test_every_set_is_renamed_to_a_canonical_one(missing: tuple[int, ...]) -> None:
    """Also from decks in which only some suits hold the same ranks."""
    deck = SuitedDeck(tuple(card for card in DECK if card not in missing))
    sets, weights = deck.canonical(3)
    number, by = deck.images(3)
    assert np.array_equal(np.bincount(number), weights)
    for place, cards in enumerate(all_sets(3, deck.size, deck.choose).tolist()):
        image = sorted(deck.renamed[by[place], cards].tolist())
        assert image == sets[number[place]].tolist()


def test_a_deck_whose_suits_are_told_apart_has_no_renaming() -> None:
    deck = SuitedDeck(DECK, tells_suits=True)
    assert len(deck.renamed) == 1
    assert len(deck.canonical(2)[0]) == 1_326


def test_classes_are_the_family_s_own() -> None:
    deck = SuitedDeck(DECK)
    table = class_table(_five, deck, 5)
    assert len(table.ranking) == 7_462
    assert all(_five(cards) == hand for cards, hand in zip(table.examples, table.ranking, strict=True))
    royal = int((table.place == 7_461).sum())
    assert royal == 4
    for place in range(0, len(table.place), 40_009):
        cards = deck.hand(all_sets(5, 52, deck.choose)[place])
        assert table.ranking[table.place[deck.place(cards)]] == _five(cards)


def test_the_best_five_of_six_is_the_greatest_of_its_parts() -> None:
    deck = SuitedDeck(stripped_deck((2, 3, 4, 5, 14), range(3)))
    table = class_table(_five, deck, 5)
    best = best_of_more(table, 6)
    for place, numbers in enumerate(all_sets(6, deck.size, deck.choose)):
        assert table.ranking[best[place]] == _five(deck.hand(numbers))


@pytest.mark.parametrize(("own_size", "hidden_size"), [(2, 2), (3, 2), (2, 3), (3, 3), (1, 4), (5, 1)])
def test_the_sweep_is_plain_counting(own_size: int, hidden_size: int) -> None:
    random = np.random.default_rng(own_size * 10 + hidden_size)
    deck = SuitedDeck(stripped_deck((2, 3, 4), range(3)))
    hidden = all_sets(hidden_size, deck.size, deck.choose)
    own = all_sets(own_size, deck.size, deck.choose)
    hidden_class = random.integers(0, 7, len(hidden)).astype(np.int16)
    own_class = random.integers(0, 7, len(own)).astype(np.int16)
    counts = sweep(hidden, hidden_class, own, own_class, 7, np.array([0, 3, 7]), deck.choose)
    for hand, cards in enumerate(own.tolist()):
        free = [
            place for place, others in zip(hidden_class, hidden.tolist(), strict=True) if not set(cards) & set(others)
        ]
        levels = (own_class[hand], own_class[hand] + 1, 0, 3, 7)
        assert counts[hand].tolist() == [sum(place < level for place in free) for level in levels]


def test_any_five_cards_against_any_five() -> None:
    """As many deals are won as lost."""
    deck = SuitedDeck(DECK)
    table = class_table(_five, deck, 5)
    own, weights = deck.canonical(5)
    place = table.place[deck.choose[own, np.arange(1, 6)].sum(axis=1)]
    hidden = all_sets(5, 52, deck.choose)
    counts = sweep(hidden, table.place, own.astype(np.uint8), place, 7_462, np.zeros(0, dtype=np.int64), deck.choose)
    below, up_to = (int((counts[:, at].astype(np.int64) * weights).sum()) for at in (0, 1))
    deals = comb(52, 5) * comb(47, 5)
    assert below == deals - up_to
    # A royal flush ties with the three others, and there is none above it.
    at = int(np.flatnonzero(place == 7_461)[0])
    assert (int(weights[at]), int(counts[at, 1] - counts[at, 0]), int(counts[at, 1])) == (4, 3, comb(47, 5))
