"""Posted aggregate maxima: the most that a round or a hand pays on one flat bonus wager (K28, T11).

Each wager has its own, and nothing else is cut by it. An amount alone is the maximum of every wager that the
document's note is about; ``straight:5000.00/straight_flush:20000.00`` names them one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from croupier.errors import SpecError
from croupier.units.money import format_money, parse_money

LIMIT, SCOPE, APPROVAL = "aggregate_limit", "aggregate_scope", "aggregate_approval"
NONE = "none"


class Aggregate(NamedTuple):
    """The posted maximum of one wager."""

    cents: int
    by_hand: bool
    """For each hand; otherwise for all winners of a round together."""

    @property
    def of(self) -> str:
        return "a hand" if self.by_hand else "a round"


def read_amounts(key: str, text: str) -> str:
    """An amount, or amounts by wager, in their canonical spelling.

    >>> read_amounts("aggregate_limit", "straight_flush:20000/straight:5000")
    'straight:5000.00/straight_flush:20000.00'
    """
    if ":" not in text:
        return _amount(key, text)
    parts = [each.partition(":") for each in text.split("/")]
    names = [name for name, _, _ in parts]
    for name, colon, _ in parts:
        if not colon or not name or names.count(name) > 1:
            raise SpecError(f"{key}={text[:60]}: each wager once, with its amount", hint=f"as in {key}=straight:5000")
    return "/".join(sorted(f"{name}:{_amount(key, amount)}" for name, _, amount in parts))


def _amount(key: str, text: str) -> str:
    cents = parse_money(text, key)
    if cents == 0:
        raise SpecError(f"{key}={text}: must be above zero", hint=f"as in {key}=5.00")
    return format_money(cents)


def aggregates(values: Mapping[str, str], limited: tuple[str, ...]) -> dict[str, Aggregate]:
    """By wager on offer, what the house has posted; empty where it has posted nothing."""
    text = values.get(LIMIT, NONE)
    if text == NONE:
        return {}
    by_hand = values.get(SCOPE) == "per-hand"
    if ":" not in text:
        return {wager: Aggregate(parse_money(text), by_hand) for wager in limited}
    own = dict(each.split(":") for each in text.split("/"))
    return {wager: Aggregate(parse_money(own[wager]), by_hand) for wager in limited if wager in own}


def named_wagers(values: Mapping[str, str]) -> list[str]:
    """The wagers that the choice itself names; none where one amount serves all."""
    text = values.get(LIMIT, NONE)
    return [each.partition(":")[0] for each in text.split("/")] if ":" in text else []
