"""What some simulated rounds brought: figures, the JSON record of the contract, and a checkpoint to continue from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from croupier.errors import BadInput
from croupier.play.documents import Part
from croupier.sim.cells import Outcome, Tally
from croupier.sim.running import Progress
from croupier.sim.statistics import WagerCounts, wager_counts
from croupier.solving.simulation_plans import Plan
from croupier.units.chance import decimal_text
from croupier.units.money import format_money

SCHEMA: Final = 1


@dataclass(frozen=True)
class SimulationResult:
    """What some rounds brought; partial until ``is_complete``."""

    plan: Plan
    seed: int
    backend: str
    device: str
    rounds: int
    rounds_asked: int
    seconds: float
    tally: Tally
    done: tuple[tuple[int, int], ...]

    @property
    def is_complete(self) -> bool:
        return self.rounds == self.rounds_asked

    @property
    def wagers(self) -> list[WagerCounts]:
        """Every wager with its counts; nothing to say before the first rounds are done."""
        if not self.rounds:
            return []
        return wager_counts(self.tally, self.rounds, self.plan.seats, self.plan.exact, self.plan.values)

    @property
    def agrees(self) -> bool:
        """Whether no wager disagrees with its exact value."""
        return all(wager.agrees is not False for wager in self.wagers)

    def __getitem__(self, wager: str) -> WagerCounts:
        return next(each for each in self.wagers if each.wager == wager)

    def record(self) -> dict[str, Any]:
        """The result as JSON data: decimals and counts as text."""
        return {
            "schema": SCHEMA,
            "game": str(self.plan.configuration),
            "strategy": self.plan.strategy,
            "seats": self.plan.seats,
            "rounds": str(self.rounds),
            "seed": self.seed,
            "backend": self.backend,
            "device": self.device,
            "seconds": f"{self.seconds:.3f}",
            "by": "kernel" if self.plan.by_kernel else "play driver",
            "stream": self.plan.simulator.stream,
            "meters": {
                wager: {str(level): format_money(cents) for level, cents in amounts.items()}
                for wager, amounts in self.plan.meters.items()
            },
            "wagers": [_wager_record(wager) for wager in self.wagers],
            "agrees": self.agrees,
            "rulebook_hash": self.plan.configuration.rulebook_hash,
        }

    def checkpoint(self) -> dict[str, Any]:
        """All that is needed to continue from here."""
        return {
            "schema": SCHEMA,
            "checkpoint": self.plan.simulator.stream,
            "game": str(self.plan.configuration),
            "strategy": self.plan.strategy,
            "seats": self.plan.seats,
            "seed": self.seed,
            "tables": self.plan.digest,
            "seconds": f"{self.seconds:.3f}",
            "done": [[str(first), str(after)] for first, after in self.done],
            "counts": {
                wager: [[*_outcome_form(outcome), str(count)] for outcome, count in outcomes.items()]
                for wager, outcomes in self.tally.counts.items()
            },
            "squares": {wager: str(square) for wager, square in self.tally.squares.items()},
        }


def _outcome_form(outcome: Outcome) -> list[str | None]:
    share = None if outcome.share is None else str(outcome.share)
    return [str(outcome.net), outcome.event, share, str(outcome.level), str(outcome.envy)]


def _wager_record(wager: WagerCounts) -> dict[str, Any]:
    exact = wager.exact_mean
    return {
        "wager": wager.wager,
        "mean": decimal_text(wager.mean),
        "standard_error": f"{wager.standard_error:.6g}",
        "exact": None if exact is None else decimal_text(exact),
        "estimated": exact is None,
        "z": None if wager.z is None else f"{wager.z:.4f}",
        "hit_frequency": decimal_text(wager.hit_frequency),
        "chi_square": wager.chi_square
        and {
            "statistic": f"{wager.chi_square.statistic:.4f}",
            "freedom": wager.chi_square.freedom,
            "probability": f"{wager.chi_square.probability:.6g}",
        },
        "probability": None if wager.probability is None else f"{wager.probability:.6g}",
        "outcomes": [_outcome_record(wager, outcome) for outcome in wager.outcomes],
    }


def _outcome_record(wager: WagerCounts, outcome: Outcome) -> dict[str, Any]:
    expected = wager.expected(outcome)
    record: dict[str, Any] = {
        "net": decimal_text(outcome.net),
        "count": str(wager.counts.get(outcome, 0)),
        "expected": None if expected is None else decimal_text(expected),
        "event": outcome.event,
    }
    if outcome.envy:
        record["envy"] = decimal_text(outcome.envy)
    if outcome.share is not None:
        record["meter"] = {"level": outcome.level, "share": decimal_text(outcome.share)}
    return record


def taken_up(plan: Plan, seed: int, rounds: int, document: Mapping[str, Any]) -> tuple[Progress, float]:
    """What an earlier run of the same simulation has done; BadInput where it was another one."""
    top = Part(document, "checkpoint")
    same = {
        "checkpoint": plan.simulator.stream,
        "game": str(plan.configuration),
        "strategy": plan.strategy,
        "tables": plan.digest,
    }
    for key, value in same.items():
        if top.text(key) != value:
            raise BadInput(
                f"checkpoint: {key} is '{top.text(key)[:80]}', and this simulation's is '{value}'",
                hint="only the simulation that wrote a checkpoint continues it",
            )
    for key, number in (("seats", plan.seats), ("seed", seed)):
        if top.whole(key) != number:
            raise BadInput(f"checkpoint: {key} is {top.whole(key)}, and this simulation's is {number}")
    try:
        progress = Progress(rounds)
        for first, after in document["done"]:
            progress.take((int(first), int(after)), Tally())
        for wager, outcomes in document["counts"].items():
            for net, event, share, level, envy, count in outcomes:
                part = None if share is None else Fraction(share)
                outcome = Outcome(Fraction(net), event, part, int(level), Fraction(envy))
                progress.tally.count(wager, outcome, int(count))
        progress.tally.squares = {wager: Fraction(square) for wager, square in document["squares"].items()}
        seconds = float(document["seconds"])
    except (LookupError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise BadInput(
            "checkpoint: its counts cannot be read", hint="it was written by simulate, and not changed?"
        ) from None
    _check_counts(plan, progress)
    return progress, seconds


def _check_counts(plan: Plan, progress: Progress) -> None:
    """Counts must add up to the rounds that are said to be done."""
    if any(first < 0 or after <= first for first, after in progress.done):
        raise BadInput("checkpoint: a range of rounds is empty or negative")
    if progress.rounds_done > progress.rounds or (progress.done and progress.done[-1][1] > progress.rounds):
        raise BadInput(
            f"checkpoint: {progress.done[-1][1]} rounds are begun, and {progress.rounds} are asked for",
            hint="ask for at least as many rounds",
        )
    hands = progress.rounds_done * plan.seats
    for wager, outcomes in progress.tally.counts.items():
        if sum(outcomes.values()) != hands or any(count < 0 for count in outcomes.values()):
            raise BadInput(f"checkpoint: the counts of {wager} do not add up to {hands}")
