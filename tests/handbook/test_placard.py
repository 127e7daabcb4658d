"""Table placards: odds, limits and notices, as a drawing that asks for nothing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.cli.play import with_every_wager
from croupier.errors import BadInput
from croupier.handbook.rules.placard import (
    SIZES,
    Size,
    placard_pages,
    placard_words,
    render_placard_pdf,
)
from croupier.questions.sheet.wording import Limits
from croupier.rulebook.configuration import Configuration
from tests.handbook.every_sheet import every_sheet
from tests.handbook.outlines import POINT_MM, Run, page_size, runs

PAIR = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01)"


def _words(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("text")]


def test_a_placard_shows_what_every_wager_pays() -> None:
    configuration = catalogue.configuration(PAIR)
    words = _words(placard_pages(configuration, Limits(1000, 20_000))[0])
    for row in configuration.tables["pair_bonus"].rows:
        assert row.label in words
    assert {"40 to 1", "30 to 1", "$10 to $200", "$1 to $100"} <= set(words)
    assert "Sample tables, not the maker's: Prime. Not for use on a live table." in words


def test_a_single_limit_stands_on_one_line() -> None:
    (page,) = placard_pages(catalogue.configuration("keep-it-straight"), Limits(), "half-letter")
    _kicker, _title, wager, limit = sorted(runs(page), key=lambda run: run.top)[:4]
    assert max(wager.top, limit.top) < min(wager.bottom, limit.bottom)


def test_a_house_jackpot_carries_its_notice() -> None:
    spec = "keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-01{})"
    house = " ".join(_words(placard_pages(catalogue.configuration(spec.format(", jackpot=house")), Limits())[0]))
    plain = " ".join(_words(placard_pages(catalogue.configuration(spec.format("")), Limits())[0]))
    assert "House Jackpot prizes are paid by the casino" in house
    assert "House Jackpot prizes are paid by the casino" not in plain


WASHINGTON = (
    "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, {}straight_flush_progressive=PT-BJS-HCF-SF-01)"
)
PAIRS = "blackjack(perfect_pairs={}, decks=6, base_wager=5.00)"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (WASHINGTON.format(""), "The odds of the Straight are to 1"),
        (
            WASHINGTON.format("straight_flush=PT-FLT-HCF-SF-01,"),
            "The odds of the Straight and the Straight Flush are to 1",
        ),
        (WASHINGTON.format(""), "Dollar pays are for the fixed wager of $1."),
        (WASHINGTON.format(""), "The progressive's pays are for 1"),
        (WASHINGTON.format("jackpot=house,"), "The House Jackpot's pays are for 1"),
        (PAIRS.format("PT-PRG-PP-MLP-04"), "Dollar pays and envy pays are for the fixed wager of $5."),
    ],
)
def test_only_wagers_and_pays_on_offer_are_named(spec: str, words: str) -> None:
    posted = placard_words(catalogue.configuration(spec), Limits())
    assert any(each.startswith(words) for each in posted)
    if "house" in spec:
        assert not any("progressive" in each and "prize contest" not in each for each in posted[:-1])


@pytest.mark.parametrize(
    ("tables", "is_told"),
    [
        ("straight=PT-FLT-KIS-SB-01", False),
        ("straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01", True),
        ("straight_flush_progressive=PT-BJS-HCF-SF-01", True),
    ],
)
def test_two_straight_flushes_are_told_where_a_wager_is_on_them(tables: str, is_told: bool) -> None:
    posted = " ".join(placard_words(catalogue.configuration(f"keep-it-straight({tables})"), Limits()))
    assert "pays once, for the best event on its table" in posted
    assert ("two straight flushes" in posted) is is_told


@pytest.mark.parametrize("game", list(catalogue.book().games))
def test_every_game_has_a_placard(game: str) -> None:
    configuration = catalogue.configuration(game)
    if not any(wager.kind == "base" for wager in configuration.rules.wagers):
        with pytest.raises(BadInput, match="needs a table of"):
            placard_pages(configuration, Limits())[0]
        configuration = with_every_wager(configuration)
    assert catalogue.book().games[game].title in _words(placard_pages(configuration, Limits())[0])


RICOCHET = (
    "ricochet-poker(tables=sample, rapid_fire=SAMPLE-RIC-RF-01, hedge_bet=SAMPLE-RIC-HB-01, "
    "pocket_bonus=SAMPLE-RIC-PB-01, mini_royal_progressive=SAMPLE-TCP-MRP-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-E02{})"
)
LONGEST = (
    ", base_wager=25.00, beaten_by_waiting_pair=still-knocks-out, last_player_after_kickout=must-choose, "
    "simultaneous=sequential, envy_per=round"
)


@pytest.mark.parametrize("choices", ["", LONGEST])
def test_a_crowded_sheet_stays_clear_of_the_line_above_its_foot(choices: str) -> None:
    (page,) = placard_pages(catalogue.configuration(RICOCHET.format(choices)), Limits())
    width, height = page_size(page)
    # So low, the foot alone reaches to the margin at the left.
    foot = min(run.top for run in runs(page) if run.top > 0.93 * height and run.left < 0.04 * width)
    # The line stands half a letter of 14 points above the foot.
    assert foot - max(run.bottom for run in runs(page) if run.bottom < foot) > 7


def test_what_a_sheet_has_left_stands_between_its_rules() -> None:
    """Type grows in steps, and once left a tenth of the sheet white below rules that stood close together."""
    page = placard_pages(catalogue.configuration("three-card-prime"), Limits(), "rack-card")[0]
    _, height = page_size(page)
    lowest = sorted(run.bottom for run in runs(page))
    foot = [bottom for bottom in lowest if bottom > 0.97 * height]
    assert 0 < height - lowest[-len(foot) - 1] < 0.085 * height


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


LEAST = {"tabloid": 14.0, "rack-card": 6.0, "half-letter": 7.0, "letter": 14 * 279.4 / 431.8, "a4": 14 * 297 / 431.8}
"""The smallest type in points: 14 on tabloid, to be read from two meters, and other papers in proportion."""


def measured(configuration: Configuration, size: Size) -> None:
    """One sheet, every letter on it, nothing printed over anything, no type smaller than it may be."""
    is_one = any(wager.one_amount for wager in configuration.rules.wagers)
    limits = Limits(1_000_000 if is_one else 100, 1_000_000, 100, 500_000)
    pages = placard_pages(configuration, limits, size)
    assert len(pages) == (2 if size == "rack-card" else 1)
    width, height = SIZES[size]
    for page in pages:
        assert page_size(page) == pytest.approx((width / POINT_MM, height / POINT_MM), abs=0.1)
        found = [run for run in runs(page) if run.glyphs]
        inside = 3.5 / POINT_MM
        for each in found:
            assert inside < each.left < each.right < width / POINT_MM - inside, each
            assert 0 < each.top < each.bottom < height / POINT_MM - 1.5 / POINT_MM, each
        assert _overprints(found) == []
        # A capital of the face is 0.727 of its size; runs of low letters alone say nothing of theirs.
        tall = [each.highest for each in found if each.glyphs > 12]
        assert min(tall) >= 0.7 * LEAST[size], min(tall)


def _overprints(found: list[Run]) -> list[tuple[Run, Run]]:
    ordered = sorted(found, key=lambda each: each.top)
    return [
        (one, other)
        for place, one in enumerate(ordered)
        for other in ordered[place + 1 :]
        if other.top < one.bottom and one.meets(other)
    ]


def configurations() -> dict[str, str]:
    """Every table of the catalogue once, with the game that offers it."""
    found: dict[str, str] = {}
    for name, spec, wager in every_sheet():
        if wager:
            code = name.split(".")[3]
            letters = catalogue.book().paytable(code).letters
            found.setdefault(code, spec.replace(f"={code}", f"={letters[0]}") if letters else spec)
    return found


@pytest.mark.parametrize("table", configurations())
def test_every_table_fits_the_smallest_placard(table: str) -> None:
    measured(catalogue.configuration(configurations()[table]), "half-letter")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", list(catalogue.book().games))
def test_every_game_with_all_wagers_fits_every_size(game: str, size: Size) -> None:
    measured(with_every_wager(catalogue.configuration(game)), size)


def test_pdf_in_real_sizes() -> None:
    configuration = catalogue.configuration(PAIR)
    for size, dimensions in SIZES.items():
        found = re.search(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", render_placard_pdf(configuration, Limits(), size))
        assert found
        assert [float(each) * POINT_MM for each in found.groups()] == pytest.approx(dimensions, abs=0.1)


def test_a_wager_whose_amount_the_house_sets_is_never_posted_as_a_range() -> None:
    """RIC 1: the Ante amount is set by the operator, and everybody's is equal."""
    ricochet = catalogue.configuration("ricochet-poker")
    assert "$10, fixed" in placard_words(ricochet, Limits())
    assert "$25, fixed" in placard_words(ricochet, Limits(minimum=2500))
    with pytest.raises(BadInput, match="the house sets one amount"):
        placard_words(ricochet, Limits(500, 50_000))
