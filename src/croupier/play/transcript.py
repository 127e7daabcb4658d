"""Transcripts: a round file with everything needed to play it again and check it to the cent (``Round.transcript``).

A transcript is a superset of a round file. It adds the settlement, the rulebook hash, the tables and numbers that were
in force, and for a committed deal the opened cards with their positions in the deck. A round recorded under another
rulebook hash is played again with the tables it carries. It says which parts it has (``seal``).
"""

import hashlib
import json
from collections.abc import Iterator, Mapping

from croupier.errors import BadInput
from croupier.play.documents import Part

SEAL = "record"


def seal(record: Mapping[str, object]) -> dict[str, object]:
    """What a transcript says about itself."""
    return {"parts": [key for key in record if key != SEAL], "sha256": _digest(record)}


def missing_part(top: Part) -> str | None:
    """A part that the record names but lacks, its seal included; None if all are there."""
    if not top.has(SEAL):
        return SEAL
    stated = top.part(SEAL)
    stated.only(("parts", "sha256"))
    for key in stated.items("parts"):
        if not isinstance(key, str):
            raise BadInput(f"{SEAL}: parts: expected names of parts, found {str(key)[:40]}")
        if not top.has(key):
            return key[:40]
    return None


def seal_differences(top: Part) -> Iterator[str]:
    """Where a record differs from what was written."""
    stated = top.part(SEAL)
    added = sorted(set(top.entries) - set(stated.items("parts")) - {SEAL})
    if added:
        yield f"{SEAL}: parts: {', '.join(added)} was added after the record was written"
    found = _digest(top.entries)
    if stated.text("sha256") != found:
        yield f"{SEAL}: sha256: recorded {stated.text('sha256')[:64]}, found {found}: changed after it was written"


def _digest(record: Mapping[str, object]) -> str:
    """SHA-256 over the record as JSON: keys sorted, no blanks, ASCII, without the seal."""
    # Read back first, so that a record has the same hash before and after it is written.
    plain = json.loads(json.dumps({key: value for key, value in record.items() if key != SEAL}))
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


Record = dict[str, object]
KIND = "transcript"
SCHEMA = 1


def without_blanks(record: Mapping[str, object]) -> Record:
    """What a record says, and nothing for what it leaves open."""
    return {
        key: without_blanks(value) if isinstance(value, dict) else value
        for key, value in record.items()
        if value is not None
    }
