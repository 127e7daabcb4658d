"""Many rounds: bands of the house's win, sessions, how long a bankroll or a bank lasts, what an hour brings.

Nets are the player's, in units of the wager. How ruin is found: docs/concepts/methods.md.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

import numpy as np

from croupier.exact.distribution import Distribution
from croupier.exact.long_run.totals import Method, Total, known_chance, sketch_after, snapped, total_after
from croupier.units import SIGNIFICANT, square_root_text

RuinMethod = Literal["certain", "root", "upper bound"]
NOTHING_LOST: Final = 30.0  # In powers of e: a chance of ruin below it is none.
MOST_SIZES, MOST_WORK = 100_000, 20_000_000
"""How many sizes of a bank are solved together, and how many entries their equations have, at the most."""


class Ruin(NamedTuple):
    """A chance of ruin, and what it is."""

    chance: float
    method: RuinMethod


def ruin_in_the_end(distribution: Distribution, bankroll_units: int) -> Ruin:
    """The chance that a bankroll of this many units is ever lost.

    >>> edge = Distribution.of({Fraction(-1): 2, Fraction(1): 3})
    >>> found = ruin_in_the_end(edge, 3)
    >>> round(found.chance, 12), found.method
    (0.296296296296, 'root')
    """
    nets = [net for net, _ in distribution.counts]
    if distribution.expectation <= 0:
        return Ruin(0.0 if nets == [Fraction()] else 1.0, "certain")
    if nets[0] >= 0:
        return Ruin(0.0, "certain")
    chance = math.exp(-exponent(distribution) * bankroll_units)
    return Ruin(chance, "root" if -nets[0] == step_of(distribution) else "upper bound")


def step_of(distribution: Distribution) -> Fraction:
    """The largest amount of which every net is a whole multiple."""
    nets = [net for net, _ in distribution.counts]
    denominator = math.lcm(*(net.denominator for net in nets))
    return Fraction(math.gcd(*(int(net * denominator) for net in nets)), denominator)


def exponent(distribution: Distribution) -> float:
    """The positive s with E[exp(-s net)] = 1, to the last digits of floating point."""
    total = distribution.total
    terms = [(float(net), count / total) for net, count in distribution.counts]

    def excess(s: float) -> float:
        # Differences from one, so that a small edge is not lost to rounding.
        return math.fsum(chance * math.expm1(-s * net) for net, chance in terms)

    low = float(distribution.expectation / (distribution.variance + distribution.expectation**2))
    while excess(low) > 0:
        low /= 2
    high = 2 * low
    while excess(high) <= 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if excess(middle) > 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def bank_lost(player: Distribution, banks: Sequence[int]) -> tuple[float, ...] | None:
    """The chance that one player's rounds ever bring the house's bank of so many units down to nothing, to 1e-12.

    None where the pays are so long that the system is too large.

    >>> bank_lost(Distribution.of({Fraction(-1): 3, Fraction(1): 2}), (1, 3))
    (0.666666666667, 0.296296296296)
    """
    house = Distribution.of({-net: count for net, count in player.counts})
    nets = [net for net, _ in house.counts]
    if house.expectation <= 0 or nets[0] >= 0:
        return (0.0 if nets[0] >= 0 else 1.0,) * len(banks)
    step = step_of(house)
    moves = [(int(net / step), count / house.total) for net, count in house.counts]
    falls, rises = -moves[0][0], moves[-1][0]
    decay = exponent(house) * float(step)
    wanted = [math.ceil(bank / step) for bank in banks]
    sizes = math.ceil(NOTHING_LOST / decay) + max(wanted)
    if sizes > MOST_SIZES or sizes * (falls + rises + 1) > MOST_WORK:
        return None
    width = falls + rises + 1
    band = np.zeros((sizes, width))
    right = np.zeros(sizes)
    band[:, falls] = 1.0
    for move, chance in moves:
        band[:, falls + move] -= chance
        if move < 0:
            right[:-move] += chance  # the bank is lost: its size is below one step
    # An entry of row r and column c lies (width - 1) r + c behind the first, so a block of the matrix is a view.
    matrix = np.lib.stride_tricks.as_strided(
        band.reshape(-1)[falls:], (sizes, sizes), ((width - 1) * band.itemsize, band.itemsize)
    )
    for at in range(sizes - 1):
        rows, columns = slice(at + 1, min(at + falls, sizes - 1) + 1), slice(at, min(at + rises, sizes - 1) + 1)
        part = matrix[rows, at] / matrix[at, at]
        matrix[rows, columns] -= np.outer(part, matrix[at, columns])
        right[rows] -= part * right[at]
    worth = np.zeros(sizes)
    for at in reversed(range(sizes)):
        after = slice(at + 1, min(at + rises, sizes - 1) + 1)
        worth[at] = (right[at] - matrix[at, after] @ worth[after]) / matrix[at, at]
    return tuple(round(float(worth[size - 1]), 12) for size in wanted)


VOLATILITY_INDEX: Final = Fraction(165, 100)
"""Standard deviations on either side that hold nine results in ten, as published reports on games define the index."""


def risk_of_ruin(distribution: Distribution, bankroll_units: int, rounds: int) -> float | None:
    """How likely a bankroll is lost within this many rounds; estimated. None where that takes too long."""
    nets = [net for net, _ in distribution.counts]
    if nets[0] >= 0:
        return 0.0
    step = step_of(distribution)
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
        return tuple(self.rounds_per_hour * hour for hour in self.hours)


CHANCES: Final = (Fraction(5, 100), Fraction(25, 100), Fraction(1, 2), Fraction(75, 100), Fraction(95, 100))
BANDS: Final = (Fraction(5, 1000), Fraction(25, 1000), Fraction(975, 1000), Fraction(995, 1000))
"""The ends of the bands that hold 99 and 95 results in a hundred."""
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
BETWEEN: Final = (316, 3_162, 31_623, 316_228, 3_162_278)  # Rounds for a drawing.
BANKROLLS: Final = (20, 50, 100, 200, 500)


@dataclass(frozen=True)
class Band:
    """The house's win after many rounds, as a part of the wagers."""

    rounds: int
    method: Method
    deviation: str  # The standard deviation of that part: as many digits as it has.
    holds: tuple[Fraction | float, ...]  # At ``BANDS``, lowest first.
    house_ahead: Fraction | float
    places: int  # To how many decimals the holds are known, in percent.


@dataclass(frozen=True)
class SessionResult:
    """One player's result after the rounds of some hours, in units."""

    rounds: int
    method: Method
    nets: tuple[Fraction | float, ...]  # At ``CHANCES``, lowest first.
    house_ahead: Fraction | float
    ruin: tuple[float | None, ...]  # For each of ``BANKROLLS``; estimated.


@dataclass(frozen=True)
class Volatility:
    """Everything about many rounds of one wager."""

    pace: Pace
    bands: tuple[Band, ...]
    funnel: tuple[Band, ...]  # The same at steps between, for a drawing.
    sessions: tuple[SessionResult, ...]
    endless_ruin: tuple[Ruin, ...]  # For each of ``BANKROLLS``: how likely it is lost in the end.
    win_per_hour_cents: Fraction  # The house's, over all seats; exact.
    deviation_per_hour_cents: float  # Estimated: as if seats did not share the dealer's hand.


@lru_cache(maxsize=64)
def volatility(distribution: Distribution, pace: Pace, wager_cents: int) -> Volatility:
    """Bands, sessions and hourly figures of a wager that is made once a round for ``wager_cents``."""
    hands = pace.rounds_per_hour * pace.seats
    bands = tuple(_band(distribution, _total(distribution, rounds)) for rounds in ROUNDS)
    between = [_band(distribution, sketch_after(distribution, rounds)) for rounds in BETWEEN]
    return Volatility(
        pace,
        bands,
        tuple(sorted((*bands, *between), key=lambda band: band.rounds)),
        tuple(_session(distribution, rounds) for rounds in pace.sessions),
        tuple(ruin_in_the_end(distribution, bankroll) for bankroll in BANKROLLS),
        distribution.house_edge * hands * wager_cents,
        math.sqrt(float(distribution.variance) * hands) * wager_cents,
    )


def _band(distribution: Distribution, total: Total) -> Band:
    deviation = square_root_text(distribution.variance / total.rounds) if distribution.variance else "0"
    return Band(total.rounds, total.method, deviation, tuple(map(total.hold, BANDS)), total.house_ahead, total.places)


def _session(distribution: Distribution, rounds: int) -> SessionResult:
    total = _total(distribution, rounds)
    return SessionResult(
        rounds,
        total.method,
        tuple(map(total.quantile, CHANCES)),
        total.house_ahead,
        tuple(risk_of_ruin(distribution, bankroll, rounds) for bankroll in BANKROLLS),
    )


@lru_cache(maxsize=32)
def _total(distribution: Distribution, rounds: int) -> Total:
    return total_after(distribution, rounds, {*CHANCES, *(1 - chance for chance in BANDS)})


ESTIMATED = 2  # Digits of a figure that leaves out how the seats' bonus wagers move together: that moves the third.
EXACT, BROWNIAN = "exact", "as Brownian motion"
NORMAL: Final = "normal"  # The method of a band that uses only mean and variance.
FURTHEST = 600.0  # An exponent that a float still bears.


def rounds_to_deviation(mean: Fraction, variance: Fraction) -> Fraction | None:
    """N0: rounds after which the expected result equals one standard deviation; None if the expectation is zero."""
    return variance / mean**2 if mean else None


def digits_within(mean: float, error: float) -> int:
    """How many digits of N0 are known, and so of the rest, where the mean may be off by ``error``.

    >>> digits_within(-0.0043, 1e-12), digits_within(0.0000005, 1e-12)
    (8, 4)
    """
    if not mean:
        return ESTIMATED
    return max(ESTIMATED, min(SIGNIFICANT, -math.ceil(math.log10(2 * error / abs(mean))) - 1))


def ruin_as_normal(mean: float, variance: float, units: float, rounds: int | None = None) -> float:
    """How likely a bankroll is lost within some rounds, or ever, as if its way were a Brownian motion.

    >>> round(ruin_as_normal(0.01, 1.3, 100), 6), ruin_as_normal(-0.01, 1.3, 100)
    (0.214711, 1.0)
    >>> ruin_as_normal(-0.5, 0.001, 100, 400), round(ruin_as_normal(-0.5, 0.001, 100, 200), 3)
    (1.0, 0.501)
    >>> round(ruin_as_normal(-0.3, 1.0, 1000, 3300), 4)
    0.4422
    """
    if not variance:
        return float(mean < 0 and (rounds is None or -mean * rounds >= units))
    ever = math.exp(min(0.0, -2 * mean * units / variance))
    if rounds is None:
        return ever
    spread = math.sqrt(variance * rounds)
    reached = NormalDist().cdf((-units - mean * rounds) / spread)
    # By reflection: the ways that were below the bankroll once and have come back.
    exponent, place = -2 * mean * units / variance, (mean * rounds - units) / spread
    if exponent > FURTHEST:  # so far out that the tail is its first term, which a float holds only as this product
        back = math.exp(exponent - place**2 / 2) / (-place * math.sqrt(2 * math.pi))
    else:
        back = math.exp(exponent) * math.erfc(-place / math.sqrt(2)) / 2  # a cdf of 1 + erf is zero out here
    return min(1.0, reached + back)


def ruin_between(edge: float, variance: float, lost: float, won: float, bank: float) -> tuple[float, float]:
    """Between what the chance lies that a bank is ever lost to players who lose or win at most so much in a round.

    It is at most exp(-R bank) and, as the last win takes at most ``won`` more than the bank, at least
    exp(-R (bank + won)), with R such that E exp(R X) = 1 for the players' win X (Lundberg). Whatever the outcomes are,
    E exp(t X) is at most 1 - edge t + E X^2 (exp(t won) - 1 - t won) / won^2, and at least its expansion to the third
    power with E X^3 no less than -lost E X^2.

    >>> ruin_between(0.1, 0.99, 1.0, 1.0, 10), round((0.45 / 0.55) ** 10, 3)
    ((0.093, 0.16), 0.134)
    """
    square = variance + edge**2
    low, high = 0.0, 2 * edge / square
    for _ in range(60):
        middle = (low + high) / 2
        grown = square * (math.expm1(middle * won) - middle * won) / won**2 if won else 0.0
        low, high = (middle, high) if grown < edge * middle else (low, middle)
    root = square**2 / 4 - 2 / 3 * lost * square * edge
    least = math.exp(-(square / 2 - math.sqrt(root)) / (lost * square / 3) * (bank + won)) if root > 0 else 0.0
    return _two_digits(least, math.floor), _two_digits(math.exp(-low * bank), math.ceil)


def _two_digits(chance: float, rounded: Callable[[float], int]) -> float:
    if not chance:
        return 0.0
    places = 1 - math.floor(math.log10(chance))
    return rounded(chance * 10.0**places) / 10.0**places


class BankRuin(NamedTuple):
    """How likely the house ever loses a bank of each of ``BANKROLLS``, and how that was found."""

    chances: tuple[float, ...]
    method: str
    bounds: tuple[tuple[float, float], ...] = ()
    """Where it is not exact: between what it lies for certain, to two digits; empty where that is not known."""

    @property
    def is_exact(self) -> bool:
        return self.method == EXACT


@dataclass(frozen=True)
class TableFigures:
    """Seats that all bet alike; figures in units of one seat's initial wagers."""

    seats: int
    mean: Fraction  # Of one seat's net.
    variance: Fraction  # Of one seat's net.
    covariance: Fraction  # Of two seats' nets.
    is_exact: bool  # Whether the covariance is exact; if not, that of the base wagers stands in for it.
    known: int = SIGNIFICANT
    """Digits that mean and variance allow the figures, where those are worked out in floating point."""
    outcomes: Distribution | None = None  # Of one seat's net, if they are counted.

    @property
    def digits(self) -> int:
        """How many digits the figures have."""
        return self.known if self.is_exact else ESTIMATED

    @property
    def round_variance(self) -> Fraction:
        """Of the sum over the seats in one round."""
        return self.seats * self.variance + self.seats * (self.seats - 1) * self.covariance

    @property
    def correlation(self) -> float:
        return float(self.covariance / self.variance) if self.variance else 0.0

    @property
    def n0(self) -> Fraction | None:
        return rounds_to_deviation(self.seats * self.mean, self.round_variance)

    def band(self, rounds: int) -> Band:
        """The house's win from all seats after some rounds of the table, as if it were normal."""
        wagers, places = self.seats * rounds, 2 if self.is_exact else 1
        part = self.round_variance * rounds / Fraction(wagers) ** 2
        if not part:
            return Band(rounds, NORMAL, "0", (float(-self.mean),) * len(BANDS), float(self.mean < 0), places)
        normal = NormalDist(float(-self.mean), math.sqrt(part))
        holds = tuple(normal.inv_cdf(float(chance)) for chance in BANDS)
        ahead = known_chance(1 - normal.cdf(0.0))
        return Band(rounds, NORMAL, square_root_text(part, self.digits), holds, ahead, places)

    def bank_ruin(self) -> BankRuin:
        """How likely the house ever loses its bank to this table."""
        if self.seats == 1 and self.outcomes is not None:
            found = bank_lost(self.outcomes, BANKROLLS)
            if found is not None:
                return BankRuin(found, EXACT)
        edge, variance = float(-self.mean * self.seats), float(self.round_variance)
        bounds: tuple[tuple[float, float], ...] = ()
        if self.is_exact and self.outcomes is not None and edge > 0:
            least, most = (self.seats * float(self.outcomes.counts[end][0]) for end in (0, -1))
            bounds = tuple(ruin_between(edge, variance, -least, most, units) for units in BANKROLLS)
        return BankRuin(tuple(ruin_as_normal(edge, variance, units) for units in BANKROLLS), BROWNIAN, bounds)
