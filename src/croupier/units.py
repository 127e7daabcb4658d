"""Money, odds, chance, and amounts as people type them. Money is a whole number of cents, and a probability is a
fraction: a decimal string is only how either is written down. "3 to 1" returns the stake as well, "3 for 1" does not,
so they are different types and never compare equal. Fixed money and meter shares are "for 1": the amount is everything
the player receives (reading K18).

>>> parse_money("10.5"), format_money(1050), format_money(-99)
(1050, '10.50', '-0.99')
>>> decimal_text(Fraction(-128, 5525)), percent_text(Fraction(1, 3))
('-0.0231674208145', '33.3333333333 %')
"""

import math
import re
import unicodedata
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Final, Literal

from croupier.errors import BadInput, MoneyError

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


_LATIN: Final = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝɡ" + "αβεικνορτυχγωϲ" + "ɑɢɪɴʀʏʙʜʟᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱ",
    "abekmhopctyxijsdhlqwg" + "abeikvoptuxywc" + "aginrybhlacdejkmoptuvwzfs",
)
"""Letters of Cyrillic and Greek, and small capitals, that look like Latin ones; capitals are made small first."""
_LOOKS: Final = str.maketrans("01i\u0131", "olll")  # A large i is drawn as a small l.
_UNSEEN: Final = re.compile("[\\u115f\\u1160\\u2800]")  # Letters and signs that are shown as a space.
_NO_WIDTH: Final = re.compile("[\\u034f\\u17b4\\u17b5\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\U000e0100-\\U000e01ef]")
"""Marks that are not shown at all."""


def as_read(name: str) -> str:
    """A name as people read it on a screen: accents count, however they are typed; what is not seen does not.

    >>> as_read("Jose\\u0301  PE\\u00d1A\\u3164.") == as_read("Jos\\u00e9 Pen\\u0303a") != as_read("Jose Pena")
    True
    """
    shown = _NO_WIDTH.sub("", _UNSEEN.sub(" ", unicodedata.normalize("NFKC", name).casefold()))
    return _drawn(unicodedata.normalize("NFKC", shown))


def skeleton(name: str) -> str:
    """What a name looks like without its accents: nobody logs in under one that could be taken for another.

    >>> {skeleton(name) for name in ("sam", "Sam.", "ѕаm", "s am")}
    {'sam'}
    """
    return _drawn(unicodedata.normalize("NFKD", as_read(name)))


def mixes_alphabets(name: str) -> bool:
    """Whether Latin letters stand beside others in one word: more of those look alike than any list has.

    >>> mixes_alphabets("Ro\ua4e0in"), mixes_alphabets("\u0418\u0432\u0430\u043d Lee")
    (True, False)
    """
    for word in unicodedata.normalize("NFKC", name).split():
        letters = (sign for sign in word if sign.isalpha() or (sign > "\x7f" and unicodedata.category(sign)[0] in "NS"))
        alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
        if "LATIN" in alphabets and len(alphabets) > 1:
            return True
    return False


def _drawn(letters: str) -> str:
    """Letters of other alphabets, and pairs, as the Latin ones that they look like; without blanks and signs."""
    seen = "".join(letter for letter in letters.translate(_LATIN) if letter.isalnum())
    return seen.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


_TINY: Final = 1e-300
_PRECISION: Final = 1e-15


def normal_two_sided(z: float) -> float:
    """The probability that a standard normal value lies at least this far from zero, on either side.

    >>> round(normal_two_sided(1.959964), 6)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The probabilities of a value this small or smaller, and this large or larger.

    They are the regularized incomplete gamma functions P and Q at half the freedom and half the statistic: a power
    series below the bend, Lentz's continued fraction above it (DLMF 8.11.4 and 8.9.2).

    >>> [round(tail, 6) for tail in chi_square_tails(18.307038, 10)]
    [0.95, 0.05]
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 0.0, 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        lower = min(scale * _series(a, x), 1.0)
        return lower, 1 - lower
    upper = min(scale * _fraction(a, x), 1.0)
    return 1 - upper, upper


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    step = a
    while term > total * _PRECISION:
        step += 1
        term *= x / step
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value, i, change = d, 0, 0.0
    while abs(change - 1) > _PRECISION:
        i += 1
        numerator = i * (a - i)
        b += 2
        d = 1 / ((b + numerator * d) or _TINY)
        c = (b + numerator / c) or _TINY
        change = c * d
        value *= change
    return value


def poisson_two_sided(count: int, expected: float) -> float:
    """Twice the smaller tail of a Poisson count: this few or fewer, or this many or more; at most one.

    >>> round(poisson_two_sided(0, 3.0), 6), round(poisson_two_sided(9, 3.0), 6)
    (0.099574, 0.007606)
    """
    if expected <= 0:
        return 1.0 if count == 0 else 0.0
    # A Poisson count of k or more is a sum of k exponential waits within the mean: a chi-square of 2 k.
    at_least = chi_square_tails(2 * expected, 2 * count)[0] if count else 1.0
    at_most = chi_square_tails(2 * expected, 2 * (count + 1))[1]
    return min(1.0, 2 * min(at_least, at_most))
