"""The closed list of reasons for which the books may be corrected; none is a way for the house to take a meter.

The list is the law's (WAC 230-15-695): what a malfunction displayed wrongly, what is above a posted limit, seed
money that comes back to the house, and prize money that is not displayed, once it is recorded as gross receipts. An
increase is always possible. Every adjustment is a new transfer, by two supervisors, with a note.

What a malfunction displayed too much is bounded by what wagers brought the meter on this gambling day and the one
before: more it cannot have added. It leaves the meter with its evidence and the figure that the meter ought to show,
and is held in custody, still the players', until two supervisors resolve it. No adjustment takes a meter below its
seed.

Seed money is recovered level by level: out of the meter at most what the house's seed is in it now, out of the
reserve at most what was advanced to that level and not yet recovered.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.jackpot import accounts
from croupier.jackpot.accounts import (
    CAGE,
    CARRIED_IN,
    CORRECTIONS,
    CUSTODY,
    HOUSE,
    METER,
    MOVED_OUT,
    OVERFLOW,
    RESERVE,
    Move,
)
from croupier.jackpot.accounts import SEED_RECOVERED as SEED
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan
from croupier.jackpot.refusals import Refused
from croupier.jackpot.requests import Adjust
from croupier.jackpot.state import LinkState
from croupier.units.money import dollars


class Reason(NamedTuple):
    """Why the books may be corrected, and between which accounts."""

    what: str
    debit: str
    credit: str
    cite: str


OUR_READING = "our own reading; WAC 230-15-710 could not be read"

REASONS = {
    "malfunction_down": Reason("a malfunction displayed too much", METER, CUSTODY, "WAC 230-15-695(2)"),
    "malfunction_proved": Reason("what is held was never wagered", CUSTODY, CORRECTIONS, "WAC 230-15-695(2)"),
    "malfunction_disproved": Reason("what is held was wagered", CUSTODY, METER, "WAC 230-15-685(3)"),
    "malfunction_up": Reason("a malfunction displayed too little", CORRECTIONS, METER, "WAC 230-15-685(3)"),
    "over_limit": Reason("the meter is above the posted limit", METER, OVERFLOW, "WAC 230-15-695(3)"),
    "gross_receipts": Reason("reserve recorded as gross receipts", RESERVE, HOUSE, "WAC 230-15-695(4)"),
    "recover_seed": Reason("seed money back to the house, from the reserve", RESERVE, SEED, "WAC 230-15-695(5)"),
    "recover_seed_from_meter": Reason("seed money back to the house", METER, SEED, "WAC 230-15-695(5)"),
    "house_adds": Reason("the house adds to the meter", CAGE, METER, "WAC 230-15-685(3)"),
    "moved_out": Reason(
        "moved to another jackpot, the link being ended",
        METER,
        MOVED_OUT,
        OUR_READING,
    ),
    "moved_in": Reason("moved here from a jackpot that was ended", CARRIED_IN, METER, OUR_READING),
}


def adjust(state: LinkState, plan: LinkPlan, request: Adjust) -> list[Move]:
    """The transfer of an adjustment whose amount is known to be one."""
    reason = REASONS.get(request.reason)
    if reason is None:
        raise Refused("unknown_reason", f"one of {', '.join(REASONS)}")
    if reason.credit == MOVED_OUT and not state.ended:
        raise Refused("link_not_ended")
    uses_level = reason != REASONS["gross_receipts"]
    level = next((each for each in plan.levels if each.number == request.level), None)
    if uses_level != (request.level is not None) or (uses_level and (level is None or plan.type == "house")):
        raise Refused("unknown_level", str("none given" if request.level is None else request.level)[:40])
    debit, credit = (_account(side, level) for side in (reason.debit, reason.credit))
    cents = request.amount
    if level and request.reason == "malfunction_down":
        _check_evidence(state, level, request)
    most = [state.cents(debit)] if accounts.account(debit).custodial else []
    if level:
        number, limit = level.number, level.limit_cents
        shown = state.meter_cents(number)
        if reason.debit == METER and reason.credit != MOVED_OUT:
            most.append(max(0, shown - level.seed_cents))
        if reason.credit == CUSTODY:
            most.append(state.brought_lately(number))
        if reason.credit == OVERFLOW:
            most.append(max(0, shown - limit) if limit is not None else 0)
        if reason.credit == SEED and reason.debit == METER:
            most.append(state.seed_in_meter.get(str(number), 0))
        if reason.credit == SEED:
            advanced = -state.cents(accounts.seed_advanced(number))
            most.append(advanced - state.cents(accounts.seed_recovered(number)))
        if reason.credit == METER and limit is not None:
            most.append(max(0, limit - shown))
    if most and cents > min(most):
        raise Refused("more_than_there", f"at most {dollars(min(most))}")
    return [(debit, credit, cents * MILLION)]


def _check_evidence(state: LinkState, level: Level, request: Adjust) -> None:
    if request.evidence is None or request.figure is None:
        raise Refused("evidence_missing")
    ought = state.meter_cents(level.number) - request.amount
    if request.figure != ought:
        raise Refused("figure_differs", dollars(ought))


def _account(side: str, level: Level | None) -> str:
    return accounts.of_level(side, level.number) if level and side in (METER, OVERFLOW, SEED, CUSTODY) else side
