"""The play driver: one round, from the stakes to the settlement.

It asks the game what is needed, answers draws from the deal it was given, and waits for the players' decisions. The
list of what happened is the record; nothing else is kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from croupier.cards.shuffle import SeededSource
from croupier.errors import IllegalAction, RoundError
from croupier.play.game import NOBODY, Action, Cards, Choose, Decision, Draw, Game, Peek, Settled, State, Turn
from croupier.play.live import DeckDeal, PreparedDeck
from croupier.play.settlement import Settlement, settle_round, void_round
from croupier.play.stakes import Limits, place_stakes, within
from croupier.play.transcript import transcript_record
from croupier.units.money import format_money, parse_money

Deal = Callable[[Draw], Cards]
"""Answers a draw: from a shuffled deck, or from what happened at a real table."""

_ACTION = re.compile(r"([a-z]+)(?:\s+(\S+))?")


class Round:
    """One round at a table.

    >>> import croupier
    >>> game = croupier.load("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)")
    >>> round = Round.start(game, {1: {"ante": "10.00", "pair_bonus": "5.00"}}, seed=3)
    >>> [str(action) for action in round.legal_actions]
    ['fold', 'play 10.00']
    >>> round.act("play")
    >>> round.is_over
    True
    """

    def __init__(self, game: Game, state: State, deal: Deal, limits: Limits | None = None) -> None:
        self.game = game
        self.deal = deal
        self.limits = limits or {}
        posted = self.limits.get(game.base_wager)
        # Every base wager that the limits allow is a whole number of these chips.
        self.state = state._replace(chip=math.gcd(posted.minimum, posted.step)) if posted else state
        self.turn: Turn
        self._face_down: dict[str, Cards] = {}
        """Cards that lie on the table and that the game has not drawn yet."""
        self._advance()

    @classmethod
    def start(
        cls,
        game: Game,
        wagers: Mapping[int, Mapping[str, str | int]],
        *,
        seed: int | str | None = None,
        deck: PreparedDeck | None = None,
        limits: Limits | None = None,
    ) -> Round:
        """Deal a fresh round: from a committed live deck, or repeatably from a seed.

        Amounts are decimal strings, or whole cents as integers. A live table prepares its deck first, so that it can
        publish the root before bets close; without one, a fresh deck is prepared here.
        """
        cents = {
            seat: {name: _cents(amount, seat, name) for name, amount in own.items()} for seat, own in wagers.items()
        }
        stakes = place_stakes(game, cents, limits)
        if deck is None:
            deck = PreparedDeck.live(game) if seed is None else PreparedDeck(game, SeededSource(seed), committed=False)
        return cls(game, game.open(stakes), DeckDeal(game, [each.seat for each in stakes], deck), limits)

    def _advance(self) -> None:
        turn = self.game.turn(self.state)
        while isinstance(turn, (Draw, Peek)):
            if isinstance(turn, Draw):
                self.state = self.state.with_cards(turn, self._face_down.pop(turn.slot, ()) or self.deal(turn))
            else:
                cards = self._face_down.get(turn.slot) or self.deal(Draw(turn.slot, turn.size, NOBODY))
                self._face_down[turn.slot] = cards
                self.state = self.state.with_answer(turn, turn.holds(cards))
            turn = self.game.turn(self.state)
        self.turn = turn

    @property
    def is_over(self) -> bool:
        return isinstance(self.turn, Settled)

    @property
    def seat_to_act(self) -> int | None:
        return self.turn.seat if isinstance(self.turn, Choose) else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat to act may do; empty when the round is over."""
        if not isinstance(self.turn, Choose):
            return ()
        if not self.limits:
            return self.turn.actions
        return tuple(within(action, self.limits.get(action.name)) for action in self.turn.actions)

    def act(self, action: str | Decision) -> None:
        """Take the decision of the seat to act, such as ``"raise 4x"``, ``"raise 40.00"`` or ``"fold"``."""
        if not isinstance(self.turn, Choose):
            raise IllegalAction(f"'{action}': the round is over", hint="settle it, or start another")
        decision = self._decide(action) if isinstance(action, str) else action
        self._check(decision)
        self.state = self.state.with_decision(decision)
        self._advance()

    def _decide(self, text: str) -> Decision:
        assert isinstance(self.turn, Choose)
        seat = self.turn.seat
        match = _ACTION.fullmatch(text.strip().casefold())
        if not match:
            raise IllegalAction(f"seat {seat}: '{text[:60]}' is no action", hint=f"legal: {self._legal()}")
        name, amount = match[1], match[2]
        action = next((each for each in self.legal_actions if each.name == name), None)
        if action is None:
            raise self._illegal(seat, f"'{text}'")
        if amount is None:
            if action.minimum != action.maximum:
                raise IllegalAction(f"seat {seat}: '{text}' needs an amount", hint=f"legal: {self._legal()}")
            return Decision(seat, name, action.maximum)
        if not action.maximum:
            raise IllegalAction(f"seat {seat}: {name} takes no amount", hint=f"legal: {self._legal()}")
        return Decision(seat, name, self._amount(seat, amount))

    def _amount(self, seat: int, text: str) -> int:
        if not text.endswith("x"):
            return parse_money(text, f"seat {seat}: amount")
        base = next(stakes.amounts[0] for stakes in self.state.stakes if stakes.seat == seat)
        try:
            cents = base * Fraction(text[:-1])
        except (ValueError, ZeroDivisionError):
            raise IllegalAction(f"seat {seat}: '{text}' is no multiple", hint="write for example 4x") from None
        if cents.denominator != 1:
            raise IllegalAction(f"seat {seat}: {text} of {format_money(base)} is not whole cents")
        return cents.numerator

    def _check(self, decision: Decision) -> None:
        assert isinstance(self.turn, Choose)
        if decision.seat != self.turn.seat:
            raise IllegalAction(f"seat {decision.seat} decides out of turn", hint=f"seat {self.turn.seat} is to act")
        for action in self.legal_actions:
            if action.name == decision.action:
                break
        else:
            raise self._illegal(decision.seat, str(decision))
        if not (action.allows(decision.amount) if action.maximum else decision.amount == 0):
            raise self._illegal(decision.seat, str(decision))

    def _illegal(self, seat: int, what: str) -> IllegalAction:
        assert isinstance(self.turn, Choose)
        rule = self.game.rules.rule(self.turn.rule)
        return IllegalAction(
            f"seat {seat}: {what} is not legal: {rule.text} [{self.game.cites[rule.id]}]",
            hint=f"legal: {self._legal()}",
        )

    def _legal(self) -> str:
        return ", ".join(str(action) for action in self.legal_actions)

    def settle(
        self,
        meters: Mapping[str, Mapping[int, int]] | None = None,
        seeds: Mapping[str, Mapping[int, int]] | None = None,
        dynamic: Mapping[str, int] | None = None,
    ) -> Settlement:
        """What everybody is owed, each payment with the rule that orders it."""
        if not isinstance(self.turn, Settled):
            seat = self.seat_to_act
            raise RoundError(f"seat {seat} has not decided", hint=f"legal: {self._legal()}")
        return settle_round(self.game, self.turn, meters, seeds, dynamic)

    @staticmethod
    def voided(
        game: Game, state: State, reason: str, meters: Mapping[str, Mapping[int, int]] | None = None
    ) -> Settlement:
        """A round that was declared void before it could be played."""
        return void_round(game, state, reason, meters)

    def void(self, reason: str, meters: Mapping[str, Mapping[int, int]] | None = None) -> Settlement:
        """A misdeal: every stake back, the reason recorded."""
        return void_round(self.game, self.state, reason, meters)

    def transcript(
        self,
        settlement: Settlement,
        meters: Mapping[str, Mapping[int, int]] | None = None,
        seeds: Mapping[str, Mapping[int, int]] | None = None,
    ) -> dict[str, Any]:
        """The round as a JSON record that can be replayed; a live deck's dealt cards are opened in it."""
        live = self.deal if isinstance(self.deal, DeckDeal) else None
        return transcript_record(
            self.game,
            self.state,
            settlement,
            meters=meters,
            seeds=seeds,
            limits=self.limits,
            dice=live.deck.dice if live else (),
            disclosure=live.disclose() if live else None,
            positions=live.positions if live else None,
        )


def _cents(amount: str | int, seat: int, wager: str) -> int:
    return amount if isinstance(amount, int) else parse_money(amount, f"seat {seat}: {wager}")
