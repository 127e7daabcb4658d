"""The people of a book: one list for all of its links, in which an id and a name always belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.checking import as_read
from croupier.jackpot.state import LinkState

Colleagues = Callable[[], Mapping[str, str]]
"""By id, the names of the people of the other links of a book."""


def nobody_else() -> Mapping[str, str]:
    """For callers that see only one link."""
    return {}


def names_of(state: LinkState) -> dict[str, str]:
    """By id, everybody who is or was on a link; before its first plan is in force, nobody."""
    return {**state.names, **({each.id: each.name for each in state.plan.people} if state.plan else {})}


def colleagues_of(store: Store, link: str) -> Colleagues:
    """A function that returns the people of the other links at the time of the call."""

    def look() -> Mapping[str, str]:
        found: dict[str, str] = {}
        for name in store.links():
            if name != link:
                found |= names_of(read_state(store, name))
        return found

    return look


def joining(people: Iterable[tuple[str, str]], known: Mapping[str, str]) -> list[str]:
    """What the store keeps once for people who are new to the whole book: their id and their name, as it is read.

    Two links that take on a new person at the same instant cannot see each other; the store accepts one of them.

    >>> joining([("kim", "Kim  Lee"), ("eve", "Eve")], {"eve": "Eve"})
    ['person kim', 'name kim lee']
    """
    new = [(id, name) for id, name in people if id not in known]
    return [key for id, name in new for key in (f"person {id}", f"name {as_read(name)}")]


def contradictions(store: Store, links: Iterable[str]) -> list[str]:
    """People of two links who do not agree: one id with two names, or one name with two ids."""
    by_id: dict[str, tuple[str, str]] = {}
    by_name: dict[str, tuple[str, str]] = {}
    found = []
    for link in links:
        for id, name in names_of(read_state(store, link)).items():
            other, where = by_id.setdefault(id, (name, link))
            if as_read(other) != as_read(name):
                found.append(f"{id} is {other} on link {where} and {name} on link {link}")
            holder, where = by_name.setdefault(as_read(name), (id, link))
            if holder != id:
                found.append(f"{name} is {holder} on link {where} and {id} on link {link}")
    return found
