"""What a paytable cell can order: odds *to* 1, odds *for* 1, fixed money, a share of a meter, a push, or nothing.

"3 to 1" returns the stake as well, "3 for 1" does not, so they are different types and never compare equal.
Fixed money and meter shares are "for 1": the amount is everything the player receives (reading K18).
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from croupier.units.money import dollars, parse_money

Basis = Literal["to", "for"]


@dataclass(frozen=True, slots=True)
class ToOne:
    """Pays this many times the stake, and the stake comes back."""

    odds: Fraction


@dataclass(frozen=True, slots=True)
class ForOne:
    """Pays this many times the stake, and the stake is kept by the house."""

    odds: Fraction


@dataclass(frozen=True, slots=True)
class Fixed:
    """Pays this much money for each unit of the base wager; the stake is kept by the house."""

    cents: int


@dataclass(frozen=True, slots=True)
class MeterShare:
    """Pays this percentage of a displayed jackpot; level is None where the table has a single meter."""

    percent: Fraction
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Push:
    """The stake comes back and nothing more."""


@dataclass(frozen=True, slots=True)
class NoPay:
    """A printed dash: this table lacks the row, and the hand is graded on the remaining ones (reading P28)."""


Pay = ToOne | ForOne | Fixed | MeterShare | Push | NoPay

_ODDS = re.compile(r"(\d{1,12}(?:\.\d{1,6})?|\d{1,12}/[1-9]\d{0,11})(?: (to|for) 1)?", re.ASCII)
_METER = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)%(?: Lv\.([1-9]\d?))?", re.ASCII)


def parse_pay(text: str, basis: Basis) -> Pay:
    """Read a cell as it is printed; ValueError says what is wrong with it.

    >>> parse_pay("50", "to")
    ToOne(odds=Fraction(50, 1))
    >>> parse_pay("100% Lv.2", "for")
    MeterShare(percent=Fraction(100, 1), level=2)
    >>> parse_pay("$300", "to")
    Traceback (most recent call last):
    ...
    ValueError: '$300' is a "for 1" pay in a "to 1" table
    """
    if text == "-":
        return NoPay()
    if text == "push":
        return Push()
    if text.startswith("-"):
        raise ValueError(f"'{text}' is negative; a pay is at least zero")
    if text.startswith("$"):
        if basis == "to":
            raise ValueError(f"""'{text}' is a "for 1" pay in a "to 1" table""")
        cents = parse_money(text[1:].replace(",", ""), "pay")
        if cents == 0:
            raise ValueError(f"'{text}' pays nothing; write a dash where the table has no pay")
        return Fixed(cents)
    if match := _METER.fullmatch(text):
        if basis == "to":
            raise ValueError(f"""'{text}' is a "for 1" pay in a "to 1" table""")
        percent = Fraction(match[1])
        if not 0 < percent <= 100:
            raise ValueError(f"'{text}' is not a percentage of a meter; it must be above 0 and at most 100")
        return MeterShare(percent, int(match[2]) if match[2] else None)
    if match := _ODDS.fullmatch(text):
        if match[2] and match[2] != basis:
            raise ValueError(f"""'{text}' is a "{match[2]} 1" pay in a "{basis} 1" table""")
        odds = Fraction(match[1])
        if odds == 0:
            raise ValueError(f"'{text}' pays nothing; write a dash where the table has no pay")
        return ToOne(odds) if basis == "to" else ForOne(odds)
    raise ValueError(f"'{text}' is not a pay; expected odds such as 50, money such as $300, a share such as 100%, or -")


def format_odds(odds: Fraction) -> str:
    """A decimal string where one is exact (``1.5``), else ``n/d``."""
    if odds.denominator == 1:
        return str(odds.numerator)
    numerator, denominator = odds.numerator, odds.denominator
    for places in range(1, 7):
        if 10**places % denominator == 0:
            scaled = str(numerator * (10**places // denominator)).rjust(places + 1, "0")
            return f"{scaled[:-places]}.{scaled[-places:]}"
    return f"{numerator}/{denominator}"


def describe_pay(pay: Pay) -> str:
    """The cell as a person reads it: ``50 to 1``, ``$300``, ``100% of level 1``, ``–``."""
    match pay:
        case ToOne(odds):
            return f"{format_odds(odds)} to 1"
        case ForOne(odds):
            return f"{format_odds(odds)} for 1"
        case Fixed(cents):
            return dollars(cents)
        case MeterShare(percent, None):
            return f"{format_odds(percent)}%"
        case MeterShare(percent, level):
            return f"{format_odds(percent)}% of level {level}"
        case Push():
            return "push"
        case NoPay():
            return "–"


def handed_back(pay: Pay) -> Fraction | None:
    """What a pay hands back for each unit staked, the stake included where the pay includes it; None for a share."""
    match pay:
        case ToOne(odds):
            return odds + 1
        case ForOne(odds):
            return odds
        case Fixed(cents):
            return Fraction(cents, 100)
        case Push():
            return Fraction(1)
        case NoPay():
            return Fraction(0)
        case MeterShare():
            return None
