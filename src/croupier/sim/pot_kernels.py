"""A sequential pot played from tables: the deal, the order of acting, decisions, who stays in, and how the pot ends.

The kernel compares numbers of classes and looks everything else up: what a completed hand does to the contest, who is
offered the pot, what each end is worth. ``pot`` asks the game for these tables.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.sim.arrays import Bytes, Int16s, Whole
from croupier.sim.cells import Counts
from croupier.sim.compiled import compiled
from croupier.sim.deals import CARDS, first_cards
from croupier.sim.graders import Lookups, grade
from croupier.sim.stream import ONE, ZERO, Word, open_stream, whole

MOST_SEATS = 7
NOBODY, DEALER, PLAYERS = range(3)
"""Who holds the best hand."""
LOWER, EQUAL, HIGHER = range(3)
"""How a completed hand compares with the best one."""
OUT, ALONE, JOINS, NONE_LEFT = range(4)
"""What becomes of the contest: as it was, the new hand alone, both, or nobody's."""
FOLDED, BEATEN, TOOK, WON = range(4)
"""How a seat ends; the first of those that depend on the pot is TOOK."""
DUEL = -1
"""In place of a grader: the wager sets the pocket against the dealer's hand."""
GRADER, OWN, DEALERS, PLACES_AT, COUNTS_AT, SQUARES_AT = range(6)
"""Columns of ``PotTables.bonuses``: ``OWN`` and ``DEALERS`` say how many cards of each are seen."""


class PotTables(NamedTuple):
    """One configured game under one strategy for one number of seats; the first grader ranks five cards.

    A pocket is named by the places of its two cards, ``first * 52 + second``.
    """

    lookups: Lookups
    acting: Int16s
    """By pocket, its place in the order of acting."""
    beaten_from: Int16s
    """By pocket, the lowest class of five cards that beats it while it waits."""
    plays: Bytes
    """By pocket, and whether the pot is offered: whether it plays."""
    kicked_out: Bytes
    """By class of the dealer's hand."""
    becomes: Bytes
    """By holder, standing and whether the hand beats what waits."""
    offered: Bytes
    """By holder, and whether nobody else waits: whether the pot is offered."""
    award: Int16s
    """By class of five cards, which award it has; 0 for none."""
    cell: Int16s
    """By end, number of plays, number of winners and award: the base wager's cell."""
    awards: int
    bonuses: Whole
    places: Int16s
    """By class of what a bonus sees, its outcome; a duel has three classes for each rank of a pocket."""
    rank_of_pocket: Int16s
    wins_duel_from: Int16s
    """By class of the dealer's hand, twice the lowest rank of a pocket that ties or beats it, plus 1 where it ties."""
    nets: Whole


@compiled
def end_place(end: int, plays: int, winners: int, award: int, awards: int) -> int:
    """Where ``PotTables.cell`` keeps an end."""
    return ((end * (MOST_SEATS + 1) + plays) * (MOST_SEATS + 1) + winners) * awards + award


@compiled
def play_pots(
    seed: Word, first: int, count: int, seats: int, base_squares: int, tables: PotTables, counts: Counts
) -> None:
    """Rounds of one pot: two cards to a seat, five to the dealer, three more to each who plays."""
    graders, plain, suited, spread, low, high, held = tables.lookups
    acting, beaten_from, plays_of, kicked_out = tables.acting, tables.beaten_from, tables.plays, tables.kicked_out
    becomes, offered, award_of, cell_of, awards = (
        tables.becomes,
        tables.offered,
        tables.award,
        tables.cell,
        tables.awards,
    )
    bonuses, places, nets = tables.bonuses, tables.places, tables.nets
    rank_of_pocket, wins_duel_from = tables.rank_of_pocket, tables.wins_duel_from
    cards, words = np.zeros(CARDS, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    pocket = np.zeros(MOST_SEATS, dtype=np.int64)
    order = np.zeros(MOST_SEATS, dtype=np.int64)
    five = np.zeros(MOST_SEATS, dtype=np.int64)
    end = np.zeros(MOST_SEATS, dtype=np.int64)
    holds = np.zeros(MOST_SEATS, dtype=np.uint8)
    for number in range(first, first + count):
        open_stream(words)
        first_cards(5 + 5 * seats, cards, words, seed, np.uint64(number))
        for seat in range(seats):
            pocket[seat] = whole(cards[2 * seat]) * CARDS + whole(cards[2 * seat + 1])
            place = seat
            while place > 0 and acting[pocket[order[place - 1]]] > acting[pocket[seat]]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = seat
            holds[seat] = 0
        dealer = ZERO
        for place in range(2 * seats, 2 * seats + 5):
            dealer |= ONE << np.uint64(cards[place])
        dealer_class = grade(graders, plain, suited, spread, low, high, held, 0, dealer, ZERO)
        best = dealer_class
        holder = NOBODY if kicked_out[dealer_class] else DEALER
        highest = beaten_from[pocket[order[seats - 1]]]
        drawn = 2 * seats + 5
        plays = 0
        winners = 0
        for place in range(seats):
            seat = order[place]
            is_last = whole(place == seats - 1)
            is_offered = whole(offered[2 * holder + is_last])
            if plays_of[2 * pocket[seat] + is_offered] == 0:
                end[seat] = TOOK if is_offered else FOLDED
                if is_offered:
                    holder, winners = PLAYERS, 1
                    holds[seat] = 1
                continue
            hand = ONE << np.uint64(cards[2 * seat]) | ONE << np.uint64(cards[2 * seat + 1])
            for each in range(drawn, drawn + 3):
                hand |= ONE << np.uint64(cards[each])
            drawn += 3
            plays += 1
            end[seat] = WON
            mine = grade(graders, plain, suited, spread, low, high, held, 0, hand, ZERO)
            five[seat] = mine
            standing = LOWER if mine < best else EQUAL if mine == best else HIGHER
            beats = whole(is_last or mine >= highest)
            after = becomes[(holder * 3 + standing) * 2 + beats]
            if after == OUT:
                continue
            if after in (NONE_LEFT, ALONE):
                for each in range(seats):
                    holds[each] = 0
                holder, winners = NOBODY, 0
            if after != NONE_LEFT:
                holds[seat] = 1
                winners += 1
                holder, best = PLAYERS, mine
        total = 0
        for seat in range(seats):
            award = 0
            how = end[seat]
            if how == WON:
                award = whole(award_of[five[seat]])
                if not holds[seat]:
                    how = BEATEN
            cell = whole(cell_of[end_place(how, plays, winners, award, awards)])
            counts[cell] += 1
            total += nets[cell]
        counts[base_squares] += total * total
        for each in range(bonuses.shape[0]):
            of_round = 0
            for seat in range(seats):
                if bonuses[each, GRADER] == DUEL:
                    rank, mark = rank_of_pocket[pocket[seat]], wins_duel_from[dealer_class]
                    found = 3 * rank + whole(rank >= mark >> 1) + whole(rank >= (mark >> 1) + (mark & 1))
                else:
                    hand = ZERO
                    for place in range(2 * seat, 2 * seat + bonuses[each, OWN]):
                        hand |= ONE << np.uint64(cards[place])
                    for place in range(2 * seats, 2 * seats + bonuses[each, DEALERS]):
                        hand |= ONE << np.uint64(cards[place])
                    found = grade(graders, plain, suited, spread, low, high, held, bonuses[each, GRADER], hand, ZERO)
                cell = bonuses[each, COUNTS_AT] + whole(places[bonuses[each, PLACES_AT] + found])
                counts[cell] += 1
                of_round += nets[cell]
            counts[bonuses[each, SQUARES_AT]] += of_round * of_round
