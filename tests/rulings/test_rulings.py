"""Every ruling beside a game, played: the amounts were worked out by hand from the documents."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.laws.checking import BadRuling, Owed, Ruling, problems, read_rulings, uncited
from croupier.play.game import Game
from tests.own_tables import at_own_tables

GAMES = Path(catalogue.__file__).parent / "games"

FILES = sorted(GAMES.glob("*/rulings.md"))
RULINGS = [ruling for path in FILES for ruling in read_rulings(path)]


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_ruling(ruling: Ruling) -> None:
    assert problems(ruling) == []


@pytest.mark.parametrize(
    "ruling", read_rulings(Path(__file__).with_name("own_tables.md")), ids=lambda each: each.heading
)
def test_ruling_at_a_table_of_the_operators_own(ruling: Ruling) -> None:
    def load(spec: str) -> Game:
        return catalogue.load(at_own_tables(spec))

    assert problems(ruling, load) == []
    assert uncited(ruling) == []


def test_a_ruling_that_is_wrong_names_every_difference() -> None:
    right = next(each for each in RULINGS if each.heading == "A queen-high dealer qualifies")
    _, play = right.owed.lines
    owed = Owed(("seat 1 ante: win 11.00 [TCP 5]", play, "seat 1 net: 0.00", "house: 1.00"))
    assert problems(right._replace(owed=owed)) == [
        "owed but not settled: seat 1 ante: win 11.00 [TCP 5]",
        "settled but not owed: seat 1 ante: win 10.00 [TCP 5]",
        "seat 1 net: owed 0.00, settled 20.00",
        "house: owed 1.00, settled -20.00",
    ]
    refused = right._replace(owed=Owed(refused="the dealer has left"))
    assert problems(refused) == ["not refused; expected the words 'the dealer has left'"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_a_file_of_rulings_is_worth_reading(path: object) -> None:
    own = [ruling for ruling in RULINGS if GAMES / ruling.game.replace("-", "_") / "rulings.md" == path]
    assert len(own) >= 15
    twice = [heading for heading, count in Counter(ruling.heading for ruling in own).items() if count > 1]
    assert not twice


def test_every_playable_game_has_rulings() -> None:
    with_rulings = {path.parent.name for path in FILES}
    assert {"keep_it_straight", "three_card_prime", "high_card_flush"} <= with_rulings
    assert {path.parent.name for path in GAMES.glob("*/game.py")} == with_rulings


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_a_ruling_says_where_it_comes_from(ruling: Ruling) -> None:
    assert uncited(ruling) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no blocks at all", "expected one block"),
        ("```round\ngame: x\n```\n", "expected one block"),
        ("```round\ngame x\n```\n```owed\nhouse: 0.00\n```\n", "no colon"),
        ("```round\nplayer #1: x\n```\n```owed\nhouse: 0.00\n```\n", "not a line of a round"),
        ("```round\nlimit ante: 5\n```\n```owed\nrefused: x\n```\n", "its round cannot be read"),
        ("```round\ndice: two\n```\n```owed\nrefused: x\n```\n", "its round cannot be read"),
        ("```round\ndealer: up Kc, hole\n```\n```owed\nrefused: x\n```\n", "its round cannot be read"),
        ("```round\ngame: x\n```\n```owed\nhouse: 0.00\n```\n", "nothing is owed"),
        ("```round\ngame: x\n```\n```owed\nseat 1 ante: wins 1.00\n```\n", "not a line of what is owed"),
        ("```round\ngame: x\n```\n```owed\nrefused: x\nhouse: 0.00\n```\n", "owes nothing"),
    ],
)
def test_a_ruling_that_cannot_be_read_is_an_error(text: str, words: str, tmp_path_factory: object) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    path = tmp_path_factory.mktemp("game") / "rulings.md"
    path.write_text(f"# Rulings\n\n## One\n\n{text}")
    with pytest.raises(BadRuling, match=words):
        read_rulings(path)


@pytest.mark.parametrize(("content", "words"), [(b"## \xff", "not UTF-8"), (b"## x\n" * (1 << 19), "is too large")])
def test_a_file_that_is_not_text_is_an_error(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "rulings.md"
    path.write_bytes(content)
    with pytest.raises(BadRuling, match=words):
        read_rulings(path)


def test_a_ruling_may_name_a_seat_where_nobody_sits() -> None:
    ruling = RULINGS[0]
    owed = Owed((*ruling.owed.lines, "seat 99 net: 1.00"))
    assert any("nobody sits there" in each for each in problems(ruling._replace(owed=owed)))
