"""The state of a link: what its journal comes to. Only ``apply_moves`` touches balances; as text it is a snapshot."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.jackpot import accounts
from croupier.jackpot.accounts import REMAINDER, WAGERS, Move
from croupier.jackpot.entries import Debt, KeptAward, PlayedLayout, ToldRound, UnclosedDay, text_of
from croupier.jackpot.gambling_day import ends_at
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, TablePlan
from croupier.jackpot.requests import Waiting

LAST_HITS = 25  # Regulators ask for the last 25 hits to be at hand.


@dataclass
class OpenRound:
    """A round whose wagers are taken and whose results are not yet in."""

    number: int
    seats: list[int] = field(default_factory=list)
    locked: bool = False
    dynamic: dict[str, int] = field(default_factory=dict)
    brought: dict[str, int] = field(default_factory=dict)  # By account, what its wagers brought.
    emptied: list[str] = field(default_factory=list)  # Meters and overflows won since its first wager.


@dataclass
class Proposal:
    """A plan that one person has put forward."""

    plan: LinkPlan
    hash: str
    by: str


@dataclass
class LinkState:
    """Everything a link knows. Mutable: one writer owns it."""

    link: str
    seq: int = 0
    at: int = 0
    plan: LinkPlan | None = None  # The plan in force; None until two people have approved one.
    proposal: Proposal | None = None
    waiting: LinkPlan | None = None  # Approved, and in force level by level as each is won, or at a full reset.
    balances: dict[str, list[int]] = field(default_factory=dict)  # By account: all debits, all credits.
    contributed: dict[str, int] = field(default_factory=dict)  # By account; together they are the wagers.
    rounds: dict[str, OpenRound] = field(default_factory=dict)  # By table, the round that is open there.
    last_round: dict[str, int] = field(default_factory=dict)  # By table, the number of the last round that is over.
    wins: int = 0  # How many awards there were: each has its number, in order, without a gap.
    level_hits: dict[str, int] = field(default_factory=dict)
    level_won: dict[str, int] = field(default_factory=dict)  # By level, cents paid from its meter.
    emptied: dict[str, int] = field(default_factory=dict)  # By level, how often the whole meter was won.
    awards: dict[str, KeptAward] = field(default_factory=dict)  # By number, the awards that are not yet paid.
    last_hits: list[KeptAward] = field(default_factory=list)
    wager_count: int = 0
    edge: list[bytes] = field(default_factory=list)  # Of the tree over the entries, its right edge.
    day: str = ""
    day_seq: int = 0  # The entry after which the gambling day began.
    unclosed: list[UnclosedDay] = field(default_factory=list)  # Over and not closed yet, the oldest first.
    last_close: int = 0  # The entry that closed a day last.
    references: dict[str, int] = field(default_factory=dict)  # Used numbers, each with its entry.
    last_payee: int = 0  # The highest number of a personal record that a payment named, or that was purged.
    names: dict[str, str] = field(default_factory=dict)  # By id, the name of everybody who was ever on the link.
    accrued: list[list[Any]] = field(default_factory=list)  # Owed and not yet due in the bank: due day, cents.
    due_level: int = 0  # What the bank had to hold when a deposit was last due, in cents.
    seed_in_meter: dict[str, int] = field(default_factory=dict)  # By level: the house's seed in what it shows.
    bank_difference: int = 0  # What the last bank statement showed above (or below) the books, in cents.
    bankers: list[str] = field(default_factory=list)  # Who booked money since a statement agreed: they state none.
    unapproved: dict[str, int] = field(default_factory=dict)  # By table and by reporter: not approved, today.
    faults: list[str] = field(default_factory=list)
    table_faults: dict[str, list[str]] = field(default_factory=dict)  # By table, why it is stopped.
    ended: str = ""  # Why the link was ended; empty while it is not.
    seized: bool = False
    stated: bool = True  # Whether the bank has sent a statement since the funds were last seized.
    software: str = ""
    rulebook: str = ""
    marks: dict[str, list[int]] = field(default_factory=dict)  # By level: brought by wagers at the last two closes.
    asks: int = 0  # How many requests ever waited for a second person: each has its number.
    asked: dict[str, Waiting] = field(default_factory=dict)  # By number, the requests that wait for a second person.
    asked_on: dict[str, str] = field(default_factory=dict)  # By number, on which gambling day.
    chain: int = 1  # One more with every new chain that two people began after a backup was restored.
    chain_from: int = 0  # The entry that began the chain; 0 for the first.
    lost_links: dict[str, int] = field(default_factory=dict)  # By lost link, when its last one was signed.
    chain_confirmed: bool = True  # Whether an auditor has confirmed it; the first one needs nobody.
    key: str = ""  # The public key that signs the checkpoints, as announced; empty before the first.
    own_keys: dict[str, str] = field(default_factory=dict)  # By person, the public key that they have named.
    layouts: list[PlayedLayout] = field(default_factory=list)  # All that was ever played, for corrections.
    told: dict[str, ToldRound] = field(default_factory=dict)  # By table, the cards that were told last.
    dealt: dict[str, int] = field(default_factory=dict)  # Of the day, by table and reporter: settled wagers.
    hands_told: dict[str, int] = field(default_factory=dict)  # Of the day, by table, reporter and row.
    restated: dict[str, int] = field(default_factory=dict)  # By table and number, the entry that corrected it.
    receivable: dict[str, Debt] = field(default_factory=dict)  # By award paid by mistake, what is to come back.
    written_off: dict[str, Debt] = field(default_factory=dict)  # The same, of what was given up: still in hand.

    def balance(self, account: str) -> int:
        """Credits less debits, in millionths of a cent."""
        debits, credits = self.balances.get(account, (0, 0))
        return credits - debits

    def cents(self, account: str) -> int:
        """Credits less debits in whole cents; for every account but the remainders."""
        return self.balance(account) // MILLION

    def brought_lately(self, level: int) -> int:
        """Cents that wagers brought a meter on this gambling day and the one before, and since it was last won."""
        before, _ = self.marks.get(str(level), (0, 0))
        return max(0, self.contributed.get(accounts.meter(level), 0) - before) // MILLION

    @property
    def day_ends(self) -> float:
        """When the gambling day is over, in milliseconds since 1970; never while no plan is in force."""
        plan = self.plan
        return math.inf if plan is None else ends_at(self.day, plan.time_zone, plan.day_begins)

    def meter_cents(self, level: int) -> int:
        return self.cents(accounts.meter(level))

    @property
    def liability_cents(self) -> int:
        """The players' money in custody: meters, overflow, reserve, fractions, awards not yet paid; rounded up."""
        held = sum(self.balance(name) for name in self.balances if accounts.account(name).custodial)
        return -(-held // MILLION)

    @property
    def bank_cents(self) -> int:
        """What the bank holds for certain: the books, less what its last statement was short of them."""
        debits, credits = self.balances.get(accounts.BANK, (0, 0))
        return (debits - credits) // MILLION + min(0, self.bank_difference)

    def apply_moves(self, moves: Iterable[Move]) -> None:
        """Post moves to the accounts, and count what wagers brought to each."""
        balances, contributed = self.balances, self.contributed
        for debit, credit, amount in moves:
            try:
                balances[debit][0] += amount
            except KeyError:
                balances[debit] = [amount, 0]
            try:
                balances[credit][1] += amount
            except KeyError:
                balances[credit] = [0, amount]
            if debit == WAGERS:
                contributed[credit] = contributed.get(credit, 0) + amount
            elif credit == WAGERS:
                contributed[debit] = contributed.get(debit, 0) - amount
            elif debit[:10] == REMAINDER or credit[:10] == REMAINDER:
                contributed[debit] = contributed.get(debit, 0) - amount
                contributed[credit] = contributed.get(credit, 0) + amount


def round_key(table: str, number: int) -> str:
    """How a round is named among those of all tables."""
    return f"{table}:{number}"


def layout_of(plan: LinkPlan, table: TablePlan) -> PlayedLayout:
    """What a table plays, as the state keeps it for rounds that are corrected later."""
    return PlayedLayout(game=table.game, wager=table.wager, rules=plan.carried(table.game))


def conservation_faults(state: LinkState) -> list[str]:
    """What is wrong with the balances; nothing, if money is neither made nor lost."""
    wrong = []
    debits = sum(each[0] for each in state.balances.values())
    credits = sum(each[1] for each in state.balances.values())
    if debits != credits:
        wrong.append(f"debits {debits} and credits {credits} differ")
    if sum(state.contributed.values()) != -state.balance(accounts.WAGERS):
        wrong.append("the wagers are not the sum of what they contributed")
    for name in state.balances:
        balance = state.balance(name)
        if not accounts.exists(name):
            wrong.append(f"there is no account {name[:40]}")
            continue
        if name.startswith(REMAINDER):
            if not 0 <= balance < MILLION:
                wrong.append(f"{name} holds {balance} millionths of a cent")
        elif balance % MILLION:
            wrong.append(f"{name} does not hold whole cents")
        if accounts.account(name).custodial and balance < 0:
            wrong.append(f"{name} is below zero")
    return wrong


def to_text(state: LinkState) -> str:
    """A snapshot: the state as canonical JSON."""
    return text_of(state)


def from_text(text: str) -> LinkState:
    """The inverse of ``to_text``."""
    return msgspec.json.decode(text, type=LinkState)
