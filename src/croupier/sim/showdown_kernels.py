"""Showdown games played from tables: deal, class by lookup, decision by lookup, outcome by lookup.

Three kernels deal: two hands of seven, two hands of three, and any table of several seats. None knows a rule: how hands
rank, what a player does with them, who qualifies and what each case pays comes in ``ShowdownTables``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Bytes, Int8s, Int16s, Int32s, UInt16s, UInt32s, Whole, Words
from croupier.kernels.cells import Counts
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import CARDS, first_cards, two_sevens, two_threes
from croupier.kernels.graders import (
    BY_CARDS,
    KIND,
    NEEDED,
    PLAIN_AT,
    SIZE_ROW,
    SUITED_AT,
    Lookups,
    grade,
    holding_number,
    look,
    suited_place,
)
from croupier.kernels.stream import LOW, ONE, WORD_BITS, ZERO, Word, open_stream, whole

NOT_QUALIFIED, LOWER, EQUAL, HIGHER = range(4)
"""How the dealer's hand compares with the player's."""
CASES = 4
_CASES = np.uint64(CASES)
ASK = 128
"""Added to a class's bet: the hand's other cards may say otherwise."""
NO_EXCEPTION = 255
SPREAD_KEYS = np.uint64(0x9E3779B97F4A7C15)
GRADER, SEES_OWN, SEES_DEALER, PLACES_AT, COUNTS_AT, SQUARES_AT = range(6)
"""Columns of ``ShowdownTables.bonuses``."""
_6, _12 = np.uint64(6), np.uint64(12)
_SUIT = np.uint64(0x1FFF)
_13, _26, _39 = np.uint64(13), np.uint64(26), np.uint64(39)
_PLACE = np.uint64(63)
_2 = np.uint64(2)


class ShowdownTables(NamedTuple):
    """One configured game under one strategy; the first grader ranks hands."""

    lookups: Lookups
    first_qualifying: int
    """The lowest class with which a dealer qualifies."""
    bets: int
    """The most bets that a class may make."""
    bet_of_class: Bytes
    bet_of_hand: Bytes
    """Exceptions from the class's bet: by the hand's number, or in the order of ``hand_keys``."""
    hand_row: int
    """The size row of ``Lookups.low`` that numbers hands for ``bet_of_hand``."""
    hand_keys: Words
    """Where suits matter, a hash table of hands with their suits in falling order; zero is an empty place."""
    outcome: Int16s
    """By class, bet and case: the cell of the base wager."""
    bonuses: Whole
    places: Int16s
    """By bonus and class: the outcome."""
    nets: Whole
    """By cell, in the wager's units; needed with several seats only."""


@compiled
def without_suit_names(hand: Word) -> Word:
    """The hand with its suits in falling order: hands that differ only in the names of suits become one."""
    a, b = hand & _SUIT, hand >> _13 & _SUIT
    c, d = hand >> _26 & _SUIT, hand >> _39
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    key: Word = a << _39 | b << _26 | c << _13 | d
    return key


@compiled
def place_of_key(keys: Words, key: Word) -> int:
    """Where a key is in a hash table, or the empty place where it would be."""
    last = whole(keys.shape[0]) - 1
    place = whole((key * SPREAD_KEYS) >> np.uint64(32)) & last
    while keys[place] != key and keys[place] != ZERO:
        place = (place + 1) & last
    return place


@compiled
def exceptional_bet(
    spread: Words,
    low: Int32s,
    high: Int32s,
    bet_of_hand: Bytes,
    hand_row: int,
    hand_keys: Words,
    own: Word,
    usual: int,
) -> int:
    """The bet of a hand whose class does not settle it."""
    if hand_keys.shape[0]:
        key = without_suit_names(own)
        place = place_of_key(hand_keys, key)
        return whole(bet_of_hand[place]) if hand_keys[place] == key else usual
    bet = whole(bet_of_hand[holding_number(spread, low, high, hand_row, own)])
    return usual if bet == NO_EXCEPTION else bet


@compiled
def enter_exceptions(
    hands: Words,
    numbers: Whole,
    bet_numbers: Whole,
    lookups: Lookups,
    hand_row: int,
    bet_of_class: Bytes,
    bet_of_hand: Bytes,
    hand_keys: Words,
) -> None:
    """Enter hands that play another bet than their class, and mark the class; ``numbers`` is filled with classes.

    ``bet_numbers`` says, by class, which of its bets these hands make.
    """
    graders, plain, suited, spread, low, high, held = lookups
    for each in range(hands.shape[0]):
        hand = hands[each]
        number = grade(graders, plain, suited, spread, low, high, held, 0, hand, ZERO)
        numbers[each] = number
        bet_of_class[number] = ASK
        if hand_keys.shape[0]:
            key = without_suit_names(hand)
            place = place_of_key(hand_keys, key)
            hand_keys[place] = key
        else:
            place = holding_number(spread, low, high, hand_row, hand)
        bet_of_hand[place] = bet_numbers[number]


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
    hand_row, hand_keys = tables.hand_row, tables.hand_keys
    bet_of_class, bet_of_hand, outcome = tables.bet_of_class, tables.bet_of_hand, tables.outcome
    bonuses, places = tables.bonuses, tables.places
    kind = graders[0, KIND]
    cells = np.zeros(bet_of_class.shape[0] * CASES, dtype=np.int16)
    settled_cells(bet_of_class, bets, outcome, cells)
    for number in range(first, first + count):
        own, dealer = two_sevens(seed, np.uint64(number), marks)
        own_class = look(kind, plain, ZERO, own, ZERO)
        dealer_class = look(kind, plain, ZERO, dealer, ZERO)
        cell = base_cell(own_class, dealer_class, ZERO, ONE, first_qualifying, cells)
        if cell < 0:
            usual = whole(bet_of_class[own_class]) - ASK
            bet = exceptional_bet(spread, low, high, bet_of_hand, hand_row, hand_keys, own, usual)
            cell = base_cell(own_class, dealer_class, np.uint64(bet), np.uint64(bets), first_qualifying, outcome)
        counts[np.uint64(cell)] += 1
        for each in range(bonuses.shape[0]):
            mine = own if bonuses[each, SEES_OWN] else ZERO
            theirs = dealer if bonuses[each, SEES_DEALER] else ZERO
            which = bonuses[each, GRADER]
            if graders[which, KIND] == BY_CARDS:
                found = np.uint64(grade(graders, plain, suited, spread, low, high, held, which, mine, theirs))
            else:
                found = look(graders[which, KIND], plain, np.uint64(graders[which, PLAIN_AT]), mine, theirs)
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
    key: Words
    """How often each rank is held, as in ``graders``."""
    suits: UInt16s
    """How often each suit is held, four bits to a suit."""
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
            if graders[which, KIND] == BY_CARDS:
                key = keys[own_number] + keys[dealer_whole]
                row = graders[which, SIZE_ROW]
                found = whole(low[row, key & LOW]) + whole(high[key >> WORD_BITS])
                found = whole(plain[graders[which, PLAIN_AT] + found])
                # Four bits to a suit: those that hold enough carry into the top bit.
                held_in_suits = whole(suits[own_number]) + whole(suits[dealer_whole])
                if (held_in_suits + (8 - graders[which, NEEDED]) * 0x1111) & 0x8888:
                    place = suited_place(held, graders[which, NEEDED], own | dealer)
                    found = max(found, whole(suited[graders[which, SUITED_AT] + place]))
            else:
                found = whole(look(graders[which, KIND], plain, np.uint64(graders[which, PLAIN_AT]), own, dealer))
            counts[bonuses[each, COUNTS_AT] + whole(places[bonuses[each, PLACES_AT] + found])] += 1


@compiled
def play_seats(
    seed: Word, first: int, count: int, seats: int, size: int, base_squares: int, tables: ShowdownTables, counts: Counts
) -> None:
    """Any number of seats and cards: a seat's packet each, the dealer's last."""
    graders, plain, suited, spread, low, high, held = tables.lookups
    first_qualifying, bets, nets = np.uint64(tables.first_qualifying), np.uint64(tables.bets), tables.nets
    hand_row, hand_keys = tables.hand_row, tables.hand_keys
    bet_of_class, bet_of_hand, outcome = tables.bet_of_class, tables.bet_of_hand, tables.outcome
    bonuses, places = tables.bonuses, tables.places
    cards, words = np.zeros(CARDS, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    totals = np.zeros(bonuses.shape[0], dtype=np.int64)
    for number in range(first, first + count):
        open_stream(words)
        first_cards((seats + 1) * size, cards, words, seed, np.uint64(number))
        dealer = ZERO
        for place in range(seats * size, (seats + 1) * size):
            dealer |= ONE << np.uint64(cards[place])
        dealer_class = grade(graders, plain, suited, spread, low, high, held, 0, dealer, ZERO)
        total = 0
        totals[:] = 0
        for seat in range(seats):
            own = ZERO
            for place in range(seat * size, (seat + 1) * size):
                own |= ONE << np.uint64(cards[place])
            own_class = grade(graders, plain, suited, spread, low, high, held, 0, own, ZERO)
            bet = whole(bet_of_class[own_class])
            if bet >= ASK:
                bet = exceptional_bet(spread, low, high, bet_of_hand, hand_row, hand_keys, own, bet - ASK)
            cell = base_cell(
                np.uint64(own_class), np.uint64(dealer_class), np.uint64(bet), bets, first_qualifying, outcome
            )
            counts[cell] += 1
            total += nets[cell]
            for each in range(bonuses.shape[0]):
                mine = own if bonuses[each, SEES_OWN] else ZERO
                theirs = dealer if bonuses[each, SEES_DEALER] else ZERO
                which = bonuses[each, GRADER]
                found = grade(graders, plain, suited, spread, low, high, held, which, mine, theirs)
                cell = bonuses[each, COUNTS_AT] + whole(places[bonuses[each, PLACES_AT] + found])
                counts[cell] += 1
                totals[each] += nets[cell]
        counts[base_squares] += total * total
        for each in range(bonuses.shape[0]):
            counts[bonuses[each, SQUARES_AT]] += totals[each] * totals[each]
