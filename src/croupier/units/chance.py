"""Probabilities and figures as text: a fraction is the value, a decimal only its rendering.

>>> from fractions import Fraction
>>> decimal_text(Fraction(-128, 5525)), percent_text(Fraction(1, 3))
('-0.0231674208145', '33.3333333333 %')
"""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

SIGNIFICANT = 12  # Digits printed of a figure that is exact as a fraction.


def decimal_text(value: Fraction, digits: int = SIGNIFICANT) -> str:
    """A plain decimal with this many significant digits, rounded half to even; exact values are not padded."""
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return format(quotient, "f")


def percent_text(value: Fraction, digits: int = SIGNIFICANT) -> str:
    """A part of one in percent, with this many significant digits unless it is exact in fewer."""
    return f"{decimal_text(value * 100, digits)} %"


def fraction_text(value: Fraction) -> str:
    """Reduced ``n/d``, the denominator always shown."""
    return f"{value.numerator}/{value.denominator}"


def square_root_text(value: Fraction, digits: int = SIGNIFICANT) -> str:
    """The root of an exact value, correct in every digit printed."""
    wide = Context(prec=digits + 20)
    root = wide.sqrt(wide.divide(Decimal(value.numerator), Decimal(value.denominator)))
    return format(Context(prec=digits, rounding=ROUND_HALF_EVEN).plus(root), "f")


def fixed_text(value: Fraction, places: int) -> str:
    """A decimal with this many places, rounded half to even, thousands apart.

    >>> fixed_text(Fraction(20889, 2), 1), fixed_text(Fraction(-1, 3), 4)
    ('10,444.5', '-0.3333')
    """
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def exact_record(value: Fraction) -> dict[str, str]:
    """An exact value as a JSON record: the fraction, and its decimal rendering."""
    return {"fraction": fraction_text(value), "decimal": decimal_text(value)}
