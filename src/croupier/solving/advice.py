"""Advice for whoever a round waits for: the game's own solver, asked for the decision at hand.

Each game is solved in its own way; here their answers take one form, which a table can show.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from croupier.errors import MissingPart
from croupier.games.blackjack.game import Blackjack
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.play.game import Choose, Game, State
from croupier.play.showdown import Showdown
from croupier.play.slots import Slot


class TurnAdvice(NamedTuple):
    """The hand in words, every legal decision with its exact worth in base wagers (None where it is not solved)."""

    words: str
    values: tuple[tuple[str, Fraction | None], ...]
    on: str
    """Which cards the advice takes into account."""


def advise_turn(game: Game, state: State, turn: Choose) -> TurnAdvice:
    """What each decision is worth for the whole round; MissingPart where that is not solved yet."""
    if isinstance(game, Showdown):
        return _showdown(game, state, turn)
    if isinstance(game, Blackjack):
        return _blackjack(game, state, turn)
    if isinstance(game, RicochetPoker):
        from croupier.exact.ricochet.table import advise_deal

        found = advise_deal(game, state)
        return TurnAdvice("this deal", tuple((each.action, each.value) for each in found.values), "all cards showing")
    raise MissingPart(f"{game.rules.name} is not solved yet", hint="its bonus wagers are: see croupier edge")


def _showdown(game: Showdown, state: State, turn: Choose) -> TurnAdvice:
    from croupier.solving.base_games import advise_base
    from croupier.solving.plays import bet_name

    own = next(dealt.cards for dealt in state.dealt if dealt.slot == Slot(turn.seat))
    found = advise_base(game.configuration, own)
    bets = [each.bet for each in found.values]
    return TurnAdvice(
        found.words, tuple((bet_name(each.bet, bets), each.value) for each in found.values), "your cards alone"
    )


def _blackjack(game: Blackjack, state: State, turn: Choose) -> TurnAdvice:
    from croupier.solving.blackjack import advise_turn as advise_hand
    from croupier.solving.blackjack import hand_words

    found = advise_hand(game, state, turn)
    question = next((each for each in found.questions if each.rule == turn.rule), found.play)
    legal = {action.name for action in turn.actions}
    values = tuple((each.action, each.value) for each in question.values if each.action in legal)
    return TurnAdvice(hand_words(found), values, "a fresh shoe without the cards showing")
