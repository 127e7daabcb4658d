"""What an accepted request does to the state of its link.

``apply`` is the only way to change a state, and it needs nothing but the journal's own entries: no game, no rulebook,
no clock. The fold of a journal is the state, under any later rulebook.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from croupier.jackpot import accounts
from croupier.jackpot.changes import adopt_at_once, adopt_levels, still_waiting
from croupier.jackpot.contributions import bring
from croupier.jackpot.plan import MILLION, plan_from_json
from croupier.jackpot.state import LAST_HITS, OpenRound, Proposal, State

Body = dict[str, Any]
"""The body of an entry: the request, what it moved, what came of it."""


def apply(state: State, kind: str, body: Body, seq: int, at: int) -> None:
    """Change the state as an entry says."""
    moves = body.get("moves")
    if moves:
        state.apply_moves(moves)
    state.seq = seq
    state.at = at
    effect = _EFFECTS.get(kind)
    if effect:
        effect(state, body)


def _propose(state: State, body: Body) -> None:
    request = body["req"]
    state.proposal = Proposal(plan_from_json(request["plan"]), body["hash"], request["by"])


def _withdraw_proposal(state: State, _body: Body) -> None:
    state.proposal = None


def _accept(state: State, _body: Body) -> None:
    assert state.proposal is not None
    new, state.proposal = state.proposal.plan, None
    if state.plan is None:
        state.plan = new
        state.day = new.first_day
        state.day_seq = state.seq
        state.due_level = state.liability_cents
    else:
        state.plan = adopt_at_once(state.plan, new)
        state.waiting = still_waiting(state.plan, new)


def _reset(state: State, body: Body) -> None:
    assert state.waiting is not None
    state.plan, state.waiting = state.waiting, None
    state.due_level += sum(amount for _, _, amount in body["moves"]) // MILLION


def _wager(state: State, body: Body) -> None:
    request = body["req"]
    plan = state.plan
    assert plan is not None
    seats = request["seats"]
    open_round = state.rounds.get(request["table"])
    if open_round is None:
        open_round = state.rounds[request["table"]] = OpenRound(request["round"])
    open_round.seats += seats
    state.wager_count += len(seats)
    bring(open_round.brought, plan, plan.base_wager_cents * len(seats))


def _lock(state: State, body: Body) -> None:
    open_round = state.rounds[body["req"]["table"]]
    open_round.locked = True
    open_round.dynamic = body.get("dynamic", {})


def _result(state: State, body: Body) -> None:
    request = body["req"]
    _close_round(state, request["table"])
    for record in body["awards"]:
        state.wins = record["no"]
        kept = {**record, "table": request["table"], "round": request["round"], "day": state.day, "at": state.at}
        if record["status"] != "paid":
            state.awards[str(record["no"])] = kept
        if record["kind"] == "meter":
            _count_hit(state, record, 1)
            state.last_hits = [*state.last_hits, kept][-LAST_HITS:]
    emptied = body.get("emptied", [])
    for level in emptied:
        state.emptied[str(level)] = state.emptied.get(str(level), 0) + 1
        for each in state.rounds.values():
            if accounts.meter(level) not in each.emptied:
                each.emptied.append(accounts.meter(level))
    if emptied and state.plan:
        state.plan = adopt_levels(state.plan, state.waiting, emptied)
        state.waiting = still_waiting(state.plan, state.waiting)


def _count_hit(state: State, record: dict[str, Any], sign: int) -> None:
    level = str(record["level"])
    state.level_hits[level] = state.level_hits.get(level, 0) + sign
    state.level_won[level] = state.level_won.get(level, 0) + sign * record["cents"]


def _mark_hit(state: State, number: int, status: str) -> None:
    state.last_hits = [{**hit, "status": status} if hit["no"] == number else hit for hit in state.last_hits]


def _close_round(state: State, table: str) -> None:
    state.last_round[table] = state.rounds.pop(table).number


def _void(state: State, body: Body) -> None:
    table = body["req"]["table"]
    state.wager_count -= len(state.rounds[table].seats)
    _close_round(state, table)


def _approve(state: State, body: Body) -> None:
    award = state.awards[str(body["req"]["award"])]
    state.awards[str(award["no"])] = {**award, "status": "payable", "approved_by": body["req"]["by"]}
    _mark_hit(state, award["no"], "payable")


def _reject(state: State, body: Body) -> None:
    award = state.awards.pop(str(body["req"]["award"]))
    _mark_hit(state, award["no"], "rejected")
    if award["kind"] == "meter":
        _count_hit(state, award, -1)


def _pay(state: State, body: Body) -> None:
    award = state.awards.pop(str(body["req"]["award"]))
    _mark_hit(state, award["no"], "paid")
    if award["from_meter"]:
        # Players' money that has been paid out need no longer be in the bank; what accrued since keeps its grace.
        state.due_level = max(0, state.due_level - award["cents"])


def _deposit(state: State, _body: Body) -> None:
    if state.bank_cents >= state.liability_cents:
        state.days_since_deposit = 0
        state.due_level = state.liability_cents


def _statement(state: State, body: Body) -> None:
    state.bank_difference = body["difference"]


def _seize(state: State, _body: Body) -> None:
    state.seized = True


def _release(state: State, _body: Body) -> None:
    state.seized = False


def _fault(state: State, body: Body) -> None:
    _add_faults(state, [body["req"]["reason"]])


def _clear(state: State, _body: Body) -> None:
    state.faults = []


def _start(state: State, body: Body) -> None:
    """The system came up; software or a rulebook that nobody has accepted is a fault."""
    changed = [
        f"the {name} has changed"
        for name, before in (("software", state.software), ("rulebook", state.rulebook))
        if before and before != body[name]
    ]
    _add_faults(state, changed)
    state.software, state.rulebook = body["software"], body["rulebook"]


def _close_day(state: State, _body: Body) -> None:
    assert state.plan is not None
    state.day = next_day(state.day)
    state.day_seq = state.seq
    state.days_since_deposit += 1
    if state.days_since_deposit >= state.plan.deposit_days:
        state.due_level = state.liability_cents


def _add_faults(state: State, faults: list[str]) -> None:
    state.faults = [*state.faults, *(fault for fault in faults if fault not in state.faults)]


def next_day(day: str) -> str:
    """The gambling day after this one."""
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days=1)).isoformat()


_EFFECTS: dict[str, Callable[[State, Body], None]] = {
    "propose": _propose,
    "withdraw_proposal": _withdraw_proposal,
    "accept": _accept,
    "reset": _reset,
    "wager": _wager,
    "lock": _lock,
    "result": _result,
    "void": _void,
    "approve": _approve,
    "reject": _reject,
    "pay": _pay,
    "deposit": _deposit,
    "statement": _statement,
    "seize": _seize,
    "release": _release,
    "fault": _fault,
    "clear": _clear,
    "start": _start,
    "close_day": _close_day,
}
