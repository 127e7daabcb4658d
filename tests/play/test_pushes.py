"""A row that gives the stake back and no more is a push, however the table writes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import catalogue
from croupier.play.roundfile import settle_file
from croupier.rulebook.configuration import configure
from croupier.rulebook.loading import add_user_tables
from tests.own_tables import own_sheet


@pytest.mark.parametrize(
    ("basis", "pay", "outcome", "net"),
    [
        ("for", "1", "push", "0.00"),
        ("for", "2", "win", "4.00"),
        ("for", "1/2", "lose", "-2.00"),
        ("to", "1", "win", "4.00"),
        ("to", "push", "push", "0.00"),
    ],
)
def test_one_for_one_is_a_push(basis: str, pay: str, outcome: str, net: str, tmp_path: Path) -> None:
    rows = [("mini_royal", "Mini-Royal", "50"), ("straight", "Straight", "6"), ("flush", "Flush", pay)]
    file = tmp_path / "own.toml"
    file.write_text(own_sheet("pair_bonus", "three_card", "OUR-PAIR", rows, basis=basis))
    book = add_user_tables(catalogue.book(), file)
    seat = {"wagers": {"ante": "10.00", "pair_bonus": "4.00"}, "cards": "2d 7d Jd", "actions": ["play"]}
    document = {
        "schema": 1,
        "game": "three-card-prime(pair_bonus=OUR-PAIR)",
        "seats": {"1": seat},
        "dealer": "Js 8h 5c",
    }
    _, _, settlement = settle_file(document, lambda spec: catalogue.load(configure(book, str(spec))))
    line = next(line for line in settlement.lines if line.wager == "pair_bonus")
    assert (line.outcome, line.event, f"{line.net / 100:.2f}") == (outcome, "flush", net)
