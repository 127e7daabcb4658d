"""Gambling days in the model: the wall clock says which day it is, and people close a day when it is over."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

from croupier.jackpot.plan.link_plan import LinkPlan
from tests.torture.model.model import Model, Request

LONG_SILENCE = 7


def day_of(plan: LinkPlan, at: int) -> str:
    """Today's date, or the one before it while the day has not begun. No plan here begins at an odd hour."""
    wall = datetime.datetime.fromtimestamp(at // 1000, ZoneInfo(plan.time_zone))
    early = f"{wall:%H:%M}" < plan.day_begins
    return later(str(wall.date()), -1 if early else 0)


def is_over(model: Model, clock: int) -> bool:
    """Whether the day is over, by a clock that never goes back."""
    return model.plan is not None and day_of(model.plan, max(model.at, clock)) > model.day


def turn_day(model: Model, clock: int) -> bool:
    """Whether another day has begun: what is owed grows older, and the day that is over waits to be closed."""
    if not is_over(model, clock):
        return False
    today = day_of(model.plan_in_force, max(model.at, clock))
    model.keep_id(f"=new_day:{model.seq + 1}", None, clock)
    over, silent = model.day, 0
    while later(over, silent + 1) < today:
        silent += 1
    model.lately = {level: [last if not silent else 0, 0] for level, (_, last) in model.lately.items()}
    if silent >= LONG_SILENCE:
        model.faults += (
            [told] if (told := f"{silent:,} days without an entry: look at the clock") not in model.faults else []
        )
    model.unclosed.append((over, model.seq))
    model.asked = {number: asked for number, asked in model.asked.items() if model.asked_on[number] >= over}
    model.small.clear()
    model.boundaries[model.seq] = {account: held for account in model.lines if (held := model.balance(account))}
    _age(model, today)
    return True


def _age(model: Model, today: str) -> None:
    assert model.plan is not None
    if model.plan.type == "house":
        model.day = today
        model.due_cents = model.liability_cents
        return
    take_in(model, 0)
    model.day = today
    gone = model.due_cents + sum(cents for _, cents in model.owed) - model.liability_cents
    while gone > 0 and model.owed:
        due, cents = model.owed.pop()
        if cents > gone:
            model.owed.append((due, cents - gone))
        gone -= cents
    model.due_cents -= max(0, gone)
    model.due_cents += sum(cents for due, cents in model.owed if due <= model.day)
    model.owed = [each for each in model.owed if each[0] > model.day]


def close_day(model: Model, _request: Request) -> None:
    """The oldest day that is over is closed."""
    _, model.ended_by[model.seq] = model.unclosed.pop(0)


def wrong_day(model: Model, request: Request) -> bool:
    """A wager names the day that it is, a close the oldest day that is over and not closed."""
    if request["do"] == "close_day":
        return bool(request["day"] != (model.unclosed[0][0] if model.unclosed else model.day))
    return request["do"] == "wager" and bool(request.get("day", model.day) != model.day)


def day_not_over(model: Model, request: Request) -> bool:
    """Nobody closes a day before its end."""
    return request["do"] == "close_day" and not model.unclosed


def take_in(model: Model, seeds: int) -> None:
    """What came in until now has its own time; what the house puts there is due tomorrow."""
    came = model.liability_cents - model.due_cents - sum(cents for _, cents in model.owed) - seeds
    for cents, days in ((came, model.plan_in_force.deposit_days), (seeds, 1)):
        if cents > 0:
            due = later(model.day, days)
            if model.owed and model.owed[-1][0] == due:
                cents += model.owed.pop()[1]
            model.owed.append((due, cents))


def later(day: str, days: int) -> str:
    return str(datetime.date.fromisoformat(day) + datetime.timedelta(days=days))
