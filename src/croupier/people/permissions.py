"""Who may do what: which role uses which route of the house, and which two people change a log-in.

The house does not open if a route is missing from the table. The books decide what a request may do
(``jackpot/requests.py``); the table decides who may send one. Where a route names a table or a link, the role that
counts is the one on that link. Log-ins are changed by two supervisors of a live book, none of them the person whom it
is about; while no plan of the book is in force nobody has a role yet: its two founders enroll themselves, and let
others in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from croupier.errors import CheckFailed
from croupier.jackpot.actors import TOKENS, Actor

PLAYER, DEALER, SUPERVISOR, OPERATOR = "player", "dealer", "supervisor", "operator"
ACCOUNTING, AUDITOR, DISPLAY, SENSOR, NOBODY = "accounting", "auditor", "display", "sensor", "none"

STAFF: Final = frozenset({DEALER, SUPERVISOR, OPERATOR, ACCOUNTING, AUDITOR})
MOVE_MONEY: Final = frozenset({SUPERVISOR, OPERATOR, ACCOUNTING})
"""Roles that sign in with a second factor."""
EVERY_ROLE: Final = (PLAYER, DEALER, SUPERVISOR, OPERATOR, ACCOUNTING, AUDITOR, DISPLAY, SENSOR)

ANYONE: Final = frozenset({NOBODY, *EVERY_ROLE})
PIT: Final = frozenset({DEALER, SUPERVISOR})
LOOK: Final = STAFF
OFFICE: Final = frozenset({SUPERVISOR, OPERATOR, ACCOUNTING, AUDITOR})

ROUTES: Final[Mapping[str, frozenset[str]]] = {
    # The rulebook, and tables of play chips: a guest is whoever takes a name
    "GET /games": ANYONE,
    "GET /games/{game}": ANYONE,
    "GET /paytables/{id}": ANYONE,
    "GET /search": ANYONE,
    "POST /settle": ANYONE,
    "GET /example": ANYONE,
    "POST /look": ANYONE,
    "POST /replay": ANYONE,
    "POST /steps": ANYONE,
    "GET /example/transcript": ANYONE,
    "GET /advantage": ANYONE,
    "GET /advantage/sights": ANYONE,
    "GET /cut-card": ANYONE,
    "GET /edge": ANYONE,
    "GET /edge/mix": ANYONE,
    "GET /edge/pot": ANYONE,
    "GET /edge/tables": ANYONE,
    "GET /strategy": ANYONE,
    "POST /advise": ANYONE,
    "GET /sheet": ANYONE,
    "GET /simulate": ANYONE,
    "GET /print": ANYONE,
    "GET /design": ANYONE,
    "POST /grade": ANYONE,
    "GET /quiz": ANYONE,
    "POST /quiz": ANYONE,
    "GET /session": ANYONE,
    "POST /session": ANYONE,
    "GET /tables": ANYONE,
    "GET /tables/{id}": ANYONE,
    "POST /tables/{id}/sit": ANYONE,
    "POST /tables/{id}/leave": ANYONE,
    "POST /tables/{id}/bot": ANYONE,
    "POST /tables/{id}/dismiss": ANYONE,
    "POST /tables/{id}/wagers": ANYONE,
    "POST /tables/{id}/act": ANYONE,
    "GET /tables/{id}/advice": ANYONE,
    "GET /tables/{id}/rounds": ANYONE,
    "GET /tables/{id}/rounds/{number}": ANYONE,
    "GET /tables/{id}/rounds/{number}/steps": ANYONE,
    "LIVE /tables/{id}/live": ANYONE,
    "LIVE /lobby/live": ANYONE,
    # Signing in and out
    "GET /staff/session": ANYONE,
    "POST /staff/session": ANYONE,
    "DELETE /staff/session": ANYONE,
    "POST /staff/challenge": ANYONE,  # for a passkey, which says who
    "POST /staff/invitation": ANYONE,  # the two halves say who
    "POST /staff/enrollment": ANYONE,
    # One's own passkeys
    "GET /staff/passkeys": STAFF,
    "POST /staff/passkeys/challenge": STAFF,
    "POST /staff/passkeys": STAFF,
    "DELETE /staff/passkeys/{passkey}": STAFF,
    # The pit
    "GET /pit/tables": LOOK,
    "GET /pit/tables/{table}": LOOK,
    "LIVE /pit/tables/{table}/live": LOOK,
    "PUT /pit/tables/{table}/lamps": PIT,
    "POST /pit/tables/{table}/lamps": PIT,
    "POST /pit/tables/{table}/lock": PIT,
    "POST /pit/tables/{table}/report": PIT,
    "POST /pit/tables/{table}/grade": PIT,
    "POST /pit/tables/{table}/alerts": frozenset({DEALER, SUPERVISOR, OPERATOR, ACCOUNTING}),
    "GET /pit/tables/{table}/awards/{award}": LOOK,
    # What a table posts: for its own screen, and for the staff of its link
    "GET /displays": STAFF | {DISPLAY},
    "GET /displays/{table}": STAFF | {DISPLAY},
    "LIVE /displays/{table}/live": STAFF | {DISPLAY},
    # The office: it only reads; changes go to the books
    "GET /office": OFFICE,
    "GET /office/runbooks": LOOK,
    "GET /office/access": frozenset({SUPERVISOR, OPERATOR, AUDITOR}),
    "POST /office/audit": OFFICE,
    "GET /office/links/{link}/journal": OFFICE,
    "GET /office/links/{link}/journal/{entry}": OFFICE,
    "GET /office/links/{link}/history": OFFICE,
    "GET /office/links/{link}/days": OFFICE,
    "GET /office/links/{link}/bank": OFFICE,
    "GET /office/links/{link}/report": OFFICE,
    "GET /office/links/{link}/awards/{award}": OFFICE,
    # Requests to the books: which of them, the books decide
    "POST /links/{link}/requests": frozenset({DEALER, SUPERVISOR, ACCOUNTING}),
    # A sensor reports for its own table
    "POST /sensor": frozenset({SENSOR}),
    # Pairing
    "POST /pairing": ANYONE,
    "POST /pairing/token": ANYONE,  # the secret of the device says which
    "GET /devices": frozenset({OPERATOR, SUPERVISOR, AUDITOR}),
    "POST /devices": frozenset({OPERATOR, SUPERVISOR}),
    "DELETE /devices/{device}": frozenset({OPERATOR, SUPERVISOR}),
    # People
    "GET /staff/people": OFFICE,
    "POST /staff/people/{person}/invitation": frozenset({SUPERVISOR}),
    "POST /staff/people/{person}/half": frozenset({SUPERVISOR}),
    "POST /staff/people/{person}/confirmation": frozenset({SUPERVISOR}),
    "POST /staff/people/{person}/unlocking": frozenset({SUPERVISOR}),
    "POST /staff/people/{person}/leaving": frozenset({SUPERVISOR}),
    "POST /staff/people/{person}/role": frozenset({SUPERVISOR}),
}
"""By method and path within the API; LIVE is a live connection."""

OPEN_IN_A_DEMONSTRATION: Final = frozenset({"GET /displays", "GET /displays/{table}", "LIVE /displays/{table}/live"})
"""Where the book is a demonstration, anybody may look at what its tables post."""


def needs_code(roles: Mapping[str, str]) -> bool:
    """Whether somebody with these roles, by link, signs in with a second factor."""
    return any(role in MOVE_MONEY for role in roles.values())


FOUNDERS: Final = 2
"""How many people are enrolled before the rule of two can hold."""

Roles = Mapping[str, str]
"""By person their role, on one link."""
Two = tuple[Actor, Actor]


def check_authority(
    what: str,
    person: str,
    by: Two | None,
    enrolled: Collection[str],
    links: Sequence[Roles],
) -> None:
    """CheckFailed unless these two may change the log-in of this person.

    They are supervisors on every link of that person; where that person is on none, on any link.
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
    if any(actor.how in TOKENS for actor in by):
        raise CheckFailed(f"it takes two passwords or keys to {what}; a token is only for requests")
    theirs = [roles for roles in links if person in roles]
    for actor in by:
        if not any(roles.get(actor.person) == SUPERVISOR for roles in links) or any(
            roles.get(actor.person) != SUPERVISOR for roles in theirs
        ):
            concerned = theirs or links
            asked = " or ".join(sorted({name for roles in concerned for name in roles if roles[name] == SUPERVISOR}))
            raise CheckFailed(
                f"it takes two supervisors to {what}; {actor.person[:40]} is not one, or not on every link of "
                f"{person[:40]}",
                hint=f"supervisors: {asked}",
            )
    if person in enrolled and person in (by[0].person, by[1].person):
        raise CheckFailed(
            f"{person[:40]} has a log-in, so two other supervisors change it",
            hint="where there are only two, appoint a third and enroll them first",
        )


def check_who_stays(person: str, enrolled: Collection[str], links: Sequence[Roles]) -> None:
    """CheckFailed where too few supervisors could log in once this person is out."""
    for roles in links:
        stay = [name for name in enrolled if name != person and roles.get(name) == SUPERVISOR]
        if roles.get(person) == SUPERVISOR and len(stay) < FOUNDERS:
            raise CheckFailed(
                f"without {person[:40]} fewer than two supervisors of a link could log in",
                hint="enroll another supervisor first",
            )
