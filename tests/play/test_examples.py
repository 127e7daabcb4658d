"""Stored transcripts, as the table wrote them: they replay to the cent for ever, and those of no schema are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.errors import RoundError
from croupier.play.replay import replay_transcript
from croupier.play.roundfile import settle_file

EXAMPLES = sorted(Path(__file__).with_name("examples").glob("*.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_stored_transcript_replays(path: Path) -> None:
    document = json.loads(path.read_text())
    replayed = replay_transcript(document, catalogue)
    assert replayed.differences == ()
    assert replayed.opened == len(document["commitment"]["openings"])


@pytest.mark.parametrize("schema", [0, 2, 3, 10**30])
def test_another_schema_is_refused_by_its_number_and_ours(schema: int) -> None:
    document = json.loads(EXAMPLES[0].read_text()) | {"schema": schema}
    words = f"schema {str(schema)[:20]}: this version reads schema 1$"
    with pytest.raises(RoundError, match=words):
        settle_file(document, catalogue.load)
    with pytest.raises(RoundError, match=words):
        replay_transcript(document, catalogue)
