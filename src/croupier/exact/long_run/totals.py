"""Where the total of many rounds of one wager ends up: exact while that is quick, else by Fourier inversion on a grid.

Nets are the player's, in units of the wager. How bounds make a figure exact: docs/concepts/methods.md.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.distribution import Distribution
from croupier.kernels.arrays import Floats

Weights = tuple[tuple[int, int], ...]  # (place, count), as on a lattice; the lowest first, at place zero.

MOST_PRODUCTS: Final = 100_000_000  # In one convolution: some hundredths of a second.
MOST_PLACES: Final = 1_000_000  # Of one round.
_ROUNDING: Final = 2.0**-53
_DROPPED: Final = 1e-18  # The mass that may be dropped when a total is trimmed, for each of its rounds.
_TINY: Final = 1e-120
"""Smaller chances are dropped too: a product of two could leave the range in which floats are precise."""
_SLACK: Final = 1.001  # The bounds are computed in floating point themselves.


class Chances(NamedTuple):
    """The chances of a total, starting at its lowest place that counts."""

    rounds: int
    first: int
    values: Floats
    relative: float
    """Each value is within this part of the chance of reaching its place without passing through anything that was
    dropped.
    """
    lost: float  # At most this much has been dropped.

    def up_to(self) -> tuple[Floats, Floats]:
        """(places) bounds on how likely each place is not exceeded."""
        sums = np.cumsum(self.values)
        relative = (self.relative + (len(sums) + 4) * _ROUNDING) * _SLACK
        return sums * (1 - relative), sums * (1 + relative) + self.lost * _SLACK


def _times(one: Chances | None, other: Chances | None) -> Chances | None:
    """The sum of two totals; None where that would take too long."""
    if one is None or other is None or len(one.values) * len(other.values) > MOST_PRODUCTS:
        return None
    values = np.convolve(one.values, other.values)
    terms = min(len(one.values), len(other.values)) + 1
    relative = one.relative + other.relative + one.relative * other.relative + 2 * terms * _ROUNDING
    return _trimmed(
        Chances(one.rounds + other.rounds, one.first + other.first, values, relative * _SLACK, one.lost + other.lost)
    )


def _trimmed(chances: Chances) -> Chances:
    """Without what is too unlikely, on both sides and in between."""
    values = chances.values
    allowed = _DROPPED * chances.rounds / 2
    start = int(np.searchsorted(np.cumsum(values), allowed))
    end = len(values) - int(np.searchsorted(np.cumsum(values[::-1]), allowed))
    kept = np.where(values[start:end] < _TINY, 0.0, values[start:end])
    dropped = float(values[:start].sum() + values[end:].sum()) + len(values) * _TINY
    # What was dropped counts twice, since its computed chances may be slightly low.
    return Chances(chances.rounds, chances.first + start, kept, chances.relative, chances.lost + 2 * dropped)


@lru_cache(maxsize=64)
def chances_after(weights: Weights, rounds: int) -> Chances | None:
    """The total after some rounds; None where it has too many places to be convolved quickly."""
    if rounds == 1:
        top, total = weights[-1][0], sum(count for _, count in weights)
        if top > MOST_PLACES:
            return None
        values = np.zeros(top + 1)
        for place, count in weights:
            values[place] = count / total
        return Chances(1, 0, values, _ROUNDING * _SLACK, 0.0)
    if rounds % 10 == 0:
        # By way of the decades, which sheets print.
        once = chances_after(weights, rounds // 10)
        twice = _times(once, once)
        five = _times(_times(twice, twice), once)
        return _times(five, five)
    half = chances_after(weights, rounds // 2)
    whole = _times(half, half)
    return _times(whole, chances_after(weights, 1)) if rounds % 2 else whole


Method = Literal["exact", "estimated", "normal"]

_DIGIT_WORK: Final = 5_000_000
"""Up to this much work, totals are counted in integers; beyond, the convolution is as good and quicker."""
_MEMORY_BYTES: Final = 48 * 2**20
_GRID: Final = 2**18
_MOST_WINS: Final = 30  # How often the highest net may come on average where totals are told apart by that.
PROVEN_PLACES: Final = (8, 7, 6)
"""The numbers of places to which a chance known within bounds may be given, most first."""
KNOWN_PLACES: Final = 9  # Of a chance in floating point: what lies nearer to certainty is not told apart from it.


@dataclass(frozen=True)
class Lattice:
    """Equally spaced nets: round by round ``lowest + step x k``, with the weight of each ``k``."""

    lowest: Fraction
    step: Fraction
    weights: tuple[tuple[int, int], ...]  # (k, count), the lowest first; the first k is zero.

    @classmethod
    def of(cls, distribution: Distribution) -> "Lattice":
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
    house_ahead: Fraction | float  # How likely it is that the players as a whole have lost more than they won.
    quantile: Callable[[Fraction], Fraction | float]  # The smallest total that is not exceeded with this probability.
    spacing: Fraction = Fraction()
    """Of the totals that were told apart, where these are fewer than there are; zero otherwise."""

    @property
    def places(self) -> int:
        """To how many decimals a part of the wagers, in percent, is known; three at most, and below zero for tens."""
        return min(3, math.floor(math.log10(self.rounds / 100 / self.spacing))) if self.spacing else 3

    def hold(self, chance: Fraction) -> Fraction | float:
        """The part of the wagers that the house has kept: with this probability, at most this."""
        part = -self.quantile(1 - chance) / self.rounds
        if not self.spacing:
            return part
        least = Fraction(1, 10) ** (self.places + 2)
        return round(Fraction(part) / least) * least


def total_after(distribution: Distribution, rounds: int, chances: Collection[Fraction] = ()) -> Total:
    """The total of independent rounds, by the best method that is quick; ``chances`` are those that will be asked for.

    >>> coin = Distribution.of({Fraction(-1): 1, Fraction(1): 1})
    >>> ten = total_after(coin, 10)
    >>> ten.method, ten.house_ahead, ten.quantile(Fraction(1, 2))
    ('exact', Fraction(193, 512), Fraction(0, 1))
    """
    lattice = Lattice.of(distribution)
    if _is_quick(lattice, rounds):
        return _counted(lattice, rounds)
    return _convolved(lattice, rounds, chances) or sketch_after(distribution, rounds)


def sketch_after(distribution: Distribution, rounds: int) -> Total:
    """The same, never exact, where a drawing is all that is wanted."""
    lattice = Lattice.of(distribution)
    # A rare net far above the rest would make the grid too coarse for them.
    is_wide = _window(distribution, lattice.step, rounds)[0] > _GRID
    return (is_wide and _by_wins(distribution, rounds)) or _inverted(distribution, lattice, rounds)


def _is_quick(lattice: Lattice, rounds: int) -> bool:
    places = rounds * lattice.top + 1
    bits = rounds * lattice.total.bit_length()
    return places * bits // 8 <= _MEMORY_BYTES and places * len(lattice.weights) * (bits // 30 + 40) <= _DIGIT_WORK


def power(lattice: Lattice, rounds: int) -> list[int]:
    """How many sequences of rounds reach each total: Miller's recurrence, n p' p^n = p (p^n)', divides exactly."""
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


def _convolved(lattice: Lattice, rounds: int, chances: Collection[Fraction]) -> Total | None:
    """Bounds on the chances of every total; None where they are too wide to tell, or there are too many totals."""
    found = chances_after(lattice.weights, rounds)
    if found is None:
        return None
    low, high = found.up_to()

    def quantile(chance: Fraction) -> Fraction:
        # Certainly not below the first place whose upper bound will do, nor above the first whose lower bound will.
        first, last = (int(np.searchsorted(each, float(chance))) for each in (high, low))
        if first != last:
            raise ArithmeticError(f"the bounds do not tell which total is not exceeded with a chance of {chance}")
        return rounds * lattice.lowest + (found.first + first) * lattice.step

    below = math.ceil(-rounds * lattice.lowest / lattice.step) - 1 - found.first
    if below < 0:
        ahead = _shared_digits(0.0, found.lost)
    elif below >= len(low):
        ahead = _shared_digits(float(low[-1]), 1.0)
    else:
        ahead = _shared_digits(float(low[below]), min(1.0, float(high[below])))
    if ahead is None:
        return None
    try:
        for chance in chances:
            quantile(chance)
    except ArithmeticError:
        return None
    return Total(rounds, "exact", ahead, quantile)


def _shared_digits(low: float, high: float) -> Fraction | float | None:
    """A chance to as many places as its bounds share, six at least; near zero or one, the middle of the bounds."""
    for places in PROVEN_PLACES:
        scaled = round(Fraction(low) * 10**places)
        if scaled == round(Fraction(high) * 10**places):
            return Fraction(scaled, 10**places) if 0 < scaled < 10**places else known_chance(low + (high - low) / 2)
    return None


def known_chance(chance: float) -> float:
    """A chance to the nine places that floating point leaves it, and so never quite certain."""
    return min(max(round(chance, KNOWN_PLACES), 10.0**-KNOWN_PLACES), 1 - 10.0**-KNOWN_PLACES)


def snapped(distribution: Distribution, origin: Fraction, step: Fraction) -> list[tuple[int, float]]:
    """Nets on a grid, with their chances; a net between two places is split so that the mean does not change."""
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


def _spread(distribution: Distribution, origin: Fraction, step: Fraction) -> list[tuple[int, float]]:
    """Nets on a coarse grid, each on three places, so that mean and square stay: on two they would swing more."""
    found: list[tuple[int, float]] = []
    for net, count in distribution.counts:
        place = round((net - origin) / step)
        chance, off = count / distribution.total, float((net - origin) / step - place)
        found.append((place, chance * (1 - off**2)))
        if off:
            found += [(place + side, chance * (off**2 + side * off) / 2) for side in (-1, 1)]
    return found


def _raised(spectrum: NDArray[np.complex128], rounds: int, size: int) -> Floats:
    """The chances of every total of some rounds, round the circle, from the spectrum of one."""
    size_of, turn = np.abs(spectrum), np.angle(spectrum)
    strong = size_of > 1e-16 ** (1 / max(rounds, 1))  # what is weaker vanishes when raised
    raised = np.zeros_like(spectrum)
    raised[strong] = size_of[strong] ** rounds * np.exp(1j * rounds * turn[strong])
    return np.fft.irfft(raised, size)


def _by_wins(distribution: Distribution, rounds: int) -> Total | None:
    """By how often the highest net comes: the other rounds have a lattice of their own. None where that is often."""
    *others, (top, wins) = distribution.counts
    expected = rounds * wins / distribution.total
    if len(others) < 2 or expected > _MOST_WINS:
        return None
    rest = Distribution.of(others)
    lattice = Lattice.of(rest)
    width, start = _window(rest, lattice.step, rounds)
    if width > _GRID:
        return None
    size = 1 << (width - 1).bit_length()
    once = np.zeros(size)
    for k, count in lattice.weights:
        once[k % size] += count / lattice.total
    spectrum = np.fft.rfft(once)
    firsts, sums = [], []
    for number in range(min(rounds, int(expected + 10 * math.sqrt(expected)) + 12) + 1):
        whole = np.roll(_raised(spectrum, rounds - number, size), -(start % size))
        below = np.cumsum(np.clip(whole, 0, None))
        firsts.append((rounds - number) * lattice.lowest + start * lattice.step + number * top)
        sums.append(below / below[-1] * _binomial(rounds, number, wins / distribution.total))

    def not_above(total: Fraction | float) -> float:
        """The chance of this total or less; a total of floats may have lost its last digits."""
        places = (math.floor((total - first) / lattice.step + Fraction(1, 10**6)) for first in firsts)
        return sum(float(each[min(place, size - 1)]) for each, place in zip(sums, places, strict=True) if place >= 0)

    def quantile(chance: Fraction) -> float:
        low, high = float(min(firsts)) - 1, float(max(firsts) + size * lattice.step)
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (low, middle) if not_above(Fraction(middle)) >= float(chance) - 1e-12 else (middle, high)
        places = ((first, math.floor((Fraction(high) - first) / lattice.step + Fraction(1, 10**6))) for first in firsts)
        return float(max(first + place * lattice.step for first, place in places if place >= 0))

    return Total(rounds, "estimated", known_chance(not_above(-lattice.step / 1000)), quantile)


def _binomial(rounds: int, number: int, chance: float) -> float:
    ways = math.lgamma(rounds + 1) - math.lgamma(number + 1) - math.lgamma(rounds - number + 1)
    return math.exp(ways + number * math.log(chance) + (rounds - number) * math.log1p(-chance))


def _inverted(distribution: Distribution, lattice: Lattice, rounds: int) -> Total:
    """The characteristic function raised and turned back, on a window around the mean; on a coarser grid if need be."""
    lowest, step = lattice.lowest, lattice.step
    width, start = _window(distribution, step, rounds)
    while width > _GRID:
        step = max(Fraction(1), step * 2)
        width, start = _window(distribution, step, rounds)
    between = sum(count for net, count in distribution.counts if (net - lowest) % step)
    # Where a net between two places hardly ever comes, the places are the totals themselves.
    is_coarse = between * rounds >= distribution.total
    size = 1 << (width - 1).bit_length()
    once = np.zeros(size)
    for k, chance in (_spread if is_coarse else snapped)(distribution, lowest, step):
        once[k % size] += chance
    whole = np.roll(_raised(np.fft.rfft(once), rounds, size), -(start % size))
    sums = np.maximum.accumulate(np.cumsum(whole)) if is_coarse else np.cumsum(np.clip(whole, 0, None))
    sums /= sums[-1]
    first = rounds * lowest + start * step
    # A place of a coarse grid holds the totals half a step around it; one of the lattice is a total itself.
    half = float(step / lattice.step) / 2 if is_coarse else 0.0

    def quantile(chance: Fraction) -> float:
        # A sum that reaches the chance may have lost its last digits to rounding.
        reached = min(int(np.searchsorted(sums, float(chance) - 1e-12)), size - 1)
        if not is_coarse:
            return float(first + reached * step)
        before = float(sums[reached - 1]) if reached else 0.0
        part = (float(chance) - before) / (float(sums[reached]) - before)
        return float(first + math.ceil((reached + part) * 2 * half - half - 0.5) * lattice.step)

    if is_coarse:
        ends = np.concatenate([[0.0], sums])
        ahead = known_chance(
            float(np.interp(float((-lattice.step / 2 - first) / step) + 0.5, np.arange(size + 1), ends))
        )
    else:
        below = math.ceil(-first / step) - 1
        ahead = known_chance(0.0 if below < 0 else float(sums[min(below, size - 1)]))
    return Total(rounds, "estimated", ahead, quantile, step if step != lattice.step else Fraction())
