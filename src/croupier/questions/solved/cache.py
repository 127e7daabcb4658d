"""Solved results kept on disk between runs, so that a slow proof is done once. A result is found again only under the
same rulebook, the same configuration and the same sources of this package, and its totals are checked when it is
recalled. The cache is a convenience: one that is damaged, foreign or not writable is treated as empty
(``kept_files``)."""

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from croupier import kept_files
from croupier.software import VERSION

K = TypeVar("K")
SCHEMA = 1
MOST_RESULTS = 500  # Beyond this the oldest go: versions of the software leave their results behind.
# What can change a result; the packages above these only ask for results and print them.
_SOURCES = ("units", "cards", "rulebook", "play", "games", "kernels", "exact", "questions")


@cache
def software() -> str:
    """This version of the software, down to its sources: a changed solver never meets a result of the old one."""
    digest = kept_files.hash_of(Path(__file__).parent.parent.parent, _SOURCES, ".py")
    return f"{VERSION}+{digest[:16]}"


def _place(name: dict[str, str]) -> Path | None:
    home = kept_files.folder("solved")
    digest = hashlib.sha256(json.dumps(name, sort_keys=True).encode()).hexdigest()
    return home / f"{digest[:40]}.json" if home else None


def _full_name(name: dict[str, str]) -> dict[str, str]:
    return {**name, "software": software()}


def recall(name: dict[str, str], kind: type[K]) -> K | None:
    """What was remembered under this name, if it is of this kind."""
    name = _full_name(name)
    place = _place(name)
    content = kept_files.read(place) if place else None
    if content is None:
        return None
    try:
        kept = json.loads(content)
        return as_kept(kind, kept["result"]) if kept["schema"] == SCHEMA and kept["name"] == name else None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def as_data(result: object) -> object:
    """A thing of ours as plain data: a card is its number, a fraction text."""
    return msgspec.to_builtins(result, enc_hook=lambda value: int(value) if isinstance(value, int) else str(value))


def as_kept(kind: type[K], data: object) -> K | None:
    """Plain data as a thing of ours; None where it is something else."""
    try:
        return msgspec.convert(data, kind, dec_hook=_from_plain)
    except (msgspec.ValidationError, ArithmeticError):
        return None


def _from_plain(kind: type, value: object) -> object:
    return _fraction(value) if kind is Fraction else kind(value)


@cache
def _fraction(text: str) -> Fraction:
    """Charts hold few different figures, thousands of times."""
    return Fraction(text)


def remember(name: dict[str, str], result: object) -> None:
    """Keep a result, whole or not at all."""
    name = _full_name(name)
    place = _place(name)
    if place:
        # Not json.dump, which encodes piece by piece and takes many times as long.
        content = json.dumps({"schema": SCHEMA, "name": name, "result": as_data(result)}).encode()
        kept_files.write(place, content, MOST_RESULTS)


def kept(
    name: dict[str, str],
    kind: type[K],
    make: Callable[[], K],
    *,
    remember_it: bool = True,
    is_good: Callable[[K], bool] = lambda _: True,
) -> K:
    """A result from the disk where it is there and good, else made now and kept."""
    known = recall(name, kind) if remember_it else None
    if known is not None and is_good(known):
        return known
    made = make()
    if remember_it:
        remember(name, made)
    return made
