"""The records that the books keep, typed: awards, results that may be taken back, readings, and the bodies of entries.

They are plain dictionaries, written to the journal as they are; their names and types are checked by mypy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from croupier.jackpot.accounts import Move

ENVIES = ("envy", "dealer_envy")
"""Kinds of awards that somebody gets for a jackpot of somebody else."""


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
    waits_for: NotRequired[list[int]]
    """Of an envy: the pending awards whose approval it waits for."""
    rest_of: NotRequired[int]
    """Of an award whose first part was paid before it was corrected: the number of that part."""
    reported: list[str]
    """Everybody who said what the hand is, the first one first."""
    cards: NotRequired[str]
    dealer: NotRequired[str]
    """The cards that won it and the dealer's, as reported, so that every later day's prize record has them."""
    read_by: NotRequired[str]
    """The supervisor who read the hand, where its cards were not reported."""


class KeptAward(AwardRecord):
    """An award that is not paid yet, with where and when it was won and who stands behind it."""

    table: str
    round: int
    day: str
    at: int
    camera: NotRequired[str]
    """The camera's record, which somebody has confirmed."""
    approved_by: NotRequired[str]
    entry: int
    """The entry that awarded it."""


class Layout(TypedDict):
    """What a table played, kept for rounds that are corrected after the plan has changed."""

    game: str
    wager: str
    rules: dict[str, Any] | None


class SettledRound(TypedDict):
    """What a correction needs to know of a round that is over; levels are written as text."""

    layout: int
    """The place of its layout among those of the state."""
    seats: list[int]
    before: dict[str, int]
    """By level, what the meter showed before the result; of a house jackpot the posted prize."""
    times: dict[str, int]
    """By level, how often the meter had been won whole when the result was in."""
    dynamic: NotRequired[dict[str, int]]
    events: NotRequired[dict[str, str]]
    """By seat, the row that its hand won."""
    after: NotRequired[dict[str, int]]
    reseeds: NotRequired[dict[str, int]]
    refills: NotRequired[dict[str, list[int]]]
    """By level, what was put on the meter from the reserve, as seed of the house, and to make up for a mistake."""
    seeds: NotRequired[dict[str, int]]
    """By level that was won whole, how much of what it showed was the seed of the house."""
    spilled: NotRequired[dict[str, int]]
    """By level, what of its overflow went to the reserve when it was won."""
    levels: NotRequired[dict[str, list[dict[str, Any]]]]
    """By level whose parameters waited for this win: those before and those after it."""
    once: NotRequired[dict[str, list[str]]]
    """By seat and row, as in "3 royal_flush", who reported hands whose award was voided: they may be told again."""


class Debt(TypedDict):
    """What was paid by mistake and is to come back."""

    table: str
    round: int
    seat: int
    cents: int


class Readings(TypedDict):
    """What every account and meter showed at the end of a day, and which software ran it."""

    balances: dict[str, list[int]]
    contributed: dict[str, int]
    hits: dict[str, int]
    won: dict[str, int]
    wagers: int
    wins: int
    after: int
    """The entry after which the day began."""
    liability: int
    required: int
    bank: int
    difference: int
    due: int
    days_since_deposit: int
    awards: list[KeptAward]
    last_hits: list[KeptAward]
    levels: list[dict[str, Any]]
    plan: dict[str, Any]
    software: str
    rulebook: str
    faults: list[str]
    seized: bool
    table_faults: dict[str, list[str]]


class UnclosedDay(TypedDict):
    """A gambling day that is over and not closed yet."""

    day: str
    after: int
    """The entry after which it began."""
    ends: int
    """The entry with which it was over."""


class Cites(TypedDict):
    """The last entry that a new chain knows to have existed."""

    chain: int
    """The chain of that entry; the new one has the next number."""
    seq: int
    hash: str


class Body(TypedDict, total=False):
    """The body of an entry: the request, who made it, what it moved, what came of it."""

    v: int
    req: dict[str, Any]
    """The request, with the people who stand behind it; its fields are those of its kind in ``requests``."""
    sent: dict[str, Any]
    actor: Sequence[Sequence[str]]
    moves: list[Move]
    ask: int
    awards: list[AwardRecord]
    emptied: list[int]
    dynamic: dict[str, int]
    hash: str
    difference: int
    settled: SettledRound
    stands: list[AwardRecord]
    """After a rejection or a correction, the awards of the round that still stand."""
    voided: list[AwardRecord]
    receivable: dict[str, Debt]
    """By award that was paid by mistake, what is still to come back after this entry."""
    seeds: dict[str, int]
    """By level, how much of what the meter shows is now the seed of the house."""
    times: dict[str, int]
    """By level, one more or one less win of the whole meter."""
    levels: dict[str, dict[str, Any]]
    """By level, the parameters that are in force again, since the win that changed them was not one."""
    due: int
    """What the house owes the bank account in consequence, in cents."""
    posted: list[int]
    """Envy pays that the approval of their jackpot makes payable."""
    table: str
    round: int
    payee: str
    """Of a payment: the salted hash of the payee's personal record."""
    keep_until: str
    """Of a payment: the last day on which that record must be kept, so that an early purge is found."""
    purged: list[int]
    """The personal records that were forgotten."""
    readings: Readings
    day: str
    """The gambling day that begins with this entry."""
    over: str
    """The gambling day that is over."""
    ends: int
    """Of a close: the entry with which the day was over, and which holds its readings."""
    before: int
    """Of a close: the close before it, or the entry that the first day began with."""
    state: str
    software: str
    rulebook: str
    key: str
    cites: Cites
    clock: int
    jump: int
    """By how many milliseconds the clock had jumped since the entry before."""
