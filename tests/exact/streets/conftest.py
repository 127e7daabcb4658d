"""The four-card family of these tests is there only while they run: other tests walk every family."""

from __future__ import annotations

import pytest

from croupier.cards.hands import FAMILIES
from tests.exact.streets.felts import FOUR_CARDS


@pytest.fixture(autouse=True)
def four_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, FOUR_CARDS.name, FOUR_CARDS)
