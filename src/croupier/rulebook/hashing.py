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


def fingerprint(values: Iterable[object]) -> str:
    """SHA-256, in hexadecimal, over records in the order given."""
    text = json.dumps([canonical(value) for value in values], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
