"""Checkpoints on their way out of the machine: after a day's close, a snapshot, a change of key, or many entries."""

from __future__ import annotations

import json

from croupier.jackpot.book.batch import Batch
from croupier.jackpot.checkpoints import CHAIN_KINDS, Checkpoint, Signer, signer_of
from croupier.jackpot.journal import Store, StoreError
from croupier.jackpot.state import LinkState

CHECKPOINT_EVERY = 1_000
"""After this many entries a signed checkpoint leaves the machine, if none was due before."""


class Publisher:
    """Signs where a journal ends, and hands it to the witness of the book."""

    def __init__(self, store: Store, state: LinkState) -> None:
        self._store = store
        self._state = state
        self._published = 0
        self.unpublished = ""
        """Why the last checkpoint did not leave the machine; it is tried again with the next commit."""

    @property
    def signer(self) -> Signer | None:
        return signer_of(self._store.witness, self._state.key)

    def publish(self, batch: Batch) -> None:
        """Send a checkpoint out of the machine if one is due with these durable entries."""
        witness = self._store.witness
        if witness is None:
            return
        signer, last = signer_of(witness, batch.key), batch.entries[-1]
        if signer is None or signer.vkey != batch.key:
            return
        closes = [entry for entry in batch.entries if entry.kind in ("new_day", "close_day")]
        due = closes or self.unpublished or batch.snapshot or last.seq - self._published >= CHECKPOINT_EVERY
        if not due and not any(entry.kind in CHAIN_KINDS for entry in batch.entries):
            return
        day = json.loads(closes[-1].body)["over"] if closes else ""
        point = Checkpoint(last.link, batch.chain, last.seq, last.hash, last.at, day)
        try:
            witness.publish(signer.sign_note(point.text()))
        except (OSError, StoreError) as error:  # play goes on, and it is tried again
            self.unpublished = error.message if isinstance(error, StoreError) else str(error)
            return
        self._published, self.unpublished = last.seq, ""
