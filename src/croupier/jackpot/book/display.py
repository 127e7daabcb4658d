"""What every table of a link shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from croupier.jackpot import accounts
from croupier.jackpot.money.bank import bank_is_short
from croupier.jackpot.records import KeptAward
from croupier.jackpot.state import LinkState


@dataclass(frozen=True)
class Display:
    """What every table of the link shows, as of the last commit."""

    link: str
    seq: int
    at: int
    day: str
    meters: dict[int, int]
    """By level, in cents; of a house jackpot the posted prizes."""
    overflow: dict[int, int]
    reserve: int
    pending: tuple[KeptAward, ...]
    """Awards that wait for approval."""
    accepts_wagers: bool
    why_not: str = ""
    stopped_tables: tuple[str, ...] = ()
    """Tables that are at fault or were stopped, while the others play."""
    age_seconds: float = 0.0
    """Of a writer that has stopped: how long ago this was known to be so."""

    def stopped(self, age_seconds: float = 0.0) -> Display:
        """The same of a book that takes no wagers, though its journal tells of no reason."""
        return replace(self, accepts_wagers=False, why_not="stopped", age_seconds=age_seconds)


def display(state: LinkState) -> Display:
    """What the tables show."""
    plan = state.plan
    why_not = ""
    if plan is None:
        why_not = "not_live"
    elif state.ended:
        why_not = "link_ended"
    elif state.faults:
        why_not = "fault"
    elif state.seized:
        why_not = "seized"
    elif bank_is_short(state, plan):
        why_not = "bank_short"
    levels = plan.levels if plan else ()
    is_house = plan is not None and plan.type == "house"
    return Display(
        state.link,
        state.seq,
        state.at,
        state.day,
        {each.number: each.seed_cents if is_house else state.meter_cents(each.number) for each in levels},
        {each.number: state.cents(accounts.overflow(each.number)) for each in levels},
        state.cents(accounts.RESERVE),
        # By number: a state that was read from a snapshot has them in another order.
        tuple(sorted((each for each in state.awards.values() if each["status"] == "pending"), key=_number)),
        not why_not,
        why_not,
        tuple(sorted(state.table_faults)),
    )


def _number(award: KeptAward) -> int:
    return award["no"]
