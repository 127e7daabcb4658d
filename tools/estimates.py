"""Plays the rounds of every recorded estimate again and writes ``solving/estimates.toml``; minutes on a free core.

    python -m tools.estimates [ROUNDS]

Add a game to ``GAMES`` to record it for every number of seats.
"""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.solving.estimates import FILE
from croupier.solving.simulation import prepare, simulate

GAMES = ("ricochet-poker",)
ROUNDS, SEED = 20_000_000, 7
HEAD = """# Simulated averages of base games that are not solved exactly, recorded by `python -m tools.estimates`.
# mean is the average net in base wagers of a seat under the strategy; tables names what the kernel looked up.

"""


def written(rounds: int) -> str:
    """The file's text."""
    parts = [HEAD]
    for game in GAMES:
        most = prepare(game).configuration.edition.seats[1]
        for seats in range(1, most + 1):
            result = simulate(game, rounds, SEED, seats=seats).finish()
            plan, wager = result.plan, result.wagers[0]
            parts.append(
                "[[estimate]]\n"
                f'game = "{plan.configuration}"\nwager = "{wager.wager}"\nstrategy = "{plan.strategy}"\n'
                f'rule = "{plan.game.declares.bot.words}"\nseats = {seats}\nrounds = "{rounds}"\nseed = {SEED}\n'
                f'mean = "{float(wager.mean):.9f}"\nstandard_error = "{wager.standard_error:.9f}"\n'
                f'tables = "{plan.digest}"\n\n'
            )
            print(f"{game}, {seats} seats: {float(wager.mean):.6f} +- {wager.standard_error:.6f}", flush=True)
    return "".join(parts)


if __name__ == "__main__":
    place = Path(__file__).parent.parent / "src" / "croupier" / "solving" / FILE
    place.write_text(written(int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS), encoding="utf-8")
