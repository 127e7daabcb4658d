"""Blackjack's hand values against the referee, which walks the game's own state machine through every deal.

Where no two cards of a shoe are alike nothing can be split, and the whole game is compared: its expectation and every
decision in it. On larger shoes one hand is dealt first, and one action at a time is forced. Equal means equal as
fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from croupier import catalogue
from croupier.cards.cards import Card, parse_cards
from croupier.exact.blackjack.solver import Against, HandAdvice
from croupier.exact.result import Question
from croupier.exact.tree import solve_tree
from croupier.games.blackjack.game import Blackjack
from croupier.play.game import DEALER, EVERYONE, Cards, Choose, Dealt, Slot, Stakes, State, Turn
from croupier.rulebook.configuration import Configuration

BET = 10
PLAYS = ("hit", "stand", "double", "surrender")
RULES = (
    "soft17=stands",
    "soft17=hits",
    "surrender=late",
    "surrender=early, soft17=hits",
    "hole_card=none",
    "hole_card=none, surrender=late",
    "hole_card=none, original_bets_only=yes, soft17=hits",
    "hole_card=none, surrender=early, soft17=hits",
    "double_on=9-11, blackjack_pays=6:5",
    "double_on=10-11, surrender=late, blackjack_pays=1:1",
)


class Opened(Blackjack):
    """The game from the moment a hand and the up-card lie on the table, with some answers given in advance."""

    def __init__(
        self, configuration: Configuration, deck: Cards, cards: Cards, up: Card, answers: Mapping[str, str]
    ) -> None:
        super().__init__(configuration, deck)
        self.opening = (Dealt(Slot(1), cards, EVERYONE), Dealt(Slot(DEALER, "up"), (up,), EVERYONE))
        self.answers = answers

    def open(self, stakes: Sequence[Stakes]) -> State:
        return super().open(stakes)._replace(dealt=self.opening)

    def turn(self, state: State) -> Turn:
        turn = super().turn(state)
        if isinstance(turn, Choose) and turn.rule in self.answers:
            is_first = all(decision.action not in PLAYS for decision in state.decisions)
            if is_first or turn.rule != "options":
                given = self.answers[turn.rule]
                return turn._replace(actions=tuple(each for each in turn.actions if each.name == given))
        return turn


def by_referee(game: Blackjack, advice: HandAdvice, answers: Mapping[str, str]) -> Fraction:
    """The expectation of the round from the hand on, in bets."""
    opened = Opened(game.configuration, game.deck, advice.cards, advice.up, answers)
    return solve_tree(opened, [Stakes(1, (BET,))]).distributions[1].expectation


def check_every_action(rules: str, shoe: str, cards: str, up: str) -> None:
    game = Blackjack(catalogue.configuration(f"blackjack(decks=8, {rules})"), parse_cards(shoe))
    advice = Against(game, Card.parse(up)).advise(parse_cards(cards))
    quiet = {"insurance": "decline", "early-surrender": "decline"}
    blackjack = advice.odds.blackjack if advice.looks else Fraction()
    assert {each.action for each in advice.play.worths} <= set(PLAYS)
    for action, _, value in advice.play.worths:
        assert value is not None
        # The referee begins before the look: a dealer's blackjack then takes the bet, and no more than the bet.
        expected = value * (1 - blackjack) - blackjack
        assert by_referee(game, advice, quiet | {"options": action}) == expected, action
    if advice.early_surrender:
        give_up = advice.early_surrender.worths[0].value
        assert by_referee(game, advice, {"insurance": "decline", "early-surrender": "surrender"}) == give_up
    if not advice.play.worths:
        assert by_referee(game, advice, quiet) == advice.expectation
    if advice.insurance:
        standing = {"early-surrender": "decline", "options": "stand"}
        insured, declined = (by_referee(game, advice, standing | {"insurance": each}) for each in ("insure", "decline"))
        # Insured for a cent or for half the bet: the referee takes the better, the solver knows the most.
        most = advice.insurance.worths[0].value
        assert most is not None
        assert insured - declined == max(most, most / (BET // 2))


def asked(game: Blackjack, state: State) -> tuple[Cards, Card, str]:
    """The hand, the up-card and the rule of a decision that the referee took."""
    turn = game.turn(state)
    assert isinstance(turn, Choose)
    cards = [card for dealt in state.dealt if dealt.slot.startswith("seat") for card in dealt.cards]
    (up,) = next(dealt.cards for dealt in state.dealt if dealt.slot == "dealer up")
    return tuple(cards), up, turn.rule


def check_whole_game(rules: str, shoe: str) -> None:
    game = Blackjack(catalogue.configuration(f"blackjack(decks=1, split_by=rank, {rules})"), parse_cards(shoe))
    slow = solve_tree(game, [Stakes(1, (BET,))])
    fast = {up: Against(game, up) for up in game.deck}
    worths = []
    for up, against in fast.items():
        for cards in combinations([card for card in game.deck if card != up], 2):
            advice = against.advise(cards)
            assert advice.expectation is not None
            insurance = advice.insurance.best if advice.insurance else None
            worths.append(advice.expectation + (insurance.value or 0 if insurance else 0))
    assert slow.distributions[1].expectation == sum(worths) / len(worths)
    for state, decision in slow.decisions.items():
        hand, up, rule = asked(game, state)
        questions: dict[str, Question] = {each.rule: each for each in fast[up].advise(hand).questions}
        best = questions[rule].best
        assert best is not None
        assert decision.action == best.action, (hand, up)


@pytest.mark.parametrize("rules", RULES)
def test_a_whole_game_without_pairs(rules: str) -> None:
    check_whole_game(rules, "4c 6c 8c 9c Tc Jc Ac")


LARGER = ("3c 5c 6c 7c 8c Tc Jc Ac", "5c 6c 7c 9c Tc Jc Qc Kc Ac")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "shoe"), [(rules, LARGER[place % 2]) for place, rules in enumerate(RULES)])
def test_larger_games_without_pairs(rules: str, shoe: str) -> None:
    check_whole_game(rules, shoe)


MIXED = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Ac"
ACES = "2c 5c 6c 6c 8c 9c Tc Tc Ac Ac Ac Ac"


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("cards", "up"), [("Tc 6c", "Jc"), ("7c 5c", "Ac"), ("Ac 8c", "5c"), ("Ac Tc", "Jc")])
def test_every_action_of_a_hand(rules: str, cards: str, up: str) -> None:
    check_every_action(rules, MIXED, cards, up)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [RULES[0], RULES[3], RULES[6]])
@pytest.mark.parametrize(
    ("shoe", "cards", "up"),
    [
        (MIXED, "Ac 2c", "6c"),
        (MIXED, "2c 3c", "Ac"),
        (ACES, "Ac 2c", "Ac"),
        (ACES, "Ac 5c", "6c"),
        (ACES, "Ac Tc", "Ac"),
    ],
)
def test_every_action_of_longer_hands(rules: str, shoe: str, cards: str, up: str) -> None:
    check_every_action(rules, shoe, cards, up)
