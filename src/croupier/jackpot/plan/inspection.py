"""A plan as an inspector reads it: what no rule forbids and nobody should approve without a second look.

Each finding has a name, so that whoever answers for the plan can say which of them they have looked at, and says what
to do about it. What is asked of jackpots and tables is in ``inspected_floor``.
"""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Iterator
from typing import Final

from croupier.jackpot.plan.inspected_floor import (
    JURISDICTIONS_BY_DOCUMENT,
    Remark,
    inspect_jackpots,
    inspect_names,
    inspect_tables,
)
from croupier.jackpot.plan.link_plan import CasinoPlan, Threshold
from croupier.rulebook.book import Book
from croupier.units.money import dollars

__all__ = ["Remark", "inspect"]

FAR_AHEAD: Final = datetime.timedelta(days=366)
SHORTEST_APPROVAL: Final = 6
LEAST_KEPT: Final = 4
"""Years: at least three from the end of the fiscal year of the win (WAC 230-06-070)."""
ZONES: Final = {
    "washington": ("America/Los_Angeles",),
    "nevada": ("America/Los_Angeles", "America/Denver"),  # West Wendover keeps Mountain time
}


def inspect(plan: CasinoPlan, book: Book, today: datetime.date | None = None) -> list[Remark]:
    """Every remark, in the order of the file."""
    return [
        *_casino(plan),
        *_times(plan, today or datetime.datetime.now(zoneinfo.ZoneInfo(plan.time_zone)).date()),
        *_people(plan),
        *_thresholds(plan),
        *inspect_names(plan),
        *inspect_jackpots(plan, book),
        *inspect_tables(plan, book),
    ]


def _casino(plan: CasinoPlan) -> Iterator[Remark]:
    text = plan.approval.strip()
    says_nothing = len(text) < SHORTEST_APPROVAL or not any(letter.isdigit() for letter in text)
    if text and says_nothing:
        what = f"the approval on record is '{text}': it names no number and no document"
        yield Remark("approval-says-nothing", what, 'write both, as in approval = "letter 2026-017 of 2026-01-05"')
    if not text and plan.jurisdiction == "washington":
        what = "no approval is on record, and a link goes live in Washington only with one"
        yield Remark("no-approval", what, "write the regulator's letter into approval")
    license = plan.license.strip()
    if plan.jurisdiction in JURISDICTIONS_BY_DOCUMENT and not license:
        what = "the casino's license is not named, and every report must name it"
        yield Remark("no-license", what, "write its number into license")
    if license and not any(letter.isdigit() for letter in license):
        what = f"the license is '{license}': it has no number"
        yield Remark("license-says-nothing", what, "write its number into license, because every report prints it")
    if plan.claim_rule and not plan.claim_days:
        what = "claim_rule names a rule, and without claim_days no prize has a deadline"
        yield Remark("claim-rule-without-days", what, "write claim_days as well, or leave the rule out")
    if plan.jurisdiction == "washington" and 0 < plan.payee_years < LEAST_KEPT:
        what = f"payee_years is {plan.payee_years}, and records are kept three years after the fiscal year"
        yield Remark("records-kept-too-short", f"{what} (WAC 230-06-070)", f"write {LEAST_KEPT} or more")


def _times(plan: CasinoPlan, today: datetime.date) -> Iterator[Remark]:
    zones = ZONES.get(plan.jurisdiction, ())
    if zones and _hours(plan.time_zone) not in map(_hours, zones):
        what = f"the clocks of {plan.time_zone} are not those of {plan.jurisdiction.title()}"
        yield Remark("zone-of-elsewhere", what, f'gambling days follow them: time_zone = "{zones[0]}"')
    if datetime.date.fromisoformat(plan.first_day) > today + FAR_AHEAD:
        what = f"the first day {plan.first_day} is over a year away: until it is over no day ends and no money is due"
        yield Remark("first-day-far-ahead", what, "write the gambling day on which the links open")


def _hours(time_zone: str) -> tuple[datetime.timedelta | None, ...]:
    """How far its clocks are from UTC, in winter and in summer."""
    zone = zoneinfo.ZoneInfo(time_zone)
    return tuple(datetime.datetime(2026, month, 1, tzinfo=zone).utcoffset() for month in (1, 7))


def _people(plan: CasinoPlan) -> Iterator[Remark]:
    roles = [person.role for person in plan.people]
    if plan.tables and "dealer" not in roles:
        what = "no dealer is among the people: only supervisors could open a table"
        yield Remark("no-dealer", what, 'name somebody whose role is "dealer"')
    if "accounting" not in roles:
        what = "nobody from accounting is among the people: only supervisors could pay"
        yield Remark("no-accounting", what, 'name somebody whose role is "accounting"')
    asks = any(each.approval_cents is not None for each in plan.thresholds)
    if asks and roles.count("supervisor") < 3:
        what = "if both read or correct a hand together, nobody is left to approve its award"
        yield Remark("two-supervisors", what, "name a third supervisor")


def _thresholds(plan: CasinoPlan) -> Iterator[Remark]:
    first = datetime.date.fromisoformat(plan.first_day)
    in_force = [each for each in plan.thresholds if each.begins <= plan.first_day]
    if not in_force:
        what = f"no threshold is in force on {plan.first_day}: no award needs approval or a form"
        yield Remark("no-threshold", what, "add a set that begins on the first day or before")
    for each in plan.thresholds:
        if datetime.date.fromisoformat(each.begins) > first + FAR_AHEAD:
            what = f"the thresholds of {each.begins} begin over a year after the link"
            yield Remark("threshold-far-ahead", what, "look at the year")
    prizes = [level.seed_cents for link in plan.links.values() for level in link.levels]
    for each in [*in_force[-1:], *(each for each in plan.thresholds if each not in in_force)]:
        yield from _duties(each, max(prizes, default=0))


def _duties(each: Threshold, largest: int) -> Iterator[Remark]:
    duties = {
        "approval": each.approval_cents,
        "camera": each.camera_cents,
        "check_over": each.check_over_cents,
        "tax_form": each.tax_form_cents,
    }
    lacking = [name for name, cents in duties.items() if cents is None]
    if lacking:
        what = f"the thresholds of {each.begins} lack {', '.join(lacking)}"
        yield Remark("threshold-without-duty", what, "write an amount for each duty that the law or the house asks")
    for name, cents in duties.items():
        if cents is not None and cents > largest > 0:
            what = f"{name} of {each.begins} begins at {dollars(cents)}, and no meter begins above {dollars(largest)}"
            yield Remark("threshold-above-prizes", what, "lower it, or hardly any award brings this duty")
