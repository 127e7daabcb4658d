"""Colors: whether the player's three cards, or all six with the dealer's, are all red or all black.

That is the whole of Three Card Prime's Prime wager (58 Pa. Code 679a.7(d)(2)).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from croupier.cards.hands.family import Family

_IS_RED: Final = (False, True, True, False)


class Colors(NamedTuple):
    """What the Prime wager sees of six cards."""

    player_one_color: bool
    all_six_one_color: bool


MIXED: Final = Colors(False, False)
PLAYER_ONLY: Final = Colors(True, False)
ALL_SIX: Final = Colors(True, True)


def classify(player: Iterable[int], dealer: Iterable[int]) -> Colors:
    """Compare the colors of the player's three cards and then of the dealer's.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("2h 9d Kd"), parse_cards("3h 4h Ks")) == PLAYER_ONLY
    True
    """
    colors = {_IS_RED[card & 3] for card in player}
    if len(colors) > 1:
        return MIXED
    return PLAYER_ONLY if len(colors.union([_IS_RED[card & 3] for card in dealer])) > 1 else ALL_SIX


def _category(colors: Colors) -> str:
    if colors.all_six_one_color:
        return "all_six_one_color"
    return "three_one_color" if colors.player_one_color else "mixed_colors"


def describe(colors: Colors) -> str:
    """The colors in words."""
    if colors.all_six_one_color:
        return "all six cards of one color"
    return "three cards of one color" if colors.player_one_color else "both colors among the three cards"


FAMILY: Final = Family(
    name="colors",
    classify=lambda own, dealer, _setting: classify(own, dealer),
    sizes=range(6, 7),
    whose_matters=True,
    names_suits=True,
    every_class=lambda _setting: (MIXED, PLAYER_ONLY, ALL_SIX),
    events={
        "all_six_one_color": lambda colors, _setting: colors.all_six_one_color,
        "three_one_color": lambda colors, _setting: colors.player_one_color,
    },
    category=_category,
    categories=("all_six_one_color", "three_one_color", "mixed_colors"),
    describe=describe,
)
