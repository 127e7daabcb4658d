"""Every command in a pseudo-terminal of 60, 80 and 200 columns: no line is wider than the terminal.

What cannot be folded is a long word, such as a hash, a path or a configuration string, and a command that is there to
be pasted.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
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

RUNNER = Path(__file__).with_name("at_widths.py")
MARK = "\x1e"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")
ROUND = '{"schema": 2, "game": "three-card-prime", "seats": {"1": {"wagers": {"ante": "10.00"}, "cards": "Qs 6h 4d"'
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
    ["quiz", "three-card-prime", "--seed", "1"],
    ["design", "three-card-prime", "--wager", "pair_bonus", "--target-edge", "5.5"],
    ["advantage", "three-card-prime", "--sees", "dealer:1"],
    ["new", "game", "newgame"],
    ["about"],
    ["rng", "--help"],
    ["jackpot", "check", "sample"],
    ["jackpot", "codes"],
]
SLOW = [
    ["simulate", "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "--rounds", "1e4", "--seed", "7"],
    ["jackpot", "demo", "--seed", "1"],
]
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
    *(["jackpot", name, "nowhere.db"] for name in ("meters", "show", "audit", "report", "close", "post", "backup")),
    ["jackpot", "check", "nowhere.toml"],
    ["jackpot", "simulate", "sample", "--jackpot", "no-such-jackpot"],
]


def leaves(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*before, name))
        else:
            yield (*before, name)


HELP = [[*leaf, "--help"] for leaf in leaves(cli)]
LINES = {60: [*GOOD, *SLOW, *BAD, *HELP], 80: [*GOOD, *BAD, *HELP], 200: [*GOOD, *BAD]}
"""What takes seconds is run where it is hardest to fit."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("widths")
    (place / "round.json").write_text(ROUND + ', "actions": ["play"]}}, "dealer": "Jd 7h 4s"}')
    (place / "bad.json").write_text(ROUND)
    record = Path(__file__).parents[1] / "play" / "examples" / "schema3-three-card-prime.json"
    (place / "record.json").write_text(record.read_text())
    return place


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
    return is_to_be_pasted or max(map(len, line.split())) + (len(line) - len(line.lstrip())) > columns


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
    run = [" ".join(line) for line in (*GOOD, *SLOW, *BAD, *HELP)]
    for leaf in leaves(cli):
        assert any(line.startswith(" ".join(leaf)) for line in run), leaf
