"""Cards as people type and print them: suits as symbols are read, letters that only look like ours are not."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, Card, parse_cards, parse_rank, parse_suit
from croupier.errors import BadInput, CardError, CroupierError
from croupier.play.documents import parse_document
from croupier.play.round import Round


def test_every_card_is_read_as_it_is_printed() -> None:
    for card in DECK:
        assert Card.parse(card.symbol) == card
        assert Card.parse(card.symbol + "\ufe0f") == card
        assert Card.parse(card.symbol.replace("T", "10")) == card
    assert parse_cards("K♥, 10♠ a♣") == parse_cards("Kh Ts Ac")
    assert [parse_suit(each) for each in "♣♦♥♠"] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\u041ah", "cyrillic capital letter ka"),
        ("\u212ah", "kelvin sign"),
        ("K\u017f", "latin small letter long s"),
        ("\uff21s", "fullwidth latin capital letter a"),
        ("\u0391s", "greek capital letter alpha"),
        ("1\u0660s", "arabic-indic digit zero"),
        ("K♡", "white heart suit"),
    ],
)
def test_a_look_alike_is_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(CardError, match=words):
        Card.parse(text)


@pytest.mark.parametrize("text", ["\u212a", "\uff21", "\u0661\u0660"])
def test_ranks_and_suits_have_no_look_alikes_either(text: str) -> None:
    with pytest.raises(CardError):
        parse_rank(text)
    with pytest.raises(CardError):
        parse_suit(text)


def test_a_long_value_is_quoted_in_short() -> None:
    with pytest.raises(CardError) as refused:
        Card.parse("K" * 5000)
    assert len(str(refused.value)) < 200


def test_marks_and_strange_blanks_are_named() -> None:
    with pytest.raises(BadInput, match="byte-order mark"):
        parse_document(b"\xef\xbb\xbf{}", "round")
    with pytest.raises(BadInput, match="a no-break space"):
        parse_document('{"game": "keep\u00a0it"}', "round")


@pytest.mark.parametrize("amount", [True, 10.0, float("nan"), 10**18, None, "1e3", -5, 0])
def test_the_library_takes_no_amount_that_the_command_refuses(amount: Any) -> None:
    with pytest.raises(CroupierError):
        Round.start(catalogue.load("three-card-prime"), {1: {"ante": amount}}, seed=1)
