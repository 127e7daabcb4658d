"""Only what can happen at a table is posted there, and only readings that bear on its tables are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import catalogue
from croupier.handbook.rules.pages import configured_page
from croupier.handbook.rules.placard import placard_words
from croupier.questions.sheet.building import readings_for
from croupier.questions.sheet.wording import Limits
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.loading import add_user_tables
from croupier.rulebook.paytables import Paytable

EXAMPLES = Path(__file__).parents[2] / "docs/reference/paytables"
TWO_SENSORS = (
    "keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-01, "
    "straight_flush_progressive_2=PT-BJS-HCF-SF-E02{})"
)
SHARE, FULL = "Several winners of a whole jackpot", "Each winner of a whole jackpot"


def of_several(configuration: Configuration) -> list[str]:
    return [words for words in placard_words(configuration, Limits()) if SHARE in words or FULL in words]


@pytest.mark.parametrize(
    ("spec", "can_be"),
    [
        ("blackjack(decks=4, perfect_pairs=PT-PRG-PP-01)", False),
        ("blackjack(decks=5, perfect_pairs=PT-PRG-PP-01)", True),
        ("blackjack(decks=2, perfect_pairs=PT-PRG-PP-14)", False),
        ("three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)", False),
        ("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-03a)", True),
        ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)", True),
    ],
)
def test_a_rule_for_several_winners_is_posted_where_two_seats_can_win(spec: str, can_be: bool) -> None:
    configuration = catalogue.configuration(spec)
    assert bool(of_several(configuration)) is can_be
    shown = str(configured_page(configuration))
    assert ("simultaneous = " in shown) is can_be
    readings = {each.key for each in readings_for(configuration, set(configuration.tables))}
    assert ("simultaneous" in readings) is can_be


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ("", {"limit"}),
        (", aggregate_limit=500", {"limit", "scope"}),
        (", edition=washington", {"limit"}),
        (", edition=washington, aggregate_limit=9000, aggregate_approval=W-7", {"limit", "scope", "approval"}),
    ],
)
def test_what_belongs_to_a_posted_maximum_is_shown_where_one_is_posted(settings: str, shown: set[str]) -> None:
    page = str(configured_page(catalogue.configuration(f"keep-it-straight(straight_flush=PT-FLT-HCF-SF-01{settings})")))
    assert {each for each in ("limit", "scope", "approval") if f"aggregate_{each} = " in page} == shown


def test_two_sensors_post_the_rule_that_each_of_them_has() -> None:
    (both,) = of_several(catalogue.configuration(TWO_SENSORS.format("")))
    assert both.startswith(SHARE)
    first, second = of_several(catalogue.configuration(TWO_SENSORS.format(", simultaneous_2=full")))
    assert first.startswith(f"Straight Flush Progressive: {SHARE}")
    assert second.startswith(f"Second Straight Flush Progressive: {FULL}")


def test_readings_of_every_pair_are_on_the_sheet_of_every_pairs_table() -> None:
    """P22 says what a pair is and P28 how a hand is graded whose row is missing, in all four appendices.

    A blackjack table with the side wager lists what the wager alone lists, and those of its base game.
    """
    rules = catalogue.book().game("perfect-pairs")
    for reading in (each for each in rules.interpretations if each.id in ("P22", "P28")):
        cited = {cite.section.split(" n.")[0] for cite in reading.cites if cite.document == "PPP"}
        assert cited == {"Appendix A", "Appendix B", "Appendix C", "Appendix D"}
    for code in rules.wager("perfect_pairs").tables_in(rules.editions[0].id):
        table = catalogue.book().table(code)
        assert isinstance(table, Paytable)
        alone, beside = (
            {each.id for each in readings_for(catalogue.configuration(f"{game}({settings})"), {"bet", "perfect_pairs"})}
            for settings in (f"decks={table.decks[0]}, perfect_pairs={code}",)
            for game in ("perfect-pairs", "blackjack")
        )
        assert {"P22", "P28"} <= alone, code
        assert beside == alone | {"S2"}, code
    plain = {each.id for each in readings_for(catalogue.configuration("blackjack(hole_card=none)"), {"bet"})}
    assert plain == {"P25", "S2", "S3"}


@pytest.mark.parametrize(
    ("file", "spec", "bear", "others"),
    [
        ("perfect-pairs", "perfect_pairs=OUR-PAIRS", {"P14", "P15", "P16", "P17", "S1"}, {"P18", "P19", "P20"}),
        ("perfect-pairs", "perfect_pairs=OUR-FACES", {"P22", "P28"}, {"P14", "P15", "P16", "P17", "P19", "S1"}),
        ("keep-it-straight", "straight_flush_progressive=OUR-SF-JACKPOT", {"K5", "K18", "K19", "K29"}, {"K3", "K4"}),
    ],
)
def test_readings_of_printed_tables_are_not_listed_for_an_operators_own(
    file: str, spec: str, bear: set[str], others: set[str]
) -> None:
    printed = {"P5", "P6", "P7", "P9", "P10", "P11", "P13", "P21", "K27"}
    book = add_user_tables(catalogue.book(), EXAMPLES / f"{file}.toml")
    configuration = configure(book, f"{file}({spec})")
    listed = {each.id for each in readings_for(configuration, set(configuration.tables))}
    assert bear <= listed
    assert not listed & (printed | others)


def test_readings_name_only_tables_of_the_book() -> None:
    for game in catalogue.book().games.values():
        for reading in game.interpretations:
            for code in reading.tables:
                table = catalogue.book().table(code)
                assert isinstance(table, Paytable)
                assert code in table.codes
