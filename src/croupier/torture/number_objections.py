"""The codes about numbers of checks and slips, and about who is paid. One function each, as in ``objections``."""

from __future__ import annotations

from croupier.torture.model import Model, Request

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
