"""A plan as an inspector reads it: what no rule forbids and nobody should approve without a second look.

Each finding has a name, so that whoever answers for the plan can say which of them they have looked at.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Final, NamedTuple

from croupier.jackpot.plan.link_plan import CasinoPlan, Threshold
from croupier.rulebook.book import Book
from croupier.rulebook.spec import parse_spec
from croupier.units.money import dollars

JURISDICTIONS_BY_DOCUMENT: Final = ("washington", "nevada")
"""Where the documents have editions of their own: a game without one is not known there."""
FAR_AHEAD: Final = datetime.timedelta(days=366)
SHORTEST_APPROVAL: Final = 6
LARGEST_WAGER_CENTS: Final = 100_00
"""No document that we know puts a jackpot wager above $100."""


class Remark(NamedTuple):
    """One thing that an inspector asks about."""

    name: str
    what: str

    def __str__(self) -> str:
        return f"{self.name}: {self.what}"


def inspect(plan: CasinoPlan, book: Book) -> list[Remark]:
    """Every remark, in the order of the file."""
    return [*_casino(plan), *_people(plan), *_thresholds(plan), *_jackpots(plan, book), *_tables(plan, book)]


def _casino(plan: CasinoPlan) -> Iterator[Remark]:
    text = plan.approval.strip()
    if text and (len(text) < SHORTEST_APPROVAL or not any(letter.isdigit() for letter in text)):
        yield Remark("approval-says-nothing", f"the approval on record is '{text}': it names no number and no document")
    if plan.jurisdiction in JURISDICTIONS_BY_DOCUMENT and not plan.license.strip():
        yield Remark("no-license", "the casino's license is not named, and every report must name it")


def _people(plan: CasinoPlan) -> Iterator[Remark]:
    roles = [person.role for person in plan.people]
    if plan.tables and "dealer" not in roles:
        yield Remark("no-dealer", "no dealer is among the people: only supervisors could open a table")
    if "accounting" not in roles:
        yield Remark("no-accounting", "nobody from accounting is among the people: only supervisors could pay")
    asks = any(each.approval_cents is not None for each in plan.thresholds)
    if asks and roles.count("supervisor") < 3:
        yield Remark("two-supervisors", "if both read or correct a hand together, nobody is left to approve its award")


def _thresholds(plan: CasinoPlan) -> Iterator[Remark]:
    first = datetime.date.fromisoformat(plan.first_day)
    in_force = [each for each in plan.thresholds if each.begins <= plan.first_day]
    if not in_force:
        yield Remark("no-threshold", f"no threshold is in force on {plan.first_day}: no award needs approval or a form")
    for each in plan.thresholds:
        if datetime.date.fromisoformat(each.begins) > first + FAR_AHEAD:
            yield Remark("threshold-far-ahead", f"the thresholds of {each.begins} begin over a year after the link")
    for each in in_force[-1:]:
        yield from _missing_duties(each)


def _missing_duties(each: Threshold) -> Iterator[Remark]:
    duties = {
        "approval": each.approval_cents,
        "camera": each.camera_cents,
        "check_over": each.check_over_cents,
        "tax_form": each.tax_form_cents,
    }
    lacking = [name for name, cents in duties.items() if cents is None]
    if lacking:
        yield Remark("threshold-without-duty", f"the thresholds of {each.begins} lack {', '.join(lacking)}")


def _jackpots(plan: CasinoPlan, book: Book) -> Iterator[Remark]:
    for jackpot in plan.jackpots:
        if jackpot.base_wager_cents > LARGEST_WAGER_CENTS:
            yield Remark("wager-above-limits", f"{jackpot.id} takes {dollars(jackpot.base_wager_cents)} a hand")
        if book.paytable(jackpot.paytable).status == "sample":
            yield Remark("sample-table", f"{jackpot.id} pays by {jackpot.paytable}, our own sample, in no document")
        link = plan.links.get(jackpot.id)
        if link and any(level.limit_cents is not None for level in link.levels) and not link.notice:
            yield Remark(
                "limit-without-notice",
                f"{jackpot.id} has a limit: its notice is posted at each table (WAC 230-15-685(4))",
            )


def _tables(plan: CasinoPlan, book: Book) -> Iterator[Remark]:
    strange: dict[str, list[str]] = {}
    for table in plan.tables:
        rules = book.game(parse_spec(table.game).name)
        known = plan.jurisdiction in [edition.id for edition in rules.editions]
        edition = dict(parse_spec(table.game).settings).get("edition", "")
        if edition in JURISDICTIONS_BY_DOCUMENT and edition != plan.jurisdiction:
            yield Remark(
                "edition-of-elsewhere",
                f"{table.id} plays the {edition} edition of {rules.title} in {plan.jurisdiction}",
            )
        if table.sensors and plan.jurisdiction in JURISDICTIONS_BY_DOCUMENT and not known:
            strange.setdefault(rules.title, []).append(table.id)
    for title, tables in strange.items():
        what = f"{title} has no {plan.jurisdiction} edition; it is played at {', '.join(tables)}"
        yield Remark("game-unknown-there", what)
