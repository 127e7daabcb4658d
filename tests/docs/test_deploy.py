"""The examples for running a house as a service are well-formed, and name only what the software knows."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]

from croupier.cli.main import cli
from croupier.people.permissions import ROUTES
from croupier.service.alerting.wanted import read_wanted

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "start" / "deploy"
GUIDE = (ROOT / "docs" / "start" / "install.md").read_text("utf-8")
KNOWN = set(re.findall(r"CROUPIER_[A-Z_]+", GUIDE))


def serve_options() -> set[str]:
    context = click.Context(cli)
    command = cli.get_command(context, "serve")
    assert command is not None
    return {name for each in command.params for name in each.opts}


def check_command(words: list[str]) -> None:
    assert words[0].endswith("croupier")
    assert words[1] == "serve"
    assert {word for word in words if word.startswith("--")} <= serve_options()


UNIT_OF_THE_GUIDE = re.search(r"```ini\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize(
    "text",
    [
        *((FOLDER / name).read_text("utf-8") for name in ("croupier.service", "croupier@.service")),
        UNIT_OF_THE_GUIDE and UNIT_OF_THE_GUIDE[1],
    ],
)
def test_the_systemd_unit(text: str) -> None:
    """A house behind the proxy of the guide answers under no name that it was not given."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    assert set(unit) >= {"Unit", "Service", "Install"}
    words = shlex.split(unit["Service"]["ExecStart"])
    check_command(words)
    assert words[words.index("--name") + 1] in re.findall(r"^(\S+) \{$", GUIDE, re.MULTILINE)
    assert words[words.index("--behind-proxy") + 1] == "127.0.0.1"
    assert set(re.findall(r"CROUPIER_[A-Z_]+", text)) <= KNOWN


def test_every_variable_is_in_the_guide() -> None:
    used = {
        name
        for file in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"CROUPIER_[A-Z_]+", file.read_text("utf-8"))
    }
    assert used <= KNOWN
    table = GUIDE.partition("## Settings")[2]
    assert all(table.count(f"`{name}`") == 1 for name in used)


def test_the_file_of_alerts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)  # the program is the reader's own
    found = read_wanted(str(FOLDER / "alerts.toml"))
    assert [bool(each.command) for each in found.receivers] == [False, True]
    assert (found.name, found.heartbeat_seconds, found.unwatched_minutes) == ("pit-1", 60, 30)


def test_the_proxy_sends_play_tables_to_their_one_process() -> None:
    text = re.sub(r"#.*", "", (FOLDER / "nginx.conf").read_text("utf-8"))
    assert text.count("{") == text.count("}") == 5
    assert re.findall(r"server (127\.0\.0\.1:\d+);", text) == [f"127.0.0.1:800{each}" for each in (1, 2, 3, 0)]
    [play] = re.findall(r"location ~ (\S+) \{\s*proxy_pass http://play_tables;", text)
    paths = [path for key, path in (each.split(" ", 1) for each in ROUTES)]
    theirs = {path.split("/")[1] for path in paths if re.search(play, f"/api/v1{path}")}
    assert theirs == {"tables", "lobby", "session"}


def test_the_container_and_the_compose_file() -> None:
    lines = (FOLDER / "Containerfile").read_text("utf-8").splitlines()
    steps = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    assert steps[0][0] == "FROM"
    said = {name: json.loads(rest) for name, rest in steps if name in ("ENTRYPOINT", "CMD")}
    check_command([*said["ENTRYPOINT"], *said["CMD"]])
    composed: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
    house = composed["services"]["house"]
    check_command([*said["ENTRYPOINT"], *house["command"]])
    assert {name for name in house["environment"] if name.startswith("CROUPIER_")} <= KNOWN
    assert (FOLDER / house["build"]["context"] / house["build"]["dockerfile"]).resolve() == FOLDER / "Containerfile"
    assert set(composed["volumes"]) == {"database", "house"}
