"""Reading a link beside its writer: the state as of the last commit, and the gambling days that its journal holds.

Nothing here claims the link or waits for its writer. A day ends in an entry that carries the readings of every account
and the number of the entry after which the day began; a close names that entry and the close before it. So any day is
found by walking back from close to close, and only that day's entries are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from croupier.errors import BadInput, UnknownName
from croupier.jackpot.book.readings import readings
from croupier.jackpot.book.recovery import state_at
from croupier.jackpot.journal import AUDIT_HINT as _HINT
from croupier.jackpot.journal import GENESIS, Entry, Store, StoreBroken, Withheld
from croupier.jackpot.personal import PersonalRecord
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.state import LinkState


def personal_records(store: Store, link: str) -> dict[int, PersonalRecord] | None:
    """By number, whom prizes were paid to; None if the user of the database may not read that."""
    try:
        return {each.no: each for each in store.personal(link)}
    except Withheld:
        return None


class GamblingDay(NamedTuple):
    """Where a gambling day lies in the journal, and what the accounts read before and after it."""

    day: str
    after: int
    """The day's first entry is the next one. The first day begins with the journal, so its seed is explained too."""
    to: int
    hash_before: str
    opening: Mapping[str, Any]
    """The readings at the close of the day before; empty on the first day."""
    closing: Mapping[str, Any]
    """The readings at the close, or as of now while the day is open."""
    close: Entry | None
    """The entry that closed it; None while it is not closed."""


def read_state(store: Store, name: str) -> LinkState:
    """The state of a link as of its last commit, whoever writes it now.

    One that a process claimed and then died has no entry yet: nothing is known of it, and the other links go on.
    """
    head = store.head(name)
    if not head.seq and name not in store.links():
        raise UnknownName("link", name, store.links(), note="croupier jackpot show lists the links of a book")
    return state_at(store, name, head)


def live_plan(state: LinkState) -> LinkPlan:
    """The plan in force; BadInput where there is none."""
    if state.plan is None:
        raise BadInput(
            f"link {state.link} is not live: no plan of it has been approved by two people",
            hint="croupier jackpot accept, by a second person",
        )
    return state.plan


def entry_at(store: Store, name: str, seq: int) -> Entry:
    entry = next(iter(store.entries(name, after=seq - 1, to=seq)), None)
    if entry is None:
        raise StoreBroken(f"{name}: entry {seq} is missing", hint=_HINT)
    return entry


def open_day(store: Store, state: LinkState) -> GamblingDay:
    """The day that is not closed yet, up to the state's last entry."""
    live_plan(state)
    after, hash, opening = _begins_after(store, state.link, state.day_seq)
    return GamblingDay(state.day, after, state.seq, hash, opening, readings(state), None)


def closed_days(store: Store, state: LinkState) -> Iterator[GamblingDay]:
    """Every closed day, latest first. Each takes a few reads, however long the day was."""
    oldest = state.unclosed[0]["after"] if state.unclosed else state.day_seq
    seq = state.last_close or oldest if state.plan else 0
    while seq:
        close = entry_at(store, state.link, seq)
        if close.kind != "close_day":
            return  # the approval that the first day began with
        body = json.loads(close.body)
        yield _ended_by(store, state.link, body["ends"], close)
        seq = body["before"]


def unclosed_days(store: Store, state: LinkState) -> Iterator[GamblingDay]:
    """Every day that is over and not closed, the oldest first."""
    for each in state.unclosed:
        yield _ended_by(store, state.link, each["ends"], None)


def _ended_by(store: Store, name: str, seq: int, close: Entry | None) -> GamblingDay:
    """The day that was over with an entry, whose readings that entry holds."""
    end = entry_at(store, name, seq)
    body = json.loads(end.body)
    closing = body["readings"]
    after, hash, opening = _begins_after(store, name, closing["after"])
    return GamblingDay(body["over"], after, seq, hash, opening, closing, close)


def find_day(store: Store, state: LinkState, day: str | None = None) -> GamblingDay:
    """A day by its date; without one the last closed day, or the open one where none is closed."""
    live_plan(state)
    if day == state.day:
        return open_day(store, state)
    for each in unclosed_days(store, state):
        if each.day == day:
            return each
    for each in closed_days(store, state):
        if day is None or each.day == day:
            return each
        if each.day < day:
            break
    if day is None:
        return open_day(store, state)
    told = f"link {state.link} made no entry on that day; its current day is {state.day}"
    raise UnknownName("gambling day", day, (), note=told)


def _begins_after(store: Store, name: str, seq: int) -> tuple[int, str, Mapping[str, Any]]:
    """Where a day begins, the hash before it and the readings it opens with."""
    entry = entry_at(store, name, seq)
    if entry.kind != "new_day":
        return 0, GENESIS, {}
    opening: Mapping[str, Any] = json.loads(entry.body)["readings"]
    return entry.seq, entry.hash, opening
