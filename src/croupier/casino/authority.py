"""Who may let others in: two supervisors of a live book, none of them the person whom it is about.

While no plan of the book is in force nobody has a role yet: its two founders enroll themselves, and let others in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from croupier.errors import CheckFailed
from croupier.jackpot.actors import TOKENS, Actor
from croupier.jackpot.journal import EmptyBook, NoBook
from croupier.jackpot.plan.link_plan import LinkPlan

FOUNDERS: Final = 2
"""How many people are enrolled before the rule of two can hold."""
SUPERVISOR: Final = "supervisor"

Roles = Mapping[str, str]
"""By person their role, on one link."""
Two = tuple[Actor, Actor]


def roles_of(url: str | Path) -> tuple[Roles, ...]:
    """The roles on each link whose plan is in force; nothing where the book is still being made."""
    return tuple({each.id: each.role for each in plan.people} for plan in _plans(url))


def tables_of(url: str | Path) -> frozenset[str]:
    """Every table of a link whose plan is in force."""
    return frozenset(table.id for plan in _plans(url) for table in plan.tables)


def _plans(url: str | Path) -> list[LinkPlan]:
    from croupier.casino.floor import opened
    from croupier.jackpot.book.reading import read_state

    try:
        with opened(str(url)) as store:
            plans = [read_state(store, name).plan for name in store.links()]
    except (NoBook, EmptyBook):
        return []
    return [plan for plan in plans if plan]


def check_authority(
    what: str,
    person: str,
    by: Two | None,
    enrolled: Collection[str],
    links: Sequence[Roles],
    *,
    of_the_book: bool = False,
) -> None:
    """CheckFailed unless these two may change the log-in of this person.

    They are supervisors on every link of that person; ``of_the_book``, as for ending a log-in, on any link.
    """
    if by is None:
        if len(enrolled) >= FOUNDERS:
            raise CheckFailed(f"it takes two enrolled people to {what}", hint="--by NAME --second NAME")
        if links:
            raise CheckFailed(
                "the book is live, so nobody enrolls themselves; fewer than two people have a log-in in its file",
                hint="put the file of log-ins back from its backup (BOOK.logins, or where CROUPIER_LOGINS says)",
            )
        return
    if by[0].person == by[1].person:
        raise CheckFailed(f"it takes two enrolled people to {what}", hint="--by NAME --second NAME")
    if not links:
        return
    if any(each.how in TOKENS for each in by):
        raise CheckFailed(f"it takes two passwords or keys to {what}; a token is only for requests")
    theirs = [] if of_the_book else [roles for roles in links if person in roles]
    for each in by:
        if not any(roles.get(each.person) == SUPERVISOR for roles in links) or any(
            roles.get(each.person) != SUPERVISOR for roles in theirs
        ):
            concerned = theirs or links
            asked = " or ".join(sorted({name for roles in concerned for name in roles if roles[name] == SUPERVISOR}))
            rest = "" if of_the_book else f", or not on every link of {person[:40]}"
            raise CheckFailed(
                f"it takes two supervisors to {what}; {each.person[:40]} is not one{rest}", hint=f"supervisors: {asked}"
            )
    if person in enrolled and person in (by[0].person, by[1].person):
        raise CheckFailed(
            f"{person[:40]} has a log-in, so two other supervisors change it",
            hint="where there are only two, appoint a third and enroll them first",
        )


def check_who_stays(person: str, enrolled: Collection[str], links: Sequence[Roles]) -> None:
    """CheckFailed where too few supervisors could log in once this person is out."""
    for roles in links:
        stay = [each for each in enrolled if each != person and roles.get(each) == SUPERVISOR]
        if roles.get(person) == SUPERVISOR and len(stay) < FOUNDERS:
            raise CheckFailed(
                f"without {person[:40]} fewer than two supervisors of a link could log in",
                hint="enroll another supervisor first",
            )
