"""What the kernels read of one level: its sets of cards, its draws, and which contests a set can lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from croupier.exact.ricochet import level_tables as tables
from croupier.exact.ricochet.card_types import CardTypes, SetNumbers, factors_of, suit_of_pocket, sums_by_key
from croupier.exact.ricochet.contests import LevelContests
from croupier.exact.ricochet.rank_hands import RANKS, classes_by_rank, possible_beside
from croupier.kernels import evaluate
from croupier.kernels.arrays import Floats, Whole
from croupier.play.lines import Cards


@dataclass(frozen=True)
class DrawLevel:
    """A seat to act: its cards, the types of cards when it acts, and what its draws make."""

    pocket: Cards
    types: CardTypes
    triples: Whole
    made: Whole
    """(draws) the class of each."""
    classes: Whole
    """The classes that may lead, lowest first."""

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

    def sets(self, numbers: SetNumbers, later: CardTypes | None) -> tables.Sets:
        """All sets, without ``base``, which depends on the draws; ``later`` are the types of the next level."""
        nothing = np.zeros((0, 2), dtype=np.int64)
        halves = (nothing, nothing) if later is None else self._onto_keys(later)
        return tables.Sets(
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

    def steps_of_types(self, later: CardTypes) -> Whole:
        """(types, 2) what a card of each type adds to the two keys of the next level."""
        return _steps_of_types(self.types, later)

    def draws(self, later: CardTypes, following: LevelContests, bonus: Floats) -> tables.Draws:
        """In rising order of class."""
        number = self.numbered(self.made)
        order = np.argsort(number, kind="stable")
        many = len(self.classes) + 1
        leads = np.concatenate([[-1], following.of_class(self.classes)]).astype(np.int64)
        return tables.Draws(
            factors_of(self.triples, len(self.types.cards))[order],
            self.steps(later)[order],
            np.searchsorted(number[order], np.arange(many + 1)),
            leads,
            bonus[self.made][order],
        )

    def possible(self, earlier: Sequence[DrawLevel], contests: LevelContests) -> tables.Possible:
        """Which contests three cards may have led to in the hands of those who acted before."""
        types = len(self.types.cards)
        triple = np.zeros((types,) * 3, dtype=np.int32)
        triple[tuple(self.triples.T)] = np.arange(len(self.triples))
        pairs = [np.zeros((0, 2), dtype=np.int64)]
        for level in earlier:
            leads = level.numbered(level.made) > 0
            onto = np.sort(level.types.onto(self.types)[level.triples[leads]], axis=1)
            pairs.append(np.stack([triple[tuple(onto.T)], contests.of_class(level.made[leads])], axis=1))
        found = np.unique(np.concatenate(pairs), axis=0)
        starts = np.searchsorted(found[:, 0], np.arange(len(self.triples) + 1))
        return tables.Possible(triple, starts, np.ascontiguousarray(found[:, 1]), contests.more, contests.always)


def _steps_of_types(types: CardTypes, later: CardTypes) -> Whole:
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
    bonus: Floats
    """By draw."""

    @classmethod
    def of(cls, level: DrawLevel, bonus: Floats) -> LastDraws:
        """In rising order of class."""
        suits = suit_of_pocket(level.pocket)
        ranks = np.array([each[0].rank - 2 for each in level.types.cards], dtype=np.int64)
        in_suit = np.array([each[0].suit in suits for each in level.types.cards], dtype=np.int64)
        held = sorted(set(ranks.tolist()))
        triples = np.array(list(combinations_with_replacement(held, 3)), dtype=np.int64).reshape(-1, 3)
        pockets = [card.rank - 2 for card in level.pocket]
        triples = triples[possible_beside(triples, *pockets)]
        ways, made, signs = [factors_of(triples, RANKS)], [classes_by_rank(triples, *pockets)], [np.ones(len(triples))]
        own = sorted(ranks[in_suit == 1].tolist())
        flushes = np.array(list(combinations(own, 3)), dtype=np.int64).reshape(-1, 3)
        if len(flushes):
            suit = level.pocket[0].suit
            pocket = np.tile([int(card) for card in level.pocket], (len(flushes), 1))
            hands = np.concatenate([pocket, flushes * 4 + suit], axis=1)
            places = 1 + 3 * RANKS + flushes
            ways += [places, places]
            made += [evaluate.five_card(hands).astype(np.int64), classes_by_rank(flushes, *pockets)]
            signs += [np.ones(len(flushes)), -np.ones(len(flushes))]
        all_made, all_ways, all_signs = np.concatenate(made), np.concatenate(ways), np.concatenate(signs)
        number = level.numbered(all_made)
        order = np.argsort(number, kind="stable")
        starts = np.searchsorted(number[order], np.arange(len(level.classes) + 2))
        return cls(ranks, in_suit, all_ways[order], starts, all_signs[order], bonus[all_made][order])
