"""Seats are for those who play: a seat that was not kept is nobody's, an idle one is open again, nobody waits twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from croupier.service.felts import house_tables
from croupier.service.floor import Floor
from croupier.service.guard import Metrics
from croupier.service.routes.tables import round_steps
from croupier.service.settings import Settings
from croupier.stores.house import Change, Guest, Transfer
from croupier.table.seats import LEFT
from croupier.table.seen import WATCHER, felt_view, finished_view
from croupier.table.table import Clock, Table, deadline_of, idle_seats, is_ready_to_deal, is_to_be_freed

PLANS = [plan for plan in house_tables() if plan.id in ("K1", "T1")]
MARA, ILSE = Guest("mara", "Mara"), Guest("ilse", "Ilse")


def on_a_floor(walk: Callable[[Floor], Awaitable[None]], clock: Clock | None = None, bots: int = 0) -> None:
    async def open_and_walk() -> None:
        floor = Floor(Settings(database="memory:", clock=clock or Clock(), bots=bots), Metrics(), PLANS)
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
                await floor.sit("K1", MARA, "key-00001", 1, "192.0.2.7")
        assert floor.sitting == {}
        assert not floor._held, "a seat that was not kept counts for no address"
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
    # In a round: the hand of somebody who is gone is decided at once.
    table.put(2, wagers, True, 10**9, 1)
    table.close_bets()
    table.deal()
    turn = table.turn
    assert turn is not None
    table.watching = set()
    assert deadline_of(table, 100.0) == 100.0 + table.clock.decision
    table.seats[turn.seat].missed = 1
    assert deadline_of(table, 100.0) == 100.0
    table.watching = {MARA.id, ILSE.id}
    assert deadline_of(table, 100.0) == 100.0 + table.clock.decision


def test_a_seat_with_a_live_page_is_not_freed_after_missed_rounds() -> None:
    table = Table(PLANS[0], Clock(away_rounds=1))
    table.sit(1, MARA.id, MARA.name)
    seat = table.seats[1]
    seat.missed = 1
    table.watching = {MARA.id}
    assert not is_to_be_freed(table, seat)
    table.watching = {""}
    assert is_to_be_freed(table, seat)
    # Whoever has got up is gone, though their page still shows the table.
    table.watching = {MARA.id}
    seat.name += LEFT
    assert is_to_be_freed(table, seat)


def test_the_house_has_bots_at_its_tables_and_they_play_while_somebody_looks() -> None:
    async def walk(floor: Floor) -> None:
        table, other = floor.table("K1"), floor.table("T1")
        assert [seat.guest for seat in table.seats.values()] == [None, None, None]
        assert other.seats == {}
        assert not is_ready_to_deal(table, 1e12), "nobody looks, so nothing is dealt"
        async with floor.watching("K1", None, "here"):
            assert table.deadline is not None
            assert not is_ready_to_deal(table, table.deadline - 1)
            assert is_ready_to_deal(table, table.deadline)
            await floor.command("K1", MARA, "key-00001", "sit", {"seat": 6}, sits(floor, MARA, 6))
            assert not is_ready_to_deal(table, 1e12), "now a person is waited for"
            table.add_bot()
            await floor.command("K1", MARA, "key-00002", "leave", {}, lambda each: each.leave(6))
            assert len(table.seats) == 3, "the bot that came with a person goes with her"
        assert not is_ready_to_deal(table, 1e12)

    on_a_floor(walk, bots=3)


def test_a_decision_that_the_clock_took_is_called_so_and_kept() -> None:
    table = Table(PLANS[0], Clock())
    base = table.game.base_wager
    table.sit(1, MARA.id, MARA.name)
    table.put(1, {base: table.plan.limits[base].minimum}, True, 10**9, 1)
    table.close_bets()
    table.deal()
    assert table.turn is not None
    table.act_for(1)
    assert table.round is not None
    shown = felt_view(table.game, table.round.state, WATCHER, None, clocked=table.clocked).seats[0]
    assert (shown.decisions, shown.by_clock) == (["fold"], [0])
    again = Table.restore(PLANS[0], Clock(), table.kept(), table.shoe.secret)
    assert again.clocked == [0]
    finished = table.finish()
    seen = finished_view(table.game, finished, 0.0).felt
    assert seen.seats[0].by_clock == [0]
    assert round_steps(finished.transcript, seen).steps[-1].words == "The clock decides for seat 1: fold."
    assert table.clocked == []
