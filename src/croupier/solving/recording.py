"""A sample of simulated rounds as a Parquet file: one row a round, with its cards, decisions, nets and transcript.

A simulation only counts; the rounds of the sample are dealt again by their numbers and played by the play driver under
the same strategy. Each row carries the round's transcript, so it can be replayed and verified like any other round.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier.cards.cards import format_cards
from croupier.errors import BadInput, MissingPart
from croupier.play.game import Game
from croupier.rulebook.configuration import Configuration
from croupier.sim.playing import play_round
from croupier.solving.simulation_plans import Plan, game_of


def sample_of(rounds: int, count: int) -> list[int]:
    """Round numbers spread evenly over a run.

    >>> sample_of(1000, 4)
    [0, 250, 500, 750]
    """
    count = min(count, rounds)
    return [number * rounds // count for number in range(count)]


def record_rounds(plan: Plan, seed: int, numbers: Iterable[int], file: str) -> int:
    """Write these rounds to a file; how many there are."""
    arrow, parquet = _library("pyarrow"), _library("pyarrow.parquet")
    rows = [_row(plan, seed, number) for number in numbers]
    table = arrow.table({name: [row[name] for row in rows] for name in rows[0]})
    about = {
        "game": str(plan.configuration),
        "strategy": plan.strategy,
        "seats": str(plan.seats),
        "seed": str(seed),
        "rulebook_hash": plan.configuration.rulebook_hash,
    }
    try:
        parquet.write_table(table.replace_schema_metadata(about), file, compression="zstd")
    except OSError as problem:
        raise BadInput(f"cannot write {file}: {problem.strerror or problem}") from problem
    return len(rows)


def _row(plan: Plan, seed: int, number: int) -> dict[str, Any]:
    played = play_round(
        plan.game, plan.seats, plan.simulator.cards(seed, number), plan.decide, plan.simulator.boosts(seed, number)
    )
    meters = _meters(plan)
    settlement = played.settle(meters, meters)
    state = played.state
    return {
        "round": number,
        "cards": "; ".join(f"{dealt.slot}: {format_cards(dealt.cards)}" for dealt in state.dealt),
        "decisions": "; ".join(f"seat {decision.seat}: {decision}" for decision in state.decisions),
        "net_cents": [settlement.seats[stakes.seat] for stakes in state.stakes],
        "house_cents": settlement.house,
        "transcript": json.dumps(played.transcript(settlement, meters, meters), ensure_ascii=False),
    }


def _meters(plan: Plan) -> dict[str, dict[int, int]]:
    """What the meters were said to show; nothing where shares of them are left out of values."""
    return {
        bonus.wager: dict(plan.meters.get(bonus.wager) or dict.fromkeys(range(1, bonus.chart.table.meters + 1), 0))
        for _, bonus in plan.game.bonuses
        if bonus.is_jackpot
    }


def recorded_round(file: str, number: int) -> dict[str, Any]:
    """The transcript of one round of a recorded sample."""
    parquet = _library("pyarrow.parquet")
    arrow = _library("pyarrow")
    if not Path(file).is_file():
        raise BadInput(f"cannot read {file}: no such file")
    try:
        table = parquet.read_table(file, columns=["round", "transcript"])
        found = table.filter(_library("pyarrow.compute").equal(table["round"], number))
        texts: list[str] = found["transcript"].to_pylist()
        known: list[int] = table["round"].to_pylist()
    except (arrow.ArrowException, OSError, KeyError, ValueError) as problem:
        raise BadInput(
            f"{file} is not a sample of simulated rounds: {str(problem).splitlines()[0][:80]}",
            hint="croupier simulate --record writes one",
        ) from None
    if not texts:
        near = min(known, key=lambda each: abs(each - number), default=None)
        raise BadInput(f"round {number} is not in {file}", hint=f"the nearest that is there: {near}")
    document: dict[str, Any] = json.loads(texts[0])
    return document


class SimulatedGames:
    """Games as simulations know them: side wagers that stand alone are among them."""

    def configuration(self, spec: str, /) -> Configuration:
        from croupier import catalogue

        return catalogue.configuration(spec)

    def load(self, spec: Configuration, /) -> Game:
        return game_of(spec)


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingPart(
            "recorded rounds need pyarrow, which is not installed", hint='pip install "croupier[parquet]"'
        ) from None
