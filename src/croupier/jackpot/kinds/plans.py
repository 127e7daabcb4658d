"""Plans: put forward by one person, approved by another, and in force at once, level by level or at a full reset."""

from dataclasses import replace

from croupier.errors import CroupierError
from croupier.jackpot import accounts
from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import CARRIED_IN, Move
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import Accepted, Body, PeopleBody, Proposed
from croupier.jackpot.gambling_day import gambling_day
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.kinds.running import check_people, note_names
from croupier.jackpot.kinds.winnings import seeds_advanced
from croupier.jackpot.plan.checking import BadPlan, read_plan_json
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, adopt_at_once, plan_from_json, plan_hash, still_waiting
from croupier.jackpot.state import LinkState, Proposal
from croupier.play.documents import Json

ABOUT_PLANS = frozenset({"propose", "accept", "withdraw_proposal", "reset"})


def bad_plan(link: Link, request: Json, *, of_today: bool = True) -> str | None:
    """What is wrong with the plan that a proposal carries, as a client sent it."""
    if request["do"] != "propose":
        return None
    try:
        read_plan_json(request["plan"], link.load_game, of_today=of_today)
    except BadPlan as error:
        return f"plan: {error}"
    except RecursionError:
        return "plan: nested too deeply"
    return None


def plan_to_read(state: LinkState, request: asked.Request) -> LinkPlan:
    """The plan that says who may ask, before the first plan is in force or for requests about plans."""
    plan = state.plan
    if isinstance(request, asked.Propose):
        return plan or plan_from_json(request.plan)
    if isinstance(request, (asked.Accept, asked.WithdrawProposal)):
        if state.proposal is None:
            raise Refused("no_proposal")
        if isinstance(request, asked.Accept) and request.plan != state.proposal.hash:
            raise Refused("other_proposal", state.proposal.hash)
        return plan or state.proposal.plan
    if plan is None:
        raise Refused("not_live")
    if isinstance(request, asked.Reset) and state.waiting is None:
        raise Refused("no_proposal")
    return plan


def decide_propose(link: Link, request: asked.Propose, _plan: LinkPlan) -> Proposed:
    state = link.state
    proposed = plan_from_json(request.plan)
    _check_people(link, proposed, request.by)
    if state.proposal:
        raise Refused("proposal_waiting", state.proposal.hash)
    if proposed.id != state.link:
        raise Refused("other_link", proposed.id)
    live = state.plan
    moved = [name for name, fixed in _nature(live).items() if _nature(proposed)[name] != fixed] if live else []
    if moved:
        raise Refused("other_link", moved[0])
    _prove(link, proposed)
    return Proposed(req=request, hash=plan_hash(proposed))


def _nature(plan: LinkPlan) -> dict[str, object]:
    """What no plan may change of a live link."""
    levels = sorted(level.number for level in plan.levels)
    return {"type": plan.type, "jurisdiction": plan.jurisdiction, "levels": levels, "currency": plan.currency}


def _check_people(link: Link, new: LinkPlan, by: str) -> None:
    """The people of a link's first plan have the same names as on the other links, and nobody brings people of another
    link along without supervising it: its supervisors have a say in their log-ins."""
    if link.state.plan is not None:
        return
    check_people(link, [(person.id, person.name) for person in new.people], {})
    for other in link.plans_beside():
        theirs = [person.id for person in new.people if other.role(person.id)]
        if theirs and other.role(by) != "supervisor":
            raise Refused("not_allowed", f"{theirs[0]} works on {other.id}, and {by} is no supervisor there")


def _prove(link: Link, plan: LinkPlan) -> None:
    """A live link keeps its first day, whatever a plan says, so its thresholds must hold from then on."""
    live = link.state.plan
    if link.check_plan:
        try:
            link.check_plan(replace(plan, first_day=live.first_day) if live else plan)
        except CroupierError as error:
            raise Refused("link_refused", error.message) from None


def apply_propose(state: LinkState, body: Proposed) -> None:
    request = body.req
    state.proposal = Proposal(plan_from_json(request.plan), body.hash, request.by)


def decide_accept(link: Link, request: asked.Accept, _plan: LinkPlan) -> Accepted:
    state = link.state
    proposal, live = state.proposal, state.plan
    assert proposal is not None
    if request.by == proposal.by:
        raise Refused("same_person", proposal.by)
    new = proposal.plan
    # Checked again, because other links of the floor may have changed since it was proposed.
    _check_people(link, new, request.by)
    _prove(link, new)
    if new.jurisdiction == "washington" and not new.approval.strip():
        raise Refused("approval_missing")
    for level in new.levels:
        shown = state.meter_cents(level.number) if live else level.beginning_cents
        if level.limit_cents is not None and level.limit_cents < shown:
            raise Refused("limit_below_meter", f"level {level.number}")
    if live:
        gone = set(state.rounds) - {table.id for table in new.tables}
        if gone:
            raise Refused("rounds_open", ", ".join(sorted(gone)))
        return Accepted(req=request)
    moves: list[Move] = []
    for level in new.levels if new.type == "progressive" else ():
        seed = min(level.seed_cents, level.beginning_cents)
        moves.append((accounts.seed_advanced(level.number), accounts.meter(level.number), seed * MILLION))
        if level.beginning_cents > seed:
            rest = level.beginning_cents - seed
            moves.append((CARRIED_IN, accounts.meter(level.number), rest * MILLION))
    day = max(new.first_day, gambling_day(link.now, new.time_zone, new.day_begins))
    return Accepted(req=request, day=day, moves=[move for move in moves if move[2]])


def apply_accept(state: LinkState, body: Accepted) -> None:
    assert state.proposal is not None
    new, state.proposal = state.proposal.plan, None
    if state.plan is None:
        state.plan = new
        note_names(state)
        assert body.day is not None
        state.day = body.day
        state.day_seq = state.seq
        state.due_level = state.liability_cents
        _count_seeds(state, body)
    else:
        # Who joins and who leaves has entries of its own, and the first day is over.
        new = replace(new, people=state.plan.people, first_day=state.plan.first_day)
        state.plan = adopt_at_once(state.plan, new)
        state.waiting = still_waiting(state.plan, new)


def _count_seeds(state: LinkState, body: Body) -> int:
    """Note the seeds that the house has put on meters with this entry, by level; all of them, in cents."""
    advanced = seeds_advanced(body.moves)
    for level, cents in advanced.items():
        state.seed_in_meter[level] = state.seed_in_meter.get(level, 0) + cents
    return sum(advanced.values())


def decide_reset(link: Link, request: asked.Reset, _plan: LinkPlan) -> PeopleBody[asked.Reset]:
    state = link.state
    new = state.waiting
    assert new is not None
    for level in new.levels:
        if level.limit_cents is not None and level.limit_cents < state.meter_cents(level.number):
            raise Refused("limit_below_meter", f"level {level.number}")
    if state.rounds:
        raise Refused("rounds_open", ", ".join(sorted(state.rounds)))
    moves: list[Move] = []
    if new.type == "progressive":
        # A meter never falls at a reset: it is players' money. Below its new seed, the house makes it up.
        for level in new.levels:
            short = level.seed_cents - state.meter_cents(level.number)
            if short > 0:
                moves.append((accounts.seed_advanced(level.number), accounts.meter(level.number), short * MILLION))
    return PeopleBody(req=request, moves=moves)


def apply_reset(state: LinkState, body: PeopleBody[asked.Reset]) -> None:
    assert state.waiting is not None
    state.plan, state.waiting = state.waiting, None
    state.due_level += _count_seeds(state, body)
