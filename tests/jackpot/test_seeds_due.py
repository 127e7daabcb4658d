"""A seed that the house advanced must be in the bank when the next gambling day begins, by whichever entry it came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.jackpot.book.book import JackpotBook
from tests.jackpot.floor import SEVEN_CARDS, ask, close_day, go_live, open_book, plan, staff, with_level
from tests.jackpot.memory import MemoryStore

SEED = 1_000_000
"""What the meter begins with, in cents."""


def advance_by_a_win(book: JackpotBook) -> None:
    played(book, 1, {"1": SEVEN_CARDS})


def advance_by_a_correction(book: JackpotBook) -> None:
    """The film shows afterwards that the first seat had won."""
    played(book, 1, {})
    about: dict[str, Any] = {"table": "T01", "round": 1, "hands": {"1": SEVEN_CARDS}, "reason": "the film"}
    assert ask(book, "correct", "ann", entry=book.state.seq, **about).code == "ok"


def played(book: JackpotBook, number: int, hands: dict[str, str]) -> None:
    where: dict[str, Any] = {"table": "T01", "round": number}
    assert ask(book, "wager", "dee", seats=[1], **where).code == "ok"
    assert ask(book, "lock", "dee", **where).code == "ok"
    assert ask(book, "result", "dee", hands=hands, **where).code == "ok"


@pytest.mark.parametrize("advance", [advance_by_a_win, advance_by_a_correction])
def test_a_seed_is_due_when_the_day_after_begins_and_what_came_in_is_not(
    advance: Callable[[JackpotBook], None],
) -> None:
    book = open_book(MemoryStore())
    chosen = with_level(plan(), reserve_ppm=0)  # the house advances all of it
    go_live(book, replace(chosen, people=(*chosen.people, *staff(eve="supervisor"))))
    advance(book)
    assert book.display.accepts_wagers, "nothing is due on the day itself"
    played(book, 2, {})
    assert close_day(book, "2026-01-01").code == "ok"
    wager: dict[str, Any] = {"table": "T01", "round": 3, "seats": [1]}
    assert ask(book, "wager", "dee", **wager).code == "bank_short"
    assert ask(book, "deposit", "cy", amount=SEED - 1, reference="slip 1").code == "ok"
    assert ask(book, "wager", "dee", **wager).code == "bank_short"
    assert ask(book, "deposit", "cy", amount=1, reference="slip 2").code == "ok"
    assert ask(book, "wager", "dee", **wager).code == "ok"
