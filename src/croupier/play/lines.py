"""What a settlement is made of: a line for each wager, a claim for each jackpot wager, and the reason in words.

Words are put together only when somebody reads them, so that a million rounds cost nothing for their explanations.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.cards.cards import Card
from croupier.rulebook.paytables import Row

Cards = tuple[Card, ...]


class Named(NamedTuple):
    """A hand with the words for it, found only when somebody reads them."""

    describe: Callable[[Any], str]
    hand: object

    def __str__(self) -> str:
        return self.describe(self.hand)


class Why(NamedTuple):
    """The reason for a payment, put into words only when somebody reads it."""

    words: str
    parts: tuple[object, ...] = ()

    def __str__(self) -> str:
        return self.words.format(*self.parts)


class Line(NamedTuple):
    """One wager settled: ``net`` excludes the stake, ``cite`` names the rule that orders it."""

    seat: int
    wager: str
    stake: int
    outcome: str
    event: str | None
    net: int
    cite: str
    why: Why

    @property
    def returned(self) -> int:
        """What is handed back, the stake included."""
        return self.stake + self.net


class JackpotBet(NamedTuple):
    """A jackpot wager with the row its hand reached; the meters turn it into money."""

    seat: int
    wager: str
    stake: int
    row: Row | None
    cite: str
    why: Why
