"""The fast engine of blackjack beside the exact one: every answer of every hand, within the bound it states."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import croupier
from croupier.cards.cards import Card
from croupier.errors import BadInput
from croupier.exact.blackjack.hands import CARD_OF, composition, draws_on
from croupier.exact.blackjack.resplits import POST_SPLIT, stages
from croupier.exact.blackjack.rules import ACE, ENDINGS, TEN, Endings, Rules, Shoe, lattice, lattice_of
from croupier.exact.blackjack.solver import Against
from croupier.exact.blackjack.whole import ERROR_BOUND, WholeGame, solve_whole
from croupier.games.blackjack.game import Blackjack


def game(rules: str) -> Blackjack:
    loaded = croupier.load(f"blackjack({rules})")
    assert isinstance(loaded, Blackjack)
    return loaded


PAIRS = (2, 6, TEN, ACE)


def largest_difference(table: Against, solved: WholeGame, up: int, *, pairs: bool) -> float:
    differences = []
    for one, other in zip(PAIRS, PAIRS, strict=True) if pairs else combinations(range(10), 2):
        # Other suits than the up-card's, so that a single deck holds the hand.
        advice = table.advise((Card.of(CARD_OF[one].rank, 1), Card.of(CARD_OF[other].rank, 2)))
        hand = solved.hand(one, other, up)
        assert set(hand.values) == {each.action for each in advice.play.worths}
        assert advice.expectation is not None
        differences.append(float(advice.expectation) - hand.expectation)
        for each in advice.play.worths:
            assert each.value is not None
            differences.append(float(each.value) - hand.values[each.action])
    return max(map(abs, differences))


RULES = (
    "decks=1, soft17=hits, surrender=late",
    "decks=2, surrender=early, double_on=9-11",
    "decks=6, hole_card=none, surrender=late",
    "decks=8, hole_card=none, surrender=early, blackjack_pays=6:5",
)


@pytest.mark.parametrize(("rules", "up"), [(RULES[0], 9), (RULES[1], 8), (RULES[2], 5), (RULES[3], 8)])
def test_hands_that_are_not_split(rules: str, up: int) -> None:
    found = largest_difference(Against(game(rules), CARD_OF[up]), solve_whole(game(rules)), up, pairs=False)
    assert found < ERROR_BOUND / 100


@pytest.mark.parametrize(
    ("rules", "up", "post_split"),
    [
        ("decks=1, double_after_split=no", 8, "CDP"),
        ("decks=1, double_after_split=no", 8, "CDH"),
        ("decks=2, split_hands=3, resplit_aces=yes, hole_card=none", 9, "CDZ-"),
        ("decks=1, hit_split_aces=yes, soft17=hits", 7, "CDP1"),
    ],
)
def test_pairs(rules: str, up: int, post_split: str) -> None:
    table = Against(game(rules), CARD_OF[up], post_split=post_split)
    found = largest_difference(table, solve_whole(game(rules), post_split), up, pairs=True)
    assert found < ERROR_BOUND / 100


def test_the_dealers_endings() -> None:
    rules = game("decks=6, soft17=hits")
    held = [(0,) * 10, (2, 0, 1, 0, 0, 3, 0, 0, 2, 1), (5, 1, 0, 0, 0, 0, 0, 0, 0, 4)]
    for up in (0, 4, TEN, ACE):
        left = list(composition(rules.deck))
        left[up] -= 1
        endings = Endings(up, draws_on(rules.house.dealer_draws))
        found = endings.chances(np.array(left, dtype=float), sum(left), np.array(held))
        for row, gone in zip(found, held, strict=True):
            odds = Against(rules, CARD_OF[up]).hands.dealer.odds(
                tuple(have - less for have, less in zip(left, gone, strict=True))
            )
            for ending, chance in zip(ENDINGS, row, strict=True):
                assert abs(float(odds[ending]) - chance) < 1e-15


def test_hands_by_hard_points() -> None:
    table = lattice()
    assert (table.hard[1:] >= table.hard[:-1]).all()
    assert int((table.size == 2).sum()) == 55
    eights, chosen = lattice_of(6)
    assert (table.held[chosen] == eights.held).all()


def test_stages_of_resplits() -> None:
    """To four hands: two to begin with, and the second pair may come to any of the hands that wait."""
    assert [tuple(each) for each in stages(4)] == [(2, 0, 1), (2, 1, 1), (3, 0, 1), (3, 1, 2), (3, 2, 2)]


def test_tables_are_the_games_own_answers() -> None:
    rules = Rules.of(game("decks=6, split_hands=3, resplit_aces=yes, double_on=10-11, split_by=rank, surrender=late"))
    assert rules.most_hands == (3,) * 10
    assert rules.splits_by_rank
    assert rules.surrenders == (True,) * 10
    plain = Rules.of(game("decks=6"))
    assert plain.most_hands == (4,) * 9 + (2,)
    assert not plain.split_aces.double.any()
    assert plain.split.hit[lattice().place(6, ACE)]


def test_tens_split_by_rank() -> None:
    """A quarter of the pairs of tens, nearly; never worth more than to split any two."""
    by_rank, by_value = (solve_whole(game(f"decks=6, split_by={kind}")) for kind in ("rank", "value"))
    hand = by_rank.hand(TEN, TEN, 4)
    assert hand.split_chance == pytest.approx(23 / 95, abs=1e-12)
    shown = by_rank.hand(TEN, TEN, TEN)
    assert shown.split_chance == pytest.approx((23 * 22 + 3 * 24 * 23) / (95 * 94), abs=1e-12)
    assert hand.values["split"] < by_value.hand(TEN, TEN, 4).values["stand"]


@pytest.mark.parametrize("post_split", POST_SPLIT)
def test_a_shoe_that_may_run_out_is_refused(post_split: str) -> None:
    with pytest.raises(BadInput, match="may run out"):
        solve_whole(game("decks=6"), post_split, Shoe((2,) * 10, (2, 0, 0, 0)))


def test_an_unknown_strategy_for_split_hands() -> None:
    with pytest.raises(BadInput, match="'CDX' is not a strategy") as raised:
        solve_whole(game("decks=6"), "CDX")
    assert "CDZ-, CDP1, CDP, CDH" in str(raised.value.hint)
