"""Shoes: cards alike are walked together, and money with a grain comes out whole."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.cards.cards import DECK, stripped_deck
from croupier.errors import MissingPart
from croupier.exact.by_tree import MOST_DEALS, SOLVER, solve_wager
from croupier.exact.result import in_silence
from croupier.exact.tree import expected_settlements, solve_tree, whole_stakes
from tests.exact.streets.felts import AlwaysSurrender, Baccarat, Felt, Rounded, War

EIGHT = stripped_deck((2, 5, 9, 14), (0, 1))


class Plain(Baccarat):
    """The same rules without a word about cards alike: every card is walked."""

    declares = Baccarat.declares._replace(alike=None)


class PlainWar(War):
    declares = War.declares._replace(alike=None)


@pytest.mark.parametrize("wager", ["player", "banker", "tie"])
def test_kinds_of_cards_are_the_cards(wager: str) -> None:
    by_kind, by_card = Baccarat(EIGHT), Plain(EIGHT)
    stakes = whole_stakes(by_card, wager)
    referee = solve_tree(by_card, [stakes]).distributions[1]
    found = solve_wager(by_kind, wager)
    assert found.expectation == referee.expectation
    assert [(net, Fraction(count, found.total)) for net, count in found.counts] == [
        (net, Fraction(count, referee.total)) for net, count in referee.counts
    ]


def test_decisions_too() -> None:
    deck = stripped_deck((2, 3, 14), (0, 1, 2))
    by_kind, by_card = (solve_tree(kind(deck), [whole_stakes(kind(deck))]) for kind in (War, PlainWar))
    assert by_kind.distributions[1].expectation == by_card.distributions[1].expectation
    assert {each.action for each in by_kind.decisions.values()} == {each.action for each in by_card.decisions.values()}


def test_the_commission_is_not_lost() -> None:
    """Banker on eight cards was reported as 37/105, since five percent of one cent are none."""
    game = Baccarat(EIGHT)
    paid_in_full = solve_tree(game, [whole_stakes(game, "banker")._replace(amounts=(0, 20, 0))]).distributions[1]
    cut = solve_tree(game, [whole_stakes(game, "banker")._replace(amounts=(0, 1, 0))]).distributions[1]
    assert solve_wager(game, "banker").expectation == paid_in_full.expectation != cut.expectation


@pytest.mark.parametrize(("wager", "edge"), [("banker", "1.0579"), ("player", "1.2351"), ("tie", "14.3596")])
def test_baccarat_from_eight_decks(wager: str, edge: str) -> None:
    """ORACLES: widely published."""
    assert f"{float(100 * solve_wager(Baccarat(DECK * 8), wager).house_edge):.4f}" == edge


def test_war_from_six_decks() -> None:
    """ORACLES: the common table of house edges."""
    edges = [solve_wager(kind(DECK * 6), "ante").house_edge for kind in (AlwaysSurrender, War)]
    assert [f"{float(100 * edge):.2f}" for edge in edges] == ["3.70", "2.88"]


def test_twenty_eight_cards_are_solved_by_kind_and_refused_card_by_card() -> None:
    deck = stripped_deck((2, 3, 5, 7, 8, 9, 14), range(4))
    assert solve_wager(Baccarat(deck), "player").total > 0
    game = Plain(deck)
    assert expected_settlements(game, game.open([whole_stakes(game)])) > MOST_DEALS
    with pytest.raises(MissingPart, match="too many to walk one by one"):
        SOLVER.solve(game, in_silence)


def test_pays_that_no_stake_makes_whole_are_refused() -> None:
    game: Felt = Rounded(EIGHT)
    with pytest.raises(MissingPart, match="its nets do not grow with the stake"):
        SOLVER.solve(game, in_silence)
