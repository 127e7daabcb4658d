"""What goes on beside the writer under torture: displays that follow it, and another link of the same book."""

from __future__ import annotations

from croupier.casino.faults.checks import Difference
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.following import Follower
from croupier.jackpot.journal import Append, Beside, Entry, NumberUse, Store, entry_hash
from croupier.jackpot.state import to_text

OTHER = "other"
PEOPLE_ELSEWHERE: tuple[dict[str, str], ...] = ({}, {}, {"kim": "Kim Elsewhere"}, {"zoe": "alex"}, {"kim": "KIM"})
"""Who may be on the other link: nobody, a person under a different name, or a person with somebody else's name."""


class Following:
    """A display or a report in a process of its own."""

    def __init__(self, store: Store, book: JackpotBook) -> None:
        self.store = store
        self._follower = Follower(store, book.state.link)

    def check(self, book: JackpotBook) -> None:
        """Whoever waits for the last entry sees what the writer shows, and nobody sees more than was written."""
        follower, last = self._follower, book.state.seq
        if not follower.wait_for(last, 0) or follower.wait_for(last + 1, 0):
            raise Difference(f"a follower waited for entry {last}, and has {follower.state.seq}")
        if to_text(follower.state) != to_text(book.state) or follower.display != book.display:
            raise Difference("a follower does not show what its writer shows")


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
