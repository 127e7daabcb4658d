"""How fast the commands answer from a cold start: beside a promise, and beside an earlier version in one run.

That version comes from the history (``git archive``); where there is no history, only the promise is measured. The
commands of both versions alternate, so that a busy machine slows both alike.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure, show

PROMISED: Final = 0.2
BEFORE: Final = "aa2a5c7b"
ROOT: Final = Path(__file__).parents[1]
RUNS: Final = 11
NOISE: Final = 1.05
SMALL: Final = (
    ("games",),
    ("paytable", "PT-PRG-PP-12"),
    ("settle", "tests/play/examples/three-card-prime.json"),  # of each version its own
    ("edge", "keep-it-straight(straight=PT-FLT-STR-01)", "--wager", "straight"),
    ("edge", "perfect-pairs(perfect_pairs=PT-PRG-PP-12)", "--wager", "perfect_pairs"),
)
OTHERS: Final = (("--help",), ("edge", "keep-it-straight", "--no-cache"))


def seconds(arguments: tuple[str, ...], version: Path) -> float:
    """One run of the version in that folder; compiled modules are kept, as they are for every user."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    environment["PYTHONPATH"] = str(version / "src")
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, cwd=version, env=environment)
    return time.perf_counter() - started


def best(arguments: tuple[str, ...], *versions: Path) -> list[float]:
    """The best of several runs for each version: noise on a shared machine only ever slows one."""
    runs = [[seconds(arguments, version) for version in versions] for _ in range(RUNS + 1)]
    return [min(times) for times in zip(*runs[1:], strict=True)]


def before(folder: Path) -> Path | None:
    """The version before; None where there is no history."""
    packed = subprocess.run(["git", "archive", BEFORE, "src", "tests/play/examples"], cwd=ROOT, capture_output=True)
    if packed.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def figures() -> Iterator[Figure]:
    yield Figure("python doing nothing", f"{best(('-c', 'pass'), ROOT)[0]:.3f} s", "baseline", None)
    with tempfile.TemporaryDirectory() as folder:
        then = before(Path(folder))
        for command in (*SMALL, *OTHERS):
            now, *earlier = best(("-m", "croupier", *command), ROOT, *([then] if then else []))
            name = f"croupier {' '.join(Path(each).name for each in command)}"
            if command in SMALL:
                yield Figure(name, f"{now:.3f} s", f"under {PROMISED} s", now < PROMISED)
            for was in earlier:
                figure = f"{now / was:.2f} times {was:.3f} s"
                yield Figure(f"{name}, beside {BEFORE}", figure, "not above 1, give or take 5 %", now <= NOISE * was)
        if then is None:
            yield Figure(f"beside {BEFORE}", "no history here", "not above 1", None)


if __name__ == "__main__":
    show(figures())
