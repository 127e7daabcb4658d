"""One pass over a day's entries: everything that its reports need, counted in whole millionths of a cent.

The chain is checked on the way, so a report never rests on an entry that somebody changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.jackpot import accounts
from croupier.jackpot.book.reading import personal_records
from croupier.jackpot.journal import Entry, Store, StoreBroken, entry_hash
from croupier.jackpot.personal import PersonalRecord, payee_words
from croupier.jackpot.plan.link_plan import MILLION
from croupier.jackpot.reports.alarm_kinds import too_fast
from croupier.jackpot.reports.explanations import adjustment, change_of, is_custodial, owed_change_of
from croupier.jackpot.reports.occurrences import EVENTS, told_of_changes
from croupier.jackpot.reports.oddities import Pace, told_of_silence
from croupier.jackpot.reports.records import BankMove, ExceptionLine, Prize
from croupier.jackpot.vouching import shown_hand

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
            self.prizes[award["no"]] = prize_of(award, award["day"], award["at"], award["table"], award["round"])

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
        for account, other, side, sign in ((debit, credit, 0, -1), (credit, debit, 1, 1)):
            self.moved.setdefault(account, [0, 0])[side] += amount
            key = (kind, account, other)
            what = self._names.get(key)
            if what is None:
                what = change_of(kind, body, account, other)
                if kind != "adjust":
                    self._names[key] = what
            line = self.changes.setdefault(account, {}).setdefault(what, [0, 0, 0])
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
            self.prizes[award["no"]] = replace(prize, **shown_hand(award)._asdict())
            if award["status"] == "paid":
                table.paid_at_table += award["cents"]

    def _decide(self, entry: Entry, body: Mapping[str, Any]) -> None:
        """An award approved or paid, or its film looked at."""
        request = body["req"]
        number, by = request["award"], request["by"]
        prize = self.prizes.get(number) or _unknown(number, body)
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
            self.prizes[award["no"]] = replace(prize, **shown_hand(award)._asdict())
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


def prize_of(award: Mapping[str, Any], day: str, at: int | None, table: str, round: int) -> Prize:
    """An award as the books keep it, as a prize record."""
    return Prize(
        no=award["no"],
        day=day,
        at=at,
        table=table,
        round=round,
        seat=award["seat"],
        hand=award["label"],
        cards=award.get("cards", ""),
        read_by=award.get("read_by", ""),
        kind=award["kind"],
        level=award["level"],
        percent=award["percent"],
        cents=award["cents"],
        from_meter=award["from_meter"],
        duties=tuple(award["duties"]),
        status=award["status"],
        approved_by=award.get("approved_by", ""),
        is_rest="rest_of" in award,
        dealer=award.get("dealer", ""),
        camera=award.get("camera", ""),
    )


def _unknown(number: int, body: Mapping[str, Any]) -> Prize:
    """An award of an earlier day whose record the readings of that day do not carry: its amount is in the transfer."""
    cents = sum(amount for _, _, amount in body.get("moves", ())) // MILLION
    return Prize(number, "", None, "", None, 0, "", "", "", "", None, None, cents, False, (), "")
