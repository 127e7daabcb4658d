"""The whole game of blackjack against what others have published: every printed digit, by who printed it.

E. Farmer's calculator plays split hands like hands that were not split (CDZ-), as ours does by default. The expected
returns that wizardofodds.com prints beside its tables of hands (appendix 9) come from a program that leaves the other
cards of split hands out of account; they lie within two thousandths of a point of ours and are not chased here.
"""

from __future__ import annotations

from decimal import Decimal

import pytest

import croupier
from croupier.exact.blackjack.rules import ACE, TEN, Shoe
from croupier.exact.blackjack.whole import WholeGame, solve_whole
from croupier.games.blackjack.game import Blackjack


def whole(rules: str, post_split: str = "CDZ-") -> WholeGame:
    game = croupier.load(f"blackjack({rules})")
    assert isinstance(game, Blackjack)
    return solve_whole(game, post_split)


def assert_printed(value: float, figure: str) -> None:
    """The value rounds to the printed figure."""
    digits = -int(Decimal(figure).as_tuple().exponent)
    assert f"{value:+.{digits}f}" == f"{Decimal(figure):+f}"


@pytest.mark.parametrize(
    ("rules", "percent"),
    [
        ("decks=6, split_hands=2", "-0.456886297"),
        ("decks=8, soft17=hits, split_hands=2", "-0.699277986"),
        ("decks=1, double_after_split=no, split_hands=2", "0.024273905"),
        ("decks=6", "-0.402870"),
        ("decks=8, soft17=hits", "-0.644554"),
        ("decks=1", "0.181934"),
    ],
)
def test_farmers_grid(rules: str, percent: str) -> None:
    """E. Farmer's calculator (v7.6), CDZ-; two hands in the first three rows, four in the rest."""
    assert_printed(100 * whole(rules).expectation, percent)


@pytest.mark.parametrize(("decks", "points"), [(1, "1.394773"), (6, "1.359690")])
def test_what_six_to_five_costs(decks: int, points: str) -> None:
    """wizardofodds.com, rule variations."""
    cost = [whole(f"decks={decks}, blackjack_pays={pays}").expectation for pays in ("3:2", "6:5")]
    assert_printed(100 * (cost[0] - cost[1]), points)


STANDS = {
    16: "-0.2928 -0.2523 -0.2111 -0.1672 -0.1537 -0.4754 -0.5105 -0.5431 -0.5404 -0.6670",
    17: "-0.1530 -0.1172 -0.0806 -0.0449 0.0117 -0.1068 -0.3820 -0.4232 -0.4197 -0.4780",
    18: "0.1217 0.1483 0.1759 0.1996 0.2834 0.3996 0.1060 -0.1832 -0.1783 -0.1002",
    19: "0.3863 0.4044 0.4232 0.4395 0.4960 0.6160 0.5939 0.2876 0.0631 0.2776",
    20: "0.6400 0.6503 0.6610 0.6704 0.7040 0.7732 0.7918 0.7584 0.5545 0.6555",
}
"""wizardofodds.com/games/blackjack/appendix/1, an infinite deck: hands of these points that stand, by up-card."""


def test_an_infinite_deck() -> None:
    """Ten million decks are infinite to every printed digit."""
    game = croupier.load("blackjack(decks=8)")
    assert isinstance(game, Blackjack)
    each = 4e7
    endless = solve_whole(game, shoe=Shoe((each,) * TEN + (4 * each, each), (each,) * 4))
    assert_printed(100 * endless.expectation, "-0.511734")
    for points, row in STANDS.items():
        for up, figure in enumerate(row.split()):
            # A ten and the card that makes up the total.
            hand = endless.hand(TEN, points - 12, up)
            assert_printed(hand.values["stand"], figure)
    eights = endless.hand(6, 6, TEN)
    for action, figure in (("stand", "-0.5404"), ("hit", "-0.5398"), ("double", "-1.0797"), ("split", "-0.4807")):
        assert_printed(eights.values[action], figure)


def test_split_strategies_in_their_order() -> None:
    """Who knows more cannot do worse: the strategies are fixed, and each may do what the one before it does."""
    values = [whole("decks=1", name).expectation for name in ("CDZ-", "CDP1", "CDH")]
    assert values == sorted(values)
    assert values[0] < values[2]


@pytest.mark.parametrize(("rules", "figure"), [("decks=1", "0.183111744"), ("decks=8, soft17=hits", "-0.644553714")])
def test_the_published_cdp(rules: str, figure: str) -> None:
    """Farmer's calculator v7.6, CDP, in percent of the bet; dealer peeks, resplit to four hands, aces once."""
    assert_printed(100 * whole(rules, "CDP").expectation, figure)


def test_every_first_hand_is_there() -> None:
    solved = whole("decks=2")
    assert len(solved.hands) == 550
    assert sum(hand.chance for hand in solved.hands) == pytest.approx(1, abs=1e-12)
    natural = solved.hand(ACE, TEN, 4)
    assert natural.values == {}
    assert natural.expectation == pytest.approx(1.5)
