"""Hits beside their odds. A stream is a table or a person, with one row of the paytable. After every wager it holds a
weight of evidence that the row comes more often than it can (Shiryaev and Roberts: each gambling day may be the first
of a theft, at any of several rates). Under honest cards the weight less the number of days begun is a fair game, so the
mean time to a false alarm is at least the bound, in days: as many days as there are streams in a year, so together they
raise at most one false alarm a year. Nothing is solved while no table and no person has told one hand three times."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from croupier.casino.proofs import solve_table
from croupier.jackpot import entries, journal
from croupier.jackpot.book.reading import closed_days, unclosed_days
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.reports.alarms import Alarm, AlarmKind
from croupier.jackpot.state import LinkState

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


FEWEST: Final = 3  # Hands of one row by one table or person before anything is compared.
WAGERS_A_DAY: Final = 1_000  # At one table, for the delay that a plan's check prints.


class OddsWatch:
    """The days of a link, read once; ``alarms`` adds the day that is open."""

    def __init__(self, store: journal.Store, state: LinkState) -> None:
        found = [*unclosed_days(store, state)][::-1]
        if state.plan is not None:
            found += islice(closed_days(store, state), DAYS_A_YEAR)
        self._days = [DayCounts(day.day, day.closing.dealt, day.closing.hands_told) for day in reversed(found)]
        self._links = max(1, len(store.links()))
        self._asked: tuple[object, ...] = ()
        self._raised: list[Alarm] = []

    def note(self, entry: journal.Entry) -> None:
        """Look at the next entry of the journal: with some of them a day is over."""
        if entry.kind == "new_day":
            body = entries.read_body(entry)
            assert isinstance(body, entries.NewDay)
            over = DayCounts(body.over, body.readings.dealt, body.readings.hands_told)
            self._days = [*self._days, over][-DAYS_A_YEAR:]

    def alarms(self, state: LinkState) -> list[Alarm]:
        """Those of days that nobody has closed, and of the open one."""
        now = (len(self._days), dict(state.hands_told))
        if now != self._asked:
            self._asked, self._raised = now, self._look(state)
        days = {*(day.day for day in state.unclosed), state.day}
        return [alarm for alarm in self._raised if alarm.until in days]

    def _look(self, state: LinkState) -> list[Alarm]:
        plan = state.plan
        days = [*self._days, DayCounts(state.day, dict(state.dealt), dict(state.hands_told))]
        if plan is None or not _is_worth_a_look(days):
            return []
        chances = {table.id: chances_by_row(table) for table in plan.tables}
        return alarms_by_odds(days, chances, _labels(plan), state.link, self._links)


def _is_worth_a_look(days: list[DayCounts]) -> bool:
    told: Counter[tuple[str, str, str]] = Counter()
    for day in days:
        for hand, times in day.told.items():
            table, person, row = hand.split(BETWEEN)
            told["table", table, row] += times
            told["person", person, row] += times
    return any(times >= FEWEST for times in told.values())


@cache
def chances_by_row(table: TablePlan) -> dict[str, Fraction]:
    """By row that pays, the exact probability that a wager at the table wins it."""
    rows = solve_table(table).counted.rows
    return {counted.row.event: counted.probability for counted in rows if counted.probability}


def _labels(plan: LinkPlan) -> dict[str, str]:
    return {row["event"]: str(row["label"]) for rules in plan.rules for row in rules.paytable["rows"]}


def delays(plan: LinkPlan, links: int) -> Iterator[tuple[str, Fraction, int | None]]:
    """By row that pays: its probability, and after how many gambling days somebody who invents one a day is found."""
    table = plan.tables[0]
    chances, labels = chances_by_row(table), _labels(plan)
    people = [person for person in plan.people if person.role in ("dealer", "supervisor")]
    streams = (len(plan.tables) + len(people)) * len(chances) * links
    for row, chance in chances.items():
        yield labels.get(row, row), chance, delay(Theft(chance, WAGERS_A_DAY), streams)
