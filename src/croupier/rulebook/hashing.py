"""The fingerprint of the book: SHA-256 over its canonical data.

Every report and every recorded round carries it, so that a figure can be traced to the exact rules behind it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _usual_values(kind: Any) -> dict[str, object]:
    """Of fields that are left out where they hold their usual value, that value: what almost no record says."""
    return {field.name: field.default for field in fields(kind) if field.metadata.get("usual")}


_NEVER = object()


def canonical(value: object) -> object:
    """A frozen record as plain JSON data; the type's name goes along, so that to 1 and for 1 differ."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple | list):
        return [canonical(each) for each in value]
    if is_dataclass(value):
        kind: Any = type(value)
        shown = [(name, getattr(value, name)) for name in _field_names(kind)]
        usual = _usual_values(kind)
        return [kind.__name__, {name: canonical(each) for name, each in shown if usual.get(name, _NEVER) != each}]
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {str(key): canonical(each) for key, each in value.items()}
    raise TypeError(f"{type(value).__name__} has no canonical form")


@cache
def software_name() -> str:
    """This program with its version and a SHA-256 over its own source files, as records carry it."""
    from importlib.metadata import version  # slow to load, and few commands write records

    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"croupier {version('croupier')} sha256:{digest.hexdigest()}"


def fingerprint(values: Iterable[object]) -> str:
    """SHA-256, in hexadecimal, over records in the order given."""
    text = json.dumps([canonical(value) for value in values], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
