"""Taking the result of a round back: what the state is as if it had never been reported.

A pending award may be rejected long after its result, when other rounds have won the meter, seed money has been
recovered and plans have changed. What those did stands; only what this result did is undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from croupier.jackpot import accounts
from croupier.jackpot.accounts import CAGE, PAYABLE, PENDING, Move
from croupier.jackpot.plan.changes import still_waiting
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, plan_from_json, plan_hash
from croupier.jackpot.records import ResultRecord
from croupier.jackpot.state import LinkState

WAITS_IN = {"paid": CAGE, "pending": PENDING, "payable": PAYABLE}
"""By status, where the money of an award is; what was paid at the table left the tray."""


def take_back(state: LinkState, record: ResultRecord) -> list[Move]:
    """What undoes the result of a round: its awards back where they came from, then the reseeding.

    The meter ends up as if the result had never been reported, what came in since included; what that lifts above the
    limit in force goes to the overflow.
    """
    moves: list[Move] = []
    for award in record["awards"]:
        now = state.awards.get(str(award["no"]), award)
        moves += [(WAITS_IN[now["status"]], source, cents * MILLION) for source, cents in award["sources"]]
    refills = [move for move in record["moves"] if move[1] not in WAITS_IN.values()]
    moves += [(credit, debit, amount) for debit, credit, amount in reversed(refills)]
    plan, _ = plans_after_reject(state, record)
    for level in plan.levels:
        name = accounts.meter(level.number)
        stands = state.balance(name) + _effect(moves, name)
        if level.limit_cents is not None and stands > level.limit_cents * MILLION:
            moves.append((name, accounts.overflow(level.number), stands - level.limit_cents * MILLION))
    return moves


def lacking(state: LinkState, record: ResultRecord, moves: list[Move]) -> str | None:
    """What is no longer there to be taken back: players' money, or a seed that the house has recovered since."""
    for name in sorted({debit for debit, _, _ in moves}):
        if accounts.account(name).custodial and state.balance(name) + _effect(moves, name) < 0:
            return name
    for level, seed in seeds_after_reject(state, record).items():
        number = int(level)
        left = -state.balance(accounts.seed_advanced(number)) - state.balance(accounts.seed_recovered(number))
        if seed < 0 or left - _effect(moves, accounts.seed_advanced(number)) < 0:
            return accounts.seed_advanced(number)
    return None


def _effect(moves: Iterable[Move], account: str) -> int:
    return sum(amount * ((credit == account) - (debit == account)) for debit, credit, amount in moves)


def seeds_advanced(moves: Iterable[Sequence[Any]]) -> dict[str, int]:
    """By level, what the house put on the meters, in cents."""
    found: dict[str, int] = {}
    for debit, _, amount in moves:
        level = accounts.level_of(debit, accounts.SEED_ADVANCED)
        if level is not None:
            found[level] = found.get(level, 0) + amount // MILLION
    return found


def seeds_after_reject(state: LinkState, record: ResultRecord) -> dict[str, int]:
    """By level that the result touched, the house's seed in its meter once the result is taken back.

    A later win of the whole meter has paid out whatever seed was in it: then nothing changes.
    """
    return {
        level: state.seed_in_meter.get(level, 0)
        + (change if state.emptied.get(level, 0) <= record["times_emptied"][level] else 0)
        for level, change in seed_changes(record).items()
    }


def seed_changes(record: ResultRecord) -> dict[str, int]:
    """By level that the result touched: the seed that it paid out comes back, the one that it put there goes."""
    paid_out = {str(level): record["before"]["seeds"].get(str(level), 0) for level in record["emptied"]}
    return {
        level: paid_out.get(level, 0) - record["seeded"].get(level, 0)
        for level in sorted({*record["seeded"], *paid_out})
    }


def plans_after_reject(state: LinkState, record: ResultRecord) -> tuple[LinkPlan, LinkPlan | None]:
    """The plan in force and the one that waits, once the result is taken back; what was approved since stands."""
    assert state.plan is not None
    before, after = record["before"], record["after"]
    if plan_hash(state.plan) != after["plan"]:
        return state.plan, state.waiting
    plan, waiting = plan_from_json(before["plan"]), state.waiting
    if (waiting and plan_hash(waiting)) == after["waiting"]:
        waiting = plan_from_json(before["waiting"]) if before["waiting"] else None
    return plan, still_waiting(plan, waiting)
