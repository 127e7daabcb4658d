"""A hostile file costs at most 32 MB and ten times its size above the idle process, whatever it holds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

MEASURE = """
import resource, sys
from croupier import catalogue
from croupier.errors import CroupierError
from croupier.play.documents import parse_document
from croupier.play.roundfile import settle_file
from croupier.rulebook.fields import parse_toml
catalogue.load("keep-it-straight")
text = sys.stdin.buffer.read()
idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    if text.startswith(b"{") or text.startswith(b"["):
        settle_file(parse_document(text, "round"), catalogue.load)
    else:
        parse_toml(text.decode())["schema"]
except KeyError:
    pass
except (CroupierError, ValueError) as problem:
    assert len(str(problem)) < 2000, len(str(problem))
else:
    raise SystemExit("the file was taken")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - idle)
"""
MEGABYTE = 1 << 20
SIZE = 4 * MEGABYTE


def filled(start: str, each: str, end: str) -> bytes:
    return (start + each * (SIZE // len(each)) + end).encode()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "brackets": lambda: b"[" * SIZE,
    "objects": lambda: b'{"a":' * (SIZE // 5),
    "one long text": lambda: filled('{"schema": 1, "game": "', "x", '"}'),
    "one long number": lambda: filled('{"schema": ', "9", "}"),
    "empty lists": lambda: filled('{"schema": 1, "game": [', "[],", "[]]}"),
    "many keys": lambda: b'{"schema": 1' + b"".join(b',"%d":1' % each for each in range(SIZE // 10)) + b"}",
    "TOML tables": lambda: b"".join(b"a%d=[]\n[t%d]\n" % (each, each) for each in range(SIZE // 20)),
    "TOML dots": lambda: b"".join(b"%d%s = 1\n" % (each, b".a" * 1000) for each in range(SIZE // 2000)),
    "TOML comments": lambda: b"# x\n" * (SIZE // 4),
    "TOML comments with a mistake": lambda: b"# x\n" * (SIZE // 4) + b"?",
    "a long TOML number": lambda: filled("schema = ", "9", "\n"),
    "small numbers": lambda: filled('{"schema": 1, "seats": [', "1,", "1]}"),
    "many cards": lambda: filled(
        '{"schema": 1, "game": "keep-it-straight", "seats": {"1": {"wagers": {"ante": "10.00"}, "cards": "',
        "As ",
        '"}}}',
    ),
    "many actions": lambda: filled(
        '{"schema": 1, "game": "keep-it-straight", "seats": {"1": {"wagers": {"ante": "10.00"}, "actions": [',
        '"fold",',
        '"fold"]}}}',
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_stays_within_its_memory(name: str) -> None:
    content = HOSTILE[name]()
    done = subprocess.run([sys.executable, "-c", MEASURE], input=content, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()[-500:]
    used = int(done.stdout) * 1024
    assert used <= 32 * MEGABYTE + 10 * len(content), f"{used / MEGABYTE:.0f} MB for {len(content) / MEGABYTE:.0f} MB"
