"""The words of an event or a threshold itself, printed beside an operator's label that says something else.

A label is free text, and what it says may differ from what its row pays. Wherever the two do not name the same ranks
and hands, the row's own words follow the label in parentheses, so that nothing contrary can be posted.
"""

import re
from typing import Final

from croupier.cards.cards import RANK_LETTERS, rank_name

_RANKS: Final = {letter: rank_name(place) for place, letter in enumerate(RANK_LETTERS, 2)}
_RANK_SET: Final = re.compile(rf"[{RANK_LETTERS}]([-/][{RANK_LETTERS}])*\+?")
_SHORT: Final = re.compile(r"\b[AKQJT]{1,2}\b")
_ACE: Final = re.compile(r"\bA(?=[-/+])|(?<=[-/])A\b")  # The letter where it cannot be an article.
_SMALL: Final = frozenset("a an and any by card dealer hand in kind of on or player s the through to with your".split())
_UPWARD: Final = frozenset(("above", "better", "higher", "least", "more", "over", "up"))
_SAME: Final = {"sixe": "six", "offsuit": "off", "suit": "suited", "win": "beat"} | {
    str(place): rank_name(place) for place in range(2, 11)
}


def event_words(event: str) -> str:
    """An event as a person reads it.

    >>> event_words("pair:K/Q/J"), event_words("at_least:two_pair:T")
    ('pair: king or queen or jack', 'at least two pair: ten')
    >>> event_words("beats_dealer_with:at_least:cards:A:K")
    'beats dealer with at least cards: ace, king'
    """
    head, *parts = event.split(":")
    while parts and head.endswith(("at_least", "_with")):
        head, *parts = f"{head} {parts[0]}", *parts[1:]
    named = ", ".join(_ranks(part) for part in parts)
    return head.replace("_", " ") + (f": {named}" if named else "")


def _ranks(part: str) -> str:
    if not _RANK_SET.fullmatch(part):
        return part.replace("/", " or ")
    words = re.sub(f"[{RANK_LETTERS}]", lambda match: _RANKS[match[0]], part)
    return words.replace("/", " or ").replace("-", " to ").replace("+", " or higher")


def with_own_words(label: str, words: str, *, is_threshold: bool = False) -> str:
    """The label, followed by the row's own words where it names other ranks or hands.

    >>> with_own_words("Pair of Aces", "pair: ace"), with_own_words("Any Pair", "pair: ace")
    ('Pair of Aces', 'Any Pair (pair: ace)')
    """
    dropped = {"^"} if is_threshold else set()
    return label if _meant(label) - dropped == _meant(words) - dropped else f"{label} ({words})"


def _meant(text: str) -> set[str]:
    """The telling words of a label: ranks by name, plurals as one, "or better" in every form as one sign."""
    spelled = _ACE.sub(_RANKS["A"], text)
    spelled = _SHORT.sub(lambda match: " ".join(_RANKS[each] for each in match[0]) if match[0] != "A" else "A", spelled)
    found = (token[:-1] if token.endswith("s") and len(token) > 1 else token for token in _tokens(spelled))
    named = {_SAME.get(each, each) for each in found}
    return {"^" if each in _UPWARD else each for each in named} - _SMALL - {"at", "at_least"}


def _tokens(text: str) -> list[str]:
    return re.findall(r"[a-z]+|[0-9]+", text.casefold())


def same_label(label: str) -> str:
    """What two labels share that read alike."""
    return " ".join(_tokens(label)) or label.strip().casefold()
