"""Personal records against the journal: none exchanged, none gone before its time, none kept after it was purged."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from croupier.jackpot.audit.findings import Finding
from croupier.jackpot.book.paying import Payee
from croupier.jackpot.book.reading import personal_records
from croupier.jackpot.journal import Store


def check_personal(
    store: Store, link: str, payees: Mapping[int, Collection[Payee]], purged: Mapping[int, str]
) -> tuple[list[Finding], list[str]]:
    """What is wrong with the records that payments name, and what an auditor should know."""
    found = personal_records(store, link)
    kept, wrong = found or {}, []
    for number, said in sorted(payees.items()):
        where = f"personal record {number}"
        if len(said) > 1:
            wrong.append(Finding(where, "was exchanged: the payments that name it hold different hashes"))
        elif number in kept and (kept[number].hash, kept[number].keep_until) not in said:
            wrong.append(Finding(where, "is not the one whose hash the payment holds"))
        latest = max(until for _, until in said)
        if number in purged and purged[number] <= latest:
            wrong.append(Finding(where, f"was purged on {purged[number]}, and must be kept until {latest}"))
    gone = [number for number in sorted(payees) if number not in kept and number not in purged]
    notes = []
    if found is None:
        return wrong, [f"{len(payees):,} personal records were not compared: this user may not read them"] * bool(
            payees
        )
    if gone and store.restored(link):
        notes.append(f"{len(gone):,} personal records are not here: a backup holds none")
    elif gone:
        wrong += [Finding(f"personal record {number}", "is gone, and nobody purged it") for number in gone]
    late = sorted(set(purged) & set(kept))
    if late:
        notes.append(f"personal records that were purged are still kept: {', '.join(map(str, late[:20]))}")
    return wrong, notes
