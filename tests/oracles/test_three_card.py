"""Three Card Poker's published figures; Three Card Prime's Ante and Play are that game.

Every printed digit must agree. Sources as in the reference list: WOO is wizardofodds.com/games/three-card-poker,
APHEAT apheat.net of 2015/06/12, CCT casinocitytimes.com with the article's number.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.cards.hands.three_card import Category, ThreeCardHand
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.exact.showdown.solution import played_by_class
from croupier.exact.showdown.solving import advise, solve_showdown
from croupier.play.showdown import Showdown

QUEEN_SIX_FOUR = ThreeCardHand(Category.HIGH_CARD, (12, 6, 4))


@cache
def game() -> Showdown:
    loaded = catalogue.load("three-card-prime")
    assert isinstance(loaded, Showdown)
    return loaded


@cache
def solution() -> Result:
    return solve_showdown(game())


def play_from(lowest: ThreeCardHand) -> Distribution:
    chart = solution().chart
    return played_by_class(chart, lambda row: row.options[-1] if row.hand >= lowest else row.options[0])


def printed(value: Fraction, places: int) -> str:
    """A fraction as it would be printed with this many places, rounded in exact arithmetic."""
    scaled = round(abs(value) * 10**places)
    sign = "-" if value < 0 else ""
    return f"{sign}{scaled // 10**places}.{scaled % 10**places:0{places}d}"


def test_optimal_play_is_queen_six_four_or_better() -> None:
    """WOO; CCT 62858."""
    assert play_from(QUEEN_SIX_FOUR) == solution().distribution
    assert all(row.is_settled for row in solution().chart)
    assert solution().cost("by class") == 0


def test_house_edge() -> None:
    """WOO prints 3.37 %, APHEAT 3.3730 %."""
    assert printed(solution().distribution.house_edge * 100, 2) == "3.37"
    assert printed(solution().distribution.house_edge * 100, 4) == "3.3730"


def test_element_of_risk() -> None:
    """CCT 67680."""
    assert printed(solution().distribution.element_of_risk * 100, 2) == "2.01"


def test_hit_frequency() -> None:
    """APHEAT: a net win of at least one Ante."""
    assert printed(solution().distribution.hit_frequency * 100, 4) == "44.9127"


def test_standard_deviation() -> None:
    """APHEAT."""
    assert solution().distribution.standard_deviation_text(5) == "1.6393"


def test_straight_flush_row() -> None:
    """WOO: win 617,044, tie 144, lose 968, dealer not qualified 266,196."""
    rows = [row.cases for row in solution().chart if row.hand.category == Category.STRAIGHT_FLUSH]
    not_qualified, wins, ties, losses = map(sum, zip(*rows, strict=True))
    assert (wins, ties, losses, not_qualified) == (617_044, 144, 968, 266_196)


def test_playing_any_queen() -> None:
    """CCT 67680."""
    assert printed(play_from(ThreeCardHand(Category.HIGH_CARD, (12,))).house_edge * 100, 2) == "3.45"


def test_playing_every_hand() -> None:
    """CCT 67680."""
    assert printed(solution().simple["smallest on every hand"].house_edge * 100, 2) == "7.65"


@pytest.mark.parametrize(("cards", "value", "places"), [("Qc 6d 4h", "-0.993378", 6), ("Qc 6d 3h", "-1.00255", 5)])
def test_playing_the_hands_around_the_limit(cards: str, value: str, places: int) -> None:
    """CCT 62858, three different suits."""
    advice = advise(game(), parse_cards(cards))
    fold, play = advice.values
    assert fold.value == -1
    assert printed(play.value, places) == value
    assert advice.best == (play if play.value > -1 else fold)
