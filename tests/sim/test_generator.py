"""The generator against its published test vectors, and deals that favor no card, no hand and no order."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from croupier.kernels import deals, stream
from croupier.kernels.philox import PhiloxSource, philox_words
from croupier.units import chi_square_tails

# Random123's kat_vectors, "philox4x32 7" and "philox4x32 10": counter, key, output.
VECTORS = [
    (7, "00000000 00000000 00000000 00000000", "00000000 00000000", "5f6fb709 0d893f64 4f121f81 4f730a48"),
    (7, "ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "5207ddc2 45165e59 4d8ee751 8c52f662"),
    (7, "243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "4dfccaba 190a87f0 c47362ba b6b5242a"),
    (10, "00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
]


def _words(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(("rounds", "counter", "key", "output"), VECTORS)
def test_the_published_vectors(rounds: int, counter: str, key: str, output: str) -> None:
    c0, c1, c2, c3 = _words(counter)
    k0, k1 = _words(key)
    assert philox_words((c0, c1, c2, c3), (k0, k1), rounds) == _words(output)
    if rounds == 7:
        compiled = stream.block(np.uint64(k0 | k1 << 32), np.uint64(c0 | c1 << 32), np.uint64(c2), np.uint64(c3))
        assert tuple(map(int, compiled)) == _words(output)


def test_plain_and_compiled_streams_are_one() -> None:
    for seed, number in ((0, 0), (7, 1 << 40), (2**64 - 1, 12345)):
        source = PhiloxSource(seed, number)
        words = np.zeros(6, dtype=np.uint64)
        stream.open_stream(words)
        for bound in (52, 1, 2, 3, 416, 2**31 + 1, 2**32 - 1, *range(52, 1, -1)):
            found = stream.below(np.uint64(bound), words, np.uint64(seed), np.uint64(number))
            assert source.below(bound) == int(found) < bound


def test_the_bounds_of_two_sevens_are_those_of_floyds_algorithm() -> None:
    bounds = sorted(bound for word in deals.WORD_BOUNDS for bound in word)
    assert bounds == [*range(39, 53), comb(14, 7)]
    assert all(prod(word) < 2**32 for word in deals.WORD_BOUNDS)


@pytest.mark.parametrize("bounds", deals.WORD_BOUNDS)
def test_every_string_of_digits_has_equally_many_words(bounds: tuple[int, ...]) -> None:
    """The words that give one string of digits are neighbors; as many are accepted for each."""
    product = prod(bounds)
    refused, each = (1 << 32) % product, (1 << 32) // product
    for number in (0, 1, product // 3, product // 2, product - 2, product - 1):
        first, after = -(-(number << 32) // product), -(-((number + 1) << 32) // product)
        kept = 0
        for word in range(first, after):
            digits, rest = [], word
            for bound in bounds:
                digits.append(rest * bound >> 32)
                rest = rest * bound & 0xFFFFFFFF
            value = 0
            for digit, bound in zip(digits, bounds, strict=True):
                value = value * bound + digit
            assert value == number
            kept += rest >= refused
        assert kept == each


def _fair(counts: Counter[object], cells: int, total: int) -> None:
    """Not surprising at one in a million, on either side."""
    expected = total / cells
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    statistic += expected * (cells - len(counts))
    assert min(chi_square_tails(statistic, cells - 1)) > 1e-6


def test_two_sevens_are_fair() -> None:
    marks = deals.seven_of_fourteen()
    deals_made = 30_000
    own_cards: Counter[object] = Counter()
    dealer_cards: Counter[object] = Counter()
    pairs: Counter[object] = Counter()
    for number in range(deals_made):
        own, dealer = (int(hand) for hand in deals.two_sevens(np.uint64(5), np.uint64(number), marks))
        assert own.bit_count() == dealer.bit_count() == 7
        assert own & dealer == 0
        mine = [bit for bit in range(52) if own >> bit & 1]
        theirs = [bit for bit in range(52) if dealer >> bit & 1]
        own_cards.update(mine)
        dealer_cards.update(theirs)
        pairs.update(combinations(mine, 2))
    # Cards of one hand exclude one another, which makes their counts a little more even than independent ones.
    for counts in (own_cards, dealer_cards):
        assert max(abs(counts[bit] / (deals_made * 7 / 52) - 1) for bit in range(52)) < 0.08
    assert len(pairs) == comb(52, 2)
    assert max(abs(count / (deals_made * 21 / comb(52, 2)) - 1) for count in pairs.values()) < 0.3


def test_the_order_of_floyds_cards_does_not_matter_with_marks() -> None:
    """Floyd's algorithm favors places in its order; marks that ignore the order make up for it. Counted on all."""
    # Two hands of two from five cards: bounds 2 to 5, and six ways to mark two of four.
    found: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for d2 in range(2):
        for d3 in range(3):
            for d4 in range(4):
                for d5 in range(5):
                    taken: list[int] = []
                    for drawn, last in ((d2, 1), (d3, 2), (d4, 3), (d5, 4)):
                        taken.append(last if drawn in taken else drawn)
                    for marked in combinations(range(4), 2):
                        own = tuple(sorted(taken[place] for place in marked))
                        dealer = tuple(sorted(taken[place] for place in range(4) if place not in marked))
                        found[own, dealer] += 1
    assert len(found) == comb(5, 2) * comb(3, 2)
    assert len(set(found.values())) == 1


def test_two_threes_are_fair() -> None:
    own_hands: Counter[object] = Counter()
    dealer_hands: Counter[object] = Counter()
    for number in range(60_000):
        own, dealer = deals.two_threes(np.uint64(9), np.uint64(number))
        own_hands[int(own) % 221] += 1
        dealer_hands[int(dealer) % 188] += 1
        assert int(own) < deals.OWN_THREES
        assert int(dealer) < deals.DEALER_THREES
    _fair(own_hands, 221, 60_000)
    _fair(dealer_hands, 188, 60_000)


def test_any_deal_is_a_shuffle() -> None:
    cards, words = np.zeros(52, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    first: Counter[object] = Counter()
    second: Counter[object] = Counter()
    for number in range(40_000):
        stream.open_stream(words)
        deals.first_cards(3, cards, words, np.uint64(3), np.uint64(number))
        first[int(cards[0])] += 1
        second[int(cards[0]) % 13, int(cards[1]) // 13] += 1
    _fair(first, 52, 40_000)
    assert len(second) == 52
    deals.first_cards(52, cards, words, np.uint64(3), np.uint64(0))
    assert sorted(cards.tolist()) == list(range(52))


def test_a_hand_of_bits_is_a_set_of_cards() -> None:
    for number in range(50):
        own, _ = deals.two_sevens(np.uint64(1), np.uint64(number), deals.seven_of_fourteen())
        assert deals.hand_of(deals.cards_of(int(own))) == int(own)
