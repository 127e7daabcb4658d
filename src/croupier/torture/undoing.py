"""What it means that the result of a round never was."""

from __future__ import annotations

from dataclasses import replace

from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.torture.model import MILLION, PLAYERS, Gross, Key, Model, Net, ResultDone, SeedLine, seed_there


def plans_back(model: Model, outcome: ResultDone) -> tuple[LinkPlan, LinkPlan | None]:
    """The plan in force and the one that waits: as before the result, unless an approval or a win came between."""
    plan, waiting = model.plan, model.waiting
    assert plan is not None
    if plan != outcome.after[0]:
        return plan, waiting
    plan, old = outcome.before
    if waiting == outcome.after[1]:
        return plan, old
    return plan, without_what_is_in_force(plan, waiting)


def without_what_is_in_force(plan: LinkPlan, waiting: LinkPlan | None) -> LinkPlan | None:
    return None if waiting and replace(waiting, first_day=plan.first_day) == plan else waiting


def net_back(model: Model, outcome: ResultDone) -> Net:
    """The opposite of what the result moved; then no meter may stand above its limit."""
    net = {account: -amount for account, amount in outcome.net.items()}
    for cents in _approved_since(outcome):
        net["pending"] = net.get("pending", 0) + cents * MILLION
        net["payable"] = net.get("payable", 0) - cents * MILLION
    for account, amount in _above_limits(model, outcome, net).items():
        spill = account.replace("meter", "overflow")
        net[account] = net.get(account, 0) - amount
        net[spill] = net.get(spill, 0) + amount
    return net


def gross_back(model: Model, outcome: ResultDone) -> Gross:
    """The same, debits and credits apart."""
    gross = {account: (credits, debits) for account, (debits, credits) in outcome.gross.items()}

    def add(account: str, debits: int, credits: int) -> None:
        before = gross.get(account, (0, 0))
        gross[account] = (before[0] + debits, before[1] + credits)

    for cents in _approved_since(outcome):
        add("pending", -cents * MILLION, 0)
        add("payable", cents * MILLION, 0)
    net = {account: credits - debits for account, (debits, credits) in gross.items()}
    for account, amount in _above_limits(model, outcome, net).items():
        add(account, amount, 0)
        add(account.replace("meter", "overflow"), 0, amount)
    return gross


def _approved_since(outcome: ResultDone) -> list[int]:
    return [prize.cents for prize in outcome.prizes if "approval" in prize.duties and prize.status == "payable"]


def _above_limits(model: Model, outcome: ResultDone, net: Net) -> Net:
    """By meter, what would stand above the limit that is in force then."""
    found: Net = {}
    for level in plans_back(model, outcome)[0].levels:
        account = f"meter.{level.number}"
        stands = model.balance(account) + net.get(account, 0)
        if level.limit_cents is not None and stands > level.limit_cents * MILLION:
            found[account] = stands - level.limit_cents * MILLION
    return found


def seed_lines_without(model: Model, key: Key) -> dict[int, list[SeedLine]]:
    return {level: [line for line in lines if line[0] != key] for level, lines in model.seed_lines.items()}


def is_too_late(model: Model, key: Key) -> bool:
    """Whether players' money would have to pay for it: an account would go below zero, or a seed be taken twice."""
    outcome = model.results[key]
    for account, amount in net_back(model, outcome).items():
        if account.split(".")[0] in PLAYERS and model.balance(account) + amount < 0:
            return True
    for level, cents in outcome.advanced.items():
        advanced = -model.cents(f"seed_advanced.{level}") - cents
        if advanced < model.cents(f"seed_recovered.{level}"):
            return True
    return any(seed_there(lines) < 0 for lines in seed_lines_without(model, key).values())
