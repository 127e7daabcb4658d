"""What the mathematics says about a decision, where the game is solved."""

from __future__ import annotations

from croupier.errors import MissingPart
from croupier.play.game import Choose, Game, State

NONE_YET = "no advice for this game yet"


def advice(game: Game, state: State, turn: Choose) -> str:
    """Every decision with its worth, the best first; from the seat's own cards, as if no other were seen."""
    own = next((dealt.cards for dealt in state.dealt if dealt.slot == f"seat {turn.seat}"), ())
    try:
        # The solvers load more than a deal does, so only a player who asks waits for them.
        from croupier.workbench.base_games import advise_base
        from croupier.workbench.plays import bet_name

        found = advise_base(game.configuration, own)
    except (ImportError, MissingPart):
        return NONE_YET
    bets = [each.bet for each in found.values]
    ranked = sorted(found.values, key=lambda each: (-each.value, each.bet.amount))
    worths = [f"{bet_name(each.bet, bets)} ({float(each.value):+.4f})" for each in ranked]
    others = f"; then {', '.join(worths[1:])}" if worths[1:] else ""
    return (
        f"{found.words}: best is {worths[0]}{others}. Exact, in {game.base_wager}s for the round, on your cards alone."
    )
