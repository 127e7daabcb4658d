"""The personal records of a link as its writer sees them: those that are kept, those of payments on their way to the
store, and not those that it just purged.

The same commit stores a record and the payment that names it, so a refused payment leaves nothing behind.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from croupier.cards.shuffle import RandomSource, SystemSource
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.batch import Batch
from croupier.jackpot.journal import Entry, Store
from croupier.jackpot.personal import YEARS_KEPT, Payee, PersonalRecord, expired, make_record, years_after
from croupier.jackpot.state import LinkState


class Personal:
    """What a book asks of the table of personal records."""

    def __init__(self, store: Store, state: LinkState) -> None:
        self._store = store
        self._state = state
        self.source: RandomSource = SystemSource()
        self.purged: set[int] = set()
        """Purged by entries that may not be durable yet."""
        self._new: dict[int, PersonalRecord] = {}
        """Records of payments that are decided but not yet durable, and of the one being decided."""

    def _kept(self) -> list[PersonalRecord]:
        kept = {each.no: each for each in self._store.personal(self._state.link)} | self._new
        return [each for no, each in sorted(kept.items()) if no not in self.purged]

    def _find(self, number: int) -> PersonalRecord | None:
        return next((each for each in self._kept() if each.no == number), None)

    def payee_of(self, number: int) -> tuple[str, str] | None:
        """The salted hash of a record and until when it must be kept; None if there is none."""
        found = self._find(number)
        return (found.hash, found.keep_until) if found else None

    def expired(self, day: str) -> list[int]:
        """The records that need no longer be kept on a day."""
        return expired(self._kept(), day)

    def draft(self, payee: Payee) -> PersonalRecord | None:
        """A record for the payment that is decided next, for as long as the plan says; None before there is a plan."""
        state = self._state
        if state.plan is None:
            return None
        number = max([state.last_payee, *self.purged, *(each.no for each in self._kept())]) + 1
        until = years_after(state.day, state.plan.payee_years or YEARS_KEPT)
        salt = f"{self.source.bits(128):032x}"
        record = self._new[number] = make_record(state.link, number, *payee, keep_until=until, salt=salt)
        return record

    def drop(self, record: PersonalRecord) -> None:
        """The payment was refused, or has become durable with its record."""
        self._new.pop(record.no, None)

    def as_posted(self, asked: Asked, earlier: Entry) -> Mapping[str, Any]:
        """A repeated request with its people, and of a payment the number of its payee's record if it is the same."""
        request, payee = asked.whole, asked.payee
        said = json.loads(earlier.body) if payee else {}
        number = said.get("req", {}).get("payee")
        if payee is None or number is None:
            return request
        kept = self._find(number)
        if kept is not None and kept._replace(**payee._asdict()).hash != said["payee"]:
            return request
        return {**request, "payee": number}

    def keep(self, batch: Batch) -> None:
        """A batch is durable, with its records. What it purged is removed; what a crash leaves is removed at the next
        purge."""
        for record in batch.personal:
            self.drop(record)
        for entry in batch.entries:
            if entry.kind == "purge":
                self._store.forget_personal(self._state.link, json.loads(entry.body)["purged"])
