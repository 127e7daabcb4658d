"""The soak of benchmarks.house in small: bots at many tables, every chip accounted for, memory that stays."""

from __future__ import annotations

import asyncio

import structlog

from benchmarks.house import soak

structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


def test_bots_at_many_tables_lose_no_chip() -> None:
    found = asyncio.run(asyncio.wait_for(soak(tables=26, seats=4, rounds=4), 240))
    assert found["rounds"] >= 26 * 4
    assert found["accounts_add_up_to"] == 0
    assert found["transfers_explain_the_balances"]
    assert found["balances_in_memory_agree"]
    assert found["on_felts_between_rounds"] == 0
