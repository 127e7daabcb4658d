"""The host of the table: shows, asks and obeys, round after round; rules are the game's, chips the session's. Beside it
a coach says what a decision cost against the best one, and how a session went: result, expectation, luck. Its values
come from the solvers, exact or estimated; a game that is not solved, or not soon enough, is left out and named."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from croupier.cli.terminal import prompt, screen
from croupier.cli.terminal.console import Console, Leave, fit, printable, problem, signed
from croupier.errors import BadInput, CroupierError, MissingPart
from croupier.handbook.page.text import money
from croupier.play.game import Action, Choose, Decision, Game, State
from croupier.table.session import Session, WrittenRound, advice
from croupier.table.table import check_hand

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


class Quit(Exception):
    """The player asked to leave."""


def run(
    session: Session, console: Console, rounds: int | None = None, full_offer: bool = True, coach: Coach | None = None
) -> int:
    """Play until the player leaves, the chips are gone or the rounds are done; returns the exit status. 0: left the
    table. 2: a round had to be declared void because the player was gone, or input that did not come from a terminal
    held a line that could not be used."""
    status = 0
    with console.signals():
        try:
            try:
                _play(session, console, rounds, full_offer, coach)
            except Quit:
                pass
            except Leave as gone:
                outcome = session.leave(str(gone))
                if outcome and outcome.settlement.void is not None:
                    status = 2
                console.say(["", *problem(str(gone))])
                if outcome:
                    console.say(screen.result_view(session, outcome))
            finally:
                # Whatever went wrong above, no round is left half played.
                session.leave("the table closed unexpectedly")
            console.say(screen.farewell(session))
            if coach is not None:
                console.say(coach.statistics(session))
        except Leave:
            pass
    if console.failure:
        raise console.failure
    if session.archive.waiting:
        count = len(session.archive.waiting)
        raise MissingPart(
            f"{count} transcripts could not be written to {session.archive.folder}: {session.archive.problem}"
        )
    if console.refused and not console.is_terminal:
        status = 2
    return status


def _play(session: Session, console: Console, rounds: int | None, full_offer: bool, coach: Coach | None) -> None:
    console.say(screen.welcome(session, full_offer))
    while rounds is None or session.finished < rounds:
        if not session.is_solvent:
            console.say("Your chips are gone.")
            return
        _take_wagers(session, console)
        if coach is not None:
            coach.dealt(session)
        _play_round(session, console, coach)


def _take_wagers(session: Session, console: Console) -> None:
    """Ask each of the player's seats in turn, then deal."""
    waiting = list(session.own)
    console.say(screen.wager_board(session, waiting[0], brief=session.table.number > 1))
    while True:
        seat = waiting[0]
        try:
            line = console.ask(f"seat {seat} wager> ")
            typed = prompt.read_wager(line, session.game) if line else _again(session, seat)
            if isinstance(typed, prompt.Place):
                session.place(seat, typed.wager, typed.cents)
                console.say(screen.slip_line(session, seat))
            elif typed.name in ("deal", "skip"):
                waiting = _next_seat(session, waiting, skip=typed.name == "skip")
                if not waiting:
                    waiting = [seat]
                    session.deal()
                    console.say(screen.boost_notice(session) + screen.reconciled_notice(session))
                    return
                console.say(screen.slip_line(session, waiting[0]))
            elif typed.name == "undo":
                undone = session.undo()
                waiting = list(session.own[session.own.index(undone) :])
                console.say(screen.slip_line(session, undone))
            else:
                _obey_before_deal(session, console, seat, typed)
        except CroupierError as refused:
            console.refuse(problem(refused.message, refused.hint))


def _again(session: Session, seat: int) -> prompt.Word:
    """Enter alone: the wagers that lie there, or those of the last round, and deal."""
    if not session.wagers(seat):
        if session.table.number == 1:
            raise BadInput("nothing typed", hint="deal starts the round, help lists the commands")
        session.repeat(seat)
    return prompt.Word("deal")


def _next_seat(session: Session, waiting: list[int], *, skip: bool) -> list[int]:
    seat, rest = waiting[0], waiting[1:]
    if skip:
        if len(session.own) == 1:
            raise BadInput("you have one seat only", hint="quit leaves the table")
        if not rest and not any(own != seat and session.wagers(own) for own in session.own):
            raise BadInput("one of your seats has to play")
        if session.wagers(seat):
            session.clear(seat, None)
        return rest
    check_hand(session.game, seat, session.wagers(seat))
    return rest


def _obey_before_deal(session: Session, console: Console, seat: int, word: prompt.Word) -> None:
    match word.name:
        case "clear":
            session.clear(seat, prompt.name_wager(word.rest, session.game) if word.rest else None)
            console.say(screen.slip_line(session, seat))
        case "same":
            session.repeat(seat)
            console.say(screen.slip_line(session, seat))
        case "deck":
            root = session.table.shoe.deck.root
            console.say(f"deck {root}" if root else "this deck is seeded: repeatable, and not committed to")
        case "table":
            console.say(screen.wager_board(session, seat))
        case "quit":
            raise Quit
        case _:
            _inform(session, console, word, screen.HELP.wagers)


def _inform(session: Session, console: Console, word: prompt.Word, help_text: str) -> None:
    match word.name:
        case "rules":
            console.say(screen.rules_page(session, word.rest))
        case "paytable" if word.rest:
            console.say(screen.paytable_page(session, prompt.name_wager(word.rest, session.game)))
        case "paytable":
            raise BadInput("which wager's?", hint=f"one of {', '.join(session.game.wagers)}")
        case _:
            console.say(help_text)


def _play_round(session: Session, console: Console, coach: Coach | None) -> None:
    told = 0
    while True:
        session.play_bots()
        turn = session.playing.asked
        story = session.game.story(session.playing.state)
        if story[told:]:
            console.say(["", *(line for passage in story[told:] for line in fit(passage))])
            told = len(story)
        if turn is None:
            _show(session, console, session.finish())
            return
        console.say(screen.table_view(session) + screen.action_list(session, turn))
        if _decide(session, console, turn, coach):
            return


def _decide(session: Session, console: Console, turn: Choose, coach: Coach | None) -> bool:
    """Ask until a decision is taken; true when the round was declared void instead."""
    asked: prompt.HowMuch | None = None
    while True:
        try:
            actions = session.actions()
            line = console.ask(f"seat {turn.seat}> ")
            typed = prompt.read_decision(line, actions, turn.seat, session.playing.state.base(turn.seat), asked)
            if isinstance(typed, prompt.HowMuch):
                asked = typed
                console.say(problem(f"how much? {typed.action}", "an amount, min or max"))
                continue
            if isinstance(typed, Decision):
                before, base = session.playing.state, session.playing.state.base(turn.seat)
                session.act(typed)
                if coach is not None:
                    console.say(coach.decided(before, turn, typed, base))
                return False
            asked = None
            match typed.name:
                case "void":
                    reason = " ".join(printable(typed.rest).split())[:60] or "misdeal called at the table"
                    _show(session, console, session.void(reason))
                    return True
                case "quit":
                    if _is_sure(console, "Leave now? The round is void and every stake comes back. yes/no> "):
                        _show(session, console, session.void("the player left the table"))
                        raise Quit
                case "why":
                    rule = session.game.rules.rule(turn.rule)
                    console.say(fit(f"{rule.text} [{session.game.cites[rule.id]}]"))
                case "advise":
                    console.say(fit(advice(session.game, session.playing.state, turn)))
                case "table":
                    console.say(screen.table_view(session) + screen.action_list(session, turn))
                case _:
                    _inform(session, console, typed, screen.HELP.decisions)
        except CroupierError as refused:
            console.refuse(problem(refused.message, refused.hint))


def _is_sure(console: Console, question: str) -> bool:
    while True:
        answer = console.ask(question).casefold()
        if answer and "yes".startswith(answer):
            return True
        if answer and "no".startswith(answer):
            return False
        console.refuse(problem("answer yes or no"))


def _show(session: Session, console: Console, outcome: WrittenRound) -> None:
    console.say(screen.result_view(session, outcome))
