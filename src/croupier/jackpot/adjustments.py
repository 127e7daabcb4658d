"""The closed list of reasons for which the books may be corrected; none is a way for the house to take a meter.

The list is the law's (WAC 230-15-695): what a malfunction displayed wrongly, what stands above a posted limit, seed
money that comes back to the house, and prize money that is not displayed, once it is recorded as gross receipts. An
increase is always possible. Every adjustment is a new transfer, by a supervisor, with a note.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.jackpot import accounts
from croupier.jackpot.accounts import CAGE, CORRECTIONS, HOUSE, RESERVE, SEED_ADVANCED, SEED_RECOVERED, Move
from croupier.jackpot.plan import MILLION, LinkPlan
from croupier.jackpot.refusals import Refused
from croupier.jackpot.state import State


class Reason(NamedTuple):
    """Why the books may be corrected, and between which accounts."""

    what: str
    debit: str
    credit: str
    cite: str


METER = "meter"
OVERFLOW = "overflow"

REASONS = {
    "malfunction_down": Reason("a malfunction displayed too much", METER, CORRECTIONS, "WAC 230-15-695(2)"),
    "malfunction_up": Reason("a malfunction displayed too little", CORRECTIONS, METER, "WAC 230-15-685(3)"),
    "over_limit": Reason("the meter stands above the posted limit", METER, OVERFLOW, "WAC 230-15-695(3)"),
    "gross_receipts": Reason("reserve recorded as gross receipts", RESERVE, HOUSE, "WAC 230-15-695(4)"),
    "recover_seed": Reason(
        "seed money back to the house, from the reserve", RESERVE, SEED_RECOVERED, "WAC 230-15-695(5)"
    ),
    "recover_seed_from_meter": Reason("seed money back to the house", METER, SEED_RECOVERED, "WAC 230-15-695(5)"),
    "house_adds": Reason("the house adds to the meter", CAGE, METER, "WAC 230-15-685(3)"),
}


def adjust(state: State, plan: LinkPlan, request: Mapping[str, Any]) -> list[Move]:
    """The transfer of an adjustment whose amount is known to be one."""
    reason = REASONS.get(request["reason"])
    if reason is None:
        raise Refused("unknown_reason", f"one of {', '.join(REASONS)}")
    uses_level = METER in (reason.debit, reason.credit)
    level = next((each for each in plan.levels if each.number == request.get("level")), None)
    if uses_level != ("level" in request) or (uses_level and (level is None or plan.type == "house")):
        raise Refused("unknown_level", str(request.get("level", "none given")))
    names = {METER: accounts.meter(level.number), OVERFLOW: accounts.overflow(level.number)} if level else {}
    debit, credit = names.get(reason.debit, reason.debit), names.get(reason.credit, reason.credit)
    cents = request["amount"]
    most = state.cents(debit) if accounts.account(debit).custodial else None
    if reason.credit == OVERFLOW:
        assert level is not None
        above = state.meter_cents(level.number) - level.limit_cents if level.limit_cents is not None else 0
        most = max(0, above)
    if reason.credit == SEED_RECOVERED:
        advanced = -state.cents(SEED_ADVANCED) - state.cents(SEED_RECOVERED)
        most = min(most or 0, advanced)
    if most is not None and cents > most:
        raise Refused("more_than_there", f"at most {most} cents")
    if level and reason.credit == METER and level.limit_cents is not None:
        room = level.limit_cents - state.meter_cents(level.number)
        if cents > room:
            raise Refused("more_than_there", f"the limit leaves {max(0, room)} cents")
    return [(debit, credit, cents * MILLION)]
