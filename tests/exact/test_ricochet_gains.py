"""What each seat gains by a decision, sampled, against a plain walk over every draw by the game's own settlement."""

from __future__ import annotations

from itertools import combinations

import pytest

from croupier.cards.cards import DECK
from croupier.exact.ricochet.sampled import gains_of_all, sampled_choices
from croupier.play.game import Choose, Decision, Draw, Settled, State
from tests.exact.test_ricochet import BONUS, NO_BONUS, deal, load

ANTE = 420
"""In cents: every pot can be split to the cent."""
DRAWS = 60_000

# The last seat to act: against a hand that leads, against two that share the lead, against the dealer.
LAST_TO_ACT: list[tuple[str, dict[int, str], str, tuple[str, ...]]] = [
    (NO_BONUS, {1: "9c 8d", 2: "As Kd"}, "2c 3d 4h 7c 8s", ("Qs Jh 2d",)),
    (BONUS, {2: "9c 9d", 5: "Ah Kd"}, "2c 3d 4h 7c 8s", ("Ts 5c 3h",)),
    (NO_BONUS, {1: "Ac Kd", 3: "Ad Ks", 4: "Ah Kc"}, "2h 3d 7c 8s 9h", ("Qs Jh 4d", "Qd Jc 4s")),
    (BONUS, {1: "Qc 8d", 2: "As Kd"}, "2c 2d 4h 7c 8s", ("fold",)),
]


def nets(game: object, state: State) -> dict[int, float]:
    """What every seat has won or lost at the end of a round, in Antes."""
    turn = game.turn(state)  # type: ignore[attr-defined]
    assert isinstance(turn, Settled)
    seats = {stakes.seat: 0.0 for stakes in state.stakes}
    for line in turn.lines:
        if line.seat in seats:
            seats[line.seat] += line.net / ANTE
    return seats


@pytest.mark.parametrize(("settings", "pockets", "dealer", "history"), LAST_TO_ACT)
def test_gains_by_seat_are_those_of_every_draw(
    settings: str, pockets: dict[int, str], dealer: str, history: tuple[str, ...]
) -> None:
    game = load(settings)
    state = deal(game, pockets, dealer, *history, ante=ANTE)
    turn = game.turn(state)
    assert isinstance(turn, Choose)
    declines = next(action.name for action in turn.actions if action.name != "play")
    declined = nets(game, state.with_decision(Decision(turn.seat, declines, 0)))
    played = state.with_decision(Decision(turn.seat, "play", ANTE))
    draw = game.turn(played)
    assert isinstance(draw, Draw)
    gone = {card for dealt in state.dealt for card in dealt.cards}
    ends = [nets(game, played.with_cards(draw, drawn)) for drawn in combinations([c for c in DECK if c not in gone], 3)]
    exact = {seat: sum(end[seat] for end in ends) / len(ends) - declined[seat] for seat in pockets}
    error = {
        seat: (sum((end[seat] - declined[seat] - exact[seat]) ** 2 for end in ends) / len(ends) / DRAWS) ** 0.5
        for seat in pockets
    }
    everyone, seats = gains_of_all(game, state, DRAWS)
    assert everyone == pytest.approx(sum(seats.values()))
    assert everyone == pytest.approx(sum(exact.values()), abs=5 * sum(error.values()) + 1e-9)
    for seat, gain in exact.items():
        assert seats.get(seat, 0.0) == pytest.approx(gain, abs=5 * error[seat] + 1e-9), seat
    assert any(abs(gain) > 0.05 for seat, gain in exact.items() if seat != turn.seat) or len(pockets) == 2
    both = sampled_choices(game, state, DRAWS)
    assert seats[turn.seat] == pytest.approx(both.play - both.decline, abs=1e-9)
