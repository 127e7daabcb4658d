"""Ladders: tables of thresholds by number of players, such as Ricochet Poker's kickout hands.

``ladder_sheets`` reads them from data.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.cards.hands.five_card import FiveCardHand, threshold
from croupier.rulebook.citations import Cite
from croupier.rulebook.paytables import Status


@dataclass(frozen=True, slots=True)
class Rung:
    """From this hand on, at this number of players."""

    players: int
    label: str
    category: str
    rank: int
    """The rank that decides within the category; 0 where any will do."""
    kickers: tuple[int, ...] = field(default=(), metadata={"usual": True})
    """The next telling ranks: a second pair, or the cards beside a pair."""

    @property
    def lowest(self) -> FiveCardHand:
        """The weakest five-card hand that meets the threshold."""
        return threshold(self.category, self.rank or None, self.kickers)


@dataclass(frozen=True, slots=True)
class Ladder:
    """One threshold for each number of players, from one upward without a hole."""

    id: str
    wager: str
    status: Status
    rungs: tuple[Rung, ...]
    cites: tuple[Cite, ...]
    note: str

    def rung(self, players: int) -> Rung:
        return self.rungs[players - 1]
