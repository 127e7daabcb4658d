"""What every hand is worth against one up-card, for hands that were not split and for hands that were.

*Worths.* With a look, a worth counts only the ways in which the dealer has no blackjack, and is divided by their
chance at the end; without one it counts them all. So the best answer never needs a division, and what a card brings
is a plain average over the cards that are left, blackjack or not.

*Others.* A split hand is played from a shoe that also lacks ``others`` more cards of the pair's value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from croupier.exact.blackjack.endings import blackjack_value, chance_of, known_endings
from croupier.exact.blackjack.lattice import VALUES, Lattice, lattice, lattice_of
from croupier.exact.blackjack.rules import Offers, Rules, Shoe
from croupier.sim.arrays import Flags, Floats, Whole

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
PLAYS: Final = ("stand", "hit", "double")
TIE: Final = 1e-13
"""Of plays whose worths are closer than this, the first of ``PLAYS`` is taken: they differ only by rounding."""
_NEVER: Final = -1e3
"""Worse than any play. It is finite, so that multiplying it by a chance of zero gives zero."""


class Choices(NamedTuple):
    """How hands are played, one entry for each hand of a table."""

    single: Whole
    """Stand or hit, where there is no double."""
    doubles: Flags
    """Where a double is better than either, if it is offered."""

    def follow(self, table: Lattice, offers: Offers) -> Whole:
        """The play of each hand as far as it is offered; one card draws its second."""
        plays = np.where(offers.hit & (self.single == HIT), HIT, STAND)
        return np.where(table.size == 1, HIT, np.where(offers.double & self.doubles, DOUBLE, plays))

    def of(self, chosen: Whole) -> Choices:
        """The choices of some hands."""
        return Choices(self.single[chosen], self.doubles[chosen])


@dataclass(frozen=True)
class PlayedHands:
    """Worths of the hands of a table, by number of others gone and hand; ``play`` is what is done."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
    play: Whole

    def choices(self) -> Choices:
        """The better plays for the first number of others gone."""
        stand, hit, double = self.stand[0], self.hit[0], self.double[0]
        return Choices(np.where(hit > stand + TIE, HIT, STAND), double > np.maximum(stand, hit) + TIE)


class UpCard:
    """One up-card before one shoe."""

    def __init__(self, rules: Rules, shoe: Shoe, up: int) -> None:
        self.rules = rules
        self.up = up
        self._whole = shoe
        self.shoe = shoe.less(up)
        self.left = np.array(self.shoe.counts, dtype=float)
        self.cards = float(self.left.sum())
        self.looks = rules.looks[up]
        self.second = blackjack_value(up)
        self._known = known_endings(self.shoe.counts, up, rules.draws)

    def blackjack(self, removed: Whole) -> Floats:
        """The chance of a dealer's blackjack when these cards are gone too."""
        if self.second is None:
            return np.zeros(removed.shape[:-1])
        return chance_of(self.second, self.left, self.cards, removed)

    def prepare(self, removed: Whole) -> None:
        """Work out the dealer's endings for these sets of cards together, each once."""
        self._known.prepare(removed)

    def endings(self, removed: Whole) -> Floats:
        """The dealer's endings when these cards are gone: 17 to 21 and bust."""
        return self._known.of(removed)

    def stand(self, points: Whole, removed: Whole) -> Floats:
        """What hands of these points are worth as they are, none of them a blackjack."""
        worth: Floats = np.einsum("...e,...e->...", self.endings(removed), self.rules.nets[points])
        if not self.looks:
            worth = worth + self.rules.lost_to_blackjack * self.blackjack(removed)
        return worth

    def doubled(self, stand: Floats, removed: Whole) -> Floats:
        """What both bets of a double bring, given what standing brings for one."""
        rules = self.rules
        worth = rules.double * stand
        if not self.looks and rules.doubled_to_blackjack != rules.double * rules.lost_to_blackjack:
            worth += (rules.doubled_to_blackjack - rules.double * rules.lost_to_blackjack) * self.blackjack(removed)
        return worth

    @property
    def spares_added(self) -> bool:
        """Whether a blackjack may come later that takes original bets only."""
        rules = self.rules
        return not self.looks and self.second is not None and rules.added_to_blackjack != rules.lost_to_blackjack

    def added(self) -> UpCard:
        """The same for hands that were split off."""
        return UpCard(self.rules.added, self._whole, self.up)

    def draws(self, table: Lattice, removed: Whole) -> tuple[Floats, Floats]:
        """The chance of each next card, and what the cards that bust a hand bring together."""
        left = self.cards - removed.sum(axis=-1)
        chance = np.maximum(self.left - removed, 0.0) / np.maximum(left, 1.0)[..., None]
        busts = np.where(table.child == table.hands, chance, 0.0)
        if self.looks and self.second is not None:
            here = (self.left[self.second] - removed[..., self.second])[..., None]
            drawn = np.arange(VALUES) == self.second
            busts = busts * (1.0 - np.maximum(here - drawn, 0.0) / np.maximum(left - 1.0, 1.0)[..., None])
        return chance, self.rules.bust * busts.sum(axis=-1)

    def play(
        self, table: Lattice, removed: Whole, offers: Offers, follow: Whole | None, stands: Whole | None = None
    ) -> PlayedHands:
        """Every hand played out: by ``follow``, or as is best where that is not given.

        ``removed`` runs over numbers of others and hands, and so may ``follow``. ``stands`` names the hands that may be
        stood on, where that is known; the rest need no endings.
        """
        chance, bust = self.draws(table, removed)
        stand = np.zeros(removed.shape[:-1])
        chosen = np.flatnonzero(table.size > 1) if stands is None else stands
        stand[:, chosen] = self.stand(table.points[chosen], removed[:, chosen])
        barred = np.full(table.hands, _NEVER)
        barred[chosen] = 0.0
        double = np.full_like(stand, -np.inf)
        pairs = np.flatnonzero(offers.double)
        closed = np.concatenate([self.doubled(stand, removed), np.zeros((len(stand), 1))], axis=1)
        drawn = (chance[:, pairs] * closed[:, table.child[pairs]]).sum(axis=-1)
        double[:, pairs] = drawn + self.rules.double * bust[:, pairs]
        hit = np.full_like(stand, -np.inf)
        best = np.zeros_like(closed)
        play = np.zeros(stand.shape, dtype=np.int64)
        # What is told needs a hit's worth only where it hits.
        hits = offers.hit if follow is None else offers.hit & (follow == HIT).reshape(-1, table.hands).any(axis=0)
        opened = np.flatnonzero(hits)
        ends = np.searchsorted(opened, [(rows.start, rows.stop) for rows in table.counts]).tolist()
        for rows, (first, last) in zip(table.counts, ends, strict=True):
            open_ = opened[first:last]
            if last > first:
                hit[:, open_] = (chance[:, open_] * best[:, table.child[open_]]).sum(axis=-1) + bust[:, open_]
            standing, hitting, doubling = stand[:, rows], hit[:, rows], double[:, rows]
            if follow is None:
                standing = standing + barred[rows]
                play[:, rows] = hitting - TIE > standing
                play[:, rows][doubling - 2 * TIE > np.maximum(standing, hitting - TIE)] = DOUBLE
            else:
                play[:, rows] = follow[..., rows]
            chosen_play = play[:, rows]
            best[:, rows] = np.where(chosen_play == STAND, standing, np.where(chosen_play == HIT, hitting, doubling))
        return PlayedHands(stand, hit, double, best[:, :-1], play)

    def unsplit(self, choices: Choices | None = None) -> PlayedHands:
        """All hands from the whole shoe, played by the choices given, or else as well as their own cards allow."""
        table = lattice()
        follow = choices.follow(table, self.rules.unsplit) if choices else None
        return self.play(table, table.held[None], self.rules.unsplit, follow)

    def told(self, choices: Choices) -> PlayedHands:
        """The same by the choices given; only ``best`` is filled, for the first two cards and what they become."""
        table = lattice()
        follow = choices.follow(table, self.rules.unsplit)
        ends = np.flatnonzero(final_hands(table, np.flatnonzero(table.size == 2), follow))
        return self.play(table, table.held[None], self.rules.unsplit, follow, ends)

    def from_hands(self, first: Whole) -> PlayedHands:
        """The best play of these hands, and of what they may become; other entries mean nothing."""
        table = lattice()
        reached = np.zeros(table.hands + 1, dtype=bool)
        reached[first] = True
        for rows in reversed(table.counts):
            reached[table.child[rows][reached[rows]]] = True
        return self.play(table, table.held[None], self.rules.unsplit, None, np.flatnonzero(reached[:-1]))


def final_hands(table: Lattice, first: Whole, follow: Whole) -> Flags:
    """The hands that these may end as when they follow this play, bust ones aside."""
    reached: Flags = np.zeros(table.hands + 1, dtype=bool)
    final: Flags = np.zeros(table.hands + 1, dtype=bool)
    reached[first] = True
    for rows in reversed(table.counts):
        reached[table.child[rows][reached[rows] & (follow[rows] == HIT)]] = True
    here = np.flatnonzero(reached[:-1])
    final[here[follow[here] == STAND]] = True
    final[table.child[here[follow[here] == DOUBLE]]] = True
    return final[:-1]


def split_removals(pair: int, others: range) -> Whole:
    """By number of others gone and hand: the cards that a split hand of this pair finds missing, its own included."""
    table, _ = lattice_of(pair)
    removed = np.repeat(table.held[None], len(others), axis=0)
    removed[:, :, pair] += np.array(others)[:, None]
    return removed
