"""Seeing the dealer's cards, walked by the tree: equal to the showdown solver's own audit on short decks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import catalogue
from croupier.cards.cards import stripped_deck
from croupier.errors import BadInput
from croupier.exact.by_tree import SOLVER
from croupier.exact.distribution import Distribution
from croupier.exact.sights.gains import solve_advantage
from croupier.exact.sights.sight import NOTHING, Sight, Work, sights_of
from croupier.play.showdown import Showdown


@pytest.fixture
def prime() -> Showdown:
    game = catalogue.load("three-card-prime")
    assert isinstance(game, Showdown)
    game.deck = stripped_deck((2, 9, 13, 14), (2, 3))
    return game


def chances(distribution: Distribution) -> dict[Fraction, Fraction]:
    return {net: Fraction(count, distribution.total) for net, count in distribution.counts}


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_tree_sees_what_the_showdown_solver_sees(prime: Showdown, number: int) -> None:
    sight = Sight("card", number)
    walked = SOLVER.audit(prime, sight)
    solved = solve_advantage(prime, sight).distribution
    assert walked.distribution.expectation == solved.expectation
    assert walked.distribution.average_wagered == solved.average_wagered
    assert chances(walked.distribution) == chances(solved)


def test_what_can_be_seen_is_listed(prime: Showdown) -> None:
    assert sights_of(SOLVER, prime) == ["dealer:1", "dealer:2", "dealer:all"]
    assert SOLVER.work_of(prime, NOTHING) is Work.SECONDS
    assert SOLVER.work_of(prime, Sight("color", 1)) is Work.TOO_MUCH


def test_what_the_tree_does_not_see_is_refused_by_name(prime: Showdown) -> None:
    with pytest.raises(BadInput, match="is not counted for dealer:color:1"):
        SOLVER.audit(prime, Sight("color", 1))


def test_a_game_with_a_look_at_face_down_cards_is_not_audited() -> None:
    blackjack = catalogue.load("blackjack")
    blackjack.deck = stripped_deck((5, 9, 10, 14), (0, 1, 2, 3))
    assert sights_of(SOLVER, blackjack) == []
    with pytest.raises(BadInput, match="is not counted for dealer:1"):
        SOLVER.audit(blackjack, Sight("card", 1))
