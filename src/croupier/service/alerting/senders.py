"""One receiver: its own thread sends each message again and again until it is taken. A receiver that hangs delays only
itself. Messages hold no secret, and a command gets none of the house's environment.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import queue
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import orjson
import structlog

from croupier.service.alerting.wanted import Receiver

Message = dict[str, Any]
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
MOST_WAITING: Final = 500
_KEPT_VARIABLES: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
log = structlog.get_logger("croupier.house")


class NotTaken(Exception):
    """The receiver did not take a message, and why."""


class _Waiting(NamedTuple):
    message: Message
    taken: Callable[[], None]
    once: bool


def _nothing() -> None:
    """Nobody waits for it."""


class Sender:
    """Messages on their way to one receiver, in their order."""

    def __init__(self, receiver: Receiver, first_pause: float = FIRST_PAUSE) -> None:
        self.receiver = receiver
        self._first_pause = first_pause
        self._waiting: queue.Queue[_Waiting | None] = queue.Queue(MOST_WAITING)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="alerts", daemon=True)
        self._thread.start()

    def send(self, message: Message, taken: Callable[[], None] = _nothing, *, once: bool = False) -> bool:
        """Queue a message; ``taken`` is called in the sender's thread. ``once`` is for messages that are soon out of
        date. False if too many are waiting: the caller sends it again later.
        """
        try:
            self._waiting.put_nowait(_Waiting(message, taken, once))
        except queue.Full:
            return False
        return True

    def close(self, seconds: float = 2.0) -> None:
        """Try waiting messages once more if time allows. The thread does not outlive its process."""
        self._closing.set()
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(None)
        self._thread.join(seconds)

    def _run(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            pause = self._first_pause
            while True:
                try:
                    deliver(self.receiver, waiting.message)
                    waiting.taken()
                    break
                except NotTaken as problem:
                    log.warning("alert not taken", receiver=self.receiver.name, why=str(problem))
                except Exception:
                    # Otherwise nobody would notice that alerts no longer leave the house.
                    log.exception("sending an alert failed")
                if waiting.once or self._closing.wait(pause):
                    break
                pause = min(LONGEST_PAUSE, 2 * pause)


def deliver(receiver: Receiver, message: Message) -> None:
    """One try; NotTaken if it failed."""
    body = orjson.dumps(message)
    if receiver.command:
        _run_command(receiver, body)
    else:
        _post(receiver, body)


def _run_command(receiver: Receiver, body: bytes) -> None:
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    try:
        child = subprocess.Popen(
            receiver.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=kept,
            cwd="/",
            start_new_session=True,
        )
    except OSError as problem:
        raise NotTaken(problem.strerror or str(problem)) from None
    try:
        with contextlib.suppress(BrokenPipeError):
            child.communicate(body, receiver.timeout_seconds)
        status = child.wait(receiver.timeout_seconds)
    except subprocess.TimeoutExpired:
        raise NotTaken(f"it did not end within {receiver.timeout_seconds:g} seconds") from None
    finally:
        if child.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)  # with its child processes
            child.wait()
        if child.stdin is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()
    if status != 0:
        raise NotTaken(f"it ended with status {status}")


def _post(receiver: Receiver, body: bytes) -> None:
    parts = urlsplit(receiver.webhook)
    assert parts.hostname is not None
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line = kind(parts.hostname, parts.port, timeout=receiver.timeout_seconds)
    # A socket's timeout restarts with each byte, so a slow answer needs a limit of its own.
    end = threading.Timer(receiver.timeout_seconds, _hang_up, (line,))
    end.daemon = True
    until = time.monotonic() + receiver.timeout_seconds
    try:
        end.start()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.request("POST", path, body, {"content-type": "application/json", "user-agent": "croupier"})
        status = line.getresponse().status
        if time.monotonic() >= until:  # a connection that was cut off looks like an answer
            raise TimeoutError
    except (OSError, http.client.HTTPException, ValueError) as problem:
        if time.monotonic() >= until:
            raise NotTaken(f"no answer within {receiver.timeout_seconds:g} seconds") from None
        raise NotTaken(f"{type(problem).__name__}: {problem!s:.100}") from None
    finally:
        end.cancel()
        line.close()
    if not 200 <= status < 300:
        raise NotTaken(f"it answered {status}")


def _hang_up(line: http.client.HTTPConnection) -> None:
    with contextlib.suppress(OSError, AttributeError):
        line.sock.shutdown(socket.SHUT_RDWR)
