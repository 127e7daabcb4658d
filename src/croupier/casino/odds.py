"""The hits of a link beside their exact odds. Nothing is solved while no table and no person has told one hand three
times."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Final

from croupier.casino.proofs import solve_table
from croupier.jackpot.book.reading import closed_days, unclosed_days
from croupier.jackpot.entries import NewDay, read_body
from croupier.jackpot.journal import Entry, Store
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.reports.alarms import Alarm
from croupier.jackpot.reports.odds import BETWEEN, DAYS_A_YEAR, DayCounts, Theft, alarms_by_odds, delay
from croupier.jackpot.state import LinkState

FEWEST: Final = 3  # Hands of one row by one table or person before anything is compared.
WAGERS_A_DAY: Final = 1_000  # At one table, for the delay that a plan's check prints.


class OddsWatch:
    """The days of a link, read once; ``alarms`` adds the day that is open."""

    def __init__(self, store: Store, state: LinkState) -> None:
        found = [*unclosed_days(store, state)][::-1]
        if state.plan is not None:
            found += islice(closed_days(store, state), DAYS_A_YEAR)
        self._days = [DayCounts(day.day, day.closing.dealt, day.closing.hands_told) for day in reversed(found)]
        self._links = max(1, len(store.links()))
        self._asked: tuple[object, ...] = ()
        self._raised: list[Alarm] = []

    def note(self, entry: Entry) -> None:
        """Look at the next entry of the journal: with some of them a day is over."""
        if entry.kind == "new_day":
            body = read_body(entry)
            assert isinstance(body, NewDay)
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
