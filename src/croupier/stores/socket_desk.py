"""The process on duty for an SQLite book, and a socket beside the book (BOOK.sock) where others hand in requests.

Only its owner can use the socket (0600), as with the book. Whoever can connect could also write to the file, so the
process that hands in requests authenticates people, as it does for the book itself.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import threading
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final

from croupier.jackpot.actors import Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.desk import Desk, Holder, NobodyThere
from croupier.jackpot.journal import StoreError
from croupier.stores.book_lock import BookLock
from croupier.stores.wire import asked_from_text, asked_to_text, error_to_text, replies_from_text, replies_to_text

LONGEST_PATH: Final = 100
"""What fits into the address of a Unix socket everywhere."""
LONGEST_MESSAGE: Final = 1 << 28
_SIZE: Final = struct.Struct("!I")


class SocketDuty:
    """The duty of a book in a file: one process for all of its links."""

    def __init__(self, book: Path, name: str) -> None:
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
                self._server = _Server(self._place, desk)

    def forward(self, link: str, asked: Sequence[Asked], within: float) -> list[Reply]:
        with contextlib.closing(_connected(self._place, within)) as line:
            try:
                _send(line, asked_to_text(link, asked, within).encode())
                return replies_from_text(_receive(line))
            except (OSError, EOFError) as error:
                raise NobodyThere("the process that writes the book went away before it answered") from error

    def stop_serving(self) -> None:
        if self._server:
            self._server.stop()

    def close(self) -> None:
        if self._server:
            self._server.close(remove=self._lock.is_ours())
            self._server = None
        self._lock.release()


class _Server:
    """Listens beside the book; each connection has a thread, and is answered when its requests are durable."""

    def __init__(self, place: Path, desk: Desk) -> None:
        self._place = place
        self._desk = desk
        self._lines: set[socket.socket] = set()
        self._stopped = threading.Event()
        with _address(place) as address:
            place.unlink(missing_ok=True)  # of a process that was killed: the lock is ours
            self._listener = socket.socket(socket.AF_UNIX)
            before = os.umask(0o177)
            try:
                self._listener.bind(address)
            except OSError as error:
                self._listener.close()
                raise StoreError(f"the socket {place} cannot be made: {error.strerror or error}") from error
            finally:
                os.umask(before)
        self._listener.listen(64)
        self._listener.settimeout(0.2)
        self._thread = threading.Thread(target=self._accept, name="jackpot-socket", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()
        self._listener.close()

    def close(self, *, remove: bool) -> None:
        self.stop()
        if remove:
            self._place.unlink(missing_ok=True)
        for line in list(self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while not self._stopped.is_set():
            try:
                line, _ = self._listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            line.settimeout(None)
            if _is_ours(line):
                self._lines.add(line)
                threading.Thread(target=self._answer, args=(line,), name="jackpot-line", daemon=True).start()
            else:
                line.close()

    def _answer(self, line: socket.socket) -> None:
        try:
            with contextlib.suppress(OSError, EOFError):
                while True:
                    _send(line, self._answered(_receive(line)).encode())
        finally:
            self._lines.discard(line)
            line.close()

    def _answered(self, text: bytes) -> str:
        try:
            link, within, asked = asked_from_text(text)
            future: Future[list[Reply]] = self._desk.submit(link, asked, within=within)
            return replies_to_text(future.result())
        except ValueError as error:
            return error_to_text(StoreError(f"the message was not understood: {error!s:.80}"))
        except Exception as error:
            return error_to_text(error)


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


def _send(line: socket.socket, message: bytes) -> None:
    line.sendall(_SIZE.pack(len(message)) + message)


def _receive(line: socket.socket) -> bytes:
    (size,) = _SIZE.unpack(_exactly(line, _SIZE.size))
    if size > LONGEST_MESSAGE:
        raise EOFError("a message beyond all bounds")
    return _exactly(line, size)


def _exactly(line: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = line.recv(min(size - len(parts), 1 << 16))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)
