"""Hands of any family against one another, where no faster technique knows them: every hand is classified once.

Each hand of the deck is a bit mask with its place in the ranking. Against one player's hand the dealer's are those
masks that share no card with it, counted by place. Of player's hands that differ only in the names of suits one stands
for all, where the family and the deck allow it. The work is the number of such hands times the number of all hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from croupier.cards.hands import FAMILIES
from croupier.errors import MissingPart
from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.technique import Block
from croupier.exact.suit_names import hands_up_to_suits
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown

MOST_HANDS: Final = 3_000_000
"""As many as five cards of a whole deck make, and a few more."""
MOST_WORK: Final = 400_000_000_000
"""Pairs of hands: about a quarter of an hour on one core."""
ROWS: Final = 64
"""Player's hands in a block: small, so that the bar moves."""


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
        self._deck = deck
        self._bit = {card: np.uint64(1 << place) for place, card in enumerate(deck)}
        hands = list(combinations(deck, size))
        classes = [game.rank(hand) for hand in hands]
        self.ranking = sorted(set(classes))
        self._rank = game.rank
        self._places = {hand: place for place, hand in enumerate(self.ranking)}
        self._place = np.array([self._places[hand] for hand in classes], dtype=np.intp)
        self._masks = np.array([self._mask(hand) for hand in hands], dtype=np.uint64)
        self._groups = self._grouped(game, hands)
        if len(self._groups) * self.player_hands > MOST_WORK:
            raise MissingPart(
                f"{game.configuration.name}: {len(self._groups):,} kinds of hands against {self.player_hands:,} are "
                "too many to compare",
                hint="croupier simulate estimates it",
            )

    def _mask(self, hand: Cards) -> np.uint64:
        return np.uint64(sum(int(self._bit[card]) for card in hand))

    def _grouped(self, game: Showdown, hands: list[Cards]) -> dict[Cards, int]:
        """One hand for all that differ in the names of suits alone, with how many those are."""
        family = FAMILIES[game.declares.hands or ""]
        suits = sorted({card.suit for card in self._deck})
        ranks = sorted({card.rank for card in self._deck})
        is_grid = len(self._deck) == len(suits) * len(ranks)
        if family.names_suits or not is_grid or type(game).rank is not Showdown.rank:
            return dict.fromkeys(hands, 1)
        return {tuple(sorted(each.own)): each.ways for each in hands_up_to_suits(ranks, suits, game.hand_size)}

    def _against(self, hand: Cards, first_qualifying: int) -> tuple[int, int, int, int]:
        place = self._places[self._rank(hand)]
        free = self._place[(self._masks & self._mask(hand)) == 0]
        not_qualified = int(np.count_nonzero(free < first_qualifying))
        if place < first_qualifying:
            return place, not_qualified, 0, 0
        lower = int(np.count_nonzero(free < place)) - not_qualified
        return place, not_qualified, lower, int(np.count_nonzero(free == place))

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        groups = list(self._groups.items())
        for start in range(0, len(groups), ROWS):
            some = groups[start : start + ROWS]
            figures = np.array([self._against(hand, first_qualifying) for hand, _ in some], dtype=np.float64)
            weights = np.array([count for _, count in some], dtype=np.float64)
            yield Block(
                figures[:, 0].astype(np.intp),
                weights,
                np.ones(1),
                figures[:, 1:2],
                figures[:, 2:3],
                figures[:, 3:4],
                lambda row, _, some=some: some[row][0],  # type: ignore[misc]
            )

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        _, not_qualified, lower, equal = self._against(tuple(cards), first_qualifying)
        return Cases(not_qualified, lower, equal, self.dealer_hands - not_qualified - lower - equal)
