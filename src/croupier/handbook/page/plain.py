"""Text that came from outside, made safe to show: what a terminal or a page would obey is written out instead."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control and format characters, halves of a character, and what no font shows; other blanks are left alone."""


def plain(text: str) -> str:
    """One line without a control character: each is shown as the escape that would make it.

    >>> print(plain("dark" + chr(10) + "at fault: no" + chr(27) + "[2J" + chr(0xD800)))
    dark\\nat fault: no\\x1b[2J\\ud800
    """
    if text.isprintable():
        return text
    return "".join(_escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii") if unicodedata.category(letter) in _UNSEEN else letter
