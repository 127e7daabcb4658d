"""Mistakes in a folder outside the package: each gets one message that names the file and the key."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.errors import CroupierError

EXAMPLE = Path(__file__).parents[2] / "examples" / "lantern_road"

CASES = [
    # File, what is written there, what instead, and the words of the message.
    ("rules.toml", 'family = "embers"', 'family = "ember"', "lantern/rules.toml: wagers[3].family: unknown family"),
    ("rules.toml", 'own = "first_cards"', 'own = "cards"', "rules.toml: wagers[3].sees.own: 'cards' is not a number"),
    (
        "rules.toml",
        '{ own = "first_cards" }',
        '{ own = "dealer_cards" }',
        "wagers[3].sees: 3 cards, but embers hands have 2",
    ),
    ("rules.toml", 'id = "ties"', 'id = "tied"', "lantern/rules.toml: rules: there is no 'ties'"),
    ("rules.toml", 'id = "raise_maximum"', 'id = "raise_most"', "rules.toml: numbers: there is no 'raise_maximum'"),
    ("rules.toml", 'ranks = ["T",', 'ranks = ["1",', "lantern/rules.toml: game.ranks[0]: '1' is not a rank"),
    ("rules.toml", 'name = "lantern-road"', 'name = "three-card-prime"', "rules.toml: game.name: duplicate id"),
    ("rules.toml", '"LR-GLOW-02"', '"LR-GLOW-03"', "wagers[3].tables.example[1]: no table 'LR-GLOW-03'"),
    ("paytables.toml", '"suited_neighbors"', '"neighbors"', "lantern/paytables.toml: sheets[0].rows[2]"),
    (
        "paytables.toml",
        '["pair", "Pair", "3", "3"],',
        '["pair", "Pair", "3", "3"],\n  ["pair_of_aces", "Aces", "9", "9"],',
        "lantern/paytables.toml: sheets[0].rows",
    ),
    ("sources.toml", '"Appendix A"', '"Appendix C"', "dangling citation 'LANTERN Appendix A'"),
    ("hands.py", "FAMILIES = [", "FAMILIES = 7\nOTHERS = [", "lantern/hands.py: FAMILIES: expected a list"),
    ("hands.py", 'name="embers"', 'name="three_card"', "there is a family 'three_card' already"),
    ("hands.py", 'name="embers"', "name=7", "lantern/hands.py: name: expected a name"),
    ("hands.py", "sizes=range(2, 3)", "sizes=2", "lantern/hands.py: embers.sizes: expected how many cards"),
    ("hands.py", "sizes=range(2, 3)", "sizes=range(0)", "lantern/hands.py: embers.sizes: expected how many cards"),
    ("hands.py", '("pair", "suited", "offsuit")', "7", "hands.py: embers.categories: expected a tuple"),
    ("hands.py", "every_class=_embers", "every_class=7", "hands.py: embers.classify, every_class, category, describe"),
    ("hands.py", "every_class=_embers", "every_class=lambda _: [[1]]", "embers.every_class: raises TypeError: unhash"),
    (
        "hands.py",
        "every_class=_embers",
        "every_class=lambda _setting: iter(int, 1)",
        "hands.py: embers.every_class: gives more than 1,000,000 classes",
    ),
    (
        "hands.py",
        "every_class=_embers",
        "every_class=lambda _setting: (1 / 0 for _ in DECK)",
        "lantern/hands.py: embers.every_class, line",
    ),
    (
        "hands.py",
        "return sorted({ember(cards)",
        "return sorted({ember(cards, 7)",
        "lantern/hands.py: embers.every_class, line",
    ),
    ("hands.py", "hand.low == ACE", "hand.lowest == ACE", "lantern/hands.py: embers.events.pair_of_aces, line"),
    ("hands.py", "hand.low == ACE", "hand.low == 99", "lantern/paytables.toml: sheets[0].rows[0]"),
    ("game.py", "play = LanternRoad", "", "lantern/game.py: play: expected the class of a game"),
    ("game.py", "play = LanternRoad", "play = 7", "lantern/game.py: play: expected the class of a game"),
    ("game.py", "play = LanternRoad", "play = LanternRoad\nimport nowhere", "lantern/game.py: (file), line"),
    ("game.py", "play = LanternRoad", "play = LanternRoad(", "lantern/game.py: (file), line"),
    ("game.py", "play = LanternRoad", "raise SystemExit", "lantern/game.py: (file), line"),
    ("game.py", 'solver="tree"', 'solver="oak"', "lantern/game.py: declares.solver: unknown solver 'oak'"),
    ("game.py", 'solver="tree"', "solver=None", "lantern/game.py: declares: names something that is not a text"),
    ("game.py", 'solver="tree"', 'solver="showdown"', "declares.solver: 'showdown' asks the game for 'resolve'"),
    ("game.py", 'solver="tree"', 'solver="blackjack"', "declares.solver: 'blackjack' asks the game for 'house'"),
    ("game.py", 'solver="tree"', 'solver="sequential-pot"', "'sequential-pot' asks the game for 'course'"),
    ("game.py", 'hands="lanterns"', 'hands="lamps"', "game.py: declares.hands: unknown family of hands 'lamps'"),
    ("game.py", "declares = Declaration(", "claims = Declaration(", "lantern/game.py: declares: is missing"),
    ("game.py", 'number("dealer_cards")', 'number("dealers")', "lantern/rules.toml: numbers: there is no 'dealers'"),
    ("game.py", "self.first_cards, seat)", "0, seat)", "lantern/game.py: turn: draws 0 cards for seat 1"),
    (
        "game.py",
        "self.first_cards, seat)",
        "99, seat)",
        "game.py: turn: draws 99 cards for seat 1, and the deck has 10",
    ),
    ("game.py", "self.first_cards, seat)", "self.first_cards, 9)", "game.py: turn: seat 1 is to be seen by 9"),
    ("game.py", "return Draw(Slot(seat), self", "return (Slot(seat), self", "game.py: turn: answered tuple"),
    ("game.py", "(FOLD, Action", "(FOLD, FOLD, Action", "game.py: turn: offers seat 1 no action, or one twice"),
    (
        "game.py",
        '(FOLD, Action("stay", amounts[0], amounts[0])), "stay")',
        '(), "stay")',
        "turn: offers seat 1 no action",
    ),
    (
        "game.py",
        'amounts[0])), "stay")',
        'amounts[0])), "staying")',
        "lantern/rules.toml: rules: there is no 'staying'",
    ),
    ("game.py", 'Action("stay", amounts[0], amounts[0])', 'Action("stay", 1.5, 2)', "offers stay from 1.5 to 2"),
    (
        "game.py",
        "if Slot(seat) not in dealt",
        "if True",
        "game.py: turn: draws 2 cards for seat 1, and the deck has 0",
    ),
    ("game.py", "return self._settle(state, dealt)", "return Settled([7], ())", "game.py: turn: settles '7'"),
    ("game.py", "stake * times, self", "stake / times, self", "lantern/game.py: _settle, line"),
    ("game.py", "stake * times, self", "stake * 0.5, self", "for an amount that is not whole cents"),
    ("game.py", 'Line(seat, "ante", ante, "fold"', 'Line(seat, "blind", ante, "fold"', "settles 'blind' of seat"),
    ("game.py", "hand = ember(own)", "hand = ember(own)[9]", "lantern/game.py: declares.bot, line"),
    ("game.py", "hand = ember(own)", "return 7", "game.py: declares.bot: answers int '7'; expected an action's name"),
]

STREETS = [
    # In the game of call_or_fold: each was solved and marked exact, or passed in silence.
    ('zip(("ante", "call")', 'zip(("ante", "ante")', r"turn: settles ante of seat \d 2 times"),
    ('zip(("ante", "call")', 'zip(("ante",)', r"turn: settles ante for \d+ cents of seat \d, which put up \d+"),
    ('"loses": (-1, -1)', '"loses": (-2, -1)', r"turn: takes \d+ cents of a stake of \d+ on ante"),
    ('follow_or_fold = ("call",)', 'follow_or_fold = "call"', "follow_or_fold: 'c' is no action"),
    ('follow_or_fold = ("call",)', 'follow_or_fold = ("calls",)', "follow_or_fold: 'calls' is no action"),
]


@pytest.mark.parametrize(("old", "new", "words"), STREETS)
def test_what_a_game_with_streets_owes_is_checked_before_it_is_solved(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    from croupier.exact.streets.compiling import compile_rules

    own = Path(shutil.copytree(EXAMPLE.parent / "call_or_fold", tmp_path / "calls"))
    change(own, "game.py", old, new)
    change(own, "game.py", "nets[rule], strict=True", "nets[rule], strict=False")
    with pytest.raises(CroupierError, match="calls/game.py: " + words), catalogue.games_from([own]):
        compile_rules(catalogue.load("call-or-fold"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "lantern"))


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{file} no longer holds {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def walk_and_solve() -> None:
    """Enough of a game's life to meet every mistake above."""
    from croupier.cards.shuffle import SeededSource
    from croupier.laws.rounds import bots_stay_legal, play_out, random_table
    from croupier.questions.solved.solutions import solver_of

    solver_of(catalogue.load("lantern-road"))
    for number in range(6):
        bots_stay_legal(play_out(random_table("lantern-road", f"{number}"), SeededSource(number)))


def test_the_example_itself_meets_none(folder: Path) -> None:
    with catalogue.games_from([folder]):
        walk_and_solve()


@pytest.mark.parametrize(
    ("file", "old", "new", "words"), CASES, ids=[f"{file}: {new[:40]}" for file, _, new, _ in CASES]
)
def test_a_mistake_names_its_file_and_key(folder: Path, file: str, old: str, new: str, words: str) -> None:
    change(folder, file, old, new)
    with pytest.raises(CroupierError) as refused, catalogue.games_from([folder]):
        walk_and_solve()
    assert words in refused.value.message
    assert refused.value.hint
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    ("place", "words"),
    [("nowhere", "is not a folder of games"), (".", "holds no game"), ("lantern/rules.toml", "is not a folder")],
)
def test_a_folder_that_is_none(folder: Path, place: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    empty = folder.parent / "empty"
    empty.mkdir()
    where = empty if place == "." else folder.parent / place
    assert run(["--games", str(where), "games"]) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert "hint:" in shown.err


@pytest.mark.parametrize("file", ["paytables.toml", "interpretations.toml"])
def test_a_file_that_never_ends_is_not_read(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (folder / file).symlink_to("/dev/zero")
    with pytest.raises(CroupierError, match=rf"{file}: \(file\): is not a plain file"), catalogue.games_from([folder]):
        catalogue.book()


def test_a_file_that_is_too_large_is_not_read(folder: Path) -> None:
    with (folder / "paytables.toml").open("ab") as file:
        file.truncate(1 << 30)
    with pytest.raises(CroupierError, match=r"paytables.toml: \(file\): is too large"), catalogue.games_from([folder]):
        catalogue.book()


LOOPS = [
    ("game.py", "        dealt = {each", "        while True:\n            pass\n        dealt = {each",
     ": turn, line 82: has not answered within 2 seconds"),
    ("hands.py", "DECK = stripped_deck", "while True:\n    pass\nDECK = stripped_deck", "hands.py: <module>, line"),
    ("game.py", 'outcome = ("push", "win", "lose")[times]', 'outcome = "push"', "a ruling"),
    ("game.py", "settle_bonuses(seat, amounts, own, dealer)",
     "settle_bonuses(seat, amounts, own[1:] + own[:1], dealer)", "exact sees what play pays"),
    ("game.py", "stake * times, self", "stake * times * len(state.stakes), self",
     "a seat is owed the same without the others: seat"),
    ("hands.py", "whose_matters=True,", "", "whose cards they are may not matter"),
    ("hands.py", "describe=describe_ember", "describe=lambda hand: 7", "embers.describe: answers int '7'; expected"),
    ("game.py", "return seats * (self.first_cards + 1)", "return 'a' or (1)", "most_cards: answers str 'a'; expected"),
    ("game.py", "return seats * (self.first_cards + 1)", "return 1 - seats", "suffices for every seat: most_cards"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "words"), LOOPS, ids=[words for *_, words in LOOPS])
def test_the_child_process_finds_what_loops_and_what_is_wrong(
    folder: Path, file: str, old: str, new: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder, file, old, new)
    seconds = "2" if "while True" in new else "60"
    assert run(["test-game", str(folder), "--seconds", seconds, "--rounds", "10"]) == 1
    shown = capsys.readouterr()
    assert (words if words != "a ruling" else "fails  lantern-road: ruling: A better hand wins") in shown.out
    assert "failed" in shown.err


def test_a_new_game_passes_its_own_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "game", str(tmp_path / "River Run")]) == 0
    assert run(["test-game", str(tmp_path), "--rounds", "10"]) == 0
    assert re.search(r"^(\d+) of \1 checks hold$", capsys.readouterr().out, re.MULTILINE)
    assert run(["--games", str(tmp_path), "edge", "river-run"]) == 0
    assert "house edge" in capsys.readouterr().out
    assert run(["new", "game", str(tmp_path / "River Run")]) == 2
    assert "not empty" in capsys.readouterr().err
    assert run(["new", "game", str(tmp_path / "x"), "--name", "Bad Name"]) == 2
    assert run(["new", "game", str(tmp_path / "---")]) == 2


def test_several_decks_of_hands_that_are_of_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The hint was "each count once", and a table was "for 1 decks"."""
    rules, tables = folder / "rules.toml", folder / "paytables.toml"
    key = '[[keys]]\nid = "decks"\nkind = "integer"\nvalues = ["1", "2"]\ndefault = "1"\ntext = "Decks."\n'
    rules.write_text(rules.read_text() + f'\n{key}cites = ["LANTERN Game"]\n')
    asked = ["--games", str(folder), "edge", "lantern-road(decks=2, glow=LR-GLOW-01)", "--wager", "glow"]
    assert run(asked) == 2
    assert "LR-GLOW-01 is for 1 deck, not 2" in capsys.readouterr().err
    tables.write_text(tables.read_text().replace('family = "embers"', 'family = "embers"\ndecks = [1, 2]', 1))
    assert run(asked) == 2
    assert "hands of embers are of one deck; a family of your own may say from_a_shoe" in capsys.readouterr().err
