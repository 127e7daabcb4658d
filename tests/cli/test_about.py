"""Which software this is, as a laboratory asks."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import croupier as library
from croupier.play.round import Round
from tests.cli.calling import Call

PACKAGE = Path(library.__file__).parent
PAIR_BONUS = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"


def test_version_and_hashes(croupier: Call) -> None:
    status, out, _ = croupier("about")
    assert status == 0
    assert f"croupier {library.__version__}" in out
    assert f"rulebook {library.book().hash}" in out


def test_sheets_and_rounds_repeat_the_one_name_of_the_software(croupier: Call) -> None:
    name = json.loads(croupier("about", "--json")[1])["software"]
    played = Round.start(library.load("three-card-prime"), {1: {"ante": "10.00"}}, seed=3)
    while played.seat_to_act is not None:
        played.act(played.legal_actions[-1].name)
    assert played.transcript(played.settle())["software"] == name
    sheet = library.ask(library.ParSheet(game=PAIR_BONUS, wager="pair_bonus", luck=False))
    assert sheet.record.software == name
    assert name.startswith(f"croupier {library.__version__} sha256:")
    assert croupier("about")[1].startswith(f"{name} on Python")


def test_every_file_has_its_hash(croupier: Call) -> None:
    status, out, _ = croupier("about", "--files", "--json")
    assert status == 0
    record = json.loads(out)
    listed = {each["path"]: each for each in record["files"]}
    path = "croupier/games/three_card_prime/rules.toml"
    content = (PACKAGE.parent / path).read_bytes()
    assert listed[path] == {"path": path, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    there = {p.relative_to(PACKAGE.parent).as_posix() for p in PACKAGE.rglob("*.py")}
    assert there <= set(listed)
    assert record["outside"] == {}


def test_a_game_from_outside_is_named_with_its_code(croupier: Call) -> None:
    examples = Path(__file__).parents[2] / "examples"
    status, out, _ = croupier("--games", str(examples), "about", "--json")
    assert status == 0
    names = {folder.name.replace("_", "-") for folder in examples.iterdir() if (folder / "game.py").exists()}
    assert set(json.loads(out)["outside"]) == names >= {"lantern-road"}
