"""The battery is right (p-values, moments, chances) and useful (faulty generators fail it, sound ones never do)."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards.cards import DECK
from croupier.cards.shuffle import RandomSource, SeededSource, draw
from croupier.errors import BadInput, CheckFailed
from croupier.rng import battery, streams
from croupier.units import chi_square_tails, normal_two_sided

# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, critical values of the chi-square distribution, to three
# decimals: https://www.itl.nist.gov/div898/handbook/eda/section3/eda3674.htm
NIST_UPPER = [
    (1, 3.841, 0.05),
    (1, 10.828, 0.001),
    (3, 11.345, 0.01),
    (10, 18.307, 0.05),
    (12, 26.217, 0.01),
    (51, 68.669, 0.05),
    (51, 77.386, 0.01),
    (100, 149.449, 0.001),
]
NIST_LOWER = [(10, 3.940, 0.05), (12, 3.571, 0.01), (51, 30.475, 0.01), (100, 61.918, 0.001)]


@pytest.mark.parametrize(("freedom", "statistic", "p"), NIST_UPPER)
def test_upper_tail_of_chi_square_as_tabulated(freedom: int, statistic: float, p: float) -> None:
    assert chi_square_tails(statistic, freedom)[1] == pytest.approx(p, rel=1e-3)


@pytest.mark.parametrize(("freedom", "statistic", "p"), NIST_LOWER)
def test_lower_tail_of_chi_square_as_tabulated(freedom: int, statistic: float, p: float) -> None:
    assert chi_square_tails(statistic, freedom)[0] == pytest.approx(p, rel=2e-3)


@given(st.integers(1, 200), st.integers(1, 900))
def test_chi_square_with_even_freedom_is_a_finite_sum(half: int, statistic: int) -> None:
    """With an even number of degrees of freedom the tails are those of a Poisson count (DLMF 8.4.10)."""
    rate = Fraction(statistic, 2)
    terms = sum(rate**n / math.factorial(n) for n in range(half))
    lower, upper = chi_square_tails(statistic, 2 * half)
    assert upper == pytest.approx(math.exp(math.log(terms) - statistic / 2), rel=1e-9, abs=1e-290)
    assert lower + upper == pytest.approx(1)


@given(st.floats(1e-6, 1000))
def test_chi_square_with_one_degree_is_a_squared_normal(statistic: float) -> None:
    assert chi_square_tails(statistic, 1)[1] == pytest.approx(normal_two_sided(math.sqrt(statistic)), rel=1e-9)


def test_a_perfect_fit_has_no_lower_tail() -> None:
    assert chi_square_tails(0, 51) == (0.0, 1.0)


@pytest.mark.parametrize(("z", "p"), [(0, 1), (1, 0.317311), (1.959964, 0.05), (-2.575829, 0.01), (5, 5.733e-7)])
def test_normal_tails_as_tabulated(z: float, p: float) -> None:
    assert normal_two_sided(z) == pytest.approx(p, rel=1e-4)


def test_bit_tests_give_the_p_values_printed_by_nist() -> None:
    """SP 800-22 rev. 1a, sections 2.1.8 and 2.3.8: the first 100 binary digits of pi."""
    digits = "1100100100001111110110101010001000100001011010001100001000110100110001001100011001100010100010111000"
    frequency, runs = battery.bit_tests(int(digits, 2), len(digits))
    assert frequency.statistic == pytest.approx(-1.6)
    assert round(frequency.p_value, 6) == 0.109599
    assert round(runs.p_value, 6) == 0.500798


@pytest.mark.parametrize(("highs", "length"), [(h, n) for n in range(1, 11) for h in range(n + 1)])
def test_moments_of_runs_by_counting_every_order(highs: int, length: int) -> None:
    runs = [
        1 + sum(left != right for left, right in itertools.pairwise(order))
        for order in ([at in chosen for at in range(length)] for chosen in itertools.combinations(range(length), highs))
    ]
    mean = Fraction(sum(runs), len(runs))
    variance = Fraction(sum(run**2 for run in runs), len(runs)) - mean**2
    assert battery.runs_moments(highs, length) == pytest.approx((float(mean), float(variance)))


@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_moments_of_neighbors_by_counting_every_deal(length: int) -> None:
    values = [-5, -5, -2, 0, 1, 4, 7]
    sums = [sum(a * b for a, b in itertools.pairwise(deal)) for deal in itertools.permutations(values, length)]
    mean = Fraction(sum(sums), len(sums))
    variance = Fraction(sum(each**2 for each in sums), len(sums)) - mean**2
    assert battery.neighbor_moments(values, length) == (mean, variance)


def test_chances_of_different_ranks_are_those_of_poker_hands() -> None:
    """Of 2,598,960 hands: pairs 1,098,240; two pairs and trips 123,552 + 54,912; full houses and quads 3,744 + 624."""
    hands = {n: int(chance * 2_598_960) for n, chance in battery.distinct_ranks(1).items()}
    assert hands == {1: 0, 2: 4_368, 3: 178_464, 4: 1_098_240, 5: 1_317_888}
    assert sum(battery.distinct_ranks(6).values()) == 1


@pytest.mark.parametrize(("per_deal", "decks"), [(1, 1), (2, 1), (3, 2), (5, 1)])
def test_overall_correction_by_simulating_its_mean(per_deal: int, decks: int) -> None:
    """A chi-square statistic averages its degrees of freedom; without the correction it would fall short of them."""
    samples = [streams.collect(260, per_deal, decks, 0, f"{seed}").deals for seed in range(200)]
    found = Counter[str]()
    for deals in samples:
        for result in battery._overall(deals):
            found[result.group] += round(result.statistic * 1000)
    for group, freedom in (("cards", 51), ("ranks", 12), ("suits", 3)):
        mean = found[f"{group} overall: chi-square"] / 1000 / len(samples)
        assert abs(mean - freedom) < 5 * math.sqrt(2 * freedom / len(samples))


def failures(results: Iterable[battery.TestResult], alpha: float = battery.STRICT_ALPHA) -> set[str]:
    return {result.group for result in battery.family_wise(list(results), alpha)}


@pytest.mark.parametrize(("per_deal", "decks"), [(14, 1), (20, 8)])
def test_the_system_source_passes_under_the_strict_correction(per_deal: int, decks: int) -> None:
    """Not seeded, on purpose: a sound generator fails this once in a thousand million runs."""
    sample = streams.collect(20_000, per_deal, decks, 200_000)
    assert failures(battery.run_battery(sample.raw, sample.deals)) == set()


def test_the_seeded_source_passes_and_fails_alone_as_often_as_it_should() -> None:
    total = failed = 0
    for seed in range(20):
        sample = streams.collect(2_000, 14, 1, 20_000, f"calibration {seed}")
        results = battery.run_battery(sample.raw, sample.deals)
        assert failures(results) == set()
        total += len(results)
        failed += sum(not result.passed for result in results)
    assert 0.005 < failed / total < 0.015


@pytest.mark.parametrize("per_deal", [1, 2, 3, 4, 5, 52])
def test_deals_of_any_length_can_be_judged(per_deal: int) -> None:
    assert failures(battery.deal_tests(streams.collect(300, per_deal, 1, 0, "length").deals)) == set()


Shuffle = Callable[[RandomSource], list[int]]


def swap_with_any(source: RandomSource) -> list[int]:
    """The classic mistake: every card changes places with any card, 52 ** 52 ways for 52! orders."""
    deck = list(range(52))
    for at in range(52):
        other = source.bits(32) % 52
        deck[at], deck[other] = deck[other], deck[at]
    return deck


def never_stay(source: RandomSource) -> list[int]:
    """Off by one: a card changes places with an earlier one, never with itself."""
    deck = list(range(52))
    for at in range(51, 0, -1):
        other = source.below(at)
        deck[at], deck[other] = deck[other], deck[at]
    return deck


def by_remainder(source: RandomSource) -> list[int]:
    """Fisher-Yates with the remainder of a byte, which favors the low places."""
    deck = list(range(52))
    for at in range(51, 0, -1):
        other = source.bits(8) % (at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    return deck


def cut_only(source: RandomSource) -> list[int]:
    """A cut for a shuffle: every card is as likely in every place, only the neighbors stay neighbors."""
    at = source.below(52)
    return [*range(at, 52), *range(at)]


@pytest.mark.parametrize(
    ("wrong", "caught"),
    [
        (swap_with_any, "cards by position: chi-square"),
        (never_stay, "cards by position: chi-square"),
        (by_remainder, "cards by position: chi-square"),
        (cut_only, "correlation of neighbors in a deal"),
    ],
)
def test_a_wrong_shuffle_is_caught_even_under_the_strict_correction(wrong: Shuffle, caught: str) -> None:
    source = SeededSource("wrong")
    cards = bytes(itertools.chain.from_iterable(wrong(source)[-8:] for _ in range(20_000)))
    assert caught in failures(battery.deal_tests(battery.Deals(cards, 8)))


def test_deals_that_remember_the_last_one_are_caught() -> None:
    """One deal in eight starts with the card the last one started with."""
    source = SeededSource("memory")
    cards = bytearray(draw(source, DECK, 5))
    for _ in range(20_000):
        deal = draw(source, DECK, 5)
        cards += bytes((cards[-5], *deal[1:])) if source.below(8) == 0 and cards[-5] not in deal else bytes(deal)
    found = failures(battery.deal_tests(battery.Deals(bytes(cards), 5)))
    assert found == {"correlation with the previous deal", "runs by position"}


def lcg(shift: int, count: int) -> bytes:
    """Eight bits of each state of the linear congruential generator of ANSI C's example ``rand``."""
    state, out = 1, bytearray()
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2**31
        out.append(state >> shift & 255)
    return bytes(out)


def test_the_low_bits_of_a_linear_congruential_generator_are_caught() -> None:
    found = failures(battery.raw_tests(lcg(0, 20_000)))
    assert "raw bytes: chi-square" in found, "they cycle through all bytes: a fit too good to be true"


def test_a_stuck_a_biased_and_a_counting_stream_are_caught() -> None:
    source = SeededSource("biased")
    biased = bytes(source.bits(8) | source.bits(8) & source.bits(8) & source.bits(8) for _ in range(20_000))
    for stream in (bytes(20_000), b"\xff" * 20_000, biased, bytes(range(256)) * 80):
        assert failures(battery.raw_tests(stream))


def test_the_same_card_twice_in_a_deal_is_no_question_of_chance() -> None:
    deals = streams.collect(300, 5, 1, 0, "copies").deals
    cards = bytearray(deals.cards)
    cards[1001] = cards[1000]
    with pytest.raises(CheckFailed, match=r"deal 200 holds .. 2 times, but its shoe only once"):
        list(battery.deal_tests(battery.Deals(bytes(cards), 5)))
    assert list(battery.deal_tests(battery.Deals(bytes(cards), 5, decks=2)))


def test_too_little_to_judge_is_said() -> None:
    with pytest.raises(BadInput, match="259 deals are too few"):
        list(battery.deal_tests(battery.Deals(bytes(259), 1)))
    with pytest.raises(BadInput, match="1279 raw bytes are too few"):
        list(battery.raw_tests(bytes(1279)))


def test_holm_by_hand() -> None:
    """Four p-values at 5 %: 0.005 <= 0.05/4, 0.01 <= 0.05/3, but 0.03 > 0.05/2, and there it stops."""
    results = [battery.TestResult("", name, 0, p) for name, p in [("a", 0.01), ("b", 0.04), ("c", 0.03), ("d", 0.005)]]
    assert [result.name for result in battery.family_wise(results, 0.05)] == ["d", "a"]
    assert battery.family_wise(results, 0.01) == []
    assert battery.family_wise([], 0.05) == []


@pytest.mark.parametrize(("p", "passed"), [(0.0099, False), (0.01, True), (1.0, True)])
def test_a_test_alone_stands_at_the_99_percent_level(p: float, passed: bool) -> None:
    assert battery.TestResult("", "", 0, p).passed is passed


def test_a_sample_says_which_source_it_came_from() -> None:
    assert streams.collect(1, 1, 1, 0).source == streams.SYSTEM
    assert streams.collect(1, 1, 1, 0, "7").source == streams.SEEDED
