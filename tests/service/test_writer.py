"""The house's writer: changes that come together share a commit, and a bad one fails alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from croupier.service.floor import HouseWriter
from croupier.stores.house import Change, HouseStore, Transfer


def test_one_change_that_the_database_refuses_does_not_take_its_neighbors_along(tmp_path: Path) -> None:
    store = HouseStore(str(tmp_path / "house.db"))

    async def keep() -> list[BaseException | None]:
        writer = HouseWriter(store)
        changes = [
            Change(1, transfers=(Transfer("a", "bank", "guest:a", 500, "opening"),)),
            Change(1, transfers=(Transfer("b", "guest:nobody", "rack", 500, "more than there is"),)),
            Change(1, transfers=(Transfer("c", "bank", "guest:c", 300, "opening"),)),
            Change(1, reply=("key", "asked", "done")),
            Change(1, reply=("key", "asked", "done")),
        ]
        waiting = [asyncio.create_task(writer.keep(each)) for each in changes]
        await asyncio.sleep(0)
        writer.start()
        found = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 20)
        await writer.close()
        return found

    try:
        assert [problem is None for problem in asyncio.run(keep())] == [True, False, True, True, False]
        assert store.balances() == {"bank": -800, "guest:a": 500, "guest:c": 300}
        assert store.reply("key") == ("asked", "done")
        assert [each.id for each in store.transfers()] == ["a", "c"]
    finally:
        store.close()
