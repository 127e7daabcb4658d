"""Failover: processes of one house on one PostgreSQL, and the one on duty killed with -9 under load.

``python -m benchmarks.failover --kills 10`` opens three houses, plays rounds through a round-robin proxy of its own
that sends each request to the next process, kills whichever holds a link, and starts another in its place. At the end
every request that was acknowledged is looked for in the journal, and the book is audited. A request that failed is sent
again under its id, as the pages do.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.displays import LINKS, Arrivals, committed, latencies, make_book, plans
from croupier.casino.demo import let_in
from croupier.casino.floor import load_layout, logins_of
from croupier.jackpot.audit.whole import audit
from croupier.stores.opening import open_store

LIMIT_SECONDS = 10.0
FROZEN_SECONDS = 9.0
"""Longer than a lease lasts."""
ANSWER_SECONDS = 4.0
"""A request that is not answered by then is sent to the next process, as the pages do."""
API = "/api/v1"


class Process:
    """One house of several."""

    def __init__(self, url: str, environment: Mapping[str, str]) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--book", url, "--no-tables", "--demonstration", "--port", "0"],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.pid = self._child.pid

    @functools.cached_property
    def address(self) -> str:
        """Where it listens, once it does."""
        assert self._child.stdout is not None
        return self._child.stdout.readline().strip()

    def freeze(self, seconds: float) -> None:
        """Cut off from everything for a while; then it comes back and believes that it is still on duty."""
        self._child.send_signal(signal.SIGSTOP)
        threading.Timer(seconds, self._child.send_signal, (signal.SIGCONT,)).start()

    def kill(self, number: int = signal.SIGKILL) -> None:
        self._child.send_signal(number)
        self._child.wait(20)
        assert self._child.stdout is not None
        self._child.stdout.close()


class Proxy:
    """Sends each request to the next process, and to the one after it where that one is gone."""

    def __init__(self, processes: list[Process]) -> None:
        self.processes = processes
        self._turn = itertools.count()
        self._client = httpx.Client(timeout=ANSWER_SECONDS)

    def close(self) -> None:
        self._client.close()

    @property
    def next_address(self) -> str:
        return self.processes[next(self._turn) % len(self.processes)].address

    def request(self, method: str, path: str, *, within: float = 60.0, **more: Any) -> httpx.Response:
        """The first answer that is one; whoever is not ready is asked again."""
        until = time.monotonic() + within
        while True:
            with contextlib.suppress(httpx.TransportError):
                found = self._client.request(method, f"{self.next_address}{path}", **more)
                if found.status_code not in (429, 502, 503):
                    return found
            if time.monotonic() > until:
                raise TimeoutError(f"nobody answers {method} {path}")
            time.sleep(0.05)


class Acknowledged(NamedTuple):
    """A request that was answered: it must be in the journal."""

    at: float
    link: str
    id: str
    sent: float


class Dealer:
    """Plays rounds at one table, through the proxy."""

    def __init__(self, proxy: Proxy, headers: Mapping[str, str], link: str, table: str) -> None:
        self.proxy, self.headers, self.link, self.table = proxy, dict(headers), link, table
        self.done: list[Acknowledged] = []
        self.problems: list[str] = []

    def play(self, stopped: threading.Event, pause: float) -> None:
        while not stopped.is_set():
            try:
                self._round()
            except (TimeoutError, KeyError) as problem:
                self.problems.append(str(problem))
            stopped.wait(pause)

    def _round(self) -> None:
        path = f"{API}/pit/tables/{self.table}"
        view = self._ask("GET", path).json()
        number = view["round"]["number"]
        if view["round"]["phase"] == "wagers":
            self._ask("PUT", f"{path}/lamps", json={"seats": [1, 2]})
            mark = uuid4().hex
            self._keep(f"{mark}:lock", "POST", f"{path}/lock", {"id": mark, "round": number})
        mark = uuid4().hex
        result = {"id": mark, "do": "result", "table": self.table, "round": number, "hands": {}}
        self._keep(mark, "POST", f"{API}/links/{self.link}/requests", {"request": result})

    def _keep(self, id: str, method: str, path: str, body: Any) -> None:
        sent = time.time()
        answer = self._ask(method, path, json=body)
        if answer.status_code == 200:
            self.done.append(Acknowledged(time.time(), self.link, id, sent))
        elif answer.status_code >= 500:
            self.problems.append(answer.text)

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.proxy.request(method, path, headers=self.headers, **more)


async def watch(proxy: Proxy, table: str, arrived: list[tuple[int, float]], stopped: threading.Event) -> None:
    """A display that connects to the next process whenever its own is gone."""
    import json

    while not stopped.is_set():
        address = proxy.next_address.replace("http", "ws", 1)
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(f"{address}{API}/displays/{table}/live", compression=None) as socket:
                while not stopped.is_set():
                    said = json.loads(await asyncio.wait_for(socket.recv(), 3))
                    if "beat" not in said:
                        arrived.append((said["jackpots"][0]["meters"][0]["cents"], time.time() * 1000))
        await asyncio.sleep(0.2)


def holders(url: str) -> dict[str, int]:
    """By link, the process that is on duty for it."""
    with psycopg.connect(url) as db:
        rows = db.execute("SELECT link, holder FROM leases WHERE until > clock_timestamp()").fetchall()
    return {link: int(re.findall(r"process (\d+) ", holder)[0]) for link, holder in rows}


class Run(NamedTuple):
    """What was measured."""

    failovers: list[float]
    acknowledged: int
    lost: list[Acknowledged]
    problems: list[str]
    findings: list[str]
    outside_ms: list[float]
    """From commit to screen, of wagers that were not committed within ten seconds of a kill."""
    worst_ms: float
    shown_after: int
    """Changes that displays showed after the last failover."""


def beside(folder: Path) -> dict[str, str]:
    """Where the files of a book in a database are."""
    return {"CROUPIER_LOGINS": str(folder / "logins"), "CROUPIER_ACCESS_LOG": str(folder / "access")}


@contextmanager
def houses(url: str, folder: Path, count: int) -> Iterator[list[Process]]:
    """So many processes, whose list may change while they run; all of them are ended."""
    found: list[Process] = []
    try:
        for _ in range(count):
            found.append(Process(url, beside(folder)))
        for each in found:
            assert each.address, "the house did not open"
        yield found
    finally:
        for each in found:
            each.kill(signal.SIGTERM)


def signed_in(proxy: Proxy, person: str, password: str) -> dict[str, str]:
    """The headers of somebody who has signed in, at whichever process."""
    given = {"person": person, "password": password, "code": ""}
    answer = proxy.request("POST", f"{API}/staff/session", json=given)
    return {"cookie": answer.headers["set-cookie"].partition(";")[0], "x-croupier-csrf": answer.json()["csrf"]}


def run(
    url: str, folder: Path, *, kills: int, tables: int, links: int, before: float, pause: float, freeze: bool = False
) -> Run:
    """``tables`` of them deal; each kill comes after ``before`` seconds of play."""
    os.environ.update(beside(folder))
    every = plans(links)
    people = tuple(each for each in next(iter(every.values())).people if each.id in ("dana", "sam", "robin"))
    password = next(each.password for each in let_in(logins_of(url), people) if each.id == "dana")
    make_book(url, links)
    stopped = threading.Event()
    failovers: list[float] = []
    killed: list[float] = []
    with houses(url, folder, 3) as processes, closing(Proxy(processes)) as proxy:
        headers = signed_in(proxy, "dana", password)
        rows = [[(name, table.id) for table in plan.tables] for name, plan in every.items()]
        places = [place for row in zip(*rows, strict=True) for place in row][:tables]
        dealers = [Dealer(proxy, headers, *place) for place in places]
        threads = [threading.Thread(target=each.play, args=(stopped, pause)) for each in dealers]
        arrivals: Arrivals = {f"{link} {table}": [] for link, table in places}

        async def watch_all() -> None:
            await asyncio.gather(*(watch(proxy, name.split()[1], rows, stopped) for name, rows in arrivals.items()))

        threads.append(threading.Thread(target=asyncio.run, args=(watch_all(),)))
        for thread in threads:
            thread.start()
        try:
            for number in range(kills):
                time.sleep(before)
                failovers.append(_end_one(url, processes, dealers, killed, freeze=freeze))
                if number + 1 < kills and not freeze:
                    another = Process(url, beside(folder))
                    assert another.address, "the house did not open"
                    processes.append(another)
            time.sleep(before)
        finally:
            stopped.set()
            for thread in threads:
                thread.join(90)
    done = [each for dealer in dealers for each in dealer.done]
    with closing(open_store(url)) as store:
        kept = {(link, entry.id) for link in store.links() for entry in store.entries(link)}
        findings = [str(each) for link in store.links() for each in audit(store, link, load_layout).findings]
    wagers = committed(url)
    calm = {
        link: [each for each in rows if not any(0 <= each[0] / 1000 - at <= LIMIT_SECONDS for at in killed)]
        for link, rows in wagers.items()
    }
    return Run(
        failovers,
        len(done),
        [each for each in done if (each.link, each.id) not in kept],
        [each for dealer in dealers for each in dealer.problems],
        findings,
        latencies(arrivals, calm)[0],
        (latencies(arrivals, wagers)[0] or [0.0])[-1],
        sum(at / 1000 > killed[-1] + failovers[-1] for shown in arrivals.values() for _, at in shown) if killed else 0,
    )


def _end_one(url: str, processes: list[Process], dealers: list[Dealer], killed: list[float], *, freeze: bool) -> float:
    """Kill or freeze the process that holds most links; seconds until each of those was played on again."""
    while not all(dealer.done for dealer in dealers):
        time.sleep(0.05)  # before anything was asked nobody is on duty
    held = holders(url)
    counts = [(sum(pid == each.pid for pid in held.values()), each) for each in processes]
    victim = max(counts, key=lambda each: each[0])[1]
    waiting = {link for link, pid in held.items() if pid == victim.pid} & {each.link for each in dealers}
    at = time.time()
    killed.append(at)
    processes.remove(victim)
    if freeze:
        victim.freeze(FROZEN_SECONDS)
        threading.Timer(FROZEN_SECONDS, processes.append, (victim,)).start()
    else:
        victim.kill()
    until = at + 60
    while time.time() < until:
        answered: dict[str, float] = {}
        for dealer in dealers:
            for each in [each for each in dealer.done if each.sent >= at][:1]:
                answered[each.link] = min(each.at, answered.get(each.link, each.at))
        if waiting <= set(answered):
            return max((answered[link] - at for link in waiting), default=0.0)
        time.sleep(0.05)
    return 60.0


def main() -> int:
    from tools import postgres

    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kills", type=int, default=10)
    reader.add_argument("--tables", type=int, default=10)
    reader.add_argument("--freeze", action="store_true", help="stop the process for 9 s instead, and let it go on")
    reader.add_argument("--before", type=float, default=12.0, help="seconds of play before each kill")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres.Server(fsync=True) as server:
        found = run(
            server.database(),
            Path(folder),
            kills=given.kills,
            tables=given.tables,
            links=LINKS,
            before=given.before,
            pause=0.5,
            freeze=given.freeze,
        )
    what = "stops" if given.freeze else "kills"
    print(f"{len(found.failovers)} {what} of the process on duty, three processes, {given.tables} tables")
    print(f"failover seconds: {', '.join(f'{each:.1f}' for each in found.failovers)} (limit {LIMIT_SECONDS:.0f})")
    print(f"{found.acknowledged} requests acknowledged, {found.acknowledged - len(found.lost)} of them in the journal")
    shown = found.outside_ms
    p50, p99 = shown[len(shown) // 2], shown[len(shown) * 99 // 100]
    print(f"commit to screen outside failovers: p50 {p50:.0f} ms, p99 {p99:.0f} ms; of all {found.worst_ms:.0f} ms")
    print(f"audit: {found.findings or 'nothing found'}; problems: {found.problems or 'none'}")
    good = not found.lost and not found.findings and max(found.failovers, default=0) <= LIMIT_SECONDS
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
