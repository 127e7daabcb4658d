"""The program, called within the test: quick, and its two streams apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from argon2 import PasswordHasher

PASSWORD = "correct horse battery"


@pytest.fixture(scope="session")
def logins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everybody of the sample plans is enrolled, under one password that is quick to check."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    path = tmp_path_factory.mktemp("people") / "logins"
    people = ("sam", "robin", "dana", "alex", "nobody")
    path.write_text(json.dumps({"passwords": dict.fromkeys(people, quick), "tokens": {}}))
    return path


@pytest.fixture(autouse=True)
def logged_in(logins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_LOGINS", str(logins))
    for variable in ("CROUPIER_PASSWORD", "CROUPIER_SECOND_PASSWORD"):
        monkeypatch.setenv(variable, PASSWORD)
