"""Sampled deals and shoes: kernels against the plain way on the same cards, deal by deal; threads; no numba."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, stripped_deck
from croupier.cards.shuffle import SeededSource
from croupier.errors import MissingPart
from croupier.exact import result
from croupier.exact.sights import sampling, shoe_knowledge
from croupier.exact.sights.sampling import SharedDeals, sample_shared
from croupier.exact.sights.shoe_knowledge import (
    ShoePlan,
    knowledge_of,
    plan_of,
    sample_shoes,
    sum_shoes,
    tables_of,
    value_shoes,
)
from croupier.kernels.deals import first_of
from croupier.kernels.philox import PhiloxSource
from croupier.kernels.stream import open_stream
from croupier.play.showdown import Showdown
from croupier.questions.advantage import audit, pairs_from_shoe
from croupier.questions.solved.recorded import recorded_seats
from tests.exact.plain_samples import gains_plainly, order_of, sum_plainly, values_plainly

SEED = 20_261
PAIRS = "perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)"


def whole_or_small(name: str, deck: tuple[tuple[int, ...], int, int] | None = None) -> Showdown:
    """A game on the whole deck, or on some ranks of the first suits with hands of another size."""
    game = catalogue.load(name)
    assert isinstance(game, Showdown)
    if deck is None:
        return game
    ranks, suits, size = deck
    return type(game)(game.configuration, stripped_deck(ranks, range(suits)), size)


def in_silence(_done: int) -> None:
    pass


SMALL = [
    ("three-card-prime", ((2, 9, 12, 13, 14), 3, 3)),
    ("high-card-flush", ((3, 8, 9, 10, 11, 14), 2, 5)),
    ("high-card-flush", ((5, 6, 12, 13, 14), 3, 5)),
    ("high-card-flush", ((2, 9, 10, 14), 4, 4)),
]


def same_gains(game: Showdown, seats: int, deals: int) -> bool:
    """Whether kernels find what the plain way finds; True if there was something to find."""
    found, plain = SharedDeals(game, seats).gains(deals, SEED, in_silence), gains_plainly(game, seats, SEED, deals)
    assert np.allclose(found.sums, plain.sums, rtol=1e-9, atol=1e-9), seats
    assert np.allclose(found.products, plain.products, rtol=1e-9, atol=1e-9), seats
    return bool(plain.sums.any())


@pytest.mark.parametrize(("name", "deck"), SMALL, ids=str)
def test_kernels_find_what_the_plain_way_finds_of_small_decks(
    name: str, deck: tuple[tuple[int, ...], int, int]
) -> None:
    """Hands that do not qualify, sets that no hand shows, known cards that leave next to nothing."""
    game = whole_or_small(name, deck)
    most = len(game.deck) // game.hand_size
    assert not same_gains(game, 1, 120)
    assert any([same_gains(game, seats, 300) for seats in range(2, most)] or [most < 3])


WHOLE = [("three-card-prime", 7, 1500), ("high-card-flush", 2, 1000), ("high-card-flush", 6, 1000)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "many"), WHOLE, ids=str)
def test_kernels_find_what_the_plain_way_finds_of_whole_decks(name: str, seats: int, many: int) -> None:
    assert same_gains(whole_or_small(name), seats, many)


def test_the_number_of_threads_does_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "CHUNK", 700)
    game = whole_or_small("three-card-prime")
    gains = [SharedDeals(game, 5).gains(5000, SEED, in_silence, threads) for threads in (1, 2, 5)]
    assert all(np.array_equal(one, other) for found in gains for one, other in zip(found, gains[0], strict=True))
    monkeypatch.setattr(shoe_knowledge, "CHUNK", 16)
    plan = shoe_plan(100)
    sums = [sum_shoes(plan, SEED, in_silence, threads) for threads in (1, 3)]
    assert np.array_equal(sums[0].known, sums[1].known)
    assert np.array_equal(sums[0].spread, sums[1].spread)


@pytest.mark.parametrize("size", [15, 52, 416])
def test_deals_are_those_of_the_plain_stream(size: int) -> None:
    places, words = np.zeros(size, dtype=np.uint16), np.zeros(6, dtype=np.uint64)
    for number in (0, 1, 2**40):
        open_stream(words)
        first_of(size, size - 1, places, words, np.uint64(SEED), np.uint64(number))
        assert places[: size - 1].tolist() == PhiloxSource(SEED, number).first_of(size, size - 1)
        assert sorted(places.tolist()) == list(range(size))


def test_without_numba_a_sample_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result, "has_compiler", lambda: False)
    with pytest.raises(MissingPart, match="needs numba"):
        audit("three-card-prime", ["seats"], seats=5, samples=300)


@pytest.mark.parametrize(("spec", "seats"), [("three-card-prime", 2), ("three-card-prime", 4)], ids=str)
def test_many_deals_meet_what_is_counted(spec: str, seats: int) -> None:
    """Every figure within five of its standard errors, and these ten times as small as a hundredth of the deals'."""
    exact = recorded_seats()[spec, seats]
    found = sample_shared(whole_or_small(spec), seats, 100_000, SeededSource("many"))
    for name in ("expectation", "variance", "hit_frequency", "push_frequency", "average_wagered", "element_of_risk"):
        sampled = getattr(found, name)
        assert abs(sampled.value - float(getattr(exact, name))) <= 5 * sampled.standard_error, name
    known = dict(exact.counts)
    for net, chance in found.outcomes:
        assert abs(chance.value - known.get(net, 0) / exact.total) <= 5 * chance.standard_error + 1e-12
    few = sample_shared(whole_or_small(spec), seats, 1000, SeededSource("few"))
    error = found.expectation.standard_error
    assert error * 6 < few.expectation.standard_error < error * 17


def shoe_plan(shoes: int, spec: str = PAIRS) -> ShoePlan:
    return plan_of(
        pairs_from_shoe(catalogue.configuration(spec), "perfect_pairs", {1: 1_000_000}), Fraction(3, 4), shoes
    )


@pytest.mark.parametrize("spec", [PAIRS, "perfect-pairs(decks=8, perfect_pairs=PT-PRG-PP-01)"])
def test_shoes_are_valued_as_the_plain_way_values_them(spec: str) -> None:
    """Shoe by shoe and depth by depth."""
    plan = shoe_plan(40, spec)
    worth, count = (np.zeros((plan.shoes, len(plan.cuts))) for _ in range(2))
    value_shoes(tables_of(plan), np.uint64(SEED), 0, 1, worth, count)
    plain = values_plainly(plan, [order_of(plan, SEED, number) for number in range(plan.shoes)])
    assert np.allclose(worth, plain[0], rtol=0, atol=1e-13)
    assert np.array_equal(count, plain[1])


def test_sums_over_shoes_are_those_of_the_plain_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe_knowledge, "MOST_TRAINED", 60)
    plan = shoe_plan(300)
    compiled = sum_shoes(plan, SEED, in_silence)
    plain = sum_plainly(plan, SEED)
    assert np.allclose(compiled.known, plain.known, rtol=1e-9, atol=1e-12)
    assert np.allclose(compiled.spread, plain.spread, rtol=1e-9)
    assert np.allclose(compiled.together, plain.together, rtol=1e-9)
    assert plain.known[0, 1, 0] == 300 - 60


def test_figures_of_shoes_cover_what_they_promise() -> None:
    """A long run stands for the truth: short ones are within two of their errors of it, nineteen times in twenty."""
    plan = shoe_plan(40_000)
    truth = knowledge_of(plan, sum_shoes(plan, 1, in_silence), Fraction(3, 4), 16)
    seeds, within = 60, dict.fromkeys(("value", "wagers", "variance", "hits", "risk", "index", "correlation"), 0)
    for seed in range(2, seeds + 2):
        found = sample_shoes(plan.shoe, Fraction(3, 4), 600, SeededSource(f"coverage {seed}"))
        for name, figures in {
            "value": (found.depths[-1].perfect_so_far.value, truth.depths[-1].perfect_so_far.value),
            "wagers": (found.depths[-1].perfect_so_far.wagers, truth.depths[-1].perfect_so_far.wagers),
            "variance": (found.variance, truth.variance),
            "hits": (found.hit_frequency, truth.hit_frequency),
            "risk": (found.element_of_risk, truth.element_of_risk),
            "index": (found.desirability_index, truth.desirability_index),
            "correlation": (found.correlation, truth.correlation),
        }.items():
            one, other = figures
            assert one is not None
            assert other is not None
            error = (one.standard_error**2 + other.standard_error**2) ** 0.5
            within[name] += abs(one.value - other.value) <= 2 * error
    for name, many in within.items():
        assert many / seeds >= 0.85, (name, many)


def test_the_mean_over_all_shoes_is_that_of_a_full_one() -> None:
    """What the control variate believes: at every depth the next hand brings on average what the first one does."""
    plan = shoe_plan(20_000)
    sums = sum_shoes(plan, SEED, in_silence).known
    for depth in range(1, len(plan.cuts)):
        many, miss, misses = sums[depth, 0, 0], sums[depth, 0, 3], sums[depth, 0, 6]
        assert abs(miss / many) <= 5 * (misses / many / many) ** 0.5
    assert len(DECK) * plan.shoe.decks == plan.size
