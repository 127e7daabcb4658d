"""Every kind of request as a typed record, as the books look at it: well-formed, with the people who make it.

``requests.KINDS`` says which fields a client may send and checks them; a test compares the two.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class ReadHand(TypedDict):
    """A hand that a supervisor read, since the cards do not show it."""

    event: str


Hands = dict[str, str | ReadHand]
"""By seat, the cards or the row."""
Amount = int
"""Cents; what else a client may have sent is refused before it is counted."""


class Common(TypedDict):
    """The fields that all of them have."""

    id: str
    do: str
    by: str
    second: NotRequired[str]
    ask: NotRequired[int]


class Propose(Common):
    plan: dict[str, object]


class Accept(Common):
    plan: str


class Reasoned(Common):
    """A request that says why, and nothing else."""

    reason: str


class Wager(Common):
    table: str
    round: int
    seats: list[int]
    amount: NotRequired[Amount]
    day: NotRequired[str]


class AboutRound(Common):
    table: str
    round: int


class Result(AboutRound):
    hands: Hands
    dealer: NotRequired[str]


class Void(AboutRound):
    reason: str


class AboutAward(Common):
    award: int


class Reject(AboutAward):
    reason: str


class WriteOff(AboutAward):
    reason: str


class Correct(AboutRound):
    hands: Hands
    reason: str
    dealer: NotRequired[str]
    entry: NotRequired[int]


class Collect(AboutAward):
    amount: Amount
    reference: str


class Pay(AboutAward):
    method: str
    reference: NotRequired[str]
    tax_form: NotRequired[str]
    camera: NotRequired[str]
    payee: NotRequired[int]


class Confirm(AboutAward):
    camera: str


class CorrectFilm(AboutAward):
    camera: str
    reason: str


class Adjust(Common):
    reason: str
    amount: Amount
    note: str
    level: NotRequired[int]
    evidence: NotRequired[str]
    figure: NotRequired[int]


class OfBank(Common):
    amount: Amount
    reference: str


class Referring(Common):
    """A request that refers to a paper, and says nothing else."""

    reference: str


class Fault(Common):
    reason: str
    table: NotRequired[str]


class Appoint(Common):
    person: str
    name: str
    role: str


class Dismiss(Common):
    person: str
    reason: str


class CloseDay(Common):
    day: str


class Grant(Common):
    """The number of what waits is in ``ask``."""


class Decline(Common):
    reason: str


class NewKey(Common):
    key: str
    signature: str


class NewChain(Common):
    head: str
    reason: str


RECORDS: dict[str, type] = {
    "propose": Propose,
    "accept": Accept,
    "withdraw_proposal": Reasoned,
    "reset": Reasoned,
    "wager": Wager,
    "lock": AboutRound,
    "result": Result,
    "void": Void,
    "approve": AboutAward,
    "reject": Reject,
    "correct": Correct,
    "collect": Collect,
    "write_off": WriteOff,
    "pay": Pay,
    "confirm": Confirm,
    "correct_film": CorrectFilm,
    "purge": Reasoned,
    "adjust": Adjust,
    "deposit": OfBank,
    "withdraw": OfBank,
    "statement": OfBank,
    "seize": Referring,
    "release": Referring,
    "fault": Fault,
    "clear": Fault,
    "appoint": Appoint,
    "dismiss": Dismiss,
    "end": Reasoned,
    "close_day": CloseDay,
    "grant": Grant,
    "decline": Decline,
    "new_key": NewKey,
    "new_chain": NewChain,
}
"""By kind, the record that the books look at."""
