"""Letters and digits: text from outside made safe to show, wrapped paragraphs, and numbers rounded for print."""

import re
import textwrap
import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from croupier.units import fixed_text

if TYPE_CHECKING:
    from croupier.exact.result import PlayRow

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control and format characters, halves of a character, and what no font shows; other blanks are left alone."""


def plain(text: str) -> str:
    """One line without a control character: each is shown as the escape that would make it.

    >>> print(plain("dark" + chr(10) + "at fault: no" + chr(27) + "[2J" + chr(0xD800)))
    dark\\nat fault: no\\x1b[2J\\ud800
    """
    if text.isprintable():
        return text
    return "".join(
        letter.encode("unicode_escape").decode("ascii") if unicodedata.category(letter) in _UNSEEN else letter
        for letter in text
    )


def capital(words: str) -> str:
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:]


WIDTH = 96
_BREAKS = re.compile("[\t\n\v\f\r]")


def paragraph(text: str, indent: str = "", first: str | None = None, width: int = WIDTH) -> str:
    """Text wrapped to the page, hanging under its first line."""
    return textwrap.fill(
        plain(_BREAKS.sub(" ", text)),
        width,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def heading(text: str, line: str = "=", width: int | None = None) -> str:
    """A title with a line under it; wrapped if it is wider than that."""
    lines = [plain(text)]
    if width is not None and len(lines[0]) > width:
        lines = textwrap.wrap(lines[0], width, break_on_hyphens=False, break_long_words=False)
    return "\n".join([*lines, line * min(max(map(len, lines)), width or 10**6)])


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
    """A probability in percent that never rounds to certainty, nor to nothing.

    >>> likely(0.0), likely(Fraction(0)), likely(0.25), likely(1.0)
    ('< 0.0001', '0.0000', '25.0000', '> 99.9999')
    """
    if value is None:
        return "–"
    text = percent(value, places)
    least = Fraction(1, 10 ** (places + 2))
    # A float that is zero or one was rounded there; only a fraction is exactly that.
    if 0 < value < least / 2 or (value <= 0 and isinstance(value, float)):
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


def usual_play(row: "PlayRow") -> str:
    """What the chart does, or what is best most often; and in how many of the deals that these words describe."""
    name = row.plays or max(row.best, key=lambda action: row.best[action])
    count = row.best.get(name, 0)
    share = Fraction(count, sum(row.best.values()))
    if row.plays:
        return name if share == 1 else f"{name} (best in {percent(share, 1)} %)"
    return name if share == 1 else f"{name} in {percent(share, 1)} %"
