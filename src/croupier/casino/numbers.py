"""Numbers of checks, slips and deposits over all links of a book: a number that one link has used is used for all."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import Store


def used_twice(store: Store, links: Iterable[str]) -> list[str]:
    """Numbers that two links have used, because each checked before the other was done."""
    found: dict[str, list[str]] = {}
    for name in links:
        for key, seq in read_state(store, name).references.items():
            found.setdefault(key, []).append(f"link {name}, entry {seq}")
    return [f"{key} was used twice: {' and '.join(places)}" for key, places in sorted(found.items()) if places[1:]]
