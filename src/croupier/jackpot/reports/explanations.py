"""Every increase and decrease of an account, in words: WAC 230-15-685(3) asks for no less.

A change is named by the kind of entry that made it and by the account at the other end. Nothing is ever left out: a
transfer that no name is written for appears under the kind of its entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from croupier.jackpot import accounts
from croupier.jackpot.accounts import (
    BANK,
    CAGE,
    CARRIED_IN,
    METER,
    OVERFLOW,
    PAYABLE,
    PENDING,
    PRIZES,
    RECEIVABLE,
    RESERVE,
    SEED_ADVANCED,
)
from croupier.jackpot.money.adjustments import REASONS

_NAMES: Final = {
    # entry, account, account at the other end; an empty word stands for any
    ("wager", "", ""): "Contributions from wagers",
    ("void", "", ""): "Voided rounds",
    ("accept", "", SEED_ADVANCED): "Seed advanced by the house, at the opening",
    ("accept", "", CARRIED_IN): "Carried in from another system, at the opening",
    ("accept", "", METER): "Put on the meter at the opening",
    ("reset", "", ""): "Seed advanced by the house, at a full reset",
    ("result", METER, RESERVE): "Reseeded from the reserve",
    ("result", METER, SEED_ADVANCED): "Seed advanced by the house",
    ("result", METER, OVERFLOW): "Overflow of the jackpot before",
    ("result", METER, ""): "Won by players",
    ("result", OVERFLOW, METER): "To the meter of the next jackpot",
    ("result", OVERFLOW, RESERVE): "To the reserve, the jackpot being won",
    ("result", RESERVE, METER): "To reseed a meter",
    ("result", RESERVE, OVERFLOW): "Overflow of a jackpot that was won",
    ("result", RESERVE, ""): "Dealer envy",
    ("result", PENDING, ""): "Awards won, to be approved",
    ("result", PAYABLE, ""): "Awards won, payable at once",
    ("result", PRIZES, ""): "Awards won, paid by the house",
    ("result", CAGE, ""): "Awards paid at the table",
    ("result", SEED_ADVANCED, ""): "Advanced to reseed a meter",
    ("approve", "", ""): "Awards approved",
    ("reject", PENDING, ""): "Awards rejected",
    ("reject", PAYABLE, ""): "Awards rejected",
    ("reject", METER, SEED_ADVANCED): "Reseeding taken back, the result being rejected",
    ("reject", METER, RESERVE): "Reseeding taken back, the result being rejected",
    ("reject", METER, OVERFLOW): "Overflow put back, the result being rejected",
    ("reject", SEED_ADVANCED, ""): "Reseeding taken back, the result being rejected",
    ("reject", RESERVE, METER): "Reseeding taken back, the result being rejected",
    ("reject", OVERFLOW, ""): "Put back, the result being rejected",
    ("reject", PRIZES, METER): "Made up by the house, taken back",
    ("reject", METER, PRIZES): "Made up by the house",
    ("reject", RECEIVABLE, ""): "Paid by mistake",
    ("reject", "", RECEIVABLE): "Paid by mistake, put back",
    ("reject", "", ""): "Awards rejected, put back",
    ("correct", PENDING, ""): "Awards corrected",
    ("correct", PAYABLE, ""): "Awards corrected",
    ("correct", METER, SEED_ADVANCED): "Seed advanced by the house, the result being corrected",
    ("correct", METER, RESERVE): "Reserve for the seed, the result being corrected",
    ("correct", METER, OVERFLOW): "Overflow, the result being corrected",
    ("correct", METER, PRIZES): "Made up by the house, the result being corrected",
    ("correct", METER, ""): "Awards of a corrected result",
    ("correct", SEED_ADVANCED, ""): "Seed of a corrected result",
    ("correct", RESERVE, METER): "Seed of a corrected result",
    ("correct", OVERFLOW, ""): "Overflow of a corrected result",
    ("correct", RECEIVABLE, ""): "Paid by mistake",
    ("correct", "", ""): "Awards of a corrected result",
    ("collect", "", ""): "Paid by mistake, collected",
    ("write_off", "", ""): "Paid by mistake, written off",
    ("pay", BANK, ""): "Awards paid by check",
    ("pay", CAGE, ""): "Awards paid by the cage",
    ("pay", "", ""): "Awards paid",
    ("deposit", "", ""): "Deposits",
    ("withdraw", "", ""): "Withdrawals",
}

_OWED: Final = {
    ("wager", ""): "Accrued from wagers",
    ("void", ""): "Voided rounds, taken back",
    ("accept", SEED_ADVANCED): "Seed advanced by the house",
    ("accept", CARRIED_IN): "Carried in from another system",
    ("reset", ""): "Seed advanced by the house",
    ("result", SEED_ADVANCED): "Seed advanced by the house",
    ("result", PRIZES): "Prizes that the house owes",
    ("result", ""): "Prizes paid",
    ("reject", SEED_ADVANCED): "Seed advanced by the house, taken back",
    ("reject", RECEIVABLE): "Paid by mistake, to come back",
    ("reject", ""): "Prizes rejected, which the house does not owe",
    ("correct", SEED_ADVANCED): "Seed of a corrected result",
    ("correct", RECEIVABLE): "Paid by mistake, to come back",
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
    """An adjustment's reason with the rule that allows it."""
    known = REASONS.get(reason)
    return f"Adjustment: {known.what} ({known.cite})" if known else f"Adjustment: {reason}"


def is_custodial(account: str) -> bool:
    """Whether an account holds players' money."""
    return accounts.account(account).custodial
