"""The published JSON Schemas and the loaders agree: what we ship fits, and what a schema refuses the loader refuses."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from croupier.cards.shuffle import SeededSource
from croupier.errors import CroupierError
from croupier.laws.checking import read_rulings
from croupier.laws.rounds import play_out, random_table
from croupier.library import settle
from tests.laws.test_rounds import PLAYABLE
from tests.rulebook.test_broken import FILES as BROKEN

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "reference" / "schemas"
FOLDERS = [*(ROOT / "src" / "croupier" / "games").iterdir(), *(ROOT / "examples").iterdir()]
TOML = ("rules", "paytables", "interpretations", "sources")
DATA = sorted(folder / f"{kind}.toml" for folder in FOLDERS for kind in TOML if (folder / f"{kind}.toml").exists())


def fits(name: str, record: Any) -> list[str]:
    """What a schema says against a record."""
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return [f"{each.instance_path}: {each.message}" for each in jsonschema_rs.validator_for(schema).iter_errors(record)]


def read_toml(path: Path) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8-sig"))


@pytest.mark.parametrize("path", DATA, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_data_of_every_game_fits(path: Path) -> None:
    assert fits(path.stem, read_toml(path)) == []


@pytest.mark.parametrize("path", sorted((ROOT / "src/croupier/rulebook/sources").glob("*.toml")), ids=lambda p: p.name)
def test_the_bibliography_fits(path: Path) -> None:
    assert fits("sources", read_toml(path)) == []


RULINGS = [
    each for folder in FOLDERS if (folder / "rulings.md").exists() for each in read_rulings(folder / "rulings.md")
]


@pytest.mark.parametrize("ruling", [each for each in RULINGS if each.owed.refused is None], ids=str)
def test_every_ruling_is_a_round(ruling: Any) -> None:
    assert fits("round", ruling.document) == []


@pytest.mark.parametrize("name", PLAYABLE)
def test_transcripts_fit(name: str) -> None:
    for number in range(5):
        played = play_out(random_table(name, f"schemas/{number}"), SeededSource(number))
        meters = played.table.meters()
        record = played.round.transcript(played.round.settle(*meters), *meters)
        assert fits("transcript", json.loads(json.dumps(record))) == []


GOOD: dict[str, Any] = {
    "schema": 1,
    "game": "three-card-prime",
    "seats": {"1": {"cards": "Kc 8d 3h", "wagers": {"ante": "10.00"}, "actions": ["play"]}},
    "dealer": "Qd 7h 4s",
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"schema": 3},
        {"schema": "1"},
        {"game": ""},
        {"game": 7},
        {"seats": []},
        {"seats": {"0": GOOD["seats"]["1"]}},
        {"seats": {"1": {"cards": "Kc 8d 3h"}}},
        {"seats": {"1": {"wagers": {"ante": ["10.00"]}}}},
        {"seats": {"1": {"wagers": {"ante": "10.00"}, "actions": "play"}}},
        {"seats": {"1": {"wagers": {"ante": "10.00"}, "hand": "Kc"}}},
        {"dealer": 7},
        {"table": {"limit": {}}},
        {"table": {"limits": {"ante": {"least": "5.00"}}}},
        {"dealing": {"dice": ["six"]}},
        {"meters": {"prime": {"0": "1.00"}}},
        {"misdeal": ""},
        {"weather": "rain"},
    ],
    ids=str,
)
def test_what_the_schema_refuses_the_reader_refuses(wrong: dict[str, Any]) -> None:
    assert fits("round", GOOD) == []
    assert settle(GOOD)["seats"]["1"]["net"] == "20.00"
    assert fits("round", GOOD | wrong)
    with pytest.raises(CroupierError):
        settle(GOOD | wrong)


def test_mistakes_of_shape_in_data_are_refused_by_both() -> None:
    """Each broken file that a schema refuses is one that the loader refuses (``tests/rulebook``); many are caught."""
    caught = 0
    for path in BROKEN:
        try:
            record = read_toml(path)
        except ValueError:
            continue
        kind = {"offers": "rules", "user": "paytables"}.get(path.parent.name, path.parent.name)
        caught += bool(fits(kind, record))
    assert caught >= 45
