"""A link as plain lists: what was accepted, line by line, and every sum taken anew.

It shares the names of the accounts, the plan's records and the list of codes with the books, and nothing else: not
``link``, ``effects``, ``contributions``, ``awards``, ``changes`` or ``adjustments``. Amounts are in millionths of a
cent, credits above zero.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from croupier.jackpot.plan import LinkPlan
from croupier.jackpot.torture.felts import LAYOUTS, Layout

MILLION = 1_000_000

Request = dict[str, Any]
Net = dict[str, int]
"""By account, what it gains (above zero: credited) or loses."""


@dataclass
class Round:
    """A round that is open at a table."""

    number: int
    seats: list[int] = field(default_factory=list)
    locked: bool = False
    boosts: dict[str, int] = field(default_factory=dict)
    brought: Net = field(default_factory=dict)
    won_since: list[str] = field(default_factory=list)


@dataclass
class Prize:
    """An award, as the model expects it."""

    no: int
    seat: int
    event: str
    kind: str
    level: int | None
    cents: int
    from_meter: bool
    duties: list[str]
    status: str
    sources: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class Proposed:
    plan: LinkPlan
    hash: str
    by: str


@dataclass
class Posted:
    """Where a request stands in the journal; the text is None for what the system wrote itself."""

    text: str | None
    seq: int
    at: int


class Model:
    """What the books must know."""

    def __init__(self, link: str) -> None:
        self.link = link
        self.seq = 0
        self.at = 0
        self.ids: dict[str, Posted] = {}
        self.lines: dict[str, list[int]] = {}
        """By account, every amount that ever came or went."""
        self.wager_lines: dict[str, list[int]] = {}
        """The same for wagers and voids alone: what the wagers contributed."""
        self.plan: LinkPlan | None = None
        self.proposal: Proposed | None = None
        self.waiting: LinkPlan | None = None
        self.rounds: dict[str, Round] = {}
        self.last_round: dict[str, int] = {}
        self.prizes: dict[int, Prize] = {}
        """The awards that are neither paid nor rejected."""
        self.awarded = 0
        self.hits: dict[int, int] = {}
        self.won_cents: dict[int, int] = {}
        self.emptied: dict[int, int] = {}
        self.wager_count = 0
        self.day = ""
        self.due_cents = 0
        self.days_since_deposit = 0
        self.difference = 0
        self.faults: list[str] = []
        self.seized = False
        self.software = ""
        self.rulebook = ""

    # Sums

    def balance(self, account: str) -> int:
        return sum(self.lines.get(account, ()))

    def cents(self, account: str) -> int:
        return self.balance(account) // MILLION

    def meter(self, level: int) -> int:
        return self.cents(f"meter.{level}")

    @property
    def liability_cents(self) -> int:
        """The players' money: everything on meters, in overflow, reserve, fractions and awards that wait."""
        held = 0
        for account in self.lines:
            kind = account.split(".")[0]
            if kind in ("meter", "overflow", "reserve", "pending", "payable"):
                held += self.balance(account)
            if kind == "remainder" and account != "remainder.house":
                held += self.balance(account)
        return -(-held // MILLION)

    @property
    def required_cents(self) -> int:
        """What the bank must hold."""
        if self.plan is not None and self.plan.type == "house":
            return sum(level.seed_cents for level in self.plan.levels)
        return min(self.due_cents, self.liability_cents)

    @property
    def bank_books_cents(self) -> int:
        return -self.cents("bank")

    @property
    def bank_cents(self) -> int:
        """What is there for certain: a bank that says it holds less is believed."""
        return self.bank_books_cents + min(0, self.difference)

    @property
    def bank_short(self) -> bool:
        return self.bank_cents < self.required_cents

    # What tables play

    def layout(self, table: str) -> Layout:
        assert self.plan is not None
        found = self.plan.table(table)
        assert found is not None
        return LAYOUTS[found.game]

    # Keeping

    def keep_lines(self, net: Net, *, of_wagers: bool) -> None:
        for account, amount in net.items():
            self.lines.setdefault(account, []).append(amount)
            if of_wagers and account != "wagers":
                self.wager_lines.setdefault(account, []).append(amount)

    def keep_id(self, id: str, request: Request | None, at: int) -> None:
        self.seq += 1
        self.at = max(self.at, at)
        self.ids[id] = Posted(None if request is None else text_of(request), self.seq, self.at)


def text_of(request: Request) -> str:
    """A request without its id, written so that equal requests are equal texts."""
    return json.dumps({name: value for name, value in request.items() if name != "id"}, sort_keys=True)
