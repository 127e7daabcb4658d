"""Who people are: passwords (argon2id), keys, second factors and tokens (SHA-256) in BOOK.logins, or where
CROUPIER_LOGINS says; no journal, plan or report holds any. The first two people are enrolled when the book is made;
once it is live two supervisors change log-ins. Every change is made under a lock and writes the file as a whole."""

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from croupier.errors import BadInput, CheckFailed
from croupier.jackpot import actors, checkpoints
from croupier.people.access_log import AccessLog, Act
from croupier.people.permissions import Roles, Two, check_authority, check_who_stays
from croupier.records import Record, decode_kept, encode, field
from croupier.stores import opening, private_files
from croupier.units import skeleton

SCHEMA: Final = 1
MOST_TRIES: Final = 1_000  # Names whose failed tries are remembered; the oldest is forgotten first.
COPIED: Final = "its counter went back"  # Why a passkey is refused of which there is a copy.
BESIDE: Final = "\n"
"""Between a name and that of the person beside whom it was tried; no name that is counted holds it."""


class Token(Record):
    """What a table or a program logs in with."""

    person: str
    device: str
    made_by: tuple[str, ...] = ()  # Who made it, and has seen its secret.


class Device(Record):
    """A display or a sensor that was paired with its table."""

    kind: str  # display or sensor.
    link: str
    table: str
    person: str  # The person in whose name a sensor reports, or who confirmed a display.
    at: int


class Factor(Record):
    """A second factor (RFC 6238)."""

    key: str
    used: tuple[int, ...] = ()
    """The time steps whose codes were used last, in order of use. A clock that ran ahead has used steps that are still
    to come, and the codes of today are good nevertheless."""


class Passkey(Record):
    """The public half of a passkey. Its private half never leaves the person's device."""

    name: str  # As its owner calls it.
    data: str  # Its id and its public key, as the device gave them (attested credential data of WebAuthn, base64url).
    counter: int  # How often it had signed when it was last used; always 0 for those that do not count.
    synced: bool  # Whether it may be copied between devices of one account.
    at: int  # When it was registered.
    used: int = 0  # When it was last used.
    stopped: int = 0  # When its counter went back: a copy of it exists, and neither is accepted any longer.


class Invitation(Record):
    """An invitation to choose a password; two supervisors confirm the person's identity. See ``enrolling``."""

    until: int  # In milliseconds since 1970 (UTC).
    by: tuple[str, str]  # The two supervisors.
    halves: dict[str, str] = field(default_factory=dict)  # By supervisor, the hash of the half that they were shown.
    key: str = ""  # The key of the second factor, once both halves were typed.
    chosen: str = ""  # The hash of the password, once it is chosen.
    step: int = 0  # The time step of the code that showed that the second factor works.
    code: str = ""  # The hash of the code that the person shows to the two.
    wrong: int = 0  # How often a wrong code was typed.
    confirmed: tuple[str, ...] = ()  # Those of the two who have typed the code.


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
    invitations: dict[str, Invitation] = field(default_factory=dict)  # By person.
    devices: dict[str, Device] = field(default_factory=dict)
    tries: dict[str, Tries] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)  # By person, the public key that they log in with.
    passkeys: dict[str, dict[str, Passkey]] = field(default_factory=dict)
    """By person, their passkeys by id. Nobody has one without a second factor."""
    ended: dict[str, int] = field(default_factory=dict)
    """By the hash of its cookie, a session that ended before its time, and until when that is remembered."""

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

    def end_sessions(self, keys: Iterable[str], milliseconds: int) -> None:
        """Remember for so long that they ended, and forget those that would be over by now anyway."""
        now = now_ms()
        for over in [key for key, until in self.ended.items() if until <= now]:
            del self.ended[over]
        self.ended.update(dict.fromkeys(keys, now + milliseconds))

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
            private_files.repair_private(path)
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
        with private_files.locked(self.path):
            # A private copy, because other threads read the shared one.
            held = self._parsed() if self.path.exists() else Secrets()
            yield held
            while len(held.tries) > MOST_TRIES:
                del held.tries[min(held.tries, key=lambda name: held.tries[name].at)]
            try:
                content = encode(held)
            except UnicodeEncodeError:
                raise BadInput("a name holds half a character, which no keyboard types") from None
            private_files.replace_private(self.path, content)

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


SHORTEST: Final = 10  # Letters in a password.
_MEANT: Final = str.maketrans("01345@$!", "oieasasi")  # Digits and signs that people type for a letter.
_TRIED_FIRST: Final = frozenset(
    """
    password passwort passphrase passcode letmein welcome login admin administrator qwerty qwertyuiop qwertz asdfgh
    asdfghjkl zxcvbn iloveyou sunshine princess football baseball basketball superman batman dragon monkey shadow master
    trustno changeme default secret whatever starwars freedom computer internet summer winter spring autumn january
    february march april june july august september october november december monday tuesday wednesday thursday friday
    saturday sunday casino jackpot croupier dealer supervisor blackjack poker roulette abc abcd abcde abcdef abcdefgh
    test testtest guest user root
    """.split()
)


def check_name(person: str, known: Iterable[str]) -> None:
    """BadInput for a name that nobody should log in under: it cannot be typed, or looks like that of somebody else.

    >>> check_name("sаm", ["sam", "robin"])
    Traceback (most recent call last):
        ...
    croupier.errors.BadInput: the name sаm looks like sam, who is somebody else
    hint: nobody could tell them apart in a journal; add a letter or a number
    """
    if not person.strip() or person != person.strip() or not person.isprintable() or not skeleton(person):
        raise BadInput(f"{person[:40]!r} is not a name", hint="letters and digits, with no blank at either end")
    looks = skeleton(person)
    for other in known:
        if other != person and skeleton(other) == looks:
            raise BadInput(
                f"the name {person[:40]} looks like {other[:40]}, who is somebody else",
                hint="nobody could tell them apart in a journal; add a letter or a number",
            )


def check_password(password: str, person: str = "") -> None:
    """BadInput for a password that is short, or that somebody guesses in the first thousand tries.

    >>> check_password("password1234")
    Traceback (most recent call last):
        ...
    croupier.errors.BadInput: this password is one of the first that anybody tries
    hint: a few words in a row are easy to remember
    """
    hint = "a few words in a row are easy to remember"
    if len(password) < SHORTEST:
        raise BadInput(f"a password has at least {SHORTEST} letters", hint=hint)
    lowered = password.casefold()
    if not any(letter.isalpha() for letter in lowered):
        raise BadInput("a password of digits alone is soon guessed", hint=hint)
    bare = lowered.strip("0123456789!?.,_-#*@$ ")
    words = {_letters(lowered), _letters(bare), _letters(lowered.translate(_MEANT)), _letters(bare.translate(_MEANT))}
    known = _TRIED_FIRST | ({_letters(person.casefold())} if person else set())
    if len(set(lowered)) < 5 or any(_once(word) in known for word in words):
        raise BadInput("this password is one of the first that anybody tries", hint=hint)


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())


def _once(word: str) -> str:
    """A word that is written several times in a row, once.

    >>> _once("passwordpassword"), _once("abab"), _once("horse")
    ('password', 'ab', 'horse')
    """
    for length in range(1, len(word) // 2 + 1):
        if len(word) % length == 0 and word[:length] * (len(word) // length) == word:
            return word[:length]
    return word


class LoginFailed(CheckFailed):
    """A person who could not show who they are."""


class Logins:
    """The people of one book."""

    def __init__(
        self,
        path: Path,
        log: AccessLog,
        roles: Callable[[], tuple[Roles, ...]] = tuple,
        tables: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self.log = log
        self._tables = tables
        self.file = LoginFile(path)
        self.roles = roles
        """The role of each person on each link."""

    @property
    def people(self) -> list[str]:
        return sorted(self.file.read().enrolled)

    def log_in(self, person: str, password: str) -> actors.Actor:
        """An actor, or LoginFailed; which of the two was wrong is not said."""
        return self._let_in(person, "password", Act.LOGGED_IN, Act.LOG_IN_FAILED, self.is_password(person, password))

    def is_password(self, person: str, password: str) -> bool:
        """Whether this is a person's password. It takes equally long for somebody who is not enrolled."""
        from argon2 import PasswordHasher
        from argon2.exceptions import InvalidHashError, VerificationError

        known = self.file.read().passwords.get(person)
        try:
            PasswordHasher().verify(known or _NOBODY, password)
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False
        return known is not None

    def log_in_by_token(self, token: str) -> actors.Actor:
        known = self.file.read().tokens.get(hash_of(token))
        session = secrets.token_hex(8)
        what = Act.LOGGED_IN_BY_TOKEN if known else Act.LOG_IN_BY_TOKEN_FAILED
        self.log.write(what, known.person if known else "", about=session)
        if known is None:
            raise LoginFailed("the token is wrong")
        # A table's own token may do less than a program's, on every link of the book.
        how = "table token" if known.device in self._tables() else "token"
        return actors.Actor(known.person, how, session, known.device, known.made_by)

    def log_in_by_key(self, person: str, sign: Callable[[str], bytes]) -> actors.Actor:
        """An actor, once the person's key has signed a fresh challenge; otherwise LoginFailed."""
        challenge = f"croupier log-in\n{person}\n{device()}\n{now_ms()}\n{secrets.token_hex(16)}\n"
        known = self.file.read().keys.get(person, "")
        good = checkpoints.is_signature(known, sign(challenge), challenge)
        return self._let_in(person, "key", Act.LOGGED_IN_BY_KEY, Act.LOG_IN_BY_KEY_FAILED, good)

    def _let_in(self, person: str, how: str, inside: Act, outside: Act, good: bool) -> actors.Actor:
        session = secrets.token_hex(8)
        self.log.write(inside if good else outside, person, about=session if good else "")
        if not good:
            raise LoginFailed(f"{person[:40]}: the name or the {how} is wrong")
        return actors.Actor(person, how, session, device())

    def check(self, what: str, person: str, by: Two | None, held: Secrets, *, may_be_own: bool = False) -> None:
        """CheckFailed unless these two may do it; whoever tried is in the access log."""
        others = held.enrolled - {person} if may_be_own else held.enrolled
        try:
            check_authority(what, person, by, others, self.roles())
        except CheckFailed as refused:
            who = " and ".join(actor.person for actor in by) if by else person
            self.log.write(Act.REFUSED, who[:90], refused.message)
            raise

    def check_name(self, person: str, held: Secrets) -> None:
        """BadInput for somebody new whose name could be taken for that of another: enrolled, or in a plan."""
        if person not in held.enrolled:
            check_name(person, {*held.enrolled, *(name for roles in self.roles() for name in roles)})

    def enroll(self, person: str, password: str, by: Two | None, shell: str = "") -> None:
        """Let somebody in, or give them another password, typed at ``shell``; nobody stands behind the first two."""
        hashed = hashed_password(password, person)
        with self.file.changed() as held:
            self.check("enroll", person, by, held)
            self.check_name(person, held)
            held.passwords[person] = hashed
            # Whoever knew the old one may have registered a passkey with it.
            held.passkeys.pop(person, None)
        self.tell(Act.ENROLLED, person, by, shell=shell)

    def enroll_key(self, person: str, key: str, by: Two | None, shell: str = "") -> None:
        """Enroll somebody's key, or replace it. Only its public half is kept."""
        if not checkpoints.is_key(key):
            raise BadInput(f"{key[:80]} is not a public key", hint="as croupier jackpot login-key prints it")
        if key.partition("+")[0] != person:
            raise BadInput(
                f"the key is named {key.partition('+')[0][:40]}, not {person[:40]}",
                hint="each person makes a key of their own",
            )
        with self.file.changed() as held:
            self.check("enroll", person, by, held)
            self.check_name(person, held)
            held.keys[person] = key
        self.tell(Act.ENROLLED_A_KEY, person, by, shell=shell)

    def add_second_factor(self, person: str, by: Two) -> str:
        """The key of a first second factor, shown once. The person may be one of the two, if they have none yet."""
        key = new_key()
        with self.file.changed() as held:
            if person not in held.enrolled:
                raise BadInput(f"{person[:40]} is not enrolled", hint=f"enrolled: {_names(held)}")
            is_first = person not in held.factors
            what = "add a second factor" if is_first else "change a second factor"
            self.check(what, person, by, held, may_be_own=is_first)
            held.forget_factor(person)
            held.factors[person] = Factor(key=key)
        self.tell(Act.SECOND_FACTOR, person, by)
        return key

    def unlock(self, person: str, by: Two) -> None:
        with self.file.changed() as held:
            self.check("unlock an account", person, by, held)
            if not held.forget_tries(person):
                raise BadInput(f"{person[:40]} is not locked out")
        self.tell(Act.UNLOCKED, person, by)

    def make_token(self, person: str, device: str, by: Two) -> str:
        """A token for a table or a program that posts in somebody's name; it is shown once."""
        token = secrets.token_urlsafe(24)
        with self.file.changed() as held:
            self.check("make a token", person, by, held)
            held.tokens[hash_of(token)] = Token(
                person=person, device=device, made_by=tuple(actor.person for actor in by)
            )
        self.tell(Act.TOKEN, person, by, about=device)
        return token

    def pair(self, hashed: str, device: Device, detail: str) -> None:
        """A display or a sensor by the hash of the token that it has made. The caller has checked who confirmed it."""
        with self.file.changed() as held:
            held.devices[hashed] = device
        self._tell_of_device(Act.PAIRED, device, device.person, detail)

    def device(self, token: str) -> Device | None:
        """The display or sensor that a token belongs to."""
        return self.file.read().devices.get(hash_of(token))

    def devices(self) -> dict[str, Device]:
        """Every paired display and sensor, by the first letters of the hash of its token."""
        return {hash[:12]: device for hash, device in self.file.read().devices.items()}

    def unpair(self, id: str, who: str, detail: str) -> Device:
        """Take the token of a display or a sensor away."""
        with self.file.changed() as held:
            hashed = next((hash for hash in held.devices if hash[:12] == id), None)
            if hashed is None:
                raise BadInput(f"no display or sensor {id[:12]} is paired")
            device = held.devices.pop(hashed)
        self._tell_of_device(Act.UNPAIRED, device, who, detail)
        return device

    def put_out(self, person: str, by: Two) -> None:
        """Take somebody's password, second factor, passkeys and tokens away."""
        with self.file.changed() as held:
            links = self.roles()
            self.check("put somebody out", person, by, held)
            if person not in held.enrolled:
                raise BadInput(f"{person[:40]} is not enrolled", hint=f"enrolled: {_names(held)}")
            check_who_stays(person, held.enrolled, links)
            held.passwords.pop(person, None)
            held.keys.pop(person, None)
            held.forget_factor(person)
            held.forget_tries(person)
            forget_invitations(held, person)
            for hash in [hash for hash, token in held.tokens.items() if token.person == person]:
                del held.tokens[hash]
            for hash, device in list(held.devices.items()):
                if device.person == person and device.kind != "display":
                    del held.devices[hash]
        self.tell(Act.PUT_OUT, person, by)

    def tell(self, what: Act, person: str, by: Two | None, about: str = "", shell: str = "") -> None:
        """What two people did about somebody. That both founders came from one shell is told too: no program could know
        whether one person typed both passwords."""
        detail = " and ".join(actor.person for actor in by) if by else f"at the making of the book {shell}".rstrip()
        others = [] if by or not shell else [line for line in self.log.lines() if line.what in _ENROLLED]
        self.log.write(what, person, detail, about=about)
        if any(line.who != person and line.detail == detail for line in others):
            self.log.write(Act.FOUNDED_ALONE, person, shell)

    def _tell_of_device(self, what: Act, device: Device, who: str, detail: str) -> None:
        self.log.write(what, who, f"a {device.kind}, {detail}", link=device.link, about=device.table)


def login_place(url: str | Path) -> Path:
    place = opening.place_of(url, "CROUPIER_LOGINS", ".logins")
    if place is None:
        raise BadInput("nothing says where the log-ins of this book are", hint="CROUPIER_LOGINS names the file")
    if "CROUPIER_LOGINS" in os.environ:
        try:
            private_files.make_folder(place.parent)
        except OSError as error:
            raise BadInput(f"CROUPIER_LOGINS: {str(place)[:200]}: {error.strerror or error}") from None
    return place


def device() -> str:
    """This machine's name, as the journal keeps it."""
    return os.uname().nodename[:64] if hasattr(os, "uname") else ""


def hashed_password(password: str, person: str = "") -> str:
    """The stored hash of a password; BadInput if it is soon guessed."""
    from argon2 import PasswordHasher

    check_password(password, person)
    try:
        return PasswordHasher().hash(password)
    except UnicodeEncodeError:
        raise BadInput("the password holds half a character, which no keyboard types") from None


def forget_invitations(held: Secrets, person: str) -> None:
    """Remove invitations of somebody, those that somebody made, and those that are too old."""
    now = now_ms()
    for invited, invitation in list(held.invitations.items()):
        if invited == person or person in invitation.by or invitation.until < now:
            del held.invitations[invited]


def _names(held: Secrets) -> str:
    return ", ".join(sorted(held.passwords)) or "nobody"


def now_ms() -> int:
    """Milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def new_key() -> str:
    """160 random bits in base 32, as authenticator apps take them."""
    import base64

    return base64.b32encode(secrets.token_bytes(20)).decode()


_ENROLLED: Final = (Act.ENROLLED, Act.ENROLLED_A_KEY)
_NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$/LSvFynA8jLAJaqaOglACA$NRgs0O5uVPQwgnqecBAWHlZwA6fZWr3H35zdSlKKSBs"
"""A hash that no password has."""
