"""The file of log-ins: hashes of passwords, tokens and invitations, public keys, second factors, failed tries. Only its
owner may read it. A change takes the lock, reads the file again and writes it as a whole, so that a house and a command
line can share one file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from croupier.errors import BadInput
from croupier.records import Record, decode_kept, encode, field
from croupier.stores.private_files import locked, repair_private, replace_private

SCHEMA: Final = 1
MOST_TRIES: Final = 1_000
"""Names whose failed tries are remembered; the oldest is forgotten first."""
BESIDE: Final = "\n"
"""Between a name and that of the person beside whom it was tried; no name that is counted holds it."""


class Token(Record):
    """What a table or a program logs in with."""

    person: str
    device: str
    made_by: tuple[str, ...] = ()
    """Who made it, and has seen its secret."""


class Device(Record):
    """A display or a sensor that was paired with its table."""

    kind: str
    """display or sensor."""
    link: str
    table: str
    person: str
    """The person in whose name a sensor reports, or who confirmed a display."""
    at: int


class Factor(Record):
    """A second factor (RFC 6238)."""

    key: str
    used: tuple[int, ...] = ()
    """The time steps whose codes were used last, in order of use. A clock that ran ahead has used steps that are still
    to come, and the codes of today are good nevertheless."""


class Passkey(Record):
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


class Invitation(Record):
    """An invitation to choose a password; two supervisors confirm the person's identity. See ``enrolling``."""

    until: int
    """In milliseconds since 1970 (UTC)."""
    by: tuple[str, str]
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
    confirmed: tuple[str, ...] = ()
    """Those of the two who have typed the code."""


class Tries(Record):
    """How often in a row a name failed to log in, and when it last did."""

    failures: int
    at: int


class Secrets(Record):
    """The whole content of the file. Its maps are changed under the lock (``LoginFile.changed``) and nowhere else."""

    schema: int = SCHEMA
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
        try:
            repair_private(path)
        except OSError as error:
            raise BadInput(f"the file of log-ins {path} cannot be used: {error.strerror or error}") from None
        self.read()

    def read(self) -> Secrets:
        """The present content of the file, which is read again only if it has changed."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            self._known = (None, Secrets())
            return self._known[1]
        seen = (status.st_ino, status.st_size, status.st_mtime_ns)
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
            try:
                content = encode(held)
            except UnicodeEncodeError:
                raise BadInput("a name holds half a character, which no keyboard types") from None
            replace_private(self.path, content)

    def _parsed(self) -> Secrets:
        what = f"the file of log-ins {self.path}"
        try:
            return decode_kept(Secrets, self.path.read_bytes(), what, SCHEMA)
        except OSError as error:
            raise BadInput(f"{what} cannot be read: {error.strerror or error}") from None


def counted_as(person: str, beside: str = "") -> str:
    """Under which name failed tries are counted. No name that a stranger types is that of a pair.

    >>> counted_as("robin"), counted_as("robin", "sam"), counted_as("robin\\nsam")
    ('robin', 'robin\\nsam', 'robin sam')
    """
    whole = (name.encode("utf-8", "replace").decode() for name in (person, beside) if name)
    return BESIDE.join(name.replace(BESIDE, " ") for name in whole)


def hash_of(secret: str) -> str:
    """The hash stored for a token or an invitation. Both are too long to be guessed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
