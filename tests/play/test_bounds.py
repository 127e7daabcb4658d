"""The bounds of small functions at the last value that fits and the first that does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK
from croupier.cards.shuffle import SeededSource, shuffle
from croupier.errors import RoundError
from croupier.play.commitments import MOST_DICE, Chance, Commitment, verify_chance
from croupier.play.game import Action, Slot
from croupier.play.replay import Replay
from croupier.play.settlement import check_meters
from croupier.play.stakes import Limit
from croupier.play.tablefile import read_table
from croupier.units import MOST_CENTS


@pytest.mark.parametrize(
    ("amount", "allowed"),
    [(99, False), (100, True), (169, False), (170, True), (171, False), (240, True), (300, True), (301, False)],
)
def test_steps_are_counted_from_the_smallest_amount_and_the_largest_is_always_one(amount: int, allowed: bool) -> None:
    assert Action("raise", 100, 300, 70).allows(amount) is allowed


def test_a_place_without_a_number_has_none() -> None:
    assert Slot.parse("flop").number == 0
    assert Slot.parse("flop 1").number == 1
    assert str(Slot.parse("flop")) == "flop"


@pytest.mark.parametrize("cents", [0, 1, MOST_CENTS - 1])
def test_a_meter_shows_from_nothing_to_thirteen_digits(cents: int) -> None:
    game = catalogue.load("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-03)")
    check_meters(game, "meters", {"straight_flush_progressive": {1: cents}})
    for wrong in (-1, MOST_CENTS):
        with pytest.raises(RoundError, match="is not what a meter shows"):
            check_meters(game, "meters", {"straight_flush_progressive": {1: wrong}})


def test_a_round_may_have_the_most_dice_and_not_one_more() -> None:
    source = SeededSource(1)
    commitment = Commitment.make(source, shuffle(source, DECK), [Chance((6,) * MOST_DICE, {})])
    opening = commitment.open_round(0)
    assert verify_chance(commitment.root, 52, opening, 1)
    longer = replace(opening, chance=Chance((6,) * (MOST_DICE + 1), {}))
    assert not verify_chance(commitment.root, 52, longer, 1)


@pytest.mark.parametrize(("differences", "last"), [((), "the round agrees to the cent"), (("x",), "the round differs")])
def test_the_last_line_of_a_replay_is_its_verdict(differences: tuple[str, ...], last: str) -> None:
    told = Replay("g", "h", "h", "current book", differences, None).render().splitlines()
    assert told[-1] == last
    assert [line for line in told if line.startswith("DIFFERS")] == [f"DIFFERS {each}" for each in differences]


def test_a_limit_of_a_table_file_without_a_minimum_begins_at_nothing(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('schema = 1\ngame = "three-card-prime"\n\n[limits.ante]\nmaximum = "500.00"\n')
    assert dict(read_table(file, catalogue.load).limits) == {"ante": Limit(0, 50_000, 1)}
