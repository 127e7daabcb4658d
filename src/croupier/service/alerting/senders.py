"""One receiver: a thread of its own hands each message over, again and again until it is taken.

A receiver that hangs holds up nobody but itself. What it is told holds no secret, and a command is given none of the
house's environment.
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
        """Hand a message over, ``taken`` told in the sender's thread; ``once`` is for what is soon out of date.

        False where too many wait already: whoever has it sends it again later.
        """
        try:
            self._waiting.put_nowait(_Waiting(message, taken, once))
        except queue.Full:
            return False
        return True

    def close(self, seconds: float = 2.0) -> None:
        """What waits is tried once more, as far as the time goes; the thread does not outlive its process."""
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
                    # Nobody else would notice that alerts no longer leave the house.
                    log.exception("sending an alert failed")
                if waiting.once or self._closing.wait(pause):
                    break
                pause = min(LONGEST_PAUSE, 2 * pause)


def deliver(receiver: Receiver, message: Message) -> None:
    """One try; NotTaken where it failed."""
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
                os.killpg(child.pid, signal.SIGKILL)  # with whatever it has started
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
    # A timeout of the socket begins again with each byte: one that drips is ended as a whole.
    end = threading.Timer(receiver.timeout_seconds, _hang_up, (line,))
    end.daemon = True
    until = time.monotonic() + receiver.timeout_seconds
    try:
        end.start()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.request("POST", path, body, {"content-type": "application/json", "user-agent": "croupier"})
        status = line.getresponse().status
        if time.monotonic() >= until:  # what was cut off reads like an answer
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
