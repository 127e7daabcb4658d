"""Names and passwords that are not taken: a name that looks like another's, a password that everybody tries first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from croupier.errors import BadInput

SHORTEST: Final = 10
"""Letters in a password."""
_LATIN: Final = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝɡ" + "αβεικνορτυχγωϲ",
    "abekmhopctyxijsdhlqwg" + "abeikvoptuxywc",
)
"""Letters of Cyrillic and Greek that look like Latin ones; capitals are made small first."""
_LOOKS: Final = str.maketrans("01", "ol")
_MEANT: Final = str.maketrans("01345@$!", "oieasasi")
"""Digits and signs that people type for a letter."""
_TRIED_FIRST: Final = frozenset(
    """
    password passwort passphrase passcode letmein welcome login admin administrator qwerty qwertyuiop qwertz asdfgh
    asdfghjkl zxcvbn iloveyou sunshine princess football baseball basketball superman batman dragon monkey shadow master
    trustno changeme default secret whatever starwars freedom computer internet summer winter spring autumn january
    february march april june july august september october november december monday tuesday wednesday thursday friday
    saturday sunday casino jackpot croupier dealer supervisor blackjack poker roulette abc abcd abcde abcdef abcdefgh
    test testtest guest user root
    """.split()
)


def skeleton(name: str) -> str:
    """What a name looks like: names with one skeleton cannot be told apart on a screen.

    >>> {skeleton(name) for name in ("sam", "Sam.", "ѕаm", "s am")}
    {'sam'}
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(letter for letter in folded.translate(_LATIN) if letter.isalnum())
    return seen.translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def check_name(person: str, known: Iterable[str]) -> None:
    """BadInput for a name that nobody should log in under: it cannot be typed, or looks like that of somebody else.

    >>> check_name("sаm", ["sam", "robin"])
    Traceback (most recent call last):
        ...
    croupier.errors.BadInput: the name sаm looks like sam, who is somebody else
    hint: nobody could tell them apart in a journal; add a letter or a number
    """
    if not person.strip() or person != person.strip() or not person.isprintable() or not skeleton(person):
        raise BadInput(f"{person[:40]!r} is not a name", hint="letters and digits, with no blank at either end")
    looks = skeleton(person)
    for other in known:
        if other != person and skeleton(other) == looks:
            raise BadInput(
                f"the name {person[:40]} looks like {other[:40]}, who is somebody else",
                hint="nobody could tell them apart in a journal; add a letter or a number",
            )


def check_password(password: str, person: str = "") -> None:
    """BadInput for a password that is short, or that somebody guesses in the first thousand tries.

    >>> check_password("password1234")
    Traceback (most recent call last):
        ...
    croupier.errors.BadInput: this password is one of the first that anybody tries
    hint: a few words in a row are easy to remember
    """
    hint = "a few words in a row are easy to remember"
    if len(password) < SHORTEST:
        raise BadInput(f"a password has at least {SHORTEST} letters", hint=hint)
    lowered = password.casefold()
    if not any(letter.isalpha() for letter in lowered):
        raise BadInput("a password of digits alone is soon guessed", hint=hint)
    bare = lowered.strip("0123456789!?.,_-#*@$ ")
    words = {_letters(lowered), _letters(bare), _letters(lowered.translate(_MEANT)), _letters(bare.translate(_MEANT))}
    known = _TRIED_FIRST | ({_letters(person.casefold())} if person else set())
    if len(set(lowered)) < 5 or any(_once(word) in known for word in words):
        raise BadInput("this password is one of the first that anybody tries", hint=hint)


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())


def _once(word: str) -> str:
    """A word that is written several times in a row, once.

    >>> _once("passwordpassword"), _once("abab"), _once("horse")
    ('password', 'ab', 'horse')
    """
    for length in range(1, len(word) // 2 + 1):
        if len(word) % length == 0 and word[:length] * (len(word) // length) == word:
            return word[:length]
    return word
