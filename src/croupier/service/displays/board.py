"""The board: what every table posts, worked out once for each change and shared by all screens that show it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack
from typing import Any, NamedTuple, Protocol

from croupier.casino.posting import (
    DisplayBeat,
    DisplayFace,
    DisplayRecord,
    DisplayTimes,
    Layouts,
    Linked,
    display_at,
    face_of,
    times,
)
from croupier.jackpot.state import LinkState
from croupier.records import encode, record_of
from croupier.service.displays.wins import FollowedEntry, won_lately

OLD_SECONDS = 3.0
"""A journal that was not read for longer is not live."""


class FollowedLink(Protocol):
    """A link that is being followed: its state, which changes under its lock, and recent events at each table."""

    @property
    def state(self) -> LinkState: ...

    @property
    def stopped(self) -> str: ...

    @property
    def lately(self) -> Mapping[str, Any]: ...

    @property
    def lock(self) -> AbstractContextManager[Any]: ...

    def table(self, table: str) -> Iterable[FollowedEntry]: ...


class Following(Protocol):
    """The book of a house, as far as displays look into it."""

    @property
    def trouble(self) -> str: ...

    @property
    def links(self) -> Mapping[str, FollowedLink]: ...

    @property
    def age(self) -> float: ...

    def watching(self, *links: str) -> AbstractAsyncContextManager[Any]: ...


class Shown(NamedTuple):
    """What a screen shows: the whole record, and the small part that changes with the clock."""

    key: object
    """Changes whenever the whole record must be sent again."""
    whole: bytes
    beat: bytes


class _Face(NamedTuple):
    made_of: object
    record: DisplayFace
    version: int
    """Counts visible changes. A lock or a losing hand is not visible."""


class Board:
    """One for a house. On the event loop only."""

    def __init__(self, book: Following) -> None:
        self.book = book
        self._layouts = Layouts()
        self._faces: dict[tuple[str, str | None], _Face] = {}
        self._shown: dict[tuple[str, str | None], tuple[object, Shown]] = {}
        self._wins: dict[str, tuple[tuple[int, int], tuple[int, ...]]] = {}

    @property
    def tables(self) -> list[str]:
        """Every table that plays for a jackpot, in the order of the plans."""
        plans = [link.state.plan for link in self.book.links.values()]
        return list(dict.fromkeys(table.id for plan in plans if plan for table in plan.tables))

    def links_of(self, table: str, only: str | None = None) -> list[FollowedLink]:
        """The links that a table plays for, or the one that is named; empty if it is not one of our tables."""
        found = [link for link in self.book.links.values() if link.state.plan and link.state.plan.table(table)]
        return [link for link in found if only in (None, link.state.link)]

    def record(self, table: str, only: str | None = None) -> DisplayRecord:
        """What the table posts now, for all its jackpots or for one."""
        now = _now()
        face = self._face(table, only, now)
        return display_at(face.record, self._times(face, now))

    def shown(self, table: str, only: str | None = None) -> Shown:
        """The same, encoded once for all screens of the table."""
        now = _now()
        face = self._face(table, only, now)
        said = self._times(face, now)
        asked = face.version, said
        kept = self._shown.get((table, only))
        if kept is None or kept[0] != asked:
            beat = record_of(DisplayBeat, said, beat=True)
            shown = Shown((face.version, said.live), encode(display_at(face.record, said)), encode(beat))
            kept = self._shown[table, only] = asked, shown
        return kept[1]

    def _times(self, face: _Face, now: int) -> DisplayTimes:
        age = self.book.age
        is_live = not self.book.trouble and age < OLD_SECONDS
        # While it is live, the clock's time is shown: the journal is read several times a second.
        return times(face.record.zone, now, now if is_live else now - int(age * 1000), is_live)

    def _face(self, table: str, only: str | None, now: int) -> _Face:
        links = self.links_of(table, only)
        won = [self._won(link, now) for link in links]
        made_of = tuple(
            (id(link), link.state.seq, bool(link.stopped), wins) for link, wins in zip(links, won, strict=True)
        )
        face = self._faces.get((table, only))
        if face is None or face.made_of != made_of:
            with ExitStack() as locks:
                for link in links:
                    locks.enter_context(link.lock)
                linked = [Linked(link.state, wins, bool(link.stopped)) for link, wins in zip(links, won, strict=True)]
                record = face_of(table, linked, self._layouts)
            version = 0 if face is None else face.version + (face.record != record)
            face = self._faces[table, only] = _Face(made_of, record, version)
        return face

    def _won(self, link: FollowedLink, now: int) -> tuple[int, ...]:
        """Looked up once for each entry and second, however many tables ask."""
        asked = link.state.seq, now // 1000
        kept = self._wins.get(link.state.link)
        if kept is None or kept[0] != asked:
            with link.lock:
                won = won_lately([link.table(each) for each in list(link.lately)], now)
            kept = self._wins[link.state.link] = asked, won
        return kept[1]


def _now() -> int:
    return time.time_ns() // 1_000_000
