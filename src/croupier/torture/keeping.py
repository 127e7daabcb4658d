"""What the model knows after a request was accepted."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from croupier.jackpot.plan.link_plan import plan_from_json
from croupier.torture.model import (
    MILLION,
    Gross,
    Key,
    Model,
    Net,
    Prize,
    Proposed,
    Request,
    ResultDone,
    Round,
    gross_of,
)
from croupier.torture.money import booked, net_of
from croupier.torture.objections import effective, hash_of, needs_second
from croupier.torture.prizes import Settled, is_another_jackpot, levels_after, settle
from croupier.torture.undoing import gross_back, plans_back, seed_lines_without, without_what_is_in_force


def accept(model: Model, request: Request, clock: int, boosts: dict[str, int]) -> tuple[Net, list[Prize]]:
    """Take an accepted request into the model: what it moved, and the prizes that it gave."""
    if needs_second(request) and "second" not in request:
        model.asks += 1
        model.asked[model.asks] = {name: value for name, value in request.items() if name != "id"}
        model.keep_id(request["id"], request, clock)
        return {}, []
    sent, request = request, effective(model, request)
    if "ask" in sent:
        del model.asked[sent["ask"]]
    settled = settle(model, request) if request["do"] == "result" else None
    net = settled.net if settled else net_of(model, request)
    before = dict(request)
    gross = _gross(model, request, settled, net)
    if request["do"] == "wager":
        _open_or_join(model, request)  # where it is booked depends on the meters as they are
    model.keep_lines(net, gross, of_wagers=request["do"] in ("wager", "void"))
    model.keep_id(request["id"], sent, clock)
    if settled:
        _result(model, request, settled)
    elif request["do"] == "lock":
        model.rounds[request["table"]].locked = True
        model.rounds[request["table"]].boosts = boosts
    elif request["do"] in _KEEP:
        _KEEP[request["do"]](model, request)
    if request["do"] in ("accept", "reset"):
        _note_seeds(model, net, at_once=request["do"] == "reset")
    assert before == request, "a request was changed on its way"
    return net, settled.prizes if settled else []


def _gross(model: Model, request: Request, settled: Settled | None, net: Net) -> Gross:
    if settled:
        return settled.gross
    if request["do"] == "reject":
        return gross_back(model, model.results[model.prizes[request["award"]].key])
    return gross_of(net)


def start(model: Model, id: str, software: str, rulebook: str, clock: int) -> None:
    """The system came up; what changed since the last start is a fault until two people clear it."""
    model.keep_id(id, None, clock)
    for before, now, what in ((model.software, software, "software"), (model.rulebook, rulebook, "rulebook")):
        if before and before != now:
            _add_fault(model, f"the {what} has changed")
    model.software, model.rulebook = software, rulebook


def snapshot(model: Model, id: str, clock: int) -> None:
    """The book was closed; nothing has changed but the number of the last entry."""
    model.keep_id(id, None, clock)


def _add_fault(model: Model, fault: str) -> None:
    if fault not in model.faults:
        model.faults.append(fault)


def _propose(model: Model, request: Request) -> None:
    plan = plan_from_json(request["plan"])
    model.proposal = Proposed(plan, hash_of(request["plan"]), request["by"])


def _withdraw_proposal(model: Model, _request: Request) -> None:
    model.proposal = None


def _accept(model: Model, _request: Request) -> None:
    assert model.proposal is not None
    new, model.proposal = model.proposal.plan, None
    if model.plan is None:
        model.plan = new
        model.day = new.first_day
        model.due_cents = model.liability_cents
        return
    if not is_another_jackpot(model.plan, new):
        model.plan = replace(new, levels=model.plan.levels, first_day=model.plan.first_day)
    model.waiting = new
    _drop_what_is_in_force(model)


def _drop_what_is_in_force(model: Model) -> None:
    assert model.plan is not None
    model.waiting = without_what_is_in_force(model.plan, model.waiting)


def _reset(model: Model, _request: Request) -> None:
    model.plan, model.waiting = model.waiting, None


def _note_seeds(model: Model, net: Net, *, at_once: bool) -> None:
    """What the house advances, by level; at a reset it is to be in the bank at once."""
    for account, amount in net.items():
        kind, _, level = account.partition(".")
        if kind == "seed_advanced":
            model.seed_lines.setdefault(int(level), []).append((None, -amount // MILLION))
            model.due_cents += -amount // MILLION if at_once else 0


def _open_or_join(model: Model, request: Request) -> None:
    open_round = model.rounds.setdefault(request["table"], Round(request["round"]))
    open_round.seats += request["seats"]
    model.wager_count += len(request["seats"])
    for account, amount in booked(model, request).items():
        open_round.brought[account] = open_round.brought.get(account, 0) + amount


def _close_round(model: Model, key: Key) -> Round:
    if key in model.reopened:
        return model.reopened.pop(key)
    over = model.rounds.pop(key[0])
    model.last_round[key[0]] = over.number
    return over


def _result(model: Model, request: Request, settled: Settled) -> None:
    assert model.plan is not None
    key = (request["table"], request["round"])
    over = _close_round(model, key)
    for prize in settled.prizes:
        model.awarded += 1
        prize.reported_by = request["by"]
        if prize.status != "paid":
            model.prizes[prize.no] = prize
        if prize.kind == "meter":
            _count(model, prize, 1)
    others = [*model.rounds.values(), *model.reopened.values(), *(each.round for each in model.results.values())]
    for level in settled.emptied:
        model.emptied[level] = model.emptied.get(level, 0) + 1
        model.lately[level] = [0, 0]
        model.seed_lines.setdefault(level, []).append((key, None))
        for other in others:
            other.won_since.append(level)
    for level, cents in settled.seeds.items():
        model.seed_lines.setdefault(level, []).append((key, cents))
    model.seeds_due += [(key, cents) for cents in settled.advanced.values()]
    before = model.plan, model.waiting
    model.plan = replace(model.plan, levels=tuple(levels_after(model.plan, model.waiting, settled.emptied)))
    _drop_what_is_in_force(model)
    model.results[key] = ResultDone(
        over,
        settled.prizes,
        settled.net,
        settled.gross,
        settled.emptied,
        settled.advanced,
        before,
        (model.plan, model.waiting),
    )


def _count(model: Model, prize: Prize, sign: int) -> None:
    assert prize.level is not None
    model.hits[prize.level] = model.hits.get(prize.level, 0) + sign
    model.won_cents[prize.level] = model.won_cents.get(prize.level, 0) + sign * prize.cents


def _void(model: Model, request: Request) -> None:
    model.wager_count -= len(_close_round(model, (request["table"], request["round"])).seats)


def _approve(model: Model, request: Request) -> None:
    model.prizes[request["award"]].status = "payable"
    model.prizes[request["award"]].approved_by = request["by"]


def _reject(model: Model, request: Request) -> None:
    """The result never was: nothing of it is left but the numbers of its awards."""
    key = model.prizes[request["award"]].key
    outcome = model.results[key]
    model.plan, model.waiting = plans_back(model, outcome)
    model.seed_lines = seed_lines_without(model, key)
    still_due = sum(cents for each, cents in model.seeds_due if each == key)
    model.seeds_due = [each for each in model.seeds_due if each[0] != key]
    model.due_cents = max(0, model.due_cents - (sum(outcome.advanced.values()) - still_due))
    for level in outcome.emptied:
        model.emptied[level] -= 1
    for prize in outcome.prizes:
        model.prizes.pop(prize.no, None)
        if prize.kind == "meter":
            _count(model, prize, -1)
    model.reopened[key] = outcome.round
    del model.results[key]


def _pay(model: Model, request: Request) -> None:
    """Players' money that was paid out is no longer due."""
    prize = model.prizes.pop(request["award"])
    model.due_cents = max(0, model.due_cents - prize.players_cents)


def _adjust(model: Model, request: Request) -> None:
    if request["reason"] == "recover_seed_from_meter":
        model.seed_lines.setdefault(request["level"], []).append((None, -request["amount"]))
    if request["reason"] == "malfunction_down":
        model.add_lately(request["level"], -request["amount"] * MILLION)


def _deposit(model: Model, _request: Request) -> None:
    """A deposit that covers all that is owed starts the week anew; what a house jackpot owes is due day by day."""
    if model.plan_in_force.type == "house":
        return
    if model.bank_cents >= model.liability_cents:
        model.days_since_deposit = 0
        model.due_cents = model.liability_cents
        model.seeds_due = []


def _statement(model: Model, request: Request) -> None:
    model.stated = True
    model.difference = request["amount"] - model.bank_books_cents


def _seize(model: Model, _request: Request) -> None:
    model.seized = True
    model.stated = False


def _release(model: Model, _request: Request) -> None:
    model.seized = False


def _fault(model: Model, request: Request) -> None:
    _add_fault(model, request["reason"])


def _clear(model: Model, _request: Request) -> None:
    model.faults = []


def _close_day(model: Model, _request: Request) -> None:
    assert model.plan is not None
    model.day = str(datetime.date.fromisoformat(model.day) + datetime.timedelta(days=1))
    model.lately = {level: [last, 0] for level, (_, last) in model.lately.items()}
    model.days_since_deposit += 1
    model.due_cents += sum(cents for _, cents in model.seeds_due)
    model.seeds_due = []
    if model.plan.type == "house" or model.days_since_deposit >= model.plan.deposit_days:
        model.due_cents = model.liability_cents


_KEEP: dict[str, Any] = {
    "propose": _propose,
    "withdraw_proposal": _withdraw_proposal,
    "accept": _accept,
    "reset": _reset,
    "void": _void,
    "approve": _approve,
    "reject": _reject,
    "pay": _pay,
    "adjust": _adjust,
    "deposit": _deposit,
    "statement": _statement,
    "seize": _seize,
    "release": _release,
    "fault": _fault,
    "clear": _clear,
    "close_day": _close_day,
}
