"""Situations that are rare and must come up; the tests count them."""

from __future__ import annotations

from tests.torture.model.correcting import change_of, won_whole
from tests.torture.model.model import Model, Request
from tests.torture.model.money_objections import MOST_CENTS

SITUATIONS = (
    "a reject",
    "a reject of a shared win",
    "a reject of a whole meter",
    "a reject of an envy",
    "a reject with an award approved before",
    "a reject with an award paid before",
    "a reject after a later win",
    "a reject after a change of plan",
    "a reject that takes seed back",
    "an approval that releases an envy",
    "a correction",
    "a correction of a correction",
    "a correction of something paid",
    "a correction that gives the rest",
    "a correction after a later win",
    "a correction that the house makes up for",
    "a jackpot that nobody reported",
    "a wager taken back",
    "a wager that had won taken back",
    "a debt collected",
    "a debt written off",
    "a prize given again to whom it was written off",
    "a void after its meter was won",
    "a check while seized",
    "a pay while seized",
    "a pay from bank and cage",
    "seed recovered from a meter",
    "seed recovered from the reserve",
    "a plan refused at its approval",
    "no room in an account",
    "a round over two days",
    "a day closed late",
    "a number used twice",
    "personal records purged",
    "a clock that jumped",
    "a lease that ran out",
    "an answer of the store that came too late",
    "a writer that decided and was taken over",
    "a new key",
    "a token at another table",
)


def situations(model: Model, request: Request, code: str) -> list[str]:
    """Those that a request and its answer are, before the model takes it in."""
    do, ok = request["do"], code == "ok"
    found: dict[str, bool] = {}
    if do in ("reject", "correct", "take_back") and ok and "second" in request:
        found |= _changes(model, request)
    elif do == "void":
        open_round = model.round((request["table"], request["round"]))
        found["a void after its meter was won"] = ok and open_round is not None and bool(open_round.won_since)
    elif do == "approve" and ok:
        waiting = [prize for prize in model.prizes.values() if prize.waits_for == [request["award"]]]
        found["an approval that releases an envy"] = any("approval" not in prize.duties for prize in waiting)
    elif do == "pay":
        prize = model.prizes.get(request["award"])
        found["a check while seized"] = code == "seized"
        found["a pay while seized"] = ok and model.seized
        by_check = ok and prize is not None and request["method"] == "check"
        found["a pay from bank and cage"] = by_check and prize is not None and 0 < prize.players_cents < prize.cents
    elif do == "adjust" and ok:
        found["seed recovered from a meter"] = request["reason"] == "recover_seed_from_meter"
        found["seed recovered from the reserve"] = request["reason"] == "recover_seed"
    found["a number used twice"] = code == "reference_used"
    found["personal records purged"] = do == "purge" and ok and "second" in request
    found["a day closed late"] = do == "close_day" and ok and len(model.unclosed) > 1
    found["a debt collected"] = do == "collect" and ok
    found["a debt written off"] = do == "write_off" and ok and "second" in request
    found["a plan refused at its approval"] = do == "accept" and code == "link_refused"
    amount = request.get("amount")
    found["no room in an account"] = code == "amount_too_large" and type(amount) is int and amount <= MOST_CENTS
    return [what for what, applies in found.items() if applies]


def _changes(model: Model, request: Request) -> dict[str, bool]:
    key, change = change_of(model, request)
    outcome = model.results[key]
    won = won_whole(outcome)
    later = any(model.emptied.get(level, 0) > outcome.times[level] for level in won | change.wins.keys())
    if request["do"] == "take_back":
        return {"a wager taken back": True, "a wager that had won taken back": bool(change.gone)}
    if request["do"] == "correct":
        return {
            "a correction": True,
            "a correction of a correction": outcome.restated,
            "a prize given again to whom it was written off": any(
                debt.cents < model.given_up[no].cents for no, debt in change.given_up.items()
            ),
            "a correction of something paid": any(debt.cents for debt in change.debts.values()),
            "a correction that gives the rest": any(prize.rest_of for prize in change.added),
            "a correction after a later win": later,
            "a correction that the house makes up for": change.makes_up,
            "a jackpot that nobody reported": not outcome.prizes and 1 in change.wins.values(),
        }
    prize = model.prizes[request["award"]]
    if prize.kind in ("envy", "dealer_envy"):
        return {"a reject of an envy": True}
    shares = [each.level for each in outcome.prizes if each.kind == "meter"]
    return {
        "a reject": True,
        "a reject of a shared win": len(shares) > len(set(shares)),
        "a reject of a whole meter": bool(won),
        "a reject with an award approved before": any(
            "approval" in each.duties and each.status == "payable" for each in outcome.prizes
        ),
        "a reject with an award paid before": any(
            "approval" in each.duties and each.status == "paid" for each in outcome.prizes
        ),
        "a reject after a later win": later,
        "a reject after a change of plan": outcome.plans != (model.plan, model.waiting),
        "a reject that takes seed back": any(name.startswith("seed_advanced") for name in change.net),
    }
