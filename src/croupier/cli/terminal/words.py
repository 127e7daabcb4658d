"""A seat's cards as a player holds them: which hands they make, and which is to act."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.play.game import Choose, Dealt, Decision, Draw, Game, State
from croupier.play.lines import Cards


def hands_of(dealt: Sequence[Dealt]) -> list[Cards]:
    """The hands of one seat, from its slots in the order of play.

    Most games give a seat one hand. Where slots are numbered (``seat 1 hand 2``), a hand that was not there before
    was split off: it takes the second card of the hand that drew just before it.
    """
    hands: list[Cards] = [()]
    last = 0
    for slot, cards, _ in dealt:
        place = max(slot.number, 1) - 1
        if place == len(hands):
            kept, moved, *drawn = hands[last]
            hands[last] = (kept, *drawn)
            hands.append((moved, *cards))
        else:
            hands[place] += cards
        last = place
    return hands


def hand_in_play(game: Game, state: State, turn: Choose) -> int:
    """Which hand of the seat is to act, counted from one: the hand that the next card would go to."""
    for action in turn.actions:
        following = game.turn(state.with_decision(Decision(turn.seat, action.name, action.minimum)))
        if isinstance(following, Draw) and following.slot.number:
            return following.slot.number
    return 1
