"""Many rounds of one wager: bands of the house's win, sessions, how long a bankroll lasts, and what an hour brings.

Where a total ends up is found in ``totals``, which says of each by what method. Nets are the player's, in units of the
wager; the house's win is the negative.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from croupier.exact.distribution import Distribution
from croupier.exact.long_run.ruin import Ruin, ruin_in_the_end
from croupier.exact.long_run.totals import Method, Total, sketch_after, snapped, total_after
from croupier.units.chance import square_root_text

VOLATILITY_INDEX: Final = Fraction(165, 100)
"""Standard deviations on either side that hold nine results in ten, as published reports on games define the index."""


def risk_of_ruin(distribution: Distribution, bankroll_units: int, rounds: int) -> float | None:
    """How likely a bankroll is lost within this many rounds; estimated, in floating point. None where that takes too
    long.

    The bankroll is lost once the losses have reached it. What leaves the top of the window is taken to be safe.
    """
    import numpy as np

    nets = [net for net, _ in distribution.counts]
    if nets[0] >= 0:
        return 0.0
    denominator = math.lcm(*(net.denominator for net in nets))
    step = Fraction(math.gcd(*(int(net * denominator) for net in nets)), denominator)
    step = step if step.denominator <= 20 else Fraction(1)
    start = math.ceil(bankroll_units / step)
    deviation = math.sqrt(distribution.variance * rounds) / float(step)
    size = start + min(int(8 * deviation) + 2, rounds * math.ceil(nets[-1] / step) + 1)
    if size * rounds > 2**25:
        return None
    moves = snapped(distribution, Fraction(), step)
    state = np.zeros(size + 1)
    state[start] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        after = np.zeros(size + 1)
        for move, chance in moves:
            if move > size:
                continue
            if move >= 0:
                after[move:] += chance * state[: size + 1 - move]
            elif -move <= size:
                after[:move] += chance * state[-move:]
                ruined += chance * float(state[1:-move].sum())
            else:
                ruined += chance * float(state[1:].sum())
        ruined += float(after[0])
        after[0] = 0.0
        state = after
    return min(1.0, ruined)


@dataclass(frozen=True)
class Pace:
    """How fast a table is played, and for how much; what a sheet states beside its hourly figures."""

    rounds_per_hour: int = 40
    seats: int = 5
    average_wager_cents: int = 1000
    hours: tuple[int, ...] = (1, 4, 8)

    @property
    def sessions(self) -> tuple[int, ...]:
        return tuple(self.rounds_per_hour * each for each in self.hours)


CHANCES: Final = (Fraction(5, 100), Fraction(25, 100), Fraction(1, 2), Fraction(75, 100), Fraction(95, 100))
BANDS: Final = (Fraction(5, 1000), Fraction(25, 1000), Fraction(975, 1000), Fraction(995, 1000))
"""The ends of the bands that hold 99 and 95 results in a hundred."""
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
BETWEEN: Final = (316, 3_162, 31_623, 316_228, 3_162_278)
"""Rounds for a drawing."""
BANKROLLS: Final = (20, 50, 100, 200, 500)


@dataclass(frozen=True)
class Band:
    """The house's win after many rounds, as a part of the wagers."""

    rounds: int
    method: Method
    deviation: str
    """The standard deviation of that part, exact in every digit."""
    holds: tuple[Fraction | float, ...]
    """At ``BANDS``, lowest first."""
    house_ahead: Fraction | float
    places: int
    """To how many decimals the holds are known, in percent."""


@dataclass(frozen=True)
class SessionResult:
    """One player's result after the rounds of some hours, in units."""

    rounds: int
    method: Method
    nets: tuple[Fraction | float, ...]
    """At ``CHANCES``, lowest first."""
    house_ahead: Fraction | float
    ruin: tuple[float | None, ...]
    """For each of ``BANKROLLS``; estimated."""


@dataclass(frozen=True)
class Volatility:
    """Everything about many rounds of one wager."""

    pace: Pace
    bands: tuple[Band, ...]
    funnel: tuple[Band, ...]
    """The same at steps between, for a drawing."""
    sessions: tuple[SessionResult, ...]
    fan: tuple[tuple[int, tuple[float, ...]], ...]
    """Rounds, and the nets at ``CHANCES``: a bankroll's way through the longest session."""
    endless_ruin: tuple[Ruin, ...]
    """For each of ``BANKROLLS``: how likely it is lost in the end."""
    win_per_hour_cents: Fraction
    """The house's, over all seats; exact."""
    deviation_per_hour_cents: float
    """Estimated: as if seats did not share the dealer's hand."""


@lru_cache(maxsize=64)
def volatility(distribution: Distribution, pace: Pace, wager_cents: int) -> Volatility:
    """Bands, sessions and hourly figures of a wager that is made once a round for ``wager_cents``."""
    longest = max(pace.sessions)
    steps = sorted({max(1, longest * each // 16) for each in range(1, 17)})
    hands = pace.rounds_per_hour * pace.seats
    bands = tuple(_band(distribution, _total(distribution, rounds)) for rounds in ROUNDS)
    return Volatility(
        pace,
        bands,
        _funnel(distribution, bands),
        tuple(_session(distribution, rounds) for rounds in pace.sessions),
        tuple((rounds, _fan(distribution, rounds)) for rounds in steps),
        tuple(ruin_in_the_end(distribution, each) for each in BANKROLLS),
        distribution.house_edge * hands * wager_cents,
        math.sqrt(float(distribution.variance) * hands) * wager_cents,
    )


def _band(distribution: Distribution, total: Total) -> Band:
    deviation = square_root_text(distribution.variance / total.rounds) if distribution.variance else "0"
    return Band(total.rounds, total.method, deviation, tuple(map(total.hold, BANDS)), total.house_ahead, total.places)


def _funnel(distribution: Distribution, bands: tuple[Band, ...]) -> tuple[Band, ...]:
    """The bands with some between and before them."""
    between = [_band(distribution, sketch_after(distribution, rounds)) for rounds in BETWEEN]
    return tuple(sorted((*bands, *between), key=lambda band: band.rounds))


def _session(distribution: Distribution, rounds: int) -> SessionResult:
    total = _total(distribution, rounds)
    return SessionResult(
        rounds,
        total.method,
        tuple(map(total.quantile, CHANCES)),
        total.house_ahead,
        tuple(risk_of_ruin(distribution, each, rounds) for each in BANKROLLS),
    )


@lru_cache(maxsize=32)
def _total(distribution: Distribution, rounds: int) -> Total:
    return total_after(distribution, rounds, {*CHANCES, *(1 - chance for chance in BANDS)})


def _fan(distribution: Distribution, rounds: int) -> tuple[float, ...]:
    total = sketch_after(distribution, rounds)
    return tuple(float(total.quantile(each)) for each in CHANCES)
