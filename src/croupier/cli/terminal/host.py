"""The host of the table: shows, asks and obeys, round after round. Rules are the game's, chips the session's."""

from croupier.cli.terminal import prompt, screen
from croupier.cli.terminal.coach import Coach
from croupier.cli.terminal.console import Console, Leave, fit, printable, problem
from croupier.cli.terminal.prompt import HowMuch, Place, Word
from croupier.errors import BadInput, CroupierError, MissingPart
from croupier.play.game import Choose, Decision
from croupier.table.session import Session, WrittenRound, advice
from croupier.table.table import check_hand


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
            if isinstance(typed, Place):
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


def _again(session: Session, seat: int) -> Word:
    """Enter alone: the wagers that lie there, or those of the last round, and deal."""
    if not session.wagers(seat):
        if session.table.number == 1:
            raise BadInput("nothing typed", hint="deal starts the round, help lists the commands")
        session.repeat(seat)
    return Word("deal")


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


def _obey_before_deal(session: Session, console: Console, seat: int, word: Word) -> None:
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
            _inform(session, console, word, screen.WAGER_HELP)


def _inform(session: Session, console: Console, word: Word, help_text: str) -> None:
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
    asked: HowMuch | None = None
    while True:
        try:
            actions = session.actions()
            line = console.ask(f"seat {turn.seat}> ")
            typed = prompt.read_decision(line, actions, turn.seat, session.playing.state.base(turn.seat), asked)
            if isinstance(typed, HowMuch):
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
                    console.say(screen.why_turn(session, turn))
                case "advise":
                    console.say(fit(advice(session.game, session.playing.state, turn)))
                case "table":
                    console.say(screen.table_view(session) + screen.action_list(session, turn))
                case _:
                    _inform(session, console, typed, screen.DECISION_HELP)
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
