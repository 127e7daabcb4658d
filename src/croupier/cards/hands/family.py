"""What a paytable row can name: a family of hands, its classes and its events.

A *class* is all that a family knows of a hand (for Keep It Straight: length and top card). An *event* is a named
predicate over classes; a paytable row names one. A *category* is a coarse, disjoint name for a class, used to list
what a table leaves unpaid. Because the classes are finite, the rulebook can prove that every row is reachable, and
fast paths can tabulate a table's pays by class instead of restating them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from croupier.cards.hands.vocabulary import Event, Events, length_phrase

LONGEST: Final = 7  # No game deals a hand of more than seven cards.


class Ranked(Protocol):
    """A class of hands: the better one is the higher, and both may stand in sets and maps."""

    def __lt__(self, other: Any, /) -> bool: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Setting:
    """The operator's choices that change which hands an event names; most families ignore them."""

    decks: int = 1
    ranks: tuple[int, ...] = ()  # Chosen ranks, highest first (Perfect Pairs: the aces' stand-ins).
    suit: int = 3
    colored_ace: str = "any-position"


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """One kind of hand: every class it can have, and the events a row may name; told apart by identity."""

    name: str
    classify: Callable[[Sequence[int], Sequence[int], Setting], Ranked]
    """The class of what a wager sees: the player's own cards, and the dealer's."""
    sizes: range
    """How many cards, own and dealer's together, the classifier can take. One more card never makes a hand worse."""
    every_class: Callable[[Setting], Iterable[Ranked]]
    """Every class that some hand can have in this setting (two decks hold no three identical cards)."""
    events: Mapping[str, Event]
    category: Callable[[Any], str]
    categories: tuple[str, ...]  # Every category, best first.
    describe: Callable[[Any], str]  # A class in the words of the felt, as in "pair of eights".
    whose_matters: bool = False  # Whether the class depends on which cards are the player's and which the dealer's.
    names_suits: bool = False
    """Whether the class names a suit, so that hands that differ only in suits may differ in class."""
    from_a_shoe: bool = False  # Whether the class depends on the operator's setting and the number of decks.
    representatives: Callable[[Setting], Iterable[Ranked]] | None = None
    """Fewer classes that still show every combination of events, where the family has thousands."""

    def witnesses(self, setting: Setting) -> Iterable[Ranked]:
        """Classes enough to prove what a table pays and what it leaves unpaid."""
        return (self.representatives or self.every_class)(setting)


def category_words(category: str) -> str:
    """A category as people say it.

    >>> category_words("straight_flush_3"), category_words("straight_flush_6_ace_high"), category_words("no_pair")
    ('3-card straight flush', '6-card straight flush, ace high', 'no pair')
    """
    counted = re.fullmatch(r"([a-z_]+)_(\d)(?:_([a-z_]+))?(.*)", category)
    if not counted:
        return category.replace("_", " ")
    made, cards, which, aside = counted.groups()
    return (f"{cards}-card {made}" + (f", {which}" if which else "") + aside).replace("_", " ")


def family_of_lengths(
    name: str,
    one: str,
    classify: Callable[[Iterable[int]], Ranked],
    every_class: Callable[[Setting], Iterable[Ranked]],
    describe: Callable[[Any], str],
    representatives: Callable[[Setting], Iterable[Ranked]] | None = None,
) -> Family:
    """A family whose hands are told apart by how many cards make them: straights and flushes of two to seven cards.

    A row of a shorter length takes longer hands too, so a table may lack a row (reading P28).
    """
    lengths = range(LONGEST, 1, -1)
    return Family(
        name=name,
        classify=lambda own, dealer, _setting: classify((*own, *dealer)),
        sizes=range(1, LONGEST + 1),
        every_class=every_class,
        events=Events({f"{one}_{length}": at_least(length) for length in lengths}, (length_phrase(one),)),
        category=lambda hand: f"{one}_{hand.length}" if hand.length > 1 else f"no_{one}",
        categories=(*(f"{one}_{length}" for length in lengths), f"no_{one}"),
        describe=describe,
        representatives=representatives,
    )


def at_least(length: int) -> Event:
    """The event of this many cards or more."""
    return lambda hand, _setting: hand.length >= length
