"""What seats gain that share their cards, in sampled deals, each decided exactly (docs/concepts/methods.md).

A family's kernel takes its technique's own tables; a deck or a ranking that is not of the kind it counts is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.shuffle import RandomSource
from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.solving import solve_showdown, technique_for
from croupier.exact.showdown.terms import Technique
from croupier.exact.showdown.three_card import SIZE, ThreeCardShowdown
from croupier.exact.sights.sight import Estimate, SampledFigures
from croupier.kernels.arrays import Bytes, Floats, Int16s, Int32s, Whole
from croupier.kernels.compiled import compiled, in_chunks
from croupier.kernels.deals import first_of
from croupier.kernels.stream import Word, open_stream, whole
from croupier.kernels.terms import CASES, Terms
from croupier.play.showdown import Showdown

CHUNK: Final = 1 << 15  # Deals of a piece of work.
LEVELS: Final = 3  # Hands that do not qualify, those below the player's class, and those up to it.
Progress = Callable[[int], None]


def sample_shared(
    game: Showdown,
    seats: int,
    samples: int,
    source: RandomSource,
    progress: Progress = lambda _done: None,
) -> SampledFigures:
    """The best play when the cards of this many seats are known, the player's own included, estimated."""
    if samples < 2:
        raise BadInput(f"{samples} samples are too few", hint="two or more")
    # A source gives the seed alone: every deal is drawn by its number, wherever and in whatever order it is played.
    return SharedDeals(game, seats).figures(samples, source.bits(64), progress)


class Gains(NamedTuple):
    """What the other seats' cards change: over all deals, the differences of every net's chance and of what is put up
    added up, and their products.
    """

    sums: Floats
    products: Floats


class SharedDeals:
    """A game whose seats share their cards, ready to be dealt many times."""

    def __init__(self, game: Showdown, seats: int) -> None:
        size, deck = game.hand_size, len(game.deck)
        self.game, self.known = game, size * seats
        if seats < 1 or self.known + size > deck:
            raise BadInput(f"{seats} seats need {self.known + size} of {deck} cards", hint="fewer seats")
        technique = ThreeCardShowdown(game) if size == SIZE else technique_for(game)
        self.terms = Terms(game, technique.ranking)
        self._kernel, self._tables = _kernel(technique, game)
        self.solution = solve_showdown(game)
        """Play without the other seats' cards."""
        offers = self.terms.offers
        self.nets = sorted({net for offered in offers for offer in offered for net in offer.nets})
        # A bet that a class lacks is its smallest again.
        most = range(max(map(len, offers)))
        bets = [[offered[bet if bet < len(offered) else 0] for bet in most] for offered in offers]
        self._offered = np.array([[offer.nets for offer in offered] for offered in bets])
        self._net_at = np.searchsorted(self.nets, self._offered)
        self._put_up = np.array([[offer.put_up for offer in offered] for offered in bets]) / self.terms.unit
        self._settled = np.full(len(offers), -1)
        """The bet of each class; -1 where the hand's other cards decide."""
        place_of = {hand: place for place, hand in enumerate(self.terms.ranking)}
        for row in self.solution.chart:
            if row.is_settled:
                bet = next(at for at, option in enumerate(row.options) if option.hands == row.hands)
                self._settled[place_of[row.hand]] = bet

    def figures(self, samples: int, seed: int, progress: Progress) -> SampledFigures:
        """What the seats' cards bring, from this many deals."""
        nets = [Fraction(net, self.terms.unit) for net in self.nets]
        return figures_of(self.solution.distribution, samples, nets, self.gains(samples, seed, progress))

    def gains(self, samples: int, seed: int, progress: Progress, threads: int | None = None) -> Gains:
        """Many deals at a time, on all cores; added up in their order, so that the number of threads does not show."""

        def work(first: int, count: int) -> Floats:
            cards = np.zeros((count, self.known), dtype=np.uint8)
            deal_cards(cards, len(self.game.deck), np.uint64(seed), first)
            return self.differences(cards)

        sums, products = np.zeros(len(self.nets) + 1), np.zeros((len(self.nets) + 1, len(self.nets) + 1))
        for done, moves in in_chunks(work, samples, CHUNK, threads):
            sums += moves.sum(axis=0)
            products += np.einsum("di,dj->ij", moves, moves)
            progress(done)
        return Gains(sums, products)

    def differences(self, cards: Bytes) -> Floats:
        """Of every deal with another bet than without the other seats' cards, the changes by net and of what is put up.

        ``cards`` (deals, cards) are the places in the deck of the own cards, then of the other seats'.
        """
        place, cases = self.against(cards)
        best, plain = self._best(place, cases), self._settled[place]
        open_ = np.flatnonzero(plain < 0)
        plain[open_] = self._best(*self.against(cards[open_, : self.game.hand_size]))
        changed = np.flatnonzero(best != plain)
        place, best, plain = place[changed], best[changed], plain[changed]
        part = cases[changed] / comb(len(self.game.deck) - self.known, self.game.hand_size)
        moves, rows = np.zeros((len(changed), len(self.nets) + 1)), np.arange(len(changed))
        for case in range(CASES):
            moves[rows, self._net_at[place, best, case]] += part[:, case]
            moves[rows, self._net_at[place, plain, case]] -= part[:, case]
        moves[:, -1] = self._put_up[place, best] - self._put_up[place, plain]
        return moves

    def against(self, cards: Bytes) -> tuple[Whole, Whole]:
        """(deals) the class of the own hand, and (deals, cases) the dealer's hands when these cards are known."""
        place, levels = np.zeros(len(cards), dtype=np.int64), np.zeros((len(cards), LEVELS), dtype=np.int64)
        self._kernel(place, levels, np.ascontiguousarray(cards), self.terms.first_qualifying, self._tables)
        dealers = comb(len(self.game.deck) - cards.shape[1], self.game.hand_size)
        return place, np.diff(levels, axis=1, prepend=0, append=dealers)

    def _best(self, place: Whole, cases: Whole) -> Whole:
        """Of equal bets the smaller, which comes first."""
        best: Whole = np.einsum("dbc,dc->db", self._offered[place], cases).argmax(axis=1)
        return best


def figures_of(plain: Distribution, samples: int, nets: Sequence[Fraction], gains: Gains) -> SampledFigures:
    """Every figure with its standard error, by the delta method, from the differences from play without the sight."""
    known = dict(plain.counts)
    chances = [float(Fraction(known.get(net, 0), plain.total)) for net in nets]
    changed = gains.sums / samples
    covariance = (gains.products / samples - np.outer(changed, changed)) / (samples - 1)
    means = np.array([*chances, float(plain.average_wagered)]) + changed
    *each_net, put_up = np.eye(len(means))
    brings = np.array([*(float(net) for net in nets), 0.0])

    def linear(slopes: Floats) -> Estimate:
        return _told(float(slopes @ means), slopes, covariance)

    expectation, wagered = linear(brings), linear(put_up)
    moments = expectation.value, float(brings**2 @ means), wagered.value
    variance, risk, index, n0 = swings_of(*moments, (brings, brings**2, put_up), covariance)
    root = sqrt(max(variance.value, 0.0))
    outcomes = ((net, linear(place)) for net, place in zip(nets, each_net, strict=True))
    return SampledFigures(
        outcomes=tuple((net, chance) for net, chance in outcomes if chance.value or chance.standard_error),
        expectation=expectation,
        hit_frequency=linear((brings > 0).astype(np.float64)),
        push_frequency=linear((brings == 0) - put_up),
        average_wagered=wagered,
        variance=variance,
        standard_deviation=Estimate(root, variance.standard_error / (2 * root) if root else 0.0),
        element_of_risk=risk,
        desirability_index=index,
        n0=n0,
    )


def _told(value: float, slopes: Floats, covariance: Floats) -> Estimate:
    return Estimate(value, sqrt(max(0.0, float(slopes @ covariance @ slopes))))


def swings_of(
    mean: float, square: float, wagered: float, slopes: tuple[Floats, Floats, Floats], covariance: Floats
) -> tuple[Estimate, Estimate | None, Estimate | None, Estimate | None]:
    """Variance, element of risk, desirability and N0 from what a hand brings, its square and what is wagered, whose
    ``slopes`` are along sampled means of this covariance."""
    of_mean, of_square, of_wagered = slopes
    steep = of_square - 2 * mean * of_mean
    variance = _told(square - mean**2, steep, covariance)
    root = sqrt(max(variance.value, 0.0))
    risk = index = n0 = None
    if wagered:
        risk = _told(-mean / wagered, -of_mean / wagered + of_wagered * mean / wagered**2, covariance)
    if root:
        along = 1000 * (of_mean / root - mean * steep / (2 * variance.value * root))
        index = _told(1000 * mean / root, along, covariance)
    if mean:
        n0 = _told(variance.value / mean**2, steep / mean**2 - 2 * variance.value * of_mean / mean**3, covariance)
    return variance, risk, index, n0


@compiled
def deal_cards(cards: Bytes, deck: int, seed: Word, first: int) -> None:
    """(deals, cards) what is known in each deal, from the deal of this number on."""
    shuffled, words = np.zeros(deck, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    for deal in range(len(cards)):
        open_stream(words)
        first_of(deck, cards.shape[1], shuffled, words, seed, np.uint64(first + deal))
        cards[deal] = shuffled[: cards.shape[1]]


_Kernel = tuple[Callable[..., None], tuple[object, ...]]  # What counts the dealer's hands, and its tables.


def _kernel(technique: Technique, game: Showdown) -> _Kernel:
    """The kernel of a technique, with the technique's own tables as it reads them."""
    match technique:
        case ThreeCardShowdown():
            return count_threes, _threes(technique, game)
        case FlushShowdown() if technique.suits <= SUITS and all(
            (np.diff(sets) > 0).all() for sets in technique.sets.values()
        ):
            return count_flushes, _flushes(technique, game)
    raise MissingPart(
        f"{game.configuration.name}: no counter of a dealer's {game.declares.hands} hands with some cards known",
        hint="flushes and any hands of three cards are counted",
    )


SUITS: Final = 4  # At most; a suit that the deck lacks has no cards.


class FlushTables(NamedTuple):
    """A deck's sets of ranks, in their order."""

    size: int  # Cards in a hand.
    suit: Whole
    bit: Whole  # (cards) the suit of a card, and its rank as a bit.
    place: Whole  # (sets) the class that a suit's ranks make; -1 where no hand is so short.
    length: Whole
    start: Whole  # (classes) of the level below each class, the length and the set.
    ranks: int
    choose: Whole  # (cards left, cards taken)
    held: Whole  # (sets) how many ranks there are.


def _flushes(technique: FlushShowdown, game: Showdown) -> FlushTables:
    pack, size = technique.pack, game.hand_size
    place = np.full(1 << technique.ranks, -1, dtype=np.int64)
    for length, first in technique.first_place.items():
        place[technique.sets[length]] = first + np.arange(len(technique.sets[length]))
    cuts = [technique.level(at) for at in range(len(technique.ranking))]
    # Behind the last class every hand is below; a suit may then hold any cards of a hand.
    lengths = [*(cut.length for cut in cuts), size + 1]
    starts = [*(int(technique.sets[cut.length][cut.start]) for cut in cuts), 0]
    return FlushTables(
        size,
        np.array([pack.suits.index(card.suit) for card in game.deck], dtype=np.int64),
        np.array([1 << pack.ranks.index(card.rank) for card in game.deck], dtype=np.int64),
        place,
        np.array(lengths, dtype=np.int64),
        np.array(starts, dtype=np.int64),
        technique.ranks,
        np.array([[comb(left, taken) for taken in range(size + 1)] for left in range(technique.ranks + 1)]),
        np.array([ranks.bit_count() for ranks in range(1 << technique.ranks)], dtype=np.int64),
    )


@compiled
def _sets_below(tables: FlushTables, length: int, start: int, free: int) -> int:
    """The sets of a length that hold only free ranks and rank below ``start``."""
    choose, held = tables.choose, tables.held
    missing, below = length, 0
    for rank in range(tables.ranks - 1, -1, -1):
        bit = 1 << rank
        if start & bit:
            # Sets without this rank rank lower, whatever else they hold.
            below += choose[held[free & (bit - 1)], missing]
            if not free & bit:
                break
            missing -= 1
    return below


@compiled
def _hands_below(tables: FlushTables, place: int, free: Whole, ways: Whole) -> int:
    """The dealer's hands whose class is below a given one; ``ways`` (suits, cards) is room."""
    length, start, size = tables.length[place], tables.start[place], tables.size
    for suit in range(SUITS):
        many = tables.held[free[suit]]
        for taken in range(size + 1):
            ways[suit, taken] = tables.choose[many, taken] if taken < length else 0
        if length <= size:
            ways[suit, length] = _sets_below(tables, length, start, free[suit])
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
def count_flushes(place: Whole, levels: Whole, cards: Bytes, first_qualifying: int, tables: FlushTables) -> None:
    """The own class of each deal, and the dealer's hands up to each level, when these cards are known."""
    whole_suit, free = np.zeros(SUITS, dtype=np.int64), np.zeros(SUITS, dtype=np.int64)
    ways = np.zeros((SUITS, tables.size + 1), dtype=np.int64)
    for card in range(len(tables.suit)):
        whole_suit[tables.suit[card]] |= tables.bit[card]
    for deal in range(len(cards)):
        free[:] = whole_suit
        own = -1
        for at in range(cards.shape[1]):
            free[tables.suit[cards[deal, at]]] ^= tables.bit[cards[deal, at]]
            if at == tables.size - 1:
                for suit in range(SUITS):
                    own = max(own, tables.place[whole_suit[suit] ^ free[suit]])
        place[deal] = own
        low = _hands_below(tables, first_qualifying, free, ways)
        levels[deal] = low
        if own >= first_qualifying:
            levels[deal, 1] = _hands_below(tables, own, free, ways)
            levels[deal, 2] = _hands_below(tables, own + 1, free, ways)


class ThreeTables(NamedTuple):
    """Hands of three by class; of cards in rising order, ``a + twos[b] + threes[c]`` is a hand's number."""

    place: Int16s  # (hands) the class.
    twos: Whole
    threes: Whole
    all: Int32s  # (classes + 1) hands below a class,
    with_card: Int32s  # (classes + 1, cards) those that hold a card,
    with_pair: Int32s  # (classes + 1, cards, cards) and those that hold two.


def _threes(technique: ThreeCardShowdown, game: Showdown) -> ThreeTables:
    cards, sums = len(game.deck), technique.everyone
    twos = np.array([comb(card, 2) for card in range(cards)], dtype=np.int64)
    threes = np.array([comb(card, 3) for card in range(cards)], dtype=np.int64)
    place = np.zeros(comb(cards, 3), dtype=np.int16)
    for (one, two, three), of_hand in zip(combinations(range(cards), 3), technique.place.tolist(), strict=True):
        place[one + twos[two] + threes[three]] = of_hand
    pairs = sums.with_pair.T.reshape(-1, cards, cards).astype(np.int32)
    return ThreeTables(
        place,
        twos,
        threes,
        sums.all.astype(np.int32),
        np.ascontiguousarray(sums.with_card.T.astype(np.int32)),
        np.ascontiguousarray(pairs + pairs.transpose(0, 2, 1)),
    )


@compiled
def _sort_first(known: Bytes, cards: Bytes, many: int) -> None:
    """The first cards in rising order."""
    for at in range(many):
        card, place = cards[at], at
        while place > 0 and known[place - 1] > card:
            known[place] = known[place - 1]
            place -= 1
        known[place] = card


@compiled
def count_threes(place: Whole, levels: Whole, cards: Bytes, first_qualifying: int, tables: ThreeTables) -> None:
    """The own class of each deal, and the dealer's hands up to each level, when these cards are known."""
    many = cards.shape[1]
    known = np.zeros(many, dtype=np.uint8)
    for deal in range(len(cards)):
        _sort_first(known, cards[deal], SIZE)
        own = whole(tables.place[known[0] + tables.twos[known[1]] + tables.threes[known[2]]])
        place[deal] = own
        _sort_first(known, cards[deal], many)
        # Of a hand that does not qualify it does not matter which of the dealer's are lower.
        one, two, three = first_qualifying, max(first_qualifying, own), max(first_qualifying, own + 1)
        for number in range(LEVELS):
            level = (one, two, three)[number]
            with_card, with_pair = tables.with_card[level], tables.with_pair[level]
            count = np.int64(tables.all[level])
            for first in range(many):
                count -= with_card[known[first]]
                row = with_pair[known[first]]
                for second in range(first):
                    count += row[known[second]]
            levels[deal, number] = count
        low = below = up_to = 0
        for c in range(2, many):
            of_c = tables.threes[known[c]]
            for b in range(1, c):
                places = tables.place[of_c + tables.twos[known[b]] :]
                for a in range(b):
                    of_hand = places[known[a]]
                    low += of_hand < one
                    below += of_hand < two
                    up_to += of_hand < three
        levels[deal, 0] -= low
        levels[deal, 1] -= below
        levels[deal, 2] -= up_to
