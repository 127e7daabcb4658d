"""Felts, measured: spots apart from one another and from the pays, words inside their spots, pays from the tables."""

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
from croupier.handbook.rules.felt import DEPTH, RAIL, WIDTH, radius, render_felt, render_felt_pdf, spots

GAMES = [name for name in catalogue.book().games if name != "perfect-pairs"]
APPENDIX_E = "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)"


def _elements(svg: str, tag: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(svg).iter() if each.tag.endswith(f"}}{tag}")]


def _words(svg: str) -> list[str]:
    return [each.text or "" for each in _elements(svg, "text")]


@pytest.mark.parametrize("game", [*GAMES, APPENDIX_E])
def test_nothing_stands_on_anything(game: str) -> None:
    configuration = catalogue.configuration(game)
    table = catalogue.load(configuration if "(" in game else with_every_wager(configuration))
    svg = render_felt(table)
    half = radius(len(spots(table)))
    circles = [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in _elements(svg, "circle")]
    assert len(circles) == len(spots(table)) * table.configuration.edition.seats[1]
    for one, other in combinations(circles, 2):
        assert math.dist(one, other) >= 2 * half
    inner = WIDTH / 2 - RAIL, DEPTH - RAIL
    for x, y in circles:
        assert y > half
        assert ((x - WIDTH / 2) / (inner[0] - half)) ** 2 + (y / (inner[1] - half)) ** 2 <= 1.001
    for each in _elements(svg, "text"):
        x, y, size = (float(each.attrib[name]) for name in ("x", "y", "font-size"))
        wide = text_width(each.text or "", size)
        near = min(circles, key=lambda spot: math.dist(spot, (x, y)))
        if math.dist(near, (x, y)) < half:
            assert wide <= 2 * half, each.text
        else:
            assert all(
                abs(y - size / 3 - spot[1]) > half + size / 2 or abs(x - spot[0]) > half + wide / 2 for spot in circles
            ), each.text


def test_keep_it_straight_follows_the_words_of_its_appendix() -> None:
    words = _words(render_felt(catalogue.load(APPENDIX_E)))
    assert {"ANTE", "RAISE", "STRAIGHT", "All pays are “to 1”"} <= set(words)
    assert any("2x–4x" in each for each in words)
    pays = {re.sub(r"\D+", " ", each).strip() for each in words if "Straight" in each}
    assert {"7 50", "6 25", "5 6", "4 2", "7 8000", "6 1000", "5 100", "4 60", "3 7"} <= pays


def test_it_is_drawn_to_scale(tmp_path: Path) -> None:
    svg = render_felt(catalogue.load("three-card-prime"))
    assert f'width="{WIDTH:g}mm" height="{DEPTH:g}mm"' in svg
    content = render_felt_pdf(catalogue.load("three-card-prime"))
    found = re.search(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", content)
    assert found
    assert float(found[1]) * 25.4 / 72 == pytest.approx(WIDTH, abs=0.5)
    for ending in ("svg", "pdf"):
        assert run(["layout", "Three Card Prime", "-o", str(tmp_path / f"felt.{ending}")]) == 0
    assert run(["layout", "perfect-pairs", "-o", str(tmp_path / "felt.svg")]) == 2
    assert run(["layout", "three-card-prime", "-o", str(tmp_path / "felt.png")]) == 2
