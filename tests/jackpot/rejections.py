"""A win that was not one: reported, and rejected by a supervisor."""

from __future__ import annotations

from croupier.jackpot.book.book import JackpotBook
from tests.jackpot.floor import SEVEN_CARDS, ask


def balances(book: JackpotBook) -> dict[str, int]:
    return {name: book.state.balance(name) for name in sorted(book.state.balances) if book.state.balance(name)}


def reject_a_false_win(book: JackpotBook) -> None:
    """Round 1 at T01: a jackpot is reported and rejected, and not a cent stays where it went."""
    ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2])
    ask(book, "lock", "dee", table="T01", round=1)
    before = balances(book)
    ask(book, "result", "dee", table="T01", round=1, hands={"1": SEVEN_CARDS})
    assert ask(book, "reject", "ann", award=1, reason="the nine was a club").code == "ok"
    assert balances(book) == before
