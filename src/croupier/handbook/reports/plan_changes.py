"""A plan for those who approve it: what it would change, line by line, what is to be expected of it, and simulated
months."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Final

from croupier.handbook.page import blocks, declared
from croupier.handbook.page.text import money
from croupier.handbook.reports.day import PAGE
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.play.documents import Json
from croupier.units import percent_text

if TYPE_CHECKING:  # it loads numpy
    from croupier.casino.months import Compared, LevelFigures, MonthFigures, Months, Outlook

Difference = tuple[str, str, str]  # What differs, as it is, as it would be.

_LISTS: Final = {
    "levels": ("level", "number"),
    "tables": ("table", "id"),
    "people": ("person", "id"),
    "thresholds": ("thresholds from", "begins"),
    "rules": ("rules of", "game"),
}


def differences(now: LinkPlan, new: LinkPlan) -> list[Difference]:
    """Every field in which two plans differ; nothing is left out."""
    before, after = asdict(now), asdict(new)
    differing: list[Difference] = []
    for name in before:
        if name in _LISTS:
            differing += _of_list(*_LISTS[name], before[name], after[name])
        else:
            differing += _leaves(before[name], after[name], name)
    return differing


def differences_text(now: LinkPlan | None, new: LinkPlan, approved: LinkPlan | None = None) -> str:
    """The differences as a table, and those from an approved plan that still waits, whose place the new one takes."""
    text = _from_force(now, new)
    dropped = differences(replace(approved, people=new.people), new) if approved else []
    if dropped:
        text += "\n\nit takes the place of a plan that was approved before and has not taken effect\n"
        text += PAGE.grid(blocks.grid_of(("changes", "approved before", "would be"), dropped))
    return text


def _from_force(now: LinkPlan | None, new: LinkPlan) -> str:
    if now is None:
        return "no plan is in force: all of it is new"
    changes = differences(now, new)
    if not changes:
        return "it differs in nothing from the plan in force"
    text = PAGE.grid(blocks.grid_of(("changes", "in force", "would be"), changes))
    if now.people != new.people:
        text += "\nits people change nothing: on a live link they join and leave by appoint and dismiss"
    return text


def _of_list(
    what: str, key: str, before: list[dict[str, object]], after: list[dict[str, object]]
) -> Iterator[Difference]:
    """Records by what names them: those that come or go in a few words, every change within the others."""
    olds, news = _by_key(before, key), _by_key(after, key)
    order, other_order = [id for id in olds if id in news], [id for id in news if id in olds]
    if order != other_order:
        yield f"{what}: the order", ", ".join(order), ", ".join(other_order)
    for id in dict.fromkeys([*olds, *news]):
        old, new = olds.get(id), news.get(id)
        if old is None or new is None:
            yield f"{what} {id}", _record(old, key), _record(new, key)
            continue
        for place, was, would_be in _leaves(old, new):
            yield f"{what} {id}, {place}", was, would_be


def _by_key(records: list[dict[str, object]], key: str) -> dict[str, dict[str, object]]:
    """The records of a list by what names them; one that is named a second time hides none."""
    named: dict[str, dict[str, object]] = {}
    for record in records:
        id, times = str(record[key]), 1
        while id in named:
            times += 1
            id = f"{record[key]} ({times})"
        named[id] = record
    return named


def _leaves(old: object, new: object, name: str = "", place: str = "") -> Iterator[Difference]:
    """Where two values differ, as deep inside as it can be said."""
    place = f"{place} {_words(name)}".lstrip()
    if isinstance(old, dict) and isinstance(new, dict):
        for inner in dict.fromkeys([*old, *new]):
            yield from _leaves(old.get(inner), new.get(inner), inner, place)
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        for number, pair in enumerate(zip(old, new, strict=True), 1):
            yield from _leaves(*pair, str(number), place)
    elif old != new:
        yield place, _shown(name, old), _shown(name, new)


def _record(record: Json | None, key: str) -> str:
    """All of it; of a whole layout only the table, since the books hold its rules against the rulebook."""
    if record is None:
        return "none"
    if "paytable" in record:
        return f"of the rulebook, with {record['paytable']['id']}"
    return ", ".join(f"{_words(name)} {_shown(name, value)}" for name, value in record.items() if name != key)


def _words(name: str) -> str:
    return name.removesuffix("_cents").removesuffix("_ppm").replace("_", " ")


def _shown(name: str, value: object) -> str:
    if value is None or value == "":
        return "none"
    if name.endswith("_cents") and isinstance(value, int):
        return money(value)
    if name.endswith("_ppm"):
        return f"{value:,} ppm"
    return str(value)


_POSTED: Final = "level=level.number:# posted_prize=level.seed_cents:c breaks_even_at=break_even_cents:c hits_a_year:2"
_GROWING: Final = (
    "level=level.number:# average_meter=average_cents:c breaks_even_at=break_even_cents:c limit=level.limit_cents:c "
    "the_reserve_brings,_of_a_reseed=reserve_covers:%4 hits_a_year:2"
)


def outlook_section(ahead: Outlook) -> blocks.Section:
    """Hold, break-even against limit, reserve and hits a year."""
    pace = ahead.pace
    tables = f"{pace.tables} table{'s' if pace.tables > 1 else ''}"
    facts = [
        (
            "assumed",
            f"{tables}, {pace.seats} seats, {pace.rounds_per_hour} rounds an hour, {pace.hours_per_day} hours a day, "
            f"{percent_text(pace.take_up, 4)} of the seats bet",
        ),
        ("expected hold", _hold(ahead)),
    ]
    words = (
        "A meter breaks even where the wager pays back on average just what it costs: above it the players have the "
        "better of it. Envy pays are not counted in it. Averages are of the long run, as if only wagers and wins moved "
        "the meter."
    )
    grid = declared.grid_of_things(_POSTED if ahead.link.type == "house" else _GROWING, ahead.levels)
    return blocks.Section(f"{ahead.link.id}: what to expect", (blocks.Facts(tuple(facts)), grid, blocks.Words(words)))


def _hold(ahead: Outlook) -> str:
    if ahead.hold is None:
        return "no exact figure: a limit or a top-up bends the meter; croupier jackpot simulate estimates it"
    kept = "the house keeps" if ahead.link.type == "house" else "house and reserve keep"
    return f"{percent_text(ahead.hold, 6)} of each wager, which {kept} in the first year on average"


def months_page(months: Months, totals: MonthFigures) -> blocks.Document:
    """Simulated months as a page of tables."""
    pace, link = months.pace, months.link
    percents = [f"{round(chance * 100)} %" for chance in totals.chances]
    played = (
        f"Tables {pace.tables:,}, seats {pace.seats}, rounds an hour {pace.rounds_per_hour}, hours a day "
        f"{pace.hours_per_day}, take-up {float(pace.take_up) * 100:g} %, months {pace.months:,} of "
        f"{pace.days // pace.months} gambling days, runs {months.runs:,}, seed {months.seed}."
    )
    parts: list[blocks.Block] = [blocks.Words(played), _comparison(totals.compared)]
    for level in totals.levels:
        parts += _level(months, level, percents, several=len(totals.levels) > 1)
    rows = [("the house's result", *_money(totals.house))]
    if any(level.reserve_ppm for level in link.levels):
        rows.append(("the reserve", *_money(totals.reserve)))
    parts.append(blocks.grid_of(("at the end of a run", *percents), rows, numbers=range(1, 6)))
    parts.append(blocks.Words(f"The house loses in {totals.house_loses * 100:.1f} % of the runs."))
    parts.append(
        blocks.Words(
            "Simulated: hands of one round are drawn each on its own with its exact probability. The house's result "
            "counts wagers less contributions, pays and what it advances to meters; the amount on the meter at the "
            "beginning is not taken off."
        )
    )
    return blocks.Document(f"{link.title} ({link.id}), {link.paytable}", (blocks.Section("", tuple(parts)),))


def _comparison(compared: Iterable[Compared]) -> blocks.Grid:
    rows = []
    for average in compared:
        error = "" if average.standard_error is None else _number(average.standard_error, average.unit)
        exact = "not known" if average.exact is None else _number(average.exact, average.unit)
        z = "" if average.z is None else f"{average.z:+.2f}"
        rows.append((average.name, _number(average.simulated, average.unit), error, exact, z))
    return blocks.grid_of(("average", "simulated", "std. error", "exact", "z"), rows, numbers=(1, 2, 3, 4))


def _level(months: Months, level: LevelFigures, percents: list[str], *, several: bool) -> list[blocks.Block]:
    is_house = months.link.type == "house"
    rows: list[tuple[str, ...]] = []
    if not is_house:
        rows += [
            ("meter, at the ends of days", *_money(level.meter)),
            ("meter, at the end", *_money(level.meter_at_the_end)),
        ]
    if level.awards:
        rows.append(("awards of the whole meter", *_money(level.awards)))
    if level.partial_awards:
        rows.append(("awards of a part of it", *_money(level.partial_awards)))
    if level.days_between_hits:
        rows.append(("days between hits, exact", *(f"{days:,.1f}" for days in level.days_between_hits)))
    grid = blocks.grid_of((f"level {level.level}" if several else "", *percents), rows, numbers=range(1, 6))
    told = []
    if level.one_in:
        told.append(f"one wager in {level.one_in:,.1f} wins it")
    if level.mean_days_between_hits is not None:
        told.append(f"a hit every {level.mean_days_between_hits:,.1f} days")
    if level.long_run_meter is not None:
        bent = " were there no limit or top-up" if level.is_bent else ""
        told.append(f"long-run average ${level.long_run_meter:,.2f}{bent}")
    if (covers := level.reserve_covers_reseed) is not None:
        error = f"{(level.reserve_covers_reseed_standard_error or 0) * 100:.1f}"
        told.append(f"the reserve covers the reseed {covers * 100:.1f} % of the time (std. error {error})")
    words = "; ".join(told)
    return [grid, blocks.Words(f"{words[:1].upper()}{words[1:]}.")]


def _number(value: float, unit: str) -> str:
    if unit == "$":
        return f"-${-value:,.2f}" if value < 0 else f"${value:,.2f}"
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:,.3f}"


def _money(dollars: Sequence[float]) -> list[str]:
    return [_number(value, "$") for value in dollars] or [""] * 5
