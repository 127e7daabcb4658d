"""One ordered writer for the house: changes that come close together share a transaction and one wait for the disk."""

from __future__ import annotations

import asyncio

from croupier.stores.house import Change, HouseStore

MOST_AT_ONCE = 256


class Writer:
    """Keeps changes in the order they were given; ``keep`` returns when its change is on the disk."""

    def __init__(self, store: HouseStore) -> None:
        self.store = store
        self._waiting: asyncio.Queue[tuple[Change, asyncio.Future[None]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._write())

    async def keep(self, change: Change) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._waiting.put((change, done))
        await done

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                await asyncio.to_thread(self.store.commit, [change for change, _ in batch])
            except Exception as problem:
                for _, done in batch:
                    if not done.done():
                        done.set_exception(problem)
            else:
                for _, done in batch:
                    if not done.done():
                        done.set_result(None)

    async def close(self) -> None:
        """What was given is written first."""
        while not self._waiting.empty():
            await asyncio.sleep(0.01)
        if self._task:
            self._task.cancel()
