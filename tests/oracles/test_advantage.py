"""What others printed about seeing the dealer's cards; Three Card Prime's Ante and Play are Three Card Poker.

Every printed digit must agree. APHEAT is apheat.net of 2015/06/12 (Three Card Poker hole-card play, update 1), WOO the
newsletter of wizardofodds.com of 2003/09/06, EDGES apheat.net of 2013/01/11 (edge sorting), HOW discountgambling.net of
2013/04/22 (High Card Flush, sampled by its author).
"""

from __future__ import annotations

from functools import cache

import pytest

from croupier import catalogue
from croupier.cards.hands.three_card import Category, ThreeCardHand
from croupier.cards.shuffle import SeededSource
from croupier.exact.sights.gains import solve_advantage
from croupier.exact.sights.sampling import sample_shared
from croupier.exact.sights.sight import SolvedAdvantage, parse_sight
from croupier.play.showdown import Showdown
from croupier.questions.advantage import audit
from croupier.units import decimal_text, percent_text, square_root_text


def game(name: str) -> Showdown:
    loaded = catalogue.load(name)
    assert isinstance(loaded, Showdown)
    return loaded


@cache
def seen(sees: str) -> SolvedAdvantage:
    return solve_advantage(game("three-card-prime"), parse_sight(sees, 3))


def plays_from(sees: str, what: str) -> tuple[int, ...]:
    """The lowest hand to play when this is seen; every hand below it is folded, and none above."""
    rows = [row for row in seen(sees).chart if row.seen == what]
    best = [row.best.action if row.best else None for row in rows]
    first = best.index("play")
    assert best == ["fold"] * first + ["play"] * (len(best) - first)
    hand = rows[first].hand
    assert isinstance(hand, ThreeCardHand)
    assert hand.category == Category.HIGH_CARD
    return hand.ranks


def test_one_card_seen() -> None:
    """APHEAT prints 3.4829 %, 54.2203 %, 1.7417 and 19.9966; WOO prints 3.48 %."""
    distribution = seen("dealer:1").distribution
    assert percent_text(distribution.expectation, 5) == "3.4829 %"
    assert percent_text(distribution.expectation, 3) == "3.48 %"
    assert percent_text(distribution.hit_frequency, 6) == "54.2203 %"
    assert distribution.standard_deviation_text(5) == "1.7417"
    assert max(distribution.counts, key=lambda each: each[1])[0] == -2
    assert square_root_text(distribution.expectation**2 * 10**6 / distribution.variance, 6) == "19.9966"


def test_the_audit_prints_the_same() -> None:
    figures = audit("three-card-prime", ["dealer:1"], remember=False).record
    assert figures.desirability_index is not None
    assert figures.desirability_index.startswith("19.9966")
    distribution = seen("dealer:1").distribution
    assert decimal_text(distribution.variance / distribution.expectation**2) == figures.n0


@pytest.mark.parametrize(("card", "lowest"), [("Q", (12, 9, 2)), ("K", (13, 9, 2)), ("A", (14, 9, 2))])
def test_one_high_card_seen_is_played_from_its_own_rank_with_a_nine(card: str, lowest: tuple[int, ...]) -> None:
    """APHEAT and WOO: raise on Q-9-2, K-9-2 or A-9-2 or better."""
    assert plays_from("dealer:1", card) == lowest


@pytest.mark.parametrize("card", "2 3 4 5 6 7 8 9 T J".split())
def test_one_low_card_seen_is_always_played(card: str) -> None:
    """APHEAT and WOO: with a jack or less, always raise."""
    assert plays_from("dealer:1", card) == (5, 3, 2)


def test_ace_face_or_other() -> None:
    """WOO prints 2.41 % and, for a face card, queen-jack-five or better."""
    assert percent_text(seen("dealer:kind:1").distribution.expectation, 3) == "2.41 %"
    assert plays_from("dealer:kind:1", "face") == (12, 11, 5)
    assert plays_from("dealer:kind:1", "ace") == (14, 9, 2)
    assert plays_from("dealer:kind:1", "other") == (5, 3, 2)


def test_one_card_sorted_by_its_edge() -> None:
    """EDGES prints 1.837 %, which are the first digits of 1.8378 %, cut and not rounded."""
    assert percent_text(seen("dealer:high:1").distribution.expectation, 9) == "1.83781139 %"


@pytest.mark.slow
def test_six_seats_of_high_card_flush_share_their_cards() -> None:
    """HOW estimates "at least" 7.3 %."""
    found = sample_shared(game("high-card-flush"), 6, 10_000, SeededSource(1)).expectation
    assert abs(found.value - 0.073) < 4 * found.standard_error < 0.012
