"""The one table of who may use which route. The house does not open if a route is missing from it. The books decide
what a request may do (``jackpot/requests.py``); this table decides who may send one. Where a route names a table or a
link, the role that counts is the one on that link.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PLAYER, DEALER, SUPERVISOR, OPERATOR = "player", "dealer", "supervisor", "operator"
ACCOUNTING, AUDITOR, DISPLAY, SENSOR, NOBODY = "accounting", "auditor", "display", "sensor", "none"

STAFF: Final = frozenset({DEALER, SUPERVISOR, OPERATOR, ACCOUNTING, AUDITOR})
MOVE_MONEY: Final = frozenset({SUPERVISOR, OPERATOR, ACCOUNTING})
"""Roles that sign in with a second factor."""
DEVICES: Final = frozenset({DISPLAY, SENSOR})
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
    "GET /placard": ANYONE,
    "POST /settle": ANYONE,
    "GET /example": ANYONE,
    "POST /look": ANYONE,
    "POST /replay": ANYONE,
    "GET /edge": ANYONE,
    "GET /strategy": ANYONE,
    "POST /advise": ANYONE,
    "GET /sheet": ANYONE,
    "GET /design": ANYONE,
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
