"""Seats are for those who play: a seat that was not kept is nobody's, an idle one is open again, nobody waits twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from croupier.service.guard import Metrics
from croupier.service.settings import Settings
from croupier.service.tables.floor import Floor
from croupier.service.tables.plan import house_tables
from croupier.stores.house import Change, Guest, Transfer
from croupier.table.clock import Clock, deadline_of, idle_seats, is_ready_to_deal
from croupier.table.table import Table

PLANS = [plan for plan in house_tables() if plan.id in ("K1", "T1")]
MARA, ILSE = Guest("mara", "Mara"), Guest("ilse", "Ilse")


def on_a_floor(walk: Callable[[Floor], Awaitable[None]], clock: Clock | None = None) -> None:
    async def open_and_walk() -> None:
        floor = Floor(Settings(database="memory:", clock=clock or Clock()), Metrics(), PLANS)
        await floor.open()
        try:
            await walk(floor)
        finally:
            await floor.close()

    asyncio.run(open_and_walk())


def sits(floor: Floor, guest: Guest, seat: int) -> Callable[[Table], tuple[Transfer, ...]]:
    """As the route does it."""

    def change(table: Table) -> tuple[Transfer, ...]:
        table.sit(seat, guest.id, guest.name)
        floor.sitting[guest.id] = table.plan.id
        return ()

    return change


def test_a_seat_taken_while_the_store_hiccups_locks_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def walk(floor: Floor) -> None:
        async def fails(_: Change) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as hiccup:
            hiccup.setattr(floor.writer, "keep", fails)
            with pytest.raises(OSError, match="full"):
                await floor.command("K1", MARA, "key-00001", "sit", {"seat": 1}, sits(floor, MARA, 1))
        assert floor.sitting == {}
        assert floor.table("K1").seats == {}
        await floor.command("T1", MARA, "key-00002", "sit", {"seat": 2}, sits(floor, MARA, 2))
        assert floor.sitting == {MARA.id: "T1"}

    on_a_floor(walk)


def test_a_seat_at_a_table_that_deals_nothing_is_open_again() -> None:
    async def walk(floor: Floor) -> None:
        await floor.command("K1", MARA, "key-00001", "sit", {"seat": 1}, sits(floor, MARA, 1))
        table = floor.table("K1")
        assert idle_seats(table, time.time()) == []
        table.seats[1].since -= table.clock.idle
        assert idle_seats(table, time.time()) == [1]
        await floor.step(table, time.time())
        assert table.seats == {}
        assert floor.sitting == {}
        again = floor.store.table("K1")
        assert again is not None
        assert '"seats":{}' in again[0]

    on_a_floor(walk)


def test_wagering_and_waiting_for_the_deal_keep_a_seat() -> None:
    table = Table(PLANS[0], Clock())
    base = table.game.base_wager
    table.sit(1, MARA.id, MARA.name)
    table.sit(2, ILSE.id, ILSE.name)
    now = time.time()
    for seat in table.seats.values():
        seat.since = now
    table.put(1, {base: table.plan.limits[base].minimum}, True, 10**9, 1)
    assert idle_seats(table, now + table.clock.idle) == [2], "who is ready waits for the deal and keeps the seat"
    assert idle_seats(table, now + table.clock.idle - 1) == []


def test_nobody_waits_for_a_seat_whose_page_is_gone_after_its_first_missed_round() -> None:
    table = Table(PLANS[0], Clock())
    base = table.game.base_wager
    for number, guest in ((1, MARA), (2, ILSE)):
        table.sit(number, guest.id, guest.name)
    table.watching = {MARA.id}
    wagers = {base: table.plan.limits[base].minimum}
    table.put(1, wagers, True, 10**9, 1)
    assert not is_ready_to_deal(table, 0.0), "a first round waits for everyone"
    table.seats[2].missed = 1
    assert is_ready_to_deal(table, 0.0)
    table.watching = {MARA.id, ILSE.id}
    assert not is_ready_to_deal(table, 0.0), "whoever looks on is waited for"
    # In a round: the hand of somebody who is gone is decided at a bot's pace.
    table.put(2, wagers, True, 10**9, 1)
    table.close_bets()
    table.deal()
    turn = table.turn
    assert turn is not None
    table.watching = set()
    assert deadline_of(table, 100.0) == 100.0 + table.clock.decision
    table.seats[turn.seat].missed = 1
    assert deadline_of(table, 100.0) == 100.0 + table.clock.bot
    table.watching = {MARA.id, ILSE.id}
    assert deadline_of(table, 100.0) == 100.0 + table.clock.decision
