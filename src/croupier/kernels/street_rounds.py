"""Rounds with streets at random: any game that ``views`` can evaluate, played by tables of its choices.

The cards are those that the play driver draws from the same stream, in the order in which the game asks for them. What
is asked before all cards are shown is looked up by what is seen, up to suits; what is asked then, by the class of the
player's hand. Rounds are counted by terminal, class and case, so that a game's own nets turn them into money.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Int8s, Int16s, Whole
from croupier.kernels.card_sets import place_of
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import first_of
from croupier.kernels.stream import Word, open_stream
from croupier.kernels.views import Program

SHOWN, OWN, HIDDEN = range(3)


class RoundTables(NamedTuple):
    """What a simulation looks up."""

    program: Program
    numbers: Whole
    """By place in the game's deck, the number of the card."""
    roles: Whole
    """By card in the order of the deal: shown, own or hidden."""
    shared: int
    """How many shown cards the player's hand uses."""
    own_table: Int16s
    own_in: int
    """The classes of hands of so many cards; a larger hand has the greatest of its parts'."""
    dealer_table: Int16s
    dealer_in: int
    choices: Int8s
    """By node, shown and own cards, the option taken (``Program.choice_first``)."""
    taken: Int8s
    """(classes, nodes) the option taken once everything is shown."""


@compiled
def class_of(cards: Whole, size: int, table: Int16s, part: int, choose: Whole, some: Whole) -> int:
    """The class of sorted cards: of two cards more than the table holds, whichever two are left out."""
    if size == part:
        return int(table[place_of(cards, size, choose)])
    best = 0
    for out in range(size):
        for other in range(out if size == part + 2 else 1):
            at = 0
            for each in range(size):
                if each != out and (size == part + 1 or each != other):
                    some[at] = cards[each]
                    at += 1
            best = max(best, int(table[place_of(some, part, choose)]))
    return best


@compiled
def play_rounds(tables: RoundTables, seed: Word, first: int, many: int, tally: Whole) -> None:
    """Count rounds by number into (terminals, classes, cases)."""
    program = tables.program
    size, terminals = len(tables.numbers), program.nets.shape[1]
    dealt, words = np.zeros(size, np.uint16), np.zeros(6, np.uint64)
    lies = np.zeros((3, len(tables.roles) + 1), np.int64)
    held, hand, some = np.zeros(3, np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64)
    for number in range(first, first + many):
        open_stream(words)
        first_of(size, len(tables.roles), dealt, words, seed, np.uint64(number))
        held[:] = 0
        for at in range(len(tables.roles)):
            role = tables.roles[at]
            lies[role, held[role]] = tables.numbers[dealt[at]]
            held[role] += 1
        for at in range(held[OWN]):
            hand[at] = lies[OWN, at]
        for at in range(tables.shared):
            hand[held[OWN] + at] = lies[SHOWN, at]
        mine = held[OWN] + tables.shared
        hand[:mine].sort()
        place = class_of(hand, mine, tables.own_table, tables.own_in, program.choose, some)
        at = program.root
        while at >= terminals:
            node = at - terminals
            level = program.node_level[node]
            if level < 0:
                option = np.int64(tables.taken[place, node])
            else:
                seen, own = program.level_sizes[level, 0], program.level_sizes[level, 1]
                hand[:seen] = lies[SHOWN, :seen]
                hand[:seen].sort()
                image = program.image_first[level] + place_of(hand, seen, program.choose)
                hand[:own] = lies[OWN, :own]
                hand[:own].sort()
                sets = program.level_sizes[level, 2]
                renamed = program.renamed_first[level] + program.image_by[image] * sets
                column = program.renamed_place[renamed + place_of(hand, own, program.choose)]
                option = np.int64(
                    tables.choices[program.choice_first[node] + program.image_number[image] * sets + column]
                )
            at = program.follows[program.node_first[node] + option]
        case = 0
        if program.nets.shape[2] > 1:
            for each in range(held[SHOWN]):
                hand[each] = lies[SHOWN, each]
            for each in range(held[HIDDEN]):
                hand[held[SHOWN] + each] = lies[HIDDEN, each]
            theirs = held[SHOWN] + held[HIDDEN]
            hand[:theirs].sort()
            dealer = class_of(hand, theirs, tables.dealer_table, tables.dealer_in, program.choose, some)
            for mark in program.marks:
                case += 3 * (dealer >= mark)
            case += (dealer >= place) + (dealer > place)
        tally[at, place, case] += 1
