"""Requests whose people are written into them, for demonstrations, benchmarks and tests: nobody logs in there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.personal import Payee


def _actor(person: Any) -> Actor:
    """Somebody in a script; the same object each time, as a session keeps one."""
    return _known(person) if isinstance(person, str) else Actor(person, "script")


@lru_cache
def _known(person: str) -> Actor:
    return Actor(person, "script")


def scripted(request: Any) -> Asked:
    """A request with ``by``, ``second`` and who is paid in it, taken apart into the request and its people.

    >>> scripted({"id": "1", "do": "clear", "by": "sam", "second": "robin", "reason": "cable"}).request
    {'id': '1', 'do': 'clear', 'reason': 'cable'}
    """
    if not isinstance(request, Mapping):
        return Asked(request, _actor("nobody"))
    asked = {name: value for name, value in request.items() if name not in ("by", "second")}
    by, second = request.get("by", "nobody"), request.get("second")
    payee = request.get("payee")
    if isinstance(payee, dict) and set(payee) == set(Payee._fields):
        payee = Payee(**payee)
    if isinstance(payee, Payee):
        del asked["payee"]
    return Asked(
        asked,
        _actor(by),
        _actor(second) if second is not None else None,
        payee if isinstance(payee, Payee) else None,
    )
