"""What the model knows after a request was accepted."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from croupier.jackpot.plan import plan_from_json
from croupier.jackpot.torture.model import MILLION, Model, Net, Prize, Proposed, Request, Round
from croupier.jackpot.torture.money import net_of, shares
from croupier.jackpot.torture.objections import hash_of
from croupier.jackpot.torture.prizes import Settled, is_another_jackpot, levels_after, settle


def accept(model: Model, request: Request, clock: int, boosts: dict[str, int]) -> tuple[Net, list[Prize]]:
    """Take an accepted request into the model: what it moved, and the prizes that it gave."""
    settled = settle(model, request) if request["do"] == "result" else None
    net = settled.net if settled else net_of(model, request)
    keep = _KEEP.get(request["do"])
    before = dict(request)
    model.keep_lines(net, of_wagers=request["do"] in ("wager", "void"))
    model.keep_id(request["id"], request, clock)
    if settled:
        _result(model, request, settled)
    elif request["do"] == "lock":
        model.rounds[request["table"]].locked = True
        model.rounds[request["table"]].boosts = boosts
    elif request["do"] == "reset":
        _reset(model, request, net)
    elif keep:
        keep(model, request)
    assert before == request, "a request was changed on its way"
    return net, settled.prizes if settled else []


def start(model: Model, id: str, software: str, rulebook: str, clock: int) -> None:
    """The system came up; what changed since the last start is a fault until two people clear it."""
    model.keep_id(id, None, clock)
    for before, now, what in ((model.software, software, "software"), (model.rulebook, rulebook, "rulebook")):
        if before and before != now:
            _add_fault(model, f"the {what} has changed")
    model.software, model.rulebook = software, rulebook


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
    if model.plan and model.waiting and replace(model.waiting, first_day=model.plan.first_day) == model.plan:
        model.waiting = None


def _reset(model: Model, _request: Request, net: Net) -> None:
    """What the house advances at a reset is to be in the bank at once."""
    model.plan, model.waiting = model.waiting, None
    model.due_cents += -net.get("seed_advanced", 0) // MILLION


def _wager(model: Model, request: Request) -> None:
    assert model.plan is not None
    open_round = model.rounds.setdefault(request["table"], Round(request["round"]))
    open_round.seats += request["seats"]
    model.wager_count += len(request["seats"])
    for account, amount in shares(model.plan, model.plan.base_wager_cents * len(request["seats"])).items():
        open_round.brought[account] = open_round.brought.get(account, 0) + amount


def _result(model: Model, request: Request, settled: Settled) -> None:
    assert model.plan is not None
    model.last_round[request["table"]] = model.rounds.pop(request["table"]).number
    for prize in settled.prizes:
        model.awarded += 1
        if prize.status != "paid":
            model.prizes[prize.no] = prize
        if prize.kind == "meter":
            _count(model, prize, 1)
    for level in settled.emptied:
        model.emptied[level] = model.emptied.get(level, 0) + 1
        for open_round in model.rounds.values():
            open_round.won_since.append(f"meter.{level}")
    model.plan = replace(model.plan, levels=tuple(levels_after(model.plan, model.waiting, settled.emptied)))
    _drop_what_is_in_force(model)


def _count(model: Model, prize: Prize, sign: int) -> None:
    assert prize.level is not None
    model.hits[prize.level] = model.hits.get(prize.level, 0) + sign
    model.won_cents[prize.level] = model.won_cents.get(prize.level, 0) + sign * prize.cents


def _void(model: Model, request: Request) -> None:
    over = model.rounds.pop(request["table"])
    model.last_round[request["table"]] = over.number
    model.wager_count -= len(over.seats)


def _approve(model: Model, request: Request) -> None:
    model.prizes[request["award"]].status = "payable"


def _reject(model: Model, request: Request) -> None:
    prize = model.prizes.pop(request["award"])
    if prize.kind == "meter":
        _count(model, prize, -1)


def _pay(model: Model, request: Request) -> None:
    """Players' money that was paid out is no longer due."""
    prize = model.prizes.pop(request["award"])
    if prize.from_meter:
        model.due_cents = max(0, model.due_cents - prize.cents)


def _deposit(model: Model, _request: Request) -> None:
    """A deposit that covers all that is owed starts the week anew."""
    if model.bank_cents >= model.liability_cents:
        model.days_since_deposit = 0
        model.due_cents = model.liability_cents


def _statement(model: Model, request: Request) -> None:
    model.difference = request["amount"] - model.bank_books_cents


def _seize(model: Model, _request: Request) -> None:
    model.seized = True


def _release(model: Model, _request: Request) -> None:
    model.seized = False


def _fault(model: Model, request: Request) -> None:
    _add_fault(model, request["reason"])


def _clear(model: Model, _request: Request) -> None:
    model.faults = []


def _close_day(model: Model, _request: Request) -> None:
    assert model.plan is not None
    model.day = str(datetime.date.fromisoformat(model.day) + datetime.timedelta(days=1))
    model.days_since_deposit += 1
    if model.days_since_deposit >= model.plan.deposit_days:
        model.due_cents = model.liability_cents


_KEEP: dict[str, Any] = {
    "propose": _propose,
    "withdraw_proposal": _withdraw_proposal,
    "accept": _accept,
    "wager": _wager,
    "void": _void,
    "approve": _approve,
    "reject": _reject,
    "pay": _pay,
    "deposit": _deposit,
    "statement": _statement,
    "seize": _seize,
    "release": _release,
    "fault": _fault,
    "clear": _clear,
    "close_day": _close_day,
}
