"""One function for each code: does it apply? The first in the order of ``CODES`` that does is the answer.

Nothing here knows which code comes before another; a function may only rely on those that stand above it in ``CODES``
not to apply.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from croupier.jackpot.codes import CODES
from croupier.torture.model import (
    MILLION,
    MOST_HELD,
    REASONS,
    Gross,
    Model,
    Prize,
    Request,
    Round,
    gross_of,
    text_of,
)
from croupier.torture.money import net_of
from croupier.torture.prizes import settle
from croupier.torture.undoing import gross_back, is_too_late

MOST_CENTS = 10**11
REFUSED_TITLE = "against the rules"
"""What the rules of linking say is proved elsewhere; here a plan with this title is one that they refuse."""
TAKEN_TITLE = "beside another link"
"""One that they refuse while another link has its tables."""
FURTHEST_ROUND = 100_000
FAR_FROM_FULL = 2**57
"""As long as no account holds so much, nothing that one request moves can fill it."""

ROLES = {
    "dealer": {"wager", "lock", "result", "void", "fault", "decline"},
    "accounting": {"pay", "deposit", "withdraw", "statement", "seize", "fault", "close_day", "decline"},
}
BY_TWO = ("reset", "void", "adjust", "withdraw", "clear", "new_key", "new_chain")
"""What needs a second person, a supervisor; so does a hand that was read without cards."""
"""Who may ask for what; a supervisor may ask for anything."""

WITH_TABLE = ("wager", "lock", "result", "void")
WITH_AMOUNT = ("wager", "adjust", "deposit", "withdraw", "statement")


def id_reused(model: Model, request: Request) -> bool:
    posted = model.ids.get(request["id"])
    return posted is not None and posted.text != text_of(request)


def exists(model: Model, request: Request) -> bool:
    return request["id"] in model.ids


def not_live(model: Model, request: Request) -> bool:
    return model.plan is None and request["do"] not in ("propose", "accept", "withdraw_proposal")


def no_proposal(model: Model, request: Request) -> bool:
    if request["do"] == "reset":
        return model.waiting is None
    return request["do"] in ("accept", "withdraw_proposal") and model.proposal is None


def other_proposal(model: Model, request: Request) -> bool:
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
    return None in _roles(model, request)


def not_allowed(model: Model, request: Request) -> bool:
    first, *second = _roles(model, request)
    if any(role != "supervisor" for role in second):
        return True
    for role in (first,):
        if role != "supervisor" and request["do"] not in ROLES[role or ""]:
            return True
        if role != "supervisor" and request["do"] == "result":
            return any(isinstance(hand, dict) for hand in request["hands"].values())
    return False


def unknown_ask(model: Model, request: Request) -> bool:
    return request["do"] in ("grant", "decline") and request["ask"] not in model.asked


def same_person(model: Model, request: Request) -> bool:
    if request["do"] == "accept":
        return model.proposal is not None and model.proposal.by == request["by"]
    return bool(request.get("second") == request["by"])


def chain_whole(_model: Model, request: Request) -> bool:
    """Nothing in a seed loses entries that were signed, so a new chain is never lawful."""
    return bool(request["do"] == "new_chain")


def other_head(_model: Model, _request: Request) -> bool:
    return False


def bad_signature(_model: Model, request: Request) -> bool:
    """Nobody here has the key."""
    return bool(request["do"] == "new_key")


def unknown_table(model: Model, request: Request) -> bool:
    assert model.plan is not None or request["do"] not in WITH_TABLE
    return request["do"] in WITH_TABLE and all(table.id != request["table"] for table in _plan(model).tables)


def wrong_day(model: Model, request: Request) -> bool:
    return request["do"] in ("wager", "close_day") and request.get("day", model.day) != model.day


def fault(model: Model, request: Request) -> bool:
    return request["do"] == "wager" and len(model.faults) > 0


def seized(model: Model, request: Request) -> bool:
    if request["do"] == "pay":
        prize = _prize(model, request)
        return model.seized and prize is not None and request["method"] == "check" and prize.players_cents > 0
    return request["do"] in ("wager", "withdraw") and model.seized


def bank_short(model: Model, request: Request) -> bool:
    if request["do"] == "release" and not model.stated:
        return True
    return request["do"] in ("wager", "release") and model.bank_short


def _amount(request: Request) -> Any:
    """The amount that is looked at; None where there is none to look at."""
    if request["do"] not in WITH_AMOUNT:
        return None
    if request["do"] == "wager" and "amount" not in request:
        return None
    return _Given(request["amount"])


class _Given:
    """An amount of any type, None among them."""

    def __init__(self, value: Any) -> None:
        self.value = value


def amount_not_whole(_model: Model, request: Request) -> bool:
    given = _amount(request)
    return given is not None and (not isinstance(given.value, int) or isinstance(given.value, bool))


def amount_not_positive(_model: Model, request: Request) -> bool:
    given = _amount(request)
    least = 0 if request["do"] == "statement" else 1
    return given is not None and given.value < least


def amount_too_large(_model: Model, request: Request) -> bool:
    given = _amount(request)
    return given is not None and given.value > MOST_CENTS


def unknown_seat(model: Model, request: Request) -> bool:
    if request["do"] != "wager":
        return False
    table = _plan(model).table(request["table"])
    assert table is not None
    return bool(min(request["seats"]) < 1 or max(request["seats"]) > table.seats)


def seat_twice(_model: Model, request: Request) -> bool:
    return request["do"] == "wager" and max(Counter(request["seats"]).values()) > 1


def amount_unreasonable(model: Model, request: Request) -> bool:
    if request["do"] != "wager":
        return False
    each = request.get("amount", _plan(model).base_wager_cents)
    return bool(each * len(request["seats"]) > _plan(model).unreasonable_cents)


def amount_not_base_wager(model: Model, request: Request) -> bool:
    base = _plan(model).base_wager_cents if model.plan else 0
    return request["do"] == "wager" and bool(request.get("amount", base) != base)


def round_over(model: Model, request: Request) -> bool:
    if request["do"] not in WITH_TABLE:
        return False
    if request["do"] != "wager" and (request["table"], request["round"]) in model.reopened:
        return False
    return bool(request["round"] <= model.last_round.get(request["table"], 0))


def round_too_far(model: Model, request: Request) -> bool:
    if request["do"] != "wager":
        return False
    return bool(request["round"] - model.last_round.get(request["table"], 0) > FURTHEST_ROUND)


def _round(model: Model, request: Request) -> Round | None:
    return model.round((request["table"], request["round"])) if request["do"] in WITH_TABLE else None


def another_round(model: Model, request: Request) -> bool:
    open_round = _round(model, request)
    return open_round is not None and open_round.number != request["round"]


def round_not_open(model: Model, request: Request) -> bool:
    return request["do"] in ("lock", "result", "void") and _round(model, request) is None


def round_locked(model: Model, request: Request) -> bool:
    open_round = _round(model, request)
    return request["do"] in ("wager", "lock") and open_round is not None and open_round.locked


def round_not_locked(model: Model, request: Request) -> bool:
    open_round = _round(model, request)
    return request["do"] == "result" and open_round is not None and not open_round.locked


def seat_has_wagered(model: Model, request: Request) -> bool:
    open_round = _round(model, request)
    return request["do"] == "wager" and open_round is not None and bool(set(request["seats"]) & set(open_round.seats))


def seat_without_wager(model: Model, request: Request) -> bool:
    open_round = _round(model, request)
    if request["do"] != "result" or open_round is None:
        return False
    return any(int(seat) not in open_round.seats for seat in request["hands"])


def cards_malformed(model: Model, request: Request) -> bool:
    """Whatever is not among the felt's known hands is unreadable; so is a card that the shoe does not hold so often."""
    if request["do"] != "result":
        return False
    felt = model.layout(request["table"]).felt
    shown = [hand for hand in request["hands"].values() if isinstance(hand, str)]
    dealers = [request["dealer"]] if "dealer" in request else []
    if any(dealer not in felt.dealers or not dealer for dealer in dealers):
        return True
    if shown and not dealers and "" not in felt.dealers:
        return True
    known = {own for own, _ in felt.hands}
    if any(hand not in known for hand in shown):
        return True
    cards = Counter(card for text in [*shown, *dealers] for card in text.split())
    return max(cards.values(), default=0) > felt.decks


def unknown_hand(model: Model, request: Request) -> bool:
    if request["do"] != "result":
        return False
    rows = model.layout(request["table"]).felt.rows
    return any(isinstance(hand, dict) and hand["event"] not in rows for hand in request["hands"].values())


def _prize(model: Model, request: Request) -> Prize | None:
    return model.prizes.get(request["award"]) if request["do"] in ("approve", "reject", "pay") else None


def unknown_award(model: Model, request: Request) -> bool:
    return request["do"] in ("approve", "reject", "pay") and _prize(model, request) is None


def award_not_pending(model: Model, request: Request) -> bool:
    prize = _prize(model, request)
    return request["do"] in ("approve", "reject") and prize is not None and prize.status != "pending"


def award_pending(model: Model, request: Request) -> bool:
    prize = _prize(model, request)
    return request["do"] == "pay" and prize is not None and prize.status == "pending"


def result_paid(model: Model, request: Request) -> bool:
    """What left the tray at once does not count."""
    if request["do"] != "reject":
        return False
    prize = _prize(model, request)
    assert prize is not None
    others = model.results[prize.key].prizes
    return any(other.status != "paid" and other.no not in model.prizes for other in others)


def three_people(model: Model, request: Request) -> bool:
    prize = _prize(model, request)
    if prize is None:
        return False
    if request["do"] == "approve":
        return bool(prize.reported_by == request["by"])
    return (
        request["do"] == "pay"
        and "approval" in prize.duties
        and request["by"]
        in (
            prize.reported_by,
            prize.approved_by,
        )
    )


def reference_required(_model: Model, request: Request) -> bool:
    return request["do"] == "pay" and request["method"] == "check" and "reference" not in request


def camera_required(model: Model, request: Request) -> bool:
    prize = _prize(model, request)
    return request["do"] == "pay" and prize is not None and "camera" in prize.duties and "camera" not in request


def _is_malfunction(request: Request) -> bool:
    return request["do"] == "adjust" and bool(request["reason"] == "malfunction_down")


def evidence_missing(_model: Model, request: Request) -> bool:
    return _is_malfunction(request) and not {"evidence", "figure"} <= request.keys()


def figure_differs(model: Model, request: Request) -> bool:
    return _is_malfunction(request) and bool(model.meter(request["level"]) != request["figure"] + request["amount"])


def check_required(model: Model, request: Request) -> bool:
    prize = _prize(model, request)
    return request["do"] == "pay" and prize is not None and "check" in prize.duties and request["method"] != "check"


def tax_form_required(model: Model, request: Request) -> bool:
    prize = _prize(model, request)
    return request["do"] == "pay" and prize is not None and "tax_form" in prize.duties and "tax_form" not in request


def unknown_reason(_model: Model, request: Request) -> bool:
    return request["do"] == "adjust" and request["reason"] not in REASONS


def unknown_level(model: Model, request: Request) -> bool:
    if request["do"] != "adjust":
        return False
    if request["reason"] == "gross_receipts":
        return "level" in request
    levels = [level.number for level in _plan(model).levels]
    return _plan(model).type == "house" or request.get("level") not in levels


def more_than_there(model: Model, request: Request) -> bool:
    if request["do"] == "withdraw":
        amount = request["amount"]
        return bool(amount > model.bank_books_cents or model.bank_cents - amount < model.required_cents)
    if request["do"] == "pay":
        prize = _prize(model, request)
        assert prize is not None
        by_check = request["method"] == "check"
        return by_check and prize.players_cents > max(0, model.bank_books_cents)
    if request["do"] == "reject":
        return is_too_late(model, model.prizes[request["award"]].key)
    return request["do"] == "adjust" and bool(request["amount"] > _most(model, request))


def _most(model: Model, request: Request) -> int:
    """The most that a reason covers."""
    debit, credit = REASONS[request["reason"]]
    bounds = [MOST_CENTS]
    limit = None
    if "level" in request:
        limit = _plan(model).level(request["level"]).limit_cents
    if debit == "meter":
        seed = _plan(model).level(request["level"]).seed_cents
        bounds.append(max(0, model.meter(request["level"]) - seed))
    if debit == "custody":
        bounds.append(model.cents(f"custody.{request['level']}"))
    if credit == "custody":
        bounds.append(max(0, model.lately.get(request["level"], [0])[0]) // MILLION)
    if debit == "reserve":
        bounds.append(model.cents("reserve"))
    if credit == "overflow":
        bounds.append(max(0, model.meter(request["level"]) - limit) if limit is not None else 0)
    if credit == "meter" and limit is not None:
        bounds.append(limit - model.meter(request["level"]))
    if credit == "seed_recovered":
        level = request["level"]
        bounds.append(-model.cents(f"seed_advanced.{level}") - model.cents(f"seed_recovered.{level}"))
        if debit == "meter":
            bounds.append(model.seed_in_meter(level))
    return min(bounds)


def proposal_waiting(model: Model, request: Request) -> bool:
    return request["do"] == "propose" and model.proposal is not None


def other_link(model: Model, request: Request) -> bool:
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
    if request["do"] != "accept":
        return False
    assert model.proposal is not None
    return model.proposal.plan.jurisdiction == "washington" and not model.proposal.plan.approval


def limit_below_meter(model: Model, request: Request) -> bool:
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
    if request["do"] == "accept" and model.plan is not None and model.proposal is not None:
        staying = [table.id for table in model.proposal.plan.tables]
        return any(table not in staying for table in model.busy_tables)
    return request["do"] in ("reset", "close_day") and len(model.busy_tables) > 0


def _plan(model: Model) -> Any:
    assert model.plan is not None
    return model.plan


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
        chain_whole,
        other_head,
        bad_signature,
        unknown_table,
        wrong_day,
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
        unknown_award,
        award_not_pending,
        award_pending,
        result_paid,
        three_people,
        check_required,
        reference_required,
        tax_form_required,
        camera_required,
        unknown_reason,
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
ORDER = [(code, OBJECTIONS[code]) for code in CODES if code not in ("malformed", "stopped", "ok")]


def needs_second(request: Request) -> bool:
    if request["do"] == "result":
        return any(isinstance(hand, dict) for hand in request["hands"].values())
    return request["do"] in BY_TWO


def effective(model: Model, request: Request) -> Request:
    """What a request does: a grant does what was asked, with whoever grants it as the second person."""
    if request["do"] != "grant":
        return request
    return {**model.asked[request["ask"]], "id": request["id"], "second": request["by"]}


def expected_code(model: Model, request: Request) -> str:
    """The code of a well-formed request to an open book."""
    if request["do"] == "grant":
        code = next((code for code, applies in ORDER if applies(model, request)), "ok")
        if code != "ok":
            return code
        granted = effective(model, request)
        return next((code for code, applies in ORDER[2:] if applies(model, granted)), None) or _room(model, granted)
    code = next((code for code, applies in ORDER if applies(model, request)), "ok")
    return _room(model, request) if code == "ok" else code


def _room(model: Model, request: Request) -> str:
    return "amount_too_large" if no_room(model, request) else "ok"


def no_room(model: Model, request: Request) -> bool:
    """Whether an account could not hold what the request moves; known only when nothing else speaks against it."""
    if request["do"] == "wager" or model.fullest < FAR_FROM_FULL:
        return False
    gross: Gross
    if request["do"] == "result":
        gross = settle(model, request).gross
    elif request["do"] == "reject":
        gross = gross_back(model, model.results[model.prizes[request["award"]].key])
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
