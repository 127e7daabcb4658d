"""Many rounds of one wager: where their total ends up, bands of the house's win, sessions, ruin, what an hour brings.

Nets are the player's, in units of the wager. A total is exact while that is quick, else found by Fourier inversion on a
grid. How bounds make a figure exact, and how ruin is found: docs/concepts/methods.md.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.distribution import Distribution
from croupier.kernels.arrays import Floats
from croupier.units import SIGNIFICANT, square_root_text

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
