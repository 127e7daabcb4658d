"""The bank beside the books: what its statements said, and what moved in the books since. Nothing is decided here."""

from __future__ import annotations

import json
from typing import Any, Final

from croupier.jackpot.accounts import BANK
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.link_plan import MILLION
from croupier.records import UNSET, Record, UnsetType, record_of
from croupier.service.books.journal import EntryLine, entry_line
from croupier.service.books.naming import Name

MOST_LINES: Final = 100
CHUNK: Final = 500
FURTHEST: Final = 20_000
"""Entries that are looked through at most, from the newest back."""


class BankLine(EntryLine):
    """An entry that moved the bank account, or a statement of the bank; cents."""

    moved: int
    books: int
    """What the books hold in the bank after it."""
    reference: str
    stated: int | UnsetType = UNSET
    difference: int | UnsetType = UNSET


class BankBook(Record):
    """The bank's statements beside the books: what they hold, how far the last statement was off, and what moved."""

    link: str
    books: int
    difference: int
    lines: list[BankLine]
    complete: bool


def bank_book(store: Store, link: str, *, balance: int, upto: int, difference: int, name: Name) -> BankBook:
    """What moved the bank account, the newest first, each with the books' balance after it, back to MOST_LINES.

    ``balance`` is what the books hold in the bank after entry ``upto``, in cents.
    """
    lines: list[BankLine] = []
    end, held = upto, balance
    while end > 0 and len(lines) < MOST_LINES and upto - end < FURTHEST:
        begin = max(0, end - CHUNK)
        for entry in reversed(list(store.entries(link, after=begin, to=end))):
            body = json.loads(entry.body)
            moved = sum(_through_the_bank(move) for move in body.get("moves") or ()) // MILLION
            if not moved and entry.kind != "statement":
                continue
            is_statement = entry.kind == "statement"
            lines.append(
                record_of(
                    BankLine,
                    entry_line(entry, name),
                    moved=moved,
                    books=held,
                    reference=body["req"].get("reference", ""),
                    stated=body["req"]["amount"] if is_statement else UNSET,
                    difference=body["difference"] if is_statement else UNSET,
                )
            )
            held -= moved
        end = begin
    return BankBook(
        link=link,
        books=balance,
        difference=difference,
        lines=lines[:MOST_LINES],
        complete=end == 0 and len(lines) <= MOST_LINES,
    )


def _through_the_bank(move: list[Any]) -> int:
    """Millionths of a cent into the bank; out of it they are negative."""
    debit, credit, amount = move
    into: int = amount * ((debit == BANK) - (credit == BANK))
    return into
