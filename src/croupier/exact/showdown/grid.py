"""A deck as a grid: every rank in every suit, which is what the fast solvers' symmetries need."""

from __future__ import annotations

from croupier.exact.counting.one_deck import Pack
from croupier.play.lines import Cards


def grid_of(deck: Cards) -> Pack:
    """The ranks and suits of a whole or stripped deck.

    >>> from croupier.cards.cards import stripped_deck
    >>> grid_of(stripped_deck((2, 3, 14), (0, 3)))
    Pack(ranks=(2, 3, 14), suits=(0, 3))
    """
    pack = Pack(tuple(sorted({card.rank for card in deck})), tuple(sorted({card.suit for card in deck})))
    if sorted(deck) != sorted(pack.cards):
        raise ValueError("a deck in which some suit lacks a rank, or a card appears twice, is not a grid")
    return pack
