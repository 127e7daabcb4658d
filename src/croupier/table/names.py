"""Names at a table: what a guest may be called, and how two who look alike are told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from croupier.errors import BadInput

LENGTH = 24
MOST_MARKS = 2
"""Accents on one letter: more of them would run over the neighbors."""
OF_THE_HOUSE = ("bot", "croupier", "dealer", "house", "you")
"""First words that only the house uses."""


def shown_name(name: str) -> str:
    """A name as the table shows it.

    >>> shown_name("  Mara   B. ")
    'Mara B.'
    """
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if not shown or len(shown) > LENGTH or not shown.isprintable() or not any(map(str.isalnum, shown)):
        raise BadInput(f"'{shown[:40]}' is not a name for the table", hint=f"1 to {LENGTH} letters")
    marks = 0
    for letter in unicodedata.normalize("NFD", shown):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            raise BadInput("a name takes at most two accents on a letter", hint=f"1 to {LENGTH} letters")
    if _folded(shown).split()[0] in OF_THE_HOUSE:
        raise BadInput(f"'{shown}' would pass for somebody of the house", hint="another name")
    return shown


def told_apart(name: str, others: Iterable[str], seat: int) -> str:
    """The name with its seat where somebody at the table already has one that looks like it.

    >>> told_apart("MARA", ["Mara"], 3)
    'MARA (seat 3)'
    """
    return f"{name} (seat {seat})" if _folded(name) in {_folded(each) for each in others} else name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
