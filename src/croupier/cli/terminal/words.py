"""A seat's cards as a player holds them: which hands they make, in which order, and what those are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.cards.hands import blackjack, five_card, two_card
from croupier.cards.hands.flushes import Flush
from croupier.play.game import Cards, Choose, Dealt, Decision, Draw, Game, State
from croupier.play.showdown import Showdown

_HAND_SLOT = re.compile(r"seat [0-9]+ hand ([0-9]+)")


def hands_of(dealt: Sequence[Dealt]) -> list[Cards]:
    """The hands of one seat, from its slots in the order of play.

    Most games give a seat one hand. Where slots are numbered (``seat 1 hand 2``), a hand that was not there before
    was split off: it takes the second card of the hand that drew just before it.
    """
    hands: list[Cards] = [()]
    last = 0
    for slot, cards, _ in dealt:
        match = _HAND_SLOT.fullmatch(slot)
        place = int(match[1]) - 1 if match else 0
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
        match = _HAND_SLOT.fullmatch(following.slot) if isinstance(following, Draw) else None
        if match:
            return int(match[1])
    return 1


def hand_words(game: Game, cards: Cards) -> str:
    """A hand in the words of the felt; empty where there are none."""
    if isinstance(game, Showdown):
        return game.describe(game.rank(cards)) if len(cards) == game.hand_size else ""
    if game.rules.name == "blackjack":
        return _points(cards)
    if len(cards) == 5:
        return five_card.describe(five_card.classify(cards))
    return two_card.describe(two_card.classify(cards)) if len(cards) == 2 else ""


def in_order(game: Game, cards: Cards) -> Cards:
    """A hand as a player would sort it; only where the order of the cards means nothing to the game."""
    if not isinstance(game, Showdown):
        return cards
    if isinstance(game.rank(cards), Flush):
        suits = [sorted((card for card in cards if card.suit == suit), reverse=True) for suit in range(4)]
        best_first = sorted(suits, key=lambda suit: (len(suit), [card.rank for card in suit]), reverse=True)
        return tuple(card for suit in best_first for card in suit)
    return tuple(sorted(cards, reverse=True))


def _points(cards: Cards) -> str:
    if len(cards) < 2:
        return ""
    points, soft = blackjack.total(cards)
    if points > 21:
        return f"{points}, bust"
    return f"soft {points}" if soft and points < 21 else str(points)
