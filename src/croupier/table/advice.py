"""What the mathematics says about a decision, where the game is solved."""

from __future__ import annotations

from croupier.errors import MissingPart
from croupier.play.game import Choose, Game, State


def advice(game: Game, state: State, turn: Choose) -> str:
    """Every decision with its worth, the best first."""
    # The solvers load more than a deal does, so only a player who asks waits for them.
    from croupier.solving.advice import advise_turn

    try:
        found = advise_turn(game, state, turn)
    except MissingPart as problem:
        return f"no advice: {problem.message}"
    solved = [(each.value, each.action) for each in found.asked.worths if each.value is not None]
    ranked = sorted(solved, key=lambda each: -each[0])
    worths = [f"{name} ({float(value):+.4f})" for value, name in ranked]
    unsolved = found.asked.unsolved
    others = f"; then {', '.join(worths[1:])}" if worths[1:] else ""
    # A decision that is not solved may be better than all that are: then none of them is called the best.
    open_end = f" Not solved yet, and maybe better: {', '.join(unsolved)}." if unsolved else ""
    best = f"best is {worths[0]}{others}" if not unsolved else f"worth {', '.join(worths)}"
    told = best if worths else "nothing is solved"
    known = "Exact"
    if found.facts.get("method") == "estimated":
        known = f"Estimated, standard error {found.facts['standard_error']}"
    return f"{found.hand}: {told}. {known}, in {game.base_wager}s for the round, on {found.on}.{open_end}"
