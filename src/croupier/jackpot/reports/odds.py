"""Hits beside their odds. A stream is a table or a person, with one row of the paytable. After every wager it holds a
weight of evidence that the row comes more often than it can (Shiryaev and Roberts: each gambling day may be the first
of a theft, at any of several rates). Under honest cards the weight less the number of days begun is a fair game, so the
mean time to a false alarm is at least the bound, in days: as many days as there are streams in a year, so together they
raise at most one false alarm a year."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.jackpot.reports.alarms import Alarm, AlarmKind

RATES: Final = tuple(2.0**power for power in range(1, 13))  # How many times as often as it can a row may come.
DAYS_A_YEAR: Final = 365
_MOST: Final = 1e300
BETWEEN: Final = "\n"  # Between the table, the person and the row of a count; none of them holds it.

Chances = Mapping[str, Mapping[str, Fraction]]  # By table, then by row: how likely a wager is to win it.


class DayCounts(NamedTuple):
    """What a gambling day came to."""

    day: str
    dealt: Mapping[str, int]  # By table and person who reported the rounds, how many wagers were settled.
    told: Mapping[str, int]  # By table, person and row, how many hands were told.


class Theft(NamedTuple):
    """A theft that is looked for: so many invented hands a day among so many wagers."""

    chance: Fraction
    wagers_a_day: int
    invented_a_day: Fraction = Fraction(1)


@dataclass
class _Stream:
    """One table or person, and one row."""

    weights: list[float] = field(default_factory=lambda: [0.0] * len(RATES))
    since: str = ""  # The gambling day from which the evidence dates.
    hits: int = 0
    expected: float = 0.0

    def weight(self) -> float:
        return sum(self.weights) / len(self.weights)

    def take(self, day: str, seen: Iterable[tuple[float, int, int]]) -> None:
        """A day's wagers and hits, with the chance at each table."""
        if self.weight() < 1:  # what came before speaks for honest cards
            self.since, self.hits, self.expected = day, 0, 0.0
        parts = list(seen)
        for place, rate in enumerate(RATES):
            grown = sum(_log_ratio(rate, chance, wagers, hits) for chance, wagers, hits in parts)
            self.weights[place] = min(_MOST, (1 + self.weights[place]) * math.exp(min(grown, 650.0)))
        self.hits += sum(hits for _, _, hits in parts)
        self.expected += sum(chance * wagers for chance, wagers, _ in parts)


def _log_ratio(rate: float, chance: float, wagers: float, hits: float) -> float:
    """How much better some wagers and hits fit a row that comes ``rate`` times as often; at most once a wager."""
    rate = min(rate, 0.5 / chance)
    return hits * math.log(rate) + (wagers - hits) * (math.log1p(-rate * chance) - math.log1p(-chance))


def bound(streams: int) -> int:
    """The weight at which a stream raises its alarm: together they raise at most one false alarm a year."""
    return max(1, streams) * DAYS_A_YEAR


def alarms_by_odds(
    days: Iterable[DayCounts], chances: Chances, labels: Mapping[str, str], link: str, links: int = 1
) -> list[Alarm]:
    """Every alarm that the days raise, each with the day that raised it; a stream that raised one begins anew."""
    streams: dict[tuple[str, str, str], _Stream] = {}
    raised = []
    for day in days:
        for key, parts in _by_stream(day, chances).items():
            stream = streams.setdefault(key, _Stream())
            stream.take(day.day, parts)
        most = bound(len(streams) * links)  # the other jackpots of the casino have about as many
        for key, stream in list(streams.items()):
            if stream.weight() >= most:
                raised.append(_alarm(key, stream, day.day, labels, link))
                del streams[key]
    return raised


def _by_stream(day: DayCounts, chances: Chances) -> dict[tuple[str, str, str], list[tuple[float, int, int]]]:
    seen: dict[tuple[str, str, str], list[tuple[float, int, int]]] = {}
    for pair, wagers in day.dealt.items():
        table, person = pair.split(BETWEEN)
        for row, chance in chances.get(table, {}).items():
            hits = day.told.get(BETWEEN.join((table, person, row)), 0)
            part = (float(chance), max(wagers, hits), hits)
            for key in (("table", table, row), ("person", person, row)):
                seen.setdefault(key, []).append(part)
    return seen


def _alarm(key: tuple[str, str, str], stream: _Stream, day: str, labels: Mapping[str, str], link: str) -> Alarm:
    kind, name, row = key
    return Alarm(
        kind=AlarmKind.HITS_BEYOND_ODDS,
        link=link,
        tables=(name,) if kind == "table" else (),
        person=name if kind == "person" else "",
        hand=labels.get(row, row),
        count=stream.hits,
        expected=f"{stream.expected:.2g}",
        one_in=one_in(stream.expected, stream.hits),
        day=stream.since,
        until=day,
    )


def one_in(expected: float, hits: int) -> int:
    """The chance of so many hits or more is below one in this, rounded down to two digits.

    By the bound of Chernoff, which holds for tables that differ as well.

    >>> one_in(0.1, 6)
    120000000
    """
    if hits <= expected or not expected:
        return 1
    log_chance = hits - expected - hits * math.log(hits / expected)
    inverse = math.exp(min(-log_chance, 600.0))
    unit: int = 10 ** max(0, int(math.log10(inverse)) - 1)
    return int(inverse / unit) * unit


def delay(theft: Theft, streams: int) -> int | None:
    """After how many gambling days a theft is found, where hits come as often as they are expected to; None for never.

    >>> delay(Theft(Fraction(1, 3_000), 1_000), 100)
    15
    """
    stream, most, chance = _Stream(), bound(streams), float(theft.chance)
    hits = theft.wagers_a_day * chance + float(theft.invented_a_day)
    grown = [_log_ratio(rate, chance, theft.wagers_a_day, hits) for rate in RATES]
    for day in range(1, 20 * DAYS_A_YEAR):
        for place, ratio in enumerate(grown):
            stream.weights[place] = min(_MOST, (1 + stream.weights[place]) * math.exp(min(ratio, 650.0)))
        if stream.weight() >= most:
            return day
    return None
