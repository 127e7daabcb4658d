"""Every command in a pseudo-terminal of 60, 80 and 200 columns: no line is wider than the terminal.

What cannot be folded is a long word, such as a hash, a path or a configuration string, a command that is there to be
pasted, and a record that is there to be read by a program.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from croupier.cli.main import cli
from tests.cli.calling import Call, hash_that_waits

RUNNER = Path(__file__).with_name("at_widths.py")
MARK = "\x1e"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")
ROUND = '{"schema": 1, "game": "three-card-prime", "seats": {"1": {"wagers": {"ante": "10.00"}, "cards": "Qs 6h 4d"'
GOOD = [
    ["games"],
    ["show", "keep-it-straight"],
    ["show", "perfect-pairs(perfect_pairs=PT-PRG-PP-D01, decks=6)"],
    ["show", "three-card-prime", "--section", "Wagers"],
    ["paytable", "PT-FLT-TCPR-PB-02"],
    ["paytable", "PT-PRG-PP-D01"],
    ["paytable", "PT-BJS-HCF-SF-E02"],
    ["handbook"],
    ["play", "three-card-prime", "--seed", "1"],
    ["settle", "round.json"],
    ["settle", "--example", "blackjack"],
    ["replay", "record.json"],
    ["verify", "record.json"],
    ["edge", "three-card-prime"],
    ["edge", "three-card-prime", "--all"],
    ["edge", "keep-it-straight", "--wager", "straight_flush_progressive", "--paytable", "PT-BJS-HCF-SF-E02"],
    ["edge", "perfect-pairs", "--wager", "perfect_pairs", "--paytable", "PT-PRG-PP-D01"],
    ["strategy", "three-card-prime"],
    ["strategy", "keep-it-straight"],
    ["advise", "three-card-prime", "--cards", "Qs 6h 4d"],
    ["advise", "blackjack", "--cards", "Th 6d", "--up", "9c"],
    ["parsheet", "three-card-prime", "--wager", "ante", "-o", "sheet.json"],
    ["placard", "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "-o", "placard.svg"],
    ["layout", "three-card-prime", "-o", "felt.svg"],
    ["rules", "three-card-prime", "-o", "rules.html"],
    ["grade", "three-card-prime", "policy.toml"],
    ["evidence", "-o", "evidence"],
    ["quiz", "three-card-prime", "--seed", "1"],
    ["design", "three-card-prime", "--wager", "pair_bonus", "--target-edge", "5.5"],
    ["advantage", "three-card-prime", "--sees", "dealer:1"],
    ["new", "game", "newgame"],
    ["about"],
    ["jackpot", "check", "sample"],
    ["jackpot", "codes"],
]
SLOW = [
    ["simulate", "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "--rounds", "1e4", "--seed", "7"],
    ["jackpot", "demo", "--seed", "1"],
    ["cut-card", "blackjack(decks=1)", "--shoes", "1000"],
    ["test-game", "newgame"],
    ["dossier", "three-card-prime", "--date", "2027-01-15", "-o", "dossier"],
]
TWO = ["--by", "sam", "--second", "robin"]
SMALL = ["--deals", "260", "--raw-bytes", "1280", "--seed", "1"]
BOOK = [
    ["rng", "collect", *SMALL, "-o", "streams"],
    ["rng", "report", "streams"],
    ["rng", "report", *SMALL],
    ["jackpot", "simulate", "sample", "--jackpot", "sf", "--months", "1", "--runs", "2"],
    ["jackpot", "torture", "--seed", "1"],
    ["jackpot", "post", "book.db", "day.jsonl", "--by", "sam"],
    *(["jackpot", name, "book.db"] for name in ("meters", "show", "report", "audit")),
    ["jackpot", "backup-payees", "book.db", "payees.json", "--by", "sam"],
    ["jackpot", "restore-payees", "book.db", "payees.json", "--by", "sam"],
    ["jackpot", "purge", "book.db", *TWO],
    ["jackpot", "close", "book.db", "--day", "2026-01-01", "--by", "alex"],
    ["jackpot", "enroll", "book.db", "alex", *TWO],
    ["jackpot", "invite", "book.db", "dana", *TWO],
    ["jackpot", "second-factor", "book.db", "alex", *TWO],
    ["jackpot", "token", "book.db", "dana", "--device", "KIS-01", *TWO],
    ["jackpot", "login-key", "alex.key", "alex"],
    ["jackpot", "put-out", "book.db", "dana", *TWO],
    ["jackpot", "new-key", "book.db", *TWO],
    ["jackpot", "own-key", "book.db", "croupier-books+none", *TWO],
    ["jackpot", "backup", "book.db", "book.backup"],
    ["jackpot", "restore", "book.backup", "again.db"],
    ["backup", "book.db", "casino.backup", "--to", "age1nobody"],
    ["restore", "casino.backup", "third.db", "--identity", "round.json"],
    ["jackpot", "confirm-chain", "book.db", "--by", "alex"],
    ["jackpot", "new-chain", "again.db", *TWO, "--head", "0" * 64, "--reason", "the disk was lost"],
    ["jackpot", "propose", "sample", "book.db", "--by", "sam"],
    ["jackpot", "accept", "book.db", "--by", "robin", "--hash", "00000000"],
]
"""Commands on a live book, one after the other; the last of them is refused."""
BAD = [
    ["show", "keep-it-strait"],
    ["show", "keep-it-straight(straight=PT-FLT-TCPR-PB-02, edition=washington)"],
    ["paytable", "PT-FLT-TCPR-PB-99"],
    ["play", "perfect-pairs"],
    ["settle", "nowhere.json"],
    ["settle", "bad.json"],
    ["replay", "bad.json"],
    ["verify", "bad.json"],
    ["edge", "three-card-prime", "--wager", "pair_bonus"],
    ["edge", "keep-it-straight", "--meter", "ten"],
    ["strategy", "perfect-pairs"],
    ["advise", "three-card-prime", "--cards", "Qs Qs 4d"],
    ["simulate", "three-card-prime", "--rounds", "-5"],
    ["parsheet", "three-card-prime", "-o", "sheet.doc"],
    ["placard", "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-03)", "-o", "placard.svg"],
    ["layout", "perfect-pairs", "-o", "felt.svg"],
    ["quiz", "no-such-game"],
    ["design", "three-card-prime", "--wager", "ante", "--target-edge", "5.5"],
    ["design", "three-card-prime", "--wager", "pair_bonus", "--target-edge", "99"],
    ["advantage", "three-card-prime", "--sees", "everything"],
    ["new", "game", "round.json"],
    ["test-game", "nowhere"],
    ["rng", "report", "--streams", "none"],
    ["serve", "--port", "many"],
    ["handbook", "--no-such-option"],
    ["games", "three"],
    ["about", "--what"],
    *(
        ["jackpot", name, "nowhere.db"]
        for name in ("meters", "show", "audit", "report", "close", "post", "backup", "run")
    ),
    ["rng", "report", "nowhere"],
    ["rng", "collect", "--deals", "1", "-o", "streams"],
    ["jackpot", "restore", "bad.json", "new.db"],
    ["backup", "nowhere.db", "new.backup", "--to", "nobody"],
    ["restore", "bad.json", "new.db", "--identity", "round.json"],
    ["jackpot", "confirm-chain", "nowhere.db", "--by", "alex"],
    ["rules", "no-such-game", "-o", "rules.html"],
    ["grade", "three-card-prime", "round.json"],
    ["dossier", "three-card-prime", "--date", "someday", "-o", "dossier"],
    ["evidence"],
    ["jackpot", "login-key", "round.json", "sam"],
    ["jackpot", "torture", "--seeds", "0"],
    ["jackpot", "payee", "nowhere.db", "--name", "", "--identified", "", "--by", "sam"],
    *(["jackpot", name, "nowhere.db", *TWO] for name in ("purge", "new-key")),
    *(["jackpot", name, "nowhere.db", "payees.json", "--by", "sam"] for name in ("backup-payees", "restore-payees")),
    *(["jackpot", name, "nowhere.db", "sam", *TWO] for name in ("invite", "second-factor", "put-out", "enroll")),
    ["jackpot", "propose", "nowhere.toml", "new.db", "--by", "sam"],
    ["jackpot", "accept", "nowhere.db", "--by", "robin"],
    ["jackpot", "token", "nowhere.db", "sam", "--device", "KIS-01", *TWO],
    ["jackpot", "new-chain", "nowhere.db", *TWO, "--head", "none", "--reason", ""],
    ["jackpot", "own-key", "nowhere.db", "none", *TWO],
    ["jackpot", "demo", "--seed"],
    ["jackpot", "codes", "all"],
    ["cut-card", "three-card-prime"],
    ["jackpot", "check", "nowhere.toml"],
    ["jackpot", "simulate", "sample", "--jackpot", "no-such-jackpot"],
]


NEVER_ENDING = ("serve", "jackpot run")


def leaves(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*before, name))
        else:
            yield (*before, name)


HELP = [[*leaf, "--help"] for leaf in leaves(cli)]
LINES = {60: [*GOOD, *SLOW, *BOOK, *BAD, *HELP], 80: [*GOOD, *BAD, *HELP], 200: [*GOOD, *BAD]}
"""What takes seconds is run where it is hardest to fit."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("widths")
    (place / "round.json").write_text(ROUND + ', "actions": ["play"]}}, "dealer": "Jd 7h 4s"}')
    (place / "bad.json").write_text(ROUND)
    (place / "policy.toml").write_text('[[rule]]\nat_least = "pair"\ntake = "play"\n[[rule]]\ntake = "fold"\n')
    record = Path(__file__).parents[1] / "play" / "examples" / "three-card-prime.json"
    (place / "record.json").write_text(record.read_text())
    (place / "day.jsonl").write_text(
        '{"id": "bank", "do": "deposit", "amount": "50000.00", "reference": "DEP-2026-001"}\n'
        '{"id": "bet", "do": "wager", "table": "KIS-01", "round": 1, "seats": [1, 2]}\n'
        '{"id": "bad", "do": "wager", "table": "KIS-99", "round": 1, "seats": [1]}\n'
    )
    return place


@pytest.fixture
def book(folder: Path, logins: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call) -> None:
    """A live book of the sample plan, for the commands of ``BOOK``; its people are its own."""
    path, own = str(folder / "book.db"), folder / "logins"
    if not own.exists():
        shutil.copy(logins, own)
    monkeypatch.setenv("CROUPIER_LOGINS", str(own))
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", "a quite long password")
    if not Path(path).exists():
        assert croupier("jackpot", "propose", "sample", path, "--by", "sam", "--link", "sf")[0] == 0
        assert croupier("jackpot", "accept", path, "--by", "robin", "--hash", hash_that_waits(path))[0] == 0


def in_terminal(columns: int, folder: Path) -> str:
    """All that the commands write to a terminal of so many columns."""
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    surroundings = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
    child = subprocess.Popen(
        [sys.executable, str(RUNNER)],
        stdin=subprocess.PIPE,
        stdout=other,
        stderr=other,
        cwd=folder,
        env=surroundings | {"PAGER": "cat", "TERM": "xterm-256color"},
    )
    os.close(other)
    found = bytearray()
    until = time.monotonic() + 500

    def feed() -> None:
        assert child.stdin is not None
        child.stdin.write(json.dumps(LINES[columns]).encode())
        child.stdin.close()

    threading.Thread(target=feed).start()
    while time.monotonic() < until:
        if not select.select([main], [], [], 1)[0]:
            continue
        try:
            read = os.read(main, 65536)
        except OSError:
            break
        if not read:
            break
        found += read
    child.kill()
    child.wait(30)
    os.close(main)
    return found.decode()


def cannot_be_folded(line: str, columns: int) -> bool:
    """Whether one word of the line is what makes it wide."""
    is_to_be_pasted = line.lstrip().startswith("croupier ")
    is_data = line.startswith('{"')
    return is_to_be_pasted or is_data or max(map(len, line.split())) + (len(line) - len(line.lstrip())) > columns


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("columns", [60, 80, 200])
def test_no_line_is_wider_than_the_terminal(columns: int, folder: Path) -> None:
    told = ESCAPES.sub("", in_terminal(columns, folder)).replace("\r\n", "\n")
    parts = re.split(f"{MARK}(\\d+)\n", told)[1:]
    assert [int(number) for number in parts[::2]] == list(range(len(LINES[columns]))), told[-2000:]
    wide = []
    for line, part in zip(LINES[columns], parts[1::2], strict=True):
        for each in part.split("\n"):
            shown = each.split("\r")[-1].rstrip()
            if len(shown) > columns and not cannot_be_folded(shown, columns):
                wide.append((" ".join(line), shown))
        assert "Traceback" not in part, line
    assert wide == []


def test_every_command_is_run() -> None:
    """Each for real and with bad input; a writer that runs until it is stopped has tests of its own."""
    good = [" ".join(line) for line in (*GOOD, *SLOW, *BOOK)]
    bad = [" ".join(line) for line in BAD]
    for leaf in map(" ".join, leaves(cli)):
        assert leaf in NEVER_ENDING or any(line.startswith(leaf) for line in good), leaf
        assert any(line.startswith(leaf) for line in bad), leaf
