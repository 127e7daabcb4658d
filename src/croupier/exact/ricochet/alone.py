"""Ricochet Poker with one player: the whole game under optimal play, every deal counted.

For each kind of two cards (a pair, suited, not suited) and each group of dealer's hands (``dealer_hands``), the draws
that do not lose are counted by rank (``rank_draws``); with two suited cards, draws that fill a flush are then counted
as flushes and no longer by rank. The player plays where that is worth at least as much as not playing. The game itself
answers for the rules of the pot.

A deal is two cards, the dealer's five and three drawn, 39.9 trillion in all. Where nothing is drawn, it counts once for
every draw that might have been, so that all deals have the same weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, lcm
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.errors import MissingPart
from croupier.exact.counting.one_deck import Pack
from croupier.exact.distribution import Distribution
from croupier.exact.result import PlayRow
from croupier.exact.ricochet.chart import Chart
from croupier.exact.ricochet.dealer_hands import SIZE, Beside, DealerHands
from croupier.exact.ricochet.pot_game import PotGame
from croupier.exact.ricochet.rank_draws import Avoided, CardDraws, Kinds, RankDraws
from croupier.exact.ricochet.stub import DRAWN
from croupier.exact.showdown.grid import grid_of
from croupier.exact.showdown.technique import Counts, Floats, Places

SEAT: Final = 1
EXACT: Final = 2**53
"""Float64 holds every whole number up to here exactly; there are fewer deals than that."""
LOWEST: Final = np.zeros(1, dtype=np.intp)
"""The one class that every hand reaches."""
Progress = Callable[[int, int], None]
"""Called with how many pairs of ranks are done, and how many there are."""


@dataclass(frozen=True)
class OnePlayer:
    """The game with one player, solved; nets in Antes."""

    distribution: Distribution
    always_play: Distribution
    plays: tuple[PlayRow, ...]
    """How to play, by what the dealer shows and how the two cards compare with it."""


def solve_one_player(game: PotGame, progress: Progress = lambda _done, _all: None) -> OnePlayer:
    """The best play against every deal and, for comparison, playing every hand."""
    pack = grid_of(game.deck)
    solver = _Alone(game, pack)
    pairs = list(combinations_with_replacement(range(len(pack.ranks)), 2))
    for number, pocket in enumerate(pairs, start=1):
        solver.add(pocket)
        progress(number, len(pairs))
    return OnePlayer(solver.best.distribution(), solver.always.distribution(), solver.chart.rows())


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


class _Paid(NamedTuple):
    """Draws by what they are paid; whole numbers, and differences of them."""

    kinds: Floats
    """(pays, rows) how many draws are paid each."""
    unbeaten: Floats
    """(rows) those of the pays whose hands are never beaten."""
    bonus: Floats
    """(rows) what all draws are paid together."""


class _Alone:
    def __init__(self, game: PotGame, pack: Pack) -> None:
        self.game = game
        self.pack = pack
        self.dealers = DealerHands(pack)
        ranking = self.dealers.ranking
        self.draws = comb(len(pack.cards) - game.pocket_cards - SIZE, DRAWN)
        self._nets: dict[tuple[bool, tuple[int, ...]], Fraction] = {}
        contests = [game.opened(hand, players=1) for hand in ranking]
        self.chart = Chart(ranking, [not contest.holders for contest in contests], tuple(pack.ranks))
        bonus = [game.ante_bonus_for(hand) for hand in ranking]
        nets = [
            (
                self._net(True, game.played(contest, SEAT, ranking[-1], ())),
                self._net(True, contest),
                self._net(False, game.declined(contest, SEAT, 0)),
            )
            for contest in contests
        ]
        self.unit = lcm(*(pay.denominator for pay in bonus), *(net.denominator for each in nets for net in each))
        ends = list(dict.fromkeys(nets))
        self.won, self.beaten, self.declined = np.array(
            [[int(net * self.unit) for net in each] for each in ends], dtype=np.int64
        ).T
        """(ways to end) the player's net with a hand that stays in, with one that does not, and unplayed."""
        number = {each: place for place, each in enumerate(ends)}
        self.end: Places = np.array([number[each] for each in nets], dtype=np.intp)[self.dealers.place]
        """(groups) which way to end."""
        level = self._levels(contests)
        self.asked, asked = np.unique(level, return_inverse=True)
        self.level: Places = asked[self.dealers.place]
        """(groups) the lowest class of player's hand that stays in, as a place in ``asked``."""
        self.pays, kind = np.unique([int(pay * self.unit) for pay in bonus], return_inverse=True)
        all_draws = comb(len(pack.cards) - game.pocket_cards, DRAWN)
        if (self.pays.max() + 2 * np.abs([self.won, self.beaten, self.declined]).max()) * all_draws >= EXACT:
            raise MissingPart(f"an Ante Bonus in parts of 1/{self.unit} is beyond what float64 holds exactly")
        self.paid = Kinds(kind, len(self.pays), all_draws)
        """Draws by what they are paid."""
        # Only where some hand so paid may be beaten do those that stay in need to be counted by class.
        self.beatable = np.unique(kind[: level.max()]).tolist()
        self.unbeatable = [pay for pay in range(len(self.pays)) if pay not in self.beatable]
        number_of = np.full(len(self.pays), -1)
        number_of[self.beatable] = np.arange(len(self.beatable))
        self.staying = Kinds(number_of[kind], len(self.beatable), all_draws)
        """Draws by what they are paid, of the pays whose hands may be beaten."""
        self.cards = Avoided.of(self.dealers.ranks, len(pack.ranks))
        self.best = _Tally(self.unit, game.play_multiple)
        self.always = _Tally(self.unit, game.play_multiple)

    def _net(self, has_played: bool, contest: Any) -> Fraction:
        key = (has_played, contest.holders)
        if key not in self._nets:
            self._nets[key] = self.game.nets((SEAT,), {SEAT} if has_played else (), contest)[SEAT]
        return self._nets[key]

    def _levels(self, contests: list[Any]) -> Places:
        """(dealer's classes) the lowest class of player's hand that stays in; a higher dealer's hand beats more."""
        ranking = self.dealers.ranking
        levels = np.zeros(len(contests), dtype=np.intp)
        lowest = 0
        for place, contest in enumerate(contests):
            if contest.holders:
                while (
                    lowest < len(ranking) and SEAT not in self.game.played(contest, SEAT, ranking[lowest], ()).holders
                ):
                    lowest += 1
                levels[place] = lowest
        return levels

    def add(self, pocket: tuple[int, int]) -> None:
        """Count all deals of two cards of these ranks: not suited, and suited."""
        suits = len(self.pack.suits)
        left = np.full(len(self.pack.ranks), suits)
        np.subtract.at(left, list(pocket), 1)
        mixed = CardDraws(left, self.dealers.completing(pocket, is_flush=False))
        paid = self._summed(self._paid_avoiding(self._paid_draws(mixed), self.cards))
        by_level = [RankDraws([mixed], weight, self.asked) for weight in self.staying.weights]
        staying = [draws.avoiding(draws.rows[self.level], self.cards) for draws in by_level]
        if suits > 1:
            alike = comb(suits, 2) if pocket[0] == pocket[1] else suits * (suits - 1)
            stay = self.staying.apart(staying)
            choices = self._choices(self.end, sum(stay) + paid.unbeaten, paid.bonus)
            # By choice and way to end.
            is_chosen = np.arange(2 * len(self.won))[:, None] == choices
            hands = is_chosen * (self.dealers.hands_facing(pocket) * alike).astype(np.float64)
            staying_in = np.array(stay, dtype=np.float64).reshape(len(stay), len(choices))
            self._book(hands.sum(axis=1), hands @ paid.kinds.T, hands @ staying_in.T)
            self._chart(pocket, hands)
        if pocket[0] != pocket[1]:
            self._add_suited(pocket, mixed.place, paid, staying)

    def _paid_draws(self, draws: CardDraws) -> list[RankDraws]:
        return [RankDraws([draws], weight, LOWEST) for weight in self.paid.weights]

    def _paid_avoiding(self, draws: list[RankDraws], cards: Avoided) -> Floats:
        """(pays, rows) how many draws are paid each."""
        all_ = np.zeros(cards.rows, dtype=np.intp)
        return np.array(self.paid.apart([each.avoiding(all_, cards) for each in draws]), dtype=np.float64)

    def _summed(self, kinds: Floats) -> _Paid:
        return _Paid(kinds, kinds[self.unbeatable].sum(axis=0), self.pays @ kinds)

    def _add_suited(self, pocket: tuple[int, int], place: Places, by_rank: _Paid, staying: list[Counts]) -> None:
        """``place`` is the class by rank; ``by_rank`` and ``staying`` count by it, as if there were no flushes."""
        in_suit = np.ones(len(self.pack.ranks), dtype=np.int64)
        in_suit[list(pocket)] = 0
        # Draws of the same suit are flushes, and not what their ranks alone make.
        flushes, not_flushes = (
            CardDraws(in_suit, self.dealers.completing(pocket, is_flush=True)),
            CardDraws(in_suit, place),
        )
        if_flush, if_not = self._paid_draws(flushes), self._paid_draws(not_flushes)
        changed = [flushes, not_flushes._replace(sign=-1)]
        by_level = [RankDraws(changed, weight, self.asked) for weight in self.staying.weights]
        levels = [draws.rows[self.level] for draws in by_level]
        groups, ways = len(self.end), 2 * len(self.won)
        by_group = np.zeros(ways * groups)
        paid, stays = np.zeros((ways, len(self.pays))), np.zeros((ways, len(self.beatable)))
        for parts, sets, cards in self._beside:
            group, held = parts.group, parts.held
            by_set = self._summed(self._paid_avoiding(if_flush, sets) - self._paid_avoiding(if_not, sets))
            stay = self.staying.apart(
                [
                    each[group] + draws.avoiding(level[group], cards)
                    for each, draws, level in zip(staying, by_level, levels, strict=True)
                ]
            )
            unbeaten = by_rank.unbeaten[group] + by_set.unbeaten[held]
            choices = self._choices(self.end[group], sum(stay) + unbeaten, by_rank.bonus[group] + by_set.bonus[held])
            can_be_held = in_suit[parts.ranks].prod(axis=1)
            hands = (parts.hands * can_be_held[held] * len(self.pack.suits)).astype(np.float64)
            # What is paid is a group's part plus a set's part, so each is counted separately.
            by_group += np.bincount(choices * groups + group, hands, ways * groups)
            of_set = np.bincount(choices * sets.rows + held, hands, ways * sets.rows).reshape(ways, -1)
            paid += of_set @ by_set.kinds.T
            for kind, each in enumerate(stay):
                stays[:, kind] += np.bincount(choices, hands * each, ways)
        in_groups = by_group.reshape(ways, groups)
        self._book(in_groups.sum(axis=1), paid + in_groups @ by_rank.kinds.T, stays)
        self._chart(pocket, in_groups)

    @cached_property
    def _beside(self) -> list[tuple[Beside, Avoided, Avoided]]:
        """Dealer's hands beside two suited cards; what must be avoided by set of ranks, and by part."""
        ranks = len(self.pack.ranks)
        return [
            (parts, Avoided.of(parts.ranks, ranks), Avoided.of(parts.ranks[parts.held], ranks))
            for parts in self.dealers.beside_a_suit
        ]

    def _choices(self, end: Places, staying: Floats, bonus: Floats) -> Places:
        """The number of the way to end; where it is best to play, plus the number of ways."""
        worth = self.won[end] * staying + self.beaten[end] * (self.draws - staying) + bonus
        choices: Places = end + len(self.won) * (worth >= self.declined[end] * self.draws)
        return choices

    def _chart(self, pocket: tuple[int, int], hands: Floats) -> None:
        """By choice and group, how many hands; the chart sorts them by what the dealer shows."""
        declining, playing = hands.reshape(2, len(self.won), -1).sum(axis=1)
        self.chart.add(pocket, self.dealers.place, declining, playing)

    def _book(self, hands: Floats, paid: Floats, stays: Floats) -> None:
        """By choice: the dealer's hands; deals by pay; and of the pays that may be beaten, deals that stay in."""
        declining, playing = hands.astype(np.int64).reshape(2, -1) * self.draws
        for net, deals in zip(self.declined.tolist(), declining.tolist(), strict=True):
            self.best.counts[net] += deals
        self.best.played += int(playing.sum())
        self.always.played += int(playing.sum() + declining.sum())
        won = paid.copy()
        won[:, self.beatable] = stays
        for nets, deals_by_pay in ((self.won, won), (self.beaten, paid - won)):
            for pay, deals in zip(self.pays.tolist(), deals_by_pay.astype(np.int64).T.tolist(), strict=True):
                for net, declined, played in zip(nets.tolist(), deals[: len(nets)], deals[len(nets) :], strict=True):
                    self.best.counts[net + pay] += played
                    self.always.counts[net + pay] += played + declined
