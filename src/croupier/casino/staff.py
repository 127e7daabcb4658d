"""The people of a book: one list for all of its links, in which an id and a name always belong together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.jackpot.book.deciding import Colleagues
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.checking import as_read
from croupier.jackpot.state import LinkState


def names_of(state: LinkState) -> dict[str, str]:
    """By id, everybody who is or was on a link, as far as it knows."""
    plan = state.plan or (state.proposal.plan if state.proposal else None)
    return {**state.names, **({each.id: each.name for each in plan.people} if plan else {})}


def colleagues_of(store: Store, link: str) -> Colleagues:
    """A function that returns the people of the other links at the time of the call."""

    def look() -> Mapping[str, str]:
        found: dict[str, str] = {}
        for name in store.links():
            if name != link:
                found |= names_of(read_state(store, name))
        return found

    return look


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
