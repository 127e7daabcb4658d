"""The end-of-day reports of a link, from its journal: any closed day, or the open one as far as it has come.

Every total here is an integer sum that is checked against the readings that the close of the day wrote down; a report
that does not add up is not given out. Only the entries of the day are read.
"""

from __future__ import annotations

import datetime
import json
import zoneinfo
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from croupier.errors import CheckFailed
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
from croupier.jackpot.book.reading import GamblingDay, closed_days, find_day, open_day, read_state
from croupier.jackpot.gambling_day import begins_at, ends_at
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan, plan_from_json, plan_hash
from croupier.jackpot.reports.day_pass import DayPass, TableCount
from croupier.jackpot.reports.explanations import Change, Explained, is_custodial
from croupier.jackpot.reports.records import (
    VOID,
    Bank,
    DayReport,
    ExceptionLine,
    Hit,
    Liability,
    MeterReading,
    OwedChange,
    Prize,
    TableLine,
)
from croupier.jackpot.state import LAST_HITS, LinkState

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
    hits = _last_hits(state, day, seen)
    result = DayReport(
        plan=plan,
        plan_hash=closing["plan"] if isinstance(closing.get("plan"), str) else plan_hash(plan),
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
        faults=tuple(closing.get("faults", () if day.close else state.faults)),
        is_seized=closing.get("seized", False if day.close else state.seized),
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
    if opening and "awards" not in opening:
        return  # readings that carry no open awards: those of earlier days are not known here
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
    named = sum(amount for what, amount in seen.owed.items() if what.startswith(("Accrued", "Voided")))
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


def _last_hits(state: LinkState, day: GamblingDay, seen: DayPass) -> tuple[Hit, ...]:
    """The last 25 wins from a meter, the latest first, with what has become of them by the end of the day."""
    found = []
    for each in closing_hits(state, day)[-LAST_HITS:]:
        prize = seen.prizes.get(each["no"])
        status = prize.status if prize else each["status"]
        fields = {
            name: each[name] for name in ("no", "day", "at", "table", "round", "seat", "level", "percent", "cents")
        }
        found.append(Hit(hand=each["label"], status=status, from_meter=each["from_meter"], **fields))
    return _with_shares(found)[::-1]


_Won = TypeVar("_Won", Prize, Hit)


def _with_shares(won: list[_Won]) -> tuple[_Won, ...]:
    """The same, marked where several took a whole meter together: equal parts of it, the odd cents with the first.

    In turn they would each take another amount, and paid in full only one of them is paid by the meter.
    """
    together: dict[tuple[object, ...], list[int]] = {}
    for each in won:
        if each.percent == "100" and each.from_meter:
            together.setdefault(_result_of(each), []).append(each.cents)
    shared = {key for key, parts in together.items() if len(parts) > 1 and max(parts) - min(parts) < len(parts)}
    return tuple(replace(each, is_shared=True) if _result_of(each) in shared else each for each in won)


def _result_of(each: Prize | Hit) -> tuple[object, ...]:
    """What names the result that an award is of, and its meter."""
    return each.day, each.at, each.table, each.round, each.level, each.percent, each.status in VOID


def closing_hits(state: LinkState, day: GamblingDay) -> list[Mapping[str, Any]]:
    """The hits at hand at the end of a day, oldest first."""
    if "last_hits" in day.closing:
        return list(day.closing["last_hits"])
    return [each for each in state.last_hits if each["day"] <= day.day]


def day_in_words(day: str) -> str:
    """A gambling day as a heading writes it.

    >>> day_in_words("2026-01-01")
    'Thursday, January 1, 2026'
    """
    date = datetime.date.fromisoformat(day)
    return f"{date:%A}, {date:%B} {date.day}, {date.year}"
