"""Games of one decision, hand against hand, solved exactly: optimal play, its outcomes, and simpler ways to play.

A technique (one module each: ``three_card``, ``straights``, ``flushes``, and ``any_hands`` for the rest) counts the
dealer's hands against every group of player's hands; ``terms`` says what each bet brings. This module puts them
together: for every group the best bet, for every class the number of deals in each case under that bet, and the hands
that are hardest to play.

Every number of deals is at most the number of all deals, 133,784,560 x 45,379,620 < 2 ** 53 for seven cards each, so
float64 holds all sums of them exactly; ``solve_showdown`` refuses a deck for which that would not be so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import format_cards
from croupier.errors import CardError
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.solution import (
    BaseSolution,
    BetValue,
    Cases,
    ChartRow,
    CloseHand,
    HandValues,
    Option,
    played_by_class,
)
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.terms import CASES, Block, Floats, Technique, Terms
from croupier.exact.showdown.three_card import ThreeCardShowdown
from croupier.exact.solver import Progress, in_silence
from croupier.play.lines import Cards
from croupier.play.showdown import Bet, Showdown

MOST_CLOSE: Final = 12


class Closest:
    """Of every class the hand with the smallest difference, found while the groups go by."""

    def __init__(self, classes: int) -> None:
        self._difference = np.full(classes, np.inf)
        self._where: dict[int, tuple[Callable[[int, int], Cards], int, int]] = {}

    def look(self, block: Block, worth: list[Floats], offered: NDArray[np.bool_]) -> None:
        """``worth`` is (rows, columns) for each bet, ``offered`` (rows, bets) whether it may be made."""
        best = np.full_like(worth[0], -np.inf)
        following = best
        for bet, each in enumerate(worth):
            allowed = offered[:, bet, None]
            each = each if allowed.all() else np.where(allowed, each, -np.inf)
            following = np.maximum(following, np.minimum(best, each))
            best = np.maximum(best, each)
        # With a single legal bet the gap is infinite.
        difference = best - following
        column = difference.argmin(axis=1)
        least = difference[np.arange(len(column)), column]
        order = np.lexsort((least, block.place))
        _, first = np.unique(block.place[order], return_index=True)
        for row in order[first].tolist():
            place = int(block.place[row])
            if least[row] < self._difference[place]:
                self._difference[place] = least[row]
                self._where[place] = (block.example, row, int(column[row]))

    def hands(self) -> list[Cards]:
        """The closest of all, lowest class first."""
        nearest = sorted(self._where, key=lambda place: (self._difference[place], place))[:MOST_CLOSE]
        return [example(row, column) for example, row, column in map(self._where.__getitem__, sorted(nearest))]


TECHNIQUES: Final[dict[str, Callable[[Showdown], Technique]]] = {
    "straights": StraightShowdown,
    "three_card": ThreeCardShowdown,
    "flushes": FlushShowdown,
}
"""By family of hands, what is faster than comparing every hand with every other."""
QUICK: Final = ("straights", "three_card")
"""Families whose dealers' hands are counted in a moment, card by card."""

EXACT: Final = 2**53
"""Float64 holds every whole number up to here."""


class _Tally(NamedTuple):
    """Deals and player's hands, counted by how they are played best.

    The second axis is the best bet, the third the best one short of the top of a range.
    """

    deals: Floats
    """(classes, bets, bets, cases)"""
    hands: Floats
    """(classes, bets, bets)"""


def technique_for(game: Showdown) -> Technique:
    """The fastest technique that knows the game's hands, else the one that compares every hand of any family."""
    ranks_by_family = type(game).rank is Showdown.rank
    fast = TECHNIQUES.get(game.declares.hands or "") if ranks_by_family else None
    if fast is not None:
        return fast(game)
    # Compiled, and no game that is counted faster needs numba.
    from croupier.exact.showdown.any_hands import AnyHands

    return AnyHands(game)


@dataclass(frozen=True)
class OptimalStrategy:
    """The best bet for every hand, its other cards considered."""

    advisor: Advisor
    chart: tuple[ChartRow, ...]

    def action_for(self, cards: Cards) -> Bet:
        return self.advisor.advise(cards).best.bet


class Advisor:
    """A game with its technique and its terms, ready to answer for single hands."""

    def __init__(self, game: Showdown) -> None:
        self.game = game
        self.technique = technique_for(game)
        self.terms = Terms(game, self.technique.ranking)

    def advise(self, cards: Cards) -> HandValues:
        """What each bet is worth with this hand, against every hand the dealer may have."""
        game = self.game
        if len(set(cards)) != game.hand_size or len(cards) != game.hand_size or not set(cards) <= set(game.deck):
            raise CardError(
                f"'{format_cards(cards)}' is not a hand of this game",
                hint=f"{game.hand_size} different cards of its deck",
            )
        hand = game.rank(cards)
        cases = self.technique.cases(cards, self.terms.first_qualifying)
        values = tuple(
            BetValue(offer.bet, Fraction(sum(map(int.__mul__, offer.nets, cases)), self.terms.unit * cases.total))
            for offer in self.terms.offers[self.technique.ranking.index(hand)]
        )
        return HandValues(hand, game.describe(hand), cases, values)


def advise(game: Showdown, cards: Cards) -> HandValues:
    """What each bet is worth with one hand.

    >>> from croupier import catalogue, parse_cards
    >>> advice = advise(catalogue.load("three-card-prime"), parse_cards("Qc 6d 4h"))
    >>> advice.cases, [(str(bet), round(float(value), 6)) for bet, value in advice.values]
    (Cases(not_qualified=5758, lower=305, equal=26, higher=12335), [('fold', -1.0), ('play 1x', -0.993378)])
    """
    return _advisor(game).advise(cards)


@lru_cache(maxsize=8)
def _advisor(game: Showdown) -> Advisor:
    return Advisor(game)


def solve_showdown(game: Showdown, progress: Progress = in_silence) -> BaseSolution:
    """Optimal play of the base wager, exactly."""
    advisor = Advisor(game)
    technique, terms = advisor.technique, advisor.terms
    if technique.player_hands * technique.dealer_hands >= EXACT:
        raise ValueError("more deals than float64 can count exactly")
    closest = Closest(len(terms.ranking))
    tally = _tally(technique, terms, closest, progress)
    chart = _chart(terms, tally)
    simple = {
        "by class": played_by_class(chart, lambda row: row.best),
        "smallest on every hand": played_by_class(chart, lambda row: row.options[min(1, len(row.options) - 1)]),
        "largest on every hand": played_by_class(chart, lambda row: row.options[-1]),
        "never the largest": _distribution(terms, tally.deals.sum(axis=1)),
    }
    return BaseSolution(
        _distribution(terms, tally.deals.sum(axis=2)),
        OptimalStrategy(advisor, chart),
        simple,
        tuple(_close_hand(advisor, cards) for cards in closest.hands()),
    )


def _close_hand(advisor: Advisor, cards: Cards) -> CloseHand:
    advice = advisor.advise(cards)
    return CloseHand(cards, advice.words, advice.values)


SIMPLE: Final = {
    "by class": "the best bet for the hand's name alone, whatever its other cards are",
    "smallest on every hand": "never fold unless the rules force it, and put up the least",
    "largest on every hand": "never fold unless the rules force it, and put up the most",
    "never the largest": "the best of folding and putting up the least",
}
"""The simpler ways to play that every solution compares with."""


def _tally(technique: Technique, terms: Terms, closest: Closest, progress: Progress) -> _Tally:
    """Each group's best bet, and its deals added to the class's."""
    classes, bets = len(terms.ranking), max(map(len, terms.offers))
    nets = np.zeros((classes, bets, CASES))
    offered = np.zeros((classes, bets), dtype=bool)
    modest = np.zeros((classes, bets), dtype=bool)
    for place, offers in enumerate(terms.offers):
        for number, offer in enumerate(offers):
            nets[place, number] = offer.nets
            offered[place, number] = True
            modest[place, number] = not offer.is_top_of_range
    deals = np.zeros((classes, bets, bets, CASES))
    hands = np.zeros((classes, bets, bets))
    done = 0.0
    for block in technique.blocks(terms.first_qualifying):
        done += float(block.row_weight.sum() * block.column_weight.sum())
        progress(int(done), technique.player_hands)
        cases = _cases(block, technique.dealer_hands)
        # Whole numbers: at most the dealer's hands times the largest net, far below 2 ** 53.
        worth = [_worth(nets[block.place, bet], cases) for bet in range(bets)]
        closest.look(block, worth, offered[block.place])
        best = _first_best(worth, offered[block.place])
        best_modest = best if (modest | ~offered)[block.place].all() else _first_best(worth, modest[block.place])
        for bet in range(bets):
            for modest_bet in range(bets):
                chosen = (best == bet) & (best_modest == modest_bet)
                if not chosen.any():
                    continue
                weight = chosen * block.column_weight
                for case in range(CASES):
                    in_row = np.einsum("rc,rc->r", weight, cases[case]) * block.row_weight
                    deals[:, bet, modest_bet, case] += np.bincount(block.place, in_row, classes)
                hands[:, bet, modest_bet] += np.bincount(block.place, weight.sum(axis=1) * block.row_weight, classes)
    return _Tally(deals, hands)


def _cases(block: Block, dealer_hands: int) -> tuple[Floats, Floats, Floats, Floats]:
    higher = dealer_hands - block.not_qualified - block.lower - block.equal
    return block.not_qualified, block.lower, block.equal, higher


def _worth(nets: Floats, cases: tuple[Floats, ...]) -> Floats:
    """(rows, columns) the sum over all dealer's hands, given each row's net in each case."""
    worth = np.zeros_like(cases[0])
    for case, counts in enumerate(cases):
        worth += nets[:, case, None] * counts
    return worth


def _first_best(worth: list[Floats], allowed: NDArray[np.bool_]) -> NDArray[np.int8]:
    """The number of the first bet that no allowed bet exceeds; the smallest bet comes first."""
    best = np.zeros_like(worth[0], dtype=np.int8)
    most = np.where(allowed[:, 0, None], worth[0], -np.inf)
    for bet in range(1, len(worth)):
        better = (worth[bet] > most) & allowed[:, bet, None]
        best[better] = bet
        most = np.where(better, worth[bet], most)
    return best


def _distribution(terms: Terms, deals: Floats) -> Distribution:
    """The outcomes when ``deals`` says how many deals, by class, bet and case, are played that way."""
    counts: dict[int, int] = {}
    put_up = 0
    for place, bet in np.argwhere(deals.any(axis=2)).tolist():
        offer = terms.offers[place][bet]
        for net, count in zip(offer.nets, map(int, deals[place, bet].tolist()), strict=True):
            counts[net] = counts.get(net, 0) + count
            put_up += offer.put_up * count
    unit = terms.unit
    return Distribution.of({Fraction(net, unit): count for net, count in counts.items()}, Fraction(put_up, unit))


def _chart(terms: Terms, tally: _Tally) -> tuple[ChartRow, ...]:
    rows = []
    all_deals = tally.deals.sum(axis=(1, 2)).tolist()
    best_hands = tally.hands.sum(axis=2).tolist()
    nets = {net for offers in terms.offers for offer in offers for net in offer.nets}
    in_units = {net: Fraction(net, terms.unit) for net in nets}
    for hand, offers, deals, best in zip(terms.ranking, terms.offers, all_deals, best_hands, strict=True):
        hands = int(sum(best))
        if hands:
            options = tuple(
                Option(offer.bet, tuple(in_units[net] for net in offer.nets), int(most))
                for offer, most in zip(offers, best, strict=False)
            )
            rows.append(ChartRow(hand, terms.game.describe(hand), hands, Cases(*map(int, deals)), options))
    return tuple(rows)
