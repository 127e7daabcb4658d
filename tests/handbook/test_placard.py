"""Table placards: odds, limits and notices, as a drawing that asks for nothing."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.errors import BadInput
from croupier.handbook.rules.placard import Limits, render_placard, render_placard_pdf

PAIR = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01)"


def _words(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("text")]


def test_a_placard_shows_what_every_wager_pays() -> None:
    configuration = catalogue.configuration(PAIR)
    words = _words(render_placard(configuration, Limits(1000, 20_000)))
    for row in configuration.tables["pair_bonus"].rows:
        assert row.label in words
    assert {"40 to 1", "30 to 1", "$10 to $200", "$1 to $100"} <= set(words)
    assert any("SAMPLE – not the maker's table" in each for each in words)


def test_a_house_jackpot_carries_its_notice() -> None:
    spec = "keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-01{})"
    house = " ".join(_words(render_placard(catalogue.configuration(spec.format(", jackpot=house")), Limits())))
    plain = " ".join(_words(render_placard(catalogue.configuration(spec.format("")), Limits())))
    assert "House Jackpot prizes are paid by the casino" in house
    assert "House Jackpot prizes are paid by the casino" not in plain


@pytest.mark.parametrize("game", list(catalogue.book().games))
def test_every_game_has_a_placard(game: str) -> None:
    configuration = catalogue.configuration(game)
    assert catalogue.book().games[game].title in _words(render_placard(configuration, Limits()))


def test_the_pdf_is_the_same_to_the_byte() -> None:
    configuration = catalogue.configuration(PAIR)
    first = render_placard_pdf(configuration, Limits())
    assert first.startswith(b"%PDF")
    assert first == render_placard_pdf(configuration, Limits())


def test_limits_must_be_limits() -> None:
    with pytest.raises(BadInput, match=r"limits from 5\.00 to 1\.00"):
        Limits(500, 100)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["placard", PAIR, "-o", str(tmp_path / "placard.svg")]) == 0
    assert (tmp_path / "placard.svg").read_text().startswith("<svg")
    assert run(["placard", PAIR, "-o", str(tmp_path / "placard.png")]) == 2
    assert run(["placard", PAIR, "--minimum", "0", "-o", str(tmp_path / "placard.svg")]) == 2
    assert "limits from 0.00" in capsys.readouterr().err
