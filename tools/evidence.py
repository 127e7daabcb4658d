"""The evidence that this software was built from this source, and how it was tested, as one folder.

    python -m tools.evidence -o FOLDER [--minutes 10] [--tests junit.xml] [--mutants mutants.txt] [--branches FILE]

    README.md       what is here, and first what is missing or failed
    build.json      the commit, and the archives that two builds in different folders gave alike
    sbom.cdx.json   every dependency with its license and hashes
    source.sha256   every file of the source
    coverage/       every section of the rules of play with its rule, its code and the test that shows it
    tests.csv       every test with its result and seconds
    mutants.csv     every lie taught to the books and the house, and what found it
    branches.csv    branches that the tests take, by room

With ``--minutes`` the tests are run here, the quick ones first and their branches measured, and after them the lies,
each for at most so long; all of it takes hours. Reports of a run elsewhere may be given instead. What was
not run is named in the first lines of README.md, never left out in silence.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tools.mutants import lies
from tools.release import ROOT, built_twice, committed, materials

GOOD = ("passed", "found")
NOT_TOLD = "not told"
LYING = "tools.mutants"


class Piece(NamedTuple):
    """One file of the folder: what it shows, and in one sentence what it says here."""

    name: str
    shows: str
    says: str


def source_sums(root: Path) -> list[tuple[str, str]]:
    """Every committed file with its SHA-256."""
    names = committed(root, "ls-files", "-z").decode().split("\0")
    return [(hashlib.sha256((root / name).read_bytes()).hexdigest(), name) for name in sorted(names) if name]


class Runs(NamedTuple):
    """What was run, or given as a report of a run: its files, and what was not reached."""

    tests: Path | None = None
    mutants: Path | None = None
    branches: Path | None = None
    collected: int = 0
    """How many tests there are, if that is known."""
    where: str = "run here"


def run_here(root: Path, work: Path, minutes: float, words: Sequence[str] = ()) -> Runs:
    """The tests, and then the lies: each for at most so many minutes."""
    cover, measured = [sys.executable, "-m", "coverage"], f"--data-file={work / 'branches'}"
    asked = ["-m", "tools.timed_tests", str(time.time() + 60 * minutes), str(work / "counted"), "-q", *words]
    report = work / "tests.xml"
    branches = [*cover, "run", "--branch", "--source=croupier", measured, *asked, f"--junitxml={report}"]
    subprocess.run(branches, cwd=root, stdout=sys.stderr, check=False)
    subprocess.run([*cover, "json", "-q", measured, "-o", str(work / "branches.json")], cwd=root, check=False)
    with (work / "mutants.txt").open("w") as said, contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, "-m", LYING], cwd=root, stdout=said, timeout=60 * minutes, check=False)
    collected = int((work / "counted").read_text()) if (work / "counted").is_file() else 0
    measures = work / "branches.json"
    return Runs(
        report if report.is_file() else None,
        work / "mutants.txt",
        measures if measures.is_file() else None,
        collected,
    )


def outcomes_in(report: Path) -> Iterator[tuple[str, str, str]]:
    """Every test of a JUnit report: its name, its result, its seconds."""
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        outcome = next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "passed")
        yield f"{case.get('classname')}::{case.get('name')}", outcome, case.get("time") or ""


def mutants_in(said: Path) -> Iterator[tuple[str, str, str]]:
    """Every lie: what it is, whether it was found, and how; those that ``tools.mutants`` did not come to are last."""
    told = set()
    for line in said.read_text(encoding="utf-8").splitlines():
        what, colon, how = line.partition(": ")
        if colon:
            told.add(what)
            yield what, "not found" if how.startswith("NOT FOUND") else "found", how
    yield from ((lie.what, NOT_TOLD, "") for lie in lies() if lie.what not in told)


def branches_in(measured: Path) -> Iterator[tuple[str, int, int, str]]:
    """By room: branches taken, branches there are, and their share."""
    taken: Counter[str] = Counter()
    all_of_them: Counter[str] = Counter()
    for name, file in json.loads(measured.read_text(encoding="utf-8"))["files"].items():
        if room := re.search(r"croupier/([a-z_]+)", name):
            taken[room[1]] += file["summary"]["covered_branches"]
            all_of_them[room[1]] += file["summary"]["num_branches"]
    for name, count in sorted(all_of_them.items()):
        yield name, taken[name], count, f"{taken[name] / count:.1%}" if count else "none"


def write_rows(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> int:
    """A CSV file; how many rows it has."""
    written = [list(row) for row in rows]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *written])
    return len(written)


def gather(root: Path, folder: Path, runs: Runs) -> tuple[list[Piece], list[str]]:
    """Write the folder; what is in it, and what is missing or failed."""
    archives = built_twice(root)
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in archives.items()}
    commit = committed(root, "rev-parse", "HEAD").decode().strip()
    build = {"commit": commit, "builds": 2, "archives": hashes, "alike": True}
    (folder / "build.json").write_text(json.dumps(build, indent=1) + "\n", encoding="utf-8")
    (folder / "sbom.cdx.json").write_bytes(materials(root))
    files = source_sums(root)
    (folder / "source.sha256").write_text("".join(f"{digest}  {name}\n" for digest, name in files), encoding="utf-8")
    pieces = [
        Piece("build.json", "Built twice in different folders", f"{len(hashes)} archives, byte for byte alike"),
        Piece("sbom.cdx.json", "Dependencies, licenses, hashes", "CycloneDX 1.6"),
        Piece("source.sha256", "Every file of the source", f"{len(files):,} files; sha256sum --check reads it"),
    ]
    missing = []
    listed = root / "docs" / "reference" / "coverage"
    if listed.is_dir():
        shutil.copytree(listed, folder / "coverage")
        pieces.append(
            Piece("coverage/", "Section by section: rule, code, test", f"{len(list(listed.iterdir()))} pages")
        )
    else:
        missing.append("the table of requirements")
    parts: list[tuple[str, str, Sequence[str], list[Sequence[object]]]] = [
        ("tests.csv", "tests with their results", ("test", "result", "seconds"), []),
        ("mutants.csv", "lies taught to books and house", ("lie", "verdict", "how"), []),
        ("branches.csv", "branches by room", ("room", "taken", "branches", "share"), []),
    ]
    tests, mutants, branches = (rows for *_, rows in parts)
    tests += outcomes_in(runs.tests) if runs.tests else ()
    mutants += mutants_in(runs.mutants) if runs.mutants else ()
    branches += branches_in(runs.branches) if runs.branches else ()
    if runs.collected > len(tests) > 0:
        missing.append(f"{runs.collected - len(tests):,} of {runs.collected:,} tests (not reached)")
    for name, shows, head, rows in parts:
        if not rows:
            missing.append(f"{shows} (not run)")
            continue
        verdicts = Counter(str(row[1]) for row in rows) if rows is not branches else Counter()
        said = ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.most_common()) or f"{len(rows)} rooms"
        missing += [f"{shows}: {count:,} {bad}" for bad, count in verdicts.items() if bad not in GOOD]
        write_rows(folder / name, head, rows)
        pieces.append(Piece(name, shows.capitalize(), f"{said}; {runs.where}"))
    return pieces, missing


def readme(commit: str, pieces: Sequence[Piece], missing: Sequence[str]) -> str:
    """The first page: what is missing, then what is here."""
    lacking = "".join(f"- {what}\n" for what in missing) or "Nothing.\n"
    rows = "".join(f"| {piece.name} | {piece.shows} | {piece.says} |\n" for piece in pieces)
    return (
        f"# Evidence\n\nOf commit {commit}.\n\n## Missing or failed\n{lacking}\n"
        f"## Here\n| file | shows | says |\n|---|---|---|\n{rows}"
    )


def _commit() -> str:
    """What is checked out; empty where something is not committed."""
    changed = committed(ROOT, "status", "--porcelain", "--untracked-files=no")
    return "" if changed else committed(ROOT, "rev-parse", "HEAD").decode().strip()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.evidence", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--minutes", type=float, help="run tests and lies here, each for at most so long")
    parser.add_argument("--tests", type=Path, help="a JUnit report of the suite")
    parser.add_argument("--mutants", type=Path, help="what tools.mutants printed")
    parser.add_argument("--branches", type=Path, help="coverage's JSON report")
    asked = parser.parse_args(arguments)
    given = (asked.tests, asked.mutants, asked.branches)
    if asked.minutes is not None and (asked.minutes <= 0 or any(given)):
        sys.exit("evidence: --minutes runs everything here: a number above zero, and no report beside it")
    for source in given:
        if source is not None and not source.is_file():
            sys.exit(f"evidence: {source} is not a file")
    commit = _commit()
    if not commit:
        sys.exit("evidence: something is not committed, and evidence is of a commit")
    if asked.output.exists():
        sys.exit(f"evidence: {asked.output} exists already; evidence is not overwritten")
    asked.output.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        reported = Runs(asked.tests, asked.mutants, asked.branches, where="as given")
        runs = reported if asked.minutes is None else run_here(ROOT, Path(work), asked.minutes)
        pieces, missing = gather(ROOT, asked.output, runs)
    if commit != _commit():
        sys.exit(f"evidence: the source was changed meanwhile: {asked.output} is no evidence of anything")
    page = readme(commit, pieces, missing)
    (asked.output / "README.md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
