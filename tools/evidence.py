"""The evidence that this software was built from this source, and how it was tested, as one folder.

    python -m tools.evidence -o FOLDER [--tests junit.xml] [--mutants mutants.txt] [--branches coverage.json]

    README.md       what is here, and first what is missing
    build.json      the commit, and the archives that two builds in different folders gave alike
    sbom.cdx.json   every dependency with its license and hashes
    source.sha256   every file of the source
    coverage/       every section of the rules of play with its rule, its code and the test that shows it
    tests.csv       every test with its result and seconds
    mutants.csv     every lie taught to the books, and the seed that found it
    branches.csv    branches that the tests take, by room

``make evidence`` runs the tests, the lies and the measurement first and hands their files over. What was not run is
named in the first lines of README.md, never left out in silence.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tools.release import ROOT, built_twice, committed, materials


class Piece(NamedTuple):
    """One file of the folder: what it shows, and in one sentence what it says here."""

    name: str
    shows: str
    says: str


def source_sums(root: Path) -> list[tuple[str, str]]:
    """Every committed file with its SHA-256."""
    names = committed(root, "ls-files", "-z").decode().split("\0")
    return [(hashlib.sha256((root / name).read_bytes()).hexdigest(), name) for name in sorted(names) if name]


def outcomes_in(report: Path) -> Iterator[tuple[str, str, str]]:
    """Every test of a JUnit report: its name, its result, its seconds."""
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        outcome = next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "passed")
        yield f"{case.get('classname')}::{case.get('name')}", outcome, case.get("time") or ""


def mutants_in(said: Path) -> Iterator[tuple[str, str, str]]:
    """Every lie that ``tools.mutants`` told: what it was, whether it was found, and how."""
    for line in said.read_text(encoding="utf-8").splitlines():
        what, colon, how = line.partition(": ")
        if colon:
            yield what, "not found" if how.startswith("NOT FOUND") else "found", how


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


def gather(root: Path, folder: Path, asked: argparse.Namespace) -> tuple[list[Piece], list[str]]:
    """Write the folder; what is in it, and what is missing."""
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
    runs: list[tuple[str, str, Path | None, Sequence[str], Callable[[Path], Iterable[Sequence[object]]]]] = [
        ("tests.csv", "tests with their results", asked.tests, ("test", "result", "seconds"), outcomes_in),
        ("mutants.csv", "lies taught to the books", asked.mutants, ("lie", "verdict", "how"), mutants_in),
        ("branches.csv", "branches by room", asked.branches, ("room", "taken", "branches", "share"), branches_in),
    ]
    for name, shows, source, head, read in runs:
        if source is None:
            missing.append(f"{shows} (not run)")
        else:
            rows = list(read(source))
            verdicts = Counter(str(row[1]) for row in rows) if name != "branches.csv" else Counter()
            said = ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.most_common())
            write_rows(folder / name, head, rows)
            pieces.append(Piece(name, shows.capitalize(), said or f"{len(rows)} rooms"))
    return pieces, missing


def readme(commit: str, pieces: Sequence[Piece], missing: Sequence[str]) -> str:
    """The first page: what is missing, then what is here."""
    lacking = "".join(f"- {what}\n" for what in missing) or "Nothing.\n"
    rows = "".join(f"| {piece.name} | {piece.shows} | {piece.says} |\n" for piece in pieces)
    return (
        f"# Evidence\n\nOf commit {commit}.\n\n## Missing\n{lacking}\n"
        f"## Here\n| file | shows | says |\n|---|---|---|\n{rows}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.evidence", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--tests", type=Path, help="a JUnit report of the suite")
    parser.add_argument("--mutants", type=Path, help="what tools.mutants printed")
    parser.add_argument("--branches", type=Path, help="coverage's JSON report")
    asked = parser.parse_args(arguments)
    for source in (asked.tests, asked.mutants, asked.branches):
        if source is not None and not source.is_file():
            sys.exit(f"evidence: {source} is not a file")
    if committed(ROOT, "status", "--porcelain", "--untracked-files=no"):
        sys.exit("evidence: something is not committed, and evidence is of a commit")
    if asked.output.exists():
        sys.exit(f"evidence: {asked.output} exists already; evidence is not overwritten")
    asked.output.mkdir(parents=True)
    pieces, missing = gather(ROOT, asked.output, asked)
    page = readme(committed(ROOT, "rev-parse", "HEAD").decode().strip(), pieces, missing)
    (asked.output / "README.md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
