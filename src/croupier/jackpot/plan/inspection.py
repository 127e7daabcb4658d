"""A plan as an inspector reads it: what no rule forbids and nobody should approve without a second look, by name."""

import datetime
import zoneinfo
from collections.abc import Iterator
from typing import Final, NamedTuple

from croupier.jackpot.plan.link_plan import MILLION, CasinoPlan, FloorTable, JackpotPlan, LinkPlan, Threshold
from croupier.play.stakes import WASHINGTON_LIMIT_CENTS, WASHINGTON_WAGER_CENTS
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import configure, parse_spec
from croupier.units import as_read, dollars

JURISDICTIONS_BY_DOCUMENT: Final = ("washington", "nevada")  # Editions of the documents.

LARGEST_WAGER_CENTS: Final = 100_00  # No document that we know puts a jackpot wager above it.


class Remark(NamedTuple):
    """One thing that an inspector asks about."""

    name: str
    what: str
    do: str  # What to do about it.

    def __str__(self) -> str:
        return f"{self.name}: {self.what}; {self.do}"


def inspect_names(plan: CasinoPlan) -> Iterator[Remark]:
    """Names that people cannot tell apart on a display or a slip."""
    kinds = {
        "tables": [table.id for table in plan.tables],
        "jackpots": [jackpot.id for jackpot in plan.jackpots],
        "titles": [jackpot.title for jackpot in plan.jackpots],
    }
    for kind, names in kinds.items():
        known: dict[str, str] = {}
        for name in names:
            other = known.setdefault(as_read(name), name)
            if other is not name:
                what = f"two {kind} read alike, {other} and {name}"
                yield Remark("names-alike", what, "rename one, or people will take one for the other")


def inspect_jackpots(plan: CasinoPlan, book: Book) -> Iterator[Remark]:
    in_washington = plan.jurisdiction == "washington"
    for jackpot in plan.jackpots:
        most = WASHINGTON_WAGER_CENTS if in_washington else LARGEST_WAGER_CENTS
        if jackpot.base_wager_cents > most and plan.currency != "chips":
            cite = " in Washington (WAC 230-15-040, read in part)" if in_washington else ""
            what = f"{jackpot.id} takes {dollars(jackpot.base_wager_cents)} a hand, above {dollars(most)}{cite}"
            yield Remark("wager-above-limits", what, "lower base_wager, or show the approval that allows it")
        if book.paytable(jackpot.paytable).status == "sample":
            what = f"{jackpot.id} pays by {jackpot.paytable}, our own sample, in no document"
            yield Remark("sample-table", what, "pay by a table that the maker prints")
        link = plan.links.get(jackpot.id)
        if link:
            yield from _levels(jackpot, link, in_washington)


def _levels(jackpot: JackpotPlan, link: LinkPlan, in_washington: bool) -> Iterator[Remark]:
    full = link.base_wager_cents * max(table.seats for table in link.tables)
    if link.unreasonable_cents > 2 * full:
        what = f"{link.id} believes a report of {dollars(link.unreasonable_cents)}, and a full table wagers"
        yield Remark("unreasonable-too-high", f"{what} {dollars(full)}", "leave unreasonable out")
    for level in link.levels:
        where = f"{link.id}, level {level.number}"
        limit = level.limit_cents
        if limit is not None and dollars(limit) not in link.notice:
            what = f"{link.id} has a limit of {dollars(limit)}, and its notice does not name it (WAC 230-15-685(4))"
            yield Remark("limit-without-notice", what, "say so in notice, which is posted at each table")
        if limit is not None and limit <= max(level.seed_cents, level.beginning_cents):
            what = f"{where} begins at its limit of {dollars(limit)}, so the display never rises"
            yield Remark("limit-at-seed", what, "raise the limit")
        if level.seed_cents < link.base_wager_cents:
            what = f"{where} begins at {dollars(level.seed_cents)}, less than a wager of"
            yield Remark("seed-below-wager", f"{what} {dollars(link.base_wager_cents)}", "look at the amount")
        rises = level.increment_ppm * link.base_wager_cents
        if in_washington and jackpot.type == "progressive" and rises < MILLION:
            what = f"{where} takes less than a cent of a wager, so the display does not rise with each (WAC 230-15-671)"
            yield Remark("rate-below-a-cent", what, "raise increment_ppm")


def inspect_tables(plan: CasinoPlan, book: Book) -> Iterator[Remark]:
    found: dict[Remark, list[str]] = {}  # By what is to be said of them, with their place in it, the tables.
    own = {jackpot.paytable for jackpot in plan.jackpots}
    where = plan.jurisdiction
    for table in plan.tables:
        spec = parse_spec(table.game)
        rules = book.game(spec.name)
        known = [edition.id for edition in rules.editions]
        plays = dict(spec.settings).get("edition", known[0])
        is_stated = "edition" in dict(spec.settings) and plays in JURISDICTIONS_BY_DOCUMENT
        if plays != where and (is_stated or where in known):
            what = f"{{}} play the {plays} edition of {rules.title}, and the casino's jurisdiction is {where}"
            do = "name the edition that is approved there, or mend the jurisdiction"
            found.setdefault(Remark("edition-of-elsewhere", what, do), []).append(table.id)
        if where in JURISDICTIONS_BY_DOCUMENT and where not in known:
            what = f"{rules.title} has no {where} edition; it is played at {{}}"
            do = "show the approval of the game there, or take the tables out"
            found.setdefault(Remark("game-unknown-there", what, do), []).append(table.id)
        for id in sorted(_samples(plan, table, book) - own):
            what = f"{id}, our own sample, in no document, is in use at {{}}"
            found.setdefault(Remark("sample-table", what, "name the table that is posted there"), []).append(table.id)
    order = ("edition-of-elsewhere", "game-unknown-there", "sample-table")
    for remark, tables in sorted(found.items(), key=lambda item: order.index(item[0].name)):
        yield remark._replace(what=remark.what.replace("{}", ", ".join(tables)))
    yield from _read_otherwise(plan, book)
    if plan.jurisdiction == "washington":
        yield from _posted(plan)


def _samples(plan: CasinoPlan, table: FloorTable, book: Book) -> set[str]:
    """The samples that a table pays by, with its jackpots on the felt if it has some."""
    layouts = [each.game for link in plan.links.values() for each in link.tables if each.id == table.id]
    found: set[str] = set()
    for game in layouts or [table.game]:
        configured = configure(book, game)
        found |= {each.id for each in configured.tables.values() if each.status == "sample"}
        found |= {ladder.id for ladder in configured.ladders.values() if ladder.status == "sample"}
    return found


def _read_otherwise(plan: CasinoPlan, book: Book) -> Iterator[Remark]:
    """A maker's table under the maker's code that pays other than it prints."""
    for link in plan.links.values():
        configured = configure(book, link.tables[0].game)
        for other in configured.read_otherwise(link.tables[0].wager):
            code = configured.tables[link.tables[0].wager].id
            what = f"{link.id} pays {other.event} by {other.key}={other.value}, which {code} does not print"
            yield Remark("table-read-otherwise", what, f"show the approval of that reading, or leave {other.key} out")


def _posted(plan: CasinoPlan) -> Iterator[Remark]:
    for table in plan.tables:
        for wager, limit in table.limits.items():
            if limit.maximum is not None and limit.maximum > WASHINGTON_LIMIT_CENTS:
                most = dollars(WASHINGTON_LIMIT_CENTS)
                what = f"{table.id} posts up to {dollars(limit.maximum)} on {wager}, above {most} (WAC 230-15-140)"
                yield Remark("wager-above-limits", what, "lower the maximum of its table file")


FAR_AHEAD: Final = datetime.timedelta(days=366)
SHORTEST_APPROVAL: Final = 6
LEAST_KEPT: Final = 4  # Years: at least three from the end of the fiscal year of the win (WAC 230-06-070).
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
    asks = any(threshold.approval_cents is not None for threshold in plan.thresholds)
    if asks and roles.count("supervisor") < 3:
        what = "if both read or correct a hand together, nobody is left to approve its award"
        yield Remark("two-supervisors", what, "name a third supervisor")


def _thresholds(plan: CasinoPlan) -> Iterator[Remark]:
    first = datetime.date.fromisoformat(plan.first_day)
    in_force = [threshold for threshold in plan.thresholds if threshold.begins <= plan.first_day]
    for each in plan.thresholds:
        if datetime.date.fromisoformat(each.begins) > first + FAR_AHEAD:
            what = f"the thresholds of {each.begins} begin over a year after the link"
            yield Remark("threshold-far-ahead", what, "look at the year")
    prizes = [level.seed_cents for link in plan.links.values() for level in link.levels]
    for each in [*in_force[-1:], *(threshold for threshold in plan.thresholds if threshold not in in_force)]:
        yield from _duties(each, max(prizes, default=0))


def _duties(each: Threshold, largest: int) -> Iterator[Remark]:
    duties = {"camera": each.camera_cents, "check_over": each.check_over_cents, "tax_form": each.tax_form_cents}
    lacking = [name for name, cents in duties.items() if cents is None]
    if lacking:
        what = f"the thresholds of {each.begins} lack {', '.join(lacking)}"
        yield Remark("threshold-without-duty", what, "write an amount for each duty that the law or the house asks")
    for name, cents in duties.items():
        if cents is not None and cents > largest > 0:
            what = f"{name} of {each.begins} begins at {dollars(cents)}, and no meter begins above {dollars(largest)}"
            yield Remark("threshold-above-prizes", what, "lower it, or hardly any award brings this duty")
