"""The table of kinds: for each kind of request its record, who never may, how it is decided (in the order of ``codes``)
and what its entry does. ``apply`` alone changes a state and needs no game, rulebook or clock, so the fold of a journal
is the state under any later rulebook. Writer, audit, API, pages and documentation walk it."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

import msgspec

from croupier.jackpot import requests as asked
from croupier.jackpot.actors import TOKENS, Actor
from croupier.jackpot.checkpoints import grow
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import AnyBody, Asking, Body, KeptAward, PeopleBody
from croupier.jackpot.kinds import awards, bank, plans, rounds, running
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.kinds.numbers import NUMBERED, check_room, keys_of
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.requests import Fits, ReadHand, Request, changed
from croupier.jackpot.state import LinkState
from croupier.play.documents import Json

Decide = Callable[[Link, Any, LinkPlan], AnyBody]
Apply = Callable[[LinkState, Any], None]


def as_asked(_link: Link, request: Request, _plan: LinkPlan) -> AnyBody:
    """Nothing more is to be decided."""
    return PeopleBody(req=request)


def sets(**values: Any) -> Apply:
    """That the state is so from then on is all that the entry does."""

    def apply_values(state: LinkState, _body: Body) -> None:
        for name, value in values.items():
            setattr(state, name, value)

    return apply_values


def nobody(_award: KeptAward) -> Mapping[str, str]:
    return {}


class Field(NamedTuple):
    """One field of a request, and what fits it."""

    fits: Callable[[object], bool]
    needed: bool = True


class Kind(NamedTuple):
    """One kind of request; its record says who may ask and who must second."""

    record: type[Request]
    decide: Decide = as_asked
    apply: Apply = running.apply_nothing
    never: Callable[[KeptAward], Mapping[str, str]] = nobody  # Of an award: by person, why they may not ask.
    finds_room: bool = False  # Whether what it moves is not held to what accounts may hold (``MOST_HELD``).

    @property
    def fields(self) -> dict[str, Field]:
        """By name, what a client sends beside the id and the kind."""
        return _FIELDS[self.record.do]


_KINDS = (
    Kind(asked.Propose, plans.decide_propose, plans.apply_propose),
    Kind(asked.Accept, plans.decide_accept, plans.apply_accept),
    Kind(asked.WithdrawProposal, apply=sets(proposal=None)),
    Kind(asked.Reset, plans.decide_reset, plans.apply_reset),
    Kind(asked.Wager, rounds.decide_wager, rounds.apply_wager, finds_room=True),
    Kind(asked.Lock, rounds.decide_lock, rounds.apply_lock),
    Kind(asked.Result, rounds.decide_result, rounds.apply_result),
    Kind(asked.Void, rounds.decide_void, rounds.apply_void),
    Kind(asked.Approve, awards.decide_approve, awards.apply_approve, awards.reporters),
    Kind(asked.Reject, awards.decide_reject, awards.apply_restated, awards.reporters),
    Kind(asked.Correct, awards.decide_correct, awards.apply_restated),
    Kind(asked.TakeBack, awards.decide_take_back, awards.apply_restated),
    Kind(asked.Collect, awards.decide_collect, awards.apply_collect),
    Kind(asked.WriteOff, awards.decide_write_off, awards.apply_write_off),
    Kind(asked.Pay, awards.decide_pay, awards.apply_pay, awards.reporters_and_approver),
    Kind(asked.Confirm, awards.decide_film, awards.apply_film, awards.reporters),
    Kind(asked.CorrectFilm, awards.decide_film, awards.apply_film, awards.reporters),
    Kind(asked.Purge, awards.decide_purge, awards.apply_purge),
    Kind(asked.Adjust, bank.decide_adjust, bank.apply_adjust),
    Kind(asked.Deposit, bank.decide_deposit, bank.apply_banked),
    Kind(asked.Withdraw, bank.decide_withdraw, bank.apply_banked),
    Kind(asked.Statement, bank.decide_statement, bank.apply_statement),
    Kind(asked.Seize, apply=sets(seized=True, stated=False)),
    Kind(asked.Release, bank.decide_release, sets(seized=False)),
    Kind(asked.Fault, running.decide_fault, running.apply_fault),
    Kind(asked.Clear, running.decide_fault, running.apply_clear),
    Kind(asked.Appoint, running.decide_appoint, running.apply_appoint),
    Kind(asked.Dismiss, running.decide_dismiss, running.apply_dismiss),
    Kind(asked.End, running.decide_end, running.apply_end),
    Kind(asked.CloseDay, running.decide_close_day, running.apply_close_day),
    Kind(asked.Grant),
    Kind(asked.Decline, running.decide_decline),
    Kind(asked.NewKey, running.decide_new_key, running.apply_key),
    Kind(asked.OwnKey, running.decide_own_key, running.apply_own_key),
    Kind(asked.NewChain, running.decide_new_chain, running.apply_new_chain),
    Kind(asked.ConfirmChain, running.decide_confirm_chain, sets(chain_confirmed=True)),
)
KINDS = {kind.record.do: kind for kind in _KINDS}  # By kind, its row.

_OF_ALL = ("by", "second")
_FIELDS: dict[str, dict[str, Field]] = {}


def _fits(hint: object) -> Callable[[object], bool]:
    """What a field takes, as its declaration says, absent or not."""
    for part in (getattr(hint, "__metadata__", ()), *(get_args(each) for each in get_args(hint))):
        for said in part:
            if isinstance(said, Fits):
                return said.check
    return asked.is_text


def _fields_of(kind: Kind) -> dict[str, Field]:
    declared = {field.name: field for field in msgspec.structs.fields(kind.record)}
    named = {
        name: Field(_fits(each.type), each.required)
        for name, each in declared.items()
        if name not in _OF_ALL and (each.required or name not in ("ask", "reason"))
    }
    if kind.record.gives_reason:
        named["reason"] = Field(asked.is_text)
    return named


_FIELDS.update({do: _fields_of(kind) for do, kind in KINDS.items()})

# What a request is


_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_SHAPES = {
    do: tuple(
        tuple((name, field.fits) for name, field in fields.items() if field.needed is needed)
        for needed in (True, False)
    )
    for do, fields in _FIELDS.items()
}  # By kind, the fields that are needed and those that are not, with what fits them: every wager is looked at.


def _is_usual(wager: Json) -> bool:
    """Whether a report of wagers, which there are thousands of, has just what it needs, and all of it is understood."""
    table, number, seats = wager.get("table"), wager.get("round"), wager.get("seats")
    return (
        type(table) is str
        and 0 < len(table) <= 64
        and table.isprintable()
        and type(number) is int
        and 0 < number <= asked.LARGEST_ROUND
        and type(seats) is list
        and 0 < len(seats) <= 99
        and asked.INTEGERS.issuperset(map(type, seats))
    )


def malformed(request: object) -> str | None:
    """What keeps a request from being understood; None if nothing does."""
    if not isinstance(request, dict):
        return "a request is a JSON object"
    id, do = request.get("id"), request.get("do")
    if type(id) is not str or not _ID.fullmatch(id):
        return "id: 1 to 64 letters, digits or ._:-"
    if do == "wager" and len(request) == 5 and _is_usual(request):
        return None
    shape = _SHAPES.get(do) if type(do) is str else None
    if shape is None:
        return f"do: one of {', '.join(KINDS)}"
    needed, optional = shape
    for name, fits in needed:
        if name not in request:
            return f"{name}: missing"
        if not fits(request[name]):
            return f"{name}: not understood"
    if len(request) == 2 + len(needed):
        return None
    for name, fits in optional:
        if name in request and not fits(request[name]):
            return f"{name}: not understood"
    fields = _FIELDS[str(do)]
    strange = [name for name in request if name not in fields and name not in ("id", "do")]
    return f"{str(strange[0])[:40]}: not a field of {do}" if strange else None


def is_well_formed(id: str, request: Request) -> bool:
    """Whether a record that was read back is a request without a reason that ``malformed`` takes."""
    needed, optional = _SHAPES[request.do]
    if request.reason or _ID.fullmatch(id) is None:
        return False
    for name, fits in needed:
        if not fits(getattr(request, name)):
            return False
    for name, fits in optional:
        value = getattr(request, name)
        if value is not None and value is not msgspec.UNSET and not fits(value):
            return False
    return True


def record_of(request: Json, by: str, second: str | None = None) -> Request:
    """A well-formed request of these people, as a record."""
    if request["do"] == "wager" and len(request) == 5:  # thousands of them, and nearly all are so
        return asked.Wager(by=by, table=request["table"], round=request["round"], seats=request["seats"])
    fields = dict(request)
    record = KINDS[fields.pop("do")].record
    fields.pop("id", None)
    if fields.get("hands"):
        fields["hands"] = {
            seat: hand if isinstance(hand, str) else ReadHand(event=hand["event"])
            for seat, hand in fields["hands"].items()
        }
    if second is None:
        return record(by=by, **fields)
    return record(by=by, second=second, **fields)


# Deciding


def entry(link: Link, request: Request) -> tuple[str, AnyBody]:
    """The kind and the body of the entry: what was asked, or its wait for a second person, or what that grants."""
    if request.second is None and request.needs_second:
        return "ask", ask(link, request)
    if type(request) is asked.Grant:
        granted = grant(link, request)
        return granted.do, changed(decide(link, granted), sent=request)
    return request.do, decide(link, request)


def decide(link: Link, request: Request) -> AnyBody:
    """The body of the entry that this well-formed request comes to, or Refused."""
    link.joining = ()
    kind = KINDS[request.do]
    plan = _check_person(link.state, request)
    link.never = kind.never
    body = kind.decide(link, request, plan)
    if body.moves and not kind.finds_room:
        check_room(link.state, body.moves)
    return body


def ask(link: Link, request: Request) -> Asking:
    """A request that needs a second person: looked at as if it were granted now, then kept until it is."""
    decide(link, request)
    return Asking(req=request, ask=link.state.asks + 1)


def grant(link: Link, request: asked.Grant) -> Request:
    """The request that waits, with whoever grants it as its second person; Refused where there is none."""
    _check_person(link.state, request)
    return changed(running.waiting_request(link, request.ask), second=request.by, ask=request.ask)


def _check_person(state: LinkState, request: Request) -> LinkPlan:
    """The plan in whose terms the request is read, once it is certain that this person may ask."""
    by, second, allowed = request.by, request.second, request.asks
    plan = state.plan
    if plan is None or request.do in plans.ABOUT_PLANS:
        plan = plans.plan_to_read(state, request)
    role = plan.role(by)
    if role in allowed and second is None:
        return plan
    behind = [(by, allowed)] + ([(second, asked.SUPERVISORS)] if second is not None else [])
    for person, _ in behind:
        if plan.role(person) is None:
            raise Refused("unknown_person", person)
    for person, fitting in behind:
        if plan.role(person) not in fitting:
            raise Refused("not_allowed", f"{person} is {plan.role(person)}")
    if by == second:
        raise Refused("same_person", by)
    return plan


def check_device(state: LinkState, request: Request, actor: Actor) -> None:
    """A token reports and locks. That of a table acts for its own table, and may say that the link is at fault."""
    plan = state.plan
    if actor.how not in TOKENS or plan is None or plan.role(actor.person) is None:
        return
    if request.do in plans.ABOUT_PLANS:
        plans.plan_to_read(state, request)
    if not request.by_token or request.needs_second:
        raise Refused("not_allowed", "a token reports and locks; this is for somebody who has logged in")
    if plan.table(actor.device) is None:
        if actor.how == "table token":
            raise Refused(
                "not_allowed", f"the token of {actor.device} acts for that table alone, which is not on this link"
            )
        return
    table = getattr(request, "table", None)
    if table != actor.device and (table is not None or not isinstance(request, asked.Fault)):
        raise Refused("not_allowed", f"the token of {actor.device} acts for that table alone")


# What entries do


_EFFECTS: dict[str, Apply] = {do: kind.apply for do, kind in KINDS.items() if kind.apply != running.apply_nothing}
_EFFECTS |= {
    "ask": running.apply_ask,
    "start": running.apply_start,
    "key": running.apply_key,
    "new_day": running.apply_new_day,
}


def apply(state: LinkState, kind: str, body: Body, seq: int, at: int, hash: str) -> None:
    """Change the state as an entry says."""
    grow(state.edge, seq - 1, bytes.fromhex(hash))
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
