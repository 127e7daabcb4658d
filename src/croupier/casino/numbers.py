"""Numbers of checks, slips and deposits over all links of a book: one that a link has used is used for all."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.jackpot.book.following import Follower
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import Store
from croupier.jackpot.money.numbers import Elsewhere


def used_elsewhere(store: Store, link: str) -> Elsewhere:
    """Looks a number up on the other links; each is followed from the first question on, so the next ones are quick."""
    followed: dict[str, Follower] = {}

    def look(key: str) -> str:
        for name in store.links():
            if name == link:
                continue
            if name not in followed:
                followed[name] = Follower(store, name)
            followed[name].catch_up()
            seq = followed[name].state.references.get(key)
            if seq:
                return f"link {name}, entry {seq}"
        return ""

    return look


def used_twice(store: Store, links: Iterable[str]) -> list[str]:
    """Numbers that two links have used: each looked before the other was done."""
    found: dict[str, list[str]] = {}
    for name in links:
        for key, seq in read_state(store, name).references.items():
            found.setdefault(key, []).append(f"link {name}, entry {seq}")
    return [f"{key} was used twice: {' and '.join(places)}" for key, places in sorted(found.items()) if places[1:]]
