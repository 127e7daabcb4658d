"""The seal of a transcript: which parts it has, and a hash over all of them.

Without it a record from which the limits or the commitment were taken out looks like one of a table that had none. The
seal shows that a record is as it was written; who wrote it is shown by the place that kept the hash.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.errors import BadInput
from croupier.play.documents import Part

SEAL = "record"


def seal(record: Mapping[str, Any]) -> dict[str, Any]:
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


def _digest(record: Mapping[str, Any]) -> str:
    """SHA-256 over the record as JSON: keys sorted, no blanks, ASCII, without the seal."""
    # Read back first, so that a record has the same hash before and after it is written.
    plain = json.loads(json.dumps({key: value for key, value in record.items() if key != SEAL}))
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
