"""Every field of the JSON records is explained: nobody has to guess what a name stands for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run

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
