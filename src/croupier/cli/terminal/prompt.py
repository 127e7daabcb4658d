"""What a typed line means: a wager, a decision, or one of the table's own words. Names may be shortened as long as they
stay clear. The game says which wagers and actions exist, and its rules check later what they may amount to."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.cli.terminal.console import printable
from croupier.errors import BadInput, closest
from croupier.play.game import Action, Decision, Game
from croupier.units import dollars_of, fraction_of

WAGER_WORDS = (
    "clear", "undo", "same", "deal", "skip", "deck", "table", "rules", "paytable", "help", "quit",
)  # fmt: skip
DECISION_WORDS = ("why", "advise", "table", "rules", "paytable", "help", "void", "quit")
SPELLED_OUT = ("void",)  # Words too weighty to be shortened.
_ENDS = ("min", "max")
QUOTED = 30  # Letters of what was typed that are quoted.
TAKES_MORE = ("clear", "rules", "paytable", "void")  # Words that something may follow.


class Word(NamedTuple):
    """One of the table's own words, with what followed it."""

    name: str
    rest: str = ""


class Place(NamedTuple):
    wager: str
    cents: int


class HowMuch(NamedTuple):
    """An action was named without the amount that it needs: the next amount is meant for it."""

    action: Action


def read_wager(line: str, game: Game) -> Word | Place:
    """A line typed before the deal."""
    words = line.replace("=", " ").split()
    if not words:
        raise BadInput("nothing typed", hint="deal starts the round, help lists the commands")
    if _is_amount(words[0]) and len(words) == 1:
        return Place(game.base_wager, read_amount(words[0], game.base_wager))
    first = words[0].casefold()
    if first in (*WAGER_WORDS, "?"):
        return _word(first, words)
    has_amount = _is_amount(words[-1])
    typed = "_".join(words[:-1] if has_amount else words).casefold().replace("-", "_")
    wager = _pick_wager(typed, game)
    if wager is None:
        if word := _picked(first, WAGER_WORDS):
            return _word(word, words)
        raise _unknown(line, typed, [*game.wagers, *WAGER_WORDS], "a wager or a command")
    if has_amount:
        return Place(wager, read_amount(words[-1], wager))
    if game.stake_rules[wager].is_jackpot:
        return Place(wager, game.configuration.fixed_stake(wager))
    raise BadInput(f"how much on {wager}?", hint=f"as in: {wager} 10")


def name_wager(text: str, game: Game) -> str:
    """The wager that a player means after ``clear`` or ``paytable``."""
    typed = "_".join(text.split()).casefold().replace("-", "_")
    wager = _pick_wager(typed, game)
    if wager is None:
        raise _unknown(text, typed, game.wagers, "a wager of this table")
    return wager


def read_decision(
    line: str, actions: Sequence[Action], seat: int, base_stake: int, asked: HowMuch | None = None
) -> Word | Decision | HowMuch:
    """A line typed at a decision: by number, by name or by its first letters, with an amount where one is needed. Where
    an amount was ``asked`` for, a number is that amount and chooses nothing."""
    words = line.split()
    if asked and len(words) == 1 and (_is_amount(words[0]) or words[0].casefold() in _ENDS):
        words.insert(0, asked.action.name)
    if not words:
        raise BadInput("nothing typed", hint=f"type {_choices(actions)}; help lists the rest")
    first = words[0].casefold()
    names = [action.name for action in actions]
    is_number = first.isascii() and first.isdigit() and len(first) <= 2 and 1 <= int(first) <= len(actions)
    picked = names[int(first) - 1] if is_number else _picked(first, names)
    if picked is None:
        if word := "help" if first == "?" else _picked(first, DECISION_WORDS):
            return _word(word, words)
        if first in ("undo", "clear"):
            raise BadInput("the cards are out: wagers can no longer be taken back")
        hint = f"type {_choices(actions)}"
        if _is_amount(first) and any(action.maximum for action in actions):
            spender = next(action for action in actions if action.maximum)
            hint = f"to put up an amount, name the action: {spender.name} {first}"
        raise BadInput(f"'{shorten(line)}' is not an action now", hint=hint)
    action = actions[names.index(picked)]
    if len(words) > 2:
        raise BadInput(f"'{shorten(line)}': an action takes at most one amount", hint=f"type {_choices(actions)}")
    if len(words) == 1 and action.minimum < action.maximum:
        return HowMuch(action)
    return Decision(
        seat, action.name, _decided_amount(action, words[1].casefold() if len(words) > 1 else "", base_stake)
    )


def _word(name: str, words: list[str]) -> Word:
    name, rest = "help" if name == "?" else name, " ".join(words[1:])
    if rest and name not in TAKES_MORE:
        raise BadInput(f"'{shorten(' '.join(words))}': nothing may follow {name}", hint=f"type {name} alone")
    return Word(name, rest)


def _decided_amount(action: Action, text: str, base_stake: int) -> int:
    if not action.maximum:
        if text:
            raise BadInput(f"{action.name} takes no amount", hint=f"type {action.name}")
        return 0
    if not text:
        return action.maximum
    if text in _ENDS:
        return action.minimum if text == "min" else action.maximum
    if not text.endswith("x"):
        return read_amount(text, action.name)
    try:
        cents = base_stake * fraction_of(text[:-1])
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{shorten(text)}' is not a multiple", hint="write for example 4x") from None
    if cents.denominator != 1:
        raise BadInput(f"{shorten(text)} is not whole cents")
    return cents.numerator


def read_amount(text: str, what: str) -> int:
    """Cents from ``10``, ``10.50``, ``$10`` or ``1,000``."""
    if text.startswith("-"):
        raise BadInput(f"{what} {shorten(text)}: an amount is above zero", hint="undo and clear take wagers back")
    try:
        return dollars_of(text, what)
    except BadInput:
        raise BadInput(
            f"{what} {shorten(text)}: not an amount in whole cents, or far too much", hint="as in 10, 12.50 or $1,000"
        ) from None


def shorten(text: str) -> str:
    """What was typed, short enough to quote."""
    text = printable(" ".join(text.split()))
    return text if len(text) <= QUOTED else text[: QUOTED - 3] + "..."


def aliases(game: Game) -> dict[str, str]:
    """By initials, the wagers that have several words and whose initials nobody else has: ``sf`` for straight_flush."""
    initials = [(("".join(part[0] for part in wager.split("_"))), wager) for wager in game.wagers if "_" in wager]
    return {short: wager for short, wager in initials if [other for other, _ in initials].count(short) == 1}


def _pick_wager(typed: str, game: Game) -> str | None:
    return aliases(game)[typed] if typed in aliases(game) else _picked(typed, game.wagers)


def _picked(typed: str, names: Sequence[str]) -> str | None:
    """The name that was typed, or the only one that begins so."""
    found = [name for name in names if typed and name.startswith(typed) and name not in SPELLED_OUT]
    if typed in names or len(found) == 1:
        return typed if typed in names else found[0]
    if found:
        raise BadInput(f"'{shorten(typed)}' may be {' or '.join(found)}", hint="type more of it")
    return None


def _is_amount(text: str) -> bool:
    return text.lstrip("-+$.,")[:1].isdigit()


def _choices(actions: Sequence[Action]) -> str:
    return ", ".join(f"{number} or {action.name}" for number, action in enumerate(actions, 1))


def _unknown(line: str, typed: str, known: Sequence[str], what: str) -> BadInput:
    near = closest(typed, known, 1)
    return BadInput(
        f"'{shorten(line)}' is not {what}", hint=f"did you mean {near[0]}?" if near else "help lists what can be typed"
    )
