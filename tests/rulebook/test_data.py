"""All data loads, every table of the documents is there, and the readings that touch tables hold.

The ids are listed here a second time, by hand, so that a table lost from the data is found.
"""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier.cards.cards import Card, parse_cards
from croupier.cards.hands import FAMILIES, Setting, pairs
from croupier.catalogue import book, configuration
from croupier.errors import RulebookError, UnknownName
from croupier.rulebook.book import Book
from croupier.rulebook.loading import load_book
from croupier.rulebook.rules import Paytable
from croupier.units import Fixed, MeterShare

PACKAGE = Path(croupier.__file__).parent


def numbered(prefix: str, numbers: str) -> list[str]:
    return [prefix + number for number in numbers.split()]


STRAIGHT_FLUSH_PROGRESSIVE = numbered("PT-BJS-HCF-SF-", "01 02 03 04 05 06 07 08 09 E01 E02 E03 E04 E05")
PERFECT_PAIRS = numbered(
    "PT-PRG-PP-",
    "14 15 16 01 02 03 04 13 05 06a 06b 07 08 09 10 11 12 MLP-01 MLP-02 MLP-04 D01 D02 D03 D04 D05",
)
OFFERED = {
    ("keep-it-straight", "generic", "straight"): numbered("PT-FLT-KIS-SB-", "01 02 03 04"),
    ("keep-it-straight", "generic", "straight_flush"): numbered("PT-FLT-HCF-SF-", "01 02 03 04 06 07"),
    ("keep-it-straight", "generic", "straight_flush_progressive"): STRAIGHT_FLUSH_PROGRESSIVE,
    ("keep-it-straight", "washington", "straight"): numbered("PT-FLT-STR-", "01 02 03 04"),
    ("keep-it-straight", "washington", "straight_flush"): numbered("PT-FLT-HCF-SF-", "01 02 03 04 06 07 09 10"),
    ("keep-it-straight", "washington", "straight_flush_progressive"): [
        *STRAIGHT_FLUSH_PROGRESSIVE,
        "PT-BJS-HCF-SF-10",
        "PT-BJS-HCF-SF-11",
    ],
    ("keep-it-straight", "washington", "straight_flush_progressive_2"): [
        *STRAIGHT_FLUSH_PROGRESSIVE,
        "PT-BJS-HCF-SF-10",
        "PT-BJS-HCF-SF-11",
    ],
    ("three-card-prime", "nevada", "ante_bonus"): ["PT-FLT-TCP-AB-01"],
    ("three-card-prime", "nevada", "pair_bonus"): numbered("PT-FLT-TCPR-PB-", "02 03 04 05 06"),
    ("three-card-prime", "nevada", "prime"): ["SAMPLE-TCP-PRIME-01"],
    ("three-card-prime", "nevada", "all_six"): ["SAMPLE-TCP-ALL-SIX-01"],
    ("three-card-prime", "nevada", "mini_royal_progressive"): ["SAMPLE-TCP-MRP-01"],
    ("ricochet-poker", "generic", "kickout"): ["SAMPLE-RIC-KICKOUT-01"],
    ("ricochet-poker", "generic", "ante_bonus"): ["SAMPLE-RIC-AB-01"],
    ("ricochet-poker", "generic", "rapid_fire"): ["SAMPLE-RIC-RF-01"],
    ("ricochet-poker", "generic", "hedge_bet"): ["SAMPLE-RIC-HB-01"],
    ("ricochet-poker", "generic", "pocket_bonus"): ["SAMPLE-RIC-PB-01"],
    ("ricochet-poker", "generic", "mini_royal_progressive"): ["SAMPLE-TCP-MRP-01"],
    ("ricochet-poker", "generic", "straight_flush_progressive"): STRAIGHT_FLUSH_PROGRESSIVE,
    ("perfect-pairs", "nevada", "perfect_pairs"): PERFECT_PAIRS,
    ("blackjack", "nevada", "perfect_pairs"): PERFECT_PAIRS,
    ("high-card-flush", "public", "flush"): ["SAMPLE-HCF-FLUSH-01", "SAMPLE-HCF-FLUSH-02"],
    ("high-card-flush", "public", "straight_flush"): numbered("PT-FLT-HCF-SF-", "01 02 03 04 06 07 09 10"),
    ("high-card-flush", "public", "straight_flush_progressive"): [
        *STRAIGHT_FLUSH_PROGRESSIVE,
        "PT-BJS-HCF-SF-10",
        "PT-BJS-HCF-SF-11",
    ],
}
ALIASES = {
    "PT-FLT-SRT-02": "PT-FLT-KIS-SB-02",
    **{f"PT-FLT-STR-0{n}": f"PT-FLT-KIS-SB-0{n}" for n in (1, 2, 3, 4)},
    **{f"PT-BJS-HCF-SF-{n}{x}": f"PT-BJS-HCF-SF-{n}" for n in ("03", "06", "08") for x in ("a", "b", "a/b")},
    **{f"PT-PRG-PP-{n}{x}": f"PT-PRG-PP-{n}" for n in ("03", "07", "11", "D03", "D04") for x in ("a", "b", "a/b")},
    **{f"PT-PRG-PP-D01{x}": "PT-PRG-PP-D01" for x in ("a", "b", "c", "a/b/c")},
}


def test_every_edition_offers_just_these_tables() -> None:
    found = {
        (game.name, edition, wager.id): sorted(ids)
        for game in book().games.values()
        for wager in game.wagers
        for edition, ids in wager.tables
    }
    assert found == {where: sorted(ids) for where, ids in OFFERED.items()}


def test_the_counts() -> None:
    tables = book().tables.values()
    # Two editions may print one table under two names; the lists above are the only place that a new one touches.
    listed = {book().table(each).id for ids in OFFERED.values() for each in ids}
    assert sum(table.status == "document" for table in tables) == sum(not each.startswith("SAMPLE-") for each in listed)
    assert sum(table.status == "sample" for table in tables) == sum(each.startswith("SAMPLE-") for each in listed)
    assert len(listed) >= 4 + 8 + 16 + 6 + 25 + 3 + 6 - 1 + 2
    assert {table.id for table in tables if table.status == "sample"} == {
        table.id for table in tables if table.id.startswith("SAMPLE-")
    }
    assert len(PERFECT_PAIRS) == 25


def test_aliases() -> None:
    found = {
        alias: table.id for table in book().tables.values() if isinstance(table, Paytable) for alias in table.aliases
    }
    assert found == ALIASES
    for alias, table_id in ALIASES.items():
        assert book().table(alias) is book().table(table_id)


@pytest.mark.parametrize("written", ["PT-FLT- TCP-AB-01", "pt-flt-tcp-ab-01", " PT-FLT-TCP-AB-01\n"])
def test_blanks_and_small_letters_do_not_matter(written: str) -> None:
    assert book().table(written).id == "PT-FLT-TCP-AB-01"


@pytest.mark.parametrize(
    ("code", "nearest"),
    [
        ("PT-FLT-HCF-SF-05", ["PT-FLT-HCF-SF-04", "PT-FLT-HCF-SF-06"]),
        ("PT-FLT-HCF-SF-08", ["PT-FLT-HCF-SF-07", "PT-FLT-HCF-SF-09"]),
        ("PT-FLT-TCPR-PB-01", ["PT-FLT-TCPR-PB-02"]),
        ("PT-PRG-PP-MLP-03", ["PT-PRG-PP-MLP-02", "PT-PRG-PP-MLP-04"]),
        ("PT-BJS-HCF-SF-12", ["PT-BJS-HCF-SF-11", "PT-BJS-HCF-SF-10"]),
        ("PT-PRG-PP-17", ["PT-PRG-PP-16"]),
        ("PT-FLT-STR-05", ["PT-FLT-STR-04"]),
    ],
)
def test_codes_that_no_document_prints_are_refused(code: str, nearest: list[str]) -> None:
    with pytest.raises(UnknownName) as refused:
        book().table(code)
    assert refused.value.suggestions[: len(nearest)] == nearest
    assert f"did you mean {' or '.join(nearest)}" in str(refused.value)


@pytest.mark.parametrize("code", ["PT-PRG-PP-06", "PT-PRG-PP-06a/b"])
def test_a_code_that_means_two_tables_is_refused(code: str) -> None:
    with pytest.raises(UnknownName) as refused:
        book().table(code)
    assert refused.value.suggestions == ["PT-PRG-PP-06a", "PT-PRG-PP-06b"]


@pytest.mark.parametrize(("envy", "plain"), [("E01", "03"), ("E02", "04"), ("E03", "05"), ("E04", "06"), ("E05", "09")])
def test_envy_tables_are_known_ones_with_an_envy_column(envy: str, plain: str) -> None:
    """Reading K32."""
    one, other = book().paytable(f"PT-BJS-HCF-SF-{envy}"), book().paytable(f"PT-BJS-HCF-SF-{plain}")
    assert [(row.event, row.pay) for row in one.rows] == [(row.event, row.pay) for row in other.rows]
    assert all(row.envy_cents is None for row in other.rows)
    assert {row.envy_cents for row in one.rows if isinstance(row.pay, MeterShare) and row.pay.percent == 100} == {
        20000 if envy in ("E01", "E04") else 25000
    }
    assert all(
        row.envy_cents is None for row in one.rows if not (isinstance(row.pay, MeterShare) and row.pay.percent == 100)
    )


def test_06b_is_06a_with_a_dealer_envy() -> None:
    one, other = book().paytable("PT-PRG-PP-06a"), book().paytable("PT-PRG-PP-06b")
    assert one.rows == other.rows
    assert (one.dealer_envy_percent, other.dealer_envy_percent) == (None, Fraction(3))
    assert [t.id for t in book().tables.values() if isinstance(t, Paytable) and t.dealer_envy_percent] == [other.id]
    assert "PPP Appendix B n.6" in map(str, other.cites)
    assert "PPP Appendix B n.6" not in map(str, one.cites)


def paid(table_id: str, player: str, up: str, setting: Setting) -> str | None:
    hand = pairs.classify(parse_cards(player), Card.parse(up), setting)
    row = book().paytable(table_id).grade(hand, setting)
    return row.event if row else None


def test_a_dash_passes_the_hand_on_to_the_rows_below() -> None:
    """Reading P28, P8, K17."""
    spades = Setting(decks=6, ranks=(14,), suit=3)
    assert paid("PT-PRG-PP-01", "As As", "As", spades) == "three_perfect_chosen"
    assert book().paytable("PT-PRG-PP-01").rows[1].pay == MeterShare(Fraction(100))
    assert paid("PT-PRG-PP-04", "As As", "As", spades) == "three_perfect_chosen_suit"
    assert paid("PT-PRG-PP-04", "Ah Ah", "Ah", spades) == "three_perfect_chosen"
    assert paid("PT-PRG-PP-03", "As As", "Kd", spades) == "perfect_top"
    assert paid("PT-PRG-PP-01", "Ah Ah", "Kd", spades) == "perfect_pair"
    assert paid("PT-PRG-PP-01", "Ks Ks", "Ks", spades) == "perfect_pair_suit"
    assert paid("PT-PRG-PP-13", "Ah Ad", "2c", spades) is None
    assert paid("PT-PRG-PP-13", "Ah As", "2c", spades) == "mixed_pair"
    assert paid("PT-PRG-PP-D01", "Ah As", "2c", spades) is None
    assert book().paytable("PT-BJS-HCF-SF-02").losing_categories() == ("straight_flush_3", "no_straight_flush")


def test_table_13_under_the_other_reading() -> None:
    """Reading P8."""
    chosen = configuration("perfect-pairs(perfect_pairs=PT-PRG-PP-13, pp13_colored_pair=pays-as-mixed)")
    row = next(row for row in chosen.tables["perfect_pairs"].rows if row.event == "colored_pair")
    assert row.pay == Fixed(500)
    assert chosen.tables["perfect_pairs"].losing_categories() == ("no_pair",)


@pytest.mark.parametrize(
    ("table_id", "loses"),
    [
        ("PT-FLT-KIS-SB-01", ["straight_3", "straight_2", "no_straight"]),
        ("PT-FLT-HCF-SF-01", ["no_straight_flush"]),
        ("PT-BJS-HCF-SF-E03", ["straight_flush_3", "no_straight_flush"]),
        ("PT-FLT-TCP-AB-01", ["flush", "pair", "high_card"]),
        ("PT-FLT-TCPR-PB-06", ["high_card"]),
        ("PT-PRG-PP-14", ["no_pair"]),
        ("PT-PRG-PP-13", ["colored_pair", "no_pair"]),
        ("PT-PRG-PP-D05", ["mixed_pair", "no_pair"]),
        ("SAMPLE-RIC-AB-01", ["three_of_a_kind", "two_pair", "pair", "high_card"]),
        ("SAMPLE-RIC-HB-01", ["pair (in part)", "high_card"]),
        ("SAMPLE-TCP-MRP-01", ["straight", "flush", "pair", "high_card"]),
    ],
)
def test_what_a_table_leaves_unpaid(table_id: str, loses: list[str]) -> None:
    assert list(book().paytable(table_id).losing_categories()) == loses


SETTINGS = [
    Setting(),
    *(Setting(decks=decks, ranks=(14,)) for decks in (1, 2, 4, 8)),
    Setting(decks=2, ranks=(13,), suit=1, colored_ace="player-pair"),
    Setting(decks=6, ranks=(13, 12), suit=0),
    Setting(decks=8, ranks=(11, 10, 7), suit=2),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("name", FAMILIES)
def test_witnesses_show_every_combination_of_events(name: str, setting: Setting) -> None:
    """A proof over the witnesses is a proof over every class."""
    family = FAMILIES[name]

    def shown(hands: object) -> set[tuple[str, tuple[bool, ...]]]:
        return {
            (family.category(hand), tuple(event(hand, setting) for event in family.events.values()))
            for hand in hands  # type: ignore[attr-defined]
        }

    assert shown(family.witnesses(setting)) == shown(family.every_class(setting))
    assert {category for category, _ in shown(family.every_class(setting))} <= set(family.categories)


SWITCHES = {
    "raise_step": ("any", "whole-multiple"),
    "simultaneous": ("share", "sequential", "full"),
    "scale_seed": ("yes", "no"),
    "house_percentage": ("of-posted-not-reduced", "deducted"),
    "aggregate_limit": ("none",),
    "below_seed": ("no-top-up", "top-up"),
    "beaten_by_waiting_pair": ("discard-only", "still-knocks-out"),
    "last_player_after_kickout": ("takes-pot", "must-choose"),
    "odd_chip": ("last-to-act",),
    "colored_ace": ("any-position", "player-pair"),
    "pp13_colored_pair": ("loses", "pays-as-mixed"),
    "dealer_envy_funding": ("house", "reserve"),
    "envy_per": ("qualifying-hand", "round"),
    "envy_spots": ("never", "paid"),
    "split_dealing": ("hand-by-hand", "both-at-once"),
    "original_bets_only": ("no", "yes"),
    "dynamic_draw": ("uniform",),
}
SWITCHED_BY = {
    "K13": "raise_step",
    "K20": "envy_per",
    "K21": "simultaneous",
    "K22": "simultaneous",
    "K24": "scale_seed",
    "K26": "house_percentage",
    "K28": "aggregate_limit",
    "T11": "aggregate_limit",
    "R8": "beaten_by_waiting_pair",
    "R13": "last_player_after_kickout",
    "R14": "odd_chip",
    "P4": "colored_ace",
    "P8": "pp13_colored_pair",
    "P12": "dealer_envy_funding",
    "P17": "envy_per",
    "P18": "dynamic_draw",
    "P26": "simultaneous",
}


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switchable_reading_is_a_key_with_its_default_first(name: str) -> None:
    keys = [key for game in book().games.values() for key in game.keys if key.id == name]
    assert keys
    for key in keys:
        assert (key.values or (key.default,)) == SWITCHES[name]
        assert key.default == SWITCHES[name][0]


def test_readings_name_the_key_that_switches_them() -> None:
    found = {
        reading.id: reading.key for game in book().games.values() for reading in game.interpretations if reading.key
    }
    assert {reading: key for reading, key in found.items() if reading in SWITCHED_BY} == SWITCHED_BY
    assert set(found) - set(SWITCHED_BY) == {"K23", "R20", "S1", "S2", "S3"}


GAME_OF_READINGS = {"K": "keep-it-straight", "R": "ricochet-poker", "P": "perfect-pairs", "T": "three-card-prime"}
MEDIUM = set("K13 K21 K22 K25 K26 K28 R8 R13 R14 R24 P8 P12 P17 P18 P19 P24 P26 T2 T11".split())


@pytest.mark.parametrize(("letter", "last"), [("K", 32), ("R", 25), ("P", 28), ("T", 12)])
def test_every_reading_has_its_record(letter: str, last: int) -> None:
    game = book().game(GAME_OF_READINGS[letter])
    documents = [reading.id for reading in game.interpretations if reading.id[0] == letter]
    assert documents == [f"{letter}{n}" for n in range(1, last + 1)]
    for reading in game.interpretations:
        expected = "medium" if reading.id in MEDIUM or reading.id[0] == "S" else "low" if reading.id == "P4" else "high"
        assert reading.confidence == expected, reading.id


def test_seats_and_editions() -> None:
    assert {(game.name, edition.id): edition.seats for game in book().games.values() for edition in game.editions} == {
        ("keep-it-straight", "generic"): (1, 6),
        ("keep-it-straight", "washington"): (1, 6),
        ("three-card-prime", "nevada"): (1, 7),
        ("ricochet-poker", "generic"): (1, 7),
        ("perfect-pairs", "nevada"): (1, 7),
        ("blackjack", "nevada"): (1, 7),
        ("high-card-flush", "public"): (1, 6),
    }


def test_the_house_jackpot_notice_is_verbatim() -> None:
    (notice,) = book().game("keep-it-straight").notices
    assert notice.words == (
        "House Jackpot prizes are paid by the casino and are not components of any progressive prize contest. "
        "Player wagers do not accrue to any guaranteed player fund. "
        "The displayed House Jackpot prize may be modified or discontinued at any time without prior notice."
    )
    assert notice.editions == ("washington",)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of all data that a test may spoil."""
    shutil.copytree(PACKAGE / "games", tmp_path / "games", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copytree(PACKAGE / "rulebook" / "sources", tmp_path / "sources")
    return tmp_path


def load(data: Path) -> Book:
    return load_book(data / "games", data / "sources")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_the_hash_is_stable(data: Path) -> None:
    assert load(data).hash == load(data).hash == book().hash
    assert len(book().hash) == 64
    assert len({book().game_hash(name) for name in book().games}) == len(book().games)


@pytest.mark.parametrize(
    ("file", "old", "new", "games"),
    [
        ("three_card_prime/paytables.toml", '"30", "33"', '"30", "34"', {"three-card-prime"}),
        (
            "keep_it_straight/paytables.toml",
            '"$3", "-", "$3", "$3", "$3", "$3"',
            '"$3", "$1", "$3", "$3", "$3", "$3"',
            {"keep-it-straight", "high-card-flush", "ricochet-poker"},
        ),
        ("perfect_pairs/paytables.toml", '"3%"', '"4%"', {"perfect-pairs", "blackjack"}),
        ("ricochet_poker/paytables.toml", 'rank = "5"', 'rank = "6"', {"ricochet-poker"}),
        ("keep_it_straight/rules.toml", "must fold.", "has to fold.", {"keep-it-straight"}),
        ("keep_it_straight/interpretations.toml", "All sixteen pays agree", "All pays agree", {"keep-it-straight"}),
    ],
)
def test_a_change_shows_in_the_hash_of_every_game_it_reaches(
    data: Path, file: str, old: str, new: str, games: set[str]
) -> None:
    change(data / "games" / file, old, new)
    changed = load(data)
    assert changed.hash != book().hash
    assert {name for name in changed.games if changed.game_hash(name) != book().game_hash(name)} == games


def test_to_1_and_for_1_have_different_hashes(data: Path) -> None:
    before = load(data)
    file = data / "games" / "high_card_flush" / "paytables.toml"
    change(file, 'basis = "to"', 'basis = "for"')
    assert load(data).game_hash("high-card-flush") != before.game_hash("high-card-flush")


def test_a_line_belongs_to_the_wager_that_declares_it() -> None:
    rules = book().game("blackjack")
    lines = ("bet", "double", "split_4", "double_2", "insurance", "perfect_pairs")
    assert [rules.part_of(line) for line in lines] == ["bet", "bet", "bet", "bet", "bet", "perfect_pairs"]
    with pytest.raises(RulebookError, match="there is no 'split_5'"):
        rules.part_of("split_5")
