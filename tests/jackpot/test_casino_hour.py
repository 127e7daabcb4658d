"""An hour of the casino week, by its own clock: the long run is in benchmarks/casino_week.py."""

from __future__ import annotations

from pathlib import Path

from benchmarks.casino_week import ROUNDS_PER_HOUR, play


def test_an_hour_at_fifteen_tables_is_paid_and_audited(tmp_path: Path) -> None:
    found = play(str(tmp_path / "hour.db"), 1)
    assert (found.tables, found.rounds) == (15, 15 * ROUNDS_PER_HOUR)
    assert found.findings == []
    assert found.refused == {}
    assert found.awards == found.paid > 0
