"""Counting five-card poker hands of one deck: the best five of more cards, and two cards against five.

As in ``one_deck``, deals that are alike are represented by cards that go through the classifier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, groupby
from math import comb
from operator import itemgetter

from croupier.cards.cards import DECK, Card
from croupier.cards.hands import five_card, rapid_fire, two_card
from croupier.cards.hands.five_card import FiveCardHand
from croupier.cards.hands.rapid_fire import RapidFireHand
from croupier.cards.hands.two_card import TwoCardHand
from croupier.exact.counting.one_deck import Pack, Ranks, choices, rank_multisets, shape_of, unsuited

MOST_CARDS = 7
_FIVE = 5


def by_best_five(pack: Pack, size: int) -> Counter[FiveCardHand]:
    """The best five of five to seven cards.

    Where five cards share a suit, at most two others remain: too few for a full house or four of a kind, so the
    suited cards alone decide. Otherwise the ranks alone decide.
    """
    if not _FIVE <= size <= MOST_CARDS:
        raise ValueError(f"the best five of {size} cards are not counted here")
    suits = len(pack.suits)
    counts: Counter[FiveCardHand] = Counter()
    suited = [(five_card.classify(cards), _code(cards)) for cards in combinations(pack.first_suit, _FIVE)]
    for length in range(_FIVE, size + 1):
        others = suits * comb(len(pack.ranks) * (suits - 1), size - length)
        for hand, sets in _best_of(suited, pack, length, lambda shape: choices(shape, 1)):
            counts[hand] += sets * others
    if suits > 1:
        hands = map(pack.spreader(_FIVE), rank_multisets(pack, _FIVE))
        mixed = [(five_card.classify(cards), _code(cards)) for cards in hands]
        for hand, deals in _best_of(mixed, pack, size, lambda shape: _choices_below_five(shape, suits)):
            counts[hand] += deals
    return counts


# A multiset of ranks as a number whose octal digits say how often each rank is held.
_CODES = [8 ** (card >> 2) for card in DECK]


def _code(cards: tuple[Card, ...]) -> int:
    return sum(map(_CODES.__getitem__, cards))


def _best_of(
    fives: list[tuple[FiveCardHand, int]], pack: Pack, size: int, deals_of: Callable[[tuple[int, ...]], int]
) -> Iterator[tuple[FiveCardHand, int]]:
    """Five-card hands grown to more cards, and their deals by the best five among them.

    Hands grow best first, so the first that grows into a multiset of ranks is the best five in it. Ranks held more
    often than the deck allows come up on the way, and count no deals.
    """
    fives.sort(reverse=True)
    ranking: list[FiveCardHand] = []
    best: dict[int, int] = {}
    for place, (hand, alike) in enumerate(groupby(fives, key=itemgetter(0))):
        ranking.append(hand)
        for _, code in alike:
            best[code] = place
    ranks = [_CODES[card] for card in pack.first_suit]
    for _ in range(_FIVE, size):
        grown: dict[int, int] = {}
        for code, place in best.items():
            for rank in ranks:
                grown.setdefault(code + rank, place)
        best = grown
    counts = [0] * len(ranking)
    known: dict[str, int] = {}
    for code, place in best.items():
        digits = f"{code:o}".replace("0", "")
        if digits not in known:
            known[digits] = deals_of(tuple(map(int, digits)))
        counts[place] += known[digits]
    return ((hand, deals) for hand, deals in zip(ranking, counts, strict=True) if deals)


@cache
def _choices_below_five(shape: tuple[int, ...], suits: int) -> int:
    """Choices of suits that put fewer than five cards into each suit."""
    ways = [1]
    for held in shape:
        without, with_first = comb(suits - 1, held), comb(suits - 1, held - 1)
        ways = [low * with_first + high * without for low, high in zip([0, *ways], [*ways, 0], strict=True)]
    return choices(shape, suits) - suits * sum(ways[_FIVE:])


def by_rapid_fire(pack: Pack) -> Counter[RapidFireHand]:
    """A player's two cards against the dealer's five, by the two-card hand that ties the dealer's.

    The deals of two cards from what a dealer's hand leaves are all of them, less those that use one of the dealer's
    cards, plus those that use two and were taken off twice; so a mark needs three sums over its dealer's hands.
    """
    suits = len(pack.suits)
    spread = pack.spreader(2)
    hands = [(ranks, two_card.classify(spread(ranks))) for ranks in rank_multisets(pack, 2)]
    left = {ranks: choices(shape_of(ranks), suits) * comb(len(pack.cards) - 2, _FIVE) for ranks, _ in hands}
    counts: Counter[RapidFireHand] = Counter()
    for mark, (deals, with_one, with_two) in _deals_by_mark(pack).items():
        for ranks, two in hands:
            low, high = ranks
            partners = suits - (low == high)
            used = with_one[low] * partners + (with_one[high] * partners if low != high else 0)
            found = deals * choices(shape_of(ranks), suits) - used + with_two[ranks]
            counts[rapid_fire.against(two, mark)] += found
            left[ranks] -= found
    for ranks, two in hands:
        counts[rapid_fire.against(two, None)] += left[ranks]
    return +counts


def _deals_by_mark(pack: Pack) -> dict[TwoCardHand, tuple[int, Counter[int], Counter[Ranks]]]:
    """The dealer's hands that some two cards tie: their deals, and how often they hold each rank and each two ranks."""
    found: dict[TwoCardHand, tuple[int, Counter[int], Counter[Ranks]]] = {}
    for ranks, cards, deals in _five_card_deals(pack):
        mark = rapid_fire.mark_of(five_card.classify(cards))
        if mark is None:
            continue
        total, with_one, with_two = found.get(mark) or (0, Counter(), Counter())
        for rank in ranks:
            with_one[rank] += deals
        for both in combinations(ranks, 2):
            with_two[both] += deals
        found[mark] = total + deals, with_one, with_two
    return found


def _five_card_deals(pack: Pack) -> Iterator[tuple[Ranks, tuple[Card, ...], int]]:
    """Five cards by rank, suited and not, each with its number of deals."""
    for cards in combinations(pack.first_suit, _FIVE):
        yield tuple(card.rank for card in cards), cards, len(pack.suits)
    yield from unsuited(pack, _FIVE)
