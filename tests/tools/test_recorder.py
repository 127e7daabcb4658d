"""The recorder says the same of one commit twice, and finds what another one changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.recorder import Tape, differences, main, masked, played, shape
from tools.recorder_calls import SCENES, rounds, rulebook


def a_few(tape: Tape) -> None:
    """Commands of several kinds, with what changes from run to run in them."""
    tape.commands("""
games
about --json
show keep-it-straight --section "How hands rank"
paytable NONE-01
edge three-card-prime --json
settle --example three-card-prime
jackpot codes --json
simulate keep-it-straight --rounds x
    """)
    tape.command("play three-card-prime --seed 3 --rounds 1 --transcript rounds", "10\ndeal\nfold\n", files="rounds/*")


def test_two_runs_are_equal_and_a_change_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenes = [("a few", a_few), ("rounds", rounds), ("rulebook", rulebook)]
    first, second = played(scenes), played(scenes)
    assert len(first) > 150
    assert differences(first, second) == []
    assert not [name for name, call in first.items() if str(call["status"]).startswith("raised")]
    old, new = tmp_path / "old.rec", tmp_path / "new.rec"
    old.write_text(json.dumps({"calls": first}))
    new.write_text(json.dumps({"calls": second}))
    assert main(["compare", str(old), str(new)]) == 0
    assert capsys.readouterr().out == f"no difference in {len(first)} calls\n"
    # One word of one answer, one status, one call that went and one that came.
    name = "a few: edge three-card-prime --json"
    second[name]["out"][3] += " changed"
    second["a few: paytable NONE-01"]["status"] = 1
    del second["a few: games"]
    second["a few: new"] = {"status": 0}
    new.write_text(json.dumps({"calls": second}))
    assert main(["compare", str(old), str(new)]) == 1
    said = capsys.readouterr().out
    for words in ("gone: 1\n    a few: games\n", "new calls: 1\n    a few: new\n", f"out of 1: {name}\n"):
        assert words in said
    assert "status of 1: a few: paytable NONE-01\n    - 2\n    + 1\n" in said
    assert f"    + {first[name]['out'][3]} changed" in said


def test_equal_changes_stand_together() -> None:
    old: dict[str, Any] = {f"call {number}": {"status": 0, "out": ["{", '"schema": 3', "}"]} for number in range(5)}
    new: dict[str, Any] = {name: {"status": 0, "out": ["{", '"schema": 1', "}"]} for name in old}
    head, *rest = differences(old, new)
    assert head == "out of 5: call 0; call 1; call 2, and 2 more"
    assert rest == ['    - "schema": 3', '    + "schema": 1']


def test_counts_are_kept_and_what_chance_makes_is_not() -> None:
    kept = '{"count": 311875200000, "edge": "0.0231674", "rest": "locked for 15 minutes", "code": "bad_face"}'
    assert masked(kept) == kept
    assert masked("at 127.0.0.1:40123, croupier 0.1.0, 12.5 s, deadbeef01, " + 43 * "aB3") == (
        "at <address>, croupier <version>, <time> s, <hex>, <key>"
    )
    assert masked("/a/b/c", [("/a/b", "<folder>")]) == "<folder>/c"
    assert shape([{"b": 1, "a": "x"}, {"a": "y", "b": 2}]) == [{"a": "text", "b": "whole number"}]


def test_every_command_is_in_some_scene() -> None:
    """The scene of help walks all commands, so that a new one is recorded from its first day."""
    recorded = played([("help", SCENES["help"])])
    from croupier.cli.jackpot import COMMANDS as JACKPOT
    from croupier.cli.main import COMMANDS

    for name in COMMANDS:
        assert recorded[f"help: {name} --help"]["status"] == 0
        assert recorded[f"help: {name} --nonsense"]["status"] == 2
    for name in JACKPOT:
        assert recorded[f"help: jackpot {name} --help"]["status"] == 0
