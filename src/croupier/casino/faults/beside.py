"""What goes on beside the writer under torture: displays that follow it, and another link of the same book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from croupier.casino.faults.checks import Difference
from croupier.jackpot.book.book import LEASE_SECONDS, JackpotBook
from croupier.jackpot.book.following import Follower
from croupier.jackpot.journal import Append, Beside, Entry, NumberUse, Store, entry_hash
from croupier.jackpot.state import to_text

OTHER = "other"
PEOPLE_ELSEWHERE: tuple[dict[str, str], ...] = ({}, {}, {"kim": "Kim Elsewhere"}, {"zoe": "alex"}, {"kim": "KIM"})
"""Who may be on the other link: nobody, a person under a different name, or a person with somebody else's name."""


@contextmanager
def followed(book: JackpotBook) -> Iterator[None]:
    """A follower must arrive at what its writer shows. A writer whose lease has expired says so until it asks again."""
    follower = Follower(book.store, book.state.link)
    yield
    follower.catch_up()
    if to_text(follower.state) != to_text(book.state) or follower.display != book.display:
        raise Difference("a follower does not show what its writer shows")
    book.confirmed -= 2 * LEASE_SECONDS
    shown = book.shown
    if shown.why_not != "stopped" or shown.accepts_wagers or shown.age_seconds < LEASE_SECONDS:
        raise Difference("a display went on after its lease")
    if not book.renew() or book.shown != book.display:
        raise Difference("a lease was not renewed")


def use_number(store: Store, number: str, now: int) -> list[NumberUse]:
    """The other link uses the number of a deposit, unless it already did."""
    key = f"deposit {number.upper()}"
    if store.number_used(key):
        return []
    epoch, head = store.claim(OTHER), store.head(OTHER)
    seq = head.seq + 1
    hash = entry_hash(head.hash, OTHER, seq, number, now, "deposit", "{}")
    store.append(
        Append(OTHER, epoch, head, [Entry(OTHER, seq, number, now, "deposit", "{}", hash)], {}, Beside({key: seq}))
    )
    return [(key, OTHER, seq)]
