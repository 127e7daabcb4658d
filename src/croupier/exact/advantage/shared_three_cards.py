"""All seats share what they see, three cards each: exact, over all sets of known cards up to the names of suits.

*One line.* A better hand is never folded where a worse one is played, so the known cards draw one line: every own hand
below it folds. Below a pair, a hand is *plain*: three ranks that are neither of one suit nor straight, and ranks alone
tell which of two is better. So the line is found by adding up the dealer's plain hands from the bottom, and ranks above
the top card of the line need not be looked at: their cards may be known in any way.

*What is counted* are the deals that fold, by case. All others are played, and what every hand brings if it is always
played follows from the game without a sight: each deal of two hands stands for all ways to deal the other seats.

Everything assumed here about the ranking and the bets is checked, and a game that differs is refused. The walk is
compiled (the ``sim`` extra): a second for two seats, ten for three, minutes for four.
"""

from __future__ import annotations

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
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.grid import grid_of
from croupier.exact.showdown.technique import Counts
from croupier.exact.showdown.terms import CASES, Offer, Terms
from croupier.exact.showdown.three_card import SIZE, ThreeCardShowdown
from croupier.exact.solver import Progress, in_silence
from croupier.play.showdown import Showdown

FIXED: Final = 3
"""Ranks whose known cards make a piece of work."""
MOST_UNSETTLED: Final = 4096
"""Sets of known cards, of one piece of work, beside which even a pair may be folded."""


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


class _Walk(NamedTuple):
    """Arguments of the compiled walk after its first masks, in order."""

    options: Counts
    known: int
    first_top: int
    dealer_hands: int
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
    return _Walk(
        _options(suits), known, first_top, dealer_hands, worth, ranking.is_plain, straights, choose, tables
    )  # fmt: skip


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
    # numba is slow to load, so it is imported only here.
    from croupier.exact.advantage.three_card_kernels import count_folds

    paths = list(walk.paths())
    ranks = walk.is_plain.shape[0]
    pack = grid_of(game.deck)

    def count(path: tuple[int, ...]) -> tuple[Counts, Counts]:
        folded, unsettled = np.zeros(CASES, dtype=np.int64), np.zeros((MOST_UNSETTLED, ranks + 1), dtype=np.int64)
        found = count_folds(folded, unsettled, np.array(path, dtype=np.int64), *walk)
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
