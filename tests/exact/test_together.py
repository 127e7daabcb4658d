"""What rises and falls together: seats that share a dealer, wagers of one seat; and ruin by its own equation.

On stripped decks every deal of two players and a dealer is settled by the game itself. The figures of whole decks are
those that an independent program found: Keep It Straight with five seats swings by 438 an hour at ten dollars a hand,
Three Card Prime by 309, and an Ante with a Straight wager on Keep It Straight correlate by 0.3933.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import croupier
from croupier.cards.cards import stripped_deck
from croupier.errors import MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.own_wagers import with_bonus
from croupier.exact.long_run.ruin import exponent, ruin_in_the_end, step_of
from croupier.exact.long_run.shared_dealer import TableSwing, seat_covariance
from croupier.exact.long_run.shared_straights import straight_covariance
from croupier.exact.showdown.solving import Advisor, solve_showdown
from croupier.play.game import Dealt, Decision, Settled, Stakes, State
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown
from croupier.play.slots import DEALER, Slot
from croupier.solving.table_swings import covariances

BASE = 100


def showdown(spec: str) -> Showdown:
    game = croupier.load(spec)
    assert isinstance(game, Showdown)
    return game


def by_settling(game: Showdown) -> Fraction:
    """Every deal of two players and the dealer, each player betting as is best for the own hand alone."""
    advisor = Advisor(game)
    bets = {cards: advisor.advise(cards).best.bet for cards in combinations(game.deck, game.hand_size)}

    def net(own: Cards, dealer: Cards) -> int:
        bet = bets[own]
        dealt = (Dealt(Slot(1), own, 1), Dealt(Slot(DEALER), dealer, 1))
        stakes = Stakes(1, (BASE, *(0 for _ in game.wagers[1:])))
        settled = game.turn(State((stakes,), dealt, (Decision(1, bet.action, int(bet.amount * BASE)),)))
        assert isinstance(settled, Settled)
        return sum(line.net for line in settled.lines)

    products = nets = deals = 0
    for dealer in combinations(game.deck, game.hand_size):
        rest = [card for card in game.deck if card not in dealer]
        brings = {own: net(own, dealer) for own in combinations(rest, game.hand_size)}
        for own, first in brings.items():
            others = [card for card in rest if card not in own]
            for other in combinations(others, game.hand_size):
                products, nets, deals = products + first * brings[other], nets + first, deals + 1
    return Fraction(products, deals * BASE**2) - Fraction(nets, deals * BASE) ** 2


def stripped(spec: str, ranks: tuple[int, ...], suits: tuple[int, ...], **changes: Any) -> Showdown:
    game = showdown(spec)
    return type(game)(game.configuration, stripped_deck(ranks, suits), **changes)


def test_three_cards_on_a_stripped_deck() -> None:
    game = stripped("three-card-prime", (5, 11, 12, 14), (0, 1, 3))
    assert seat_covariance(game) == by_settling(game)


@pytest.mark.slow  # compiles for half a minute
def test_straights_on_a_stripped_deck() -> None:
    game = stripped("keep-it-straight", (2, 3, 4, 6, 7), (0, 1), hand_size=3)
    assert straight_covariance(game) == by_settling(game)


def test_five_seats_of_three_card_prime() -> None:
    game = showdown("three-card-prime")
    swing = TableSwing(solve_showdown(game).distribution, seat_covariance(game))
    assert swing.covariance == covariances()["three-card-prime"]
    assert f"{10 * float(swing.deviation_text(5, 40)):.0f}" == "309"
    assert f"{10 * math.sqrt(float(swing.distribution.variance * 200)):.0f}" == "232"
    assert swing.variance(1) == swing.distribution.variance


def test_five_seats_of_keep_it_straight() -> None:
    """What ``straight_covariance`` finds for a whole deck, in about five minutes on one core: recorded here."""
    covariance = covariances()["keep-it-straight"]
    assert covariance == Fraction(935604566373395538757912241009, 1012159740132792864058142396700)
    swing = TableSwing(solve_showdown(showdown("keep-it-straight")).distribution, covariance)
    assert f"{10 * float(swing.deviation_text(5, 40)):.0f}" == "438"
    assert f"{10 * math.sqrt(float(swing.distribution.variance * 200)):.0f}" == "344"


def test_an_ante_with_a_straight_wager() -> None:
    game = showdown("keep-it-straight(straight=PT-FLT-STR-01)")
    found = with_bonus(game, "straight")
    alone = solve_showdown(game).distribution
    assert (found.means[0], found.variances[0]) == (alone.expectation, alone.variance)
    assert f"{found.correlation:.4f}" == "0.3933"
    both = found.variance(Fraction(1), Fraction(1))
    assert both == sum(found.variances) + 2 * found.covariance


def test_what_is_not_counted_is_refused() -> None:
    with pytest.raises(MissingPart, match="seats at keep-it-straight"):
        seat_covariance(showdown("keep-it-straight"))
    with pytest.raises(MissingPart, match="straight beside ante"):
        with_bonus(showdown("keep-it-straight"), "straight")


@pytest.mark.parametrize(
    ("counts", "bankroll", "chance"),
    [
        ({-1: 2, 1: 3}, 3, (2 / 3) ** 3),
        ({-1: 1, 0: 5, 1: 2}, 10, 0.5**10),
        # r = (sqrt(5) - 1) / 2 solves r ** 3 - 2 r + 1 = 0.
        ({-1: 1, 2: 1}, 7, ((math.sqrt(5) - 1) / 2) ** 7),
    ],
)
def test_ruin_by_the_root(counts: dict[int, int], bankroll: int, chance: float) -> None:
    found = ruin_in_the_end(Distribution.of({Fraction(net): count for net, count in counts.items()}), bankroll)
    assert found.method == "root"
    assert found.chance == pytest.approx(chance, rel=1e-13)


def test_a_tiny_edge_keeps_its_digits() -> None:
    """Odds of a million to a million and one: the root is known in closed form."""
    slight = Distribution.of({Fraction(-1): 10**6, Fraction(1): 10**6 + 1})
    assert exponent(slight) == pytest.approx(math.log1p(1e-6), rel=1e-9)


def test_ruin_where_there_is_no_root() -> None:
    losing = Distribution.of({Fraction(-1): 3, Fraction(1): 2})
    assert ruin_in_the_end(losing, 100) == (1.0, "certain")
    never = Distribution.of({Fraction(0): 1, Fraction(1): 2})
    assert ruin_in_the_end(never, 1) == (0.0, "certain")
    overshoots = Distribution.of({Fraction(-2): 1, Fraction(-1): 1, Fraction(3): 2})
    assert ruin_in_the_end(overshoots, 5).method == "upper bound"
    assert step_of(Distribution.of({Fraction(-1): 1, Fraction(3, 2): 1})) == Fraction(1, 2)
