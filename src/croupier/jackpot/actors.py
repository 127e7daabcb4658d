"""Who asks, and whom a prize was paid to.

An ``Actor`` is a person whom the caller has authenticated, and how. The books never read a name out of a request; one
that needs a second person carries a second ``Actor``, or waits until that person grants it under a log-in of theirs. A
payee's name is kept apart from the journal for the retention period: the journal holds the record's number and a salted
hash, from which no name can be guessed. A tax id is never taken, here or in a request.
"""

import datetime
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from croupier.errors import BadInput
from croupier.play.documents import Json

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


MOST_LETTERS = 64
TOKENS = ("token", "table token")  # How a program or a table authenticates; neither lets people in.

ActorRecord = tuple[str, ...]  # How somebody was authenticated, session, device, and of a token its makers.


@dataclass(frozen=True)
class Actor:
    """An authenticated person."""

    person: str  # The id that the link knows them by.
    how: str = "password"  # How they were authenticated: password, key, token, or the token of a table.
    session: str = ""
    device: str = ""
    made_by: tuple[str, ...] = ()  # Of a token: who has seen its secret, and counts as a reporter.

    # Kept with the actor, who asks all day. Every answer holds them, so nobody who is given one may change them.

    @cached_property
    def record(self) -> ActorRecord:
        """What the journal keeps beside the person."""
        return (self.how, self.session, self.device, *self.made_by)

    @cached_property
    def alone(self) -> tuple[ActorRecord]:
        """What the journal keeps where nobody else stands behind a request."""
        return (self.record,)

    @cached_property
    def is_sound(self) -> bool:
        """Whether every part can be written down and shown."""
        parts = (self.person, self.how, self.session, self.device, *self.made_by)
        return parts[0] != "" and all(
            isinstance(part, str) and len(part) <= MOST_LETTERS and part.isprintable() for part in parts
        )


class Asked(NamedTuple):
    """A request, and who makes it."""

    request: Any
    actor: Actor
    second: Actor | None = None
    payee: Payee | None = None  # The payee: kept with the payment in a separate table, never in the journal.

    @property
    def actors(self) -> tuple[ActorRecord, ...]:
        """What the journal keeps beside the people."""
        return self.actor.alone if self.second is None else (self.actor.record, self.second.record)

    @property
    def whole(self) -> Json:
        """The request with the people who stand behind it."""
        request, actor, second, _ = self
        if second is None:
            return {**request, "by": actor.person}
        return {**request, "by": actor.person, "second": second.person}


Session = tuple[str, str]  # A person, and the log-in that they acted under.


def without_people(request: Mapping[str, object]) -> Json:
    """A request as it was sent, before the books wrote down who was behind it."""
    return {name: value for name, value in request.items() if name not in ("by", "second", "ask")}
