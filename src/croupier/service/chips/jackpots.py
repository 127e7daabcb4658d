"""The jackpots of the play tables: with a chips book their wagers are in it before a card is dealt, or they are
returned. Nothing is lost on the way: the result of a round is kept with its table and handed over once the book can be
reached.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import structlog

from croupier.errors import CheckFailed, CroupierError
from croupier.jackpot.journal import StoreBusy
from croupier.service.chips.book import WITHIN_SECONDS, ChipsBook, Shown
from croupier.stores.house import Transfer
from croupier.table.table import Table

TELL_AGAIN_SECONDS: Final = 1.0
Answer = TypeVar("Answer")
log = structlog.get_logger("croupier.house")


class Jackpots:
    """The jackpots of all tables of a house. Without a book, the tables keep their own meters."""

    def __init__(self) -> None:
        self.opening: Callable[[Shown], ChipsBook] | None = None
        """Opens the book, which begins with what the meters show."""
        self.book: ChipsBook | None = None
        self._later: dict[str, float] = {}
        self._asked: dict[str, asyncio.Future[Any]] = {}
        """By table, the question that the book has not answered yet."""

    async def open(self, tables: Mapping[str, Table]) -> None:
        if self.opening is None:
            return
        self.book = await asyncio.to_thread(self.opening, lambda id, wager: tables[id].meters_shown[wager])
        for id, table in tables.items():
            if self.book.has(id) and table.round is None and not table.booking.owed:
                await self._show(self.book, table)

    async def close(self) -> None:
        if self.book is not None:
            await asyncio.to_thread(self.book.close)

    async def deal(self, table: Table) -> tuple[Transfer, ...]:
        """Deal once the bets are closed. Wagers that the book does not take are returned first."""
        seats = jackpot_seats(table)
        if self.book is None or not seats or not self.book.has(table.plan.id):
            return table.deal()
        await self.hand_over(table)
        try:
            if table.booking.owed:
                raise CheckFailed("the book was not told of the rounds before")
            booked = await self._ask(table, self.book.open_round, seats)
        except CroupierError as problem:
            log.error("the chips book takes no wagers", table=table.plan.id, why=problem.message)
            back = without_jackpots(table)
            return back + table.deal()
        return table.deal(booked)

    def is_owed(self, table: Table) -> bool:
        """Whether the book is to be told of a round now."""
        is_time = time.monotonic() >= self._later.get(table.plan.id, 0.0)
        return self.book is not None and table.round is None and bool(table.booking.owed) and is_time

    async def hand_over(self, table: Table) -> bool:
        """Tell the book about the rounds it is owed, oldest first, and show its meters; returns whether there were
        any."""
        if self.book is None or not table.booking.owed or table.round is not None:
            return False
        told = False
        try:
            while table.booking.owed:
                await self._settle(self.book, table)
                told = True
            await self._show(self.book, table)
        except CroupierError as problem:
            log.warning("the chips book is told later", table=table.plan.id, why=problem.message)
            self._later[table.plan.id] = time.monotonic() + TELL_AGAIN_SECONDS
        return told

    async def _settle(self, book: ChipsBook, table: Table) -> None:
        try:
            await self._ask(table, book.settle, table.booking.owed[0])
        except CheckFailed as problem:
            # The book has answered, so asking again would change nothing. A person must look at it.
            log.error("the chips book disagrees", table=table.plan.id, why=problem.message)
        table.booking.owed.pop(0)

    async def _show(self, book: ChipsBook, table: Table) -> None:
        """What the lobby and the table show is what the book says."""
        table.meters.commit({**table.meters.shown, **await self._ask(table, book.meters)}, {})

    async def _ask(self, table: Table, question: Callable[..., Answer], *more: Any) -> Answer:
        """Ask the book about a table; StoreBusy if it does not answer in time or is still working on the last question.
        If the book acts after that, the next round repairs it: a round that only the book knows is voided there.
        """
        id = table.plan.id
        if id in self._asked:
            raise StoreBusy("the chips book has not answered the last question yet")
        asked = self._asked[id] = asyncio.ensure_future(asyncio.to_thread(question, id, *more))
        asked.add_done_callback(lambda done: self._answered(id, done))
        done, _ = await asyncio.wait({asked}, timeout=WITHIN_SECONDS)
        if not done:
            raise StoreBusy(f"the chips book has not answered within {WITHIN_SECONDS:.0f} seconds")
        answer: Answer = asked.result()
        return answer

    def _answered(self, id: str, done: asyncio.Future[Any]) -> None:
        del self._asked[id]
        if not done.cancelled() and (problem := done.exception()) and not isinstance(problem, CroupierError):
            log.error("the chips book failed", table=id, exc_info=problem)


def jackpot_seats(table: Table) -> dict[str, list[int]]:
    """By jackpot wager, the seats that have placed it."""
    ready = {number: seat.wagers for number, seat in sorted(table.seats.items()) if seat.is_ready}
    found = {wager: [seat for seat, own in ready.items() if own.get(wager)] for wager in table.meters.jackpots}
    return {wager: seats for wager, seats in found.items() if seats}


def without_jackpots(table: Table) -> tuple[Transfer, ...]:
    """The jackpots take no wagers now: the wagers are returned, and the round is played without them."""
    moved: tuple[Transfer, ...] = ()
    for seat in [seat for seat in table.seats.values() if seat.is_ready]:
        back = sum(seat.wagers.get(wager, 0) for wager in table.meters.jackpots)
        seat.wagers = {wager: cents for wager, cents in seat.wagers.items() if wager not in table.meters.jackpots}
        moved += table.move(seat, -back, "the jackpot takes no wagers now") if back else ()
    table.say("The jackpot takes no wagers now; they were handed back.")
    return moved
