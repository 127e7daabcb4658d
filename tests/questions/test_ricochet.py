"""Ricochet Poker's solution as it is kept on disk."""

from __future__ import annotations

import json
from fractions import Fraction

from croupier import catalogue
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.questions.solved import cache
from croupier.questions.solved.solutions import KeptResult, from_kept, kept_form, solver_of, told
from croupier.records import replace

CONFIGURATION = catalogue.configuration("ricochet-poker(tables=sample)")
GAME = catalogue.load(CONFIGURATION)
DEALS = solver_of(GAME).deals(GAME) or 0


def result(deals: int) -> Result:
    always = Distribution.of({Fraction(1): deals}, Fraction(2 * deals))
    best = Distribution.of({Fraction(-1): 1, Fraction(1): deals - 1}, Fraction(2 * deals - 1))
    return told(Result(CONFIGURATION, "ante", best, simple={"play every hand": always}), CONFIGURATION, GAME)


def test_a_kept_solution_comes_back() -> None:
    """Two cards, the dealer's five and three drawn."""
    assert DEALS == 1326 * 2118760 * 14190
    solved = result(DEALS)
    again = cache.as_kept(KeptResult, json.loads(json.dumps(cache.as_data(kept_form(solved)))))
    assert again is not None
    assert from_kept(CONFIGURATION, again) == solved


def test_a_kept_solution_that_lacks_a_deal_does_not() -> None:
    assert from_kept(CONFIGURATION, kept_form(result(DEALS - 1))) is None
    assert cache.as_kept(KeptResult, {"counts": None}) is None
    assert from_kept(CONFIGURATION, replace(kept_form(result(DEALS)), counts=None)) is None
