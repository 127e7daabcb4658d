"""Coverage of the five documents: every requirement is shown, or says why it cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from tools import coverage


def test_282_are_shown_and_nine_are_physical() -> None:
    found = coverage.requirements()
    assert len(found) == 291
    assert sum(1 for requirement in found if requirement.physical) == 9
    assert len({requirement.id for requirement in found}) == 291


ONCE_IN_PART = (
    "KIS-G 32, KIS-G 42, KIS-G 60, KIS-G 61, KIS-W 9, KIS-W 53, KIS-W 84, KIS-W 92, KIS-W 95, RIC 5, RIC 21, RIC 31, "
    "PPP 9, PPP 19, PPP 24, PPP 42, PPP 54, PPP 66, PPP 67, PPP 68, TCP 30"
).split(", ")


def test_what_was_held_in_part_names_the_test_that_would_fail() -> None:
    """Evidence found by its citation is not enough for them; a physical one has a sentence that says why."""
    named = {entry["id"]: entry for entry in coverage._entries()}
    assert all("::test_" in shown for id in ONCE_IN_PART for shown in named[id]["shown"])
    physical = [entry["physical"] for entry in named.values() if entry.get("physical")]
    assert len(physical) == 9
    assert all(words.endswith(".") and len(words.split()) >= 8 for words in physical)


def test_a_requirement_that_nothing_shows_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    bare: dict[str, Any] = {"id": "KIS-G 99", "section": "Rule 9", "at": ["KIS-G 9"], "words": "nothing says this"}
    entries = [*coverage._entries(), bare]
    monkeypatch.setattr(coverage, "_entries", lambda: entries)
    with pytest.raises(ValueError, match=r"1 requirements are not shown:\nKIS-G 99 \(KIS-G 9\): nothing says this"):
        coverage.requirements()


def test_a_showing_that_does_not_exist_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [{**entry, "shown": ["tests/docs/test_coverage.py::test_nothing"]} for entry in coverage._entries()[:1]]
    monkeypatch.setattr(coverage, "_entries", lambda: entries)
    with pytest.raises(ValueError, match="test_nothing does not exist"):
        coverage.requirements()


def test_the_pages_are_fresh() -> None:
    for path, text in coverage.coverage_pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run python -m tools.docs"
