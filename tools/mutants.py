"""Whether the torture finds lies: the books are taught each one of ``mutants.toml`` in a copy, and tortured.

    python -m tools.mutants [--seeds 200] [words of a lie]

Prints for each lie the seed that found it, and what it said. A lie that no seed finds is a gap in the model.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"


class Lie(NamedTuple):
    """One place of the books, and what stands there instead."""

    what: str
    file: str
    text: str
    lie: str

    def told(self, source: str) -> str:
        """The source with the lie in it; ValueError where its place is not there, or not once."""
        if source.count(self.text) != 1:
            raise ValueError(f"{self.what}: {self.file} has its place {source.count(self.text)} times")
        return source.replace(self.text, self.lie)


def lies() -> list[Lie]:
    """All of them."""
    return [Lie(**each) for each in tomllib.loads((HERE / "mutants.toml").read_text())["lie"]]


def found_by(lie: Lie, seeds: int) -> str:
    """What the torture says of books with this lie; empty where it finds nothing."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        place = Path(folder) / "croupier" / lie.file
        place.write_text(lie.told(place.read_text()))
        done = subprocess.run(
            [sys.executable, "-m", "tests.torture", "--seeds", str(seeds)],
            env={**os.environ, "PYTHONPATH": folder},
            cwd=HERE.parent,
            capture_output=True,
            text=True,
            check=False,
        )
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
