"""Figures as they are printed: rounded to fixed places, so that a column is aligned on its decimal point."""

from __future__ import annotations

from fractions import Fraction

from croupier.units.chance import fixed_text

Number = Fraction | float


def fixed(value: Number | None, places: int) -> str:
    """A figure with this many places, thousands apart; half to even, as exact as it comes.

    >>> fixed(Fraction(-2, 3), 4), fixed(Fraction(1234567), 0), fixed(None, 2)
    ('-0.6667', '1,234,567', '–')
    """
    return "–" if value is None else fixed_text(Fraction(value), places)


def percent(value: Number | None, places: int = 6) -> str:
    """A part of one in percent, without the sign."""
    return fixed(None if value is None else Fraction(value) * 100, places)


def likely(value: Number | None, places: int = 4) -> str:
    """A probability in percent that never rounds to certainty."""
    if value is None:
        return "–"
    text = percent(value, places)
    least = Fraction(1, 10 ** (places + 2))
    if 0 < value < least / 2:
        return f"< {fixed(least * 100, places)}"
    if 1 - least / 2 < value < 1 or (value >= 1 and isinstance(value, float)):
        return f"> {fixed(100 - least * 100, places)}"
    return text


def money(cents: int) -> str:
    """Dollars with two places, thousands apart, without the sign.

    >>> money(5000037), money(-99)
    ('50,000.37', '-0.99')
    """
    return fixed(Fraction(cents, 100), 2)


def in_dollars(cents: Fraction | int) -> str:
    """An amount that need not be a whole number of cents, in dollars to the cent.

    >>> in_dollars(Fraction(-250, 3))
    '-$0.83'
    """
    return f"${fixed(Fraction(cents) / 100, 2)}" if cents >= 0 else f"-${fixed(-Fraction(cents) / 100, 2)}"
