"""The access log (BOOK.access, or CROUPIER_ACCESS_LOG): one line each, chained to the one before, so that a line
changed, taken out or put in is found. Programs go by `what`, `link` and `about`; people read `detail`."""

import hashlib
import time
from collections.abc import Collection
from enum import StrEnum
from pathlib import Path
from typing import Final

from croupier.errors import BadInput
from croupier.jackpot.actors import Session
from croupier.records import OtherSchema, Record, decode_kept, encode, replace
from croupier.stores import opening, private_files

SCHEMA: Final = 1
BEGINNING: Final = "0" * 64
LONGEST_LINE: Final = 4_096


class Act(StrEnum):
    """What is written down. The value is what the file holds."""

    LOGGED_IN = "log-in"
    LOGGED_IN_BY_TOKEN = "log-in by token"
    LOGGED_IN_BY_KEY = "log-in by key"
    LOG_IN_FAILED = "log-in failed"
    LOG_IN_BY_TOKEN_FAILED = "log-in by token failed"
    LOG_IN_BY_KEY_FAILED = "log-in by key failed"
    LOG_IN_WHILE_RESTING = "log-in while resting"
    LOGGED_OUT = "log-out"
    REFUSED = "refused"
    ENROLLED = "enrolled"
    ENROLLED_A_KEY = "enrolled a key of"
    FOUNDED_ALONE = "enrolled both founders"
    SECOND_FACTOR = "second factor for"
    UNLOCKED = "unlocked"
    TOKEN = "made a token for"
    PAIRED = "paired"
    UNPAIRED = "unpaired"
    PUT_OUT = "put out"
    INVITED = "invited"
    SHOWN_HALF = "was shown half of the invitation"
    OPENED_INVITATION = "opened the invitation"
    CHOSE_PASSWORD = "chose a password and a second factor"
    WRONG_CONFIRMATION = "wrong confirmation code"
    CONFIRMED = "confirmed"
    PASSKEY_REGISTERED = "registered a passkey"
    PASSKEY_REMOVED = "removed a passkey"
    PASSKEY_REFUSED = "passkey refused"
    PASSKEY_COPIED = "passkey alarm"
    ALERT_SEEN = "seen"
    AUDITED = "audit"
    TOOK_OVER = "took over"
    PAYEES_BACKED_UP = "payees backed up"
    PAYEES_RESTORED = "payees restored"
    UNREADABLE = "cannot be read"  # Never written: it stands for a line that nobody here wrote.


LOG_INS: Final = (Act.LOGGED_IN, Act.LOGGED_IN_BY_TOKEN, Act.LOGGED_IN_BY_KEY)


class Line(Record):
    """One thing that somebody did, or tried."""

    schema: int = SCHEMA
    at: int
    what: Act
    who: str
    link: str = ""  # The link that it is about, where it is about one.
    about: str = ""  # The session, alert, passkey, device or person that it is about.
    detail: str = ""
    hash: str = ""  # Over the hash of the line before and this line without it.

    def chained(self, before: str) -> "Line":
        """The line as it follows from the one before."""
        said = encode(replace(self, hash=""))
        return replace(self, hash=hashlib.sha256(before.encode() + b"\n" + said).hexdigest())


UNREADABLE: Final = Line(at=0, what=Act.UNREADABLE, who="")


class AccessLog:
    """Lines in a file; without one, nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def write(self, what: Act, who: str, detail: str = "", *, link: str = "", about: str = "") -> None:
        """Durably, before the caller is answered."""
        if self.path is None:
            return
        with private_files.locked(self.path):
            line = Line(
                at=time.time_ns() // 1_000_000,
                what=what,
                who=_short(who, 64),
                link=_short(link, 100),
                about=_short(about, 200),
                detail=_short(detail, 200),
            )
            private_files.append_private(self.path, encode(line.chained(self._last())) + b"\n")

    @property
    def is_missing(self) -> bool:
        """Whether there is no log to look anything up in."""
        return self.path is None or not self.path.exists()

    def size(self) -> int:
        return self.path.stat().st_size if self.path and self.path.exists() else 0

    def lines_after(self, place: int) -> tuple[int, list[Line]]:
        """The complete lines after this many bytes, and where they end."""
        if self.path is None or not self.path.exists():
            return 0, []
        with self.path.open("rb") as file:
            file.seek(place)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        return place + len(whole), [_read(raw) for raw in _split(whole)]

    def lines(self) -> list[Line]:
        """Every line; one that cannot be read is there as such."""
        return [_read(raw) for raw in _split(self._content())]

    def faults(self) -> list[str]:
        """What is wrong with the chain; lines of another schema are one fault."""
        before, wrong, others = BEGINNING, [], 0
        for number, raw in enumerate(_split(self._content()), 1):
            line, what = UNREADABLE, f"line {number} of the access log"
            try:
                line = decode_kept(Line, raw, what, SCHEMA)
            except OtherSchema as refused:
                others += 1
                if others == 1:
                    wrong.append(refused.message)
            except BadInput:
                wrong.append(f"{what} does not follow from the one before")
            else:
                if encode(line) != raw or line.chained(before) != line:
                    wrong.append(f"{what} does not follow from the one before")
            before = line.hash
        return wrong

    def lacks(self, sessions: Collection[Session]) -> list[str]:
        """Log-ins that the journal names and a log never saw: somebody cut it."""
        if self.is_missing:
            return []
        seen = {(line.who, line.about) for line in self.lines() if line.what in LOG_INS}
        unknown = sorted(set(sessions) - seen)
        if not unknown:
            return []
        shown = ", ".join(f"{person} ({session})" for person, session in unknown[:5])
        more = f" and {len(unknown) - 5:,} more" if len(unknown) > 5 else ""
        return [f"the journal names log-ins that are not in the access log: {shown}{more}"]

    def founded_alone(self) -> list[str]:
        """That both founders were enrolled at one shell, if so: no program knows whether they were two people."""
        alone = [line for line in self.lines() if line.what == Act.FOUNDED_ALONE]
        return [f"both founders were enrolled at one shell, {line.detail}: ask both in person" for line in alone]

    def _content(self) -> bytes:
        return self.path.read_bytes() if self.path and self.path.exists() else b""

    def _last(self) -> str:
        """The hash of the last line; only the end of the file is read. A torn line has none: the chain says so."""
        assert self.path is not None
        if not self.path.exists():
            return BEGINNING
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - LONGEST_LINE))
            end = _split(file.read())
        return _read(end[-1]).hash if end else BEGINNING


def access_log_of(url: str | Path) -> AccessLog:
    return AccessLog(opening.place_of(url, "CROUPIER_ACCESS_LOG", ".access"))


def _split(text: bytes) -> list[bytes]:
    return text.removesuffix(b"\n").split(b"\n") if text else []


def _read(raw: bytes) -> Line:
    try:
        return decode_kept(Line, raw, "the line", SCHEMA)
    except BadInput:
        return UNREADABLE


def _short(text: str, most: int) -> str:
    """At most so many letters; half a character, which JSON cannot hold, becomes a question mark."""
    return text[:most].encode("utf-8", "replace").decode()
