"""The page of readings says what each choice does to the edge; ``edge`` says the same."""

from __future__ import annotations

import re
from fractions import Fraction

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
