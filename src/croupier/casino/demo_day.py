"""What happens in the demonstration's gambling day, apart from chance: hours, planted hands, incidents and chores.

The hands here are planted: nobody would wait for them. Everything else that the demonstration shows is dealt.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

OPENS: Final = "10:00"
CLOSES: Final = "26:00"
"""Two in the morning, of the same gambling day."""


class Planted(NamedTuple):
    """A hand that the demonstration puts into a seat's packet."""

    time: str
    link: str
    table: str
    seat: int
    cards: str = ""
    read_as: str = ""
    """Instead of cards, the row that a supervisor read."""


PLANTED: Final = (
    Planted("15:26", "sf", "KIS-03", 4, read_as="straight_flush_5"),
    Planted("16:48", "sf", "KIS-01", 2, cards="4c 5c 6c 7c 8c Jd 2h"),
    Planted("17:42", "envy", "KIS-06", 2, cards="4d 5d 6d 7d 8d 9d Kc"),
    Planted("20:30", "house", "KIS-08", 1, cards="5c 6c 7c 8c 9c Tc Qd"),
    Planted("21:14", "sf", "HCF-02", 3, cards="8h 9h Th Jh Qh Kh 2c"),
    Planted("23:08", "envy", "HCF-05", 5, cards="9s Ts Js Qs Ks As 3h"),
)
REJECTED: Final = ("16:48", "sf", "the camera shows four cards to a straight flush, not five")
READ_AGAIN_AS: Final = "straight_flush_4"
"""What two supervisors read on the film instead, once they have rejected the award."""
THIRD_SUPERVISOR: Final = {
    "do": "appoint",
    "by": "sam",
    "second": "robin",
    "person": "ursel",
    "name": "Ursel Supervisor",
    "role": "supervisor",
}
"""Two people read a hand without its cards, and neither approves its award."""


class Chore(NamedTuple):
    """Something that people do at a time: a request, or a word for one that depends on the books."""

    time: str
    link: str
    what: dict[str, Any] | str


CHORES: Final = (
    Chore("14:10", "sf", {"do": "fault", "by": "dana", "reason": "the sensors of HCF-03 do not answer"}),
    Chore("14:26", "sf", {"do": "clear", "by": "sam", "second": "robin", "reason": "cable replaced, sensors tested"}),
    Chore(
        "16:00",
        "envy",
        {
            "do": "adjust",
            "by": "robin",
            "second": "sam",
            "reason": "house_adds",
            "level": 1,
            "amount": 25_000,
            "note": "New Year's promotion",
        },
    ),
    Chore("18:30", "envy", "restart"),
    Chore("26:30", "sf", "deposit"),
    Chore("26:30", "envy", "deposit"),
    Chore("26:30", "house", "deposit"),
    Chore("27:00", "sf", "statement"),
    Chore("27:00", "envy", "statement"),
    Chore("27:00", "house", "statement"),
)

MISDEAL_ONE_IN: Final = 900
SENT_TWICE_ONE_IN: Final = 250
"""A table that hears no answer sends its report again; the books post it once."""
BETS_PERCENT: Final = 60
"""Of the players at a table, this many bet the jackpot in a round."""


def minutes(time: str) -> int:
    """A time of day in minutes; after midnight the gambling day counts on.

    >>> minutes("26:30")
    1590
    """
    hours, _, rest = time.partition(":")
    return int(hours) * 60 + int(rest)
