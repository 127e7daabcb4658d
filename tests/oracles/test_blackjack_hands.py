"""Blackjack hands and the dealer's endings against what others have published: every printed digit, by who printed it.

wizardofodds.com prints stand, hit and double for every first two cards, worked out card by card. Its figures for an
ace up are given the look where there is a hole card, and before the second card is drawn where there is none.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

import croupier
from croupier.cards.cards import Card, parse_cards
from croupier.exact.blackjack.hands import CARD_OF, Dealer, composition, without
from croupier.exact.blackjack.solver import ENDINGS, Against
from croupier.games.blackjack.game import Blackjack


def is_printed_as(value: Fraction, figure: str) -> bool:
    """Whether the value rounds to the printed figure.

    Two figures of the source miss the nearest rounding by a hair: 16/51, which is 0.31372549, stands as 0.313726.
    """
    last_digit = Fraction(10) ** int(Decimal(figure).as_tuple().exponent)
    return abs(value - Fraction(figure)) < last_digit * Fraction(52, 100)


def game(rules: str) -> Blackjack:
    loaded = croupier.load(f"blackjack({rules})")
    assert isinstance(loaded, Blackjack)
    return loaded


DEALER = """
A 0.126128 0.131003 0.129486 0.131553 0.0515646 0.11654 0.313726
2 0.138976 0.131762 0.131815 0.123948 0.120526 0.352973
3 0.130313 0.130946 0.123761 0.123345 0.116047 0.375588
4 0.130973 0.114163 0.120679 0.116286 0.115096 0.402803
5 0.119687 0.123483 0.116909 0.104694 0.106321 0.428905
6 0.166948 0.106454 0.107192 0.100705 0.0978785 0.420823
7 0.372345 0.138583 0.0773344 0.0788967 0.072987 0.259854
8 0.130857 0.362989 0.129445 0.0682898 0.0697914 0.238627
"""
"""wizardofodds.com/games/blackjack/appendix/2b, one deck, stands on soft 17: 17 to 21, bust, blackjack."""


@pytest.mark.parametrize("row", DEALER.strip().splitlines())
def test_the_dealers_endings_as_wizardofodds_prints_them(row: str) -> None:
    up, *figures = row.split()
    shown = Card.parse(f"{up}s")
    one_deck = game("decks=1")
    place = composition((shown,)).index(1)
    odds = Dealer(place + 2, one_deck.house.dealer_draws).odds(
        without(composition(one_deck.deck), composition((CARD_OF[place],)))
    )
    for ending, figure in zip(ENDINGS, figures, strict=False):
        assert is_printed_as(odds[ending], figure), ending


WIZARD_9 = {
    "decks=1": """
        2,A -0.661732 -0.067808 -0.593281
        3,A -0.661047 -0.100568 -0.595803
        3,2 -0.659375 -0.291565 -1.318751
        4,A -0.658818 -0.153931 -0.619882
        4,2 -0.658712 -0.334901 -1.295655
        4,3 -0.657967 -0.345048 -1.126423
        5,A -0.659151 -0.206061 -0.656070
        5,2 -0.657529 -0.331115 -1.125237
        5,3 -0.656761 -0.217133 -0.793964
        5,4 -0.654533 -0.070215 -0.395771
        6,A -0.482815 -0.199899 -0.527213
        6,2 -0.639160 -0.225772 -0.799095
        6,3 -0.638344 -0.078495 -0.401329
        6,4 -0.636118 0.081506 0.048615
        6,5 -0.634013 0.172946 0.240259
        7,A -0.101015 -0.108386 -0.357778""",
    "decks=1, soft17=hits": """
        2,A -0.589084 -0.107929 -0.552040
        3,A -0.587263 -0.139124 -0.548792
        3,2 -0.584988 -0.322592 -1.169976
        4,A -0.585081 -0.188317 -0.569570
        5,A -0.587177 -0.242243 -0.607984
        5,4 -0.581270 -0.121173 -0.419143
        6,A -0.507702 -0.229134 -0.529713
        6,5 -0.575374 0.143003 0.234296""",
    "decks=2, soft17=hits": """
        2,A -0.594150 -0.103429 -0.571816
        3,2 -0.592126 -0.320313 -1.184253
        5,4 -0.589636 -0.124218 -0.438228
        6,A -0.511565 -0.224617 -0.541393
        6,5 -0.587564 0.121079 0.166650
        7,A -0.224703 -0.165428 -0.416886""",
    "decks=5, soft17=hits": """
        2,A -0.596923 -0.100728 -0.583036
        3,2 -0.596108 -0.318051 -1.192217
        5,4 -0.594999 -0.124184 -0.450266
        6,A -0.513982 -0.221727 -0.547853
        6,5 -0.594346 0.109880 0.128187
        7,A -0.225295 -0.160941 -0.417747
        7,3 -0.593574 0.034084 -0.026078""",
    "decks=6, soft17=hits, hole_card=none": """
        2,A -0.722356 -0.379910 -1.024099
        3,A -0.722119 -0.403855 -1.023717
        3,2 -0.721887 -0.529734 -1.443774
        4,3 -0.721415 -0.554273 -1.369282
        5,4 -0.721243 -0.396287 -0.932671
        6,A -0.665166 -0.463296 -0.999484
        6,5 -0.720879 -0.235772 -0.535879
        7,A -0.466029 -0.421285 -0.909374""",
    "decks=8, soft17=hits, hole_card=none": """
        2,A -0.722307 -0.378980 -1.024082
        3,A -0.722128 -0.403033 -1.023795
        3,2 -0.721955 -0.528987 -1.443909
        4,3 -0.721595 -0.553054 -1.369253
        5,4 -0.721465 -0.395636 -0.932679
        6,A -0.665036 -0.462428 -0.998987
        6,5 -0.721201 -0.235977 -0.537869
        7,A -0.465508 -0.420237 -0.908247""",
}
"""wizardofodds.com/games/blackjack/appendix/9: pages 1ds17r4, 1dh17r4, 2dh17r4, 5dh17r4, euro-6dh17r4, euro-8dh17r4."""


@pytest.mark.parametrize("rules", WIZARD_9)
def test_hands_against_an_ace_as_wizardofodds_prints_them(rules: str) -> None:
    table = Against(game(rules), Card.parse("As"))
    for row in WIZARD_9[rules].split("\n")[1:]:
        hand, stand, hit, double = row.split()
        one, other = hand.split(",")
        values = table.advise(parse_cards(f"{one}h {other}d")).play.worths
        found = {each.action: each.value for each in values}
        for action, figure in (("stand", stand), ("hit", hit), ("double", double)):
            value = found[action]
            assert value is not None
            assert is_printed_as(value, figure), (hand, action)
