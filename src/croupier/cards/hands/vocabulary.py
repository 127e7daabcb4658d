"""The words in which an operator names events: plain names, and phrases with ranks, kickers and suits.

A family lists its plain events; a *phrase* such as ``two_pair:T+`` or ``suited:A:K/Q/J`` is understood when a row
names it. Ranks are written as ``A``, ``K/Q/J``, ``2-T`` or ``T+``. docs/reference/tables-of-your-own.md lists them.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple

from croupier.cards.cards import ACE, SUIT_NAMES, parse_rank
from croupier.errors import CardError

Event = Callable[[Any, Any], bool]
COLORS: Final = {"red": (1, 2), "black": (0, 3)}


class Phrase(NamedTuple):
    """One way to name events: its first word, what may follow it, and what it means."""

    word: str
    form: str  # As the documentation writes it, such as ``pair:RANKS:KICKERS``.
    example: str
    meaning: str
    build: Callable[[list[str]], Event | None]
    """The event of what follows the first word; None where that makes no sense."""


class Events(dict[str, Event]):
    """The plain events of a family by name, and every phrase that it understands.

    Iterating lists the plain ones; looking up or asking for a phrase builds its event once.
    """

    def __init__(self, plain: Mapping[str, Event], phrases: tuple[Phrase, ...] = ()) -> None:
        super().__init__(plain)
        self.phrases = phrases
        self._built: dict[str, Event | None] = {}

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and self._event(name) is not None)

    def __missing__(self, name: str) -> Event:
        event = self._event(name)
        if event is None:
            raise KeyError(name)
        return event

    def _event(self, name: str) -> Event | None:
        if name not in self._built:
            word, *rest = name.split(":")
            found = (phrase.build(rest) for phrase in self.phrases if phrase.word == word)
            self._built[name] = next((event for event in found if event), None)
        return self._built[name]

    def is_phrase(self, name: str) -> bool:
        """Whether a name is more than one of the plain ones."""
        return not super().__contains__(name)


def rank_set(text: str) -> frozenset[int] | None:
    """``A``, ``K/Q/J``, ``2-T`` or ``T+`` as a set of ranks; None where it is none of these.

    >>> sorted(rank_set("Q+"))
    [12, 13, 14]
    """
    found: set[int] = set()
    for part in text.split("/"):
        try:
            if part.endswith("+"):
                found.update(range(parse_rank(part[:-1]), ACE + 1))
            elif "-" in part:
                low, _, high = part.partition("-")
                span = range(parse_rank(low), parse_rank(high) + 1)
                if not span:
                    return None
                found.update(span)
            else:
                found.add(parse_rank(part))
        except CardError:
            return None
    return frozenset(found)


def suit_set(text: str) -> frozenset[int] | None:
    """``hearts``, ``hearts/spades``, ``red`` or ``black`` as a set of suits."""
    found: set[int] = set()
    for part in text.split("/"):
        if part in COLORS:
            found.update(COLORS[part])
        elif part in SUIT_NAMES:
            found.add(SUIT_NAMES.index(part))
        else:
            return None
    return frozenset(found)


def of_kind(category: object) -> Callable[[list[str]], Event | None]:
    """Hands of just this kind whose telling ranks, in order, lie in the sets that follow."""

    def build(parts: list[str]) -> Event | None:
        sets = [rank_set(part) for part in parts]
        if not 1 <= len(sets) <= 3 or None in sets:
            return None
        return lambda hand, _setting: (
            hand.category == category
            and len(hand.ranks) >= len(sets)
            and all(rank in wanted for rank, wanted in zip(hand.ranks, sets, strict=False) if wanted is not None)
        )

    return build


def from_mark(make: Callable[[str, tuple[int, ...]], object]) -> Callable[[list[str]], Event | None]:
    """A hand of this kind led by this rank, with these kickers, or any better hand."""

    def build(parts: list[str]) -> Event | None:
        try:
            mark = make(parts[0], tuple(parse_rank(part) for part in parts[1:]))
        except (CardError, ValueError, KeyError, IndexError):
            return None
        return lambda hand, _setting: bool(hand >= mark)

    return build


def of_length(parts: list[str]) -> Event | None:
    """Straights and flushes of just this many cards, led by one of these ranks."""
    if len(parts) != 2 or not parts[0].isascii() or not parts[0].isdigit() or len(parts[0]) > 2:
        return None
    length, tops = int(parts[0]), rank_set(parts[1])
    if tops is None:
        return None
    return lambda hand, _setting: hand.length == length and _top(hand) in tops


def length_phrase(word: str) -> Phrase:
    """The phrase of a family whose hands are told apart by how many cards make them."""
    meaning = "just this many cards, led by one of these ranks"
    return Phrase(word, f"{word}:LENGTH:RANKS", f"{word}:5:T+", meaning, of_length)


def _top(hand: Any) -> int:
    return int(hand.ranks[0]) if hasattr(hand, "ranks") else int(hand.high)


def poker_phrases(categories: type[IntEnum], make: Callable[[str, tuple[int, ...]], object]) -> tuple[Phrase, ...]:
    """The phrases of a family of poker hands: one for each kind, and "this hand or better"."""
    kinds = tuple(
        Phrase(
            category.name.lower(),
            f"{category.name.lower()}:RANKS[:RANKS[:RANKS]]",
            _EXAMPLES.get(category.name.lower(), f"{category.name.lower()}:A"),
            "just this kind, led by one of these ranks; then the next telling rank: the second pair or the kickers",
            of_kind(category),
        )
        for category in reversed(categories)
    )
    mark = Phrase(
        "at_least",
        "at_least:KIND:RANK[:RANK...]",
        "at_least:two_pair:T" if hasattr(categories, "TWO_PAIR") else "at_least:pair:A",
        "a hand of this kind that begins with these ranks, or any better one",
        from_mark(make),
    )
    return (*kinds, mark)


_EXAMPLES: Final = {
    "pair": "pair:A:K",
    "two_pair": "two_pair:T+",
    "three_of_a_kind": "three_of_a_kind:5+",
    "high_card": "high_card:A:K",
    "straight_flush": "straight_flush:6-K",
}
