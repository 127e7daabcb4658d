"""Whether the first cards of player and dealer have one rank."""

from __future__ import annotations

from typing import NamedTuple

from croupier.cards.hands.family import Family


class Meeting(NamedTuple):
    """One where the ranks are equal."""

    met: int


FAMILIES = [
    Family(
        name="meeting",
        classify=lambda own, dealer, _setting: Meeting(int(own[0] >> 2 == dealer[0] >> 2)),
        sizes=range(2, 3),
        whose_matters=True,
        from_a_shoe=True,
        every_class=lambda _setting: [Meeting(0), Meeting(1)],
        events={"tie": lambda hand, _setting: hand.met == 1},
        category=lambda hand: ("apart", "tie")[hand.met],
        categories=("tie", "apart"),
        describe=lambda hand: ("no tie", "a tie")[hand.met],
    )
]
