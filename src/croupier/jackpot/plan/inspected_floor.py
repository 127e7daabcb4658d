"""What an inspector asks about the jackpots and the tables of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from croupier.jackpot.plan.checking import as_read
from croupier.jackpot.plan.link_plan import MILLION, CasinoPlan, FloorTable, JackpotPlan, LinkPlan
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import configure
from croupier.rulebook.spec import parse_spec
from croupier.units.money import dollars

JURISDICTIONS_BY_DOCUMENT: Final = ("washington", "nevada")
"""Where the documents have editions of their own: a game without one is not known there."""

# No document that we know puts a jackpot wager above $100. In Washington some games of a hand are limited to wagers of
# $5, and $500 is the highest limit that was in force or proposed for any until 2023; of both rules a part was read.
LARGEST_WAGER_CENTS, WASHINGTON_WAGER_CENTS, WASHINGTON_LIMIT_CENTS = 100_00, 5_00, 500_00


class Remark(NamedTuple):
    """One thing that an inspector asks about."""

    name: str
    what: str
    do: str
    """What to do about it."""

    def __str__(self) -> str:
        return f"{self.name}: {self.what}; {self.do}"


def inspect_names(plan: CasinoPlan) -> Iterator[Remark]:
    """Names that people cannot tell apart on a display or a slip."""
    kinds = {
        "tables": [each.id for each in plan.tables],
        "jackpots": [each.id for each in plan.jackpots],
        "titles": [each.title for each in plan.jackpots],
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
    elsewhere: dict[str, list[str]] = {}
    strange: dict[str, list[str]] = {}
    samples: dict[str, list[str]] = {}
    own = {each.paytable for each in plan.jackpots}
    for table in plan.tables:
        spec = parse_spec(table.game)
        rules = book.game(spec.name)
        known = [edition.id for edition in rules.editions]
        plays = dict(spec.settings).get("edition", known[0])
        is_stated = "edition" in dict(spec.settings) and plays in JURISDICTIONS_BY_DOCUMENT
        if plays != plan.jurisdiction and (is_stated or plan.jurisdiction in known):
            elsewhere.setdefault(f"the {plays} edition of {rules.title}", []).append(table.id)
        if plan.jurisdiction in JURISDICTIONS_BY_DOCUMENT and plan.jurisdiction not in known:
            strange.setdefault(rules.title, []).append(table.id)
        for id in sorted(_samples(plan, table, book) - own):
            samples.setdefault(id, []).append(table.id)
    for edition, tables in elsewhere.items():
        what = f"{_listed(tables)} play {edition}, and the casino's jurisdiction is {plan.jurisdiction}"
        yield Remark("edition-of-elsewhere", what, "name the edition that is approved there, or mend the jurisdiction")
    for title, tables in strange.items():
        what = f"{title} has no {plan.jurisdiction} edition; it is played at {_listed(tables)}"
        yield Remark("game-unknown-there", what, "show the approval of the game there, or take the tables out")
    for id, tables in samples.items():
        what = f"{id}, our own sample, in no document, is in use at {_listed(tables)}"
        yield Remark("sample-table", what, "name the table that is posted there")
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
        found |= {each.id for each in configured.ladders.values() if each.status == "sample"}
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


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
