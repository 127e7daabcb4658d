"""How each family of hands is looked up: the little that its classifier depends on.

This is the one place that knows families by name. A family that is not listed has no lookup; a game that needs it is
simulated by the play driver.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from croupier.cards.hands import FAMILIES, Setting
from croupier.kernels.graders import Grader, by_cards, by_colors, by_ranks, by_suit
from croupier.play.lines import Cards

POKER: Final = 5
"""Cards of one suit that make a flush in a five-card hand."""
_RANKS: Final = ("straights",)
_SUITS: Final = ("straight_flush", "flushes")
_CARDS: Final = ("three_card", "mini_royal", "two_card", "five_card")
_COLORS: Final = ("colors",)
_PLAIN: Final = Setting()


class NoLookup(Exception):
    """A game asks for something that no kernel looks up: it is left to the play driver."""


def has_lookup(family: str) -> bool:
    """Whether hands of the family can be graded by a table lookup."""
    return family in _RANKS + _SUITS + _CARDS + _COLORS


@cache
def grader_of(family: str, size: int) -> Grader:
    """The lookup of a family for hands of this size."""
    classify = FAMILIES[family].classify

    def whole(cards: Cards) -> Any:
        return classify(cards, (), _PLAIN)

    if family in _RANKS:
        return by_ranks(whole, size)
    if family in _SUITS:
        return by_suit(whole, size)
    if family in _COLORS:
        return by_colors(lambda own, dealer: classify(own, dealer, _PLAIN), size)
    needed = POKER if size >= POKER else size
    return by_cards(whole, size, needed, names_suits=FAMILIES[family].names_suits)
