"""What the rules ask of a plan: each rule is one function that yields its breaches, with its citation.

Linking two tables demands what no file can show, that the winning hands are equally likely: ``check_link`` is given
the probabilities as values. Nothing here computes one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.errors import BadInput
from croupier.jackpot.plan.layouts import TYPE_KEY
from croupier.jackpot.plan.link_plan import MILLION, CasinoPlan, LinkPlan, TablePlan
from croupier.rulebook.book import Book
from croupier.rulebook.spec import parse_spec
from croupier.units.money import dollars

WASHINGTON: Final = "washington"
NOTICE_ID: Final = "house-jackpot"
MOST_SENSORS: Final = 2
"""A Washington layout carries two jackpot games at most."""
LONGEST_ODDS: Final = 100_000_000
"""New Jersey: not longer than 100 million to one."""
NOT_APPROVED: Final = "this software is not approved equipment"

_KIS_W: Final = "KIS-W House and Progressive Jackpots"

Chance = tuple[Hashable, Fraction]
"""What wins a level, in any form that compares equal where the hands are the same, and how likely it is."""
Chances = Mapping[str, Mapping[int, Chance]]
"""By table, then by level."""


class Breach(NamedTuple):
    """A rule that a plan breaks."""

    rule: str
    cite: str
    where: str
    """The key in the file, as in tables[3].sensors."""
    problem: str
    hint: str


class LinkRefused(BadInput):
    """Tables that may not play for one jackpot."""

    def __init__(self, link: str, breach: Breach) -> None:
        self.breach = breach
        super().__init__(f"jackpot {link}: {breach.problem} ({breach.cite})", hint=breach.hint)


def house_and_progressive_never_linked(plan: CasinoPlan) -> Iterator[Breach]:
    """A jackpot is of one type, and every table that plays for it is laid out for that type."""
    for link in plan.links.values():
        for table in link.tables:
            laid_out = dict(parse_spec(table.game).settings).get(TYPE_KEY, "progressive")
            if laid_out != link.type:
                yield Breach(
                    "house_and_progressive_never_linked",
                    _KIS_W,
                    f"tables[{_place(plan, table.id)}].game",
                    f"{table.id} is laid out for a {laid_out} jackpot and {link.id} is a {link.type} one",
                    "house and progressive jackpots are never linked",
                )


def one_type_per_table(plan: CasinoPlan) -> Iterator[Breach]:
    for place, table in enumerate(plan.tables):
        types = {jackpot: plan.links[jackpot].type for jackpot in table.sensors}
        if len(set(types.values())) > 1:
            told = ", ".join(f"{jackpot} ({kind})" for jackpot, kind in types.items())
            yield Breach(
                "one_type_per_table",
                _KIS_W,
                f"tables[{place}].sensors",
                f"{table.id} mixes house and progressive jackpots: {told}",
                "all jackpots of a table are of one type",
            )


def one_jackpot_per_sensor(plan: CasinoPlan) -> Iterator[Breach]:
    """A sensor reads one wager, so no two jackpots of a table may ask for the same one (reading K25)."""
    for place, table in enumerate(plan.tables):
        served: dict[str, str] = {}
        for jackpot in table.sensors:
            laid_out = plan.links[jackpot].table(table.id) if jackpot in plan.links else None
            wager = laid_out.wager if laid_out else plan.jackpot(jackpot).wager
            if wager in served:
                yield Breach(
                    "one_jackpot_per_sensor",
                    _KIS_W,
                    f"tables[{place}].sensors",
                    f"the sensor of {wager} at {table.id} would serve {served[wager]} and {jackpot}",
                    "a sensor serves one jackpot; the second of a layout names the wager of the second sensor",
                )
            served[wager] = jackpot


def at_most_two_sensors_in_washington(plan: CasinoPlan) -> Iterator[Breach]:
    """Where the plan or the table's edition is Washington's."""
    for place, table in enumerate(plan.tables):
        edition = dict(parse_spec(table.game).settings).get("edition")
        is_washington = WASHINGTON in (plan.jurisdiction, edition)
        if is_washington and len(table.sensors) > MOST_SENSORS:
            yield Breach(
                "at_most_two_sensors_in_washington",
                _KIS_W,
                f"tables[{place}].sensors",
                f"{table.id} has {len(table.sensors)} jackpot sensors; a Washington layout has two at most",
                "move a jackpot to another table",
            )


def a_house_meter_never_rises(plan: CasinoPlan) -> Iterator[Breach]:
    """Its amount is posted, so it has neither rates nor a limit."""
    for link in plan.links.values():
        for place, level in enumerate(link.levels):
            if link.type == "house" and (level.increment_ppm or level.reserve_ppm or level.limit_cents is not None):
                yield Breach(
                    "a_house_meter_never_rises",
                    "WAC 230-15-671",
                    f"{_level(plan, link, place)}.increment_ppm",
                    f"{link.id} is a House Jackpot: its display does not rise with wagers",
                    "a house level has its posted amount and nothing else",
                )


def a_house_prize_is_paid_to_each_in_full(plan: CasinoPlan) -> Iterator[Breach]:
    for link in plan.links.values():
        if link.type == "house" and link.simultaneous != "full":
            yield Breach(
                "a_house_prize_is_paid_to_each_in_full",
                "WAC 230-15-671",
                f"{_jackpot(plan, link)}.simultaneous",
                f"{link.id} is a House Jackpot: each winner is paid the posted prize, not '{link.simultaneous}'",
                "leave simultaneous out",
            )


def a_progressive_rises_with_every_wager(plan: CasinoPlan) -> Iterator[Breach]:
    for link in plan.links.values():
        for place, level in enumerate(link.levels):
            if link.type == "progressive" and not level.increment_ppm:
                yield Breach(
                    "a_progressive_rises_with_every_wager",
                    "WAC 230-15-671",
                    f"{_level(plan, link, place)}.increment_ppm",
                    f"level {level.number} of {link.id} would never rise",
                    "a progressive meter takes at least one millionth of each wager",
                )


def rates_are_at_most_the_wager(plan: CasinoPlan) -> Iterator[Breach]:
    """Increments and reserves of all levels come out of one wager."""
    for link in plan.links.values():
        total = sum(level.increment_ppm + level.reserve_ppm for level in link.levels)
        if total > MILLION:
            yield Breach(
                "rates_are_at_most_the_wager",
                "WAC 230-15-671",
                f"{_jackpot(plan, link)}.levels",
                f"the rates of {link.id} add up to {total:,} parts per million, more than the wager",
                "increments and reserves of all levels together are at most 1000000",
            )


def a_limit_is_never_below_the_amount(plan: CasinoPlan) -> Iterator[Breach]:
    """When a limit is imposed the meter shows its beginning amount, and later its reseed."""
    for link in plan.links.values():
        for place, level in enumerate(link.levels):
            shown = max(level.beginning_cents, level.seed_cents, level.reseed_cents)
            if level.limit_cents is not None and level.limit_cents < shown:
                yield Breach(
                    "a_limit_is_never_below_the_amount",
                    "WAC 230-15-685(4)",
                    f"{_level(plan, link, place)}.limit",
                    f"a limit of {dollars(level.limit_cents)} is below {dollars(shown)}, which the meter shows",
                    "the limit is at least seed, reseed and beginning amount",
                )


def linked_tables_share_a_location(plan: CasinoPlan) -> Iterator[Breach]:
    """As ``same_location``, with the place in the plan file: Washington's law."""
    for link in plan.links.values() if plan.jurisdiction == WASHINGTON else ():
        for breach in same_location(link):
            away = next(table for table in link.tables if table.location != link.tables[0].location)
            yield breach._replace(
                rule="linked_tables_share_a_location", where=f"tables[{_place(plan, away.id)}].location"
            )


def two_people_can_approve(plan: CasinoPlan) -> Iterator[Breach]:
    """Dual control needs two who may put a plan forward and approve it."""
    if plan.links and sum(person.role == "supervisor" for person in plan.people) < 2:
        yield Breach(
            "two_people_can_approve",
            "25 CFR 543.12",
            "people",
            "two people approve a jackpot before it goes live, and fewer are named",
            "name at least two whose role is supervisor",
        )


RULES: Final = (
    house_and_progressive_never_linked,
    one_type_per_table,
    at_most_two_sensors_in_washington,
    one_jackpot_per_sensor,
    a_house_meter_never_rises,
    a_house_prize_is_paid_to_each_in_full,
    a_progressive_rises_with_every_wager,
    rates_are_at_most_the_wager,
    a_limit_is_never_below_the_amount,
    linked_tables_share_a_location,
    two_people_can_approve,
)


def breaches(plan: CasinoPlan, book: Book) -> Iterator[Breach]:
    """Every rule that the plan breaks, as far as the file alone can show it."""
    for rule in RULES:
        yield from rule(plan)
    yield from a_house_display_carries_the_notice(plan, book)


def statutory_notice(book: Book, table: TablePlan) -> str | None:
    """The words that a House Jackpot display must carry at this table, where its edition prescribes any."""
    spec = parse_spec(table.game)
    rules = book.game(spec.name)
    edition = dict(spec.settings).get("edition", rules.editions[0].id)
    return next((each.words for each in rules.notices if each.id == NOTICE_ID and edition in each.editions), None)


def _without_notice(link: LinkPlan, book: Book) -> TablePlan | None:
    """A table of a House Jackpot whose display would lack the words that its edition prescribes."""
    for table in link.tables if link.type == "house" else ():
        words = statutory_notice(book, table)
        if words and words not in link.notice:
            return table
    return None


def a_house_display_carries_the_notice(plan: CasinoPlan, book: Book) -> Iterator[Breach]:
    for link in plan.links.values():
        if _without_notice(link, book):
            yield Breach(
                "a_house_display_carries_the_notice",
                "KIS-W House and Progressive Jackpot Definition",
                f"{_jackpot(plan, link)}.notice",
                f"the display of {link.id} lacks the words that a House Jackpot must carry",
                "leave notice out: the rulebook's words are taken",
            )


def same_location(link: LinkPlan) -> Iterator[Breach]:
    """The first table that is elsewhere."""
    first, *others = link.tables
    for table in others:
        if table.location != first.location:
            yield Breach(
                "same_location",
                "WAC 230-15-685(5)",
                "tables",
                f"{first.id} is in {first.location} and {table.id} in {table.location}",
                "tables are linked within one licensed location",
            )
            return


def same_winning_hand(link: LinkPlan, chances: Chances) -> Iterator[Breach]:
    """The first level that is won by another hand at another table."""
    first, *others = link.tables
    for table in others:
        for level, (hand, _) in chances[first.id].items():
            if chances[table.id].get(level, (None, None))[0] != hand:
                yield Breach(
                    "same_winning_hand",
                    "WAC 230-15-685(6)" if link.jurisdiction == WASHINGTON else "a level is posted as one hand",
                    "tables",
                    f"level {level} is not won by the same hand at {first.id} and at {table.id}",
                    f"{first.id} plays {first.game}, {table.id} plays {table.game}",
                )
                return


def same_probability(link: LinkPlan, chances: Chances) -> Iterator[Breach]:
    """The first level that is won with another chance at another table, compared as fractions."""
    first, *others = link.tables
    for table in others:
        for level, (_, chance) in chances[first.id].items():
            other = chances[table.id][level][1]
            if other != chance:
                yield Breach(
                    "same_probability",
                    "WAC 230-15-685(6)",
                    "tables",
                    f"level {level} is won {_one_in(chance)} at {first.id} and {_one_in(other)} at {table.id}",
                    f"{first.id} plays {first.game}, {table.id} plays {table.game}",
                )
                return


def check_link(link: LinkPlan, chances: Chances) -> None:
    """Refuse tables that may not play for one jackpot: another hand wins it; in Washington, other place or odds."""
    found = [*(same_location(link) if link.jurisdiction == WASHINGTON else ()), *same_winning_hand(link, chances)]
    if not found and link.jurisdiction == WASHINGTON:
        found += same_probability(link, chances)
    for breach in found:
        raise LinkRefused(link.id, breach)


def _refused_in_washington(link: LinkPlan, chances: Chances) -> Iterator[str]:
    """What a link elsewhere has that Washington's law forbids; its own regulator decides."""
    for breach in (*same_location(link), *(same_probability(link, chances) if chances else ())):
        own = "; an inter-casino link is Nevada Reg. 5.112's" if breach.rule == "same_location" else ""
        yield (
            f"{link.id}: {breach.problem}: Washington refuses such a link ({breach.cite})"
            f"{own if link.jurisdiction == 'nevada' else ''}"
        )


def check_notice(link: LinkPlan, book: Book) -> None:
    """Refuse a House Jackpot whose display would not carry the words that the law prescribes."""
    table = _without_notice(link, book)
    if table:
        problem = f"the display at {table.id} must carry the statutory notice"
        hint = "leave notice out of the plan file: it is then filled in"
        raise LinkRefused(link.id, Breach("a_house_display_carries_the_notice", _KIS_W, table.id, problem, hint))


def check_floor(link: LinkPlan, others: Iterable[LinkPlan]) -> None:
    """Refuse a link whose tables play for other jackpots in a way that the rules of a layout do not allow."""
    others = list(others)
    for table in link.tables:
        beside = [(other, shared) for other in others if (shared := other.table(table.id))]
        for other, shared in beside:
            if other.type != link.type:
                problem = f"{table.id} plays for {other.id}, a {other.type} jackpot, and {link.id} is a {link.type} one"
                hint = "all jackpots of a table are of one type; take the table off the other link first"
                raise LinkRefused(link.id, Breach("one_type_per_table", _KIS_W, table.id, problem, hint))
            if shared.wager == table.wager:
                problem = f"the sensor of {table.wager} at {table.id} serves {other.id} already"
                hint = "a sensor serves one jackpot; take the table off the other link first"
                raise LinkRefused(link.id, Breach("one_jackpot_per_sensor", _KIS_W, table.id, problem, hint))
        if link.jurisdiction == WASHINGTON and len(beside) >= MOST_SENSORS:
            problem = f"{table.id} has {len(beside)} jackpot sensors already"
            hint = "a Washington layout has two at most"
            raise LinkRefused(link.id, Breach("at_most_two_sensors_in_washington", _KIS_W, table.id, problem, hint))


def warnings(plan: CasinoPlan, chances: Mapping[str, Chances] | None = None) -> list[str]:
    """What whoever configures the plan is told: nothing here stops it. ``chances`` are by jackpot, where known."""
    told = []
    if plan.jurisdiction == WASHINGTON and plan.jackpots:
        told.append(f"{NOT_APPROVED}: in Washington jackpots run on the maker's own system (KIS-W Equipment)")
    for link in plan.links.values():
        known = (chances or {}).get(link.id, {})
        told += _long_odds(link, known)
        if link.jurisdiction != WASHINGTON:
            told += _refused_in_washington(link, known)
    return told


def _long_odds(link: LinkPlan, chances: Chances) -> Iterator[str]:
    for level, (_, chance) in next(iter(chances.values()), {}).items():
        if chance and chance < Fraction(1, LONGEST_ODDS):
            told = f"level {level} of {link.id} is won {_one_in(chance)}"
            yield f"{told}: longer than 100 million to one (NJ 13:69D-1.52)"


def why_not_live(plan: CasinoPlan | LinkPlan) -> str | None:
    """What a live link still lacks, in words; None where it may go live."""
    if plan.jurisdiction == WASHINGTON and not plan.approval.strip():
        return f"{NOT_APPROVED}, and no approval is on record: a live link in Washington demands one"
    return None


def may_go_live(plan: CasinoPlan | LinkPlan) -> bool:
    return why_not_live(plan) is None


def _one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.6g}" if chance else "never"


def _place(plan: CasinoPlan, table: str) -> int:
    return next(place for place, each in enumerate(plan.tables) if each.id == table)


def _jackpot(plan: CasinoPlan, link: LinkPlan) -> str:
    return f"jackpots[{next(place for place, each in enumerate(plan.jackpots) if each.id == link.id)}]"


def _level(plan: CasinoPlan, link: LinkPlan, place: int) -> str:
    return f"{_jackpot(plan, link)}.levels[{place}]"
