"""What the end-of-day reports are made of; amounts are whole cents unless a name says millionths."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from croupier.jackpot.accounts import account
from croupier.jackpot.kinds.bank import REASONS
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.records import Record

RESTATED: Final = "restated"  # A rejection or a correction: which of them has a place in the words.
OWED: Final = "owed"  # All that is owed to players, read as one account; at the other end is the operator's.
WORDS: Final = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
ACCRUED, VOIDED = (WORDS["changes"][kind][OWED] for kind in ("wager", "void"))
_DONE: Final = {"reject": "rejected", "correct": "corrected"}


@dataclass(frozen=True)
class Change:
    """All changes of one sort within a day."""

    what: str
    entries: int
    cents: int  # Below zero where it lessens the account.


@dataclass(frozen=True)
class Explained:
    """An account over a day: the beginning amount and every change make the ending amount, in cents."""

    account: str
    title: str
    beginning: int
    changes: tuple[Change, ...]
    ending: int


@lru_cache(4096)
def change_of(kind: str, reason: str, account: str, other: str) -> str:
    """What a transfer is, as the account on one side of it sees it, or ``OWED`` as a whole; an adjustment has a reason.

    >>> change_of("result", "", "meter.1", "reserve"), change_of("wager", "", "meter.1", "remainder.meter.1")
    ('Reseeded from the reserve', 'Contributions from wagers')
    """
    if kind == "adjust":
        return adjustment(reason)
    own, far, sort = account.partition(".")[0], other.partition(".")[0], RESTATED if kind in _DONE else kind
    known: dict[str, str] = WORDS["changes"].get(sort, {})
    for key in (f"{own} to {far}", own, f"to {far}", "any"):
        if key in known:
            return known[key].format(_DONE.get(kind))
    return kind.replace("_", " ").capitalize()


def adjustment(reason: str) -> str:
    """An adjustment's reason with the rule that allows it."""
    known = REASONS.get(reason)
    return f"Adjustment: {known.what} ({known.cite})" if known else f"Adjustment: {reason}"


@dataclass(frozen=True)
class MeterReading:
    """One level's meters, as New Jersey and New York list them: since the beginning, and of the day."""

    level: int
    shown: int  # What the display shows: the meter, or the posted prize of a house jackpot.
    shown_before: int
    wagered: int  # Progressive-in: the qualifying wagers.
    wagered_today: int
    overflow: int
    hits: int
    hits_today: int
    won: int
    won_today: int
    limit: int | None


@dataclass
class TableLine:
    """One table's part in the day, for the master games report: counted entry by entry."""

    table: str
    rounds: int = 0
    voided: int = 0
    wagers: int = 0  # How many wagers stand, those of voided rounds taken off.
    wagered: int = 0
    accrued_millionths: int = 0  # What its wagers added to the players' money, in millionths of a cent.
    paid_at_table: int = 0  # Fixed and envy pays that left the tray at once.
    awarded: int = 0  # Won at the table on the day, less what the same day took back.
    taken_back: int = 0  # Awards of earlier days that were rejected or corrected on this one.


@dataclass(frozen=True)
class OwedChange:
    """One sort of change of what is owed to players, in millionths of a cent."""

    what: str
    millionths: int


@dataclass(frozen=True)
class Liability:
    """The players' money in custody over the day, in millionths of a cent; the ending is rounded up to cents."""

    beginning_millionths: int
    changes: tuple[OwedChange, ...]
    ending_millionths: int
    ending: int
    accrued_millionths: int  # Of the day's wagers: the adjustment of the master games report.
    adjusts_master_games_report: bool  # Not for a house jackpot, which the house funds.


@dataclass(frozen=True)
class BankMove:
    """Money into or out of the jackpot's bank account."""

    at: int
    what: str
    cents: int
    by: str
    reference: str


@dataclass(frozen=True)
class Bank:
    """The jackpot's bank account against what it must hold."""

    beginning: int
    moves: tuple[BankMove, ...]
    ending: int
    statement: int | None  # What the bank said last in this day; None if it was not asked.
    difference: int  # What the last statement showed above or below the books.
    certain: int  # The books, less what the last statement was short of them.
    owed: int
    required: int  # What must be there now.
    deposit_due: int  # What brings the account up to all that is owed.
    days_since_deposit: int
    deposit_days: int

    @property
    def short(self) -> int:
        return max(0, self.required - self.certain)


class Prize(Record):
    """The record of one award: what was won, with which cards, who approved it and how it was paid."""

    no: int
    day: str  # The gambling day on which it was won.
    at: int | None
    table: str
    round: int | None
    seat: int  # 0 for the dealer.
    hand: str
    cards: str  # As reported; empty where a supervisor read the hand, and for envy.
    read_by: str  # The supervisor who read the hand, where the cards were not reported.
    kind: str
    level: int | None
    percent: str | None
    cents: int
    from_meter: bool
    duties: tuple[str, ...]
    status: str  # pending, payable, paid, rejected or corrected, at the end of the day.
    approved_by: str = ""
    decided_at: int | None = None
    rejected_for: str = ""
    paid_by: str = ""
    paid_at: int | None = None
    method: str = ""
    reference: str = ""
    tax_form: str = ""
    is_shared: bool = False  # Whether others won the same meter with it and each took a part.
    dealer: str = ""  # The dealer's cards, where the hand was read with them.
    receivable: int = 0  # What of it was paid by mistake and is to come back.
    payee: str = ""  # Who was paid, as far as the personal record is kept; else its number.
    camera: str = ""  # The camera's record, which a supervisor confirmed.
    is_rest: bool = False  # Whether it is the rest of an award of which a part was paid before it was corrected.

    @property
    def is_void(self) -> bool:
        """Whether it was taken back."""
        return self.status in ("rejected", "corrected")

    @property
    def is_small(self) -> bool:
        """A fixed pay that brings no duty and left the tray at once."""
        return self.status == "paid" and not self.duties and not self.paid_by

    @property
    def who(self) -> str:
        return f"seat {self.seat}" if self.seat else "dealer"


class UnclaimedPrize(Prize):
    """A prize that was won and is not paid yet."""

    claim_until: str | None  # The last day on which it may be claimed; None where the plan says nothing.
    late: bool  # Whether that lay before the day of the report.


class DayFigures(Record):
    """What a gambling day comes to; an award of it that a later day takes back is taken back on that one."""

    day: str
    closed: bool
    rounds: int
    voided: int
    wagers: int
    wagered: int
    accrued_millionths: int
    hits: int
    awarded: int
    taken_back: int
    paid: int  # To players, whenever it was won.


@dataclass(frozen=True)
class ExceptionLine:
    """Something that whoever answers for the jackpot must look at."""

    seq: int
    at: int
    what: str
    who: str
    detail: str
    cents: int | None = None


@dataclass(frozen=True)
class DayReport:
    """All reports of one link for one gambling day."""

    plan: LinkPlan
    plan_hash: str
    day: str
    is_closed: bool
    closed_at: int | None
    closed_by: str
    first_entry: int
    last_entry: int
    last_at: int
    last_hash: str
    meters: tuple[MeterReading, ...]
    reserve: int
    accounts: tuple[Explained, ...]  # Every account but the fractions.
    fractions: dict[str, tuple[int, int]]  # By account that fractions of a cent wait for: before and after.
    tables: tuple[TableLine, ...]
    liability: Liability
    bank: Bank
    prizes: tuple[Prize, ...]
    last_hits: tuple[Prize, ...]  # Wins of the whole or of a part of a meter, in order.
    exceptions: tuple[ExceptionLine, ...]
    faults: tuple[str, ...]  # What is at fault at the end of the day.
    is_seized: bool

    def account(self, name: str) -> Explained:
        """One account over the day; all zero where nothing has ever touched it."""
        known = next((explained for explained in self.accounts if explained.account == name), None)
        return known or Explained(name, account(name).title, 0, (), 0)

    @property
    def person(self) -> dict[str, str]:
        """Names of the people of the plan."""
        return {person.id: person.name for person in self.plan.people}
