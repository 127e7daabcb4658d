"""The records that the books keep, typed: awards, results that may be taken back, readings, and the bodies of entries.

They are plain dictionaries, written to the journal as they are; their names and types are checked by mypy.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from croupier.jackpot.accounts import Move


class AwardRecord(TypedDict):
    """An award, as the entry of its result gives it."""

    no: int
    seat: int
    event: str
    label: str
    kind: str
    """meter, fixed, envy or dealer_envy."""
    level: int | None
    percent: str | None
    cents: int
    from_meter: bool
    duties: list[str]
    status: str
    """pending, payable or paid; of a hit that was taken back, rejected."""
    sources: list[list[Any]]
    """The accounts it came from, each with its cents; lists, as the journal gives them back."""


class KeptAward(AwardRecord):
    """An award that is not paid yet, with where and when it was won and who stands behind it."""

    table: str
    round: int
    day: str
    at: int
    reported_by: NotRequired[str]
    approved_by: NotRequired[str]


class RoundRecord(TypedDict):
    """A round that is over, in case its result is taken back."""

    number: int
    seats: list[int]
    locked: bool
    dynamic: dict[str, int]
    brought: dict[str, int]
    emptied: list[str]


class Before(TypedDict):
    """What a result changed, as it was before."""

    seeds: dict[str, int]
    plan: dict[str, Any]
    waiting: dict[str, Any] | None


class After(TypedDict):
    """The plans in force after a result, by their hashes."""

    plan: str
    waiting: str | None


class ResultRecord(TypedDict):
    """A result with a pending award: what taking it back needs to know."""

    round: RoundRecord
    awards: list[AwardRecord]
    moves: list[list[Any]]
    emptied: list[int]
    seeded: dict[str, int]
    times_emptied: dict[str, int]
    before: Before
    after: After


class Cites(TypedDict):
    """The last entry that a new chain knows to have been."""

    seq: int
    hash: str


class Body(TypedDict, total=False):
    """The body of an entry: the request, who made it, what it moved, what came of it."""

    v: int
    req: dict[str, Any]
    """The request, with the people who stand behind it; its fields are those of its kind in ``requests``."""
    sent: dict[str, Any]
    actor: list[list[str]]
    moves: list[Move]
    ask: int
    awards: list[AwardRecord]
    emptied: list[int]
    dynamic: dict[str, int]
    hash: str
    difference: int
    taken_back: list[int]
    table: str
    round: int
    readings: dict[str, Any]
    state: str
    software: str
    rulebook: str
    key: str
    cites: Cites
    clock: int
