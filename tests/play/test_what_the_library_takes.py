"""The library takes what the command takes: no truth values, floats or absurd amounts where money and cards belong."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.errors import CroupierError
from croupier.play.round import Round

JACKPOT = "mini_royal_progressive"
GAME = f"three-card-prime({JACKPOT}=SAMPLE-TCP-MRP-01)"


def start(stakes: Any) -> Round:
    return Round.start(catalogue.load(GAME), stakes, seed=1)


@pytest.mark.parametrize(
    ("meters", "words"),
    [
        (True, "expected them by wager, found True"),
        ({JACKPOT: 1000}, "expected cents by level, found 1000"),
        ({JACKPOT: {1: 10.5}}, "10.5 is not whole cents"),
        ({JACKPOT: {1: True}}, "True is not whole cents"),
        ({JACKPOT: {True: 1000}}, "has 1 level"),
        ({JACKPOT: {"1": 1000}}, "has 1 level"),
        ({JACKPOT: {2: 1000}}, "has 1 level"),
        ({JACKPOT: {1: -1}}, "-0.01 is not what a meter shows"),
        ({JACKPOT: {1: 10**40}}, "is not what a meter shows"),
        ({"pair_bonus": {1: 1000}}, "is not a jackpot of this table"),
    ],
)
def test_meters_and_seeds_are_whole_cents_by_level(meters: Any, words: str) -> None:
    played = start({1: {"ante": 1000, JACKPOT: 100}})
    played.act("play")
    for settle in (played.settle, lambda *given: played.void("a card was exposed", *given)):
        for given in ((meters,), ({JACKPOT: {1: 100_000}}, meters)):
            with pytest.raises(CroupierError) as refused:
                settle(*given)
            assert words in str(refused.value)


@pytest.mark.parametrize(
    "stakes",
    [None, [], "x", {1: None}, {1: []}, {1: {1: 1000}}, {1: {None: 1000}}, {True: {"ante": 1000}}, {1: {"ante": 10.0}}],
)
def test_stakes_of_other_types_are_refused(stakes: Any) -> None:
    with pytest.raises(CroupierError):
        start(stakes)


@pytest.mark.parametrize("odd", [None, True, 1, b"x", []])
def test_texts_are_texts(odd: Any) -> None:
    for call in (croupier.load, catalogue.configuration, parse_cards):
        with pytest.raises(CroupierError, match="is not a"):
            call(odd)
