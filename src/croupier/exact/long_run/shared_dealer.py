"""Seats at one table share the dealer's hand, so they win and lose together: how much, exactly.

The covariance of two seats that play their best is the average of the product of their nets over every deal of two
players' hands and the dealer's, less the square of the mean. Hands of three cards are counted here: for one dealer's
hand let f be what a player's hand brings and F(S) the sum of f over hands that hold the cards S; then the sum of
f(x) f(y) over hands x, y without a card in common is the sum over S of (-1) ** |S| F(S) ** 2. Dealer's hands that
differ only in the names of suits count once. ``shared_straights`` does the same for seven cards of which only the ranks
count.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, lcm
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import Card
from croupier.errors import MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.joint_hands import bonus_of, not_counted, row_of, sees_colors
from croupier.exact.long_run.tables import TableFigures
from croupier.exact.showdown.best_bets import BestBets, case_of, played_best
from croupier.exact.showdown.solving import technique_for
from croupier.exact.showdown.terms import Terms
from croupier.exact.solver import Progress, in_silence
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown
from croupier.play.wagers.bonus import Bonus
from croupier.units.chance import square_root_text

THREE: Final = 3


class TableSwing(NamedTuple):
    """What a table of several seats brings in one round, each seat playing the base wager alike."""

    distribution: Distribution
    """One seat's."""
    covariance: Fraction
    """Of two seats, in base wagers squared."""
    is_exact: bool = True
    """Or else the covariance was sampled."""

    @property
    def correlation(self) -> float:
        return float(self.covariance / self.distribution.variance)

    def variance(self, seats: int) -> Fraction:
        """Of the sum over this many seats."""
        return seats * self.distribution.variance + seats * (seats - 1) * self.covariance

    def at_table(self, seats: int) -> TableFigures:
        """This many seats together."""
        one = self.distribution
        return TableFigures(seats, one.expectation, one.variance, self.covariance, self.is_exact, outcomes=one)

    def deviation_text(self, seats: int, rounds: int, digits: int = 12) -> str:
        """Of all seats together after some rounds, in base wagers."""
        return square_root_text(self.variance(seats) * rounds, digits)


def seat_covariance(game: Showdown) -> Fraction:
    """The covariance of two seats of a showdown game under optimal play, exactly, in base wagers squared."""
    return seat_covariances(game, [])[0][0]


def seat_covariances(
    game: Showdown, others: Sequence[tuple[str, Sequence[Fraction]]], progress: Progress = in_silence
) -> list[list[Fraction]]:
    """Between any wager of one seat and any of another, the base wager first; exactly, each in its own units.

    ``others`` names bonus wagers, with what each row of their tables brings beyond the stake.
    """
    if game.hand_size != THREE:
        raise MissingPart(
            f"the covariance of seats at {game.configuration.name} is not counted here", hint="three-card hands are"
        )
    technique = technique_for(game)
    terms = Terms(game, technique.ranking)
    (played,) = played_best(technique, terms)
    beside = [_Beside(played, bonus_of(game, wager), pays) for wager, pays in others]
    products, sums, deals = _products(game, played, terms.first_qualifying, beside, progress)
    units = [terms.unit, *(each.unit for each in beside)]
    means = [Fraction(int(total), deals * unit) for total, unit in zip(sums, units, strict=True)]
    return [
        [
            Fraction(product, deals * one * other) - mean * its
            for product, other, its in zip(row, units, means, strict=True)
        ]
        for row, one, mean in zip(products, units, means, strict=True)
    ]


class _Beside:
    """A bonus wager on every hand of three cards, in units in which all that it brings is whole."""

    def __init__(self, played: BestBets, bonus: Bonus, pays: Sequence[Fraction]) -> None:
        self.sees_colors = sees_colors(bonus)
        if bonus.seen.dealer and not self.sees_colors:
            raise not_counted(bonus)
        self.unit = lcm(*(pay.denominator for pay in pays)) if pays else 1
        nets = [int(pay * self.unit) for pay in pays]
        hands = [played.block.example(row, 0) for row in range(len(played.block.place))]
        self.reds = np.array([sum(card.is_red for card in hand) for hand in hands])
        one_of = {int(number): hands[int(np.flatnonzero(self.reds == number)[0])] for number in np.unique(self.reds)}
        seen = one_of if self.sees_colors else {0: ()}
        self._brings = {
            number: np.array([self._net(bonus, hand, dealer, nets) for hand in hands])
            for number, dealer in seen.items()
        }

    def _net(self, bonus: Bonus, hand: Cards, dealer: Cards, nets: Sequence[int]) -> int:
        row = row_of(bonus, bonus.sees(hand, dealer))
        return -self.unit if row < 0 else nets[row]

    def brings(self, dealer: int) -> NDArray[np.int64]:
        """On every hand, against a dealer's."""
        return self._brings[int(self.reds[dealer]) if self.sees_colors else 0]


def _products(
    game: Showdown, played: BestBets, first_qualifying: int, beside: Sequence[_Beside], progress: Progress
) -> tuple[list[list[int]], list[int], int]:
    """Over all deals of two seats: the sums of products of one's nets and the other's, of one's nets; and the deals."""
    deck, place, nets = game.deck, played.block.place, played.nets[:, 0]
    positions = np.array(list(combinations(range(len(deck)), THREE)))
    pair_keys = np.stack([positions[:, x] * len(deck) + positions[:, y] for x, y in combinations(range(THREE), 2)])
    rows = np.arange(len(positions))
    wagers = 1 + len(beside)
    product = np.zeros((wagers, wagers), dtype=object)
    sums = np.zeros(wagers, dtype=object)
    cards = len(deck)
    others = comb(cards - 2 * THREE, THREE)
    dealers = _up_to_suits(game, positions, keep_colors=any(each.sees_colors for each in beside))
    for done, (dealer, times) in enumerate(dealers, start=1):
        base = nets[rows, case_of(int(place[dealer]), place, first_qualifying)]
        brings = np.stack([base, *(each.brings(dealer) for each in beside)])
        brings = np.where(np.isin(positions, positions[dealer]).any(axis=1), 0, brings).astype(np.float64)
        whole = brings.sum(axis=1)
        with_card = np.stack([np.bincount(positions.T.ravel(), np.tile(each, THREE), cards) for each in brings])
        with_pair = np.stack([np.bincount(pair_keys.ravel(), np.tile(each, THREE), cards**2) for each in brings])
        parts = [_by_wager(each) for each in (whole[:, None], with_card, with_pair, brings)]
        if max(float(abs(parts[0]).max()), float(_by_wager(abs(brings)).max())) >= 2**50:
            raise MissingPart("a pay is too large for this count of seats that win together", hint="a smaller meter")
        disjoint = parts[0] - parts[1] + parts[2] - parts[3]
        product += times * disjoint.astype(np.int64).astype(object)
        progress(done, len(dealers))
        sums += times * others * whole.astype(np.int64).astype(object)
    deals = comb(cards, THREE) * comb(cards - THREE, THREE) * others
    return product.tolist(), sums.tolist(), deals


def _by_wager(brings: NDArray[Any]) -> NDArray[np.float64]:
    """(wagers, wagers) sums of products; so few that a library's threads would cost more than they save."""
    return np.asarray(np.einsum("ik,jk->ij", brings, brings))


def _up_to_suits(game: Showdown, positions: NDArray[np.int64], *, keep_colors: bool = False) -> list[tuple[int, int]]:
    """One dealer's hand for all that differ only in the names of suits, and how many these are."""
    ranks = np.array([card.rank for card in game.deck])[positions]
    suits = np.array([card.suit for card in game.deck])[positions]
    held = sorted({card.suit for card in game.deck})
    names = np.full(len(positions), np.iinfo(np.int64).max)
    for renamed in permutations(held):
        other = dict(zip(held, renamed, strict=True))
        if keep_colors and any(Card.of(2, one).is_red != Card.of(2, to).is_red for one, to in other.items()):
            continue
        cards = np.sort(ranks * 4 + np.vectorize(other.get)(suits), axis=1)
        names = np.minimum(names, cards @ np.array([64 * 64, 64, 1]))
    _, first, times = np.unique(names, return_index=True, return_counts=True)
    return list(zip(first.tolist(), times.tolist(), strict=True))
