"""What results, awards and corrections do to the state of a link; ``effects`` has everything else."""

from __future__ import annotations

from typing import cast

from croupier.jackpot import accounts
from croupier.jackpot.money.awards import custodial_cents, seeds_advanced
from croupier.jackpot.money.bank import pay_off, take_in
from croupier.jackpot.plan.changes import adopt_levels, still_waiting, wait_again
from croupier.jackpot.plan.link_plan import MILLION, Level
from croupier.jackpot.records import (
    Approved,
    AwardRecord,
    Collected,
    Confirmed,
    Debt,
    KeptAward,
    Paid,
    Restated,
    Settled,
    SettledRound,
    WrittenOff,
)
from croupier.jackpot.requests import Reject, Result, Void
from croupier.jackpot.state import LAST_HITS, LinkState, OpenRound, layout_of, round_key


def settle(state: LinkState, body: Settled) -> None:
    """A result closes its round; its awards wait or are paid, and meters that were won start over."""
    request = body.req
    close_round(state, request)
    _note_layout(state, request.table, body.settled)
    if body.awards:
        _keep_awards(state, body, request.table, request.round)
        _won(state, body)


def _note_layout(state: LinkState, table: str, settled: SettledRound) -> None:
    """What is played for the first time is kept, for rounds that are corrected after the plan has changed."""
    if settled["layout"] == len(state.layouts):
        assert state.plan is not None
        found = state.plan.table(table)
        assert found is not None
        state.layouts.append(layout_of(state.plan, found))


def _keep_awards(state: LinkState, body: Settled | Restated, table: str, round: int) -> None:
    """Count the awards that an entry gives, and keep those that are not paid yet."""
    for record in body.awards:
        state.wins = record["no"]
        where = {"table": table, "round": round, "day": state.day, "at": state.at, "entry": state.seq}
        kept = cast("KeptAward", {**record, **where})
        if record["status"] != "paid":
            state.awards[str(record["no"])] = kept
        if record["kind"] == "meter":
            _count_hit(state, record, 1)
            state.last_hits = [*state.last_hits, kept][-LAST_HITS:]


def _won(state: LinkState, body: Settled) -> None:
    """Meters that were won begin again: their seed, and the parameters that were waiting for a win."""
    assert state.plan is not None
    emptied, moves = body.emptied, body.moves
    advanced = seeds_advanced(moves)
    seeded = dict(advanced)
    for level in emptied:
        state.emptied[str(level)] = state.emptied.get(str(level), 0) + 1
        brought = state.contributed.get(accounts.meter(level), 0)
        state.marks[str(level)] = [brought, brought]
        back = accounts.overflow(level), accounts.meter(level)
        from_overflow = sum(amount for debit, credit, amount in moves if (debit, credit) == back)
        # Of two winners in sequence the second took the first reseeding: what is in the meter is at most what it shows.
        shows = state.meter_cents(level) - from_overflow // MILLION
        seeded[str(level)] = min(advanced.get(str(level), 0), shows)
        state.seed_in_meter[str(level)] = 0
        _mark_emptied(state, level)
    for name, cents in seeded.items():
        state.seed_in_meter[name] = state.seed_in_meter.get(name, 0) + cents
    if advanced:
        take_in(state, state.plan, sum(advanced.values()))
    if emptied:
        state.plan = adopt_levels(state.plan, state.waiting, emptied)
        state.waiting = still_waiting(state.plan, state.waiting)


def _mark_emptied(state: LinkState, level: int) -> None:
    """No void of a round that wagered before may charge the meter that begins again now."""
    for emptied in (each.emptied for each in state.rounds.values()):
        emptied += [name for name in (accounts.meter(level), accounts.overflow(level)) if name not in emptied]


def _count_hit(state: LinkState, record: AwardRecord, sign: int) -> None:
    level = str(record["level"])
    if "rest_of" not in record:
        state.level_hits[level] = state.level_hits.get(level, 0) + sign
    state.level_won[level] = state.level_won.get(level, 0) + sign * record["cents"]


def _mark_hit(state: LinkState, number: int, status: str) -> None:
    state.last_hits = [{**hit, "status": status} if hit["no"] == number else hit for hit in state.last_hits]


def close_round(state: LinkState, request: Result | Void) -> OpenRound:
    """The round is over."""
    over = state.rounds.pop(request.table)
    state.last_round[request.table] = over.number
    return over


def approve(state: LinkState, body: Approved) -> None:
    """The award becomes payable, and envies that waited for it wait no longer."""
    award = state.awards[str(body.req.award)]
    state.awards[str(award["no"])] = {**award, "status": "payable", "approved_by": body.req.by}
    _mark_hit(state, award["no"], "payable")
    for number, each in state.awards.items():
        if award["no"] in each.get("waits_for", ()):
            state.awards[number] = _no_longer_waiting(each, award["no"], is_posted=each["no"] in body.posted)


def _no_longer_waiting(envy: KeptAward, number: int, *, is_posted: bool) -> KeptAward:
    """An envy after the approval of a jackpot that it waited for."""
    found = envy.copy()
    found["waits_for"] = [each for each in found["waits_for"] if each != number]
    if not found["waits_for"]:
        del found["waits_for"]
    if is_posted:
        found["status"] = "payable"
    return found


def restate(state: LinkState, body: Restated) -> None:
    """A round comes to something else: awards that were wrong go, missed ones come, those that stand may wait less."""
    key = round_key(body.table, body.round)
    status = "rejected" if isinstance(body.req, Reject) else "corrected"
    for each in body.voided:
        state.awards.pop(str(each["no"]), None)
        _mark_hit(state, each["no"], status)
        if each["kind"] == "meter":
            _count_hit(state, each, -1)
    for each in body.stands:
        kept = state.awards.get(str(each["no"]))
        if kept:
            without = {name: value for name, value in kept.items() if name != "waits_for"}
            state.awards[str(each["no"])] = cast("KeptAward", {**without, **each})
    _keep_awards(state, body, body.table, body.round)
    for number, debt in body.receivable.items():
        _set_debt(state, number, debt)
    state.seed_in_meter |= body.seeds
    for level, change in body.times.items():
        state.emptied[level] = state.emptied.get(level, 0) + change
        if change > 0:
            _mark_emptied(state, int(level))
    if body.levels:
        assert state.plan is not None
        levels = [Level(**each) for each in body.levels.values()]
        state.plan, state.waiting = wait_again(state.plan, state.waiting, levels)
    state.restated[key] = state.seq
    if body.due > 0:
        assert state.plan is not None
        take_in(state, state.plan, body.due)


def collect(state: LinkState, body: Collected) -> None:
    """What is owed after a payment by mistake shrinks by what came back."""
    award = str(body.req.award)
    debt = state.receivable[award]
    _set_debt(state, award, {**debt, "cents": debt["cents"] - body.req.amount})


def _set_debt(state: LinkState, award: str, debt: Debt) -> None:
    state.receivable[award] = debt
    if not debt["cents"]:
        del state.receivable[award]


def write_off(state: LinkState, body: WrittenOff) -> None:
    """What is owed after a payment by mistake is given up."""
    del state.receivable[str(body.req.award)]


def confirm(state: LinkState, body: Confirmed) -> None:
    """The film of an award was looked at."""
    request = body.req
    award = state.awards[str(request.award)]
    state.awards[str(award["no"])] = {**award, "camera": request.camera}


def pay(state: LinkState, body: Paid) -> None:
    """The award leaves the books; the bank no longer has to hold it."""
    award = state.awards.pop(str(body.req.award))
    _mark_hit(state, award["no"], "paid")
    state.last_payee = max(state.last_payee, body.req.payee or 0)
    # Players' money that has been paid out need no longer be in the bank; what accrued since keeps its grace.
    pay_off(state, custodial_cents(award))
