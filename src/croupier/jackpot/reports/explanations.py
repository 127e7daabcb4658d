"""Every increase and decrease of an account, in words: WAC 230-15-685(3) asks for no less.

A change is named by the kind of entry that made it and by the account at the other end. Nothing is ever left out: a
transfer that no name is written for appears under the kind of its entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from croupier.jackpot import accounts
from croupier.jackpot.money.adjustments import REASONS

_NAMES: Final = {
    # entry, account, account at the other end; an empty word stands for any
    ("wager", "", ""): "Contributions from wagers",
    ("void", "", ""): "Voided rounds",
    ("accept", "", "seed_advanced"): "Seed advanced by the house, at the opening",
    ("accept", "", "carried_in"): "Carried in from another system, at the opening",
    ("accept", "", "meter"): "Put on the meter at the opening",
    ("reset", "", ""): "Seed advanced by the house, at a full reset",
    ("result", "meter", "reserve"): "Reseeded from the reserve",
    ("result", "meter", "seed_advanced"): "Seed advanced by the house",
    ("result", "meter", "overflow"): "Overflow of the jackpot before",
    ("result", "meter", ""): "Won by players",
    ("result", "overflow", "meter"): "To the meter of the next jackpot",
    ("result", "overflow", "reserve"): "To the reserve, the jackpot being won",
    ("result", "reserve", "meter"): "To reseed a meter",
    ("result", "reserve", "overflow"): "Overflow of a jackpot that was won",
    ("result", "reserve", ""): "Dealer envy",
    ("result", "pending", ""): "Awards won, to be approved",
    ("result", "payable", ""): "Awards won, payable at once",
    ("result", "prizes", ""): "Awards won, paid by the house",
    ("result", "cage", ""): "Awards paid at the table",
    ("result", "seed_advanced", ""): "Advanced to reseed a meter",
    ("approve", "", ""): "Awards approved",
    ("reject", "pending", ""): "Awards rejected",
    ("reject", "payable", ""): "Awards rejected",
    ("reject", "meter", "seed_advanced"): "Reseeding taken back, the result being rejected",
    ("reject", "meter", "reserve"): "Reseeding taken back, the result being rejected",
    ("reject", "meter", "overflow"): "Overflow put back, the result being rejected",
    ("reject", "seed_advanced", ""): "Reseeding taken back, the result being rejected",
    ("reject", "reserve", "meter"): "Reseeding taken back, the result being rejected",
    ("reject", "overflow", ""): "Put back, the result being rejected",
    ("reject", "prizes", "meter"): "Made up by the house, taken back",
    ("reject", "meter", "prizes"): "Made up by the house",
    ("reject", "receivable", ""): "Paid by mistake",
    ("reject", "", "receivable"): "Paid by mistake, put back",
    ("reject", "", ""): "Awards rejected, put back",
    ("correct", "pending", ""): "Awards corrected",
    ("correct", "payable", ""): "Awards corrected",
    ("correct", "meter", "seed_advanced"): "Seed advanced by the house, the result being corrected",
    ("correct", "meter", "reserve"): "Reserve for the seed, the result being corrected",
    ("correct", "meter", "overflow"): "Overflow, the result being corrected",
    ("correct", "meter", "prizes"): "Made up by the house, the result being corrected",
    ("correct", "meter", ""): "Awards of a corrected result",
    ("correct", "seed_advanced", ""): "Seed of a corrected result",
    ("correct", "reserve", "meter"): "Seed of a corrected result",
    ("correct", "overflow", ""): "Overflow of a corrected result",
    ("correct", "receivable", ""): "Paid by mistake",
    ("correct", "", ""): "Awards of a corrected result",
    ("collect", "", ""): "Paid by mistake, collected",
    ("write_off", "", ""): "Paid by mistake, written off",
    ("pay", "bank", ""): "Awards paid by check",
    ("pay", "cage", ""): "Awards paid by the cage",
    ("pay", "", ""): "Awards paid",
    ("deposit", "", ""): "Deposits",
    ("withdraw", "", ""): "Withdrawals",
}

_OWED: Final = {
    ("wager", ""): "Accrued from wagers",
    ("void", ""): "Voided rounds, taken back",
    ("accept", "seed_advanced"): "Seed advanced by the house",
    ("accept", "carried_in"): "Carried in from another system",
    ("reset", ""): "Seed advanced by the house",
    ("result", "seed_advanced"): "Seed advanced by the house",
    ("result", "prizes"): "Prizes that the house owes",
    ("result", ""): "Prizes paid",
    ("reject", "seed_advanced"): "Seed advanced by the house, taken back",
    ("reject", "receivable"): "Paid by mistake, to come back",
    ("reject", ""): "Prizes rejected, which the house does not owe",
    ("correct", "seed_advanced"): "Seed of a corrected result",
    ("correct", "receivable"): "Paid by mistake, to come back",
    ("correct", ""): "Prizes of a corrected result, which the house owes",
    ("pay", ""): "Prizes paid",
}


@dataclass(frozen=True)
class Change:
    """All changes of one sort within a day."""

    what: str
    entries: int
    cents: int
    """Below zero where it lessens the account."""


@dataclass(frozen=True)
class Explained:
    """An account over a day: the beginning amount and every change make the ending amount, in cents."""

    account: str
    title: str
    beginning: int
    changes: tuple[Change, ...]
    ending: int


def kind_of(account: str) -> str:
    """The sort of account: the levels of a meter are alike."""
    return account.partition(".")[0]


def change_of(kind: str, body: Mapping[str, Any], account: str, other: str) -> str:
    """What a transfer is, as the account on one side of it sees it.

    >>> change_of("result", {}, "meter.1", "reserve"), change_of("wager", {}, "meter.1", "remainder.meter.1")
    ('Reseeded from the reserve', 'Contributions from wagers')
    """
    if kind == "adjust":
        return adjustment(body["req"]["reason"])
    own, far = kind_of(account), kind_of(other)
    for key in ((kind, own, far), (kind, own, ""), (kind, "", far), (kind, "", "")):
        if key in _NAMES:
            return _NAMES[key]
    return kind.replace("_", " ").capitalize()


def owed_change_of(kind: str, body: Mapping[str, Any], other: str) -> str:
    """What a transfer does to all that is owed to players; ``other`` is the account at the operator's end."""
    if kind == "adjust":
        return adjustment(body["req"]["reason"])
    found = _OWED.get((kind, kind_of(other))) or _OWED.get((kind, ""))
    return found or kind.replace("_", " ").capitalize()


def adjustment(reason: str) -> str:
    known = REASONS.get(reason)
    return f"Adjustment: {known.what} ({known.cite})" if known else f"Adjustment: {reason}"


def is_custodial(account: str) -> bool:
    """Whether an account holds players' money."""
    return accounts.account(account).custodial
