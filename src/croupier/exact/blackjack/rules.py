"""A house's rules as tables over hands: every entry is asked of the game once, for all hands of the same count.

Nothing is decided here. Which hands may hit, double or split, and what a hand brings against each ending of the
dealer's, is the game's own answer for a hand that stands for all others like it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from croupier.cards.cards import ACE as ACE_RANK
from croupier.cards.cards import Card
from croupier.cards.hands.blackjack import Total
from croupier.exact.blackjack.dealer import CARD_OF, Composition, cards_of, composition
from croupier.exact.blackjack.endings import ENDINGS, draws_on
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.lattice import ACE, BEST, HARD_POINTS, TEN, VALUES, lattice
from croupier.kernels.arrays import Flags, Floats

UPS = range(VALUES)
TEN_RANKS = (10, 11, 12, 13)


class Shoe(NamedTuple):
    """What a shoe holds: cards by value, and its ten-values by rank, for houses that split by rank."""

    counts: tuple[float, ...]
    tens: tuple[float, ...]

    @staticmethod
    def of(cards: tuple[Card, ...]) -> Shoe:
        ranks = Counter(card.rank for card in cards)
        return Shoe(composition(cards), tuple(ranks[rank] for rank in TEN_RANKS))

    @property
    def cards(self) -> float:
        return sum(self.counts)

    def less(self, place: int) -> Shoe:
        """One card of a value gone; of the ten-values, a part of each rank."""
        counts = list(self.counts)
        counts[place] -= 1
        share = counts[TEN] / self.counts[TEN] if self.counts[TEN] else 1
        return Shoe(tuple(counts), tuple(rank * share for rank in self.tens) if place == TEN else self.tens)


ByUpCard = tuple[bool, ...]
"""Whether something holds, by the dealer's up-card."""


class Offers(NamedTuple):
    """Which hands of the lattice may draw on, and which may double."""

    hit: Flags
    double: Flags


@dataclass(frozen=True)
class Rules:
    """All tables of one house; hands as in ``lattice()``, up-cards by their place in a composition."""

    draws: frozenset[Total]
    looks: ByUpCard
    unsplit: Offers
    split: Offers
    split_aces: Offers
    nets: Floats
    """By points and ending: a hand that is neither bust nor a blackjack."""
    blackjack_nets: Floats
    """The player's blackjack, by ending."""
    lost_to_blackjack: float
    """A hand, bust or not, against the dealer's blackjack."""
    added_to_blackjack: float
    """A bet that was put up while the hand was played, against a blackjack that comes later."""
    doubled_to_blackjack: float
    """A doubled hand against such a blackjack, both bets together."""
    blackjack_to_blackjack: float
    bust: float
    double: float
    """How many bets a doubled hand plays for."""
    surrenders: ByUpCard
    """Where a hand may be given up after the look, or without one."""
    surrenders_early: ByUpCard
    surrender: float
    surrender_to_blackjack: float
    insures: ByUpCard
    insurance: tuple[float, float]
    """What the largest insurance brings with and without a dealer's blackjack."""
    most_hands: tuple[int, ...]
    """How many hands a pair of this value may become; one where it is never split."""
    splits_by_rank: bool

    @staticmethod
    def of(game: BlackjackGame) -> Rules:
        """The house's answers to everything that the solver asks, once."""
        house = game.house
        ups = [11 if place == ACE else HARD_POINTS[place] for place in UPS]
        ten, other_ten = Card.of(10, 0), Card.of(13, 0)
        sixteen = (CARD_OF[TEN], CARD_OF[4])
        give_up = [house.resolve_surrender(True).net, house.resolve_surrender(False).net]
        insurance = [float(house.insurance_part * house.resolve_insurance(yes).net) for yes in (True, False)]
        natural = (Card.of(ACE_RANK, 0), ten)
        return Rules(
            draws=draws_on(house.dealer_draws),
            looks=tuple(house.looks(up) for up in ups),
            unsplit=_offers(game, 1),
            split=_offers(game, 2),
            split_aces=_offers(game, 2, aces=True),
            nets=_nets(game),
            blackjack_nets=np.array([float(game.net_on(natural, each.points, False)) for each in ENDINGS]),
            lost_to_blackjack=float(game.net_on(sixteen, BEST, True)),
            added_to_blackjack=float(game.added_on(sixteen, BEST, True)),
            doubled_to_blackjack=float(game.net_on(sixteen, BEST, True) + game.added_on(sixteen, BEST, True)),
            blackjack_to_blackjack=float(game.net_on(natural, BEST, True)),
            bust=float(game.net_on((*sixteen, CARD_OF[7]), 17, False)),
            double=2.0,
            surrenders=tuple("surrender" in game.actions_on(sixteen, up) for up in ups),
            surrenders_early=tuple(house.surrenders_before_look(up) for up in ups),
            surrender=float(give_up[1]),
            surrender_to_blackjack=float(give_up[0]),
            insures=tuple(house.offers_insurance(up) for up in ups),
            insurance=(insurance[0], insurance[1]),
            most_hands=tuple(_most_hands(game, (card, card), ups[0]) for card in CARD_OF),
            splits_by_rank="split" not in game.actions_on((ten, other_ten), ups[0]),
        )

    @property
    def added(self) -> Rules:
        """The same house for a hand that was split off, whose bet was put up while the round was played."""
        return replace(
            self,
            lost_to_blackjack=self.added_to_blackjack,
            doubled_to_blackjack=self.double * self.added_to_blackjack,
        )

    def after_split(self, pair: int) -> Offers:
        """What a hand of a split pair may do; aces have their own rules."""
        return self.split_aces if pair == ACE else self.split


def _most_hands(game: BlackjackGame, cards: tuple[Card, Card], up: int) -> int:
    hands = 1
    while "split" in game.actions_on(cards, up, hands):
        hands += 1
    return hands


def _offers(game: BlackjackGame, hands: int, *, aces: bool = False) -> Offers:
    """Asked once for each count of two cards, and of more; a hand of one card draws its second."""
    table = lattice()
    hit, double = np.ones(table.hands, dtype=bool), np.zeros(table.hands, dtype=bool)
    asked = table.size > 1
    if hands > 1:
        asked &= (table.held[:, ACE] > 0) if aces else (table.held[:, ACE] < table.size)
    # Hands of the same total are alike; so are those of three cards and of more.
    kinds = (table.points * 2 + table.soft) * 2 + (table.size == 2)
    for kind in np.unique(kinds[asked]):
        alike = np.flatnonzero(asked & (kinds == kind))
        held: Composition = tuple(int(each) for each in table.held[alike[0]])
        # The card that was split lies first; aces come last in a composition.
        cards = cards_of(held)
        offered = game.actions_on(cards[::-1] if aces else cards, 2, hands)
        hit[alike], double[alike] = "hit" in offered, "double" in offered
    return Offers(hit, double)


def _nets(game: BlackjackGame) -> Floats:
    """What each total brings against each ending; a hand of the lattice that has it stands for all of them."""
    table = lattice()
    nets = np.zeros((BEST + 1, len(ENDINGS)))
    for points in range(2, BEST + 1):
        alike = np.flatnonzero((table.points == points) & (table.size != 2))
        at = int(alike[0]) if len(alike) else int(np.flatnonzero(table.points == points)[0])
        cards = cards_of(tuple(int(each) for each in table.held[at]))
        nets[points] = [float(game.net_on(cards, each.points, each.is_blackjack)) for each in ENDINGS]
    return nets
