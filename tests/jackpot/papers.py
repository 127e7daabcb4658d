"""What a payment or a deposit needs beside what a test is about: a number of its own, a payee, a film that was seen."""

from __future__ import annotations

from typing import Any

from croupier.casino.scripted import scripted
from croupier.jackpot.actors import make_record
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.kinds.numbers import is_number, key_of


def payee(book: JackpotBook, number: int = 1) -> int:
    """Somebody who was paid, and whose record is kept."""
    store, link = book.store, book.state.link
    if number not in [each.no for each in store.personal(link)]:
        store.keep_personal(make_record(link, number, f"Winner {number}", "", "passport", "2099-12-31", "salt"))
    return number


def with_papers(book: JackpotBook, request: dict[str, Any]) -> dict[str, Any]:
    """The request with whatever it lacks; a number that somebody typed is kept as far as it can be."""
    do = request.get("do")
    if do not in ("deposit", "withdraw", "collect", "pay") or book.state.plan is None:
        return request
    made = dict(request)
    if do == "pay":
        if made.get("method") == "cash":
            made.setdefault("reference", "slip")
        made.setdefault("payee", payee(book))
        _look_at_film(book, made)
    if made.get("method", "cash") in ("cash", "check"):
        for field, space in _spaces(made).items():
            if isinstance(made.get(field), str):
                made[field] = _fitting(book, space, made[field])
    return made


def _spaces(request: dict[str, Any]) -> dict[str, str]:
    """By field that carries a number, what the number is of."""
    if request["do"] == "pay":
        found = {"reference": "check" if request.get("method") == "check" else "slip", "tax_form": "tax form"}
        return {field: space for field, space in found.items() if field in request}
    return {"reference": {"deposit": "deposit", "withdraw": "withdrawal", "collect": "receipt"}[request["do"]]}


def _fitting(book: JackpotBook, space: str, text: str) -> str:
    text = "-".join(text.replace(".", " ").split())[:20]
    key = key_of(space, text)
    if not is_number(text) or key in book.state.references:
        return f"{text}-{len(book.state.references) + 1}"
    if not book.stopped and book.store.number_used(key):
        return f"{text}-{book.state.link}"[:32]
    return text


def _look_at_film(book: JackpotBook, made: dict[str, Any]) -> None:
    """Somebody other than the reporter confirms the film that the payment names."""
    film, award = made.pop("camera", None), book.state.awards.get(str(made.get("award")))
    if film is None or award is None or award.camera or book.stopped or book.state.plan is None:
        return
    people = [each.id for each in book.state.plan.people if each.role == "supervisor"]
    by = next(each for each in people if each not in award.reported)
    asked = {"id": f"film:{book.state.seq}", "do": "confirm", "by": by, "award": award.no}
    reply = book.post_all([scripted({**asked, "camera": film.replace(" ", "-")})])[0]
    assert reply.code == "ok", reply
