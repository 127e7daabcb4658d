"""Every command line in the README and in docs/ is run as it is printed, in a folder with the files it names."""

from __future__ import annotations

import io
import itertools
import json
import re
import shlex
from pathlib import Path

import pytest

from croupier.cli.main import COMMANDS, run

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
GENERATED = {"cli.md"}
"""Made from the commands themselves."""
TOO_LONG = {
    'croupier cut-card "blackjack(decks=6)"',
    "croupier simulate keep-it-straight --backend cuda --rounds 1e12",
    "croupier simulate ricochet-poker --seats 7 --strategy basic --backend cuda --rounds 1e11",
}
"""Recorded runs, or runs that need a machine of their own; a small one stands in the suite."""
BY_CHANCE = {"croupier rng report"}
"""A sound generator fails one run in a hundred."""


def commands() -> list[str]:
    """What stands in code, on a line or in a sentence."""
    found: dict[str, None] = {}
    for page in PAGES:
        if page.name in GENERATED:
            continue
        text = page.read_text(encoding="utf-8")
        fenced = "\n".join(re.findall(r"^```(?:sh|bash|console)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
        lines = [line.removeprefix("$ ").partition("  #")[0].strip() for line in fenced.splitlines()]
        spans = [" ".join(each.replace("\\|", "|").split()) for each in re.findall(r"`(croupier [^`]+)`", text)]
        found |= dict.fromkeys(each for each in (*lines, *spans) if re.match(r"croupier [a-z]", each))
    return list(found)


def status_of(words: list[str], folder: Path, typed: str) -> int:
    """A hundred and fifty commands: within this process, since starting one takes longer than most of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        return run(words)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands name: a round as it was dealt, and the transcript of a live one."""
    folder = tmp_path_factory.mktemp("docs")
    seat = {"wagers": {"ante": "10.00"}, "cards": "Qs 6h 4d", "actions": ["play"]}
    dealt = {"schema": 1, "game": "three-card-prime", "seats": {"1": seat}, "dealer": "Kc 9h 2s"}
    (folder / "round.json").write_text(json.dumps(dealt))
    play = ["play", "three-card-prime", "--rounds", "1", "--transcript", "."]
    assert status_of(play, folder, "ante 10\ndeal\nfold\nquit\n") == 0
    (transcript,) = (each for each in folder.rglob("*.json") if each.name != "round.json")
    transcript.rename(folder / "transcript.json")
    return folder


@pytest.mark.parametrize("line", commands())
def test_it_runs(folder: Path, line: str, capfd: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line)[1:]
    assert words[0] in COMMANDS
    is_name = all(re.fullmatch("(--)?[a-z]+(-[a-z]+)*", word) for word in words) and line not in BY_CHANCE | {
        "croupier jackpot demo",
        "croupier games",
    }
    if any(re.fullmatch("[A-Z]+", word) for word in words):
        # A synopsis: the command is there.
        words = [*itertools.takewhile(lambda word: re.fullmatch("[a-z]+(-[a-z]+)*", word), words), "--help"]
    elif line in TOO_LONG or is_name or "|" in line:
        # What is piped goes on until its reader ends.
        words = words[: words.index("|")] if "|" in words else words
        words.append("--help")
    status = status_of(words, folder, "quit\n")
    good = (0, 1) if line in BY_CHANCE else (0,)
    assert status in good, capfd.readouterr().err


def test_there_are_some() -> None:
    assert len(commands()) > 12
