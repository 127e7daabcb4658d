"""A casino to try out: fourteen tables, three jackpots in play chips, people who can sign in. It is made from scratch
each time, in its own folder, which its maker removes. No real money is involved.
"""

from __future__ import annotations

import datetime
import os
import zoneinfo
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from croupier import catalogue
from croupier.cards.shuffle import SystemSource
from croupier.casino.floor import logins_of, open_book, opened, wall_clock
from croupier.casino.proofs import SAMPLE
from croupier.errors import BadInput
from croupier.jackpot.actors import Actor
from croupier.jackpot.book.book import Clock
from croupier.jackpot.journal import Store
from croupier.jackpot.money.bank import required_cents
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import LinkPlan, People, Person, plan_hash, plan_to_json
from croupier.people.logins import Logins

LEFT_ALONE: Final = frozenset({"KIS-01"})
"""The visitor's own table: nobody else deals there."""
_MORE_PEOPLE: Final = (Person("olga", "Olga Operator", "operator"), Person("anton", "Anton Auditor", "auditor"))
_WITHOUT_A_FACTOR: Final = ("dealer", "auditor")
_ELSEWHERE: Final = ("CROUPIER_LOGINS", "CROUPIER_ACCESS_LOG", "CROUPIER_KEY", "CROUPIER_ANCHORS")
_ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"


class Visitor(NamedTuple):
    """A person a visitor can sign in as. The password and the key are made only for this demonstration."""

    id: str
    name: str
    role: str
    password: str
    key: str
    """The key of the second factor, for an authenticator app; empty for roles that move no money."""


class Seeded(NamedTuple):
    """A demonstration that is ready to be opened."""

    book: str
    people: tuple[Visitor, ...]


def demo_plans(now: datetime.datetime | None = None) -> dict[str, LinkPlan]:
    """The sample's jackpots in play chips, from today on, with people of every role."""
    text = SAMPLE.read_text(encoding="utf-8").replace('currency = "USD"', 'currency = "chips"')
    casino = read_plan(text, catalogue.book(), "demonstration")
    zone = zoneinfo.ZoneInfo(casino.time_zone)
    hour, minute = map(int, casino.day_begins.split(":"))
    day = (
        (now or datetime.datetime.now(zone)).astimezone(zone) - datetime.timedelta(hours=hour, minutes=minute)
    ).date()
    return {
        name: replace(
            link,
            casino="Croupier, a demonstration",
            people=(*link.people, *_MORE_PEOPLE),
            first_day=day.isoformat(),
            notice=link.notice.replace("$", ""),
        )
        for name, link in casino.links.items()
    }


def seed(folder: Path) -> Seeded:
    """Make the book, let its people in, bring the plans into force and put the seeds into the bank."""
    named = [each for each in _ELSEWHERE if os.environ.get(each)]
    if named:
        raise BadInput(
            f"{named[0]} is set: a demonstration would write into the files of a real book", hint=f"unset {named[0]}"
        )
    url = str(folder / "demonstration.db")
    plans = demo_plans()
    people = next(iter(plans.values())).people
    visitors = let_in(logins_of(url), people)
    with opened(url, create=True, write=True) as store:
        for plan in plans.values():
            go_live(store, plan)
    return Seeded(url, visitors)


def go_live(store: Store, plan: LinkPlan, clock: Clock = wall_clock) -> None:
    """Two people bring the plan of a new link into force, and a third puts its seeds into the bank."""

    def ask(do: str, by: str, **fields: Any) -> None:
        reply = book.post({"id": f"demonstration:{do}", "do": do, **fields}, Actor(by, "demonstration"))
        if reply.code != "ok":
            raise BadInput(f"the demonstration's {do} of {plan.id} is answered {reply.code}: {reply.detail}")

    with open_book(store, plan.id, clock) as book:
        ask("propose", "sam", plan=plan_to_json(plan))
        ask("accept", "robin", plan=plan_hash(plan))
        assert book.state.plan is not None
        ask("deposit", "alex", amount=required_cents(book.state, book.state.plan), reference=f"SEED-{plan.id}-1"[:32])


def let_in(logins: Logins, people: People) -> tuple[Visitor, ...]:
    """Give everybody a password, and a second factor if their role requires one."""
    founders = [each.id for each in people if each.role == "supervisor"][:2]
    two = (Actor(founders[0], "demonstration"), Actor(founders[1], "demonstration"))
    passwords = {each.id: _password() for each in people}
    for each in sorted(people, key=lambda each: each.id not in founders):
        logins.enroll(each.id, passwords[each.id], None if each.id in founders else two)
    return tuple(
        Visitor(
            each.id,
            each.name,
            each.role,
            passwords[each.id],
            "" if each.role in _WITHOUT_A_FACTOR else logins.add_second_factor(each.id, two),
        )
        for each in people
    )


def _password() -> str:
    source = SystemSource()
    letters = [_ALPHABET[source.below(len(_ALPHABET))] for _ in range(16)]
    return "-".join("".join(letters[place : place + 4]) for place in range(0, 16, 4))
