"""``croupier edge`` and ``strategy`` for blackjack: a value with its bound, never shown as a count."""

from __future__ import annotations

import json

import pytest

from tests.cli.calling import Call

FARMER = "blackjack(decks=1, double_after_split=no, split_hands=2)"


pytestmark = pytest.mark.usefixtures("own_cache")


def test_the_edge(croupier: Call) -> None:
    """E. Farmer prints +0.024273905 % for one deck, no double after split, two hands."""
    status, out, err = croupier("edge", FARMER, "--json")
    assert status == 0, err
    found = json.loads(out)
    assert found["house_edge"]["percent"] == "-0.024273905"
    assert (found["method"], found["error_bound"], found["post_split"]) == ("floating point", "1e-12", "CDZ-")
    assert 1 < float(found["average_wagered"]) < 1.2
    assert len(found["first_hands"]) == 550
    # Remembered, it is the same.
    assert croupier("edge", FARMER, "--json")[1] == out
    _, page, _ = croupier("edge", FARMER)
    assert "floating point, off by less than 1e-12" in page


def test_the_chart(croupier: Call) -> None:
    status, out, err = croupier("strategy", FARMER, "--json")
    assert status == 0, err
    found = json.loads(out)
    assert found["chart"]["hard 16"]["10"] == "H"
    assert found["chart"]["pair A,A"]["A"] == "P"
    assert 0 < float(found["cost"]) < 0.001
    _, page, _ = croupier("strategy", FARMER)
    assert "basic strategy by totals" in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((FARMER, "--play", "CDX"), "'CDX' is not a way to play"),
        ((FARMER, "--others", "2"), "bet has no meter"),
        (("three-card-prime", "--play", "CDZ-"), "best play alone"),
    ],
)
def test_bad_input(croupier: Call, arguments: tuple[str, ...], words: str) -> None:
    status, out, err = croupier("edge", *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert "hint:" in err
