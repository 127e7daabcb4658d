"""A pot game's rules as numbers, for kernels that solve it: classes of hands by rank, thresholds, shares, bonuses.

The game itself answers for everything, with hands that stand for all others in the same situation. A game whose contest
does not work as the kernels assume is refused by name, never solved wrongly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from croupier.cards.hands.two_card import TwoCardHand
from croupier.errors import MissingPart
from croupier.exact.ricochet.pot_game import PotGame
from croupier.kernels.arrays import Floats
from croupier.kernels.evaluate import classes

NOT_MADE: Final = -1
"""In place of a class: nobody's hand is to be beaten."""


@cache
def numbers() -> Mapping[Any, int]:
    """Every class of five cards by its place in the ranking, the lowest first."""
    return {hand: number for number, hand in enumerate(classes("five_card", 5))}


class Opening(NamedTuple):
    """The contest as the next to act finds it."""

    best: int
    """The number of the best hand's class, or ``NOT_MADE``."""
    players: int
    """How many players hold it; none where it is the dealer's or nobody's."""


class Bonuses(NamedTuple):
    """The Ante Bonus by class of five cards, in whole parts of an Ante."""

    amounts: tuple[int, ...]
    """Of any size: an operator's own table may pay in parts that 64 bits cannot hold."""
    unit: int
    """How many parts an Ante has."""


_PAID: WeakKeyDictionary[Any, Bonuses] = WeakKeyDictionary()


def exact_bonuses(game: PotGame) -> Bonuses:
    """Kept as long as the game is."""
    if game not in _PAID:
        paid = [game.ante_bonus_for(hand) for hand in numbers()]
        unit = lcm(*{pay.denominator for pay in paid})
        _PAID[game] = Bonuses(tuple(int(pay * unit) for pay in paid), unit)
    return _PAID[game]


def bonuses(game: PotGame) -> Floats:
    """By class of five cards, the Ante Bonus in Antes."""
    paid = exact_bonuses(game)
    return np.array([amount / paid.unit for amount in paid.amounts])


def opening(contest: Any) -> Opening:
    """A contest in numbers."""
    players = sum(seat > 0 for seat in contest.holders)
    return Opening(numbers()[contest.best] if contest.best is not None else NOT_MADE, players)


def stays_from(game: PotGame, contest: Any, waiting: Sequence[TwoCardHand]) -> int:
    """The lowest class of five cards that stays in, against this contest and while these two-card hands wait."""
    hands, seat = list(numbers()), _a_seat_beside(contest)
    low, high = 0, len(hands)
    while low < high:
        middle = (low + high) // 2
        stays = seat in game.played(contest, seat, hands[middle], waiting).holders
        low, high = (low, middle) if stays else (middle + 1, high)
    return low


def exact_shares(game: PotGame, seats: Sequence[int], have_played: int, contest: Any) -> list[list[Fraction]]:
    """(players who draw from now on, holders) each holder's part of the pot; ``contest`` is any of the game's."""
    many = len(seats)
    found = [[Fraction(0)] * (many + 1) for _ in range(many + 1)]
    for drawn in range(many - have_played + 1):
        played = set(seats[: have_played + drawn])
        for holders in range(1, len(played) + 1):
            end = type(contest)(None, tuple(seats[:holders]))
            net = game.nets(seats, played, end)[seats[0]]
            found[drawn][holders] = net + 1 + game.play_multiple
    return found


def shares(game: PotGame, seats: Sequence[int], have_played: int, contest: Any) -> Floats:
    """The same in floating point."""
    return np.array([[float(each) for each in row] for row in exact_shares(game, seats, have_played, contest)])


def check_contest(game: PotGame) -> None:
    """Check that a later hand is out, shares or leads if it is lower than, equal to or higher than a player's best."""
    hands = list(numbers())
    middle = len(hands) // 2
    nobody = type(game.opened(hands[0], 1))(None, ())
    held = game.played(nobody, 1, hands[middle], [])
    found = [game.played(held, 2, hands[middle + step], []).holders for step in (-1, 0, 1)]
    if found != [(1,), (1, 2), (2,)]:
        raise MissingPart("this game's contest between players is not one that the full table's solver knows")


def _a_seat_beside(contest: Any) -> int:
    return int(max((0, *contest.holders))) + 1
