"""Chunks on a Dask cluster: one that is started here, or one that is there already.

A simulator travels once to a worker as compressed bytes and is remembered there by its digest; a chunk is then three
numbers. Dask starts the chunks of a lost worker again, and their integers are the same.
"""

import asyncio
import hashlib
import importlib
import logging
import re
import zlib
from collections import OrderedDict
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from types import ModuleType
from typing import Any, Final, NamedTuple

from croupier.errors import BadInput, MissingPart
from croupier.kernels.cells import Tally
from croupier.kernels.extras import extra
from croupier.sim.running import Simulator, Work

CONNECT_SECONDS: Final = 15
MOST_UNPACKED: Final = 4
_ADDRESS: Final = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})", re.ASCII)
LARGEST_PORT: Final = 65_535
_unpacked: OrderedDict[str, Simulator] = OrderedDict()


class Packed(NamedTuple):
    """A simulator as bytes; calling it runs a chunk."""

    digest: str
    content: bytes

    def __call__(self, seed: int, first: int, count: int, /) -> Tally:
        simulator = _unpacked.get(self.digest)
        if simulator is None:
            simulator = _pickle().loads(zlib.decompress(self.content))
            _unpacked[self.digest] = simulator
            if len(_unpacked) > MOST_UNPACKED:
                _unpacked.popitem(last=False)
        return simulator.run(seed, first, count)


def packed(simulator: Simulator) -> Packed:
    """A simulator as bytes under their hash, so that each worker receives it once."""
    content = zlib.compress(_pickle().dumps(simulator), 1)
    return Packed(hashlib.sha256(content).hexdigest(), content)


class Cluster(NamedTuple):
    """An open cluster: where chunks go, what runs them, how many at a time, and what it is called."""

    executor: Executor
    work: Work
    workers: int
    words: str
    client: Any


def check_address(address: str) -> None:
    """Refuse what cannot be the address of a cluster, before anything is connected.

    >>> check_address("tcp://localhost:8786")
    """
    match = _ADDRESS.fullmatch(address)
    if not match or not 1 <= int(match[1]) <= LARGEST_PORT:
        raise BadInput(f"'{address[:80]}' is not the address of a Dask cluster", hint="as in tcp://host:8786")


def open_cluster(stack: ExitStack, simulator: Simulator, address: str | None, workers: int) -> Cluster:
    """Connect to the cluster at an address, or start one of local processes; the stack closes it."""
    distributed = extra("distributed", "the dask backend needs distributed", 'pip install "croupier[dask]"')
    if address is None:
        cluster = stack.enter_context(
            distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs=logging.ERROR,
            )
        )
        address = cluster.scheduler_address
    try:
        _knock(distributed, address)
        client = stack.enter_context(distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False))
    except (OSError, ValueError, TimeoutError, TypeError) as problem:
        raise MissingPart(
            f"no Dask cluster answers at {address}",
            hint=f"{str(problem).splitlines()[0][:120] if str(problem) else ''}",
        ) from None
    info = client.scheduler_info(n_workers=-1)["workers"]
    threads = sum(each["nthreads"] for each in info.values()) or 1
    words = f"dask at {address}, {len(info)} workers, {threads} threads"
    executor = stack.enter_context(client.get_executor(pure=False, retries=10))
    return Cluster(executor, packed(simulator), threads, words, client)


def _knock(distributed: ModuleType, address: str) -> None:
    """Connect once and hang up: a client would wait for ever on something that listens and never answers."""
    if address.startswith(("tls", "wss")):
        return

    async def knock() -> None:
        comm = await asyncio.wait_for(distributed.comm.connect(address, timeout=CONNECT_SECONDS), CONNECT_SECONDS + 1)
        comm.abort()

    with ThreadPoolExecutor(1) as apart:
        apart.submit(lambda: asyncio.run(knock())).result()


def _pickle() -> ModuleType:
    """Dask's own pickler, which also takes functions within functions."""
    return importlib.import_module("cloudpickle")
