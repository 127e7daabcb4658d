"""A shoe gives each of its cards once, in order, and says when the cut card is out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards.cards import DECK, Card, parse_cards
from croupier.cards.shoe import Shoe, pack
from croupier.cards.shuffle import SeededSource, shuffle
from croupier.errors import BadInput


def test_a_shoe_is_a_shuffle_of_its_decks() -> None:
    shoe = Shoe.shuffled(SeededSource(1), 6)
    assert shoe.cards == shuffle(SeededSource(1), pack(6))
    assert set(Counter(shoe.cards).values()) == {6}
    assert shoe.remaining == 312


@pytest.mark.parametrize(
    ("decks", "penetration", "cut_card"),
    [(6, Fraction(3, 4), 234), (1, Fraction(1), 52), (8, Fraction(0), 0), (1, Fraction(1, 3), 17)],
)
def test_the_cut_card_lies_behind_its_part_of_the_shoe(decks: int, penetration: Fraction, cut_card: int) -> None:
    assert Shoe.shuffled(SeededSource(1), decks, penetration=penetration).cut_card == cut_card


def test_penetration_is_exact() -> None:
    assert Shoe.shuffled(SeededSource(1), 6, penetration=Fraction(3, 4)).penetration == Fraction(3, 4)
    assert Shoe((), 0).penetration == 0


@pytest.mark.parametrize(("dealt", "is_out"), [(2, False), (3, True), (4, True)])
def test_the_cut_card_is_out_once_the_cards_before_it_are(dealt: int, is_out: bool) -> None:
    _, shoe = Shoe(parse_cards("Ah Kd 7c 2s"), cut_card=3).take(dealt)
    assert shoe.is_cut_card_out is is_out


@given(st.lists(st.integers(0, 20), max_size=8))
def test_takes_in_a_row_are_the_shoe_from_its_start(counts: list[int]) -> None:
    shoe = Shoe.shuffled(SeededSource(1), 4)
    order = shoe.cards
    taken: tuple[Card, ...] = ()
    for count in counts:
        cards, shoe = shoe.take(count)
        taken += cards
    assert taken == order[: sum(counts)]
    assert shoe.remaining == len(order) - sum(counts)


def test_taking_leaves_the_old_shoe_as_it_was() -> None:
    shoe = Shoe(DECK, 52)
    assert shoe.take(5) == shoe.take(5)


@pytest.mark.parametrize("count", [-1, 3])
def test_an_empty_shoe_says_what_is_left(count: int) -> None:
    _, shoe = Shoe(DECK, 52).take(50)
    with pytest.raises(BadInput, match=f"cannot take {count} cards from a shoe with 2 left"):
        shoe.take(count)


@pytest.mark.parametrize(("cut_card", "dealt"), [(53, 0), (-1, 0), (52, 53), (52, -1)])
def test_a_shoe_that_cannot_be_is_refused(cut_card: int, dealt: int) -> None:
    with pytest.raises(BadInput):
        Shoe(DECK, cut_card, dealt)


@pytest.mark.parametrize("penetration", [Fraction(-1, 2), Fraction(3, 2)])
def test_a_cut_card_outside_the_shoe_is_refused(penetration: Fraction) -> None:
    with pytest.raises(BadInput, match="cut card"):
        Shoe.shuffled(SeededSource(1), 1, penetration=penetration)


def test_a_shoe_without_decks_is_refused() -> None:
    with pytest.raises(BadInput, match="at least one deck, not 0"):
        Shoe.shuffled(SeededSource(1), 0)
