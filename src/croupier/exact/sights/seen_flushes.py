"""The dealer's cards seen where hands are flushes: the flushes' technique, conditioned on what is seen.

What entries, factors and levels are: docs/concepts/methods.md.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import product
from math import comb, factorial
from typing import Final, NamedTuple

import numpy as np

from croupier.exact.result import Progress, in_silence
from croupier.exact.showdown.flushes import FlushShowdown, suit_shapes
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.terms import Counts, Floats
from croupier.exact.sights.ledger import Ledger
from croupier.exact.sights.sight import COLORS, Sight
from croupier.kernels.compiled import compiled, inlined
from croupier.kernels.terms import CASES, Terms
from croupier.play.showdown import Showdown

FOUR: Final = 4  # Suits; one that the deck lacks is held by nobody and has no cards left.
LEVELS: Final = 3  # Hands that do not qualify; these and those below the player's; all of these and those that tie.
MOST_BETS: Final = 3
LABEL: Final = LEVELS + 1  # Of an entry's sums, the one that holds what is seen of its cards.
WHOLE, LABELS, OF_COLORS = range(3)
"""How a sight is decided: by the cards themselves, by a label of one card, or by colors."""


class Plan(NamedTuple):
    """For one shape: how many cards of each suit may be seen, and the factors of the dealer's hands."""

    shape: Counts
    vectors: Counts  # (vectors, suits)
    orders: Counts  # (vectors, suits) the order in which loops take the suits.
    low: Counts
    own: Counts  # (vectors, sets of suits in that order) the hands in which just these suits have the level's length.


class Sighted(NamedTuple):
    """What is seen, and how it is decided."""

    by: int
    number: int
    size: int  # Cards in a hand.
    total: int  # The dealer's hands that hold the seen cards.
    choose: Counts  # (suits held, cards taken) from the cards of a suit that are left.
    chances: Counts  # (red cards seen, red cards in the dealer's hand) choices of the cards seen.


@compiled
def _tally_sets(count: Counts, sets: Counts, until: int, held: int, sizes: Counts, seen: int) -> None:
    """For every mask of up to ``seen`` ranks, how many of the first ``until`` sets contain it and avoid those held."""
    for number in range(until):
        ranks = sets[number]
        if ranks & held:
            continue
        count[0] += 1
        part = ranks
        while part and seen == 1:
            count[part & -part] += 1
            part &= part - 1
        while part and seen > 1:
            if sizes[part] <= seen:
                count[part] += 1
            part = (part - 1) & ranks


@compiled
def list_entries(
    numbers: Floats,
    sums: Counts,
    offsets: Counts,
    of_size: Counts,
    masks: Counts,
    mask_starts: Counts,
    sizes: Counts,
    label_of: Counts,
    low_sets: Counts,
    low_until: int,
    own_sets: Counts,
    own: int,
) -> None:
    """The entries of every set of one size: three numbers, and how many masks of seen ranks share them.

    ``numbers`` (levels, entries); ``sums`` (2 + levels, entries) how many masks there are, alone and times each number,
    and their label; ``offsets`` (sets, seen + 2) where the entries of each number of seen cards begin. ``masks`` are
    all masks by size. ``own`` is the place of the set that makes the player's class; negative where only hands that do
    not qualify matter.
    """
    seen = offsets.shape[1] - 2
    low = np.zeros(len(sizes), dtype=np.int64)
    below, up_to = np.zeros_like(low), np.zeros_like(low)
    keys = np.zeros(len(masks), dtype=np.int64)
    at = 0
    for number in range(len(of_size)):
        held = of_size[number]
        _tally_sets(low, low_sets, low_until, held, sizes, seen)
        if own >= 0:
            _tally_sets(below, own_sets, own, held, sizes, seen)
            _tally_sets(up_to, own_sets[own : own + 1], 1, held, sizes, seen)
        for many in range(seen + 1):
            offsets[number, many] = at
            listed = 0
            for place in range(mask_starts[many], mask_starts[many + 1]):
                mask = masks[place]
                if mask & held == 0:
                    keys[listed] = low[mask] | below[mask] << 16 | up_to[mask] << 32 | label_of[mask] << 48
                    low[mask] = below[mask] = up_to[mask] = 0
                    listed += 1
            ordered = np.sort(keys[:listed])
            for place in range(listed):
                key = ordered[place]
                if place == 0 or key != ordered[place - 1]:
                    numbers[0, at] = key & 0xFFFF
                    numbers[1, at] = key >> 16 & 0xFFFF if own >= 0 else numbers[0, at]
                    numbers[2, at] = numbers[1, at] + (key >> 32 & 0xFFFF)
                    sums[0, at] = 0
                    sums[LABEL, at] = key >> 48
                    at += 1
                sums[0, at - 1] += 1
        offsets[number, seen + 1] = at
    for place in range(at):
        for level in range(LEVELS):
            sums[level + 1, place] = sums[0, place] * np.int64(numbers[level, place])


@compiled
def _two_bets(best: Counts, numbers: Floats, sums: Counts, first: int, last: int, gain: Floats) -> None:
    """Add up the entries for which the greater bet is better."""
    alone, by_low, by_below, by_up_to = gain[0], gain[1], gain[2], gain[3]
    many = low = below = up_to = np.int64(0)
    for at in range(first, last):
        better = alone + by_low * numbers[0, at] + by_below * numbers[1, at] + by_up_to * numbers[2, at] > 0
        many += sums[0, at] if better else 0
        low += sums[1, at] if better else 0
        below += sums[2, at] if better else 0
        up_to += sums[3, at] if better else 0
    best[0], best[1], best[2], best[3] = many, low, below, up_to


@compiled
def _three_bets(best: Counts, numbers: Floats, sums: Counts, first: int, last: int, gains: Floats) -> None:
    """The same for three bets: an entry is added to its best bet, unless that is the smallest."""
    best[:] = 0
    for at in range(first, last):
        taken, most = 0, 0.0
        for bet in range(1, MOST_BETS):
            gain = gains[bet, 0]
            for level in range(LEVELS):
                gain += gains[bet, level + 1] * numbers[level, at]
            if gain > most:
                taken, most = bet, gain
        if taken:
            for part in range(LEVELS + 1):
                best[taken, part] += sums[part, at]


class Entries(NamedTuple):
    """Those of all four suits, one suit after the other (``list_entries``)."""

    numbers: Floats
    sums: Counts
    offsets: Counts
    first: Counts  # (suits) where a suit's sets begin in ``offsets``.


class Room(NamedTuple):
    """Room for one hand."""

    spans: Counts  # (suits in the order of the loops, 2) the entries that are looped over.
    gains: Floats
    """(bets, 1 + levels) what a bet brings beyond the smallest: alone, and times each number of the last suit."""
    best: Counts  # (bets, 1 + levels)
    alone: Counts
    times: Counts  # (levels) the dealer's hands up to a level are alone + times * T, where T is the last suit's number.
    partly: Counts
    """(levels, 4) factors once two suits are known: of neither other suit with the level's length, of one, of both."""
    labels: Counts  # (labels, levels and all) deals of a hand.
    ways: Counts
    pairs: Counts  # (levels and all, suits, cards) and (levels and all, suits, suits, cards): see ``_pair_suits``.


@inlined
def _beside_two(room: Room, low: Counts, own: Counts, vector: int, numbers: Floats, one: int, two: int) -> None:
    for level in range(LEVELS):
        factors = low if level == 0 else own
        a, b = np.int64(numbers[level, one]), np.int64(numbers[level, two])
        for rest in range(FOUR):
            with_b = factors[vector, 4 * rest + 2] + a * factors[vector, 4 * rest + 3]
            without = factors[vector, 4 * rest] + a * factors[vector, 4 * rest + 1]
            room.partly[level, rest] = without + b * with_b


@inlined
def _beside_three(room: Room, numbers: Floats, three: int, steps: Floats, total: int, bets: int) -> None:
    for bet in range(1, bets):
        room.gains[bet, 0] = steps[bet, LEVELS] * total
    for level in range(LEVELS):
        c, partly = np.int64(numbers[level, three]), room.partly
        alone, times = partly[level, 0] + c * partly[level, 1], partly[level, 2] + c * partly[level, 3]
        room.alone[level], room.times[level] = alone, times
        for bet in range(1, bets):
            room.gains[bet, 0] += steps[bet, level] * alone
            room.gains[bet, level + 1] = steps[bet, level] * times


@compiled
def _book_several(
    booked: Counts, weight: int, plan: Plan, own: Counts, vector: int, entries: Entries, steps: Floats, total: int,
    bets: int, room: Room,
) -> None:  # fmt: skip
    """Decide one hand beside all that may be seen, for given numbers of seen cards of each suit.

    ``steps`` (bets, levels and all) is what a bet brings beyond the first, by levels.
    """
    spans, best, alone, times = room.spans, room.best, room.alone, room.times
    numbers, sums = entries.numbers, entries.sums
    for one in range(spans[0, 0], spans[0, 1]):
        for two in range(spans[1, 0], spans[1, 1]):
            _beside_two(room, plan.low, own, vector, numbers, one, two)
            for three in range(spans[2, 0], spans[2, 1]):
                _beside_three(room, numbers, three, steps, total, bets)
                if bets == 2:
                    _two_bets(best[1], numbers, sums, spans[3, 0], spans[3, 1], room.gains[1])
                else:
                    _three_bets(best, numbers, sums, spans[3, 0], spans[3, 1], room.gains)
                ways = weight * sums[0, one] * sums[0, two] * sums[0, three]
                for bet in range(1, bets):
                    many = best[bet, 0]
                    if many:
                        low = ways * (alone[0] * many + times[0] * best[bet, 1])
                        below = ways * (alone[1] * many + times[1] * best[bet, 2])
                        up_to = ways * (alone[2] * many + times[2] * best[bet, 3])
                        booked[0, bet, 0] += low
                        booked[0, bet, 1] += below - low
                        booked[0, bet, 2] += up_to - below
                        booked[0, bet, 3] += ways * many * total - up_to


@compiled
def _book_one(
    booked: Counts, weight: int, plan: Plan, own: Counts, vector: int, entries: Entries, steps: Floats, total: int,
    bets: int, room: Room, is_label: bool,
) -> None:  # fmt: skip
    """Decide one hand beside every card of the last suit, or add these up by label."""
    spans, gains, alone, times, labels = room.spans, room.gains, room.alone, room.times, room.labels
    numbers, sums = entries.numbers, entries.sums
    _beside_two(room, plan.low, own, vector, numbers, spans[0, 0], spans[1, 0])
    _beside_three(room, numbers, spans[2, 0], steps, total, bets)
    for at in range(spans[3, 0], spans[3, 1]):
        label, many = sums[LABEL, at], sums[0, at]
        low = alone[0] * many + times[0] * sums[1, at]
        below = alone[1] * many + times[1] * sums[2, at]
        up_to = alone[2] * many + times[2] * sums[3, at]
        if is_label:
            labels[label, 0] += low
            labels[label, 1] += below
            labels[label, 2] += up_to
            labels[label, 3] += many * total
            continue
        best, most = 0, 0.0
        for bet in range(1, bets):
            gain = gains[bet, 0] + gains[bet, 1] * numbers[0, at] + gains[bet, 2] * numbers[1, at]
            gain += gains[bet, 3] * numbers[2, at]
            if gain > most:
                best, most = bet, gain
        booked[label, best, 0] += weight * low
        booked[label, best, 1] += weight * (below - low)
        booked[label, best, 2] += weight * (up_to - below)
        booked[label, best, 3] += weight * (many * total - up_to)


@compiled
def _decide(booked: Counts, label: int, weight: int, labels: Counts, steps: Floats, bets: int) -> None:
    """Book the deals of a label with the best bet, of equal ones the smaller; and forget them."""
    best, most = 0, 0.0
    for bet in range(1, bets):
        gain = 0.0
        for level in range(CASES):
            gain += steps[bet, level] * labels[label, level]
        if gain > most:
            best, most = bet, gain
    before = np.int64(0)
    for level in range(CASES):
        booked[label, best, level] += weight * (labels[label, level] - before)
        before, labels[label, level] = labels[label, level], 0


@compiled
def _pair_suits(room: Room, shape: Counts, lengths: tuple[int, int], sighted: Sighted) -> None:
    """Of every suit, the ways to take fewer cards than a level's length; and of every two, how these go together."""
    size = sighted.size
    for level in range(CASES):
        length = size + 1 if level == LEVELS else lengths[min(level, 1)]
        for suit in range(FOUR):
            for taken in range(min(length, size + 1)):
                room.ways[level, suit, taken] = sighted.choose[shape[suit], taken]
        for one in range(FOUR):
            for other in range(FOUR):
                for taken in range(size + 1):
                    for more in range(size + 1 - taken):
                        both = room.ways[level, one, taken] * room.ways[level, other, more]
                        room.pairs[level, one, other, taken + more] += both


@compiled
def _book_colors(
    booked: Counts, weight: int, lengths: tuple[int, int], numbers: Floats, steps: Floats, sighted: Sighted, bets: int,
    room: Room,
) -> None:  # fmt: skip
    """Decide one hand beside the colors seen, for every pairing of the suits."""
    ways, pairs, labels, size = room.ways, room.pairs, room.labels, sighted.size
    for other in range(1, FOUR):
        third, fourth = 2 if other == 1 else 1, 2 if other == 3 else 3
        for level in range(CASES):
            length = size + 1 if level == LEVELS else lengths[0] if level == 0 else lengths[1]
            a = b = c = d = np.int64(0)
            if level < LEVELS:
                a, b = np.int64(numbers[level, room.spans[0, 0]]), np.int64(numbers[level, room.spans[other, 0]])
                c, d = np.int64(numbers[level, room.spans[third, 0]]), np.int64(numbers[level, room.spans[fourth, 0]])
            for red in range(size + 1):
                one_pair, other_pair = pairs[level, 0, other, red], pairs[level, third, fourth, size - red]
                more = red - length
                if more >= 0:
                    one_pair += a * ways[level, other, more] + b * ways[level, 0, more] + a * b * (more == length)
                more = size - red - length
                if more >= 0:
                    other_pair += c * ways[level, fourth, more] + d * ways[level, third, more]
                    other_pair += c * d * (more == length)
                hands = one_pair * other_pair
                for seen in range(sighted.number + 1):
                    labels[seen, level] += sighted.chances[seen, red] * hands
        for seen in range(sighted.number + 1):
            _decide(booked, seen, weight, labels, steps, bets)


@compiled
def book_class(
    booked: Counts,
    plan: Plan,
    own: int,
    entries: Entries,
    own_factors: Counts,
    lengths: tuple[int, int],
    steps: Floats,
    bets: int,
    orderings: int,
    sighted: Sighted,
) -> None:
    """All hands of one shape whose class a given set makes: the set of the first suit, whose lists hold no other.

    ``booked`` (things seen, bets, cases); ``lengths`` are those of the levels, ``orderings`` the ways to name suits.
    """
    shape, vectors, offsets, first = plan.shape, plan.vectors, entries.offsets, entries.first
    room = Room(
        np.zeros((FOUR, 2), dtype=np.int64),
        np.zeros((MOST_BETS, LEVELS + 1)),
        np.zeros((MOST_BETS, LEVELS + 1), dtype=np.int64),
        np.zeros(LEVELS, dtype=np.int64),
        np.zeros(LEVELS, dtype=np.int64),
        np.zeros((LEVELS, FOUR), dtype=np.int64),
        np.zeros((len(booked), CASES), dtype=np.int64),
        np.zeros((CASES, FOUR, sighted.size + 1), dtype=np.int64),
        np.zeros((CASES, FOUR, FOUR, sighted.size + 1), dtype=np.int64),
    )
    if sighted.by == OF_COLORS:
        _pair_suits(room, shape, lengths, sighted)
    chosen = np.zeros(FOUR, dtype=np.int64)
    sets = np.diff(first)
    for two in range(own + 1 if shape[1] == shape[0] else sets[1]):
        for three in range(two + 1 if shape[2] == shape[1] else sets[2]):
            for four in range(three + 1 if shape[3] == shape[2] else sets[3]):
                # Ways to give the sets to the suits: fewer where some are equal.
                weight, alike = orderings, 1
                chosen[1], chosen[2], chosen[3] = two, three, four
                for suit in range(1, FOUR):
                    before = own if suit == 1 else chosen[suit - 1]
                    alike = alike + 1 if shape[suit] == shape[suit - 1] and chosen[suit] == before else 1
                    weight //= alike
                for vector in range(len(vectors)):
                    for loop in range(FOUR):
                        suit = plan.orders[vector, loop]
                        row, many = first[suit] + chosen[suit], vectors[vector, suit]
                        room.spans[loop, 0], room.spans[loop, 1] = offsets[row, many], offsets[row, many + 1]
                    if sighted.by == OF_COLORS:
                        _book_colors(booked, weight, lengths, entries.numbers, steps, sighted, bets, room)
                    elif sighted.number == 1:
                        _book_one(
                            booked, weight, plan, own_factors, vector, entries, steps, sighted.total, bets, room,
                            sighted.by == LABELS,
                        )  # fmt: skip
                    else:
                        _book_several(
                            booked, weight, plan, own_factors, vector, entries, steps, sighted.total, bets, room
                        )
                if sighted.by == LABELS:
                    for label in range(len(booked)):
                        _decide(booked, label, weight, room.labels, steps, bets)


class SeenFlushes:
    """A game, and what of the dealer's cards is seen."""

    def __init__(self, game: Showdown, sight: Sight) -> None:
        plain = FlushShowdown(game)
        self.plain, self.sight = plain, sight
        self.terms = Terms(game, plain.ranking)
        size, number, is_color = plain.size, sight.number, sight.detail == "color"
        if is_color and plain.suits != FOUR:
            raise ValueError("colors are told apart in a deck of four suits only")
        if number != 1 and sight.detail in ("kind", "high"):
            raise ValueError(f"{sight}: this technique sees cards, colors, or something of one card")
        if plain.suits > FOUR or max(map(len, self.terms.offers)) > MOST_BETS:
            raise ValueError("this technique serves at most four suits, and at most three bets")
        qualifies = self.terms.first_qualifying < len(plain.ranking)
        cut = plain.level(self.terms.first_qualifying) if qualifies else None
        # Behind the last class every hand is below: a suit may then hold any cards of a hand.
        self.low_length, self.low_until = cut or (size + 1, 0)
        words = [sight.words(card) for card in plain.pack.first_suit]
        self.names = _color_names(number) if is_color else list(dict.fromkeys(words)) if number == 1 else []
        self.seen = 0 if is_color else number
        """The most cards of a suit whose ranks matter."""
        self.label_of = np.zeros(1 << plain.ranks, dtype=np.int64)
        if self.seen == 1:
            self.label_of[1 << np.arange(plain.ranks)] = [self.names.index(word) for word in words]
        held, told = range(size + 1), range(number + 1)
        self.sighted = Sighted(
            OF_COLORS if is_color else WHOLE if sight.detail == "card" else LABELS,
            number,
            size,
            comb(len(game.deck) - size - number, size - number),
            np.array([[comb(left, taken) for taken in held] for left in range(plain.ranks, -1, -1)]),
            np.array([[comb(red, some) * comb(size - red, number - some) for red in held] for some in told]),
        )

    @cached_property
    def masks(self) -> tuple[Counts, Counts, Counts]:
        """All masks of at most ``seen`` ranks by size, where each size begins, and the size of every mask."""
        sizes = np.array([mask.bit_count() for mask in range(1 << self.plain.ranks)], dtype=np.int64)
        by_size = [np.flatnonzero(sizes == size) for size in range(self.seen + 1)]
        starts = np.cumsum([0, *map(len, by_size)])
        return np.concatenate(by_size).astype(np.int64), starts.astype(np.int64), sizes

    def sets(self, size: int) -> Counts:
        """The sets of a size that a suit may hold; of all ranks, those that a suit has which the deck lacks."""
        return self.plain.sets[size] if size in self.plain.sets else np.array([(1 << self.plain.ranks) - 1])

    def plans(self, length: int) -> Iterator[Plan]:
        """Every shape whose longest suit has this length."""
        ranks = self.plain.ranks
        for held in suit_shapes(self.plain.size, self.plain.suits, ranks):
            if held[0] != length:
                continue
            shape = (*held, *[ranks] * (FOUR - len(held)))
            plan: list[tuple[Sequence[int], ...]] = []
            for vector in product(*(range(min(self.seen, ranks - size) + 1) for size in shape)):
                if sum(vector) != self.seen:
                    continue
                # The suit with the most entries comes last, where the loop is tight.
                order = sorted(range(FOUR), key=lambda suit: (comb(ranks - shape[suit], vector[suit]), vector[suit]))
                turned = [(shape[suit], vector[suit]) for suit in order]
                factors = (self.factors(of, turned) for of in (self.low_length, max(length, self.low_length)))
                plan.append((vector, order, *factors))
            yield Plan(np.array(shape), *(np.array(part, dtype=np.int64) for part in zip(*plan, strict=True)))

    def factors(self, length: int, suits: Sequence[tuple[int, int]]) -> list[int]:
        """Of every set of suits with this length, the first suit counting one, from the cards held and seen of each."""
        factors = []
        for full in range(1 << FOUR):
            ways = [1]
            for number, (held, seen) in enumerate(suits):
                if not full >> number & 1:
                    short = [comb(self.plain.ranks - held - seen, taken) for taken in range(length - seen)]
                    ways = np.convolve(ways, [0] * seen + short).tolist() if short else [0]
            degree = self.plain.size - full.bit_count() * length
            factors.append(ways[degree] if 0 <= degree < len(ways) else 0)
        return factors

    def steps(self, place: int) -> tuple[Floats, int]:
        """(bets, levels and all) what each bet brings beyond the first, by levels; and how many bets there are."""
        offers = self.terms.offers[place]
        steps = np.zeros((MOST_BETS, CASES))
        for number, offer in enumerate(offers):
            extra = np.subtract(offer.nets, offers[0].nets)
            if place < self.terms.first_qualifying:
                # All levels are the same.
                steps[number] = (extra[0] - extra[3], 0, 0, extra[3])
            else:
                steps[number] = (*(extra[:-1] - extra[1:]), extra[3])
        return steps, len(offers)

    def book(self, length: int, own: int, plans: Sequence[Plan]) -> Counts:
        """(things seen, bets, cases) deals of the class that one set makes."""
        place = self.plain.first_place[length] + own
        steps, bets = self.steps(place)
        booked = np.zeros((max(1, len(self.names)), MOST_BETS, CASES), dtype=np.int64)
        if bets == 1 and not self.names:
            return booked
        masks, starts, sizes = self.masks
        qualifies = place >= self.terms.first_qualifying
        low_sets = self.plain.sets.get(self.low_length, masks[:0])

        def listed(sets: Counts) -> tuple[Floats, Counts, Counts]:
            """The entries of suits that hold one of these sets."""
            room = sum(comb(self.plain.ranks - int(sizes[sets[0]]), many) for many in range(self.seen + 1))
            numbers, sums = np.zeros((3, len(sets) * room)), np.zeros((5, len(sets) * room), dtype=np.int64)
            offsets = np.zeros((len(sets), self.seen + 2), dtype=np.int64)
            list_entries(
                numbers, sums, offsets, sets, masks, starts, sizes, self.label_of, low_sets, self.low_until,
                self.plain.sets[length], own if qualifies else -1,
            )  # fmt: skip
            used = offsets[-1, -1]
            return numbers[:, :used].copy(), sums[:, :used].copy(), offsets

        first = listed(self.plain.sets[length][own : own + 1])
        others: dict[int, tuple[Floats, Counts, Counts]] = {}
        suits = self.plain.suits
        for plan in plans:
            for size in plan.shape[1:].tolist():
                if size not in others:
                    others[size] = listed(self.sets(size)[: own + 1] if size == length else self.sets(size))
            lists = [first, *(others[size] for size in plan.shape[1:].tolist())]
            begin = np.cumsum([0, *(numbers.shape[1] for numbers, _, _ in lists)])
            entries = Entries(
                np.concatenate([numbers for numbers, _, _ in lists], axis=1),
                np.concatenate([sums for _, sums, _ in lists], axis=1),
                np.concatenate([offsets + at for (_, _, offsets), at in zip(lists, begin, strict=False)]),
                np.cumsum([0, *(len(offsets) for _, _, offsets in lists)]),
            )
            book_class(
                booked, plan, own, entries, plan.own if qualifies else plan.low,
                (self.low_length, length if qualifies else self.low_length), steps, bets,
                factorial(suits) * factorial(FOUR - suits), self.sighted,
            )  # fmt: skip
        return booked


def book_flushes(game: Showdown, sight: Sight, progress: Progress = in_silence) -> Ledger:
    """The best play with something of the dealer's cards seen; without a chart of several cards, whose suits decide."""
    flushes = SeenFlushes(game, sight)
    is_color = sight.detail == "color"
    ledger = Ledger(flushes.terms, flushes.names, 6 if is_color else 1)
    plain = [] if flushes.names else solve_showdown(game).chart
    plans = {length: list(flushes.plans(length)) for length in flushes.plain.first_place}
    work = [(length, own) for length in plans for own in range(len(flushes.plain.sets[length]))]

    def book(of_class: tuple[int, int]) -> Counts:
        length, own = of_class
        return flushes.book(length, own, plans[length])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, ((length, own), booked) in enumerate(zip(work, pool.map(book, work), strict=True), start=1):
            place = flushes.plain.first_place[length] + own
            if is_color:
                # Either color may be the red one: every deal counts both ways.
                booked += booked[::-1].copy()
            elif not flushes.names:
                deals = np.array(plain[place].cases, dtype=np.int64) * comb(flushes.plain.size, sight.number)
                booked[0, 0] = deals - booked[0].sum(axis=0)
            ledger.enter(place, booked)
            progress(done, len(work))
    return ledger


def _color_names(number: int) -> list[str]:
    """What a chart calls this many cards of which none, one, two and so on are red.

    >>> _color_names(2)
    ['black-black', 'red-black', 'red-red']
    """
    black, red = COLORS
    return ["-".join([red] * many + [black] * (number - many)) for many in range(number + 1)]
