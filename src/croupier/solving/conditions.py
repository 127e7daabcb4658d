"""What somebody says of a jackpot's meters, seeds and rates, read from texts such as ``straight_flush:2=1000``.

The command line and the service ask the same questions; only the words around a name differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from croupier.errors import BadInput
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import Paytable
from croupier.solving.figures import Conditions
from croupier.units.odds import MeterShare
from croupier.units.typed import SHOWN, dollars_of, part

Value = TypeVar("Value")

_GIVEN: Final = re.compile(r"(?:([a-z_]+):)?(?:([1-9][0-9]?)=)?([^:=]+)")


class Asking(NamedTuple):
    """How a value is given: ``--meter 1000`` on the command line, ``meter=1000`` in an address."""

    before: str
    between: str
    apart: str = " "
    """Between two options."""

    def option(self, name: str) -> str:
        """How the asker writes an option."""
        return self.before + (name if self.before else name.replace("-", "_"))

    def example(self, name: str, value: str) -> str:
        """How the asker writes an option with a value, for hints."""
        return f"as in {self.option(name)}{self.between}{value}"


COMMAND: Final = Asking("--", " ")
QUERY: Final = Asking("", "=", "&")
LIBRARY: Final = Asking("", "=", ", ")


@dataclass(frozen=True)
class Given:
    """What is said of the meters, as texts: ``[WAGER:][LEVEL=]VALUE`` each."""

    meters: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()
    reserves: tuple[str, ...] = ()
    others: int = 0


def amount(what: str) -> Callable[[str], int]:
    """How an amount of dollars is read, in cents."""
    return lambda text: dollars_of(text, what)


def levels_of(table: Paytable | None) -> tuple[int, ...]:
    """The levels of a jackpot's meters; none where the table has no meter."""
    pays = [row.pay for row in table.rows] if table else []
    return tuple(sorted({pay.level or 1 for pay in pays if isinstance(pay, MeterShare)}))


def which_level(level: str | None, text: str, name: str, levels: Sequence[int], asking: Asking = COMMAND) -> int:
    """The level that is named; with a single one it may be left out."""
    option = asking.option(name)
    if level is None:
        if len(levels) > 1:
            named = ", ".join(map(str, levels))
            example = asking.example(name, f"{levels[0]}={text[:SHOWN]}")
            raise BadInput(f"{option} {text[:SHOWN]}: which level?", hint=f"levels {named}; {example}")
        return 1
    if not (level.isascii() and level.isdigit() and len(level) < 3):
        raise BadInput(f"{option} {text}: '{level}' is not a level", hint=asking.example(name, "2=1000"))
    return int(level)


def by_level(
    texts: Sequence[str],
    parse: Callable[[str], Value],
    name: str,
    levels: Sequence[int] = (1,),
    asking: Asking = COMMAND,
) -> dict[int, Value]:
    """Values by level of the one jackpot that is asked about."""
    found: dict[int, Value] = {}
    option = asking.option(name)
    for text in texts:
        level, equals, value = text.rpartition("=")
        number = which_level(level if equals else None, text, name, levels, asking)
        if number in found:
            first, second = (f"{option}{asking.between}{each}" for each in ("1=25000", "2=1000"))
            raise BadInput(f"{option}: level {number} is given twice", hint=f"as in {first}{asking.apart}{second}")
        found[number] = parse(value)
    return found


def of_wager(configuration: Configuration, wager: str, given: Given, asking: Asking) -> Conditions:
    """What is known of the one jackpot that is asked about; a value for another wager is refused."""
    table = configuration.tables.get(wager)
    levels = levels_of(table)

    def read(texts: Sequence[str], name: str, parse: Callable[[str], Value]) -> dict[int, Value]:
        option = asking.option(name)
        plain = []
        for text in texts:
            named, colon, rest = text.partition(":")
            if colon and named != wager:
                raise BadInput(
                    f"{option} {text[:SHOWN]}: the question is about {wager}", hint=asking.example(name, rest)
                )
            plain.append(rest if colon else text)
        return by_level(plain, parse, name, levels, asking)

    return Conditions(
        read(given.meters, "meter", amount("meter")),
        read(given.seeds, "jackpot-seed", amount("seed")),
        read(given.rates, "rate", part),
        given.others,
    )


def by_jackpot(
    configuration: Configuration, given: Given, asking: Asking
) -> tuple[dict[str, Conditions], dict[str, dict[int, Fraction]]]:
    """What is known of each jackpot, and its reserve rates; the wager is named where there are several jackpots."""
    jackpots = [name for name, table in configuration.tables.items() if table.is_jackpot]

    def read(texts: Sequence[str], name: str, parse: Callable[[str], Value]) -> dict[str, dict[int, Value]]:
        found: dict[str, dict[int, Value]] = {}
        option = asking.option(name)
        for text in texts:
            match = _GIVEN.fullmatch(text)
            if not match:
                raise BadInput(f"{option} {text[:SHOWN]}: cannot be read", hint=asking.example(name, "2=1000"))
            wager = match[1] or (jackpots[0] if len(jackpots) == 1 else None)
            if wager is None or wager not in jackpots:
                known = f"its jackpots: {', '.join(jackpots)}" if jackpots else "it has no jackpot wager"
                example = asking.example(name, "WAGER:AMOUNT")
                raise BadInput(f"{option} {text[:SHOWN]}: which jackpot?", hint=f"{known}; {example}")
            level = which_level(match[2], match[3], name, levels_of(configuration.tables[wager]), asking)
            if level in found.setdefault(wager, {}):
                raise BadInput(f"{option}: level {level} is given twice")
            found[wager][level] = parse(match[3])
        return found

    def rate(text: str) -> Fraction:
        return part(text, of="the wager")

    meters, seeds = read(given.meters, "meter", amount("meter")), read(given.seeds, "jackpot-seed", amount("seed"))
    rates, reserves = read(given.rates, "rate", rate), read(given.reserves, "reserve", rate)
    if given.others and not jackpots:
        others = asking.option("others")
        raise BadInput(f"{others} {given.others}: {configuration} has no jackpot wager", hint=f"leave {others} out")
    named = dict.fromkeys((*meters, *seeds, *rates, *reserves, *(jackpots if given.others else ())))
    known = {
        name: Conditions(meters.get(name, {}), seeds.get(name, {}), rates.get(name, {}), given.others) for name in named
    }
    return known, reserves
