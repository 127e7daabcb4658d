"""What is handed to a laboratory: two builds alike, every dependency listed, and what was not run said first."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from croupier.handbook.dossier import sums
from tools.evidence import branches_in, gather, main, mutants_in, outcomes_in, readme, run_here
from tools.mutants import lies
from tools.release import ROOT, built_twice, materials


def test_every_locked_package_is_in_the_list_of_materials_and_no_address_is() -> None:
    text = materials(ROOT).decode()
    document = json.loads(text)
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    listed = {part["purl"]: part for part in document["components"]}
    locked = re.findall(
        r"^([A-Za-z0-9._-]+).*?==([^ ;\\]+)", (ROOT / "requirements/run.lock").read_text(), re.MULTILINE
    )
    assert {f"pkg:pypi/{name}@{version}" for name, version in locked} <= listed.keys()
    bundled = json.loads((ROOT / "web/package.json").read_text())["dependencies"]
    assert {f"pkg:npm/{name.replace('@', '%40')}@{version}" for name, version in bundled.items()} <= listed.keys()
    assert all(part["hashes"] and part["licenses"] for part in listed.values())
    assert "not stated" not in text, "a package whose metadata name no license has one beside it"
    assert listed["pkg:npm/preact@" + bundled["preact"]]["licenses"] == [{"license": {"name": "MIT"}}]
    assert "http" not in text
    assert materials(ROOT).decode() == text


@pytest.mark.slow
def test_two_builds_of_one_commit_are_alike_and_hold_the_package() -> None:
    archives = built_twice(ROOT)
    (wheel,) = (content for name, content in archives.items() if name.endswith(".whl"))
    names = zipfile.ZipFile(BytesIO(wheel)).namelist()
    assert "croupier/__init__.py" in names
    assert "croupier/service/web/index.html" in names
    assert len(archives) == 2


def test_sums_are_what_sha256sum_reads() -> None:
    assert sums({"b": b"2", "a": b"1"}).decode().splitlines() == [
        f"{hashlib.sha256(b'1').hexdigest()}  a",
        f"{hashlib.sha256(b'2').hexdigest()}  b",
    ]


def test_results_of_tests_lies_and_branches_are_read(tmp_path: Path) -> None:
    (tmp_path / "tests.xml").write_text(
        '<testsuites><testsuite><testcase classname="a.b" name="good" time="0.5"/>'
        '<testcase classname="a.b" name="bad" time="1"><failure message="no"/></testcase></testsuite></testsuites>'
    )
    assert list(outcomes_in(tmp_path / "tests.xml")) == [("a.b::good", "passed", "0.5"), ("a.b::bad", "failure", "1")]
    (tmp_path / "mutants.txt").write_text(
        "a meter is never lowered: seed 3: differs\nan award is paid twice: NOT FOUND\n"
    )
    first, second, *others = (row[:2] for row in mutants_in(tmp_path / "mutants.txt"))
    assert (first, second) == (("a meter is never lowered", "found"), ("an award is paid twice", "not found"))
    assert others == [(lie.what, "not told") for lie in lies()]
    files = {
        "src/croupier/play/a.py": {"summary": {"covered_branches": 3, "num_branches": 4}},
        "src/croupier/play/b.py": {"summary": {"covered_branches": 0, "num_branches": 0}},
    }
    (tmp_path / "branches.json").write_text(json.dumps({"files": files}))
    assert list(branches_in(tmp_path / "branches.json")) == [("play", 3, 4, "75.0%")]


def test_what_was_not_reached_or_failed_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tests of another tree, without time and with enough of it; lies are told and builds made elsewhere."""
    tree = tmp_path / "test_two.py"
    tree.write_text("def test_good():\n    pass\n\n\ndef test_bad():\n    raise ValueError\n")
    monkeypatch.setattr("tools.evidence.LYING", "tools.none")
    monkeypatch.setattr("tools.evidence.built_twice", lambda root: {})
    first = []
    for name, minutes in (("none", -1.0), ("all", 10.0)):
        (tmp_path / name).mkdir()
        runs = run_here(ROOT, tmp_path / name, minutes, [str(tree), "-p", "no:cacheprovider"])
        assert runs.collected == 2
        pieces, missing = gather(ROOT, tmp_path / name, runs)
        first.append(readme("commit", pieces, missing).partition("## Here")[0])
    assert "- tests with their results (not run)\n" in first[0]
    assert "- tests with their results: 1 failure\n" in first[1]
    assert f"{len(lies())} not told\n" in first[1]


def test_evidence_is_not_overwritten_and_names_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="is not a file"):
        main(["-o", str(tmp_path / "new"), "--tests", str(tmp_path / "none.xml")])
    command = [sys.executable, "-m", "croupier", "evidence", "-o", "folder"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "this folder is no checkout of the source" in done.stderr
