"""A game from outside the package, supervised: each answer of its ``turn`` is checked before a driver believes it.

A wrong answer, an exception or a round without end is one error that names ``game.py`` and what was wrong with it.
Our own games are held to the same by tests and are not slowed down.
"""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from types import FunctionType
from typing import Final

from croupier.errors import CroupierError, RulebookError
from croupier.play import game as protocol
from croupier.play.game import DEALER, Game, Slot, State
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.strangers import PACKAGE, fault, guarded, is_text

MOST_TURNS: Final = 500  # More than any round needs: a seat that splits, hits and doubles takes a few dozen.
_NAME = re.compile(r"[a-z]+")


def _is_whole(answer: object) -> bool:
    return type(answer) is int


_ANSWERS: Final[dict[str, tuple[str, Callable[[object], bool]]]] = {
    "hand_words": ("a text", is_text),
    "making": ("a whole number", _is_whole),
    "most_cards": ("a whole number", _is_whole),
    "settle": ("lines, each made by self.line", lambda answer: isinstance(answer, Iterable)),
}
"""What methods answer that a driver calls beside ``turn``."""


def supervise(kind: object, folder: Path) -> type[Game]:
    """The game's class with every answer checked; RulebookError where ``play`` names no game."""
    file = f"{folder.name}/game.py"
    if not isinstance(kind, type) or not issubclass(kind, Game):
        raise RulebookError(file, "play", "expected the class of a game", hint="end the file with play = ClassName")
    declares = getattr(kind, "declares", None)
    if not isinstance(declares, protocol.Declaration):
        raise RulebookError(
            file, "declares", "is missing: what is its solver, and how do its bots decide?",
            hint='as in declares = Declaration("tree", STAYS)',
        )  # fmt: skip
    texts = (declares.solver, *declares.rules, *declares.numbers, *declares.keys, declares.hands or "")
    if not all(map(is_text, texts)) or not callable(getattr(declares.bot, "decide", None)):
        raise RulebookError(
            file, "declares", "names something that is not a text, or a bot without a rule",
            hint='as in Declaration("tree", STAYS, rules=("deal", "raise"))',
        )  # fmt: skip
    decide = guarded(
        folder,
        "game.py",
        "declares.bot",
        declares.bot.decide,
        "an action's name and an amount",
        lambda answer: isinstance(answer, tuple) and list(map(type, answer)) == [str, int],
    )
    bot = declares.bot._replace(decide=decide)

    def turn(self: Game, state: State) -> protocol.Turn:
        if len(state.dealt) + len(state.decisions) + len(state.answers) > MOST_TURNS:
            raise RulebookError(file, "turn", f"the round has not ended after {MOST_TURNS} turns", hint=_ENDS)
        try:
            answer = _in_whole_cents(kind.turn(self, state))
            problem = _problem(self, state, answer)
        except (Exception, SystemExit) as raised:
            raise fault(folder, "game.py", "turn", raised) from None
        if problem:
            raise RulebookError(file, "turn", problem, hint=_TURNS)
        return answer

    turn.supervised = kind.turn  # type: ignore[attr-defined]
    own = {"turn": turn, "declares": declares._replace(bot=bot), "__module__": kind.__module__, "__doc__": kind.__doc__}
    for theirs in reversed([each for each in kind.__mro__ if each.__module__.startswith(PACKAGE)]):
        for name, value in vars(theirs).items():
            if isinstance(value, FunctionType) and not name.startswith("__") and name != "turn":
                own[name] = guarded(folder, "game.py", name, value, *_ANSWERS.get(name, ()))
    return type(kind.__name__, (kind,), own)


def supervised(kind: type[Game], configuration: Configuration) -> Game:
    """One configured game of a supervised class."""
    folder = configuration.book.outside[configuration.name]
    try:
        game = kind(configuration)
    except CroupierError:
        raise
    except (Exception, SystemExit) as problem:
        raise fault(folder, "game.py", "__init__", problem) from None
    strange = [action for action in game.follow_or_fold if action not in game.actions]
    if strange:
        actions = ", ".join(game.actions)
        raise RulebookError(
            f"{folder.name}/game.py", "follow_or_fold", f"'{strange[0]}' is no action", hint=f"({actions},) at most"
        )
    return game


_ENDS: Final = "turn must come to Settled: count what is dealt and decided in the state"
_TURNS: Final = "turn(state) answers Draw, Choose, Peek or Settled; see docs/reference/authors.md"


def _problem(game: Game, state: State, answer: object) -> str | None:
    """What is wrong with an answer; None where a driver can serve it."""
    match answer:
        case protocol.Draw():
            return _draw_problem(game, state, answer)
        case protocol.Peek():
            return (
                None
                if callable(answer.holds)
                else _draw_problem(game, state, protocol.Draw(answer.slot, answer.size, protocol.NOBODY))
            )
        case protocol.Choose():
            return _choose_problem(game, state, answer)
        case protocol.Settled():
            return _settled_problem(game, state, answer)
    return f"answered {type(answer).__name__} {str(answer)[:60]!r}, which is not a turn"


def _draw_problem(game: Game, state: State, draw: protocol.Draw) -> str | None:
    seats = [stake.seat for stake in state.stakes]
    if not isinstance(draw.slot, Slot) or draw.slot.seat not in (*seats, DEALER, protocol.TABLE):
        return f"draws for {draw.slot!r}, which is not a slot of the dealer or of a seat in the round"
    if type(draw.size) is not int or draw.size < 1:
        return f"draws {draw.size!r} cards for {draw.slot}"
    left = len(game.deck) - sum(len(each.cards) for each in state.dealt)
    if draw.size > left:
        return f"draws {draw.size} cards for {draw.slot}, and the deck has {left} left"
    if draw.seen_by not in (*seats, protocol.EVERYONE, protocol.NOBODY):
        return f"{draw.slot} is to be seen by {draw.seen_by!r}, who is not in the round"
    return None


def _choose_problem(game: Game, state: State, choose: protocol.Choose) -> str | None:
    if choose.seat not in [stake.seat for stake in state.stakes]:
        return f"asks seat {choose.seat!r}, which is not in the round"
    names = [getattr(action, "name", None) for action in choose.actions]
    if not names or len(set(names)) < len(names):
        return f"offers seat {choose.seat} no action, or one twice: {names}"
    for action in choose.actions:
        if not isinstance(action, protocol.Action) or not _NAME.fullmatch(str(action.name)):
            return f"offers {action!r}; an action's name is one word of small letters"
        amounts = (action.minimum, action.maximum, action.step)
        if (
            any(type(amount) is not int for amount in amounts)
            or not 0 <= action.minimum <= action.maximum
            or action.step < 1
        ):
            return (
                f"offers {action.name} from {action.minimum!r} to {action.maximum!r} in steps of {action.step!r} cents"
            )
    game.rules.rule(choose.rule)
    return None


def _settled_problem(game: Game, state: State, settled: protocol.Settled) -> str | None:
    wagers = {wager.id for wager in game.rules.wagers}
    seats = [each.seat for each in state.stakes]
    for line in (*settled.lines, *settled.jackpots):
        if not isinstance(line, protocol.Line | protocol.JackpotBet):
            return f"settles {str(line)[:60]!r}, which is neither a Line nor a JackpotBet"
        if line.wager not in wagers or line.seat not in seats:
            return f"settles {line.wager!r} of seat {line.seat!r}, which is not in the round"
        if type(line.stake) is not int or (isinstance(line, protocol.Line) and type(line.net) is not int):
            return (
                f"settles {line.wager} of seat {line.seat} for an amount that is not whole cents: name what a stake is "
                "multiplied by among the declaration's parts"
            )
        if isinstance(line, protocol.Line) and line.net < -line.stake:
            return f"takes {-line.net} cents of a stake of {line.stake} on {line.wager} of seat {line.seat}"
    for seat, amounts in state.stakes:
        settled_for = [(line.wager, line.stake) for line in settled.lines if line.seat == seat]
        settled_for += [(bet.wager, bet.stake) for bet in settled.jackpots if bet.seat == seat]
        names = [wager for wager, stake in settled_for if stake]
        put_up = sum(amounts) + sum(decision.amount for decision in state.decisions if decision.seat == seat)
        twice = next((wager for wager in names if names.count(wager) > 1), None)
        if twice:
            return f"settles {twice} of seat {seat} {names.count(twice)} times"
        if sum(stake for _, stake in settled_for) != put_up:
            told = ", ".join(f"{wager} for {stake}" for wager, stake in settled_for) or "nothing"
            return f"settles {told} cents of seat {seat}, which put up {put_up}"
    return None


def _in_whole_cents(answer: protocol.Turn) -> protocol.Turn:
    """An answer whose fractions are whole numbers, with those numbers: half of ten dollars is five."""
    if isinstance(answer, protocol.Choose):
        offered = [
            action._replace(minimum=_cents(action.minimum), maximum=_cents(action.maximum), step=_cents(action.step))
            if isinstance(action, protocol.Action)
            else action
            for action in answer.actions
        ]
        return answer._replace(actions=tuple(offered))
    if isinstance(answer, protocol.Settled) and any(
        isinstance(getattr(line, "net", 0), Fraction) for line in answer.lines
    ):
        return answer._replace(lines=tuple(line._replace(net=_cents(line.net)) for line in answer.lines))
    return answer


def _cents(amount: int) -> int:
    return int(amount) if isinstance(amount, Fraction) and amount.denominator == 1 else amount
