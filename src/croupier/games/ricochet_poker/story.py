"""A round of Ricochet Poker as a dealer calls it: the hand to beat, the order of action, the pot, every kick-out.

Each sentence compares the course of the round before and after one decision; nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.hands import five_card, two_card
from croupier.games.ricochet_poker.pot import DEALER
from croupier.play.game import State
from croupier.units.money import format_money

if TYPE_CHECKING:
    from croupier.games.ricochet_poker.game import Course, RicochetPoker


def tell(game: RicochetPoker, state: State) -> tuple[str, ...]:
    """Everything that has happened so far, in order; nothing before the dealer's cards lie open."""
    players = len(state.stakes)
    if len(state.dealt) <= players:
        return ()
    opening = _after(state, 0)
    before = game.course(opening)
    lines = _opening(game, opening, before)
    for number, (seat, action, _) in enumerate(state.decisions, 1):
        now = _after(state, number)
        if action == "play" and seat not in game.course(now).completed:
            break
        course = game.course(now)
        lines += _decided(game, now, seat, action, before, course)
        before = course
    return tuple(lines)


def _after(state: State, decisions: int) -> State:
    """The round when this many decisions had been taken, and the cards drawn for them."""
    taken = state.decisions[:decisions]
    plays = sum(decision.action == "play" for decision in taken)
    return state._replace(dealt=state.dealt[: len(state.stakes) + 1 + plays], decisions=taken)


def _opening(game: RicochetPoker, state: State, course: Course) -> list[str]:
    limit = game.kickout.rung(len(state.stakes)).label
    hand = five_card.describe(course.dealer)
    if course.kicked_out:
        first = f"The dealer's {hand} reaches the kickout limit, {limit}: the dealer is kicked out"
    else:
        first = f"The dealer's {hand} is the hand to beat; the kickout limit is {limit}"
    order = ", ".join(f"seat {seat} ({two_card.describe(course.pockets[seat])})" for seat in course.order)
    return [f"{first}.", f"They act from the lowest two cards up: {order}.", _pot(game, state)]


def _decided(game: RicochetPoker, state: State, seat: int, action: str, before: Course, after: Course) -> list[str]:
    if action == "fold":
        return [f"Seat {seat} folds."]
    if action == "take":
        return [f"Seat {seat} holds the only hand left and takes the pot."]
    if seat not in after.contest.holders:
        return [f"Seat {seat} plays and is out: {after.lost[seat].why}. {_pot(game, state)}"]
    hand = five_card.describe(after.completed[seat])
    if len(after.contest.holders) > 1:
        return [f"Seat {seat} plays: {hand}, a tie. {_named(after.contest.holders)} lead together. {_pot(game, state)}"]
    gone = ["the dealer" if each == DEALER else f"seat {each}" for each in before.contest.holders]
    beaten = f", and {' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} out" if gone else ""
    return [f"Seat {seat} plays: {hand}. Seat {seat} leads{beaten}. {_pot(game, state)}"]


def _pot(game: RicochetPoker, state: State) -> str:
    return f"The pot is {format_money(game.pot(state))}."


def _named(seats: tuple[int, ...]) -> str:
    numbers = [str(seat) for seat in sorted(seats)]
    return f"Seats {', '.join(numbers[:-1])} and {numbers[-1]}"
