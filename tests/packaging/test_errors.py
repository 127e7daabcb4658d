"""The tree drawn in ``croupier.errors`` holds every deliberate error of the package."""

from __future__ import annotations

import ast
from pathlib import Path

import croupier
from croupier import errors

PACKAGE = Path(croupier.__file__).parent


def test_every_error_is_in_the_tree() -> None:
    bases: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = [base.id for base in node.bases if isinstance(base, ast.Name)]
    found = {"CroupierError"}
    while more := {name for name, own in bases.items() if found & set(own)} - found:
        found |= more
    words = (errors.__doc__ or "").split()
    assert sorted(found - set(words)) == []
