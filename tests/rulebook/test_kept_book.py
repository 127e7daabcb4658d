"""The book that is kept between runs is the one that was read, for this user, this data and this code alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import kept_files
from croupier.errors import RulebookError
from croupier.rulebook import kept_book
from croupier.rulebook.book import Book
from croupier.rulebook.kept_book import own_book
from croupier.rulebook.loading import load_book

PACKAGE = Path(kept_book.__file__).parents[1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "croupier" / "book"


@pytest.fixture
def data(tmp_path: Path) -> tuple[Path, Path]:
    """One small game with the bibliography, to be changed."""
    shutil.copytree(PACKAGE / "games" / "three_card_prime", tmp_path / "games" / "three_card_prime")
    shutil.copytree(PACKAGE / "rulebook" / "sources", tmp_path / "sources")
    return tmp_path / "games", tmp_path / "sources"


def forbid_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_again(*_: Path) -> Book:
        raise AssertionError("read again")

    monkeypatch.setattr("croupier.rulebook.loading.load_book", read_again)


def test_the_kept_book_is_the_book(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = PACKAGE / "games", PACKAGE / "rulebook" / "sources"
    read = load_book(*places)
    assert own_book(*places).hash == read.hash
    forbid_reading(monkeypatch)
    kept = own_book(*places)
    for mine, theirs in ((kept.sources, read.sources), (kept.games, read.games), (kept.tables, read.tables)):
        assert list(mine.items()) == list(theirs.items())
        assert repr(mine) == repr(theirs)
    assert kept.hash == read.hash == Book(kept.sources, kept.games, kept.tables).hash
    for name in read.games:
        assert (
            kept.game_hash(name) == read.game_hash(name) == Book(kept.sources, kept.games, kept.tables).game_hash(name)
        )
    assert [path.stat().st_mode & 0o777 for path in home.iterdir()] == [0o600]


def test_a_change_of_data_is_read_again(home: Path, data: tuple[Path, Path]) -> None:
    assert own_book(*data).game("three-card-prime").title == "Three Card Prime"
    rules = data[0] / "three_card_prime" / "rules.toml"
    rules.write_text(rules.read_text().replace('title = "Three Card Prime"', 'title = "Three Card Crime"'))
    assert own_book(*data).game("three-card-prime").title == "Three Card Crime"
    rules.write_text(rules.read_text().replace("title =", "titel ="))
    with pytest.raises(RulebookError, match=r"rules.toml: editions\[0\].title: is missing"):
        own_book(*data)
    assert len(list(home.iterdir())) == 2


def test_a_change_of_code_reads_again(home: Path, data: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    own_book(*data)
    code = kept_files.hash_of
    monkeypatch.setattr(kept_files, "hash_of", lambda *given: code(*given) + ("x" if given[2] == ".py" else ""))
    own_book(*data)
    assert len(list(home.iterdir())) == 2


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def change_a_pay(path: Path) -> None:
    content = path.read_bytes()
    assert b'["Fixed",5000]' in content
    path.write_bytes(content.replace(b'["Fixed",5000]', b'["Fixed",9000]'))


def let_others_write(path: Path) -> None:
    change_a_pay(path)
    path.chmod(0o666)


def make_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [cut_short, change_a_pay, let_others_write, make_a_folder, Path.unlink])
def test_a_damaged_book_is_read_again(home: Path, data: tuple[Path, Path], damage: Callable[[Path], None]) -> None:
    expected = own_book(*data)
    [place] = home.iterdir()
    damage(place)
    assert own_book(*data).tables == expected.tables


def test_a_file_of_another_user_is_not_believed(
    home: Path, data: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    own_book(*data)
    [place] = home.iterdir()
    assert kept_files.read(place)
    someone_else = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: someone_else)
    assert kept_files.read(place) is None


def test_a_book_kept_under_another_name_is_not_believed(home: Path, data: tuple[Path, Path]) -> None:
    own_book(*data)
    [first] = home.iterdir()
    rules = data[0] / "three_card_prime" / "rules.toml"
    rules.write_text(rules.read_text().replace('title = "Three Card Prime"', 'title = "Three Card Crime"'))
    own_book(*data)
    [second] = set(home.iterdir()) - {first}
    first.replace(second)
    assert own_book(*data).game("three-card-prime").title == "Three Card Crime"


@pytest.mark.parametrize("place", ["file/below", ""])
def test_where_nothing_can_be_kept_the_book_is_read(
    data: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / place) if place else "")
    if not place:
        monkeypatch.setattr(Path, "home", no_home)
    assert own_book(*data).tables
    assert own_book(*data).tables


def no_home() -> Path:
    raise RuntimeError("no home")


def test_only_the_newest_books_stay(home: Path, data: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_book, "MOST_BOOKS", 2)
    rules = data[0] / "three_card_prime" / "rules.toml"
    for number in range(4):
        rules.write_text(f"{rules.read_text()}\n# {number}\n")
        own_book(*data)
    assert len(list(home.iterdir())) == 2


def test_a_forged_book_neither_hides_from_about_nor_reaches_the_books(home: Path) -> None:
    """A cheat writes to the cache of the user who runs the house, and makes the hash within fit."""
    places = PACKAGE / "games", PACKAGE / "rulebook" / "sources"
    true = own_book(*places)
    (path,) = home.iterdir()
    body = path.read_bytes().partition(b"\n")[2].replace(b"Three Card Prime", b"Three Card Crime")
    path.write_bytes(kept_book._digest(path.stem, body) + b"\n" + body)
    assert own_book(*places).game("three-card-prime").title == "Three Card Crime"
    script = """
from croupier import catalogue
from croupier.library import about
print(about()["rulebook_hash"], catalogue.book().game("three-card-prime").title)
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == f"{true.hash} Three Card Prime"
    groups = "from croupier.cli.main import run; from croupier import catalogue; run(['jackpot', 'check', 'no-plan']); "
    script = groups + "print(catalogue.book().game('three-card-prime').title)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "Three Card Prime"
