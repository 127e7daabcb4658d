"""A link as a pure machine: the state and a request give an answer.

``decide`` looks at a request in the order of precedence of ``codes`` and either refuses it or says what it moves and
changes, as the body of a journal entry; ``effects.apply`` then changes the state. Random draws come in from outside
and are written into the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from croupier.errors import CroupierError
from croupier.jackpot import accounts
from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import BANK, CAGE, CARRIED_IN, Move
from croupier.jackpot.actors import TOKENS, Actor
from croupier.jackpot.book.paying import Payments
from croupier.jackpot.book.people import Colleagues, joining, nobody_else
from croupier.jackpot.book.readings import open_tables, readings
from croupier.jackpot.checkpoints import announces
from croupier.jackpot.gambling_day import gambling_day
from croupier.jackpot.money.adjustments import adjust
from croupier.jackpot.money.amounts import check_amount, check_room
from croupier.jackpot.money.bank import bank_is_short, not_to_be_withdrawn, posted_cents
from croupier.jackpot.plan.checking import BadPlan, as_read, read_plan_json
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, plan_from_json, plan_hash
from croupier.jackpot.records import (
    Accepted,
    Adjusted,
    Appointed,
    Asking,
    Banked,
    ChainBegun,
    Cites,
    Cleared,
    ClosedDay,
    Declined,
    Dismissed,
    Ended,
    Faulted,
    KeyChanged,
    NewDay,
    PeopleBody,
    Proposed,
    Released,
    Seized,
    Stated,
    WasReset,
    Withdrawn,
)
from croupier.jackpot.refusals import Refused
from croupier.jackpot.requests import KINDS, Request, changed
from croupier.units.money import dollars

SUPERVISORS = frozenset({"supervisor"})


class Link(Payments):
    """The rules of one link, over its state."""

    colleagues: Colleagues = staticmethod(nobody_else)
    joining: Sequence[str] = ()
    """Ids and names that the request decided last brings into the book; none is brought in twice."""

    def entry(self, request: Request) -> tuple[str, PeopleBody]:
        """The kind and the body of the entry: what was asked, or its wait for a second person, or what that grants."""
        if type(request) is asked.Wager:  # thousands of them: never more than one person's
            return "wager", self._wager(request)
        if isinstance(request, asked.Grant):
            granted = self.granted(request)
            return granted.do, changed(self.decide(granted), sent=request)
        if request.second is None and request.needs_second:
            return "ask", self.ask(request)
        return request.do, self.decide(request)

    def decide(self, request: Request) -> PeopleBody:
        """The body of the entry that this well-formed request comes to, or Refused."""
        if isinstance(request, asked.Wager):
            return self._wager(request)
        self.joining = ()
        plan = self._check_person(request)
        body = _DECIDERS[request.do](self, request, plan)
        if body.moves:
            check_room(self.state, body.moves)
        return body

    def ask(self, request: Request) -> Asking:
        """A request that needs a second person: looked at as if it were granted now, then kept until it is."""
        self.decide(request)
        return Asking(req=cast("asked.Waiting", request), ask=self.state.asks + 1)

    def granted(self, request: asked.Grant) -> Request:
        """The request that waits, with whoever grants it as its second person; Refused where there is none."""
        self._check_person(request)
        waiting = self.state.asked.get(str(request.ask))
        if waiting is None:
            raise Refused("unknown_ask", str(request.ask))
        return changed(waiting, second=request.by, ask=request.ask)

    def bad_plan(self, request: Mapping[str, Any], *, of_today: bool = True) -> str | None:
        """What is wrong with the plan that a proposal carries, as a client sent it."""
        if request["do"] != "propose":
            return None
        try:
            read_plan_json(request["plan"], self._load_game, of_today=of_today)
        except BadPlan as error:
            return f"plan: {error}"
        except RecursionError:
            return "plan: nested too deeply"
        return None

    # Who asks

    def _check_person(self, request: Request) -> LinkPlan:
        """The plan in whose terms the request is read, once it is certain that this person may ask."""
        kind, by = request.do, request.by
        plan = self.state.plan
        if plan is None or kind in _ABOUT_PLANS:
            plan = self._plan_to_read(request)
        allowed = _ALLOWED[kind]
        role = plan.role(by)
        if role in allowed and request.second is None:
            return plan
        people = [(by, allowed)] + ([(request.second, SUPERVISORS)] if request.second is not None else [])
        for person, _ in people:
            if plan.role(person) is None:
                raise Refused("unknown_person", person)
        for person, fitting in people:
            if plan.role(person) not in fitting:
                raise Refused("not_allowed", f"{person} is {plan.role(person)}")
        if len(people) == 2 and people[0][0] == people[1][0]:
            raise Refused("same_person", by)
        return plan

    def _plan_to_read(self, request: Request) -> LinkPlan:
        """The plan that says who may ask, before the first plan is in force or for requests about plans."""
        state, plan = self.state, self.state.plan
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

    def check_device(self, request: Request, actor: Actor) -> None:
        """A table's token acts for its own table; beyond that it may only say that the link is at fault."""
        plan = self.state.plan
        if actor.how not in TOKENS or plan is None or plan.role(actor.person) is None:
            return
        if plan.table(actor.device) is None:
            if actor.how == "table token":
                raise Refused(
                    "not_allowed", f"the token of {actor.device} acts for that table alone, which is not on this link"
                )
            return
        table = getattr(request, "table", None)
        if table != actor.device and (table is not None or not isinstance(request, asked.Fault)):
            raise Refused("not_allowed", f"the token of {actor.device} acts for that table alone")

    # The plan

    def _propose(self, request: asked.Propose, _plan: LinkPlan) -> Proposed:
        state = self.state
        proposed = plan_from_json(request.plan)
        self._check_names(proposed)
        if state.proposal:
            raise Refused("proposal_waiting", state.proposal.hash)
        if proposed.id != state.link:
            raise Refused("other_link", proposed.id)
        live = state.plan
        moved = [name for name, fixed in _nature(live).items() if _nature(proposed)[name] != fixed] if live else []
        if moved:
            raise Refused("other_link", moved[0])
        self._prove(proposed)
        return Proposed(req=request, hash=plan_hash(proposed))

    def _check_names(self, new: LinkPlan) -> None:
        """The people of a link's first plan must have the same names as on the other links of the book."""
        if self.state.plan is None:
            self._check_people([(each.id, each.name) for each in new.people], {})

    def _prove(self, plan: LinkPlan) -> None:
        if self._check_plan:
            try:
                self._check_plan(plan)
            except CroupierError as error:
                raise Refused("link_refused", error.message) from None

    def _withdraw_proposal(self, request: asked.WithdrawProposal, _plan: LinkPlan) -> Withdrawn:
        return Withdrawn(req=request)

    def _accept(self, request: asked.Accept, _plan: LinkPlan) -> Accepted:
        state = self.state
        proposal, live = state.proposal, state.plan
        assert proposal is not None
        if request.by == proposal.by:
            raise Refused("same_person", proposal.by)
        new = proposal.plan
        self._check_names(new)  # checked again, because other links of the floor may have changed since it was proposed
        self._prove(new)
        if new.jurisdiction == "washington" and not new.approval.strip():
            raise Refused("approval_missing")
        for level in new.levels:
            shown = state.meter_cents(level.number) if live else level.beginning_cents
            if level.limit_cents is not None and level.limit_cents < shown:
                raise Refused("limit_below_meter", f"level {level.number}")
        if live:
            gone = open_tables(state) - {table.id for table in new.tables}
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
        day = max(new.first_day, gambling_day(self.now, new.time_zone, new.day_begins))
        return Accepted(req=request, day=day, moves=[move for move in moves if move[2]])

    def _reset(self, request: asked.Reset, _plan: LinkPlan) -> WasReset:
        state = self.state
        new = state.waiting
        assert new is not None
        for level in new.levels:
            if level.limit_cents is not None and level.limit_cents < state.meter_cents(level.number):
                raise Refused("limit_below_meter", f"level {level.number}")
        if open_tables(state):
            raise Refused("rounds_open", ", ".join(sorted(open_tables(state))))
        moves: list[Move] = []
        if new.type == "progressive":
            # A meter never falls at a reset: it is players' money. Below its new seed, the house makes it up.
            for level in new.levels:
                short = level.seed_cents - state.meter_cents(level.number)
                if short > 0:
                    moves.append((accounts.seed_advanced(level.number), accounts.meter(level.number), short * MILLION))
        return WasReset(req=request, moves=moves)

    # Money and the bank

    def _adjust(self, request: asked.Adjust, plan: LinkPlan) -> Adjusted:
        check_amount(request.amount)
        return Adjusted(req=request, moves=adjust(self.state, plan, request))

    def _deposit(self, request: asked.Deposit, _plan: LinkPlan) -> Banked:
        check_amount(request.amount)
        self._check_numbers(request)
        return Banked(req=request, moves=[(BANK, CAGE, request.amount * MILLION)])

    def _withdraw(self, request: asked.Withdraw, plan: LinkPlan) -> Banked:
        state = self.state
        amount = request.amount
        if state.seized:
            raise Refused("seized")
        check_amount(amount)
        self._check_numbers(request)
        if amount > -state.cents(BANK):
            raise Refused("more_than_there", "the bank account")
        if state.bank_cents - amount < not_to_be_withdrawn(state, plan):
            raise Refused("more_than_there", "what players are owed")
        return Banked(req=request, moves=[(CAGE, BANK, amount * MILLION)])

    def _statement(self, request: asked.Statement, _plan: LinkPlan) -> Stated:
        if request.amount != 0 or type(request.amount) is not int:
            check_amount(request.amount)
        return Stated(req=request, difference=request.amount + self.state.cents(BANK))

    def _seize(self, request: asked.Seize, _plan: LinkPlan) -> Seized:
        return Seized(req=request)

    def _release(self, request: asked.Release, plan: LinkPlan) -> Released:
        if not self.state.stated:
            raise Refused("bank_short", "no statement of the bank since the seizure")
        if bank_is_short(self.state, plan):
            raise Refused("bank_short")
        # Play waits until the posted amount is back, however much of it is due only later (WAC 230-15-715).
        posted = posted_cents(self.state, plan)
        if self.state.bank_cents < posted:
            raise Refused("bank_short", f"the posted {dollars(posted)} is not back in the bank")
        return Released(req=request)

    # The controller and the day

    def _fault(self, request: asked.Fault, plan: LinkPlan) -> Faulted:
        _check_table(plan, request.table)
        return Faulted(req=request)

    def _clear(self, request: asked.Clear, plan: LinkPlan) -> Cleared:
        _check_table(plan, request.table)
        return Cleared(req=request)

    def _end(self, request: asked.End, _plan: LinkPlan) -> Ended:
        """Rounds that are open are still settled, and awards paid."""
        if self.state.ended:
            raise Refused("link_ended", self.state.ended)
        return Ended(req=request)

    # People

    def _appoint(self, request: asked.Appoint, plan: LinkPlan) -> Appointed:
        if request.person in request.people:
            raise Refused("same_person", f"{request.person} is who would be appointed")
        self._check_people([(request.person, request.name)], {each.id: each.name for each in plan.people})
        people = {each.id: each.role for each in plan.people} | {request.person: request.role}
        _check_supervisors(people)
        return Appointed(req=request)

    def _check_people(self, people: Sequence[tuple[str, str]], here: Mapping[str, str]) -> None:
        """An id and a name belong together in the whole book, even after the person has left."""
        known = {**self.colleagues(), **self.state.names, **here}
        for person, name in people:
            for id, other in known.items():
                if (id != person) == (as_read(other) == as_read(name)):
                    raise Refused("name_taken", f"{id} is {other}")
        self.joining = joining(people, known)

    def _dismiss(self, request: asked.Dismiss, plan: LinkPlan) -> Dismissed:
        people = {each.id: each.role for each in plan.people}
        if people.pop(request.person, None) is None:
            raise Refused("unknown_member", request.person)
        _check_supervisors(people)
        return Dismissed(req=request)

    def _close_day(self, request: asked.CloseDay, _plan: LinkPlan) -> ClosedDay:
        """The readings were taken at the end of the day, however late it is closed."""
        state, day = self.state, request.day
        oldest = state.unclosed[0] if state.unclosed else None
        if day != (oldest["day"] if oldest else state.day):
            raise Refused("wrong_day", oldest["day"] if oldest else state.day)
        if oldest is None:
            raise Refused("day_not_over", day)
        before = state.last_close or oldest["after"]
        return ClosedDay(req=request, over=day, ends=oldest["ends"], before=before)

    def new_day(self) -> NewDay:
        """The entry that the software writes when the clock has passed the end of the day: the accounts as of then."""
        state, plan = self.state, self.state.plan
        assert plan is not None
        day = gambling_day(self.now, plan.time_zone, plan.day_begins)
        return NewDay(day=day, over=state.day, readings=readings(state))

    def _decline(self, request: asked.Decline, plan: LinkPlan) -> Declined:
        """A supervisor declines it, or the person who asked takes it back. No dealer removes the correction of a
        round of theirs. What was declined may be asked for again, and two people who are present need no grant."""
        waiting = self.state.asked.get(str(request.ask))
        if waiting is None:
            raise Refused("unknown_ask", str(request.ask))
        if request.by != waiting.by and plan.role(request.by) not in SUPERVISORS:
            raise Refused("not_allowed", f"{waiting.by} asked for it: a supervisor may decline it")
        return Declined(req=request)

    # Checkpoints

    def _new_key(self, request: asked.NewKey, _plan: LinkPlan) -> KeyChanged:
        state = self.state
        if not announces(state.link, request.key, request.signature, state.key):
            raise Refused("bad_signature")
        return KeyChanged(req=request)

    def _new_chain(self, request: asked.NewChain, _plan: LinkPlan) -> ChainBegun:
        barred = self.barred
        if barred is None:
            raise Refused("chain_whole")
        if request.head != barred.head:
            raise Refused("other_head", barred.head)
        cites = Cites(seq=barred.seq, hash=barred.head, chain=max(barred.chain, self.state.chain))
        software, rulebook = barred.software, barred.rulebook
        return ChainBegun(req=request, cites=cites, key=barred.key, software=software, rulebook=rulebook)


_ABOUT_PLANS = frozenset({"propose", "accept", "withdraw_proposal", "reset"})
_ALLOWED = {name: kind.roles for name, kind in KINDS.items()}
_DECIDERS: dict[str, Callable[[Link, Any, LinkPlan], PeopleBody]] = {
    name: getattr(Link, f"_{name}") for name in KINDS if name not in ("wager", "grant")
}
"""By kind, the function that decides it. Wagers and grants are handled separately."""


def _check_table(plan: LinkPlan, table: str | None) -> None:
    if table is not None and plan.table(table) is None:
        raise Refused("unknown_table", table)


def _check_supervisors(roles: Mapping[str, str]) -> None:
    if list(roles.values()).count("supervisor") < 2:
        raise Refused("too_few_supervisors")


def _nature(plan: LinkPlan) -> dict[str, object]:
    """What no plan may change of a live link."""
    levels = sorted(level.number for level in plan.levels)
    return {"type": plan.type, "jurisdiction": plan.jurisdiction, "levels": levels, "currency": plan.currency}
