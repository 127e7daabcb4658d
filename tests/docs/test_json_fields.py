"""Every field of the JSON records is explained: nobody has to guess what a name stands for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.play.round import Round
from tools.json_fields import PRINTED, file_name

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "json.md"
ASKED = [
    ["edge", "three-card-prime"],
    [
        *("edge", "keep-it-straight", "--wager", "straight_flush_progressive", "--paytable", "PT-BJS-HCF-SF-E02"),
        *("--meter", "25000"),
    ],
    ["edge", "perfect-pairs", "--wager", "perfect_pairs", "--paytable", "PT-PRG-PP-D01", "--meter", "25000"],
    ["advise", "three-card-prime", "--cards", "Qs 6h 4d"],
    ["strategy", "three-card-prime"],
    ["advantage", "three-card-prime", "--sees", "dealer:1"],
    ["simulate", "three-card-prime", "--rounds", "1000", "--seed", "1"],
]
DECISIONS = {"play", "fold"}


def names(record: Any) -> Iterator[str]:
    if isinstance(record, dict):
        for key, value in record.items():
            yield key
            yield from names(value)
    elif isinstance(record, list):
        for value in record:
            yield from names(value)


@pytest.mark.parametrize("line", ASKED, ids=lambda line: " ".join(line[:4]))
def test_every_field_is_explained(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*line, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    explained = set(re.findall(r"`([^`]+)`", PAGE.read_text(encoding="utf-8")))
    assert {name for name in names(record) if not name.isdigit()} - explained - DECISIONS == set()


PRINTING = {
    "games": [["games", "--json"]],
    "show": [["show", "keep-it-straight", "--json"], ["show", "keep-it-straight(straight=PT-FLT-STR-01)", "--json"]],
    "paytable": [["paytable", "PT-FLT-STR-01", "--json"], ["paytable", "PT-PRG-PP-D01", "--json"]],
    "settle": [["settle", "ROUND", "--json"]],
    "settle --example": [
        ["settle", "--example", "blackjack"],
        ["settle", "--example", "ricochet-poker(tables=sample)"],
    ],
    "replay": [["replay", "TRANSCRIPT", "--json"]],
    "edge": [[*line, "--json"] for line in ASKED if line[0] == "edge"],
    "edge --mix": [
        ["edge", "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "--mix", "ante=10,pair_bonus=5", "--json"],
        ["edge", "blackjack", "--mix", "bet=10", "--json"],
    ],
    "edge --seats": [["edge", "ricochet-poker", "--seats", "3", "--json"]],
    "strategy": [["strategy", "three-card-prime", "--json"]],
    "advise": [
        ["advise", "three-card-prime", "--cards", "Qs 6h 4d", "--json"],
        ["advise", "blackjack", "--cards", "Th 6d", "--up", "Ac", "--json"],
    ],
    "advantage": [["advantage", "three-card-prime", "--sees", "dealer:1", "--json"]],
    "cut-card": [["cut-card", "blackjack(shuffler=shoe)", "--shoes", "20", "--json"]],
    "design": [["design", "three-card-prime", "--wager", "pair_bonus", "--target-edge", "5.5", "--json"]],
    "simulate": [["simulate", "three-card-prime", "--rounds", "1000", "--json"]],
    "parsheet": [
        ["parsheet", "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "-o", "-"],
        ["parsheet", "blackjack", "-o", "-"],
        [
            *("parsheet", "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-D01)", "-o", "-", "--others", "2"),
            *("--jackpot-seed", "2000", "--rate", "0.2"),
        ],
    ],
}


def printed(line: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """What a command prints; a word in capitals is a file that is made first."""
    if "ROUND" in line or "TRANSCRIPT" in line:
        given = Round.start(catalogue.load("three-card-prime"), {1: {"ante": "10.00"}}, seed=3)
        while given.seat_to_act is not None:
            given.act(given.legal_actions[-1].name)
        record = given.transcript(given.settle())
        (folder / "TRANSCRIPT").write_text(json.dumps(record), encoding="utf-8")
        keys = ("schema", "game", "seats", "dealer")
        (folder / "ROUND").write_text(json.dumps({key: record[key] for key in keys}), encoding="utf-8")
    capsys.readouterr()
    assert run([str(folder / word) if word in ("ROUND", "TRANSCRIPT") else word for word in line]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("command", PRINTING, ids=str)
def test_what_a_command_prints_fits_its_schema(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = json.loads((PAGE.parent / "schemas" / f"{file_name(command)}.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema_rs.validator_for(schema)
    for line in PRINTING[command]:
        record = printed(line, tmp_path, capsys)
        assert [f"{wrong.instance_path}: {wrong.message}" for wrong in validator.iter_errors(record)] == []


def test_every_command_with_a_declared_record_is_tried() -> None:
    assert PRINTED.keys() - PRINTING.keys() == {"jackpot audit"}, "which tests/cli/test_jackpot.py tries"


def test_a_field_that_is_not_declared_does_not_fit() -> None:
    schema = json.loads((PAGE.parent / "schemas" / "games-json.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema_rs.validator_for(schema)
    assert validator.is_valid({"schema": 1, "rulebook_hash": "", "games": []})
    assert not validator.is_valid({"schema": 1, "rulebook_hash": "", "games": [], "colors": []})
    assert not validator.is_valid({"schema": 1, "games": []})
