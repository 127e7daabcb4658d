"""How the processes of an SQLite book find the one that writes it (a lock on BOOK.writer) and hand in requests
(BOOK.sock, 0600): whoever can connect could write to the file too, so the process that hands in authenticates
people."""

import contextlib
import json
import os
import socket
import socketserver
import struct
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from croupier.errors import MissingPart
from croupier.jackpot.actors import Actor, Asked, Payee
from croupier.jackpot.book.answers import Desk, Duty, Holder, NobodyThere, Reply
from croupier.jackpot.book.writer import TooLate, TooMuch
from croupier.jackpot.journal import Fenced, NumberTaken, StoreBroken, StoreBusy, StoreError, StoreFull, StoreLost
from croupier.play.documents import Json
from croupier.stores.witness import Seal

UNSEALED: Final = Seal(None)
_ERRORS: Final = (StoreBusy, StoreBroken, StoreFull, StoreLost, Fenced, NumberTaken, TooMuch, TooLate, NobodyThere)
ERRORS: Final = {kind.__name__: kind for kind in (StoreError, *_ERRORS)}


def asked_to_text(link: str, asked: Sequence[Asked], within: float, seal: Seal = UNSEALED) -> str:
    """Requests of a link, with the people who make them, under the seal of the book's key; no two texts are alike."""
    requests = [
        [each.request, [[who.person, *who.record] for who in (each.actor, each.second) if who], each.payee]
        for each in asked
    ]
    said = json.dumps([link, within, time.time(), uuid4().hex, requests])
    return json.dumps([said, seal.of(said)])


def asked_from_text(text: str | bytes, seal: Seal = UNSEALED) -> tuple[str, float, list[Asked]]:
    """ValueError if the text is something else, StoreError if it carries no seal and there is a key."""
    try:
        said, sealed = json.loads(text)
        if not isinstance(said, str) or not isinstance(sealed, str):
            raise ValueError("no request, or no seal")
        link, within, sent, _, asked = json.loads(said)
        seal.check(said, sealed, sent, within)
        found = [_asked(*each) for each in asked]
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(link, str) or not isinstance(within, int | float):
        raise ValueError("no link, or no time")
    return link, float(within), found


def _asked(request: object, people: list[list[str]], payee: list[str] | None) -> Asked:
    actor, second = ([_actor(*person) for person in people] + [None])[:2]
    if actor is None:
        raise ValueError("nobody asks")
    return Asked(request, actor, second, Payee(*payee) if payee is not None else None)


def _actor(person: str, how: str, session: str, device: str, *made_by: str) -> Actor:
    return Actor(person, how, session, device, made_by)


def replies_to_text(replies: Sequence[Reply]) -> str:
    """Answers, as they are."""
    return json.dumps({"replies": [list(reply) for reply in replies]})


def error_to_text(error: BaseException) -> str:
    """Why the requests were not answered. A foreign error says only that it failed."""
    if isinstance(error, StoreError):
        name = type(error).__name__
        return json.dumps({"error": [name if name in ERRORS else "StoreError", error.message, error.hint]})
    return json.dumps({"error": ["StoreError", f"the writer failed: {type(error).__name__}", "see what it printed"]})


def replies_from_text(text: str | bytes) -> list[Reply]:
    """The answers, or the error that was sent instead raised here."""
    said: Json = json.loads(text)
    if "error" in said:
        name, message, hint = said["error"]
        raise ERRORS.get(name, StoreError)(message, hint=hint)
    return [Reply(*each) for each in said["replies"]]


def sealed(answer: str, asked: str, seal: Seal) -> str:
    """An answer to what was asked, under the seal of the book's key."""
    return json.dumps([answer, seal.of(f"{asked}\n{answer}")])


def unsealed(text: str, asked: str, seal: Seal) -> str:
    """The answer; StoreError where somebody else has put it there."""
    try:
        answer, by = json.loads(text)
    except (TypeError, ValueError):
        answer, by = "", ""
    if not seal.is_of(f"{asked}\n{answer}", str(by)):
        raise StoreError("an answer came that is not sealed by the key of the book", hint="send it again under its id")
    return str(answer)


try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]

LONGEST_PATH: Final = 100  # What fits into the address of a Unix socket everywhere.
LONGEST_MESSAGE: Final = 1 << 28
_WENT_AWAY: Final = "the process that writes the book went away before it answered"


class BookLock:
    """A lock of the operating system, which ends with its process. Whoever takes over puts a locked file in its
    place."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._name = name
        self._fd: int | None = None

    def take(self, *, over: bool = False) -> Holder | None:
        """None if the lock is ours now, otherwise who has it."""
        if self.is_ours():
            return None
        self.release()
        if over:
            self._put_in_place()
            return None
        while True:
            fd = self._open(self._path)
            if not _locked(fd):
                try:
                    return _holder(fd)
                finally:
                    os.close(fd)
            self._fd = fd
            if self.is_ours():
                self._sign(fd)
                return None
            self.release()  # another file was put in its place before we had the lock

    def is_ours(self) -> bool:
        """Whether the file that we have locked is still the one in its place."""
        if self._fd is None:
            return False
        try:
            return os.path.samestat(os.fstat(self._fd), self._path.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Release it; releasing twice is fine."""
        if self._fd is not None:
            os.close(self._fd)  # and the lock goes with it
            self._fd = None

    def _put_in_place(self) -> None:
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        beside.unlink(missing_ok=True)
        self._fd = self._open(beside)
        _locked(self._fd)
        self._sign(self._fd)
        beside.replace(self._path)

    def _open(self, path: Path) -> int:
        if fcntl is None:
            raise MissingPart("writing to a book in SQLite needs a system with file locks", hint="use PostgreSQL")
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise StoreError(f"the lock {path} cannot be opened: {error.strerror or error}") from error

    def _sign(self, fd: int) -> None:
        os.ftruncate(fd, 0)
        os.pwrite(fd, json.dumps([self._name, time.time_ns() // 1_000_000]).encode(), 0)


def _locked(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(fd: int) -> Holder:
    try:
        name, since = json.loads(os.pread(fd, 4_096, 0))
        return Holder(str(name), int(since))
    except (ValueError, TypeError):
        return Holder("another process", 0)


def holder_of(book: Path) -> Holder | None:
    """Who is on duty for a book; nothing is taken, and no file is made."""
    place = book.with_name(f"{book.name}.writer")
    if not place.exists():
        return None
    lock = BookLock(place, "")
    try:
        return lock.take()
    finally:
        lock.release()


class SocketDuty(Duty):
    """The duty of a book in a file: one process for all of its links."""

    def __init__(self, book: Path, name: str, seal: Seal = UNSEALED) -> None:
        self._seal = seal
        self._place = book.with_name(f"{book.name}.sock")
        self._lock = BookLock(book.with_name(f"{book.name}.writer"), name)
        self._taken: set[str] = set()
        self._server: _Server | None = None
        self._guard = threading.Lock()

    def take(self, link: str, *, over: bool = False) -> Holder | None:
        with self._guard:
            holder = self._lock.take(over=over)
            if holder is None:
                self._taken.add(link)
            return holder

    def keep(self) -> Collection[str]:
        with self._guard:
            if self._lock.is_ours():
                return ()
            lost, self._taken = self._taken, set()
        return lost

    def serve(self, desk: Desk) -> None:
        with self._guard:
            if self._server is None:
                self._server = _Server(self._place, desk, self._seal)

    def forward(self, link: str, asked: Sequence[Asked], within: float) -> list[Reply]:
        with contextlib.closing(_connected(self._place, within)) as line:
            try:
                line.sendall(f"{asked_to_text(link, asked, within, self._seal)}\n".encode())
                answer = line.makefile("rb").readline(LONGEST_MESSAGE)
            except OSError as error:
                raise NobodyThere(_WENT_AWAY) from error
        if not answer.endswith(b"\n"):
            raise NobodyThere(_WENT_AWAY)
        return replies_from_text(answer)

    def stop_serving(self) -> None:
        if self._server:
            self._server.stop()

    def close(self) -> None:
        if self._server:
            self._server.close(remove=self._lock.is_ours())
            self._server = None
        self._lock.release()


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Listens beside the book; each connection has a thread, and is answered when its requests are durable."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, place: Path, desk: Desk, seal: Seal) -> None:
        self._place = place
        self._seal = seal
        self._desk = desk
        self.lines: set[socket.socket] = set()
        with _address(place) as address:
            place.unlink(missing_ok=True)  # of a process that was killed: the lock is ours
            before = os.umask(0o177)
            try:
                super().__init__(address, _Line)
            except OSError as error:
                raise StoreError(f"the socket {place} cannot be made: {error.strerror or error}") from error
            finally:
                os.umask(before)
        self._thread = threading.Thread(target=self.serve_forever, args=(0.2,), name="jackpot-socket", daemon=True)
        self._thread.start()

    def verify_request(self, request: Any, client_address: object) -> bool:  # noqa: ARG002
        return _is_ours(request)

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # wakes the thread, which else looks up five times a second
        self.shutdown()
        self._thread.join()
        self.server_close()

    def close(self, *, remove: bool) -> None:
        self.stop()
        if remove:
            self._place.unlink(missing_ok=True)
        for line in list(self.lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def answered(self, text: bytes) -> str:
        try:
            link, within, asked = asked_from_text(text, self._seal)
            future: Future[list[Reply]] = self._desk.submit(link, asked, within=within)
            return replies_to_text(future.result())
        except ValueError as error:
            return error_to_text(StoreError(f"the message was not understood: {error!s:.80}"))
        except Exception as error:
            return error_to_text(error)


class _Line(socketserver.StreamRequestHandler):
    """One connection: a line of JSON is a message, and so is its answer."""

    server: _Server

    def handle(self) -> None:
        self.server.lines.add(self.connection)
        try:
            with contextlib.suppress(OSError):
                while (message := self.rfile.readline(LONGEST_MESSAGE)).endswith(b"\n"):
                    self.wfile.write(f"{self.server.answered(message)}\n".encode())
        finally:
            self.server.lines.discard(self.connection)


def _is_ours(line: socket.socket, *owners: int) -> bool:
    """Whether the other end is our user's process or root's. If the system does not say, the file mode counts."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    _, user, _ = struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return user in (0, os.getuid(), *owners)


def _connected(place: Path, within: float) -> socket.socket:
    line = socket.socket(socket.AF_UNIX)
    try:
        line.settimeout(within)
        with _address(place) as address:
            line.connect(address)
        # Requests and their payees are sent only to those who could write to the book.
        is_ours = _is_ours(line, place.with_suffix("").stat().st_uid)
    except OSError as error:
        line.close()
        raise NobodyThere(f"nobody answers at {place}: {error.strerror or error}") from error
    if not is_ours:
        line.close()
        raise NobodyThere(f"another user answers at {place}: nothing was sent", hint="find out who made that socket")
    return line


@contextlib.contextmanager
def _address(place: Path) -> Iterator[str]:
    """The path as an address. A long one goes by way of its folder's descriptor, where the system has that."""
    if len(os.fsencode(place)) <= LONGEST_PATH:
        yield str(place)
        return
    try:
        folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise NobodyThere(f"{place.parent} cannot be opened: {error.strerror or error}") from error
    try:
        short = f"/proc/self/fd/{folder}/{place.name}"
        if not Path(f"/proc/self/fd/{folder}").exists() or len(os.fsencode(short)) > LONGEST_PATH:
            raise StoreError(f"the path of the book is too long for a socket: {place}", hint="use a shorter one")
        yield short
    finally:
        os.close(folder)
