"""The checkpoints of a book in a file of their own (BOOK.anchors, or CROUPIER_ANCHORS), the key that signs them
(BOOK.key, or CROUPIER_KEY), and the command of CROUPIER_ANCHOR_COMMAND that is given each one. They are worth most on
another machine."""

import contextlib
import hashlib
import hmac
import os
import shlex
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier.errors import BadInput
from croupier.jackpot.checkpoints import KEY_NAME, Note, Signer, read_notes
from croupier.jackpot.journal import StoreError
from croupier.stores import opening, private_files

COMMAND_SECONDS = 30.0  # How long a command may take before its checkpoint counts as not sent.


SEAL_SECONDS = 60.0  # How far the clocks of the processes of a book may be apart.


class FileWitness:
    """Checkpoints in a file; without a key they can only be read."""

    def __init__(
        self, file: Path, signers: Sequence[Signer] = (), command: str = "", *, keys: Sequence[Path] = ()
    ) -> None:
        self.file = file
        self._signers = signers
        self._keys = keys
        self._seen = _stamps(keys)
        self._command = shlex.split(command)
        self._sending: subprocess.Popen[bytes] | None = None
        self._sent_at = 0.0
        self._trouble = ""

    @property
    def signers(self) -> Sequence[Signer]:
        """The keys at hand; read again where their files have changed, since another process may announce a new one."""
        if (now := _stamps(self._keys)) != self._seen:
            self._seen = now
            self._signers = [read_key(key) for key in self._keys if key.exists()] or self._signers
        return self._signers

    @signers.setter
    def signers(self, signers: Sequence[Signer]) -> None:
        self._signers = signers

    def notes(self, link: str | None = None) -> list[Note]:
        text = private_files.read_text(self.file) if self.file.exists() else ""
        notes = read_notes(text.splitlines(keepends=True))
        return [note for note in notes if link in (None, note.checkpoint.link)]

    def publish(self, note: str) -> None:
        """To the file, durably; then to the command, which is not waited for: ``trouble`` says how it ended."""
        try:
            private_files.append_private(self.file, f"\n{note}".encode())
        except OSError as error:
            raise StoreError(f"the checkpoint cannot be written to {self.file}: {error.strerror or error}") from error
        if self._command:
            self._send(note)

    @property
    def trouble(self) -> str:
        """Why the last checkpoint was not sent; empty while one is on its way, and once one was."""
        is_running = self._sending is not None and self._sending.poll() is None
        if not is_running or time.monotonic() - self._sent_at > COMMAND_SECONDS:
            self._reap(0)
        return self._trouble

    def close(self) -> None:
        """Wait for the last command."""
        self._reap(COMMAND_SECONDS)

    def _send(self, note: str) -> None:
        self._reap(max(0.0, COMMAND_SECONDS - (time.monotonic() - self._sent_at)))
        self._sent_at = time.monotonic()
        try:
            self._sending = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise StoreError(f"the command for checkpoints cannot be run: {error.strerror or error}") from error
        assert self._sending.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._sending.stdin.write(note.encode())
            self._sending.stdin.close()

    def _reap(self, seconds: float) -> None:
        before, self._sending = self._sending, None
        if before is None:
            return
        try:
            failed = before.wait(seconds)
        except subprocess.TimeoutExpired:
            before.kill()
            failed = before.wait()
        self._trouble = f"the command for checkpoints ended with status {failed}" if failed else ""


class Seal:
    """What a request carries from one process of a book to the one that writes it: who does not hold the book's key
    cannot make one. Without a key at hand nothing is sealed and everything taken. Keys are looked up every time, as a
    new one may be announced; what is sealed is taken once, and soon, so that no copy of a request is accepted later."""

    def __init__(self, key: Path | None) -> None:
        self._keys = (key, next_key(key)) if key is not None else ()
        self._taken: dict[str, float] = {}
        """What was taken, by its seal, and when it would be too late for it anyway."""
        self._guard = threading.Lock()

    def of(self, text: str) -> str:
        """The seal of a text; empty where no key is at hand."""
        return next(self._seals(text), "")

    def is_of(self, text: str, seal: str) -> bool:
        """Whether a seal is that of a key at hand; of anything where there is none."""
        seals = list(self._seals(text))
        return not seals or any(hmac.compare_digest(good, seal) for good in seals)

    def check(self, text: str, seal: str, sent: float, within: float) -> None:
        """StoreError unless the seal is that of a key at hand, was made just now, and comes for the first time."""
        if not self.is_of(text, seal):
            raise StoreError(
                "a request came that is not sealed by the key of the book: it was not looked at",
                hint="whoever sends requests needs the key, as the process that writes does: CROUPIER_KEY",
            )
        if not self.of(text):
            return
        now = time.time()
        if not sent - SEAL_SECONDS <= now <= sent + within + SEAL_SECONDS:
            raise StoreError(
                "a request was sealed at another time than now: it was not looked at",
                hint="set the clocks of the machines that use this book by the same source",
            )
        with self._guard:
            if seal in self._taken:
                raise StoreError("a request came a second time under one seal: it was not looked at")
            self._taken = {each: until for each, until in self._taken.items() if until >= now}
            self._taken[seal] = sent + within + SEAL_SECONDS

    def _seals(self, text: str) -> Iterator[str]:
        for key in self._keys:
            if key.exists():
                secret = hashlib.sha256(b"croupier requests\n" + key.read_bytes()).digest()
                yield hmac.digest(secret, text.encode("utf-8", "surrogatepass"), "sha256").hex()


class Places:
    """Where the checkpoints and the key of a book lie."""

    def __init__(self, url: str | Path) -> None:
        self.file = opening.place_of(url, "CROUPIER_ANCHORS", ".anchors")
        self.key = opening.place_of(url, "CROUPIER_KEY", ".key")
        self.command = os.environ.get("CROUPIER_ANCHOR_COMMAND", "")


def witness_of(url: str | Path, *, sign: bool = False) -> FileWitness | None:
    """Who witnesses a book; None where nothing says where. To ``sign``, the key is made where it and checkpoints are
    missing."""
    places = Places(url)
    if places.file is None:
        return None
    signers = _signers(places) if sign and places.key is not None else []
    keys = (places.key, next_key(places.key)) if sign and places.key is not None else ()
    return FileWitness(places.file, signers, places.command if sign else "", keys=keys)


def _stamps(keys: Sequence[Path]) -> list[tuple[int, int] | None]:
    """A fingerprint of the key files."""
    found: list[tuple[int, int] | None] = []
    for key in keys:
        try:
            known = key.stat()
        except OSError:
            found.append(None)
        else:
            found.append((known.st_ino, known.st_mtime_ns))
    return found


def next_key(place: Path) -> Path:
    """Where a key waits until it is announced."""
    return place.with_name(f"{place.name}.next")


def _signers(places: Places) -> list[Signer]:
    """The key in force, and the one that is just being announced."""
    assert places.key is not None
    if places.key.exists():
        return [read_key(each) for each in (places.key, next_key(places.key)) if each.exists()]
    if places.file is not None and places.file.exists():
        return []  # a lost key is not replaced in silence
    made = Signer.generate()
    try:
        private_files.make_private(places.key, made.to_pem())
    except FileExistsError:  # another process is making the same book
        return [read_key(places.key)]
    except OSError as error:
        raise StoreError(f"the key {places.key} cannot be made: {error.strerror or error}") from error
    return [made]


def read_key(path: Path, name: str = KEY_NAME) -> Signer:
    """BadInput where the file holds no key."""
    try:
        return Signer.from_pem(path.read_bytes(), name)
    except OSError as error:
        raise BadInput(f"the key {path} cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise BadInput(
            f"{path} is not an Ed25519 key", hint="a PEM file, as the first start of a book makes it"
        ) from None
