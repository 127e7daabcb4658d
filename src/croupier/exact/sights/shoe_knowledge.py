"""What it is worth to know the rest of a shoe before wagering on the next pair, by how far the shoe is dealt.

Depths, the count, and the control variate: docs/concepts/methods.md. Values are per hand dealt, in wagers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.cards.hands import Setting, pairs
from croupier.cards.shuffle import RandomSource
from croupier.errors import BadInput
from croupier.exact.showdown.terms import Counts
from croupier.exact.sights.sampling import swings_of
from croupier.exact.sights.sight import Estimate
from croupier.kernels.arrays import Bytes, Floats, Whole, Words
from croupier.kernels.compiled import compiled, in_chunks, inlined
from croupier.kernels.stream import LOW, ONE, WORD_BITS, WORDS, ZERO, Word, words_ahead
from croupier.rulebook.rules import Paytable

RANKS = 13
NET, SQUARE, HIT = range(3)
"""What is averaged over the next hand: what it brings, its square, and whether it brings anything."""
PERFECT, COUNTING, PERFECT_SO_FAR, COUNTING_SO_FAR = range(4)
MANY, VALUE, WAGERS, MISS, VALUES, WAGERS_TWICE, MISSES, VALUE_MISS = range(8)
"""Sums over shoes: their number, the value, the wagers and the miss, their squares, and value times miss."""


class ShoeTables(NamedTuple):
    """A wager from a shoe."""

    deck: Bytes  # (places) the cards of the shoe before it is shuffled.
    start: Whole  # (ranks) where a full rank is in ``parts``; ranks that pay alike share their places.
    parts: Floats  # (what is averaged, places, 2) what a rank adds alone, and times the cards left.
    otherwise: Floats  # (what is averaged) where no pair is dealt.
    tags: Whole  # (cards) of the count, in parts of ``unit``.
    unit: float
    drop: Whole  # (cards) by how much the place in the tables falls when the card is gone.
    cuts: Whole  # (depths) the cards dealt.
    full: float
    base: float
    """The expectation from a full shoe, and what the value is there; values are added up as differences from it."""


class ShoeRoom(NamedTuple):
    """Room for one shoe."""

    cards: Bytes
    words: Words  # The words of a shoe that no number is refused for, and one block more.
    left: Whole  # (ranks) the place in the tables.
    worth: Floats
    true_count: Floats
    square: Floats
    hits: Floats  # (depths) the last two where the wager is made.


@compiled
def new_room(tables: ShoeTables) -> ShoeRoom:
    """Empty room."""
    depths = len(tables.cuts)
    return ShoeRoom(
        np.zeros(len(tables.deck), dtype=np.uint8),
        np.zeros((tables.cuts[-1] // 4 + 2) * 4, dtype=np.uint64),
        np.zeros(RANKS, dtype=np.int64),
        np.zeros(depths),
        np.zeros(depths),
        np.zeros(depths),
        np.zeros(depths),
    )


@inlined
def _average(tables: ShoeTables, room: ShoeRoom, what: int, cards: float, deals: float) -> float:
    alone = times = 0.0
    for rank in range(RANKS):
        at = np.uint64(room.left[rank])
        alone += tables.parts[what, at, ZERO]
        times += tables.parts[what, at, ONE]
    return float((alone + cards * times) / deals + tables.otherwise[what])


@compiled
def deal_shoe(tables: ShoeTables, room: ShoeRoom, seed: Word, number: int) -> None:
    """One shoe, valued at every depth. Its words are made ahead, which is several times as fast as one by one."""
    size = len(tables.deck)
    blocks, used = len(room.words) // 4, 0
    words_ahead(room.words, 0, seed, np.uint64(number))
    for place in range(size):
        room.cards[place] = tables.deck[place]
    for rank in range(RANKS):
        room.left[rank] = tables.start[rank]
    dealt = tagged = 0
    for depth in range(len(tables.cuts)):
        for at in range(dealt, tables.cuts[depth]):
            bound = np.uint64(size - at)
            while True:
                if used == len(room.words):
                    words_ahead(room.words, blocks, seed, np.uint64(number))
                    blocks, used = blocks + len(room.words) // 4, 0
                product = room.words[np.uint64(used)] * bound
                used += 1
                if (product & LOW) >= bound or (product & LOW) >= WORDS % bound:
                    break
            other = np.uint64(at) + (product >> WORD_BITS)
            card = room.cards[other]
            room.cards[other] = room.cards[np.uint64(at)]
            room.left[card >> 2] -= tables.drop[card]
            tagged += tables.tags[card]
        dealt = tables.cuts[depth]
        cards = float(size - dealt)
        deals = cards * (cards - 1) / 2 * (cards - 2)
        worth = _average(tables, room, NET, cards, deals)
        room.worth[depth] = worth
        room.true_count[depth] = tagged / (cards * tables.unit)
        room.square[depth] = room.hits[depth] = 0.0
        if worth > 0:
            room.square[depth] = _average(tables, room, SQUARE, cards, deals)
            room.hits[depth] = _average(tables, room, HIT, cards, deals)


@compiled
def value_shoes(tables: ShoeTables, seed: Word, first: int, every: int, worth: Floats, count: Floats) -> None:
    """Single shoes: what the next hand is worth and the count, (shoes, depths)."""
    room = new_room(tables)
    for number in range(len(worth)):
        deal_shoe(tables, room, seed, first + every * number)
        worth[number] = room.worth
        count[number] = room.true_count


@inlined
def _enter(known: Floats, depth: int, who: int, value: float, wagers: float, miss: float) -> None:
    known[depth, who, MANY] += 1.0
    known[depth, who, VALUE] += value
    known[depth, who, WAGERS] += wagers
    known[depth, who, MISS] += miss
    known[depth, who, VALUES] += value * value
    known[depth, who, WAGERS_TWICE] += wagers * wagers
    known[depth, who, MISSES] += miss * miss
    known[depth, who, VALUE_MISS] += value * miss


class ShoeSums(NamedTuple):
    """What is added up over shoes."""

    known: Floats  # (depths, who, sums) by the constants above.
    spread: Floats
    """Square and hits on average over the depths, both squared, square times value, and wagers times value."""
    together: Floats  # ``TOGETHER``

    @classmethod
    def none(cls, depths: int) -> "ShoeSums":
        return cls(np.zeros((depths, WHO, SUMS)), np.zeros(SPREADS), np.zeros(len(TOGETHER)))


WHO, SUMS, SPREADS = 4, 8, 6
TOGETHER: Final = ((2, 0), (1, 1), (0, 2), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4))
"""Powers of the count and of the miss at the last depth, whose products are added up."""


@compiled
def add_shoes(
    tables: ShoeTables, seed: Word, first: int, many: int, trained: int, lines: Floats, sums: ShoeSums
) -> None:
    """Add up shoes. The count is tried on shoes that it was not trained on."""
    known, spread, together = sums
    room = new_room(tables)
    depths = len(tables.cuts)
    for number in range(first, first + many):
        deal_shoe(tables, room, seed, number)
        is_tried = number % 2 == 1 or number >= 2 * trained
        value = wagers = miss = counted = tried = 0.0
        square = hits = 0.0
        for depth in range(depths):
            worth = room.worth[depth]
            missed = worth - tables.full
            here = (worth if worth > 0 else 0.0) - tables.base
            made = 1.0 if worth > 0 else 0.0
            value += here
            wagers += made
            miss += missed
            rounds = depth + 1.0
            _enter(known, depth, PERFECT, here, made, missed)
            _enter(known, depth, PERFECT_SO_FAR, value / rounds, wagers / rounds, miss / rounds)
            square += room.square[depth]
            hits += room.hits[depth]
            if is_tried:
                made = 1.0 if room.true_count[depth] >= lines[depth] else 0.0
                here = worth * made - tables.base
                counted += here
                tried += made
                _enter(known, depth, COUNTING, here, made, missed)
                _enter(known, depth, COUNTING_SO_FAR, counted / rounds, tried / rounds, miss / rounds)
        square, hits, value, wagers = square / depths, hits / depths, value / depths, wagers / depths
        spread[0] += square
        spread[1] += hits
        spread[2] += square * square
        spread[3] += hits * hits
        spread[4] += square * value
        spread[5] += wagers * value
        c, w = room.true_count[depths - 1], room.worth[depths - 1] - tables.full
        together[0] += c * c
        together[1] += c * w
        together[2] += w * w
        together[3] += c * c * c * c
        together[4] += c * c * c * w
        together[5] += c * c * w * w
        together[6] += c * w * w * w
        together[7] += w * w * w * w


CHUNK: Final = 512  # Shoes of a piece of work.
MOST_TRAINED: Final = 20_000  # Shoes; more of them would hardly move the line.
TAG_UNIT: Final = 1 << 30


@dataclass(frozen=True)
class ShoePlan:
    """What is asked of every shoe."""

    shoe: "PairsFromShoe"
    cuts: tuple[int, ...]  # Cards dealt at each depth.
    full: float
    tags: Counts
    """(cards) of the count, in parts of ``TAG_UNIT``: whole, so that shoes with the same cards have the same count."""
    shoes: int

    @property
    def size(self) -> int:
        return self.shoe.decks * len(DECK)

    @property
    def base(self) -> float:
        """What perfect knowledge brings from a full shoe; values are added up as differences from it."""
        return max(self.full, 0.0)

    @property
    def trained(self) -> int:
        return min((self.shoes + 1) // 2, MOST_TRAINED)


def line(count: Floats, worth: Floats, full: float) -> float:
    """The count from which on these shoes bring most; all or none where the counts are equal."""
    if float(count.max() - count.min()) < 1e-12:
        return -np.inf if full > 0 else np.inf
    order = np.argsort(-count, kind="stable")
    brought = np.cumsum(worth[order])
    best = int(np.argmax(brought))
    return float(count[order[best]]) if brought[best] > 0 else np.inf


def sum_shoes(plan: ShoePlan, seed: int, progress: Callable[[int], None], threads: int | None = None) -> ShoeSums:
    """All shoes of a plan. The count is trained on the first shoes of even number, and tried on all others."""
    tables, word = tables_of(plan), np.uint64(seed)
    worth, count = np.zeros((plan.trained, len(plan.cuts))), np.zeros((plan.trained, len(plan.cuts)))
    for _ in in_chunks(
        lambda first, many: value_shoes(
            tables, word, 2 * first, 2, worth[first : first + many], count[first : first + many]
        ),
        plan.trained,
        CHUNK,
        threads,
    ):
        pass
    lines = np.array([line(count[:, at], worth[:, at], plan.full) for at in range(len(plan.cuts))])

    def work(first: int, many: int) -> ShoeSums:
        part = ShoeSums.none(len(plan.cuts))
        add_shoes(tables, word, first, many, plan.trained, lines, part)
        return part

    sums = ShoeSums.none(len(plan.cuts))
    for done, part in in_chunks(work, plan.shoes, CHUNK, threads):
        for whole, more in zip(sums, part, strict=True):
            whole += more
        progress(done)
    return sums


def tables_of(plan: ShoePlan) -> ShoeTables:
    """What the kernels look up, by how many cards of a rank are left in each suit."""

    shoe = plan.shoe
    kinds: dict[bytes, int] = {}
    kind = [kinds.setdefault(shoe.net[:, :, rank].tobytes(), len(kinds)) for rank in range(shoe.net.shape[2])]
    left = np.array(list(np.ndindex(*(shoe.decks + 1,) * 4)), dtype=np.float64)[:, ::-1]
    firsts = [kind.index(number) for number in range(len(kinds))]
    parts = [[shoe.of_ranks(left, of[:, :, rank], otherwise) for rank in firsts] for of, otherwise in shoe.averaged]
    # (what is averaged, kinds, alone or times, places): the kinds' tables follow one another.
    halves = np.moveaxis(np.array(parts), 2, 3).reshape(len(parts), -1, 2)
    return ShoeTables(
        np.array([place % len(DECK) for place in range(plan.size)], dtype=np.uint8),
        (np.array(kind, dtype=np.int64) + 1) * len(left) - 1,
        np.ascontiguousarray(halves),
        np.array([otherwise for _, otherwise in shoe.averaged]),
        plan.tags,
        float(TAG_UNIT),
        np.array([(shoe.decks + 1) ** card.suit for card in DECK], dtype=np.int64),
        np.array(plan.cuts, dtype=np.int64),
        plan.full,
        plan.base,
    )


CARDS_A_ROUND = 16  # Cards in a round: five hands and the dealer's, at slightly less than three cards each.
LEAST_LEFT = 3  # A pair and an up-card need this many cards.

_RANKS, _SUITS = 13, 4
_PAIRS = tuple(combinations_with_replacement(range(_SUITS), 2))

_Spread = tuple[Estimate, Estimate, Estimate | None, Estimate | None, Estimate | None]


class Knowing(NamedTuple):
    """What some knowledge brings over the hands of a shoe."""

    value: Estimate  # Per hand dealt.
    wagers: Estimate  # The share of hands on which the wager is made.


class Depth(NamedTuple):
    """The start of one round: its value there, and the average over all rounds from the full shoe up to it."""

    dealt: Fraction
    perfect: Knowing
    counting: Knowing
    perfect_so_far: Knowing
    counting_so_far: Knowing


class ShoeKnowledge(NamedTuple):
    """What knowing the shoe is worth, depth by depth."""

    shoes: int
    penetration: Fraction
    cards_a_round: int
    depths: tuple[Depth, ...]
    full_shoe: float  # The expectation of a wager from a full shoe.
    variance: Estimate  # Per hand dealt under perfect knowledge, down to the last depth.
    hit_frequency: Estimate
    element_of_risk: Estimate | None  # The expected loss divided by what is wagered; None if nothing is.
    desirability_index: Estimate | None
    n0: Estimate | None
    tags: Mapping[Card, float]
    """The count's tags, the largest being 1; all zero where no card matters more than another."""
    correlation: Estimate  # Of the count with the expectation at the last depth.


class PairsFromShoe:
    """The expectation of the next hand for any shoe that is left."""

    def __init__(self, table: Paytable, setting: Setting, nets: Mapping[str, Fraction]) -> None:
        self.decks = setting.decks
        shape = (len(_PAIRS), _SUITS + 1, _RANKS)
        self.net: Floats = np.full(shape, -1.0)
        """By the pair's suits, the up-card's suit (the last for an up-card of another rank) and the pair's rank."""
        for rank in range(_RANKS):
            stranger = Card.of(2 if rank else 3, 0)
            for number, (one, other) in enumerate(_PAIRS):
                pair = (Card.of(rank + 2, one), Card.of(rank + 2, other))
                for up in range(_SUITS + 1):
                    card = Card.of(rank + 2, up) if up < _SUITS else stranger
                    row = table.grade(pairs.classify(pair, card, setting), setting)
                    if row is not None:
                        self.net[number, up, rank] = float(nets[row.event])

    def average(self, left: Floats, of: Floats, otherwise: float) -> Floats:
        """(shoes) the mean over the next hand of a figure that depends on the pair; without a pair it is ``otherwise``.

        ``left`` (shoes, ranks, suits) is how many of each card are left.
        """
        cards = left.sum(axis=(1, 2))
        alone, times = self.of_ranks(left, of, otherwise)
        deals = cards * (cards - 1) / 2 * (cards - 2)
        mean: Floats = (alone.sum(axis=1) + cards * times.sum(axis=1)) / deals + otherwise
        return mean

    def of_ranks(self, left: Floats, of: Floats, otherwise: float) -> tuple[Floats, Floats]:
        """What ranks add to the sum over all deals, by how many of their cards are left: alone, and times all cards.

        ``left`` (..., suits); ``of`` (pairs, up-cards, ...) of the same ranks.
        """
        suits = [left[..., suit] for suit in range(_SUITS)]
        rank = left.sum(axis=-1)
        alone, times = np.zeros_like(rank), np.zeros_like(rank)
        for number, (one, other) in enumerate(_PAIRS):
            hands = suits[one] * (suits[one] - 1) / 2 if one == other else suits[one] * suits[other]
            stranger = of[number, _SUITS] - otherwise
            # An up-card that is not there makes no deals: where it would be negative, there are no pairs.
            ups = sum((suits[up] - (up == one) - (up == other)) * (of[number, up] - otherwise) for up in range(_SUITS))
            alone += hands * (ups - rank * stranger)
            times += hands * stranger
        return alone, times

    @property
    def averaged(self) -> tuple[tuple[Floats, float], ...]:
        """What the next hand brings, its square, and whether it brings anything; each with what no pair is."""
        return (self.net, -1.0), (np.square(self.net), 1.0), (np.where(self.net > 0, 1.0, 0.0), 0.0)

    def expectation(self, left: Floats) -> Floats:
        return self.average(left, self.net, -1.0)

    def effects_of_removal(self) -> Floats:
        """(ranks, suits) how the expectation from a full shoe moves when one card is taken out."""
        full = np.full((1, _RANKS, _SUITS), float(self.decks))
        without = np.repeat(full, _RANKS * _SUITS, axis=0)
        for number in range(_RANKS * _SUITS):
            without[number, number // _SUITS, number % _SUITS] -= 1
        effects = (self.expectation(without) - self.expectation(full)).reshape(_RANKS, _SUITS)
        effects -= effects.mean()
        return np.where(abs(effects) < 1e-13, 0.0, effects)


def plan_of(shoe: PairsFromShoe, penetration: Fraction, shoes: int, cards_a_round: int = CARDS_A_ROUND) -> ShoePlan:
    """The depths at which this many shoes are valued, and the count that is tried on them."""
    if not 0 < penetration < 1:
        raise BadInput(f"a penetration of {penetration} is not a part of a shoe", hint="as in 75%")
    if shoes < 4:
        raise BadInput(f"{shoes} shoes are too few", hint="four or more")
    size = shoe.decks * len(DECK)
    if cards_a_round < LEAST_LEFT:
        raise BadInput(f"{cards_a_round} cards a round: a pair and an up-card take {LEAST_LEFT}", hint="as in 16")
    cuts = [at for at in range(0, size - LEAST_LEFT + 1, cards_a_round) if at < penetration * size]
    full = float(shoe.expectation(np.full((1, _RANKS, _SUITS), float(shoe.decks)))[0])
    effects = shoe.effects_of_removal().ravel()
    largest = abs(effects).max()
    tags = effects / largest if largest else effects
    return ShoePlan(shoe, tuple(cuts), full, np.rint(tags * TAG_UNIT).astype(np.int64), shoes)


def sample_shoes(
    shoe: PairsFromShoe,
    penetration: Fraction,
    shoes: int,
    source: RandomSource,
    progress: Callable[[int], None] = lambda _done: None,
    cards_a_round: int = CARDS_A_ROUND,
) -> ShoeKnowledge:
    """Deal shoes down to the penetration and value what is known at every depth."""
    plan = plan_of(shoe, penetration, shoes, cards_a_round)
    # A source gives the seed alone: every shoe is shuffled by its number.
    return knowledge_of(plan, sum_shoes(plan, source.bits(64), progress), penetration, cards_a_round)


def knowledge_of(plan: ShoePlan, sums: ShoeSums, penetration: Fraction, cards_a_round: int) -> ShoeKnowledge:
    """Every figure, from the sums over all shoes."""
    by_depth = [[_knowing(each, plan.base) for each in depth] for depth in sums.known]
    found = [Depth(Fraction(cut, plan.size), *each) for cut, each in zip(plan.cuts, by_depth, strict=True)]
    return ShoeKnowledge(
        plan.shoes,
        penetration,
        cards_a_round,
        tuple(found),
        plan.full,
        *_spread(plan, sums, found[-1].perfect_so_far.value.value),
        {card: float(plan.tags[card]) / TAG_UNIT for card in DECK},
        _correlation(sums.together / plan.shoes, plan.shoes),
    )


def _spread(plan: ShoePlan, sums: ShoeSums, mean: float) -> _Spread:
    """Variance, hits, element of risk, desirability and N0 under perfect knowledge, by the delta method.

    ``mean`` is the value with the control variate, so that all figures agree with the one printed.
    """
    shoes = plan.shoes
    _, value, made, _, values, made_twice, _, _ = sums.known[-1, 2] / shoes
    square, hit, squares, hits, square_value, made_value = sums.spread / shoes
    moments = np.array([square, made, value])
    products = np.array([[squares, 0, square_value], [0, made_twice, made_value], [square_value, made_value, values]])
    covariance = (products - np.outer(moments, moments)) / (shoes - 1)
    of_square, of_made, of_value = np.eye(3)  # Square and wagers never meet in one figure.
    variance, risk, index, n0 = swings_of(mean, square, made, (of_value, of_square, of_made), covariance)
    return variance, Estimate(hit, max(0.0, (hits - hit**2) / (shoes - 1)) ** 0.5), risk, index, n0


def _correlation(means: Floats, shoes: int) -> Estimate:
    """Of the count with the expectation. Both are summed as differences from their known means."""
    cc, cw, ww, c4, c3w, c2w2, cw3, w4 = (float(each) for each in means)
    if cc * ww < 1e-36:
        return Estimate(0.0, 0.0)
    found = cw / (cc * ww) ** 0.5
    # Of z1 z2 - found (z1^2 + z2^2) / 2, where z are the two in units of their deviations.
    spread = c2w2 / (cc * ww) - found * (c3w / cc + cw3 / ww) / (cc * ww) ** 0.5
    spread += found**2 / 4 * (c4 / cc**2 + 2 * c2w2 / (cc * ww) + w4 / ww**2)
    return Estimate(found, (max(0.0, spread) / shoes) ** 0.5)


def _knowing(sums: Floats, base: float) -> Knowing:
    """Values less what the misses explain of them, and wagers."""
    many = float(sums[0])
    value, wagers, miss, values, wagers_twice, misses, value_miss = (float(each) for each in sums[1:] / many)
    spread = misses - miss**2
    # Between equal shoes only rounding differs.
    share = (value_miss - value * miss) / spread if spread > 1e-24 else 0.0
    left = values - value**2 - 2 * share * (value_miss - value * miss) + share**2 * spread
    errors = [(max(0.0, each) / (many - 1)) ** 0.5 for each in (left, wagers_twice - wagers**2)]
    return Knowing(Estimate(base + value - share * miss, errors[0]), Estimate(wagers, errors[1]))
