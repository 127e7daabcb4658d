"""Money is a whole number of cents; a decimal string is only how it is written down.

>>> parse_money("10.5"), format_money(1050), format_money(-99)
(1050, '10.50', '-0.99')
"""

import re

from croupier.errors import MoneyError

MOST_CENTS = 10**15  # What thirteen digits before the point can hold, and more than any table takes.
_AMOUNT = re.compile(r"\d{1,13}(\.\d{1,2})?", re.ASCII)
_TOO_LARGE = re.compile(r"\d{14,}(\.\d{1,2})?", re.ASCII)


def parse_money(text: object, what: str = "amount") -> int:
    """Cents from a decimal string with at most two places; zero is an amount, a negative number is not."""
    if not isinstance(text, str):
        raise MoneyError(
            f"{what} {repr(text)[:40]} is not an amount", hint='write amounts as decimal strings, as in "10.00"'
        )
    if not _AMOUNT.fullmatch(text):
        if _TOO_LARGE.fullmatch(text):
            raise MoneyError(f"{what} '{text[:40]}' is too large", hint="at most 13 digits before the point")
        raise MoneyError(
            f"{what} '{text[:40]}' is not an amount in whole cents",
            hint="digits, at most two after the point, as in 10.00",
        )
    whole, _, cents = text.partition(".")
    return int(whole) * 100 + int(cents.ljust(2, "0") or "0")


def format_money(cents: int) -> str:
    """A decimal string with two places, the inverse of ``parse_money``."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def amount(cents: int, currency: str = "USD") -> str:
    """An amount with its unit: ``$2,000``, or ``2,000 play chips``."""
    shown = dollars(cents)
    return f"{shown.replace('$', '')} play chip{'s' * (cents != 100)}" if currency == "chips" else shown


def bare_amount(cents: int, currency: str = "USD") -> str:
    """An amount among others: ``$2,000``, or ``2,000`` where play chips are named once, beside them."""
    return dollars(cents).replace("$", "") if currency == "chips" else dollars(cents)


def dollars(cents: int) -> str:
    """As people write it on a felt: ``$300``, ``$2,000``, ``$0.50``."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{rest:02d}" if rest else "")
