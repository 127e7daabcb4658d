"""What a player sees, evaluated: the cards shown, every own set, and the dealer's hidden hands counted by case.

A *view* is a set of cards shown and a set of the player's own. At a full view everything but the hidden cards lies on
the table: each terminal's sum over the hidden hands follows from the counts of the sweep, questions asked there are
decided, and what earlier questions wait for is added into their tables through (canonical set, renaming): see
``card_sets``. A second pass with every decision known counts deals by terminal, class and case instead.

Sums of a table are right once they are added up over the renamings that leave its shown cards alone and divided by the
number of all renamings (``exact.streets.solving``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Bytes, Int8s, Int16s, Int32s, Whole
from croupier.kernels.card_sets import place_of
from croupier.kernels.compiled import compiled


class Program(NamedTuple):
    """A game's tables and the levels at which it asks, as arrays."""

    nets: Whole
    """(classes, terminals, cases)"""
    marks: Whole
    node_first: Whole
    """By node, its first option; the last entry is the number of all options."""
    node_level: Whole
    """By node, the level of its table, or -1 at a full view."""
    follows: Whole
    """By option, a terminal's number or a node's plus the number of terminals."""
    legal: Bytes
    """(classes, options)"""
    forced: Int8s
    """(classes, nodes) the option that a policy takes at a full view, -1 for the best."""
    asked_last: Whole
    """The nodes at a full view, each after those that follow from it."""
    root: int
    pushes: Whole
    """(what earlier questions wait for) level, where its table begins, the value, how many deals look alike."""
    level_sizes: Whole
    """(levels, 3) cards shown, own cards, own sets."""
    shown_first: Whole
    shown_parts: Whole
    """By level, the parts of the full view's shown cards, as places."""
    own_first: Whole
    own_parts: Whole
    image_first: Whole
    image_number: Int32s
    image_by: Int16s
    """By level and set of shown cards, the canonical set and the renaming."""
    renamed_first: Whole
    renamed_place: Int32s
    """By level, renaming and set of own cards, the place of the renamed set."""
    chains: Whole
    """(orders of dealing, levels, 2) which part of the shown and of the own cards lay there at each level."""
    choice_first: Whole
    """By node with a level, where its choices begin."""
    choose: Whole


@compiled
def parts_shown(program: Program, shown: Whole, number: Whole, by: Whole) -> None:
    """For each level and part of the shown cards, the canonical set's row and the renaming."""
    cards = np.zeros(len(shown) + 1, np.int64)
    for level in range(len(program.level_sizes)):
        size = program.level_sizes[level, 0]
        for part in range(program.shown_first[level], program.shown_first[level + 1]):
            for at in range(size):
                cards[at] = shown[program.shown_parts[part, at]]
            place = program.image_first[level] + place_of(cards, size, program.choose)
            number[part] = program.image_number[place] * program.level_sizes[level, 2]
            by[part] = program.renamed_first[level] + program.image_by[place] * program.level_sizes[level, 2]


@compiled
def by_case(place: int, counts: Int32s, marks: Whole, classes: int, hidden: int, cases: Whole) -> None:
    """Hidden hands by band and relation: lower, equal, higher."""
    below, up_to = np.int64(counts[0]), np.int64(counts[1])
    at_low, low = np.int64(0), np.int64(0)
    for band in range(len(marks) + 1):
        last = band == len(marks)
        high = np.int64(classes) if last else marks[band]
        at_high = np.int64(hidden) if last else np.int64(counts[2 + band])
        if place < low:
            lower, equal = np.int64(0), np.int64(0)
        elif place >= high:
            lower, equal = at_high - at_low, np.int64(0)
        else:
            lower, equal = below - at_low, up_to - below
        cases[3 * band] = lower
        cases[3 * band + 1] = equal
        cases[3 * band + 2] = at_high - at_low - lower - equal
        at_low, low = at_high, high


@compiled
def decide(program: Program, place: int, cases: Whole, values: Whole, taken: Whole) -> None:
    """Each terminal's sum over the hidden hands, then the questions of the full view; the smaller wager of equals."""
    nets = program.nets[place]
    terminals = nets.shape[0]
    for terminal in range(terminals):
        total = np.int64(0)
        for case in range(nets.shape[1]):
            total += nets[terminal, case] * cases[case]
        values[terminal] = total
    for node in program.asked_last:
        first = program.node_first[node]
        best = np.int64(program.forced[place, node])
        if best < 0:
            for option in range(program.node_first[node + 1] - first):
                if program.legal[place, first + option] and (
                    best < 0 or values[program.follows[first + option]] > values[program.follows[first + best]]
                ):
                    best = np.int64(option)
        taken[node] = best
        values[terminals + node] = values[program.follows[first + best]]


@compiled
def values_of(program: Program, place: int, counts: Int32s, hidden: int) -> Whole:
    """What one full view comes to: terminals, then the questions asked there."""
    nodes = len(program.node_level)
    values = np.zeros(program.nets.shape[1] + nodes, np.int64)
    cases, taken = np.ones(program.nets.shape[2], np.int64), np.zeros(nodes, np.int64)
    if len(cases) > 1:
        by_case(place, counts, program.marks, len(program.nets), hidden, cases)
    decide(program, place, cases, values, taken)
    return values


@compiled
def evaluate(
    program: Program,
    shown: Whole,
    weight: int,
    own: Bytes,
    own_weight: Whole,
    own_class: Int16s,
    counts: Int32s,
    hidden: int,
    tables: Whole,
    choices: Int8s,
    tally: Whole,
) -> None:
    """All own sets beside one set of shown cards.

    ``tables`` are added to unless empty; ``tally`` (terminals, classes, cases) is, unless empty, by ``choices``.
    """
    levels = len(program.level_sizes)
    number = np.zeros(program.shown_first[levels], np.int64)
    by = np.zeros(program.shown_first[levels], np.int64)
    parts_shown(program, shown, number, by)
    terminals, kinds = program.nets.shape[1], program.nets.shape[2]
    nodes = len(program.node_level)
    cases, values = np.ones(kinds, np.int64), np.zeros(terminals + nodes, np.int64)
    taken, cards = np.zeros(nodes, np.int64), np.zeros(own.shape[1] + 1, np.int64)
    places = np.zeros(program.own_first[levels], np.int64)
    reached = np.zeros(terminals, np.int64)
    size = own.shape[1]
    for hand in range(len(own)):
        place = own_class[hand]
        if kinds > 1:
            by_case(place, counts[hand], program.marks, len(program.nets), hidden, cases)
        decide(program, place, cases, values, taken)
        for level in range(levels):
            held = program.level_sizes[level, 1]
            for part in range(program.own_first[level], program.own_first[level + 1]):
                if held == size:
                    for at in range(size):
                        cards[at] = own[hand, at]
                else:
                    for at in range(held):
                        cards[at] = own[hand, program.own_parts[part, at]]
                places[part] = place_of(cards, held, program.choose)
        ways = weight * own_weight[hand]
        if len(tables):
            for push in range(len(program.pushes)):
                level = program.pushes[push, 0]
                value = ways * program.pushes[push, 3] * values[program.pushes[push, 2]]
                start = program.pushes[push, 1]
                for part in range(program.shown_first[level], program.shown_first[level + 1]):
                    for some in range(program.own_first[level], program.own_first[level + 1]):
                        tables[start + number[part] + program.renamed_place[by[part] + places[some]]] += value
        if len(tally):
            for terminal in range(terminals):
                reached[terminal] = 0
            for chain in range(len(program.chains)):
                at = program.root
                while at >= terminals:
                    node = at - terminals
                    level = program.node_level[node]
                    if level < 0:
                        option = taken[node]
                    else:
                        part = program.chains[chain, level, 0]
                        some = places[program.chains[chain, level, 1]]
                        option = np.int64(
                            choices[program.choice_first[node] + number[part] + program.renamed_place[by[part] + some]]
                        )
                    at = program.follows[program.node_first[node] + option]
                reached[at] += 1
            for terminal in range(terminals):
                if reached[terminal]:
                    times = ways * reached[terminal]
                    for case in range(kinds):
                        tally[terminal, place, case] += times * cases[case]


@compiled
def raised(
    source: Whole,
    target: Whole,
    shown: Whole,
    shown_weight: Whole,
    own: Bytes,
    number: Int32s,
    by: Int16s,
    renamed: Int32s,
    shown_parts: Whole,
    own_parts: Whole,
    times: int,
    choose: Whole,
) -> None:
    """Add a level's values (canonical shown sets, own sets) into those of an earlier level."""
    cards = np.zeros(max(shown.shape[1], own.shape[1]) + 1, np.int64)
    for row in range(len(shown)):
        for hand in range(len(own)):
            value = source[row, hand]
            if value == 0:
                continue
            value *= times * shown_weight[row]
            for part in range(len(shown_parts)):
                for at in range(shown_parts.shape[1]):
                    cards[at] = shown[row, shown_parts[part, at]]
                place = place_of(cards, shown_parts.shape[1], choose)
                line, renaming = number[place], by[place]
                for some in range(len(own_parts)):
                    for at in range(own_parts.shape[1]):
                        cards[at] = own[hand, own_parts[some, at]]
                    held = place_of(cards, own_parts.shape[1], choose)
                    target[line, renamed[renaming, held]] += value


@compiled
def settle_renamings(table: Whole, shown: Whole, renamed_cards: Whole, renamed: Int32s) -> bool:
    """Make sums of an earlier level right: over the renamings that leave the shown cards alone, by the number of all.

    False if a sum does not divide, which would mean that a deal was counted wrongly.
    """
    line = np.zeros(table.shape[1], np.int64)
    exact = True
    for row in range(len(shown)):
        line[:] = 0
        for renaming in range(len(renamed_cards)):
            keeps = True
            for card in shown[row]:
                image, inside = renamed_cards[renaming, card], False
                for other in shown[row]:
                    inside = inside or other == image
                keeps = keeps and inside
            if keeps:
                for held in range(len(line)):
                    line[held] += table[row, renamed[renaming, held]]
        for held in range(len(line)):
            exact = exact and line[held] % len(renamed_cards) == 0
            table[row, held] = line[held] // len(renamed_cards)
    return exact


@compiled
def renamed_places(own: Bytes, renamed_cards: Whole, choose: Whole) -> Int32s:
    """(renamings, own sets) the place of every renamed set."""
    size = own.shape[1]
    places = np.zeros((len(renamed_cards), len(own)), np.int32)
    cards = np.zeros(size + 1, np.int64)
    for renaming in range(len(renamed_cards)):
        for hand in range(len(own)):
            for at in range(size):
                cards[at] = renamed_cards[renaming, own[hand, at]]
            cards[:size].sort()
            places[renaming, hand] = place_of(cards, size, choose)
    return places


@compiled
def classes_beside(own: Bytes, shown: Whole, table: Int16s, choose: Whole) -> Int16s:
    """The class of each own set together with the shown cards, in a table over sets of that many cards."""
    size = own.shape[1] + len(shown)
    cards = np.zeros(size + 1, np.int64)
    places = np.zeros(len(own), np.int16)
    for hand in range(len(own)):
        for at in range(own.shape[1]):
            cards[at] = own[hand, at]
        for at in range(len(shown)):
            cards[own.shape[1] + at] = shown[at]
        cards[:size].sort()
        places[hand] = table[place_of(cards, size, choose)]
    return places


@compiled
def sets_without(shown: Whole, size: int, limit: int, choose: Whole) -> Bytes:
    """Every set of cards that are not shown."""
    free = np.zeros(limit, np.int64)
    many = 0
    for card in range(limit):
        hidden = True
        for other in shown:
            hidden = hidden and other != card
        if hidden:
            free[many] = card
            many += 1
    rows = np.zeros((choose[many, size], size), np.uint8)
    places = np.zeros(size + 1, np.int64)
    for at in range(size):
        places[at] = at
    for row in range(len(rows)):
        for at in range(size):
            rows[row, at] = free[places[at]]
        for at in range(size):
            least = places[at] + 1
            if least < (places[at + 1] if at + 1 < size else many):
                places[at] = least
                for lower in range(at):
                    places[lower] = lower
                break
    return rows
