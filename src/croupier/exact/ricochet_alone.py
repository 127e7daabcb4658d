"""Ricochet Poker with one player: the whole game under optimal play, every deal counted.

For each kind of two cards (a pair, suited, not suited) and each group of dealer's hands (``dealer_hands``), the draws
that do not lose are counted by inclusion and exclusion over the dealer's five cards (``stub``). The player plays where
that is worth at least as much as not to. The rules of the pot are asked of the game.

A deal is two cards, the dealer's five and three drawn, 39.9 million million in all; where nothing is drawn, it counts
for all draws that might have been, so that every deal weighs alike.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any, Final

import numpy as np

from croupier.cards.cards import Card
from croupier.cards.hands.five_card import FiveCardHand
from croupier.exact.dealer_hands import SIZE, DealerHands, Groups
from croupier.exact.distribution import Distribution
from croupier.exact.grid import grid_of
from croupier.exact.one_deck import Pack
from croupier.exact.pot_game import PotGame
from croupier.exact.stub import DRAWN, Completions, Stub
from croupier.exact.technique import Counts, Places
from croupier.play.game import Cards

SEAT: Final = 1
Progress = Callable[[int, int], None]
"""Called with how many kinds of pocket are done, and how many there are."""


@dataclass(frozen=True)
class OnePlayer:
    """The game with one player, solved; nets in Antes."""

    distribution: Distribution
    always_play: Distribution


def solve_one_player(game: PotGame, progress: Progress = lambda _done, _all: None) -> OnePlayer:
    """The best play against every deal, and for comparison to play every hand."""
    pack = grid_of(game.deck)
    solver = _Alone(game, pack)
    pockets = list(_pockets(pack))
    for number, (pocket, alike) in enumerate(pockets, start=1):
        solver.add(pocket, alike)
        progress(number, len(pockets))
    return OnePlayer(solver.best.distribution(), solver.always.distribution())


def _pockets(pack: Pack) -> Iterator[tuple[Cards, int]]:
    """Two cards of every kind, and how many are of that kind."""
    suits = len(pack.suits)
    first, second = pack.suits[0], pack.suits[min(1, suits - 1)]
    for low, high in combinations(pack.ranks, 2):
        yield (Card.of(low, first), Card.of(high, first)), suits
        if suits > 1:
            yield (Card.of(low, first), Card.of(high, second)), suits * (suits - 1)
    if suits > 1:
        for rank in pack.ranks:
            yield (Card.of(rank, first), Card.of(rank, second)), comb(suits, 2)


class _Tally:
    """Deals by net, and what was put up."""

    def __init__(self, unit: int, play_multiple: int) -> None:
        self.unit = unit
        self.play_multiple = play_multiple
        self.counts: Counter[int] = Counter()
        self.played = 0

    def distribution(self) -> Distribution:
        counts = {Fraction(net, self.unit): count for net, count in self.counts.items()}
        put_up = sum(self.counts.values()) + self.played * self.play_multiple
        return Distribution.of(counts, Fraction(put_up))


class _Alone:
    def __init__(self, game: PotGame, pack: Pack) -> None:
        self.game = game
        self.pack = pack
        self.dealers = DealerHands(pack)
        self.draws = comb(len(pack.cards) - game.pocket_cards - SIZE, DRAWN)
        self.contests = [game.opened(hand, players=1) for hand in self.dealers.ranking]
        self.live = [place for place, contest in enumerate(self.contests) if contest.holders]
        """The dealer's classes that are not kicked out, lowest first."""
        self._beats: dict[FiveCardHand, int] = {}
        pays = {game.ante_bonus_for(hand).denominator for hand in self.dealers.ranking}
        nets = [
            (
                self._net({SEAT}, game.played(contest, SEAT, self.dealers.ranking[-1], ())),
                self._net({SEAT}, contest),
                self._net((), game.declined(contest, SEAT, 0)),
            )
            for contest in self.contests
        ]
        self.unit = lcm(*pays, *(net.denominator for each in nets for net in each))
        self.won, self.beaten, self.declined = np.array(
            [[int(net * self.unit) for net in each] for each in nets], dtype=np.int64
        ).T
        """(dealer's classes) the player's net with a hand that stays in, with one that does not, and unplayed."""
        self.best = _Tally(self.unit, game.play_multiple)
        self.always = _Tally(self.unit, game.play_multiple)

    def _net(self, played: Any, contest: Any) -> Fraction:
        return self.game.nets((SEAT,), played, contest)[SEAT]

    def add(self, pocket: Cards, alike: int) -> None:
        """Count all deals of one kind of pocket."""
        cards = tuple(card for card in self.pack.cards if card not in pocket)
        own = Completions(Stub(cards), pocket)
        groups = self.dealers.facing(pocket)
        in_stub = np.zeros(max(self.pack.cards) + 1, dtype=np.intp)
        in_stub[list(cards)] = np.arange(len(cards))
        taken = in_stub[groups.cards]
        level = self._levels(own)[groups.place]
        staying = own.reach.avoiding(level, taken)
        bonus = np.array([int(self.game.ante_bonus_for(hand) * self.unit) for hand in own.classes], dtype=np.int64)
        pays, kind = np.unique(bonus, return_inverse=True)
        drawn = own.stub.count_avoiding(kind[own.place], len(pays), taken) if len(pays) > 1 else [self._all(groups)]
        worth = self.won[groups.place] * staying + self.beaten[groups.place] * (self.draws - staying)
        for pay, count in zip(pays.tolist(), drawn, strict=True):
            worth += pay * count
        plays = worth >= self.declined[groups.place] * self.draws
        weight = groups.hands * alike
        self._count_declined(groups, weight, plays)
        left = staying
        for pay, count in zip(pays.tolist()[::-1], drawn[::-1], strict=True):
            of_pay = bonus == pay
            below = np.concatenate([[0], np.cumsum(of_pay)])[level]
            if pay == pays[0]:
                stay = left
            else:
                # Where every hand so paid stays in, none needs to be counted by its class.
                stay = own.reach_within(of_pay).avoiding(below, taken) if below.any() else count
            self._count_played(groups, weight, plays, pay, stay, count - stay)
            left = left - stay

    def _all(self, groups: Groups) -> Counts:
        return np.full(len(groups.place), self.draws)

    def _levels(self, own: Completions) -> Places:
        """(dealer's classes) from which of the player's classes on a hand stays in."""
        levels = np.zeros(len(self.contests), dtype=np.intp)
        # A higher hand stays in against more of the dealer's.
        beats = [self._beaten_by(hand) for hand in own.classes]
        levels[self.live] = np.searchsorted(beats, np.arange(len(self.live)), side="right")
        return levels

    def _beaten_by(self, hand: FiveCardHand) -> int:
        """Against how many of the dealer's classes that are not kicked out a hand stays in, lowest first."""
        if hand not in self._beats:
            self._beats[hand] = bisect_left(
                self.live,
                True,
                key=lambda place: SEAT not in self.game.played(self.contests[place], SEAT, hand, ()).holders,
            )
        return self._beats[hand]

    def _count_declined(self, groups: Groups, weight: Counts, plays: Any) -> None:
        for net in np.unique(self.declined).tolist():
            deals = int(weight[~plays & (self.declined[groups.place] == net)].sum()) * self.draws
            self.best.counts[net] += deals
        self.best.played += int(weight[plays].sum()) * self.draws
        self.always.played += int(weight.sum()) * self.draws

    def _count_played(
        self, groups: Groups, weight: Counts, plays: Any, pay: int, staying: Counts, beaten: Counts
    ) -> None:
        """The draws that are paid a bonus, by whether they stay in."""
        for nets, draws in ((self.won, staying), (self.beaten, beaten)):
            deals = weight * draws
            for net in np.unique(nets).tolist():
                of_net = nets[groups.place] == net
                self.always.counts[net + pay] += int(deals[of_net].sum())
                self.best.counts[net + pay] += int(deals[of_net & plays].sum())
