"""How far a table of several seats swings: seats share the dealer's hand, so they win and lose together."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from croupier.exact.distribution import Distribution
from croupier.exact.long_run.shared_dealer import TableSwing
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import base_configuration
from croupier.solving.written_down import written_down

FILE = "covariances.toml"


@cache
def covariances() -> dict[str, Fraction]:
    """By base game, the covariance of two seats."""
    data = written_down(FILE)
    return {entry["game"]: Fraction(entry["value"]) for entry in data["covariance"]}


class SampledCovariance(NamedTuple):
    """A covariance that cannot be counted, to the digits that its standard error leaves."""

    value: Fraction
    standard_error: str
    deals: int


@cache
def sampled_covariances() -> dict[str, SampledCovariance]:
    """By base game."""
    return {
        entry["game"]: SampledCovariance(Fraction(entry["value"]), entry["standard_error"], entry["deals"])
        for entry in written_down(FILE)["sampled"]
    }


def table_swing(configuration: Configuration, distribution: Distribution) -> TableSwing | None:
    """The swing of a table whose seats play the base game alike; None where their covariance is not known."""
    if configuration.name in configuration.book.outside:
        return None
    game = str(base_configuration(configuration))
    if game in covariances():
        return TableSwing(distribution, covariances()[game])
    sampled = sampled_covariances().get(game)
    return None if sampled is None else TableSwing(distribution, sampled.value, is_exact=False)
