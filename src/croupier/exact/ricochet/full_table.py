"""Ricochet Poker's pot for a full table: backward induction over all that the players still to act may draw.

Sets of cards by type, contests and levels are explained in docs/concepts/methods.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.exact.result import Effort, Progress, in_silence
from croupier.kernels import evaluate
from croupier.kernels import pot_tables as pots
from croupier.kernels.arrays import Floats, Int8s, Whole
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import RANKS
from croupier.kernels.pot_game import DRAWN, Moment, PotGame
from croupier.play.game import Cards, State

OTHER = 4  # Stands for a suit that does not matter.


def suit_of_pocket(pocket: Cards) -> frozenset[int]:
    """The suit in which two cards can make a flush; none if their suits differ."""
    one, other = pocket
    return frozenset({one.suit}) if one.suit == other.suit else frozenset()


@cache
def _all_triples(types: int) -> Whole:
    return np.array(list(combinations_with_replacement(range(types), DRAWN)), dtype=np.int64).reshape(-1, DRAWN)


@dataclass(frozen=True)
class CardTypes:
    """The types of a stub."""

    cards: tuple[tuple[Card, ...], ...]  # By type, its cards.
    split: int  # The first type of the second half.
    radix: Whole  # By type, what one card adds to the key of its half.

    @classmethod
    def of(cls, stub: Iterable[Card], suits: frozenset[int]) -> CardTypes:
        """The types of these cards; only the suits that matter are kept apart."""
        by_name: dict[tuple[int, int], list[Card]] = {}
        for card in sorted(stub):
            by_name.setdefault((card.rank, card.suit if card.suit in suits else OTHER), []).append(card)
        cards = tuple(tuple(by_name[name]) for name in sorted(by_name))
        sizes = [len(each) + 1 for each in cards]
        split = min(range(len(sizes) + 1), key=lambda at: prod(sizes[:at]) + prod(sizes[at:]))
        radix = [prod(sizes[:at]) if at < split else prod(sizes[split:at]) for at in range(len(sizes))]
        return cls(cards, split, np.array(radix, dtype=np.int64))

    @property
    def counts(self) -> Whole:
        return np.array([len(each) for each in self.cards], dtype=np.int64)

    @property
    def keys(self) -> int:
        """Of both halves together."""
        sizes = [len(each) + 1 for each in self.cards]
        return prod(sizes[: self.split]) + prod(sizes[self.split :])

    def sets(self, size: int) -> int:
        """How many sets of that many cards there are."""
        ways = [1]
        for each in self.cards:
            longer = [0] * (len(ways) + len(each))
            for taken in range(len(each) + 1):
                for at, count in enumerate(ways):
                    longer[at + taken] += count
            ways = longer[: size + 1]
        return ways[size] if size < len(ways) else 0

    def number_of(self, cards: Iterable[Card]) -> Whole:
        """By card, its type."""
        number = {card: at for at, each in enumerate(self.cards) for card in each}
        return np.array([number[card] for card in cards], dtype=np.int64)

    def onto(self, later: CardTypes) -> Whole:
        """By type, the type that it becomes."""
        return later.number_of(each[0] for each in self.cards)

    def triples(self) -> Whole:
        """(draws, 3) every draw of three cards, as types in rising order."""
        counts = self.counts
        found = _all_triples(len(counts))
        one, two, three = found.T
        needed = 1 + (one == two) + ((one == three) & (two == three))
        possible = (counts[one] >= needed) & (counts[two] >= np.where(two == three, 2, 1))
        return np.asarray(found[possible])

    def ways_of(self, triples: Whole) -> Whole:
        """(draws) in how many ways each can be made from the whole stub."""
        left = self.counts
        factors = np.concatenate([[1], left, left * (left - 1) // 2, left * (left - 1) * (left - 2) // 6])
        return np.asarray(factors[factors_of(triples, len(left))].prod(axis=1))

    def classes_of(self, triples: Whole, pocket: Cards) -> Whole:
        """(draws) the class of five cards that each draw makes."""
        most = max(len(each) for each in self.cards)
        table = np.array([[*each, *[each[-1]] * (most - len(each))] for each in self.cards], dtype=np.int64)
        one, two, three = triples.T
        hands = np.empty((len(triples), 5), dtype=np.int64)
        hands[:, :2] = [int(card) for card in pocket]
        hands[:, 2] = table[one, 0]
        second = (one == two).astype(np.int64)
        third = (two == three).astype(np.int64) + ((one == two) & (two == three))
        hands[:, 3] = table[two, second]
        hands[:, 4] = table[three, third]
        return evaluate.five_card(hands).astype(np.int64)


@dataclass(frozen=True)
class SetNumbers:
    """The tables that number sets of one level; see the top of the module."""

    base: Whole  # (draws, keys of the first half) where the sets with this key begin; -1 where there are none.
    rank: Whole  # (keys of the second half) its place among those with as many cards.
    size: tuple[Int8s, Int8s]  # By half and key, how many cards.
    digits: tuple[Int8s, Int8s]  # By half: (keys, types of the half) the counts.
    in_order: Whole  # The keys of the second half by number of cards, then by rank.
    starts: Whole  # By number of cards, where they begin in ``in_order``.
    rows: Whole  # (draws + 1) where the sets of each number of draws begin.

    @classmethod
    def of(cls, types: CardTypes, draws: Sequence[int]) -> SetNumbers:
        """All sets of these numbers of draws of three cards, one number of draws after another."""
        counts = types.counts
        halves = [_digits(counts[: types.split]), _digits(counts[types.split :])]
        ones = np.ones_like(counts)
        sizes = [sums_by_key(counts[: types.split], ones), sums_by_key(counts[types.split :], ones)]
        most = DRAWN * max(draws) if draws else 0
        by_size = np.bincount(sizes[1], minlength=most + 1)
        order = np.argsort(sizes[1], kind="stable")
        starts = np.concatenate(([0], np.cumsum(by_size)))
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order)) - starts[sizes[1][order]]
        base = np.full((most // DRAWN + 1, len(halves[0])), -1, dtype=np.int64)
        rows = np.zeros(most // DRAWN + 2, dtype=np.int64)
        for drawn in range(most // DRAWN + 1):
            rows[drawn + 1] = rows[drawn]
            if drawn in draws:
                others = DRAWN * drawn - sizes[0]
                ways = np.where(others >= 0, by_size[np.clip(others, 0, len(by_size) - 1)], 0)
                ways[others >= len(by_size)] = 0
                base[drawn] = rows[drawn] + np.cumsum(ways) - ways
                rows[drawn + 1] = rows[drawn] + int(ways.sum())
        small = (sizes[0].astype(np.int8), sizes[1].astype(np.int8))
        return cls(base, rank, small, (halves[0], halves[1]), order, starts, rows)


def _digits(counts: Whole) -> Int8s:
    """(keys, types) the digits of every key, the first type's the lowest."""
    keys = int(np.prod(counts + 1)) if len(counts) else 1
    found = np.zeros((keys, len(counts)), dtype=np.int8)
    radix = 1
    for at, count in enumerate(counts.tolist()):
        digits = np.arange(count + 1, dtype=np.int8)
        found.reshape(-1, count + 1, radix, len(counts))[..., at] = digits[:, None]
        radix *= count + 1
    return found


def sums_by_key(counts: Whole, steps: Whole) -> Whole:
    """By key, the sum over its cards, where a card of each type counts for its step."""
    found = np.zeros(1, dtype=np.int64)
    for count, step in zip(counts.tolist(), steps.tolist(), strict=False):
        found = (step * np.arange(count + 1)[:, None] + found).ravel()
    return found


def factors_of(triples: Whole, types: int) -> Whole:
    """(draws, 3) where the factors of a draw's ways lie: singles, pairs, threes of a type; 0 is a factor of one."""
    one, two, three = triples.T
    all_same, low_pair, high_pair = one == three, (one == two) & (two != three), (two == three) & (one != two)
    found = 1 + triples
    found[all_same] = 0
    found[all_same, 0] = 1 + 2 * types + one[all_same]
    found[low_pair, 0], found[low_pair, 1] = 1 + types + one[low_pair], 0
    found[high_pair, 1], found[high_pair, 2] = 1 + types + two[high_pair], 0
    return np.asarray(found)


class Sets(NamedTuple):
    """The sets of one level, and how they look at the next."""

    counts: Whole
    size1: Int8s
    digits1: Int8s
    digits2: Int8s
    in_order: Whole
    starts: Whole
    base: Whole  # Of the number of draws at hand; behind the last key, where the sets end.
    onto1: Whole  # (keys of half 1, 2) what they add to the next level's two keys.
    onto2: Whole


class Next(NamedTuple):
    """The next level's numbering and values."""

    stays_base: Whole  # By key 1, for as many draws as now.
    drawn_base: Whole  # The same for one draw more.
    rank: Whole
    worth: Floats  # (sets, contests)


class Draws(NamedTuple):
    """The draws of the seat to act, in rising order of class."""

    ways: Whole  # (draws, 3) where a block keeps the factors of a draw's number of ways.
    keys: Whole  # (draws, 2) what a draw adds to the next level's keys.
    starts: Whole  # (classes + 1) where the draws of a class begin.
    leads: Whole  # By class, the next level's contest with one holder of it; -1 where it would not stay in.
    bonus: Floats  # By draw.


class Contests(NamedTuple):
    """The contests of one level, in rising order of the best hand."""

    reaches: Whole  # The first class that is not lower.
    beats: Whole  # The first class that is higher.
    stays: Whole  # The next level's contest where nothing changes.
    ties: Whole  # The next level's contest where the seat shares.
    lowest: Whole
    """By class, the lowest of the next level's contests that still needs it; their number where none does."""
    first_tie: Whole  # (classes + 1) by class, the first contest with this best hand or a higher one.


@dataclass(frozen=True)
class LevelContests:
    """All contests that players may hold when a seat acts, in rising order of the best hand, then of holders."""

    classes: Whole  # Every class that the best hand may be of.
    contest: Whole  # By class, its contest with one holder.
    best: Whole  # By contest, a class that stands for its group.
    holders: Whole  # By contest, how many share it.
    always: int
    """The group of the contest at the beginning, as its contest with one holder; -1 where no player holds it."""

    @property
    def width(self) -> int:
        return len(self.best)

    def of_class(self, classes: Whole) -> Whole:
        """The contests with one holder of these classes."""
        return np.asarray(self.contest[np.searchsorted(self.classes, classes)])


def contests_at(earlier: Sequence[Whole], later: Sequence[Whole], opening: pots.Opening) -> LevelContests:
    """By the classes that may lead and that draws can make: those of earlier seats, and of those from this one on."""
    held = [np.array([opening.best])] * opening.players
    counted = np.concatenate([np.zeros(0, dtype=np.int64), *earlier, *held]).astype(np.int64)
    found, most = np.unique(counted, return_counts=True)
    standing = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *later]).astype(np.int64))
    place = np.searchsorted(standing, found)
    ties = np.zeros(len(found), dtype=bool)
    inside = place < len(standing)
    ties[inside] = standing[place[inside]] == found[inside]
    groups, first, group = np.unique(2 * place + ties, return_index=True, return_inverse=True)
    sizes = np.zeros(len(groups), dtype=np.int64)
    np.maximum.at(sizes, group, most)
    starts = np.cumsum(sizes) - sizes
    width = int(sizes.sum())
    of_group = np.repeat(np.arange(len(groups)), sizes)
    holders = np.arange(width) - starts[of_group] + 1
    always = int(starts[group[np.searchsorted(found, opening.best)]]) if opening.players else -1
    return LevelContests(
        found,
        starts[group] if len(group) else np.zeros(0, dtype=np.int64),
        found[first][of_group] if width else np.zeros(0, dtype=np.int64),
        holders,
        always,
    )


def in_arrays(contests: LevelContests, classes: Whole, following: LevelContests | None) -> Contests:
    """For the kernels: ``classes`` are those of the seat to act; number 0 is every class that cannot lead."""
    reaches = 1 + np.searchsorted(classes, contests.best, side="left")
    beats = 1 + np.searchsorted(classes, contests.best, side="right")
    many = len(classes) + 1
    stays = np.zeros(contests.width, dtype=np.int64)
    if following is not None and contests.width:
        stays = following.of_class(contests.best) + contests.holders - 1
    width = following.width if following is not None else 0
    # Sorted by best hand, the contests that a class does not reach come last.
    least = np.append(np.minimum.accumulate(stays[::-1])[::-1], width)
    first_tie = np.searchsorted(reaches, np.arange(many + 2), side="left")
    return Contests(reaches, beats, stays, stays + 1, least[first_tie[1:]], first_tie)


@dataclass(frozen=True)
class DrawLevel:
    """A seat to act: its cards, the types of cards when it acts, and what its draws make."""

    pocket: Cards
    types: CardTypes
    triples: Whole
    made: Whole  # (draws) the class of each.
    classes: Whole  # The classes that may lead, lowest first.

    @classmethod
    def of(cls, pocket: Cards, types: CardTypes, floor: int) -> DrawLevel:
        """``floor`` is the lowest class that may lead."""
        triples = types.triples()
        made = types.classes_of(triples, pocket)
        return cls(pocket, types, triples, made, np.unique(made[made >= floor]))

    @property
    def ways(self) -> Whole:
        """(draws) in how many ways each can be made from the whole stub."""
        return self.types.ways_of(self.triples)

    def numbered(self, made: Whole) -> Whole:
        """By draw, its class among those that may lead, from 1; 0 for all that are lower."""
        floor = self.classes[0] if len(self.classes) else np.iinfo(np.int64).max
        return np.where(made >= floor, 1 + np.searchsorted(self.classes, made), 0)

    def sets(self, numbers: SetNumbers, later: CardTypes | None) -> Sets:
        """All sets, without ``base``, which depends on the draws; ``later`` are the types of the next level."""
        nothing = np.zeros((0, 2), dtype=np.int64)
        halves = (nothing, nothing) if later is None else self._onto_keys(later)
        return Sets(
            self.types.counts,
            numbers.size[0],
            *numbers.digits,
            numbers.in_order,
            numbers.starts,
            numbers.base[0],
            *halves,
        )

    def _onto_keys(self, later: CardTypes) -> tuple[Whole, Whole]:
        """By half and key, what its cards add to the two keys of the next level."""
        counts, steps, split = self.types.counts, _steps_of_types(self.types, later), self.types.split
        halves = ((counts[:split], steps[:split]), (counts[split:], steps[split:]))
        first, second = (np.stack([sums_by_key(own, each) for each in onto.T], axis=1) for own, onto in halves)
        return first, second

    def steps(self, later: CardTypes) -> Whole:
        """(draws, 2) what each draw adds to the two keys of the next level."""
        found: Whole = _steps_of_types(self.types, later)[self.triples].sum(axis=1)
        return found

    def draws(self, later: CardTypes, following: LevelContests, bonus: Floats) -> Draws:
        """In rising order of class."""
        number = self.numbered(self.made)
        order = np.argsort(number, kind="stable")
        many = len(self.classes) + 1
        leads = np.concatenate([[-1], following.of_class(self.classes)]).astype(np.int64)
        return Draws(
            factors_of(self.triples, len(self.types.cards))[order],
            self.steps(later)[order],
            np.searchsorted(number[order], np.arange(many + 1)),
            leads,
            bonus[self.made][order],
        )


def _steps_of_types(types: CardTypes, later: CardTypes) -> Whole:
    """(types, 2) what a card of each type adds to the two keys of the next level."""
    onto = types.onto(later)
    radix = later.radix[onto]
    return np.stack([np.where(onto < later.split, radix, 0), np.where(onto < later.split, 0, radix)], axis=1)


class LastDraws(NamedTuple):
    """The draws of the last to act, by rank alone; those of its own suit are then moved to their flushes."""

    rank_of_type: Whole
    in_suit: Whole
    ways: Whole
    starts: Whole
    signs: Floats
    bonus: Floats  # By draw.

    @classmethod
    def of(cls, level: DrawLevel, bonus: Floats) -> LastDraws:
        """In rising order of class."""
        suits = suit_of_pocket(level.pocket)
        ranks = np.array([each[0].rank - 2 for each in level.types.cards], dtype=np.int64)
        in_suit = np.array([each[0].suit in suits for each in level.types.cards], dtype=np.int64)
        held = sorted(set(ranks.tolist()))
        triples = np.array(list(combinations_with_replacement(held, 3)), dtype=np.int64).reshape(-1, 3)
        pockets = [card.rank - 2 for card in level.pocket]
        plain, flush = pots.classes_drawn(*pockets)
        triples = triples[plain[pots.number_of(triples)] >= 0]
        ways, made, signs = [factors_of(triples, RANKS)], [plain[pots.number_of(triples)]], [np.ones(len(triples))]
        own = sorted(ranks[in_suit == 1].tolist())
        flushes = np.array(list(combinations(own, 3)), dtype=np.int64).reshape(-1, 3)
        if len(flushes):
            places = 1 + 3 * RANKS + flushes
            ways += [places, places]
            made += [flush[pots.number_of(flushes)], plain[pots.number_of(flushes)]]
            signs += [np.ones(len(flushes)), -np.ones(len(flushes))]
        all_made, all_ways, all_signs = np.concatenate(made), np.concatenate(ways), np.concatenate(signs)
        number = level.numbered(all_made)
        order = np.argsort(number, kind="stable")
        starts = np.searchsorted(number[order], np.arange(len(level.classes) + 2))
        return cls(ranks, in_suit, all_ways[order], starts, all_signs[order], bonus[all_made][order])


BLOCK = 64


class Figures(NamedTuple):
    """What a seat decides by: in how many ways it may draw, what playing costs, and how close two worths are equal."""

    total: float
    multiple: float
    error: float


@compiled
def _listed(sets: Sets, drawn: int, first: int, last: int) -> Whole:
    """(sets, 2) the keys of every set with one of these first keys, in the order of their numbers."""
    keys = np.zeros((sets.base[last] - sets.base[first], 2), dtype=np.int64)
    at = 0
    for key1 in range(first, last):
        others = 3 * drawn - sets.size1[key1]
        if 0 <= others < sets.starts.shape[0] - 1:
            for place in range(sets.starts[others], sets.starts[others + 1]):
                keys[at, 0], keys[at, 1] = key1, sets.in_order[place]
                at += 1
    return keys


@compiled
def _enter(sets: Sets, key1: int, key2: int, factors: Floats, key: Whole, at: int) -> None:
    """A set joins the block: the keys that it has on the next level, and how many ways to draw cards of each type."""
    key[at, 0] = sets.onto1[key1, 0] + sets.onto2[key2, 0]
    key[at, 1] = sets.onto1[key1, 1] + sets.onto2[key2, 1]
    types1 = sets.digits1.shape[1]
    types = types1 + sets.digits2.shape[1]
    for each in range(types):
        taken = sets.digits1[key1, each] if each < types1 else sets.digits2[key2, each - types1]
        left = float(sets.counts[each] - taken)
        factors[1 + each, at] = left
        factors[1 + types + each, at] = left * (left - 1) / 2
        factors[1 + 2 * types + each, at] = left * (left - 1) * (left - 2) / 6


@compiled
def _add_up(lead: Floats, in_block: int) -> None:
    """By class, what it and all higher ones bring."""
    for cls in range(lead.shape[0] - 2, -1, -1):
        for each in range(in_block):
            lead[cls, each] += lead[cls + 1, each]


@compiled
def all_contests(
    drawn: int,
    sets: Sets,
    later: Next,
    draws: Draws,
    contests: Contests,
    figures: Figures,
    worth: Floats,
    first: int,
    last: int,
) -> None:
    """The sets of a range of first keys, each with every contest of the level."""
    total, multiple, error = figures
    classes = draws.leads.shape[0]
    types = sets.counts.shape[0]
    width, here = later.worth.shape[1], worth.shape[1]
    factors = np.ones((1 + 3 * types, BLOCK))
    ways = np.zeros(BLOCK)
    key = np.zeros((BLOCK, 2), dtype=np.int64)
    so_far = np.zeros((BLOCK, width))
    kept, tied = np.zeros((BLOCK, here)), np.zeros((BLOCK, here))
    lead, bonus = np.zeros((classes + 1, BLOCK)), np.zeros(BLOCK)
    values = later.worth
    keys = _listed(sets, drawn, first, last)
    for start in range(0, len(keys), BLOCK):
        row, in_block = sets.base[first] + start, min(BLOCK, len(keys) - start)
        for each in range(in_block):
            _enter(sets, keys[start + each, 0], keys[start + each, 1], factors, key, each)
        lead[:] = 0.0
        bonus[:] = 0.0
        so_far[:] = 0.0
        tied[:] = 0.0
        for cls in range(classes + 1):
            # The contests with this class for their best hand: all that is lower has been added up.
            for contest in range(contests.first_tie[cls], contests.first_tie[cls + 1]):
                for each in range(in_block):
                    kept[each, contest] = so_far[each, contests.stays[contest]]
            if cls == classes:
                break
            ties_from, ties_to = contests.first_tie[cls], contests.first_tie[cls + 1]
            leads, low = draws.leads[cls], contests.lowest[cls]
            for draw in range(draws.starts[cls], draws.starts[cls + 1]):
                one, two, three = draws.ways[draw, 0], draws.ways[draw, 1], draws.ways[draw, 2]
                for each in range(in_block):
                    ways[each] = factors[one, each] * factors[two, each] * factors[three, each]
                step1, step2 = draws.keys[draw, 0], draws.keys[draw, 1]
                for each in range(in_block):
                    weight = ways[each]
                    if weight == 0.0:
                        continue
                    at = later.drawn_base[key[each, 0] + step1] + later.rank[key[each, 1] + step2]
                    bonus[each] += weight * draws.bonus[draw]
                    if leads >= 0:
                        lead[cls, each] += weight * values[at, leads]
                    for contest in range(ties_from, ties_to):
                        if contests.beats[contest] > cls:
                            tied[each, contest] += weight * values[at, contests.ties[contest]]
                    for contest in range(low, width):
                        so_far[each, contest] += weight * values[at, contest]
        _add_up(lead, in_block)
        for each in range(in_block):
            folded = later.stays_base[key[each, 0]] + later.rank[key[each, 1]]
            for contest in range(here):
                own = lead[contests.beats[contest], each] + tied[each, contest] + bonus[each]
                if own / total - multiple >= -error:
                    worth[row + each, contest] = (kept[each, contest] + tied[each, contest]) / total
                else:
                    worth[row + each, contest] = values[folded, contests.stays[contest]]


@compiled
def last_to_act(
    drawn: int,
    sets: Sets,
    draws: LastDraws,
    contests: Contests,
    holders: Whole,
    shares: Floats,
    figures: Figures,
    worth: Floats,
    first: int,
    last: int,
) -> None:
    """The sets of a range of first keys before the last to act; its flushes are moved from their rank (``signs``)."""
    rank_of_type, in_suit, ways_of, starts, signs, bonus_of = draws
    total, multiple, error = figures
    classes = starts.shape[0] - 1
    ranks = 13
    types1, here = sets.digits1.shape[1], worth.shape[1]
    types = types1 + sets.digits2.shape[1]
    left = np.zeros((2 * ranks, BLOCK))
    factors = np.ones((1 + 4 * ranks, BLOCK))
    made = np.zeros((classes + 1, BLOCK))
    bonus = np.zeros(BLOCK)
    keys = _listed(sets, drawn, first, last)
    for start in range(0, len(keys), BLOCK):
        row, in_block = sets.base[first] + start, min(BLOCK, len(keys) - start)
        left[:] = 0.0
        for at in range(in_block):
            key1, key2 = keys[start + at, 0], keys[start + at, 1]
            for each in range(types):
                taken = sets.digits1[key1, each] if each < types1 else sets.digits2[key2, each - types1]
                free = float(sets.counts[each] - taken)
                left[rank_of_type[each], at] += free
                if in_suit[each]:
                    left[ranks + rank_of_type[each], at] = free
        for rank in range(ranks):
            for each in range(BLOCK):
                free = left[rank, each]
                factors[1 + rank, each] = free
                factors[1 + ranks + rank, each] = free * (free - 1) / 2
                factors[1 + 2 * ranks + rank, each] = free * (free - 1) * (free - 2) / 6
                factors[1 + 3 * ranks + rank, each] = left[ranks + rank, each]
        bonus[:] = 0.0
        made[classes, :] = 0.0
        for cls in range(classes - 1, -1, -1):
            of_class = made[cls]
            of_class[:] = 0.0
            for draw in range(starts[cls], starts[cls + 1]):
                one, two, three = ways_of[draw, 0], ways_of[draw, 1], ways_of[draw, 2]
                sign, paid = signs[draw], signs[draw] * bonus_of[draw]
                for each in range(BLOCK):
                    of_class[each] += sign * factors[one, each] * factors[two, each] * factors[three, each]
                if paid != 0.0:
                    for each in range(BLOCK):
                        bonus[each] += paid * factors[one, each] * factors[two, each] * factors[three, each]
            for each in range(BLOCK):
                of_class[each] += made[cls + 1, each]
        for each in range(in_block):
            for contest in range(here):
                shared = holders[contest]
                higher = made[contests.beats[contest], each]
                equal = made[contests.reaches[contest], each] - higher
                own = higher * shares[drawn + 1, 1] + equal * shares[drawn + 1, shared + 1] + bonus[each]
                if own / total - multiple >= -error:
                    lower = total - higher - equal
                    kept = lower * shares[drawn + 1, shared] + equal * shares[drawn + 1, shared + 1]
                    worth[row + each, contest] = kept / total
                else:
                    worth[row + each, contest] = shares[drawn, shared]


ERROR_BOUND: Final = 1e-10  # In Antes.
STEPS_A_SECOND: Final = 3e8  # Values read, on one core.
CHUNKS: Final = 16
Look = Callable[[Whole, Whole], Floats]  # Values of the second level, by set and contest.


class Choices(NamedTuple):
    """What the seat to act ends with on average, in Antes, if it plays; and if it does not."""

    play: float
    decline: float


class FullTable:
    """A deal at the moment of a decision, ready to be solved."""

    def __init__(self, game: PotGame, state: State) -> None:
        pots.check_contest(game)
        moment = Moment.of(game, state)
        self.game, self.contest, self.to_act, self.stub = game, moment.contest, moment.to_act, moment.stub
        self.opening = pots.opening(moment.contest)
        self.floor = pots.stays_from(game, self.contest, [moment.pockets[seat] for seat in self.to_act[1:]])
        """The lowest class with which the seat to act stays in: no contest that players hold later is lower."""
        self.bonus = pots.bonuses(game)
        self.shares = pots.shares(game, moment.seats, len(moment.have_played), self.contest)
        pockets = [moment.held[seat] for seat in self.to_act]
        suits = [suit_of_pocket(cards) for cards in pockets]
        self.levels = [
            DrawLevel.of(cards, CardTypes.of(self.stub, frozenset().union(*suits[place:])), self.floor)
            for place, cards in enumerate(pockets)
        ]
        classes = [level.classes for level in self.levels]
        self.contests = [contests_at(classes[:at], classes[at:], self.opening) for at in range(len(classes))]

    def rows(self, place: int) -> list[int]:
        """By number of draws, how many sets may have been drawn before a seat acts."""
        return [self.levels[place].types.sets(DRAWN * drawn) for drawn in range(place + 1)]

    def memory_needed(self) -> int:
        """Bytes of two levels' tables, the most at a time."""
        sizes = [8 * sum(self.rows(place)) * self.contests[place].width for place in range(1, len(self.levels))]
        return max((one + other for one, other in zip([0, *sizes], [*sizes, 0], strict=True)), default=0)

    def steps_of(self, place: int, drawn: int) -> float:
        """Values to be read for one seat after this many draws, roughly."""
        width, rows = self.contests[place].width, self.levels[place].types.sets(DRAWN * drawn)
        is_last = place == len(self.levels) - 1
        return rows * (width + (500 if is_last else len(self.levels[place].triples) * (1 + width / 8)))

    def steps_needed(self) -> float:
        """Values to be read in all."""
        return sum(self.steps_of(place, drawn) for place in range(1, len(self.levels)) for drawn in range(place + 1))

    def is_within(self, effort: Effort) -> bool:
        """Whether the deal is solved in the memory and the time given."""
        return self.memory_needed() <= effort.memory_bytes and self.steps_needed() / STEPS_A_SECOND <= effort.seconds

    def solve(self, progress: Progress = in_silence) -> Choices:
        """Level after level from the last seat to act to the second; then the choices of the first."""
        if len(self.levels) == 1 or not self.contests[1].width:
            return self.choices_from(None, None)
        later: tuple[SetNumbers, Floats] | None = None
        done, needed = 0.0, self.steps_needed()
        for place in range(len(self.levels) - 1, 0, -1):
            here = SetNumbers.of(self.levels[place].types, range(place + 1))
            table = np.empty((int(here.rows[-1]), self.contests[place].width))
            for drawn, work in enumerate(self._works(place, here, table, later)):
                chunks = _chunks(here, drawn)
                for chunk in chunks:
                    work(*chunk)
                    done += self.steps_of(place, drawn) / len(chunks)
                    progress(min(int(1000 * done / needed), 999), 1000)
            later = here, table
        assert later is not None
        progress(1000, 1000)
        numbers, worth = later
        return self.choices_from(numbers, lambda rows, contests: worth[rows, contests])

    def _works(
        self, place: int, here: SetNumbers, table: Floats, later: tuple[SetNumbers, Floats] | None
    ) -> Iterator[Callable[[int, int], None]]:
        """By number of draws, what computes a range of first keys."""
        level, contests = self.levels[place], self.contests[place]
        following = None if later is None else self.contests[place + 1]
        arrays = in_arrays(contests, level.classes, following)
        multiple = float(self.game.play_multiple)
        types = None if later is None else self.levels[place + 1].types
        sets_of_all = level.sets(here, types)
        last = LastDraws.of(level, self.bonus) if types is None else None
        draws = level.draws(types, following, self.bonus) if types and following else None
        for drawn in range(place + 1):
            total = float(comb(len(self.stub) - DRAWN * drawn, DRAWN))
            figures = Figures(total, multiple, ERROR_BOUND)
            sets = sets_of_all._replace(base=np.append(here.base[drawn], here.rows[drawn + 1]))
            if last is not None:
                yield partial(last_to_act, drawn, sets, last, arrays, contests.holders, self.shares, figures, table)
                continue
            assert later is not None
            assert draws is not None
            numbers, worth = later
            onward = Next(numbers.base[drawn], numbers.base[drawn + 1], numbers.rank, worth)
            yield partial(all_contests, drawn, sets, onward, draws, arrays, figures, table)

    def choices_from(self, numbers: SetNumbers | None, worth: Look | None) -> Choices:
        """The first to act: nothing is drawn yet, and the contest is the one at hand."""
        level, held = self.levels[0], self.opening.players
        ways, made = level.ways, level.made
        leads, ties = np.zeros(len(made)), np.zeros(len(made))
        if numbers is not None and worth is not None:
            steps, contests = level.steps(self.levels[1].types), self.contests[1]
            at = numbers.base[1][steps[:, 0]] + numbers.rank[steps[:, 1]]
            can_lead = made >= self.floor
            leads[can_lead] = worth(at[can_lead], contests.of_class(made[can_lead]))
            if held:
                is_tie = made == self.opening.best
                ties[is_tie] = worth(at[is_tie], np.full(int(is_tie.sum()), contests.always + held))
        elif len(self.levels) == 1:
            leads[made >= self.floor] = self.shares[1, 1]
            ties[:] = self.shares[1, held + 1] if held else 0.0
        taken = np.where((made == self.opening.best) & (held > 0), ties, leads)
        gain = float(ways @ (taken + self.bonus[made])) / float(ways.sum())
        left = self.game.declined(self.contest, self.to_act[0], len(self.to_act) - 1)
        # A player who takes the pot instead of playing gets all of it, without the Play.
        pot = float(self.shares[1, 1]) - self.game.play_multiple if self.to_act[0] in left.holders else 0.0
        return Choices(gain - self.game.play_multiple - 1, pot - 1)


def _chunks(here: SetNumbers, drawn: int) -> list[tuple[int, int]]:
    """First keys in ranges, so that work can be interrupted."""
    keys = here.base.shape[1]
    step = max(1, -(-keys // (CHUNKS if drawn > 2 else 1)))
    return [(first, min(first + step, keys)) for first in range(0, keys, step)]
