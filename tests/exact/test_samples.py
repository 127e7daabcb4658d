"""Sampled deals and shoes: kernels against the plain way on the same cards, deal by deal; threads; no numba."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, stripped_deck
from croupier.cards.shuffle import SeededSource
from croupier.errors import MissingPart
from croupier.exact import solver
from croupier.exact.sights import sampling, shoe_knowledge
from croupier.exact.sights.gains import sample_advantage
from croupier.exact.sights.sampling import Deals, SampleBook
from croupier.exact.sights.shoe_knowledge import (
    ShoePlan,
    knowledge_of,
    plan_of,
    sample_shoes,
    sum_shoes,
    tables_of,
    value_shoes,
)
from croupier.exact.sights.sight import NOTHING, Sight, parse_sight
from croupier.kernels.deals import first_of
from croupier.kernels.philox import PhiloxSource
from croupier.kernels.stream import open_stream
from croupier.play.showdown import Showdown
from croupier.questions.advantage import pairs_from_shoe
from croupier.questions.solved.recorded import recorded_seats
from tests.exact.plain_samples import book_plainly, order_of, sum_plainly, values_plainly

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


def sight_of(sees: str, game: Showdown) -> Sight:
    return parse_sight(sees, game.hand_size) if sees else NOTHING


def in_silence(_done: int) -> None:
    pass


def booked(game: Showdown, sees: str, seats: int, deals: int, threads: int | None = None) -> tuple[Deals, SampleBook]:
    found = Deals(game, sight_of(sees, game), seats)
    return found, found.book(deals, SEED, in_silence, threads)


SMALL = [
    ("three-card-prime", ((2, 9, 12, 13, 14), 3, 3)),
    ("keep-it-straight", ((2, 3, 4, 5, 6, 7, 14), 2, 5)),
    ("keep-it-straight", ((10, 11, 12, 13, 14), 3, 5)),
    ("high-card-flush", ((3, 8, 9, 10, 11, 14), 2, 5)),
    ("high-card-flush", ((5, 6, 12, 13, 14), 3, 5)),
    ("high-card-flush", ((2, 9, 10, 14), 4, 4)),
]


@pytest.mark.parametrize(("name", "deck"), SMALL, ids=str)
def test_kernels_book_what_the_plain_way_books_of_small_decks(
    name: str, deck: tuple[tuple[int, ...], int, int]
) -> None:
    """Hands that do not qualify, sets that no hand shows, known cards that leave next to nothing."""
    game = whole_or_small(name, deck)
    changed = 0
    for seats in (1, 2):
        for sees in ("", "dealer:1", "dealer:2", "dealer:all", "dealer:kind:1", "dealer:high:1", "color"):
            if seats * game.hand_size + game.hand_size > len(game.deck):
                continue
            deals, kernels = booked(game, sees, seats, 120)
            plain = book_plainly(deals, SEED, 120)
            assert kernels.entries == plain.entries, (seats, sees)
            changed += len(plain.entries)
    assert changed


WHOLE = [
    ("three-card-prime", "", 7, 1500),
    ("three-card-prime", "dealer:1", 4, 1500),
    ("three-card-prime", "dealer:kind:1", 3, 200),
    ("keep-it-straight", "", 6, 1500),
    ("keep-it-straight", "dealer:2", 3, 1500),
    ("keep-it-straight", "dealer:color:1", 2, 150),
    ("high-card-flush", "", 6, 1500),
    ("high-card-flush", "dealer:3", 2, 1500),
    ("high-card-flush", "color", 4, 150),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sees", "seats", "many"), WHOLE, ids=str)
def test_kernels_book_what_the_plain_way_books_of_whole_decks(name: str, sees: str, seats: int, many: int) -> None:
    deals, kernels = booked(whole_or_small(name), sees, seats, many)
    plain = book_plainly(deals, SEED, many)
    assert kernels.entries == plain.entries


def test_the_number_of_threads_does_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "CHUNK", 700)
    game = whole_or_small("three-card-prime")
    books = [booked(game, "", 5, 5000, threads)[1].entries for threads in (1, 2, 5)]
    assert books[0] == books[1] == books[2]
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
    monkeypatch.setattr(solver, "has_compiler", lambda: False)
    with pytest.raises(MissingPart, match="needs numba"):
        sample_advantage(whole_or_small("three-card-prime"), NOTHING, 5, 300, SeededSource(1))


@pytest.mark.parametrize(
    ("spec", "seats"), [("keep-it-straight", 3), ("keep-it-straight", 6), ("three-card-prime", 4)], ids=str
)
def test_many_deals_meet_what_is_counted(spec: str, seats: int) -> None:
    """Every figure within five of its standard errors, and these ten times as small as a hundredth of the deals'."""
    exact = recorded_seats()[spec, seats]
    found = sample_advantage(whole_or_small(spec), NOTHING, seats, 100_000, SeededSource("many"))
    for name in ("expectation", "variance", "hit_frequency", "push_frequency", "average_wagered", "element_of_risk"):
        sampled = getattr(found.figures, name)
        assert abs(sampled.value - float(getattr(exact, name))) <= 5 * sampled.standard_error, name
    known = dict(exact.counts)
    for net, chance in found.figures.outcomes:
        assert abs(chance.value - known.get(net, 0) / exact.total) <= 5 * chance.standard_error + 1e-12
    few = sample_advantage(whole_or_small(spec), NOTHING, seats, 1000, SeededSource("few"))
    assert found.standard_error * 6 < few.standard_error < found.standard_error * 17


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
