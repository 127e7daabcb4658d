"""Somebody in a seat of a table: what they may be called, what they decide as the table tells it, and a command that
came too late."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from croupier.errors import BadInput
from croupier.play.game import GIVING_UP, Action, Decision
from croupier.table import bots, chips
from croupier.units import format_money

Wagers = dict[str, int]
LEFT = " (left)"
BOT_NAMES = ("Bot Quill", "Bot Ferro", "Bot Mica", "Bot Onyx", "Bot Slate", "Bot Umber", "Bot Wren")


class Stale(Exception):
    """The round has moved on since the command was made."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass
class Seat:
    """Somebody in a seat, and the wagers they have put up for the round to come."""

    name: str
    guest: str | None  # None for a bot.
    wagers: Wagers = field(default_factory=dict)
    is_ready: bool = False
    last: Wagers = field(default_factory=dict)  # The wagers of the last round that this seat was in.
    missed: int = 0  # Rounds in a row that were dealt without it, or decided for it.
    strategy: str = bots.RULE.name  # How a bot decides.
    since: float = 0.0  # When the person last did something here, in seconds of the epoch; 0 where nobody counts.
    seen: float = 0.0  # When a page of theirs was last open.

    @property
    def purse(self) -> str:
        return chips.BOTS if self.guest is None else chips.guest_account(self.guest)


def told(decision: Decision, by_clock: bool = False) -> str:
    """A decision as the table tells it."""
    if by_clock:
        return f"The clock decides for seat {decision.seat}: {decision.action}."
    amount = f" {format_money(decision.amount)}" if decision.amount else ""
    return f"Seat {decision.seat} {decision.action}s{amount}."


def within(action: Action, spare: int) -> Action:
    if action.maximum <= spare:
        return action
    return action._replace(maximum=action.minimum + (spare - action.minimum) // action.step * action.step)


def by_clock(actions: Sequence[Action]) -> Action:
    """What the clock decides: the seat stays in if that is free, and otherwise gives up."""
    free = [action for action in actions if not action.maximum]
    staying = [action for action in free if action.name not in GIVING_UP]
    return (staying or free or list(actions))[-1]


LENGTH = 24
MOST_MARKS = 2  # Accents on one letter: more of them would run over the neighbors.
OF_THE_HOUSE = ("bot", "croupier", "dealer", "house", "you")  # First words that only the house uses.


def shown_name(name: str) -> str:
    """A name as the table shows it.

    >>> shown_name("  Mara   B. ")
    'Mara B.'
    """
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if not shown or len(shown) > LENGTH or not shown.isprintable() or not any(map(str.isalnum, shown)):
        raise BadInput(f"'{shown[:40]}' is not a name for the table", hint=f"1 to {LENGTH} letters")
    marks = 0
    for letter in unicodedata.normalize("NFD", shown):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            raise BadInput("a name takes at most two accents on a letter", hint=f"1 to {LENGTH} letters")
    if _folded(shown).split()[0] in OF_THE_HOUSE:
        raise BadInput(f"'{shown}' would pass for somebody of the house", hint="another name")
    return shown


def told_apart(name: str, others: Iterable[str], seat: int) -> str:
    """The name with its seat where somebody at the table already has one that looks like it.

    >>> told_apart("MARA", ["Mara"], 3)
    'MARA (seat 3)'
    """
    return f"{name} (seat {seat})" if _folded(name) in {_folded(other) for other in others} else name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
