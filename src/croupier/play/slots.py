"""Where cards lie: a slot belongs to a seat, to the dealer, or to nobody, and is one of the places that they have.

A place that is nobody's has a name of the game's own ("flop", "banker").

A slot is its own text, as round files and transcripts write it (``seat 2 draw``, ``dealer up``), and also knows whose
it is. ``Slot.parse`` reads the text back.
"""

from __future__ import annotations

import re
from typing import Final

DEALER: Final = 0  # Seats count from one.
TABLE: Final = -1  # Nobody's: cards that lie on the table, in a place that the game names.
_TEXT = re.compile(r"(?:seat ([1-9][0-9]?)|dealer)(?: ([a-z]+)(?: ([1-9][0-9]?))?)?")
_NAMED = re.compile(r"(?!seat\b|dealer\b)([a-z]+)(?: ([1-9][0-9]?))?")


class Slot(str):
    """A place for cards.

    >>> Slot(2), Slot(2, "hand", 3), Slot(DEALER, "up"), Slot(TABLE, "flop")
    ('seat 2', 'seat 2 hand 3', 'dealer up', 'flop')
    >>> Slot.parse("seat 2 hand 3").number
    3
    """

    __slots__ = ("number", "part", "seat")
    seat: int  # Whose it is; DEALER for the dealer's, TABLE for nobody's.
    part: str  # Which of theirs: empty for the cards first dealt.
    number: int  # Counts places of one kind, as the hands of a seat that has split; 0 where there is one.

    def __new__(cls, seat: int = DEALER, part: str = "", number: int = 0) -> Slot:
        whose = "dealer" if seat == DEALER else "" if seat == TABLE else f"seat {seat}"
        words = [whose, part, str(number) if number else ""]
        slot = super().__new__(cls, " ".join(word for word in words if word))
        slot.seat, slot.part, slot.number = seat, part, number
        return slot

    def __reduce__(self) -> tuple[type[Slot], tuple[int, str, int]]:
        return Slot, (self.seat, self.part, self.number)

    @classmethod
    def parse(cls, text: str) -> Slot:
        """The inverse of the text; ValueError where it names no slot."""
        named = _NAMED.fullmatch(text)
        if named:
            return cls(TABLE, named[1], int(named[2] or 0))
        match = _TEXT.fullmatch(text)
        if not match:
            raise ValueError(f"'{text[:40]}' is not a place for cards, such as seat 2, seat 2 hand 1 or dealer up")
        return cls(int(match[1] or DEALER), match[2] or "", int(match[3] or 0))

    @property
    def is_dealers(self) -> bool:
        return self.seat == DEALER

    @property
    def is_named(self) -> bool:
        """Whether the game gave it a name of its own: files list such places apart, by the slot's whole text."""
        usual = ("", *DEALER_PARTS) if self.is_dealers else ("", "draw")
        is_a_hand = self.seat > 0 and self.part == "hand" and self.number
        return self.seat == TABLE or not (is_a_hand or (self.part in usual and not self.number))

    @property
    def holds_first_cards(self) -> bool:
        """Whether the cards of the opening deal lie here, which a round file gives by name and never as draws."""
        return self.part in (FIRST_PARTS if self.is_dealers else ("",))

    @property
    def is_drawn_to(self) -> bool:
        """Whether cards come here one by one as the round goes on: a hand that is hit, the dealer's draws."""
        return self.part == ("draw" if self.is_dealers else "hand")


DEALER_PARTS: Final = ("up", "hole", "draw")
"""What files call the dealer's places beside the whole hand; a seat has its cards, its draw and its hands."""
FIRST_PARTS: Final = ("", "up", "hole")
"""The dealer's places in the opening deal: a whole hand, or an up-card and a hole card."""
