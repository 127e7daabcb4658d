"""Hands of any family against one another, where no faster technique knows them: one sweep up the ranking.

Every hand of the deck has its class (``kernels.card_sets``); ``kernels.sweep`` counts the dealer's hands against
each of the player's. Of player's hands that differ only in the names of suits one stands for all, where the family and
the deck allow it.
"""

from collections.abc import Iterator
from math import comb
from typing import Final

import numpy as np

from croupier.cards.hands import FAMILIES
from croupier.errors import MissingPart
from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.terms import Block
from croupier.kernels.card_sets import SuitedDeck, all_sets, class_table
from croupier.kernels.sweep import compared, sweep
from croupier.play.game import Cards
from croupier.play.showdown import Showdown

MOST_HANDS: Final = 21_000_000  # As many as six cards of a whole deck make, and a few more.
ROWS: Final = 8192  # Player's hands in a block.


class AnyHands:
    """Every hand of the deck with its place, and the player's hands up to the names of suits."""

    def __init__(self, game: Showdown) -> None:
        deck, size = game.deck, game.hand_size
        if len(set(deck)) < len(deck):
            raise MissingPart(
                f"{game.configuration.name} is dealt from several decks, which no showdown solver counts yet",
                hint="croupier simulate estimates it",
            )
        self.player_hands = comb(len(deck), size)
        self.dealer_hands = comb(len(deck) - size, size)
        if self.player_hands > MOST_HANDS:
            raise MissingPart(
                f"{game.configuration.name}: {self.player_hands:,} hands of {size} cards are too many to compare one "
                "by one, and no faster technique knows this family of hands",
                hint="croupier simulate estimates it",
            )
        family = FAMILIES[game.declares.hands or ""]
        self._deck = SuitedDeck(deck, family.names_suits or type(game).rank is not Showdown.rank)
        self._table = class_table(game.rank, self._deck, size)
        self.ranking = self._table.ranking

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        deck, table = self._deck, self._table
        hands = all_sets(table.size, deck.size, deck.choose)
        own, weights = deck.canonical(table.size)
        place = table.place[[deck.choose[own, np.arange(1, table.size + 1)].sum(axis=1)]].ravel()
        marks = np.array([first_qualifying], dtype=np.int64)
        counts = sweep(hands, table.place, own.astype(np.uint8), place, len(self.ranking), marks, deck.choose)
        below, up_to, not_qualified = counts.astype(np.float64).T
        below, up_to = np.maximum(below, not_qualified), np.maximum(up_to, not_qualified)
        for start in range(0, len(own), ROWS):
            rows = slice(start, start + ROWS)
            yield Block(
                place[rows].astype(np.intp),
                weights[rows].astype(np.float64),
                np.ones(1),
                not_qualified[rows, None],
                (below - not_qualified)[rows, None],
                (up_to - below)[rows, None],
                lambda row, _, some=own[rows]: deck.hand(some[row]),  # type: ignore[misc]
            )

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        deck, table = self._deck, self._table
        own = np.array(sorted(deck.number[card] for card in cards), dtype=np.uint8)
        hands = all_sets(table.size, deck.size, deck.choose)
        marks = np.array([first_qualifying], dtype=np.int64)
        place = int(table.place[deck.place(tuple(cards))])
        below, up_to, not_qualified = compared(own, place, hands, table.place, marks).tolist()
        below, up_to = max(below, not_qualified), max(up_to, not_qualified)
        return Cases(not_qualified, below - not_qualified, up_to - below, self.dealer_hands - up_to)
