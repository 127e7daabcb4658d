"""The adjudicator's view of a round: hands in the game's own words, and every decision with its alternatives."""

from __future__ import annotations

import pytest

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.records import plain
from croupier.service.adjudicating import look
from croupier.table.example import example_round

GAMES = ("blackjack", "high-card-flush", "keep-it-straight", "ricochet-poker", "three-card-prime")


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_settled_and_won(game: str) -> None:
    found = plain(look(example_round(catalogue.load(game))))
    assert found["needs"] is None
    assert not found["settlement"]["settlements"][0]["net"].startswith("-")


def test_hands_are_named_and_decisions_show_what_else_was_legal() -> None:
    entry = {
        "schema": 1,
        "game": "three-card-prime",
        "seats": {"1": {"wagers": {"ante": "10.00"}, "cards": "9d Td Jd", "actions": ["play"]}},
        "dealer": "Js 8h 5c",
    }
    found = plain(look(entry))
    assert found["hands"] == [
        {"slot": "seat 1", "cards": "Jd Td 9d", "words": "straight flush, J-T-9"},
        {"slot": "dealer", "cards": "Js 8h 5c", "words": "jack-high, J-8-5"},
    ]
    (made,) = found["decisions"]
    assert (made["seat"], made["made"], [each["name"] for each in made["actions"]]) == (1, "play", ["fold", "play"])


@pytest.mark.parametrize(
    ("game", "cards", "order", "making"),
    [
        ("keep-it-straight", "Kc 6h 9s 7h 2d 8h Qc", "9s 8h 7h 6h Kc Qc 2d", 4),
        ("keep-it-straight", "Ah 2c 3d 3s 9c 9d Jh", "3d 2c Ah Jh 9d 9c 3s", 3),
        ("keep-it-straight", "2c 4d 6h 8s Tc Qd Qh", "Qd Qh Tc 8s 6h 4d 2c", 7),
        ("high-card-flush", "2c 9c Kc 3d 4d Ad As", "Ad 4d 3d Kc 9c 2c As", 3),
        ("three-card-prime", "4s 4c 9s", "9s 4s 4c", 3),
    ],
)
def test_the_cards_that_make_the_hand_come_first(game: str, cards: str, order: str, making: int) -> None:
    table, held = catalogue.load(game), parse_cards(cards)
    assert table.in_order(held) == parse_cards(order)
    assert table.making(held) == making
