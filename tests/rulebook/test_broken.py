"""Deliberately broken data, one mistake a file: the first line holds the words that its error must contain.

``# error: words | other words``. The folder says what the file is loaded as; whatever else it needs is good.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import croupier
from croupier.catalogue import book
from croupier.errors import RulebookError
from croupier.rulebook.interpretations import load_bibliography
from croupier.rulebook.loading import add_user_tables, load_book, load_game

BROKEN = Path(__file__).parent / "broken"
FILES = sorted(BROKEN.glob("*/*.toml"))
PACKAGE = Path(croupier.__file__).parent
GOOD_RULES = """
schema = 1
[game]
name = "broken-game"
title = "Broken Game"
summary = "A game with good rules."
deck = "one 52-card deck"
cites = ["KIS-G Game Description"]
[[editions]]
id = "generic"
title = "Generic"
document = "KIS-G"
seats = [1, 6]
cites = ["KIS-G Game Description"]
[[numbers]]
id = "cards"
value = "7"
text = "cards of a hand"
cites = ["KIS-G Game Description"]
[[wagers]]
id = "straight"
title = "Straight"
kind = "bonus"
text = "Wins on a long straight."
family = "straights"
sees = { own = "cards" }
cites = ["KIS-G Straight"]
[wagers.tables]
generic = ["PT-FLT-KIS-SB-01"]
[[keys]]
id = "raise_step"
kind = "choice"
values = ["any", "whole-multiple"]
default = "any"
text = "Which Raises are taken."
cites = ["KIS-G 3.a"]
"""


def load_whole_book(folder: Path) -> None:
    """The real games with one more beside them."""
    for game in (PACKAGE / "games").glob("*/rules.toml"):
        ignore = shutil.ignore_patterns("*.py", "*.md", "__pycache__")
        shutil.copytree(game.parent, folder.parent / game.parent.name, ignore=ignore)
    load_book(folder.parent, PACKAGE / "rulebook" / "sources")


def load_broken(file: Path, tmp_path: Path) -> None:
    """Load the file in the place of the one that its folder names."""
    folder = tmp_path / "zz_broken"
    folder.mkdir()
    kind = file.parent.name
    if kind == "user":
        add_user_tables(book(), file)
    elif kind == "sources":
        shutil.copy(file, folder)
        load_bibliography(folder)
    elif kind == "offers":
        shutil.copy(file, folder / "rules.toml")
        load_whole_book(folder)
    else:
        (folder / "rules.toml").write_text(GOOD_RULES, encoding="utf-8")
        shutil.copy(file, folder / f"{kind}.toml")
        _, tables = load_game(folder, book().sources)
        if kind == "paytables" and tables:
            load_whole_book(folder)


def test_the_good_parts_are_good(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(GOOD_RULES, encoding="utf-8")
    assert load_game(tmp_path, book().sources)[0].name == "broken-game"


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 130
    assert len({file.read_bytes() for file in FILES}) == len(FILES)


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}/{file.stem}" for file in FILES])
def test_the_mistake_is_named(file: Path, tmp_path: Path) -> None:
    first = file.read_bytes().splitlines()[0].decode()
    assert first.startswith("# error: ")
    with pytest.raises(RulebookError) as refused:
        load_broken(file, tmp_path)
    message = str(refused.value)
    for words in first.removeprefix("# error: ").split(" | "):
        assert words in message
    expected_file = {"user": str(file), "sources": f"sources/{file.name}", "offers": "zz_broken/rules.toml"}.get(
        file.parent.name, f"zz_broken/{file.parent.name}.toml"
    )
    assert refused.value.file == expected_file
    assert message.startswith(f"{expected_file}: {refused.value.key}: ")
    assert refused.value.hint
    assert refused.value.exit_status == 2
