"""Sampled rounds of a pot under quick decisions, compiled: whole deals for a table's edge, draws for one decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.exact.ricochet.sketch_kernels import MOST, Node, SketchRules, follow, new_node
from croupier.kernels.arrays import Bytes, Floats, Int16s, Whole, Words
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import CARDS, first_cards
from croupier.kernels.graders import grade
from croupier.kernels.pot_tables import DEALER, NOBODY
from croupier.kernels.stream import ONE, ZERO, Word, below, block, open_stream, whole

WHOLE_DECK = np.uint64((1 << CARDS) - 1)


class Order(NamedTuple):
    """What decides who acts when, and against what; a pocket is ``first * 52 + second``."""

    acting: Int16s
    beaten_from: Int16s
    kicked_out: Bytes
    """By class of the dealer's hand."""


class Round(NamedTuple):
    """Room for one round."""

    cards: Bytes
    words: Words
    pockets: Whole
    """(seats in the order of acting, 2)"""
    drawn: Whole
    gains: Floats
    acted: Whole
    worth: Floats


@compiled
def new_round() -> Round:
    """Empty room."""
    return Round(
        np.zeros(CARDS, dtype=np.uint8),
        np.zeros(6, dtype=np.uint64),
        np.zeros((MOST, 2), dtype=np.int64),
        np.zeros(CARDS, dtype=np.int64),
        np.zeros(MOST),
        np.zeros(MOST, dtype=np.int64),
        np.zeros(MOST),
    )


@compiled
def play_deal(
    rules: SketchRules, order: Order, node: Node, room: Round, seed: Word, number: int, forced: Whole
) -> tuple[float, int]:
    """One deal of a full table: what all seats end with together, and the class of the dealer's hand."""
    seats = rules.seats
    open_stream(room.words)
    first_cards(5 + 5 * seats, room.cards, room.words, seed, np.uint64(number))
    for seat in range(seats):
        one, other = whole(room.cards[2 * seat]), whole(room.cards[2 * seat + 1])
        place = seat
        mine = order.acting[one * CARDS + other]
        while place > 0 and order.acting[room.pockets[place - 1, 0] * CARDS + room.pockets[place - 1, 1]] > mine:
            room.pockets[place, 0], room.pockets[place, 1] = room.pockets[place - 1, 0], room.pockets[place - 1, 1]
            place -= 1
        room.pockets[place, 0], room.pockets[place, 1] = one, other
    dealer, gone = ZERO, ZERO
    for place in range(2 * seats + 5):
        card = ONE << np.uint64(room.cards[place])
        gone |= card
        if place >= 2 * seats:
            dealer |= card
    for place in range(3 * seats):
        room.drawn[place] = whole(room.cards[2 * seats + 5 + place])
    graders, plain, suited, spread, low, high, held = rules.lookups
    shown = grade(graders, plain, suited, spread, low, high, held, 0, dealer, ZERO)
    is_out = order.kicked_out[shown] != 0
    highest = room.pockets[seats - 1]
    found = follow(
        rules,
        node,
        0,
        seats,
        room.pockets,
        room.drawn,
        WHOLE_DECK ^ gone,
        NOBODY if is_out else DEALER,
        -1 if is_out else shown,
        0,
        whole(order.beaten_from[highest[0] * CARDS + highest[1]]),
        0,
        forced,
        room.gains,
        room.acted,
        room.worth,
    )
    return found, shown


@compiled
def play_deals(
    rules: SketchRules,
    order: Order,
    seed: Word,
    first: int,
    count: int,
    slopes: Floats,
    sums: Floats,
    squares: Floats,
    many: Floats,
    along: Floats,
) -> None:
    """Deals under quick decisions, by group of the dealer's hand.

    ``sums`` and ``squares`` are (groups, 1 + seats): a seat's average at the table, then each seat in the order of
    acting. ``many`` is (groups, 2): deals, and plays. On average the seats add up to the table's sum; ``slopes`` times
    what they miss is subtracted from each. ``along`` gathers products with it, for better slopes.
    """
    node, room, forced = new_node(), new_round(), np.full(MOST, -1, dtype=np.int64)
    for number in range(first, first + count):
        found, shown = play_deal(rules, order, node, room, seed, number, forced)
        group = rules.pockets.group[shown]
        found /= rules.seats
        many[group, 0] += 1.0
        sums[group, 0] += found
        squares[group, 0] += found * found
        missed = -found * rules.seats
        for seat in range(rules.seats):
            missed += room.worth[seat]
            many[group, 1] += room.acted[seat]
        for seat in range(rules.seats):
            own = room.worth[seat] - slopes[seat] * missed
            sums[group, 1 + seat] += own
            squares[group, 1 + seat] += own * own
            along[seat] += own * missed
        along[rules.seats] += missed * missed


@compiled
def list_close(
    rules: SketchRules, order: Order, seed: Word, first: int, count: int, close: float, found: Floats
) -> int:
    """The decisions of some deals that the sketch finds close; how many there are. The last to act decides exactly."""
    node, room, forced = new_node(), new_round(), np.full(MOST, -1, dtype=np.int64)
    many = 0
    for number in range(first, first + count):
        play_deal(rules, order, node, room, seed, number, forced)
        for seat in range(rules.seats - 1):
            if abs(room.gains[seat]) < close:
                found[many, 0], found[many, 1], found[many, 2] = number, seat, rules.seats - seat
                found[many, 3] = room.gains[seat]
                many += 1
    return many


@compiled
def coin(seed: Word, number: int, seat: int) -> float:
    """A number from 0 to 1 that belongs to a decision: from stream 1, which deals of this kind do not use."""
    word, _, _, _ = block(seed, np.uint64(number), np.uint64(seat), ONE)
    return whole(word) / 4294967296.0


class Start(NamedTuple):
    """A decision in the middle of a round."""

    pockets: Whole
    stub: Whole
    to_act: int
    kind: int
    best: int
    holders: int
    waiting: int
    plays: int


@compiled
def play_draws(
    rules: SketchRules, start: Start, seed: Word, first: int, count: int, forced: Whole, found: Floats
) -> None:
    """Sampled draws after a decision.

    ``found`` gets the sum and the sum of squares of what the seat expects, then the sums of what all players do
    together, and what each seat to act does.
    """
    node, room = new_node(), new_round()
    stub = ZERO
    for card in start.stub:
        stub |= ONE << np.uint64(card)
    cards = start.stub.copy()
    for number in range(first, first + count):
        open_stream(room.words)
        for place in range(3 * start.to_act):
            other = place + whole(below(np.uint64(len(cards) - place), room.words, seed, np.uint64(number)))
            cards[place], cards[other] = cards[other], cards[place]
            room.drawn[place] = cards[place]
        found[2] += follow(
            rules,
            node,
            0,
            start.to_act,
            start.pockets,
            room.drawn,
            stub,
            start.kind,
            start.best,
            start.holders,
            start.waiting,
            start.plays,
            forced,
            room.gains,
            room.acted,
            room.worth,
        )
        found[0] += room.worth[0]
        found[1] += room.worth[0] * room.worth[0]
        for seat in range(start.to_act):
            found[3 + seat] += room.worth[seat]
