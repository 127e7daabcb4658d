"""A showdown game's own rules as a table: what each bet brings, by the player's class of hand and the case.

The game is asked, never restated: ``choose`` for what a class of hand may do, ``resolve`` for what it is paid in each
case, the Ante Bonus's chart for its award, and one real settlement for what a fold costs. ``resolve`` is asked once a
case, against one dealer's hand that stands for all others of that case (a test compares the whole table).
``played_best`` gives every group of player's hands its best bet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.solution import Cases
from croupier.play.bonus import net_of
from croupier.play.game import EVERYONE, Dealt, Decision, Settled, Stakes, State
from croupier.play.lines import Cards
from croupier.play.showdown import Bet, Showdown
from croupier.play.slots import DEALER, Slot

CASES = len(Cases._fields)


class Offer(NamedTuple):
    """One bet of one class: in units in which every figure is whole, ``Terms.unit`` of them to the base wager."""

    bet: Bet
    put_up: int
    nets: tuple[int, ...]
    """In each case; zero in a case that cannot arise."""
    is_top_of_range: bool
    """Whether less might have been put up for the same action."""


class Terms:
    """The table of one game over all classes of hand, lowest first."""

    def __init__(self, game: Showdown, ranking: Sequence[Any]) -> None:
        self.game = game
        self.ranking = ranking
        self.unit = game.stake_rules[game.base_wager].grain
        qualifying = [game.qualifies(hand) for hand in ranking]
        self.first_qualifying = qualifying.index(True) if True in qualifying else len(ranking)
        if not all(qualifying[self.first_qualifying :]):
            raise ValueError("a hand that qualifies ranks below one that does not")
        self._fold = self._fold_net()
        self.offers = [self._offers_of(place) for place in range(len(ranking))]
        """By class, every bet, the smallest first: so the first of equally good bets is the smaller wager."""

    def _offers_of(self, place: int) -> tuple[Offer, ...]:
        game, hand, unit = self.game, self.ranking[place], self.unit
        verdicts = [None if dealer is None else game.resolve(hand, dealer) for dealer in self._dealers(place)]
        row = game.ante_bonus.grade(hand) if game.ante_bonus else None
        award = net_of(row, unit) if row else 0
        offers = []
        for action in game.choose(1, unit, hand).actions:
            for amount in sorted({action.minimum, action.maximum}):
                if action.name == "fold":
                    nets = (self._fold,) * CASES
                else:
                    nets = tuple(
                        unit * verdict.base_net + amount * verdict.raise_net + award if verdict else 0
                        for verdict in verdicts
                    )
                bet = Bet(action.name, Fraction(amount, unit))
                offers.append(Offer(bet, unit + amount, nets, amount > action.minimum))
        return tuple(sorted(offers, key=lambda offer: offer.put_up))

    def _dealers(self, place: int) -> tuple[Any, Any, Any, Any]:
        """For each case one dealer's hand, where there is any."""
        ranking, first = self.ranking, self.first_qualifying
        return (
            ranking[0] if first > 0 else None,
            ranking[first] if first < place else None,
            ranking[place] if first <= place else None,
            ranking[-1] if max(first, place + 1) < len(ranking) else None,
        )

    def _fold_net(self) -> int:
        """What a fold settles for; the game does not look at the cards for that."""
        game, unit = self.game, self.unit
        cards = game.deck[: game.hand_size]
        stakes = (Stakes(1, (unit, *(0 for _ in game.wagers[1:]))),)
        dealt = (Dealt(Slot(1), cards, 1), Dealt(Slot(DEALER), cards, EVERYONE))
        settled = game.turn(State(stakes, dealt, (Decision(1, "fold"),)))
        assert isinstance(settled, Settled)
        return sum(line.net for line in settled.lines)


class BestBets(NamedTuple):
    """A block of groups and how they are played."""

    block: Block
    nets: NDArray[np.int64]
    """(rows, columns, cases) what the best bet brings in each case, in the terms' units."""
    best: NDArray[np.intp]
    """(rows, columns) which of the bets on offer it is."""
    cases: Floats
    """(cases, rows, columns) the dealer's hands against each hand of a group."""

    @property
    def worth(self) -> Floats:
        """(rows, columns) the sum over the dealer's hands; whole numbers far below 2 ** 53."""
        return np.asarray(np.einsum("rck,krc->rc", self.nets.astype(np.float64), self.cases))


def played_best(technique: Technique, terms: Terms) -> Iterator[BestBets]:
    """Every group with its best bet; of equally good bets the smaller."""
    bets = max(map(len, terms.offers))
    nets = np.zeros((len(terms.ranking), bets, CASES), dtype=np.int64)
    barred = np.full((len(terms.ranking), bets), np.inf)
    for place, offers in enumerate(terms.offers):
        for number, offer in enumerate(offers):
            nets[place, number] = offer.nets
            barred[place, number] = 0.0
    for block in technique.blocks(terms.first_qualifying):
        known = (block.not_qualified, block.lower, block.equal)
        cases = np.stack([*known, technique.dealer_hands - sum(known)])
        worth = np.einsum("rbk,krc->brc", nets[block.place].astype(np.float64), cases)
        best = (worth - barred[block.place].T[:, :, None]).argmax(axis=0)
        yield BestBets(block, nets[block.place[:, None], best], best, cases)


def case_of(dealer: int, own: NDArray[np.intp], first_qualifying: int) -> NDArray[np.intp]:
    """In which case hands of these classes are against a dealer's class, as in ``Cases``."""
    if dealer < first_qualifying:
        return np.full(own.shape, Cases._fields.index("not_qualified"))
    lower, equal, higher = (Cases._fields.index(name) for name in ("lower", "equal", "higher"))
    return np.where(own > dealer, lower, np.where(own == dealer, equal, higher))


Floats = NDArray[np.float64]
"""Whole numbers below 2 ** 53, on which float64 sums and products are exact; each use says why they stay below."""
Counts = NDArray[np.int64]
Places = NDArray[np.intp]


def _no_suits(_values: Counts) -> Counts:
    raise TypeError("these groups do not tell the suits of a hand apart")


class Block(NamedTuple):
    """Groups of player's hands, laid out in rows and columns; all groups of a row have the same class."""

    place: Places
    """(rows) the class, as its place in the ranking."""
    row_weight: Floats
    column_weight: Floats
    """(rows), (columns) a group holds ``row_weight * column_weight`` hands."""
    not_qualified: Floats
    lower: Floats
    equal: Floats
    """(rows, columns) the dealer's hands against each hand of the group; all the others are higher."""
    example: Callable[[int, int], Cards]
    """One hand of the group in a row and a column."""
    best_over_suits: Callable[[Counts], Counts] = _no_suits
    """(rows, columns) the greatest over a hand's suits of a number that is given for every set of ranks, as bits."""


class Technique(Protocol):
    """One way to count a game's hands."""

    @property
    def ranking(self) -> Sequence[Any]:
        """Every class of hand, lowest first."""

    @property
    def player_hands(self) -> int:
        """How many hands a player may have."""

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer may have once the player's is known."""

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        """All groups of player's hands; a dealer qualifies from this place of the ranking on."""

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        """The dealer's hands against one given hand."""
