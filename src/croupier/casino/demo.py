"""A casino of fifteen tables over one simulated gambling day, with real books in SQLite.

Cards are dealt from the game's own deck by a seeded source, the sensors and results go through each link's writer, so
that tables share commits, and the day ends with the reports and an audit. The clock is simulated: a minute is a tick.
What is planted, and which incidents there are, is in ``demo_day``.
"""

from __future__ import annotations

import datetime
import itertools
import zoneinfo
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from croupier.cards.cards import parse_cards
from croupier.cards.shuffle import SeededSource, draw
from croupier.casino import demo_day as script
from croupier.casino.dealt_hands import deal
from croupier.casino.demo_day import minutes
from croupier.casino.floor import identity
from croupier.casino.proofs import SAMPLE, floor
from croupier.casino.rules_of_the_day import load_layout
from croupier.casino.scripted import scripted
from croupier.errors import CheckFailed
from croupier.jackpot.audit.whole import LinkAudit, audit
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.writer import Writer
from croupier.jackpot.journal import Store
from croupier.jackpot.money.bank import required_cents
from croupier.jackpot.personal import Payee
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan, plan_hash, plan_to_json
from croupier.jackpot.reports.day import report
from croupier.jackpot.reports.records import DayReport
from croupier.play.game import Game
from croupier.stores.opening import open_store

Request = dict[str, Any]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class DemoDay:
    """What came of the day."""

    casino: str
    location: str
    tables: int
    sensors: int
    rounds: int
    hands: int
    """Hands dealt to seats that bet a jackpot."""
    posted: int
    commits: int
    repeated: int
    """Requests sent twice and posted once."""
    refused: dict[str, int]
    """By code, what the books refused."""
    reports: tuple[DayReport, ...]
    audits: tuple[LinkAudit, ...]


@dataclass
class _Table:
    """A table between two ticks."""

    link: str
    plan: TablePlan
    game: Game
    round: int = 0
    bettors: list[int] = field(default_factory=list)
    planted: script.Planted | None = None
    is_open: bool = False


class _Clock:
    """The simulated time in milliseconds; it stands still within a tick."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def run_demo(url: str, seed: str = "1", progress: Progress = lambda _done, _all: None) -> DemoDay:
    """Play the day in a new book at ``url``; CheckFailed if the books and the demonstration disagree."""
    commits = itertools.count()

    def hear(statement: str) -> None:
        if statement == "committed":
            next(commits)

    store = open_store(url, create=True, on_statement=hear)
    try:
        day = _Day(store, seed)
        day.play(progress)
        reports = tuple(report(store, name) for name in day.plans)
        audits = tuple(audit(store, name, load_layout) for name in day.plans)
    finally:
        store.close()
    return DemoDay(
        casino=day.casino,
        location=day.location,
        tables=day.table_count,
        sensors=len(day.tables),
        rounds=day.rounds,
        hands=day.hands,
        posted=day.posted,
        commits=next(commits),
        repeated=day.answers["exists"],
        refused={code: count for code, count in day.answers.items() if code not in ("ok", "exists")},
        reports=reports,
        audits=audits,
    )


class _Day:
    """The day under way."""

    def __init__(self, store: Store, seed: str) -> None:
        ready = floor(SAMPLE)
        self.casino = ready.plan.name
        self.location = ready.plan.location
        self.table_count = len(ready.plan.tables)
        self.plans: dict[str, LinkPlan] = dict(ready.plan.links)
        self.store = store
        self.seed = seed
        self.source = SeededSource(f"jackpot demo {seed}")
        self.clock = _Clock()
        self._deposits = 0
        self.running = identity()
        self.writers: dict[str, Writer] = {}
        self.tables = [
            _Table(link.id, table, ready.games[link.id][table.id])
            for link in self.plans.values()
            for table in link.tables
        ]
        self.answers: Counter[str] = Counter()
        self.posted = self.rounds = self.hands = 0
        self._ids = itertools.count(1)
        self._pending: list[tuple[int, str, Request]] = []
        """What follows from a win: at which minute, for which link, what."""
        plan = next(iter(self.plans.values()))
        midnight = datetime.datetime.combine(
            datetime.date.fromisoformat(plan.first_day), datetime.time(), zoneinfo.ZoneInfo(plan.time_zone)
        )
        self._midnight = int(midnight.timestamp() * 1000)
        self.first_day = plan.first_day

    def play(self, progress: Progress) -> None:
        opens, closes = minutes(script.OPENS), minutes(script.CLOSES)
        ends = minutes("27:30")
        try:
            self._open_books(minutes("06:05"))
            for minute in range(opens, ends):
                progress(minute - opens, ends - opens)
                self._set_clock(minute)
                self._do_chores(minute)
                if minute < closes or any(table.is_open for table in self.tables):
                    self._deal(minute, minute < closes)
            self._set_clock(minutes("30:10"))
            for name in self.plans:
                self._must(name, {"do": "close_day", "by": "alex", "day": self.first_day})
            progress(1, 1)
        finally:
            for writer in self.writers.values():
                writer.close()

    # People

    def _open_books(self, minute: int) -> None:
        """Two people approve each plan; a wager before the first deposit is refused, and then the money comes."""
        for name, plan in self.plans.items():
            self._set_clock(minute)
            self._open(name)
            self._must(name, {"do": "propose", "by": "sam", "plan": plan_to_json(plan)})
            self._set_clock(minute + 10)
            self._must(name, {"do": "accept", "by": "robin", "plan": plan_hash(plan)})
            self._must(name, script.THIRD_SUPERVISOR)
            self._set_clock(minute + 20)
            first = plan.tables[0].id
            self._ask(name, [{"do": "wager", "by": "dana", "table": first, "round": 1, "seats": [1]}])
            self._set_clock(minute + 60)
            self._deposit(name)

    def _open(self, name: str) -> None:
        def book(name: str) -> JackpotBook:
            source = SeededSource(f"{self.seed} {name}")
            return JackpotBook.open(self.store, name, load_layout, source, self.clock, self.running)

        self.writers[name] = Writer(book)
        self.writers[name].open(name)

    def _do_chores(self, minute: int) -> None:
        for chore in script.CHORES:
            if minutes(chore.time) == minute:
                if isinstance(chore.what, dict):
                    self._must(chore.link, chore.what)
                else:
                    getattr(self, f"_{chore.what}")(chore.link)
        due = [each for each in self._pending if each[0] <= minute]
        self._pending = [each for each in self._pending if each[0] > minute]
        for _, name, request in due:
            if request["do"] == "pay" and request["method"] == "check":
                self._deposit(name)
            reply = self._must(name, request)
            if request["do"] == "result":
                table = next(each for each in self.tables if each.plan.id == request["table"] and each.link == name)
                self._follow_up(table, minute, request, reply)

    def _restart(self, name: str) -> None:
        """As after a power cut: the book is opened again and is as it was."""
        self.writers[name].close()
        self._open(name)

    def _deposit(self, name: str) -> None:
        """What is owed and not yet in the bank."""
        state = self.writers[name].book(name).state
        assert state.plan is not None
        missing = max(state.liability_cents, required_cents(state, state.plan)) - state.bank_cents
        if missing > 0:
            self._deposits += 1
            slip = f"DEP-{self._deposits:03}"
            self._must(name, {"do": "deposit", "by": "alex", "amount": missing, "reference": slip})

    def _statement(self, name: str) -> None:
        bank = self.writers[name].book(name).state.bank_cents
        self._must(name, {"do": "statement", "by": "alex", "amount": bank, "reference": "on-line balance"})

    # Tables

    def _deal(self, minute: int, may_open: bool) -> None:
        """One minute at every table: those of one half close their bets, those of the other report their hands."""
        asked: list[tuple[_Table, list[Request], Future[list[Reply]]]] = []
        for place, table in enumerate(self.tables):
            if table.is_open:
                requests = [self._result(table)]
            elif may_open and (minute + place) % 2 == 0:
                requests = self._bets(table, minute)
            else:
                continue
            if requests:
                requests = [{"id": f"{table.plan.id}:{next(self._ids)}", **request} for request in requests]
                if not table.is_open and self.source.below(script.SENT_TWICE_ONE_IN) == 0:
                    requests.insert(1, requests[0])
                asked.append((table, requests, self.writers[table.link].submit(table.link, [*map(scripted, requests)])))
        for table, requests, future in asked:
            replies = future.result()
            self._count(replies)
            last = replies[-1]
            if requests[-1]["do"] == "lock":
                table.is_open = last.code == "ok"
            elif last.code == "ok":
                table.is_open = False
                self.rounds += requests[-1]["do"] == "result"
                self._follow_up(table, minute, requests[-1], last)
            else:
                raise CheckFailed(f"the demonstration was answered {last.code} ({last.detail}) at {table.plan.id}")

    def _bets(self, table: _Table, minute: int) -> list[Request]:
        """Who bets the jackpot in the next round, and the round locked; nobody may."""
        table.planted = next(
            (
                each
                for each in script.PLANTED
                if each.table == table.plan.id and minute - 1 <= minutes(each.time) <= minute
            ),
            None,
        )
        players = draw(self.source, range(1, table.plan.seats + 1), 1 + self.source.below(table.plan.seats))  # type: ignore[arg-type]
        bettors = {int(str(seat)) for seat in players if self.source.below(100) < script.BETS_PERCENT}
        if table.planted:
            bettors |= {table.planted.seat, table.planted.seat % table.plan.seats + 1}
        if not bettors:
            return []
        table.round += 1
        table.bettors = sorted(bettors)
        where = {"by": "dana", "table": table.plan.id, "round": table.round}
        return [{"do": "wager", **where, "seats": table.bettors}, {"do": "lock", **where}]

    def _result(self, table: _Table) -> Request:
        """Deal the round and report the hands that win; now and then it is a misdeal."""
        where = {"table": table.plan.id, "round": table.round}
        if not table.planted and self.source.below(script.MISDEAL_ONE_IN) == 0:
            return {"do": "void", "by": "dana", "second": "sam", **where, "reason": "misdeal: a card was exposed"}
        planted = table.planted
        cards = (planted.seat, parse_cards(planted.cards)) if planted and planted.cards else None
        dealt = deal(self.source, table.game, table.plan.wager, table.bettors, cards)
        self.hands += len(dealt.seats)
        hands: dict[str, Any] = dict(dealt.winning(table.game, table.plan.wager))
        by = "dana"
        if table.planted and table.planted.read_as:
            hands[str(table.planted.seat)] = {"event": table.planted.read_as}
            by = "sam"
        request: Request = {"do": "result", "by": by, **where, "hands": hands}
        if by == "sam":
            request["second"] = "ursel"  # read by two people, so a third approves its award
        if dealt.dealer and hands:
            request["dealer"] = " ".join(map(str, dealt.dealer))
        return request

    def _follow_up(self, table: _Table, minute: int, request: Request, reply: Reply) -> None:
        """What people do after a win: a supervisor approves or rejects, accounting pays."""
        planted, table.planted = table.planted, None
        awards = (reply.body or {}).get("awards", ())
        pending = [award["no"] for award in awards if award["status"] == "pending"]
        if planted and (planted.time, planted.link) == script.REJECTED[:2] and pending:
            self._reject(table, minute, request, planted.seat, pending[0])
            return
        for award in awards:
            if award["status"] == "paid":
                continue
            number, duties = award["no"], award["duties"]
            if "approval" in duties:
                self._pending.append((minute + 8, table.link, {"do": "approve", "by": "robin", "award": number}))
            is_check = "check" in duties
            payment: Request = {"do": "pay", "by": "alex", "award": number, "method": "check" if is_check else "cash"}
            payment["reference"] = f"{table.link}-{1000 + number}"
            payment["payee"] = Payee(f"Player in seat {award['seat']}", "", "passport, seen by Alex")
            if "tax_form" in duties:
                payment["tax_form"] = f"W2G-{table.link}-{number}"
            if "camera" in duties:
                film = {"do": "confirm", "by": "robin", "award": number, "camera": f"CAM-{table.plan.id}-{number}"}
                self._pending.append((minute + 9, table.link, film))
            self._pending.append((minute + 25, table.link, payment))

    def _reject(self, table: _Table, minute: int, request: Request, seat: int, award: int) -> None:
        """Two supervisors who look at the film reject the award; what the hand really was is then a correction."""
        reject = {"do": "reject", "by": "robin", "second": "sam", "award": award, "reason": script.REJECTED[2]}
        hands = {**request["hands"], str(seat): {"event": script.READ_AGAIN_AS}}
        right = {name: request[name] for name in ("table", "round", "dealer") if name in request} | {"hands": hands}
        again = {"do": "correct", "by": "robin", "second": "sam", **right, "reason": script.REJECTED[2]}
        self._pending += [(minute + 9, table.link, reject), (minute + 12, table.link, again)]

    # Asking the books

    def _set_clock(self, minute: int) -> None:
        self.clock.now = self._midnight + minute * 60_000

    def _ask(self, name: str, requests: list[Request]) -> list[Reply]:
        named = [{"id": f"{name}:{next(self._ids)}", **request} for request in requests]
        replies = self.writers[name].submit(name, [*map(scripted, named)]).result()
        self._count(replies)
        return replies

    def _must(self, name: str, request: Request) -> Reply:
        reply = self._ask(name, [request])[0]
        if reply.code != "ok":
            raise CheckFailed(f"the demonstration was answered {reply.code} ({reply.detail}) by {name}")
        return reply

    def _count(self, replies: list[Reply]) -> None:
        self.answers.update(reply.code for reply in replies)
        self.posted += sum(reply.code == "ok" for reply in replies)
