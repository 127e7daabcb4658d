"""Felts, measured: spots apart from one another and from the pays, words inside their spots and toward their seats."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.cli.play import with_every_wager
from croupier.drawing import text_width
from croupier.handbook.rules.felt import (
    DEPTH,
    MIDDLE,
    RAIL,
    UNIT_MM,
    WIDTH,
    _printers_sheet,
    draw_felt,
    felt_words,
    place,
    render_felt,
    render_felt_pdf,
    seats_on_felt,
    spots,
)
from croupier.play.game import Game
from croupier.questions.sheet.wording import posted_tables

GAMES = [name for name, rules in catalogue.book().games.items() if any(wager.kind == "base" for wager in rules.wagers)]
APPENDIX_E = "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)"
FIVE = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-08a, base_wager=5.00)"
DYNAMIC = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01a, base_wager=5.00)"
ENVY = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-MLP-04)"
TWO_JACKPOTS = (
    "keep-it-straight(edition=washington, jackpot={}, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-E01, straight_flush_progressive_2=PT-BJS-HCF-SF-01)"
)


def loaded(name: str) -> Game:
    configuration = catalogue.configuration(name)
    return catalogue.load(configuration if "(" in name else with_every_wager(configuration))


@pytest.mark.parametrize("name", [*GAMES, APPENDIX_E, FIVE, DYNAMIC, ENVY])
def test_nothing_stands_on_anything(name: str) -> None:
    game = loaded(name)
    seats = seats_on_felt(game)
    circles = [(*place(seat, seats, spot)[:2], spot.radius) for seat in range(1, seats + 1) for spot in spots(game)]
    for (x, y, half), (other_x, other_y, other_half) in combinations(circles, 2):
        assert math.dist((x, y), (other_x, other_y)) >= half + other_half
    for x, y, half in circles:
        assert y > half
        assert math.hypot(x, y - MIDDLE) + half < RAIL
    svg = ElementTree.fromstring(draw_felt(game))
    straight = [text for text in svg.iter() if text.tag.endswith("}text") and "x" in text.attrib]
    for text in straight:
        x, y, size = (float(text.attrib[key]) for key in ("x", "y", "font-size"))
        wide = text_width(text.text or "", size)
        if "transform" in text.attrib:
            continue
        left = {"start": 0.0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
        for spot_x, spot_y, half in circles:
            near = min(max(spot_x, x - left), x - left + wide), min(max(spot_y, y - size * 0.75), y)
            assert math.dist(near, (spot_x, spot_y)) >= half, text.text


@pytest.mark.parametrize("name", GAMES)
def test_words_face_their_seat_and_stay_in_their_spot(name: str) -> None:
    game = loaded(name)
    seats = seats_on_felt(game)
    svg = draw_felt(game)
    for spot in spots(game):
        for seat in range(1, seats + 1):
            x, y, turn = place(seat, seats, spot)
            # The player sits outward of the spot: the words' own down is the way from the center to the spot.
            down = math.sin(math.radians(turn)) * -1, math.cos(math.radians(turn))
            out = x / math.hypot(x, y - MIDDLE), (y - MIDDLE) / math.hypot(x, y - MIDDLE)
            assert math.dist(down, out) < 0.01
            assert f"rotate({turn:.2f} {x:.2f} {y:.2f})" in svg
            for line in spot.lines:
                turned = rf"rotate\({turn:.2f} {x:.2f} {y:.2f}\)"
                sizes = re.findall(rf'font-size="([\d.]+)"[^>]*{turned}">{re.escape(line)}<', svg)
                assert sizes
                assert text_width(line, float(sizes[0])) <= 2 * spot.radius


@pytest.mark.parametrize("name", [*GAMES, APPENDIX_E, FIVE, DYNAMIC, ENVY])
def test_every_row_of_the_placard_is_on_the_felt(name: str) -> None:
    game = loaded(name)
    words = " ".join(felt_words(game))
    for table in posted_tables(game.configuration):
        assert table.wager.title.upper() in words
        for row in table.rows:
            assert table.figure(row) in felt_words(game)
            for part in (*row.drawn, row.envy):
                assert part in words, (row, part)
        assert not table.is_sample or "SAMPLE" in felt_words(game)


def test_the_examples_have_felts_with_all_their_wagers() -> None:
    """Games from folders outside the package: several base wagers, several raises, places of their own."""
    folders = sorted(rules.parent for rules in (Path(__file__).parents[2] / "examples").glob("*/rules.toml"))
    with catalogue.games_from(folders):
        names = [
            name for name, rules in catalogue.book().games.items() if rules.folder in {path.name for path in folders}
        ]
        assert len(names) == len(folders)
        for name in names:
            game = loaded(name)
            words = felt_words(game)
            for wager in game.rules.wagers:
                if wager.lies == "spot" and (wager.kind in ("base", "follow") or wager.id in game.configuration.tables):
                    assert set(wager.title.upper().split()) <= set(" ".join(words).split()), (name, wager.id)


def test_keep_it_straight_follows_its_appendix() -> None:
    """KIS-W Appendix E: the Ante, the Raise with its range, both tables with their figures, and what they are to."""
    words = felt_words(catalogue.load(APPENDIX_E))
    assert {"ANTE", "RAISE", "STRAIGHT", "STRAIGHT FLUSH", "All pays are “to 1”"} <= set(words)
    assert "2x–4x the" in words
    start = words.index("STRAIGHT FLUSH")
    assert words[start + 1 : start + 11 : 2] == [f"{cards}-Card Straight Flush" for cards in (7, 6, 5, 4, 3)]
    assert words[start + 2 : start + 12 : 2] == ["8,000", "1,000", "100", "60", "7"]
    start = words.index("7-Card Straight")
    assert words[start + 1 : start + 9 : 2] == ["50", "25", "6", "2"]


def test_a_felt_of_five_dollars_pays_five_times_as_much() -> None:
    words = felt_words(catalogue.load(FIVE))
    assert {"$1,250", "$250", "$15", "$5", "pays are for a wager of $5"} <= set(words)


def test_blackjack_has_an_insurance_line_and_no_spots_for_doubles() -> None:
    words = felt_words(catalogue.load("blackjack(blackjack_pays=6:5, soft17=hits)"))
    assert words.count("INSURANCE PAYS 2 TO 1") == 3
    assert "BLACKJACK PAYS 6 TO 5" in words
    assert "Dealer hits soft 17" in words
    assert not {"DOUBLE", "SPLIT"} & set(words)


@pytest.mark.parametrize(
    ("name", "inches"),
    [
        ("three-card-prime", 0.58),
        ("keep-it-straight", 0.58),
        ("high-card-flush", 0.58),
        (TWO_JACKPOTS.format("progressive"), 0.5),
        (ENVY, 0.48),
        (DYNAMIC, 0.44),
        ("ricochet-poker", 0.4),
    ],
)
def test_rows_are_as_large_as_the_cloth_has_room_for(name: str, inches: float) -> None:
    """The drawn standard is 0.58 in; drawn pays in one line each, and seven tables beside a pot, stay below it."""
    game = loaded(name)
    svg = draw_felt(game)
    sizes = set()
    for table in posted_tables(game.configuration):
        pay = re.escape(table.figure(table.rows[-1]))
        sizes |= {float(size) for size in re.findall(rf'font-size="([\d.]+)"[^>]*text-anchor="end"[^>]*>{pay}<', svg)}
    assert len(sizes) == 1, "all rows have one size"
    assert sizes.pop() >= 10 * inches


@pytest.mark.parametrize(("name", "is_told"), [("blackjack", False), ("three-card-prime", True)])
def test_the_printer_is_told_the_size_of_pays_where_there_are_any(name: str, is_told: bool) -> None:
    assert ("one size for all rows" in _printers_sheet(catalogue.load(name))) is is_told


def test_what_pays_are_to_is_said_once_beside_jackpots() -> None:
    words = felt_words(loaded("three-card-prime"))
    assert words.count("Pays without $ or % are “to 1”") == 1
    assert "pays are to 1" not in words
    assert words.count("pays are for a wager of $1") == 1


def test_ricochet_has_its_pot_its_limits_and_its_order() -> None:
    words = felt_words(catalogue.load("ricochet-poker"))
    assert "POT" in words
    assert {"KICKOUT HAND", "from", "players", "a pair of kings", "1 player", "SAMPLE"} <= set(words)
    assert any("lowest two-card hand" in line for line in words)


def test_it_is_drawn_to_scale(tmp_path: Path) -> None:
    content = render_felt_pdf(catalogue.load("three-card-prime"))
    sizes = re.findall(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", content)
    assert [float(size) * 25.4 / 72 for size in sizes[0]] == pytest.approx([WIDTH * UNIT_MM, DEPTH * UNIT_MM], abs=0.5)
    assert len(sizes) == 2, "the second sheet is the printer's"
    assert "12 in = 30.48 cm; measure before you cut" in render_felt(catalogue.load("three-card-prime"))
    for ending in ("svg", "pdf"):
        assert run(["layout", "Three Card Prime", "-o", str(tmp_path / f"felt.{ending}")]) == 0
    assert run(["layout", "perfect-pairs", "-o", str(tmp_path / "felt.svg")]) == 2
    assert run(["layout", "three-card-prime", "-o", str(tmp_path / "felt.png")]) == 2


@pytest.mark.parametrize("kind", ["progressive", "house"])
def test_each_spot_has_the_name_that_the_document_gives_its_wager(kind: str) -> None:
    """A bonus wager and the jackpots of its name are told apart on their spots."""
    game = catalogue.load(TWO_JACKPOTS.format(kind))
    named = {" ".join((*spot.lines, *spot.notes)).upper().removesuffix(" $1"): spot.wager for spot in spots(game)}
    assert len(named) == 6
    for name, wager in named.items():
        if wager.kind in ("bonus", "jackpot"):
            assert name == game.rules.wager(wager.id).title.upper()


@pytest.mark.parametrize("table", ["PT-BJS-HCF-SF-04", "PT-BJS-HCF-SF-E03"])
def test_ricochet_with_every_wager_has_a_layout(table: str) -> None:
    sides = "rapid_fire=SAMPLE-RIC-RF-01, hedge_bet=SAMPLE-RIC-HB-01, pocket_bonus=SAMPLE-RIC-PB-01"
    spec = f"ricochet-poker({sides}, mini_royal_progressive=SAMPLE-TCP-MRP-01, straight_flush_progressive={table})"
    words = felt_words(catalogue.load(spec))
    assert {"RAPID FIRE", "HEDGE BET", "POCKET BONUS", "MINI-ROYAL PROGRESSIVE", "KICKOUT HAND", "POT"} <= set(words)
