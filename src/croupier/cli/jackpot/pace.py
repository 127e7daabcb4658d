"""How fast a jackpot is played: the options of every command that looks ahead, and how they are read."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import click

from croupier.errors import BadInput
from croupier.units.typed import part

_Command = TypeVar("_Command", bound=Callable[..., Any])


def pace_options(command: _Command) -> _Command:
    """The options that say how often the wager is made."""
    for option in (
        click.option(
            "--take-up", default="50%", show_default=True, metavar="SHARE", help="Part of the seats that bet."
        ),
        click.option("--hours-per-day", type=click.IntRange(1, 24), default=16, show_default=True),
        click.option("--rounds-per-hour", type=click.IntRange(1, 1000), default=40, show_default=True),
    ):
        command = option(command)
    return command


def take_up_of(text: str) -> Fraction:
    """The part of the seats that bet."""
    try:
        share = part(text)
    except BadInput:
        raise BadInput(f"--take-up {text[:40]}: not a share of the seats", hint="as in 50% or 0.5") from None
    if not 0 < share <= 1 or share.denominator > 10**9:
        raise BadInput(f"--take-up {text[:40]}: not a share of the seats", hint="above 0 and at most 100%")
    return share
