"""Ricochet Poker's pot with three to act, every two draws looked at: slow, and what the compiled count must equal.

After both draws before the last to act, the contest is either the later player's doing, and depends on the later draw
alone, or it is as the earlier one left it. So one of the two draws fixes the contest and the tables of what the last to
act may still draw, and the other runs through these tables in bulk. A player who does not hold the best hand by then
has lost, whatever the last to act does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.exact.ricochet.table import DRAWN, Completions, DealtTable, Facing
from croupier.exact.showdown.terms import Counts, Places

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
