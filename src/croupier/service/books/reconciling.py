"""The bank beside the books: what its statements said, and what moved in the books since. Nothing is decided here."""

from __future__ import annotations

import json
from typing import Any, Final

from croupier.jackpot.accounts import BANK
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.link_plan import MILLION
from croupier.service.books.journal import entry_line

Record = dict[str, Any]
MOST_LINES: Final = 100
CHUNK: Final = 500
FURTHEST: Final = 20_000
"""Entries that are looked through at most, from the newest back."""


def bank_lines(store: Store, link: str, balance: int, upto: int) -> Record:
    """What moved the bank account, the newest first, each with the books' balance after it, back to MOST_LINES.

    ``balance`` is what the books hold in the bank after entry ``upto``, in cents.
    """
    lines: list[Record] = []
    end, held = upto, balance
    while end > 0 and len(lines) < MOST_LINES and upto - end < FURTHEST:
        begin = max(0, end - CHUNK)
        for entry in reversed(list(store.entries(link, after=begin, to=end))):
            body = json.loads(entry.body)
            moved = sum(_through_the_bank(move) for move in body.get("moves") or ()) // MILLION
            if not moved and entry.kind != "statement":
                continue
            line = entry_line(entry) | {"moved": moved, "books": held, "reference": body["req"].get("reference", "")}
            if entry.kind == "statement":
                line |= {"stated": body["req"]["amount"], "difference": body["difference"]}
            lines.append(line)
            held -= moved
        end = begin
    return {"lines": lines[:MOST_LINES], "complete": end == 0 and len(lines) <= MOST_LINES}


def _through_the_bank(move: list[Any]) -> int:
    """Millionths of a cent into the bank; out of it they are negative."""
    debit, credit, amount = move
    into: int = amount * ((debit == BANK) - (credit == BANK))
    return into
