"""An operator's own tables: a file named in CROUPIER_PAYTABLES joins the book and replaces a sample, with no code."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.errors import RulebookError, SpecError, UnknownName
from croupier.handbook.rules.placard import placard_words
from croupier.questions.sheet.wording import Limits
from croupier.rulebook.configuration import configure
from croupier.rulebook.loading import add_user_tables
from tests.own_tables import own_sheet

PRIME = """
schema = 1
games = ["three-card-prime"]

[[sources]]
tag = "OUR-HOUSE"
title = "Tables approved for our house"
kind = "public page"
mark = "A"
publisher = "Our house"
sections = ["Prime", "Kickout"]

[[sheets]]
wager = "prime"
family = "colors"
basis = "to"
status = "user"
cites = ["OUR-HOUSE Prime"]
columns = ["OUR-PRIME-1", "OUR-PRIME-2"]
rows = [
  ["all_six_one_color", "All six cards one color", "5", "-"],
  ["three_one_color", "Player's three cards one color", "2.5", "3"],
]
[sheets.aliases]
OUR-PRIME-1 = ["HOUSE-PRIME"]
"""
KICKOUT = """
schema = 1
games = ["ricochet-poker"]

[[ladders]]
id = "OUR-KICKOUT"
wager = "kickout"
status = "user"
cites = ["RIC 3"]
rungs = [
  { players = 1, category = "pair", rank = "Q", label = "a pair of queens" },
  { players = 2, category = "pair", rank = "A", label = "a pair of aces" },
  { players = 3, category = "two_pair", label = "any two pair" },
  { players = 4, category = "two_pair", rank = "T", label = "two pair, tens up" },
  { players = 5, category = "two_pair", rank = "K", label = "two pair, kings up" },
  { players = 6, category = "two_pair", rank = "A", label = "two pair, aces up" },
  { players = 7, category = "three_of_a_kind", rank = "5", label = "three fives" },
]
"""
MINI_ROYALS = [
    ("mini_royal_spades", "Mini-Royal in Spades", "100% Lv.1 envy $50"),
    ("mini_royal", "Mini-Royal", "10% Lv.2"),
    ("straight_flush", "Straight Flush", "$70"),
]
JACKPOT = own_sheet(
    "mini_royal_progressive",
    "mini_royal",
    "OUR-MRP",
    MINI_ROYALS,
    basis="for",
    games=["three-card-prime", "ricochet-poker"],
    after="[sheets.meters]\nOUR-MRP = 2\n",
)


@pytest.fixture(autouse=True)
def _a_book_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test reads the book again, and leaves the plain one behind."""
    monkeypatch.delenv("CROUPIER_PAYTABLES", raising=False)
    catalogue.book.cache_clear()
    yield
    monkeypatch.undo()
    catalogue.book.cache_clear()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    paths = {}
    for name, text in (("prime", PRIME), ("kickout", KICKOUT), ("jackpot", JACKPOT)):
        paths[name] = tmp_path / f"{name}.toml"
        paths[name].write_text(text, encoding="utf-8")
    return paths


def use(monkeypatch: pytest.MonkeyPatch, *paths: Path | str) -> None:
    monkeypatch.setenv("CROUPIER_PAYTABLES", os.pathsep.join(map(str, paths)))
    catalogue.book.cache_clear()


def test_a_table_of_ones_own_replaces_a_sample(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = catalogue.configuration("three-card-prime(prime=SAMPLE-TCP-PRIME-01)")
    use(monkeypatch, files["prime"])
    ours = catalogue.configuration("three-card-prime(prime=HOUSE-PRIME)")
    assert str(ours) == "three-card-prime(prime=OUR-PRIME-1)"
    assert ours.tables["prime"].status == "user"
    assert not ours.uses_samples
    assert str(catalogue.configuration(str(ours))) == str(ours)
    assert ours.game_hash != plain.game_hash
    assert str(catalogue.configuration(str(plain.spec))) == str(plain)


CONTRARY = [("pair:A", "Any Pair", "25"), ("pair", "Pair of Aces", "5")]


def test_a_label_that_says_something_else_has_the_events_words_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "contrary.toml"
    sheet = own_sheet("pocket_bonus", "two_card", "OUR-X", CONTRARY, cites="RIC 3", games=["ricochet-poker"])
    path.write_text(sheet + KICKOUT.partition("games = ")[2].partition("\n")[2].replace("a pair of queens", "any pair"))
    use(monkeypatch, path)
    ours = catalogue.configuration("ricochet-poker(kickout=OUR-KICKOUT, ante_bonus=none, pocket_bonus=OUR-X)")
    assert [row.label for row in ours.tables["pocket_bonus"].rows] == ["Any Pair (pair: ace)", "Pair of Aces (pair)"]
    first, *others = [rung.label for rung in ours.ladders["kickout"].rungs]
    assert first == "any pair (pair: queen or better)"
    assert not any("(" in label for label in others)
    for command in (["paytable", "OUR-X"], ["show", str(ours)]):
        assert run(command) == 0
        assert "Any Pair (pair: ace)" in capsys.readouterr().out
    assert "Any Pair (pair: ace)" in placard_words(ours, Limits())


def test_a_label_is_given_once_in_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "twice.toml"
    rows = [("pair:A", "A pair", "25"), ("pair", "a  Pair.", "5")]
    path.write_text(own_sheet("pocket_bonus", "two_card", "OUR-X", rows, cites="RIC 3", games=["ricochet-poker"]))
    use(monkeypatch, path)
    with pytest.raises(RulebookError, match=r"duplicate label 'a  Pair\.': the row 'pair:A' has it too"):
        catalogue.book()
    path.write_text(KICKOUT.replace("a pair of aces", "a pair of queens"))
    use(monkeypatch, path)
    with pytest.raises(RulebookError, match="duplicate label 'a pair of queens'"):
        catalogue.book()


def test_only_the_games_it_names_change(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    before = catalogue.book()
    use(monkeypatch, files["prime"])
    after = catalogue.book()
    assert after.hash != before.hash
    changed = [name for name in after.games if after.game_hash(name) != before.game_hash(name)]
    assert changed == ["three-card-prime"]


def test_several_files(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, files["prime"], files["kickout"], "", files["jackpot"])
    ours = catalogue.configuration(
        "ricochet-poker(kickout=OUR-KICKOUT, ante_bonus=none, mini_royal_progressive=our-mrp)"
    )
    assert str(ours) == "ricochet-poker(ante_bonus=none, kickout=OUR-KICKOUT, mini_royal_progressive=OUR-MRP)"
    assert ours.ladders["kickout"].rung(1).label == "a pair of queens"
    assert ours.tables["mini_royal_progressive"].meters == 2
    assert catalogue.configuration("three-card-prime(prime=OUR-PRIME-2)").tables["prime"].status == "user"
    with pytest.raises(SpecError, match="not offered"):
        catalogue.configuration("ricochet-poker(rapid_fire=OUR-PRIME-1)")


def test_a_sample_beside_it_still_shows(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, files["kickout"])
    chosen = catalogue.configuration("ricochet-poker(kickout=OUR-KICKOUT)")
    assert str(chosen) == "ricochet-poker(kickout=OUR-KICKOUT, tables=sample)"


def test_without_the_file_the_table_is_unknown(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName):
        catalogue.configuration("three-card-prime(prime=OUR-PRIME-1)")
    joined = add_user_tables(catalogue.book(), files["prime"])
    assert str(configure(joined, "three-card-prime(prime=OUR-PRIME-1)")) == "three-card-prime(prime=OUR-PRIME-1)"
    assert "OUR-PRIME-1" not in catalogue.book().tables


def test_the_commands_show_it(
    files: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, files["prime"])
    assert run(["paytable", "house-prime", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["id"], record["requested"], record["status"]) == ("OUR-PRIME-1", "house-prime", "user")
    assert (record["games"], record["editions"]) == (["three-card-prime"], ["nevada"])
    assert [row["pay"] for row in record["rows"]] == [
        {"kind": "odds", "value": "5"},
        {"kind": "odds", "value": "2.5"},
    ]
    assert record["cites"] == [{"document": "OUR-HOUSE", "section": "Prime"}]
    assert run(["paytable", "OUR-PRIME-2"]) == 0
    assert "USER table" in capsys.readouterr().out
    assert run(["show", "three-card-prime(prime=OUR-PRIME-1)", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["configuration"] == "three-card-prime(prime=OUR-PRIME-1)"
    assert "OUR-HOUSE" in [source["document"] for source in record["sources"]]


BROKEN = sorted((Path(__file__).parent / "broken" / "user").glob("*.toml"))


@pytest.mark.parametrize(
    "command", [["games"], ["games", "--json"], ["paytable", "PT-FLT-STR-01"], ["show", "blackjack"]]
)
@pytest.mark.parametrize("file", BROKEN[:3], ids=lambda file: str(file.stem))
def test_a_bad_file_ends_every_command_with_one_message(
    command: list[str], file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, file)
    assert run(command) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"croupier: {file}: ")
    assert "hint: " in shown.err
    assert len(shown.err.splitlines()) == 2


def test_files_that_are_none(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, words in (
        (tmp_path, "is not a plain file"),
        (tmp_path / "nothing.toml", "cannot be read: No such file"),
        (tmp_path / ("x" * 300), "cannot be read: File name too long"),
    ):
        use(monkeypatch, files["kickout"], path)
        assert run(["paytable", "PT-FLT-STR-01"]) == 2
        shown = capsys.readouterr()
        assert words in shown.err
        assert (shown.out, "Traceback" in shown.err) == ("", False)


def test_the_same_file_twice(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, files["kickout"], files["kickout"])
    with pytest.raises(RulebookError, match="duplicate id 'OUR-KICKOUT'"):
        catalogue.book()


def test_a_byte_order_mark_is_no_mistake(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    files["kickout"].write_text(KICKOUT, encoding="utf-8-sig")
    use(monkeypatch, files["kickout"])
    assert catalogue.book().table("OUR-KICKOUT").status == "user"


def test_a_ladder_must_reach_every_seat(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = KICKOUT.splitlines(keepends=True)
    files["kickout"].write_text("".join(line for line in lines if "players = 7" not in line), encoding="utf-8")
    use(monkeypatch, files["kickout"])
    with pytest.raises(RulebookError, match="ends at 6 players, but 7 may sit"):
        catalogue.book()
