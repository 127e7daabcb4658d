"""Games whose value is given to a bound instead of counted outcomes: found, kept, and told as a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from math import sqrt
from typing import Any

from croupier.errors import BadInput, MissingPart
from croupier.exact.solver import FactTable, Valued, Values
from croupier.play.game import Game
from croupier.rulebook.configuration import Configuration
from croupier.solving import cache
from croupier.solving.base_games import base_configuration, playable
from croupier.solving.solvers import solver_of

SCHEMA = 1
METHOD = "floating point"
CHART, COUNTER = "chart", "counter"


def valuer_of(configuration: Configuration) -> Values | None:
    """The solver of a base game that is valued; None for games whose outcomes are counted."""
    try:
        solver: object = solver_of(playable(base_configuration(configuration)))
    except MissingPart:
        return None
    return solver if isinstance(solver, Values) else None


def value_of(configuration: Configuration, assumption: str | None = None, *, remember: bool = True) -> Valued:
    """The value of a base game under an assumption that its solver names, the usual one by default; or its chart's."""
    plain = base_configuration(configuration)
    game = playable(plain)
    valuer = valuer_of(configuration)
    if valuer is None:
        raise MissingPart(f"{game.base_wager} of {configuration.name} is counted, not valued", hint="ask for its edge")
    assumption = assumption or valuer.assumptions[0]

    def counter(game: Game) -> Valued:
        assert valuer is not None
        return valuer.counter(game, value_of(configuration, remember=remember))

    special: dict[str, Callable[[Game], Valued]] = {CHART: valuer.chart, COUNTER: counter}
    if assumption not in special and assumption not in valuer.assumptions:
        ways = ", ".join((*valuer.assumptions, CHART))
        raise BadInput(f"'{assumption}' is not a way to play {configuration.name}", hint=f"one of {ways}")
    name = {"rulebook": plain.rulebook_hash, "configuration": str(plain), "value": assumption}
    kept = _from_kept(cache.recall(name)) if remember else None
    if kept is None:
        find = special.get(assumption)
        kept = find(game) if find else valuer.value(game, assumption)
        if remember:
            cache.remember(name, asdict(kept))
    return kept


def _from_kept(kept: Any) -> Valued | None:
    """A kept value; None for anything else."""
    try:
        tables = tuple(
            FactTable(tuple(map(tuple, rows)), tuple(columns) if columns else None) for rows, columns in kept["tables"]
        )
        found = Valued(**{**kept, "tables": tables})
        return found if all(isinstance(each, float) for each in (found.expectation, found.variance)) else None
    except (TypeError, KeyError, ValueError):
        return None


def value_record(configuration: Configuration, wager: str, found: Valued) -> dict[str, Any]:
    """Everything about a game that is valued; decimals as text, none with more digits than the bound allows."""
    from croupier.solving.cut_card import recorded_for  # only a game that is valued has a cut card

    return {
        "schema": SCHEMA,
        "game": str(configuration),
        "wager": wager,
        "paytable": None,
        "method": METHOD,
        "error_bound": f"{found.error:g}",
        "basis": found.basis,
        "expectation": {"decimal": f"{found.expectation:.12f}"},
        "house_edge": {"percent": f"{100 * found.house_edge:.9f}"},
        "element_of_risk": {"percent": f"{100 * found.element_of_risk:.9f}"},
        "average_wagered": f"{found.average_wagered:.9f}",
        "variance": f"{found.variance:.9f}",
        "standard_deviation": f"{sqrt(found.variance):.9f}",
        **found.facts,
        "cut_card": cut.record() if (cut := recorded_for(configuration)) else None,
        "notes": [found.basis],
        "rulebook_hash": configuration.rulebook_hash,
    }
