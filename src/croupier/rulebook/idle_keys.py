"""Configuration strings from before an idle key was refused: records, plans and tables that were opened with one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier.errors import IdleKey
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.spec import Spec, parse_spec


def with_idle_keys(configure: Callable[[str], Configuration], spec: str) -> Configuration:
    """What such a string names. Keys that change nothing are set aside while it is checked, and stay in its words."""
    parsed = parse_spec(spec)
    idle: dict[str, str] = {}
    while True:
        left = Spec(parsed.name, tuple(each for each in parsed.settings if each[0] not in idle))
        try:
            found = configure(str(left))
        except IdleKey as refused:
            if refused.key not in dict(left.settings):
                raise
            idle[refused.key] = dict(left.settings)[refused.key]
            continue
        if not idle:
            return found
        words = tuple(sorted((*found.spec.settings, *idle.items())))
        return replace(found, values=found.values | idle, spec=Spec(found.spec.name, words))
