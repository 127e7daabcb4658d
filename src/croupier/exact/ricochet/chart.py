"""How to play alone, in words: by what the dealer shows, and how the two cards compare with it.

Every pair of a pocket and a dealer's hand is counted with the decision that is best for it. Where all two-card hands
are played alike against a kind of dealer's hand, they are one line.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from croupier.cards.hands.five_card import Category, FiveCardHand
from croupier.exact.result import PlayRow
from croupier.exact.showdown.technique import Floats, Places

OUT: Final = "the dealer is out"
SHOWS: Final = {
    Category.HIGH_CARD: "the dealer shows no pair",
    Category.PAIR: "the dealer shows a pair",
    Category.TWO_PAIR: "the dealer shows two pair",
    Category.THREE_OF_A_KIND: "the dealer shows three of a kind",
    Category.STRAIGHT: "the dealer shows a straight",
    Category.FLUSH: "the dealer shows a flush",
    Category.FULL_HOUSE: "the dealer shows a full house",
    Category.FOUR_OF_A_KIND: "the dealer shows four of a kind",
    Category.STRAIGHT_FLUSH: "the dealer shows a straight flush",
}
LEADING: Final = {Category.HIGH_CARD: "the dealer's highest card", Category.PAIR: "the dealer's pair"}
NAMED: Final = "the rank that the dealer's hand is named by"
ANY: Final = "any two cards"


class Chart:
    """Decisions by what the dealer shows and by the kind of two cards; ``pot_is_open`` says that the dealer is out."""

    def __init__(self, hands: list[FiveCardHand], pot_is_open: list[bool], ranks: tuple[int, ...]) -> None:
        at = {rank: place for place, rank in enumerate(ranks)}
        alike = [
            (OUT if is_open else SHOWS[hand.category], LEADING.get(hand.category, NAMED), at[hand.ranks[0]])
            for hand, is_open in zip(hands, pot_is_open, strict=True)
        ]
        self.looks = list(dict.fromkeys(alike))
        """What the dealer shows, the words for its leading rank, and that rank."""
        number = {look: place for place, look in enumerate(self.looks)}
        self.look: Places = np.array([number[look] for look in alike], dtype=np.intp)
        """(classes) how the dealer's hand looks."""
        self.counts: dict[tuple[str, str], Counter[str]] = {}

    def add(self, pocket: tuple[int, int], classes: Places, declining: Floats, playing: Floats) -> None:
        """Deals of a pocket by groups of these classes: those in which it is best not to play, and to play."""
        by_look = [np.bincount(self.look[classes], each, len(self.looks)) for each in (declining, playing)]
        for (shown, against, lead), declined, played in zip(self.looks, *by_look, strict=True):
            best = self.counts.setdefault((shown, _compared(pocket, lead, against)), Counter())
            best["play"] += int(played)
            best["take" if shown == OUT else "fold"] += int(declined)

    def rows(self) -> tuple[PlayRow, ...]:
        """The lines; those most often played first, under each thing that the dealer shows."""
        found = []
        for shown in (OUT, *SHOWS.values()):
            lines = {kind: +best for (seen, kind), best in self.counts.items() if seen == shown and best.total()}
            if lines and len({tuple(best) for best in lines.values()}) == 1 and len(next(iter(lines.values()))) == 1:
                lines = {ANY: sum(lines.values(), Counter())}
            for kind, best in sorted(lines.items(), key=lambda line: -line[1]["play"] / line[1].total()):
                found.append(PlayRow(shown, kind, dict(best.most_common())))
        return tuple(found)


def _compared(pocket: tuple[int, int], lead: int, against: str) -> str:
    low, high = pocket
    if low == high:
        return {1: "a higher pair", 0: "a pair of the same rank", -1: "a lower pair"}[(low > lead) - (low < lead)]
    above = (low > lead) + (high > lead)
    if above == 2:
        return f"two cards above {against}"
    if above:
        return f"one card above {against}, one equal to it" if low == lead else f"one card above {against}, one below"
    return f"no card above {against}"
