"""Random small mistakes in the functions of a room, and whether the tests that call them notice.

    python -m tools.random_mutants ROOM [--count 40] [--seed 1] [--jobs 2] [--again]

A mistake is one change of the syntax tree inside one function: a comparison turned, a number off by one, a statement
left out, ``and`` for ``or``, plus for minus. It is named by its function (``play/stakes.py within: ...``) and chosen by
the seed alone. First the room's tests (``TESTS``) run once under a tracer, which notes the functions each test calls;
a mistake is then shown only to the tests that call its function, the quickest first. A mistake that survives is either
a gap in the tests or changes nothing; which of the two, a person says.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = Path("src") / "croupier"
TRAVELS = ("src", "tests", "tools", "docs", "examples", "benchmarks", "pyproject.toml", "README.md", "CHANGELOG.md")
TESTS: dict[str, tuple[str, ...]] = {
    "play": (
        "tests/play",
        "tests/games",
        "tests/rulings",
        "tests/laws",
        "tests/strangers/test_mistakes.py",
        "tests/strangers/test_streets.py",
        "tests/cli/test_rounds.py",
        "src/croupier/play",
    ),
    # Without those that start processes, which a tracer does not follow.
    "jackpot": (
        "tests/jackpot",
        *(f"--ignore=tests/jackpot/test_{name}.py" for name in ("killed", "three_processes", "casino_hour", "torture")),
        "src/croupier/jackpot",
    ),
    "exact": ("tests/exact", "tests/drivers", "tests/counts", "tests/questions", "src/croupier/exact"),
    "cards": ("tests/cards", "src/croupier/cards"),
    "units": ("tests/play", "tests/cards", "src/croupier/units.py"),
    "rulebook": ("tests/rulebook", "src/croupier/rulebook"),
}
"""The tests of a room; other rooms are named with --tests."""
SHOWN_SECONDS, MOST_SECONDS = 90.0, 400
"""Seconds of tests, as they took under the tracer, that one mistake is shown to; a run that takes longer than the
second has noticed it: it hangs."""
COMPILED = ("njit", "jit", "vectorize", "guvectorize", "compiled")
"""Functions under such a decorator are called by machine code, which no tracer of Python sees."""

FLIPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
}  # fmt: skip


class Mistake(NamedTuple):
    """One change: in which function of which file, which node of it, and how."""

    file: str
    function: str
    node: int
    """Its number among the nodes of the file's tree, in the order of ``ast.walk``."""
    how: str

    def __str__(self) -> str:
        return f"{self.file} {self.function}: {self.how}"


def mistakes(room: Path) -> list[Mistake]:
    """Every one that can be made in the functions of a folder or file."""
    files = sorted(room.rglob("*.py")) if room.is_dir() else [room]
    return [mistake for file in files for mistake in _of_file(file)]


def _of_file(file: Path) -> Iterator[Mistake]:
    tree = ast.parse(file.read_text())
    number = {id(node): place for place, node in enumerate(ast.walk(tree))}
    name = str(file.relative_to(ROOT / PACKAGE))
    for function, qualified in _functions(tree):
        for node in _own_nodes(function):
            for how in _ways(node):
                yield Mistake(name, qualified, number[id(node)], f"line {getattr(node, 'lineno', 0)}: {how}")


def _functions(tree: ast.AST, before: str = "") -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not any(
                word in ast.unparse(decorator) for decorator in node.decorator_list for word in (*COMPILED, "overload")
            ):
                yield node, before + node.name
                yield from _functions(node, f"{before}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{before}{node.name}.")
        else:
            yield from _functions(node, before)


def _own_nodes(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """The nodes of its body; not its annotations, its docstring, what it raises, or functions within it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assert):
            continue
        yield node
        if isinstance(node, ast.Raise):
            continue  # the words of a message
        for name, child in ast.iter_fields(node):
            if name not in ("annotation", "returns", "type_comment"):
                waiting += [
                    part for part in (child if isinstance(child, list) else [child]) if isinstance(part, ast.AST)
                ]


def _ways(node: ast.AST) -> Iterator[str]:
    """The changes that can be made to a node, in words."""
    if isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            if type(op) in FLIPS:
                yield f"compare {place} {type(op).__name__} -> {FLIPS[type(op)].__name__}"
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in FLIPS:
        if not isinstance(node, ast.BinOp) or not _is_text(node):
            yield f"operator {type(node.op).__name__} -> {FLIPS[type(node.op)].__name__}"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"number {node.value} -> {node.value + 1}"
        yield f"number {node.value} -> {node.value - 1}"
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"truth {node.value} -> {not node.value}"
    elif isinstance(node, ast.AugAssign | ast.Raise) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield f"left out: {ast.unparse(node)[:60]}"
    elif isinstance(node, ast.If | ast.IfExp):
        yield f"condition turned: {ast.unparse(node.test)[:60]}"


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def made(source: str, mistake: Mistake) -> str:
    """The source with the mistake in it."""
    tree = ast.parse(source)
    node = list(ast.walk(tree))[mistake.node]
    kind, _, rest = mistake.how.partition(": ")[2].partition(" ")
    if kind == "compare" and isinstance(node, ast.Compare):
        place = int(rest.split()[0])
        node.ops[place] = FLIPS[type(node.ops[place])]()  # type: ignore[call-overload]
    elif kind == "operator" and isinstance(node, ast.BoolOp | ast.BinOp):
        node.op = FLIPS[type(node.op)]()  # type: ignore[assignment]
    elif kind == "number" and isinstance(node, ast.Constant):
        node.value = int(rest.rpartition("-> ")[2])
    elif kind == "truth" and isinstance(node, ast.Constant):
        node.value = not node.value
    elif kind == "condition" and isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    else:
        _Without(node).visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree))


class _Without(ast.NodeTransformer):
    def __init__(self, gone: ast.AST) -> None:
        self.gone = gone

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if node is self.gone else super().visit(node)


# Which tests call which functions: a plugin of pytest, loaded with -p tools.random_mutants


class Calls:
    """Notes for each test how long it took and which functions of the package it called."""

    def __init__(self, target: Path, package: str) -> None:
        self.target, self.package = target, package
        self.found: dict[str, tuple[float, list[str]]] = {}
        self.codes: set[CodeType] = set()
        self.broken: set[str] = set()

    def _note(self, frame: FrameType, _event: str, _argument: object) -> None:
        """Told of calls alone: what follows inside a frame is traced only where an answer asks for it."""
        self.codes.add(frame.f_code)

    def pytest_runtest_logstart(self) -> None:
        import threading

        self.codes = set()
        self.begun = time.monotonic()
        threading.settrace(self._note)
        sys.settrace(self._note)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.broken.add(report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        import threading

        sys.settrace(None)
        threading.settrace(None)
        if nodeid in self.broken:
            return  # What fails anyway finds nothing.
        names = sorted(
            f"{code.co_filename.partition('/croupier/')[2]} {code.co_qualname}"
            for code in self.codes
            if self.package in code.co_filename
        )
        self.found[nodeid] = time.monotonic() - self.begun, names

    def pytest_sessionfinish(self) -> None:
        self.target.write_text(json.dumps(self.found))


def pytest_configure(config: object) -> None:
    target = os.environ.get("CROUPIER_CALLS", "")
    if target:
        config.pluginmanager.register(Calls(Path(target), "src/croupier/"))  # type: ignore[attr-defined]


def calls_of(copy: Path, tests: Sequence[str], target: Path) -> dict[str, tuple[float, list[str]]]:
    """By test its seconds and the functions it calls."""
    if not target.exists():
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "CROUPIER_CALLS": str(target)}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.random_mutants", "-p", "no:cacheprovider"]
        command += ["--timeout", "600", *(test for test in tests if test.startswith("-") or (copy / test).exists())]
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
        if not target.exists():
            raise SystemExit(f"random_mutants: the tests did not run\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    found: dict[str, tuple[float, list[str]]] = json.loads(target.read_text())
    return found


def verdict(copy: Path, mistake: Mistake, tests: Sequence[str]) -> str:
    """What the tests say: killed, survived, or that none calls the function."""
    if not tests:
        return "NO TEST CALLS IT"
    place = copy / PACKAGE / mistake.file
    honest = place.read_text()
    place.write_text(made(honest, mistake))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", *tests]
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=MOST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "killed: it hangs"
    finally:
        place.write_text(honest)
    if not done.returncode:
        return f"SURVIVED {len(tests)} tests"
    by = next((line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "")
    return f"killed: {by.partition(' - ')[0][:150] or done.stdout[-200:].strip() or done.stderr[-200:].strip()}"


def _within(calling: Sequence[tuple[float, str]]) -> list[str]:
    """The quickest tests, as many as the time allows, and one at the least."""
    spent = 0.0
    found: list[str] = []
    for seconds, test in calling:
        spent += seconds
        if found and spent > SHOWN_SECONDS:
            break
        found.append(test)
    return found


def copied(folder: Path) -> Path:
    """The tree without what is built, in a folder of its own."""
    folder.mkdir()
    for name in TRAVELS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        elif source.exists():
            shutil.copy(source, folder / name)
    return folder


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.random_mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("room", help="a folder or file below src/croupier, as in play or play/stakes.py")
    parser.add_argument("--tests", nargs="*", help="its tests, unless they are stated for the room")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--calls", type=Path, help="keep which test calls what in this file, or take it from there")
    asked = parser.parse_args(arguments)
    room, tests = ROOT / PACKAGE / asked.room, asked.tests or TESTS[asked.room.partition("/")[0]]
    all_of_them = mistakes(room)
    chosen = random.Random(asked.seed).sample(all_of_them, min(asked.count, len(all_of_them)))
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copies = [copied(Path(place) / str(number)) for number in range(asked.jobs)]
        calls = calls_of(copies[0], tests, asked.calls or Path(place) / "calls.json")
        free = list(copies)

        def shown(mistake: Mistake) -> str:
            name = f"{mistake.file} {mistake.function}"
            calling = _within(sorted((seconds, test) for test, (seconds, names) in calls.items() if name in names))
            copy = free.pop()
            try:
                told = verdict(copy, mistake, calling)
            finally:
                free.append(copy)
            print(f"{mistake}: {told}", flush=True)
            return told

        with ThreadPoolExecutor(asked.jobs) as pool:
            said = list(pool.map(shown, chosen))
    killed = sum(word.startswith("killed") for word in said)
    print(f"{asked.room}, seed {asked.seed}: {killed} of {len(said)} killed, of {len(all_of_them):,} that can be made")
    return int(killed < len(said))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
