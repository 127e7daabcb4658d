"""What every family of hands obeys: its classes are complete, and what it says of itself is true.

Exact counters believe a family's word that suits, or whose cards they are, do not matter. Here it is tried.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from croupier.cards.cards import Card
from croupier.cards.hands import Family, Setting
from croupier.cards.shuffle import SeededSource, draw, shuffle
from croupier.errors import LawBroken
from croupier.exact.counting.one_deck import Pack

LAW: Final = "a family of hands is what it says"


def check_family(family: Family, pack: Pack, own: int, dealer: int, setting: Setting, hands: int) -> None:
    """Try the family on random hands of the cards that a wager sees."""
    listed = list(family.every_class(setting))
    known = set(listed)
    if len(known) < len(listed):
        raise _broken(family, "every_class lists a class twice")
    for each in listed:
        if family.category(each) not in family.categories:
            raise _broken(family, f"the category {family.category(each)!r} of {each} is not among its categories")
        if not family.describe(each):
            raise _broken(family, f"there are no words for {each}")
    for name, event in family.events.items():
        if not any(event(each, setting) for each in listed):
            raise _broken(family, f"no class reaches the event {name}")
    for number in range(hands):
        source = SeededSource(f"{family.name}/{number}")
        cards = draw(source, pack.cards * setting.decks, own + dealer)
        mine, theirs = cards[:own], cards[own:]
        found = family.classify(mine, theirs, setting)
        if found not in known:
            raise _broken(family, f"{found} of {cards} is not among every_class")
        _same(family, found, shuffle(source, mine), theirs, setting, "the order of the cards")
        if not family.whose_matters:
            _same(family, found, (*mine, *theirs), (), setting, "whose cards they are")
        if not family.names_suits:
            suits = dict(zip(pack.suits, _shuffled(source, pack.suits), strict=True))
            moved = [tuple(Card.of(card.rank, suits[card.suit]) for card in side) for side in (mine, theirs)]
            _same(family, found, moved[0], moved[1], setting, "the suits' names")


def _shuffled(source: SeededSource, suits: Sequence[int]) -> list[int]:
    left = list(suits)
    return [left.pop(source.below(len(left))) for _ in suits]


def _same(
    family: Family, found: Hashable, own: Sequence[Card], dealer: Sequence[Card], setting: Setting, what: str
) -> None:
    other = family.classify(own, dealer, setting)
    if other != found:
        raise _broken(
            family,
            f"{what} may not matter, but {own} {dealer} is {other} and not {found}",
            hint="say whose_matters or names_suits in hands.py where they do",
        )


def _broken(family: Family, what: str, hint: str | None = None) -> LawBroken:
    return LawBroken(LAW, f"family {family.name}", what, hint=hint)
