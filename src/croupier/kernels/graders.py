"""Classes of hands by lookup: each family's own classifier, asked once for everything it can tell apart.

A *grader* numbers the classes of one family, lowest first, for hands of one size (docs/concepts/methods.md).
``grader_of`` alone in ``kernels`` knows families by name; a game of another family is played by the play driver.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.cards.cards import DECK
from croupier.cards.hands import FAMILIES, Ranked, Setting
from croupier.kernels.arrays import Bytes, Int16s, Int32s, Whole, Words
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import RANKS
from croupier.kernels.stream import Word, whole
from croupier.play.game import Cards

SETS: Final = 1 << RANKS
LOW_RANKS: Final = 7
LOW_KEYS: Final = 5**LOW_RANKS
BY_RANKS, BY_SUIT, BY_CARDS, BY_COLORS = range(4)
_SUIT = np.uint64(SETS - 1)
_13, _26, _39 = np.uint64(13), np.uint64(26), np.uint64(39)
_RED = np.uint64((SETS - 1) << 13 | (SETS - 1) << 26)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)

Classify = Callable[[Cards], Ranked]
Found = dict[int, tuple[Ranked, Cards]]  # By place, a class and cards that show it.
KIND, NEEDED, SIZE_ROW, PLAIN_AT, SUITED_AT = range(5)  # Columns of ``Lookups.graders``.


class Lookups(NamedTuple):
    """All graders of one simulation, in the arrays that kernels read."""

    graders: Whole
    plain: Int16s
    suited: Int16s
    spread: Words
    low: Int32s
    high: Int32s
    held: Bytes


class Grader(NamedTuple):
    """One family's classes for hands of one size, lowest first, with cards that show each."""

    kind: int
    size: int
    needed: int  # Cards of one suit that make the suit count.
    classes: tuple[Any, ...]
    examples: tuple[Cards, ...]
    plain: Int16s
    suited: Int16s


def _numbered(kind: int, size: int, needed: int, plain: Found, suited: Found, length: int) -> Grader:
    """Number the classes in their own order; ``plain`` and ``suited`` hold a class and cards that show it by place."""
    examples: dict[Ranked, Cards] = {}
    for hand, cards in (*plain.values(), *suited.values()):
        examples.setdefault(hand, cards)
    classes = tuple(sorted(examples))
    numbers = {hand: number for number, hand in enumerate(classes)}
    tables = [np.zeros(length, dtype=np.int16), np.zeros(4 * SETS if suited else 0, dtype=np.int16)]
    for table, found in zip(tables, (plain, suited), strict=True):
        for place, (hand, _) in found.items():
            table[place] = numbers[hand]
    return Grader(kind, size, needed, classes, tuple(examples[hand] for hand in classes), *tables)


def _spread_out(ranks: Sequence[int]) -> Cards:
    """Cards of these ranks, equal ones side by side, with the suits taken in turn: never five of one suit in seven."""
    return tuple(DECK[rank * 4 + place % 4] for place, rank in enumerate(ranks))


def by_ranks(classify: Classify, size: int) -> Grader:
    """Hands whose class depends on which ranks they hold."""
    found = {}
    for number in range(1, SETS):
        ranks = [rank for rank in range(RANKS) if number >> rank & 1]
        if -(-size // 4) <= len(ranks) <= size:
            # The lowest rank as often as it takes, then the next: enough cards to make a hand of the right size.
            copies = [rank for rank in ranks for _ in range(4)]
            extra = [rank for place, rank in enumerate(copies) if place % 4][: size - len(ranks)]
            cards = _spread_out(sorted(ranks + extra))
            found[number] = (classify(cards), cards)
    return _numbered(BY_RANKS, size, 0, found, {}, SETS)


def by_suit(classify: Classify, size: int) -> Grader:
    """Hands whose class is the best class of one suit's cards alone."""
    found: Found = {}
    for number in range(SETS):
        ranks = [rank for rank in range(RANKS) if number >> rank & 1]
        if len(ranks) <= size:
            cards = tuple(DECK[rank * 4] for rank in ranks)
            found[number] = (classify(cards), cards)
    return _numbered(BY_SUIT, size, 0, found, {}, SETS)


def by_cards(classify: Classify, size: int, needed: int, *, names_suits: bool = False) -> Grader:
    """Hands whose class depends on how often they hold each rank, and on a suit with ``needed`` cards or more."""
    plain = {}
    for ranks in _multisets(size):
        cards = _spread_out(ranks)
        low, high = key_of(ranks)
        plain[int(_low_keys(size)[low] + _high_keys()[high])] = (classify(cards), cards)
    suited = {}
    for count in range(needed, size + 1):
        for ranks in combinations(range(RANKS), count):
            place = sum(1 << rank for rank in ranks)
            for suit in range(4):
                if suit == 0 or names_suits:
                    cards = tuple(DECK[rank * 4 + suit] for rank in ranks)
                    found = (classify(cards), cards)
                suited[suit * SETS + place] = found
    return _numbered(BY_CARDS, size, needed, plain, suited, len(plain))


def by_colors(classify: Callable[[Cards, Cards], Ranked], size: int) -> Grader:
    """Hands whose class depends on which colors the player's cards show, and which the dealer's."""
    red, black = DECK[1], DECK[0]
    found = {}
    for shown in product((False, True), repeat=4):
        own = tuple(card for card, is_shown in zip((red, black), shown[:2], strict=True) if is_shown)
        dealer = tuple(card for card, is_shown in zip((red, black), shown[2:], strict=True) if is_shown)
        if own and dealer:
            place = sum(1 << bit for bit, is_shown in enumerate(shown) if is_shown)
            found[place] = (classify(own, dealer), own + dealer)
    return _numbered(BY_COLORS, size, 0, found, {}, 16)


def _multisets(size: int) -> Iterator[tuple[int, ...]]:
    """Every way to hold that many ranks, none more than four times."""

    def extend(ranks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(ranks) == size:
            yield ranks
            return
        for rank in range(ranks[-1] if ranks else 0, RANKS):
            if ranks[-4:] != (rank,) * 4:
                yield from extend((*ranks, rank))

    return extend(())


def key_of(ranks: Sequence[int]) -> tuple[int, int]:
    """The two numbers that say how often each rank is held."""
    low = sum(5**rank for rank in ranks if rank < LOW_RANKS)
    return low, sum(5 ** (rank - LOW_RANKS) for rank in ranks if rank >= LOW_RANKS)


def holding_numbers(held: Whole) -> Whole:
    """(hands) the number of each by how often it holds each rank, in a column for each; all hands are of one size."""
    low, high = held[:, :LOW_RANKS] @ 5 ** np.arange(LOW_RANKS), held[:, LOW_RANKS:] @ 5 ** np.arange(RANKS - LOW_RANKS)
    return np.asarray(_low_keys(int(held[0].sum()))[low] + _high_keys()[high])


@cache
def _digit_sums(digits: int) -> Whole:
    return sum((np.arange(5**digits) // 5**place % 5 for place in range(digits)), np.zeros(5**digits, dtype=np.int64))


@cache
def _high_keys() -> Int32s:
    """By high key, its place among those with as many cards."""
    cards = _digit_sums(RANKS - LOW_RANKS)
    places = np.zeros(len(cards), dtype=np.int32)
    for count in range(int(cards.max()) + 1):
        places[cards == count] = np.arange((cards == count).sum())
    return places


@cache
def _low_keys(size: int) -> Int32s:
    """By low key, where the hands of this size that hold these low ranks begin."""
    low = _digit_sums(LOW_RANKS)
    high_ways = np.bincount(_digit_sums(RANKS - LOW_RANKS), minlength=size + 1)
    ways = np.where(low <= size, high_ways[np.maximum(size - low, 0)], 0)
    return (np.cumsum(ways) - ways).astype(np.int32)


def join(graders: Sequence[Grader]) -> Lookups:
    """The arrays of several graders, in the order in which ``grade`` counts them."""
    sizes = sorted({grader.size for grader in graders if grader.kind == BY_CARDS})
    rows, plain, suited = [], [], []
    plain_at = suited_at = 0
    for grader in graders:
        row = sizes.index(grader.size) if grader.kind == BY_CARDS else 0
        rows.append((grader.kind, grader.needed, row, plain_at, suited_at))
        plain.append(grader.plain)
        suited.append(grader.suited)
        plain_at += len(grader.plain)
        suited_at += len(grader.suited)
    return Lookups(
        np.array(rows, dtype=np.int64).reshape(-1, 5),
        np.concatenate([np.zeros(0, dtype=np.int16), *plain]),
        np.concatenate([np.zeros(0, dtype=np.int16), *suited]),
        spread_keys(),
        np.array([_low_keys(size) for size in sizes], dtype=np.int32).reshape(-1, LOW_KEYS),
        _high_keys(),
        np.array([number.bit_count() for number in range(SETS)], dtype=np.uint8),
    )


def spread_keys() -> Words:
    """By set of ranks of one suit, its key: the low number in the low half of the word. Keys of four suits add up."""
    keys = []
    for number in range(SETS):
        low, high = key_of([rank for rank in range(RANKS) if number >> rank & 1])
        keys.append(low | high << 32)
    return np.array(keys, dtype=np.uint64)


def class_of(grader: Grader, lookups: Lookups, place: int, own: int, dealer: int = 0) -> Any:
    """The class that a kernel would find; for tests and for one hand at a time."""
    return grader.classes[int(grade(*lookups, place, np.uint64(own), np.uint64(dealer)))]


@compiled
def ranks_of(hand: Word) -> Word:
    """The ranks of a hand, whatever their suits."""
    ranks: Word = (hand | hand >> _13 | hand >> _26 | hand >> _39) & _SUIT
    return ranks


# Kernels take the arrays of ``Lookups`` one by one: a tuple of arrays that is handed from function to function costs
# more than the lookups themselves.


@compiled
def holding_number(spread: Words, low: Int32s, high: Int32s, row: int, hand: Word) -> int:
    """The number of a hand among all of its size that differ in how often they hold each rank."""
    key = spread[hand & _SUIT] + spread[hand >> _13 & _SUIT] + spread[hand >> _26 & _SUIT] + spread[hand >> _39]
    return whole(low[row, key & _LOW_HALF]) + whole(high[key >> _HALF])


@compiled
def look(kind: int, plain: Int16s, at: Word, own: Word, dealer: Word) -> Word:
    """The class that one look tells. Places are words: a signed one would be asked if it counts from the end."""
    hand = own | dealer
    if kind == BY_RANKS:
        return np.uint64(plain[at + ranks_of(hand)])
    if kind == BY_SUIT:
        best = max(plain[at + (hand & _SUIT)], plain[at + (hand >> _13 & _SUIT)])
        return np.uint64(max(best, plain[at + (hand >> _26 & _SUIT)], plain[at + (hand >> _39)]))
    place = np.uint64(own & _RED != 0) | np.uint64(own & ~_RED != 0) << np.uint64(1)
    place |= np.uint64(dealer & _RED != 0) << np.uint64(2) | np.uint64(dealer & ~_RED != 0) << np.uint64(3)
    return np.uint64(plain[at + place])


@compiled
def suited_place(held: Bytes, needed: int, hand: Word) -> int:
    """The place of the ranks of a suit with enough cards, in a table of four suits; -1 if no suit has them."""
    for suit in range(4):
        ranks = whole(hand >> np.uint64(13 * suit) & _SUIT)
        if held[ranks] >= needed:
            return suit * SETS + ranks
    return -1


@compiled
def grade(
    graders: Whole,
    plain: Int16s,
    suited: Int16s,
    spread: Words,
    low: Int32s,
    high: Int32s,
    held: Bytes,
    which: int,
    own: Word,
    dealer: Word,
) -> int:
    """The number of a hand's class: of the two hands laid together, or of their colors."""
    kind, at = graders[which, KIND], graders[which, PLAIN_AT]
    if kind != BY_CARDS:
        return whole(look(kind, plain, np.uint64(at), own, dealer))
    hand = own | dealer
    number = whole(plain[at + holding_number(spread, low, high, graders[which, SIZE_ROW], hand)])
    place = suited_place(held, graders[which, NEEDED], hand)
    if place >= 0:
        number = max(number, whole(suited[graders[which, SUITED_AT] + place]))
    return number


POKER: Final = 5  # Cards of one suit that make a flush in a five-card hand.
_KINDS: Final = {
    "straights": BY_RANKS,
    **dict.fromkeys(("straight_flush", "flushes"), BY_SUIT),
    **dict.fromkeys(("three_card", "mini_royal", "two_card", "five_card"), BY_CARDS),
    "colors": BY_COLORS,
}
_PLAIN: Final = Setting()


class NoLookup(Exception):
    """A game asks for something that no kernel looks up: it is left to the play driver."""


def has_lookup(family: str) -> bool:
    """Whether hands of the family can be graded by a table lookup."""
    return family in _KINDS


@cache
def grader_of(family: str, size: int) -> Grader:
    """The lookup of a family for hands of this size."""
    classify = FAMILIES[family].classify

    def whole(cards: Cards) -> Ranked:
        return classify(cards, (), _PLAIN)

    if _KINDS[family] == BY_COLORS:
        return by_colors(lambda own, dealer: classify(own, dealer, _PLAIN), size)
    if _KINDS[family] == BY_CARDS:
        return by_cards(whole, size, min(POKER, size), names_suits=FAMILIES[family].names_suits)
    return (by_ranks if _KINDS[family] == BY_RANKS else by_suit)(whole, size)
