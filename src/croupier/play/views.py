"""What one seat may see of a round: its own cards, those that lie open, every stake and every decision.

A card that lies face down for the seat is a blank, so a view cannot depend on it. What a seat may *do* is not part of
the view: the actions open to somebody else can tell what they hold, as where a hand without a straight must fold.
"""

from typing import NamedTuple

from croupier.play.game import EVERYONE, Answer, Cards, Decision, Slot, Stakes, State


class SeenSlot(NamedTuple):
    """The cards of a slot as a seat sees them: ``cards`` is None where they lie face down for it."""

    slot: Slot
    size: int
    cards: Cards | None


class View(NamedTuple):
    """A round so far, through the eyes of one seat."""

    seat: int
    stakes: tuple[Stakes, ...]
    slots: tuple[SeenSlot, ...]
    decisions: tuple[Decision, ...]
    answers: tuple[Answer, ...]


def view(state: State, seat: int) -> View:
    """What the seat may see now; a seat that is not in the round sees what lies open.

    >>> from croupier import Round, load
    >>> round = Round.start(load("three-card-prime"), {1: {"ante": "10.00"}, 2: {"ante": "10.00"}}, seed=3)
    >>> [(slot, cards) for slot, _, cards in view(round.state, 2).slots]
    [('seat 1', None), ('seat 2', (Tc, Ad, 5c))]
    """
    slots = tuple(
        SeenSlot(slot, len(cards), cards if seen_by in (EVERYONE, seat) else None)
        for slot, cards, seen_by in state.dealt
    )
    return View(seat, state.stakes, slots, state.decisions, state.answers)
