"""The programming interface: the same bodies as the commands print, one shape for every error, bounds that hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.cli.main import run
from croupier.records import converted, plain
from croupier.service.felts import house_tables
from croupier.service.routes.rounds import RecordedRound
from tests.service.running import House, quick

ROUND: dict[str, Any] = {
    "schema": 1,
    "game": "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-06)",
    "seats": {"1": {"wagers": {"ante": "10.00", "pair_bonus": "5.00"}, "cards": "9d Td Jd", "actions": ["play"]}},
    "dealer": "Js 8h 5c",
}


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/games", ["games"]),
        ("/games/keep-it-straight(edition=washington)", ["show", "keep-it-straight(edition=washington)"]),
        ("/paytables/PT-FLT-SRT-02", ["paytable", "PT-FLT-SRT-02"]),
        ("/edge?game=three-card-prime", ["edge", "three-card-prime"]),
        (
            "/edge?game=perfect-pairs(decks=6)&wager=perfect_pairs&paytable=PT-PRG-PP-08&meter=31480.00&others=2",
            [
                *("edge", "perfect-pairs(decks=6)", "--wager", "perfect_pairs", "--paytable", "PT-PRG-PP-08"),
                *("--meter", "31480.00", "--others", "2"),
            ],
        ),
        ("/strategy?game=three-card-prime", ["strategy", "three-card-prime"]),
    ],
)
def test_a_route_gives_what_the_command_prints(
    house: httpx.Client, capsys: pytest.CaptureFixture[str], path: str, command: list[str]
) -> None:
    answer = house.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    assert answer.json() == printed(capsys, *command)


def test_settle_and_advise_give_what_the_commands_print(
    house: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    assert house.post("/api/v1/settle", json=ROUND).json() == printed(capsys, "settle", str(file))
    hand = {"game": "three-card-prime", "cards": "Qs 6h 4d"}
    assert house.post("/api/v1/advise", json=hand).json() == printed(
        capsys, "advise", "three-card-prime", "--cards", "Qs 6h 4d"
    )


def test_grade_gives_what_the_command_prints(
    house: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    policy = {"rule": [{"at_least": "pair", "take": "play"}, {"take": "fold"}]}
    (tmp_path / "policy.json").write_text(json.dumps(policy), encoding="utf-8")
    asked = {"game": "three-card-prime", "policy": policy}
    answer = house.post("/api/v1/grade", json=asked).json()
    told = printed(capsys, "grade", "three-card-prime", str(tmp_path / "policy.json"))
    assert answer | {"policy": "policy.json"} == told


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("GET", "/games/keep-it-strait", None, 404, "keep-it-straight"),
        ("GET", "/paytables/PT-NONE", None, 404, "PT-NONE"),
        ("GET", "/strategy?game=perfect-pairs", None, 422, "nothing to decide"),
        ("GET", "/edge?game=keep-it-straight(", None, 422, "keep-it-straight("),
        ("GET", "/edge?game=three-card-prime&others=99", None, 422, "others"),
        ("GET", "/edge", None, 422, "game"),
        ("POST", "/settle", b"{", 422, "not JSON"),
        ("POST", "/settle", b"\xff", 422, "UTF-8"),
        ("POST", "/settle", b'{"schema": 1, "game": "\\ud800", "seats": {}}', 422, "control character"),
        ("POST", "/advise", b'{"cards": 7}', 422, "cards"),
        ("POST", "/advise", b"{}", 422, "advise needs a hand"),
        ("POST", "/grade", b'{"game": "three-card-prime"}', 422, "policy: expected an object"),
        ("POST", "/grade", b'{"game": "three-card-prime", "policy": {"rule": [3]}}', 422, "rule 1"),
        ("POST", "/grade", b'{"game": "three-card-prime", "policy": {"rule": "fold"}}', 422, "expected a list"),
        (
            "POST",
            "/grade",
            b'{"game": "three-card-prime", "policy": {"rule": [{"take": "play", "hand": [3]}]}}',
            422,
            "hand",
        ),
        (
            "POST",
            "/grade",
            b'{"game": "three-card-prime", "policy": {"rule": [{"take": "play", "high": "Z"}]}}',
            422,
            "high",
        ),
        ("DELETE", "/games", None, 405, "DELETE"),
        ("GET", "/nowhere", None, 404, "nothing"),
        ("GET", "/sheet?game=three-card-prime&average_wager=0", None, 422, "average_wager"),
    ],
)
def test_every_error_has_one_shape_and_names_its_cause(
    house: httpx.Client, method: str, path: str, body: bytes | None, status: int, words: str
) -> None:
    answer = house.request(method, f"/api/v1{path}", content=body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == status
    assert told["request_id"] == answer.headers["x-request-id"]
    assert words in told["detail"] + told.get("hint", "")
    assert "Traceback" not in answer.text


def test_a_body_is_bounded(house: httpx.Client) -> None:
    long = b'{"a": "' + b"x" * 300_000 + b'"}'
    answer = house.post("/api/v1/settle", content=long)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    pieces = (long[at : at + 50_000] for at in range(0, len(long), 50_000))  # no length is declared
    assert house.post("/api/v1/settle", content=pieces).status_code == 413


def test_an_address_may_ask_only_so_often(tmp_path: Path) -> None:
    with House(quick(tmp_path, requests_per_second=0.001, burst=3)) as limited, limited.client() as house:
        answers = [house.get("/api/v1/paytables/PT-PRG-PP-12").status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert house.get("/healthz").status_code == 200


def test_pages_cannot_run_anything_that_is_not_ours(house: httpx.Client) -> None:
    for path in ("/", "/handbook/keep-it-straight", "/../pyproject.toml", "/api/v1/games"):
        policy = house.get(path).headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
    assert "project" not in house.get("/%2e%2e/pyproject.toml").text[:200]


def test_pages_are_sent_as_they_were_compressed(house: httpx.Client) -> None:
    answer = house.get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "charset=utf-8" in answer.headers["content-type"]


def test_health_readiness_and_metrics(house: httpx.Client) -> None:
    assert house.get("/healthz").json()["status"] == "up"
    assert house.get("/readyz").json()["status"] == "ready"
    assert "house_requests_total" in house.get("/metrics").text


def test_files_of_a_sheet(house: httpx.Client) -> None:
    question = "/api/v1/sheet?game=three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)&wager=pair_bonus"
    assert house.get(f"{question}&format=pdf").content.startswith(b"%PDF")
    assert "2.31674" in house.get(f"{question}&format=csv").text
    drawings = house.get(f"{question}&format=drawings").json()["drawings"]
    assert all(each["drawing"][0] == "svg" for each in drawings)
    assert house.get("/api/v1/print?what=placard&game=keep-it-straight").text.startswith("<svg")


def test_search_finds_rules_readings_and_tables(house: httpx.Client) -> None:
    found = house.get("/api/v1/search", params={"q": "two-card straight must fold"}).json()["found"]
    assert "/handbook/keep-it-straight#rule-forced-fold" in [each["address"] for each in found]
    assert house.get("/api/v1/search", params={"q": " "}).json()["found"] == []


@pytest.mark.parametrize("game", sorted({str(plan.configuration) for plan in house_tables()}))
def test_an_example_of_a_transcript_is_what_it_is_declared_to_be(house: httpx.Client, game: str) -> None:
    given = house.get("/api/v1/example/transcript", params={"game": game}).json()
    assert plain(converted(RecordedRound, given)) == given
    assert house.post("/api/v1/replay", json=given).json()["verdict"] == "agrees"
