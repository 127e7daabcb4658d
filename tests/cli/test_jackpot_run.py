"""``croupier jackpot run``: a writer that keeps running, beside which every other command hands in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from croupier.casino.floor import FrontDesk, opened
from croupier.casino.proofs import SAMPLE
from croupier.cli.jackpot import upkeep
from croupier.people.access_log import access_log_of
from tests.cli.calling import Call, hash_that_waits

LINK = "sf"


@pytest.fixture
def book(tmp_path: Path, croupier: Call) -> str:
    path = str(tmp_path / "book.db")
    assert croupier("jackpot", "propose", str(SAMPLE), path, "--by", "sam", "--link", LINK)[0] == 0
    assert croupier("jackpot", "accept", path, "--by", "robin", "--hash", hash_that_waits(path))[0] == 0
    return path


@contextmanager
def running(book: str, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A writer that has opened its links."""
    command = [sys.executable, "-m", "croupier", "jackpot", "run", book, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        while "running" not in (line := process.stderr.readline()):
            assert line, "it ended before it ran"
        try:
            yield process
        finally:
            process.kill()


def post(croupier: Call, book: str, folder: Path, *requests: object) -> tuple[int, list[str]]:
    file = folder / "requests"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in requests))
    status, out, _ = croupier("jackpot", "post", book, str(file), "--by", "sam")
    return status, [json.loads(line)["code"] for line in out.splitlines()]


def fault(id: str) -> dict[str, str]:
    return {"id": id, "do": "fault", "reason": "dark"}


def starts(book: str) -> int:
    with opened(book) as store:
        return sum(entry.kind == "start" for entry in store.entries(LINK))


def test_commands_beside_a_running_writer_do_not_stop_it(book: str, tmp_path: Path, croupier: Call) -> None:
    with running(book) as process:
        begun = starts(book)
        assert post(croupier, book, tmp_path, fault("a"), fault("b")) == (0, ["ok", "ok"])
        assert post(croupier, book, tmp_path, fault("a")) == (0, ["exists"])
        status, _, err = croupier("jackpot", "close", book, "--day", "2020-01-01", "--by", "sam")
        assert (status, "wrong_day" in err or "2020-01-01" in err) == (1, True)
        assert croupier("jackpot", "propose", str(SAMPLE), book, "--by", "sam", "--link", "envy")[0] == 0, "a new link"
        assert croupier("jackpot", "accept", book, "--by", "robin", "--hash", hash_that_waits(book, "envy"))[0] == 0
        assert croupier("jackpot", "new-key", book, "--by", "sam", "--second", "robin")[0] == 0
        assert post(croupier, book, tmp_path, {**fault("c"), "link": LINK}) == (0, ["ok"])
        assert process.poll() is None
        assert starts(book) == begun, "the book was not opened again"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert starts(book) == begun
    assert post(croupier, book, tmp_path, {**fault("d"), "link": LINK}) == (0, ["ok"])
    assert croupier("jackpot", "audit", book)[0] == 0


def test_a_second_writer_is_refused_and_says_which_is_the_first(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.jackpot.upkeep.PATIENCE", 0.3)
    from croupier.cli.main import run

    with running(book) as process:
        assert run(["jackpot", "run", book]) == 3
        assert process.poll() is None


def test_when_the_writer_is_killed_the_next_command_takes_its_place(book: str, tmp_path: Path, croupier: Call) -> None:
    with running(book) as process:
        assert post(croupier, book, tmp_path, fault("a")) == (0, ["ok"])
        os.kill(process.pid, signal.SIGKILL)
        process.wait(30)
        assert post(croupier, book, tmp_path, fault("a"), fault("b")) == (0, ["exists", "ok"])
    assert croupier("jackpot", "audit", book)[0] == 0


def test_taking_over_is_an_act_of_a_supervisor(book: str, tmp_path: Path, croupier: Call) -> None:
    with running(book) as first:
        status, _, err = croupier("jackpot", "run", book, "--take-over")
        assert (status, "--take-over and --by go together" in err) == (2, True)
        status, _, err = croupier("jackpot", "run", book, "--take-over", "--by", "alex")
        assert (status, "only a supervisor takes over" in err) == (1, True)
        assert ("refused", "alex", "sf", "take over") in [
            (line.what, line.who, line.link, line.detail) for line in access_log_of(book).lines()
        ]
        assert post(croupier, book, tmp_path, fault("a")) == (0, ["ok"])
        assert first.poll() is None
        with running(book, "--take-over", "--by", "robin") as second:
            assert first.wait(30) == 3
            assert first.stderr
            said = first.stderr.read()
            assert "robin has taken link sf over" in said
            assert "Traceback" not in said
            assert post(croupier, book, tmp_path, fault("a"), fault("b")) == (0, ["exists", "ok"])
            assert second.poll() is None
    taken = [line for line in access_log_of(book).lines() if line.what == "took over"]
    assert [(line.who, line.link) for line in taken] == [("robin", "sf")]
    assert taken[0].detail.startswith("from process ")
    assert access_log_of(book).faults() == []
    assert croupier("jackpot", "audit", book)[0] == 0


def test_a_posting_command_serves_the_others(book: str, tmp_path: Path, croupier: Call) -> None:
    """A long post is a writer like any other: who comes while it waits for its input hands in there."""
    command = [sys.executable, "-m", "croupier", "jackpot", "post", book, "--by", "sam"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for id in ("p", "q"):
            process.stdin.write(json.dumps(fault(id)) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["code"] == "ok"
            assert post(croupier, book, tmp_path, fault(f"beside-{id}")) == (0, ["ok"])
        process.stdin.close()
        assert process.wait(30) == 0


def test_after_a_pause_it_stands_by_until_the_links_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 29, 10: it was paused for longer than its lease, another process wrote meanwhile, and it ended."""
    monkeypatch.setattr(upkeep, "PATIENCE", 0.0)
    holders: list[object] = ["process 7 on another machine", None]
    opened_again: list[str] = []

    class Paused:
        store = SimpleNamespace(links=lambda: [LINK])
        held = opened = (LINK,)
        has_stopped = staticmethod(lambda _link: not opened_again)
        hold = staticmethod(lambda _link: holders.pop(0))
        open_again = staticmethod(opened_again.append)

    desk, ended = cast("FrontDesk", Paused()), threading.Event()
    assert upkeep._look(desk, list, ended) == "process 7 on another machine writes link sf"
    assert (upkeep._look(desk, list, ended), opened_again) == ("", [LINK])
    assert upkeep._look(desk, list, ended) == ""
