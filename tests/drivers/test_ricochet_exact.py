"""Ricochet Poker's solvers against a walk of the game's own state machine, on decks small enough to walk.

The walk is the referee's (``exact.tree``) but for two things: it starts from a given deal, and of equal choices it
plays. It reads the game's own settlement, in cents; the Ante is such that every pot can be split to the cent.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import pytest

from croupier import catalogue
from croupier.cards.cards import stripped_deck
from croupier.exact.ricochet import advise_deal
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.play.game import Action, Cards, Choose, Decision, Draw, Settled, Stakes, State

ANTE = 420
"""In cents: divisible among up to seven players."""

BEATEN = ("discard-only", "still-knocks-out")
LAST = ("takes-pot", "must-choose")
BONUS = ("none", "SAMPLE-RIC-AB-01")
EVERY_WAY = [
    f"ante_bonus={bonus}, beaten_by_waiting_pair={beaten}, last_player_after_kickout={last}"
    for bonus, beaten, last in product(BONUS, BEATEN, LAST)
]


def game_on(settings: str, deck: Cards) -> RicochetPoker:
    return RicochetPoker(catalogue.configuration(f"ricochet-poker({settings})"), deck)


class Walk:
    """The expectation of every seat by plain backward induction, in Antes."""

    def __init__(self, game: RicochetPoker) -> None:
        self.game = game

    def hands(self, state: State, draw: Draw) -> list[Cards]:
        gone = {card for dealt in state.dealt for card in dealt.cards}
        return list(combinations([card for card in self.game.deck if card not in gone], draw.size))

    def follow(self, state: State) -> dict[int, Fraction]:
        turn = self.game.turn(state)
        if isinstance(turn, Settled):
            nets = {stakes.seat: Fraction() for stakes in state.stakes}
            for line in turn.lines:
                nets[line.seat] += Fraction(line.net, ANTE)
            return nets
        if isinstance(turn, Choose):
            branches = {action.name: self.follow(decide(state, turn, action)) for action in turn.actions}
            return max(branches.items(), key=lambda each: (each[1][turn.seat], each[0] == "play"))[1]
        assert isinstance(turn, Draw)
        branches_of_draw = [self.follow(state.with_cards(turn, cards)) for cards in self.hands(state, turn)]
        return {
            seat: sum((branch[seat] for branch in branches_of_draw), Fraction()) / len(branches_of_draw)
            for seat in branches_of_draw[0]
        }

    def advise(self, state: State) -> list[tuple[str, Fraction]]:
        turn = self.game.turn(state)
        assert isinstance(turn, Choose)
        return [(action.name, self.follow(decide(state, turn, action))[turn.seat]) for action in turn.actions]


def decide(state: State, turn: Choose, action: Action) -> State:
    return state.with_decision(Decision(turn.seat, action.name, action.minimum))


def random_position(game: RicochetPoker, players: int, to_act: int, chance: random.Random) -> State:
    """A deal, and the first players' decisions and draws."""
    cards = list(game.deck)
    chance.shuffle(cards)
    seats = sorted(chance.sample(range(1, 8), players))
    state = game.open([Stakes(seat, (ANTE,)) for seat in seats])
    while True:
        turn = game.turn(state)
        if isinstance(turn, Draw):
            state = state.with_cards(turn, tuple(cards.pop() for _ in range(turn.size)))
            continue
        assert isinstance(turn, Choose)
        if players - len(state.decisions) == to_act:
            return state
        state = decide(state, turn, chance.choice(turn.actions))


def cards_left(game: RicochetPoker, state: State) -> int:
    return len(game.deck) - sum(len(dealt.cards) for dealt in state.dealt)


MOST_LEFT = {1: 52, 2: 13, 3: 10}
"""By players still to act, how many cards may be left for the walk to end soon."""


class Position(NamedTuple):
    ranks: tuple[int, ...]
    suits: int
    players: int
    to_act: int
    deals: int

    def __str__(self) -> str:
        return f"{len(self.ranks)}x{self.suits}-{self.players}-{self.to_act}"


HIGH = (10, 11, 12, 13, 14)
WHEEL = (2, 3, 4, 5, 14)
LOW = (2, 3, 4, 6, 7, 9)
SPREAD = (2, 3, 4, 5, 9, 10, 11)
LONG = (2, 3, 4, 5, 6, 8, 9, 11, 13, 14)

POSITIONS = [
    Position(LOW, 3, 1, 1, 12),
    Position(WHEEL, 4, 1, 1, 8),
    Position(LONG, 2, 1, 1, 12),
    Position(HIGH, 4, 1, 1, 6),
    Position(LOW, 3, 2, 2, 6),
    Position(LONG, 2, 2, 2, 4),
    Position(WHEEL, 4, 2, 2, 3),
    Position(SPREAD, 3, 3, 1, 6),
    Position(LONG, 2, 3, 2, 6),
    Position(WHEEL, 4, 3, 3, 3),
    Position(LONG, 2, 3, 3, 3),
    Position(SPREAD, 3, 3, 3, 1),
    Position((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), 2, 4, 3, 2),
    Position(SPREAD, 4, 4, 2, 3),
    Position((2, 3, 4, 5, 7, 8, 9, 14), 4, 5, 2, 2),
]


@pytest.mark.parametrize("settings", EVERY_WAY)
@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_advice_equals_the_walk(position: Position, settings: str) -> None:
    game = game_on(settings, stripped_deck(position.ranks, range(position.suits)))
    chance = random.Random(f"{position} {settings}")
    for _ in range(position.deals):
        state = random_position(game, position.players, position.to_act, chance)
        while cards_left(game, state) > MOST_LEFT[position.to_act]:
            state = random_position(game, position.players, position.to_act, chance)
        advice = advise_deal(game, state)
        walked = Walk(game).advise(state)
        assert list(advice.values) == walked, state
