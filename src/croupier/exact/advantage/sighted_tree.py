"""Seeing the dealer's cards in a game that only the tree solves: the same game, with those cards dealt first.

One seat sees some of the cards that the dealer will hold at the showdown, before it decides anything. The game itself
is untouched: its rounds are played again from what has been dealt, and where it asks for the dealer's hidden cards,
those that were seen are among them. Each choice of the seen cards among the dealer's counts as a separate deal.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from croupier.errors import MissingPart
from croupier.play.game import EVERYONE, Choose, Decision, Draw, Game, Settled, State, Turn
from croupier.play.lines import Cards
from croupier.play.slots import DEALER, Slot

SEAT: Final = 1
_SEEN: Final = Slot(DEALER, "seen")
_REST: Final = Slot(DEALER, "rest")


class Hidden(NamedTuple):
    """The cards of the dealer that a seat does not see while it decides."""

    slot: Slot
    size: int


def hidden_hand(game: Game, state: State) -> Hidden | None:
    """What the dealer holds unseen; None where that is not one hand of a size that is known before the deal."""
    found = {path for path in _hidden(game, state, game.deck, has_decided=False) if path}
    return found.pop()[0] if len(found) == 1 and all(len(path) == 1 for path in found) else None


def _hidden(game: Game, state: State, left: Cards, *, has_decided: bool) -> set[tuple[Hidden, ...]]:
    """The dealer's hidden hands along every way of deciding, for one choice of cards."""
    match game.turn(state):
        case Choose() as turn:
            ways = [state.with_decision(Decision(turn.seat, each.name, each.minimum)) for each in turn.actions]
            return {path for way in ways for path in _hidden(game, way, left, has_decided=True)}
        case Draw() as turn if not turn.ordered and len(left) >= turn.size:
            is_hidden = turn.slot.is_dealers and (has_decided or turn.seen_by not in (EVERYONE, SEAT))
            own = (Hidden(turn.slot, turn.size),) if is_hidden else ()
            after = state.with_cards(turn, left[: turn.size])
            return {(*own, *path) for path in _hidden(game, after, left[turn.size :], has_decided=has_decided)}
        case Settled():
            return {()}
        case _:
            # A look at face-down cards, or an order that matters: two hands, for which ``hidden_hand`` gives None.
            return {(), (Hidden(_SEEN, 0), Hidden(_REST, 0))}


class Seeing:
    """A game whose player sees ``number`` of the dealer's hidden cards first; the tree walks it like any other."""

    def __init__(self, game: Game, hidden: Hidden, number: int) -> None:
        self._game, self._hidden, self._number = game, hidden, number

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def turn(self, state: State) -> Turn:
        """The seen cards, then what the game itself needs."""
        if not state.dealt:
            return Draw(_SEEN, self._number, SEAT)
        seen = state.dealt[0].cards
        dealt, decisions = list(state.dealt[1:]), list(state.decisions)
        own = State(state.stakes, chip=state.chip)
        while True:
            turn = self._game.turn(own)
            if isinstance(turn, Choose) and decisions:
                own = own.with_decision(decisions.pop(0))
            elif isinstance(turn, Draw) and turn.slot == self._hidden.slot:
                if turn.size != self._hidden.size:
                    raise MissingPart(f"{self._game.configuration.name} deals the dealer hands of several sizes")
                rest: Cards = ()
                if self._number < turn.size:
                    if not dealt:
                        return Draw(_REST, turn.size - self._number, turn.seen_by)
                    rest = dealt.pop(0).cards
                own = own.with_cards(turn, tuple(sorted((*seen, *rest))))
            elif isinstance(turn, Draw) and dealt:
                own = own.with_cards(turn, dealt.pop(0).cards)
            else:
                return turn
