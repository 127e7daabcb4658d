"""What a decision cost against the best one, and how a session went: result, expectation, luck. Values come from the
solvers: exact, or estimated where that takes too long. A raise between two solved raises is interpolated, because the
value of a round is linear in the raise. A game that is not solved, or not soon enough, is left out, and the page says
so."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from croupier.cli.terminal.console import fit, signed
from croupier.errors import CroupierError
from croupier.handbook.page.text import money
from croupier.play.game import Action, Choose, Decision, Game, State
from croupier.table.session import Session

if TYPE_CHECKING:
    from croupier.exact.result import Result

PATIENCE: Final = 3.0  # Seconds that a player waits for an expectation when leaving.


class _TooSlow(Exception):
    pass


@dataclass
class Coach:
    """Watches one session: what the player wagered and decided."""

    game: Game
    decisions: int = 0
    best: int = 0
    cost: Fraction = Fraction()  # What all decisions cost, in cents.
    is_told: bool = False  # Whether the player knows that some decisions are not judged.
    staked: dict[str, list[tuple[int, Mapping[int, int]]]] = field(default_factory=dict)
    """By wager, each stake that was put up before the deal, in cents, with what a jackpot's meters showed."""

    def dealt(self, session: Session) -> None:
        for seat in session.own:
            for wager, cents in session.wagers(seat).items():
                self.staked.setdefault(wager, []).append((cents, dict(session.table.meters.shown.get(wager, {}))))

    def decided(self, state: State, turn: Choose, decision: Decision, base: int) -> list[str]:
        """What the decision that was just taken cost, in chips."""
        from croupier.questions.advise import advise_turn, limited

        try:
            found = advise_turn(self.game, state, turn)
        except CroupierError as problem:
            return self._silent(str(problem))
        best = found.asked.best
        if best is None or best.value is None:
            return self._silent("this decision is not solved")
        # Between two amounts that are solved, the part of each.
        taken = Action(decision.action, decision.amount, decision.amount)
        worth = next((each.value for each in limited(found, [taken], base).asked.worths), None)
        if worth is None:
            return self._silent("this amount lies outside what is solved")
        most = best.value
        if most - worth < 2 * Fraction(found.facts.get("standard_error", 0)):
            # Estimated, and too close to tell.
            most = worth
        lost = (most - worth) * base
        self.decisions += 1
        self.cost += lost
        if lost <= 0:
            self.best += 1
            return ["  the best play"]
        return fit(f"  that costs {money(round(lost))} on average; the best is {best.action}")

    def _silent(self, why: str) -> list[str]:
        """Once a session, why a decision is not judged."""
        is_new, self.is_told = not self.is_told, True
        return fit(f"  not judged: {why.splitlines()[0]}") if is_new else []

    def statistics(self, session: Session) -> list[str]:
        """Result, expectation and luck; what could not be computed is named."""
        if not session.finished - session.voided:
            return []
        result, expected, left_out = session.bankroll - session.bought_in, -self.cost, []
        for wager, stakes in self.staked.items():
            solved = self._solved(wager)
            if solved is not None and solved.jackpot is not None:
                expected += sum(solved.jackpot.expectation(shown) * cents for cents, shown in stakes)
            elif solved is not None and solved.counts is not None:
                expected -= solved.counts.house_edge * sum(cents for cents, _ in stakes)
            else:
                left_out.append(wager)
        lines = []
        if self.decisions:
            cost = money(round(self.cost))
            lines += fit(f"{self.best} of {self.decisions} decisions were the best; the others cost {cost}.")
        if not left_out:
            told = (
                f"Result {signed(result)}, expected {signed(round(expected))}, luck {signed(result - round(expected))}."
            )
            lines += fit(told)
        else:
            lines += fit(f"No expectation: {', '.join(left_out)} is not solved, or not soon enough.")
        return lines

    def _solved(self, wager: str) -> Result | None:
        from croupier.questions.solved.solutions import solve

        end = time.monotonic() + PATIENCE

        def watch(_done: int, _all: int) -> None:
            if time.monotonic() > end:
                raise _TooSlow

        try:
            return solve(self.game.configuration, wager, progress=watch)[wager]
        except (CroupierError, _TooSlow, KeyError):
            return None
