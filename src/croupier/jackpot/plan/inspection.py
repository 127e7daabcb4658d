"""A plan as an inspector reads it: what no rule forbids and nobody should approve without a second look, by name. The
words are in ``inspection.toml``."""

import datetime
import tomllib
import zoneinfo
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from croupier.jackpot.plan.link_plan import MILLION, CasinoPlan, FloorTable, JackpotPlan, LinkPlan, Threshold
from croupier.play.stakes import WASHINGTON_LIMIT_CENTS, WASHINGTON_WAGER_CENTS
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import configure, parse_spec
from croupier.units import as_read, dollars

JURISDICTIONS_BY_DOCUMENT: Final = ("washington", "nevada")  # Editions of the documents.

LARGEST_WAGER_CENTS: Final = 100_00  # No document that we know puts a jackpot wager above it.
FAR_AHEAD: Final = datetime.timedelta(days=366)
SHORTEST_APPROVAL: Final = 6
LEAST_KEPT: Final = 4  # Years: at least three from the end of the fiscal year of the win (WAC 230-06-070).
ZONES: Final = {
    "washington": ("America/Los_Angeles",),
    "nevada": ("America/Los_Angeles", "America/Denver"),  # West Wendover keeps Mountain time
}
_WORDS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


class Remark(NamedTuple):
    """One thing that an inspector asks about."""

    name: str
    what: str
    do: str  # What to do about it.

    def __str__(self) -> str:
        return f"{self.name}: {self.what}; {self.do}"


def _remark(name: str, **said: object) -> Remark:
    what, do = _WORDS[name]
    return Remark(name.partition("/")[0], what.format_map(said), do.format_map(said))


def inspect(plan: CasinoPlan, book: Book, today: datetime.date | None = None) -> list[Remark]:
    """Every remark, in the order of the file."""
    return [
        *_casino(plan),
        *_times(plan, today or datetime.datetime.now(zoneinfo.ZoneInfo(plan.time_zone)).date()),
        *_people(plan),
        *_thresholds(plan),
        *_names(plan),
        *_jackpots(plan, book),
        *_tables(plan, book),
    ]


def _casino(plan: CasinoPlan) -> Iterator[Remark]:
    text, license = plan.approval.strip(), plan.license.strip()
    if text and (len(text) < SHORTEST_APPROVAL or not any(letter.isdigit() for letter in text)):
        yield _remark("approval-says-nothing", text=text)
    if not text and plan.jurisdiction == "washington":
        yield _remark("no-approval")
    if plan.jurisdiction in JURISDICTIONS_BY_DOCUMENT and not license:
        yield _remark("no-license")
    if license and not any(letter.isdigit() for letter in license):
        yield _remark("license-says-nothing", license=license)
    if plan.claim_rule and not plan.claim_days:
        yield _remark("claim-rule-without-days")
    if plan.jurisdiction == "washington" and 0 < plan.payee_years < LEAST_KEPT:
        yield _remark("records-kept-too-short", years=plan.payee_years, least=LEAST_KEPT)


def _times(plan: CasinoPlan, today: datetime.date) -> Iterator[Remark]:
    zones = ZONES.get(plan.jurisdiction, ())
    if zones and _hours(plan.time_zone) not in map(_hours, zones):
        yield _remark("zone-of-elsewhere", zone=plan.time_zone, place=plan.jurisdiction.title(), usual=zones[0])
    if datetime.date.fromisoformat(plan.first_day) > today + FAR_AHEAD:
        yield _remark("first-day-far-ahead", day=plan.first_day)


def _hours(time_zone: str) -> tuple[datetime.timedelta | None, ...]:
    """How far its clocks are from UTC, in winter and in summer."""
    zone = zoneinfo.ZoneInfo(time_zone)
    return tuple(datetime.datetime(2026, month, 1, tzinfo=zone).utcoffset() for month in (1, 7))


def _people(plan: CasinoPlan) -> Iterator[Remark]:
    roles = [person.role for person in plan.people]
    if plan.tables and "dealer" not in roles:
        yield _remark("no-dealer")
    if "accounting" not in roles:
        yield _remark("no-accounting")
    asks = any(threshold.approval_cents is not None for threshold in plan.thresholds)
    if asks and roles.count("supervisor") < 3:
        yield _remark("two-supervisors")


def _thresholds(plan: CasinoPlan) -> Iterator[Remark]:
    first = datetime.date.fromisoformat(plan.first_day)
    in_force = [threshold for threshold in plan.thresholds if threshold.begins <= plan.first_day]
    for threshold in plan.thresholds:
        if datetime.date.fromisoformat(threshold.begins) > first + FAR_AHEAD:
            yield _remark("threshold-far-ahead", day=threshold.begins)
    prizes = [level.seed_cents for link in plan.links.values() for level in link.levels]
    for threshold in [*in_force[-1:], *(threshold for threshold in plan.thresholds if threshold not in in_force)]:
        yield from _duties(threshold, max(prizes, default=0))


def _duties(each: Threshold, largest: int) -> Iterator[Remark]:
    duties = {"camera": each.camera_cents, "check_over": each.check_over_cents, "tax_form": each.tax_form_cents}
    lacking = [name for name, cents in duties.items() if cents is None]
    if lacking:
        yield _remark("threshold-without-duty", day=each.begins, duties=", ".join(lacking))
    for duty, cents in duties.items():
        if cents is not None and cents > largest > 0:
            said = {"amount": dollars(cents), "largest": dollars(largest)}
            yield _remark("threshold-above-prizes", duty=duty, day=each.begins, **said)


def _names(plan: CasinoPlan) -> Iterator[Remark]:
    """Names that people cannot tell apart on a display or a slip."""
    kinds = {
        "tables": [table.id for table in plan.tables],
        "jackpots": [jackpot.id for jackpot in plan.jackpots],
        "titles": [jackpot.title for jackpot in plan.jackpots],
    }
    for kind, names in kinds.items():
        known: dict[str, str] = {}
        for name in names:
            one = known.setdefault(as_read(name), name)
            if one is not name:
                yield _remark("names-alike", kind=kind, one=one, other=name)


def _jackpots(plan: CasinoPlan, book: Book) -> Iterator[Remark]:
    in_washington = plan.jurisdiction == "washington"
    for jackpot in plan.jackpots:
        wager, most = jackpot.base_wager_cents, WASHINGTON_WAGER_CENTS if in_washington else LARGEST_WAGER_CENTS
        if wager > most and plan.currency != "chips":
            cite = " in Washington (WAC 230-15-040, read in part)" if in_washington else ""
            said = {"wager": dollars(wager), "most": dollars(most), "cite": cite}
            yield _remark("wager-above-limits/jackpot", jackpot=jackpot.id, **said)
        if book.paytable(jackpot.paytable).status == "sample":
            yield _remark("sample-table/jackpot", jackpot=jackpot.id, paytable=jackpot.paytable)
        if link := plan.links.get(jackpot.id):
            yield from _levels(jackpot, link, in_washington)


def _levels(jackpot: JackpotPlan, link: LinkPlan, in_washington: bool) -> Iterator[Remark]:
    wager = link.base_wager_cents
    full = wager * max(table.seats for table in link.tables)
    if link.unreasonable_cents > 2 * full:
        yield _remark("unreasonable-too-high", link=link.id, most=dollars(link.unreasonable_cents), full=dollars(full))
    for level in link.levels:
        where, limit = f"{link.id}, level {level.number}", level.limit_cents
        if limit is not None and dollars(limit) not in link.notice:
            yield _remark("limit-without-notice", link=link.id, limit=dollars(limit))
        if limit is not None and limit <= max(level.seed_cents, level.beginning_cents):
            yield _remark("limit-at-seed", level=where, limit=dollars(limit))
        if level.seed_cents < wager:
            yield _remark("seed-below-wager", level=where, seed=dollars(level.seed_cents), wager=dollars(wager))
        if in_washington and jackpot.type == "progressive" and level.increment_ppm * wager < MILLION:
            yield _remark("rate-below-a-cent", level=where)


def _tables(plan: CasinoPlan, book: Book) -> Iterator[Remark]:
    told: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = {}  # By what is to be said of them, the tables.
    own = {jackpot.paytable for jackpot in plan.jackpots}
    where = plan.jurisdiction

    def tell(name: str, **said: str) -> None:
        told.setdefault((name, tuple(said.items())), []).append(table.id)

    for table in plan.tables:
        spec = parse_spec(table.game)
        rules = book.game(spec.name)
        known = [edition.id for edition in rules.editions]
        plays = dict(spec.settings).get("edition", known[0])
        is_stated = "edition" in dict(spec.settings) and plays in JURISDICTIONS_BY_DOCUMENT
        if plays != where and (is_stated or where in known):
            tell("edition-of-elsewhere", plays=plays, title=rules.title, where=where)
        if where in JURISDICTIONS_BY_DOCUMENT and where not in known:
            tell("game-unknown-there", title=rules.title, where=where)
        for id in sorted(_samples(plan, table, book) - own):
            tell("sample-table/tables", paytable=id)
    order = ("edition-of-elsewhere", "game-unknown-there", "sample-table/tables")
    for (name, parts), tables in sorted(told.items(), key=lambda item: order.index(item[0][0])):
        yield _remark(name, **dict(parts), tables=", ".join(tables))
    for link in plan.links.values():
        # A maker's table under the maker's code that pays other than it prints.
        configured, wager = configure(book, link.tables[0].game), link.tables[0].wager
        for other in configured.read_otherwise(wager):
            said = {"event": other.event, "key": other.key, "value": other.value}
            yield _remark("table-read-otherwise", link=link.id, **said, paytable=configured.tables[wager].id)
    for table in plan.tables if plan.jurisdiction == "washington" else ():
        for wager, limit in table.limits.items():
            if limit.maximum is not None and limit.maximum > WASHINGTON_LIMIT_CENTS:
                said = {"maximum": dollars(limit.maximum), "most": dollars(WASHINGTON_LIMIT_CENTS)}
                yield _remark("wager-above-limits/table", table=table.id, wager=wager, **said)


def _samples(plan: CasinoPlan, table: FloorTable, book: Book) -> set[str]:
    """The samples that a table pays by, with its jackpots on the felt if it has some."""
    layouts = [placed.game for link in plan.links.values() for placed in link.tables if placed.id == table.id]
    samples: set[str] = set()
    for game in layouts or [table.game]:
        configured = configure(book, game)
        samples |= {paid.id for paid in configured.tables.values() if paid.status == "sample"}
        samples |= {ladder.id for ladder in configured.ladders.values() if ladder.status == "sample"}
    return samples
