"""No module outside ``games`` knows a game by its name or its class: what a game is, it declares itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.questions.solved.solutions import SOLVERS

PACKAGE = Path(catalogue.__file__).parent
NAMES = sorted(catalogue.book().games)
OUTSIDE = sorted(path for path in PACKAGE.rglob("*.py") if PACKAGE / "games" not in path.parents)


def is_by_solver(node: ast.AST) -> bool:
    """A table by solver: games declare theirs, and one solver is called like the game that it is for."""
    return isinstance(node, ast.Dict) and all(
        isinstance(key, ast.Constant) and key.value in SOLVERS for key in node.keys
    )


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_game_is_known_by_name_or_class(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    compared = [
        (node.lineno, each.value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Compare, ast.Dict)) and not is_by_solver(node)
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and each.value in NAMES
    ]
    assert not compared, f"a game's name decides something: {compared}"
    imported = [
        (node.lineno, node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier.games.")
    ]
    assert not imported, f"a game's own module is imported: {imported}"
