"""A casino week in minutes: fifteen tables at forty rounds an hour, day and night, on a clock of its own, then audited.

``python -m benchmarks.casino_week`` plays seven gambling days through the front desk of a new book, closes each of
them, pays every award with its duties, and audits the whole. ``--book postgresql://...`` keeps the book there; a quick
copy of an hour is in the tests.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import os
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from croupier.cards.shuffle import SeededSource
from croupier.casino.audit import audit_links
from croupier.casino.demo import demo_plans, go_live
from croupier.casino.floor import FrontDesk, opened
from croupier.casino.scripted import SelfPlay, scripted
from croupier.jackpot.actors import Payee
from croupier.jackpot.book.book import Reply
from croupier.jackpot.entries import AwardRecord
from croupier.jackpot.gambling_day import gambling_day
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.reports.day import report
from croupier.jackpot.state import LinkState
from croupier.records import converted

ROUNDS_PER_HOUR = 40
LIMIT_SECONDS = 600.0
PLANTED_ONE_IN = 400
"""Of the rounds with wagers; by chance alone a week would see few jackpots."""
PEOPLE = {"dealer": "dana", "approver": "robin", "payer": "alex", "banker": "alex"}
BEGINS = datetime.datetime(2026, 3, 2, 8, 0, tzinfo=ZoneInfo("America/Los_Angeles"))


class Week(NamedTuple):
    """What came of it."""

    tables: int
    rounds: int
    with_wagers: int
    posted: int
    refused: dict[str, int]
    awards: int
    paid: int
    days_closed: int
    seconds: float
    audit_seconds: float
    findings: list[str]


class Casino:
    """The floor under way."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.now = int(BEGINS.timestamp() * 1000)
        self.plans = _fifteen(demo_plans(BEGINS))
        self.source = SeededSource("casino week")
        self.play = SelfPlay(self.source, PEOPLE, "week")
        self.answers: Counter[str] = Counter()
        self.rounds = self.with_wagers = self.awards = self.paid = self.closed = 0
        self._close = itertools.count(1)
        self._numbers: Counter[tuple[str, str]] = Counter()
        with opened(url, create=True, write=True) as store:
            for plan in self.plans.values():
                go_live(store, plan, clock=lambda: self.now)
        self.desk = FrontDesk(url, clock=lambda: self.now, told=lambda _: None)
        self.days = {name: self._day(name) for name in self.plans}

    def hours(self, count: int) -> None:
        """Play on; what an award asks for is done before the next round, and a day that is over is closed."""
        step = 3_600_000 // ROUNDS_PER_HOUR
        for _ in range(count * ROUNDS_PER_HOUR):
            bets = {name: self._bets(plan) for name, plan in self.plans.items()}
            self.now += step // 2
            # All links at once, as on a floor: the desk gathers what arrives together into one commit.
            self._together({name: requests for name, (requests, _) in bets.items()})
            results = {name: [self._result(name, *each) for each in placed] for name, (_, placed) in bets.items()}
            for name, replies in self._together(results).items():
                for reply in replies:
                    self._settle(name, (reply.body or {}).get("awards", ()))
            self.now += step - step // 2
            for name in self.plans:
                if self._day(name) != self.days[name]:
                    self._turn(name)

    def _bets(self, plan: LinkPlan) -> tuple[list[dict[str, Any]], list[tuple[TablePlan, int, list[int], int]]]:
        requests: list[dict[str, Any]] = []
        placed = []
        for table in plan.tables:
            self.rounds += 1
            number = self._numbers[plan.id, table.id] + 1
            wins = 1 if self.source.below(PLANTED_ONE_IN) == 0 else 0
            asked = self.play.bets(table, number, wins)
            if asked:
                self._numbers[plan.id, table.id] = number
                self.with_wagers += 1
                requests += asked
                placed.append((table, number, asked[0]["seats"], wins))
        return requests, placed

    def _result(self, name: str, table: TablePlan, number: int, seats: Sequence[int], wins: int) -> dict[str, Any]:
        return self.play.result(self.plans[name], table, number, seats, wins)

    def _settle(self, name: str, awards: Sequence[Any]) -> None:
        for award in sorted(awards, key=lambda each: each["kind"] in ("envy", "dealer_envy")):
            self.awards += 1
            if award["status"] == "paid":
                self.paid += 1
                continue
            # Envy is approved with the hand that it envies.
            is_own = award["status"] == "pending" and award["kind"] not in ("envy", "dealer_envy")
            duties = [self.play.approval(award["no"])] if is_own else []
            duties += [self.play.film(award["no"])] if "camera" in award["duties"] else []
            self._must(name, duties)
            self._top_up(name)
            payee = Payee(f"A player in seat {award['seat']}", "", "by Alex")
            self._must(name, [self.play.payment(converted(AwardRecord, award), payee)])
            self.paid += 1

    def _turn(self, name: str) -> None:
        """The gambling day is over: the bank is filled up, and the day closed."""
        self._top_up(name)
        close = {"id": f"close:{next(self._close)}", "do": "close_day", "by": "alex", "day": self.days[name]}
        self._must(name, [close])
        self.closed += 1
        self.days[name] = self._day(name)

    def _top_up(self, name: str) -> None:
        request = self.play.deposit(self._state(name))
        if request:
            self._must(name, [request])

    def _state(self, name: str) -> LinkState:
        return self.desk._writer.book(name).state

    def _day(self, name: str) -> str:
        plan = self.plans[name]
        return gambling_day(self.now, plan.time_zone, plan.day_begins)

    def _must(self, name: str, requests: Sequence[dict[str, Any]]) -> list[Reply]:
        return self._together({name: requests})[name]

    def _together(self, requests: Mapping[str, Sequence[dict[str, Any]]]) -> dict[str, list[Reply]]:
        """By link, the answers to what is asked of several links at once."""
        asked = {
            name: self.desk.submit(name, [scripted(one) for one in each]) for name, each in requests.items() if each
        }
        found = {name: asked[name].result() if name in asked else [] for name in requests}
        for name, replies in found.items():
            self.answers.update(reply.code for reply in replies)
            wrong = [reply for reply in replies if reply.code != "ok"]
            assert not wrong, (name, wrong[0])
        return found


def _fifteen(plans: dict[str, LinkPlan]) -> dict[str, LinkPlan]:
    """One more table than the sample has sensors."""
    first = next(iter(plans.values()))
    another = replace(first.tables[0], id="KIS-15")
    return {**plans, first.id: replace(first, tables=(*first.tables, another))}


def play(url: str, hours: int) -> Week:
    """So many hours in a new book, and their audit."""
    began = time.perf_counter()
    casino = Casino(url)
    try:
        casino.hours(hours)
    finally:
        casino.desk.close()
    played = time.perf_counter()
    findings = []
    with opened(url) as store:
        for name in casino.plans:
            findings += [str(each) for each in audit_links(url, store, [name])[0].findings]
            report(store, name)
    return Week(
        sum(len(plan.tables) for plan in casino.plans.values()),
        casino.rounds,
        casino.with_wagers,
        casino.answers["ok"],
        {code: count for code, count in casino.answers.items() if code != "ok"},
        casino.awards,
        casino.paid,
        casino.closed,
        played - began,
        time.perf_counter() - played,
        findings,
    )


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--days", type=int, default=7)
    reader.add_argument("--book")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = play(given.book or str(Path(folder) / "week.db"), given.days * 24)
    took = found.seconds + found.audit_seconds
    print(f"{given.days} days, {found.tables} sensors, {found.rounds:,} rounds, {found.with_wagers:,} with a wager")
    print(f"{found.posted:,} requests posted, {found.awards:,} awards, {found.paid:,} paid, {found.days_closed} closes")
    print(f"played in {found.seconds:.0f} s, audited in {found.audit_seconds:.0f} s; limit {LIMIT_SECONDS:.0f} s")
    print(f"processor time: {sum(os.times()[:4]):.0f} s, of this process and those of the audit")
    print(f"audit: {found.findings or 'nothing found'}; refused: {found.refused or 'nothing'}")
    return 0 if not found.findings and took < LIMIT_SECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
