"""Every table of the book, flat and jackpot: counts sum to the deals, figures follow from the counts."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import croupier
from croupier.errors import BadInput
from croupier.exact.counting.jackpots import solve_jackpot
from croupier.exact.counting.rows import count_wager, deals_of, returned
from croupier.exact.result import solve_wager
from croupier.play.game import net_of
from croupier.rulebook.configuration import Configuration, configure
from croupier.units import MeterShare


def every_table(kind: str, more_than: int = 0) -> list[tuple[Configuration, str]]:
    """Every table that any edition offers, on every number of decks it allows."""
    book = croupier.book()
    found = []
    for game in book.games.values():
        from_shoe = any(key.id == "decks" for key in game.keys)
        for edition in game.editions:
            for wager in (each for each in game.wagers if each.kind == kind):
                for table in wager.tables_in(edition.id):
                    for decks in book.paytable(table).decks if from_shoe else [None]:
                        shoe = f", decks={decks}" if decks else ""
                        spec = f"{game.name}(edition={edition.id}, {wager.id}={table}{shoe})"
                        found.append((configure(book, spec), wager.id))
    assert len(found) > more_than
    return found


def test_flat_tables() -> None:
    for configuration, wager in every_table("bonus", more_than=30):
        solved = solve_wager(configuration, wager)
        outcome = solved.distribution
        assert sum(row.count for row in solved.rows) + solved.losing == solved.total == outcome.total
        assert solved.total == deals_of(configuration, wager)
        assert all(row.count > 0 for row in solved.rows), configuration
        assert outcome.expectation == sum(net * Fraction(count, outcome.total) for net, count in outcome.counts)
        by_row = sum((row.contribution or 0 for row in solved.rows), Fraction(-solved.losing, solved.total))
        assert outcome.expectation == by_row
        assert 0 < outcome.house_edge < Fraction(1, 5), configuration
        assert outcome.average_wagered == 1
        assert outcome.element_of_risk == outcome.house_edge


def test_flat_pays_are_what_the_table_settles() -> None:
    for configuration, wager in every_table("bonus"):
        for row in solve_wager(configuration, wager).rows:
            source = next(each for each in configuration.tables[wager].rows if each.event == row.event)
            assert row.net is not None
            assert net_of(source, 100) == row.net * 100


def test_jackpot_tables() -> None:
    for configuration, wager in every_table("jackpot", more_than=150):
        solved = solve_jackpot(configuration, wager)
        counted = solved.counted
        assert sum(row.count for row in counted.rows) + counted.losing == counted.total
        assert counted.total == deals_of(configuration, wager)
        assert all(row.count > 0 for row in counted.rows), configuration
        assert 0 < solved.fixed_return < Fraction(7, 10), configuration
        meters = {each.level: 1_000_000 // each.level for each in solved.meters}
        outcome = solved.at(meters).distribution
        assert outcome.expectation == solved.expectation(meters)
        assert outcome.total % counted.total == 0
        hits = sum(row.count for row in counted.rows if isinstance(row.row.pay, MeterShare))
        assert Fraction(hits, counted.total) >= sum(each.hit_probability for each in solved.meters)


def test_rows_that_a_table_lacks_are_not_listed() -> None:
    configuration = croupier.configuration("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-02)")
    counted = count_wager(configuration, "straight_flush_progressive")
    assert [row.row.event for row in counted.rows][-1] == "straight_flush_4"
    assert counted.losing == 133_784_560 - 32 - 1_592 - 39_960 - 676_196


def test_labels_carry_the_chosen_ranks_and_suit() -> None:
    configuration = croupier.configuration("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-05, ranks=9/5)")
    labels = [row.label for row in count_wager(configuration, "perfect_pairs").rows]
    assert labels[:2] == ["3 Perfect 9s or 5s", "Perfect 9s (Spades)"]


@pytest.mark.parametrize("suit", ["clubs", "hearts"])
@pytest.mark.parametrize("ranks", ["K/Q", "T/2", "3/2"])
def test_no_choice_of_ranks_or_suit_changes_a_count(ranks: str, suit: str) -> None:
    """All ranks and suits are alike in a shoe."""
    usual = count_wager(croupier.configuration("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-08)"), "perfect_pairs")
    spec = f"perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-08, ranks={ranks}, suit={suit})"
    other = count_wager(croupier.configuration(spec), "perfect_pairs")
    assert [row.count for row in other.rows] == [row.count for row in usual.rows]


ONE_IN = {
    "PT-PRG-PP-15": {"any-position": 22_763, "player-pair": 68_289},
    "PT-PRG-PP-16": {"any-position": 91_052, "player-pair": 273_156},
}


@pytest.mark.parametrize("table", ONE_IN)
@pytest.mark.parametrize("reading", ["any-position", "player-pair"])
def test_both_readings_of_the_colored_ace(table: str, reading: str) -> None:
    spec = f"perfect-pairs(decks=2, perfect_pairs={table}, colored_ace={reading})"
    solved = solve_jackpot(croupier.configuration(spec), "perfect_pairs")
    assert solved.meter(1).one_in == ONE_IN[table][reading]  # reading P4
    assert solved.total == comb(104, 2) * 102


def test_the_colored_pair_of_table_13() -> None:
    """Reading P8: a fixed return of 49.4 % on six decks, 59.0 % if the colored pair paid $5."""
    loses = solve_jackpot(croupier.configuration("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-13)"), "perfect_pairs")
    spec = "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-13, pp13_colored_pair=pays-as-mixed)"
    pays = solve_jackpot(croupier.configuration(spec), "perfect_pairs")
    assert (f"{float(loses.fixed_return):.3f}", f"{float(pays.fixed_return):.3f}") == ("0.494", "0.590")


def test_the_wrong_solver_says_so() -> None:
    flat = croupier.configuration("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)")
    with pytest.raises(BadInput, match="does not pay from a meter"):
        solve_jackpot(flat, "pair_bonus")
    with pytest.raises(BadInput, match="has no table"):
        solve_wager(flat, "prime")
    with pytest.raises(BadInput, match="has no table"):
        solve_wager(flat, "ante_bonus")
    with pytest.raises(BadInput, match="no wager 'pear_bonus'"):
        solve_wager(flat, "pear_bonus")
    jackpot = croupier.configuration("three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)")
    with pytest.raises(BadInput, match="its return depends on the meter"):
        solve_wager(jackpot, "mini_royal_progressive")


def test_a_share_of_a_meter_has_no_value_of_its_own() -> None:
    with pytest.raises(TypeError, match="meter"):
        returned(MeterShare(Fraction(100)))
