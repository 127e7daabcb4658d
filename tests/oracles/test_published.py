"""Every published figure that a sheet prints beside ours: solved again, and in agreement to the last printed digit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.questions.advantage import audit
from croupier.questions.solved.published import Published, compare, published, rounded
from croupier.questions.solved.solutions import solve


@pytest.mark.parametrize("each", published(), ids=lambda each: f"{each.spec} {each.wager} {each.figure} {each.printed}")
def test_ours_agrees(each: Published) -> None:
    result = solve(each.spec, each.wager)[each.wager]
    audits = [audit(each.spec, [each.of])] if each.figure == "expectation_of_sight" else []
    found = [line for line in compare([result], audits) if line.published == each]
    assert [(line.agrees, line.published.relation == "below" or line.ours == each.printed) for line in found] == [
        (True, True)
    ]


def test_a_figure_of_another_table_is_not_compared() -> None:
    spec = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-03)"
    assert compare([solve(spec, "pair_bonus")["pair_bonus"]]) == []


def test_a_figure_that_differs_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """table-games-online.com prints a digit too much elsewhere; here one is made up."""
    spec = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
    wrong = Published(spec, "pair_bonus", "house_edge", "2.33", "made up", "nowhere", "%")
    monkeypatch.setattr("croupier.questions.solved.published.published", lambda: (wrong,))
    (found,) = compare([solve(spec, "pair_bonus")["pair_bonus"]])
    assert (found.ours, found.agrees) == ("2.32", False)


def test_rounding_is_to_the_printed_places() -> None:
    assert rounded(Fraction(-1, 1000), "0.00") == "0.00"
    assert rounded(Fraction(12345, 1000), "12.3") == "12.3"
