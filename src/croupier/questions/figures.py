"""Figures as records: a fraction where a figure is exact, and decimals as text, never with more digits than are known.
Fractions are reduced ``n/d``; decimals and percents of exact figures have at least twelve significant digits unless
they are exact in fewer; a figure in floating point has those that its bound allows, an estimate six, and an error
two."""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Annotated, Any, Final

from croupier.exact.result import Number
from croupier.records import UNSET, Record, UnsetType, Written
from croupier.rulebook.configuration import Configuration
from croupier.units import decimal_text, format_money, format_odds, fraction_text, square_root_text

SCHEMA: Final = 1
ERROR_DIGITS: Final = 2
ESTIMATED_DIGITS: Final = 6  # Digits printed of an estimate; its standard error says how many mean anything.


class Exact(Record):
    """A mean: its fraction where it is exact, and its decimal."""

    fraction: str | UnsetType = UNSET
    decimal: str

    @classmethod
    def of(cls, value: Number) -> "Exact":
        if isinstance(value, Fraction):
            return cls(fraction=fraction_text(value), decimal=decimal_text(value))
        return cls(decimal=f"{value:.12f}")

    @property
    def value(self) -> Fraction:
        return Fraction(self.fraction or self.decimal)


class Percentage(Record):
    """A part of one: its fraction where it is exact, and in percent."""

    fraction: str | UnsetType = UNSET
    percent: str

    @classmethod
    def of(cls, value: Number) -> "Percentage":
        if isinstance(value, Fraction):
            return cls(fraction=fraction_text(value), percent=decimal_text(value * 100))
        return cls(percent=f"{100 * value:.9f}")

    @property
    def value(self) -> Fraction:
        return Fraction(self.fraction) if self.fraction else Fraction(self.percent) / 100


mean, percentage = Exact.of, Percentage.of


def decimal(value: Number) -> str:
    """A figure as digits: twelve that count where it is exact, else those that are known."""
    return decimal_text(value) if isinstance(value, Fraction) else f"{value:.9f}"


def root(value: Number) -> str:
    """A square root, likewise."""
    if isinstance(value, Fraction):
        return square_root_text(value) if value else "0"
    return f"{math.sqrt(value):.9f}"


def head_of(configuration: Configuration) -> dict[str, object]:
    """What begins and ends every answer on a game: its schema, the configuration, and the hash of the game's rules."""
    return {"schema": SCHEMA, "game": str(configuration), "game_hash": configuration.game_hash}


def estimate(value: Number) -> str:
    """A figure with as many digits as it has: all that are exact, or those of an estimate."""
    return decimal_text(Fraction(value), 12 if isinstance(value, Fraction) else ESTIMATED_DIGITS)


def digits_of(value: float, digits: int) -> str:
    """A float to so many digits that count, without an exponent.

    >>> digits_of(6.685712e-05, 3), digits_of(0.25, 3)
    ('0.0000669', '0.25')
    """
    return decimal_text(Fraction(value), digits)


def error_text(error: float) -> str:
    """A standard error; more than two digits would mean nothing."""
    return decimal_text(Fraction(error), ERROR_DIGITS)


def in_dollars(cents: Fraction | int) -> str:
    """An amount in dollars, every digit that it has."""
    return decimal_text(Fraction(cents) / 100)


def never_certain(chance: float) -> str:
    """A chance of at most six digits that is not rounded to certainty.

    >>> never_certain(0.25), never_certain(0.99999969), never_certain(1.0)
    ('0.25', '0.9999997', '1')
    """
    text = digits_of(chance, ESTIMATED_DIGITS)
    return text if float(text) < 1 or chance >= 1 else f"{1 - float(f'{1 - chance:.1g}'):.15g}"


def chance_text(chance: Number) -> str:
    """A chance; one that is not exact is never rounded to certainty."""
    return decimal_text(chance) if isinstance(chance, Fraction) else never_certain(chance)


def by_key(keys: Iterable[Number], how: Callable[[Any], object]) -> Written:
    """Figures by what they are of, in the order of the keys."""
    names = [f"{float(key):g}" for key in keys]
    return Written(lambda values: dict(zip(names, map(how, values), strict=True)))


def to_places(places: int) -> Written:
    """A figure with so many digits after its point."""
    return Written(lambda value: f"{float(value):.{places}f}")


Decimal = Annotated[str, Written(decimal)]
Root = Annotated[str, Written(root)]
Estimated = Annotated[str, Written(estimate)]
Error = Annotated[str, Written(error_text)]
Odds = Annotated[str, Written(format_odds)]
Dollars = Annotated[str, Written(in_dollars)]  # Of cents, every digit that they have.
Money = Annotated[str, Written(format_money)]  # Of cents, two digits.
Chance = Annotated[str, Written(chance_text)]
Fractional = Annotated[str, Written(fraction_text)]
