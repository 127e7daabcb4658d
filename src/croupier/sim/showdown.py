"""A showdown game as tables: what its own settlement pays, class against class, and how a strategy plays it.

Every figure comes from driving the game through rounds with cards that show a class. Deals in the same case (the dealer
does not qualify, or is lower, equal, higher) settle alike; tests compare rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.errors import BadInput
from croupier.kernels import deals
from croupier.kernels.arrays import Bytes, UInt16s, Words
from croupier.kernels.cells import Counts, Layout, Outcome, lay_out
from croupier.kernels.compiled import is_compiled
from croupier.kernels.families import NoLookup, grader_of, has_lookup
from croupier.kernels.graders import BY_CARDS, BY_SUIT, KIND, Grader, Lookups, join, key_of
from croupier.kernels.philox import STREAM
from croupier.kernels.stream import Word
from croupier.kernels.wagers import NO_METERS, Graded, Meters, graded, place_of_class
from croupier.play.game import Action, Choose, Decision, Draw, Settled, Stakes, State
from croupier.play.lines import Cards
from croupier.play.showdown import Bet, Showdown
from croupier.play.wagers.bonus import Bonus
from croupier.rulebook.sights import Seen
from croupier.sim.by_kernel import ByKernel
from croupier.sim.showdown_kernels import (
    CASES,
    NO_EXCEPTION,
    ShowdownTables,
    Threes,
    enter_exceptions,
    play_seats,
    play_sevens,
    play_threes,
    three_hands,
    without_suit_names,
)

SEVEN, THREE = 7, 3


class ShowdownStrategy(NamedTuple):
    """How to play: a bet for every class of hand, and the hands whose other cards say otherwise.

    An exception is for all hands that the game cannot tell from it: those of the same ranks where suits do not
    matter, else those that differ in the names of the suits.
    """

    name: str
    by_class: Callable[[Any], Bet]
    exceptions: Mapping[Bet, Words] = MappingProxyType({})
    """By bet, hands of 52 bits (``deals``)."""


@dataclass(frozen=True)
class ShowdownSimulator(ByKernel):
    """A game, a strategy and a number of seats, ready to be run anywhere: arrays only."""

    layout: Layout
    tables: ShowdownTables
    seats: int
    size: int
    threes: Threes | None
    """Filled in for one seat with three cards."""
    chunk: int = 1 << 20
    stream: str = STREAM

    @property
    def is_ready(self) -> bool:
        return is_compiled(play_threes if self.threes else play_sevens if self._sevens else play_seats)

    @property
    def _sevens(self) -> bool:
        return self.seats == 1 and self.size == SEVEN and self.tables.lookups.graders[0, KIND] != BY_CARDS

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        if self.threes:
            play_threes(seed, first, count, self.threes, self.tables, counts)
        elif self._sevens:
            play_sevens(seed, first, count, marks(), self.tables, counts)
        else:
            squares = self.layout.wagers[0].squares_at
            play_seats(seed, first, count, self.seats, self.size, squares, self.tables, counts)

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        """The cards of a round in the order of the deal: seat by seat, the dealer's last."""
        if self.threes:
            numbers = deals.two_threes(np.uint64(seed), np.uint64(number))
            own, dealer, _ = three_hands(*numbers, self.threes.own, self.threes.dealer)
        elif self._sevens:
            own, dealer = deals.two_sevens(np.uint64(seed), np.uint64(number), marks())
        else:
            return deals.cards_in_order((self.seats + 1) * self.size, seed, number)
        return deals.cards_of(int(own)) + deals.cards_of(int(dealer))


@cache
def marks() -> UInt16s:
    """The table of deals that all showdown kernels share, made once."""
    return deals.seven_of_fourteen()


def ranking_of(game: Showdown) -> Grader:
    """The lookup of the family that the game declares to rank its hands; MissingPart where it has none."""
    family = game.declares.hands or ""
    if not has_lookup(family) or len(game.deck) != deals.CARDS:
        raise NoLookup(f"{game.rules.name}: the ranking of its hands has no lookup")
    return grader_of(family, game.hand_size)


def decider(game: Showdown, strategy: ShowdownStrategy) -> Callable[[State, Choose], Decision]:
    """The same strategy, as the play driver asks it."""
    by_suit = ranking_of(game).kind == BY_SUIT

    def key(hand: int) -> int | tuple[int, int]:
        if by_suit:
            return int(without_suit_names(np.uint64(hand)))
        return key_of([card >> 2 for card in deals.cards_of(hand)])

    exceptions = {key(hand): bet for bet, hands in strategy.exceptions.items() for hand in hands.tolist()}

    def decide(state: State, turn: Choose) -> Decision:
        own = next(dealt.cards for dealt in state.dealt if dealt.seen_by == turn.seat)
        bet = exceptions.get(key(deals.hand_of(own))) or strategy.by_class(game.rank(own))
        stake = next(stakes.amounts[0] for stakes in state.stakes if stakes.seat == turn.seat)
        return Decision(turn.seat, bet.action, int(bet.amount * stake))

    return decide


def showdown_simulator(
    game: Showdown, strategy: ShowdownStrategy, seats: int = 1, meters: Meters = NO_METERS
) -> ShowdownSimulator:
    """Ask the game for everything that a kernel looks up; MissingPart where a family of hands has no lookup."""
    ranking = ranking_of(game)
    graders = [ranking]
    seen: list[Seen | None] = [None]
    bonuses = []
    for _, bonus in game.bonuses:
        if not has_lookup(bonus.seen.family) or bonus.seen.dealer not in (0, game.hand_size):
            raise NoLookup(f"{game.rules.name}: {bonus.wager} has no lookup")
        if bonus.seen not in seen:
            seen.append(bonus.seen)
            graders.append(grader_of(bonus.seen.family, bonus.seen.size))
        bonuses.append((bonus, graded(game, bonus, meters)))
    hand_sizes = {grader.size for grader in graders if grader.kind == BY_CARDS}
    if strategy.exceptions and game.hand_size not in hand_sizes:
        # Only its numbering of hands is used.
        graders.append(Grader(BY_CARDS, game.hand_size, 0, (), (), np.zeros(0, np.int16), np.zeros(0, np.int16)))
        hand_sizes.add(game.hand_size)
    lookups = join(graders)
    base = _BaseTable(game, ranking, strategy)
    hand_row = sorted(hand_sizes).index(game.hand_size) if strategy.exceptions else 0
    bet_of_hand, hand_keys = _exceptions(base, lookups, hand_row, strategy.exceptions)
    listed = [(bonus.wager, found.outcomes) for bonus, found in bonuses]
    layout = lay_out([(game.base_wager, base.outcomes), *listed], seats)
    places: list[int] = []
    rows = []
    for (bonus, found), cells in zip(bonuses, layout.wagers[1:], strict=True):
        grader = seen.index(bonus.seen)
        rows.append((grader, bonus.seen.own > 0, bonus.seen.dealer > 0, len(places), cells.first, cells.squares_at))
        places += [place_of_class(bonus, found, hand) for hand in graders[grader].classes]
    tables = ShowdownTables(
        lookups,
        base.first_qualifying,
        base.bets,
        base.bet_of_class,
        bet_of_hand,
        hand_row,
        hand_keys,
        base.outcome,
        np.array(rows, dtype=np.int64).reshape(-1, 6),
        np.array(places, dtype=np.int16),
        layout.nets,
    )
    is_threes = seats == 1 and game.hand_size == THREE and not strategy.exceptions
    threes = _threes(game, ranking, bonuses) if is_threes else None
    return ShowdownSimulator(layout, tables, seats, game.hand_size, threes)


def _threes(game: Showdown, ranking: Grader, bonuses: Sequence[tuple[Bonus, Graded]]) -> Threes:
    """Everything about hands of three, by their number."""
    own, dealer = deals.threes(deals.CARDS), deals.threes(deals.CARDS - THREE)
    hands = [tuple(deals.card_at(each >> shift & 63) for shift in (0, 6, 12)) for each in own.tolist()]
    numbers = {hand: number for number, hand in enumerate(ranking.classes)}
    keys = [key_of([card >> 2 for card in hand]) for hand in hands]
    places = np.zeros((len(bonuses), len(hands)), dtype=np.int8)
    for row, (bonus, found) in zip(places, bonuses, strict=True):
        if not bonus.seen.dealer:
            row[:] = [place_of_class(bonus, found, bonus.sees(hand, ())) for hand in hands]
    return Threes(
        own,
        dealer,
        np.array([numbers[game.rank(hand)] for hand in hands], dtype=np.int16),
        np.array([low | high << 32 for low, high in keys], dtype=np.uint64),
        np.array([sum(1 << 4 * (card & 3) for card in hand) for hand in hands], dtype=np.uint16),
        places,
    )


class _BaseTable:
    """The base wager: what every class does, and what it ends with in each case."""

    def __init__(self, game: Showdown, ranking: Grader, strategy: ShowdownStrategy) -> None:
        self.game = game
        self.ranking = ranking
        self.unit = game.stake_rules[game.base_wager].grain
        qualifies = [game.qualifies(hand) for hand in ranking.classes]
        self.first_qualifying = qualifies.index(True) if True in qualifies else len(qualifies)
        if not all(qualifies[self.first_qualifying :]):
            raise NoLookup(f"{game.rules.name}: a hand that qualifies ranks below one that does not")
        chosen = [strategy.by_class(hand) for hand in ranking.classes]
        self.bets_of_class = [list(dict.fromkeys([bet, *strategy.exceptions])) for bet in chosen]
        self.bets = max(map(len, self.bets_of_class))
        self.outcomes: list[Outcome] = []
        self._places: dict[Fraction, int] = {}
        self.bet_of_class = np.zeros(len(chosen), dtype=np.uint8)
        self.outcome = np.zeros(len(chosen) * self.bets * CASES, dtype=np.int16)
        for place, bet in enumerate(chosen):
            self.settle_bet(place, bet)

    def settle_bet(self, place: int, bet: Bet) -> None:
        """Enter what a class ends with in each case if it makes this bet."""
        own = self.ranking.examples[place]
        legal = self._legal(own)
        first = (place * self.bets + self.bets_of_class[place].index(bet)) * CASES
        for case, dealer in enumerate(self._dealers(place)):
            if dealer is not None:
                self.outcome[first + case] = self._place(self._net(own, legal, bet, self.ranking.examples[dealer]))

    def _place(self, net: Fraction) -> int:
        if net not in self._places:
            self._places[net] = len(self.outcomes)
            self.outcomes.append(Outcome(net))
        return self._places[net]

    def _legal(self, own: Cards) -> dict[str, Action]:
        state = self.game.open([Stakes(1, (self.unit, *(0 for _ in self.game.wagers[1:])))])
        draw = self.game.turn(state)
        assert isinstance(draw, Draw)
        choose = self.game.turn(state.with_cards(draw, own))
        assert isinstance(choose, Choose)
        return {action.name: action for action in choose.actions}

    def _net(self, own: Cards, legal: Mapping[str, Action], bet: Bet, dealer: Cards) -> Fraction:
        """One round by the game's own settlement."""
        game, unit = self.game, self.unit
        amount = bet.amount * unit
        action = legal.get(bet.action)
        allowed = action is not None and amount.denominator == 1
        if not allowed or not (action.allows(int(amount)) if action and action.maximum else amount == 0):
            raise BadInput(
                f"{game.rules.name}: {game.describe(game.rank(own))} may not {bet.action} {bet.amount}x",
                hint=f"legal: {', '.join(map(str, legal.values()))}",
            )
        state = game.open([Stakes(1, (unit, *(0 for _ in game.wagers[1:])))])
        turn = game.turn(state)
        assert isinstance(turn, Draw)
        state = state.with_cards(turn, own).with_decision(Decision(1, bet.action, int(amount)))
        turn = game.turn(state)
        assert isinstance(turn, Draw)
        settled = game.turn(state.with_cards(turn, dealer))
        assert isinstance(settled, Settled)
        return Fraction(sum(line.net for line in settled.lines), unit)

    def _dealers(self, place: int) -> tuple[int | None, int | None, int | None, int | None]:
        """For each case one dealer's class, where there is any."""
        first, classes = self.first_qualifying, len(self.ranking.classes)
        return (
            0 if first > 0 else None,
            first if first < place else None,
            place if first <= place else None,
            classes - 1 if max(first, place + 1) < classes else None,
        )


def _exceptions(base: _BaseTable, lookups: Lookups, row: int, exceptions: Mapping[Bet, Words]) -> tuple[Bytes, Words]:
    """The hands that do not play as their class does; marks these classes."""
    keys = np.zeros(0, dtype=np.uint64)
    if not exceptions:
        return np.zeros(0, dtype=np.uint8), keys
    if base.ranking.kind == BY_SUIT:
        keys = np.zeros(1 << (2 * sum(map(len, exceptions.values()))).bit_length(), dtype=np.uint64)
    places = len(keys) or int(lookups.low[row].max()) + int(lookups.high.max()) + 1
    bets = np.full(places, NO_EXCEPTION, dtype=np.uint8)
    for bet, hands in exceptions.items():
        numbers = np.zeros(len(hands), dtype=np.int64)
        bet_numbers = np.array([own.index(bet) if bet in own else NO_EXCEPTION for own in base.bets_of_class])
        enter_exceptions(hands, numbers, bet_numbers, lookups, row, base.bet_of_class, bets, keys)
        for number in np.unique(numbers).tolist():
            base.settle_bet(number, bet)
    return bets, keys
