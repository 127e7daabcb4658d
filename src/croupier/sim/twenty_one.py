"""A blackjack house as tables: what hands may do, when the dealer draws, what every end pays, asked of the house.

A strategy answers for each situation that the house can put it in; the answers become a table. Rounds are dealt from a
fresh shoe, as a continuous shuffler does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.cards.hands.blackjack import Total, is_blackjack, total, value
from croupier.kernels.cells import Counts, Layout, Outcome, lay_out
from croupier.kernels.families import NoLookup
from croupier.kernels.philox import STREAM
from croupier.kernels.stream import Word
from croupier.kernels.wagers import NO_METERS, Meters
from croupier.play.game import Choose, Decision, Game, State
from croupier.play.lines import Cards
from croupier.play.slots import Slot
from croupier.sim.by_kernel import FromShoe
from croupier.sim.playing import Decide
from croupier.sim.shoe_kernels import MOST_DECKS, PairTables, cards_of_shoe, pair_tables
from croupier.sim.twenty_one_kernels import (
    DONE,
    DOUBLE,
    HIT,
    MOST_HANDS,
    MOST_SEATS,
    POINTS,
    SHAPES,
    SPLIT,
    SPLIT_ACE,
    STAND,
    SUMS,
    SURRENDER,
    WHOLE,
    TwentyOneTables,
    action_place,
    end_of,
    play_twenty_one,
    shape_of,
)

ACTIONS = {"hit": HIT, "stand": STAND, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
RANKS = 13
PAIRS = "pairs"
ACE_POINTS = 11
SOME_UP_CARD = 6
"""Whether two cards may be split does not depend on the dealer's."""


class Situation(NamedTuple):
    """What a player sees of a hand when the house asks: its total, its pair if it may be one, and the up-card."""

    total: Total
    is_two_cards: bool
    pair: int | None
    """The points of each card of a pair."""
    is_split: bool
    up: int


class TwentyOneStrategy(NamedTuple):
    """How to play: an action among those offered, an early surrender or not, insurance for the most allowed or not."""

    name: str
    play: Callable[[Situation, Sequence[str]], str]
    gives_up: Callable[[Situation], bool]
    insures: Callable[[Situation], bool]


class Held(NamedTuple):
    """A hand as a house looks at it."""

    total: Total
    is_two_cards: bool
    pair: int | None
    hands: int
    is_split: bool
    is_split_ace: bool


class End(NamedTuple):
    """A hand played out, as a house resolves it."""

    points: int
    is_blackjack: bool


@runtime_checkable
class TwentyOneGame(Protocol):
    """What this module asks of a blackjack game: its house, and what two cards may do."""

    house: Any
    deck: Cards

    def actions_on(self, cards: Cards, up: int) -> tuple[str, ...]: ...

    def hand_asked(self, state: State) -> tuple[Cards, int]: ...


@dataclass(frozen=True)
class TwentyOneSimulator(FromShoe, kernel=play_twenty_one):
    """A house, a strategy and a number of seats, ready to be run anywhere."""

    layout: Layout
    tables: TwentyOneTables
    pairs: PairTables
    seats: int
    decks: int
    most_cards: int
    game: Game | None
    """For the dynamic pays of a single round; not needed to run."""
    chunk: int = 1 << 18
    stream: str = STREAM

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        base, *side = self.layout.wagers
        play_twenty_one(
            seed,
            first,
            count,
            self.seats,
            np.uint64(52 * self.decks),
            base.squares_at,
            side[0].first if side else -1,
            side[0].squares_at if side else -1,
            self.tables,
            self.pairs,
            self.layout.nets,
            counts,
        )

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        """As many cards as a round can need, in the order of the shoe."""
        return cards_of_shoe(self.most_cards, self.decks, seed, number)


def twenty_one_simulator(
    game: Game, strategy: TwentyOneStrategy, seats: int, meters: Meters = NO_METERS
) -> TwentyOneSimulator:
    """Ask the house for everything that the kernel looks up."""
    decks = game.configuration.decks
    if not isinstance(game, TwentyOneGame) or decks > MOST_DECKS or seats > MOST_SEATS:
        raise NoLookup(f"{game.rules.name}: its house has no tables")
    house = game.house
    if house.most_hands > MOST_HANDS or house.twenty_one != 21:
        raise NoLookup(f"{game.rules.name}: more hands, or another total, than the kernel knows")
    if any(bonus.seen.family != PAIRS for _, bonus in game.bonuses) or len(game.bonuses) > 1:
        raise NoLookup(f"{game.rules.name}: a side wager has no lookup")
    tables, unit = _tables(game, strategy)
    base = [Outcome(Fraction(net, unit)) for net in range(-tables.most_net, tables.most_net + 1)]
    nothing = np.zeros(0, dtype=np.int64)
    pairs = PairTables(np.zeros(1, dtype=np.int16), np.zeros(1, dtype=np.int16), nothing, nothing, nothing)
    wagers: list[tuple[str, Sequence[Outcome]]] = [(game.base_wager, base)]
    for _, bonus in game.bonuses:
        pairs, found = pair_tables(game, bonus, meters)
        wagers.append((bonus.wager, found.outcomes))
    return TwentyOneSimulator(lay_out(wagers, seats), tables, pairs, seats, decks, game.most_cards(seats), game)


def _tables(asked: TwentyOneGame, strategy: TwentyOneStrategy) -> tuple[TwentyOneTables, int]:
    house = asked.house
    ranks = [DECK[rank * 4] for rank in range(RANKS)]
    points = sorted({value(card) for card in ranks})
    hard = np.array(
        [total((card, card)).total // 2 if value(card) < ACE_POINTS else 1 for card in ranks], dtype=np.int64
    )
    is_ace = np.array([total((card,)).soft for card in ranks], dtype=np.int64)
    place = np.array([points.index(value(card)) for card in ranks], dtype=np.int64)
    alike = np.zeros(RANKS * RANKS, dtype=np.int64)
    for one, card in enumerate(ranks):
        for other in range(RANKS):
            if "split" in asked.actions_on((card, DECK[other * 4 + 1]), SOME_UP_CARD):
                alike[one * RANKS + other] = place[one] + 1
    sums = {each: _total_of(each) for each in range(SUMS)}
    naturals = np.zeros(SUMS, dtype=np.uint8)
    for card in ranks:
        for second in ranks:
            if is_blackjack((card, second)):
                naturals[hard[card >> 2] + hard[second >> 2] + POINTS * (is_ace[card >> 2] | is_ace[second >> 2])] = 1
    action = np.zeros(len(points) * MOST_HANDS * 3 * SHAPES, dtype=np.uint8)
    first = np.zeros(len(points) * SHAPES, dtype=np.uint8)
    insures = np.zeros(len(points) * SHAPES, dtype=np.uint8)
    for up_place, up in enumerate(points):
        for shape, (counted, is_two, pair) in _shapes(points, sums).items():
            situation = Situation(counted, is_two, pair, False, up)
            if house.offers_insurance(up) and is_two:
                insures[up_place * SHAPES + shape] = strategy.insures(situation)
            if house.surrenders_before_look(up) and is_two:
                first[up_place * SHAPES + shape] = strategy.gives_up(situation)
            for hands in range(1, MOST_HANDS + 1):
                for status in range(3):
                    is_split = status != WHOLE
                    names = house.actions(Held(counted, is_two, pair, hands, is_split, status == SPLIT_ACE), up)
                    chosen = strategy.play(situation._replace(is_split=is_split), names) if names else None
                    action[action_place(up_place, hands, status, shape)] = ACTIONS[chosen] if chosen else DONE
    matters = [
        house.second_card_matters(up, to_blackjack=natural, to_surrender=given_up, to_insurance=is_insured)
        for up in points
        for natural in (False, True)
        for given_up in (False, True)
        for is_insured in (False, True)
    ]
    ends = [*((each, False) for each in range(POINTS)), (21, True)]
    nets, added = (
        {(own, dealer): resolve(End(*own), End(*dealer)).net for own in ends for dealer in ends}
        for resolve in (house.resolve, house.resolve_added)
    )
    surrendered = [house.resolve_surrender(natural).net for natural in (False, True)]
    insured = [house.insurance_part * house.resolve_insurance(natural).net for natural in (False, True)]
    unit = lcm(*(net.denominator for net in (*nets.values(), *added.values(), *surrendered, *insured)))
    tables = [np.zeros((POINTS + 1) ** 2, dtype=np.int64) for _ in range(2)]
    for table, found in zip(tables, (nets, added), strict=True):
        for (own, dealer), net in found.items():
            table[end_of(*own) * (POINTS + 1) + end_of(*dealer)] = int(net * unit)
    return TwentyOneTables(
        hard,
        is_ace,
        place,
        alike,
        np.array([sums[each].total for each in range(SUMS)], dtype=np.int64),
        naturals,
        action,
        first,
        insures,
        np.array([house.looks(up) for up in points], dtype=np.uint8),
        np.array([house.dealer_draws(sums[each]) for each in range(SUMS)], dtype=np.uint8),
        bool(house.has_hole_card),
        np.array(matters, dtype=np.uint8),
        bool(house.completes_splits_at_once),
        tables[0],
        tables[1],
        np.array([int(net * unit) for net in surrendered], dtype=np.int64),
        np.array([int(net * unit) for net in insured], dtype=np.int64),
        2 * house.most_hands * unit + max(abs(int(net * unit)) for net in insured),
    ), unit


def _total_of(place: int) -> Total:
    """The total of a sum: hard points, and 32 more with an ace among them."""
    ace = DECK[-1]
    points, has_ace = place % POINTS, place >= POINTS
    cards = [ace] if has_ace and points else []
    rest = points - len(cards)
    while rest > 0:
        # Never a one left over, which only an ace counts.
        step = 9 if rest == 11 else min(rest, 10)
        if step == 1 and not has_ace:
            return Total(points, False)
        cards.append(ace if step == 1 else DECK[(step - 2) * 4])
        rest -= step
    return total(cards)


def _shapes(points: Sequence[int], sums: dict[int, Total]) -> dict[int, tuple[Total, bool, int | None]]:
    """Every shape of a hand with its total, whether it is two cards, and its pair."""
    found: dict[int, tuple[Total, bool, int | None]] = {}
    for place, each in enumerate(points):
        card = DECK[-1] if each == ACE_POINTS else DECK[(each - 2) * 4]
        found[shape_of(True, place + 1, 0)] = (total((card, card)), True, each)
    for place, counted in sums.items():
        found[shape_of(True, 0, place)] = (counted, True, None)
        found[shape_of(False, 0, place)] = (counted, False, None)
    return found


def decider(game: Game, strategy: TwentyOneStrategy) -> Decide:
    """The same strategy, as the play driver asks it."""
    assert isinstance(game, TwentyOneGame)
    asked: TwentyOneGame = game

    def decide(state: State, turn: Choose) -> Decision:
        names = [action.name for action in turn.actions]
        up = value(next(dealt.cards[0] for dealt in state.dealt if dealt.slot.is_dealers))
        if "decline" in names:
            first = next(dealt.cards for dealt in state.dealt if dealt.slot == Slot(turn.seat))
            situation = _situation(asked, first, False, up)
            offered = next(action for action in turn.actions if action.name != "decline")
            takes = strategy.insures if offered.name == "insure" else strategy.gives_up
            if takes(situation):
                return Decision(turn.seat, offered.name, offered.maximum)
            return Decision(turn.seat, "decline")
        own, hands = asked.hand_asked(state)
        chosen = strategy.play(_situation(asked, own, hands > 1, up), names)
        return Decision(turn.seat, chosen, next(each.maximum for each in turn.actions if each.name == chosen))

    return decide


def _situation(game: TwentyOneGame, cards: Cards, is_split: bool, up: int) -> Situation:
    is_two = len(cards) == 2
    is_pair = is_two and "split" in game.actions_on(cards, SOME_UP_CARD)
    return Situation(total(cards), is_two, value(cards[0]) if is_pair else None, is_split, up)
