"""The demonstration's floor: every table but the visitor's deals by itself, a jackpot falls every few minutes, and an
award waits for a visitor to approve it; if nobody does, it is approved after a while."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple
from uuid import uuid4

import structlog
from fastapi import FastAPI

from croupier.cards.shuffle import SystemSource
from croupier.casino.scripted import SelfPlay, scripted
from croupier.jackpot import actors, entries
from croupier.jackpot.book.book import Reply
from croupier.play.documents import Json
from croupier.records import converted
from croupier.service.books.running import RunningBook

PEOPLE: Final = {"dealer": "dana", "approver": "robin", "payer": "alex", "banker": "alex"}
log = structlog.get_logger("croupier.house")


class Tempo(NamedTuple):
    """How fast the demonstration plays, in seconds."""

    round: float = 8.0
    decide: float = 3.0  # From the lock to the result.
    jackpot: float = 120.0  # From one planted jackpot to the next.
    approve: float = 45.0  # How long an award waits for a visitor.
    pay: float = 30.0


class Playing:
    """Everything that happens by itself."""

    def __init__(self, book: RunningBook, left_alone: frozenset[str], pace: Tempo) -> None:
        self.book = book
        self.left_alone = left_alone
        self.pace = pace
        self.play = SelfPlay(SystemSource(), PEOPLE, f"demo-{uuid4().hex[:8]}")
        self._tasks: set[asyncio.Task[None]] = set()
        self._jackpot_for: set[tuple[str, str]] = set()
        """Tables whose next round wins the meter."""

    def start(self) -> None:
        for name, link in self.book.links.items():
            for place, table in enumerate(link.state.plan.tables if link.state.plan else ()):
                if table.id not in self.left_alone:
                    self._begin(self._deal(name, table.id, place))
        self._begin(self._plant())

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, doing: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _plant(self) -> None:
        """Every few minutes a table is dealt a jackpot: first on the link with most tables, then on each in turn."""
        await asyncio.sleep(self.pace.jackpot / 3)
        for turn in itertools.count():
            plans = [(name, link.state.plan) for name, link in self.book.links.items() if link.state.plan]
            plans.sort(key=lambda named: -len(named[1].tables))
            name, plan = plans[turn % len(plans)]
            tables = [table.id for table in plan.tables if table.id not in self.left_alone]
            if tables:
                self._jackpot_for.add((name, tables[turn // len(plans) % len(tables)]))
            await asyncio.sleep(self.pace.jackpot)

    async def _deal(self, link: str, table: str, place: int) -> None:
        """One table, round after round; the tables begin one after the other."""
        await asyncio.sleep(self.pace.round * (place % 8) / 8)
        while True:
            with contextlib.suppress(OSError):
                try:
                    await self._round(link, table)
                except Exception as problem:
                    log.warning("demonstration", table=table, exc_info=problem)
            await asyncio.sleep(max(0.05, self.pace.round - self.pace.decide))

    async def _round(self, link: str, table: str) -> None:
        state = self.book.links[link].state
        plan = state.plan
        placed = plan.table(table) if plan else None
        if plan is None or placed is None:
            return
        wins = 1 if (link, table) in self._jackpot_for else 0
        open_round = state.rounds.get(table)
        if open_round is None:
            number = state.last_round.get(table, 0) + 1
            requests = self.play.bets(placed, number, wins)
            if not requests:
                return
            replies = await self._ask(link, requests)
            if any(reply.code == "bank_short" for reply in replies):
                await self._top_up(link)
                return
            if any(reply.code not in ("ok", "exists") for reply in replies):
                return
            seats = requests[0]["seats"]
        else:
            number, seats = open_round.number, open_round.seats
            if not open_round.locked:
                await self._ask(
                    link, [{"id": f"{uuid4()}", "do": "lock", "by": PEOPLE["dealer"], "table": table, "round": number}]
                )
            wins = wins if wins in seats else 0
        await asyncio.sleep(self.pace.decide)
        (reply,) = await self._ask(link, [self.play.result(plan, placed, number, seats, wins)])
        if reply.code == "ok":
            self._jackpot_for.discard((link, table)) if wins else None
            for award in converted(list[entries.AwardRecord], (reply.body or {}).get("awards", ())):
                if award.status != "paid":
                    self._begin(self._settle(link, award))

    async def _settle(self, link: str, award: entries.AwardRecord) -> None:
        """Approve an award that nobody approved, then pay one that nobody paid."""
        number = str(award.no)
        if award.status == "pending":
            await asyncio.sleep(self.pace.approve)
            kept = self.book.links[link].state.awards.get(number)
            if kept and kept.status == "pending" and award.kind not in ("envy", "dealer_envy"):
                await self._ask(link, [self.play.approval(award.no)])
        await asyncio.sleep(self.pace.pay)
        if self.book.links[link].state.awards.get(number):
            await self._top_up(link)
            if "camera" in award.duties:
                await self._ask(link, [self.play.film(award.no)])
            payee = actors.Payee(f"A player in seat {award.seat}", "", "by Alex")  # nobody here has a name
            await self._ask(link, [self.play.payment(award, payee)])

    async def _top_up(self, link: str) -> None:
        request = self.play.deposit(self.book.links[link].state)
        if request:
            await self._ask(link, [request])

    async def _ask(self, link: str, requests: Sequence[Json]) -> list[Reply]:
        return await self.book.submit(link, [scripted(request) for request in requests])


@asynccontextmanager
async def playing(app: FastAPI) -> AsyncIterator[None]:
    book: RunningBook | None = app.state.book
    left_alone: frozenset[str] | None = app.state.settings.plays_by_itself
    if book is None or left_alone is None:
        yield
        return
    tables = Playing(book, left_alone, app.state.settings.pace or Tempo())
    tables.start()
    try:
        yield
    finally:
        await tables.stop()
