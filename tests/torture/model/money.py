"""What an accepted request moves, by account, in the model."""

from __future__ import annotations

from croupier.jackpot.plan.link_plan import LinkPlan
from tests.torture.model.model import MILLION, OF_A_LEVEL, REASONS, Model, Net, Request


def net_of(model: Model, request: Request) -> Net:
    """The net effect of a request that is accepted; results are in ``prizes``."""
    moves = _MOVES.get(request["do"])
    found = moves(model, request) if moves else {}
    return {account: amount for account, amount in found.items() if amount}


def shares(plan: LinkPlan, cents: int) -> Net:
    """By account, what wagers of this many cents bring it; the house has what the rates leave."""
    left = cents * MILLION
    found: Net = {}
    for level in plan.levels:
        for account, rate in ((f"meter.{level.number}", level.increment_ppm), ("reserve", level.reserve_ppm)):
            if rate:
                found[account] = found.get(account, 0) + cents * rate
                left -= cents * rate
    if left:
        found["house"] = left
    return found


def _wager(model: Model, request: Request) -> Net:
    plan = model.plan
    assert plan is not None
    cents = plan.base_wager_cents * len(request["seats"])
    net: Net = {"wagers": -cents * MILLION}
    limits = {f"meter.{level.number}": level.limit_cents for level in plan.levels}
    for account, amount in shares(plan, cents).items():
        # All that waits and all that comes: whole cents go on, what is left of a cent waits.
        waited = model.balance(f"remainder.{account}")
        whole, part = divmod(waited + amount, MILLION)
        net[f"remainder.{account}"] = part - waited
        net |= _under_limit(model, account, whole, limits.get(account))
    return net


def _under_limit(model: Model, account: str, whole: int, limit: int | None) -> Net:
    """Whole cents to an account, and to its overflow what a limit keeps out."""
    fits = whole if limit is None else min(whole, max(0, limit - model.cents(account)))
    over = {account.replace("meter", "overflow"): (whole - fits) * MILLION} if whole > fits else {}
    return {account: fits * MILLION, **over}


def booked(model: Model, request: Request) -> Net:
    """Where the whole cents of a wager go, and the fractions that wait; before any of those make a cent."""
    plan = model.plan
    assert plan is not None
    found: Net = {}
    limits = {f"meter.{level.number}": level.limit_cents for level in plan.levels}
    for account, amount in shares(plan, plan.base_wager_cents * len(request["seats"])).items():
        whole, found[f"remainder.{account}"] = divmod(amount, MILLION)
        found |= _under_limit(model, account, whole, limits.get(account))
    return found


def _void(model: Model, request: Request) -> Net:
    """Everything back from where it was booked; the house bears what is not there, or was won since."""
    open_round = model.round((request["table"], request["round"]))
    assert open_round is not None
    net: Net = {"wagers": sum(open_round.brought.values())}

    def add(account: str, amount: int) -> None:
        net[account] = net.get(account, 0) + amount

    def take(account: str, cents: int) -> None:
        there = model.cents(account) + net.get(account, 0) // MILLION
        if account == "house" or account in gone:
            there = 0
        part = min(cents, max(0, there))
        add(account, -part * MILLION)
        add("house", -(cents - part) * MILLION)

    gone = [f"{kind}.{level}" for level in open_round.won_since for kind in ("meter", "overflow")]
    fractions = {name: amount for name, amount in open_round.brought.items() if name.startswith("remainder.")}
    for account, amount in open_round.brought.items():
        if account not in fractions:
            take(account, amount // MILLION)
    for waiting, amount in fractions.items():
        add(waiting, -amount)
        while model.balance(waiting) + net[waiting] < 0:  # they have made cents since
            take(waiting.removeprefix("remainder."), 1)
            add(waiting, MILLION)
    return net


def _accept(model: Model, _request: Request) -> Net:
    assert model.proposal is not None
    new = model.proposal.plan
    net: Net = {}
    if model.plan is not None or new.type == "house":
        return net
    for level in new.levels:
        seed = min(level.seed_cents, level.beginning_cents)
        net[f"meter.{level.number}"] = level.beginning_cents * MILLION
        net[f"seed_advanced.{level.number}"] = -seed * MILLION
        net["carried_in"] = net.get("carried_in", 0) - (level.beginning_cents - seed) * MILLION
    return net


def _reset(model: Model, _request: Request) -> Net:
    assert model.waiting is not None
    net: Net = {}
    for level in model.waiting.levels if model.waiting.type == "progressive" else ():
        short = max(0, level.seed_cents - model.meter(level.number))
        net[f"meter.{level.number}"] = short * MILLION
        net[f"seed_advanced.{level.number}"] = -short * MILLION
    return net


def _approve(model: Model, request: Request) -> Net:
    """With the award go the envies that waited for it alone."""
    number = request["award"]
    cents = model.prizes[number].cents
    for prize in model.prizes.values():
        if prize.waits_for == [number] and "approval" not in prize.duties:
            cents += prize.cents
    return {"pending": -cents * MILLION, "payable": cents * MILLION}


def _collect(_model: Model, request: Request) -> Net:
    return {"cage": -request["amount"] * MILLION, "receivable": request["amount"] * MILLION}


def _write_off(model: Model, request: Request) -> Net:
    cents = model.debts[request["award"]].cents
    return {"prizes": -cents * MILLION, "receivable": cents * MILLION}


def _pay(model: Model, request: Request) -> Net:
    """Players' money by check comes out of its bank account; the cage pays all else."""
    prize = model.prizes[request["award"]]
    by_bank = prize.players_cents if request["method"] == "check" else 0
    return {
        "payable": -prize.cents * MILLION,
        "bank": by_bank * MILLION,
        "cage": (prize.cents - by_bank) * MILLION,
    }


def _adjust(_model: Model, request: Request) -> Net:
    amount = request["amount"] * MILLION
    debit, credit = (
        f"{account}.{request['level']}" if account in OF_A_LEVEL else account for account in REASONS[request["reason"]]
    )
    return {debit: -amount, credit: amount}


def _deposit(_model: Model, request: Request) -> Net:
    return {"bank": -request["amount"] * MILLION, "cage": request["amount"] * MILLION}


def _withdraw(_model: Model, request: Request) -> Net:
    return {"bank": request["amount"] * MILLION, "cage": -request["amount"] * MILLION}


_MOVES = {
    "wager": _wager,
    "void": _void,
    "accept": _accept,
    "reset": _reset,
    "approve": _approve,
    "collect": _collect,
    "write_off": _write_off,
    "pay": _pay,
    "adjust": _adjust,
    "deposit": _deposit,
    "withdraw": _withdraw,
}
