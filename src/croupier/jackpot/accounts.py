"""The accounts of a link. A transfer debits one and credits another by the same amount, in millionths of a cent; all
but the remainders hold whole cents. *Custodial* accounts are the players' money: the operator only keeps it."""

from typing import NamedTuple

Move = tuple[str, str, int]  # Debited account, credited account, millionths of a cent.

WAGERS = "wagers"
HOUSE = "house"
RESERVE = "reserve"
CARRIED_IN = "carried_in"
PRIZES = "prizes"
PENDING = "pending"
PAYABLE = "payable"
BANK = "bank"
CAGE = "cage"
CORRECTIONS = "corrections"
RECEIVABLE = "receivable"
MOVED_OUT = "moved_out"


METER, OVERFLOW, SEED_ADVANCED, SEED_RECOVERED = "meter", "overflow", "seed_advanced", "seed_recovered"
CUSTODY = "custody"  # Kinds of accounts of which every level has its own.
REMAINDER = "remainder."  # How the accounts of fractions begin.


def of_level(kind: str, level: int) -> str:
    """The account of a kind that belongs to a level."""
    return f"{kind}.{level}"


def level_of(account: str, kind: str) -> str | None:
    """The level that an account of this kind belongs to; None for any other account.

    >>> level_of("meter.2", METER), level_of("overflow.2", METER)
    ('2', None)
    """
    found, _, level = account.partition(".")
    return level if found == kind else None


def meter(level: int) -> str:
    return of_level(METER, level)


def overflow(level: int) -> str:
    return of_level(OVERFLOW, level)


def seed_advanced(level: int) -> str:
    """What the house has put on a meter as its seed, since the beginning."""
    return of_level(SEED_ADVANCED, level)


def seed_recovered(level: int) -> str:
    return of_level(SEED_RECOVERED, level)


def remainder(account: str) -> str:
    """Where the fractions of a cent on their way to an account wait."""
    return REMAINDER + account


class Account(NamedTuple):
    """An account as a bookkeeper reads it."""

    title: str
    side: str  # ``debit`` for what is owned or spent, ``credit`` for what is owed or earned.
    custodial: bool = False


_FIXED = {
    WAGERS: Account("Wagers taken at the tables", "debit"),
    HOUSE: Account("Gross receipts", "credit"),
    RESERVE: Account("Reserve, not displayed", "credit", custodial=True),
    CARRIED_IN: Account("Amount carried in from another system", "debit"),
    PRIZES: Account("Prizes paid by the house", "debit"),
    PENDING: Account("Awards waiting for approval", "credit", custodial=True),
    PAYABLE: Account("Awards payable", "credit", custodial=True),
    BANK: Account("Bank account of the jackpot", "debit"),
    CAGE: Account("Cage", "debit"),
    CORRECTIONS: Account("Corrections after a malfunction", "debit"),
    MOVED_OUT: Account("Moved to another jackpot, the link being ended", "credit"),
    RECEIVABLE: Account("Receivable: awards that were paid by mistake", "debit"),
}


_OF_A_LEVEL = {
    METER: Account("Meter", "credit", custodial=True),
    OVERFLOW: Account("Overflow above the limit", "credit", custodial=True),
    CUSTODY: Account("Held after a malfunction, until it is resolved", "credit", custodial=True),
    SEED_ADVANCED: Account("Seed advanced by the house", "debit"),
    SEED_RECOVERED: Account("Seed recovered by the house", "credit"),
}

NAMES = (*_FIXED, *(f"{kind}.1" for kind in _OF_A_LEVEL), "remainder.meter.1")  # One of each, for lists.


def account(name: str) -> Account:
    """What an account is.

    >>> account("meter.2")
    Account(title='Meter, level 2', side='credit', custodial=True)
    """
    if name in _FIXED:
        return _FIXED[name]
    kind, _, rest = name.partition(".")
    if kind == "remainder":
        return Account(f"Fractions of a cent towards: {account(rest).title}", "credit", custodial=rest != HOUSE)
    if kind in _OF_A_LEVEL and rest.isdecimal():
        each = _OF_A_LEVEL[kind]
        return each._replace(title=f"{each.title}, level {rest}")
    raise KeyError(name)


def exists(name: str) -> bool:
    """Whether the books have such an account."""
    try:
        account(name)
    except KeyError:
        return False
    return True
