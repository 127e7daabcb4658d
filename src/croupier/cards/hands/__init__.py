"""The hands that cards make: one module a family, each with its classes, its classifier and its events.

``FAMILIES`` finds a family by the name that paytable data uses; a game from outside the package may add its own
(``rulebook.strangers``). Classes are listed only when asked for, so importing this costs nothing.
"""

from typing import Final

from croupier.cards.hands import (
    colors,
    five_card,
    flushes,
    pairs,
    rapid_fire,
    straight_flush,
    straights,
    three_card,
    two_card,
)
from croupier.cards.hands.family import Family, Ranked, Setting

__all__ = ["FAMILIES", "OUR_FAMILIES", "Family", "Ranked", "Setting"]

FAMILIES: Final[dict[str, Family]] = {
    family.name: family
    for family in (
        straights.FAMILY,
        straight_flush.FAMILY,
        flushes.FAMILY,
        three_card.FAMILY,
        three_card.MINI_ROYAL_FAMILY,
        five_card.FAMILY,
        two_card.FAMILY,
        rapid_fire.FAMILY,
        colors.FAMILY,
        pairs.FAMILY,
    )
}
OUR_FAMILIES: Final = frozenset(FAMILIES)
