"""The codes about amounts, awards, adjustments and the bank. One function each, as in ``objections``."""

from __future__ import annotations

from typing import Any

from tests.torture.model.model import (
    MILLION,
    REASONS,
    Model,
    Prize,
    Request,
)

MOST_CENTS = 10**11
ABOUT_AWARDS = ("correct_film", "approve", "reject", "pay", "confirm")
WITH_AMOUNT = ("wager", "adjust", "deposit", "withdraw", "statement", "collect")


def seized(model: Model, request: Request) -> bool:
    """A seized account takes no wagers and pays neither checks nor withdrawals."""
    if request["do"] == "pay":
        prize = _prize(model, request)
        return model.seized and prize is not None and request["method"] == "check" and prize.players_cents > 0
    return request["do"] in ("wager", "withdraw") and model.seized


def bank_short(model: Model, request: Request) -> bool:
    """No wager while the bank holds too little; a release also wants a statement of the bank and what is posted."""
    if request["do"] == "release" and (not model.stated or model.bank_cents < _posted(model)):
        return True
    return request["do"] in ("wager", "release") and model.bank_short


def _posted(model: Model) -> int:
    plan = model.plan_in_force
    if plan.type == "house":
        return sum(level.seed_cents for level in plan.levels)
    return sum(model.meter(level.number) for level in plan.levels)


def _amount(request: Request) -> Any:
    """The amount that is looked at; None where there is none to look at."""
    if request["do"] not in WITH_AMOUNT:
        return None
    if request["do"] == "wager" and "amount" not in request:
        return None
    return _Given(request["amount"])


class _Given:
    """An amount of any type, None among them."""

    def __init__(self, value: Any) -> None:
        self.value = value


def amount_not_whole(_model: Model, request: Request) -> bool:
    """Amounts are whole cents; True and False are not amounts."""
    given = _amount(request)
    return given is not None and (not isinstance(given.value, int) or isinstance(given.value, bool))


def amount_not_positive(_model: Model, request: Request) -> bool:
    """Only a statement may say zero."""
    given = _amount(request)
    least = 0 if request["do"] == "statement" else 1
    return given is not None and given.value < least


def amount_too_large(_model: Model, request: Request) -> bool:
    """A billion dollars is the most that one request may name."""
    given = _amount(request)
    return given is not None and given.value > MOST_CENTS


def _prize(model: Model, request: Request) -> Prize | None:
    return model.prizes.get(request["award"]) if request["do"] in ABOUT_AWARDS else None


def unknown_award(model: Model, request: Request) -> bool:
    """Debts are known by the award that was paid by mistake."""
    if request["do"] in ("collect", "write_off"):
        return request["award"] not in model.debts
    return request["do"] in ABOUT_AWARDS and _prize(model, request) is None


def award_not_pending(model: Model, request: Request) -> bool:
    """Only a pending award is approved or rejected."""
    prize = _prize(model, request)
    return request["do"] in ("approve", "reject") and prize is not None and prize.status != "pending"


def jackpot_pending(model: Model, request: Request) -> bool:
    """An envy waits until the jackpot that it comes from is approved."""
    prize = _prize(model, request)
    return request["do"] == "approve" and prize is not None and bool(prize.waits_for)


def award_pending(model: Model, request: Request) -> bool:
    """Nothing is paid before it is approved."""
    prize = _prize(model, request)
    return request["do"] == "pay" and prize is not None and prize.status == "pending"


def three_people(model: Model, request: Request) -> bool:
    """Whoever reported a hand, or read it with them, neither approves nor rejects its award; none of them pays it."""
    prize = _prize(model, request)
    if prize is None:
        return False
    if request["do"] in ("approve", "reject", "confirm", "correct_film"):
        return request["by"] in prize.reported_by or request.get("second") in prize.reported_by
    if request["do"] != "pay":
        return False
    told = prize.kind == "meter" or "approval" in prize.duties
    return request["by"] == prize.approved_by or (told and request["by"] in prize.reported_by)


def film_confirmed(model: Model, request: Request) -> bool:
    """Nobody puts another film in the place of the one that was looked at."""
    prize = _prize(model, request)
    return request["do"] == "confirm" and prize is not None and prize.film != ""


def camera_required(model: Model, request: Request) -> bool:
    """A large prize is paid when a supervisor has confirmed the camera's record, and no other is named."""
    prize = _prize(model, request)
    if request["do"] != "pay" or prize is None:
        return False
    return ("camera" in prize.duties and not prize.film) or request.get("camera", prize.film) != prize.film


def _is_malfunction(request: Request) -> bool:
    return request["do"] == "adjust" and bool(request["reason"] == "malfunction_down")


def evidence_missing(_model: Model, request: Request) -> bool:
    """After a malfunction a meter is put down only with evidence and the figure that it ought to show."""
    return _is_malfunction(request) and not {"evidence", "figure"} <= request.keys()


def figure_differs(model: Model, request: Request) -> bool:
    """The meter less the amount must be the figure that it ought to show."""
    return _is_malfunction(request) and bool(model.meter(request["level"]) != request["figure"] + request["amount"])


def check_required(model: Model, request: Request) -> bool:
    """Prizes above the cash limit are paid by check."""
    prize = _prize(model, request)
    return request["do"] == "pay" and prize is not None and "check" in prize.duties and request["method"] != "check"


def tax_form_required(model: Model, request: Request) -> bool:
    """Prizes above the reporting limit need a tax form."""
    prize = _prize(model, request)
    return request["do"] == "pay" and prize is not None and "tax_form" in prize.duties and "tax_form" not in request


def unknown_reason(_model: Model, request: Request) -> bool:
    """An adjustment gives one of the reasons that the rules know."""
    return request["do"] == "adjust" and request["reason"] not in REASONS


def unknown_level(model: Model, request: Request) -> bool:
    """House Jackpots have no meter to adjust, and gross receipts belong to no level."""
    if request["do"] != "adjust":
        return False
    if request["reason"] == "gross_receipts":
        return "level" in request
    levels = [level.number for level in model.plan_in_force.levels]
    return model.plan_in_force.type == "house" or request.get("level") not in levels


def more_than_there(model: Model, request: Request) -> bool:
    """Nothing takes more out of an account than it may give."""
    if request["do"] == "withdraw":
        amount = request["amount"]
        return bool(amount > model.bank_books_cents or model.bank_cents - amount < model.owed_cents)
    if request["do"] == "pay":
        prize = _prize(model, request)
        assert prize is not None
        by_check = request["method"] == "check"
        return by_check and prize.players_cents > max(0, model.bank_books_cents)
    if request["do"] == "collect":
        return bool(request["amount"] > model.debts[request["award"]].cents)
    return request["do"] == "adjust" and bool(request["amount"] > _most(model, request))


def _most(model: Model, request: Request) -> int:
    """The most that a reason covers."""
    debit, credit = REASONS[request["reason"]]
    bounds = [MOST_CENTS]
    limit = None
    if "level" in request:
        limit = model.plan_in_force.level(request["level"]).limit_cents
    if debit == "meter" and credit == "moved_out":
        bounds.append(model.meter(request["level"]))
    elif debit == "meter":
        seed = model.plan_in_force.level(request["level"]).seed_cents
        bounds.append(max(0, model.meter(request["level"]) - seed))
    if debit == "custody":
        bounds.append(model.cents(f"custody.{request['level']}"))
    if credit == "custody":
        bounds.append(max(0, model.lately.get(request["level"], [0])[0]) // MILLION)
    if debit == "reserve":
        bounds.append(model.cents("reserve"))
    if credit == "overflow":
        bounds.append(max(0, model.meter(request["level"]) - limit) if limit is not None else 0)
    if credit == "meter" and limit is not None:
        bounds.append(limit - model.meter(request["level"]))
    if credit == "seed_recovered":
        level = request["level"]
        bounds.append(-model.cents(f"seed_advanced.{level}") - model.cents(f"seed_recovered.{level}"))
        if debit == "meter":
            bounds.append(model.seeds.get(level, 0))
    return min(bounds)


LETTERS = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
NUMBERED = {"deposit": "deposit", "withdraw": "withdrawal", "collect": "receipt"}


def numbers_of(request: Request) -> list[tuple[str, str]]:
    """What the numbers of a request are of, and the numbers."""
    do = request["do"]
    if do in ("confirm", "correct_film"):
        return [("film", request["camera"])]
    if do == "pay":
        sort = "check" if request["method"] == "check" else "slip"
        found = [(sort, request.get("reference")), ("tax form", request.get("tax_form"))]
        return [(each, number) for each, number in found if number is not None]
    return [(NUMBERED[do], request["reference"])] if do in NUMBERED else []


def _is_fine(number: str) -> bool:
    if not 1 <= len(number) <= 32 or number[0] not in LETTERS or not any(each in "0123456789" for each in number):
        return False
    shape = "".join("9" if each.isdigit() else each for each in number)
    is_tax_id = shape == "99-9999999" or shape.replace(".", "-").replace("/", "-") == "999-99-9999"
    return set(number) <= LETTERS | set("./-") and not is_tax_id


def reference_required(_model: Model, request: Request) -> bool:
    """A check has a number, and so has the slip that is signed for cash."""
    return request["do"] == "pay" and "reference" not in request


def reference_malformed(_model: Model, request: Request) -> bool:
    return any(not _is_fine(number) for _, number in numbers_of(request))


def reference_used(model: Model, request: Request) -> bool:
    """A number is used once; one film may show several awards."""
    used = model.numbers | model.numbers_elsewhere
    return any((sort, number.lower()) in used for sort, number in numbers_of(request) if sort != "film")


def payee_required(_model: Model, request: Request) -> bool:
    return request["do"] == "pay" and "payee" not in request


def unknown_payee(model: Model, request: Request) -> bool:
    """Whoever says who it is need not know a number."""
    payee = request.get("payee")
    return request["do"] == "pay" and not isinstance(payee, dict) and payee not in model.payees


def nothing_to_purge(model: Model, request: Request) -> bool:
    return request["do"] == "purge" and all(until >= model.day for until in model.payees.values())


def keep_numbers(model: Model, request: Request) -> None:
    """What a request has used up."""
    model.numbers |= {(sort, number.lower()) for sort, number in numbers_of(request) if sort != "film"}
    if request["do"] != "pay":
        return
    payee = request["payee"]
    if isinstance(payee, dict):  # kept with the payment, under the next number
        payee = max((model.last_payee, *model.payees)) + 1
        model.payees[payee] = _years_after(model.day, model.plan_in_force.payee_years or 5)
    model.last_payee = max(model.last_payee, payee)


def _years_after(day: str, years: int) -> str:
    year, month, date = day.split("-")
    is_leap_day = (month, date) == ("02", "29") and years % 4 != 0
    return f"{int(year) + years}-{month}-{'28' if is_leap_day else date}"
