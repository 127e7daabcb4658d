"""The house under load: people at many tables act over HTTP from a second process; a soak of bots; par sheets.

``python -m benchmarks.house load`` seats 40 people at the house's 13 tables, beside its bots, for ten minutes: the
round trip of a command, and the memory of the house in ten parts; ``--tables 50 --people 200`` is a large house;
``python -m benchmarks.house soak`` lets bots play an hour at 200 tables and compares memory and chips;
``python -m benchmarks.house sheets`` asks for par sheets as the page does when a control is moved.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import connect

from croupier.service.felts import house_tables
from croupier.service.floor import Floor
from croupier.service.guard import Metrics
from croupier.service.settings import Settings
from croupier.table.table import AnnouncedTable, Clock

Record = dict[str, Any]
LIMIT_MS = 250.0
ROUNDS_AN_HOUR = 40
"""At one table, as the par sheets count."""
ARRIVAL_SECONDS = 4.0
"""People come one after another."""


def many_tables(count: int) -> list[AnnouncedTable]:
    """The house's own tables, over and over, each with an id of its own."""
    plans = house_tables()
    more = [plans[at % len(plans)]._replace(id=f"{plans[at % len(plans)].id[0]}{at + 1}") for at in range(count)]
    return plans[:count] + more[len(plans) :]


def serve(folder: str, tables: int, port: int) -> None:
    """The house as a process of its own."""
    from croupier.service.app import create_app
    from croupier.service.server import open_socket, run

    settings = Settings(
        database=f"{folder}/house.db",
        requests_per_second=1e9,
        burst=10**9,
        guests_per_second=1e9,
        guests_burst=10**9,
        lines_each=10**6,
        bots=2,
        clock=Clock(wagers=20, decision=20, bot=0.01),
    )
    run(create_app(settings, many_tables(tables)), open_socket("127.0.0.1", port), lambda _: None)


class Line:
    """One kept-alive connection: a client small enough not to be what is measured."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.cookie = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def send(self, method: str, path: str, body: Record | None = None) -> Record:
        if self._writer is None or self._reader is None or self._reader.at_eof():
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port)
        content = b"" if body is None else orjson.dumps(body)
        head = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {uuid.uuid4().hex}\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        self._writer.write(head.encode() + content)
        headers = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(headers.split("content-length: ")[1].split("\r\n")[0])
        if "set-cookie: " in headers:
            self.cookie = headers.split("set-cookie: ")[1].split(";")[0]
        record: Record = orjson.loads(await self._reader.readexactly(length))
        return record

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class Person:
    """Somebody who sees the table over a live connection, thinks, and acts; each answer is timed."""

    def __init__(self, port: int, table: str, number: int) -> None:
        self.line = Line("127.0.0.1", port)
        self.port, self.table, self.number = port, table, number
        self.seat = 0
        self.took: list[float] = []
        self.refused = 0
        """Commands that came too late, as when the bets closed while somebody thought."""
        self.measured = 0.0
        """When counting begins, by the performance counter."""

    async def post(self, kind: str, body: Record) -> None:
        began = time.perf_counter()
        answer = await self.line.send("POST", f"/tables/{self.table}/{kind}", body)
        self.refused += "code" in answer
        if began >= self.measured:
            self.took.append((time.perf_counter() - began) * 1000)

    async def play(self, arrives: float, measured: float, until: float, pace: float) -> None:
        """Come, sit down and play; what happens before ``measured`` is not counted, since people still arrive."""
        self.measured = measured
        await asyncio.sleep(arrives)
        await self.line.send("POST", "/session", {"name": f"Guest {self.number}"})
        found = await self.line.send("GET", f"/tables/{self.table}")
        least = {each["wager"]: each["minimum"] for each in found["layout"]["spots"] if each["kind"] == "base"}
        self.seat = next(each["seat"] for each in found["view"]["seats"] if each["open"])
        await self.post("sit", {"seat": self.seat})
        address = f"ws://127.0.0.1:{self.port}/api/v1/tables/{self.table}/live"
        async with connect(address, additional_headers={"Cookie": self.line.cookie}) as socket:
            while time.perf_counter() < until:
                view: Record | None = None
                try:
                    view = orjson.loads(await asyncio.wait_for(socket.recv(), 1))
                    while True:  # people look at what the table shows now
                        view = orjson.loads(await asyncio.wait_for(socket.recv(), 0.002))
                except TimeoutError:
                    if view is None:
                        continue
                turn = view["turn"]
                own = next(each for each in view["seats"] if each["seat"] == self.seat)
                thinks = pace * (0.5 + (hash((self.table, self.seat, view["version"])) % 100) / 100)
                if view["phase"] == "wagers" and not own.get("ready"):
                    await asyncio.sleep(thinks)
                    await self.post("wagers", {"round": view["round"], "wagers": least, "ready": True})
                elif turn and turn["seat"] == self.seat and turn.get("actions"):
                    await asyncio.sleep(thinks)
                    action = turn["actions"][0]
                    amount = f" {action['minimum'] / 100:.2f}" if action["minimum"] != action["maximum"] else ""
                    body = {"round": view["round"], "decided": view["decided"], "action": action["name"] + amount}
                    await self.post("act", body)
        self.line.close()


def cpu_seconds(pid: int | None) -> float:
    """What a process has used so far; a figure that others on the machine do not change much."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(
    port: int, tables: int, count: int, seconds: float, pace: float, pid: int | None, arrival: float = ARRIVAL_SECONDS
) -> Record:
    """People at the tables of a house that runs: how long their commands took, and what the house held in memory."""
    plans = many_tables(tables)
    people = [Person(port, plans[at % tables].id, at + 1) for at in range(count)]
    measured = time.perf_counter() + arrival + pace
    until = measured + seconds
    began = time.process_time()
    arrivals = [arrival * at / len(people) for at in range(len(people))]
    comes = [each.play(at, measured, until, pace) for each, at in zip(people, arrivals, strict=True)]
    memory: list[float] = []

    async def watch() -> None:
        for part in range(10):
            await asyncio.sleep(max(0.0, measured + seconds * (part + 1) / 10 - time.perf_counter()))
            memory.append(round(resident_mib(pid), 1))

    await asyncio.gather(watch(), *comes)
    took = sorted(ms for each in people for ms in each.took)
    p50, p95, p99 = (round(took[int(len(took) * part)], 1) for part in (0.5, 0.95, 0.99))
    return {
        "tables": tables,
        "people": count,
        "thinking_seconds": [pace / 2, pace * 1.5],
        "seconds": seconds,
        "commands": len(took),
        "refused": sum(each.refused for each in people),
        "round_trip_ms": {"p50": p50, "p95": p95, "p99": p99, "limit_of_p99": LIMIT_MS},
        "memory_mib": memory,
        "clients_used_of_a_core": round((time.process_time() - began) / (seconds + ARRIVAL_SECONDS), 2),
    }


def resident_mib(pid: int | None = None) -> float:
    """What a process holds in memory now; this one by default."""
    fields = Path(f"/proc/{pid or 'self'}/status").read_text().split("VmRSS:")[1].split()
    return int(fields[0]) / 1024


async def at_rest(floor: Floor) -> None:
    """Wait until no round is open. A round that has just ended may still be on its way to the disk."""
    for id in floor.tables:
        while True:
            await floor.seen(id, None)  # waits until the table's last change is kept
            if floor.tables[id].round is None:
                break
            await asyncio.sleep(0.05)


async def soak(tables: int, seats: int, rounds: int) -> Record:
    """Bots at every table until each has played so many rounds; memory in ten parts, and every chip at the end."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"{folder}/house.db", clock=Clock(bot=0.0))
        floor = Floor(settings, Metrics(), many_tables(tables))
        await floor.open()
        for table in floor.tables.values():
            table.keeps_bots = True
            for _ in range(min(seats, table.plan.seats) - len(table.seats)):  # some sit there from the start
                table.add_bot()
        began, memory = time.monotonic(), []
        for part in range(1, 11):
            while any(table.number <= rounds * part // 10 for table in floor.tables.values()):
                # The house's own clock moves the tables; here they only wait for one another.
                await asyncio.sleep(0.05)
            memory.append(round(resident_mib(), 1))
        for table in floor.tables.values():
            table.keeps_bots = False
        await at_rest(floor)
        played = sum(table.number - 1 for table in floor.tables.values())
        balances = floor.store.balances()
        moved: dict[str, int] = {}
        for each in floor.store.transfers():
            moved[each.debit] = moved.get(each.debit, 0) - each.amount
            moved[each.credit] = moved.get(each.credit, 0) + each.amount
        found = {
            "tables": tables,
            "rounds": played,
            "hours_of_play": round(played / tables / ROUNDS_AN_HOUR, 2),
            "seconds": round(time.monotonic() - began, 1),
            "memory_mib": memory,
            "memory_grew_by": round(memory[-1] / memory[1] - 1, 4),
            "accounts_add_up_to": sum(balances.values()),
            "transfers_explain_the_balances": moved == {name: moved.get(name, 0) for name in balances} == balances,
            "balances_in_memory_agree": floor.balances == balances,
            "on_felts_between_rounds": sum(cents for name, cents in balances.items() if name.startswith("table:")),
        }
        await floor.close()
        return found


SHEETS = {
    "a side wager": (
        150,
        [
            f"game=perfect-pairs(decks=6, perfect_pairs={table}, suit={suit})&wager=perfect_pairs&meter={meter}.00"
            for table in ("PT-PRG-PP-08", "PT-PRG-PP-12")
            for suit in ("hearts", "spades", "clubs")
            for meter in (5000, 12000, 31480, 55000, 90000)
        ]
        + [
            f"game=three-card-prime(pair_bonus=PT-FLT-TCPR-PB-0{table})&wager=pair_bonus&seats={seats}"
            for table in range(2, 7)
            for seats in (1, 3, 5, 7)
        ],
    ),
    "a base game": (2000, [f"game={game}" for game in ("keep-it-straight", "three-card-prime", "high-card-flush")]),
}


def sheets(port: int) -> None:
    """The round trip of a par sheet's figures and plots, each asked once, as when a control is moved."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=120) as client:
        client.get(
            "/sheet?game=three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
        )  # the processes start with the first question
        for kind, (limit, questions) in SHEETS.items():
            took = []
            for question in questions:
                for part in ("", "&format=drawings"):
                    began = time.perf_counter()
                    answer = client.get(f"/sheet?{question}&luck=false{part}")
                    took.append((time.perf_counter() - began) * 1000)
                    assert answer.status_code == 200, answer.text
            took.sort()
            p50, p95 = took[len(took) // 2], took[min(len(took) - 1, int(len(took) * 0.95))]
            print(f"{kind}: {len(took)} questions, p50 {p50:.0f} ms, p95 {p95:.0f} ms (limit {limit} ms)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("load", "soak", "sheets"))
    parser.add_argument("--tables", type=int)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seats", type=int, default=4, help="Bots at each table of a soak.")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--pace", type=float, default=1.0, help="Seconds that a person waits between commands.")
    parser.add_argument("--rounds", type=int, default=ROUNDS_AN_HOUR)
    chosen = parser.parse_args()
    if chosen.what == "soak":
        print(json.dumps(asyncio.run(soak(chosen.tables or 200, chosen.seats, chosen.rounds)), indent=1))
        return
    port = 8765
    with tempfile.TemporaryDirectory() as folder:
        house = multiprocessing.get_context("spawn").Process(
            target=serve, args=(folder, chosen.tables or 13, port), daemon=False
        )
        house.start()
        address = f"http://127.0.0.1:{port}"
        for _ in range(400):
            try:
                httpx.get(f"{address}/healthz")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        try:
            if chosen.what == "sheets":
                sheets(port)
                return
            before = cpu_seconds(house.pid)
            played = load(port, chosen.tables or 13, chosen.people, chosen.seconds, chosen.pace, house.pid)
            found = asyncio.run(played)
            share = (cpu_seconds(house.pid) - before) / (chosen.seconds + ARRIVAL_SECONDS)
            found |= {"house_used_of_a_core": round(share, 2), "load_average": round(os.getloadavg()[0], 1)}
            print(json.dumps(found, indent=1))
        finally:
            house.terminate()
            house.join(20)


if __name__ == "__main__":
    main()
