"""Whom prizes are paid to: their records are made before a payment names them, and purged when their time is over."""

from __future__ import annotations

from uuid import uuid4

from croupier.casino.floor import open_book
from croupier.errors import BadInput, CheckFailed
from croupier.jackpot.actors import Actor
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.reading import live_plan, read_state
from croupier.jackpot.journal import Store
from croupier.jackpot.personal import YEARS_KEPT, PersonalRecord, make_record, years_after
from croupier.jackpot.requests import KINDS

MOST_YEARS = 50


def keep_payee(
    store: Store, link: str, by: Actor, *, name: str, address: str, identified: str, years: int = YEARS_KEPT
) -> PersonalRecord:
    """Keep whom a prize is paid to; who may pay may do it. The number is what the payment names."""
    state = read_state(store, link)
    role = live_plan(state).role(by.person)
    if role not in KINDS["pay"].roles:
        raise CheckFailed(
            f"{by.person[:40]} is {role or 'nobody'} on link {link}",
            hint=f"whoever may pay: {' or '.join(sorted(KINDS['pay'].roles))}",
        )
    if not 1 <= years <= MOST_YEARS:
        raise BadInput(f"{years} years is not from 1 to {MOST_YEARS}", hint="as in --years 5")
    number = max([state.last_payee, *(each.no for each in store.personal(link))]) + 1
    record = make_record(link, number, name, address, identified, years_after(state.day, years), uuid4().hex)
    store.keep_personal(record)
    return record


def purge(store: Store, link: str, by: Actor, second: Actor, reason: str) -> Reply:
    """Forget the records of a link that need no longer be kept, by two people, with an entry."""
    with open_book(store, link) as book:
        return book.post({"id": f"purge:{uuid4()}", "do": "purge", "reason": reason}, by, second)
