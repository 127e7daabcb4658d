"""Displays under load: 200 screens watch 50 tables that play by themselves, a round every ten seconds each.

``python -m benchmarks.displays`` makes a book of five links with ten tables each, opens the house in a process of its
own and the screens in another, and compares when each wager was committed (by the journal) with when each screen of its
link first showed an amount that holds it. ``--book postgresql://...`` keeps the book there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import tempfile
import time
from bisect import bisect_left
from dataclasses import replace
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from croupier import catalogue
from croupier.casino.demo import go_live
from croupier.casino.floor import opened
from croupier.casino.proofs import SAMPLE
from croupier.jackpot import accounts
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, Person

LINKS, TABLES, SCREENS = 5, 10, 4
"""Links, tables of each, screens of each table."""
ROUND_SECONDS = 10.0
LIMIT_MS = 1000.0
Arrivals = dict[str, list[tuple[int, float]]]
"""By screen: the cents that it showed, and when, in milliseconds since 1970."""


def plans(links: int = LINKS) -> dict[str, LinkPlan]:
    sample = read_plan(SAMPLE.read_text(encoding="utf-8"), catalogue.book(), "benchmark").links["sf"]
    found = {}
    for number in range(links):
        tables = tuple(replace(sample.tables[0], id=f"T{number}{place}") for place in range(TABLES))
        found[f"link{number}"] = replace(
            sample,
            id=f"link{number}",
            tables=tables,
            rules=tuple(each for each in sample.rules if each.game == tables[0].game),
            people=(*sample.people, Person("olga", "Olga", "operator")),
            # So that the meter only rises while it is watched.
            levels=(replace(sample.levels[0], limit_cents=None),),
            currency="chips",
        )
    return found


def make_book(url: str, links: int = LINKS) -> None:
    with opened(url, create=True, write=True) as store:
        for plan in plans(links).values():
            go_live(store, plan)


def serve(folder: str, url: str, port: int) -> None:
    """The house as a process of its own; its tables play by themselves."""
    from croupier.service.app import create_app
    from croupier.service.demonstration import Tempo
    from croupier.service.server import open_socket, run
    from croupier.service.settings import Settings

    settings = Settings(
        database=f"{folder}/house.db",
        book=url,
        demonstration=True,
        plays_by_itself=frozenset(),
        pace=Tempo(ROUND_SECONDS, 3.0, 1e9, 5.0, 5.0),
        requests_per_second=1e9,
        burst=10**9,
    )
    run(create_app(settings), open_socket("127.0.0.1", port), lambda _: None)


async def watch(port: int, table: str, arrived: list[tuple[int, float]], until: float) -> None:
    async with connect(f"ws://127.0.0.1:{port}/api/v1/displays/{table}/live", compression=None) as socket:
        while (left := until - time.time()) > 0:
            try:
                said: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return
            if "beat" not in said:
                arrived.append((said["jackpots"][0]["meters"][0]["cents"], time.time() * 1000))


async def watch_all(port: int, seconds: float) -> Arrivals:
    until = time.time() + seconds
    found: Arrivals = {}
    async with asyncio.TaskGroup() as screens:
        for link in range(LINKS):
            for place in range(TABLES):
                for screen in range(SCREENS):
                    arrived = found[f"link{link} T{link}{place} {screen}"] = []
                    screens.create_task(watch(port, f"T{link}{place}", arrived, until))
                    await asyncio.sleep(0.005)
    return found


def committed(url: str) -> dict[str, list[tuple[int, int]]]:
    """By link: when each wager was committed, and the cents on the meter with it in."""
    found: dict[str, list[tuple[int, int]]] = {}
    with opened(url) as store:
        for link in store.links():
            held = 0
            rows = found[link] = []
            for entry in store.entries(link):
                moves = json.loads(entry.body).get("moves") or ()
                before = held
                held += sum(amount for _, credit, amount in moves if credit == accounts.meter(1))
                held -= sum(amount for debit, _, amount in moves if debit == accounts.meter(1))
                if entry.kind == "wager" and held > before:
                    rows.append((entry.at, held // MILLION))
    return found


def latencies(arrivals: Arrivals, wagers: dict[str, list[tuple[int, int]]]) -> tuple[list[float], int]:
    """Milliseconds from each commit to each screen of its link, and how many a screen never showed."""
    found: list[float] = []
    missed = 0
    for screen, shown in arrivals.items():
        if not shown:
            missed += 1
            continue
        amounts = [cents for cents, _ in shown]
        first, last = shown[0][1], shown[-1][1]
        for at, cents in wagers[screen.partition(" ")[0]]:
            if first <= at <= last - 5000:
                place = bisect_left(amounts, cents)
                if place == len(amounts):
                    missed += 1
                else:
                    found.append(shown[place][1] - at)
    return sorted(found), missed


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seconds", type=float, default=90)
    reader.add_argument("--port", type=int, default=8899)
    reader.add_argument("--book")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.book or str(Path(folder) / "book.db")
        make_book(url)
        house = multiprocessing.get_context("spawn").Process(target=serve, args=(folder, url, given.port))
        house.start()
        try:
            wait_for(given.port)
            arrivals = asyncio.run(watch_all(given.port, given.seconds))
            used = usage(house.pid)
        finally:
            house.terminate()
            house.join(20)
        wagers = committed(url)
    found, missed = latencies(arrivals, wagers)
    rounds = sum(len(each) for each in wagers.values())
    print(f"{len(arrivals)} screens, {LINKS * TABLES} tables, {given.seconds:.0f} s, {rounds} rounds with a wager")
    print(
        f"{sum(map(len, arrivals.values())):,} records received, {len(found):,} wagers seen on screens, {missed} missed"
    )
    p50, p95, p99 = (found[min(len(found) - 1, int(len(found) * part))] for part in (0.5, 0.95, 0.99))
    print(f"commit to screen: p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, worst {found[-1]:.0f} ms")
    print(used)
    good = missed == 0 and p99 < LIMIT_MS
    print(f"limit: p99 below {LIMIT_MS:.0f} ms and nothing missed: {'held' if good else 'NOT HELD'}")
    return 0 if good else 1


def usage(pid: int | None) -> str:
    """What a process has used so far, by the kernel's own count."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    kib = next(int(row.split()[1]) for row in rows if row.startswith("VmRSS"))
    ticks = sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    seconds = ticks / os.sysconf("SC_CLK_TCK")
    return f"the house used {seconds:.0f} s of processor time since it was started, and holds {kib / 1024:.0f} MiB"


def wait_for(port: int) -> None:
    import httpx

    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise SystemExit("the house did not open")


if __name__ == "__main__":
    raise SystemExit(main())
