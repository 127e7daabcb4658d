"""What some simulated rounds brought: figures, the JSON record of the contract, and a checkpoint to continue from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from croupier.errors import BadInput
from croupier.kernels.cells import Outcome, Tally
from croupier.play.documents import Part
from croupier.sim.running import Progress
from croupier.sim.statistics import WagerCounts, wager_counts
from croupier.solving.simulation_plans import SimulationPlan
from croupier.units.chance import decimal_text
from croupier.units.money import format_money

SCHEMA: Final = 1
UNCHANGED: Final = "it was written by simulate, and not changed?"


@dataclass(frozen=True)
class SimulationResult:
    """What some rounds brought; partial until ``is_complete``."""

    plan: SimulationPlan
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
    def agrees(self) -> bool | None:
        """Whether no wager disagrees with its exact value; None where none has one to be compared with."""
        compared = [wager.agrees for wager in self.wagers if wager.agrees is not None]
        return all(compared) if compared else None

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
            "wagers": [_wager_record(wager, self.plan) for wager in self.wagers],
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


def _wager_record(wager: WagerCounts, plan: SimulationPlan) -> dict[str, Any]:
    exact = wager.exact_mean
    shares = wager.wager not in plan.meters and any(outcome.share for outcome in wager.outcomes)
    return {
        "wager": wager.wager,
        "mean": decimal_text(wager.mean),
        "standard_error": f"{wager.standard_error:.6g}",
        "exact": None if exact is None else decimal_text(exact),
        "excludes": ["jackpot"] if shares else [],
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


def taken_up(plan: SimulationPlan, seed: int, rounds: int, document: Mapping[str, Any]) -> tuple[Progress, float]:
    """What an earlier run of the same simulation has done; BadInput where it was another one."""
    top = Part(document, "checkpoint")
    if not top.has("checkpoint"):
        raise BadInput("checkpoint: this is not one: it does not say which stream it counts", hint=UNCHANGED)
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
    progress = Progress(rounds)
    try:
        for first, after in document["done"]:
            if not 0 <= int(first) < int(after):
                raise BadInput("a range of rounds is empty or negative")
            progress.take((int(first), int(after)), Tally())
        for wager, outcomes in document["counts"].items():
            progress.tally.counts[wager] = {}
            for net, event, share, level, envy, count in outcomes:
                part = None if share is None else Fraction(share)
                outcome = Outcome(Fraction(net), event, part, int(level), Fraction(envy))
                progress.tally.count(wager, outcome, int(count))
        progress.tally.squares = {wager: Fraction(square) for wager, square in document["squares"].items()}
        seconds = float(document["seconds"])
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        raise BadInput("checkpoint: its counts cannot be read", hint=UNCHANGED) from None
    except BadInput as problem:
        raise BadInput(f"checkpoint: {problem.message}", hint=UNCHANGED) from None
    if not (math.isfinite(seconds) and seconds >= 0):
        raise BadInput(f"checkpoint: {seconds} seconds is not a time", hint=UNCHANGED)
    _check_counts(plan, progress)
    return progress, seconds


def _check_counts(plan: SimulationPlan, progress: Progress) -> None:
    """Counts must be those of the game's wagers, and add up to the rounds that are said to be done."""
    if progress.done and progress.done[-1][1] > progress.rounds:
        raise BadInput(
            f"checkpoint: {progress.done[-1][1]} rounds are begun, and {progress.rounds} are asked for",
            hint="ask for at least as many rounds",
        )
    tally, hands = progress.tally, progress.rounds_done * plan.seats
    if hands or tally.counts:
        _check_names("counts", tally.counts, plan.game.wagers)
    for wager, outcomes in tally.counts.items():
        if sum(outcomes.values()) != hands or any(count < 0 for count in outcomes.values()):
            raise BadInput(f"checkpoint: the counts of {wager} do not add up to {hands}", hint=UNCHANGED)
        _check_possible(plan, wager, outcomes)
    _check_names("squares", tally.squares, tally.counts if plan.seats > 1 else ())
    for wager, square in tally.squares.items():
        worths = [(outcome.worth(plan.seats), count) for outcome, count in tally.counts[wager].items()]
        total = sum((worth * count for worth, count in worths), Fraction())
        most = plan.seats * sum((worth**2 * count for worth, count in worths), Fraction())
        # The squared totals of rounds are least where all rounds are alike, most where all seats are.
        if not total**2 <= square * progress.rounds_done or square > most:
            raise BadInput(f"checkpoint: the squares of {wager} do not fit its counts", hint=UNCHANGED)


def _check_possible(plan: SimulationPlan, wager: str, outcomes: Mapping[Outcome, int]) -> None:
    """An outcome that was counted is one that the kernel can count, and one that the exact count knows."""
    layout = getattr(plan.simulator, "layout", None)
    cells = {each.wager: set(each.outcomes) for each in layout.wagers} if layout is not None else {}
    exact = plan.exact.get(wager)
    for outcome, count in outcomes.items():
        is_counted = wager not in cells or outcome in cells[wager]
        if count and (not is_counted or (exact is not None and not exact.get(outcome))):
            named = f" for {outcome.event}" if outcome.event else ""
            raise BadInput(
                f"checkpoint: {wager} cannot end with {decimal_text(outcome.net)}{named}, and it is counted {count:,} "
                f"time{'s' if count > 1 else ''}",
                hint=UNCHANGED,
            )


def _check_names(what: str, found: Iterable[str], expected: Iterable[str]) -> None:
    missing, strange = set(expected) - set(found), set(found) - set(expected)
    for wager in sorted(missing):
        raise BadInput(f"checkpoint: its {what} lack the wager {wager}", hint=UNCHANGED)
    for wager in sorted(strange):
        raise BadInput(
            f"checkpoint: its {what} name '{wager[:40]}', which this simulation does not count", hint=UNCHANGED
        )
