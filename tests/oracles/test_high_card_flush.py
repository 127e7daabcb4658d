"""High Card Flush's published figures.

The source prints no exact optimum; it prints an advanced strategy's edge, which the optimum must undercut by little,
the best strategy by the flush alone, and between which hands the other cards matter.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from croupier import catalogue
from croupier.cards.hands.flushes import Flush
from croupier.exact.result import Result
from croupier.exact.showdown.solving import solve_showdown
from croupier.play.showdown import Showdown

ADVANCED_EDGE = Fraction("0.026855")
"""wizardofodds.com/games/high-card-flush/advanced-strategy."""


@cache
def solution() -> Result:
    game = catalogue.load("high-card-flush")
    assert isinstance(game, Showdown)
    return solve_showdown(game)


def test_optimal_play_is_a_little_better_than_the_advanced_strategy() -> None:
    """2.6855 % lies between the optimum and the best strategy by the flush alone."""
    optimal, by_flush = solution().distribution.house_edge, solution().simple["by class"].house_edge
    assert optimal < ADVANCED_EDGE < by_flush
    assert ADVANCED_EDGE - optimal < Fraction("0.0003")


def test_by_the_flush_alone_ten_eight_six_is_the_limit() -> None:
    """wizardofodds.com/games/high-card-flush, Charles Mousseau: raise T-8-6 or better, always the most allowed."""
    for row in solution().chart:
        assert row.best == row.options[-1 if row.hand >= Flush(3, (10, 8, 6)) else 0]


def test_the_other_cards_matter_with_ten_high_only() -> None:
    """The advanced strategy, by Gordon Michaels, looks at the other suits with T-3-2 to T-9-8."""
    unsettled = [row.hand for row in solution().chart if not row.is_settled]
    assert unsettled == [row.hand for row in solution().chart if row.hand[1][0] == 10 and row.hand[0] == 3]
    assert (unsettled[0], unsettled[-1]) == (Flush(3, (10, 3, 2)), Flush(3, (10, 9, 8)))


def test_share_of_ten_high_three_card_flushes() -> None:
    """The same page: 5.3 % of all hands."""
    chart = solution().chart
    hands = sum(row.hands for row in chart if row.hand.length == 3 and row.hand.ranks[0] == 10)
    assert round(Fraction(1000 * hands, sum(row.hands for row in chart))) == 53
