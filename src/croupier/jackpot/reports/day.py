"""The end-of-day reports of a link, from the entries of the day alone. Every total is an integer sum that is checked
against the readings at its end; a report that does not add up is not given out."""

import datetime
import itertools
import re
import zoneinfo
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import lru_cache, partial
from typing import Final

from croupier.errors import BadInput, CheckFailed
from croupier.jackpot import accounts, actors, entries, gambling_day
from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import REMAINDER, WAGERS, account
from croupier.jackpot.book import reading
from croupier.jackpot.book.reading import GamblingDay
from croupier.jackpot.journal import AUDIT_HINT, Entry, Store, StoreBroken, entry_hash
from croupier.jackpot.kinds.bank import OUR_READING
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan, plan_hash
from croupier.jackpot.reports import alarms, records
from croupier.jackpot.state import LAST_HITS, LinkState
from croupier.records import plain, record_of, replace

_NO_NEWS: Final = frozenset(
    {"wager", "lock", "approve", "confirm", "pay", "deposit", "withdraw", "close_day", "snapshot"}
)
_NOT_LATE: Final = frozenset({"start", "snapshot", "new_day", "close_day", "new_chain"})
"""Entries that closing a day needs; they do not belong to the day that has ended."""
Told = Iterator[tuple[str, str, int | None]]  # What happened, about what, and its cents.


def _told(body: entries.Body, kind: str) -> Told:
    """What whoever answers for the jackpot must look at in an entry."""
    match body:
        case entries.Settled(req=request):
            where = f"{request.table} round {request.round}"
            read = [seat for seat, hand in request.hands.items() if isinstance(hand, asked.ReadHand)]
            for award in body.awards:
                if str(award.seat) in read and award.kind in ("meter", "fixed"):
                    yield "hand read by a supervisor", f"{where} seat {award.seat}: {award.label}", None
        case entries.Restated():
            yield from _told_of_changes(body)
        case entries.Stated(req=request, difference=difference):
            if difference:
                yield "bank statement differs", f"from the books; {request.reference}", difference
        case entries.NewDay(over=over, day=day):
            if silent := gambling_day.days_between(over, day):
                yield "days without an entry", alarms.silent_days(silent, over, day), None
        case entries.Asking(req=request):
            said = request.note if isinstance(request, asked.Adjust) and not request.reason else request.reason
            yield "second person asked for", f"{request.do.replace('_', ' ')}: {said}", None
        case entries.Proposed(hash=hash):
            yield "plan proposed", hash[:16], None
        case entries.Accepted(req=request):
            yield "plan approved", request.plan[:16], None
        case entries.PeopleBody(req=asked.Adjust(level=level, note=note, amount=amount, reason=reason)):
            where = f"level {level}: " if level is not None else ""
            what = records.adjustment(reason).removeprefix("Adjustment: ")
            yield "adjustment", f"{where}{what}. {note}", amount
        case _:
            said = plain(body.req) if isinstance(body, entries.PeopleBody) else {}
            at_table = f"table {said['table']}: " if said.get("table") is not None else ""
            what, detail = records.WORDS["exceptions"].get(kind, (kind.replace("_", " "), "{reason}"))
            moved = sum(amount for _, _, amount in body.moves) // MILLION if kind in ("collect", "write_off") else None
            back = _wagered(body) // MILLION if kind == "void" else moved
            yield (
                what.format(our_reading=OUR_READING),
                detail.format_map({"reason": "", "at_table": at_table} | said),
                back,
            )


def _wagered(body: entries.Body) -> int:
    """What an entry adds to the wagers, in millionths of a cent; below zero where it takes some back."""
    return sum(
        amount if debit == WAGERS else -amount for debit, credit, amount in body.moves if WAGERS in (debit, credit)
    )


def _told_of_changes(body: entries.Restated) -> Told:
    """Every award that a rejection or a correction takes back, gives, or makes a debt."""
    where = f"{body.table} round {body.round}"
    what = "award rejected" if isinstance(body.req, asked.Reject) else "result corrected"
    for award in body.voided:
        about = f"award {award.no}, {where} seat {award.seat}"
        yield what, f"{about}: {body.req.reason}", award.cents
        if owed := _owed(body, award):
            yield "paid by mistake, receivable", about, owed
    if isinstance(body.req, asked.TakeBack):
        yield "wager taken back", f"{where} seat {body.req.seat}: {body.req.reason}", _wagered(body) // MILLION
    for award in body.awards:
        yield what, f"award {award.no} given, {where} seat {award.seat}: {award.label}", award.cents


def _owed(body: entries.Restated, award: entries.AwardRecord) -> int:
    debt = body.receivable.get(str(award.no))
    return debt.cents if debt else 0


class DoesNotAddUp(CheckFailed):
    """A report whose figures contradict one another; it names the figures."""

    def __init__(self, link: str, day: str, what: str, counted: object, read: object) -> None:
        super().__init__(
            f"{link}, {day}: {what}: the day's entries come to {counted}, the readings say {read}",
            hint="run croupier jackpot audit",
        )


def _check(link: str, day: str, what: str, counted: object, read: object) -> None:
    """Counted from the entries and read at the close: both must agree."""
    if counted != read:
        raise DoesNotAddUp(link, day, what, counted, read)


class DayPass:
    """A day's entries, read once, and the reports that they come to."""

    def __init__(self, link: str, day: GamblingDay, personal: Mapping[int, actors.PersonalRecord] | None) -> None:
        plan = day.closing.plan  # the one in force at the end of the day, as it was written down then
        assert plan is not None, "a day has readings once a link is live"
        self.day, self.opening, self.closing, self.plan = day, day.opening, day.closing, plan
        self.personal = personal  # By number; None if they may not be read.
        self.check = partial(_check, link, day.day)
        self.software, self.rulebook = self.opening.software, self.opening.rulebook
        self.seq, self.hash, self.at = day.after, day.hash_before, 0
        self.ends = gambling_day.ends_at(day.day, plan.time_zone, plan.day_begins)
        self.moved: dict[str, list[int]] = {}  # By account, the day's debits and credits.
        self.changes: dict[str, dict[str, list[int]]] = {}  # By account and sort: entries, sum, last.
        self.owed: dict[str, int] = {}  # By sort of change, what it added to the players' money.
        self.wagers = self.wagered = 0
        self.tables: dict[str, records.TableLine] = {}  # What they wagered is in millionths of a cent here.
        self.prizes = {award.no: prize_of(award) for award in self.opening.awards}
        self.bank: list[records.BankMove] = []
        self.statement: int | None = None
        self.exceptions: list[records.ExceptionLine] = []
        self.late: list[tuple[int, int]] = []  # Every entry after the day had ended, with its time.
        self.earlier: set[int] = set()  # Awards paid on an earlier day and taken back on this one.
        self._paces: dict[str, alarms.Pace] = {}
        self._stakes: dict[tuple[str, int], int] = {}  # By table and round, what a wager was.
        self._behind = (0, -1, 0)
        """The line of the latest stretch with a clock behind the entry before, the last entry of that stretch, and how
        far the clock was behind at most."""

    def read(self, journal: Iterable[Entry]) -> None:
        for entry in journal:
            if entry.seq != self.seq + 1 or entry_hash(self.hash, *entry[:-1]) != entry.hash:
                raise StoreBroken(f"{entry.link}: the chain breaks at entry {entry.seq}", hint=AUDIT_HINT)
            self.seq, self.hash, self.at = entry.seq, entry.hash, entry.at
            if entry.at >= self.ends and entry.kind not in _NOT_LATE:
                self.late.append((entry.seq, entry.at))
            self._take(entry, entries.read_body(entry))

    def _take(self, entry: Entry, body: entries.Body) -> None:
        kind, wagered = entry.kind, _wagered(body)
        self.wagered += wagered
        request = body.req if isinstance(body, entries.PeopleBody) else None
        reason = request.reason if isinstance(request, asked.Adjust) else ""
        # A wager that is taken back after the result may correct it as well.
        kinds = ["correct" if kind == "take_back" and WAGERS not in move else kind for move in body.moves]
        accrued = sum([self._move(sort, reason, *move) for sort, move in zip(kinds, body.moves, strict=True)])
        match body:
            case entries.Settled(req=told):
                table = self._table(told.table)
                table.rounds += 1
                self._pace(entry, told.table)
                self._award(entry, body, told.table, told.round)
                table.paid_at_table += sum(award.cents for award in body.awards if award.status == "paid")
            case entries.Restated():
                self._restate(entry, body)
                if isinstance(body.req, asked.TakeBack):
                    self._count(body.table, -1, wagered, 0)
            case entries.Asking():
                pass
            case entries.PeopleBody(req=asked.Wager(table=name, round=number, seats=seats)):
                self._stakes[name, number] = wagered // len(seats)
                self._count(name, len(seats), wagered, accrued)
            case entries.PeopleBody(req=asked.Void(table=name, round=number)):
                # Some or all of its wagers may have come in on the day before.
                base = (self.opening.plan or self.plan).base_wager_cents * MILLION
                table = self._count(name, -(-wagered // self._stakes.pop((name, number), base)), wagered, accrued)
                table.voided += 1
                self._pace(entry, name)
            case entries.PeopleBody(req=asked.Approve() | asked.Confirm() | asked.CorrectFilm() | asked.Pay() as about):
                self._decide(entry, about, body)
            case entries.PeopleBody(req=asked.Deposit() | asked.Withdraw() as banked):
                sign = 1 if kind == "deposit" else -1
                self.bank.append(records.BankMove(entry.at, kind, sign * banked.amount, banked.by, banked.reference))
            case entries.PeopleBody(req=asked.Statement(amount=amount)):
                self.statement = amount
        if kind not in _NO_NEWS:
            who = " and ".join(request.people) if request else ""
            told_of = self._started(body) if isinstance(body, entries.Started) else _told(body, kind)
            for what, detail, cents in told_of:
                self.exceptions.append(records.ExceptionLine(entry.seq, entry.at, what, who, detail, cents))
        if body.jump is not None:
            self._except(entry, "clock jumped", f"{body.jump / 1000:+,.0f} seconds")
        if body.clock is not None:
            self._went_back(entry, body.clock)

    def _except(self, entry: Entry, what: str, detail: str) -> None:
        self.exceptions.append(records.ExceptionLine(entry.seq, entry.at, what, "", detail))

    def _count(self, name: str, wagers: int, wagered: int, accrued: int) -> records.TableLine:
        """Wagers of a table, or fewer of them."""
        table = self._table(name)
        self.wagers += wagers
        table.wagers += wagers
        table.wagered += wagered
        table.accrued_millionths += accrued
        return table

    def _pace(self, entry: Entry, name: str) -> None:
        told = self._paces.setdefault(name, alarms.Pace()).dealt(entry.at)
        if told:
            self._except(entry, "unreasonable rate", f"{name}: {alarms.too_fast(*told)}")

    def _went_back(self, entry: Entry, clock: int) -> None:
        """One line for as long as the clock stays behind, whatever is entered meanwhile."""
        line, last, most = self._behind
        still = f"; still behind at entry {entry.seq:,}" if last == entry.seq - 1 else ""
        behind = max(entry.at - clock, most if still else 0)
        told = f"{behind / 1000:,.3f} seconds behind the entry before{still}"
        if still:
            self.exceptions[line] = changed(self.exceptions[line], detail=told)
        else:
            line = len(self.exceptions)
            self._except(entry, "clock went back", told)
        self._behind = (line, entry.seq, behind)

    def _table(self, name: str) -> records.TableLine:
        return self.tables.setdefault(name, records.TableLine(name))

    def _move(self, kind: str, reason: str, debit: str, credit: str, amount: int) -> int:
        """Count one transfer; what it adds to the players' money. An adjustment has a reason."""
        for name, other, side, sign in ((debit, credit, 0, -1), (credit, debit, 1, 1)):
            self.moved.setdefault(name, [0, 0])[side] += amount
            line = self.changes.setdefault(name, {}).setdefault(records.change_of(kind, reason, name, other), [0, 0, 0])
            if line[2] != self.seq:
                line[0] += 1
                line[2] = self.seq
            line[1] += sign * amount
        out, into = _is_custodial(debit), _is_custodial(credit)
        if out == into:
            return 0
        added = amount if into else -amount
        what = records.change_of(kind, reason, records.OWED, debit if into else credit)
        self.owed[what] = self.owed.get(what, 0) + added
        return added

    def _award(self, entry: Entry, body: entries.Settled | entries.Restated, table: str, round: int) -> None:
        for award in body.awards:
            self.prizes[award.no] = prize_of(award, day=self.day.day, at=entry.at, table=table, round=round)

    def _decide(
        self, entry: Entry, request: asked.Approve | asked.Confirm | asked.CorrectFilm | asked.Pay, body: entries.Body
    ) -> None:
        """An award approved or paid, or its film looked at."""
        prize, by = self.prizes[request.award], request.by
        match request:
            case asked.Approve():
                posted = body.posted if isinstance(body, entries.Approved) else ()
                for envy in posted:
                    if envy in self.prizes:
                        self.prizes[envy] = replace(self.prizes[envy], status="payable", decided_at=entry.at)
                prize = replace(prize, status="payable", approved_by=by, decided_at=entry.at)
            case asked.Pay():
                prize = replace(
                    prize,
                    status="paid",
                    paid_by=by,
                    paid_at=entry.at,
                    method=request.method,
                    reference=request.reference or "",
                    tax_form=request.tax_form or "",
                    camera=prize.camera or request.camera or "",
                    payee="" if request.payee is None else actors.payee_words(self.personal, request.payee),
                )
            case _:
                prize = replace(prize, camera=request.camera)
        self.prizes[request.award] = prize
        from_bank = sum(amount for _, credit, amount in body.moves if credit == accounts.BANK) // MILLION
        if from_bank:
            what = f"award {request.award} paid by check"
            self.bank.append(records.BankMove(entry.at, what, -from_bank, by, prize.reference))

    def _restate(self, entry: Entry, body: entries.Restated) -> None:
        """Awards of a round voided, and others given in their place, on whatever day the round was."""
        status = "rejected" if isinstance(body.req, asked.Reject) else "corrected"
        for award in body.voided:
            known = self.prizes.get(award.no)
            if known is None:  # paid on an earlier day, so its readings do not carry it
                self.earlier.add(award.no)
                known = prize_of(award, day="", at=None, table=body.table, round=body.round)
            owed, why = _owed(body, award), body.req.reason
            prize = replace(known, status=status, decided_at=entry.at, rejected_for=why, receivable=owed)
            self.prizes[award.no] = prize
        self._award(entry, body, body.table, body.round)
        for award in body.stands:
            if award.no in self.prizes:
                self.prizes[award.no] = replace(self.prizes[award.no], status=award.status)

    def _started(self, body: entries.Started) -> Told:
        pairs = (("software", self.software, body.software), ("rulebook", self.rulebook, body.rulebook))
        changed = [name for name, before, now in pairs if before and before != now]
        self.software, self.rulebook = body.software, body.rulebook
        names = f"software {self.software[:8]}, rulebook {self.rulebook[:8]}"
        yield "system started", f"the {' and the '.join(changed)} changed: {names}" if changed else names, None

    def report(self) -> records.DayReport:
        """Every figure against the readings, and all of them together."""
        day, plan, opening, closing = self.day, self.plan, self.opening, self.closing
        self.check("entries read", self.seq, day.to)
        explained = tuple(self._explain())
        self.check("wagers that stand", opening.wagers + self.wagers, closing.wagers)
        stood = _of(opening.balances, WAGERS) - _of(closing.balances, WAGERS)
        self.check("wagers in millionths of a cent", self.wagered, stood)
        contributed = sum(closing.contributed.values())
        self.check("wagers and what they contributed", contributed, -_of(closing.balances, WAGERS))
        awards = _with_shares([prize for _, prize in sorted(self.prizes.items())])
        self._check_awards(awards)
        for line in explained:
            summed = line.beginning + sum(change.cents for change in line.changes)
            self.check(f"{line.account}, beginning and changes in cents", summed, line.ending)
        exceptions = [*self.exceptions, *self._by_the_clock()]
        last = [prize_of(award) for award in closing.last_hits[-LAST_HITS:]]
        hits = [replace(hit, status=self.prizes[hit.no].status) if hit.no in self.prizes else hit for hit in last]
        return records.DayReport(
            plan=plan,
            plan_hash=plan_hash(plan),
            day=day.day,
            is_closed=day.close is not None,
            closed_at=day.close.at if day.close else None,
            closed_by=_closed_by(day),
            first_entry=day.after + 1,
            last_entry=day.to,
            last_at=self.at,
            last_hash=self.hash,
            meters=tuple(map(self._meter, plan.levels)),
            reserve=_cents(closing.balances, accounts.RESERVE),
            accounts=explained,
            fractions={
                name.removeprefix(REMAINDER): (_of(opening.balances, name), _of(closing.balances, name))
                for name in sorted(closing.balances)
                if name.startswith(REMAINDER)
            },
            tables=self._table_lines(),
            liability=self._liability(),
            bank=self._bank_account(),
            prizes=awards,
            last_hits=_with_shares(hits)[::-1],
            exceptions=tuple(sorted(exceptions, key=lambda line: line.seq)),
            faults=tuple(closing.faults),
            is_seized=closing.seized,
        )

    def _by_the_clock(self) -> Iterator[records.ExceptionLine]:
        """A day is closed by people; here is where that does not fit the hours of the plan."""
        day, plan, late = self.day, self.plan, self.late
        begins = gambling_day.begins_at(day.day, plan.time_zone, plan.day_begins)
        if day.close and day.close.at < begins:
            told = f"{day.day} begins at {_wall(begins, plan)}"
            yield records.ExceptionLine(day.to, day.close.at, "day closed before it began", _closed_by(day), told)
        for seq, at in late[:1]:
            many = f"{len(late):,} entries" if len(late) > 1 else "an entry"
            told = f"{many} after its end at {_wall(self.ends, plan)}, the first at {_wall(at, plan)}"
            what = "day closed late" if day.close else "day not closed in time"
            yield records.ExceptionLine(seq, at, what, "", told)

    def _explain(self) -> Iterator[records.Explained]:
        """Every account: the beginning amount, each sort of change, the ending amount."""
        before, after = self.opening.balances, self.closing.balances
        for name in sorted(after.keys() | before.keys() | self.moved.keys(), key=_in_order):
            was, moved = before.get(name, (0, 0)), self.moved.get(name, (0, 0))
            counted = (was[0] + moved[0], was[1] + moved[1])
            self.check(f"{name}, debits and credits in millionths of a cent", counted, tuple(after.get(name, (0, 0))))
            if name.startswith(REMAINDER):
                continue
            sign = 1 if account(name).side == "credit" else -1
            changes = tuple(
                records.Change(what, times, sign * amount // MILLION)
                for what, (times, amount, _) in self.changes.get(name, {}).items()
            )
            yield records.Explained(name, account(name).title, _cents(before, name), changes, _cents(after, name))

    def _check_awards(self, prizes: tuple[records.Prize, ...]) -> None:
        opening, closing = self.opening, self.closing
        for what, status in (("awards to be approved", "pending"), ("awards payable", "payable")):
            waiting = sum(prize.cents for prize in prizes if prize.status == status)
            self.check(what, waiting, _of(closing.balances, status) // MILLION)
        carried = {award.no for award in opening.awards} | self.earlier
        for name, value, before, after in (
            ("hits", lambda prize: not prize.is_rest, opening.hits, closing.hits),
            ("won", lambda prize: prize.cents, opening.won, closing.won),
        ):
            for level in after.keys() | before.keys():
                own = [prize for prize in prizes if prize.kind == "meter" and str(prize.level) == level]
                came = sum(value(prize) for prize in own if prize.no not in carried)
                back = sum(value(prize) for prize in own if prize.is_void)
                self.check(f"{name} of level {level}", before.get(level, 0) + came - back, after[level])
        self.check("awards numbered", opening.wins + len(prizes) - len(carried), closing.wins)

    def _meter(self, level: Level) -> records.MeterReading:
        opening, closing = self.opening, self.closing
        number, name, meter = level.number, str(level.number), accounts.meter(level.number)
        shown_before, shown = (_cents(readings.balances, meter) for readings in (opening, closing))
        wagered_before, wagered = (_cents(readings.balances, WAGERS) for readings in (opening, closing))
        if self.plan.type == "house":
            posted = {level.number: level.seed_cents for level in opening.levels}
            shown, shown_before = level.seed_cents, posted.get(number, level.seed_cents)
        hits, won = closing.hits.get(name, 0), closing.won.get(name, 0)
        return records.MeterReading(
            level=number,
            shown=shown,
            shown_before=shown_before,
            wagered=wagered,
            wagered_today=wagered - wagered_before,
            overflow=_cents(closing.balances, accounts.overflow(number)),
            hits=hits,
            hits_today=hits - opening.hits.get(name, 0),
            won=won,
            won_today=won - opening.won.get(name, 0),
            limit=level.limit_cents,
        )

    def _table_lines(self) -> tuple[records.TableLine, ...]:
        names = dict.fromkeys([*(table.id for table in self.plan.tables), *self.tables])
        lines = {name: self._table(name) for name in names}
        for prize in self.prizes.values():
            today = prize.day == self.day.day
            if not prize.table or not (today or prize.is_void):
                continue
            # One of an earlier day may be of a table that is in no plan any more.
            line = lines.setdefault(prize.table, records.TableLine(prize.table))
            if not prize.is_void:
                line.awarded += prize.cents
            elif not today:
                line.taken_back += prize.cents
        for line in lines.values():
            line.wagered //= MILLION
        self.check("wagers of all tables", sum(line.wagered for line in lines.values()) * MILLION, self.wagered)
        return tuple(lines.values())

    def _liability(self) -> records.Liability:
        before, after = (
            sum(_of(balances, name) for name in balances if account(name).custodial)
            for balances in (self.opening.balances, self.closing.balances)
        )
        self.check("what is owed to players, in millionths of a cent", before + sum(self.owed.values()), after)
        ending = -(-after // MILLION)
        self.check("what is owed to players, in cents", ending, self.closing.liability)
        accrued = sum(count.accrued_millionths for count in self.tables.values())
        named = sum(self.owed.get(what, 0) for what in (records.ACCRUED, records.VOIDED))
        self.check("what the tables accrued, in millionths of a cent", accrued, named)
        changes = tuple(records.OwedChange(what, amount) for what, amount in self.owed.items())
        return records.Liability(before, changes, after, ending, accrued, self.plan.type == "progressive")

    def _bank_account(self) -> records.Bank:
        closing = self.closing
        before, after = (_cents(readings.balances, accounts.BANK) for readings in (self.opening, closing))
        self.check("the bank account", before + sum(move.cents for move in self.bank), after)
        certain = after + min(0, closing.difference)
        return records.Bank(
            beginning=before,
            moves=tuple(self.bank),
            ending=after,
            statement=self.statement,
            difference=closing.difference,
            certain=certain,
            owed=closing.liability,
            # A house jackpot keeps its posted prizes in the bank, beside what was won and is not yet paid.
            required=closing.required,
            deposit_due=max(0, max(closing.liability, closing.required) - certain),
            days_since_deposit=closing.days_since_deposit,
            deposit_days=self.plan.deposit_days,
        )


@lru_cache
def _is_custodial(name: str) -> bool:
    return account(name).custodial


def prize_of(award: entries.AwardRecord, **won: object) -> records.Prize:
    """An award as a prize record; one that was not kept says when and where it was `won`."""
    return record_of(records.Prize, award, hand=award.label, is_rest=award.rest_of is not None, **won)


Balances = Mapping[str, list[int]]


def _of(balances: Balances, name: str) -> int:
    """Credits less debits, in millionths of a cent."""
    debits, credits = balances.get(name, (0, 0))
    return credits - debits


def _cents(balances: Balances, name: str) -> int:
    """A balance as a bookkeeper states it: above zero on the account's own side."""
    cents = _of(balances, name) // MILLION
    return cents if account(name).side == "credit" else -cents


_ORDER: Final = "meter overflow reserve remainder pending payable bank cage wagers house".split()


def _in_order(name: str) -> tuple[int, str]:
    """Meters first, then what belongs to them, the house's accounts last."""
    kind = name.partition(".")[0]
    return (_ORDER.index(kind) if kind in _ORDER else len(_ORDER), name)


def _wall(at: int, plan: LinkPlan) -> str:
    local = datetime.datetime.fromtimestamp(at / 1000, zoneinfo.ZoneInfo(plan.time_zone))
    return local.isoformat(" ", "seconds")


def _closed_by(day: GamblingDay) -> str:
    body = entries.read_body(day.close) if day.close else None
    return body.req.by if isinstance(body, entries.PeopleBody) else ""


def report(store: Store, link: str, day: str | None = None) -> records.DayReport:
    """The reports of a gambling day, of the ``open`` one so far, or of the last closed one."""
    state = reading.read_state(store, link)
    is_open = day == "open"
    return report_of(store, state, reading.open_day(store, state) if is_open else reading.find_day(store, state, day))


def report_of(store: Store, state: LinkState, day: GamblingDay) -> records.DayReport:
    """Read a day's entries once and put its reports together."""
    seen = DayPass(state.link, day, reading.personal_records(store, state.link))
    seen.read(store.entries(state.link, after=day.after, to=day.to))
    return seen.report()


def history(store: Store, link: str) -> Iterator[str]:
    """The closed gambling days, the latest first."""
    for closed in reading.closed_days(store, reading.read_state(store, link)):
        yield closed.day


def _with_shares(won: list[records.Prize]) -> tuple[records.Prize, ...]:
    """The same, marked where several took a whole meter together: equal parts of it, the odd cents with the first.

    In turn they would each take another amount, and paid in full only one of them is paid by the meter.
    """
    together: dict[tuple[object, ...], list[int]] = {}
    for prize in won:
        if prize.percent == "100" and prize.from_meter:
            together.setdefault(_result_of(prize), []).append(prize.cents)
    shared = {key for key, parts in together.items() if len(parts) > 1 and max(parts) - min(parts) < len(parts)}
    return tuple(replace(prize, is_shared=True) if _result_of(prize) in shared else prize for prize in won)


def _result_of(prize: records.Prize) -> tuple[object, ...]:
    """What names the result that an award is of, and its meter."""
    return prize.day, prize.at, prize.table, prize.round, prize.level, prize.percent, prize.is_void


def day_in_words(day: str) -> str:
    """A gambling day as a heading writes it.

    >>> day_in_words("2026-01-01")
    'Thursday, January 1, 2026'
    """
    date = datetime.date.fromisoformat(day)
    return f"{date:%A}, {date:%B} {date.day}, {date.year}"


_MONTH = re.compile(r"2\d{3}-(0[1-9]|1[0-2])", re.ASCII)


@dataclass(frozen=True)
class MonthSummary:
    """One link over the gambling days of a month."""

    plan: LinkPlan
    month: str
    days: tuple[records.DayReport, ...]  # In order; some may not be closed yet, and the last may not be over.
    figures: tuple[records.DayFigures, ...]  # By day.
    owed: tuple[records.OwedChange, ...]  # What changed the players' money over the month, in millionths of a cent.
    unclaimed: tuple[records.UnclaimedPrize, ...]  # As of the end of the last day.

    @property
    def is_closed(self) -> bool:
        """Whether every day that it holds is closed, and none of the month is still to come."""
        last = datetime.date.fromisoformat(self.days[-1].day)
        ends = (last + datetime.timedelta(days=1)).strftime("%Y-%m") != self.month
        return ends and all(day.is_closed for day in self.days)

    @property
    def first(self) -> records.DayReport:
        return self.days[0]

    @property
    def last(self) -> records.DayReport:
        return self.days[-1]


def summary(store: Store, link: str, month: str) -> MonthSummary:
    """The summary of a month, as in 2026-01; BadInput where the link has no day in it."""
    if not _MONTH.fullmatch(month):
        raise BadInput(f"{month[:40]} is not a month", hint="as in 2026-01")
    state = reading.read_state(store, link)
    plan = reading.live_plan(state)
    days = [*reading.closed_days(store, state), *reading.unclosed_days(store, state), reading.open_day(store, state)]
    days.sort(key=lambda day: day.after)
    reports = [report_of(store, state, day) for day in days if day.day[:7] == month]
    if not reports:
        raise BadInput(
            f"link {link} has no gambling day in {month}", hint=f"its days are {plan.first_day} to {state.day}"
        )
    for before, after in itertools.pairwise(reports):
        for what, ended, begins in (
            ("owed to players", before.liability.ending_millionths, after.liability.beginning_millionths),
            ("in the bank", before.bank.ending, after.bank.beginning),
            ("last entry", before.last_entry + 1, after.first_entry),
        ):
            _check(link, after.day, f"{what}, at the end of {before.day}", ended, begins)
    changes: Counter[str] = Counter()
    for day in reports:
        for change in day.liability.changes:
            changes[change.what] += change.millionths
    owed = tuple(records.OwedChange(what, millionths) for what, millionths in changes.items())
    begins, ends = reports[0].liability.beginning_millionths, reports[-1].liability.ending_millionths
    _check(link, month, "owed to players", begins + changes.total(), ends)
    last = reports[-1]
    return MonthSummary(last.plan, month, tuple(reports), tuple(map(_figures, reports)), owed, tuple(unclaimed(last)))


def _figures(day: records.DayReport) -> records.DayFigures:
    # A report has the time of a payment only if it was made on its day.
    by_record = sum(prize.cents for prize in day.prizes if not prize.is_small and prize.paid_at is not None)
    of_tables = "rounds voided wagers wagered awarded taken_back".split()
    return records.DayFigures(
        day=day.day,
        closed=day.is_closed,
        accrued_millionths=day.liability.accrued_millionths,
        hits=sum(meter.hits_today for meter in day.meters),
        paid=by_record + sum(table.paid_at_table for table in day.tables),
        **{name: sum(getattr(table, name) for table in day.tables) for name in of_tables},
    )


def unclaimed(day: records.DayReport) -> Iterator[records.UnclaimedPrize]:
    """Pending ones wait for the house, payable ones for the player; both are the player's."""
    for prize in day.prizes:
        if prize.status in ("pending", "payable"):
            until = deadline(day.plan, prize.day)
            late = until is not None and until < day.day
            yield record_of(records.UnclaimedPrize, prize, claim_until=until, late=late)


def deadline(plan: LinkPlan, won_on: str) -> str | None:
    """Until which day a prize of a gambling day may be claimed."""
    if not plan.claim_days:
        return None
    return (datetime.date.fromisoformat(won_on) + datetime.timedelta(days=plan.claim_days)).isoformat()
