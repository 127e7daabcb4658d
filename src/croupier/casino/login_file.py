"""The file of log-ins: hashes of passwords, tokens and invitations, public keys, second factors, failed tries. Only its
owner may read it. A change takes the lock, reads the file again and writes it as a whole, so that a house and a command
line can share one file. Files of schema 1, which have no number, hold only passwords and tokens.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from croupier.errors import BadInput
from croupier.stores.private_files import locked, replace_private

SCHEMA: Final = 5
"""2 added second factors, invitations, devices and tries; 3 the public keys of people; 4 invitations by halves; 5
passkeys."""
MOST_TRIES: Final = 1_000
"""Names whose failed tries are remembered; the oldest is forgotten first."""
BESIDE: Final = "\n"
"""Between a name and that of the person beside whom it was tried; no name that is counted holds it."""


class Token(NamedTuple):
    """What a table or a program logs in with."""

    person: str
    device: str


class Device(NamedTuple):
    """A display or a sensor that was paired with its table."""

    kind: str
    """display or sensor."""
    link: str
    table: str
    person: str
    """The person in whose name a sensor reports, or who confirmed a display."""
    at: int


class Factor(NamedTuple):
    """A second factor (RFC 6238): its key, and the last time step whose code was used."""

    key: str
    used: int = 0


class Passkey(NamedTuple):
    """The public half of a passkey. Its private half never leaves the person's device."""

    name: str
    """As its owner calls it."""
    data: str
    """Its id and its public key, as the device gave them (attested credential data of WebAuthn, base64url)."""
    counter: int
    """How often it had signed when it was last used; always 0 for those that do not count."""
    synced: bool
    """Whether it may be copied between devices of one account."""
    at: int
    """When it was registered."""
    used: int = 0
    """When it was last used."""
    stopped: int = 0
    """When its counter went back: a copy of it exists, and neither is accepted any longer."""


@dataclass
class Invitation:
    """An invitation to choose a password; two supervisors confirm the person's identity. See ``enrolling``."""

    until: int
    """In milliseconds since 1970 (UTC)."""
    by: list[str]
    """The two supervisors."""
    halves: dict[str, str] = field(default_factory=dict)
    """By supervisor, the hash of the half that they were shown."""
    key: str = ""
    """The key of the second factor, once both halves were typed."""
    chosen: str = ""
    """The hash of the password, once it is chosen."""
    step: int = 0
    """The time step of the code that showed that the second factor works."""
    code: str = ""
    """The hash of the code that the person shows to the two."""
    wrong: int = 0
    """How often a wrong code was typed."""
    confirmed: list[str] = field(default_factory=list)
    """Those of the two who have typed the code."""


class Tries(NamedTuple):
    """How often in a row a name failed to log in, and when it last did."""

    failures: int
    at: int


@dataclass
class Secrets:
    """The whole content of the file."""

    passwords: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=dict)
    factors: dict[str, Factor] = field(default_factory=dict)
    invitations: dict[str, Invitation] = field(default_factory=dict)
    """By person."""
    devices: dict[str, Device] = field(default_factory=dict)
    tries: dict[str, Tries] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    """By person, the public key that they log in with."""
    passkeys: dict[str, dict[str, Passkey]] = field(default_factory=dict)
    """By person, their passkeys by id. Nobody has one without a second factor."""

    def forget_factor(self, person: str) -> None:
        """End somebody's second factor, and the passkeys that take its place."""
        self.factors.pop(person, None)
        self.passkeys.pop(person, None)

    def forget_tries(self, person: str) -> bool:
        """Forget somebody's failed tries, also those beside others; returns whether there were any."""
        theirs = [name for name in self.tries if name.partition(BESIDE)[0] == counted_as(person)]
        for name in theirs:
            del self.tries[name]
        return bool(theirs)

    @property
    def enrolled(self) -> set[str]:
        """Who can log in, by a password or a key."""
        return {*self.passwords, *self.keys}


class LoginFile:
    """The secrets of one book, on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # One pair, because several threads read at once: content and version must never come from different ones.
        self._known: tuple[tuple[int, int, int] | None, Secrets] = (None, Secrets())
        self.read()

    def read(self) -> Secrets:
        """The present content of the file, which is read again only if it has changed."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            self._known = (None, Secrets())
            return self._known[1]
        seen = (found.st_ino, found.st_size, found.st_mtime_ns)
        known = self._known
        if seen != known[0]:
            known = self._known = (seen, self._parsed())
        return known[1]

    @contextmanager
    def changed(self) -> Iterator[Secrets]:
        """The secrets, locked against other changes; written at the end unless something went wrong."""
        with locked(self.path):
            # A private copy, because other threads read the shared one.
            held = self._parsed() if self.path.exists() else Secrets()
            yield held
            while len(held.tries) > MOST_TRIES:
                del held.tries[min(held.tries, key=lambda name: held.tries[name].at)]
            replace_private(self.path, json.dumps({"schema": SCHEMA, **asdict(held)}, indent=1).encode())

    def _parsed(self) -> Secrets:
        try:
            return _read(json.loads(self.path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise BadInput(f"the log-ins in {self.path} cannot be read: {error!s:.100}") from None


def _read(said: dict[str, Any]) -> Secrets:
    schema = said.get("schema", 1)
    if schema not in range(1, SCHEMA + 1):
        raise ValueError(f"schema {schema!s:.20} is not known to this version")
    return Secrets(
        dict(said.get("passwords", {})),
        {hash: Token(*each) for hash, each in said.get("tokens", {}).items()},
        {person: Factor(*each) for person, each in said.get("factors", {}).items()},
        # Invitations of schemas 2 and 3 were valid for whoever opened them first. They are no longer honored.
        {person: Invitation(**each) for person, each in said["invitations"].items()} if schema >= 4 else {},
        {hash: Device(*each) for hash, each in said.get("devices", {}).items()},
        {name: Tries(*each) for name, each in said.get("tries", {}).items()},
        dict(said.get("keys", {})),
        {
            person: {id: Passkey(*each) for id, each in theirs.items()}
            for person, theirs in said.get("passkeys", {}).items()
        },
    )


def counted_as(person: str, beside: str = "") -> str:
    """Under which name failed tries are counted. No name that a stranger types is that of a pair.

    >>> counted_as("robin"), counted_as("robin", "sam"), counted_as("robin\\nsam")
    ('robin', 'robin\\nsam', 'robin sam')
    """
    return BESIDE.join(each.replace(BESIDE, " ") for each in (person, beside) if each)


def hash_of(secret: str) -> str:
    """The hash stored for a token or an invitation. Both are too long to be guessed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
