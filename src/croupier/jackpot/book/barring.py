"""When a book opens stopped: what was restored, cut short or given another key goes on only by two people.

They begin a new chain, which cites the last entry that is known to have existed. Nothing is written before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.jackpot.book.identity import Identity
from croupier.jackpot.checkpoints import is_signed_by, signer_of
from croupier.jackpot.journal import Head, Store
from croupier.jackpot.state import LinkState


class Barred(NamedTuple):
    """Why a book opened stopped, and what a new chain of it says."""

    why: str
    chain: int
    """The chain of the entry that is cited; a new one has the next number."""
    seq: int
    head: str
    """The hash of the last entry that is known to have existed: what the new chain cites."""
    key: str
    """The public key that signs from then on."""
    software: str
    rulebook: str

    @property
    def in_words(self) -> str:
        """Why it is stopped, and the hash that two people give to go on (``new-chain --head``)."""
        return cited_words(self.why, Head(self.seq, self.head))


def cited_words(why: str, head: Head) -> str:
    """Why a book is stopped, and what a new chain of it cites."""
    return f"{why}; a new chain cites entry {head.seq}, {head.hash}"


def barred(store: Store, state: LinkState, head: Head, identity: Identity) -> Barred | None:
    """Why a book may not go on by itself: restored, behind its checkpoints, or without the key that it announced."""
    witness = store.witness
    signer = signer_of(witness, state.key)
    at_hand = [each.vkey for each in witness.signers] if witness else []
    lost, chain, cited = lacks(store, state, head, at_hand)
    if not lost and state.key and signer is None:
        lost = f"the key that the journal announces is {state.key}, and it is not at hand"
    if not lost:
        return None
    key = signer.vkey if signer else next(iter(at_hand), "")
    return Barred(lost, chain, *cited, key, identity.software, identity.rulebook)


def why_stopped(store: Store, state: LinkState, head: Head) -> str:
    """For whoever only reads: why nobody writes before two people begin a new chain; empty if the book lacks nothing.

    A checkpoint is signed after its entry was stored: if there are more entries by now, the book is being written.
    """
    why, _, cited = lacks(store, state, head)
    return cited_words(why, cited) if why and store.head(state.link) == head else ""


def lacks(store: Store, state: LinkState, head: Head, at_hand: Sequence[str] = ()) -> tuple[str, int, Head]:
    """How it is known that a book lacks entries (empty if it lacks none), and the last one known to have existed, with
    its chain."""
    witness = store.witness
    ours = [key for key in (state.key, *at_hand) if key]
    beyond = [
        note.checkpoint
        for note in (witness.notes(state.link) if witness else ())
        if (note.checkpoint.chain, note.checkpoint.seq) > (state.chain, head.seq)
        and any(is_signed_by(note, key) for key in ours)
    ]
    if beyond:
        first, last = beyond[0], max(beyond, key=lambda point: (point.chain, point.seq))
        if last.chain > state.chain and last.seq <= head.seq:
            why = f"the book went on elsewhere as chain {last.chain}, and this is chain {state.chain}"
        else:
            entries = f"entry {last.seq}" if first.seq == last.seq else f"entries {first.seq} to {last.seq}"
            why = f"the book ends at entry {head.seq}; checkpoints were signed of {entries}"
        return why, last.chain, Head(last.seq, last.hash)
    if (restored := store.restored(state.link)) and restored >= state.chain_from:
        # A backup may end with the very entry that began a chain: that was before it was restored.
        return f"the book was restored from a backup that ends at entry {restored}", state.chain, head
    return "", state.chain, head
