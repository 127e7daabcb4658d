"""The seal of a record: what was taken out, put in or changed after it was written is found, and named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.errors import CroupierError
from croupier.play.replay import replay_transcript

EXAMPLES = Path(__file__).with_name("examples")
RECORDS = sorted(EXAMPLES.glob("*.json"))
Record = dict[str, Any]


def read(path: Path) -> Record:
    document: Record = json.loads(path.read_text())
    return document


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_part_that_is_taken_out_is_named(path: Path) -> None:
    record = read(path)
    assert record["record"]["parts"] == [key for key in record if key != "record"]
    for key in record:
        less = {name: value for name, value in record.items() if name != key}
        with pytest.raises(CroupierError) as refused:
            replay_transcript(less, catalogue)
        assert refused.value.exit_status == 2
        assert key in str(refused.value)


def test_limits_or_a_commitment_with_its_positions_cannot_be_left_out() -> None:
    record = read(EXAMPLES / "three-card-prime.json")
    for gone in (["table"], ["commitment", "positions"], ["table", "commitment", "positions"]):
        less = {key: value for key, value in record.items() if key not in gone}
        with pytest.raises(CroupierError, match=f"not a whole transcript: '{gone[0]}' is missing"):
            replay_transcript(less, catalogue)
        # Whoever also rewrites the list of parts is found by the hash.
        less["record"] = record["record"] | {"parts": [key for key in record["record"]["parts"] if key not in gone]}
        assert any("record: sha256" in each for each in replay_transcript(less, catalogue).differences)


def test_what_is_put_in_or_changed_is_found() -> None:
    record = read(EXAMPLES / "three-card-prime.json")
    more = record | {"seeds": {}}
    assert any("seeds was added" in each for each in replay_transcript(more, catalogue).differences)
    other = copy.deepcopy(record)
    other["software"] = "croupier 9.9.9 sha256:" + "0" * 64
    (difference,) = replay_transcript(other, catalogue).differences
    assert difference.startswith("record: sha256: recorded ")


@pytest.mark.parametrize(
    "change",
    [{"record": 5}, {"record": {"parts": "all"}}, {"record": {"parts": [3], "sha256": "0"}}, {"record": {"hash": "0"}}],
)
def test_a_seal_that_is_none(change: Record) -> None:
    record = read(EXAMPLES / "three-card-prime.json") | change
    with pytest.raises(CroupierError) as refused:
        replay_transcript(record, catalogue)
    assert refused.value.exit_status == 2
    assert "record" in str(refused.value)


def test_replay_prints_the_hash(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "ricochet-poker.json"
    assert run(["replay", str(path)]) == 0
    assert f"record sha256 {read(path)['record']['sha256']}" in capsys.readouterr().out
