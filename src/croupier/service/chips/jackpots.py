"""The jackpots of the play tables: with a chips book their wagers are in it before a card is dealt, or they go back.

Nothing of a round is lost on the way: what it came to is kept with its table, and handed over when the book is there.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Final

import structlog

from croupier.errors import CheckFailed, CroupierError
from croupier.service.chips.book import ChipsBook, Shown
from croupier.service.tables.table import Table
from croupier.stores.house import Transfer

TELL_AGAIN_SECONDS: Final = 1.0
log = structlog.get_logger("croupier.house")


class Jackpots:
    """Of all tables of a house; without a book their meters are the tables' own."""

    def __init__(self) -> None:
        self.opening: Callable[[Shown], ChipsBook] | None = None
        """Opens the book, which begins with what the meters show."""
        self.book: ChipsBook | None = None
        self._later: dict[str, float] = {}

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
        """Deal to the bets that are closed; what the book does not take goes back first."""
        seats = jackpot_seats(table)
        if self.book is None or not seats or not self.book.has(table.plan.id):
            return table.deal()
        await self.hand_over(table)
        try:
            if table.booking.owed:
                raise CheckFailed("the book was not told of the rounds before")
            booked = await asyncio.to_thread(self.book.open_round, table.plan.id, seats)
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
        """Tell the book of the rounds that it is owed, the oldest first, and show its meters; whether any was told."""
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
            await asyncio.to_thread(book.settle, table.plan.id, table.booking.owed[0])
        except CheckFailed as problem:
            # The book has answered: asking again would change nothing, and somebody must look.
            log.error("the chips book disagrees", table=table.plan.id, why=problem.message)
        table.booking.owed.pop(0)

    async def _show(self, book: ChipsBook, table: Table) -> None:
        """What the lobby and the table show is what the book says."""
        table.meters.commit({**table.meters.shown, **await asyncio.to_thread(book.meters, table.plan.id)}, {})


def jackpot_seats(table: Table) -> dict[str, list[int]]:
    """By jackpot wager, the seats that have placed it."""
    ready = {number: seat.wagers for number, seat in sorted(table.seats.items()) if seat.is_ready}
    found = {wager: [seat for seat, own in ready.items() if own.get(wager)] for wager in table.meters.jackpots}
    return {wager: seats for wager, seats in found.items() if seats}


def without_jackpots(table: Table) -> tuple[Transfer, ...]:
    """The jackpots take no wagers now: they go back, and the round is played without them."""
    moved: tuple[Transfer, ...] = ()
    for seat in [seat for seat in table.seats.values() if seat.is_ready]:
        back = sum(seat.wagers.get(wager, 0) for wager in table.meters.jackpots)
        seat.wagers = {wager: cents for wager, cents in seat.wagers.items() if wager not in table.meters.jackpots}
        moved += table.move(seat, -back, "the jackpot takes no wagers now") if back else ()
    table.say("The jackpot takes no wagers now; they were handed back.")
    return moved
