"""Plays every recorded estimate again and writes ``questions/solved/estimates.toml``, in most of an hour.

    python -m tools.estimates [BACKEND]

BACKEND is threads, or cuda where an NVIDIA GPU is there: it simulates more rounds of the stated rule. Samples of the
best play have the size that ``croupier edge --seats`` takes.
Add a game to ``GAMES`` to record it for every number of seats.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from croupier.exact.result import in_silence
from croupier.exact.sampled_table import Sample, SamplesTables
from croupier.questions.edge import estimate_of
from croupier.questions.simulating import prepare, simulate
from croupier.questions.solved.recorded import ESTIMATES, Estimate
from croupier.questions.solved.solutions import base_configuration, playable, solver_of

GAMES = ("ricochet-poker",)
ROUNDS: Final = {"threads": 20_000_000, "cuda": 1_000_000_000}
SEED: Final = 7
HEAD = """# Sampled averages of base games that are not solved exactly, recorded by `python -m tools.estimates`.
# mean is the average net in base wagers of a seat under the strategy; tables names what the kernels look up.
# Under the best play, quick is the mean of quick decisions alone, in_order the mean and its error by order of acting.

"""


def entry(each: Estimate) -> str:
    """One estimate as the file holds it."""
    lines = [
        "[[estimate]]",
        f'game = "{each.game}"',
        f'wager = "{each.wager}"',
        f'strategy = "{each.strategy}"',
        f'rule = "{each.rule}"',
        f"seats = {each.seats}",
        f'rounds = "{each.rounds}"',
        f"seed = {each.seed}",
        f'mean = "{float(each.mean):.9f}"',
        f'standard_error = "{float(each.standard_error):.9f}"',
        f'tables = "{each.tables}"',
    ]
    if each.is_best_play:
        places = ", ".join(f'["{float(mean):.5f}", "{float(error):.5f}"]' for mean, error in each.in_order)
        lines += [
            f"checked = {each.checked}",
            f"exact = {each.exact}",
            f"changed = {each.changed}",
            f'quick = "{float(each.quick or 0):.7f}"',
            f'plays = "{float(each.plays or 0):.5f}"',
            f"in_order = [{places}]",
        ]
    return "\n".join(lines) + "\n\n"


def by_rule(game: str, backend: str) -> Iterator[Estimate]:
    """Every number of seats under the game's stated rule."""
    rounds = ROUNDS[backend]
    for seats in range(1, prepare(game).configuration.edition.seats[1] + 1):
        result = simulate(game, rounds, SEED, strategy="basic", seats=seats, backend=backend).finish()
        plan, wager = result.plan, result.wagers[0]
        yield Estimate(
            game=str(plan.configuration),
            wager=wager.wager,
            strategy=plan.strategy,
            rule=plan.game.declares.bot.words,
            seats=seats,
            rounds=rounds,
            seed=SEED,
            mean=wager.mean,
            standard_error=wager.standard_error,  # type: ignore[arg-type]
            tables=plan.digest,
        )


def by_best_play(name: str) -> Iterator[Estimate]:
    """Two seats and more, each playing for its own best."""
    plan = prepare(name)
    plain = base_configuration(plan.configuration)
    game = playable(plain)
    solver = solver_of(game)
    assert isinstance(solver, SamplesTables)
    for seats in range(2, plain.edition.seats[1] + 1):
        found = solver.sample_table(game, seats, Sample.usual(seats), in_silence)
        tables = prepare(name, "basic", seats).digest
        yield estimate_of(str(plain), game.base_wager, solver.table_rule, found, tables)


def written(backend: str) -> str:
    """The file's text."""
    parts = [HEAD]
    for game in GAMES:
        for each in chain(by_rule(game, backend), by_best_play(game)):
            parts.append(entry(each))
            print(f"{game}, {each.seats} seats: {float(each.mean):.6f} +- {float(each.standard_error):.6f}", flush=True)
    return "".join(parts)


if __name__ == "__main__":
    place = Path(__file__).parent.parent / "src" / "croupier" / "questions" / "solved" / ESTIMATES
    place.write_text(written(sys.argv[1] if len(sys.argv) > 1 else "threads"), encoding="utf-8")
