"""What a sight changes in sampled deals, each decided exactly.

Deal ``n`` of a seed is the same wherever it is played. A deal whose best bet the sight does not change brings no
difference and is not booked. Of all others, a line of the book holds how many there are, the sum over them of the
dealer's hands in each case, and of the products of any two cases. Means and covariances of everything else follow
(``figures_of``). Lines are kept apart by how many cards look alike to the one who sees, since the dealer's hands are
that many times as many.

A family's kernel takes its technique's own tables; a deck or a ranking that is not of the kind it counts is refused.

*Flushes.* A hand is below a level where every suit's ranks are: shorter than the level's length, or of that length and
below the level's set. For each suit that is a polynomial in the number of cards, and the hands are a coefficient of the
product. Sets of one length rank as the numbers that their ranks make as bits (the tables are checked for it), so the
sets below a given one are counted bit by bit.

*Straights.* Which case a set of ranks falls into is told by a walk over the ranks, highest first: two beginnings lead
to the same *state* where all that may still come decides alike for both. The dealer's ways to reach a state with so
many cards are a polynomial; a rank that is shown multiplies it by the ways to hold one to four cards of it. A sight
of a label takes a second polynomial for each state: one of its cards is the one seen. A polynomial is four words, two
numbers of 32 bits to a word: they are added and multiplied two at a time, and no number of hands is so great that one
runs into the next.

*Three cards.* By inclusion and exclusion: of all hands that hold what is seen, those that hold a known card are taken
off, those that hold two of them put back, and those of three known cards taken off again. ``ThreeCardShowdown`` counts
the hands of a class that hold a card or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.errors import MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.solving import solve_showdown, technique_for
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.terms import Counts, Floats, Technique
from croupier.exact.showdown.three_card import ThreeCardShowdown
from croupier.exact.sights.sight import Estimate, SampledFigures, Sight
from croupier.kernels.arrays import Bytes, Int16s, Int32s, UInt16s, Whole, Words
from croupier.kernels.compiled import compiled, in_chunks, inlined
from croupier.kernels.deals import first_of
from croupier.kernels.stream import Word, open_stream, whole
from croupier.kernels.terms import CASES, Offer, Terms
from croupier.play.showdown import Showdown

_PAIRS = tuple(combinations_with_replacement(range(CASES), 2))


class Change(NamedTuple):
    """Another bet than without the sight."""

    nets: tuple[int, ...]
    less: tuple[int, ...]  # By case, what the bet brings, and what the one without the sight would.
    put_up: int


def change_of(plain: Offer, best: Offer) -> Change:
    return Change(best.nets, plain.nets, best.put_up - plain.put_up)


class SampleBook:
    """All changes of bet of one game, numbered, and what was booked of them."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        changes = {
            change_of(plain, best)
            for offers in terms.offers
            for plain in offers
            for best in offers
            if plain is not best
        }
        self.changes = sorted(changes)
        self.line = {change: at for at, change in enumerate(self.changes)}
        self.entries: dict[tuple[int, int], list[int]] = {}
        """By cards alike and line: deals, sums of the cases, sums of the products of any two."""

    def take(self, booked: Counts) -> None:
        """What a kernel booked of many deals: see ``FIELDS``."""
        for alike, line in np.argwhere(booked[:, :, 0]).tolist():
            fields = booked[alike, line].tolist()
            head, high, low = fields[: 1 + CASES], fields[1 + CASES : -len(_PAIRS)], fields[-len(_PAIRS) :]
            self._add((alike, line), [*head, *(more * 2**31 + less for more, less in zip(high, low, strict=True))])

    def _add(self, at: tuple[int, int], numbers: list[int]) -> None:
        entry = self.entries.setdefault(at, [0] * len(numbers))
        entry[:] = [one + other for one, other in zip(entry, numbers, strict=True)]

    def differences(self, dealers: int) -> tuple[list[Fraction], Floats, Floats]:
        """The nets; then by nets and what is put up, the differences of all deals added up, and their products.

        ``dealers`` is how many hands the dealer may have if a card is seen whole.
        """
        unit = self._terms.unit
        nets = sorted({net for offers in self._terms.offers for offer in offers for net in offer.nets})
        place = {net: at for at, net in enumerate(nets)}
        all_sums, all_products = np.zeros(len(nets) + 1), np.zeros((len(nets) + 1, len(nets) + 1))
        for (alike, line), (many, *sums) in sorted(self.entries.items()):
            change, total = self.changes[line], alike * dealers
            moves = np.zeros((len(nets) + 1, CASES + 1))
            for case in range(CASES):
                moves[place[change.nets[case]], case] += 1
                moves[place[change.less[case]], case] -= 1
            moves[-1, -1] = change.put_up / unit
            # The cases as parts of all hands, and one for the deal itself.
            means = np.array([*(number / total for number in sums[:CASES]), many])
            products = np.zeros((CASES + 1, CASES + 1))
            for (one, other), product in zip(_PAIRS, sums[CASES:], strict=True):
                products[one, other] = products[other, one] = product / total**2
            products[:, -1] = products[-1, :] = means
            all_sums += moves @ means
            all_products += moves @ products @ moves.T
        return [Fraction(net, unit) for net in nets], all_sums, all_products


def figures_of(
    plain: Distribution, samples: int, nets: Sequence[Fraction], sums: Floats, products: Floats
) -> SampledFigures:
    """Every figure with its standard error, by the delta method, from the differences from play without the sight."""
    known = dict(plain.counts)
    chances = [float(Fraction(known.get(net, 0), plain.total)) for net in nets]
    changed = sums / samples
    covariance = (products / samples - np.outer(changed, changed)) / (samples - 1)
    means = np.array([*chances, float(plain.average_wagered)]) + changed
    *each_net, put_up = np.eye(len(means))
    brings = np.array([*(float(net) for net in nets), 0.0])

    def told(value: float, slopes: Floats) -> Estimate:
        return Estimate(value, sqrt(max(0.0, float(slopes @ covariance @ slopes))))

    def linear(slopes: Floats) -> Estimate:
        return told(float(slopes @ means), slopes)

    expectation, wagered = linear(brings), linear(put_up)
    mean = expectation.value
    steep = brings**2 - 2 * mean * brings
    variance = told(float(brings**2 @ means) - mean**2, steep)
    root = sqrt(max(variance.value, 0.0))
    index = n0 = None
    if root:
        slopes = 1000 * (brings / root - mean * steep / (2 * variance.value * root))
        index = told(1000 * mean / root, slopes)
    if mean:
        n0 = told(variance.value / mean**2, steep / mean**2 - 2 * variance.value * brings / mean**3)
    outcomes = ((net, linear(place)) for net, place in zip(nets, each_net, strict=True))
    return SampledFigures(
        outcomes=tuple((net, chance) for net, chance in outcomes if chance.value or chance.standard_error),
        expectation=expectation,
        hit_frequency=linear((brings > 0).astype(np.float64)),
        push_frequency=linear((brings == 0) - put_up),
        average_wagered=wagered,
        variance=variance,
        standard_deviation=Estimate(root, variance.standard_error / (2 * root) if root else 0.0),
        element_of_risk=told(-mean / wagered.value, -brings / wagered.value + put_up * mean / wagered.value**2),
        desirability_index=index,
        n0=n0,
    )


CHUNK: Final = 1 << 15  # Deals of a kernel's piece of work.
Progress = Callable[[int], None]


class Deals:
    """A game ready to be dealt many times."""

    def __init__(self, game: Showdown, sight: Sight, seats: int) -> None:
        self.game, self.sight, self.seats = game, sight, seats
        self.solution = solve_showdown(game)
        """Play without the sight."""
        technique = ThreeCardShowdown(game) if game.hand_size == SIZE else technique_for(game)
        self.terms = Terms(game, technique.ranking)
        self._play, self._tables = _kernel(technique, self.terms)

    @property
    def known(self) -> int:
        """Cards of all seats."""
        return self.game.hand_size * self.seats

    @property
    def dealers(self) -> int:
        """The dealer's hands that hold given cards."""
        hidden = self.game.hand_size - self.sight.number
        return comb(len(self.game.deck) - self.known - self.sight.number, hidden)

    def figures(self, samples: int, seed: int, progress: Progress) -> SampledFigures:
        """What play with the sight brings, from this many deals."""
        differences = self.book(samples, seed, progress).differences(self.dealers)
        return figures_of(self.solution.distribution, samples, *differences)

    def book(self, samples: int, seed: int, progress: Progress, threads: int | None = None) -> SampleBook:
        """What the sight changes, line by line; many deals at a time, on all cores."""
        book = SampleBook(self.terms)
        labels = [] if self.sight.detail == "card" else [self.sight.label(card) for card in self.game.deck]
        alike = max(Counter(labels).values(), default=1)
        known = Known(
            len(self.game.deck), self.game.hand_size, self.known, self.sight.number, np.array(labels, dtype=np.int64)
        )
        offered = self._offered(book)

        def work(first: int, count: int) -> Counts:
            booked = np.zeros((1 + alike, len(book.changes), FIELDS), dtype=np.int64)
            self._play(booked, Run(np.uint64(seed), first, count), known, offered, self._tables)
            return booked

        for done, booked in in_chunks(work, samples, CHUNK, threads):
            book.take(booked)
            progress(done)
        return book

    def _offered(self, book: SampleBook) -> Offered:
        terms = self.terms
        most = max(map(len, terms.offers))
        nets = np.zeros((len(terms.offers), most, CASES), dtype=np.int64)
        change = np.zeros((len(terms.offers), most, most), dtype=np.int64)
        settled = np.full(len(terms.offers), -1, dtype=np.int64)
        for place, offers in enumerate(terms.offers):
            for one, plain in enumerate(offers):
                nets[place, one] = plain.nets
                for other, best in enumerate(offers):
                    if one != other:
                        change[place, one, other] = book.line[change_of(plain, best)]
        place_of = {hand: place for place, hand in enumerate(terms.ranking)}
        for row in self.solution.chart:
            if row.is_settled:
                settled[place_of[row.hand]] = next(
                    at for at, option in enumerate(row.options) if option.hands == row.hands
                )
        bets = np.array([len(offers) for offers in terms.offers])
        return Offered(nets, bets, settled, change, terms.first_qualifying)


_Kernel = tuple[Callable[..., None], Any]  # What plays deals, and its tables.


def _kernel(technique: Technique, terms: Terms) -> _Kernel:
    """The kernel of a technique, with the technique's own tables as it reads them."""
    kernel, game = None, terms.game
    match technique:
        case ThreeCardShowdown():
            kernel = _threes(technique, game)
        case StraightShowdown():
            kernel = _straights(technique, terms)
        case FlushShowdown():
            kernel = _flushes(technique, game)
    if kernel is None:
        raise MissingPart(
            f"{game.configuration.name}: no counter of a dealer's {game.declares.hands} hands with some cards known",
            hint="flushes, straights, and any hands of three cards are counted",
        )
    return kernel


def _binomials(most: int, size: int) -> Counts:
    return np.array([[comb(cards, taken) for taken in range(size + 1)] for cards in range(most + 1)], dtype=np.int64)


def _flushes(technique: FlushShowdown, game: Showdown) -> _Kernel | None:
    pack, size = technique.pack, game.hand_size
    in_order = all((np.diff(sets) > 0).all() for sets in technique.sets.values())
    if technique.suits > SUITS or not in_order:
        return None
    place = np.full(1 << technique.ranks, -1, dtype=np.int64)
    for length, first in technique.first_place.items():
        place[technique.sets[length]] = first + np.arange(len(technique.sets[length]))
    cuts = [technique.level(at) for at in range(len(technique.ranking))]
    # Behind the last class every hand is below; a suit may then hold any cards of a hand.
    lengths = [*(cut.length for cut in cuts), size + 1]
    starts = [*(int(technique.sets[cut.length][cut.start]) for cut in cuts), 0]
    tables = FlushTables(
        np.array([pack.suits.index(card.suit) for card in game.deck], dtype=np.int64),
        np.array([1 << pack.ranks.index(card.rank) for card in game.deck], dtype=np.int64),
        place,
        np.array(lengths, dtype=np.int64),
        np.array(starts, dtype=np.int64),
        technique.ranks,
        _binomials(len(game.deck), size),
        np.array([ranks.bit_count() for ranks in range(1 << technique.ranks)], dtype=np.int64),
    )
    return sample_flushes, tables


def _straights(technique: StraightShowdown, terms: Terms) -> _Kernel | None:
    pack, deck, size = technique.pack, terms.game.deck, technique.size
    suits, ranks = len(pack.suits), len(pack.ranks)
    if suits > SUITS or size >= WIDTH:
        return None
    # The low ranks are the low bits.
    place_of_set = technique.place_of_set.T.ravel().astype(np.int64)
    walks = [_walk_to(_cases(place_of_set, place, terms.first_qualifying)) for place in range(len(technique.ranking))]
    most = max(len(step) for walk in walks for step in walk)
    moves = np.zeros((len(walks), ranks, most, 2), dtype=np.uint16)
    states = np.zeros((len(walks), ranks + 1), dtype=np.int64)
    states[:, ranks] = CASES
    for place, walk in enumerate(walks):
        for at, step in enumerate(walk):
            moves[place, at, : len(step)], states[place, at] = step, len(step)
    rank_of = np.array([pack.ranks.index(card.rank) for card in deck], dtype=np.int64)
    return sample_straights, StraightTables(
        rank_of, place_of_set, suits, ranks, moves, states, _binomials(len(deck), size)
    )


def _cases(place_of_set: Whole, place: int, first_qualifying: int) -> Whole:
    """(sets) the case of a dealer's hand that shows just these ranks, against a class of the player's."""
    higher = 1 + (place_of_set >= place) + (place_of_set > place)
    return np.where(place_of_set < first_qualifying, 0, higher)


def _walk_to(cases: Whole) -> list[Whole]:
    """By rank, the highest first: (states, 2) where a state leads without the rank, and with it."""
    walk = []
    while len(cases) > 1:
        many = int(cases.max()) + 1
        pairs, cases = np.unique(cases[::2] * many + cases[1::2], return_inverse=True)
        walk.append(np.stack(np.divmod(pairs, many), axis=1))
    return walk[::-1]


def _threes(technique: ThreeCardShowdown, game: Showdown) -> _Kernel:
    cards, sums = len(game.deck), technique.everyone
    twos = np.array([comb(card, 2) for card in range(cards)], dtype=np.int64)
    threes = np.array([comb(card, 3) for card in range(cards)], dtype=np.int64)
    place = np.zeros(comb(cards, 3), dtype=np.int16)
    for (one, two, three), of_hand in zip(combinations(range(cards), 3), technique.place.tolist(), strict=True):
        place[one + twos[two] + threes[three]] = of_hand
    pairs = sums.with_pair.T.reshape(-1, cards, cards).astype(np.int32)
    tables = ThreeTables(
        place,
        twos,
        threes,
        sums.all.astype(np.int32),
        np.ascontiguousarray(sums.with_card.T.astype(np.int32)),
        np.ascontiguousarray(pairs + pairs.transpose(0, 2, 1)),
        _binomials(cards, SIZE),
    )
    return sample_threes, tables


ALL: Final = 4  # Behind the cases: all of the dealer's hands.
PART: Final = 31
"""Products are added up in two parts, the lower of this many bits; either sum has room for 2 ** 32 deals."""
LOW_PART: Final = (1 << PART) - 1
PAIRS: Final = CASES * (CASES + 1) // 2
SUMS_AT, HIGH_AT, LOW_AT = 1, 1 + CASES, 1 + CASES + PAIRS
FIELDS: Final = LOW_AT + PAIRS
"""Of a line of the book: deals, the sum of each case, and the products of any two cases in their parts."""


class Offered(NamedTuple):
    """What the player may do, by class of hand."""

    nets: Whole  # (classes, bets, cases)
    bets: Whole  # (classes) how many there are, the smallest first.
    settled: Whole  # (classes) the bet without the sight; -1 where the hand's other cards decide.
    change: Whole  # (classes, bets, bets) the line of the book for the bet without the sight and the one with it.
    first_qualifying: int


@compiled
def sort_into_cases(cases: Whole, low: int, below: int, up_to: int, total: int) -> None:
    """Add hands that are counted up to each level: not qualified, below the player's class, and up to it."""
    cases[0] += low
    cases[1] += below - low
    cases[2] += up_to - below
    cases[3] += total - up_to
    cases[ALL] += total


@compiled
def best_bet(offered: Offered, place: int, cases: Whole) -> int:
    """Of equal bets the smaller, which comes first."""
    best, most = 0, np.int64(0)
    for bet in range(offered.bets[place]):
        worth = np.int64(0)
        for case in range(CASES):
            worth += offered.nets[place, bet, case] * cases[case]
        if bet == 0 or worth > most:
            best, most = bet, worth
    return best


@compiled
def book_change(booked: Whole, many: int, offered: Offered, place: int, plain: int, cases: Whole) -> None:
    """Enter a deal whose bet the sight changes: ``booked`` (cards alike, lines, fields)."""
    best = best_bet(offered, place, cases)
    if best == plain:
        return
    assert booked.shape[2] == FIELDS
    line = booked[many, offered.change[place, plain, best]]
    line[0] += 1
    pair = 0
    for one in range(CASES):
        line[SUMS_AT + one] += cases[one]
        for other in range(one, CASES):
            product = cases[one] * cases[other]
            line[HIGH_AT + pair] += product >> PART
            line[LOW_AT + pair] += product & LOW_PART
            pair += 1


class Known(NamedTuple):
    """What is known in each deal: the cards come in the order own, other seats', seen."""

    deck: int
    size: int  # Cards in a hand.
    gone: int  # Cards of all seats, the own included.
    seen: int
    labels: Whole  # (cards) what is seen of each; empty where a seen card is seen whole.


class Run(NamedTuple):
    """Deals to play: the seed, the number of the first, and how many."""

    seed: Word
    first: int
    many: int


class Paper(NamedTuple):
    """Room that every family needs for one deal."""

    cards: Bytes
    alike: Whole  # (cards) those that may be the one whose label was seen.
    cases: Whole  # The dealer's hands in each case, then all of them.
    words: Words


@compiled
def new_paper(known: Known) -> Paper:
    """Clean paper."""
    return Paper(
        np.zeros(known.deck, dtype=np.uint8),
        np.zeros(known.deck, dtype=np.int64),
        np.zeros(ALL + 1, dtype=np.int64),
        np.zeros(6, dtype=np.uint64),
    )


@compiled
def deal(known: Known, paper: Paper, seed: Word, number: int) -> None:
    """The cards of one deal."""
    open_stream(paper.words)
    first_of(known.deck, known.gone + known.seen, paper.cards, paper.words, seed, np.uint64(number))


@compiled
def looks_alike(known: Known, paper: Paper) -> int:
    """List the cards that may be the one whose label was seen; how many there are."""
    cards, alike = paper.cards, paper.alike
    label = known.labels[cards[known.gone]]
    many = 0
    # The cards behind those of all seats are the ones left, in some order.
    for place in range(known.gone, known.deck):
        if known.labels[cards[place]] == label:
            alike[many] = cards[place]
            many += 1
    return many


SUITS: Final = 4  # At most, and so the most cards of a rank; a suit that the deck lacks has no cards.


class FlushTables(NamedTuple):
    """A deck's sets of ranks, in their order."""

    suit: Whole
    bit: Whole  # (cards) the suit of a card, and its rank as a bit.
    place: Whole  # (sets) the class that a suit's ranks make; -1 where no hand is so short.
    length: Whole
    start: Whole  # (classes) of the level below each class, the length and the set.
    ranks: int
    choose: Whole
    held: Whole  # (sets) how many ranks there are.


class FlushRoom(NamedTuple):
    """Room for one deal."""

    free: Whole
    seen: Whole  # (suits) ranks that are left, and those seen in the dealer's hand.
    ways: Whole  # (suits, cards)


@compiled
def _sets_below(tables: FlushTables, length: int, start: int, free: int, seen: int) -> int:
    """The sets of a length that hold all that is seen and otherwise only free ranks, and rank below ``start``."""
    choose, held = tables.choose, tables.held
    missing = length - held[seen]
    below = 0
    for rank in range(tables.ranks - 1, -1, -1):
        if missing < 0:
            break
        bit = 1 << rank
        if start & bit:
            if not seen & bit:
                # Sets without this rank rank lower, whatever else they hold.
                below += choose[held[free & (bit - 1)], missing]
                if not free & bit:
                    break
                missing -= 1
        elif seen & bit:
            break
    return below


@compiled
def _hands_below(tables: FlushTables, place: int, room: FlushRoom, size: int) -> int:
    """The dealer's hands whose class is below a given one."""
    length, start = tables.length[place], tables.start[place]
    ways = room.ways
    for suit in range(SUITS):
        free, seen = room.free[suit], room.seen[suit]
        many, forced = tables.held[free], tables.held[seen]
        for taken in range(size + 1):
            ways[suit, taken] = 0
        for taken in range(forced, min(length, size + 1)):
            ways[suit, taken] = tables.choose[many, taken - forced]
        if length <= size:
            ways[suit, length] = _sets_below(tables, length, start, free, seen)
    hands = np.int64(0)
    for two in range(size + 1):
        one_pair = other_pair = np.int64(0)
        for taken in range(two + 1):
            one_pair += ways[0, taken] * ways[1, two - taken]
        if one_pair:
            rest = size - two
            for taken in range(rest + 1):
                other_pair += ways[2, taken] * ways[3, rest - taken]
            hands += one_pair * other_pair
    return whole(hands)


@compiled
def _count_flushes(tables: FlushTables, offered: Offered, place: int, room: FlushRoom, size: int, cases: Whole) -> None:
    left = missing = 0
    for suit in range(SUITS):
        left += tables.held[room.free[suit]]
        missing += tables.held[room.seen[suit]]
    total = tables.choose[left, size - missing]
    low = below = up_to = _hands_below(tables, offered.first_qualifying, room, size)
    if place >= offered.first_qualifying:
        below = _hands_below(tables, place, room, size)
        up_to = _hands_below(tables, place + 1, room, size)
    sort_into_cases(cases, low, below, up_to, total)


@compiled
def sample_flushes(booked: Whole, run: Run, known: Known, offered: Offered, tables: FlushTables) -> None:
    """Deal, decide with the sight and without it, and book what differs."""
    room = FlushRoom(
        np.zeros(SUITS, dtype=np.int64),
        np.zeros(SUITS, dtype=np.int64),
        np.zeros((SUITS, known.size + 1), dtype=np.int64),
    )
    paper = new_paper(known)
    cards, alike, cases = paper.cards, paper.alike, paper.cases
    whole_suit = np.zeros(SUITS, dtype=np.int64)
    for card in range(known.deck):
        whole_suit[tables.suit[card]] |= tables.bit[card]
    free, seen = room.free, room.seen
    for number in range(run.first, run.first + run.many):
        deal(known, paper, run.seed, number)
        free[:] = whole_suit
        seen[:] = 0
        for at in range(known.size):
            free[tables.suit[cards[at]]] ^= tables.bit[cards[at]]
        place = -1
        for suit in range(SUITS):
            place = max(place, tables.place[whole_suit[suit] ^ free[suit]])
        plain = offered.settled[place]
        if plain < 0:
            cases[:] = 0
            _count_flushes(tables, offered, place, room, known.size, cases)
            plain = best_bet(offered, place, cases)
        for at in range(known.size, known.gone):
            free[tables.suit[cards[at]]] ^= tables.bit[cards[at]]
        cases[:] = 0
        many = 1
        if len(known.labels):
            many = looks_alike(known, paper)
            for at in range(many):
                suit, bit = tables.suit[alike[at]], tables.bit[alike[at]]
                free[suit] ^= bit
                seen[suit] |= bit
                _count_flushes(tables, offered, place, room, known.size, cases)
                free[suit] ^= bit
                seen[suit] = 0
        else:
            for at in range(known.gone, known.gone + known.seen):
                free[tables.suit[cards[at]]] ^= tables.bit[cards[at]]
                seen[tables.suit[cards[at]]] |= tables.bit[cards[at]]
            _count_flushes(tables, offered, place, room, known.size, cases)
        book_change(booked, many, offered, place, plain, cases)


WIDTH: Final = 8  # The cards of a hand, none to seven.
WORDS: Final = WIDTH // 2
_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)


class StraightTables(NamedTuple):
    """A deck's ranks, and by class of the player's hand the walk over them."""

    rank: Whole  # (cards) the rank of a card, by its place in the deck's ranks.
    place: Whole  # (sets) the class of a hand that shows just these ranks.
    suits: int
    ranks: int
    moves: UInt16s
    """(classes, ranks from the highest, states, 2) the next state without the rank, and with it; at the end a case."""
    states: Whole  # (classes, ranks + 1) how many there are.
    choose: Whole  # (cards left, cards taken)


class StraightRoom(NamedTuple):
    """Room for one deal."""

    left: Whole
    held: Whole
    alike: Whole  # (ranks) cards left, cards seen in the dealer's hand, and cards that look like the one seen.
    rows: Words  # (here and next, states, words) ways to reach a state.
    seen: Words  # The same with one card marked as the one that was seen.
    present: Words
    marked: Words  # (cards of a rank)


# Rows are named by their numbers: a view of a row that is handed from function to function costs more than its sums.


@inlined
def _multiply(rows: Words, at: int, by: Words, factor: int, ways: Words) -> None:
    """Add to a row another one times the ways to take one to four cards of a rank."""
    one, two, three, four = ways[1], ways[2], ways[3], ways[4]
    w0, w1, w2, w3 = by[factor, 0], by[factor, 1], by[factor, 2], by[factor, 3]
    # The same with one card more.
    s0, s1 = w0 << _HALF, w1 << _HALF | w0 >> _HALF
    s2, s3 = w2 << _HALF | w1 >> _HALF, w3 << _HALF | w2 >> _HALF
    rows[at, 0] += one * s0
    rows[at, 1] += one * s1 + two * w0 + three * s0
    rows[at, 2] += one * s2 + two * w1 + three * s1 + four * w0
    rows[at, 3] += one * s3 + two * w2 + three * s2 + four * w1


@inlined
def _ways_of_rank(tables: StraightTables, room: StraightRoom, rank: int) -> None:
    """To hold a rank with so many cards, those seen among them; and with one of those alike as the one seen."""
    left, held = room.left[rank], room.held[rank]
    for taken in range(1, SUITS + 1):
        more = taken - held
        room.present[taken] = np.uint64(tables.choose[left, more] if 0 <= more <= left else 0)
        room.marked[taken] = np.uint64(room.alike[rank] * tables.choose[left - 1, taken - 1] if left >= taken else 0)


@inlined
def _pass_on(rows: Words, at: int, by: Words, state: int) -> None:
    """Add to a row another one."""
    for word in range(WORDS):
        rows[at, word] += by[state, word]


@inlined
def _of_cards(row: Words, cards: int) -> int:
    """One number of a polynomial."""
    word = row[cards >> 1]
    return whole(word >> _HALF) if cards & 1 else whole(word & _LOW)


@compiled
def _count_straights(
    tables: StraightTables, place: int, room: StraightRoom, size: int, marks: bool, cases: Whole
) -> None:
    """Sort the dealer's hands into cases."""
    room.rows[0, 0], room.seen[0, 0] = 0, 0
    room.rows[0, 0, 0] = 1
    for step in range(tables.ranks):
        rank, here = tables.ranks - 1 - step, step & 1
        rows, seen, after, seen_after = room.rows[here], room.seen[here], room.rows[1 - here], room.seen[1 - here]
        moves = tables.moves[place, step]
        after[: tables.states[place, step + 1]] = 0
        if marks:
            seen_after[: tables.states[place, step + 1]] = 0
        # With many seats, many ranks are gone.
        is_left, may_lack = room.left[rank] + room.held[rank] > 0, room.held[rank] == 0
        _ways_of_rank(tables, room, rank)
        for state in range(tables.states[place, step]):
            without, shown = whole(moves[state, 0]), whole(moves[state, 1])
            if may_lack:
                _pass_on(after, without, rows, state)
                if marks:
                    _pass_on(seen_after, without, seen, state)
            if is_left:
                _multiply(after, shown, rows, state, room.present)
                if marks:
                    _multiply(seen_after, shown, seen, state, room.present)
                    _multiply(seen_after, shown, rows, state, room.marked)
    end = tables.ranks & 1
    for case in range(CASES):
        many = _of_cards(room.seen[end, case] if marks else room.rows[end, case], size)
        cases[case] += many
        cases[ALL] += many


@compiled
def sample_straights(booked: Whole, run: Run, known: Known, offered: Offered, tables: StraightTables) -> None:
    """Deal, decide with the sight and without it, and book what differs."""
    states = max(tables.moves.shape[2], CASES)
    room = StraightRoom(
        np.zeros(tables.ranks, dtype=np.int64),
        np.zeros(tables.ranks, dtype=np.int64),
        np.zeros(tables.ranks, dtype=np.int64),
        np.zeros((2, states, WORDS), dtype=np.uint64),
        np.zeros((2, states, WORDS), dtype=np.uint64),
        np.zeros(SUITS + 1, dtype=np.uint64),
        np.zeros(SUITS + 1, dtype=np.uint64),
    )
    paper = new_paper(known)
    cards, cases = paper.cards, paper.cases
    left, held, alike = room.left, room.held, room.alike
    marks = len(known.labels) > 0
    for number in range(run.first, run.first + run.many):
        deal(known, paper, run.seed, number)
        left[:] = tables.suits
        held[:] = 0
        alike[:] = 0
        shown = 0
        for at in range(known.size):
            rank = tables.rank[cards[at]]
            left[rank] -= 1
            shown |= 1 << rank
        place = tables.place[shown]
        plain = offered.settled[place]
        if plain < 0:
            cases[:] = 0
            _count_straights(tables, place, room, known.size, False, cases)
            plain = best_bet(offered, place, cases)
        for at in range(known.size, known.gone):
            left[tables.rank[cards[at]]] -= 1
        many = 1
        if marks:
            label = known.labels[cards[known.gone]]
            many = 0
            for at in range(known.gone, known.deck):
                if known.labels[cards[at]] == label:
                    alike[tables.rank[cards[at]]] += 1
                    many += 1
        else:
            for at in range(known.gone, known.gone + known.seen):
                left[tables.rank[cards[at]]] -= 1
                held[tables.rank[cards[at]]] += 1
        cases[:] = 0
        _count_straights(tables, place, room, known.size, marks, cases)
        book_change(booked, many, offered, place, plain, cases)


SIZE: Final = 3
LEVELS: Final = 3  # Not qualified, below the player's class, and up to it.


class ThreeTables(NamedTuple):
    """Hands of three by class; of cards in rising order, ``a + twos[b] + threes[c]`` is a hand's number."""

    place: Int16s  # (hands) the class.
    twos: Whole
    threes: Whole
    all: Int32s  # (classes + 1) hands below a class,
    with_card: Int32s  # (classes + 1, cards) those that hold a card,
    with_pair: Int32s  # (classes + 1, cards, cards) and those that hold two.
    choose: Whole  # (cards left, cards taken)


@compiled
def _number(tables: ThreeTables, one: int, two: int, three: int) -> int:
    """The number of a hand whose cards are in any order."""
    a, b, c = whole(one), whole(two), whole(three)
    low, high = min(a, b, c), max(a, b, c)
    return whole(low + tables.twos[a + b + c - low - high] + tables.threes[high])


@compiled
def _levels(offered: Offered, place: int, levels: Whole) -> int:
    """The classes up to which hands are counted: one where the player's hand is too low for the others to differ."""
    first = offered.first_qualifying
    levels[0], levels[1], levels[2] = first, place, place + 1
    return LEVELS if place >= first else 1


@compiled
def _unseen(tables: ThreeTables, levels: Whole, many_levels: int, known: Bytes, many: int, hands: Whole) -> None:
    """Hands of three that avoid the known cards, those of known cards alone not yet taken off."""
    for level in range(many_levels):
        with_card, with_pair = tables.with_card[levels[level]], tables.with_pair[levels[level]]
        count = np.int64(tables.all[levels[level]])
        for first in range(many):
            count -= with_card[known[first]]
            row = with_pair[known[first]]
            for second in range(first):
                count += row[known[second]]
        hands[level] = count


@compiled
def _less_known(tables: ThreeTables, levels: Whole, known: Bytes, many: int, hands: Whole) -> None:
    """Take off the hands of known cards alone, which are in rising order."""
    one, two, three = levels[0], levels[1], levels[2]
    low = below = up_to = 0
    for c in range(2, many):
        of_c = tables.threes[known[c]]
        for b in range(1, c):
            places = tables.place[of_c + tables.twos[known[b]] :]
            for a in range(b):
                place = places[known[a]]
                low += place < one
                below += place < two
                up_to += place < three
    hands[0] -= low
    hands[1] -= below
    hands[2] -= up_to


@compiled
def _seen(
    tables: ThreeTables,
    levels: Whole,
    many_levels: int,
    known: Bytes,
    many: int,
    seen: Bytes,
    number: int,
    hands: Whole,
) -> None:
    """Hands that hold the seen cards and avoid the known ones."""
    for level in range(many_levels):
        at = levels[level]
        if number == 1:
            row = tables.with_pair[at, seen[0]]
            count = np.int64(tables.with_card[at, seen[0]])
            for card in range(many):
                count -= row[known[card]]
        else:
            count = np.int64(tables.with_pair[at, seen[0], seen[1]] if number == 2 else 0)
        hands[level] = count
    one, two, three = levels[0], levels[1], levels[2]
    low = below = up_to = 0
    if number == SIZE:
        place = tables.place[_number(tables, seen[0], seen[1], seen[2])]
        low, below, up_to = low + (place < one), below + (place < two), up_to + (place < three)
    elif number == 2:
        for first in range(many):
            place = tables.place[_number(tables, seen[0], seen[1], known[first])]
            low, below, up_to = low - (place < one), below - (place < two), up_to - (place < three)
    else:
        for first in range(many):
            for second in range(first):
                place = tables.place[_number(tables, seen[0], known[first], known[second])]
                low, below, up_to = low + (place < one), below + (place < two), up_to + (place < three)
    hands[0] += low
    hands[1] += below
    hands[2] += up_to


@compiled
def _count_threes(cases: Whole, hands: Whole, many_levels: int, total: int) -> None:
    if many_levels == 1:
        sort_into_cases(cases, hands[0], hands[0], hands[0], total)
    else:
        sort_into_cases(cases, hands[0], hands[1], hands[2], total)


@compiled
def _sorted(known: Bytes, cards: Bytes, many: int) -> None:
    """The first cards in rising order."""
    for at in range(many):
        card, place = cards[at], at
        while place > 0 and known[place - 1] > card:
            known[place] = known[place - 1]
            place -= 1
        known[place] = card


@compiled
def sample_threes(booked: Whole, run: Run, known: Known, offered: Offered, tables: ThreeTables) -> None:
    """Deal, decide with the sight and without it, and book what differs."""
    in_order, seen = np.zeros(known.deck, dtype=np.uint8), np.zeros(SIZE, dtype=np.uint8)
    levels, hands = np.zeros(LEVELS, dtype=np.int64), np.zeros(LEVELS, dtype=np.int64)
    paper = new_paper(known)
    cards, alike, cases = paper.cards, paper.alike, paper.cases
    for number in range(run.first, run.first + run.many):
        deal(known, paper, run.seed, number)
        _sorted(in_order, cards, SIZE)
        place = whole(tables.place[_number(tables, in_order[0], in_order[1], in_order[2])])
        many_levels = _levels(offered, place, levels)
        plain = offered.settled[place]
        if plain < 0:
            cases[:] = 0
            _unseen(tables, levels, many_levels, in_order, SIZE, hands)
            _less_known(tables, levels, in_order, SIZE, hands)
            _count_threes(cases, hands, many_levels, tables.choose[known.deck - SIZE, SIZE])
            plain = best_bet(offered, place, cases)
        cases[:] = 0
        many = 1
        total = tables.choose[known.deck - known.gone - known.seen, SIZE - known.seen]
        if len(known.labels):
            many = looks_alike(known, paper)
            for at in range(many):
                seen[0] = alike[at]
                _seen(tables, levels, many_levels, cards, known.gone, seen, 1, hands)
                _count_threes(cases, hands, many_levels, total)
        elif known.seen:
            for at in range(known.seen):
                seen[at] = cards[known.gone + at]
            _seen(tables, levels, many_levels, cards, known.gone, seen, known.seen, hands)
            _count_threes(cases, hands, many_levels, total)
        else:
            _unseen(tables, levels, many_levels, cards, known.gone, hands)
            _sorted(in_order, cards, known.gone)
            _less_known(tables, levels, in_order, known.gone, hands)
            cases[:] = 0
            _count_threes(cases, hands, many_levels, total)
        book_change(booked, many, offered, place, plain, cases)
