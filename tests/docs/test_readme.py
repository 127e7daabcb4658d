"""The README's lines run as printed, its generated parts are fresh, and its promises about files hold."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import croupier
from tools import docs

ROOT = Path(__file__).resolve().parents[2]


def test_the_lines_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted >= 5
    assert result.failed == 0


def test_generated_parts_are_fresh() -> None:
    assert (ROOT / "README.md").read_text(encoding="utf-8") == docs.readme()
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == docs.cli_reference()


def test_links_lead_to_files() -> None:
    for page in ROOT.glob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_public_names() -> None:
    for name in croupier.__all__:
        assert getattr(croupier, name) is not None
    assert dir(croupier) == sorted(croupier.__all__)
