"""Whether the torture finds lies: the books are taught each one of ``mutants.toml`` in a copy, and tortured.

A lie about signatures or the house, of which the second model knows nothing, names the ``test`` that must find it
instead.

    python -m tools.mutants [--seeds 200] [words of a lie]

Prints for each lie the seed that found it, and what it said. A lie that no seed finds is a gap in the model.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"
ROOMS = (
    *("jackpot", "stores", "people", "casino", "table", "service"),
    *("rulebook", "play", "questions", "handbook", "games", "cli"),
)
"""Where the functions are looked for."""


class Lie(NamedTuple):
    """One function of the books or the house, named with its class, and what stands at one place of it instead."""

    what: str
    function: str
    text: str
    lie: str
    test: str = ""
    """The test, or the file of tests, that finds it; the torture where none is named."""

    def place(self, source: Path = SOURCE) -> Path:
        """The file whose function has the text; ValueError where there is none, or more than one."""
        rooms = [source / "croupier" / room for room in ROOMS]
        places = [path for room in rooms for path in sorted(room.rglob("*.py")) if self._lines(path.read_text())]
        if len(places) != 1:
            raise ValueError(f"{self.what}: {len(places)} files have its place in {self.function}")
        return places[0]

    def told(self, source: str) -> str:
        """The source with the lie in it."""
        first, last = self._lines(source) or (0, 0)
        lines = source.splitlines(keepends=True)
        honest = "".join(lines[first:last])
        return "".join(lines[:first]) + honest.replace(self.text, self.lie) + "".join(lines[last:])

    def _lines(self, source: str) -> tuple[int, int] | None:
        """Where the function begins and ends, if it is there and has the text once."""
        if self.text not in source:
            return None
        lines = source.splitlines(keepends=True)
        for name, node in _named(ast.parse(source)):
            span = node.lineno - 1, node.end_lineno or node.lineno
            if name == self.function and "".join(lines[slice(*span)]).count(self.text) == 1:
                return span
        return None


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _named(tree: ast.AST, before: str = "") -> Iterator[tuple[str, Definition]]:
    """Every function and class with its full name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Definition):
            yield before + node.name, node
            yield from _named(node, f"{before}{node.name}.")
        else:
            yield from _named(node, before)


def lies() -> list[Lie]:
    """All of them."""
    return [Lie(**each) for each in tomllib.loads((HERE / "mutants.toml").read_text())["lie"]]


def found_by(lie: Lie, seeds: int) -> str:
    """What the torture says of books with this lie; empty where it finds nothing."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        place = lie.place(Path(folder))
        place.write_text(lie.told(place.read_text()))
        asked = ["pytest", "-xq", lie.test] if lie.test else ["tests.torture", "--seeds", str(seeds)]
        done = subprocess.run(
            [sys.executable, "-m", *asked],
            env={**os.environ, "PYTHONPATH": folder},
            cwd=HERE.parent,
            capture_output=True,
            text=True,
            check=False,
        )
    if lie.test:
        return (done.stdout.strip().splitlines() or [""])[-1] if done.returncode == 1 else ""
    told = done.stderr.strip().splitlines()
    return told[-1].partition("torture ")[2] if done.returncode else ""


def main(arguments: Sequence[str]) -> int:
    seeds = 200
    if arguments[:1] == ["--seeds"]:
        seeds, arguments = int(arguments[1]), arguments[2:]
    missed = 0
    for lie in lies():
        if " ".join(arguments) in lie.what:
            found = found_by(lie, seeds)
            missed += not found
            print(f"{lie.what}: {found[:200] or 'NOT FOUND'}", flush=True)
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
