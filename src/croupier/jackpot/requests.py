"""What may be asked of a link: every kind of request, its fields and who may ask for it.

A request is a JSON object with ``id`` (the client's own), ``do`` (the kind) and the fields of its kind. Amounts are
whole cents. Who asks is not part of it; the caller says so with an ``Actor``. Anything else is looked at by ``Link``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", re.ASCII)
_INTS = frozenset({int})
_SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)

LARGEST_ROUND = 10**12

FURTHEST_ROUND = 100_000
"""How far beyond a table's last round the next may be: further is a typing error that would block the table."""

MOST_CENTS = 10**11
"""A billion dollars in one request: far above any jackpot."""

MOST_HELD = 2**62
"""What requests may bring an account to on either side, in millionths of a cent: 46 billion dollars.

It is half of what 64 bits hold: wagers, which are not held to it, always find room.
"""


class Field(NamedTuple):
    """One field of a request.

    Not an entry of ``rulebook.entries``: that raises an error with a hint for the author of a file, while a request is
    answered with a few words that the journal keeps. This check runs for every wager, and takes half the time.
    """

    fits: Callable[[Any], bool]
    needed: bool = True


class Kind(NamedTuple):
    """One kind of request."""

    what: str
    fields: dict[str, Field]
    roles: frozenset[str]
    by_two: bool = False
    """Whether a second person, a supervisor, must stand behind it."""


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()


def _is_text(value: Any) -> bool:
    """One line that every screen, file and database can show: no control characters, no lone surrogates."""
    return isinstance(value, str) and len(value.strip()) > 0 and len(value) <= 500 and value.isprintable()


def _is_round(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST_ROUND


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST_ROUND


def _is_cents(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_CENTS


def _is_seats(value: Any) -> bool:
    return type(value) is list and 0 < len(value) <= 99 and _INTS.issuperset(map(type, value))


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and _DAY.fullmatch(value) is not None


def _is_hands(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(seat, str)
        and _SEAT.fullmatch(seat) is not None
        and (_is_text(hand) or (isinstance(hand, dict) and _is_read(hand)))
        for seat, hand in value.items()
    )


def _is_read(hand: dict[Any, Any]) -> bool:
    return set(hand) == {"event"} and _is_name(hand["event"])


def _is_anything(_value: Any) -> bool:
    return True


_NAME, _TEXT, _ROUND, _NUMBER = Field(_is_name), Field(_is_text), Field(_is_round), Field(_is_number)
_AMOUNT = Field(_is_anything)
"""Of any type: what is wrong with an amount has codes of its own."""
_METHODS = Field(lambda value: value in ("cash", "check"))
_PLAN = Field(lambda value: isinstance(value, dict))

_TABLE = frozenset({"dealer", "supervisor"})
_BACK = frozenset({"accounting", "supervisor"})
_SUPERVISOR = frozenset({"supervisor"})
_ALL = frozenset({"dealer", "accounting", "supervisor"})
ROLES = _ALL | {"operator", "auditor"}
"""What somebody may be on a link; the last two look after devices and log-ins, or read, and move nothing."""

KINDS = {
    "propose": Kind("put a plan forward", {"plan": _PLAN}, _SUPERVISOR),
    "accept": Kind("approve a proposed plan, as the second person", {"plan": _NAME}, _SUPERVISOR),
    "withdraw_proposal": Kind("take a proposed plan back", {"reason": _TEXT}, _SUPERVISOR),
    "reset": Kind("a full reset: an accepted plan takes effect now", {"reason": _TEXT}, _SUPERVISOR, by_two=True),
    "wager": Kind(
        "the sensors of a table: who wagers in a round",
        {
            "table": _NAME,
            "round": _ROUND,
            "seats": Field(_is_seats),
            "amount": Field(_is_anything, needed=False),
            "day": Field(_is_day, needed=False),
        },
        _TABLE,
    ),
    "lock": Kind("close the wagers of a round", {"table": _NAME, "round": _ROUND}, _TABLE),
    "result": Kind(
        "the hands of a round: cards, or the row that a supervisor read",
        {"table": _NAME, "round": _ROUND, "hands": Field(_is_hands), "dealer": Field(_is_text, needed=False)},
        _TABLE,
    ),
    "void": Kind("take a round's wagers back", {"table": _NAME, "round": _ROUND, "reason": _TEXT}, _TABLE, by_two=True),
    "approve": Kind("approve a pending award", {"award": _NUMBER}, _SUPERVISOR),
    "reject": Kind(
        "void a pending award: its hand won nothing", {"award": _NUMBER, "reason": _TEXT}, _SUPERVISOR, by_two=True
    ),
    "correct": Kind(
        "say what the hands of a settled round really were",
        {
            "table": _NAME,
            "round": _ROUND,
            "hands": Field(_is_hands),
            "reason": _TEXT,
            "dealer": Field(_is_text, needed=False),
            "entry": Field(_is_number, needed=False),
        },
        _SUPERVISOR,
        by_two=True,
    ),
    "collect": Kind(
        "money back after an award was paid by mistake",
        {"award": _NUMBER, "amount": _AMOUNT, "reference": _TEXT},
        _BACK,
    ),
    "write_off": Kind(
        "give up what was paid by mistake: the house bears it",
        {"award": _NUMBER, "reason": _TEXT},
        _SUPERVISOR,
        by_two=True,
    ),
    "pay": Kind(
        "pay an award",
        {
            "award": _NUMBER,
            "method": _METHODS,
            "reference": Field(_is_text, needed=False),
            "tax_form": Field(_is_text, needed=False),
            "camera": Field(_is_text, needed=False),
            "payee": Field(_is_number, needed=False),
        },
        _BACK,
    ),
    "confirm": Kind(
        "confirm the camera's record of an award, having looked at it",
        {"award": _NUMBER, "camera": _TEXT},
        _SUPERVISOR,
    ),
    "correct_film": Kind(
        "name another film of an award, before it is paid: its number was mistyped",
        {"award": _NUMBER, "camera": _TEXT, "reason": _TEXT},
        _SUPERVISOR,
        by_two=True,
    ),
    "purge": Kind("forget personal records that need no longer be kept", {"reason": _TEXT}, _SUPERVISOR, by_two=True),
    "adjust": Kind(
        "correct the books, for a listed reason",
        {
            "reason": _NAME,
            "amount": _AMOUNT,
            "note": _TEXT,
            "level": Field(_is_number, needed=False),
            "evidence": Field(_is_text, needed=False),
            "figure": Field(_is_cents, needed=False),
        },
        _SUPERVISOR,
        by_two=True,
    ),
    "deposit": Kind("money into the jackpot's bank account", {"amount": _AMOUNT, "reference": _TEXT}, _BACK),
    "withdraw": Kind(
        "money no longer needed out of the bank", {"amount": _AMOUNT, "reference": _TEXT}, _BACK, by_two=True
    ),
    "statement": Kind("what the bank says it holds", {"amount": _AMOUNT, "reference": _TEXT}, _BACK),
    "seize": Kind("authorities have seized the funds", {"reference": _TEXT}, _BACK),
    "release": Kind("the seized funds are back", {"reference": _TEXT}, _SUPERVISOR),
    "fault": Kind(
        "the controller, or one table or its sensor, is at fault or is stopped",
        {"reason": _TEXT, "table": Field(_is_name, needed=False)},
        _ALL,
    ),
    "clear": Kind(
        "the faults of the controller, or of one table, are mended",
        {"reason": _TEXT, "table": Field(_is_name, needed=False)},
        _SUPERVISOR,
        by_two=True,
    ),
    "appoint": Kind(
        "somebody joins, or has another role from now on",
        {"person": _NAME, "name": _TEXT, "role": Field(lambda value: isinstance(value, str) and value in ROLES)},
        _SUPERVISOR,
        by_two=True,
    ),
    "dismiss": Kind("somebody leaves", {"person": _NAME, "reason": _TEXT}, _SUPERVISOR, by_two=True),
    "end": Kind(
        "end the link: play stops, and its money is awarded, moved to another jackpot or held",
        {"reason": _TEXT},
        _SUPERVISOR,
        by_two=True,
    ),
    "close_day": Kind("close the gambling day", {"day": Field(_is_day)}, _BACK),
    "grant": Kind("approve a request, as its second person", {"ask": _NUMBER}, _SUPERVISOR),
    "decline": Kind(
        "refuse a request that is waiting for a second person, or take back one's own",
        {"ask": _NUMBER, "reason": _TEXT},
        _ALL,
    ),
    "new_key": Kind(
        "announce the key that signs the checkpoints from now on, in the name of the one before",
        {"key": _TEXT, "signature": _TEXT},
        _SUPERVISOR,
        by_two=True,
    ),
    "new_chain": Kind(
        "go on with a restored book, or without its key: a new chain that cites the head that was lost",
        {"head": _NAME, "reason": _TEXT},
        _SUPERVISOR,
        by_two=True,
    ),
}


_BY_TWO = frozenset(name for name, kind in KINDS.items() if kind.by_two)
_SHAPES = {
    do: tuple(
        tuple((name, field.fits) for name, field in kind.fields.items() if field.needed is needed)
        for needed in (True, False)
    )
    for do, kind in KINDS.items()
}
"""By kind, the fields that are needed and those that are not, with what fits them: every wager is looked at."""


def needs_second(request: Mapping[str, Any]) -> bool:
    """Whether a well-formed request needs a second person; a hand that was read without cards does."""
    do = request["do"]
    if do == "result":
        hands = request["hands"]
        return bool(hands) and any(isinstance(hand, dict) for hand in hands.values())
    return do in _BY_TWO


def malformed(request: Any) -> str | None:
    """What keeps a request from being understood; None if nothing does."""
    if not isinstance(request, dict):
        return "a request is a JSON object"
    id, do = request.get("id"), request.get("do")
    if type(id) is not str or not _ID.fullmatch(id):
        return "id: 1 to 64 letters, digits or ._:-"
    shape = _SHAPES.get(do) if type(do) is str else None
    if shape is None:
        return f"do: one of {', '.join(KINDS)}"
    needed, optional = shape
    for name, fits in needed:
        if name not in request:
            return f"{name}: missing"
        if not fits(request[name]):
            return f"{name}: not understood"
    if len(request) == 2 + len(needed):
        return None
    for name, fits in optional:
        if name in request and not fits(request[name]):
            return f"{name}: not understood"
    fields = KINDS[str(do)].fields
    strange = [name for name in request if name not in fields and name not in ("id", "do")]
    return f"{str(strange[0])[:40]}: not a field of {do}" if strange else None
