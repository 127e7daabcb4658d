"""Random mistakes: each changes one function, can be made, and is named by where it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.random_mutants import PACKAGE, ROOT, TESTS, Mistake, made, mistakes, verdict

KINDS = ("compare", "operator", "number", "truth", "left", "condition")


@pytest.mark.parametrize("file", ["play/stakes.py", "jackpot/actors.py", "units.py"])
def test_every_mistake_can_be_made_and_changes_its_function_alone(file: str) -> None:
    source = (ROOT / PACKAGE / file).read_text()
    honest = {node.name: ast.unparse(node) for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    found = mistakes(ROOT / PACKAGE / file)
    assert len(found) > 5
    for mistake in found[:: len(found) // 12 + 1]:
        assert mistake.file == file
        wrong = ast.parse(made(source, mistake))
        compile(wrong, file, "exec")
        now = {node.name: ast.unparse(node) for node in wrong.body if isinstance(node, ast.FunctionDef)}
        changed = [name for name in honest if now[name] != honest[name]]
        assert changed in ([mistake.function.partition(".")[0]], [])  # a method's class is not compared
        assert changed or "." in mistake.function, mistake
    assert {mistake.how.partition(": ")[2].split()[0].rstrip(":") for mistake in found} <= set(KINDS)


def test_a_mistake_that_a_test_sees_is_killed_and_one_that_none_calls_is_said_to_be(tmp_path: Path) -> None:
    package = tmp_path / PACKAGE
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "sums.py").write_text("def double(number):\n    return number * 2\n")
    test = tmp_path / "test_sums.py"
    test.write_text("from croupier.sums import double\n\n\ndef test_it():\n    assert double(2) == 4\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    wrong = Mistake("sums.py", "double", _number_of(package / "sums.py", 2), "line 2: number 2 -> 3")
    assert verdict(tmp_path, wrong, ["test_sums.py"]).startswith("killed: FAILED test_sums.py")
    assert (package / "sums.py").read_text().endswith("number * 2\n"), "the honest text is put back"
    test.write_text("def test_it():\n    pass\n")
    assert verdict(tmp_path, wrong, ["test_sums.py"]) == "SURVIVED 1 tests"
    assert verdict(tmp_path, wrong, []) == "NO TEST CALLS IT"


def _number_of(file: Path, value: int) -> int:
    nodes = list(ast.walk(ast.parse(file.read_text())))
    return next(at for at, node in enumerate(nodes) if isinstance(node, ast.Constant) and node.value == value)


def test_the_tests_of_every_room_are_there() -> None:
    for tests in TESTS.values():
        for test in tests:
            assert test.startswith("--") or (ROOT / test).exists(), test
