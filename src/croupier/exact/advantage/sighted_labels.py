"""The dealer's cards seen in less detail than ranks, where only ranks matter: the straights' technique, by labels.

A sight *labels* every rank: an ace, a face or another card; high or low. With a variable for each label, the hands that
show just the ranks M number the coefficients in the product over M of ((1 + x) ** r - 1), x being the rank's label, so
the two halves of ``showdown.straights`` tell how many dealer's hands hold this many cards of each label. Of their
cards, those seen are chosen in a product of binomial coefficients. All counts stay below 2 ** 53.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np

from croupier.exact.advantage.ledger import Ledger
from croupier.exact.advantage.sight import Sight
from croupier.exact.showdown.straights import Half, StraightShowdown, kinds_of, sweep_levels
from croupier.exact.showdown.technique import Counts, Floats, Places
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown

CHUNK = 512
"""Players at a time, so that their tables stay in the processor's cache."""


class LabeledHalf:
    """Some of the ranks: by set of ranks, by the player's way to hold cards and by labels, the dealer's ways."""

    def __init__(self, half: Half, label_of: Sequence[int], labels: int, size: int) -> None:
        most = [half.suits * sum(each == label for each in label_of) for label in range(labels)]
        grades = [each for each in product(*(range(min(size, many) + 1) for many in most)) if sum(each) <= size]
        number = {grade: at for at, grade in enumerate(grades)}
        self.grades: Counts = np.array(grades)
        """(grades, labels) how many cards of each label are taken."""
        table = np.zeros((1, half.held.shape[1], len(grades)))
        table[0, :, 0] = 1
        choose = np.array(
            [[comb(left, taken) for left in range(half.suits, -1, -1)] for taken in range(half.suits + 1)]
        )
        for held, label in zip(half.held, label_of, strict=True):
            present = np.zeros_like(table)
            for taken in range(1, half.suits + 1):
                less = [tuple(many - taken * (at == label) for at, many in enumerate(grade)) for grade in grades]
                to = [at for at, grade in enumerate(less) if grade in number]
                of = [number[grade] for grade in less if grade in number]
                present[:, :, to] += choose[taken][held][:, None] * table[:, :, of]
            table = np.concatenate([table, present])
        self.table = table

    def added_up(self, ways: Places, which: Places) -> Floats:
        """(kinds, ways, grades) added up over all sets of one kind."""
        order = np.argsort(which, kind="stable")
        starts = np.searchsorted(which[order], np.arange(which.max() + 1))
        added: Floats = np.add.reduceat(self.table[np.ix_(order, ways)], starts, axis=0)
        return added


class SightedLabels:
    """Every player's composition of ranks against the dealer's hands, by how many cards of each label they hold."""

    def __init__(self, game: Showdown, label_of: Sequence[int]) -> None:
        plain = StraightShowdown(game)
        self.plain, labels = plain, max(label_of) + 1
        self.hands: Counts = plain.low.hands[plain.player_low] * plain.high.hands[plain.player_high]
        cut = plain.low.ranks
        self._low = LabeledHalf(plain.low, label_of[:cut], labels, plain.size)
        self._high = LabeledHalf(plain.high, label_of[cut:], labels, plain.size)
        low, high = self._low.grades, self._high.grades
        pairs = np.nonzero(low.sum(axis=1)[:, None] + high.sum(axis=1) == plain.size)
        made, which = np.unique(low[pairs[0]] + high[pairs[1]], axis=0, return_inverse=True)
        self.made: Counts = made
        """(makings, labels) how many cards of each label a dealer's hand may hold."""
        order = np.argsort(which.ravel(), kind="stable")
        self._pairs = (pairs[0][order], pairs[1][order])
        self._starts = np.searchsorted(which.ravel()[order], np.arange(len(made)))

    def below(self, level: int, players: slice) -> Floats:
        """(players, makings) the dealer's hands below a level of the ranking."""
        plain = self.plain
        allowed = plain.place_of_set < level
        low_kind, high_kind = kinds_of(allowed), kinds_of(allowed.T)
        go_together = np.zeros((low_kind.max() + 1, high_kind.max() + 1))
        go_together[low_kind[:, None], high_kind] = allowed
        counts = np.zeros((players.stop - players.start, len(self.made)))
        if players.start == players.stop:
            return counts
        (lows, low), (highs, high) = (
            np.unique(ways[players], return_inverse=True) for ways in (plain.player_low, plain.player_high)
        )
        left = self._low.added_up(lows, low_kind).transpose(1, 0, 2)
        right = np.einsum("lh,hwg->wlg", go_together, self._high.added_up(highs, high_kind), optimize=True)
        for start in range(0, len(counts), CHUNK):
            chunk = slice(start, start + CHUNK)
            one, other = left[low[chunk]][:, :, self._pairs[0]], right[high[chunk]][:, :, self._pairs[1]]
            counts[chunk] = np.add.reduceat(np.einsum("plg,plg->pg", one, other), self._starts, axis=1)
        return counts

    def cases(self, first_qualifying: int) -> tuple[Floats, Floats, Floats, Floats]:
        """(players, makings) the dealer's hands by case."""
        place, classes = self.plain.player_place, len(self.plain.ranking)
        low, below, up_to = sweep_levels(place, classes, first_qualifying, self.below)
        total = self.below(classes, slice(0, len(place)))
        return low, below - low, up_to - below, total - up_to


def book_labels(game: Showdown, sight: Sight) -> Ledger:
    """The best play when some of the dealer's cards are seen in less detail than their ranks, exactly."""
    if sight.detail == "color":
        raise ValueError(f"{sight}: this technique sees ranks, not colors")
    cards = StraightShowdown(game).pack.first_suit
    words = [sight.words(card) for card in cards]
    labels = list(dict.fromkeys(words))
    counted = SightedLabels(game, [labels.index(word) for word in words])
    terms = Terms(game, counted.plain.ranking)
    cases = counted.cases(terms.first_qualifying)
    things = list(combinations_with_replacement(range(len(labels)), sight.number))
    ledger = Ledger(terms, ["-".join(labels[label] for label in reversed(seen)) for seen in things])
    for number, seen in enumerate(things):
        ways = np.array(
            [prod(comb(many, seen.count(label)) for label, many in enumerate(made)) for made in counted.made.tolist()],
            dtype=np.float64,
        )
        shown = [(case @ ways)[:, None] for case in cases]
        ledger.book(number, counted.plain.player_place, counted.hands[:, None], shown)
    return ledger
