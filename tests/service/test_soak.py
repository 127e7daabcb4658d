"""The soak and the load of benchmarks.house in small: bots at many tables, every chip accounted for; people at every
table of the house over HTTP, each of whom has a seat."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import structlog

from benchmarks.house import load, soak
from tests.service.running import House, quick

structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


def test_bots_at_many_tables_lose_no_chip() -> None:
    found = asyncio.run(asyncio.wait_for(soak(tables=26, seats=4, rounds=4), 240))
    assert found["rounds"] >= 26 * 4
    assert found["accounts_add_up_to"] == 0
    assert found["transfers_explain_the_balances"]
    assert found["balances_in_memory_agree"]
    assert found["on_felts_between_rounds"] == 0


def test_people_at_every_table_have_a_seat_and_play(tmp_path: Path) -> None:
    with House(quick(tmp_path, bots=2, lines_each=100)) as house:
        port = int(house.address.rpartition(":")[2])
        played = load(port, tables=13, count=26, seconds=2, pace=0.3, pid=os.getpid(), arrival=0.5)
        found = asyncio.run(asyncio.wait_for(played, 120))
        floor = house.app.state.floor
        assert sum(len(table.people) for table in floor.tables.values()) == found["people"] == 26
        assert sum(floor.balances.values()) == 0
    assert found["commands"] > 0
    assert len(found["memory_mib"]) == 10
