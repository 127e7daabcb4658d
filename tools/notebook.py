"""The notebook of the documents, run without Jupyter: its code cells in order, their results kept as their outputs.

``python -m tools.notebook`` runs it and writes the outputs; ``--check`` exits with status 1 when one has changed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parent.parent / "docs" / "guides" / "published-figures.ipynb"


def read(path: Path = NOTEBOOK) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def run(document: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs that its cells have now."""
    names: dict[str, Any] = {"__name__": "__notebook__"}
    cells, number = [], 0
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell = {**cell, "execution_count": number, "outputs": _outputs("".join(cell["source"]), names, number)}
        cells.append(cell)
    return {**document, "cells": cells}


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last line as a notebook shows it."""
    body = ast.parse(source).body
    tail = body[-1] if body else None
    last = ast.Expression(tail.value) if isinstance(tail, ast.Expr) else None
    if last:
        body.pop()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), names)
        value = None if last is None else eval(compile(last, f"cell {number}", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": _lines(value._repr_html_())} | data
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def written(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    document = read()
    now = run(document)
    if now == document:
        return 0
    if arguments == ["--check"]:
        print(f"{NOTEBOOK.name} is stale: run python -m tools.notebook")
        return 1
    NOTEBOOK.write_text(written(now), encoding="utf-8")
    print(f"{NOTEBOOK.name} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
