"""Seats at one table share the dealer's hand, so they win and lose together: how much, exactly.

The covariance of two seats that play their best is the average of the product of their nets over every deal of two
players' hands and the dealer's, less the square of the mean. Hands of three cards are counted here: for one dealer's
hand let f be what a player's hand brings and F(S) the sum of f over hands that hold the cards S; then the sum of
f(x) f(y) over hands x, y without a card in common is the sum over S of (-1) ** |S| F(S) ** 2. Dealer's hands that
differ only in the names of suits count once. ``shared_straights`` does the same for hands of seven ranks.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.best_bets import case_of, played_best
from croupier.exact.showdown.solving import technique_for
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown
from croupier.units.chance import square_root_text

THREE: Final = 3


class TableSwing(NamedTuple):
    """What a table of several seats brings in one round, each seat playing the base wager alike."""

    distribution: Distribution
    """One seat's."""
    covariance: Fraction
    """Of two seats, in base wagers squared."""

    @property
    def correlation(self) -> float:
        return float(self.covariance / self.distribution.variance)

    def variance(self, seats: int) -> Fraction:
        """Of the sum over this many seats."""
        return seats * self.distribution.variance + seats * (seats - 1) * self.covariance

    def deviation_text(self, seats: int, rounds: int, digits: int = 12) -> str:
        """Of all seats together after some rounds, in base wagers."""
        return square_root_text(self.variance(seats) * rounds, digits)


def seat_covariance(game: Showdown) -> Fraction:
    """The covariance of two seats of a showdown game under optimal play, exactly, in base wagers squared."""
    if game.hand_size != THREE:
        raise MissingPart(
            f"the covariance of seats at {game.configuration.name} is not counted here", hint="three-card hands are"
        )
    terms_of = technique_for(game)
    terms = Terms(game, terms_of.ranking)
    (played,) = played_best(terms_of, terms)
    product, total = _products(game, played.block.place, played.nets[:, 0], terms.first_qualifying)
    mean = Fraction(int(played.worth.sum()), terms_of.player_hands * terms_of.dealer_hands * terms.unit)
    return Fraction(product, total * terms.unit**2) - mean**2


def _products(
    game: Showdown, place: NDArray[np.intp], nets: NDArray[np.int64], first_qualifying: int
) -> tuple[int, int]:
    """The sum of products of two seats' nets over all deals, and the number of these."""
    deck = game.deck
    positions = np.array(list(combinations(range(len(deck)), THREE)))
    pair_keys = np.stack([positions[:, x] * len(deck) + positions[:, y] for x, y in combinations(range(THREE), 2)])
    rows = np.arange(len(positions))
    product = 0
    for dealer, times in _up_to_suits(game, positions):
        brings = nets[rows, case_of(int(place[dealer]), place, first_qualifying)]
        brings = np.where(np.isin(positions, positions[dealer]).any(axis=1), 0, brings).astype(np.float64)
        # All sums are whole and far below 2 ** 53.
        three = np.tile(brings, THREE)
        with_card = np.bincount(positions.T.ravel(), three, len(deck))
        with_pair = np.bincount(pair_keys.ravel(), three, len(deck) ** 2)
        disjoint = brings.sum() ** 2 - (with_card**2).sum() + (with_pair**2).sum() - (brings**2).sum()
        product += times * int(disjoint)
    cards = len(deck)
    return product, comb(cards, THREE) * comb(cards - THREE, THREE) * comb(cards - 2 * THREE, THREE)


def _up_to_suits(game: Showdown, positions: NDArray[np.int64]) -> list[tuple[int, int]]:
    """One dealer's hand for all that differ only in the names of suits, and how many these are."""
    ranks = np.array([card.rank for card in game.deck])[positions]
    suits = np.array([card.suit for card in game.deck])[positions]
    held = sorted({card.suit for card in game.deck})
    names = np.full(len(positions), np.iinfo(np.int64).max)
    for renamed in permutations(held):
        other = dict(zip(held, renamed, strict=True))
        cards = np.sort(ranks * 4 + np.vectorize(other.get)(suits), axis=1)
        names = np.minimum(names, cards @ np.array([64 * 64, 64, 1]))
    _, first, times = np.unique(names, return_index=True, return_counts=True)
    return list(zip(first.tolist(), times.tolist(), strict=True))
