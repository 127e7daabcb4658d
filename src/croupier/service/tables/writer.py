"""One ordered writer for the house: changes that come close together share a transaction and one wait for the disk."""

from __future__ import annotations

import asyncio

from croupier.stores.house import Change, HouseStore

MOST_AT_ONCE = 256
Waiting = tuple[Change, asyncio.Future[None]]


class Writer:
    """Keeps changes in the order they were given; ``keep`` returns when its change is on the disk."""

    def __init__(self, store: HouseStore) -> None:
        self.store = store
        self._waiting: asyncio.Queue[Waiting] = asyncio.Queue()
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
            for each, problem in await self._committed(batch):
                if each.done():
                    continue
                if problem is None:
                    each.set_result(None)
                else:
                    each.set_exception(problem)

    async def _committed(self, batch: list[Waiting]) -> list[tuple[asyncio.Future[None], Exception | None]]:
        """All at once; where that is refused, one by one, so that nobody pays for a neighbor's mistake."""
        try:
            await asyncio.to_thread(self.store.commit, [change for change, _ in batch])
        except Exception as problem:
            if len(batch) == 1:
                return [(batch[0][1], problem)]
            return [each for one in batch for each in await self._committed([one])]
        return [(done, None) for _, done in batch]

    async def close(self) -> None:
        """What was given is written first."""
        while not self._waiting.empty():
            await asyncio.sleep(0.01)
        if self._task:
            self._task.cancel()
