"""The second model sees of the books only plans and codes, not even through another module."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

MODEL = Path(__file__).parent / "model"
OF_THE_BOOKS = ("croupier.jackpot.plan", "croupier.jackpot.codes")
HIDDEN = ("croupier.jackpot.book", "croupier.jackpot.kinds", "croupier.jackpot.reports", "croupier.jackpot.audit")


def test_the_model_imports_plans_and_codes_alone() -> None:
    found = set()
    for file in MODEL.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {f"{node.module}.{each.name}" for each in node.names}
            elif isinstance(node, ast.Import):
                found |= {each.name for each in node.names}
    ours = {each for each in found if each.startswith(("croupier", "tests"))}
    assert {each for each in ours if not each.startswith((*OF_THE_BOOKS, "tests.torture.model"))} == set()


def test_the_model_loads_nothing_that_decides_or_moves_money() -> None:
    modules = [f"tests.torture.model.{file.stem}" for file in MODEL.glob("*.py")]
    text = f"import sys, {', '.join(modules)}; print([each for each in sys.modules if each.startswith({HIDDEN!r})])"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
