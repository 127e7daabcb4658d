"""Five cards on the board, two of the player's, two of the dealer's, the best five of seven: nothing is sorted.

``pairs[three][two]`` is the class of five cards by three of them and the other two. A hand's class is the greatest over
the board's ten threes with the hand's two, the five fours with one of them, and the board itself. Against a player's
two cards the dealer's are counted by one counter for all hands passed and one for each card (``sweep``).
"""

from __future__ import annotations

import numpy as np

from croupier.kernels.arrays import Bytes, Int8s, Int16s, Int32s, Whole
from croupier.kernels.card_sets import first_set, next_set, place_of
from croupier.kernels.compiled import compiled
from croupier.kernels.views import Program, evaluate, values_of

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
    free = np.zeros(limit, np.int64)
    many = 0
    for card in range(limit):
        if card not in (board[0], board[1], board[2], board[3], board[4]):
            free[many] = card
            many += 1
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
def sweep_twos(
    hands: Bytes, classes: Int16s, marks: Whole, start: Whole, order: Int32s, limit: int, counts: Int32s
) -> None:
    """As ``sweep``, for two hidden cards against two from the same cards; ``start`` and ``order`` are scratch."""
    many = len(hands)
    low, high = classes.min(), classes.max()
    for level in range(low, high + 2):
        start[level] = 0
    for hand in range(many):
        start[classes[hand] + 1] += 1
    for level in range(low, high + 1):
        start[level + 1] += start[level]
    for hand in range(many):
        order[start[classes[hand]]] = hand
        start[classes[hand]] += 1
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


@compiled
def evaluate_boards(
    program: Program,
    boards: Whole,
    weights: Whole,
    places: Int16s,
    pairs: Int16s,
    tables: Whole,
    choices: Int8s,
    tally: Whole,
) -> None:
    """``evaluate`` for many boards."""
    limit = len(program.choose) - 1
    many = (limit - BOARD) * (limit - BOARD - 1) // 2
    start, order = np.zeros(len(program.nets) + 2, np.int64), np.zeros(many, np.int32)
    counts, ones = np.zeros((many, 2 + len(program.marks)), np.int32), np.ones(many, np.int64)
    hidden = (limit - BOARD - 2) * (limit - BOARD - 3) // 2
    for row in range(len(boards)):
        hands, classes = hands_on_board(boards[row], places, pairs, limit, program.choose)
        sweep_twos(hands, classes, program.marks, start, order, limit, counts)
        evaluate(program, boards[row], weights[row], hands, ones, classes, counts, hidden, tables, choices, tally)


@compiled
def one_hand(program: Program, boards: Whole, own: Bytes, places: Int16s, pairs: Int16s) -> Whole:
    """What one hand comes to, added up over boards."""
    limit = len(program.choose) - 1
    many = (limit - BOARD) * (limit - BOARD - 1) // 2
    start, order = np.zeros(len(program.nets) + 2, np.int64), np.zeros(many, np.int32)
    counts = np.zeros((many, 2 + len(program.marks)), np.int32)
    hidden = (limit - BOARD - 2) * (limit - BOARD - 3) // 2
    sums = np.zeros(program.nets.shape[1] + len(program.node_level), np.int64)
    for row in range(len(boards)):
        hands, classes = hands_on_board(boards[row], places, pairs, limit, program.choose)
        sweep_twos(hands, classes, program.marks, start, order, limit, counts)
        for hand in range(many):
            if hands[hand, 0] == own[0] and hands[hand, 1] == own[1]:
                sums += values_of(program, classes[hand], counts[hand], hidden)
    return sums
