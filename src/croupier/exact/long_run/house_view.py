"""What the house keeps of a progressive wager, and how long its jackpot lasts.

The meter is the players' money, so what is left to the house does not depend on what it shows: the stake less the
contributions, a fixed pay, the seed of the next meter and the envy. Wagers are alike, so the result is a sum.
"""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.errors import BadInput
from croupier.exact.counting.jackpots import WHOLE, Cents, JackpotSolution
from croupier.exact.distribution import Distribution
from croupier.rulebook.paytables import UNIT_CENTS
from croupier.units.odds import MeterShare

LIFE_CHANCES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


def why_no_house_view(solution: JackpotSolution, others: int = 0) -> str | None:
    """Why the house's result depends on the meter or on other hands; None if it does not."""
    if others > 1 and solution.envy_return and solution.configuration.values.get("envy_per") == "round":
        return "one envy a round is paid, whatever the number of envy hands"
    if solution.is_house_jackpot:
        return "a House Jackpot is paid by the house"
    if solution.counted.table.dealer_envy_percent is not None:
        return "the dealer is paid a part of the meter"
    if solution.configuration.choice("below_seed", solution.wager) == "top-up":
        return "a meter below its seed is topped up"
    return None


def house_distribution(
    solution: JackpotSolution, seeds: Mapping[int, Cents], rates: Mapping[int, Fraction], others: int = 0
) -> Distribution:
    """What one wager costs the house and its reserve, as a player's net: negative where they keep something.

    Seeds are as stated for a $1 wager, rates parts of the wager, both by level. ``others`` also bet, and the hand pays
    an envy to each of them.

    >>> from croupier import catalogue
    >>> from croupier.exact.counting.jackpots import solve_jackpot
    >>> tables = catalogue.configuration("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)")
    >>> kept = house_distribution(solve_jackpot(tables, "perfect_pairs"), {1: 200_000}, {1: Fraction(20, 100)})
    >>> round(float(kept.house_edge), 6), kept.counts[-1][0]
    (0.204824, Fraction(9996, 5))
    """
    why = why_no_house_view(solution, others)
    if why:
        raise BadInput(f"what the house keeps of {solution.wager} does not follow from one hand: {why}")
    levels = [meter.level for meter in solution.meters]
    missing = [level for level in levels if level not in seeds]
    if missing:
        raise BadInput(f"{solution.paytable}: the seed of level {missing[0]} is not given")
    contribution = sum((Fraction(rates.get(level, 0)) for level in levels), Fraction())
    posted = {level: Fraction(solution.seed_cents(seeds[level])) / solution.stake_cents for level in levels}

    def costs(net: Fraction | MeterShare) -> Fraction:
        if not isinstance(net, MeterShare):
            return net + contribution
        return contribution - 1 + (posted[net.level or 1] if net.percent == WHOLE else 0)

    solution.envy(others)
    return Distribution.of([(costs(net) + others * paid, count) for net, paid, count in _with_envy(solution)])


def _with_envy(solution: JackpotSolution) -> Iterator[tuple[Fraction | MeterShare, Fraction, int]]:
    """Every outcome with the envy that its hand pays to each other bettor: ``outcomes`` row by row."""
    lost, *paid = solution.outcomes()
    yield lost[0], Fraction(), lost[1]
    rows = [row for row in reversed(solution.counted.rows) for _ in range(solution.pays_of(row))]
    for (net, count), row in zip(paid, rows, strict=True):
        yield net, Fraction(row.row.envy_cents or 0, UNIT_CENTS), count


class Life(NamedTuple):
    """One meter from seed to seed."""

    level: int
    wagers: tuple[int, ...]  # Until it is won whole: at most this many, with each of ``LIFE_CHANCES``.
    mean_wagers: Fraction
    amounts: tuple[Fraction, ...] | None
    """In cents when it is won, likewise; None where parts of it are paid meanwhile."""
    mean_amount: Fraction  # In cents: what it shows on average when it is paid from.


def life_of(solution: JackpotSolution, seeds: Mapping[int, Cents], rates: Mapping[int, Fraction]) -> tuple[Life, ...]:
    """How long each meter takes to be won whole, and what it then shows: the wait is geometric."""
    found = []
    for meter in solution.meters:
        if not meter.hit_probability:
            continue
        chance = float(meter.hit_probability)
        wagers = tuple(max(1, math.ceil(math.log1p(-each) / math.log1p(-chance))) for each in LIFE_CHANCES)
        seed, rate = Fraction(solution.seed_cents(seeds[meter.level])), Fraction(rates.get(meter.level, 0))
        is_whole = meter.share == meter.hit_probability
        amounts = tuple(seed + rate * solution.stake_cents * wager for wager in wagers) if is_whole else None
        mean = meter.average_cents(seed, rate)
        found.append(Life(meter.level, wagers, 1 / meter.hit_probability, amounts, mean))
    return tuple(found)
