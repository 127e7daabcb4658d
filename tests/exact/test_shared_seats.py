"""Seats that share what they see: every deal of small decks, and what is recorded of whole ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import croupier
from croupier import catalogue
from croupier.cards.cards import stripped_deck
from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.sights.shared import share_ranks, share_three_cards
from croupier.kernels.terms import Terms
from croupier.play.showdown import Showdown
from croupier.questions.advantage import audit
from croupier.questions.solved.recorded import deals_of, recorded_seats
from tests.exact.plain_samples import expected_plainly


def small(ranks: tuple[int, ...], suits: tuple[int, ...], size: int, name: str = "keep-it-straight") -> Showdown:
    game = croupier.load(name)
    assert isinstance(game, Showdown)
    return type(game)(game.configuration, stripped_deck(ranks, suits), size)


def by_dealing(game: Showdown, seats: int) -> Distribution:
    """Every set of known cards, every own hand of them, every dealer's hand of the rest."""
    classes = {hand: game.rank(hand) for hand in combinations(game.deck, game.hand_size)}
    ranking = sorted(set(classes.values()))
    terms = Terms(game, ranking)
    place = {hand: ranking.index(each) for hand, each in classes.items()}
    counts: dict[Fraction, int] = {}
    wagered = Fraction()
    for known in combinations(game.deck, seats * game.hand_size):
        rest = [card for card in game.deck if card not in known]
        dealers = [place[hand] for hand in combinations(rest, game.hand_size)]
        for own in combinations(known, game.hand_size):
            cases = [0, 0, 0, 0]
            for dealer in dealers:
                is_low = dealer < terms.first_qualifying
                cases[0 if is_low else 1 + (dealer >= place[own]) + (dealer > place[own])] += 1
            worth = [
                sum(net * many for net, many in zip(each.nets, cases, strict=True)) for each in terms.offers[place[own]]
            ]
            best = terms.offers[place[own]][worth.index(max(worth))]
            for net, many in zip(best.nets, cases, strict=True):
                counts[Fraction(net, terms.unit)] = counts.get(Fraction(net, terms.unit), 0) + many
            wagered += Fraction(best.put_up * sum(cases), terms.unit)
    return Distribution.of(counts, wagered)


@pytest.mark.slow  # compiles for some seconds
@pytest.mark.parametrize(
    ("ranks", "suits", "size", "seats"),
    [((2, 3, 4, 6, 7), (0, 1), 3, 2), ((2, 3, 4, 5, 14), (0, 1, 2), 3, 3), ((2, 3, 4, 5, 6, 7, 14), (0, 1), 4, 2)],
)
def test_seats_of_a_stripped_deck_share_their_cards(
    ranks: tuple[int, ...], suits: tuple[int, ...], size: int, seats: int
) -> None:
    game = small(ranks, suits, size)
    assert share_ranks(game, seats) == by_dealing(game, seats)


@pytest.mark.slow  # compiles for some seconds
@pytest.mark.parametrize(
    ("ranks", "suits", "seats"),
    [
        ((3, 5, 6, 12, 14), (0, 1), 2),  # even pairs are folded beside some cards
        ((9, 11, 12, 13, 14), (0, 1), 2),
        ((2, 4, 12, 14), (0, 1, 2), 3),
    ],
)
def test_seats_with_three_cards_of_a_stripped_deck_share_them(
    ranks: tuple[int, ...], suits: tuple[int, ...], seats: int
) -> None:
    game = small(ranks, suits, 3, "three-card-prime")
    assert share_three_cards(game, seats) == by_dealing(game, seats)


@pytest.mark.slow  # compiles for some seconds
def test_two_seats_of_a_whole_deck_are_counted_as_recorded() -> None:
    game = croupier.load("three-card-prime")
    assert isinstance(game, Showdown)
    assert share_three_cards(game, 1) == solve_showdown(game).distribution
    assert share_three_cards(game, 2) == recorded_seats()["three-card-prime", 2]


def test_other_rankings_are_refused() -> None:
    with pytest.raises(MissingPart, match="a top rank does not tell"):
        share_three_cards(small((2, 3, 7, 9), (0, 1, 2), 3, "three-card-prime"), 2)
    with pytest.raises(BadInput, match="seats need"):
        share_three_cards(small((3, 5, 6, 12, 14), (0, 1), 3, "three-card-prime"), 3)


def test_one_seat_shares_nothing() -> None:
    game = small((2, 3, 4, 6, 7), (0, 1), 3)
    alone = by_dealing(game, 1)
    assert alone.expectation == solve_showdown(game).distribution.expectation


def test_what_is_recorded_counts_every_deal() -> None:
    for (spec, seats), found in recorded_seats().items():
        game = catalogue.load(spec)
        assert isinstance(game, Showdown)
        assert found.total == deals_of(game, seats)
        size = game.hand_size
        assert found.total == comb(52, size * seats) * comb(size * seats, size) * comb(52 - size * seats, size)


def test_editions_whose_bets_are_the_same_share_what_is_recorded() -> None:
    terms = []
    for spec in ("keep-it-straight", "keep-it-straight(edition=washington)"):
        game = catalogue.load(spec)
        assert isinstance(game, Showdown)
        terms.append(Terms(game, StraightShowdown(game).ranking).offers)
    assert terms[0] == terms[1]
    for seats in range(2, 7):
        one, other = (
            recorded_seats()[name, seats] for name in ("keep-it-straight", "keep-it-straight(edition=washington)")
        )
        assert one == other


@pytest.mark.parametrize(
    ("spec", "seats", "percent"),
    [
        ("keep-it-straight", 2, "-2.4668604527"),
        ("keep-it-straight", 3, "-1.6474431720"),
        ("keep-it-straight", 4, "0.2866444047"),
        ("keep-it-straight", 5, "5.0958462208"),
        ("three-card-prime", 2, "-3.3113970351"),
        ("three-card-prime", 3, "-3.2111733333"),
        ("three-card-prime", 4, "-3.0245986635"),
    ],
)
def test_seats_of_a_whole_deck(spec: str, seats: int, percent: str) -> None:
    """Worth more with every seat, and what a sample of deals shows."""
    found = audit(spec, ["seats"], seats=seats)
    assert found.method == "exact"
    assert f"{float(found.expectation) * 100:.10f}" == percent
    game = catalogue.load(spec)
    assert isinstance(game, Showdown)
    sampled = expected_plainly(game, seats, 1, 300)
    assert abs(sampled.value - float(found.expectation)) <= 5 * sampled.standard_error


def test_six_seats_of_keep_it_straight() -> None:
    found = audit("keep-it-straight", ["seats"])
    assert (found.method, found.sees) == ("exact", ("seats:6",))
    assert f"{float(found.expectation) * 100:.10f}" == "23.8368754231"
    game = catalogue.load("keep-it-straight")
    assert isinstance(game, Showdown)
    sampled = expected_plainly(game, 6, 1, 400)
    assert abs(sampled.value - float(found.expectation)) <= 5 * sampled.standard_error
    assert audit("keep-it-straight", ["seats"], samples=100).method == "exact"
    assert audit("three-card-prime", ["seats"], seats=2, samples=100).method == "estimated"


def test_more_seats_than_cards_are_refused() -> None:
    with pytest.raises(BadInput, match="seats need"):
        share_ranks(small((2, 3, 4, 6, 7), (0, 1), 3), 3)
