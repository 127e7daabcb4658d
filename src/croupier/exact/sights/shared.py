"""All seats share what they see: exact, by ranks for straights and by known cards for hands of three.

Groups, terms, the one line of folds and the walk: docs/concepts/methods.md. A game that breaks what is assumed there
of its ranking and its bets is refused.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import Card
from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.spaces import grid_of
from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress, in_silence
from croupier.exact.showdown.straights import Half, StraightShowdown
from croupier.exact.showdown.terms import Counts, Floats, Places
from croupier.exact.showdown.three_card import SIZE, ThreeCardShowdown
from croupier.kernels.compiled import compiled
from croupier.kernels.terms import CASES, Offer, Terms
from croupier.play.showdown import Showdown

ABREAST: Final = 128  # High ways at a time, so that their counts stay in the processor's cache.
PART: Final = 31  # Sums of many rows are kept in two parts, the lower of this many bits.

Numbers = NDArray[np.int32]


@compiled
def _hands(rows: Numbers, low: Numbers, high: Numbers, starts: Counts, begin: int, wide: int) -> None:
    """For each group, the hands of a low way beside some high ways: a sum of products over the group's terms."""
    for group in range(len(starts) - 1):
        row = rows[group]
        for at in range(wide):
            row[at] = 0
        for term in range(starts[group], starts[group + 1]):
            ways = low[term]
            if ways:
                theirs = high[term, begin : begin + wide]
                for at in range(wide):
                    row[at] += ways * theirs[at]


@compiled
def _gains(
    best: Numbers, most: NDArray[np.float64], number: int, extra: NDArray[np.float64], levels: Numbers, total: int
) -> None:
    """Take a bet wherever it brings more than the best before it."""
    by_low, by_below, by_equal = extra[0] - extra[1], extra[1] - extra[2], extra[2] - extra[3]
    whole = extra[3] * total
    for at in range(len(best)):
        gain = by_low * levels[0, at] + by_below * levels[1, at] + by_equal * levels[2, at] + whole
        best[at] = number if gain > most[at] else best[at]
        most[at] = gain if gain > most[at] else most[at]


@compiled
def _book_bet(
    account: Counts, best: Numbers, number: int, hands: Numbers, weight: Numbers, levels: Numbers, total: int
) -> None:
    """Add up, by case, the deals that are played with one bet."""
    low = below = equal = whole = np.int64(0)
    for at in range(len(best)):
        deals = np.int64(hands[at]) * weight[at] if best[at] == number else np.int64(0)
        low += deals * levels[0, at]
        below += deals * levels[1, at]
        equal += deals * levels[2, at]
        whole += deals
    account[0] += low
    account[1] += below - low
    account[2] += equal - below
    account[3] += whole * total - equal


@compiled
def count_shared(
    booked: Counts,
    own_low: Numbers,
    dealer_low: Numbers,
    own_high: Numbers,
    dealer_high: Numbers,
    starts: Counts,
    qualifying: int,
    totals: tuple[int, int],
    low_weight: Counts,
    high_weight: Numbers,
    extra: NDArray[np.float64],
    bets: Counts,
) -> None:
    """Decide and book each of some low ways beside each of some high ways.

    ``booked`` (parts, groups, bets, cases); ``own_low`` and ``dealer_low`` (low ways, terms), ``own_high`` and
    ``dealer_high`` (terms, high ways). The first groups are the ``qualifying`` classes, lowest first; the last one is
    whatever the others leave. ``extra`` (groups, bets, cases) is what a bet brings beyond the first.
    """
    groups, high_ways = len(bets), own_high.shape[1]
    mine = np.zeros((groups, ABREAST), dtype=np.int32)
    theirs = np.zeros((qualifying, ABREAST), dtype=np.int32)
    levels = np.zeros((3, ABREAST), dtype=np.int32)
    best = np.zeros(ABREAST, dtype=np.int32)
    most = np.zeros(ABREAST)
    account = np.zeros((groups, booked.shape[2], CASES), dtype=np.int64)
    own_total, dealer_total = totals
    for row in range(len(own_low)):
        account[:] = 0
        for begin in range(0, high_ways, ABREAST):
            wide = min(ABREAST, high_ways - begin)
            weight = high_weight[begin : begin + wide]
            _hands(mine, own_low[row], own_high, starts, begin, wide)
            _hands(theirs, dealer_low[row], dealer_high, starts[: qualifying + 1], begin, wide)
            rest = mine[groups - 1]
            for at in range(wide):
                rest[at] = own_total
                levels[0, at] = dealer_total
            for group in range(groups - 1):
                for at in range(wide):
                    rest[at] -= mine[group, at]
            for group in range(qualifying):
                for at in range(wide):
                    levels[0, at] -= theirs[group, at]
            for at in range(wide):
                levels[1, at] = levels[2, at] = levels[0, at]
            for each in range(groups):
                # Classes that do not qualify come first, where all three levels are the same.
                group = (each + qualifying) % groups
                if group < qualifying:
                    for at in range(wide):
                        levels[1, at] = levels[2, at]
                        levels[2, at] += theirs[group, at]
                for at in range(wide):
                    best[at] = 0
                    most[at] = 0.0
                for number in range(1, bets[group]):
                    _gains(best[:wide], most[:wide], number, extra[group, number], levels, dealer_total)
                for number in range(bets[group]):
                    _book_bet(account[group, number], best[:wide], number, mine[group], weight, levels, dealer_total)
        for group in range(groups):
            for number in range(bets[group]):
                for case in range(CASES):
                    deals = account[group, number, case]
                    booked[0, group, number, case] += (deals >> PART) * low_weight[row]
                    booked[1, group, number, case] += (deals & ((1 << PART) - 1)) * low_weight[row]


ROWS: Final = 256  # Low ways at a time: a piece of work of well under a second.


class Group(NamedTuple):
    """Classes that are decided alike."""

    places: tuple[int, ...]
    offers: tuple[Offer, ...]


class _Groups:
    """The classes that qualify one by one, lowest first, and then the others by what they are offered."""

    def __init__(self, terms: Terms) -> None:
        classes, first = len(terms.ranking), terms.first_qualifying
        low: dict[tuple[Offer, ...], list[int]] = {}
        for place in range(first):
            low.setdefault(terms.offers[place], []).append(place)
        self.qualifying = classes - first
        self.all = [Group((place,), terms.offers[place]) for place in range(first, classes)]
        self.all += [Group(tuple(places), offers) for offers, places in low.items()] or [Group((), ())]
        """The last one is whatever the others leave; it is empty where every class qualifies."""

    def extra(self) -> tuple[Floats, Counts]:
        """(groups, bets, cases) what each bet brings beyond the first, and (groups) how many bets there are."""
        extra = np.zeros((len(self.all), max(len(group.offers) for group in self.all), CASES))
        for number, group in enumerate(self.all):
            for bet, offer in enumerate(group.offers):
                extra[number, bet] = np.subtract(offer.nets, group.offers[0].nets)
        return extra, np.array([len(group.offers) for group in self.all], dtype=np.int64)


class _Tables:
    """For every term, the ways of either half to take its cards from any supply of ranks."""

    def __init__(self, technique: StraightShowdown, groups: _Groups) -> None:
        suits, self.size = len(technique.pack.suits), technique.size
        # Any number of cards of a rank can be known.
        self.low, self.high = (
            Half(half.ranks, suits, half.ranks * suits, self.size) for half in (technique.low, technique.high)
        )
        self._terms: list[tuple[Places, Places, int]] = []
        """The low sets, the high sets that go with them, and how many cards are taken of the low ones."""
        starts = [0]
        for group in groups.all[:-1]:
            self._terms += self._terms_of(np.isin(technique.place_of_set, group.places))
            starts.append(len(self._terms))
        self.starts = np.array(starts, dtype=np.int64)
        self.low_rest, self.high_rest = _rest(self.low), _rest(self.high)

    def _terms_of(self, allowed: NDArray[np.bool_]) -> Iterator[tuple[Places, Places, int]]:
        by_row: dict[bytes, list[int]] = {}
        for number, row in enumerate(allowed):
            if row.any():
                by_row.setdefault(row.tobytes(), []).append(number)
        for numbers in by_row.values():
            lows, highs = np.array(numbers), np.flatnonzero(allowed[numbers[0]])
            least = min(each.bit_count() for each in numbers)
            most = self.size - min(each.bit_count() for each in highs.tolist())
            yield from ((lows, highs, taken) for taken in range(least, most + 1))

    def low_ways(self, ways: Places) -> Numbers:
        """(ways, terms) from the cards that a way leaves."""
        picks = self.low.picks(ways)
        return np.array([picks[lows, :, taken].sum(axis=0) for lows, _, taken in self._terms], dtype=np.int32).T.copy()

    def high_ways(self, ways: Places) -> Numbers:
        """(terms, ways) from the cards that a way leaves."""
        picks = self.high.picks(ways)
        return np.array(
            [picks[highs, :, self.size - taken].sum(axis=0) for _, highs, taken in self._terms], dtype=np.int32
        )


class _Shared:
    """A game whose seats share their cards."""

    def __init__(self, game: Showdown, seats: int) -> None:
        technique = StraightShowdown(game)
        self.terms = Terms(game, technique.ranking)
        self.groups = _Groups(self.terms)
        size, cards, self.known = technique.size, len(game.deck), seats * technique.size
        if self.known + size > cards:
            raise BadInput(f"{seats} seats need {self.known + size} of {cards} cards", hint="fewer seats")
        self.tables = _Tables(technique, self.groups)
        self.totals = comb(self.known, size), comb(cards - self.known, size)
        high_cards = self.tables.high.ranks * self.tables.high.suits
        if max(self.totals) >= 2**31 or self.totals[0] * self.totals[1] * comb(high_cards, high_cards // 2) >= 2**63:
            raise BadInput(f"{seats} seats have more deals than this technique can add up", hint="fewer seats")
        self.deals = comb(cards, self.known) * self.totals[0] * self.totals[1]

    def pieces(self) -> Iterator[tuple[Places, Places]]:
        """Low ways and high ways that hold all known cards together."""
        low, high = self.tables.low, self.tables.high
        for here in range(self.known + 1):
            lows, highs = np.flatnonzero(low.cards == here), np.flatnonzero(high.cards == self.known - here)
            if len(lows) and len(highs):
                yield from ((lows[start : start + ROWS], highs) for start in range(0, len(lows), ROWS))

    def booked(self, progress: Progress) -> NDArray[np.object_]:
        """(groups, bets, cases) deals, as Python's integers."""
        tables, qualifying = self.tables, self.groups.qualifying
        extra, bets = self.groups.extra()
        shape = (2, len(bets), extra.shape[1], CASES)
        of_highs: dict[int, tuple[Numbers, Numbers, Numbers]] = {}

        def count(piece: tuple[Places, Places]) -> Counts:
            lows, highs = piece
            own, dealers, weight = of_highs[int(highs[0])]
            booked = np.zeros(shape, dtype=np.int64)
            own_low, dealer_low = tables.low_ways(tables.low_rest[lows]), tables.low_ways(lows)
            count_shared(
                booked, own_low, dealer_low, own, dealers, tables.starts, qualifying, self.totals,
                tables.low.hands[lows], weight, extra, bets,
            )  # fmt: skip
            return booked

        whole = np.zeros(shape[1:], dtype=object)
        pieces = list(self.pieces())
        for _, highs in pieces:
            if int(highs[0]) not in of_highs:
                weight = tables.high.hands[highs].astype(np.int32)
                own, dealers = tables.high_ways(tables.high_rest[highs]), tables.high_ways(highs)
                of_highs[int(highs[0])] = own, dealers, weight
        work, done = sum(len(lows) * len(highs) for lows, highs in pieces), 0
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for (lows, highs), booked in zip(pieces, pool.map(count, pieces), strict=True):
                whole += booked[0].astype(object) * 2**PART + booked[1].astype(object)
                done += len(lows) * len(highs)
                progress(done, work)
        return whole


def share_ranks(game: Showdown, seats: int, progress: Progress = in_silence) -> Distribution:
    """The best play of one seat that knows the cards of all seats, exactly."""
    shared = _Shared(game, seats)
    booked = shared.booked(progress)
    counts: dict[int, int] = {}
    put_up = 0
    for group, bet, case in np.argwhere(booked != 0).tolist():
        offer = shared.groups.all[group].offers[bet]
        deals = int(booked[group, bet, case])
        counts[offer.nets[case]] = counts.get(offer.nets[case], 0) + deals
        put_up += offer.put_up * deals
    if sum(counts.values()) != shared.deals:
        raise ArithmeticError(f"{sum(counts.values())} deals counted of {shared.deals}")
    unit = shared.terms.unit
    return Distribution.of({Fraction(net, unit): count for net, count in counts.items()}, Fraction(put_up, unit))


def _rest(half: Half) -> Places:
    """For each way to hold cards, the way that holds exactly the other cards."""
    digits = (half.suits + 1) ** np.arange(half.ranks)
    codes = digits @ half.held
    order = np.argsort(codes)
    found: Places = order[np.searchsorted(codes[order], digits @ (half.suits - half.held))]
    return found


KNOWN, LEFT = 0, 1  # The sides.
CARDS, PAIRS, BY_SUIT, PAIRS_BY_SUIT, PLAIN = 0, 1, 2, 3, 4
"""What a side's tally holds; ``PLAIN`` are the plain hands whose top rank is below the first that qualifies."""
TALLY: Final = 5
FIELDS = 0x0001_0001_0001_0001
DONE, OPEN = 0, 1
FIXED: Final = 3  # Ranks whose known cards make a piece of work.

MASK, WAYS, CODE = 0, 1, 2  # Columns of an option.


@compiled
def _plain_with_top(tally: Counts, masks: Counts, rank: int, mask: int, straights: Counts, tables: Counts) -> int:
    """Hands of three ranks, not of one suit and not straight, whose top rank has these suits."""
    sizes, fields = tables[0], tables[1]
    pairs = tally[PAIRS]
    flushes = (((tally[PAIRS_BY_SUIT] & fields[mask]) * FIELDS) >> 48) & 0xFFFF
    for number in range(straights.shape[1]):
        middle, low = straights[rank, number]
        if middle >= 0:
            pairs -= sizes[masks[middle]] * sizes[masks[low]]
            flushes -= sizes[mask & masks[middle] & masks[low]]
    plain: int = sizes[mask] * pairs - flushes
    return plain


@compiled
def _add_rank(before: Counts, after: Counts, mask: int, tables: Counts) -> None:
    """A tally with one more rank."""
    size, field = tables[0, mask], tables[1, mask]
    after[PAIRS] = before[PAIRS] + before[CARDS] * size
    after[CARDS] = before[CARDS] + size
    after[PAIRS_BY_SUIT] = before[PAIRS_BY_SUIT] + (before[BY_SUIT] & field)
    after[BY_SUIT] = before[BY_SUIT] + (field & FIELDS)
    after[PLAIN] = before[PLAIN]


@compiled
def _fold_with_top(
    folded: Counts, masks: Counts, rank: int, is_plain: NDArray[np.bool_], sizes: Counts, worth: Counts, state: Counts
) -> int:
    """Fold the plain hands of one top rank, lowest first, until one is worth playing; whether one was found.

    ``state`` is how many hands the dealer has that do not qualify, that qualify and are lower, and all; and the ways.
    """
    own_top, dealer_top = masks[KNOWN, rank], masks[LEFT, rank]
    low, below, total, ways = state
    for middle in range(rank):
        for last in range(middle):
            if not is_plain[rank, middle, last]:
                continue
            all_left = dealer_top & masks[LEFT, middle] & masks[LEFT, last]
            equal = sizes[dealer_top] * sizes[masks[LEFT, middle]] * sizes[masks[LEFT, last]] - sizes[all_left]
            above = total - low - below - equal
            if worth[0] * low + worth[1] * below + worth[2] * equal + worth[3] * above > 0:
                return DONE
            all_known = own_top & masks[KNOWN, middle] & masks[KNOWN, last]
            own = sizes[own_top] * sizes[masks[KNOWN, middle]] * sizes[masks[KNOWN, last]] - sizes[all_known]
            if own:
                folded[0] += ways * own * low
                folded[1] += ways * own * below
                folded[2] += ways * own * equal
                folded[3] += ways * own * above
            below += equal
    state[1] = below
    # If even a hand that ties with none of the dealer's would be played, so is every better one.
    rest = total - low - below
    return DONE if worth[0] * low + worth[1] * below + worth[3] * rest > 0 else OPEN


class _Walk(NamedTuple):
    """What the compiled walk reads.

    ``options`` (codes, numbers, columns): for suits that are alike in some way, masks up to their names, in how many
    ways each comes, and which suits are still alike after it; rows beyond a code's last option have no ways. ``choose``
    (ranks, cards) are ways to know this many cards of this many last ranks.
    """

    options: Counts
    known: int
    first_top: int
    total: int  # The dealer's hands.
    worth: Counts
    is_plain: NDArray[np.bool_]
    straights: Counts
    choose: Counts
    tables: Counts

    def paths(self) -> Iterator[tuple[int, ...]]:
        """Every way to choose the first masks."""

        def longer(path: tuple[int, ...], code: int) -> Iterator[tuple[int, ...]]:
            if len(path) == min(FIXED, self.is_plain.shape[0]):
                yield path
                return
            for number, (_, ways, after) in enumerate(self.options[code].tolist()):
                if ways:
                    yield from longer((*path, number), after)

        return longer((), 0)


@compiled
def count_folds(folded: Counts, unsettled: Counts, path: Counts, walk: _Walk) -> int:
    """Add up the deals that fold, by case, over all ways to know cards that begin with the masks of these numbers.

    Ways in which no plain hand is worth playing are written to ``unsettled`` (number, masks of suits from the lowest
    rank and how many ways it stands for), as far as there is room, and their number is returned.
    """
    options, known, first_top, total, worth, is_plain, straights, choose, tables = walk
    ranks, full = is_plain.shape[0], tables.shape[1] - 1
    sizes = tables[0]
    found = 0
    tally = np.zeros((ranks + 1, 2, TALLY), dtype=np.int64)
    masks = np.zeros((2, ranks), dtype=np.int64)
    code = np.zeros(ranks + 1, dtype=np.int64)
    ways = np.ones(ranks + 1, dtype=np.int64)
    open_cards = np.full(ranks + 1, known, dtype=np.int64)
    below = np.zeros(ranks + 1, dtype=np.int64)
    number = np.zeros(ranks + 1, dtype=np.int64)
    state = np.zeros(4, dtype=np.int64)
    fixed = len(path)
    number[:fixed] = path
    rank = 0
    while rank >= 0:
        at = number[rank]
        if at >= options.shape[1] or options[code[rank], at, WAYS] == 0 or (rank < fixed and at > path[rank]):
            number[rank] = 0 if rank >= fixed else path[rank]
            rank -= 1
            continue
        number[rank] += 1
        mask = options[code[rank], at, MASK]
        left = open_cards[rank] - sizes[mask]
        if left < 0 or choose[ranks - rank - 1, left] == 0:
            continue
        masks[KNOWN, rank], masks[LEFT, rank] = mask, full - mask
        after = rank + 1
        ways[after] = ways[rank] * options[code[rank], at, WAYS]
        code[after] = options[code[rank], at, CODE]
        open_cards[after] = left
        for side in range(2):
            _add_rank(tally[rank, side], tally[after, side], masks[side, rank], tables)
        if rank < first_top:
            for side in range(2):
                tally[after, side, PLAIN] += _plain_with_top(
                    tally[rank, side], masks[side], rank, masks[side, rank], straights, tables
                )
            if after < first_top:
                rank = after
                continue
            low = tally[after, LEFT, PLAIN]
            if worth[0] * low + worth[3] * (total - low) > 0:
                continue
            deals = ways[after] * choose[ranks - after, left] * tally[after, KNOWN, PLAIN]
            folded[0] += deals * low
            folded[3] += deals * (total - low)
            below[after] = 0
        else:
            low = tally[rank, LEFT, PLAIN]
            if mask == 0:
                # No own hand has this top rank: the only question is whether better ones are played.
                dealers = _plain_with_top(tally[rank, LEFT], masks[LEFT], rank, full, straights, tables)
                below[after] = below[rank] + dealers
                rest = total - low - below[after]
                if worth[0] * low + worth[1] * below[after] + worth[3] * rest > 0:
                    continue
            else:
                state[0], state[1], state[2] = low, below[rank], total
                state[3] = ways[after] * choose[ranks - after, left]
                if _fold_with_top(folded, masks, rank, is_plain, sizes, worth, state) == DONE:
                    continue
                below[after] = state[1]
        if after == ranks:
            if found < len(unsettled):
                unsettled[found, :ranks] = masks[KNOWN]
                unsettled[found, ranks] = ways[after]
            found += 1
            continue
        rank = after
    return found


MOST_UNSETTLED: Final = 4096  # Sets of known cards, of one piece of work, beside which even a pair may be folded.


class _Ranking:
    """The plain hands of a deck, by place in the ranking and by their ranks."""

    def __init__(self, game: Showdown, technique: ThreeCardShowdown) -> None:
        pack = grid_of(game.deck)
        self.ranks, self.suits = len(pack.ranks), len(pack.suits)
        rank_of = {rank: at for at, rank in enumerate(pack.ranks)}
        mixed: dict[int, set[tuple[int, ...]]] = {}
        others = set()
        for block in technique.blocks(0):
            for row, place in enumerate(block.place.tolist()):
                hand = block.example(row, 0)
                ranks = tuple(sorted({rank_of[card.rank] for card in hand}, reverse=True))
                if len(ranks) == SIZE and len({card.suit for card in hand}) > 1:
                    mixed.setdefault(place, set()).add(ranks)
                else:
                    others.add(place)
        self.plain: list[tuple[int, ...]] = []
        """From the bottom of the ranking, the ranks of every class that contains plain hands of one set of ranks and no
        others.
        """
        while len(mixed.get(len(self.plain), ())) == 1 and len(self.plain) not in others:
            self.plain += mixed[len(self.plain)]
        if self.plain != sorted(self.plain):
            raise _other_rules(game, "hands of three ranks do not rank by their ranks")
        self.is_plain: NDArray[np.bool_] = np.zeros((self.ranks,) * SIZE, dtype=bool)
        self.is_plain[tuple(zip(*self.plain, strict=True))] = True
        self.not_plain = [
            [pair for pair in combinations(range(top - 1, -1, -1), 2) if not self.is_plain[top, *pair]]
            for top in range(self.ranks)
        ]

    def first_top(self, game: Showdown, first_qualifying: int) -> int:
        """The lowest top rank of plain hands that qualify."""
        low, high = self.plain[:first_qualifying], self.plain[first_qualifying:]
        if first_qualifying > len(self.plain) or not high or (low and low[-1][0] >= high[0][0]):
            raise _other_rules(game, "a top rank does not tell whether a plain hand qualifies")
        return high[0][0]


def _other_rules(game: Showdown, why: str) -> MissingPart:
    return MissingPart(
        f"{game.configuration.name}: shared cards cannot be counted exactly: {why}", hint="--samples N estimates them"
    )


def _bets(game: Showdown, terms: Terms, plain: int) -> tuple[Offer, Offer, Counts]:
    """Of a plain hand: folding, playing, and what playing brings beyond folding, by case."""
    fold, play = terms.offers[plain - 1] if len(terms.offers[plain - 1]) == 2 else (None, None)
    if fold is None or play is None or len(set(fold.nets)) > 1:
        raise _other_rules(game, "hands are offered more than playing or folding")
    worth = np.subtract(play.nets, fold.nets)
    if any(more < less for less, more in zip(worth[2:], worth[1:], strict=False)):
        raise _other_rules(game, "winning brings less than losing")
    for place, offers in enumerate(terms.offers):
        first = terms.first_qualifying
        # Cases that cannot arise have no net.
        arises = [first > 0, first < place, first <= place, max(first, place + 1) < len(terms.ranking)]
        if len(offers) != 2 or offers[0] != fold or offers[1].put_up != play.put_up:
            raise _other_rules(game, "not all hands are offered the same bets")
        brings = [net for net, is_there in zip(offers[1].nets, arises, strict=True) if is_there]
        usual = [net for net, is_there in zip(play.nets, arises, strict=True) if is_there]
        if brings != usual if place < plain else any(net < least for net, least in zip(brings, usual, strict=True)):
            raise _other_rules(game, "a better hand is paid less")
    return fold, play, worth


def _options(suits: int) -> Counts:
    """(codes, numbers, columns) as the kernel reads them; a code's bits say where suits are told apart."""
    found: list[list[tuple[int, int, int]]] = []
    for code in range(1 << (suits - 1)):
        edges = [0, *(at + 1 for at in range(suits - 1) if code >> at & 1), suits]
        blocks = [range(low, high) for low, high in pairwise(edges)]
        found.append([])
        for taken in product(*(range(len(block) + 1) for block in blocks)):
            mask, after = 0, code
            for block, many in zip(blocks, taken, strict=True):
                mask |= sum(1 << suit for suit in block[:many])
                if 0 < many < len(block):
                    after |= 1 << (block.start + many - 1)
            ways = prod(comb(len(block), many) for block, many in zip(blocks, taken, strict=True))
            found[-1].append((mask, ways, after))
    options = np.zeros((len(found), 1 << suits, 3), dtype=np.int64)
    for code, each in enumerate(found):
        options[code, : len(each)] = each
    return options


def _walk(ranking: _Ranking, known: int, first_top: int, dealer_hands: int, worth: Counts) -> _Walk:
    ranks, suits = ranking.ranks, ranking.suits
    straights = np.full((ranks, max(1, *map(len, ranking.not_plain)), 2), -1, dtype=np.int64)
    for top, pairs in enumerate(ranking.not_plain):
        for number, pair in enumerate(pairs):
            straights[top, number] = pair
    choose = np.array([[comb(each * suits, cards) for cards in range(known + 1)] for each in range(ranks + 1)])
    # By mask: how many suits it has, and their fields.
    tables = np.array(
        [
            [mask.bit_count() for mask in range(1 << suits)],
            [sum(0xFFFF << 16 * suit for suit in range(suits) if mask >> suit & 1) for mask in range(1 << suits)],
        ],
        dtype=np.uint64,
    ).astype(np.int64)
    return _Walk(_options(suits), known, first_top, dealer_hands, worth, ranking.is_plain, straights, choose, tables)


def share_three_cards(game: Showdown, seats: int, progress: Progress = in_silence) -> Distribution:
    """The best play of one seat that knows the cards of all seats, exactly."""
    cards, known = len(game.deck), seats * SIZE
    if known + SIZE > cards:
        raise BadInput(f"{seats} seats need {known + SIZE} of {cards} cards", hint="fewer seats")
    deals = comb(cards, known) * comb(known, SIZE) * comb(cards - known, SIZE)
    if deals >= 2**63:
        raise MissingPart(f"{seats} seats have more deals than can be counted here", hint="--samples N estimates them")
    technique = ThreeCardShowdown(game)
    terms = Terms(game, technique.ranking)
    ranking = _Ranking(game, technique)
    fold, play, worth = _bets(game, terms, len(ranking.plain))
    first_top = ranking.first_top(game, terms.first_qualifying)
    walk = _walk(ranking, known, first_top, comb(cards - known, SIZE), worth)
    counts: dict[int, int] = {}
    others = comb(cards - 2 * SIZE, known - SIZE)
    for block in technique.blocks(terms.first_qualifying):
        lower = [block.not_qualified, block.lower, block.equal]
        cases = np.concatenate([*lower, technique.dealer_hands - sum(lower)], axis=1)
        for place, against in zip(block.place.tolist(), cases.astype(np.int64).tolist(), strict=True):
            for net, many in zip(terms.offers[place][1].nets, against, strict=True):
                counts[net] = counts.get(net, 0) + many * others
    folded = 0
    for offer, given_up in _folds(game, terms, walk, play, len(ranking.plain), progress):
        for net, many in zip(offer.nets, given_up, strict=True):
            counts[net] = counts.get(net, 0) - many
        folded += sum(given_up)
    counts[fold.nets[0]] = counts.get(fold.nets[0], 0) + folded
    if sum(counts.values()) != deals or min(counts.values()) < 0:
        raise ArithmeticError(f"{sum(counts.values())} deals counted of {deals}")
    put_up = play.put_up * deals - (play.put_up - fold.put_up) * folded
    unit = terms.unit
    return Distribution.of(
        {Fraction(net, unit): count for net, count in counts.items() if count}, Fraction(put_up, unit)
    )


def _folds(
    game: Showdown, terms: Terms, walk: _Walk, play: Offer, plain: int, progress: Progress
) -> Iterator[tuple[Offer, Sequence[int]]]:
    """Deals that fold, by case, with the bet that folding gives up."""
    paths = list(walk.paths())
    ranks = walk.is_plain.shape[0]
    pack = grid_of(game.deck)

    def count(path: tuple[int, ...]) -> tuple[Counts, Counts]:
        folded, unsettled = np.zeros(CASES, dtype=np.int64), np.zeros((MOST_UNSETTLED, ranks + 1), dtype=np.int64)
        found = count_folds(folded, unsettled, np.array(path, dtype=np.int64), walk)
        if found > MOST_UNSETTLED:
            raise _other_rules(game, "pairs are worth folding far too often")
        return folded, unsettled[:found]

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, (folded, unsettled) in enumerate(pool.map(count, paths), start=1):
            yield play, folded.tolist()
            for *masks, ways in unsettled.tolist():
                known = [
                    Card.of(rank, suit)
                    for rank, mask in zip(pack.ranks, masks, strict=True)
                    for at, suit in enumerate(pack.suits)
                    if mask >> at & 1
                ]
                yield from _folds_of(game, terms, known, ways, plain)
            progress(done, len(paths))


def _folds_of(
    game: Showdown, terms: Terms, known: Sequence[Card], ways: int, plain: int
) -> Iterator[tuple[Offer, Sequence[int]]]:
    """Hands beyond the plain ones that fold beside given cards, one by one: on whole decks there are none."""
    place_of = {hand: place for place, hand in enumerate(terms.ranking)}
    gone = set(known)
    rest = [card for card in game.deck if card not in gone]
    dealers = [place_of[game.rank(hand)] for hand in combinations(rest, SIZE)]
    for own in combinations(known, SIZE):
        place = place_of[game.rank(own)]
        if place < plain:
            continue
        cases = [0] * CASES
        for dealer in dealers:
            cases[0 if dealer < terms.first_qualifying else 1 + (dealer >= place) + (dealer > place)] += ways
        fold, play = terms.offers[place]
        if sum((more - less) * many for more, less, many in zip(play.nets, fold.nets, cases, strict=True)) <= 0:
            yield play, cases
