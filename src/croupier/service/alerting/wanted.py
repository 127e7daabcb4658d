"""The file of ``serve --alerts``: where alerts go, how often the house sends a heartbeat, and under which name."""

from __future__ import annotations

import ipaddress
import os
import shutil
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from croupier.errors import BadInput
from croupier.rulebook.contents import parse_toml

_KEYS: Final = ("name", "house", "heartbeat_seconds", "unwatched_minutes", "send")
_EXAMPLE: Final = 'as in command = ["/usr/local/bin/page-us"] or webhook = "https://alerts.example.com/croupier"'
_LONGEST: Final = 7 * 24 * 3600.0


class Receiver(NamedTuple):
    """A command, or the address of a webhook."""

    command: tuple[str, ...] = ()
    webhook: str = ""
    timeout_seconds: float = 10.0

    @property
    def name(self) -> str:
        """For logs; the path of an address may hold a secret."""
        return self.command[0] if self.command else f"the webhook at {urlsplit(self.webhook).hostname}"


class Wanted(NamedTuple):
    """What the file says."""

    receivers: tuple[Receiver, ...]
    name: str = ""
    """The name of this process in messages."""
    house: str = ""
    """The address of the pages, for links to runbooks."""
    heartbeat_seconds: float = 60.0
    unwatched_minutes: float = 30.0
    """Minutes without anybody at a console until an alert is sent; 0 turns it off."""


def read_wanted(path: str) -> Wanted:
    """BadInput names what does not fit."""
    try:
        said = parse_toml(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInput(f"--alerts {path}: {problem.strerror or problem}", hint="a TOML file") from None
    except ValueError as problem:
        raise BadInput(f"--alerts {path}: {problem}", hint="a TOML file") from None
    _check_keys(path, said, _KEYS)
    sends = said.get("send")
    if not isinstance(sends, list) or not sends or not all(isinstance(each, dict) for each in sends):
        raise BadInput(f"--alerts {path}: no receiver is named", hint=f"a [[send]] part, {_EXAMPLE}")
    receivers = tuple(_receiver(path, each) for each in sends)
    name, house = _text(path, said, "name"), _text(path, said, "house")
    if house:
        _check_web(path, "house", house)
    return Wanted(
        receivers,
        name or os.uname().nodename,
        house.rstrip("/"),
        _number(path, said, "heartbeat_seconds", 60.0, 1.0),
        _number(path, said, "unwatched_minutes", 30.0, 0.0),
    )


def _receiver(path: str, said: dict[str, Any]) -> Receiver:
    _check_keys(path, said, ("command", "webhook", "timeout_seconds"))
    seconds = _number(path, said, "timeout_seconds", 10.0, 0.1)
    if ("command" in said) == ("webhook" in said):
        raise BadInput(f"--alerts {path}: a [[send]] part names a command or a webhook, one of them", hint=_EXAMPLE)
    if "webhook" in said:
        webhook = _text(path, said, "webhook")
        _check_web(path, "webhook", webhook)
        return Receiver((), webhook, seconds)
    words = said["command"]
    if (
        not isinstance(words, list)
        or not words
        or not all(isinstance(word, str) and "\0" not in word for word in words)
    ):
        raise BadInput(f"--alerts {path}: command is a list of words, without a shell", hint=_EXAMPLE)
    if shutil.which(words[0]) is None:
        raise BadInput(f"--alerts {path}: there is no program {words[0][:80]}", hint="name it with its whole path")
    return Receiver(tuple(words), "", seconds)


def _check_web(path: str, key: str, address: str) -> SplitResult:
    """Alerts cross a network only over HTTPS."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise BadInput(f"--alerts {path}: {key} is not an address", hint="https://HOST/PATH") from None
    if not host or not address.isascii() or not address.isprintable() or " " in address:
        raise BadInput(f"--alerts {path}: {key} is not an address", hint="https://HOST/PATH")
    if parts.username is not None or parts.password is not None:
        raise BadInput(f"--alerts {path}: {key} holds a password", hint="do not put secrets into an address")
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_loopback(host)):
        raise BadInput(f"--alerts {path}: {key} is neither https nor on this machine", hint="https://HOST/PATH")
    return parts


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _check_keys(path: str, said: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in said:
        if key not in known:
            raise BadInput(f"--alerts {path}: unknown key {key[:40]}", hint=f"known: {', '.join(known)}")


def _text(path: str, said: dict[str, Any], key: str) -> str:
    value = said.get(key, "")
    if not isinstance(value, str) or len(value) > 500 or not (value == "" or value.isprintable()):
        raise BadInput(f"--alerts {path}: {key} is not a short text", hint=f'{key} = "..."')
    return value


def _number(path: str, said: dict[str, Any], key: str, otherwise: float, least: float) -> float:
    value = said.get(key, otherwise)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= _LONGEST:
        raise BadInput(f"--alerts {path}: {key} is not a number of at least {least:g}", hint=f"{key} = {otherwise:g}")
    return float(value)
