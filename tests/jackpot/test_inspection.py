"""What an inspector asks about a plan that breaks no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import catalogue
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.inspection import inspect


def remarks(text: str) -> set[str]:
    return {each.name for each in inspect(read_plan(text, catalogue.book()), catalogue.book())}


def changed(path: Path, old: str, new: str) -> str:
    text = path.read_text()
    assert old in text
    return text.replace(old, new)


def test_the_samples_are_open_about_themselves() -> None:
    assert remarks(SAMPLE.read_text()) == {"game-unknown-there"}
    assert remarks(SAMPLE_NEVADA.read_text()) == {"threshold-without-duty", "sample-table"}


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ('approval = "SAMPLE-0000, for demonstration only"', 'approval = "x"', "approval-says-nothing"),
        ('approval = "SAMPLE-0000, for demonstration only"', 'approval = "granted"', "approval-says-nothing"),
        ('role = "dealer"', 'role = "accounting"', "no-dealer"),
        ('role = "accounting"', 'role = "dealer"', "no-accounting"),
        ('begins = "2026-01-01"', 'begins = "2031-01-01"', "threshold-far-ahead"),
        ('first_day = "2026-01-01"', 'first_day = "2024-06-01"', "no-threshold"),
        ('camera = "500.00"', "", "threshold-without-duty"),
        ('base_wager = "5.00"\nsimultaneous', 'base_wager = "500.00"\nsimultaneous', "wager-above-limits"),
    ],
)
def test_a_remark_has_a_name(old: str, new: str, name: str) -> None:
    assert name in remarks(changed(SAMPLE, old, new))
