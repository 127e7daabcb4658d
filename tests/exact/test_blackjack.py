"""The blackjack solver by itself: laws that its figures obey whatever they are, and what it refuses.

Its equality with the game's own state machine is in drivers/test_blackjack_exact.py, published figures in oracles.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.cards.cards import DECK, Card, parse_cards
from croupier.cards.hands.blackjack import Total, is_blackjack, total, value
from croupier.errors import BadInput, CardError
from croupier.exact.blackjack.hands import (
    BUST,
    CARD_OF,
    Composition,
    Dealer,
    Ending,
    cards_of,
    composition,
    with_card,
    without,
)
from croupier.exact.blackjack.solver import Against
from croupier.exact.result import Question, Worth
from croupier.games.blackjack.game import Blackjack

UPS = range(2, 12)
Chances = dict[Ending, Fraction]


def stands_on_soft_17(count: Total) -> bool:
    return count.total < 17


def hits_soft_17(count: Total) -> bool:
    return count.total < 17 or count == Total(17, True)


RULES = [stands_on_soft_17, hits_soft_17]


@cache
def dealer(up: int, place: int) -> Dealer:
    return Dealer(up, RULES[place])


def game(rules: str) -> Blackjack:
    loaded = croupier.load(f"blackjack({rules})")
    assert isinstance(loaded, Blackjack)
    return loaded


def against(rules: str, up: str, seen: str = "") -> Against:
    return Against(game(rules), Card.parse(up), parse_cards(seen))


def worths(against: Against, cards: str) -> dict[str, Fraction]:
    values = against.advise(parse_cards(cards)).play.worths
    return {each.action: each.value for each in values if each.value is not None}


def card_by_card(hand: tuple[int, ...], left: Composition, place: int, with_replacement: bool = False) -> Chances:
    """The dealer's endings by the plainest recursion: one card at a time."""
    count = total(hand)
    if len(hand) > 1 and not RULES[place](count):
        return {BUST if count.total > 21 else Ending(count.total, is_blackjack(hand)): Fraction(1)}
    found: Chances = {}
    for each, card in enumerate(CARD_OF):
        if left[each]:
            gone = left if with_replacement else without(left, with_card((0,) * 10, each))
            for ending, chance in card_by_card((*hand, card), gone, place, with_replacement).items():
                found[ending] = found.get(ending, Fraction()) + chance * Fraction(left[each], sum(left))
    return found


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("up", UPS)
def test_every_order_of_cards_ends_the_dealers_hand_once(up: int, place: int) -> None:
    """Drawings are complete: with any cards to draw from, all ways are accounted for."""
    for left in ((24,) * 8 + (96, 24), (1,) * 8 + (4, 1), (0, 3, 0, 5, 1, 0, 2, 7, 3, 4)):
        ways = dealer(up, place).ways(left, 12)
        assert sum(ways.values()) == perm(sum(left), 12)
        assert all(count >= 0 for count in ways.values())


@given(
    st.tuples(*[st.integers(0, 4) for _ in range(8)], st.integers(2, 16), st.integers(0, 4)),
    st.sampled_from([7, 8, 9, 10]),
    st.integers(0, 1),
)
def test_the_dealer_card_by_card(left: Composition, up: int, place: int) -> None:
    try:
        odds = dealer(up, place).odds(left)
    except BadInput:
        assert sum(left) < 10
        return
    assert {ending: odds[ending] for ending in odds.ways} == card_by_card((CARD_OF[up - 2],), left, place)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(("up", "left"), [(2, (1, 1, 2, 1, 1, 2, 1, 1, 4, 2)), (11, (1, 1, 1, 1, 2, 1, 1, 1, 3, 3))])
def test_the_dealers_long_hands_card_by_card(up: int, place: int, left: Composition) -> None:
    odds = dealer(up, place).odds(left)
    assert {ending: odds[ending] for ending in odds.ways} == card_by_card((CARD_OF[up - 2],), left, place)


@pytest.mark.parametrize("up", [6, 10, 11])
def test_a_huge_shoe_is_like_drawing_with_replacement(up: int) -> None:
    many = 10**12
    left = tuple(many * count for count in composition(DECK))
    odds = dealer(up, 0).odds(left)
    for ending, chance in card_by_card((CARD_OF[up - 2],), left, 0, with_replacement=True).items():
        assert abs(odds[ending] - chance) < Fraction(1, 10**10)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("up", UPS)
def test_a_card_dealt_unseen_changes_nothing(up: int, place: int) -> None:
    """Over all cards that may go elsewhere first, the dealer's chances average to what they were."""
    left = without(composition(DECK), composition((CARD_OF[up - 2],)))
    odds = dealer(up, place).odds(left)
    for ending in odds.ways:
        average = Fraction()
        for each, count in enumerate(left):
            gone = without(left, with_card((0,) * 10, each))
            average += dealer(up, place).odds(gone)[ending] * Fraction(count, sum(left))
        assert average == odds[ending]


def test_after_the_look_there_is_no_blackjack() -> None:
    left = without(composition(DECK), composition(parse_cards("As")))
    odds = dealer(11, 0).odds(left)
    looked = odds.after_look()
    assert odds.blackjack == Fraction(16, 51)
    assert looked.blackjack == 0
    assert sum(looked[ending] for ending in looked.ways) == 1
    assert all(looked[ending] == odds[ending] / (1 - odds.blackjack) for ending in looked.ways)


def test_endings_have_names() -> None:
    assert [str(each) for each in (Ending(17), Ending(21), BUST, Ending(21, True))] == ["17", "21", "bust", "blackjack"]


def test_a_shoe_that_may_run_out_is_refused() -> None:
    with pytest.raises(BadInput, match="may run out"):
        dealer(10, 0).odds((1, 1, 0, 0, 0, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("shoe", ["Tc 6c Tc 8c", "Tc 6c Tc"])
def test_a_hand_that_may_empty_the_shoe_is_refused(shoe: str) -> None:
    small = Blackjack(game("decks=8").configuration, parse_cards(shoe))
    with pytest.raises(BadInput, match="may run out"):
        Against(small, Card.parse("Tc")).advise(parse_cards("Tc 6c"))


def test_compositions_are_of_values() -> None:
    cards = parse_cards("2c 2d Th Ks Ac")
    assert composition(cards) == (2, 0, 0, 0, 0, 0, 0, 0, 2, 1)
    assert [value(card) for card in cards_of(composition(cards))] == [2, 2, 10, 10, 11]


@pytest.mark.parametrize("up", ["2c", "6c", "9c", "Tc", "Ac"])
@pytest.mark.parametrize("rules", ["decks=1", "decks=6, soft17=hits", "decks=2, hole_card=none"])
def test_laws_of_every_hand(rules: str, up: str) -> None:
    table = against(rules, up)
    for cards in ("Th 6d", "Ad 7h", "5d 6h", "9h 3d", "Kd Qh", "Th 2d 3s", "Ad 2h 4s"):
        worth = worths(table, cards)
        count = total(parse_cards(cards))
        assert all(-1 <= value <= 1 for action, value in worth.items() if action not in ("double", "split"))
        if "double" in worth:
            # Free to stop after one card, a hit brings at least half of what a double does.
            assert worth["hit"] >= worth["double"] / 2
        if count.total <= 11 or (count.soft and count.total <= 16):
            # A card cannot hurt a hand that beats nobody and cannot go bust.
            assert worth["hit"] >= worth["stand"]


def test_totals_that_beat_only_a_bust_stand_alike() -> None:
    """Against the same unseen cards a hand of twelve is as good as one of sixteen."""
    twelve = worths(against("decks=6", "7c", "4s"), "Th 2d")
    sixteen = worths(against("decks=6", "7c"), "Th 2d 4s")
    assert twelve["stand"] == sixteen["stand"]
    assert twelve["hit"] > sixteen["hit"]


def test_cards_of_others_are_gone_from_the_shoe() -> None:
    table = against("decks=1", "9c", "5c 5d 5h 5s")
    assert table.hands.left == (4, 4, 4, 0, 4, 4, 4, 3, 16, 4)
    assert worths(table, "Th 6d")["hit"] < worths(against("decks=1", "9c"), "Th 6d")["hit"]


def test_a_pair_is_split_where_that_is_best() -> None:
    advice = against("decks=6", "Tc").advise(parse_cards("8h 8d"))
    assert advice.play.unsolved == ()
    assert advice.play.best is not None
    assert advice.play.best.action == "split"
    surrendered = against("decks=6, surrender=early", "Tc").advise(parse_cards("8h 8d"))
    assert surrendered.early_surrender is not None
    assert surrendered.early_surrender.best is not None
    assert surrendered.early_surrender.best.action == "surrender"
    assert surrendered.expectation == Fraction(-1, 2)


def test_ten_values_split_by_value_or_by_rank() -> None:
    cards = parse_cards("Kh Qd")
    by_value, by_rank = (
        against(rules, "6c").advise(cards).play.worths for rules in ("decks=6", "decks=6, split_by=rank")
    )
    assert "split" in [each.action for each in by_value]
    assert "split" not in [each.action for each in by_rank]


@pytest.mark.parametrize(
    ("rules", "up", "expected"),
    [
        ("decks=6, surrender=late", "Tc", ("hit", "stand", "double", "surrender")),
        ("decks=6, surrender=early", "Tc", ("hit", "stand", "double")),
        ("decks=6, surrender=early", "9c", ("hit", "stand", "double", "surrender")),
        ("decks=6, surrender=early, hole_card=none", "Tc", ("hit", "stand", "double", "surrender")),
        ("decks=6, double_on=9-11", "9c", ("hit", "stand")),
    ],
)
def test_what_a_sixteen_may_do(rules: str, up: str, expected: tuple[str, ...]) -> None:
    advice = against(rules, up).advise(parse_cards("Th 6d"))
    assert tuple(each.action for each in advice.play.worths) == expected


def test_a_late_surrender_without_a_hole_card_loses_all_to_a_blackjack() -> None:
    table = against("decks=6, surrender=late, hole_card=none", "Ac")
    blackjack = table.advise(parse_cards("Th 6d")).odds.blackjack
    assert blackjack == Fraction(95, 309)
    assert worths(table, "Th 6d")["surrender"] == -blackjack - (1 - blackjack) / 2
    early = against("decks=6, surrender=early, hole_card=none", "Ac")
    assert worths(early, "Th 6d")["surrender"] == Fraction(-1, 2)


@pytest.mark.parametrize(("pays", "odds"), [("3:2", Fraction(3, 2)), ("6:5", Fraction(6, 5)), ("1:1", Fraction(1))])
def test_a_blackjack_is_played_out(pays: str, odds: Fraction) -> None:
    advice = against(f"decks=6, blackjack_pays={pays}", "Ac").advise(parse_cards("Ah Kd"))
    assert advice.play.worths == ()
    assert advice.play.best is None
    assert advice.expectation == odds * (1 - Fraction(95, 309))
    assert [question.rule for question in advice.questions] == ["insurance"]


def test_insurance_is_a_wager_of_its_own() -> None:
    """It breaks even when a third of the unseen cards are ten-values, whatever the hand."""
    for seen, sign in (("", -1), ("2c 2d 3c 3d 4c 4d 5c 5d 6c 6d", 1)):
        advice = against("decks=1", "Ac", seen).advise(parse_cards("9h 7d"))
        assert advice.insurance is not None
        insure, decline = advice.insurance.worths
        assert insure.value == (3 * advice.odds.blackjack - 1) / 2
        assert insure.value * sign > 0
        assert decline.value == 0
        assert advice.insurance.best == (insure if sign > 0 else decline)
    assert against("decks=1", "Tc").advise(parse_cards("9h 7d")).insurance is None
    assert against("decks=1", "Ac").advise(parse_cards("9h 2d 5s")).insurance is None


def test_of_equal_answers_the_smaller_stake_comes_first() -> None:
    dear, cheap = (
        Worth("double", Fraction(1), Fraction(1, 2)),
        Worth("surrender", Fraction(), Fraction(1, 2)),
    )
    assert Question("options", (dear, cheap)).best == cheap


@pytest.mark.parametrize(
    ("cards", "error", "words"),
    [
        ("Th", BadInput, "not a hand to play"),
        ("Th 6d 9s", BadInput, "not a hand to play"),
        ("", BadInput, "not a hand to play"),
        ("9c 7d", CardError, "9c appears twice"),
        ("Th Th", CardError, "Th appears twice"),
    ],
)
def test_what_is_no_hand(cards: str, error: type[BadInput], words: str) -> None:
    with pytest.raises(error, match=words):
        against("decks=1", "9c").advise(parse_cards(cards))
