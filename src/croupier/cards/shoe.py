"""A shoe: some decks in a fixed order, how many cards have left it, and where the cut card lies.

A shoe is a value: taking cards gives a new one, so a round can be replayed or undone. The order comes from
``cards.shuffle``; when a table reshuffles is the table's business, the shoe only says that the cut card is out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.cards.cards import DECK, Card
from croupier.cards.shuffle import Source, shuffle
from croupier.errors import BadInput


def pack(decks: int) -> tuple[Card, ...]:
    """So many decks, unshuffled: what a shoe is made of, and what an auditor expects to find in one."""
    if decks < 1:
        raise BadInput(f"a shoe holds at least one deck, not {decks}")
    return DECK * decks


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards from first to last, ``dealt`` of which are gone; the cut card lies behind the first ``cut_card`` cards.

    >>> from croupier.cards.cards import parse_cards
    >>> shoe = Shoe(parse_cards("Ah Kd 7c 2s"), cut_card=3)
    >>> first, shoe = shoe.take(3)
    >>> first, shoe.remaining, shoe.is_cut_card_out
    ((Ah, Kd, 7c), 1, True)
    """

    cards: tuple[Card, ...]
    cut_card: int
    dealt: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.cut_card <= len(self.cards):
            raise BadInput(f"the cut card cannot lie behind card {self.cut_card} of {len(self.cards)}")
        if not 0 <= self.dealt <= len(self.cards):
            raise BadInput(f"{self.dealt} cards cannot have left a shoe of {len(self.cards)}")

    @staticmethod
    def shuffled(source: Source, decks: int = 1, *, penetration: Fraction = Fraction(1)) -> Shoe:
        """A fresh shoe; ``penetration`` is the part of it dealt before the cut card, rounded down to a whole card."""
        cards = shuffle(source, pack(decks))
        return Shoe(cards, cut_card=int(len(cards) * penetration))

    @property
    def remaining(self) -> int:
        """How many cards are left to deal, those behind the cut card included."""
        return len(self.cards) - self.dealt

    @property
    def penetration(self) -> Fraction:
        """The part of the shoe in front of the cut card."""
        return Fraction(self.cut_card, len(self.cards)) if self.cards else Fraction(0)

    @property
    def is_cut_card_out(self) -> bool:
        """Whether the next card dealt would come from behind the cut card, so that this round is the shoe's last."""
        return self.dealt >= self.cut_card

    def take(self, count: int) -> tuple[tuple[Card, ...], Shoe]:
        """The next cards, and the shoe without them."""
        if not 0 <= count <= self.remaining:
            raise BadInput(f"cannot take {count} cards from a shoe with {self.remaining} left")
        end = self.dealt + count
        return self.cards[self.dealt : end], Shoe(self.cards, self.cut_card, end)
