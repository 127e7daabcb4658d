"""Who may do what: which role uses which route of the house (the role on the link that the route names), and which two
people change a log-in. While no plan of the book is in force nobody has a role: its two founders enroll themselves."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from croupier.errors import CheckFailed
from croupier.jackpot.actors import TOKENS, Actor

PLAYER, DEALER, SUPERVISOR, OPERATOR = "player", "dealer", "supervisor", "operator"
ACCOUNTING, AUDITOR, DISPLAY, SENSOR, NOBODY = "accounting", "auditor", "display", "sensor", "none"

STAFF: Final = frozenset({DEALER, SUPERVISOR, OPERATOR, ACCOUNTING, AUDITOR})
MOVE_MONEY: Final = frozenset({SUPERVISOR, OPERATOR, ACCOUNTING})  # Roles that sign in with a second factor.
EVERY_ROLE: Final = (PLAYER, DEALER, SUPERVISOR, OPERATOR, ACCOUNTING, AUDITOR, DISPLAY, SENSOR)

ANYONE: Final = frozenset({NOBODY, *EVERY_ROLE})
PIT: Final = frozenset({DEALER, SUPERVISOR})
OFFICE: Final = frozenset({SUPERVISOR, OPERATOR, ACCOUNTING, AUDITOR})

_ROUTES: Final[Sequence[tuple[frozenset[str], str]]] = (
    # The rulebook and its figures
    (ANYONE, "GET /games /games/{game} /paytables/{id} /search /example /example/transcript /quiz /print /sheet"),
    (ANYONE, "GET /edge /edge/mix /edge/pot /edge/tables /strategy /advantage /advantage/sights /cut-card"),
    (ANYONE, "GET /simulate /design"),
    (ANYONE, "POST /settle /look /replay /steps /advise /grade /quiz"),
    # Tables of play chips: a guest is whoever takes a name
    (ANYONE, "GET /session /tables /tables/{id} /tables/{id}/advice /tables/{id}/rounds /tables/{id}/rounds/{number}"),
    (ANYONE, "GET /tables/{id}/rounds/{number}/steps"),
    (ANYONE, "POST /session /tables/{id}/sit /tables/{id}/leave /tables/{id}/bot /tables/{id}/dismiss"),
    (ANYONE, "POST /tables/{id}/wagers /tables/{id}/act"),
    (ANYONE, "LIVE /tables/{id}/live /lobby/live"),
    # Signing in and out: a passkey, or the two halves of an invitation, say who
    (ANYONE, "GET /staff/session"),
    (ANYONE, "POST /staff/session /staff/challenge /staff/invitation /staff/enrollment"),
    (ANYONE, "DELETE /staff/session"),
    # One's own passkeys
    (STAFF, "GET /staff/passkeys"),
    (STAFF, "POST /staff/passkeys /staff/passkeys/challenge"),
    (STAFF, "DELETE /staff/passkeys/{passkey}"),
    # The pit
    (STAFF, "GET /pit/tables /pit/tables/{table} /pit/tables/{table}/awards/{award}"),
    (STAFF, "LIVE /pit/tables/{table}/live"),
    (PIT, "PUT /pit/tables/{table}/lamps"),
    (PIT, "POST /pit/tables/{table}/lamps /pit/tables/{table}/lock /pit/tables/{table}/report"),
    (PIT, "POST /pit/tables/{table}/grade"),
    (frozenset({DEALER, SUPERVISOR, OPERATOR, ACCOUNTING}), "POST /pit/tables/{table}/alerts"),
    # What a table posts: for its own screen, and for the staff of its link
    (STAFF | {DISPLAY}, "GET /displays /displays/{table}"),
    (STAFF | {DISPLAY}, "LIVE /displays/{table}/live"),
    # The office: it only reads; changes go to the books
    (OFFICE, "GET /office /office/links/{link}/journal /office/links/{link}/journal/{entry}"),
    (OFFICE, "GET /office/links/{link}/history /office/links/{link}/days /office/links/{link}/bank"),
    (OFFICE, "GET /office/links/{link}/report /office/links/{link}/awards/{award}"),
    (OFFICE, "POST /office/audit"),
    (STAFF, "GET /office/runbooks"),
    (frozenset({SUPERVISOR, OPERATOR, AUDITOR}), "GET /office/access /devices"),
    # Requests to the books: which of them, the books decide
    (frozenset({DEALER, SUPERVISOR, ACCOUNTING}), "POST /links/{link}/requests"),
    # Displays and sensors: a sensor reports for its own table, and the secret of a device says which one it is
    (frozenset({SENSOR}), "POST /sensor"),
    (ANYONE, "POST /pairing /pairing/token"),
    (frozenset({OPERATOR, SUPERVISOR}), "POST /devices"),
    (frozenset({OPERATOR, SUPERVISOR}), "DELETE /devices/{device}"),
    # People
    (OFFICE, "GET /staff/people"),
    (frozenset({SUPERVISOR}), "POST /staff/people/{person}/invitation /staff/people/{person}/half"),
    (frozenset({SUPERVISOR}), "POST /staff/people/{person}/confirmation /staff/people/{person}/unlocking"),
    (frozenset({SUPERVISOR}), "POST /staff/people/{person}/leaving /staff/people/{person}/role"),
)
ROUTES: Final[Mapping[str, frozenset[str]]] = {
    f"{method} {path}": roles for roles, row in _ROUTES for method, *paths in [row.split()] for path in paths
}
"""By method and path within the API; LIVE is a live connection."""

OPEN_IN_A_DEMONSTRATION: Final = frozenset({"GET /displays", "GET /displays/{table}", "LIVE /displays/{table}/live"})
"""Where the book is a demonstration, anybody may look at what its tables post."""


def needs_code(roles: Mapping[str, str]) -> bool:
    """Whether somebody with these roles, by link, signs in with a second factor."""
    return any(role in MOVE_MONEY for role in roles.values())


FOUNDERS: Final = 2  # How many people are enrolled before the rule of two can hold.

Roles = Mapping[str, str]  # By person their role, on one link.
Two = tuple[Actor, Actor]


def check_authority(what: str, person: str, by: Two | None, enrolled: Collection[str], links: Sequence[Roles]) -> None:
    """CheckFailed unless these two supervise every link of this person; where that person is on none, any."""
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
