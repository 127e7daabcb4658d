"""Names as people see them: two that cannot be told apart on a screen are one."""

import re
import unicodedata
from typing import Final

_LATIN: Final = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝɡ" + "αβεικνορτυχγωϲ",
    "abekmhopctyxijsdhlqwg" + "abeikvoptuxywc",
)
"""Letters of Cyrillic and Greek that look like Latin ones; capitals are made small first."""
_LOOKS: Final = str.maketrans("01", "ol")
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


def _drawn(letters: str) -> str:
    """Letters of other alphabets, and pairs, as the Latin ones that they look like; without blanks and signs."""
    seen = "".join(letter for letter in letters.translate(_LATIN) if letter.isalnum())
    return seen.translate(_LOOKS).replace("rn", "m").replace("vv", "w")
