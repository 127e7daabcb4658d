"""Personal records against the journal: none exchanged, none gone before its time, none kept after it was purged."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from croupier.jackpot.audit.findings import Finding
from croupier.jackpot.journal import Store


def check_personal(
    store: Store, link: str, payees: Mapping[int, str], purged: Collection[int]
) -> tuple[list[Finding], list[str]]:
    """What is wrong with the records that payments name, and what an auditor should know."""
    kept = {each.no: each for each in store.personal(link)}
    wrong = [
        Finding(f"personal record {number}", "is not the one whose hash the payment holds")
        for number, hash in sorted(payees.items())
        if number in kept and kept[number].hash != hash
    ]
    gone = [number for number in sorted(payees) if number not in kept and number not in purged]
    notes = []
    if gone and store.restored(link):
        notes.append(f"{len(gone):,} personal records are not here: a backup holds none")
    elif gone:
        wrong += [Finding(f"personal record {number}", "is gone, and nobody purged it") for number in gone]
    late = sorted(set(purged) & set(kept))
    if late:
        notes.append(f"personal records that were purged are still kept: {', '.join(map(str, late[:20]))}")
    return wrong, notes
