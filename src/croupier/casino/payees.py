"""Whom prizes were paid to: purged after their retention period, and backed up apart from the journal.

A backup of a book holds no personal record. A file of them is readable only by its owner (0600), and is read back into
a book whose journal names them. A record that no payment names, or that differs from the one named, is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from uuid import uuid4

from croupier.casino.desk import FrontDesk
from croupier.errors import BadInput, CheckFailed
from croupier.jackpot.actors import Actor
from croupier.jackpot.book.book import Reply
from croupier.jackpot.journal import Store, text_hash
from croupier.jackpot.personal import PersonalRecord
from croupier.records import OtherSchema, Record, decode_kept, encode
from croupier.stores.private_files import make_private

_WHAT: Final = "croupier jackpot payees"
_SCHEMA: Final = 1


class PayeesFile(Record):
    """The first line of a backup; the second is the hash of the first."""

    schema: int = _SCHEMA
    what: str
    records: tuple[PersonalRecord, ...]


def purge(desk: FrontDesk, link: str, by: Actor, second: Actor, reason: str) -> Reply:
    """Forget the records of a link whose retention period is over, by two people, with an entry."""
    return desk.post(link, {"id": f"purge:{uuid4()}", "do": "purge", "reason": reason}, by, second)


def back_up_payees(store: Store, file: Path) -> int:
    """Write every personal record of a book to a new file that only its owner may read; returns how many."""
    records = tuple(record for link in store.links() for record in store.personal(link))
    text = encode(PayeesFile(what=_WHAT, records=records)).decode()
    try:
        make_private(file, f"{text}\n{text_hash(text)}\n".encode())
    except FileExistsError:
        raise BadInput(f"{file} exists", hint="name a new file: a backup never replaces one") from None
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}", hint="check the path") from error
    return len(records)


def restore_payees(store: Store, file: Path) -> int:
    """Read a backup of personal records back into a book, all or none; returns how many were missing."""
    named = {link: _named(store, link) for link in store.links()}
    missing = []
    for record in _read(file):
        said = named.get(record.link, {}).get(record.no)
        where = f"{file}: record {record.no} of link {record.link[:40]}"
        if said is None:
            raise CheckFailed(f"{where}: no payment names it, or it was purged", hint="it is not a backup of this book")
        if said != record.hash:
            raise CheckFailed(f"{where}: the journal names another one", hint="it is not a backup of this book")
        if record not in store.personal(record.link):
            missing.append(record)
    for record in missing:
        store.keep_personal(record)
    return len(missing)


def _read(file: Path) -> Iterable[PersonalRecord]:
    try:
        text, sum, *rest = file.read_text(encoding="utf-8").split("\n")
        if text_hash(text) != sum or rest != [""]:
            raise ValueError(file)
        held = decode_kept(PayeesFile, text, str(file), _SCHEMA)
        if held.what != _WHAT:
            raise ValueError(file)
        return held.records
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}", hint="check the path") from error
    except OtherSchema:
        raise
    except (ValueError, BadInput):
        raise BadInput(
            f"{file} is not a backup of payees, or is damaged", hint="as croupier jackpot backup-payees writes it"
        ) from None


def _named(store: Store, link: str) -> dict[int, str]:
    """By number, the hash of each record that a payment names and nobody has purged."""
    found: dict[int, str] = {}
    for entry in store.entries(link):
        if entry.kind == "pay":
            body = json.loads(entry.body)
            if "payee" in body:
                found[body["req"]["payee"]] = body["payee"]
        elif entry.kind == "purge":
            for number in json.loads(entry.body)["purged"]:
                found.pop(number, None)
    return found
