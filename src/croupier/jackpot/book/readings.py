"""What the meters and accounts of a link show, as it is written down at the close of a day."""

from __future__ import annotations

from dataclasses import asdict

from croupier.jackpot.money.bank import days_waiting, required_cents
from croupier.jackpot.plan.link_plan import plan_to_json
from croupier.jackpot.records import Readings
from croupier.jackpot.state import LinkState


def open_tables(state: LinkState) -> set[str]:
    """Tables with a round that is not settled."""
    return set(state.rounds)


def readings(state: LinkState) -> Readings:
    """What the meters and accounts of a live link show, to be written down at the close of a day."""
    plan = state.plan
    assert plan is not None
    return {
        "balances": {name: list(each) for name, each in sorted(state.balances.items())},
        "contributed": dict(sorted(state.contributed.items())),
        "hits": dict(state.level_hits),
        "won": dict(state.level_won),
        "wagers": state.wager_count,
        "wins": state.wins,
        "after": state.day_seq,
        "liability": state.liability_cents,
        "required": required_cents(state, plan),
        "bank": state.bank_cents,
        "difference": state.bank_difference,
        "due": state.due_level,
        "days_since_deposit": days_waiting(state, plan),
        "awards": sorted(state.awards.values(), key=lambda award: int(award["no"])),
        "last_hits": list(state.last_hits),
        "levels": [asdict(level) for level in plan.levels],
        "plan": plan_to_json(plan),
        "software": state.software,
        "rulebook": state.rulebook,
        "faults": list(state.faults),
        "seized": state.seized,
        "table_faults": {name: list(each) for name, each in sorted(state.table_faults.items())},
    }
