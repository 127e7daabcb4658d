"""Straight flushes of any length: the best straight within one suit of a seven-card hand.

Serves the Straight Flush wagers of Keep It Straight, Ricochet Poker and High Card Flush. Only the best one counts
(reading K29), and it need not be the hand that is played against the dealer. Five-card poker's straight flush is
in ``five_card``.
"""

from collections.abc import Iterable
from typing import Final

from croupier.cards.cards import ACE, rank_name
from croupier.cards.hands import family, flushes, straights, vocabulary

SHORTEST: Final = 3


def classify(cards: Iterable[int]) -> straights.Straight:
    """The longest, then highest, straight in a single suit.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("Ah 2h 3h 9s Ts Js 4d"))
    Straight(length=3, high=11)
    """
    return max(map(straights.longest_run, flushes.suit_masks(cards)))


def _seven_or_six_ace_high(straight: straights.Straight, _setting: family.Setting) -> bool:
    """Any seven-card one, or a six-card one up to the ace: "Ace High" binds the six-card hand only (reading K4)."""
    return straight.length >= 7 or straight == (6, ACE)


def _category(straight: straights.Straight) -> str:
    if straight.length < SHORTEST:
        return "no_straight_flush"
    if straight.length == 6:
        return "straight_flush_6_ace_high" if straight.high == ACE else "straight_flush_6_king_high_or_lower"
    return f"straight_flush_{straight.length}"


def describe(straight: straights.Straight) -> str:
    """The straight flush as players call it."""
    if straight.length < SHORTEST:
        return "no straight flush"
    return f"{straight.length}-card straight flush, {rank_name(straight.high)}-high"


FAMILY: Final = family.Family(
    name="straight_flush",
    classify=lambda own, dealer, _setting: classify((*own, *dealer)),
    sizes=range(1, family.LONGEST + 1),
    every_class=straights.every_straight,
    events=vocabulary.Events(
        {
            "straight_flush_7_or_6_ace_high": _seven_or_six_ace_high,
            # What the row above leaves of the six-card ones (reading K3).
            "straight_flush_6_king_high_or_lower": family.at_least(6),
        }
        | {f"straight_flush_{length}": family.at_least(length) for length in range(family.LONGEST, SHORTEST - 1, -1)},
        (vocabulary.length_phrase("straight_flush"),),
    ),
    category=_category,
    categories=(
        "straight_flush_7",
        "straight_flush_6_ace_high",
        "straight_flush_6_king_high_or_lower",
        "straight_flush_5",
        "straight_flush_4",
        "straight_flush_3",
        "no_straight_flush",
    ),
    describe=describe,
)
