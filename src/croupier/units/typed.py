"""Amounts and rates as people type them, on a command line or into a form."""

import re
from fractions import Fraction
from typing import Final

from croupier.errors import BadInput
from croupier.units.money import parse_money

_SMALL: Final = re.compile(
    r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?|[+-]?\d{1,18}/\d{1,18}", re.ASCII
)
_DOLLARS: Final = re.compile(r"\$?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?)", re.ASCII)
SHOWN: Final = 40  # Letters of a wrong value that are quoted.


def dollars_of(text: str, what: str = "amount") -> int:
    """Cents from an amount of dollars as people type it.

    >>> dollars_of("$1,250.50"), dollars_of("1250.5")
    (125050, 125050)
    """
    match = _DOLLARS.fullmatch(text.strip())
    return parse_money(match[1].replace(",", "") if match else text, what)


def fraction_of(text: str) -> Fraction:
    """An exact number of a size that people type; ValueError for anything else, before a huge power is worked out.

    >>> fraction_of("1/3"), fraction_of("2.5e-3")
    (Fraction(1, 3), Fraction(1, 400))
    >>> fraction_of("1e999999999")
    Traceback (most recent call last):
    ValueError: not a number that people type
    """
    if not _SMALL.fullmatch(text.strip()):
        raise ValueError("not a number that people type")
    return Fraction(text.strip())


def part(text: str, what: str = "rate", of: str = "a wager") -> Fraction:
    """A part of one: 18% or 0.18.

    >>> part("18%"), part("0.18")
    (Fraction(9, 50), Fraction(9, 50))
    """
    try:
        found = fraction_of(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{text[:SHOWN]}' is not a {what}", hint="as in 18% or 0.18") from None
    if not 0 <= found <= 1:
        raise BadInput(f"'{text[:SHOWN]}' is not a part of {of}", hint="from 0 to 1, as in 18% or 0.18")
    return found
