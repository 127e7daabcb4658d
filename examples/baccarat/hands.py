"""The first two cards of a hand in baccarat: a pair of one rank, or not. Dealt from a shoe of several decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.cards.cards import rank_plural
from croupier.cards.hands.family import Family, Setting


class FirstTwo(NamedTuple):
    """Two cards of one rank, or none of a pair."""

    pair_of: int
    """The rank; 0 where there is no pair."""


def first_two(cards: Sequence[int]) -> FirstTwo:
    one, other = (card >> 2 for card in cards)
    return FirstTwo(one + 2 if one == other else 0)


def describe(hand: FirstTwo) -> str:
    return f"pair of {rank_plural(hand.pair_of)}" if hand.pair_of else "no pair"


def _every_class(_setting: Setting) -> list[FirstTwo]:
    return [FirstTwo(rank) for rank in (0, *range(2, 15))]


FAMILIES = [
    Family(
        name="first_two",
        classify=lambda own, dealer, _setting: first_two((*own, *dealer)),
        sizes=range(2, 3),
        every_class=_every_class,
        events={"any_pair": lambda hand, _setting: hand.pair_of > 0},
        category=lambda hand: "pair" if hand.pair_of else "no_pair",
        categories=("pair", "no_pair"),
        describe=describe,
        from_a_shoe=True,
    )
]
