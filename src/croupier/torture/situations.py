"""Situations that are rare and must come up; the tests count them."""

from __future__ import annotations

from croupier.torture.model import Model, Request, ResultDone
from croupier.torture.money_objections import MOST_CENTS

SITUATIONS = (
    "a reject",
    "a reject of a shared win",
    "a reject of a whole meter",
    "a reject with an award approved before",
    "a reject after a later win",
    "a reject after a change of plan",
    "a reject that takes seed back",
    "a reject that would take too much",
    "a result of a reopened round",
    "a result of a reopened round beside an open one",
    "a void of a reopened round",
    "a void after its meter was won",
    "a lock of a reopened round",
    "a check while seized",
    "a pay while seized",
    "a pay from bank and cage",
    "seed recovered from a meter",
    "seed recovered from the reserve",
    "a plan refused at its approval",
    "no room in an account",
)


def situations(model: Model, request: Request, code: str) -> list[str]:
    """Those that a request and its answer are, before the model takes it in."""
    do, ok = request["do"], code == "ok"
    found: dict[str, bool] = {}
    if do == "reject" and ok:
        found |= _rejects(model, model.results[model.prizes[request["award"]].key])
    elif do == "reject":
        found["a reject that would take too much"] = code == "more_than_there"
    elif do in ("lock", "result", "void"):
        found |= _rounds(model, request, code)
    elif do == "pay":
        prize = model.prizes.get(request["award"])
        found["a check while seized"] = code == "seized"
        found["a pay while seized"] = ok and model.seized
        by_check = ok and prize is not None and request["method"] == "check"
        found["a pay from bank and cage"] = by_check and prize is not None and 0 < prize.players_cents < prize.cents
    elif do == "adjust" and ok:
        found["seed recovered from a meter"] = request["reason"] == "recover_seed_from_meter"
        found["seed recovered from the reserve"] = request["reason"] == "recover_seed"
    found["a plan refused at its approval"] = do == "accept" and code == "link_refused"
    amount = request.get("amount")
    found["no room in an account"] = code == "amount_too_large" and type(amount) is int and amount <= MOST_CENTS
    return [what for what, applies in found.items() if applies]


def _rejects(model: Model, outcome: ResultDone) -> dict[str, bool]:
    shares = [prize.level for prize in outcome.prizes if prize.kind == "meter"]
    later = [other for other in model.results.values() if other.prizes and other.prizes[0].no > outcome.prizes[-1].no]
    return {
        "a reject": True,
        "a reject of a shared win": len(shares) > len(set(shares)),
        "a reject of a whole meter": bool(outcome.emptied),
        "a reject with an award approved before": any(
            "approval" in prize.duties and prize.status == "payable" for prize in outcome.prizes
        ),
        "a reject after a later win": bool(outcome.emptied) and any(other.emptied for other in later),
        "a reject after a change of plan": outcome.after != (model.plan, model.waiting),
        "a reject that takes seed back": bool(outcome.advanced),
    }


def _rounds(model: Model, request: Request, code: str) -> dict[str, bool]:
    key = (request["table"], request["round"])
    again, open_round = key in model.reopened, model.round(key)
    expected = "round_locked" if request["do"] == "lock" else "ok"
    return {
        f"a {request['do']} of a reopened round": again and code == expected,
        "a result of a reopened round beside an open one": (
            again and code == "ok" and request["do"] == "result" and key[0] in model.rounds
        ),
        "a void after its meter was won": (
            request["do"] == "void" and code == "ok" and open_round is not None and bool(open_round.won_since)
        ),
    }
