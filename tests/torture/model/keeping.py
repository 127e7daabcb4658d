"""What the model knows after a request was accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier.jackpot.plan.link_plan import People, Person, plan_from_json
from tests.torture.model.correcting import ENVY, Change, change_of
from tests.torture.model.days import close_day, day_of, take_in
from tests.torture.model.model import (
    MILLION,
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
from tests.torture.model.money import booked, net_of
from tests.torture.model.money_objections import keep_numbers
from tests.torture.model.objections import effective, hash_of, needs_second
from tests.torture.model.prizes import Settled, is_another_jackpot, levels_after, settle, watched


def accept(model: Model, request: Request, clock: int, boosts: dict[str, int]) -> tuple[Net, list[Prize]]:
    """Take an accepted request into the model: what it moved, and the prizes that it gave."""
    if needs_second(request) and "second" not in request:
        model.asks += 1
        model.asked[model.asks] = {name: value for name, value in request.items() if name != "id"}
        model.asked_on[model.asks] = model.day
        model.keep_id(request["id"], request, clock)
        return {}, []
    sent, request = request, effective(model, request)
    if "ask" in sent:
        del model.asked[sent["ask"]]
    settled = settle(model, request) if request["do"] == "result" else None
    changed = change_of(model, request) if request["do"] in ("reject", "correct", "take_back") else None
    if changed:
        net = {account: amount for account, amount in changed[1].net.items() if amount}
        gross = changed[1].gross
    else:
        net = settled.net if settled else net_of(model, request)
        gross = settled.gross if settled else gross_of(net)
    before = dict(request)
    if request["do"] == "wager":
        _open_or_join(model, request)  # where it is booked depends on the meters as they are
    model.keep_lines(net, gross, of_wagers=request["do"] in ("wager", "void"))
    model.keep_id(request["id"], sent, clock)
    if settled:
        _result(model, request, settled)
    elif changed:
        _restate(model, request, *changed)
    elif request["do"] == "lock":
        model.rounds[request["table"]].locked = True
        model.rounds[request["table"]].boosts = boosts
    elif request["do"] in _KEEP:
        _KEEP[request["do"]](model, request)
    keep_numbers(model, request)
    if request["do"] in ("accept", "reset"):
        _note_seeds(model, net, at_once=request["do"] == "reset")
    assert before == request, "a request was changed on its way"
    return net, settled.prizes if settled else changed[1].added if changed else []


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
        model.names = {each.id: each.name for each in new.people}
        model.day = max(new.first_day, day_of(new, model.at))
        model.due_cents = model.liability_cents
        return
    new = replace(new, people=model.plan.people, first_day=model.plan.first_day)
    if not is_another_jackpot(model.plan, new):
        model.plan = replace(new, levels=model.plan.levels)
    model.waiting = new
    _drop_what_is_in_force(model)


def _drop_what_is_in_force(model: Model) -> None:
    assert model.plan is not None
    if model.waiting == model.plan:
        model.waiting = None


def _reset(model: Model, _request: Request) -> None:
    model.plan, model.waiting = model.waiting, None


def _note_seeds(model: Model, net: Net, *, at_once: bool) -> None:
    """What the house advances, by level; at a reset it is to be in the bank at once."""
    for account, amount in net.items():
        kind, _, level = account.partition(".")
        if kind == "seed_advanced":
            model.seeds[int(level)] = model.seeds.get(int(level), 0) - amount // MILLION
            model.due_cents += -amount // MILLION if at_once else 0


def _open_or_join(model: Model, request: Request) -> None:
    open_round = model.rounds.setdefault(request["table"], Round(request["round"]))
    open_round.seats += request["seats"]
    model.wager_count += len(request["seats"])
    for account, amount in booked(model, request).items():
        open_round.brought[account] = open_round.brought.get(account, 0) + amount


def _close_round(model: Model, key: Key) -> Round:
    over = model.rounds.pop(key[0])
    model.last_round[key[0]] = over.number
    return over


def _add_up(model: Model, table: str, request: Request, prizes: list[Prize]) -> None:
    """Small prizes that nobody approves."""
    for prize in prizes:
        if "approval" not in prize.duties:
            for who in watched(table, request):
                model.small[who] = model.small.get(who, 0) + prize.cents


def _result(model: Model, request: Request, settled: Settled) -> None:
    assert model.plan is not None
    key = (request["table"], request["round"])
    layout = model.layout(request["table"])
    over = _close_round(model, key)
    _keep_prizes(model, settled.prizes, request)
    _add_up(model, key[0], request, settled.prizes)
    seeds_before = {level: model.seeds.get(level, 0) for level in settled.emptied}
    for level in settled.emptied:
        model.emptied[level] = model.emptied.get(level, 0) + 1
        model.lately[level] = [0, 0]
        model.seeds[level] = 0
        for other in model.rounds.values():
            other.won_since.append(level)
    for level, cents in settled.seeds.items():
        model.seeds[level] = model.seeds.get(level, 0) + cents
    if settled.advanced:
        take_in(model, sum(settled.advanced.values()))
    old = {level.number: level for level in model.plan.levels}
    model.plan = replace(model.plan, levels=tuple(levels_after(model.plan, model.waiting, settled.emptied)))
    _drop_what_is_in_force(model)
    model.results[key] = ResultDone(
        model.seq,
        layout,
        sorted(over.seats),
        over.boosts,
        settled.events,
        settled.before,
        settled.after,
        settled.reseeds,
        settled.refills,
        seeds_before,
        {level.number: model.emptied.get(level.number, 0) for level in model.plan.levels},
        settled.spilled,
        {each: (old[each], new) for each in settled.emptied if (new := model.plan.level(each)) != old[each]},
        list(settled.prizes),
        (model.plan, model.waiting),
    )


def _keep_prizes(
    model: Model, prizes: list[Prize], request: Request, stood: Sequence[Prize] = (), gone: Sequence[Prize] = ()
) -> None:
    """New prizes; for a hand that stood before, or was voided earlier, those who had reported it go on answering for
    it."""
    now = {request["by"], request.get("second", request["by"])}
    for is_envy in (False, True):
        for prize in prizes:
            if (prize.kind in ENVY) == is_envy:
                told = (*stood, *prizes) if is_envy else (*gone, *stood, *prizes)
                known = [each for each in told if _stems_from(prize, each)]
                prize.reported_by = tuple(now.union(*(each.reported_by for each in known)))
    for prize in prizes:
        model.awarded += 1
        if prize.status != "paid":
            prize.day = model.day
            model.prizes[prize.no] = prize
        if prize.kind == "meter":
            _count(model, prize, 1)


def _stems_from(prize: Prize, other: Prize) -> bool:
    """Whether a prize is for the hand of another: the same hand, or for an envy one that somebody else held."""
    same_seat = prize.seat == other.seat
    return other.kind not in ENVY and prize.event == other.event and same_seat != (prize.kind in ENVY)


def _restate(model: Model, request: Request, key: Key, change: Change) -> None:
    """A round comes to something else."""
    outcome = model.results[key]
    if request["do"] == "take_back":
        outcome.seats = [seat for seat in outcome.seats if seat != request["seat"]]
        model.wager_count -= 1
        model.wager_lines.setdefault("house", []).append(-outcome.layout.base_wager_cents * MILLION)
    stood = list(outcome.prizes)
    for prize in change.gone:
        model.prizes.pop(prize.no, None)
        outcome.prizes.remove(prize)
        if prize.kind == "meter":
            _count(model, prize, -1)
    for prize in outcome.prizes:
        prize.waits_for = change.waits.get(prize.no, prize.waits_for)
    for prize in change.released:
        prize.status = "payable"
    _keep_prizes(model, change.added, request, stood, outcome.gone)
    _add_up(model, key[0], request, [prize for prize in change.added if prize.status != "paid"])
    outcome.gone += change.gone
    for prize in outcome.prizes:
        if prize.kind in ENVY:
            new = [each.reported_by for each in change.added if _stems_from(prize, each)]
            prize.reported_by = tuple(set(prize.reported_by).union(*new))
    outcome.prizes += change.added
    model.debts = {no: debt for no, debt in {**model.debts, **change.debts}.items() if debt.cents}
    model.given_up = {no: debt for no, debt in {**model.given_up, **change.given_up}.items() if debt.cents}
    model.seeds |= change.seeds
    for level, more in change.wins.items():
        model.emptied[level] = model.emptied.get(level, 0) + more
        outcome.times[level] += more
        if more > 0:
            for other in model.rounds.values():
                other.won_since.append(level)
    outcome.entry, outcome.restated, outcome.events = model.seq, True, change.events
    outcome.after, outcome.reseeds, outcome.refills = change.after, change.reseeds, change.refills
    outcome.seeds_before, outcome.spilled = change.seeds_before, change.spilled
    if change.restored:
        in_force = model.plan_in_force
        model.waiting = model.waiting or in_force
        model.plan = replace(in_force, levels=tuple(change.restored.get(each.number, each) for each in in_force.levels))
        _drop_what_is_in_force(model)
    outcome.levels = {each: pair for each, pair in outcome.levels.items() if each not in change.forgotten}
    if change.due > 0:
        take_in(model, change.due)


def _count(model: Model, prize: Prize, sign: int) -> None:
    assert prize.level is not None
    if not prize.rest_of:
        model.hits[prize.level] = model.hits.get(prize.level, 0) + sign
    model.won_cents[prize.level] = model.won_cents.get(prize.level, 0) + sign * prize.cents


def _void(model: Model, request: Request) -> None:
    model.wager_count -= len(_close_round(model, (request["table"], request["round"])).seats)


def _approve(model: Model, request: Request) -> None:
    number = request["award"]
    model.prizes[number].status = "payable"
    model.prizes[number].approved_by = request["by"]
    for who in (f"at {model.prizes[number].key[0]}", *model.prizes[number].reported_by):
        model.small.pop(who, None)
    for prize in model.prizes.values():
        if number in prize.waits_for:
            prize.waits_for = [each for each in prize.waits_for if each != number]
            if not prize.waits_for and "approval" not in prize.duties:
                prize.status = "payable"


def _collect(model: Model, request: Request) -> None:
    debt = model.debts[request["award"]]
    debt.cents -= request["amount"]
    if not debt.cents:
        del model.debts[request["award"]]


def _write_off(model: Model, request: Request) -> None:
    model.given_up[request["award"]] = model.debts.pop(request["award"])


def _pay(model: Model, request: Request) -> None:
    """Players' money that was paid out is no longer due."""
    prize = model.prizes.pop(request["award"])
    prize.status = "paid"
    left = prize.players_cents - model.due_cents
    model.due_cents = max(0, -left)
    while left > 0 and model.owed:
        (day, cents), *rest = model.owed
        model.owed = [(day, cents - left), *rest] if cents > left else rest
        left -= cents


def _confirm(model: Model, request: Request) -> None:
    model.prizes[request["award"]].film = request["camera"]


def _purge(model: Model, _request: Request) -> None:
    gone = [number for number, until in model.payees.items() if until < model.day]
    model.last_payee = max(model.last_payee, *gone)
    model.payees = {number: until for number, until in model.payees.items() if number not in gone}


def _adjust(model: Model, request: Request) -> None:
    if request["reason"] == "recover_seed_from_meter":
        model.seeds[request["level"]] -= request["amount"]
    if request["reason"] == "malfunction_down":
        model.add_lately(request["level"], -request["amount"] * MILLION)


def _banked(model: Model, request: Request) -> None:
    model.bankers |= {str(request["by"]), str(request.get("second", request["by"]))}


def _statement(model: Model, request: Request) -> None:
    model.stated = True
    model.difference = request["amount"] - model.bank_books_cents
    if model.difference == 0:
        model.bankers = set()


def _seize(model: Model, _request: Request) -> None:
    model.seized = True
    model.stated = False


def _release(model: Model, _request: Request) -> None:
    model.seized = False


def _fault(model: Model, request: Request) -> None:
    if "table" not in request:
        _add_fault(model, request["reason"])
        return
    known = model.table_faults.setdefault(request["table"], [])
    known += [request["reason"]] if request["reason"] not in known else []


def _clear(model: Model, request: Request) -> None:
    if "table" in request:
        model.table_faults = {name: each for name, each in model.table_faults.items() if name != request["table"]}
    else:
        model.faults = []


def _end(model: Model, request: Request) -> None:
    model.ended = request["reason"]


def _appoint(model: Model, request: Request) -> None:
    _dismiss(model, request)
    model.names[request["person"]] = request["name"]
    _people(model, (*model.plan_in_force.people, Person(request["person"], request["name"], request["role"])))


def _dismiss(model: Model, request: Request) -> None:
    _people(model, tuple(each for each in model.plan_in_force.people if each.id != request["person"]))


def _people(model: Model, people: People) -> None:
    model.plan = replace(model.plan_in_force, people=people)
    if model.waiting:
        model.waiting = replace(model.waiting, people=people)


def _new_key(model: Model, _request: Request) -> None:
    """What the key before it has signed counts no longer."""
    model.lawful_keys = set()


_KEEP: dict[str, Any] = {
    "propose": _propose,
    "withdraw_proposal": _withdraw_proposal,
    "accept": _accept,
    "reset": _reset,
    "void": _void,
    "approve": _approve,
    "collect": _collect,
    "write_off": _write_off,
    "pay": _pay,
    "confirm": _confirm,
    "correct_film": _confirm,
    "purge": _purge,
    "adjust": _adjust,
    "deposit": _banked,
    "withdraw": _banked,
    "statement": _statement,
    "seize": _seize,
    "release": _release,
    "fault": _fault,
    "clear": _clear,
    "end": _end,
    "appoint": _appoint,
    "dismiss": _dismiss,
    "close_day": close_day,
    "new_key": _new_key,
}
