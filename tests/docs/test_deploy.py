"""The examples for running a house as a service are well-formed, and name only what the software knows."""

from __future__ import annotations

import base64
import configparser
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import stat
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import httpx
import jsonschema_rs
import pytest
import yaml  # type: ignore[import-untyped]

from croupier.cli.main import cli
from croupier.people.access_log import AccessLog
from croupier.people.logins import Logins, login_place
from croupier.people.permissions import ROUTES
from croupier.service.books.alerts import read_alerts
from croupier.service.server import transport_of
from tests.service.running import House, quick
from tests.service.test_transport import certificate

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
    found = read_alerts(str(FOLDER / "alerts.toml"))
    assert [bool(each.command) for each in found.send] == [False, True]
    assert (found.name, found.heartbeat_seconds, found.unwatched_minutes) == ("pit-1", 60, 30)


def test_the_proxy_sends_play_tables_to_their_one_process() -> None:
    text = re.sub(r"#.*", "", (FOLDER / "nginx.conf").read_text("utf-8"))
    assert text.count("{") == text.count("}") == 5
    assert re.findall(r"server (127\.0\.0\.1:\d+);", text) == [f"127.0.0.1:800{each}" for each in (1, 2, 3, 0)]
    [play] = re.findall(r"location ~ (\S+) \{\s*proxy_pass http://play_tables;", text)
    paths = [path for key, path in (each.split(" ", 1) for each in ROUTES)]
    theirs = {path.split("/")[1] for path in paths if re.search(play, f"/api/v1{path}")}
    assert theirs == {"tables", "lobby", "session"}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


@pytest.fixture(scope="module")
def behind_nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A house behind the shipped settings of nginx; ports, log and certificate are the test's own."""
    folder = tmp_path_factory.mktemp("nginx")
    nginx = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert nginx, "nginx is missing: make nginx"
    name, port = "tables.example.com", free_port()
    public, private = certificate(folder)
    transport = transport_of(None, None, "127.0.0.1", (f"{name}:{port}",))
    settings = quick(folder, hosts=transport.names, ports=transport.ports, behind_proxy=True)
    with House(settings, transport=transport) as house:
        text = (FOLDER / "nginx.conf").read_text("utf-8")
        text = re.sub(r"127\.0\.0\.1:800\d", house.address.removeprefix("http://"), text)
        text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
        text = re.sub(r"ssl_certificate \S+;", f"ssl_certificate {public};", text)
        text = re.sub(r"ssl_certificate_key \S+;", f"ssl_certificate_key {private};", text)
        (folder / "nginx.conf").write_text(
            f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
            f"http {{\naccess_log off;\nclient_body_temp_path {folder}/body;\nproxy_temp_path {folder}/proxy;\n"
            f"fastcgi_temp_path {folder}/f;\nuwsgi_temp_path {folder}/u;\nscgi_temp_path {folder}/s;\n{text}\n}}\n"
        )
        command = [nginx, "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        proxy = subprocess.Popen(command)
        trusted = ssl.create_default_context(cafile=str(public))
        trusted.check_hostname = False
        line = httpx.HTTPTransport(verify=trusted, retries=10)
        host = {"Host": f"{name}:{port}"}
        with httpx.Client(base_url=f"https://127.0.0.1:{port}", headers=host, transport=line, timeout=20) as client:
            yield client
        proxy.terminate()
        proxy.wait(10)


def test_the_shipped_proxy_serves_a_house_at_its_own_port(behind_nginx: httpx.Client) -> None:
    assert behind_nginx.get("/").status_code == 200
    origin = f"https://{behind_nginx.headers['host']}"
    named = behind_nginx.post("/api/v1/session", json={"name": "Mara"}, headers={"Origin": origin})
    assert named.status_code == 200, named.text
    assert "secure" in named.headers["set-cookie"].lower()
    assert named.headers["strict-transport-security"]
    elsewhere = behind_nginx.post("/api/v1/session", json={"name": "X"}, headers={"Origin": "https://evil.example"})
    assert elsewhere.status_code == 403


def test_nobody_reads_the_counts_through_the_proxy(behind_nginx: httpx.Client) -> None:
    assert behind_nginx.get("/metrics").status_code == 404


def test_live_tables_go_through_the_proxy(behind_nginx: httpx.Client) -> None:
    key = base64.b64encode(b"sixteen letters.").decode()
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
    }
    with behind_nginx.stream("GET", "/api/v1/tables/K1/live", headers=headers) as answer:
        assert answer.status_code == 101


@pytest.mark.parametrize("name", ["croupier.service", "croupier@.service"])
def test_systemd_accepts_the_unit_and_it_keeps_its_files_to_itself(name: str, tmp_path: Path) -> None:
    text = (FOLDER / name).read_text("utf-8")
    assert re.search(r"^UMask=0077$", text, re.MULTILINE)
    assert re.search(r"^PrivateTmp=yes$", text, re.MULTILINE)
    assert re.search(r"^ProtectHome=yes$", text, re.MULTILINE)
    assert "CROUPIER_ANCHORS=" in text, "every process that writes a book hands out its checkpoints"
    program = shutil.which("systemd-analyze")
    if program is None:
        warnings.warn("no systemd here: its own check of the units was not run", stacklevel=1)
        return
    unit = tmp_path / name
    unit.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={shutil.which('true')}", text).replace("User=croupier\n", ""))
    done = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if tmp_path.name in line or name in line]
    assert said == [], done.stderr


def test_the_compose_file_is_one() -> None:
    """The keys of the Compose specification that the file uses, each with its shape, and everything named declared."""
    composed: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
    jsonschema_rs.validator_for(COMPOSE).validate(composed)
    for service in composed["services"].values():
        assert set(service.get("secrets", [])) <= set(composed["secrets"])
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(composed["volumes"])
        assert set(service.get("depends_on", {})) <= set(composed["services"])
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validator_for(COMPOSE).validate(composed | {"servces": {}})


def test_the_folder_of_the_log_ins_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The volume of the compose file is empty at first."""
    composed: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
    house = composed["services"]["house"]
    inside = Path(house["environment"]["CROUPIER_LOGINS"]).relative_to(house["volumes"][0].partition(":")[2])
    monkeypatch.setenv("CROUPIER_LOGINS", str(tmp_path / inside))
    logins = Logins(login_place("memory:"), AccessLog(None))
    logins.enroll("sam", "a long password of ours", None)
    assert stat.S_IMODE((tmp_path / inside).parent.stat().st_mode) == 0o700


NAMES: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
COMPOSE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["services"],
    "properties": {
        "services": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "image": {"type": "string"},
                    "build": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"context": {"type": "string"}, "dockerfile": {"type": "string"}},
                    },
                    "command": NAMES,
                    "environment": {"type": "object", "additionalProperties": {"type": "string"}},
                    "secrets": NAMES,
                    "volumes": NAMES,
                    "ports": {"type": "array", "items": {"type": "string", "pattern": r"^(\d+:)?\d+$"}},
                    "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
                    "healthcheck": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"test": NAMES, "interval": {"type": "string", "pattern": r"^\d+(ms|s|m|h)$"}},
                    },
                    "depends_on": {
                        "type": "object",
                        "additionalProperties": {
                            "type": "object",
                            "properties": {"condition": {"enum": ["service_started", "service_healthy"]}},
                        },
                    },
                },
            },
        },
        "secrets": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"file": {"type": "string"}}},
        },
        "volumes": {"type": "object", "additionalProperties": {"type": ["object", "null"]}},
    },
}


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
