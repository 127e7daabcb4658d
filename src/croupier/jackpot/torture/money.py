"""What an accepted request moves, by account, in the model."""

from __future__ import annotations

from croupier.jackpot.plan import LinkPlan
from croupier.jackpot.torture.model import MILLION, Model, Net, Request, Round
from croupier.jackpot.torture.objections import REASONS


def net_of(model: Model, request: Request) -> Net:
    """The net effect of a request that is accepted; results are in ``prizes``."""
    moves = _MOVES.get(request["do"])
    found = moves(model, request) if moves else {}
    return {account: amount for account, amount in found.items() if amount}


def shares(plan: LinkPlan, cents: int) -> Net:
    """By account, what wagers of so many cents bring it; the house has what the rates leave."""
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
        limit = limits.get(account)
        fits = whole if limit is None else min(whole, max(0, limit - model.cents(account)))
        net[account] = fits * MILLION
        if whole > fits:
            net[account.replace("meter", "overflow")] = (whole - fits) * MILLION
    return net


def _void(model: Model, request: Request) -> Net:
    open_round: Round = model.rounds[request["table"]]
    net: Net = {"wagers": sum(open_round.brought.values())}

    def add(account: str, amount: int) -> None:
        net[account] = net.get(account, 0) + amount

    for account, amount in open_round.brought.items():
        whole, part = divmod(amount, MILLION)
        if model.balance(f"remainder.{account}") < part:
            whole += 1
        add(f"remainder.{account}", whole * MILLION - amount)
        # What spilled over came last, so it goes first; the house bears what is no longer there.
        sources = [account]
        if account.startswith("meter"):
            sources = [account.replace("meter", "overflow"), account]
        if account in open_round.won_since:
            sources = []
        for source in sources if account != "house" else []:
            taken = min(whole, max(0, model.cents(source)))
            add(source, -taken * MILLION)
            whole -= taken
        add("house", -whole * MILLION)
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
        net["seed_advanced"] = net.get("seed_advanced", 0) - seed * MILLION
        net["carried_in"] = net.get("carried_in", 0) - (level.beginning_cents - seed) * MILLION
    return net


def _reset(model: Model, _request: Request) -> Net:
    assert model.waiting is not None
    net: Net = {"seed_advanced": 0}
    for level in model.waiting.levels if model.waiting.type == "progressive" else ():
        short = max(0, level.seed_cents - model.meter(level.number))
        net[f"meter.{level.number}"] = short * MILLION
        net["seed_advanced"] -= short * MILLION
    return net


def _approve(model: Model, request: Request) -> Net:
    cents = model.prizes[request["award"]].cents
    return {"pending": -cents * MILLION, "payable": cents * MILLION}


def _reject(model: Model, request: Request) -> Net:
    """Back to where it came from; a meter takes no more than its limit, and its overflow the rest."""
    plan = model.plan
    assert plan is not None
    prize = model.prizes[request["award"]]
    net: Net = {"pending": -prize.cents * MILLION}
    for account, cents in prize.sources:
        back = cents
        if account.startswith("meter"):
            limit = next(level.limit_cents for level in plan.levels if account == f"meter.{level.number}")
            if limit is not None:
                back = min(cents, max(0, limit - model.cents(account)))
            net[account.replace("meter", "overflow")] = (cents - back) * MILLION
        net[account] = net.get(account, 0) + back * MILLION
    return net


def _pay(model: Model, request: Request) -> Net:
    """Players' money by check comes out of its bank account; the cage pays all else."""
    prize = model.prizes[request["award"]]
    payer = "bank" if request["method"] == "check" and prize.from_meter else "cage"
    return {"payable": -prize.cents * MILLION, payer: prize.cents * MILLION}


def _adjust(_model: Model, request: Request) -> Net:
    amount = request["amount"] * MILLION
    debit, credit = (
        f"{account}.{request['level']}" if account in ("meter", "overflow") else account
        for account in REASONS[request["reason"]]
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
    "reject": _reject,
    "pay": _pay,
    "adjust": _adjust,
    "deposit": _deposit,
    "withdraw": _withdraw,
}
