"""Only what can happen at a table is posted there, and only readings that bear on its tables are listed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from croupier import Edge, ask, catalogue
from croupier.errors import CroupierError
from croupier.handbook.page.blocks import Group, Words
from croupier.handbook.rules.document import shown_document
from croupier.handbook.rules.pages import game_page
from croupier.handbook.rules.placard import placard_words
from croupier.questions.sheet.building import readings_for
from croupier.questions.sheet.wording import Limits
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.interpretations import Interpretation
from croupier.rulebook.loading import add_user_tables
from croupier.rulebook.rules import Paytable
from croupier.units import NoPay
from tests.laws.test_posted import SPECS

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
    shown = str(shown_document(configuration))
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
    page = str(shown_document(catalogue.configuration(f"keep-it-straight(straight_flush=PT-FLT-HCF-SF-01{settings})")))
    assert {each for each in ("limit", "scope", "approval") if f"aggregate_{each} = " in page} == shown


def test_two_sensors_post_the_rule_that_each_of_them_has() -> None:
    (both,) = of_several(catalogue.configuration(TWO_SENSORS.format("")))
    assert both.startswith(SHARE)
    first, second = of_several(catalogue.configuration(TWO_SENSORS.format(", simultaneous_2=full")))
    assert first.startswith(f"Straight Flush Progressive: {SHARE}")
    assert second.startswith(f"Second Straight Flush Progressive: {FULL}")


def test_readings_of_every_pair_are_on_the_sheet_of_every_pairs_table() -> None:
    """P22 says what a pair is, in all four appendices, and P28 how a hand is graded beside whose row is a dash.

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
        assert "P22" in alone, code
        assert ("P28" in alone) is any(isinstance(row.pay, NoPay) for row in table.rows), code
        assert beside == alone | {"S2"}, code
    plain = {each.id for each in readings_for(catalogue.configuration("blackjack(hole_card=none)"), {"bet"})}
    assert plain == {"S2", "S3"}


@pytest.mark.parametrize(
    ("file", "spec", "bear", "others"),
    [
        ("perfect-pairs", "perfect_pairs=OUR-PAIRS", {"P14", "P15", "P16", "P17", "S1"}, {"P18", "P19", "P20"}),
        ("perfect-pairs", "perfect_pairs=OUR-FACES", {"P22"}, {"P28", "P14", "P15", "P16", "P17", "P19", "S1"}),
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


def listed(configuration: Configuration) -> tuple[Interpretation, ...]:
    """The readings of a table with all its wagers."""
    base = {wager.id for wager in configuration.rules.wagers if wager.kind in ("base", "follow")}
    return readings_for(configuration, base | set(configuration.tables))


def switched() -> list[tuple[str, str, str]]:
    """Game, reading and setting: every value of a choice that a reading names as its key, but the usual one."""
    return [
        (game.name, reading.id, f"{key.id}={value}")
        for game in catalogue.book().games.values()
        for reading in game.interpretations
        for key in game.keys
        if key.id == reading.key and any(wager.kind == "base" for wager in game.wagers)
        for value in key.values
        if value != key.default and {edition.id for edition in game.editions} - {no.edition for no in key.refused}
    ]


NEEDED = {
    "scale_seed=no": "base_wager=5.00",
    "house_percentage=deducted": "jackpot=house",
    "original_bets_only=yes": "hole_card=none",
}
IN_TURN = "K22"
"""Players are paid in turn whatever several winners of a whole meter receive: one answer under every value."""


@pytest.mark.parametrize(("game", "reading", "setting"), switched())
def test_the_answer_of_a_reading_that_the_house_has_switched_is_the_one_in_force(
    game: str, reading: str, setting: str
) -> None:
    """On every table of the catalogue where it bears, and never the usual one."""
    usual = next(each for each in catalogue.book().game(game).interpretations if each.id == reading).answer
    answers = set()
    for spec in (game, *(spec for spec in SPECS if spec.startswith(f"{game}("))):
        settings = ", ".join(filter(None, (NEEDED.get(setting), setting)))
        try:
            configuration = catalogue.configuration(
                spec.replace(")", f", {settings})") if "(" in spec else f"{spec}({settings})"
            )
        except CroupierError:
            continue
        answers |= {each.answer for each in listed(configuration) if each.id == reading}
    assert answers
    assert (usual in answers) is (reading == IN_TURN)
    assert not [answer for answer in answers if "{" in answer or "a house may" in answer.lower()]


def test_the_page_of_readings_has_both_arguments_and_what_each_does() -> None:
    """Of every reading that a house may switch."""
    for game in catalogue.book().games.values():
        switches = {key.id for key in game.keys if len(key.values) != 1}
        groups = [block for section in game_page(catalogue.book(), game).sections for block in section.blocks]
        lines = [words for group in groups if isinstance(group, Group) for words in group.blocks]
        told = {words.text for words in lines if isinstance(words, Words)}
        for reading in game.interpretations:
            if reading.key in switches:
                assert reading.other, reading.id
                assert reading.effect, reading.id
                assert {f"Otherwise: {reading.other}", f"What it changes: {reading.effect}"} <= told, reading.id


@pytest.mark.parametrize(
    ("reading", "spec", "edges"),
    [
        ("P4", "decks=2, perfect_pairs=PT-PRG-PP-15, colored_ace={}", {"any-position": "0.30", "player-pair": "29.00"}),
        (
            "P8",
            "decks=6, perfect_pairs=PT-PRG-PP-13, pp13_colored_pair={}",
            {"loses": "34.6501", "pays-as-mixed": "25.0038"},
        ),
        ("P18", "decks=6, perfect_pairs=PT-PRG-PP-D01a, dynamic_draw={}", {"uniform": "25.9547", "4-2-1": "34.6013"}),
    ],
)
def test_the_edges_of_both_readings_are_those_that_are_told(reading: str, spec: str, edges: dict[str, str]) -> None:
    effect = next(each for each in catalogue.book().game("perfect-pairs").interpretations if each.id == reading).effect
    for value, edge in edges.items():
        answer = ask(Edge(game=f"perfect-pairs({spec.format(value)})", meter=("10000",))).record
        assert answer.house_edge
        exact = Fraction(str(answer.house_edge.fraction))
        assert f"{float(100 * exact):.{len(edge.partition('.')[2])}f}" == edge
        assert f"{edge} %" in effect


@pytest.mark.parametrize(
    ("spec", "reading", "said"),
    [
        ("blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01a, dynamic_draw=3-2-1)", "P18", "1 with 3 in 6"),
        ("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, aggregate_limit=500)", "T11", "together at most $500 on the"),
        (
            "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, aggregate_limit=500, aggregate_scope=per-hand)",
            "T11",
            "the maximum of $500 on the Pair Bonus is for each hand",
        ),
        (TWO_SENSORS.format(", simultaneous_2=full"), "K21", "Second Straight Flush Progressive: Each is paid"),
        ("keep-it-straight(edition=washington, dealing=dice-clockwise, dice=2)", "K16", "the total of the 2 dice"),
    ],
)
def test_an_answer_in_force_has_the_figures_of_the_table(spec: str, reading: str, said: str) -> None:
    configuration = catalogue.configuration(spec)
    assert said in next(each.answer for each in listed(configuration) if each.id == reading)


@pytest.mark.parametrize(
    ("spec", "reading", "is_listed"),
    [
        ("blackjack", "P25", False),
        ("blackjack(decks=6, perfect_pairs=PT-PRG-PP-03)", "P25", True),
        ("three-card-prime", "T8", False),
        ("three-card-prime(prime=SAMPLE-TCP-PRIME-01)", "T8", True),
        ("keep-it-straight(edition=washington)", "K16", False),
        ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)", "K17", False),
        ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-02)", "K17", True),
        ("keep-it-straight", "K6", False),
        ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-03a)", "K22", False),
        ("keep-it-straight(straight_flush=PT-FLT-HCF-SF-01, aggregate_limit=500)", "K28", True),
        (TWO_SENSORS.format(""), "K20", True),
        ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)", "K3", False),
        ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-04)", "K3", True),
        ("high-card-flush(straight_flush_progressive=PT-BJS-HCF-SF-03a)", "K4", False),
        ("high-card-flush(straight_flush_progressive=PT-BJS-HCF-SF-05)", "K4", True),
        (
            "keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-01)",
            "K25",
            False,
        ),
        (TWO_SENSORS.format(""), "K25", True),
        ("blackjack(decks=2, perfect_pairs=PT-PRG-PP-14)", "P5", True),
        ("blackjack(decks=2, perfect_pairs=PT-PRG-PP-14, ranks=A)", "P5", True),
        ("blackjack(decks=2, perfect_pairs=PT-PRG-PP-14, ranks=K)", "P5", False),
        ("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-01)", "R21", True),
        ("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-01)", "R25", False),
    ],
)
def test_a_reading_is_listed_where_its_question_can_arise(spec: str, reading: str, is_listed: bool) -> None:
    configuration = catalogue.configuration(spec)
    assert (reading in {each.id for each in listed(configuration)}) is is_listed


def test_readings_name_only_tables_of_the_book() -> None:
    for game in catalogue.book().games.values():
        for reading in game.interpretations:
            for code in reading.tables:
                table = catalogue.book().table(code)
                assert isinstance(table, Paytable)
                assert code in table.codes
