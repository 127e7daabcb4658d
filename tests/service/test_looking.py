"""The adjudicator's view of a round: hands in the game's own words, and every decision with its alternatives."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.play.reading import ROUND_KEYS
from croupier.play.round import Round
from croupier.play.round_records import settled
from croupier.questions import asking
from croupier.questions.rounds import Settle
from croupier.records import plain
from croupier.service.routes.rounds import look_at
from croupier.table.quiz import example_round

GAMES = ("blackjack", "high-card-flush", "keep-it-straight", "ricochet-poker", "three-card-prime")


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_settled_and_won(game: str) -> None:
    found = plain(look_at(example_round(catalogue.load(game))))
    assert found["needs"] is None
    assert not found["settlement"]["settlements"][0]["net"].startswith("-")


@pytest.mark.parametrize(
    ("game", "seed"), [(game, seed) for game in ("blackjack", "three-card-prime") for seed in (4, 5, 6)]
)
def test_a_round_is_entered_by_answering_what_it_needs(game: str, seed: int) -> None:
    """Cards and decisions one after the other, as at the table: hits, doubles, splits and the dealer's draws."""
    rules, chance = catalogue.load(game), random.Random(seed)
    shoe = list(map(str, rules.deck))
    chance.shuffle(shoe)
    own: dict[str, Any] = {"wagers": {rules.base_wager: "10.00"}, "actions": []}
    dealer: dict[str, str] = {}
    entry: dict[str, Any] = {"schema": 1, "game": game, "seats": {"1": own}}
    while (looked := look_at(entry)).settlement is None:
        needs = plain(looked.needs)
        if needs["kind"] == "decision":
            names = [action["name"] for action in needs["actions"]]
            own["actions"].append("split" if "split" in names else chance.choice(names))
            continue
        whose, _, part = needs["slot"].removeprefix("seat 1").strip().partition(" ")
        place = own.setdefault("draws", {}) if whose == "hand" else dealer if whose == "dealer" else own
        key = part if whose == "hand" else {"": "cards", "draw": "draws"}.get(part, part)
        place[key] = " ".join([*place.get(key, "").split(), *(shoe.pop() for _ in range(needs["cards"]))])
        if dealer:
            entry["dealer"] = dealer
    assert [made.made for made in looked.decisions] == own["actions"]
    assert plain(looked.settlement) == plain(asking.ask(Settle(round=entry)).record)


def test_hands_are_named_and_decisions_show_what_else_was_legal() -> None:
    entry = {
        "schema": 1,
        "game": "three-card-prime",
        "seats": {"1": {"wagers": {"ante": "10.00"}, "cards": "9d Td Jd", "actions": ["play"]}},
        "dealer": "Js 8h 5c",
    }
    found = plain(look_at(entry))
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


def test_drawn_pays_are_read_as_the_display_shows_them() -> None:
    """At a table whose fixed wager is $5 the display shows five times what the table prints for $1."""
    game = catalogue.load("blackjack(base_wager=5.00, perfect_pairs=PT-PRG-PP-D01)")
    played = Round.start(game, {1: {"bet": 1000, "perfect_pairs": 500}}, seed=5)
    while not played.is_over:
        played.act("decline" if "decline" in [action.name for action in played.legal_actions] else "stand")
    meters = {"perfect_pairs": {1: 5_000_000}}
    settlement = played.settle(meters, meters)
    record = played.transcript(settlement, meters, meters)
    entry = {key: record[key] for key in ROUND_KEYS if key in record}
    assert entry["dynamic"]
    assert plain(look_at(entry).settlement) == plain(settled(game, settlement))
