"""Many rounds of one wager: where the total ends up, how often the house is ahead, and how long a bankroll lasts.

The sum of independent rounds is counted exactly, in integers, while that is quick; beyond that it is *estimated*, by
Fourier inversion in floating point on a grid. Every figure says which.
Nets are the player's, in units of the wager; the house's win is the negative.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, Literal

from croupier.exact.distribution import Distribution
from croupier.units.chance import square_root_text

Method = Literal["exact", "estimated"]

VOLATILITY_INDEX: Final = Fraction(165, 100)
"""Standard deviations on either side that hold nine results in ten (ORACLES: the published reports' formulas)."""
_DIGIT_WORK: Final = 40_000_000
_MEMORY_BYTES: Final = 48 * 2**20
_GRID: Final = 2**18


@dataclass(frozen=True)
class Lattice:
    """Equally spaced nets: round by round ``lowest + step x k``, with the weight of each ``k``."""

    lowest: Fraction
    step: Fraction
    weights: tuple[tuple[int, int], ...]
    """(k, count), the lowest first; the first k is zero."""

    @classmethod
    def of(cls, distribution: Distribution) -> Lattice:
        """The coarsest spacing that holds every net.

        >>> Lattice.of(Distribution.of({Fraction(-1): 3, Fraction(2): 1}))
        Lattice(lowest=Fraction(-1, 1), step=Fraction(3, 1), weights=((0, 3), (1, 1)))
        """
        lowest = distribution.counts[0][0]
        gaps = [net - lowest for net, _ in distribution.counts]
        denominator = math.lcm(*(gap.denominator for gap in gaps))
        step = Fraction(math.gcd(*(int(gap * denominator) for gap in gaps)), denominator) or Fraction(1)
        shared = math.gcd(*(count for _, count in distribution.counts))
        weights = tuple(
            (int(gap / step), count // shared) for gap, (_, count) in zip(gaps, distribution.counts, strict=True)
        )
        return cls(lowest, step, weights)

    @property
    def top(self) -> int:
        return self.weights[-1][0]

    @cached_property
    def total(self) -> int:
        return sum(count for _, count in self.weights)


@dataclass(frozen=True)
class Total:
    """The player's total net after some rounds."""

    rounds: int
    method: Method
    house_ahead: Fraction | float
    """How likely it is that the players as a whole have lost more than they won."""
    quantile: Callable[[Fraction], Fraction | float]
    """The smallest total that is not exceeded with this probability."""

    def hold(self, chance: Fraction) -> Fraction | float:
        """The part of the wagers that the house has kept, which it stays below with this probability."""
        return -self.quantile(1 - chance) / self.rounds


def total_after(distribution: Distribution, rounds: int) -> Total:
    """The total of independent rounds, counted where that is quick.

    >>> coin = Distribution.of({Fraction(-1): 1, Fraction(1): 1})
    >>> ten = total_after(coin, 10)
    >>> ten.method, ten.house_ahead, ten.quantile(Fraction(1, 2))
    ('exact', Fraction(193, 512), Fraction(0, 1))
    """
    lattice = Lattice.of(distribution)
    if _is_quick(lattice, rounds):
        return _counted(lattice, rounds)
    return _inverted(distribution, lattice, rounds)


def _is_quick(lattice: Lattice, rounds: int) -> bool:
    places = rounds * lattice.top + 1
    bits = rounds * lattice.total.bit_length()
    return places * bits // 8 <= _MEMORY_BYTES and places * len(lattice.weights) * (bits // 30 + 40) <= _DIGIT_WORK


def power(lattice: Lattice, rounds: int) -> list[int]:
    """How many sequences of rounds reach each total: the coefficients of the weights' polynomial, raised.

    Miller's recurrence follows from p (p^n)' = n p' p^n; every division is exact.
    """
    (_, first), *others = lattice.weights
    found = [first**rounds] + [0] * (rounds * lattice.top)
    for place in range(1, len(found)):
        sum_ = 0
        for k, count in others:
            if k > place:
                break
            sum_ += ((rounds + 1) * k - place) * count * found[place - k]
        found[place] = sum_ // (place * first)
    return found


def _counted(lattice: Lattice, rounds: int) -> Total:
    counts = list(accumulate(power(lattice, rounds)))
    whole = counts[-1]
    if whole != lattice.total**rounds:
        raise ArithmeticError("the sequences do not add up to all there are")

    def net(place: int) -> Fraction:
        return rounds * lattice.lowest + place * lattice.step

    def quantile(chance: Fraction) -> Fraction:
        return net(bisect_left(counts, chance * whole))

    # The last place whose total is below zero.
    below = math.ceil(-rounds * lattice.lowest / lattice.step) - 1
    ahead = Fraction(counts[min(below, len(counts) - 1)], whole) if below >= 0 else Fraction()
    return Total(rounds, "exact", ahead, quantile)


def _snapped(distribution: Distribution, origin: Fraction, step: Fraction) -> list[tuple[int, float]]:
    """Nets on a grid, with their chances; one between two places is split so that its mean stays."""
    found: dict[int, float] = {}
    for net, count in distribution.counts:
        place, rest = divmod(net - origin, step)
        chance, part = count / distribution.total, float(rest / step)
        found[int(place)] = found.get(int(place), 0.0) + chance * (1 - part)
        if part:
            found[int(place) + 1] = found.get(int(place) + 1, 0.0) + chance * part
    return sorted(found.items())


def _window(distribution: Distribution, step: Fraction, rounds: int) -> tuple[int, int]:
    """How many steps a total may be from the lowest, and the first that is worth looking at."""
    lowest, highest = distribution.counts[0][0], distribution.counts[-1][0]
    top = math.ceil((highest - lowest) / step)
    deviation = math.sqrt(distribution.variance * rounds) / float(step)
    width = min(rounds * top + 1, int(16 * deviation) + 4 * top + 8)
    mean = float((distribution.expectation - lowest) / step) * rounds
    return width, 0 if width == rounds * top + 1 else max(0, int(mean - 8 * deviation) - 1)


def _inverted(distribution: Distribution, lattice: Lattice, rounds: int) -> Total:
    """The characteristic function raised to a power and turned back, on a window around the mean.

    Where the nets lie too close for the grid they are moved to a coarser one, of whole units and more.
    """
    import numpy as np

    lowest, step = lattice.lowest, lattice.step
    width, start = _window(distribution, step, rounds)
    while width > _GRID:
        step = max(Fraction(1), step * 2)
        width, start = _window(distribution, step, rounds)
    size = 1 << (width - 1).bit_length()
    once = np.zeros(size)
    for k, chance in _snapped(distribution, lowest, step):
        once[k % size] += chance
    spectrum = np.fft.rfft(once)
    size_of, turn = np.abs(spectrum), np.angle(spectrum)
    strong = size_of > 1e-16 ** (1 / rounds)  # what is weaker vanishes when raised
    raised = np.zeros_like(spectrum)
    raised[strong] = size_of[strong] ** rounds * np.exp(1j * rounds * turn[strong])
    whole = np.fft.irfft(raised, size)
    sums = np.cumsum(np.clip(np.roll(whole, -(start % size)), 0, None))
    sums /= sums[-1]
    first = rounds * lowest + start * step

    def quantile(chance: Fraction) -> float:
        return float(first + min(int(np.searchsorted(sums, float(chance))), size - 1) * step)

    below = math.ceil(-first / step) - 1
    ahead = 0.0 if below < 0 else float(sums[min(below, size - 1)])
    return Total(rounds, "estimated", ahead, quantile)


def risk_of_ruin(distribution: Distribution, bankroll_units: int, rounds: int) -> float | None:
    """How likely a bankroll is lost within so many rounds; estimated, in floating point. None where it is too large.

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
    moves = _snapped(distribution, Fraction(), step)
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


def endless_ruin(distribution: Distribution, bankroll_units: int) -> float:
    """How likely a bankroll is lost in the end: certain unless the player has the edge; exp(-2 EV B / Var)."""
    if distribution.expectation <= 0:
        return 1.0
    return math.exp(-2 * float(distribution.expectation) * bankroll_units / float(distribution.variance))


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


@dataclass(frozen=True)
class Session:
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
    sessions: tuple[Session, ...]
    fan: tuple[tuple[int, tuple[float, ...]], ...]
    """Rounds, and the nets at ``CHANCES``: a bankroll's way through the longest session."""
    endless_ruin: tuple[float, ...]
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
    return Volatility(
        pace,
        tuple(_band(distribution, rounds) for rounds in ROUNDS),
        tuple(_band(distribution, rounds) for rounds in sorted((316, *ROUNDS, 3_162, 31_623, 316_228, 3_162_278))),
        tuple(_session(distribution, rounds) for rounds in pace.sessions),
        tuple((rounds, _fan(distribution, rounds)) for rounds in steps),
        tuple(endless_ruin(distribution, each) for each in BANKROLLS),
        distribution.house_edge * hands * wager_cents,
        math.sqrt(float(distribution.variance) * hands) * wager_cents,
    )


def _band(distribution: Distribution, rounds: int) -> Band:
    total = _total(distribution, rounds)
    deviation = square_root_text(distribution.variance / rounds) if distribution.variance else "0"
    return Band(rounds, total.method, deviation, tuple(map(total.hold, BANDS)), total.house_ahead)


def _session(distribution: Distribution, rounds: int) -> Session:
    total = _total(distribution, rounds)
    return Session(
        rounds,
        total.method,
        tuple(map(total.quantile, CHANCES)),
        total.house_ahead,
        tuple(risk_of_ruin(distribution, each, rounds) for each in BANKROLLS),
    )


@lru_cache(maxsize=32)
def _total(distribution: Distribution, rounds: int) -> Total:
    return total_after(distribution, rounds)


def _fan(distribution: Distribution, rounds: int) -> tuple[float, ...]:
    total = _inverted(distribution, Lattice.of(distribution), rounds)
    return tuple(float(total.quantile(each)) for each in CHANCES)
