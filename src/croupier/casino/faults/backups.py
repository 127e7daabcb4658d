"""A backup under torture: the journal as somebody wrote it down, with what the model knew then."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import NamedTuple

from croupier.jackpot.book.identity import Identity
from croupier.jackpot.journal import Entry, Head, History, NumberUse, Store
from croupier.torture.model import Model


class Saved(NamedTuple):
    """A backup, and what the model knew then."""

    entries: list[Entry]
    head: Head
    balances: dict[str, tuple[int, int]]
    model: Model
    identity: Identity
    others: tuple[NumberUse, ...]
    """Numbers that another link of the book has used."""


def write_down(store: Store, link: str, model: Model, identity: Identity, others: Sequence[NumberUse]) -> Saved:
    """All of a link's journal."""
    known = copy.deepcopy(model)
    return Saved(list(store.entries(link)), store.head(link), store.balances(link), known, identity, tuple(others))


def read_back(store: Store, link: str, saved: Saved) -> list[NumberUse]:
    """A backup into an empty store; the numbers of the other link come with it."""
    store.fill(History({link: saved.head}, {link: saved.balances}, saved.entries, saved.others))
    return list(saved.others)
