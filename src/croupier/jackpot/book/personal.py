"""The personal records of a link as its writer sees them: those that are kept, and not those that it just purged."""

from __future__ import annotations

import json
from collections.abc import Iterable

from croupier.jackpot.journal import Entry, Store
from croupier.jackpot.personal import PersonalRecord, expired


class Personal:
    """What a book asks of the table of personal records."""

    def __init__(self, store: Store, link: str) -> None:
        self._store = store
        self._link = link
        self.purged: set[int] = set()
        """Purged by entries that may not be durable yet."""

    def _kept(self) -> list[PersonalRecord]:
        return [each for each in self._store.personal(self._link) if each.no not in self.purged]

    def payee_of(self, number: int) -> tuple[str, str] | None:
        """The salted hash of a record and until when it must be kept; None where there is none."""
        return next(((each.hash, each.keep_until) for each in self._kept() if each.no == number), None)

    def expired(self, day: str) -> list[int]:
        """The records that need no longer be kept on a day."""
        return expired(self._kept(), day)

    def forget(self, entries: Iterable[Entry]) -> None:
        """Remove what durable entries have purged; what a crash leaves is due at the next purge."""
        for entry in entries:
            if entry.kind == "purge":
                self._store.forget_personal(self._link, json.loads(entry.body)["purged"])
