"""Three processes of a house on one PostgreSQL, and the one on duty killed under load."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.failover import beside, run


def test_killing_the_process_on_duty_moves_the_link_and_loses_nothing(
    tmp_path: Path, bare_postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, path in beside(tmp_path).items():
        monkeypatch.setenv(variable, path)
    found = run(bare_postgres_url, tmp_path, kills=1, tables=2, links=1, before=1.0, pause=0.1)
    assert len(found.failovers) == 1
    assert found.acknowledged > 4
    assert found.lost == []
    assert found.findings == []
    assert found.problems == []
    assert found.shown_after > 0, "displays of the processes that live show what is played on"
