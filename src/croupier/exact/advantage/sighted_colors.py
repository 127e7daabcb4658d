"""The color of one of the dealer's cards seen where only ranks matter: linear in what one card tells.

A card of a rank tells the same in any suit (``sighted_straights``), so in a color it counts once for each card of the
rank that the player leaves in that color. Where the player holds p cards of a rank, q of them red, (half the suits - q)
red ones are left. So, case by case, the deals in which a red card is seen number the sum over the ranks of (half the
suits - q) times the deals of one card of the rank. A player's hand is how many cards of each rank it holds in each
color: 2.8 million ways for seven cards.

*Exactness.* Deals beside one hand number at most 7 C(45, 7) < 2 ** 29.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from croupier.cards.cards import Card
from croupier.exact.advantage.ledger import Ledger
from croupier.exact.advantage.sight import COLORS, Sight
from croupier.exact.advantage.sighted_straights import SightedStraights
from croupier.exact.showdown.technique import Counts
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown

PLAYERS: Final = 4096
"""Ways to hold ranks at a time."""


def book_color(game: Showdown, sight: Sight) -> Ledger:
    """The best play with the color of one of the dealer's cards seen, exactly."""
    if sight != Sight("color", 1):
        raise ValueError(f"{sight}: this technique sees the color of one card")
    counted = SightedStraights(game)
    suits = counted.pack.suits
    reds = sum(Card.of(2, suit).is_red for suit in suits)
    terms = Terms(game, counted.ranking)
    cases = counted.cases(terms.first_qualifying)
    left = np.maximum(counted.left, 1)
    # By rank, the deals of one card; none of a rank that is gone.
    one = [each // left for each in cases]
    held = len(suits) - counted.left
    ledger = Ledger(terms, COLORS)
    for start in range(0, len(held), PLAYERS):
        rows = slice(start, start + PLAYERS)
        taken, ways, owner = _by_color(held[rows], reds, len(suits) - reds)
        place = counted.place[rows][owner]
        for color in range(len(COLORS)):
            supply = reds - taken if COLORS[color] == "red" else len(suits) - reds - (held[rows][owner] - taken)
            deals = [(supply * each[rows][owner]).sum(axis=1)[:, None] for each in one]
            ledger.book(color, place, ways[:, None], deals)
    return ledger


def _by_color(held: Counts, reds: int, blacks: int) -> tuple[Counts, Counts, Counts]:
    """Every way to give colors to cards held by rank: (ways, ranks) red ones, in how many hands, and of which row."""
    taken = np.zeros((len(held), 0), dtype=np.int64)
    ways = np.ones(len(held), dtype=np.int64)
    owner = np.arange(len(held))
    for rank in range(held.shape[1]):
        many = held[owner, rank]
        parts = []
        for red in range(reds + 1):
            fits = (many >= red) & (many - red <= blacks)
            choose = np.array([comb(reds, red) * comb(blacks, max(each - red, 0)) for each in range(reds + blacks + 1)])
            column = np.full((int(fits.sum()), 1), red)
            parts.append((np.hstack([taken[fits], column]), ways[fits] * choose[many[fits]], owner[fits]))
        taken, ways, owner = (np.concatenate(each) for each in zip(*parts, strict=True))
    return taken, ways, owner
