"""The end-of-day reports of a link, from its journal: any closed day, or the open one as far as it has come.

Every total here is an integer sum that is checked against the readings that the close of the day wrote down; a report
that does not add up is not given out. Only the entries of the day are read.
"""

from __future__ import annotations

import datetime
import itertools
import json
import re
import zoneinfo
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.errors import BadInput, CheckFailed
from croupier.jackpot import accounts
from croupier.jackpot.accounts import (
    BANK,
    CAGE,
    HOUSE,
    METER,
    OVERFLOW,
    PAYABLE,
    PENDING,
    REMAINDER,
    RESERVE,
    WAGERS,
    account,
)
from croupier.jackpot.book.reading import (
    GamblingDay,
    closed_days,
    find_day,
    live_plan,
    open_day,
    personal_records,
    read_state,
    unclosed_days,
)
from croupier.jackpot.gambling_day import begins_at, ends_at
from croupier.jackpot.journal import Entry, Store, StoreBroken, entry_hash
from croupier.jackpot.kinds.bank import OUR_READING
from croupier.jackpot.personal import PersonalRecord, payee_words
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan, plan_from_json, plan_hash
from croupier.jackpot.reports.alarms import Pace, told_of_silence, too_fast
from croupier.jackpot.reports.records import (
    ACCRUED,
    VOID,
    VOIDED,
    Bank,
    BankMove,
    Change,
    DayReport,
    ExceptionLine,
    Explained,
    Liability,
    MeterReading,
    OwedChange,
    Prize,
    TableLine,
    adjustment,
    change_of,
    is_custodial,
    owed_change_of,
)
from croupier.jackpot.state import LAST_HITS, LinkState

AWARDS: Final = (accounts.PENDING, accounts.PAYABLE, accounts.CAGE)
"""Where the money of an award is, until it goes back."""
EVENTS: Final = {
    "withdraw_proposal": "proposed plan withdrawn",
    "reset": "full reset",
    "end": f"link ended (by {OUR_READING})",
    "seize": "funds seized",
    "release": "seized funds released",
    "fault": "fault",
    "clear": "faults cleared",
    "purge": "personal records purged",
    "key": "key of the checkpoints announced",
    "new_key": "another key of the checkpoints announced",
    "decline": "request declined",
}


def told_of_changes(kind: str, body: Mapping[str, Any]) -> Iterable[tuple[str, str, int | None]]:
    """Every award that a rejection or a correction takes back, gives, or makes a debt."""
    request, where = body["req"], f"{body['table']} round {body['round']}"
    what = "award rejected" if kind == "reject" else "result corrected"
    for award in body["voided"]:
        yield what, f"award {award['no']}, {where} seat {award['seat']}: {request['reason']}", award["cents"]
        owed = body["receivable"].get(str(award["no"]), {}).get("cents", 0)
        if owed:
            yield "paid by mistake, receivable", f"award {award['no']}, {where} seat {award['seat']}", owed
    for award in body["awards"]:
        yield what, f"award {award['no']} given, {where} seat {award['seat']}: {award['label']}", award["cents"]


_NO_NEWS: Final = frozenset(
    {"wager", "lock", "approve", "confirm", "pay", "deposit", "withdraw", "close_day", "snapshot"}
)
_NOT_LATE: Final = frozenset({"start", "snapshot", "new_day", "close_day", "new_chain"})
"""Entries that closing a day needs; they do not belong to the day that has ended."""


@dataclass
class TableCount:
    rounds: int = 0
    voided: int = 0
    wagers: int = 0
    wagered: int = 0
    accrued: int = 0
    paid_at_table: int = 0
    pace: Pace = field(default_factory=Pace)


@dataclass
class DayPass:
    """What a day's entries come to. ``carried`` are the awards that were open when it began, by number."""

    day: str
    carried: Mapping[str, Mapping[str, Any]]
    seq: int
    hash: str
    ends: int
    """When the day ends, by the clock."""
    base_cents: int
    """The base wager."""
    at: int = 0
    moved: dict[str, list[int]] = field(default_factory=dict)
    """By account, the day's debits and credits."""
    changes: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """By account and sort of change: in how many entries, credits less debits, and the last such entry."""
    owed: dict[str, int] = field(default_factory=dict)
    """By sort of change, what it added to the players' money."""
    wagered: int = 0
    tables: dict[str, TableCount] = field(default_factory=dict)
    prizes: dict[int, Prize] = field(default_factory=dict)
    bank: list[BankMove] = field(default_factory=list)
    statement: int | None = None
    exceptions: list[ExceptionLine] = field(default_factory=list)
    wagers: int = 0
    software: str = ""
    rulebook: str = ""
    late: list[Entry] = field(default_factory=list)
    """The first entry that was posted after the day had ended, if any was."""
    late_count: int = 0
    personal: Mapping[int, PersonalRecord] | None = field(default_factory=dict)
    """The personal records that are kept, by number; None if they may not be read."""
    earlier: set[int] = field(default_factory=set)
    """Awards that were paid on an earlier day and taken back on this one."""
    _behind: tuple[int, int, int] = (0, -1, 0)
    """The line of the latest stretch with a clock behind the entry before, the last entry of that stretch, and how far
    the clock was behind at most."""
    _stakes: dict[tuple[str, int], int] = field(default_factory=dict)
    """By table and round with wagers of this day, what each of them was, in millionths of a cent."""
    _custodial: dict[str, bool] = field(default_factory=dict)
    _names: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for award in self.carried.values():
            self.prizes[award["no"]] = kept_prize(award)

    def know_payees(self, store: Store, link: str) -> None:
        """Whom prizes were paid to, as far as this user may read it."""
        self.personal = personal_records(store, link)

    def read(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.seq != self.seq + 1 or entry_hash(self.hash, *entry[:-1]) != entry.hash:
                raise StoreBroken(
                    f"{entry.link}: the chain breaks at entry {entry.seq}",
                    hint="run croupier jackpot audit, and restore a backup",
                )
            self.seq, self.hash, self.at = entry.seq, entry.hash, entry.at
            if entry.at >= self.ends and entry.kind not in _NOT_LATE:
                self.late = self.late or [entry]
                self.late_count += 1
            self._take(entry, json.loads(entry.body))

    def _take(self, entry: Entry, body: dict[str, Any]) -> None:
        kind, request = entry.kind, body.get("req", {})
        table = self._table(request["table"]) if "table" in request else None
        accrued, wagered = 0, self.wagered
        for debit, credit, amount in body.get("moves", ()):
            accrued += self._move(kind, body, debit, credit, amount)
        match kind:
            case "wager":
                assert table is not None
                count = len(request["seats"])
                self._stakes[request["table"], request["round"]] = (self.wagered - wagered) // count
                self.wagers += count
                table.wagers += count
                table.wagered += self.wagered - wagered
                table.accrued += accrued
            case "void":
                assert table is not None
                back = wagered - self.wagered
                # Some or all of its wagers may have come in on the day before.
                count = back // self._stakes.pop((request["table"], request["round"]), self.base_cents * MILLION)
                self.wagers -= count
                table.wagers -= count
                table.voided += 1
                table.wagered += self.wagered - wagered
                table.accrued += accrued
                self._pace(entry, request["table"], table)
            case "result":
                assert table is not None
                table.rounds += 1
                self._pace(entry, request["table"], table)
                self._result(entry, body, table)
            case "approve" | "confirm" | "correct_film" | "pay":
                self._decide(entry, body)
            case "reject" | "correct":
                self._restate(entry, body)
            case "deposit" | "withdraw":
                sign = 1 if kind == "deposit" else -1
                self.bank.append(
                    BankMove(entry.at, kind, sign * request["amount"], request["by"], request["reference"])
                )
            case "statement":
                self.statement = request["amount"]
        if kind not in _NO_NEWS:
            self._exception(entry, body)
        if "jump" in body:
            by = f"{body['jump'] / 1000:+,.0f} seconds"
            self.exceptions.append(ExceptionLine(entry.seq, entry.at, "clock jumped", "", by, None))
        if "clock" in body:
            self._went_back(entry, body["clock"])

    def _pace(self, entry: Entry, name: str, table: TableCount) -> None:
        told = table.pace.dealt(entry.at)
        if told:
            detail = f"{name}: {too_fast(*told)}"
            self.exceptions.append(ExceptionLine(entry.seq, entry.at, "unreasonable rate", "", detail, None))

    def _went_back(self, entry: Entry, clock: int) -> None:
        """One line for as long as the clock stays behind, whatever is entered meanwhile."""
        line, last, most = self._behind
        still = f"; still behind at entry {entry.seq:,}" if last == entry.seq - 1 else ""
        behind = max(entry.at - clock, most if still else 0)
        told = f"{behind / 1000:,.3f} seconds behind the entry before{still}"
        if still:
            self.exceptions[line] = replace(self.exceptions[line], detail=told)
        else:
            line = len(self.exceptions)
            self.exceptions.append(ExceptionLine(entry.seq, entry.at, "clock went back", "", told, None))
        self._behind = (line, entry.seq, behind)

    def _table(self, name: str) -> TableCount:
        return self.tables.setdefault(name, TableCount())

    def _move(self, kind: str, body: Mapping[str, Any], debit: str, credit: str, amount: int) -> int:
        """Count one transfer; what it adds to the players' money."""
        for name, other, side, sign in ((debit, credit, 0, -1), (credit, debit, 1, 1)):
            self.moved.setdefault(name, [0, 0])[side] += amount
            key = (kind, name, other)
            what = self._names.get(key)
            if what is None:
                what = change_of(kind, body, name, other)
                if kind != "adjust":
                    self._names[key] = what
            line = self.changes.setdefault(name, {}).setdefault(what, [0, 0, 0])
            if line[2] != self.seq:
                line[0] += 1
                line[2] = self.seq
            line[1] += sign * amount
        if debit == accounts.WAGERS:
            self.wagered += amount
        elif credit == accounts.WAGERS:
            self.wagered -= amount
        out, into = self._is_custodial(debit), self._is_custodial(credit)
        if out == into:
            return 0
        added = amount if into else -amount
        what = owed_change_of(kind, body, debit if into else credit)
        self.owed[what] = self.owed.get(what, 0) + added
        return added

    def _is_custodial(self, account: str) -> bool:
        known = self._custodial.get(account)
        if known is None:
            known = self._custodial[account] = is_custodial(account)
        return known

    def _result(self, entry: Entry, body: Mapping[str, Any], table: TableCount) -> None:
        request = body["req"]
        for award in body["awards"]:
            prize = prize_of(award, self.day, entry.at, request["table"], request["round"])
            self.prizes[award["no"]] = prize
            if award["status"] == "paid":
                table.paid_at_table += award["cents"]

    def _decide(self, entry: Entry, body: Mapping[str, Any]) -> None:
        """An award approved or paid, or its film looked at."""
        request = body["req"]
        number, by = request["award"], request["by"]
        prize = self.prizes[number]
        if entry.kind in ("confirm", "correct_film"):
            prize = replace(prize, camera=request["camera"])
        elif entry.kind == "approve":
            prize = replace(prize, status="payable", approved_by=by, decided_at=entry.at)
            for each in body.get("posted", ()):
                if each in self.prizes:
                    self.prizes[each] = replace(self.prizes[each], status="payable", decided_at=entry.at)
        else:
            prize = replace(
                prize,
                status="paid",
                paid_by=by,
                paid_at=entry.at,
                method=request["method"],
                reference=request.get("reference", ""),
                tax_form=request.get("tax_form", ""),
                camera=prize.camera or request.get("camera", ""),
                payee=payee_words(self.personal, request["payee"]) if "payee" in request else "",
            )
        self.prizes[number] = prize
        from_bank = sum(amount for _, credit, amount in body.get("moves", ()) if credit == accounts.BANK) // MILLION
        if from_bank:
            what = f"award {number} paid by check"
            self.bank.append(BankMove(entry.at, what, -from_bank, by, prize.reference))

    def _restate(self, entry: Entry, body: Mapping[str, Any]) -> None:
        """Awards of a round voided, and others given in their place, on whatever day the round was."""
        request = body["req"]
        status = "rejected" if entry.kind == "reject" else "corrected"
        for award in body["voided"]:
            known = self.prizes.get(award["no"])
            if known is None:  # paid on an earlier day, so its readings do not carry it
                self.earlier.add(award["no"])
                known = prize_of(award, "", None, body["table"], body["round"])
            owed = body["receivable"].get(str(award["no"]), {}).get("cents", 0)
            self.prizes[award["no"]] = replace(
                known, status=status, decided_at=entry.at, rejected_for=request["reason"], receivable=owed
            )
        for award in body["awards"]:
            prize = prize_of(award, self.day, entry.at, body["table"], body["round"])
            self.prizes[award["no"]] = prize
        for award in body["stands"]:
            if award["no"] in self.prizes:
                self.prizes[award["no"]] = replace(self.prizes[award["no"]], status=award["status"])

    def _exception(self, entry: Entry, body: Mapping[str, Any]) -> None:
        request = body.get("req", {})
        who = " and ".join(request[name] for name in ("by", "second") if name in request)
        for what, detail, cents in self._told(entry.kind, body, request):
            self.exceptions.append(ExceptionLine(entry.seq, entry.at, what, who, detail, cents))

    def _told(
        self, kind: str, body: Mapping[str, Any], request: Mapping[str, Any]
    ) -> Iterable[tuple[str, str, int | None]]:
        match kind:
            case "void":
                back = -sum(amount for _, credit, amount in body["moves"] if credit == accounts.WAGERS) // MILLION
                yield "round voided", f"{request['table']} round {request['round']}: {request['reason']}", back
            case "result":
                where = f"{request['table']} round {request['round']}"
                read = [seat for seat, hand in request["hands"].items() if isinstance(hand, dict)]
                for award in body["awards"]:
                    if str(award["seat"]) in read and award["kind"] in ("meter", "fixed"):
                        yield "hand read by a supervisor", f"{where} seat {award['seat']}: {award['label']}", None
            case "reject" | "correct":
                yield from told_of_changes(kind, body)
            case "collect":
                yield (
                    "paid by mistake, collected",
                    f"award {request['award']}: {request['reference']}",
                    request["amount"],
                )
            case "write_off":
                cents = sum(amount for _, _, amount in body["moves"]) // MILLION
                yield "paid by mistake, written off", f"award {request['award']}: {request['reason']}", cents
            case "adjust":
                level = f"level {request['level']}: " if "level" in request else ""
                what = adjustment(request["reason"]).removeprefix("Adjustment: ")
                yield "adjustment", f"{level}{what}. {request['note']}", request["amount"]
            case "statement":
                if body["difference"]:
                    yield "bank statement differs", f"from the books; {request['reference']}", body["difference"]
            case "start":
                yield from self._started(body)
            case "new_day":
                yield from told_of_silence(body)
            case "appoint":
                yield "person appointed", f"{request['person']} ({request['name']}) as {request['role']}", None
            case "dismiss":
                yield "person dismissed", f"{request['person']}: {request['reason']}", None
            case "fault" | "clear":
                at = f"table {request['table']}: " if "table" in request else ""
                yield EVENTS[kind], f"{at}{request['reason']}", None
            case "ask":
                asked = request["do"].replace("_", " ")
                yield "second person asked for", f"{asked}: {request.get('reason') or request.get('note', '')}", None
            case "propose":
                yield "plan proposed", body["hash"][:16], None
            case "accept":
                yield "plan approved", request["plan"][:16], None
            case _:
                what = EVENTS.get(kind, kind.replace("_", " "))
                yield what, str(request.get("reason") or request.get("reference") or ""), None

    def _started(self, body: Mapping[str, Any]) -> Iterable[tuple[str, str, int | None]]:
        pairs = (("software", self.software), ("rulebook", self.rulebook))
        changed = [name for name, before in pairs if before and before != body[name]]
        self.software, self.rulebook = body["software"], body["rulebook"]
        names = f"software {self.software[:8]}, rulebook {self.rulebook[:8]}"
        yield "system started", f"the {' and the '.join(changed)} changed: {names}" if changed else names, None


_OF_AWARDS: Final = ("no", "seat", "kind", "level", "percent", "cents", "from_meter", "status")
_OF_SOME_AWARDS: Final = ("cards", "read_by", "approved_by", "dealer", "camera")


def prize_of(award: Mapping[str, Any], day: str, at: int | None, table: str, round: int) -> Prize:
    """An award as the books keep it, as a prize record."""
    return Prize(
        day=day,
        at=at,
        table=table,
        round=round,
        hand=award["label"],
        duties=tuple(award["duties"]),
        is_rest="rest_of" in award,
        **{name: award[name] for name in _OF_AWARDS},
        **{name: award.get(name, "") for name in _OF_SOME_AWARDS},
    )


def kept_prize(award: Mapping[str, Any]) -> Prize:
    """An award that is not paid yet, or of the last hits."""
    return prize_of(award, award["day"], award["at"], award["table"], award["round"])


Balances = Mapping[str, tuple[int, int] | list[int]]


class DoesNotAddUp(CheckFailed):
    """A report whose figures contradict one another; it names the figures."""

    def __init__(self, link: str, day: str, what: str, counted: object, read: object) -> None:
        self.counted = counted
        self.read = read
        super().__init__(
            f"{link}, {day}: {what}: the day's entries come to {counted}, the readings say {read}",
            hint="run croupier jackpot audit",
        )


def report(store: Store, link: str, day: str | None = None) -> DayReport:
    """The reports of a gambling day; without a date of the last closed one, or of the open one where none is closed."""
    state = read_state(store, link)
    return report_of(store, state, find_day(store, state, day))


def open_report(store: Store, link: str) -> DayReport:
    """The reports of the day that is not closed, as of the last commit."""
    state = read_state(store, link)
    return report_of(store, state, open_day(store, state))


def history(store: Store, link: str) -> Iterator[str]:
    """The closed gambling days, the latest first."""
    for each in closed_days(store, read_state(store, link)):
        yield each.day


def report_of(store: Store, state: LinkState, day: GamblingDay) -> DayReport:
    """Read a day's entries once and put its reports together."""
    plan = _plan_of(day)
    opening, closing = day.opening, day.closing
    carried = {str(each["no"]): each for each in opening.get("awards", ())}
    clock = day.day, plan.time_zone, plan.day_begins
    base = opening["plan"]["base_wager_cents"] if opening else plan.base_wager_cents
    seen = DayPass(day.day, carried, day.after, day.hash_before, ends_at(*clock), base)
    seen.know_payees(store, state.link)
    seen.software, seen.rulebook = opening.get("software", ""), opening.get("rulebook", "")
    seen.read(store.entries(state.link, after=day.after, to=day.to))
    check = _Checks(state.link, day.day)
    check("entries read", seen.seq, day.to)
    explained = tuple(_explain(seen, opening, closing, check))
    _check_counts(seen, opening, closing, check)
    awards = _with_shares([prize for _, prize in sorted(seen.prizes.items())])
    _check_awards(seen, awards, opening, closing, check)
    hits = _last_hits(day, seen)
    result = DayReport(
        plan=plan,
        plan_hash=plan_hash(plan),
        day=day.day,
        is_closed=day.close is not None,
        closed_at=day.close.at if day.close else None,
        closed_by=_closed_by(day),
        first_entry=day.after + 1,
        last_entry=day.to,
        last_at=seen.at,
        last_hash=seen.hash,
        meters=tuple(_meter(plan, level, opening, closing) for level in plan.levels),
        reserve=_cents(closing.get("balances", {}), RESERVE),
        accounts=explained,
        fractions=_fractions(opening, closing),
        tables=_tables(plan, seen, day.day, check),
        liability=_liability(plan, seen, opening, closing, check),
        bank=_bank(plan, seen, day, check),
        prizes=awards,
        last_hits=hits,
        exceptions=tuple(sorted([*seen.exceptions, *_by_the_clock(day, seen, plan)], key=lambda each: each.seq)),
        faults=tuple(closing["faults"]),
        is_seized=closing["seized"],
    )
    _check_explained(result, check)
    return result


class _Checks:
    """Each figure is counted from the entries and read from what the close wrote down; both must agree."""

    def __init__(self, link: str, day: str) -> None:
        self.link = link
        self.day = day

    def __call__(self, what: str, counted: object, read: object) -> None:
        if counted != read:
            raise DoesNotAddUp(self.link, self.day, what, counted, read)


def _plan_of(day: GamblingDay) -> LinkPlan:
    """The plan that was in force at the end of the day, as it was written down then."""
    return plan_from_json(day.closing["plan"])


def _by_the_clock(day: GamblingDay, seen: DayPass, plan: LinkPlan) -> Iterator[ExceptionLine]:
    """A day is closed by people; here is where that does not fit the hours of the plan."""
    begins = begins_at(day.day, plan.time_zone, plan.day_begins)
    if day.close and day.close.at < begins:
        told = f"{day.day} begins at {_wall(begins, plan)}"
        yield ExceptionLine(day.to, day.close.at, "day closed before it began", _closed_by(day), told)
    for first in seen.late:
        many = f"{seen.late_count:,} entries" if seen.late_count > 1 else "an entry"
        told = f"{many} after its end at {_wall(seen.ends, plan)}, the first at {_wall(first.at, plan)}"
        yield ExceptionLine(first.seq, first.at, "day closed late" if day.close else "day not closed in time", "", told)


def _wall(at: int, plan: LinkPlan) -> str:
    local = datetime.datetime.fromtimestamp(at / 1000, zoneinfo.ZoneInfo(plan.time_zone))
    return local.isoformat(" ", "seconds")


def _closed_by(day: GamblingDay) -> str:
    return str(json.loads(day.close.body)["req"]["by"]) if day.close else ""


def _of(balances: Balances, name: str) -> int:
    """Credits less debits, in millionths of a cent."""
    debits, credits = balances.get(name, (0, 0))
    return credits - debits


def _cents(balances: Balances, name: str) -> int:
    """A balance as a bookkeeper states it: above zero on the account's own side."""
    cents = _of(balances, name) // MILLION
    return cents if account(name).side == "credit" else -cents


def _explain(
    seen: DayPass, opening: Mapping[str, Any], closing: Mapping[str, Any], check: _Checks
) -> Iterator[Explained]:
    """Every account: the beginning amount, each sort of change, the ending amount."""
    before: Balances = opening.get("balances", {})
    after: Balances = closing["balances"]
    for name in sorted(after.keys() | before.keys() | seen.moved.keys(), key=_in_order):
        was, moved = before.get(name, (0, 0)), seen.moved.get(name, (0, 0))
        counted = (was[0] + moved[0], was[1] + moved[1])
        check(f"{name}, debits and credits in millionths of a cent", counted, tuple(after.get(name, (0, 0))))
        if name.startswith(REMAINDER):
            continue
        sign = 1 if account(name).side == "credit" else -1
        changes = tuple(
            Change(what, times, sign * amount // MILLION)
            for what, (times, amount, _) in seen.changes.get(name, {}).items()
        )
        yield Explained(name, account(name).title, _cents(before, name), changes, _cents(after, name))


_ORDER: Final = (METER, OVERFLOW, RESERVE, REMAINDER[:-1], PENDING, PAYABLE, BANK, CAGE, WAGERS, HOUSE)


def _in_order(name: str) -> tuple[int, str]:
    """Meters first, then what belongs to them, the house's accounts last."""
    kind = name.partition(".")[0]
    return (_ORDER.index(kind) if kind in _ORDER else len(_ORDER), name)


def _check_explained(result: DayReport, check: _Checks) -> None:
    for each in result.accounts:
        summed = each.beginning + sum(change.cents for change in each.changes)
        check(f"{each.account}, beginning and changes in cents", summed, each.ending)


def _check_counts(seen: DayPass, opening: Mapping[str, Any], closing: Mapping[str, Any], check: _Checks) -> None:
    check("wagers that stand", opening.get("wagers", 0) + seen.wagers, closing["wagers"])
    stood = _of(opening.get("balances", {}), WAGERS) - _of(closing["balances"], WAGERS)
    check("wagers in millionths of a cent", seen.wagered, stood)
    contributed = sum(closing["contributed"].values())
    check("wagers and what they contributed", contributed, -_of(closing["balances"], WAGERS))


def _check_awards(
    seen: DayPass, prizes: tuple[Prize, ...], opening: Mapping[str, Any], closing: Mapping[str, Any], check: _Checks
) -> None:
    waiting = {status: sum(each.cents for each in prizes if each.status == status) for status in ("pending", "payable")}
    check("awards to be approved", waiting["pending"], _of(closing["balances"], PENDING) // MILLION)
    check("awards payable", waiting["payable"], _of(closing["balances"], PAYABLE) // MILLION)
    carried = {each["no"] for each in opening.get("awards", ())} | seen.earlier
    for name, value in (("hits", lambda prize: not prize.is_rest), ("won", lambda prize: prize.cents)):
        for level in closing[name].keys() | opening.get(name, {}).keys():
            own = [each for each in prizes if each.kind == "meter" and str(each.level) == level]
            came = sum(value(each) for each in own if each.no not in carried)
            back = sum(value(each) for each in own if each.is_void)
            check(f"{name} of level {level}", opening.get(name, {}).get(level, 0) + came - back, closing[name][level])
    check("awards numbered", opening.get("wins", 0) + len(prizes) - len(carried), closing["wins"])


def _meter(plan: LinkPlan, level: Level, opening: Mapping[str, Any], closing: Mapping[str, Any]) -> MeterReading:
    before: Balances = opening.get("balances", {})
    after: Balances = closing["balances"]
    number, is_house = level.number, plan.type == "house"
    name = str(number)
    wagered, wagered_before = _cents(after, WAGERS), _cents(before, WAGERS)
    hits, won = closing["hits"].get(name, 0), closing["won"].get(name, 0)
    meter = accounts.meter(number)
    posted = {each["number"]: each["seed_cents"] for each in opening.get("levels", ())}
    return MeterReading(
        level=number,
        shown=level.seed_cents if is_house else _cents(after, meter),
        shown_before=posted.get(number, level.seed_cents) if is_house else _cents(before, meter),
        wagered=wagered,
        wagered_today=wagered - wagered_before,
        overflow=_cents(after, accounts.overflow(number)),
        hits=hits,
        hits_today=hits - opening.get("hits", {}).get(name, 0),
        won=won,
        won_today=won - opening.get("won", {}).get(name, 0),
        limit=level.limit_cents,
    )


def _fractions(opening: Mapping[str, Any], closing: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    before, after = opening.get("balances", {}), closing["balances"]
    return {
        name.removeprefix(REMAINDER): (_of(before, name), _of(after, name))
        for name in sorted(after)
        if name.startswith(REMAINDER)
    }


def _tables(plan: LinkPlan, seen: DayPass, day: str, check: _Checks) -> tuple[TableLine, ...]:
    names = dict.fromkeys([*(table.id for table in plan.tables), *seen.tables])
    names |= dict.fromkeys(prize.table for prize in seen.prizes.values() if prize.is_void and prize.table)
    awarded: Counter[str] = Counter()
    back: Counter[str] = Counter()
    for prize in seen.prizes.values():
        if prize.day == day and not prize.is_void:
            awarded[prize.table] += prize.cents
        elif prize.day != day and prize.is_void:
            back[prize.table] += prize.cents
    lines = []
    for name in names:
        count = seen.tables.get(name, TableCount())
        counted = count.rounds, count.voided, count.wagers, count.wagered // MILLION
        lines.append(TableLine(name, *counted, count.accrued, count.paid_at_table, awarded[name], back[name]))
    check("wagers of all tables", sum(line.wagered for line in lines) * MILLION, seen.wagered)
    return tuple(lines)


def _liability(
    plan: LinkPlan, seen: DayPass, opening: Mapping[str, Any], closing: Mapping[str, Any], check: _Checks
) -> Liability:
    before = sum(_of(opening.get("balances", {}), name) for name in opening.get("balances", {}) if is_custodial(name))
    after = sum(_of(closing["balances"], name) for name in closing["balances"] if is_custodial(name))
    check("what is owed to players, in millionths of a cent", before + sum(seen.owed.values()), after)
    ending = -(-after // MILLION)
    check("what is owed to players, in cents", ending, closing["liability"])
    accrued = sum(count.accrued for count in seen.tables.values())
    named = sum(seen.owed.get(what, 0) for what in (ACCRUED, VOIDED))
    check("what the tables accrued, in millionths of a cent", accrued, named)
    changes = tuple(OwedChange(what, amount) for what, amount in seen.owed.items())
    return Liability(before, changes, after, ending, accrued, plan.type == "progressive")


def _bank(plan: LinkPlan, seen: DayPass, day: GamblingDay, check: _Checks) -> Bank:
    opening, closing = day.opening, day.closing
    before, after = _cents(opening.get("balances", {}), BANK), _cents(closing["balances"], BANK)
    moves = tuple(seen.bank)
    check("the bank account", before + sum(each.cents for each in moves), after)
    difference = closing["difference"]
    owed = closing["liability"]
    # A house jackpot keeps its posted prizes in the bank, beside what was won and is not yet paid.
    required = closing["required"]
    certain = after + min(0, difference)
    return Bank(
        beginning=before,
        moves=moves,
        ending=after,
        statement=seen.statement,
        difference=difference,
        certain=certain,
        owed=owed,
        required=required,
        deposit_due=max(0, max(owed, required) - certain),
        days_since_deposit=closing["days_since_deposit"],
        deposit_days=plan.deposit_days,
    )


def _last_hits(day: GamblingDay, seen: DayPass) -> tuple[Prize, ...]:
    """The last 25 wins from a meter, the latest first, with what has become of them by the end of the day."""
    hits = [kept_prize(award) for award in day.closing["last_hits"][-LAST_HITS:]]
    now = [replace(hit, status=seen.prizes[hit.no].status) if hit.no in seen.prizes else hit for hit in hits]
    return _with_shares(now)[::-1]


def _with_shares(won: list[Prize]) -> tuple[Prize, ...]:
    """The same, marked where several took a whole meter together: equal parts of it, the odd cents with the first.

    In turn they would each take another amount, and paid in full only one of them is paid by the meter.
    """
    together: dict[tuple[object, ...], list[int]] = {}
    for prize in won:
        if prize.percent == "100" and prize.from_meter:
            together.setdefault(_result_of(prize), []).append(prize.cents)
    shared = {key for key, parts in together.items() if len(parts) > 1 and max(parts) - min(parts) < len(parts)}
    return tuple(replace(prize, is_shared=True) if _result_of(prize) in shared else prize for prize in won)


def _result_of(each: Prize) -> tuple[object, ...]:
    """What names the result that an award is of, and its meter."""
    return each.day, each.at, each.table, each.round, each.level, each.percent, each.status in VOID


def day_in_words(day: str) -> str:
    """A gambling day as a heading writes it.

    >>> day_in_words("2026-01-01")
    'Thursday, January 1, 2026'
    """
    date = datetime.date.fromisoformat(day)
    return f"{date:%A}, {date:%B} {date.day}, {date.year}"


_MONTH = re.compile(r"2\d{3}-(0[1-9]|1[0-2])", re.ASCII)


@dataclass(frozen=True)
class Unclaimed:
    """A prize that was won and is not paid yet."""

    prize: Prize
    deadline: str
    """The last day on which it may be claimed; empty where the plan says nothing."""

    def is_late(self, day: str) -> bool:
        """Whether the deadline lay before a day."""
        return bool(self.deadline) and self.deadline < day


@dataclass(frozen=True)
class MonthSummary:
    """One link over the gambling days of a month."""

    plan: LinkPlan
    month: str
    days: tuple[DayReport, ...]
    """In order; some may not be closed yet, and the last may not be over."""
    paid: tuple[int, ...]
    """By day, what players were paid on it, whenever it was won."""
    owed: tuple[OwedChange, ...]
    """What changed the players' money over the month, in millionths of a cent."""
    unclaimed: tuple[Unclaimed, ...]
    """As of the end of the last day."""

    @property
    def is_closed(self) -> bool:
        """Whether every day that it holds is closed, and none of the month is still to come."""
        last = datetime.date.fromisoformat(self.days[-1].day)
        ends = (last + datetime.timedelta(days=1)).strftime("%Y-%m") != self.month
        return ends and all(day.is_closed for day in self.days)

    @property
    def first(self) -> DayReport:
        return self.days[0]

    @property
    def last(self) -> DayReport:
        return self.days[-1]


def summary(store: Store, link: str, month: str) -> MonthSummary:
    """The summary of a month, as in 2026-01; BadInput where the link has no day in it."""
    if not _MONTH.fullmatch(month):
        raise BadInput(f"{month[:40]} is not a month", hint="as in 2026-01")
    state = read_state(store, link)
    plan = live_plan(state)
    days = [*closed_days(store, state), *unclosed_days(store, state), open_day(store, state)]
    days.sort(key=lambda each: each.after)
    found = [report_of(store, state, each) for each in days if each.day[:7] == month]
    if not found:
        raise BadInput(
            f"link {link} has no gambling day in {month}", hint=f"its days are {plan.first_day} to {state.day}"
        )
    for before, after in itertools.pairwise(found):
        _check_follows(link, before, after)
    changes: Counter[str] = Counter()
    for day in found:
        for change in day.liability.changes:
            changes[change.what] += change.millionths
    owed = tuple(OwedChange(what, millionths) for what, millionths in changes.items())
    begins, ends = found[0].liability.beginning_millionths, found[-1].liability.ending_millionths
    if begins + sum(each.millionths for each in owed) != ends:
        raise DoesNotAddUp(link, month, "owed to players", begins + sum(each.millionths for each in owed), ends)
    last = found[-1]
    return MonthSummary(last.plan, month, tuple(found), tuple(map(_paid, found)), owed, tuple(_unclaimed(last)))


def _paid(day: DayReport) -> int:
    """A report has the time of a payment only if it was made on its day."""
    small = sum(each.paid_at_table for each in day.tables)
    return small + sum(each.cents for each in day.prizes if not each.is_small and each.paid_at is not None)


def _check_follows(link: str, before: DayReport, after: DayReport) -> None:
    pairs = {
        "owed to players": (before.liability.ending_millionths, after.liability.beginning_millionths),
        "in the bank": (before.bank.ending, after.bank.beginning),
        "last entry": (before.last_entry + 1, after.first_entry),
    }
    for what, (ended, begins) in pairs.items():
        if ended != begins:
            raise DoesNotAddUp(link, after.day, f"{what}, at the end of {before.day}", ended, begins)


def _unclaimed(day: DayReport) -> list[Unclaimed]:
    """Pending ones wait for the house, payable ones for the player; both are the player's."""
    return [
        Unclaimed(prize, deadline(day.plan, prize.day))
        for prize in day.prizes
        if prize.status in ("pending", "payable")
    ]


def deadline(plan: LinkPlan, won_on: str) -> str:
    """Until which day a prize of a gambling day may be claimed."""
    if not plan.claim_days:
        return ""
    return (datetime.date.fromisoformat(won_on) + datetime.timedelta(days=plan.claim_days)).isoformat()
