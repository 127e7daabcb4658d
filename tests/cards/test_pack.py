"""What a shoe is made of."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.cards.cards import DECK, pack
from croupier.errors import BadInput


def test_a_shoe_holds_every_card_of_each_deck() -> None:
    assert Counter(pack(6)) == dict.fromkeys(DECK, 6)


@pytest.mark.parametrize("decks", [0, -1])
def test_a_shoe_holds_at_least_one_deck(decks: int) -> None:
    with pytest.raises(BadInput, match="at least one deck"):
        pack(decks)
