"""Stored transcripts of every schema, as the version of their day wrote them: they replay to the cent for ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.play.reading import SCHEMAS
from croupier.play.replay import replay_transcript

EXAMPLES = sorted(Path(__file__).with_name("examples").glob("*.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_stored_transcript_replays(path: Path) -> None:
    document = json.loads(path.read_text())
    assert path.name.startswith(f"schema{document['schema']}-")
    replayed = replay_transcript(document, catalogue)
    assert replayed.differences == ()
    assert replayed.opened == len(document["commitment"]["openings"])


def test_every_schema_has_its_examples() -> None:
    kinds = [path.stem.partition("-")[::2] for path in EXAMPLES]
    by_schema = [{name for schema, name in kinds if schema == f"schema{number}"} for number in SCHEMAS]
    assert by_schema[0]
    assert all(names == by_schema[0] for names in by_schema)
