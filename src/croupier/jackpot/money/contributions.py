"""Where a wager goes: to every meter and its reserve by their rates, the rest to the house.

A rate is in parts per million, so a wager in cents times its rate is a whole number of millionths of a cent: nothing
is ever rounded. Whole cents go to their account at once; the fraction waits in a remainder account of its own until
it makes a cent. What would lift a meter above its limit goes to its overflow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from croupier.jackpot import accounts
from croupier.jackpot.accounts import HOUSE, REMAINDER, RESERVE, WAGERS, Move
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.jackpot.state import LinkState


class Flow(NamedTuple):
    """What one report of wagers brings one account."""

    account: str
    whole: int
    """Whole cents, in millionths of a cent."""
    fraction: int
    waiting: str
    """The account where the fraction waits."""
    spill: str
    limit: int | None
    """In millionths of a cent."""


def flows(plan: LinkPlan, wager_cents: int) -> tuple[Flow, ...]:
    """Where wagers of this many cents go: the meters, their reserve, and the house with what the others leave."""
    known: tuple[Flow, ...] | None = plan.worked_out.get(wager_cents)
    if known is None:
        known = plan.worked_out[wager_cents] = _flows(plan, wager_cents)
    return known


def _flows(plan: LinkPlan, wager_cents: int) -> tuple[Flow, ...]:
    rates = {accounts.meter(level.number): level.increment_ppm for level in plan.levels}
    rates[RESERVE] = sum(level.reserve_ppm for level in plan.levels)
    rates[HOUSE] = MILLION - sum(rates.values())
    limits = {accounts.meter(each.number): each.limit_cents for each in plan.levels if each.limit_cents is not None}
    spills = {accounts.meter(each.number): accounts.overflow(each.number) for each in plan.levels}
    return tuple(
        Flow(
            account,
            wager_cents * rate // MILLION * MILLION,
            wager_cents * rate % MILLION,
            accounts.remainder(account),
            spills.get(account, account),
            limits[account] * MILLION if account in limits else None,
        )
        for account, rate in rates.items()
        if rate
    )


def contribute(state: LinkState, plan: LinkPlan, wager_cents: int) -> list[Move]:
    """What wagers of this many cents move."""
    moves: list[Move] = []
    for account, whole, fraction, waiting, spill, limit in flows(plan, wager_cents):
        if limit is None:
            if whole:
                moves.append((WAGERS, account, whole))
            if fraction:
                moves.append((WAGERS, waiting, fraction))
                if state.balance(waiting) + fraction >= MILLION:
                    moves.append((waiting, account, MILLION))
            continue
        room = max(0, limit - state.balance(account))
        direct = min(whole, room)
        if direct:
            moves.append((WAGERS, account, direct))
        if direct < whole:
            moves.append((WAGERS, spill, whole - direct))
        if fraction:
            moves.append((WAGERS, waiting, fraction))
            if state.balance(waiting) + fraction >= MILLION:
                moves.append((waiting, account if room - direct >= MILLION else spill, MILLION))
    return moves


def bring(came: dict[str, int], moves: Iterable[Move]) -> None:
    """Add to what a round has brought each account."""
    for debit, credit, amount in moves:
        if debit == WAGERS:
            came[credit] = came.get(credit, 0) + amount


def reverse(state: LinkState, came: dict[str, int], emptied: list[str]) -> list[Move]:
    """What takes a round's wagers back out again: new transfers, never an erasure.

    Everything goes back from where it was booked. The house bears what cannot be taken from there: all that the round
    brought to a meter that was won since its first wager (``emptied``), so that no reseeded meter pays for a void, and
    what a reserve no longer holds.
    """
    moves: list[Move] = []
    left = {name: max(0, state.balance(name)) for name in came if name not in emptied and name != HOUSE}

    def take(account: str, to: str, wanted: int) -> None:
        part = min(wanted, left.get(account, 0))
        if part:
            moves.append((account, to, part))
            left[account] -= part
        if wanted > part:
            moves.append((HOUSE, to, wanted - part))

    came = dict(sorted(came.items()))  # whoever was restarted since has the accounts in another order
    for account, amount in came.items():
        if not account.startswith(REMAINDER):
            take(account, WAGERS, amount)
    for waiting, fraction in came.items():
        if waiting.startswith(REMAINDER):
            account = waiting.removeprefix(REMAINDER)
            left.setdefault(account, 0 if account in (*emptied, HOUSE) else max(0, state.balance(account)))
            short = fraction - state.balance(waiting)
            if short > 0:  # fractions of this round have made cents since: as many come back
                take(account, waiting, -(-short // MILLION) * MILLION)
            moves.append((waiting, WAGERS, fraction))
    return moves
