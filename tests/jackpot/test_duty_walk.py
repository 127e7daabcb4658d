"""Who is on duty, by a walk at random beside a model of three lines: nobody takes a link from a process that renews its
lease, unless by the separate act; whoever lost it is told; and a link whose process is gone is free."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from croupier.jackpot.book.answers import Duty
from croupier.stores.desks import SocketDuty
from croupier.stores.opening import open_store
from croupier.stores.queue_desk import QueueDuty

LINKS = ("east", "west")
PROCESSES = ("p1", "p2", "p3")
STEPS = 120

Walk = tuple[Callable[[str], Duty], Callable[[str, set[str]], None], bool]
"""How a process joins, how the leases of one run out, and whether a process has all links or none."""


@pytest.fixture(params=["sqlite", "postgres"])
def walk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Walk]:
    if request.param == "sqlite":
        book = tmp_path / "book.db"
        open_store(str(book), create=True).close()
        made: dict[str, SocketDuty] = {}

        def join(name: str) -> Duty:
            made[name] = SocketDuty(book, name)
            return made[name]

        yield join, lambda name, _links: made[name]._lock.release(), True
        return
    url = str(request.getfixturevalue("postgres_url"))
    open_store(url, create=True).close()
    with psycopg.connect(url, autocommit=True) as db:

        def run_out(name: str, links: set[str]) -> None:
            past = "clock_timestamp() - interval '1 second'"
            db.execute(f"UPDATE leases SET until = {past} WHERE holder = %s AND link = ANY(%s)", (name, list(links)))

        yield lambda name: QueueDuty(url, name), run_out, False


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_pushed_off_duty_but_by_the_separate_act(walk: Walk, seed: int) -> None:
    join, run_out, all_or_none = walk
    dice = random.Random(f"duty/{seed}")
    holder: dict[str, str] = {}
    has_run_out: set[str] = set()
    believes: dict[str, set[str]] = {name: set() for name in PROCESSES}
    with ExitStack() as closing:
        duties = {name: join(name) for name in PROCESSES}
        for each in PROCESSES:
            closing.callback(lambda gone: duties[gone].close(), each)
        for step in range(STEPS):
            name, link, what = dice.choice(PROCESSES), dice.choice(LINKS), dice.random()
            told = f"step {step}: {name}, {link}, {what:.2f}; on duty {holder}"
            links = set(LINKS) if all_or_none else {link}
            if what < 0.55:
                over = what < 0.1
                before = holder.get(link, name)
                free = over or before == name or link in has_run_out
                found = duties[name].take(link, over=over)
                assert (found and found.name) == (None if free else before), told
                if free:
                    holder.update(dict.fromkeys(links, name))
                    has_run_out -= links
                    believes[name].add(link)
            elif what < 0.8:
                kept = {each for each in believes[name] if holder.get(each) == name}
                if all_or_none and kept & has_run_out:
                    kept = set()  # a lock that was let go is not renewed
                assert set(duties[name].keep()) == believes[name] - kept, told
                believes[name] = kept
                has_run_out -= kept
            elif what < 0.92:
                run_out(name, links)
                has_run_out |= {each for each in links if holder.get(each) == name}
            else:
                duties[name].close()
                duties[name] = join(name)
                believes[name] = set()
                left = {each for each in LINKS if holder.get(each) == name}
                holder = {each: who for each, who in holder.items() if each not in left}
                has_run_out -= left
