"""``croupier jackpot post`` and its input: long lines, lines that contradict themselves, and how it ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from croupier.casino.floor import book_of, opened
from croupier.casino.proofs import SAMPLE
from croupier.cli.jackpot.post import LONGEST_LINE, split_lines
from croupier.cli.main import run
from tests.cli.calling import hash_that_waits

if TYPE_CHECKING:
    from collections.abc import Iterator

FAULT = {"id": "f", "do": "fault", "reason": "dark"}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.db"
    assert run(["jackpot", "propose", str(SAMPLE), str(path), "--by", "sam", "--link", "sf"]) == 0
    assert run(["jackpot", "accept", str(path), "--by", "robin", "--hash", hash_that_waits(path)]) == 0
    return path


def post(book: Path, content: bytes) -> tuple[int, list[Any], str]:
    command = [sys.executable, "-m", "croupier", "jackpot", "post", str(book), "--by", "sam"]
    done = subprocess.run(command, input=content, capture_output=True, check=False, timeout=60)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


@contextmanager
def posting(book: Path) -> Iterator[subprocess.Popen[str]]:
    """A post whose input stays open; it has answered once."""
    command = [sys.executable, "-m", "croupier", "jackpot", "post", str(book), "--by", "sam"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(FAULT) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["code"] == "ok"
        try:
            yield process
        finally:
            process.kill()


def test_the_tail_of_a_long_line_is_no_request(book: Path) -> None:
    tail = json.dumps({**FAULT, "id": "tail"}).encode()
    long = b"x" * LONGEST_LINE + tail + b"\n"
    status, replies, _ = post(book, long + json.dumps(FAULT).encode() + b"\n" + b"y" * (3 * LONGEST_LINE))
    assert status == 1
    assert [(each["code"], each["id"]) for each in replies] == [("malformed", ""), ("ok", "f"), ("malformed", "")]
    assert replies[0]["detail"] == "line 1: longer than 1,048,576 bytes"
    assert replies[2]["detail"].startswith("line 3: ")


def test_a_key_that_stands_twice_is_malformed(book: Path) -> None:
    lines = [
        '{"id": "a", "do": "fault", "reason": "one", "reason": "two"}',
        '{"id": "b", "do": "result", "table": "KIS-01", "round": 1, "hands": {"1": "x", "1": "y"}}',
        '{"id": "a", "do": "fault", "reason": "one", "link": "sf", "link": "house"}',
        '{"id": "\\ud800", "do": "fault"}',
    ]
    status, replies, _ = post(book, "\n".join(lines).encode())
    assert status == 1
    assert [each["code"] for each in replies] == ["malformed"] * 4
    assert [each["detail"] for each in replies[:3]] == [
        "line 1: reason is given twice",
        "line 2: 1 is given twice",
        "line 3: link is given twice",
    ]
    assert replies[3]["id"] == "\ud800"


def test_a_writer_that_is_fenced_ends_with_a_message(book: Path) -> None:
    with posting(book) as process:
        with opened(str(book), write=True) as store:
            book_of(store, "sf").close()
        assert process.stdin
        process.stdin.write(json.dumps({**FAULT, "id": "g"}) + "\n")
        process.stdin.flush()  # and the input stays open
        assert process.wait(30) == 3
        assert process.stderr
        said = process.stderr.read()
        assert said.startswith("croupier: ")
        assert "Fatal" not in said
        assert "Traceback" not in said


def test_control_c_ends_it_with_a_message(book: Path) -> None:
    with posting(book) as process:
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr
        assert process.stderr.read().strip() == "croupier: stopped"
    assert run(["jackpot", "audit", str(book)]) == 0


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_are_the_same_however_they_arrive(size: int) -> None:
    text = b"ab\n\n \n12345678\n1234567\n\ncd\r\n" + b"z" * 20 + b"\nlast"
    chunks = [text[place : place + size] for place in range(0, len(text), size)]
    assert [line for lines in split_lines(iter(chunks), longest=7) for line in lines] == [
        (1, b"ab"),
        (4, None),
        (5, b"1234567"),
        (7, b"cd\r"),
        (8, None),
        (9, b"last"),
    ]
