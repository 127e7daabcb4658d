"""Blackjack beyond the expectation: the chart by totals, swings, effects of removal, index numbers, a side wager."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import croupier
from croupier.cards.cards import Card, parse_cards
from croupier.cards.hands.blackjack import Total
from croupier.errors import BadInput
from croupier.exact.blackjack.rules import ACE, TEN, lattice
from croupier.exact.blackjack.solver import Against
from croupier.exact.blackjack.swings import BetWorth, Swing, average_wagered, beside, swing_of
from croupier.exact.blackjack.true_counts import (
    DECK,
    correlation,
    effects_of_removal,
    index_numbers,
    insurance,
    insurance_index,
    split_index,
)
from croupier.exact.blackjack.values import HARD, SOFT, BasicStrategy, basic_strategy
from croupier.exact.blackjack.values import chart_rows as rows_as_printed
from croupier.exact.blackjack.whole import HIT, STAND, Choices, Plan, WholeGame, solve_whole
from croupier.games.blackjack.game import Blackjack
from croupier.play.game import Cards


def game(rules: str) -> Blackjack:
    loaded = croupier.load(f"blackjack({rules})")
    assert isinstance(loaded, Blackjack)
    return loaded


SEVENS = parse_cards("7c 7d")
LETTERS = {"stand": "S", "hit": "H", "double": "D", "surrender": "R", "split": "P", "total": "-"}


def rows(chart: BasicStrategy) -> dict[str, str]:
    found = {}
    for count in (*HARD, *SOFT):
        name = f"{'soft' if count.soft else 'hard'} {count.total}"
        found[name] = "".join(LETTERS[chart.boxes[count, up].first] for up in range(10))
    for pair in range(10):
        found[f"pair {pair + 2}"] = "".join(LETTERS[chart.pairs[pair, up]] for up in range(10))
    return found


SIX_DECKS = {
    "hard 8": "HHHHHHHHHH",
    "hard 9": "HDDDDHHHHH",
    "hard 10": "DDDDDDDDHH",
    "hard 11": "DDDDDDDDDH",
    "hard 12": "HHSSSHHHHH",
    "hard 13": "SSSSSHHHHH",
    "hard 16": "SSSSSHHHHH",
    "hard 17": "SSSSSSSSSS",
    "soft 13": "HHHDDHHHHH",
    "soft 14": "HHHDDHHHHH",
    "soft 15": "HHDDDHHHHH",
    "soft 16": "HHDDDHHHHH",
    "soft 17": "HDDDDHHHHH",
    "soft 18": "SDDDDSSHHH",
    "soft 19": "SSSSSSSSSS",
    "pair 2": "PPPPPP----",
    "pair 3": "PPPPPP----",
    "pair 4": "---PP-----",
    "pair 5": "----------",
    "pair 6": "PPPPP-----",
    "pair 7": "PPPPPP----",
    "pair 8": "PPPPPPPPPP",
    "pair 9": "PPPPP-PP--",
    "pair 10": "----------",
    "pair 11": "PPPPPPPPPP",
}
"""The chart for four to eight decks, stands on soft 17, double after split, that every publisher prints
(wizardofodds.com/games/blackjack/strategy/4-decks)."""


def test_the_chart_of_six_decks() -> None:
    chart = basic_strategy(game("decks=6"))
    found = rows(chart)
    assert {name: found[name] for name in SIX_DECKS} == SIX_DECKS
    assert 0 < chart.cost < 1e-4
    assert chart.expectation == pytest.approx(chart.by_composition.expectation - chart.cost)


def test_surrender_stands_on_the_chart() -> None:
    """Hits soft 17: fifteen and seventeen against an ace, and two eights, are given up late."""
    found = rows(basic_strategy(game("decks=6, soft17=hits, surrender=late")))
    assert (found["hard 15"], found["hard 16"], found["hard 17"]) == ("SSSSSHHHRR", "SSSSSHHRRR", "SSSSSSSSSR")
    assert found["pair 8"] == "PPPPPPPPPR"
    assert found["hard 11"] == "DDDDDDDDDD"


def test_two_sevens_stand_against_a_ten() -> None:
    """One deck: another seven is least likely to come, so two of them do not play as other fourteens do."""
    values = {each.action: each.value for each in Against(game("decks=1"), Card.parse("Tc")).advise(SEVENS).play.worths}
    assert values["stand"] is not None
    assert values["hit"] is not None
    assert values["stand"] > values["hit"]
    chart = basic_strategy(game("decks=1"))
    assert chart.pairs[5, TEN] == "stand"
    assert str(chart.boxes[Total(14, False), TEN]) == "hit"
    # Hit like other fourteens, the chart is worth what the laboratory found for it.
    plan = chart.game.plan
    single = plan.choices[TEN].single.copy()
    single[lattice().place(5, 5)] = HIT
    hits = dict(plan.choices) | {TEN: plan.choices[TEN]._replace(single=single)}
    before = solve_whole(game("decks=1"), plan=Plan(hits, dict(plan.first) | {(5, 5, TEN): "hit"}))
    assert before.expectation == pytest.approx(0.001432632233, abs=1e-12)
    assert before.expectation < chart.expectation


def test_two_sevens_are_given_up_where_other_fourteens_are_not() -> None:
    chart = basic_strategy(game("decks=1, soft17=hits, surrender=late"))
    values = {
        each.action: each.value
        for each in Against(game("decks=1, soft17=hits, surrender=late"), Card.parse("Tc")).advise(SEVENS).play.worths
    }
    assert values["surrender"] == Fraction(-1, 2)
    assert f"{float(values['hit'] or 0):.5f}" == "-0.51482"
    assert (chart.pairs[5, TEN], chart.pairs[5, ACE]) == ("surrender, else stand", "surrender, else hit")
    assert rows_as_printed(chart)["pair 7,7"][TEN] == "Rs"
    assert str(chart.boxes[Total(14, False), TEN]) == "hit"


@pytest.mark.parametrize("rules", ["decks=1", "decks=1, soft17=hits, surrender=late", "decks=2, surrender=early"])
def test_no_other_letter_in_a_pairs_box_is_better(rules: str) -> None:
    """Every pair against a ten and an ace: with another first play the whole game is worth no more."""
    house = game(rules)
    chart = basic_strategy(house)
    plan, worth = chart.game.plan, chart.expectation
    for pair, up in product(range(10), (TEN, ACE)):
        told = plan.first[pair, pair, up]
        if told.startswith("surrender"):
            tried = dict(plan.first) | {(pair, pair, up): "hit"}
            assert solve_whole(house, plan=plan._replace(first=tried)).expectation <= worth + 1e-12
            continue
        given_up = "surrender early" if "early" in rules else "surrender"
        if "surrender" in rules:
            tried = dict(plan.first) | {(pair, pair, up): given_up}
            assert solve_whole(house, plan=plan._replace(first=tried)).expectation <= worth + 1e-12
        at = lattice().place(pair, pair)
        choices = plan.choices[up]
        other = choices.single.copy()
        other[at] = STAND if other[at] == HIT else HIT
        turned = dict(plan.choices) | {up: Choices(other, choices.doubles)}
        tried = dict(plan.first) | {(pair, pair, up): "hit"}
        assert solve_whole(house, plan=Plan(turned, tried)).expectation <= worth + 1e-12


def test_a_plan_followed_from_its_own_shoe_brings_what_was_solved() -> None:
    for rules in ("decks=1", "decks=6, surrender=early", "decks=2, hole_card=none, surrender=late"):
        solved = solve_whole(game(rules))
        assert solve_whole(game(rules), plan=solved.plan).expectation == pytest.approx(solved.expectation, abs=1e-15)


def test_the_swing_of_a_bet() -> None:
    """More hands swing more, and a bet without doubles and splits less; figures as the reports print them."""
    deviations = []
    for rules in ("decks=6, split_hands=2, double_on=10-11, double_after_split=no", "decks=6, split_hands=2"):
        solved = solve_whole(game(rules))
        swing = swing_of(game(rules), solved)
        assert swing.mean == pytest.approx(solved.expectation, abs=1e-12)
        deviations.append(swing.deviation)
    assert deviations == sorted(deviations)
    assert 1.05 < deviations[0] < deviations[1] < 1.16


@pytest.mark.parametrize(
    ("post_split", "expectation", "wagered"),
    [
        ("CDZ-", 0.001819343061, 1.1350493830),
        ("CDP1", 0.001830733392, 1.1354026765),
        ("CDH", 0.001831226534, 1.1354114822),
    ],
)
def test_each_strategy_for_split_hands_has_its_own_wagers(post_split: str, expectation: float, wagered: float) -> None:
    """One deck; by a C++ program of a test laboratory's own that shares no code with ours."""
    single = game("decks=1")
    solved = solve_whole(single, post_split)
    assert solved.expectation == pytest.approx(expectation, abs=1e-12)
    assert average_wagered(single, solved) == pytest.approx(wagered, abs=1e-10)


def test_effects_of_removal() -> None:
    """A card burned unseen changes nothing for play that is fixed; fives are the best card to be rid of."""
    single = game("decks=1, split_hands=2, double_after_split=no")
    effects = effects_of_removal(single)
    assert sum(count * effect for count, effect in zip(DECK, effects, strict=True)) == pytest.approx(0, abs=1e-13)
    assert max(effects) == effects[3]
    assert min(effects) == effects[ACE]
    assert correlation(effects) == pytest.approx(0.97, abs=0.01)


def test_insurance() -> None:
    """P. Griffin: the high-low count tells insurance with a correlation of 0.76."""
    found = insurance(game("decks=1"))
    assert found.expectation == Fraction(-3, 51)
    assert found.effects[TEN] < 0 < found.effects[0]
    assert f"{found.correlation:.2f}" == "0.76"


ILLUSTRIOUS = [
    (16, TEN, "stand", "hit", 0),
    (15, TEN, "stand", "hit", 4),
    (10, TEN, "double", "hit", 4),
    (12, 1, "stand", "hit", 2),
    (12, 0, "stand", "hit", 3),
    (11, ACE, "double", "hit", 1),
    (9, 0, "double", "hit", 1),
    (10, ACE, "double", "hit", 4),
    (9, 5, "double", "hit", 3),
    (16, 7, "stand", "hit", 5),
    (13, 0, "stand", "hit", -1),
    (12, 2, "stand", "hit", 0),
    (12, 3, "stand", "hit", -2),
    (12, 4, "stand", "hit", -1),
    (13, 1, "stand", "hit", -2),
]
"""D. Schlesinger, Blackjack Attack: the Illustrious 18, high-low, whole numbers for several decks."""


@pytest.mark.parametrize(("total", "up", "play", "instead", "published"), ILLUSTRIOUS)
def test_index_numbers(total: int, up: int, play: str, instead: str, published: int) -> None:
    """Published indices are whole numbers, rounded or cut off by their author; ours lie within one of them."""
    found = index_numbers(game("decks=6"), Total(total, False), up, play, instead)
    assert found is not None
    assert found.rising
    assert abs(found.true_count - published) < 1


def test_index_numbers_of_splits_and_insurance() -> None:
    for up, published in ((3, 5), (4, 4)):
        found = split_index(game("decks=6"), TEN, up, "stand")
        assert found is not None
        assert abs(found.true_count - published) < 1
    insured = insurance_index(game("decks=6"))
    assert insured is not None
    assert abs(insured.true_count - 3) < 0.5


def test_bad_questions_about_counts() -> None:
    with pytest.raises(BadInput, match="never make 4"):
        index_numbers(game("decks=6"), Total(4, False), TEN, "hit", "stand")


def worth_of(solved: WholeGame) -> BetWorth:
    return lambda one, other, up: solved.hand(one, other, up).expectation


def test_a_side_wager_beside_the_bet() -> None:
    """A wager on two tens wins with the best hands; one that never wins moves with nothing."""
    solved = solve_whole(game("decks=2"))
    swing = Swing(solved.expectation, 1.3)

    def twenty(cards: Cards, up: Card) -> Fraction:
        return Fraction(9 if all(10 <= card.rank <= 13 for card in cards) else -1)

    found = beside(worth_of(solved), swing, game("decks=2").deck, twenty)
    assert found.mean == 10 * Fraction(32 * 31, 104 * 103) - 1
    assert 0.1 < found.correlation < 0.2
    by_hand = sum(hand.chance * hand.expectation for hand in solved.hands if hand.cards == (TEN, TEN))
    expected = 10 * by_hand - swing.mean - float(found.mean) * swing.mean
    assert found.covariance == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("rules", "expectation", "cost"),
    [
        ("decks=1", 0.001440656744, 0.000378686318),
        ("decks=6, soft17=hits, surrender=late", -0.005298465730, 0.000026550261),
    ],
)
def test_the_chart_is_worth_what_others_find(rules: str, expectation: float, cost: float) -> None:
    """A test laboratory's own program followed these charts; at one deck it tried every other letter in every box.

    It had no letter of their own for pairs that are not split, and found 0.001432632233 with one deck. Two sevens that
    stand against a ten add what they gain (``test_two_sevens_stand_against_a_ten``).
    """
    chart = basic_strategy(game(rules))
    assert chart.expectation == pytest.approx(expectation, abs=1e-12)
    assert chart.cost == pytest.approx(cost, abs=1e-12)


def test_perfect_pairs_beside_the_bet() -> None:
    """PT-PRG-PP-14 on two decks with $20,000 on the meter, its pays typed by hand.

    The covariance is a test laboratory's own: all first deals, with values of the bet from a program apart from ours.
    """
    solved = solve_whole(game("decks=2"))

    def pairs(cards: Cards, up: Card) -> Fraction:
        (one, other), three = cards, (*cards, up)
        if one.rank != other.rank:
            return Fraction(-1)
        if up.rank == one.rank:
            aces = 20_000 if all(card.is_red for card in three) else 200
            return Fraction(aces if up.rank == 14 else 20) - 1
        return Fraction(10 if one.suit == other.suit else 8 if one.is_red == other.is_red else 5) - 1

    found = beside(worth_of(solved), Swing(solved.expectation, 1.15593945**2), game("decks=2").deck, pairs)
    assert float(found.mean) == pytest.approx(-0.009445152220709, abs=1e-12)
    assert found.covariance == pytest.approx(-0.022238037710, abs=1e-10)
    assert found.correlation == pytest.approx(-0.00020507, abs=1e-8)
