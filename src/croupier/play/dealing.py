"""The physical deal: which positions of the deck go to which slot.

A game asks for slots; how a table deals them is data. Packets go to the seats and then the dealer, or, in the
Washington edition's alternative, start where three dice point and serve open seats too, whose packets are collected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.errors import RoundError
from croupier.play.slots import DEALER, Slot

DEALER_POSITION = 1
DICE = 3


class Packets(NamedTuple):
    """Positions of the deck by slot, and those of open seats, which go to the discard rack unseen."""

    by_slot: dict[Slot, tuple[int, ...]]
    collected: tuple[int, ...] = ()


def in_seat_order(seats: Sequence[int], size: int) -> Packets:
    """A packet to each seat in order, the dealer last."""
    slots = [*(Slot(seat) for seat in sorted(seats)), Slot(DEALER)]
    return Packets({slot: tuple(range(size * place, size * (place + 1))) for place, slot in enumerate(slots)})


def starting_position(dice: Sequence[int], positions: int) -> int:
    """Where the deal begins: positions are counted from the dealer as one, round and round, to the sum of the dice.

    >>> starting_position((1, 1, 1), 7), starting_position((6, 1, 1), 7), starting_position((6, 6, 6), 7)
    (3, 1, 4)
    """
    if len(dice) != DICE or not all(1 <= die <= 6 for die in dice):
        raise RoundError(f"dice {list(dice)}: expected three numbers from 1 to 6")
    return (sum(dice) - 1) % positions + 1


def by_dice(seats: Sequence[int], size: int, dice: Sequence[int], *, clockwise: bool, open_seats: int = 6) -> Packets:
    """Appendix D of the Washington edition: every position gets a packet, from where the dice point.

    Position 1 is the dealer. Seats are numbered clockwise from the dealer's left, so that counting clockwise meets
    seat 1 as position 2, and counting counterclockwise the highest seat.

    >>> by_dice([1, 3], 7, (1, 1, 1), clockwise=True).by_slot["seat 3"]
    (7, 8, 9, 10, 11, 12, 13)
    """
    order = list(range(1, open_seats + 1)) if clockwise else list(range(open_seats, 0, -1))
    places: list[int | None] = [None, *order]
    start = starting_position(dice, len(places)) - 1
    taken: dict[Slot, tuple[int, ...]] = {}
    collected: list[int] = []
    for packet, place in enumerate([*places[start:], *places[:start]]):
        positions = tuple(range(size * packet, size * (packet + 1)))
        if place is None:
            taken[Slot(DEALER)] = positions
        elif place in seats:
            taken[Slot(place)] = positions
        else:
            collected.extend(positions)
    return Packets(taken, tuple(collected))
