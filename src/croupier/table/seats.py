"""Somebody in a seat of a table, what they decide as the table tells it, and a command that came too late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.play.declaration import GIVING_UP
from croupier.play.game import Action, Decision
from croupier.table import bots, chips
from croupier.units.money import format_money

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
    guest: str | None
    """None for a bot."""
    wagers: Wagers = field(default_factory=dict)
    is_ready: bool = False
    last: Wagers = field(default_factory=dict)
    """The wagers of the last round that this seat was in."""
    missed: int = 0
    """Rounds in a row that were dealt without it, or decided for it."""
    strategy: str = bots.RULE.name
    """How a bot decides."""
    since: float = 0.0
    """When the person last did something here, in seconds of the epoch; 0 where nobody counts."""

    @property
    def purse(self) -> str:
        return chips.BOTS if self.guest is None else chips.guest_account(self.guest)


def said(decision: Decision) -> str:
    """A decision as the table tells it."""
    return f"{decision.action}s {format_money(decision.amount)}" if decision.amount else f"{decision.action}s"


def within(action: Action, spare: int) -> Action:
    """An action, limited by somebody's chips."""
    if action.maximum <= spare:
        return action
    return action._replace(maximum=action.minimum + (spare - action.minimum) // action.step * action.step)


def by_clock(actions: Sequence[Action]) -> Action:
    """What the clock decides: the seat stays in if that is free, and otherwise gives up."""
    free = [each for each in actions if not each.maximum]
    staying = [each for each in free if each.name not in GIVING_UP]
    return (staying or free or list(actions))[-1]
