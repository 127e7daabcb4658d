"""Adjustments, and the jackpot's bank account: deposits, withdrawals, statements, seizure and release."""

import datetime
from typing import NamedTuple

from croupier.jackpot import accounts
from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import (
    BANK,
    CAGE,
    CARRIED_IN,
    CORRECTIONS,
    CUSTODY,
    HOUSE,
    METER,
    MOVED_OUT,
    OVERFLOW,
    RESERVE,
    Move,
)
from croupier.jackpot.accounts import SEED_RECOVERED as SEED
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import AnyBody, PeopleBody, Stated
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.kinds.numbers import check_amount, check_numbers
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan
from croupier.jackpot.requests import Adjust
from croupier.jackpot.state import LinkState
from croupier.units import dollars


def required_cents(state: LinkState, plan: LinkPlan) -> int:
    """What must be in the bank: of a progressive what was due at the last deposit, unless less is owed by now; of a
    house jackpot the posted prizes (WAC 230-15-674), and those won on earlier days and not paid yet."""
    if plan.type == "house":
        won = sum(award.cents for award in state.awards.values() if award.day < state.day)
        return posted_cents(state, plan) + won
    return min(state.due_level, state.liability_cents)


def posted_cents(state: LinkState, plan: LinkPlan) -> int:
    """What the displays show: the meters, or the prizes of a house jackpot."""
    return sum(level.seed_cents if plan.type == "house" else state.meter_cents(level.number) for level in plan.levels)


def pay_off(state: LinkState, cents: int) -> None:
    """Players' money that was paid out need no longer be in the bank: the oldest first."""
    part = min(cents, state.due_level)
    state.due_level -= part
    cents -= part
    while cents and state.accrued:
        part = min(cents, state.accrued[0][1])
        state.accrued[0][1] -= part
        cents -= part
        if not state.accrued[0][1]:
            state.accrued.pop(0)


def take_in(state: LinkState, plan: LinkPlan, seeds: int) -> None:
    """Note what came in up to now, and then what the house advanced: that is due when the next day begins."""
    new = _not_noted(state) - seeds
    if new > 0:
        _note(state, _day_after(state.day, plan.deposit_days), new)
    if seeds > 0:
        _note(state, _day_after(state.day, 1), seeds)


def end_day(state: LinkState, plan: LinkPlan, begins: str) -> None:
    """What came in on the day that ends joins what is owed; what is old enough is due when another one begins."""
    take_in(state, plan, 0)
    gone = -min(0, _not_noted(state))
    while gone and state.accrued:  # the newest is gone: what was accrued before is still as old as it was
        part = min(gone, state.accrued[-1][1])
        state.accrued[-1][1] -= part
        gone -= part
        if not state.accrued[-1][1]:
            state.accrued.pop()
    state.due_level -= min(gone, state.due_level)
    state.due_level += sum(cents for due, cents in state.accrued if due <= begins)
    state.accrued = [[due, cents] for due, cents in state.accrued if due > begins]


def _not_noted(state: LinkState) -> int:
    """What is owed beyond what has its date; below zero where some of that is no longer owed."""
    noted: int = sum(cents for _, cents in state.accrued)
    return state.liability_cents - state.due_level - noted


def _note(state: LinkState, due: str, cents: int) -> None:
    if state.accrued and state.accrued[-1][0] == due:
        state.accrued[-1][1] += cents
    else:
        state.accrued.append([due, cents])


def days_waiting(state: LinkState, plan: LinkPlan) -> int:
    """How old the oldest money is that is not in the bank, in gambling days."""
    covered = state.bank_cents - min(state.due_level, state.liability_cents)
    if covered < 0:
        return plan.deposit_days
    for due, cents in state.accrued:
        covered -= cents
        if covered < 0:
            left = datetime.date.fromisoformat(due) - datetime.date.fromisoformat(state.day)
            return plan.deposit_days - left.days
    return 0


def missing_tomorrow(state: LinkState, plan: LinkPlan) -> int:
    """Cents to be deposited before the next gambling day begins, as far as it is known now."""
    if plan.type == "house":  # what was won is due then
        due = sum(level.seed_cents for level in plan.levels) + state.liability_cents
    else:
        begins = _day_after(state.day, 1)
        today = max(0, _not_noted(state)) if plan.deposit_days == 1 else 0
        due = state.due_level + today + sum(cents for day, cents in state.accrued if day <= begins)
        due = min(due, state.liability_cents)
    return max(0, due - state.bank_cents)


def _day_after(day: str, days: int) -> str:
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days=days)).isoformat()


def bank_is_short(state: LinkState, plan: LinkPlan) -> bool:
    """Whether the bank holds less than what is due there by now."""
    bank = state.bank_cents
    if plan.type == "progressive" and bank >= state.due_level:
        return False
    return bank < required_cents(state, plan)


def short_words(state: LinkState, plan: LinkPlan) -> str:
    """What the bank lacks."""
    required, bank = required_cents(state, plan), state.bank_cents
    return f"{dollars(required)} must be in the bank, and it holds {dollars(bank)}"


class Reason(NamedTuple):
    """Why the books may be corrected, and between which accounts."""

    what: str
    debit: str
    credit: str
    cite: str


OUR_READING = "our own reading; WAC 230-15-710 could not be read"

REASONS = {
    "malfunction_down": Reason("a malfunction displayed too much", METER, CUSTODY, "WAC 230-15-695(2)"),
    "malfunction_proved": Reason("what is held was never wagered", CUSTODY, CORRECTIONS, "WAC 230-15-695(2)"),
    "malfunction_disproved": Reason("what is held was wagered", CUSTODY, METER, "WAC 230-15-685(3)"),
    "malfunction_up": Reason("a malfunction displayed too little", CORRECTIONS, METER, "WAC 230-15-685(3)"),
    "over_limit": Reason("the meter is above the posted limit", METER, OVERFLOW, "WAC 230-15-695(3)"),
    "gross_receipts": Reason("reserve recorded as gross receipts", RESERVE, HOUSE, "WAC 230-15-695(4)"),
    "recover_seed": Reason("seed money back to the house, from the reserve", RESERVE, SEED, "WAC 230-15-695(5)"),
    "recover_seed_from_meter": Reason("seed money back to the house", METER, SEED, "WAC 230-15-695(5)"),
    "house_adds": Reason("the house adds to the meter", CAGE, METER, "WAC 230-15-685(3)"),
    "moved_out": Reason("moved to another jackpot, the link being ended", METER, MOVED_OUT, OUR_READING),
    "moved_in": Reason("moved here from a jackpot that was ended", CARRIED_IN, METER, OUR_READING),
}


def adjust(state: LinkState, plan: LinkPlan, request: Adjust) -> list[Move]:
    """The transfer of an adjustment whose amount is known to be one."""
    reason = REASONS.get(request.reason)
    if reason is None:
        raise Refused("unknown_reason", f"one of {', '.join(REASONS)}")
    if reason.credit == MOVED_OUT and not state.ended:
        raise Refused("link_not_ended")
    uses_level = reason != REASONS["gross_receipts"]
    level = next((each for each in plan.levels if each.number == request.level), None)
    if uses_level != (request.level is not None) or (uses_level and (level is None or plan.type == "house")):
        raise Refused("unknown_level", str("none given" if request.level is None else request.level)[:40])
    debit, credit = (_account(side, level) for side in (reason.debit, reason.credit))
    cents = request.amount
    if level and request.reason == "malfunction_down":
        if request.evidence is None or request.figure is None:
            raise Refused("evidence_missing")
        ought = state.meter_cents(level.number) - cents
        if request.figure != ought:
            raise Refused("figure_differs", dollars(ought))
    most = [state.cents(debit)] if accounts.account(debit).custodial else []
    if level:
        number, limit = level.number, level.limit_cents
        shown = state.meter_cents(number)
        if reason.debit == METER and reason.credit != MOVED_OUT:
            most.append(max(0, shown - level.seed_cents))
        if reason.credit == CUSTODY:
            most.append(state.brought_lately(number))
        if reason.credit == OVERFLOW:
            most.append(max(0, shown - limit) if limit is not None else 0)
        if reason.credit == SEED and reason.debit == METER:
            most.append(state.seed_in_meter.get(str(number), 0))
        if reason.credit == SEED:
            advanced = -state.cents(accounts.seed_advanced(number))
            most.append(advanced - state.cents(accounts.seed_recovered(number)))
        if reason.credit == METER and limit is not None:
            most.append(max(0, limit - shown))
    if most and cents > min(most):
        raise Refused("more_than_there", f"at most {dollars(min(most))}")
    return [(debit, credit, cents * MILLION)]


def _account(side: str, level: Level | None) -> str:
    return accounts.of_level(side, level.number) if level and side in (METER, OVERFLOW, SEED, CUSTODY) else side


def decide_adjust(link: Link, request: asked.Adjust, plan: LinkPlan) -> PeopleBody[asked.Adjust]:
    check_amount(request.amount)
    return PeopleBody(req=request, moves=adjust(link.state, plan, request))


def apply_adjust(state: LinkState, body: PeopleBody[asked.Adjust]) -> None:
    request = body.req
    if request.reason == "recover_seed_from_meter":
        state.seed_in_meter[str(request.level)] -= request.amount
    if request.reason == "malfunction_down":
        taken = request.amount * MILLION  # it cannot be taken off for the same wagers again
        state.marks[str(request.level)] = [mark + taken for mark in state.marks.get(str(request.level), (0, 0))]


def decide_deposit(link: Link, request: asked.Deposit, _plan: LinkPlan) -> PeopleBody[asked.Deposit]:
    check_amount(request.amount)
    check_numbers(link, request)
    return PeopleBody(req=request, moves=[(BANK, CAGE, request.amount * MILLION)])


def decide_withdraw(link: Link, request: asked.Withdraw, plan: LinkPlan) -> PeopleBody[asked.Withdraw]:
    state, amount = link.state, request.amount
    if state.seized:
        raise Refused("seized")
    check_amount(amount)
    check_numbers(link, request)
    if amount > -state.cents(BANK):
        raise Refused("more_than_there", "the bank account")
    posted = posted_cents(state, plan) if plan.type == "house" and not state.ended else 0
    if state.bank_cents - amount < state.liability_cents + posted:  # what players are owed, due or not
        raise Refused("more_than_there", "what players are owed")
    return PeopleBody(req=request, moves=[(CAGE, BANK, amount * MILLION)])


def apply_banked(state: LinkState, body: AnyBody) -> None:
    """Whoever books money at the bank does not say that the bank agrees."""
    state.bankers = sorted({*state.bankers, *body.req.people})


def decide_statement(link: Link, request: asked.Statement, _plan: LinkPlan) -> Stated:
    if request.by in link.state.bankers:
        raise Refused("same_person", f"{request.by} has booked money at the bank since its last statement that agreed")
    if request.amount != 0 or type(request.amount) is not int:
        check_amount(request.amount)
    return Stated(req=request, difference=request.amount + link.state.cents(BANK))


def apply_statement(state: LinkState, body: Stated) -> None:
    state.bank_difference = body.difference
    if not body.difference:  # what differs says nothing about what was booked
        state.bankers = []
    state.stated = True


def decide_release(link: Link, request: asked.Release, plan: LinkPlan) -> PeopleBody[asked.Release]:
    state = link.state
    if not state.stated:
        raise Refused("bank_short", "no statement of the bank since the seizure")
    if bank_is_short(state, plan):
        raise Refused("bank_short", short_words(state, plan))
    # Play waits until the posted amount is back, however much of it is due only later (WAC 230-15-715).
    posted = posted_cents(state, plan)
    if state.bank_cents < posted:
        raise Refused("bank_short", f"the posted {dollars(posted)} is not back in the bank")
    return PeopleBody(req=request)
