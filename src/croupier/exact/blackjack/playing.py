"""What every hand is worth against one up-card, for hands that were not split and for hands that were.

*Worths.* With a look, a worth counts only the ways in which the dealer has no blackjack, and is divided by their
chance at the end; without one it counts them all. So the best answer never needs a division, and what a card brings
is a plain average over the cards that are left, blackjack or not.

*Others.* A split hand is played from a shoe that also lacks other cards of the pair's value; its table says which.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from croupier.exact.blackjack.endings import blackjack_value, chance_of, known_endings
from croupier.exact.blackjack.lattice import VALUES, Lattice, lattice
from croupier.exact.blackjack.rules import Offers, Rules, Shoe
from croupier.kernels.arrays import Flags, Floats, Whole

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
    """Worths of the hands of a table; ``play`` is what is done."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
    play: Whole

    def choices(self) -> Choices:
        """The better plays."""
        stand, hit, double = self.stand, self.hit, self.double
        return Choices(np.where(hit > stand + TIE, HIT, STAND), double > np.maximum(stand, hit) + TIE)


class Draws(NamedTuple):
    """What some hands may draw, one row for each."""

    child: Whole
    """By value: the hand that comes of it, as in a table of hands."""
    left: Floats
    """By value: the cards that may come."""
    cards: Floats
    """All of them, those of no use included."""
    bust: Floats
    """What the cards that bust the hand bring together."""

    def chosen(self, rows: slice | Flags) -> Draws:
        return Draws(self.child[rows], self.left[rows], self.cards[rows], self.bust[rows])

    def worths(self, worth: Floats, bets: float = 1.0) -> Floats:
        """One more card, given what each hand is worth; the entry after the last hand is for bust ones, and zero."""
        drawn: Floats = np.einsum("hv,hv->h", self.left, worth[self.child])
        return drawn / self.cards + bets * self.bust


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

    def draws(self, table: Lattice, chosen: Whole) -> Draws:
        """What the hands at these places may draw."""
        gone = table.gone[chosen]
        cards = np.maximum(self.cards - gone.sum(axis=1), 1.0)
        left = np.maximum(self.left - gone, 0.0)
        child = table.child[chosen]
        busts = np.where(child == table.hands, left, 0.0)
        if self.looks and self.second is not None:
            here = left[:, self.second, None] - (np.arange(VALUES) == self.second)
            busts *= 1.0 - np.maximum(here, 0.0) / np.maximum(cards - 1.0, 1.0)[:, None]
        return Draws(child, left, cards, self.rules.bust * busts.sum(axis=1) / cards)

    def play(self, table: Lattice, offers: Offers, follow: Whole | None, stands: Whole | None = None) -> PlayedHands:
        """Every hand played out: by ``follow``, or as is best where that is not given.

        ``stands`` names the hands that may be stood on, where that is known; the rest need no endings.
        """
        chosen = np.flatnonzero(table.size > 1) if stands is None else stands
        stand = np.zeros(table.hands)
        stand[chosen] = self.stand(table.points[chosen], table.gone[chosen])
        hits, doubles = offers
        if follow is not None and stands is not None:
            # Who says which hands end wants what is told alone, and that needs a draw only where one is told.
            hits, doubles = hits & (follow == HIT), doubles & (follow == DOUBLE)
        drawing = np.flatnonzero(hits | doubles)
        draws = self.draws(table, drawing)
        double = np.full(table.hands, -np.inf)
        doubling = doubles[drawing]
        closed = np.append(self.doubled(stand, table.gone), 0.0)
        double[drawing[doubling]] = draws.chosen(doubling).worths(closed, self.rules.double)
        barred = np.full(table.hands, _NEVER)
        barred[chosen] = 0.0
        hit = np.full(table.hands, -np.inf)
        best = np.zeros(table.hands + 1)
        play = np.zeros(table.hands, dtype=np.int64) if follow is None else follow
        ends = np.searchsorted(drawing, [(rows.start, rows.stop) for rows in table.counts]).tolist()
        for rows, (first, last) in zip(table.counts, ends, strict=True):
            if last > first:
                part = slice(first, last)
                hit[drawing[part]] = draws.chosen(part).worths(best)
                hit[rows][~hits[rows]] = -np.inf
            standing, hitting, doubled = stand[rows], hit[rows], double[rows]
            if follow is None:
                standing = standing + barred[rows]
                play[rows] = hitting - TIE > standing
                play[rows][doubled - 2 * TIE > np.maximum(standing, hitting - TIE)] = DOUBLE
            best[rows] = np.where(play[rows] == STAND, standing, np.where(play[rows] == HIT, hitting, doubled))
        return PlayedHands(stand, hit, double, best[:-1], play)

    def unsplit(self, choices: Choices | None = None) -> PlayedHands:
        """All hands from the whole shoe, played by the choices given, or else as well as their own cards allow."""
        table = lattice()
        follow = choices.follow(table, self.rules.unsplit) if choices else None
        return self.play(table, self.rules.unsplit, follow)

    def told(self, choices: Choices) -> PlayedHands:
        """The same by the choices given; only ``best`` is filled, for the first two cards and what they become."""
        table = lattice()
        follow = choices.follow(table, self.rules.unsplit)
        ends = np.flatnonzero(final_hands(table, np.flatnonzero(table.size == 2), follow))
        return self.play(table, self.rules.unsplit, follow, ends)

    def from_hands(self, first: Whole) -> PlayedHands:
        """The best play of these hands, and of what they may become; other entries mean nothing."""
        table = lattice()
        reached = np.zeros(table.hands + 1, dtype=bool)
        reached[first] = True
        for rows in reversed(table.counts):
            reached[table.child[rows][reached[rows]]] = True
        return self.play(table, self.rules.unsplit, None, np.flatnonzero(reached[:-1]))


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
