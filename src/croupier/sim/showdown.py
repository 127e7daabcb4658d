"""A showdown game as tables: what its own settlement pays, class against class, and how a strategy plays it.

Deals in the same case (the dealer does not qualify, or is lower, equal, higher) settle alike; tests compare rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.kernels import deals
from croupier.kernels import graders as lookup
from croupier.kernels.arrays import Bytes, Int8s, Int16s, UInt16s, UInt32s, Whole, Words
from croupier.kernels.cells import NO_METERS, Counts, Graded, Layout, Meters, Outcome, graded, lay_out, place_of_class
from croupier.kernels.compiled import compiled, is_compiled
from croupier.kernels.deals import CARDS, first_cards, two_sevens, two_threes
from croupier.kernels.philox import STREAM
from croupier.kernels.stream import LOW, ONE, WORD_BITS, ZERO, Word, open_stream, whole
from croupier.kernels.terms import CASES, Terms
from croupier.play.game import Bonus, Choose, Decision, State
from croupier.play.showdown import Bet, Hand, Showdown
from croupier.rulebook.sights import Seen
from croupier.sim.running import ByKernel

SEVEN, THREE = 7, 3


class ShowdownStrategy(NamedTuple):
    """A bet for every class of hand, and hands (with all that the game cannot tell from them) that play otherwise."""

    name: str
    by_class: Callable[[Hand], Bet]
    exceptions: Mapping[Bet, Words] = MappingProxyType({})  # By bet, hands of 52 bits (``deals``).


@dataclass(frozen=True)
class ShowdownSimulator(ByKernel):
    """A game, a strategy and a number of seats, ready to be run anywhere: arrays only."""

    layout: Layout
    tables: ShowdownTables
    seats: int
    size: int
    threes: Threes | None  # Filled in for one seat with three cards.
    chunk: int = 1 << 20
    stream: str = STREAM

    @property
    def is_ready(self) -> bool:
        return is_compiled(play_threes if self.threes else play_sevens if self._sevens else play_seats)

    @property
    def _sevens(self) -> bool:
        return self.seats == 1 and self.size == SEVEN and self.tables.lookups.graders[0, lookup.KIND] != lookup.BY_CARDS

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        if self.threes:
            play_threes(seed, first, count, self.threes, self.tables, counts)
        elif self._sevens:
            play_sevens(seed, first, count, deals.seven_of_fourteen(), self.tables, counts)
        else:
            squares = self.layout.wagers[0].squares_at
            play_seats(seed, first, count, self.seats, self.size, squares, self.tables, counts)

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        """The cards of a round in the order of the deal: seat by seat, the dealer's last."""
        if self.threes:
            numbers = deals.two_threes(np.uint64(seed), np.uint64(number))
            own, dealer, _ = three_hands(*numbers, self.threes.own, self.threes.dealer)
        elif self._sevens:
            own, dealer = deals.two_sevens(np.uint64(seed), np.uint64(number), deals.seven_of_fourteen())
        else:
            return deals.cards_in_order((self.seats + 1) * self.size, seed, number)
        return deals.cards_of(int(own)) + deals.cards_of(int(dealer))


def ranking_of(game: Showdown) -> lookup.Grader:
    """The lookup of the family that the game declares to rank its hands; NoLookup where it has none."""
    family = game.declares.hands or ""
    if not lookup.has_lookup(family) or len(game.deck) != deals.CARDS:
        raise lookup.NoLookup(f"{game.rules.name}: the ranking of its hands has no lookup")
    return lookup.grader_of(family, game.hand_size)


def decider(game: Showdown, strategy: ShowdownStrategy) -> Callable[[State, Choose], Decision]:
    """The same strategy, as the play driver asks it."""
    by_suit = ranking_of(game).kind == lookup.BY_SUIT

    def key(hand: int) -> int:
        return int(key_of(by_suit, np.uint64(hand)))

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
    """Ask the game for everything that a kernel looks up; NoLookup where a family of hands has none."""
    ranking = ranking_of(game)
    graders = [ranking]
    seen: list[Seen | None] = [None]
    bonuses = []
    for _, bonus in game.bonuses:
        if not lookup.has_lookup(bonus.seen.family) or bonus.seen.dealer not in (0, game.hand_size):
            raise lookup.NoLookup(f"{game.rules.name}: {bonus.wager} has no lookup")
        if bonus.seen not in seen:
            seen.append(bonus.seen)
            graders.append(lookup.grader_of(bonus.seen.family, bonus.seen.size))
        bonuses.append((bonus, graded(game, bonus, meters)))
    lookups = lookup.join(graders)
    base = _BaseTable(game, ranking, strategy)
    exceptions = _exceptions(base, lookups, strategy.exceptions)
    listed = [(bonus.wager, found.outcomes) for bonus, found in bonuses]
    layout = lay_out([(game.base_wager, tuple(base.outcomes)), *listed], seats)
    places: list[int] = []
    rows = []
    for (bonus, found), cells in zip(bonuses, layout.wagers[1:], strict=True):
        grader = seen.index(bonus.seen)
        rows.append((grader, bonus.seen.own > 0, bonus.seen.dealer > 0, len(places), cells.first, cells.squares_at))
        places += [place_of_class(bonus, found, hand) for hand in graders[grader].classes]
    tables = ShowdownTables(
        lookups,
        base.terms.first_qualifying,
        base.bets,
        base.bet_of_class,
        exceptions,
        base.outcome,
        np.array(rows, dtype=np.int64).reshape(-1, 6),
        np.array(places, dtype=np.int16),
        layout.nets,
    )
    is_threes = seats == 1 and game.hand_size == THREE and not strategy.exceptions
    threes = _threes(game, ranking, bonuses) if is_threes else None
    return ShowdownSimulator(layout, tables, seats, game.hand_size, threes)


def _threes(game: Showdown, ranking: lookup.Grader, bonuses: Sequence[tuple[Bonus, Graded]]) -> Threes:
    """Everything about hands of three, by their number."""
    own, dealer = deals.threes(deals.CARDS), deals.threes(deals.CARDS - THREE)
    hands = [tuple(deals.card_at(each >> shift & 63) for shift in (0, 6, 12)) for each in own.tolist()]
    numbers = {hand: number for number, hand in enumerate(ranking.classes)}
    keys = [lookup.key_of([card >> 2 for card in hand]) for hand in hands]
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

    def __init__(self, game: Showdown, ranking: lookup.Grader, strategy: ShowdownStrategy) -> None:
        self.terms = Terms(game, ranking.classes)
        chosen = [strategy.by_class(hand) for hand in ranking.classes]
        self.bets_of_class = [list(dict.fromkeys([bet, *strategy.exceptions])) for bet in chosen]
        self.bets = max(map(len, self.bets_of_class))
        self.outcomes: dict[Outcome, int] = {}
        """By outcome its cell."""
        self.bet_of_class = np.zeros(len(chosen), dtype=np.uint8)
        self.outcome = np.zeros(len(chosen) * self.bets * CASES, dtype=np.int16)
        for place, bet in enumerate(chosen):
            self.settle_bet(place, bet)

    def settle_bet(self, place: int, bet: Bet) -> None:
        """Enter what a class ends with in each case if it makes this bet."""
        first = (place * self.bets + self.bets_of_class[place].index(bet)) * CASES
        for case, net in enumerate(self.terms.nets(place, bet)):
            if net is not None:
                ends = Outcome(net / self.terms.unit)
                self.outcome[first + case] = self.outcomes.setdefault(ends, len(self.outcomes))


def _exceptions(base: _BaseTable, lookups: lookup.Lookups, exceptions: Mapping[Bet, Words]) -> Words:
    """The table of hands that do not play as their class does; marks these classes."""
    many = sum(map(len, exceptions.values()))
    table = np.zeros(1 << (2 * many).bit_length() if many else 0, dtype=np.uint64)
    for bet, hands in exceptions.items():
        numbers = np.zeros(len(hands), dtype=np.int64)
        bet_numbers = np.array([own.index(bet) for own in base.bets_of_class])
        enter_exceptions(hands, numbers, bet_numbers, lookups, base.bet_of_class, table)
        for number in np.unique(numbers).tolist():
            base.settle_bet(number, bet)
    return table


_CASES = np.uint64(CASES)
ASK = 128  # Added to a class's bet: the hand's other cards may say otherwise.
SPREAD_KEYS = np.uint64(0x9E3779B97F4A7C15)
GRADER, SEES_OWN, SEES_DEALER, PLACES_AT, COUNTS_AT, SQUARES_AT = range(6)  # Columns of ``ShowdownTables.bonuses``.
_6, _12 = np.uint64(6), np.uint64(12)
_SUIT = np.uint64(0x1FFF)
_13, _26, _39 = np.uint64(13), np.uint64(26), np.uint64(39)
_PLACE = np.uint64(63)
_56, _KEY = np.uint64(56), np.uint64((1 << 52) - 1)
_2 = np.uint64(2)


class ShowdownTables(NamedTuple):
    """One configured game under one strategy; the first grader ranks hands."""

    lookups: lookup.Lookups
    first_qualifying: int  # The lowest class with which a dealer qualifies.
    bets: int  # The most bets that a class may make.
    bet_of_class: Bytes
    exceptions: Words
    """A hash table of hands that bet otherwise: ``key_of`` in the low 52 bits, the bet in the top byte; 0 is free."""
    outcome: Int16s  # By class, bet and case: the cell of the base wager.
    bonuses: Whole
    places: Int16s  # By bonus and class: the outcome.
    nets: Whole  # By cell, in the wager's units; needed with several seats only.


@compiled
def key_of(by_suit: bool, hand: Word) -> Word:
    """What tells hands apart beyond their class: the suits in falling order, or how often each rank is held."""
    a, b = hand & _SUIT, hand >> _13 & _SUIT
    c, d = hand >> _26 & _SUIT, hand >> _39
    key: Word = ZERO
    if by_suit:
        a, b = max(a, b), min(a, b)
        c, d = max(c, d), min(c, d)
        a, c = max(a, c), min(a, c)
        b, d = max(b, d), min(b, d)
        b, c = max(b, c), min(b, c)
        key = a << _39 | b << _26 | c << _13 | d
    else:
        # The four suits added up rank by rank: ones, twos and fours.
        low, high, one, other = a ^ b, c ^ d, a & b, c & d
        key = (one & other) << _26 | (one ^ other ^ (low & high)) << _13 | (low ^ high)
    return key


@compiled
def place_of_key(exceptions: Words, key: Word) -> int:
    """Where a key is in a hash table, or the empty place where it would be."""
    last = whole(exceptions.shape[0]) - 1
    place = whole((key * SPREAD_KEYS) >> np.uint64(32)) & last
    while exceptions[place] != ZERO and exceptions[place] & _KEY != key:
        place = (place + 1) & last
    return place


@compiled
def exceptional_bet(exceptions: Words, by_suit: bool, own: Word, usual: int) -> int:
    """The bet of a hand whose class does not settle it."""
    entry = exceptions[place_of_key(exceptions, key_of(by_suit, own))]
    return whole(entry >> _56) if entry != ZERO else usual


@compiled
def enter_exceptions(
    hands: Words, numbers: Whole, bet_numbers: Whole, lookups: lookup.Lookups, bet_of_class: Bytes, exceptions: Words
) -> None:
    """Enter hands that play another bet than their class, by class in ``bet_numbers``, and fill ``numbers``."""
    graders, plain, suited, spread, low, high, held = lookups
    by_suit = graders[0, lookup.KIND] == lookup.BY_SUIT
    for each in range(hands.shape[0]):
        number = lookup.grade(graders, plain, suited, spread, low, high, held, 0, hands[each], ZERO)
        numbers[each] = number
        bet_of_class[number] = ASK
        key = key_of(by_suit, hands[each])
        exceptions[place_of_key(exceptions, key)] = key | np.uint64(bet_numbers[number]) << _56


@compiled
def base_cell(
    own_class: Word, dealer_class: Word, bet: Word, bets: Word, first_qualifying: Word, outcome: Int16s
) -> int:
    """The base wager's cell of a hand that makes this bet."""
    case = ZERO
    if dealer_class >= first_qualifying:
        case = ONE + np.uint64(own_class <= dealer_class) + np.uint64(own_class < dealer_class)
    return whole(outcome[(own_class * bets + bet) * _CASES + case])


@compiled
def settled_cells(bet_of_class: Bytes, bets: int, outcome: Int16s, cells: Int16s) -> None:
    """By class and case, the cell under the class's own bet; -1 where the hand must be asked."""
    for number in range(bet_of_class.shape[0]):
        bet = whole(bet_of_class[number])
        for case in range(CASES):
            asks = bet >= ASK
            cells[number * CASES + case] = -1 if asks else outcome[(number * bets + bet) * CASES + case]


@compiled
def play_sevens(seed: Word, first: int, count: int, marks: UInt16s, tables: ShowdownTables, counts: Counts) -> None:
    """One seat, seven cards each, ranked by what one look tells."""
    graders, plain, suited, spread, low, high, held = tables.lookups
    first_qualifying, bets = np.uint64(tables.first_qualifying), tables.bets
    bet_of_class, exceptions, outcome = tables.bet_of_class, tables.exceptions, tables.outcome
    bonuses, places = tables.bonuses, tables.places
    kind = graders[0, lookup.KIND]
    cells = np.zeros(bet_of_class.shape[0] * CASES, dtype=np.int16)
    settled_cells(bet_of_class, bets, outcome, cells)
    for number in range(first, first + count):
        own, dealer = two_sevens(seed, np.uint64(number), marks)
        own_class = lookup.look(kind, plain, ZERO, own, ZERO)
        dealer_class = lookup.look(kind, plain, ZERO, dealer, ZERO)
        cell = base_cell(own_class, dealer_class, ZERO, ONE, first_qualifying, cells)
        if cell < 0:
            usual = whole(bet_of_class[own_class]) - ASK
            bet = exceptional_bet(exceptions, kind == lookup.BY_SUIT, own, usual)
            cell = base_cell(own_class, dealer_class, np.uint64(bet), np.uint64(bets), first_qualifying, outcome)
        counts[np.uint64(cell)] += 1
        for each in range(bonuses.shape[0]):
            mine = own if bonuses[each, SEES_OWN] else ZERO
            theirs = dealer if bonuses[each, SEES_DEALER] else ZERO
            which = bonuses[each, GRADER]
            found = np.uint64(lookup.grade(graders, plain, suited, spread, low, high, held, which, mine, theirs))
            place = np.uint64(places[np.uint64(bonuses[each, PLACES_AT]) + found])
            counts[np.uint64(bonuses[each, COUNTS_AT]) + place] += 1


@compiled
def _past(place: Word, low: Word, middle: Word, high: Word) -> Word:
    """A place among the 49 cards left, as a place among all 52."""
    passed: Word = place + np.uint64(place >= low) + np.uint64(place + ONE >= middle) + np.uint64(place + _2 >= high)
    return passed


@compiled
def three_hands(
    own_number: Word, dealer_number: Word, own_threes: UInt32s, dealer_threes: UInt32s
) -> tuple[Word, Word, Word]:
    """The player's hand, the dealer's, and the dealer's number among all hands of three."""
    packed = np.uint64(own_threes[own_number])
    low, middle, high = packed & _PLACE, packed >> _6 & _PLACE, packed >> _12
    own = ONE << low | ONE << middle | ONE << high
    packed = np.uint64(dealer_threes[dealer_number])
    a = _past(packed & _PLACE, low, middle, high)
    b = _past(packed >> _6 & _PLACE, low, middle, high)
    c = _past(packed >> _12, low, middle, high)
    number = a + (b * (b - ONE) >> ONE) + c * (c - ONE) * (c - _2) // _6
    return own, ONE << a | ONE << b | ONE << c, number


class Threes(NamedTuple):
    """Hands of three by number: their cards among 52 and among 49, their class, and what six cards need to know."""

    own: UInt32s
    dealer: UInt32s
    class_of: Int16s
    key: Words  # How often each rank is held, as in ``graders``.
    suits: UInt16s  # How often each suit is held, four bits to a suit.
    places: Int8s
    """By bonus that sees the player's hand alone, and by number: the outcome; one row of any other is not read."""


@compiled
def play_threes(seed: Word, first: int, count: int, threes: Threes, tables: ShowdownTables, counts: Counts) -> None:
    """One seat, three cards each; classes by the number of the hand."""
    own_threes, dealer_threes, class_of, keys, suits, own_places = threes
    graders, plain, suited, _, low, high, held = tables.lookups
    first_qualifying, bets = np.uint64(tables.first_qualifying), tables.bets
    outcome, bet_of_class = tables.outcome, tables.bet_of_class
    bonuses, places = tables.bonuses, tables.places
    cells = np.zeros(bet_of_class.shape[0] * CASES, dtype=np.int16)
    settled_cells(bet_of_class, bets, outcome, cells)
    for number in range(first, first + count):
        own_number, dealer_number = two_threes(seed, np.uint64(number))
        own, dealer, dealer_whole = three_hands(own_number, dealer_number, own_threes, dealer_threes)
        own_class = np.uint64(class_of[own_number])
        dealer_class = np.uint64(class_of[dealer_whole])
        counts[np.uint64(base_cell(own_class, dealer_class, ZERO, ONE, first_qualifying, cells))] += 1
        for each in range(bonuses.shape[0]):
            if not bonuses[each, SEES_DEALER]:
                counts[bonuses[each, COUNTS_AT] + whole(own_places[each, own_number])] += 1
                continue
            which = bonuses[each, GRADER]
            if graders[which, lookup.KIND] == lookup.BY_CARDS:
                key = keys[own_number] + keys[dealer_whole]
                row = graders[which, lookup.SIZE_ROW]
                found = whole(low[row, key & LOW]) + whole(high[key >> WORD_BITS])
                found = whole(plain[graders[which, lookup.PLAIN_AT] + found])
                # Four bits to a suit: those that hold enough carry into the top bit.
                held_in_suits = whole(suits[own_number]) + whole(suits[dealer_whole])
                if (held_in_suits + (8 - graders[which, lookup.NEEDED]) * 0x1111) & 0x8888:
                    place = lookup.suited_place(held, graders[which, lookup.NEEDED], own | dealer)
                    found = max(found, whole(suited[graders[which, lookup.SUITED_AT] + place]))
            else:
                found = whole(
                    lookup.look(
                        graders[which, lookup.KIND], plain, np.uint64(graders[which, lookup.PLAIN_AT]), own, dealer
                    )
                )
            counts[bonuses[each, COUNTS_AT] + whole(places[bonuses[each, PLACES_AT] + found])] += 1


@compiled
def play_seats(
    seed: Word, first: int, count: int, seats: int, size: int, base_squares: int, tables: ShowdownTables, counts: Counts
) -> None:
    """Any number of seats and cards: a seat's packet each, the dealer's last."""
    graders, plain, suited, spread, low, high, held = tables.lookups
    first_qualifying, bets, nets = np.uint64(tables.first_qualifying), np.uint64(tables.bets), tables.nets
    bet_of_class, exceptions, outcome = tables.bet_of_class, tables.exceptions, tables.outcome
    bonuses, places = tables.bonuses, tables.places
    cards, words = np.zeros(CARDS, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    totals = np.zeros(bonuses.shape[0], dtype=np.int64)
    by_suit = graders[0, lookup.KIND] == lookup.BY_SUIT
    for number in range(first, first + count):
        open_stream(words)
        first_cards((seats + 1) * size, cards, words, seed, np.uint64(number))
        dealer = ZERO
        for place in range(seats * size, (seats + 1) * size):
            dealer |= ONE << np.uint64(cards[place])
        dealer_class = lookup.grade(graders, plain, suited, spread, low, high, held, 0, dealer, ZERO)
        total = 0
        totals[:] = 0
        for seat in range(seats):
            own = ZERO
            for place in range(seat * size, (seat + 1) * size):
                own |= ONE << np.uint64(cards[place])
            own_class = lookup.grade(graders, plain, suited, spread, low, high, held, 0, own, ZERO)
            bet = whole(bet_of_class[own_class])
            if bet >= ASK:
                bet = exceptional_bet(exceptions, by_suit, own, bet - ASK)
            cell = base_cell(
                np.uint64(own_class), np.uint64(dealer_class), np.uint64(bet), bets, first_qualifying, outcome
            )
            counts[cell] += 1
            total += nets[cell]
            for each in range(bonuses.shape[0]):
                mine = own if bonuses[each, SEES_OWN] else ZERO
                theirs = dealer if bonuses[each, SEES_DEALER] else ZERO
                which = bonuses[each, GRADER]
                found = lookup.grade(graders, plain, suited, spread, low, high, held, which, mine, theirs)
                cell = bonuses[each, COUNTS_AT] + whole(places[bonuses[each, PLACES_AT] + found])
                counts[cell] += 1
                totals[each] += nets[cell]
        counts[base_squares] += total * total
        for each in range(bonuses.shape[0]):
            counts[bonuses[each, SQUARES_AT]] += totals[each] * totals[each]
