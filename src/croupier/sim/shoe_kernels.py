"""Cards from a shoe of several decks, dynamic pays, and the pair wager on two cards and an up-card.

A number below the shoe's size names a card; one that is already out is drawn again. Dynamic pays have a stream of their
own, so that they do not depend on how many cards a round took.
"""

from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.kernels.arrays import Bytes, Int16s, Whole, Words
from croupier.kernels.cells import Counts, Graded, Meters, graded, place_of_class
from croupier.kernels.compiled import compiled
from croupier.kernels.philox import PhiloxSource
from croupier.kernels.stream import ONE, ZERO, Word, below, open_stream, whole
from croupier.play.dynamic import Boosted, draw_for_round, dynamic_pays, stated_draw
from croupier.play.game import Bonus, Game

MOST_DECKS: Final = 8
OUT_WORDS: Final = (52 * MOST_DECKS + 63) // 64 + 1
"""One bit for each card that is out, and a last word that counts them."""
DEALT: Final = OUT_WORDS - 1
DECK_CARDS = np.uint64(52)
_6, _63 = np.uint64(6), np.uint64(63)
BOOSTS: Final = 1 << 63  # Added to a round's number: the stream of its dynamic pays.
_BOOSTS = np.uint64(BOOSTS)
NO_UP: Final = 4  # In place of the up-card's suit: it makes no three of a kind.
MOST_ROWS: Final = 16


@compiled
def take_card(out: Words, size: Word, words: Words, seed: Word, number: Word) -> int:
    """The next card of the shoe, 0 to 51; an empty shoe gives any, and ``out`` then counts more than it has."""
    out[DEALT] += ONE
    if out[DEALT] > size:
        return 0
    while True:
        place = below(size, words, seed, number)
        bit = ONE << (place & _63)
        if not out[place >> _6] & bit:
            out[place >> _6] |= bit
            return whole(place % DECK_CARDS)


@compiled
def shoe_cards(cards: Bytes, size: Word, seed: Word, number: Word) -> None:
    """The first cards of a round's shoe."""
    out, words = np.zeros(OUT_WORDS, dtype=np.uint64), np.zeros(6, dtype=np.uint64)
    open_stream(words)
    for place in range(cards.shape[0]):
        cards[place] = take_card(out, size, words, seed, number)


def cards_of_shoe(count: int, decks: int, seed: int, number: int) -> tuple[Card, ...]:
    """The same in plain cards."""
    cards = np.zeros(min(count, 52 * decks), dtype=np.uint8)
    shoe_cards(cards, np.uint64(52 * decks), np.uint64(seed), np.uint64(number))
    return tuple(DECK[card] for card in cards.tolist())


class PairTables(NamedTuple):
    """The pair wager: outcomes by rank and suits, and the draw of dynamic pays."""

    place: Int16s  # By rank, both suits and the up-card's suit or none; the last is for cards that are not a pair.
    boosted_row: Int16s  # By outcome, which of the rows with dynamic pays it is; -1 for none.
    numbers: Whole  # The weights of boosting one row, two rows, and so on.
    rows: Whole  # The weight of each row that has dynamic pays; one for each where they are drawn evenly.
    amounts: Whole  # The weight of each of a row's dynamic pays.


@compiled
def _weighted(weights: Whole, words: Words, seed: Word, number: Word) -> int:
    """A place, as likely as its weight, by the draw of ``play.dynamic``."""
    drawn = whole(below(np.uint64(weights.sum()), words, seed, number))
    place = 0
    while drawn >= weights[place]:
        drawn -= weights[place]
        place += 1
    return place


@compiled
def pair_place(tables: PairTables, one: int, other: int, up: int) -> int:
    """The outcome of two cards and the up-card, before dynamic pays."""
    place = tables.place
    rank = one >> 2
    if rank != other >> 2:
        return whole(place[place.shape[0] - 1])
    suit = up & 3 if up >> 2 == rank else NO_UP
    return whole(place[((rank * 4 + (one & 3)) * 4 + (other & 3)) * 5 + suit])


@compiled
def draw_boosts(tables: PairTables, boosts: Whole, words: Words, seed: Word, number: Word) -> None:
    """By row, which of its dynamic pays it has, from one upward, or 0; drawn in the order of ``play.dynamic``."""
    rows = tables.rows.shape[0]
    number |= _BOOSTS
    open_stream(words)
    count = _weighted(tables.numbers, words, seed, number) + 1
    boosts[:rows] = 0
    left = tables.rows.copy()
    for _ in range(count):
        # A row that was drawn has no weight left. The others keep their order, as in a list without it.
        row = _weighted(left, words, seed, number)
        boosts[row] = 1
        left[row] = 0
    for row in range(rows):
        if boosts[row]:
            boosts[row] = 1 + _weighted(tables.amounts, words, seed, number)


@compiled
def count_pairs(
    tables: PairTables,
    firsts: Whole,
    up: int,
    boosts: Whole,
    words: Words,
    seed: Word,
    number: Word,
    nets: Whole,
    counts: Counts,
    counts_at: int,
    squares_at: int,
) -> None:
    """The pair wager of every seat, by its first two cards; ``boosts`` is room for dynamic pays, drawn if asked for."""
    is_drawn = False
    total = 0
    for seat in range(len(firsts)):
        place = pair_place(tables, firsts[seat, 0], firsts[seat, 1], up)
        row = tables.boosted_row[place]
        if row >= 0:
            if not is_drawn:
                draw_boosts(tables, boosts, words, seed, number)
                is_drawn = True
            place += boosts[row]
        counts[counts_at + place] += 1
        total += nets[counts_at + place]
    counts[squares_at] += total * total


@compiled
def play_pairs(
    seed: Word,
    first: int,
    count: int,
    seats: int,
    size: Word,
    counts_at: int,
    squares_at: int,
    tables: PairTables,
    nets: Whole,
    counts: Counts,
) -> None:
    """The pair wager alone: two cards to a seat, then the up-card."""
    out, words = np.zeros(OUT_WORDS, dtype=np.uint64), np.zeros(6, dtype=np.uint64)
    firsts, boosts = np.zeros((seats, 2), dtype=np.int64), np.zeros(MOST_ROWS, dtype=np.int64)
    for round_number in range(first, first + count):
        number = np.uint64(round_number)
        out[:] = ZERO
        open_stream(words)
        for seat in range(seats):
            firsts[seat, 0] = take_card(out, size, words, seed, number)
            firsts[seat, 1] = take_card(out, size, words, seed, number)
        up = take_card(out, size, words, seed, number)
        count_pairs(tables, firsts, up, boosts, words, seed, number, nets, counts, counts_at, squares_at)


def pair_tables(game: Game, bonus: Bonus, meters: Meters) -> tuple[PairTables, Graded]:
    """Ask the wager about every pair, with and without the up-card."""
    found = graded(game, bonus, meters)
    places = []
    for rank in range(13):
        other_rank = DECK[(rank + 1) % 13 * 4]
        for one in range(4):
            for other in range(4):
                for suit in range(5):
                    up = other_rank if suit == NO_UP else DECK[rank * 4 + suit]
                    hand = bonus.sees((DECK[rank * 4 + one], DECK[rank * 4 + other]), (up,))
                    places.append(place_of_class(bonus, found, hand))
    places.append(place_of_class(bonus, found, bonus.sees((DECK[0], DECK[4]), (DECK[8],))))
    options = dynamic_pays(bonus.chart.table)
    boosted = np.full(len(found.outcomes), -1, dtype=np.int16)
    for row, event in enumerate(options):
        boosted[found.place_of[event]] = row
    most = max(map(len, options.values()), default=0)
    stated = stated_draw(game).for_table(len(options), most)
    return PairTables(
        np.array(places, dtype=np.int16),
        boosted,
        np.array(stated.numbers, dtype=np.int64),
        np.array(stated.hands, dtype=np.int64),
        np.array(stated.amounts, dtype=np.int64),
    ), found


def boosts_of_round(game: Game, seed: int, number: int) -> Boosted:
    """One round's dynamic pays, by the code that draws them at a table."""
    return draw_for_round(PhiloxSource(seed, number | BOOSTS), game)
