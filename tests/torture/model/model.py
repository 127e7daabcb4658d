"""A link as plain lists: what was accepted, line by line, and every sum taken again.

It shares the names of the accounts, the plan's records and the list of codes with the books, and nothing else: not
``link``, ``effects``, ``contributions``, ``awards``, ``rejections``, ``changes`` or ``adjustments``. Amounts are in
millionths of a cent, credits above zero.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from croupier.jackpot.plan.link_plan import Level, LinkPlan
from tests.torture.model.felts import LAYOUTS, Layout

MILLION = 1_000_000

Request = dict[str, Any]
Net = dict[str, int]
"""By account, what it gains (above zero: credited) or loses."""
Gross = dict[str, tuple[int, int]]
"""By account, all that is debited and all that is credited."""
Key = tuple[str, int]
"""A round by its table and number."""

MOST_HELD = 2**62
"""No account holds more on either side."""

FURTHEST_JUMP = 60_000
"""Milliseconds by which the wall clock may differ before anybody is told."""

REASONS = {
    "malfunction_down": ("meter", "custody"),
    "malfunction_proved": ("custody", "corrections"),
    "malfunction_disproved": ("custody", "meter"),
    "malfunction_up": ("corrections", "meter"),
    "over_limit": ("meter", "overflow"),
    "gross_receipts": ("reserve", "house"),
    "recover_seed": ("reserve", "seed_recovered"),
    "recover_seed_from_meter": ("meter", "seed_recovered"),
    "house_adds": ("cage", "meter"),
    "moved_out": ("meter", "moved_out"),
    "moved_in": ("carried_in", "meter"),
}
"""By reason for an adjustment: the account that is debited, and the one that is credited."""

OF_A_LEVEL = ("meter", "overflow", "custody", "seed_advanced", "seed_recovered")
"""Accounts of which every level has one."""

PLAYERS = ("meter", "overflow", "custody", "reserve", "pending", "payable")
"""Accounts of players' money; never below zero."""


@dataclass
class Round:
    """A round that is open at a table."""

    number: int
    seats: list[int] = field(default_factory=list)
    locked: bool = False
    boosts: dict[str, int] = field(default_factory=dict)
    brought: Net = field(default_factory=dict)
    """By account, the whole cents that the wagers were booked to; by remainder, their fractions."""
    won_since: list[int] = field(default_factory=list)
    """Levels won whole since the first wager."""


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
    reported_by: tuple[str, ...] = ()
    """Everybody who ever said that this is the hand: alone, with a second reader, or as those who corrected it."""
    approved_by: str = ""
    key: Key = ("", 0)
    waits_for: list[int] = field(default_factory=list)
    rest_of: int = 0
    film: str = ""
    """The camera's record, once somebody has confirmed it."""
    day: str = ""
    """The gambling day on which it was awarded."""

    @property
    def players_cents(self) -> int:
        """How much of it is players' money."""
        return sum(cents for account, cents in self.sources if account.split(".")[0] in PLAYERS)


@dataclass
class ResultDone:
    """A round that is over, as it stands, in case that it is corrected."""

    entry: int
    """The entry that holds: that of the result, or the last that changed it."""
    layout: Layout
    seats: list[int]
    boosts: dict[str, int]
    events: dict[int, str | None]
    before: dict[int, int]
    """By level, what the meter showed."""
    after: dict[int, int]
    reseeds: dict[int, int]
    refills: dict[int, list[int]]
    """By level, what came from the reserve, what the house advanced, and what made up for a mistake."""
    seeds_before: dict[int, int]
    times: dict[int, int]
    """By level, how often its meter had been won whole."""
    spilled: dict[int, int]
    """By level, overflow that went to the reserve."""
    levels: dict[int, tuple[Level, Level]]
    """By level whose parameters waited for this win: before and after."""
    prizes: list[Prize]
    plans: tuple[LinkPlan, LinkPlan | None]
    restated: bool = False
    gone: list[Prize] = field(default_factory=list)
    """Prizes that were voided: whoever reported their hands answers for them if they are told again."""


@dataclass
class Debt:
    """What was paid to a seat by mistake."""

    key: Key
    seat: int
    cents: int


@dataclass
class Proposed:
    """A plan that is waiting for approval."""

    plan: LinkPlan
    hash: str
    by: str


@dataclass
class Posted:
    """The place of a request in the journal; the text is None for what the system wrote itself."""

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
        self.gross: dict[str, list[int]] = {}
        """By account, all debits and all credits."""
        self.fullest = 0
        """The largest of those."""
        self.plan: LinkPlan | None = None
        self.proposal: Proposed | None = None
        self.waiting: LinkPlan | None = None
        self.rounds: dict[str, Round] = {}
        self.results: dict[Key, ResultDone] = {}
        """Every round that is over and was not voided."""
        self.debts: dict[int, Debt] = {}
        self.given_up: dict[int, Debt] = {}
        """By award, what was paid by mistake and is still to come back."""
        self.last_round: dict[str, int] = {}
        self.prizes: dict[int, Prize] = {}
        """The awards that are neither paid nor rejected."""
        self.awarded = 0
        self.hits: dict[int, int] = {}
        self.won_cents: dict[int, int] = {}
        self.emptied: dict[int, int] = {}
        self.wager_count = 0
        self.day = ""
        self.unclosed: list[tuple[str, int]] = []
        """Days that are over and not closed, each with the entry that ended it."""
        self.boundaries: dict[int, Net] = {}
        """By entry that ended a day, every balance at that moment."""
        self.ended_by: dict[int, int] = {}
        """By entry that closed a day, the entry that had ended it."""
        self.due_cents = 0
        self.seeds: dict[int, int] = {}
        """By level, how much of what its meter shows is the house's seed."""
        self.lately: dict[int, list[int]] = {}
        """By level, what wagers brought its meter since the close of the day before last, and since the last close."""
        self.numbers: set[tuple[str, str]] = set()
        """Numbers of checks, slips and the like that were used."""
        self.numbers_elsewhere: set[tuple[str, str]] = set()
        """Those that other links of the book have used."""
        self.payees: dict[int, str] = {}
        """By number of a personal record, the last day on which it must be kept; not in the journal."""
        self.last_payee = 0
        self.names: dict[str, str] = {}
        """By id, what everybody who was ever on the link is called."""
        self.elsewhere: dict[str, str] = {}
        """By id, the people of the other links of the book."""
        self.asks = 0
        self.asked: dict[int, Request] = {}
        self.asked_on: dict[int, str] = {}
        """By number, the gambling day on which somebody asked."""
        self.small: dict[str, int] = {}
        """By table and by person, what they awarded today below every threshold, since a supervisor last looked."""
        self.bankers: set[str] = set()
        """Who booked money at the bank since it last sent a statement."""
        """Requests that wait for a second person."""
        self.owed: list[tuple[str, int]] = []
        """What is not yet due in the bank, as it came in: the day from which it is due, and its cents."""
        self.difference = 0
        self.faults: list[str] = []
        self.table_faults: dict[str, list[str]] = {}
        self.ended = ""
        self.seized = False
        self.stated = True
        """Whether there was a statement since the last seizure."""
        self.floor_taken = False
        """Whether another link has taken the tables of a plan meanwhile; not in the journal."""
        self.lawful_keys: set[tuple[str, str]] = set()
        """Keys that the one in force has signed, with its signatures."""
        self.looked = (0, 0)
        """What the wall clock and the one that never jumps showed when they were last looked at, in milliseconds."""
        self.jump = 0
        """By how much the wall clock has jumped since the last entry."""
        self.clock_notes: dict[int, tuple[int | None, int]] = {}
        """By entry, what the wall clock showed if it had gone back, and how far it had jumped."""
        self.software = ""
        self.rulebook = ""

    @property
    def plan_in_force(self) -> LinkPlan:
        """The plan, where there must be one."""
        assert self.plan is not None
        return self.plan

    # Sums

    def balance(self, account: str) -> int:
        """Millionths of a cent, credits less debits, added up again each time."""
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
            if kind in PLAYERS:
                held += self.balance(account)
            if kind == "remainder" and account != "remainder.house":
                held += self.balance(account)
        return -(-held // MILLION)

    @property
    def required_cents(self) -> int:
        """What the bank must hold."""
        if self.plan is not None and self.plan.type == "house":
            posted = sum(level.seed_cents for level in self.plan.levels)
            return posted + sum(prize.cents for prize in self.prizes.values() if prize.day < self.day)
        return min(self.due_cents, self.liability_cents)

    @property
    def owed_cents(self) -> int:
        """What players are promised, due or not: no withdrawal touches it."""
        is_house = self.plan is not None and self.plan.type == "house" and not self.ended
        posted = sum(level.seed_cents for level in self.plan.levels) if self.plan and is_house else 0
        return posted + self.liability_cents

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

    def round(self, key: Key) -> Round | None:
        """The round that a lock, result or void means: the one open at the table."""
        return self.rounds.get(key[0])

    @property
    def busy_tables(self) -> set[str]:
        return set(self.rounds)

    def layout(self, table: str) -> Layout:
        """What is played at a table."""
        assert self.plan is not None
        found = self.plan.table(table)
        assert found is not None
        return LAYOUTS[found.game]

    # Keeping

    def keep_lines(self, net: Net, gross: Gross, *, of_wagers: bool) -> None:
        """Write an entry's sums to the accounts."""
        for account, (debits, credits) in gross.items():
            held = self.gross.setdefault(account, [0, 0])
            held[0] += debits
            held[1] += credits
            self.fullest = max(self.fullest, *held)
        for account, amount in net.items():
            self.lines.setdefault(account, []).append(amount)
            if of_wagers and account != "wagers":
                self.wager_lines.setdefault(account, []).append(amount)
                if account.startswith("meter."):
                    self.add_lately(int(account.removeprefix("meter.")), amount)

    def add_lately(self, level: int, amount: int) -> None:
        """Count what wagers brought a meter on this day and the one before."""
        self.lately[level] = [each + amount for each in self.lately.get(level, [0, 0])]

    def open_eyes(self, wall: int, steady: int) -> None:
        """A process begins, and knows nothing of what the clocks showed before."""
        self.looked, self.jump = (wall, steady), 0

    def look(self, wall: int, steady: int) -> None:
        """Look at both clocks: where one has gone another way than the other, the wall clock has jumped."""
        by_wall, by_steady = wall - self.looked[0], steady - self.looked[1]
        if not -FURTHEST_JUMP <= by_wall - by_steady <= FURTHEST_JUMP:
            self.jump += by_wall - by_steady
        self.looked = (wall, steady)

    def keep_id(self, id: str, request: Request | None, at: int) -> None:
        """Take down that the journal has one more entry, under this id."""
        self.seq += 1
        if at < self.at or self.jump:
            self.clock_notes[self.seq] = (at if at < self.at else None, self.jump)
        self.jump = 0
        self.at = max(self.at, at)
        self.ids[id] = Posted(None if request is None else text_of(request), self.seq, self.at)


def gross_of(net: Net) -> Gross:
    """Where nothing goes in and out of one account at once."""
    return {account: (max(0, -amount), max(0, amount)) for account, amount in net.items()}


def text_of(request: Request) -> str:
    """A request without its id, written so that equal requests are equal texts."""
    return json.dumps({name: value for name, value in request.items() if name != "id"}, sort_keys=True)


LASTS = 2.0
"""Seconds from the question, by a clock that never jumps."""


def has_run_out(ago: float) -> bool:
    """Whether the word of the store, asked for so many seconds ago, no longer counts."""
    return ago > LASTS
