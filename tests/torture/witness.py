"""Keys that are the same in every run, and checkpoints that nobody outside the process holds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.jackpot.checkpoints import Note, Signer, read_notes


def signer_from(seed: str) -> Signer:
    """The same key for the same text."""
    return Signer(Ed25519PrivateKey.from_private_bytes(hashlib.sha256(seed.encode()).digest()))


class MemoryWitness:
    """Checkpoints that nobody outside this process holds."""

    def __init__(self, *signers: Signer) -> None:
        self.signers: Sequence[Signer] = signers
        self.published: list[str] = []

    def notes(self, link: str | None = None) -> list[Note]:
        text = "\n".join(self.published)
        notes = read_notes(text.splitlines(keepends=True))
        return [note for note in notes if link in (None, note.checkpoint.link)]

    def publish(self, note: str) -> None:
        self.published.append(note)
