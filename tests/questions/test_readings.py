"""The page of readings says what each choice does to the edge; ``edge`` says the same."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import pytest

from croupier import catalogue
from croupier.questions.asking import ask
from croupier.questions.edge import Edge


@pytest.mark.parametrize(
    ("game", "reading", "usual", "chosen"),
    [
        ("keep-it-straight", "K13", "keep-it-straight", "keep-it-straight(raise_step=whole-multiple)"),
        ("ricochet-poker", "R13", "ricochet-poker", "ricochet-poker(last_player_after_kickout=must-choose)"),
        ("blackjack", "S2", "blackjack(decks=6)", "blackjack(decks=6, split_dealing=both-at-once)"),
        (
            "blackjack",
            "S3",
            "blackjack(decks=6, hole_card=none)",
            "blackjack(decks=6, hole_card=none, original_bets_only=yes)",
        ),
    ],
)
def test_the_edge_of_a_reading_is_what_its_page_says(game: str, reading: str, usual: str, chosen: str) -> None:
    readings = {each.id: each for each in catalogue.book().game(game).interpretations}
    said = re.findall(r"[0-9]+\.[0-9]+(?= %)", readings[reading].effect)
    other, first = said[0], said[-1]  # "is that instead of this", or "is that either way"
    for spec, figure in ((usual, first), (chosen, other)):
        edge = ask(Edge(game=spec)).result.house_edge
        places = len(figure.partition(".")[2])
        assert round(Fraction(edge) * 100, places) == Fraction(figure), spec


def test_two_envy_hands_in_one_round_are_as_rare_as_the_page_says() -> None:
    """Counted over every two hands of one deck, which are not independent: two together come 1.69 times as often as if
    they were. E01 pays an envy of $200 on a straight flush of six or seven cards."""
    hands = set()
    for suit in range(4):
        for low in range(9):
            six = [13 * suit + (low + step) % 13 for step in range(6)]
            hands |= {sum(1 << card for card in {*six, other}) for other in range(52) if other not in six}
    one = Fraction(len(hands), comb(52, 7))
    together = sum(not first & second for first in hands for second in hands)
    two = Fraction(together, comb(52, 7) * comb(45, 7))
    assert (len(hands), round(float(two / one**2), 2)) == (1624, 1.69)
    # Of five others: what they bring together, and the most that one envy a round takes away.
    worth, lost = 100 * 5 * 200 * one, 100 * comb(5, 2) * 200 * two
    readings = {each.id: each for each in catalogue.book().game("keep-it-straight").interpretations}
    said, less = re.findall(r"[0-9]+\.[0-9]+(?= %)", readings["K20"].effect)
    assert round(float(worth), 1) == float(said)
    assert Fraction(less) / 3 < lost < Fraction(less)


def test_two_winners_of_levels_in_one_round_are_as_rare_as_the_page_says() -> None:
    """MLP-04 with six decks: three aces or three kings of one suit, and the up-card is everybody's."""
    one = Fraction(8 * 6 * 5 * 4, 312 * 311 * 310)
    two = Fraction(8 * 6 * 5 * 4 * 3 * 2, 312 * 311 * 310 * 309 * 308)
    readings = {each.id: each for each in catalogue.book().game("perfect-pairs").interpretations}
    effect = readings["P17"].effect
    assert f"worth {float(100 * 6 * 50 * one):.3f} %" in effect
    assert f"once in {float(1 / (comb(6, 2) * two)) / 1e6:.1f} million rounds" in effect
    assert f"takes {float(100 * comb(6, 2) * 50 * two):.5f} % away" in effect
