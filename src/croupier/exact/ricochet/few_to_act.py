"""Ricochet Poker's pot with up to three to act, counted in whole numbers (docs/concepts/methods.md).

A class is always its *column*: the last one's classes in rising order, those that are at least as high.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm, prod
from typing import Final, NamedTuple

import numpy as np

from croupier.exact.ricochet.full_table import CardTypes, factors_of, suit_of_pocket
from croupier.kernels import pot_tables as pots
from croupier.kernels.arrays import Flags, Int16s, UInt16s, Whole
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import RANKS
from croupier.kernels.pot_game import DRAWN, Moment, PotGame
from croupier.play.game import Cards, State

TRIPLES = 455
SIXES = 18_564
MASKS = (1 << RANKS) + 32
"""With some more, so that the columns of a table do not all share a line of the processor's cache."""
BLOCK = 1024
"""Draws of the first at a time: a column of the last one's tables then serves all of them while it is at hand."""


class LastTables(NamedTuple):
    """Of the last to act, how many draws reach a column, and what all of its draws are paid as a bonus."""

    by_rank: Int16s  # (columns + 1, sets of ranks gone)
    bonus_by_rank: Whole
    in_suit: Int16s  # (columns + 1, ranks gone of its suit) what its flushes change.
    bonus_in_suit: Whole


class Stakes(NamedTuple):
    """Parts of the pot in whole units, for as many draws as were made before the last to act."""

    draws: int  # Of the last to act.
    price: int  # What its draws must bring for it to play.
    kept: Whole  # By holders, each one's part if the last to act plays as well.
    left: Whole  # By holders, each one's part if it does not.


class Held(NamedTuple):
    """Draws of three cards of types: what they make, and how they leave the stub."""

    triple: Whole  # The number of their ranks.
    mask: Whole  # Their ranks in the last one's suit.
    factors: Whole  # (draws, 3) where the factors of a draw's ways lie.
    reaches: Whole  # The column of those that are not lower.
    beats: Whole  # The column of those that are higher.
    made: Whole


@compiled
def number_sixes(threes: Int16s, pair: UInt16s, counts: Int16s) -> None:
    """By two threes, the number of the six ranks together; and by number, how many there are of each rank."""
    choose = np.zeros((RANKS + 6, 7), dtype=np.int64)
    for size in range(RANKS + 6):
        choose[size, 0] = 1
        for taken in range(1, min(size, 6) + 1):
            choose[size, taken] = choose[size - 1, taken - 1] + choose[size - 1, taken]
    held = np.zeros(RANKS, dtype=np.int64)
    for one in range(TRIPLES):
        for other in range(TRIPLES):
            held[:] = 0
            for each in range(3):
                held[threes[one, each]] += 1
                held[threes[other, each]] += 1
            number, at = 0, 0
            for rank in range(RANKS):
                for _ in range(held[rank]):
                    number += choose[rank + at, at + 1]
                    at += 1
            pair[one, other] = number
            for rank in range(RANKS):
                counts[rank, number] = held[rank]


@compiled
def count_by_rank(
    left: Whole, counts: Int16s, ways: Whole, starts: Whole, paid: Whole, found: Int16s, bonus: Whole
) -> None:
    """Every set of ranks gone: how many draws reach each column, and what all are paid, the lowest first."""
    columns, many = starts.shape[0] - 2, counts.shape[1]
    block = 128
    factors = np.ones((1 + 3 * RANKS, block), dtype=np.int32)
    sums, reach = np.zeros(block, dtype=np.int64), np.zeros(block, dtype=np.int32)
    for first in range(0, many, block):
        last = min(first + block, many)
        is_possible = False
        for each in range(first, last):
            enough = True
            for rank in range(RANKS):
                enough &= counts[rank, each] <= left[rank]
            is_possible |= enough
        if not is_possible:
            continue
        for rank in range(RANKS):
            for each in range(last - first):
                free = np.int32(max(left[rank] - counts[rank, first + each], 0))
                factors[1 + rank, each] = free
                factors[1 + RANKS + rank, each] = free * (free - 1) // 2
                factors[1 + 2 * RANKS + rank, each] = free * (free - 1) * (free - 2) // 6
        sums[:] = 0
        reach[:] = 0
        for column in range(columns, -1, -1):
            for draw in range(starts[column], starts[column + 1]):
                one, two, three = factors[ways[draw, 0]], factors[ways[draw, 1]], factors[ways[draw, 2]]
                if column:
                    for each in range(block):
                        reach[each] += one[each] * two[each] * three[each]
                if paid[draw]:
                    for each in range(block):
                        sums[each] += paid[draw] * (one[each] * two[each] * three[each])
            if column:
                found[column - 1, first:last] = reach[: last - first]
        bonus[first:last] = sums[: last - first]


@compiled
def count_in_suit(
    free: int, masks: Whole, flush: Whole, plain: Whole, gain: Whole, found: Int16s, bonus: Whole
) -> None:
    """Up to six ``free`` cards of the suit gone: what moving draws from ``plain`` to ``flush`` columns changes."""
    columns = found.shape[0] - 1
    change = np.zeros(columns + 1, dtype=np.int16)
    gone = free
    while True:
        size, rest = 0, gone
        while rest:
            size, rest = size + 1, rest & (rest - 1)
        if size <= 6:
            change[:] = 0
            paid = 0
            for draw in range(masks.shape[0]):
                if masks[draw] & gone == 0:
                    paid += gain[draw]
                    if flush[draw] >= 0:
                        change[flush[draw]] += 1
                    if plain[draw] >= 0:
                        change[plain[draw]] -= 1
            bonus[gone] = paid
            so_far = 0
            for column in range(columns - 1, -1, -1):
                so_far += change[column]
                found[column, gone] = so_far
        if gone == 0:
            break
        gone = (gone - 1) & free


@compiled
def _part(
    higher: int, reach: int, bonus: int, draws: int, price: int, lead: int, alone: int, shared: int, left: int
) -> int:
    """What each holder gets over all draws of the last to act, which plays where that is worth its price."""
    sharing = (reach - higher) * shared
    kept = (draws - reach) * alone + sharing
    return kept if higher * lead + sharing + bonus >= price else left


@compiled
def _kept(tables: LastTables, stakes: Stakes, reaches: int, beats: int, holders: int, ranks: int, mask: int) -> int:
    """The same for so many holders, when these cards are gone."""
    return _part(
        np.int64(tables.by_rank[beats, ranks]) + tables.in_suit[beats, mask],
        np.int64(tables.by_rank[reaches, ranks]) + tables.in_suit[reaches, mask],
        tables.bonus_by_rank[ranks] + tables.bonus_in_suit[mask],
        stakes.draws,
        stakes.price,
        stakes.kept[1],
        stakes.kept[holders],
        stakes.kept[holders + 1],
        stakes.left[holders],
    )


@compiled
def _sharing(made: int, best: int, holders: int, is_second: bool) -> int:
    """How many share the best hand once the second has made a class against it; 0 where it is not worth asking."""
    if made == best:
        return holders + 1
    if is_second:
        return 1 if made > best else 0
    return holders if made < best else 0


@compiled
def sum_by_type(
    asked: Whole,
    first: Held,
    holders: Whole,
    second: Held,
    bonus: Whole,
    counts: Whole,
    threes: Whole,
    pair: UInt16s,
    tables: LastTables,
    stakes: Stakes,
    is_second: bool,
    found: Whole,
) -> None:
    """For the draws of the first that are asked for: what the second gets over all of its own, or what the first keeps.

    By types alone, flushes of the second counted by rank; the draws of both come in rising order.
    """
    types = counts.shape[0]
    factors = np.ones((1 + 3 * types, BLOCK), dtype=np.int8)
    triple, masks = np.zeros(BLOCK, dtype=np.uint16), np.zeros(BLOCK, dtype=np.uint16)
    sums, best = np.zeros(BLOCK, dtype=np.int64), np.zeros(BLOCK, dtype=np.int64)
    draws, price = stakes.draws, stakes.price
    alone, shared, left = stakes.kept[1], stakes.kept[2], stakes.left[1]
    of_ranks, of_mask = tables.bonus_by_rank, tables.bonus_in_suit
    for start in range(0, asked.shape[0], BLOCK):
        many = min(BLOCK, asked.shape[0] - start)
        for at in range(many):
            each = asked[start + at]
            triple[at], masks[at], best[at] = first.triple[each], first.mask[each], first.made[each]
            for kind in range(types):
                free = counts[kind]
                for card in range(3):
                    free -= threes[each, card] == kind
                factors[1 + kind, at] = free
                factors[1 + types + kind, at] = free * (free - 1) // 2
                factors[1 + 2 * types + kind, at] = free * (free - 1) * (free - 2) // 6
        sums[:] = 0
        lower = tied = 0
        for draw in range(second.made.shape[0]):
            made, mask = second.made[draw], np.uint16(second.mask[draw])
            while lower < many and best[lower] < made:
                lower += 1
            while tied < many and best[tied] <= made:
                tied += 1
            one, two = factors[second.factors[draw, 0]], factors[second.factors[draw, 1]]
            three, six = factors[second.factors[draw, 2]], pair[second.triple[draw]]
            if is_second:
                # Where the second leads: one class for all draws of the first that are lower.
                reach, more = tables.by_rank[second.reaches[draw]], tables.in_suit[second.reaches[draw]]
                above, over = tables.by_rank[second.beats[draw]], tables.in_suit[second.beats[draw]]
                for at in range(lower):
                    ranks, gone = six[triple[at]], mask | masks[at]
                    higher, reached = np.int64(above[ranks]) + over[gone], np.int64(reach[ranks]) + more[gone]
                    paid = of_ranks[ranks] + of_mask[gone]
                    part = _part(higher, reached, paid, draws, price, alone, alone, shared, left)
                    sums[at] += one[at] * two[at] * three[at] * part
                if bonus[draw]:
                    for at in range(many):
                        sums[at] += one[at] * two[at] * three[at] * (bonus[draw] * draws)
            for at in range(lower, tied if is_second else many):
                each = asked[start + at]
                share = holders[each] + (at < tied)
                ranks, gone = six[triple[at]], mask | masks[at]
                part = _kept(tables, stakes, first.reaches[each], first.beats[each], share, ranks, gone)
                sums[at] += one[at] * two[at] * three[at] * part
        for at in range(many):
            found[asked[start + at]] = sums[at]


@compiled
def sum_by_flush(
    asked: Whole,
    first: Held,
    holders: Whole,
    is_second: bool,
    flushes: Held,
    plain: Held,
    gain: Whole,
    found: Whole,
    pair: UInt16s,
    tables: LastTables,
    stakes: Stakes,
) -> None:
    """What moving a draw of the second to its flush changes of the same figures; ``plain`` are these draws by rank."""
    for each in asked:
        for draw in range(flushes.made.shape[0]):
            gone = flushes.mask[draw] | first.mask[each]
            ranks = pair[flushes.triple[draw], first.triple[each]]
            change, best = gain[draw] * stakes.draws * is_second, first.made[each]
            for is_flush in range(2):
                made = flushes.made[draw] if is_flush else plain.made[draw]
                share = _sharing(made, best, holders[each], is_second)
                if share:
                    reaches, beats = first.reaches[each], first.beats[each]
                    if made > best:
                        reaches = flushes.reaches[draw] if is_flush else plain.reaches[draw]
                        beats = flushes.beats[draw] if is_flush else plain.beats[draw]
                    kept = _kept(tables, stakes, reaches, beats, share, ranks, gone)
                    change += kept if is_flush else -kept
            found[each, draw] = change


@compiled
def with_flushes(draws: Whole, masks: Whole, by_type: Whole, by_flush: Whole, flushes: Whole, found: Whole) -> None:
    """By draw of the first, what it comes to for those flushes of the second that it leaves in the stub."""
    for draw in range(draws.shape[0]):
        each = draws[draw]
        total = by_type[each]
        for flush in range(flushes.shape[0]):
            if flushes[flush] & masks[draw] == 0:
                total += by_flush[each, flush]
        found[draw] = total


@compiled
def unless_second_plays(first: Held, holders: Whole, tables: LastTables, stakes: Stakes, found: Whole) -> None:
    """By draw of the first, what it keeps if only the last to act may draw after it."""
    for each in range(first.made.shape[0]):
        held = (holders[each], first.triple[each], first.mask[each])
        found[each] = _kept(tables, stakes, first.reaches[each], first.beats[each], *held)


MOST_TO_ACT: Final = 3
SECONDS: Final = 0.1  # Any deal takes less, on one core.
MOST: Final = 1 << 62


class ExactChoices(NamedTuple):
    """What the seat to act ends with on average, in Antes, if it plays; and if it does not."""

    play: Fraction
    decline: Fraction


def choices_of_few(game: PotGame, state: State) -> ExactChoices | None:
    """Both choices of the seat to act; None where whole numbers of 64 bits are too short, or more are to act."""
    pots.check_contest(game)
    moment = Moment.of(game, state)
    if len(moment.to_act) > MOST_TO_ACT:
        return None
    declined = game.declined(moment.contest, moment.to_act[0], len(moment.to_act) - 1)
    nets = game.nets(moment.seats, moment.have_played, declined)
    amounts = _Amounts.of(game, moment)
    if amounts.largest(moment) >= MOST:
        return None
    table = _FewToAct(game, moment, amounts)
    takes = Fraction(table.takings(), table.unit * comb(len(moment.stub), DRAWN) * prod(table.draws))
    return ExactChoices(takes - game.play_multiple - 1, nets[moment.to_act[0]])


class _Amounts(NamedTuple):
    """What may be paid, in whole numbers of any size: they are summed in 64 bits only if every sum fits."""

    unit: int  # All amounts are whole numbers of this part of an Ante.
    bonus: list[int]
    shares: list[list[int]]

    @classmethod
    def of(cls, game: PotGame, moment: Moment) -> "_Amounts":
        paid = pots.exact_bonuses(game)
        shares = pots.exact_shares(game, moment.seats, len(moment.have_played), moment.contest)
        unit = lcm(paid.unit, *(each.denominator for row in shares for each in row))
        return cls(
            unit,
            [amount * (unit // paid.unit) for amount in paid.amounts],
            [[int(each * unit) for each in row] for row in shares],
        )

    def largest(self, moment: Moment) -> int:
        """What one seat could get at most over all draws."""
        draws = [comb(len(moment.stub) - DRAWN * drawn, DRAWN) for drawn in range(len(moment.to_act))]
        return (max(self.bonus) + max(map(max, self.shares))) * prod(draws)


class _Seat(NamedTuple):
    """What a seat's draws make, by the number of their ranks: without a flush, and as a flush of the pocket's suit."""

    suit: frozenset[int]
    plain: Whole
    flush: Whole
    suited: Whole  # (draws, 3) the ranks of its flushes that can be drawn.

    @classmethod
    def of(cls, pocket: Cards, stub: Cards) -> "_Seat":
        suit = suit_of_pocket(pocket)
        one, other = (card.rank - 2 for card in pocket)
        ranks = [card.rank - 2 for card in stub if card.suit in suit]
        suited = np.array(list(combinations(ranks, DRAWN)), dtype=np.int64).reshape(-1, DRAWN)
        return cls(suit, *pots.classes_drawn(one, other), suited)


class _Drawn(NamedTuple):
    """The draws of the first to act."""

    made: Whole
    at: Whole  # The same cards among the draws of the last one's types.
    weights: Whole
    gone: Whole  # The ranks that are gone of the second one's suit.


class _FewToAct:
    def __init__(self, game: PotGame, moment: Moment, amounts: _Amounts) -> None:
        stub = moment.stub
        self.opening = pots.opening(moment.contest)
        self.floor = pots.stays_from(game, moment.contest, [moment.pockets[seat] for seat in moment.to_act[1:]])
        self.seats = [_Seat.of(moment.held[seat], stub) for seat in moment.to_act]
        self.first, self.last = self.seats[0], self.seats[-1]
        between = self.seats[1].suit if len(self.seats) == MOST_TO_ACT else frozenset()
        self.unit = amounts.unit
        self.bonus = np.array(amounts.bonus, dtype=np.int64)
        self.shares = np.array(amounts.shares, dtype=np.int64)
        self.price = game.play_multiple * self.unit
        self.draws = [comb(len(stub) - DRAWN * drawn, DRAWN) for drawn in range(1, len(self.seats))]
        """Of those who act after the first."""
        self.types = CardTypes.of(stub, self.last.suit)
        self.finer, self.suit_between = CardTypes.of(stub, self.last.suit | between), between
        """The types and the suit that a player between the first and the last tells apart."""
        self.threes = self.types.triples()
        self.left = np.bincount([card.rank - 2 for card in stub], minlength=RANKS)
        self.free = sum(1 << card.rank - 2 for card in stub if card.suit in self.last.suit)
        """The ranks left of the last one's suit."""
        enough = np.flatnonzero((_counts_of_threes() <= self.left[:, None]).all(axis=0))
        self.by_rank = self.last.plain[enough], pots.threes()[enough]
        made = np.concatenate([self.by_rank[0], self.last.flush[pots.number_of(self.last.suited)]])
        self.columns = np.unique(made[made >= self.floor])

    def takings(self) -> int:
        """What the first takes in all, over every draw of all who act, with its bonus."""
        drawn = self._drawn_by_first()
        bonus = int(drawn.weights @ self.bonus[drawn.made]) * prod(self.draws)
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
        kept = self.shares[1][holders]
        if self.draws:
            suit = self._suit_tables()
            after_one = LastTables(*self._rank_tables(_counts_of_threes()), *suit), self._stakes(1)
            kept = np.zeros(len(contests), dtype=np.int64)
            unless_second_plays(first, holders, *after_one, kept)
        kept = kept[place]
        if len(self.draws) > 1:
            plays, if_it_plays = self._second(first, holders, held, place, drawn.gone[stays], suit)
            kept = np.where(plays, if_it_plays, kept * self.draws[1])
        return int(drawn.weights[stays] @ kept) + bonus

    def _second(
        self, first: Held, holders: Whole, held: Whole, place: Whole, gone: Whole, suit: tuple[Int16s, Whole]
    ) -> tuple[Flags, Whole]:
        """By draw of the first: whether the second of three plays, and what the first keeps if it does."""
        second_seat = self.seats[1]
        pair, sixes = _sixes()
        after_two = pair, LastTables(*self._rank_tables(sixes), *suit), self._stakes(2)
        made = second_seat.plain[pots.number_of(_ranks(self.types)[self.threes])]
        order = np.argsort(made, kind="stable")
        second = self._held(self.threes[order], made[order])
        flushes = second_seat.suited
        onto, numbers = self._types_of(flushes, second_seat.suit), pots.number_of(flushes)
        plain, flush = (self._held(onto, made[numbers]) for made in (second_seat.plain, second_seat.flush))
        gain = self.bonus[flush.made] - self.bonus[plain.made]

        def gets(asked: Whole, is_second: bool) -> Whole:
            """By draw of the first, what the second gets if it plays, or what the first keeps then."""
            by_type = np.zeros(len(holders), dtype=np.int64)
            by_flush = np.zeros((len(holders), len(flushes)), dtype=np.int64)
            figures = self.bonus[second.made], self.types.counts, held
            sum_by_type(asked, first, holders, second, *figures, *after_two, is_second, by_type)
            sum_by_flush(asked, first, holders, is_second, flush, plain, gain, by_flush, *after_two)
            found = np.zeros(len(place), dtype=np.int64)
            with_flushes(place, gone, by_type, by_flush, _bits(flushes), found)
            return found

        plays = gets(np.arange(len(holders)), True) >= self.price * prod(self.draws)
        return plays, gets(np.unique(place[plays]), False)

    def _drawn_by_first(self) -> _Drawn:
        """By the finer types; then its flushes are moved from their class by rank."""
        finer, first = self.finer, self.first
        where = np.zeros((len(self.types.cards),) * DRAWN, dtype=np.int64)
        where[tuple(self.threes.T)] = np.arange(len(self.threes))
        drawn, suited, numbers = finer.triples(), first.suited, pots.number_of(first.suited)
        onto = np.concatenate([finer.onto(self.types)[drawn], *2 * [self._types_of(suited, first.suit)]])
        of_second = _bits(suited) * (first.suit == self.suit_between)
        return _Drawn(
            np.concatenate(
                [first.plain[pots.number_of(_ranks(finer)[drawn])], first.plain[numbers], first.flush[numbers]]
            ),
            where[tuple(np.sort(onto, axis=1).T)],
            np.concatenate([finer.ways_of(drawn), np.repeat([-1, 1], len(suited))]),
            np.concatenate([_masks(finer, self.suit_between)[drawn].sum(axis=1), of_second, of_second]),
        )

    def _held(self, threes: Whole, made: Whole) -> Held:
        """Draws of types that make these classes."""
        return Held(
            pots.number_of(_ranks(self.types)[threes]),
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
        count_by_rank(self.left, counts, *draws, reach, bonus)
        return reach, bonus

    def _suit_tables(self) -> tuple[Int16s, Whole]:
        """For ranks gone of its suit: what the last one's flushes change of both."""
        many, masks = len(self.columns), MASKS if self.last.suit else 1
        reach, bonus = np.zeros((many + 1, masks), dtype=np.int16), np.zeros(masks, dtype=np.int64)
        numbers = pots.number_of(self.last.suited)
        made = self.last.flush[numbers], self.last.plain[numbers]
        flush, plain = (
            np.where(each >= self.floor, np.searchsorted(self.columns, each), pots.NOT_MADE) for each in made
        )
        gain = self.bonus[made[0]] - self.bonus[made[1]]
        count_in_suit(self.free, _bits(self.last.suited), flush, plain, gain, reach, bonus)
        return reach, bonus


def _ranks(types: CardTypes) -> Whole:
    return np.array([each[0].rank - 2 for each in types.cards], dtype=np.int64)


def _masks(types: CardTypes, suit: frozenset[int]) -> Whole:
    """By type, its rank as a bit where it is of the suit."""
    return np.array([(each[0].suit in suit) << each[0].rank - 2 for each in types.cards], dtype=np.int64)


def _bits(ranks: Whole) -> Whole:
    return np.asarray((1 << ranks).sum(axis=1))


@cache
def _counts_of_threes() -> Int16s:
    """(ranks, threes) how many of each rank."""
    return np.asarray((pots.threes()[None, :, :] == np.arange(RANKS)[:, None, None]).sum(axis=2), dtype=np.int16)


@cache
def _sixes() -> tuple[UInt16s, Int16s]:
    """By two threes, the number of all six; and (ranks, sixes) how many of each rank."""
    pair = np.zeros((TRIPLES, TRIPLES), dtype=np.uint16)
    counts = np.zeros((RANKS, SIXES), dtype=np.int16)
    number_sixes(pots.threes().astype(np.int16), pair, counts)
    return pair, counts
