"""The file of log-ins and the access log, written by several processes at once, one of which is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.people.access_log import AccessLog, Act
from croupier.people.logins import LoginFile, Tries

WRITES = 12
WRITER = """
import sys
from pathlib import Path
from croupier.people.access_log import AccessLog, Act
from croupier.people.logins import LoginFile, Tries
folder, person, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
file, log = LoginFile(folder / "x.logins"), AccessLog(folder / "x.access")
while times:
    with file.changed() as held:
        before = held.tries.get(person, Tries(failures=0, at=0))
        held.tries[person] = Tries(failures=before.failures + 1, at=1)
    log.write(Act.LOG_IN_FAILED, person, f"{before.failures + 1}")
    times -= 1
"""


def writer(folder: Path, person: str, times: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(folder), person, str(times)])


def test_several_processes_write_and_one_is_killed(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / "x.access")
    killed = writer(tmp_path, "killed", -1)
    others = [writer(tmp_path, person, WRITES) for person in ("sam", "robin")]
    try:
        until = time.monotonic() + 120
        while sum(line.who == "killed" for line in log.lines()) < 3:
            assert time.monotonic() < until, "it never began"
            assert killed.poll() is None
            time.sleep(0.01)
        killed.kill()
        assert [each.wait(120) for each in others] == [0, 0]
    finally:
        for each in (killed, *others):
            each.kill()
            each.wait(120)
    held = LoginFile(tmp_path / "x.logins").read()
    lines = log.lines()
    assert log.faults() == []
    for person in ("sam", "robin"):
        assert held.tries[person].failures == WRITES, "no change is lost"
        assert [line.detail for line in lines if line.who == person] == [str(n + 1) for n in range(WRITES)]
    written = sum(line.who == "killed" for line in lines)
    assert held.tries["killed"].failures - written in (0, 1), "at most killed between the two"


def test_a_change_of_another_process_is_seen_even_within_one_tick_of_the_clock(tmp_path: Path) -> None:
    """Files of one size, written so fast that inodes come back: a reader still tells them apart."""
    reader, other = LoginFile(tmp_path / "x.logins"), LoginFile(tmp_path / "x.logins")
    for failures in range(10, 60):
        with other.changed() as held:
            held.tries["sam"] = Tries(failures=failures, at=1)
        assert reader.read().tries["sam"].failures == failures
    left = [path.name for path in tmp_path.iterdir() if path.name.endswith(".new")]
    assert left == []


def test_what_a_killed_process_left_is_written_over(tmp_path: Path) -> None:
    (tmp_path / ".x.logins.new").write_text("half of it", encoding="utf-8")
    file = LoginFile(tmp_path / "x.logins")
    with file.changed() as held:
        held.passwords["sam"] = "x"
    assert file.read().passwords == {"sam": "x"}
    assert file.path.stat().st_mode & 0o777 == 0o600


def test_an_end_that_a_full_disk_tore_off_is_one_fault_and_costs_no_later_line(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / "x.access")
    log.write(Act.LOGGED_IN, "sam", about="1")
    with log.path.open("ab") as file:  # type: ignore[union-attr]
        file.write(json.dumps({"schema": 1, "at": 1, "what": "log-in", "who": "robin"}).encode()[:-9])
    log.write(Act.LOGGED_IN, "dana", about="2")
    log.write(Act.TOKEN, "dana", about="\U0001f0a1" * 5_000, detail="\0" * 5_000)
    log.write(Act.LOGGED_IN, "dana", about="4")
    assert [line.who for line in log.lines()] == ["sam", "", "dana", "dana", "dana"]
    assert log.faults() == ["line 2 of the access log does not follow from the one before"]


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"schema":1,"at":0,"what":"log-in","who":"ann","link":"","about":5,"detail":"","hash":"x"}',
        '{"schema":1,"at":0,"what":"log-in","who":"ann","link":"","about":"s2","detail":"","hash":{}}',
        '{"schema":1,"at":0,"what":"no such act","who":"ann","link":"","about":"s2","detail":"","hash":"x"}',
        '{"schema":1,"at":1e999,"what":"log-in","who":"ann"}',
        "[]",
        "5",
        "\0",
        "",
    ],
)
def test_a_line_that_nobody_wrote_is_a_finding_and_hides_no_other(tmp_path: Path, line: str) -> None:
    log = AccessLog(tmp_path / "x.access")
    log.write(Act.LOGGED_IN, "ann", about="s1")
    with (tmp_path / "x.access").open("a") as file:
        file.write(f"{line}\n")
    assert log.faults() == ["line 2 of the access log does not follow from the one before"]
    assert log.lacks([("ann", "s1"), ("ann", "s2")]) == [
        "the journal names log-ins that are not in the access log: ann (s2)"
    ]


def test_lines_of_another_schema_are_one_fault_and_hide_no_other(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / "x.access")
    log.write(Act.LOGGED_IN, "ann", about="s1")
    with (tmp_path / "x.access").open("a") as file:
        file.write('{"schema":2,"lines":[]}\n{"schema":2,"lines":[]}\n5\n')
    assert log.faults() == [
        "line 2 of the access log is of schema 2; this version of croupier reads schema 1",
        "line 4 of the access log does not follow from the one before",
    ]


def test_names_that_no_keyboard_types_are_written_and_chained(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / "x.access")
    names = ["\ud800", "a\u2028b\x85c", "two\nlines", '"quoted"', "\x00"]
    for name in names:
        log.write(Act.LOG_IN_FAILED, name)
    assert [line.who for line in log.lines()] == ["?", *names[1:]]
    assert log.faults() == []


def test_a_line_that_says_the_same_in_other_bytes_is_found(tmp_path: Path) -> None:
    log = AccessLog(tmp_path / "x.access")
    log.write(Act.LOGGED_IN, "ann", about="s1")
    (tmp_path / "x.access").write_bytes((tmp_path / "x.access").read_bytes().replace(b'"who":"ann"', b'"who": "ann"'))
    assert log.faults() == ["line 1 of the access log does not follow from the one before"]
