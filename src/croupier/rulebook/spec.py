"""The syntax of a configuration string: ``name(key=value, ...)``. What the keys mean is decided elsewhere.

>>> parse_spec("keep-it-straight( straight=PT-FLT-STR-01, edition=washington )")
Spec(name='keep-it-straight', settings=(('edition', 'washington'), ('straight', 'PT-FLT-STR-01')))
>>> print(_)
keep-it-straight(edition=washington, straight=PT-FLT-STR-01)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from croupier.errors import SpecError

_WHOLE = re.compile(r"([^\s(),=]+)(?:\s*\((.*)\))?", re.DOTALL)
_SETTING = re.compile(r"([a-z][a-z0-9_]*)\s*=\s*([^\s(),=][^(),=]*)")
_EXAMPLE = "write it as in keep-it-straight(edition=washington, straight=PT-FLT-STR-01)"


class Spec(NamedTuple):
    """A name and its settings, sorted by key."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if not self.settings:
            return self.name
        return f"{self.name}({', '.join(f'{key}={value}' for key, value in self.settings)})"


def parse_spec(text: str) -> Spec:
    """Read a configuration string; the inverse of ``str(spec)``."""
    if not isinstance(text, str):
        raise SpecError(f"{text!r:.60} is not a configuration string", hint=_EXAMPLE)
    match = _WHOLE.fullmatch(text.strip())
    if not match:
        raise SpecError(f"'{text[:80]}' is not a configuration string", hint=_EXAMPLE)
    name, inside = match[1], match[2]
    settings: dict[str, str] = {}
    for part in inside.split(",") if inside and inside.strip() else ():
        setting = _SETTING.fullmatch(part.strip())
        if not setting:
            raise SpecError(f"'{part.strip()[:80]}' in '{name}(...)' is not a setting key=value", hint=_EXAMPLE)
        key, value = setting[1], setting[2]
        if key in settings:
            raise SpecError(f"the key '{key}' appears twice in '{name}(...)'", hint="give each key once")
        settings[key] = value
    return Spec(name, tuple(sorted(settings.items())))
