"""Sets of cards by number (colexicographic), and sets up to the names of suits: *canonical* ones stand for all that
rename them (docs/concepts/methods.md). A ``ClassTable`` numbers a family's classes densely, lowest first.
"""

from collections.abc import Callable
from itertools import permutations, product
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.cards.hands.family import Ranked
from croupier.errors import MissingPart
from croupier.kernels.arrays import Bytes, Int16s, Int32s, Whole
from croupier.kernels.compiled import compiled

SUITS: Final = 4
LARGEST: Final = 7  # No table is kept over larger sets.


class SuitedDeck:
    """The different cards of a deck in the order of their numbers, and how its suits may be renamed."""

    def __init__(self, deck: tuple[Card, ...], tells_suits: bool = False) -> None:
        self.cards = tuple(sorted(deck, key=lambda card: (card.suit, card.rank)))
        self.size = len(self.cards)
        self.number = {card: number for number, card in enumerate(self.cards)}
        if len(self.number) < len(deck):
            raise ValueError("a deck whose cards are not all different")
        self.suit = np.array([card.suit for card in self.cards], dtype=np.int64)
        self.bit = np.array([1 << card.rank for card in self.cards], dtype=np.int64)
        held = [sum(1 << card.rank for card in self.cards if card.suit == suit) for suit in range(SUITS)]
        alike = list(range(SUITS)) if tells_suits else held
        self.before = np.array(
            [max((other for other in range(suit) if alike[other] == alike[suit]), default=-1) for suit in range(SUITS)],
            dtype=np.int64,
        )
        """By suit, the last one before it that may change places with it, or -1."""
        groups = [[suit for suit in range(SUITS) if alike[suit] == kind] for kind in dict.fromkeys(alike)]
        renamings = []
        for chosen in product(*(permutations(group) for group in groups)):
            to = [0] * SUITS
            for group, image in zip(groups, chosen, strict=True):
                for one, other in zip(group, image, strict=True):
                    to[one] = other
            renamings.append(to)
        self.renamed = np.array(
            [[self.number[Card.of(card.rank, to[card.suit])] for card in self.cards] for to in renamings],
            dtype=np.int64,
        )
        """(renamings, cards) the number that a card has once the suits are renamed; the first changes nothing."""
        self.renaming = np.full(SUITS**SUITS, -1, dtype=np.int64)
        for number, to in enumerate(renamings):
            self.renaming[sum(image * SUITS**suit for suit, image in enumerate(to))] = number
        self.choose = np.array(
            [[comb(one, many) for many in range(LARGEST + 2)] for one in range(self.size + 1)], dtype=np.int64
        )

    def sets(self, size: int) -> int:
        """How many sets of this size there are."""
        return comb(self.size, size)

    def hand(self, numbers: Whole) -> tuple[Card, ...]:
        """The cards of these numbers, lowest first."""
        return tuple(sorted(self.cards[number] for number in numbers))

    def place(self, cards: tuple[Card, ...]) -> int:
        """The place of a set among all of its size."""
        numbers = sorted(self.number[card] for card in cards)
        return sum(comb(number, at) for at, number in enumerate(numbers, 1))

    def canonical(self, size: int) -> tuple[Whole, Whole]:
        """Every canonical set of this size, as rows of numbers, and how many sets each stands for."""
        some = canonical_sets(size, np.zeros(0, dtype=np.int64), self.suit, self.bit, self.before)
        return some[:, :size], some[:, size]

    def images(self, size: int) -> tuple[Int32s, Int16s]:
        """For every set of this size the number of the canonical set that it can be renamed to, and the renaming."""
        return canonical_images(
            size, self.suit, self.bit, self.before, self.renamed, self.renaming, self.choose, self.sets(size)
        )


@compiled
def all_sets(size: int, limit: int, choose: Whole) -> Bytes:
    """Every set of numbers below the limit, in order, as rows."""
    rows = np.zeros((choose[limit, size], size), np.uint8)
    cards = np.zeros(size + 1, np.int64)
    first_set(cards, size)
    for place in range(len(rows)):
        for at in range(size):
            rows[place, at] = cards[at]
        next_set(cards, size, limit)
    return rows


@compiled
def cards_beside(shown: Whole, limit: int) -> Whole:
    """The numbers below the limit that are not shown, in order."""
    is_free = np.ones(limit, np.bool_)
    for card in shown:
        is_free[card] = False
    return np.flatnonzero(is_free)


@compiled
def first_set(cards: Whole, size: int) -> None:
    for at in range(size):
        cards[at] = at


@compiled
def next_set(cards: Whole, size: int, limit: int) -> bool:
    """The next set of numbers below the limit; False after the last."""
    for at in range(size):
        least = cards[at] + 1
        if least < (cards[at + 1] if at + 1 < size else limit):
            cards[at] = least
            for lower in range(at):
                cards[lower] = lower
            return True
    return False


@compiled
def place_of(cards: Whole, size: int, choose: Whole) -> int:
    place = 0
    for at in range(size):
        place += choose[cards[at], at + 1]
    return place


@compiled
def held_by_suit(cards: Whole, size: int, suit: Whole, bit: Whole, held: Whole) -> None:
    for each in range(SUITS):
        held[each] = 0
    for at in range(size):
        held[suit[cards[at]]] |= bit[cards[at]]


@compiled
def weight_of(held: Whole, before: Whole) -> int:
    """How many sets a canonical one stands for; zero for a set that is not canonical."""
    weight = 1
    for suit in range(SUITS):
        at, run, other = 1, 1, before[suit]
        if other >= 0 and held[other] < held[suit]:
            return 0
        same = True
        while other >= 0:
            at += 1
            same = same and held[other] == held[suit]
            run += same
            other = before[other]
        weight = weight * at // run
    return weight


@compiled
def still_alike(held: Whole, before: Whole, left: Whole) -> None:
    """Which suits may still change places when a canonical set lies on the table."""
    for suit in range(SUITS):
        other = before[suit]
        left[suit] = other if other >= 0 and held[other] == held[suit] else -1


@compiled
def canonical_sets(size: int, shown: Whole, suit: Whole, bit: Whole, before: Whole) -> Whole:
    """Sets that hold none of the cards shown, up to the renamings that leave those alone: numbers, then the weight."""
    held, left = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    held_by_suit(shown, len(shown), suit, bit, held)
    still_alike(held, before, left)
    free = cards_beside(shown, len(suit))
    many = len(free)
    places, cards = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    rows = np.zeros((1024, size + 1), np.int64)
    count = 0
    if many < size:
        return rows[:0]
    first_set(places, size)
    going = True
    while going:
        for at in range(size):
            cards[at] = free[places[at]]
        held_by_suit(cards, size, suit, bit, held)
        weight = weight_of(held, left)
        if weight:
            if count == len(rows):
                more = np.zeros((2 * count, size + 1), np.int64)
                more[:count] = rows
                rows = more
            rows[count, :size] = cards[:size]
            rows[count, size] = weight
            count += 1
        going = next_set(places, size, many)
    return rows[:count]


@compiled
def canonical_images(
    size: int,
    suit: Whole,
    bit: Whole,
    before: Whole,
    renamed: Whole,
    renaming: Whole,
    choose: Whole,
    sets: int,
) -> tuple[Int32s, Int16s]:
    number = np.full(sets, -1, np.int32)
    by = np.zeros(sets, np.int16)
    cards, image = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    held, to = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    count = 0
    first_set(cards, size)
    for place in range(sets):
        held_by_suit(cards, size, suit, bit, held)
        if weight_of(held, before):
            number[place] = count
            count += 1
        next_set(cards, size, len(suit))
    first_set(cards, size)
    for place in range(sets):
        held_by_suit(cards, size, suit, bit, held)
        for each in range(SUITS):
            to[each] = each
        # Suits that may change places are put in order, the greatest holding first; equal ones keep their order.
        for _ in range(SUITS):
            for each in range(SUITS):
                other = before[each]
                if other >= 0:
                    mine, theirs = -1, -1
                    for one in range(SUITS):
                        if to[one] == each:
                            mine = one
                        if to[one] == other:
                            theirs = one
                    if held[theirs] < held[mine]:
                        to[mine], to[theirs] = other, each
        code = to[0] + SUITS * (to[1] + SUITS * (to[2] + SUITS * to[3]))
        by[place] = renaming[code]
        if number[place] < 0:
            for at in range(size):
                image[at] = renamed[by[place], cards[at]]
            image[:size].sort()
            number[place] = number[place_of(image, size, choose)]
        next_set(cards, size, len(suit))
    return number, by


MOST_CLASSES: Final = 2**15 - 1
MOST_CALLS: Final = 3_000_000  # Hands to classify: about ten seconds.


class ClassTable(NamedTuple):
    """The classes of all hands of one size."""

    deck: SuitedDeck
    size: int
    ranking: tuple[Ranked, ...]  # Every class, lowest first.
    place: Int16s  # By set of cards, the place of its class in the ranking.
    examples: tuple[tuple[Card, ...], ...]  # For each class a hand of it.


def class_table(classify: Callable[[tuple[Card, ...]], Ranked], deck: SuitedDeck, size: int) -> ClassTable:
    """Classify every hand; MissingPart where they are too many."""
    if deck.sets(size) > MOST_CALLS * len(deck.renamed):
        raise MissingPart(
            f"{deck.sets(size):,} hands of {size} cards are too many to classify", hint="croupier simulate estimates it"
        )
    sets, _ = deck.canonical(size)
    hands = [deck.hand(numbers) for numbers in sets.tolist()]
    classes = [classify(hand) for hand in hands]
    example: dict[Ranked, tuple[Card, ...]] = {}
    for hand, cards in zip(classes, hands, strict=True):
        example.setdefault(hand, cards)
    ranking = tuple(sorted(example))
    if len(ranking) > MOST_CLASSES:
        raise MissingPart(f"{len(ranking):,} classes of hands are too many to tabulate", hint="croupier simulate")
    number = {hand: at for at, hand in enumerate(ranking)}
    by_canonical = np.array([number[hand] for hand in classes], dtype=np.int16)
    images, _ = deck.images(size)
    return ClassTable(deck, size, ranking, by_canonical[images], tuple(example[hand] for hand in ranking))


def best_of_more(table: ClassTable, size: int) -> Int16s:
    """By set of ``size`` cards, the greatest class among its parts of the table's size."""
    places = table.place
    for larger in range(table.size + 1, size + 1):
        places = _with_one_more(places, larger, table.deck.size, table.deck.choose)
    return places


@compiled
def _with_one_more(places: Int16s, size: int, limit: int, choose: Whole) -> Int16s:
    best = np.zeros(choose[limit, size], np.int16)
    cards, part = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    first_set(cards, size)
    for place in range(len(best)):
        most = np.int16(0)
        for out in range(size):
            for at in range(size - 1):
                part[at] = cards[at if at < out else at + 1]
            most = max(most, places[place_of(part, size - 1, choose)])
        best[place] = most
        next_set(cards, size, limit)
    return best
