"""Options that several commands share, and how their values are read: one grammar for all of them.

Amounts are dollars, with or without ``$`` and separators. A level of a jackpot stands before its value, as in
``--meter 2=1000``; where a jackpot has one level, it need not be named. Parts are written 18% or 0.18.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, TypeVar

import click

from croupier.errors import BadInput
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import Paytable
from croupier.units.money import parse_money
from croupier.units.odds import MeterShare

Value = TypeVar("Value")

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
no_cache = click.option("--no-cache", is_flag=True, help="Prove it again, whatever is remembered.")
table_option = click.option(
    "--table", "table_file", metavar="FILE", help="A table file: the game with the limits that the house has posted."
)
meters = click.option(
    "--meter", "meters", metavar="AMOUNT", multiple=True, help="What a meter shows; LEVEL=AMOUNT, repeated."
)
seeds = click.option(
    "--jackpot-seed", "seeds", metavar="AMOUNT", multiple=True, help="The seed for a $1 wager; LEVEL=AMOUNT."
)
rates = click.option(
    "--rate", "rates", metavar="RATE", multiple=True, help="The increment, as in 18% or 0.18; LEVEL=RATE."
)

_TYPED: Final = re.compile(r"\$?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?)", re.ASCII)
_OF_WAGER: Final = re.compile(r"(?:([a-z_]+):)?(?:([1-9][0-9]?)=)?([^:=]+)")
_SHOWN: Final = 40
"""Letters of a wrong value that are quoted."""


def dollars_of(text: str, what: str = "amount") -> int:
    """Cents from an amount of dollars as people type it.

    >>> dollars_of("$1,250.50"), dollars_of("1250.5")
    (125050, 125050)
    """
    match = _TYPED.fullmatch(text.strip())
    return parse_money(match[1].replace(",", "") if match else text, what)


def amount(what: str) -> Callable[[str], int]:
    """How an amount of dollars is read, in cents."""
    return lambda text: dollars_of(text, what)


def part(text: str, what: str = "rate", of: str = "a wager") -> Fraction:
    """A part of one: 18% or 0.18.

    >>> part("18%"), part("0.18")
    (Fraction(9, 50), Fraction(9, 50))
    """
    try:
        found = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{text[:_SHOWN]}' is no {what}", hint="as in 18% or 0.18") from None
    if not 0 <= found <= 1:
        raise BadInput(f"'{text[:_SHOWN]}' is no part of {of}", hint="from 0 to 1, as in 18% or 0.18")
    return found


def levels_of(table: Paytable | None) -> tuple[int, ...]:
    """The levels of a jackpot's meters; none where the table has no meter."""
    pays = [row.pay for row in table.rows] if table else []
    return tuple(sorted({pay.level or 1 for pay in pays if isinstance(pay, MeterShare)}))


def by_wager(
    configuration: Configuration, texts: Sequence[str], option: str, parse: Callable[[str], Value]
) -> dict[str, dict[int, Value]]:
    """Values by jackpot wager and level, from texts such as ``straight_flush_progressive:2=1000``.

    A wager need not be named where there is one jackpot, nor a level where there is one.
    """
    jackpots = [name for name, table in configuration.tables.items() if table.is_jackpot]
    found: dict[str, dict[int, Value]] = {}
    for text in texts:
        match = _OF_WAGER.fullmatch(text)
        if not match:
            raise BadInput(f"{option} {text}: cannot be read", hint=f"as in {option} 2=1000")
        name = match[1] or (jackpots[0] if len(jackpots) == 1 else None)
        if name not in jackpots:
            known = f"its jackpots: {', '.join(jackpots)}" if jackpots else "it has no jackpot wager"
            raise BadInput(f"{option} {text}: which jackpot?", hint=f"{known}; as in {option} WAGER:AMOUNT")
        level = which_level(match[2], match[3], option, levels_of(configuration.tables[name]))
        if level in found.setdefault(name, {}):
            raise BadInput(f"{option}: level {level} is given twice")
        found[name][level] = parse(match[3])
    return found


def which_level(level: str | None, text: str, option: str, levels: Sequence[int]) -> int:
    """The level that is named; one need not be where there is one only."""
    if level is None:
        if len(levels) > 1:
            named = ", ".join(map(str, levels))
            raise BadInput(f"{option} {text}: which level?", hint=f"levels {named}; as in {option} {levels[0]}={text}")
        return 1
    if not (level.isascii() and level.isdigit() and len(level) < 3):
        raise BadInput(f"{option} {text}: '{level}' is no level", hint=f"as in {option} 2=1000")
    return int(level)


def by_level(
    texts: Sequence[str], parse: Callable[[str], Value], option: str, levels: Sequence[int] = (1,)
) -> dict[int, Value]:
    """Values by level of the jackpot, of which there are these."""
    found: dict[int, Value] = {}
    for text in texts:
        level, equals, value = text.rpartition("=")
        number = which_level(level if equals else None, text, option, levels)
        if number in found:
            raise BadInput(f"{option}: level {number} is given twice", hint=f"as in {option} 1=25000 {option} 2=1000")
        found[number] = parse(value)
    return found
