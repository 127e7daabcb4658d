"""Reading a link beside its writer: the state as of the last commit, and its gambling days. A day ends in an entry with
the readings of every account; a close names that entry and the close before it, so only the days that are asked for are
read."""

import time
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from croupier.errors import BadInput, UnknownName
from croupier.jackpot import accounts
from croupier.jackpot.actors import PersonalRecord
from croupier.jackpot.book.recovery import fold, read_now, state_at
from croupier.jackpot.entries import ClosedDay, KeptAward, NewDay, Readings, read_body
from croupier.jackpot.journal import AUDIT_HINT as _HINT
from croupier.jackpot.journal import GENESIS, Entry, Head, Store, StoreBroken, Withheld
from croupier.jackpot.kinds.bank import bank_is_short
from croupier.jackpot.kinds.running import readings
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.state import LinkState
from croupier.records import Record, replace
from croupier.units import as_read


class Display(Record):
    """What every table of the link shows, as of the last commit."""

    link: str
    seq: int
    at: int
    day: str
    meters: dict[int, int]  # By level, in cents; of a house jackpot the posted prizes.
    overflow: dict[int, int]
    reserve: int
    pending: tuple[KeptAward, ...]  # Awards that wait for approval.
    accepts_wagers: bool
    why_not: str = ""
    stopped_tables: tuple[str, ...] = ()  # Tables that are at fault or were stopped, while the others play.
    age_seconds: float = 0.0  # Of a writer that has stopped: how long ago this was known to be so.

    def stopped(self, age_seconds: float = 0.0) -> "Display":
        """The same of a book that takes no wagers, though its journal tells of no reason."""
        return replace(self, accepts_wagers=False, why_not="stopped", age_seconds=age_seconds)


def display(state: LinkState) -> Display:
    """What the tables show."""
    plan = state.plan
    why_not = ""
    if plan is None:
        why_not = "not_live"
    elif state.ended:
        why_not = "link_ended"
    elif state.faults:
        why_not = "fault"
    elif state.seized:
        why_not = "seized"
    elif bank_is_short(state, plan):
        why_not = "bank_short"
    levels = plan.levels if plan else ()
    is_house = plan is not None and plan.type == "house"
    return Display(
        link=state.link,
        seq=state.seq,
        at=state.at,
        day=state.day,
        meters={level.number: level.seed_cents if is_house else state.meter_cents(level.number) for level in levels},
        overflow={level.number: state.cents(accounts.overflow(level.number)) for level in levels},
        reserve=state.cents(accounts.RESERVE),
        # By number: a state that was read from a snapshot has them in another order.
        pending=tuple(
            sorted((award for award in state.awards.values() if award.status == "pending"), key=attrgetter("no"))
        ),
        accepts_wagers=not why_not,
        why_not=why_not,
        stopped_tables=tuple(sorted(state.table_faults)),
    )


class Follower:
    """The state of one link, as of the last commit that was seen. Not for several threads."""

    def __init__(self, store: Store, link: str) -> None:
        self._store = store
        self._link = link
        self.state, self._head = read_now(store, link)
        self.seen_at = time.monotonic()

    @property
    def store(self) -> Store:
        """Where it reads; a store that was lost and reopened is a different one."""
        return self._store

    @property
    def head(self) -> Head:
        """Where the journal ended at the last look."""
        return self._head

    @property
    def display(self) -> Display:
        """What the tables show."""
        return display(self.state)

    @property
    def age(self) -> float:
        """Seconds since the journal was last looked at: how old the state may be."""
        return time.monotonic() - self.seen_at

    def catch_up(self) -> int:
        """Take in what was committed since; how many entries. StoreBroken where they do not follow from ours."""
        head = self._store.head(self._link)
        before = self._head.seq
        if head.seq > before:
            entries = self._store.entries(self._link, after=before, to=head.seq)
            self._head, _ = fold(self.state, entries, self._head.hash)
        self.seen_at = time.monotonic()
        return self._head.seq - before


def personal_records(store: Store, link: str) -> dict[int, PersonalRecord] | None:
    """By number, whom prizes were paid to; None if the user of the database may not read that."""
    try:
        return {each.no: each for each in store.personal(link)}
    except Withheld:
        return None


NO_READINGS = Readings(
    balances={}, contributed={}, hits={}, won={}, wagers=0, wins=0, after=0, liability=0, required=0, bank=0,
    difference=0, due=0, days_since_deposit=0, awards=[], last_hits=[], levels=[], plan=None, software="", rulebook="",
    faults=[], seized=False, dealt={}, hands_told={}, table_faults={}
)  # fmt: skip
"""Before the first day there is nothing."""


class GamblingDay(NamedTuple):
    """Where a gambling day lies in the journal, and what the accounts read before and after it."""

    day: str
    after: int  # Its first entry is the next one; the first day begins with the journal.
    to: int
    hash_before: str
    opening: Readings  # The readings at the close of the day before; nothing on the first day.
    closing: Readings  # The readings at the close, or as of now while the day is open.
    close: Entry | None  # The entry that closed it; None while it is not closed.


def read_state(store: Store, name: str) -> LinkState:
    """The state of a link as of its last commit, whoever writes it now; of one that was only claimed, nothing is
    known."""
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
    oldest = state.unclosed[0].after if state.unclosed else state.day_seq
    seq = state.last_close or oldest if state.plan else 0
    while seq:
        close = entry_at(store, state.link, seq)
        body = read_body(close)
        if not isinstance(body, ClosedDay):
            return  # the approval that the first day began with
        yield _ended_by(store, state.link, body.ends, close)
        seq = body.before


def unclosed_days(store: Store, state: LinkState) -> Iterator[GamblingDay]:
    """Every day that is over and not closed, the oldest first."""
    for each in state.unclosed:
        yield _ended_by(store, state.link, each.ends, None)


def _ended_by(store: Store, name: str, seq: int, close: Entry | None) -> GamblingDay:
    """The day that was over with an entry, whose readings that entry holds."""
    end = read_body(entry_at(store, name, seq))
    assert isinstance(end, NewDay), "a day is over with an entry of its own"
    after, hash, opening = _begins_after(store, name, end.readings.after)
    return GamblingDay(end.over, after, seq, hash, opening, end.readings, close)


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


def _begins_after(store: Store, name: str, seq: int) -> tuple[int, str, Readings]:
    """Where a day begins, the hash before it and the readings it opens with."""
    entry = entry_at(store, name, seq)
    body = read_body(entry)
    return (entry.seq, entry.hash, body.readings) if isinstance(body, NewDay) else (0, GENESIS, NO_READINGS)


def names_of(state: LinkState) -> dict[str, str]:
    """By id, everybody who is or was on a link; before its first plan is in force, nobody."""
    return {**state.names, **({person.id: person.name for person in state.plan.people} if state.plan else {})}


def colleagues_of(store: Store, link: str) -> dict[str, str]:
    """By id, the names of the people of the other links."""
    found: dict[str, str] = {}
    for name in store.links():
        if name != link:
            found |= names_of(read_state(store, name))
    return found


def plans_beside(store: Store, link: str) -> list[LinkPlan]:
    """The plans in force on the other links."""
    return [plan for name in store.links() if name != link and (plan := read_state(store, name).plan)]


def contradictions(store: Store, links: Iterable[str]) -> list[str]:
    """People of two links who do not agree: one id with two names, or one name with two ids."""
    by_id: dict[str, tuple[str, str]] = {}
    by_name: dict[str, tuple[str, str]] = {}
    found = []
    for link in links:
        for id, name in names_of(read_state(store, link)).items():
            other, where = by_id.setdefault(id, (name, link))
            if as_read(other) != as_read(name):
                found.append(f"{id} is {other} on link {where} and {name} on link {link}")
            holder, where = by_name.setdefault(as_read(name), (id, link))
            if holder != id:
                found.append(f"{name} is {holder} on link {where} and {id} on link {link}")
    return found
