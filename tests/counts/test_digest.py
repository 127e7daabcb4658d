"""One digest over every small hand in order: any change of any class shows here first.

A hand is written as its place in its family's ranking, so a digest depends on the order and on nothing else. The
values were pinned once the counts, PokerKit (``tests/oracles``) and the dumber models (``tests/laws``) had agreed.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import combinations
from typing import Any

import pytest

from croupier.cards.cards import DECK, Card
from croupier.cards.hands import FAMILIES, Setting, five_card, flushes, straight_flush, straights, three_card

THREE_CARD = "8d193253dedd2a9beae5206884181cde25388592a1f63cfb74973b41974c2fbd"
FIVE_CARD = "fcc041f322c251026b7cac1722fb3bb51f236a242fc59a5d974163ffbf3dcf52"
STRAIGHTS = "f3114a666a12822714a280dc6f5c784d1431366fb89c69da95d422f5373cda34"
STRAIGHT_FLUSH = "ba50a1f022b69544a358b1803c6f02ead5d1ffd072b5478573f002d89fed1424"
FLUSHES = "4a29d767958b0c4fc512aaecab17e70d3d889ac17291b56cde7f3fa6b6a0631a"


@pytest.mark.parametrize(
    ("name", "classify", "size", "digest"),
    [
        pytest.param("three_card", three_card.classify, 3, THREE_CARD, id="three_card"),
        pytest.param("five_card", five_card.classify, 5, FIVE_CARD, id="five_card", marks=pytest.mark.slow),
        pytest.param("straights", straights.classify, 4, STRAIGHTS, id="straights"),
        pytest.param("straight_flush", straight_flush.classify, 3, STRAIGHT_FLUSH, id="straight_flush"),
        pytest.param("flushes", flushes.classify, 3, FLUSHES, id="flushes"),
    ],
)
def test_every_hand_in_order(name: str, classify: Callable[[tuple[Card, ...]], Any], size: int, digest: str) -> None:
    ranking: list[Any] = sorted(FAMILIES[name].every_class(Setting()))
    place = {hand: number.to_bytes(2, "big") for number, hand in enumerate(ranking)}
    assert sha256(b"".join(place[classify(cards)] for cards in combinations(DECK, size))).hexdigest() == digest
