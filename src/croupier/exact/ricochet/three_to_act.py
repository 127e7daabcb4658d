"""Ricochet Poker's pot with three to act, counted in whole numbers in hundredths of a second; see ``three_kernels``.

The first to act matters only while it holds the best hand, alone or with others: whatever it draws that does not stay
in has lost. So each of its draws leaves one contest, and the two who follow are counted against that one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from croupier.errors import BadInput
from croupier.exact.ricochet import three_kernels as kernels
from croupier.exact.ricochet.card_types import DRAWN, CardTypes, factors_of, suit_of_pocket
from croupier.exact.ricochet.pot_game import Moment, PotGame
from croupier.exact.ricochet.pot_rules import check_contest, exact_bonuses, exact_shares, opening, stays_from
from croupier.exact.ricochet.rank_hands import RANKS, classes_by_rank, possible_beside
from croupier.exact.ricochet.three_kernels import Held, LastTables, Stakes
from croupier.kernels import evaluate
from croupier.kernels.arrays import Int16s, UInt16s, Whole
from croupier.play.game import State
from croupier.play.lines import Cards

TO_ACT: Final = 3
SECONDS: Final = 0.1
"""Any deal takes less, on one core."""
MOST: Final = 1 << 62
NO_CLASS: Final = -1


class ExactChoices(NamedTuple):
    """What the seat to act ends with on average, in Antes, if it plays; and if it does not."""

    play: Fraction
    decline: Fraction


def choices_of_three(game: PotGame, state: State) -> ExactChoices | None:
    """Both choices of the first of three; None where whole numbers of 64 bits are too short."""
    check_contest(game)
    moment = Moment.of(game, state)
    if len(moment.stub) < DRAWN * TO_ACT:
        raise BadInput(f"{len(moment.stub)} cards are left, too few for {TO_ACT} players to draw")
    declined = game.declined(moment.contest, moment.to_act[0], TO_ACT - 1)
    nets = game.nets(moment.seats, moment.have_played, declined)
    amounts = _Amounts.of(game, moment)
    if amounts.largest(len(moment.stub)) >= MOST:
        return None
    table = _ThreeToAct(game, moment, amounts)
    takes = Fraction(table.takings(), table.unit * comb(len(moment.stub), DRAWN) * table.draws[0] * table.draws[1])
    return ExactChoices(takes - game.play_multiple - 1, nets[moment.to_act[0]])


class _Amounts(NamedTuple):
    """What may be paid, in whole numbers of any size: they are summed in 64 bits only if every sum fits."""

    unit: int
    """All amounts are whole numbers of this part of an Ante."""
    bonus: list[int]
    shares: list[list[int]]

    @classmethod
    def of(cls, game: PotGame, moment: Moment) -> _Amounts:
        paid = exact_bonuses(game)
        shares = exact_shares(game, moment.seats, len(moment.have_played), moment.contest)
        unit = lcm(paid.unit, *(each.denominator for row in shares for each in row))
        return cls(
            unit,
            [each * (unit // paid.unit) for each in paid.amounts],
            [[int(each * unit) for each in row] for row in shares],
        )

    def largest(self, left: int) -> int:
        """What one seat could get at most over all draws from so many cards."""
        found = max(self.bonus) + max(map(max, self.shares))
        for drawn in range(TO_ACT):
            found *= comb(left - DRAWN * drawn, DRAWN)
        return found


class _Seat(NamedTuple):
    """What a seat's draws make, by the number of their ranks: without a flush, and as a flush of the pocket's suit."""

    suit: frozenset[int]
    plain: Whole
    flush: Whole
    suited: Whole
    """(draws, 3) the ranks of its flushes that can be drawn."""

    @classmethod
    def of(cls, pocket: Cards, stub: Cards) -> _Seat:
        suit = suit_of_pocket(pocket)
        one, other = (card.rank - 2 for card in pocket)
        ranks = [card.rank - 2 for card in stub if card.suit in suit]
        suited = np.array(list(combinations(ranks, DRAWN)), dtype=np.int64).reshape(-1, DRAWN)
        return cls(suit, _plain(one, other), _flush(one, other) if suit else _nothing(), suited)


class _Drawn(NamedTuple):
    """The draws of the first to act."""

    made: Whole
    at: Whole
    """The same cards among the draws of the last one's types."""
    weights: Whole
    gone: Whole
    """The ranks that are gone of the second one's suit."""


class _ThreeToAct:
    def __init__(self, game: PotGame, moment: Moment, amounts: _Amounts) -> None:
        stub = moment.stub
        self.opening = opening(moment.contest)
        self.floor = stays_from(game, moment.contest, [moment.pockets[seat] for seat in moment.to_act[1:]])
        self.first, self.second, self.last = (_Seat.of(moment.held[seat], stub) for seat in moment.to_act)
        self.unit = amounts.unit
        self.bonus = np.array(amounts.bonus, dtype=np.int64)
        self.shares = np.array(amounts.shares, dtype=np.int64)
        self.price = game.play_multiple * self.unit
        self.draws = tuple(comb(len(stub) - DRAWN * drawn, DRAWN) for drawn in (1, 2))
        """Of the second to act, and of the last."""
        self.types = CardTypes.of(stub, self.last.suit)
        self.finer = CardTypes.of(stub, self.last.suit | self.second.suit)
        self.threes = self.types.triples()
        self.left = np.bincount([card.rank - 2 for card in stub], minlength=RANKS)
        self.free = sum(1 << card.rank - 2 for card in stub if card.suit in self.last.suit)
        """The ranks left of the last one's suit."""
        enough = _enough(self.left)
        self.by_rank = self.last.plain[enough], _threes()[enough]
        made = np.concatenate([self.by_rank[0], self.last.flush[_number(self.last.suited)]])
        self.columns = np.unique(made[made >= self.floor])

    def takings(self) -> int:
        """What the first takes in all, over every draw of all three, with its bonus."""
        drawn = self._drawn_by_first()
        bonus = int(drawn.weights @ self.bonus[drawn.made]) * self.draws[0] * self.draws[1]
        stays = drawn.made >= self.floor
        if not stays.any():
            return bonus
        # Each with the contest that it leaves, in rising order of class.
        many = len(self.threes)
        contests, place = np.unique(drawn.made[stays] * many + drawn.at[stays], return_inverse=True)
        held = self.threes[contests % many]
        first = self._held(held, contests // many)
        is_tie = (first.made == self.opening.best) & (self.opening.players > 0)
        holders = np.where(is_tie, self.opening.players + 1, 1)
        pair, sixes = _sixes()
        suit = self._suit_tables()
        after_two = pair, LastTables(*self._rank_tables(sixes), *suit), self._stakes(2)
        made = self.second.plain[_number(_ranks(self.types)[self.threes])]
        order = np.argsort(made, kind="stable")
        second = self._held(self.threes[order], made[order])
        flushes = self.second.suited
        onto, numbers = self._types_of(flushes, self.second.suit), _number(flushes)
        plain, flush = (self._held(onto, made[numbers]) for made in (self.second.plain, self.second.flush))
        gain = self.bonus[flush.made] - self.bonus[plain.made]

        def gets(asked: Whole, is_second: bool) -> Whole:
            """By draw of the first, what the second gets if it plays, or what the first keeps then."""
            by_type = np.zeros(len(contests), dtype=np.int64)
            by_flush = np.zeros((len(contests), len(flushes)), dtype=np.int64)
            figures = self.bonus[second.made], self.types.counts, held
            kernels.by_type(asked, first, holders, second, *figures, *after_two, is_second, by_type)
            kernels.by_flush(asked, first, holders, is_second, flush, plain, gain, by_flush, *after_two)
            found = np.zeros(len(place), dtype=np.int64)
            kernels.with_flushes(place, drawn.gone[stays], by_type, by_flush, _bits(flushes), found)
            return found

        plays = gets(np.arange(len(contests)), True) >= self.price * self.draws[0] * self.draws[1]
        unless = np.zeros(len(contests), dtype=np.int64)
        after_one = LastTables(*self._rank_tables(_counts_of_threes()), *suit), self._stakes(1)
        kernels.unless_second_plays(first, holders, *after_one, unless)
        kept = np.where(plays, gets(np.unique(place[plays]), False), unless[place] * self.draws[1])
        return int(drawn.weights[stays] @ kept) + bonus

    def _drawn_by_first(self) -> _Drawn:
        """By the finer types; then its flushes are moved from their class by rank."""
        finer, first = self.finer, self.first
        where = np.zeros((len(self.types.cards),) * DRAWN, dtype=np.int64)
        where[tuple(self.threes.T)] = np.arange(len(self.threes))
        drawn, suited, numbers = finer.triples(), first.suited, _number(first.suited)
        onto = np.concatenate([finer.onto(self.types)[drawn], *2 * [self._types_of(suited, first.suit)]])
        of_second = _bits(suited) * (first.suit == self.second.suit)
        return _Drawn(
            np.concatenate([first.plain[_number(_ranks(finer)[drawn])], first.plain[numbers], first.flush[numbers]]),
            where[tuple(np.sort(onto, axis=1).T)],
            np.concatenate([finer.ways_of(drawn), np.repeat([-1, 1], len(suited))]),
            np.concatenate([_masks(finer, self.second.suit)[drawn].sum(axis=1), of_second, of_second]),
        )

    def _held(self, threes: Whole, made: Whole) -> Held:
        """Draws of types that make these classes."""
        return Held(
            _number(_ranks(self.types)[threes]),
            _masks(self.types, self.last.suit)[threes].sum(axis=1),
            factors_of(threes, len(self.types.cards)),
            np.searchsorted(self.columns, made, side="left"),
            np.searchsorted(self.columns, made, side="right"),
            made,
        )

    def _types_of(self, suited: Whole, suit: frozenset[int]) -> Whole:
        """The types of cards of one suit, given by rank."""
        number = np.zeros(RANKS, dtype=np.int64)
        for at, cards in enumerate(self.types.cards):
            for card in cards:
                if card.suit in suit:
                    number[card.rank - 2] = at
        return number[suited]

    def _stakes(self, drawn: int) -> Stakes:
        """The last to act, after so many of the two before it have drawn."""
        draws = self.draws[drawn - 1]
        return Stakes(draws, self.price * draws, self.shares[drawn + 1], self.shares[drawn] * draws)

    def _rank_tables(self, counts: Int16s) -> tuple[Int16s, Whole]:
        """For these sets of ranks gone: the last one's draws, and their bonus."""
        many, sets = len(self.columns), counts.shape[1]
        made, threes = self.by_rank
        column = np.where(made >= self.floor, 1 + np.searchsorted(self.columns, made), 0)
        order = np.argsort(column, kind="stable")
        starts = np.searchsorted(column[order], np.arange(many + 2))
        draws = factors_of(threes[order], RANKS), starts, self.bonus[made[order]]
        reach, bonus = np.zeros((many + 1, sets), dtype=np.int16), np.zeros(sets, dtype=np.int64)
        kernels.count_by_rank(self.left, counts, *draws, reach, bonus)
        return reach, bonus

    def _suit_tables(self) -> tuple[Int16s, Whole]:
        """For ranks gone of its suit: what the last one's flushes change of both."""
        many, masks = len(self.columns), kernels.MASKS if self.last.suit else 1
        reach, bonus = np.zeros((many + 1, masks), dtype=np.int16), np.zeros(masks, dtype=np.int64)
        numbers = _number(self.last.suited)
        made = self.last.flush[numbers], self.last.plain[numbers]
        flush, plain = (np.where(each >= self.floor, np.searchsorted(self.columns, each), NO_CLASS) for each in made)
        gain = self.bonus[made[0]] - self.bonus[made[1]]
        kernels.count_in_suit(self.free, _bits(self.last.suited), flush, plain, gain, reach, bonus)
        return reach, bonus


def _ranks(types: CardTypes) -> Whole:
    return np.array([each[0].rank - 2 for each in types.cards], dtype=np.int64)


def _masks(types: CardTypes, suit: frozenset[int]) -> Whole:
    """By type, its rank as a bit where it is of the suit."""
    return np.array([(each[0].suit in suit) << each[0].rank - 2 for each in types.cards], dtype=np.int64)


def _bits(ranks: Whole) -> Whole:
    return np.asarray((1 << ranks).sum(axis=1))


def _number(ranks: Whole) -> Whole:
    """(draws) the number of three ranks that do not fall."""
    one, two, three = ranks.T
    return np.asarray(one + (two + 1) * two // 2 + (three + 2) * (three + 1) * three // 6)


@cache
def _threes() -> Whole:
    """Three ranks by their number."""
    all_threes = np.array(list(combinations_with_replacement(range(RANKS), DRAWN)), dtype=np.int64)
    return all_threes[np.argsort(_number(all_threes))]


@cache
def _counts_of_threes() -> Int16s:
    """(ranks, threes) how many of each rank."""
    return np.asarray((_threes()[None, :, :] == np.arange(RANKS)[:, None, None]).sum(axis=2), dtype=np.int16)


def _enough(left: Whole) -> Whole:
    """The numbers of the threes that so many cards of each rank can make."""
    return np.flatnonzero((_counts_of_threes() <= left[:, None]).all(axis=0))


@cache
def _sixes() -> tuple[UInt16s, Int16s]:
    """By two threes, the number of all six; and (ranks, sixes) how many of each rank."""
    pair = np.zeros((kernels.TRIPLES, kernels.TRIPLES), dtype=np.uint16)
    counts = np.zeros((RANKS, kernels.SIXES), dtype=np.int16)
    kernels.number_sixes(_threes().astype(np.int16), pair, counts)
    return pair, counts


@cache
def _nothing() -> Whole:
    return np.full(kernels.TRIPLES, NO_CLASS, dtype=np.int64)


@cache
def _plain(one: int, other: int) -> Whole:
    """By number of three ranks, the class that they make with two in mixed suits."""
    found = _nothing().copy()
    possible = possible_beside(_threes(), one, other)
    found[possible] = classes_by_rank(_threes()[possible], one, other)
    return found


@cache
def _flush(one: int, other: int) -> Whole:
    """By number of three ranks, the class that they make with two of the same suit."""
    found = _nothing().copy()
    free = np.array(list(combinations(sorted(set(range(RANKS)) - {one, other}), DRAWN)), dtype=np.int64)
    hands = np.concatenate([np.tile([4 * one, 4 * other], (len(free), 1)), 4 * free], axis=1)
    found[_number(free)] = evaluate.five_card(hands)
    return found
