"""Seats that share what they see: every deal of small decks, and what is recorded of whole ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import croupier
from croupier import catalogue
from croupier.cards.cards import stripped_deck
from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput
from croupier.exact.advantage.gains import sample_advantage
from croupier.exact.advantage.shared_ranks import share_ranks
from croupier.exact.advantage.sight import NOTHING
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown
from croupier.solving.advantage import audit
from croupier.solving.shared_seats import deals_of, recorded


def small(ranks: tuple[int, ...], suits: tuple[int, ...], size: int) -> Showdown:
    game = croupier.load("keep-it-straight")
    assert isinstance(game, Showdown)
    return type(game)(game.configuration, stripped_deck(ranks, suits), size)


def by_dealing(game: Showdown, seats: int) -> Distribution:
    """Every set of known cards, every own hand of them, every dealer's hand of the rest."""
    ranking = StraightShowdown(game).ranking
    terms = Terms(game, ranking)
    place = {hand: ranking.index(game.rank(hand)) for hand in combinations(game.deck, game.hand_size)}
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


def test_one_seat_shares_nothing() -> None:
    game = small((2, 3, 4, 6, 7), (0, 1), 3)
    alone = by_dealing(game, 1)
    assert alone.expectation == solve_showdown(game).distribution.expectation


def test_what_is_recorded_counts_every_deal() -> None:
    for (spec, seats), found in recorded().items():
        game = catalogue.load(spec)
        assert isinstance(game, Showdown)
        assert found.total == deals_of(game, seats)
        assert found.total == comb(52, 7 * seats) * comb(7 * seats, 7) * comb(52 - 7 * seats, 7)


def test_six_seats_of_keep_it_straight() -> None:
    found = audit("keep-it-straight", ["seats"])
    assert (found.method, found.sees) == ("exact", ("seats:6",))
    assert f"{float(found.figures.expectation) * 100:.10f}" == "23.8368754231"
    game = catalogue.load("keep-it-straight")
    assert isinstance(game, Showdown)
    sampled = sample_advantage(game, NOTHING, 6, 500, SeededSource("six")).figures.expectation
    assert abs(sampled.value - float(found.figures.expectation)) <= 5 * sampled.standard_error
    assert audit("keep-it-straight", ["seats"], samples=100).method == "estimated"


def test_more_seats_than_cards_are_refused() -> None:
    with pytest.raises(BadInput, match="seats need"):
        share_ranks(small((2, 3, 4, 6, 7), (0, 1), 3), 3)
