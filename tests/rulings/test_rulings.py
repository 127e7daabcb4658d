"""Every ruling beside a game, played: the amounts were worked out by hand from the documents."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from croupier import catalogue
from croupier.errors import CroupierError
from croupier.play.reports import settlement_record
from croupier.play.roundfile import settle_file
from tests.rulings.rulings import GAMES, BadRuling, Ruling, read_rulings

FILES = sorted(GAMES.glob("*/rulings.md"))
RULINGS = [ruling for path in FILES for ruling in read_rulings(path)]


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_ruling(ruling: Ruling) -> None:
    owed = ruling.owed
    if owed.refused is not None:
        with pytest.raises(CroupierError) as refused:
            settle_file(ruling.document, catalogue.load)
        assert refused.value.exit_status == 2
        assert owed.refused.casefold() in str(refused.value).casefold()
        return
    game, _, settlement = settle_file(ruling.document, catalogue.load)
    record = settlement_record(game, settlement)
    settled = [
        (line["seat"], line["wager"], line["outcome"], line["net"], line["cite"]) for line in record["settlements"]
    ]
    demanded = {(seat, wager): cite for seat, wager, _, _, cite in owed.lines if cite}
    found = [(*line[:4], line[4] if line[:2] in demanded else None) for line in settled]
    assert sorted(found, key=str) == sorted(owed.lines, key=str)
    assert all(line["why"] for line in record["settlements"])
    assert {seat: record["seats"][str(seat)]["net"] for seat in owed.nets} == owed.nets
    if owed.house is not None:
        assert record["house"]["net"] == owed.house
    awards = Counter((award["seat"], award["kind"], award["amount"]) for award in record["awards"])
    listed = Counter(owed.awards)
    assert listed <= awards, f"listed but not awarded: {listed - awards}"
    # A fixed or meter award shows in its wager's line as well; an envy pay shows nowhere else.
    unseen = {award: count for award, count in (awards - listed).items() if "envy" in award[1]}
    assert not unseen, f"awarded but not listed: {unseen}"
    for (wager, level), amount in owed.meters.items():
        assert record["meters"][wager][level] == amount


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


@cache
def known_citations() -> tuple[frozenset[str], frozenset[str]]:
    book = catalogue.book()
    readings = {reading.id for game in book.games.values() for reading in game.interpretations}
    return frozenset(book.sources), frozenset(readings)


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_a_ruling_says_where_it_comes_from(ruling: Ruling) -> None:
    documents, readings = known_citations()
    brackets = re.findall(r"\[([^]]+)\]", " ".join(ruling.situation.split()))
    cites = [cite.strip() for group in brackets for cite in re.split("[,;]", group)]
    assert cites, "no citation or reading in brackets"
    for cite in cites:
        assert cite in readings or cite.split(" ")[0] in documents, f"[{cite}] is neither a reading nor a document"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no blocks at all", "expected one block"),
        ("```round\ngame: x\n```\n", "expected one block"),
        ("```round\ngame x\n```\n```owed\nhouse: 0.00\n```\n", "no colon"),
        ("```round\nplayer 1: x\n```\n```owed\nhouse: 0.00\n```\n", "no line of a round"),
        ("```round\ngame: x\n```\n```owed\nhouse: 0.00\n```\n", "nothing is owed"),
        ("```round\ngame: x\n```\n```owed\nseat 1 ante: wins 1.00\n```\n", "no line of what is owed"),
        ("```round\ngame: x\n```\n```owed\nrefused: x\nhouse: 0.00\n```\n", "owes nothing"),
    ],
)
def test_a_ruling_that_cannot_be_read_is_an_error(text: str, words: str, tmp_path_factory: object) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    path = tmp_path_factory.mktemp("game") / "rulings.md"
    path.write_text(f"# Rulings\n\n## One\n\n{text}")
    with pytest.raises(BadRuling, match=words):
        read_rulings(path)
