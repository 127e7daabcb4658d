"""The program, called within the test: quick, and its two streams apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.people.logins import Secrets
from croupier.records import encode
from tests.passwords import QUICK

PASSWORD = "correct horse battery"


class Wall:
    """The clock on the wall, as a test sets it: noon of the sample's first day at first."""

    def __init__(self) -> None:
        self.seconds = 1_767_297_600

    def __call__(self) -> int:
        return self.seconds * 1_000_000_000

    def pass_day(self) -> None:
        self.seconds += 86_400


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """For tests that let days pass; to be asked for before the book."""
    clock = Wall()
    monkeypatch.setattr("time.time_ns", clock)
    return clock


@pytest.fixture(scope="session")
def logins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everybody of the sample plans is enrolled, under one password that is quick to check."""
    quick = QUICK().hash(PASSWORD)
    path = tmp_path_factory.mktemp("people") / "logins"
    people = ("sam", "robin", "dana", "alex", "nobody")
    path.write_bytes(encode(Secrets(passwords=dict.fromkeys(people, quick))))
    return path


@pytest.fixture(autouse=True)
def logged_in(logins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_LOGINS", str(logins))
    for variable in ("CROUPIER_PASSWORD", "CROUPIER_SECOND_PASSWORD"):
        monkeypatch.setenv(variable, PASSWORD)
