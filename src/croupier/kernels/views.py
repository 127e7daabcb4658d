"""What a player sees, evaluated: the cards shown, every own set, and the dealer's hidden hands counted by case.

How values reach earlier questions, and how boards of five go without sorting: docs/concepts/methods.md.
"""

from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Bytes, Int8s, Int16s, Int32s, UInt16s, Whole
from croupier.kernels.card_sets import all_sets, cards_beside, first_set, next_set, place_of
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import first_of
from croupier.kernels.stream import Word, open_stream
from croupier.kernels.sweep import order_by_class

BLOCK = 512  # Own sets that are evaluated together.


class Program(NamedTuple):
    """A game's tables and the levels at which it asks, as arrays."""

    nets: Whole  # (classes, terminals, cases)
    marks: Whole
    node_first: Whole  # By node, its first option; the last entry is the number of all options.
    node_level: Whole  # By node, the level of its table, or -1 at a full view.
    follows: Whole  # By option, a terminal's number or a node's plus the number of terminals.
    legal: Bytes  # (classes, options)
    forced: Int8s  # (classes, nodes) the option that a policy takes at a full view, -1 for the best.
    asked_last: Whole  # The nodes at a full view, each after those that follow from it.
    root: int
    push_first: Whole  # By level, the first of its pushes; the last entry is the number of all.
    pushes: Whole  # (what earlier questions wait for) where its table begins, the value, how many deals look alike.
    level_sizes: Whole  # (levels, 3) cards shown, own cards, own sets.
    shown_first: Whole
    shown_parts: Whole  # By level, the parts of the full view's shown cards, as places.
    own_first: Whole
    own_parts: Whole
    image_first: Whole
    image_number: Int32s
    image_by: Int16s  # By level and set of shown cards, the canonical set and the renaming.
    renamed_first: Whole
    renamed_place: Int32s  # By level, renaming and set of own cards, the place of the renamed set.
    choice_first: Whole  # By node with a level, where its choices begin.
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
def by_case(
    place: int, counts: Int32s, hand: int, marks: Whole, classes: int, hidden: int, at: int, cases: Whole
) -> None:
    """Hidden hands against one hand by band and relation: lower, equal, higher."""
    below, up_to = np.int64(counts[hand, 0]), np.int64(counts[hand, 1])
    at_low, low = np.int64(0), np.int64(0)
    for band in range(len(marks) + 1):
        last = band == len(marks)
        high = np.int64(classes) if last else marks[band]
        at_high = np.int64(hidden) if last else np.int64(counts[hand, 2 + band])
        if place < low:
            lower, equal = np.int64(0), np.int64(0)
        elif place >= high:
            lower, equal = at_high - at_low, np.int64(0)
        else:
            lower, equal = below - at_low, up_to - below
        cases[3 * band, at] = lower
        cases[3 * band + 1, at] = equal
        cases[3 * band + 2, at] = at_high - at_low - lower - equal
        at_low, low = at_high, high


@compiled
def decide(
    program: Program,
    hands: Int32s,
    own_class: Int16s,
    counts: Int32s,
    hidden: int,
    cases: Whole,
    values: Whole,
    taken: Whole,
) -> None:
    """Some hands: each terminal's sum over the hidden hands, then the questions; of equal answers the smaller wager."""
    classes, terminals, kinds = program.nets.shape
    for at in range(len(hands)):
        place = own_class[hands[at]]
        if kinds > 1:
            by_case(place, counts, hands[at], program.marks, classes, hidden, at, cases)
        for terminal in range(terminals):
            total = np.int64(0)
            for case in range(kinds):
                total += program.nets[place, terminal, case] * cases[case, at]
            values[terminal, at] = total
    for node in program.asked_last:
        first, last = program.node_first[node], program.node_first[node + 1]
        for at in range(len(hands)):
            place = own_class[hands[at]]
            best = np.int64(program.forced[place, node])
            if best < 0:
                most = np.int64(0)
                for option in range(last - first):
                    value = values[program.follows[first + option], at]
                    if program.legal[place, first + option] and (best < 0 or value > most):
                        best, most = np.int64(option), value
            taken[node, at] = best
            values[terminals + node, at] = values[program.follows[first + best], at]


@compiled
def values_of(program: Program, place: int, counts: Int32s, hidden: int) -> tuple[Whole, Whole]:
    """What one full view comes to: terminals, then the questions asked there; and what is taken at each."""
    nodes = len(program.node_level)
    values = np.zeros((program.nets.shape[1] + nodes, 1), np.int64)
    cases, taken = np.ones((program.nets.shape[2], 1), np.int64), np.zeros((nodes, 1), np.int64)
    own_class, against = np.full(1, place, np.int16), counts.reshape((1, len(counts)))
    decide(program, np.zeros(1, np.int32), own_class, against, hidden, cases, values, taken)
    return values[:, 0], taken[:, 0]


@compiled
def evaluate(
    program: Program,
    shown: Whole,
    weight: int,
    own: Bytes,
    own_weight: Whole,
    own_class: Int16s,
    order: Int32s,
    counts: Int32s,
    hidden: int,
    tables: Whole,
    reach: Int32s,
    tally: Whole,
) -> None:
    """All own sets beside one set of shown cards, in the order of their classes.

    ``tables`` are added to unless empty. Unless ``reach`` is, which says of everything that an earlier question waits
    for in how many orders of dealing it is what follows, ``tally`` (classes, terminals, cases) counts deals. Own sets
    go block by block, so that what a block adds to lies in the processor's nearest memory.
    """
    levels = len(program.level_sizes)
    number = np.zeros(program.shown_first[levels], np.int64)
    by = np.zeros(program.shown_first[levels], np.int64)
    parts_shown(program, shown, number, by)
    terminals, kinds = program.nets.shape[1], program.nets.shape[2]
    nodes, size = len(program.node_level), own.shape[1]
    values, reached = np.zeros((terminals + nodes, BLOCK), np.int64), np.zeros((terminals + nodes, BLOCK), np.int64)
    cases, taken = np.ones((kinds, BLOCK), np.int64), np.zeros((nodes, BLOCK), np.int64)
    cards = np.zeros(size + 1, np.int64)
    places, columns = np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.int64)
    for first in range(0, len(own), BLOCK):
        hands = order[first : first + BLOCK]
        many = len(hands)
        decide(program, hands, own_class, counts, hidden, cases, values, taken)
        for value in range(terminals + nodes):
            for at in range(many):
                values[value, at] *= own_weight[hands[at]] * weight
                reached[value, at] = 0
        for level in range(levels):
            pushes = program.pushes[program.push_first[level] : program.push_first[level + 1]]
            held = program.level_sizes[level, 1]
            for some in range(program.own_first[level], program.own_first[level + 1] if len(pushes) else 0):
                for at in range(many):
                    for card in range(held):
                        cards[card] = own[hands[at], program.own_parts[some, card]]
                    places[at] = place_of(cards, held, program.choose)
                for part in range(program.shown_first[level], program.shown_first[level + 1]):
                    for at in range(many):
                        columns[at] = number[part] + program.renamed_place[by[part] + places[at]]
                    _carry(pushes, columns, many, values, tables, reach, reached)
        if len(reach):
            _count(program, hands, own_class, own_weight, weight, taken, cases, reached, tally)


@compiled
def _carry(
    pushes: Whole, columns: Whole, many: int, values: Whole, tables: Whole, reach: Int32s, reached: Whole
) -> None:
    """A block's values into what the questions of one earlier view wait for, and how often it is reached from there."""
    for push in range(len(pushes)):
        start, value, alike = pushes[push]
        if len(tables):
            for at in range(many):
                tables[start + columns[at]] += alike * values[value, at]
        if len(reach):
            for at in range(many):
                reached[value, at] += alike * reach[start + columns[at]]


@compiled
def _count(
    program: Program,
    hands: Int32s,
    own_class: Int16s,
    own_weight: Whole,
    weight: int,
    taken: Whole,
    cases: Whole,
    reached: Whole,
    tally: Whole,
) -> None:
    """A block's deals by class, terminal and case: what was reached, led on by the answers of the full view."""
    terminals = program.nets.shape[1]
    for node in program.asked_last[::-1]:
        first = program.node_first[node]
        for at in range(len(hands)):
            reached[program.follows[first + taken[node, at]], at] += reached[terminals + node, at]
    for at in range(len(hands)):
        place = own_class[hands[at]]
        for terminal in range(terminals):
            if reached[terminal, at]:
                ways = reached[terminal, at] * own_weight[hands[at]] * weight
                for case in range(len(cases)):
                    tally[place, terminal, case] += ways * cases[case, at]


@compiled
def carried(
    later: Whole,
    earlier: Whole,
    goes_up: bool,
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
    """Add a level's values into an earlier level's, with the weights of the later sets; or its reach down, without."""
    cards = np.zeros(max(shown.shape[1], own.shape[1]) + 1, np.int64)
    for row in range(len(shown)):
        for hand in range(len(own)):
            value = later[row, hand] * times * shown_weight[row]
            if goes_up and value == 0:
                continue
            for part in range(len(shown_parts)):
                for at in range(shown_parts.shape[1]):
                    cards[at] = shown[row, shown_parts[part, at]]
                place = place_of(cards, shown_parts.shape[1], choose)
                line, renaming = number[place], by[place]
                for some in range(len(own_parts)):
                    for at in range(own_parts.shape[1]):
                        cards[at] = own[hand, own_parts[some, at]]
                    column = renamed[renaming, place_of(cards, own_parts.shape[1], choose)]
                    if goes_up:
                        earlier[line, column] += value
                    else:
                        later[row, hand] += times * earlier[line, column]


@compiled
def settle_renamings(table: Whole, shown: Whole, renamed_cards: Whole, renamed: Int32s) -> bool:
    """Sums over the renamings that leave the shown cards alone, by the number of all; False if one does not divide."""
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


def sets_without(shown: Whole, size: int, limit: int, choose: Whole) -> Bytes:
    """Every set of cards that are not shown."""
    free = cards_beside(shown, limit).astype(np.uint8)
    return free[all_sets(size, len(free), choose)]


BOARD = 5


@compiled
def threes_and_twos(places: Int16s, limit: int, choose: Whole) -> Int16s:
    """(threes, twos) the class of five cards; zero where they share one."""
    table = np.zeros((choose[limit, 3], choose[limit, 2]), np.int16)
    three, five = np.zeros(4, np.int64), np.zeros(6, np.int64)
    first_set(three, 3)
    for row in range(len(table)):
        for high in range(1, limit):
            if high in (three[0], three[1], three[2]):
                continue
            for low in range(high):
                if low in (three[0], three[1], three[2]):
                    continue
                mine, theirs = 0, 0
                for at in range(5):
                    other = low if mine == 0 else high
                    if theirs == 3 or (mine < 2 and other < three[theirs]):
                        five[at] = other
                        mine += 1
                    else:
                        five[at] = three[theirs]
                        theirs += 1
                table[row, choose[high, 2] + low] = places[place_of(five, 5, choose)]
        next_set(three, 3, limit)
    return table


@compiled
def hands_on_board(board: Whole, places: Int16s, pairs: Int16s, limit: int, choose: Whole) -> tuple[Bytes, Int16s]:
    """Every two cards beside a board, and the class of the best five of seven."""
    free = cards_beside(board, limit)
    many = len(free)
    base = places[place_of(board, BOARD, choose)]
    with_one = np.zeros(limit, np.int16)
    four, five = np.zeros(5, np.int64), np.zeros(6, np.int64)
    for at in range(many):
        best = base
        for out in range(BOARD):
            for each in range(4):
                four[each] = board[each if each < out else each + 1]
            under = 0
            while under < 4 and four[under] < free[at]:
                five[under] = four[under]
                under += 1
            five[under] = free[at]
            for each in range(under, 4):
                five[each + 1] = four[each]
            best = max(best, places[place_of(five, 5, choose)])
        with_one[free[at]] = best
    hands = np.zeros((many * (many - 1) // 2, 2), np.uint8)
    classes, twos = np.zeros(len(hands), np.int16), np.zeros(len(hands), np.int64)
    hand = 0
    for high in range(1, many):
        for low in range(high):
            hands[hand, 0], hands[hand, 1] = free[low], free[high]
            twos[hand] = choose[free[high], 2] + free[low]
            classes[hand] = max(with_one[free[low]], with_one[free[high]])
            hand += 1
    for out in range(BOARD):
        for other in range(out):
            three, at = np.zeros(4, np.int64), 0
            for each in range(BOARD):
                if each not in (out, other):
                    three[at] = board[each]
                    at += 1
            row = pairs[place_of(three, 3, choose)]
            for hand in range(len(hands)):
                classes[hand] = max(classes[hand], row[twos[hand]])
    return hands, classes


@compiled
def sweep_twos(hands: Bytes, classes: Int16s, marks: Whole, limit: int) -> tuple[Int32s, Int32s]:
    """The hands in the order of their classes; and as ``sweep``, for two hidden cards against two from the same."""
    many, low, high = len(hands), classes.min(), classes.max()
    order, counts = order_by_class(classes - low, high - low + 1), np.empty((many, 2 + len(marks)), np.int32)
    with_card = np.zeros(limit, np.int32)
    passed, mark = 0, 0
    while passed <= many:
        level = classes[order[passed]] if passed < many else high + 1
        while mark < len(marks) and (passed == many or marks[mark] <= level):
            for hand in range(many):
                itself = classes[hand] < marks[mark]
                counts[hand, 2 + mark] = passed - with_card[hands[hand, 0]] - with_card[hands[hand, 1]] + itself
            mark += 1
        if passed == many:
            break
        after = passed
        while after < many and classes[order[after]] == level:
            hand = order[after]
            counts[hand, 0] = passed - with_card[hands[hand, 0]] - with_card[hands[hand, 1]]
            after += 1
        for at in range(passed, after):
            with_card[hands[order[at], 0]] += 1
            with_card[hands[order[at], 1]] += 1
        for at in range(passed, after):
            hand = order[at]
            counts[hand, 1] = after - with_card[hands[hand, 0]] - with_card[hands[hand, 1]] + 1
        passed = after
    return order, counts


@compiled
def evaluate_boards(
    program: Program,
    boards: Whole,
    weights: Whole,
    places: Int16s,
    pairs: Int16s,
    tables: Whole,
    reach: Int32s,
    tally: Whole,
) -> None:
    """``evaluate`` for many boards."""
    limit = len(program.choose) - 1
    hidden = (limit - BOARD - 2) * (limit - BOARD - 3) // 2
    for row in range(len(boards)):
        hands, classes = hands_on_board(boards[row], places, pairs, limit, program.choose)
        order, counts = sweep_twos(hands, classes, program.marks, limit)
        ones = np.ones(len(hands), np.int64)
        evaluate(program, boards[row], weights[row], hands, ones, classes, order, counts, hidden, tables, reach, tally)


@compiled
def beside_board(program: Program, board: Whole, own: Whole, places: Int16s, pairs: Int16s) -> tuple[Whole, Whole]:
    """``values_of`` for one hand of two beside a board, every hand of the dealer's looked at."""
    limit = len(program.choose) - 1
    hands, classes = hands_on_board(board, places, pairs, limit, program.choose)
    place, hidden = 0, 0
    for hand in range(len(hands)):
        if hands[hand, 0] == own[0] and hands[hand, 1] == own[1]:
            place = classes[hand]
    counts = np.zeros(2 + len(program.marks), np.int32)
    for hand in range(len(hands)):
        low, high = hands[hand, 0], hands[hand, 1]
        if low != own[0] and low != own[1] and high != own[0] and high != own[1]:
            hidden += 1
            counts[0] += classes[hand] < place
            counts[1] += classes[hand] <= place
            for mark in range(len(program.marks)):
                counts[2 + mark] += classes[hand] < program.marks[mark]
    return values_of(program, place, counts, hidden)


@compiled
def one_hand(program: Program, boards: Whole, own: Whole, places: Int16s, pairs: Int16s) -> Whole:
    """What one hand comes to, added up over boards."""
    sums = np.zeros(program.nets.shape[1] + len(program.node_level), np.int64)
    for row in range(len(boards)):
        sums += beside_board(program, boards[row], own, places, pairs)[0]
    return sums


SHOWN, OWN, HIDDEN = range(3)


class RoundTables(NamedTuple):
    """What a simulation looks up."""

    program: Program
    numbers: Whole  # By place in the game's deck, the number of the card.
    roles: Whole  # By card in the order of the deal: shown, own or hidden.
    shared: int  # How many shown cards the player's hand uses.
    own_table: Int16s
    own_in: int  # The classes of hands of so many cards; a larger hand has the greatest of its parts'.
    dealer_table: Int16s
    dealer_in: int
    choices: Int8s  # By node, shown and own cards, the option taken (``Program.choice_first``).
    up_of: Whole  # By card, its number among the dealer's up-cards; zero for all where nobody asks for it.
    taken: Int8s  # (up-cards, classes, nodes) the option taken once everything is shown.
    places: Int16s  # The classes of five cards.
    pairs: Int16s  # Of a board's three with two: not empty where the best option is taken beside a board.


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
def places_of(tables: RoundTables) -> tuple[Whole, Whole, Whole]:
    """Where in the deal the shown cards, the player's whole hand and the dealer's lie."""
    shown, own, hidden = (
        np.flatnonzero(tables.roles == SHOWN),
        np.flatnonzero(tables.roles == OWN),
        np.flatnonzero(tables.roles == HIDDEN),
    )
    return shown, np.concatenate((own, shown[: tables.shared])), np.concatenate((shown, hidden))


@compiled
def _class_at(
    dealt: UInt16s, places: Whole, numbers: Whole, by_class: Int16s, part: int, choose: Whole, hand: Whole
) -> int:
    size = len(places)
    for at in range(size):
        hand[at] = numbers[dealt[places[at]]]
    hand[:size].sort()
    return class_of(hand, size, by_class, part, choose, hand[size:])


@compiled
def deal_rounds(tables: RoundTables, seed: Word, first: int, many: int) -> tuple[UInt16s, Whole, Whole]:
    """Rounds from a number on: their cards by place in the deck, the class of the player's hand, and the case."""
    _, mine, theirs = places_of(tables)
    numbers, choose, marks = tables.numbers, tables.program.choose, tables.program.marks
    kinds = tables.program.nets.shape[2]
    size, count = len(numbers), len(tables.roles)
    words, hand, dealt = np.zeros(6, np.uint64), np.zeros(32, np.int64), np.zeros(size, np.uint16)
    cards, own, case = np.zeros((many, count), np.uint16), np.zeros(many, np.int64), np.zeros(many, np.int64)
    for row in range(many):
        open_stream(words)
        first_of(size, count, dealt, words, seed, np.uint64(first + row))
        cards[row] = dealt[:count]
        own[row] = _class_at(dealt, mine, numbers, tables.own_table, tables.own_in, choose, hand)
        if kinds > 1:
            dealer = _class_at(dealt, theirs, numbers, tables.dealer_table, tables.dealer_in, choose, hand)
            for mark in marks:
                case[row] += 3 * (dealer >= mark)
            case[row] += (dealer >= own[row]) + (dealer > own[row])
    return cards, own, case


@compiled
def play_rounds(tables: RoundTables, seed: Word, first: int, many: int, tally: Whole) -> None:
    """Count rounds by number into (terminals, classes, cases)."""
    program = tables.program
    terminals, hand = program.nets.shape[1], np.zeros(16, np.int64)
    shown, mine, _ = places_of(tables)
    cards, places, cases = deal_rounds(tables, seed, first, many)
    for row in range(many):
        dealt, place, at = cards[row], places[row], program.root
        while at >= terminals:
            node = at - terminals
            level = program.node_level[node]
            if level < 0 and len(tables.pairs):
                board, own = np.sort(tables.numbers[dealt[shown]]), np.sort(tables.numbers[dealt[mine[:2]]])
                option = beside_board(program, board, own, tables.places, tables.pairs)[1][node]
            elif level < 0:
                up = tables.up_of[tables.numbers[dealt[shown[0]]]] if len(shown) else 0
                option = np.int64(tables.taken[up, place, node])
            else:
                seen, own, sets = program.level_sizes[level]
                for each in range(seen):
                    hand[each] = tables.numbers[dealt[shown[each]]]
                hand[:seen].sort()
                image = program.image_first[level] + place_of(hand, seen, program.choose)
                for each in range(own):
                    hand[each] = tables.numbers[dealt[mine[each]]]
                hand[:own].sort()
                renamed = program.renamed_first[level] + program.image_by[image] * sets
                column = program.renamed_place[renamed + place_of(hand, own, program.choose)]
                option = np.int64(
                    tables.choices[program.choice_first[node] + program.image_number[image] * sets + column]
                )
            at = program.follows[program.node_first[node] + option]
        tally[at, place, cases[row]] += 1
