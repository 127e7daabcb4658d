"""The documents: four kinds, each page listed, every link and anchor leading somewhere, guides that run as printed."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebook.interpretations import FEATURES
from tests.processes import finished

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
KINDS = ("start", "concepts", "guides", "reference")
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])


def anchors(text: str) -> set[str]:
    """What a heading is called in an address."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match("https?:|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), f"{page.name}: {target}"
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found.read_text(encoding="utf-8")), f"{page.name}: {target}"


def test_four_kinds_and_every_page_is_listed() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"## {kind.capitalize()}" in index
    for page in DOCS.rglob("*"):
        if page.suffix in (".md", ".ipynb") and page != DOCS / "README.md":
            where = page.relative_to(DOCS)
            assert where.parts[0] in KINDS, f"{where} is of none of the four kinds"
            assert str(where) in index, f"{where} is not in the index"
    assert "docs/README.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_setting_is_in_the_installation_guide() -> None:
    guide = (DOCS / "start" / "install.md").read_text(encoding="utf-8")
    known = {
        name
        for file in (ROOT / "src" / "croupier").rglob("*.py")
        for name in re.findall(r"\bCROUPIER_[A-Z_]+[A-Z]", file.read_text(encoding="utf-8"))
    }
    assert {name for name in known if name not in guide} <= {"CROUPIER_NEW_PASSWORD"}


def test_every_feature_of_a_table_is_on_the_page_of_what_is_posted() -> None:
    page = (DOCS / "concepts" / "posted.md").read_text(encoding="utf-8")
    assert [name for name in FEATURES if f"`{name}`" not in page] == []


def test_the_jackpot_guide_runs_as_printed(tmp_path: Path) -> None:
    text = (DOCS / "guides" / "jackpots.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```shell\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 6
    croupier = f'croupier() {{ "{sys.executable}" -m croupier "$@"; }}\n'
    secret = "a password of some length"
    names = ("CROUPIER_NEW_PASSWORD", "CROUPIER_PASSWORD", "CROUPIER_SECOND_PASSWORD")
    command = ["bash", "-e", "-c", croupier + "".join(blocks)]
    done = finished(command, cwd=tmp_path, env=os.environ | dict.fromkeys(names, secret))
    assert done.returncode == 0, done.stderr
    assert '"amount": "50000.00"' in done.stdout
    assert "nothing differs" in done.stdout
    assert secret not in done.stdout + done.stderr


def test_the_notebook_runs_and_its_outputs_are_fresh() -> None:
    from tools.notebook import read, run

    document = read()
    now = run(document)
    assert now == document, "run python -m tools.notebook"
    text = json.dumps(now)
    assert "686689/20358520" in text
    assert "21 of 21 agree" in text
    assert "<svg" in text


def test_the_guide_learns_a_game_and_grades_a_policy_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The two last examples of the guide: the regret of the player that learns ends below 0.1 point."""
    text = (DOCS / "guides" / "train-a-player.md").read_text(encoding="utf-8")
    learns, grades = re.findall(r"```python\n(.*?)```", text[text.index("## Learn a game") :], re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(learns, "guide", "exec"), names)  # as printed
    assert names["regrets"][-1] < 0.1 < names["regrets"][0]
    exec(compile(grades, "guide", "exec"), names)
    assert names["graded"].losses
    assert "rounds" in capsys.readouterr().out
