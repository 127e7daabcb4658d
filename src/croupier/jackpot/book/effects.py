"""What an accepted request does to the state of its link.

``apply`` is the only way to change a state, and it needs nothing but the journal's own entries: no game, no rulebook,
no clock. The fold of a journal is the state, under any later rulebook.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from croupier.jackpot import accounts
from croupier.jackpot.book import settling
from croupier.jackpot.gambling_day import days_between
from croupier.jackpot.money.awards import seeds_advanced
from croupier.jackpot.money.bank import end_day
from croupier.jackpot.money.contributions import bring
from croupier.jackpot.money.numbers import NUMBERED, keys_of
from croupier.jackpot.plan.changes import adopt_at_once, still_waiting
from croupier.jackpot.plan.link_plan import MILLION, People, Person, plan_from_json
from croupier.jackpot.records import (
    Accepted,
    Adjusted,
    Appointed,
    Asking,
    Body,
    ChainBegun,
    Cleared,
    ClosedDay,
    Dismissed,
    Ended,
    Faulted,
    KeyAnnounced,
    KeyChanged,
    Locked,
    NewDay,
    PeopleBody,
    Proposed,
    Purged,
    Released,
    Seized,
    Started,
    Stated,
    UnclosedDay,
    Voided,
    Wagered,
    WasReset,
    Withdrawn,
)
from croupier.jackpot.state import LinkState, OpenRound, Proposal

MOST_SILENT_DAYS = 7
"""After this many days without an entry, play waits for two people, because the clock may be wrong."""


def apply(state: LinkState, kind: str, body: Body, seq: int, at: int) -> None:
    """Change the state as an entry says."""
    if body.moves:
        state.apply_moves(body.moves)
    state.seq = seq
    state.at = at
    effect = _EFFECTS.get(kind)
    if effect:
        effect(state, body)
    if kind in NUMBERED:
        state.references.update(dict.fromkeys(keys_of(body), seq))
    if state.asked and isinstance(body, PeopleBody) and body.req.ask is not None:
        state.asked.pop(str(body.req.ask), None)  # granted or declined


def _propose(state: LinkState, body: Proposed) -> None:
    request = body.req
    state.proposal = Proposal(plan_from_json(request.plan), body.hash, request.by)


def _ask(state: LinkState, body: Asking) -> None:
    """A request of one person waits for a second."""
    state.asks = body.ask
    state.asked[str(state.asks)] = body.req


def _withdraw_proposal(state: LinkState, _body: Withdrawn) -> None:
    state.proposal = None


def _accept(state: LinkState, body: Accepted) -> None:
    assert state.proposal is not None
    new, state.proposal = state.proposal.plan, None
    if state.plan is not None:
        new = replace(new, people=state.plan.people)  # who joins and who leaves has entries of its own
    if state.plan is None:
        state.plan = new
        _note_names(state)
        assert body.day is not None
        state.day = body.day
        state.day_seq = state.seq
        state.due_level = state.liability_cents
        _count_seeds(state, body)
    else:
        state.plan = adopt_at_once(state.plan, new)
        state.waiting = still_waiting(state.plan, new)


def _reset(state: LinkState, body: WasReset) -> None:
    assert state.waiting is not None
    state.plan, state.waiting = state.waiting, None
    state.due_level += _count_seeds(state, body)


def _count_seeds(state: LinkState, body: Body) -> int:
    """Note the seeds that the house has put on meters with this entry, by level; all of them, in cents."""
    advanced = seeds_advanced(body.moves)
    for level, cents in advanced.items():
        state.seed_in_meter[level] = state.seed_in_meter.get(level, 0) + cents
    return sum(advanced.values())


def _wager(state: LinkState, body: Wagered) -> None:
    request = body.req
    seats, table = request.seats, request.table
    open_round = state.rounds.get(table)
    if open_round is None:
        # Every field is given: looking up defaults is slow at a thousand rounds a second.
        open_round = state.rounds[table] = OpenRound(request.round, [], False, {}, {}, [])
    open_round.seats += seats
    state.wager_count += len(seats)
    bring(open_round.brought, body.moves)


def _lock(state: LinkState, body: Locked) -> None:
    open_round = state.rounds[body.req.table]
    open_round.locked = True
    open_round.dynamic = body.dynamic


def _void(state: LinkState, body: Voided) -> None:
    state.wager_count -= len(settling.close_round(state, body.req).seats)


def _adjust(state: LinkState, body: Adjusted) -> None:
    request = body.req
    if request.reason == "recover_seed_from_meter":
        state.seed_in_meter[str(request.level)] -= request.amount
    if request.reason == "malfunction_down":
        taken = request.amount * MILLION  # it cannot be taken off for the same wagers again
        state.marks[str(request.level)] = [mark + taken for mark in state.marks.get(str(request.level), (0, 0))]


def _purge(state: LinkState, body: Purged) -> None:
    """The number of a record that was forgotten is never given to somebody else."""
    state.last_payee = max([state.last_payee, *body.purged])


def _statement(state: LinkState, body: Stated) -> None:
    state.bank_difference = body.difference
    state.stated = True


def _seize(state: LinkState, _body: Seized) -> None:
    state.seized = True
    state.stated = False


def _release(state: LinkState, _body: Released) -> None:
    state.seized = False


def _fault(state: LinkState, body: Faulted) -> None:
    request = body.req
    if request.table is None:
        _add_faults(state, [request.reason])
    elif request.reason not in state.table_faults.get(request.table, ()):
        state.table_faults.setdefault(request.table, []).append(request.reason)


def _clear(state: LinkState, body: Cleared) -> None:
    if body.req.table is not None:
        state.table_faults.pop(body.req.table, None)
    else:
        state.faults = []


def _end(state: LinkState, body: Ended) -> None:
    state.ended = body.req.reason


def _appoint(state: LinkState, body: Appointed) -> None:
    request = body.req
    new = Person(request.person, request.name, request.role)
    assert state.plan is not None
    _note_names(state)
    others = [each for each in state.plan.people if each.id != new.id]
    _set_people(state, (*others, new))
    _note_names(state)


def _dismiss(state: LinkState, body: Dismissed) -> None:
    assert state.plan is not None
    _note_names(state)
    _set_people(state, tuple(each for each in state.plan.people if each.id != body.req.person))


def _note_names(state: LinkState) -> None:
    """People who leave keep their name, because it is on what they have signed."""
    if state.plan is not None:
        state.names = state.names | {each.id: each.name for each in state.plan.people}


def _set_people(state: LinkState, people: People) -> None:
    """In the plan that is in force and in the one that waits: no plan brings anybody back."""
    assert state.plan is not None
    state.plan = replace(state.plan, people=people)
    state.waiting = state.waiting and replace(state.waiting, people=people)


def _start(state: LinkState, body: Started | ChainBegun) -> None:
    """The system came up; software or a rulebook that nobody has accepted is a fault."""
    changed = [
        f"the {name} has changed"
        for name, before, now in (
            ("software", state.software, body.software),
            ("rulebook", state.rulebook, body.rulebook),
        )
        if before and before != now
    ]
    _add_faults(state, changed)
    state.software, state.rulebook = body.software, body.rulebook


def _key(state: LinkState, body: KeyAnnounced) -> None:
    state.key = body.key


def _new_key(state: LinkState, body: KeyChanged) -> None:
    state.key = body.req.key


def _new_chain(state: LinkState, body: ChainBegun) -> None:
    state.chain = body.cites.chain + 1
    state.chain_from = state.seq
    state.key = body.key
    _start(state, body)


def _new_day(state: LinkState, body: NewDay) -> None:
    """The clock has passed the end of the gambling day. It waits to be closed, and the next one begins."""
    unclosed: UnclosedDay = {"day": state.day, "after": state.day_seq, "ends": state.seq}
    silent = days_between(state.day, body.day)
    _mark_day(state)
    if silent:
        _mark_day(state)
    if silent >= MOST_SILENT_DAYS:
        _add_faults(state, [f"{silent:,} days without an entry: look at the clock"])
    _turn_to(state, body.day)
    state.unclosed = [*state.unclosed, unclosed]


def _turn_to(state: LinkState, day: str) -> None:
    """Money that was accrued long enough ago is due when a day begins."""
    assert state.plan is not None
    if state.plan.type == "house":
        state.due_level = state.liability_cents
    else:
        end_day(state, state.plan, day)
    state.day = day
    state.day_seq = state.seq


def _mark_day(state: LinkState) -> None:
    """What wagers have added to each meter by the end of a day."""
    assert state.plan is not None
    for level in state.plan.levels:
        _, last = state.marks.get(str(level.number), (0, 0))
        state.marks[str(level.number)] = [last, state.contributed.get(accounts.meter(level.number), 0)]


def _close_day(state: LinkState, _body: ClosedDay) -> None:
    """A finished day is closed."""
    state.unclosed = state.unclosed[1:]
    state.last_close = state.seq


def _add_faults(state: LinkState, faults: list[str]) -> None:
    state.faults = [*state.faults, *(fault for fault in faults if fault not in state.faults)]


_EFFECTS: dict[str, Callable[[LinkState, Any], None]] = {
    "propose": _propose,
    "withdraw_proposal": _withdraw_proposal,
    "accept": _accept,
    "reset": _reset,
    "wager": _wager,
    "lock": _lock,
    "result": settling.settle,
    "void": _void,
    "approve": settling.approve,
    "reject": settling.restate,
    "correct": settling.restate,
    "collect": settling.collect,
    "write_off": settling.write_off,
    "pay": settling.pay,
    "confirm": settling.confirm,
    "correct_film": settling.confirm,
    "purge": _purge,
    "adjust": _adjust,
    "statement": _statement,
    "seize": _seize,
    "release": _release,
    "fault": _fault,
    "clear": _clear,
    "end": _end,
    "appoint": _appoint,
    "dismiss": _dismiss,
    "start": _start,
    "new_day": _new_day,
    "close_day": _close_day,
    "ask": _ask,
    "key": _key,
    "new_key": _new_key,
    "new_chain": _new_chain,
}
