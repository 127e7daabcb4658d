"""What is installed: pinned without addresses, light to import, and complete."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.processes import finished

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "croupier"
LOCKS = ("run.lock", "dev.lock")

# One requirement of a lock: a name, a version, perhaps a marker, and hashes. Nothing else may stand there:
# no address, no path, no option that names an index.
PINNED = re.compile(
    r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)==(?P<version>[0-9][0-9a-z.+!]*)"
    r"(?P<marker> ; [a-z_]+ (?:==|!=|<|<=|>|>=) '[\w.]+'(?: (?:and|or) [a-z_]+ (?:==|!=|<|<=|>|>=) '[\w.]+')*)?"
    r"(?: --hash=sha256:[0-9a-f]{64})+"
)


def pins(lock: str) -> dict[str, str]:
    """Name and marker to version, for every requirement of a lock."""
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for line in text.replace("\\\n", "").splitlines():
        match = PINNED.fullmatch(re.sub(r"\s+", " ", line).strip())
        assert match, f"{lock}: not a plain pinned requirement: {line[:100]}"
        found[match["name"] + (match["marker"] or "")] = match["version"]
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_holds_only_names_versions_and_hashes(lock: str) -> None:
    assert pins(lock)


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_covers_what_the_project_declares(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    names = {match[0] for text in declared if (match := re.match(r"[\w-]+", text))}
    assert names <= {key.split(" ")[0] for key in pins(lock)}


def test_locks_agree_so_that_run_and_test_share_an_environment() -> None:
    assert pins("run.lock").items() <= pins("dev.lock").items()


RUN_COMMAND = """
import json, sys
sys.argv[0] = "croupier"
status = None
try:
    from croupier.cli.main import main
    status = main()
except SystemExit as stop:
    status = stop.code
json.dump({"status": status, "loaded": sorted(sys.modules)}, sys.stderr)
"""


def roots_loaded_by(code: str, *arguments: str) -> set[str]:
    """The top-level modules a fresh interpreter has loaded after running the code; fails unless its status is 0."""
    done = finished([sys.executable, "-W", "error", "-c", code, *arguments], encoding="utf-8", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stderr.splitlines()[-1])
    assert result["status"] in (None, 0), done.stderr
    return {name.partition(".")[0] for name in result["loaded"]}


def test_importing_croupier_loads_no_numpy() -> None:
    code = 'import croupier, json, sys; json.dump({"status": 0, "loaded": sorted(sys.modules)}, sys.stderr)'
    roots = roots_loaded_by(code)
    assert "croupier" in roots
    assert roots.isdisjoint({"numpy", "numba", "click"})


@pytest.mark.parametrize("command", [["--help"], ["games"], ["paytable", "PT-PRG-PP-12"]], ids=" ".join)
def test_everyday_commands_load_no_numpy(command: list[str]) -> None:
    roots = roots_loaded_by(RUN_COMMAND, *command)
    assert "croupier" in roots
    assert roots.isdisjoint({"numpy", "numba"})


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The names in a wheel built from this tree with what is already installed."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "wheel", *offline, "--wheel-dir", str(folder), str(ROOT)],
        check=True,
        timeout=300,
    )
    (wheel,) = folder.glob("croupier-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


def test_wheel_contains_every_file_of_the_package(wheel_names: frozenset[str]) -> None:
    files = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files <= wheel_names


@pytest.mark.parametrize("data", ["rules.toml", "paytables.toml", "rulings.md"])
def test_wheel_contains_the_data_of_the_games(wheel_names: frozenset[str], data: str) -> None:
    assert any(name.startswith("croupier/games/") and name.endswith("/" + data) for name in wheel_names)


def test_wheel_contains_nothing_but_the_package(wheel_names: frozenset[str]) -> None:
    assert {name.split("/")[0] for name in wheel_names if not name.startswith("croupier-")} == {"croupier"}
