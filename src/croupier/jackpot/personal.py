"""Whom a prize was paid to, kept apart from the journal for the retention period: the journal holds the record's number
and a salted hash, from which no name can be guessed. A tax id is never taken, here or in a request."""

import datetime
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from croupier.errors import BadInput

YEARS_KEPT = 5  # Unless the plan says otherwise: no document that we could read gives a period.
_TAX_ID = re.compile(r"(?<![0-9])(?:[0-9]{3}[-./ ][0-9]{2}[-./ ][0-9]{4}|[0-9]{2}-[0-9]{7})(?![0-9])", re.ASCII)
_NINE_DIGITS = re.compile(r"(?<![0-9])[0-9]{9}(?![0-9])", re.ASCII)
_DOCUMENT = re.compile(r"\b(?:passport|licen[cs]e|permit|visa|card|id)\b", re.ASCII | re.IGNORECASE)
_TAX_WORD = re.compile(r"\b(?:ssn|itin|ein|tin|tax|taxpayer|social security)\b", re.ASCII | re.IGNORECASE)


class Payee(NamedTuple):
    """The payee as written down by the person who pays. The books number the record."""

    name: str
    address: str
    identified: str


class PersonalRecord(NamedTuple):
    """What is known about somebody who was paid."""

    link: str
    no: int
    name: str
    address: str
    identified: str  # How the person was identified, as in "passport, seen by Alex".
    keep_until: str  # The last day on which it must be kept.
    salt: str

    @property
    def hash(self) -> str:
        """The hash in the journal. Without the salt nobody can try names."""
        text = json.dumps([self.salt, self.no, self.name, self.address, self.identified, self.keep_until])
        return hashlib.sha256(text.encode()).hexdigest()


def looks_like_tax_id(text: str) -> bool:
    """Whether a text holds a social security or employer's number as people write them.

    >>> looks_like_tax_id("123-45-6789"), looks_like_tax_id("12-3456789"), looks_like_tax_id("98101-1234")
    (True, True, False)
    """
    return _TAX_ID.search(text) is not None


def make_record(
    link: str, no: int, name: str, address: str, identified: str, keep_until: str, salt: str
) -> PersonalRecord:
    """A record that may be kept; BadInput names what is wrong with a part of it."""
    for what, text, least in (("name", name, 1), ("address", address, 0), ("identified", identified, 1)):
        if not least <= len(text.strip()) <= 200 or len(text) > 200 or not text.isprintable():
            raise BadInput(f"{what}: expected one line of {least} to 200 letters", hint="leave out control characters")
        # A passport of the United States has as many digits as a tax id.
        names_document = what == "identified" and _DOCUMENT.search(text) and not _TAX_WORD.search(text)
        nine_digits = _NINE_DIGITS.search(text) and not names_document
        if looks_like_tax_id(text) or nine_digits:
            raise BadInput(
                f"{what}: this looks like a tax id, and none is stored", hint="the tax form holds it; write its number"
            )
    try:
        day = datetime.date.fromisoformat(keep_until)
    except ValueError:
        raise BadInput(f"keep until: '{keep_until[:40]}' is not a day", hint="as in 2031-01-01") from None
    return PersonalRecord(link, no, name, address, identified, day.isoformat(), salt)


def years_after(day: str, years: int = YEARS_KEPT) -> str:
    """The day some years later; February 28 for February 29."""
    date = datetime.date.fromisoformat(day)
    try:
        return date.replace(year=date.year + years).isoformat()
    except ValueError:
        return date.replace(year=date.year + years, day=28).isoformat()


def expired(records: Iterable[PersonalRecord], day: str) -> list[int]:
    """The numbers of records that need no longer be kept on a day."""
    return sorted(record.no for record in records if record.keep_until < day)


def payee_words(records: Mapping[int, PersonalRecord] | None, number: int) -> str:
    """Who was paid, as a report prints it, while that is known; None is for whoever may not read the records."""
    if records is None:
        return f"record {number}"
    known = records.get(number)
    return f"{known.name} (record {number})" if known else f"record {number}, no longer kept here"
