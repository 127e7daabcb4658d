"""One function for each code: does it apply? The first in the order of ``CODES`` that does is the answer.

Nothing here knows which code comes before another; a function may only rely on those above it in ``CODES``
not to apply.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from croupier.jackpot.codes import CODES
from tests.torture.model.correcting import change_of
from tests.torture.model.days import day_not_over, wrong_day
from tests.torture.model.model import (
    MOST_HELD,
    Gross,
    Model,
    Request,
    gross_of,
    text_of,
)
from tests.torture.model.money import net_of
from tests.torture.model.money_objections import (
    amount_not_positive,
    amount_not_whole,
    amount_too_large,
    award_not_pending,
    award_pending,
    bank_short,
    camera_required,
    check_required,
    evidence_missing,
    figure_differs,
    film_confirmed,
    jackpot_pending,
    more_than_there,
    nothing_to_purge,
    payee_required,
    reference_malformed,
    reference_required,
    reference_used,
    seized,
    tax_form_required,
    three_people,
    unknown_award,
    unknown_level,
    unknown_payee,
    unknown_reason,
)
from tests.torture.model.prizes import settle
from tests.torture.model.table_objections import (
    amount_not_base_wager,
    amount_unreasonable,
    another_round,
    cards_malformed,
    nothing_to_correct,
    other_result,
    round_locked,
    round_not_locked,
    round_not_open,
    round_over,
    round_too_far,
    seat_has_wagered,
    seat_twice,
    seat_without_wager,
    unknown_hand,
    unknown_result,
    unknown_seat,
    unknown_table,
)

REFUSED_TITLE = "against the rules"
"""What the rules of linking say is proved elsewhere; here a plan with this title is one that they refuse."""
TAKEN_TITLE = "beside another link"
"""One that they refuse while another link has its tables."""


def proposal_waiting(model: Model, request: Request) -> bool:
    return request["do"] == "propose" and model.proposal is not None


def other_link(model: Model, request: Request) -> bool:
    """A new plan keeps the link's id, type, jurisdiction, levels and currency."""
    if request["do"] != "propose":
        return False
    new = request["plan"]
    if new["id"] != model.link:
        return True
    if model.plan is None:
        return False
    now = [level.number for level in model.plan.levels]
    if new["type"] != model.plan.type or new["jurisdiction"] != model.plan.jurisdiction:
        return True
    if new.get("currency", "") != model.plan.currency:
        return True
    return bool([level["number"] for level in new["levels"]] != now)


def link_refused(model: Model, request: Request) -> bool:
    """Looked at twice: the floor may have changed while the plan waited for its second person."""
    if request["do"] == "propose":
        title = request["plan"]["title"]
    elif request["do"] == "accept" and model.proposal is not None:
        title = model.proposal.plan.title
    else:
        return False
    return title == REFUSED_TITLE or (title == TAKEN_TITLE and model.floor_taken)


def approval_missing(model: Model, request: Request) -> bool:
    """Washington demands an approval on record before a link goes live."""
    if request["do"] != "accept":
        return False
    assert model.proposal is not None
    return model.proposal.plan.jurisdiction == "washington" and not model.proposal.plan.approval


def limit_below_meter(model: Model, request: Request) -> bool:
    """A limit may not be imposed below the amount that players see."""
    if request["do"] == "accept" and model.proposal is not None:
        new = model.proposal.plan
    elif request["do"] == "reset" and model.waiting is not None:
        new = model.waiting
    else:
        return False
    for level in new.levels:
        shown = model.meter(level.number) if model.plan else level.beginning_cents
        if level.limit_cents is not None and level.limit_cents < shown:
            return True
    return False


def rounds_open(model: Model, request: Request) -> bool:
    """A table leaves, and meters are reset, only when no round depends on them."""
    if request["do"] == "accept" and model.plan is not None and model.proposal is not None:
        staying = [table.id for table in model.proposal.plan.tables]
        return any(table not in staying for table in model.busy_tables)
    return request["do"] == "reset" and len(model.busy_tables) > 0


Badge = tuple[str, str, str]
"""How somebody was authenticated, in which session, at which device."""

FAR_FROM_FULL = 2**57
"""As long as no account holds so much, nothing that one request moves can fill it."""

ROLES = {
    "dealer": {"wager", "lock", "result", "void", "fault", "decline"},
    "accounting": {"pay", "collect", "deposit", "withdraw", "statement", "seize", "fault", "close_day", "decline"},
}
"""Who may ask for what; a supervisor may ask for anything."""
BY_TWO = (
    "reset",
    "void",
    "reject",
    "correct",
    "take_back",
    "collect",
    "write_off",
    "adjust",
    "withdraw",
    "clear",
    "appoint",
    "dismiss",
    "end",
    "purge",
    "correct_film",
    "new_key",
    "new_chain",
)
"""What needs a second person, a supervisor; so does a hand that was read without cards."""


REPORTS = ("wager", "lock", "result", "fault", "close_day")
"""What a program or a table may say by a token; everything else is a person's."""


def id_reused(model: Model, request: Request) -> bool:
    """The id is in the journal with another request."""
    posted = model.ids.get(request["id"])
    return posted is not None and posted.text != text_of(request)


def exists(model: Model, request: Request) -> bool:
    return request["id"] in model.ids


def not_live(model: Model, request: Request) -> bool:
    """A link without an approved plan takes nothing but proposals and answers to them."""
    return model.plan is None and request["do"] not in ("propose", "accept", "withdraw_proposal")


def hands_differ(_model: Model, _request: Request) -> bool:
    """A seed has one link, so no other jackpot of a table was told anything."""
    return False


def no_proposal(model: Model, request: Request) -> bool:
    """No proposed plan is waiting; for a reset, no change of parameters."""
    if request["do"] == "reset":
        return model.waiting is None
    return request["do"] in ("accept", "withdraw_proposal") and model.proposal is None


def other_proposal(model: Model, request: Request) -> bool:
    """The plan approved must be the plan proposed, by its hash."""
    return request["do"] == "accept" and model.proposal is not None and request["plan"] != model.proposal.hash


def _roles(model: Model, request: Request) -> list[str | None]:
    if model.plan is not None:
        people = {person.id: person.role for person in model.plan.people}
    elif request["do"] == "propose":
        people = {person["id"]: person["role"] for person in request["plan"]["people"]}
    else:
        assert model.proposal is not None
        people = {person.id: person.role for person in model.proposal.plan.people}
    return [people.get(request[name]) for name in ("by", "second") if name in request]


def unknown_person(model: Model, request: Request) -> bool:
    """Whoever asks is named in the plan: in the proposed one, before the first is accepted."""
    return None in _roles(model, request)


def unknown_member(model: Model, request: Request) -> bool:
    """Only somebody who is in the plan can be dismissed."""
    if request["do"] != "dismiss":
        return False
    return request["person"] not in [person.id for person in model.plan_in_force.people]


def not_allowed(model: Model, request: Request) -> bool:
    """A role may ask only for its own tasks, and the second person is a supervisor."""
    first, *second = _roles(model, request)
    if any(role != "supervisor" for role in second):
        return True
    for role in (first,):
        if role != "supervisor" and request["do"] not in ROLES[role or ""]:
            return True
        if role != "supervisor" and request["do"] == "result":
            return any(isinstance(hand, dict) for hand in request["hands"].values())
        if role != "supervisor" and request["do"] == "decline" and request["ask"] in model.asked:
            return bool(model.asked[request["ask"]]["by"] != request["by"])
    return False


def unknown_ask(model: Model, request: Request) -> bool:
    """Only what was asked for and not yet answered can be granted or declined."""
    return request["do"] in ("grant", "decline") and request["ask"] not in model.asked


def same_person(model: Model, request: Request) -> bool:
    """Two people are needed, not one person twice."""
    if request["do"] == "accept":
        return model.proposal is not None and model.proposal.by == request["by"]
    if request["do"] == "statement" and request["by"] in model.bankers:
        return True
    if request["do"] == "appoint" and request["person"] in (request["by"], request.get("second")):
        return True
    return bool(request.get("second") == request["by"])


def name_taken(model: Model, request: Request) -> bool:
    """No two people of a book ever go by one name, and nobody goes by two."""
    if request["do"] == "appoint":
        return _is_taken(model, request["person"], request["name"])
    if model.plan is not None or request["do"] not in ("propose", "accept"):
        return False
    if request["do"] == "propose":
        return any(_is_taken(model, each["id"], each["name"]) for each in request["plan"]["people"])
    waiting = model.proposal.plan.people if model.proposal else ()
    return any(_is_taken(model, each.id, each.name) for each in waiting)


def _is_taken(model: Model, person: str, name: str) -> bool:
    known = {**model.elsewhere, **model.names}
    others = [each.lower() for id, each in known.items() if id != person]
    return name.lower() in others or known.get(person, name).lower() != name.lower()


def chain_whole(_model: Model, request: Request) -> bool:
    """Nothing in a seed loses entries that were signed, so a new chain is never lawful."""
    return bool(request["do"] == "new_chain")


def other_head(_model: Model, _request: Request) -> bool:
    """The clients never name a head, so it never differs."""
    return False


def bad_signature(model: Model, request: Request) -> bool:
    """A new key comes with the word of the one before it."""
    return request["do"] == "new_key" and (request["key"], request["signature"]) not in model.lawful_keys


def link_ended(model: Model, request: Request) -> bool:
    """After its end a link takes no wagers, and it ends once."""
    return request["do"] in ("wager", "end") and model.ended != ""


def link_not_ended(model: Model, request: Request) -> bool:
    """Meters move to another link only when theirs has ended."""
    return request["do"] == "adjust" and request["reason"] == "moved_out" and model.ended == ""


def fault(model: Model, request: Request) -> bool:
    """No wagers while the link or the table is at fault."""
    return request["do"] == "wager" and (len(model.faults) > 0 or request["table"] in model.table_faults)


def too_few_supervisors(model: Model, request: Request) -> bool:
    if request["do"] not in ("appoint", "dismiss"):
        return False
    left = {person.id for person in model.plan_in_force.people if person.role == "supervisor"} - {request["person"]}
    return len(left) + (request.get("role") == "supervisor") < 2


Objection = Callable[[Model, Request], bool]

OBJECTIONS: dict[str, Objection] = {
    each.__name__: each
    for each in (
        id_reused,
        exists,
        not_live,
        no_proposal,
        other_proposal,
        unknown_person,
        not_allowed,
        unknown_ask,
        same_person,
        unknown_member,
        name_taken,
        too_few_supervisors,
        chain_whole,
        other_head,
        bad_signature,
        unknown_table,
        wrong_day,
        day_not_over,
        link_ended,
        fault,
        seized,
        bank_short,
        amount_not_whole,
        amount_not_positive,
        amount_too_large,
        unknown_seat,
        seat_twice,
        amount_unreasonable,
        amount_not_base_wager,
        unknown_result,
        other_result,
        round_over,
        round_too_far,
        another_round,
        round_not_open,
        round_locked,
        round_not_locked,
        seat_has_wagered,
        seat_without_wager,
        cards_malformed,
        unknown_hand,
        hands_differ,
        unknown_award,
        nothing_to_correct,
        award_not_pending,
        jackpot_pending,
        award_pending,
        three_people,
        film_confirmed,
        check_required,
        reference_required,
        reference_malformed,
        reference_used,
        tax_form_required,
        camera_required,
        payee_required,
        unknown_payee,
        nothing_to_purge,
        unknown_reason,
        link_not_ended,
        unknown_level,
        evidence_missing,
        figure_differs,
        more_than_there,
        proposal_waiting,
        other_link,
        link_refused,
        approval_missing,
        limit_below_meter,
        rounds_open,
    )
}
RANKS = {code: rank for rank, code in enumerate(CODES)}
ORDER = [(code, OBJECTIONS[code]) for code in CODES if code not in ("malformed", "stopped", "ok")]


def needs_second(request: Request) -> bool:
    """Whether the request must name a second person."""
    if request["do"] == "result":
        return any(isinstance(hand, dict) for hand in request["hands"].values())
    return request["do"] in BY_TWO


def effective(model: Model, request: Request) -> Request:
    """What a request does: a grant does what was asked, with whoever grants it as the second person."""
    if request["do"] != "grant":
        return request
    return {**model.asked[request["ask"]], "id": request["id"], "second": request["by"]}


def expected_code(model: Model, request: Request, badge: Badge = ("script", "", "")) -> str:
    """The code of a well-formed request to an open book."""
    code = _with_token(model, request, badge, _first(model, request, ORDER))
    if code != "ok":
        return code
    if request["do"] == "grant":
        request = effective(model, request)
        code = _first(model, request, ORDER[2:])
    return _room(model, request) if code == "ok" else code


def _first(model: Model, request: Request, order: list[tuple[str, Objection]]) -> str:
    return next((code for code, applies in order if applies(model, request)), "ok")


def _with_token(model: Model, request: Request, badge: Badge, code: str) -> str:
    """The code where a program or a table asks: a token reports, for its own table, or that the link is at fault."""
    how, _, device = badge
    if "token" not in how or model.plan is None or RANKS[code] < RANKS["not_allowed"]:
        return code
    if request["do"] not in REPORTS or needs_second(request):
        return "not_allowed"
    if device not in [table.id for table in model.plan.tables]:
        return "not_allowed" if how == "table token" else code
    own = request.get("table") == device or (request["do"] == "fault" and "table" not in request)
    return code if own else "not_allowed"


def _room(model: Model, request: Request) -> str:
    return "amount_too_large" if no_room(model, request) else "ok"


def no_room(model: Model, request: Request) -> bool:
    """Whether an account could not hold what the request moves; known only when nothing else speaks against it."""
    if request["do"] == "wager" or model.fullest < FAR_FROM_FULL:
        return False
    gross: Gross
    if request["do"] == "result":
        gross = settle(model, request).gross
    elif request["do"] in ("reject", "correct", "take_back"):
        gross = change_of(model, request)[1].gross
    else:
        gross = gross_of(net_of(model, request))
    for account, (debits, credits) in gross.items():
        held = model.gross.get(account, [0, 0])
        if held[0] + debits > MOST_HELD or held[1] + credits > MOST_HELD:
            return True
    return False


def hash_of(plan: dict[str, Any]) -> str:
    """What names a plan: the hash of its canonical JSON."""
    text = json.dumps(plan, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
