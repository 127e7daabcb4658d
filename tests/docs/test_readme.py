"""The README's lines run as printed, its generated parts are fresh, and its promises about files hold."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).resolve().parents[2]


def test_the_lines_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted >= 5
    assert result.failed == 0


def test_the_lines_of_the_guide_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    guide = str(ROOT / "docs" / "guides" / "library.md")
    result = doctest.testfile(guide, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted >= 20
    assert result.failed == 0


def test_generated_parts_are_fresh() -> None:
    # In a process of its own: click remembers the help of a command that another test has called by itself.
    check = subprocess.run([sys.executable, "-m", "tools.docs", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr


PUBLIC = """
    Advantage AdvantageOfEverySight Advice Advise Audit BadInput Book Card CheckFailed Configuration
    CroupierError CutCard Decision Design Distribution Edge EdgeAtOnePot EdgeOfEveryTable EdgeOfMix Game Grade
    IllegalAction JackpotSolution LawBroken MissingPart ParSheet Paytable Replay Result Round RoundError
    RulebookError Settle Settlement Sheet Simulate Solution SpecError Strategy UnknownName __version__ about
    advise ask audit book configuration evaluate format_cards games_from grade jackpot_plan load par_sheet
    parse_cards replay settle simulate solve sweep
""".split()
"""What a user may rely on: a name leaves this list only with a note in CHANGELOG.md."""


def test_public_names() -> None:
    assert sorted(croupier.__all__) == PUBLIC
    for name in croupier.__all__:
        assert getattr(croupier, name) is not None
        assert name == "__version__" or getattr(croupier, name).__doc__, f"{name} has no words of its own"
    assert dir(croupier) == sorted(croupier.__all__)
    assert (ROOT / "src" / "croupier" / "py.typed").exists()
