"""Ricochet Poker's pot with up to three to act, every draw looked at: slow, and what the compiled count must equal.

*The last to act* knows how the contest stands. For each contest its classes split into those that are out, that tie
and that lead, and the draws in each part are counted by inclusion and exclusion over the cards that others drew: all of
them, less those that hold one of the cards, plus those that hold two, less those that hold three. The numbers that hold
one card follow from those that hold two: a draw with a card has two pairs with it, and every draw has three cards.

*The second last* is a loop over its own draws, all at once.

*Three to act.* After both draws before the last to act, the contest is either the later player's doing, and depends on
the later draw alone, or it is as the earlier one left it. So one of the two draws fixes the contest and the tables of
what the last to act may still draw, and the other runs through these tables in bulk. A player who does not hold the
best hand by then has lost, whatever the last to act does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from math import comb, lcm
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import FiveCardHand
from croupier.errors import BadInput, MissingPart
from croupier.exact.showdown.terms import Counts, Places
from croupier.kernels.pot_game import Moment, PotGame
from croupier.play.game import Cards, State

DRAWN: Final = 3
Number = TypeVar("Number", bound="np.generic[Any]")


class Stub:
    """All draws of three cards; a card is known by its place in the stub."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.size = len(cards)
        self.draws = _draws(self.size)
        first, second, third = self.draws.T
        self.pairs = (first * self.size + second, first * self.size + third, second * self.size + third)
        """The three pairs of each draw, as places in a flattened square of the stub."""
        self.bits: Counts = (1 << self.draws).sum(axis=1)

    def draws_without(self, cards: int) -> int:
        """How many draws there are once this many cards have left the stub."""
        return comb(self.size - cards, DRAWN)

    def sum_by_pair(self, weights: Counts) -> Counts:
        """(size, size) what the draws that hold two given cards weigh together; float64 is exact below 2 ** 53."""
        sums = np.zeros(self.size**2)
        for pair in self.pairs:
            sums += np.bincount(pair, weights, self.size**2)
        square = sums.reshape(self.size, self.size).astype(np.int64)
        return square + square.T

    def sum_avoiding(self, weights: Counts, cards: Places) -> Counts:
        """(rows) what all draws weigh together that hold none of a row's cards; ``cards`` is (rows, cards)."""
        by_pair = self.sum_by_pair(weights)
        by_card = by_pair.sum(axis=1) // 2
        sums: Counts = np.full(len(cards), by_card.sum() // 3)
        columns = cards.T
        for card in columns:
            sums -= by_card[card]
        for one, other in combinations(columns, 2):
            sums += by_pair.take(one * self.size + other)
        cube = self.cube_of(weights, 0)
        for one, other, third in combinations(columns, 3):
            sums -= cube.take((one * self.size + other) * self.size + third)
        return sums

    def cube_of(self, values: NDArray[Number], where_cards_repeat: int) -> NDArray[Number]:
        """(size, size, size) the draws' values by their three cards in any order."""
        cube = np.full((self.size,) * DRAWN, where_cards_repeat, dtype=values.dtype)
        for one, other, third in permutations(self.draws.T):
            cube[one, other, third] = values
        return cube


@cache
def _draws(size: int) -> Places:
    draws = np.array(list(combinations(range(size), DRAWN)), dtype=np.intp).reshape(-1, DRAWN)
    draws.flags.writeable = False
    return draws


class Completions:
    """A player's two cards with every draw of the stub, by class of the five."""

    def __init__(self, stub: Stub, pocket: Cards) -> None:
        self.stub = stub
        ranks = np.array([card.rank for card in stub.cards], dtype=np.intp)[stub.draws]
        suits = np.array([card.suit for card in stub.cards], dtype=np.intp)[stub.draws]
        suited = np.all(suits == pocket[0].suit, axis=1) & (pocket[0].suit == pocket[1].suit)
        # The stub is in rising order, so cards of the same ranks have the same code.
        code = ((ranks[:, 0] * 16 + ranks[:, 1]) * 16 + ranks[:, 2]) * 2 + suited
        examples = np.full(1 << 13, -1, dtype=np.intp)
        examples[code[::-1]] = np.arange(len(code))[::-1]
        codes = np.flatnonzero(examples >= 0)
        hands = [
            five_card.classify((*pocket, stub.cards[a], stub.cards[b], stub.cards[c]))
            for a, b, c in stub.draws[examples[codes]].tolist()
        ]
        self.classes: list[FiveCardHand] = sorted(set(hands))
        """Every class that a draw can make, lowest first."""
        place = {hand: number for number, hand in enumerate(self.classes)}
        examples[codes] = [place[hand] for hand in hands]
        self.place: Places = examples[code]
        """(draws) the class that each draw makes."""

    @cached_property
    def reach(self) -> Reach:
        """How many draws make a class or a higher one."""
        return Reach(self.stub, self.place, len(self.classes))


class Reach:
    """How many draws reach a level and avoid some cards."""

    def __init__(self, stub: Stub, level: Places, levels: int) -> None:
        self.stub = stub
        self.level = level
        size = stub.size
        # The highest level first, so that counts add up from there.
        row = levels - level
        cards = list(stub.draws.T)
        pairs = [one * size + other for one, other in permutations(cards, 2)]
        self.levels = levels
        self.in_all = np.cumsum(np.bincount(row, minlength=levels + 1))
        self.by_card = _counts_up(row, cards, levels + 1, size)
        self.by_pair = _counts_up(row, pairs, levels + 1, size**2)

    @cached_property
    def cube(self) -> Places:
        """The level by three cards in any order; -1 where cards repeat."""
        return self.stub.cube_of(self.level, -1)

    def avoiding(self, levels: Places, cards: Places) -> Counts:
        """(rows) how many draws reach the row's level and hold none of the row's cards; ``cards`` is (rows, cards)."""
        size = self.stub.size
        rows = self.levels - levels
        found: Counts = self.in_all[rows]
        columns = cards.T
        row = rows * size
        for card in columns:
            found -= self.by_card.take(row + card)
        row = rows * size**2
        for one, other in combinations(columns, 2):
            found += self.by_pair.take(row + one * size + other)
        for one, other, third in combinations(columns, 3):
            found -= self.cube.take((one * size + other) * size + third) >= levels
        return found


def _counts_up(row: Places, columns: list[Places], rows: int, width: int) -> NDArray[np.int32]:
    """(rows, width) how often a column comes up in a row or an earlier one."""
    cells = np.concatenate([row * width + column for column in columns])
    found = np.bincount(cells, minlength=rows * width).astype(np.int32).reshape(rows, width)
    return np.cumsum(found, axis=0, out=found)


class Facing(NamedTuple):
    """What the last to act finds: its classes from ``stays`` on are not beaten, from ``leads`` on they lead alone."""

    stays: int
    leads: int
    ends: dict[int, tuple[int, int, int, int]]
    """By seat, its net when the last to act is beaten, ties, leads, or does not play; in the table's unit."""


class DealtTable:
    """A deal at the moment of a decision."""

    def __init__(self, game: PotGame, state: State) -> None:
        if game.drawn_cards != DRAWN:
            raise BadInput(f"players draw {game.drawn_cards} cards; this solver knows draws of {DRAWN}")
        moment = Moment.of(game, state)
        self.game = game
        self.contest, self.seats = moment.contest, moment.seats
        self.to_act, self.pockets = moment.to_act, moment.pockets
        self.have_played = moment.have_played
        self.stub = Stub(moment.stub)
        if self.stub.size < DRAWN * len(self.to_act):
            raise BadInput(f"{self.stub.size} cards are left, too few for {len(self.to_act)} players to draw")
        self.completions = {seat: Completions(self.stub, moment.held[seat]) for seat in self.to_act}
        bonuses = {seat: _paid(game, own.classes) for seat, own in self.completions.items()}
        parts = {pay.denominator for own in bonuses.values() for pay in own.values()}
        sharing = len(self.contest.holders) + len(self.to_act)
        self.unit = lcm(*range(1, sharing + 1), *parts)
        """All nets are whole numbers of this part of an Ante, however many share the pot."""
        self.bonus = {seat: np.zeros(len(own.classes), dtype=np.int64) for seat, own in self.completions.items()}
        """By seat and class, the Ante Bonus."""
        for seat, paid in bonuses.items():
            self.bonus[seat][list(paid)] = [self._whole(pay) for pay in paid.values()]
        self._nets: dict[tuple[frozenset[int], tuple[int, ...]], dict[int, int]] = {}
        largest = max(int(own.max()) for own in self.bonus.values()) + 2 * self.unit * (1 + len(self.seats))
        if largest * len(self.stub.draws) ** len(self.to_act) >= 1 << 58:
            raise MissingPart(
                f"an Ante Bonus in parts of 1/{self.unit} is beyond the 64 bits that draws are counted in"
            )

    def _whole(self, amount: Fraction) -> int:
        whole = amount * self.unit
        assert whole.denominator == 1
        return whole.numerator

    def nets(self, played: frozenset[int], contest: Any) -> dict[int, int]:
        """What each seat ends with if the contest ends so, in the table's unit."""
        key = (played, contest.holders)
        if key not in self._nets:
            found = self.game.nets(self.seats, played, contest)
            self._nets[key] = {seat: self._whole(net) for seat, net in found.items()}
        return self._nets[key]

    def worth_of_declining(self) -> Fraction:
        """The net of the seat to act when it declines, in Antes; nobody's later draw changes it."""
        seat = self.to_act[0]
        contest = self.game.declined(self.contest, seat, len(self.to_act) - 1)
        return Fraction(self.nets(self.have_played, contest)[seat], self.unit)

    def worth_of_playing(self) -> Fraction:
        """The average net of the seat to act when it plays, in Antes, over every draw of all who act."""
        seat = self.to_act[0]
        own = self.completions[seat]
        total, draws = self.won_by_playing()
        total += int(self.bonus[seat][own.place].sum()) * draws
        return Fraction(total, len(own.place) * draws * self.unit)

    def won_by_playing(self) -> tuple[int, int]:
        """The net of the seat to act over all draws, its bonus aside; and the draws of those who act after it."""
        return self._play_last() if len(self.to_act) == 1 else self._play_before_one()

    def _play_last(self) -> tuple[int, int]:
        (seat,) = self.to_act
        own = self.completions[seat]
        stays, leads, ends = self.face(self.contest, self.have_played)
        beaten, ties, lead, _ = ends[seat]
        all_draws, staying, leading = len(own.place), int((own.place >= stays).sum()), int((own.place >= leads).sum())
        return beaten * (all_draws - staying) + ties * (staying - leading) + lead * leading, 1

    def _play_before_one(self) -> tuple[int, int]:
        seat, _ = self.to_act
        contests, where = self.contests_after(seat, self.contest)
        found = self.last_decides(seat, contests, where, self.have_played | {seat})
        return int(found.sum()), self.stub.draws_without(DRAWN)

    def contests_after(self, seat: int, contest: Any) -> tuple[list[Any], Places]:
        """The contests that a seat's draws lead to, and (draws) which of them each draw does."""
        own = self.completions[seat]
        waiting = self.waiting_after(seat)
        after = [self.game.played(contest, seat, hand, waiting) for hand in own.classes]
        contests = list(dict.fromkeys(after))
        number = {each: place for place, each in enumerate(contests)}
        return contests, np.array([number[each] for each in after], dtype=np.intp)[own.place]

    def waiting_after(self, seat: int) -> list[Any]:
        return [self.pockets[each] for each in self.to_act[self.to_act.index(seat) + 1 :]]

    def face(self, contest: Any, played: frozenset[int]) -> Facing:
        """How the last to act stands to a contest, class by class, and what comes of it for everyone."""
        last = self.to_act[-1]
        classes = self.completions[last].classes

        def after(hand: Any) -> Any:
            return self.game.played(contest, last, hand, ())

        def stays_in(place: int) -> bool:
            return last in after(classes[place]).holders

        stays = bisect_left(classes, contest.best) if contest.best else 0
        if (stays and stays_in(stays - 1)) or (stays < len(classes) and not stays_in(stays)):
            stays = bisect_left(range(len(classes)), True, key=stays_in)
        # Only hands of one class can tie.
        ties = stays < len(classes) and len(after(classes[stays]).holders) > 1
        leads = stays + ties
        and_last = played | {last}
        nowhere = self.nets(played, self.contest)
        beaten = self.nets(and_last, after(classes[0])) if stays else nowhere
        tied = self.nets(and_last, after(classes[stays])) if ties else nowhere
        lead = self.nets(and_last, after(classes[-1])) if leads < len(classes) else nowhere
        declined = self.nets(played, self.game.declined(contest, last, 0))
        return Facing(
            stays, leads, {seat: (beaten[seat], tied[seat], lead[seat], declined[seat]) for seat in self.to_act}
        )

    def last_decides(self, seat: int, contests: list[Any], where: Places, played: frozenset[int]) -> Counts:
        """(draws) for each draw of the only one to draw before, what ``seat`` gets over all of the last one's."""
        last = self.to_act[-1]
        own = self.completions[last]
        facing = [self.face(contest, played) for contest in contests]
        leading = own.reach.avoiding(np.array([each.leads for each in facing])[where], self.stub.draws)
        staying = own.reach.avoiding(np.array([each.stays for each in facing])[where], self.stub.draws)
        draws = self.stub.draws_without(DRAWN)

        def worth(whose: int) -> tuple[Counts, Counts]:
            beaten, ties, lead, declined = np.array([each.ends[whose] for each in facing], dtype=np.int64).T[:, where]
            return beaten * (draws - staying) + ties * (staying - leading) + lead * leading, declined * draws

        plays, declines = worth(last)
        plays += self.stub.sum_avoiding(self.bonus[last][own.place], self.stub.draws)
        return np.where(plays >= declines, *worth(seat))


def _paid(game: PotGame, classes: list[FiveCardHand]) -> dict[int, Fraction]:
    """The Ante Bonus of those classes that have one, by their place."""
    return {place: pay for place, hand in enumerate(classes) if (pay := game.ante_bonus_for(hand))}


BATCH: Final = 1 << 16
"""Pairs of draws at a time, so that their counts stay in the processor's cache."""


class DealtToThree(DealtTable):
    """A deal at the decision of the first of three, or of fewer."""

    def won_by_playing(self) -> tuple[int, int]:
        return self._play_before_two() if len(self.to_act) == 3 else super().won_by_playing()

    def _play_before_two(self) -> tuple[int, int]:
        first, second, _ = self.to_act
        draws_left = self.stub.draws_without(DRAWN) * self.stub.draws_without(2 * DRAWN)
        contests, where = self.contests_after(first, self.contest)
        one_played = self.have_played | {first}
        both_played = one_played | {second}
        takings = self.takings_of_both(contests, where)
        # Before anything is taken from the pot, both have lost what they put up.
        lost = self.nets(both_played, self.contest)
        bonus = self.stub.sum_avoiding(self.bonus[second][self.completions[second].place], self.stub.draws)
        worth = takings[second] + lost[second] * draws_left + bonus * self.stub.draws_without(2 * DRAWN)
        declined = self.nets(one_played, self.game.declined(self.contest, second, 1))[second]
        second_plays = worth >= declined * draws_left
        if_played = takings[first] + lost[first] * draws_left
        if_declined = self.last_decides(first, contests, where, one_played) * self.stub.draws_without(2 * DRAWN)
        return int(np.where(second_plays, if_played, if_declined).sum()), draws_left

    def takings_of_both(self, contests: list[Any], where: Places) -> dict[int, Counts]:
        """By the first two seats and (draws) the first one's draw: what they take from the pot when both play.

        In sums over all draws of the second and of the last to act.
        """
        first, second, _ = self.to_act
        own = self.completions[second]
        played = self.have_played | {first, second}
        waiting = self.waiting_after(second)
        of_contest = _gather(where, len(contests))
        of_class = _gather(own.place, len(own.classes))
        takings = {seat: np.zeros(len(where), dtype=np.int64) for seat in (first, second)}
        stand: dict[tuple[int, Any], list[int]] = {}
        for number, hand in enumerate(own.classes):
            after = [self.game.played(contest, second, hand, waiting) for contest in contests]
            changed: dict[Any, list[int]] = {}
            for each, final in enumerate(after):
                if second in final.holders:
                    changed.setdefault(final, []).append(each)
                elif first in final.holders:
                    stand.setdefault((each, final), []).append(number)
            for final, befores in changed.items():
                draws = np.concatenate([of_contest[each] for each in befores])
                for seat in {first, second} & set(final.holders):
                    for _, found in self._takings(seat, final, played, of_class[number], draws):
                        takings[seat][draws] += found.sum(axis=0)
        for (each, final), numbers in stand.items():
            draws = np.concatenate([of_class[number] for number in numbers])
            for part, found in self._takings(first, final, played, of_contest[each], draws):
                takings[first][part] += found.sum(axis=1)
        # Doubled below, so that the halves stay whole.
        return {seat: found // 2 for seat, found in takings.items()}

    def _takings(
        self, seat: int, contest: Any, played: frozenset[int], outer: Places, inner: Places
    ) -> Iterator[tuple[Places, Counts]]:
        """Twice what ``seat`` takes from the pot over all draws of the last to act, by two draws already made.

        In parts of ``outer``, each with a matrix (outer draws, inner draws) that is zero where two draws share a card.
        The last to act plays where that is worth at least as much as not playing.
        """
        last = self.to_act[-1]
        facing = self.face(contest, played)
        lost = self.nets(played, self.contest)[seat]
        beaten, ties, lead, declined = (net - lost for net in facing.ends[seat])
        takes = _Weights.of(self.completions[last], facing, (beaten, ties, lead))
        plays = _Weights.of(self.completions[last], facing, facing.ends[last][:3], self.bonus[last])
        draws = 2 * self.stub.draws_without(2 * DRAWN)
        if_not_played = facing.ends[last][3] * draws
        pairs = [pair[inner] for pair in self.stub.pairs]
        bits = self.stub.bits[inner]
        step = max(1, BATCH // max(1, len(inner)))
        for start in range(0, len(outer), step):
            part = outer[start : start + step]
            is_played = plays.sums(part, inner, pairs) >= if_not_played
            found = np.where(is_played, takes.sums(part, inner, pairs), declined * draws)
            yield part, found * ((bits & self.stub.bits[part, None]) == 0)


class _Weights(NamedTuple):
    """A weight for every draw of the last to act, by class."""

    own: Completions
    cube: Places
    """The class by three cards in any order; one past the last class where cards repeat."""
    by_class: Counts
    """(classes + 1) and a last one of zero, for draws that hold a card twice."""
    by_pair: Counts
    """(size, size) what the draws with two given cards weigh together."""

    @classmethod
    def of(cls, own: Completions, facing: Facing, nets: tuple[int, int, int], bonus: Counts | None = None) -> _Weights:
        """The net of each class when it is beaten, ties or leads, and a bonus for each."""
        beaten, ties, lead = nets
        by_class = np.zeros(len(own.classes) + 1, dtype=np.int64)
        by_class[: facing.stays] = beaten
        by_class[facing.stays : facing.leads] = ties
        by_class[facing.leads : -1] = lead
        if bonus is not None:
            by_class[:-1] += bonus
        return cls(
            own, own.stub.cube_of(own.place, len(own.classes)), by_class, own.stub.sum_by_pair(by_class[own.place])
        )

    def sums(self, outer: Places, inner: Places, pairs: list[Places]) -> Counts:
        """(outer, inner) twice what all draws weigh together that avoid two draws, if those share no card.

        The outer draw's cards are first taken out of the stub; for the inner one's, the weights of single cards are
        divided among its three pairs, in each of which a card appears twice.
        """
        size = self.own.stub.size
        gone = self.own.stub.draws[outer]
        by_pair = self.by_pair - self.by_class[self.cube[gone]].sum(axis=1)
        rows = np.arange(len(outer))[:, None]
        by_pair[rows, gone, :] = 0
        by_pair[rows, :, gone] = 0
        by_card = by_pair.sum(axis=2) // 2
        parts = (2 * by_pair - by_card[:, :, None] - by_card[:, None, :]).reshape(len(outer), size * size)
        sums: Counts = (by_card.sum(axis=1) // 3 * 2)[:, None] - 2 * self.by_class[self.own.place[inner]]
        for pair in pairs:
            sums += np.take(parts, pair, axis=1)
        return sums


def _gather(numbers: Places, count: int) -> list[Places]:
    """The places of each number."""
    order = np.argsort(numbers, kind="stable")
    return np.split(order, np.searchsorted(numbers[order], np.arange(1, count)))
