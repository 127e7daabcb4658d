"""What two people approve, and what the rules ask of it: the casino's jackpots, tables and sensors, as frozen records
in whole cents. A ``LinkPlan`` is the part that one link needs; it is in the link's journal, which so explains itself.
Each rule yields its breaches, with its citation. Whether winning hands are equally likely comes as values: nothing
here computes a probability."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, wraps
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, ParamSpec, get_args

import msgspec

from croupier.errors import BadInput
from croupier.jackpot import accounts, journal
from croupier.play import documents, stakes
from croupier.records import converted
from croupier.rulebook.book import Book, canonical
from croupier.rulebook.configuration import Configuration, parse_spec
from croupier.rulebook.rules import Paytable, Row
from croupier.units import Pay, dollars

JackpotType = Literal["house", "progressive"]
Simultaneous = Literal["share", "sequential", "full"]
BelowSeed = Literal["no-top-up", "top-up"]
OverflowTo = Literal["next-meter", "reserve"]
EnvyFrom = Literal["house", "reserve"]
Currency = Literal["", "chips"]  # What the amounts of a link are: US dollars where nothing is said, or play chips.

TYPE_KEY = "jackpot"  # The configuration key that makes a jackpot a House Jackpot, in the editions that offer one.
MILLION = 1_000_000  # Rates are whole parts per million of the wager; the books count in millionths of a cent.


@dataclass(frozen=True)
class Level:
    """One meter of a jackpot. Amounts are those in force, already scaled by the base wager where that is chosen."""

    number: int
    seed_cents: int  # What the meter begins with. On a house jackpot: the posted prize.
    reseed_cents: int  # What the meter returns to after it is won.
    beginning_cents: int  # What it shows at the opening; above the seed where a jackpot moves here.
    increment_ppm: int = 0
    reserve_ppm: int = 0
    limit_cents: int | None = None


@dataclass(frozen=True)
class Person:
    """Who may act: a dealer reports rounds, a supervisor approves and corrects, accounting deposits and closes; an
    operator looks after devices and log-ins, an auditor reads."""

    id: str
    name: str
    role: Literal["dealer", "supervisor", "accounting", "operator", "auditor"]


@dataclass(frozen=True)
class Threshold:
    """Amounts that law or house rules attach a duty to, from a gambling day on; None where there is none."""

    begins: str  # A gambling day, as in 2026-01-01.
    approval_cents: int | None = None  # A supervisor approves an award of this much or more before it is payable.
    camera_cents: int | None = None  # From this much on the cards are shown to the camera, and the deck is kept.
    check_over_cents: int | None = None  # An award above this is paid by check.
    tax_form_cents: int | None = None  # From so much on, and ``tax_form_times`` the wager, one is due.
    tax_form_times: int = 300


@dataclass(frozen=True)
class TablePlan:
    """A table on the link."""

    id: str
    game: str  # The whole configuration string, with the jackpot's paytable and settings in it.
    wager: str  # The wager that the sensor reads.
    seats: int
    location: str


@dataclass(frozen=True, kw_only=True)
class HouseTerms:
    """What a casino says once for all of its jackpots."""

    jurisdiction: str
    people: People
    thresholds: Thresholds
    location: str = ""
    license: str = ""
    time_zone: str = "UTC"
    day_begins: str = "06:00"
    first_day: str = "2026-01-01"  # The gambling day on which a link opens.
    deposit_days: int = 7  # Accrued money is in the bank at the latest after this many gambling days.
    approval: str = ""  # The regulator's approval on record; a live link in Washington demands one.
    claim_days: int = 0  # How many days after it was won a prize may be claimed; 0 if the plan does not say.
    claim_rule: str = ""  # The rule for it; without one it is the operator's own reading.
    payee_years: int = 0  # How many years a payee's record is kept; 0 for our own reading.


@dataclass(frozen=True, kw_only=True)
class JackpotTerms:
    """What a jackpot is, at whatever table."""

    id: str
    title: str
    type: JackpotType
    paytable: str
    base_wager_cents: int
    levels: Levels
    simultaneous: Simultaneous = "share"
    below_seed: BelowSeed = "no-top-up"
    overflow_to: OverflowTo = "next-meter"  # Where what came in above the limit goes when the meter is won.
    dealer_envy_from: EnvyFrom = "house"
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class LinkPlan(HouseTerms, JackpotTerms):
    """One jackpot with every table that plays for it: all that a link needs to run."""

    tables: tuple[TablePlan, ...]
    unreasonable_cents: int = 0  # A single report of wagers above this much is refused.
    rulebook_hash: str = ""
    rules: tuple[CarriedRules, ...] = ()  # What each layout paid when it was approved: the link is run by these.
    casino: str = ""  # Whose books these are, for the head of every report.
    currency: Currency = ""  # Play chips for the play tables of a house; else every amount is in US dollars.

    def level(self, number: int) -> Level:
        return next(level for level in self.levels if level.number == number)

    @cached_property
    def _tables(self) -> dict[str, TablePlan]:
        return {table.id: table for table in self.tables}

    @cached_property
    def _roles(self) -> dict[str, str]:
        return {person.id: person.role for person in self.people}

    @cached_property
    def meters(self) -> tuple[tuple[str, str, int], ...]:
        """Of each level its number as the journal writes it, the account of its meter, and its seed."""
        return tuple((str(level.number), accounts.meter(level.number), level.seed_cents) for level in self.levels)

    @cached_property
    def worked_out(self) -> dict[int, Any]:
        """Where wagers of this many cents go, kept by ``contributions`` from the first time it is asked."""
        return {}

    @property
    def called(self) -> str:
        """What people call it: a table that plays alone names its jackpot, others have the name that the plan gave."""
        return f"{self.title}, table {self.tables[0].id}" if len(self.tables) == 1 else f"{self.title} ({self.id})"

    def table(self, id: str) -> TablePlan | None:
        return self._tables.get(id)

    def threshold(self, day: str) -> Threshold:
        """What is in force on a gambling day: the latest that has begun."""
        begun = [each for each in self.thresholds if each.begins <= day]
        return max(begun, key=lambda each: each.begins) if begun else Threshold("")

    def role(self, person: str) -> str | None:
        return self._roles.get(person)

    @cached_property
    def _carried(self) -> dict[str, CarriedRules]:
        return {rule.game: rule for rule in self.rules}

    def carried(self, game: str) -> CarriedRules | None:
        """The rules that the plan carries for a layout."""
        return self._carried.get(game)


Levels = tuple[Level, ...]
People = tuple[Person, ...]
Thresholds = tuple[Threshold, ...]


def plan_to_json(plan: LinkPlan) -> documents.Json:
    plain: documents.Json = json.loads(json.dumps(msgspec.to_builtins(plan)))  # lists, as whoever reads it back finds
    return plain


def plan_hash(plan: LinkPlan) -> str:
    """What names a plan: whoever approves it has seen just this."""
    return journal.text_hash(json.dumps(plan_to_json(plan), sort_keys=True, separators=(",", ":")))


def plan_from_json(value: documents.Json) -> LinkPlan:
    """The inverse of ``plan_to_json``; msgspec.ValidationError names what is of another type."""
    return msgspec.convert(value, LinkPlan)


@dataclass(frozen=True, kw_only=True)
class JackpotPlan(JackpotTerms):
    """A jackpot as the file states it; amounts are in force, its tables are named elsewhere."""

    wager: str
    choices: tuple[tuple[str, str], ...] = ()  # Keys of a configuration that differ from its defaults.
    unreasonable_cents: int | None = None  # None means what a full round of the largest table comes to.


@dataclass(frozen=True)
class FloorTable:
    """A table on the floor, with the jackpot that each of its sensors serves."""

    id: str
    game: str  # As the file states it, before a jackpot is added.
    seats: int
    location: str
    sensors: tuple[str, ...] = ()
    limits: Mapping[str, stakes.Limit] = field(default_factory=dict)  # What its table file posts, if it has one.


@dataclass(frozen=True, kw_only=True)
class CasinoPlan(HouseTerms):
    """The whole file: what the casino is, who may act there, and every jackpot with its link."""

    name: str
    currency: str
    jackpots: tuple[JackpotPlan, ...]
    tables: tuple[FloorTable, ...]
    links: dict[str, LinkPlan]  # By jackpot, with every table that plays for it.

    def jackpot(self, id: str) -> JackpotPlan:
        return next(jackpot for jackpot in self.jackpots if jackpot.id == id)


_OF_THE_JACKPOT = ("paytable", "base_wager_cents", "simultaneous", "below_seed", "overflow_to", "dealer_envy_from")


def needs_reset(plan: LinkPlan, waiting: LinkPlan) -> bool:
    """Whether a plan changes what the jackpot is."""
    if any(getattr(plan, name) != getattr(waiting, name) for name in _OF_THE_JACKPOT):
        return True
    both = ((level, waiting.level(level.number)) for level in plan.levels)
    if (
        sum(max(old.increment_ppm + old.reserve_ppm, new.increment_ppm + new.reserve_ppm) for old, new in both)
        > MILLION
    ):
        return True  # level by level, rates of both plans could together take more than the wager
    now = {table.id: table for table in plan.tables}
    return any(table.id in now and table != now[table.id] for table in waiting.tables)


def adopt_at_once(plan: LinkPlan, waiting: LinkPlan) -> LinkPlan:
    """The plan in force after an approval: the new one, with the meters' parameters as they were."""
    return plan if needs_reset(plan, waiting) else replace(waiting, levels=plan.levels)


def adopt_levels(plan: LinkPlan, waiting: LinkPlan | None, won: Collection[int]) -> LinkPlan:
    """The plan in force after these levels were won."""
    if waiting is None or needs_reset(plan, waiting):
        return plan
    levels = tuple(waiting.level(each.number) if each.number in won else each for each in plan.levels)
    return replace(plan, levels=levels)


def replace_level(plan: LinkPlan, level: Level) -> LinkPlan:
    """The plan with one level as given."""
    return replace(plan, levels=tuple(level if each.number == level.number else each for each in plan.levels))


def rates_of(plan: LinkPlan) -> int:
    """What all meters and reserves take of a wager, in millionths."""
    return sum(level.increment_ppm + level.reserve_ppm for level in plan.levels)


def wait_again(plan: LinkPlan, waiting: LinkPlan | None, levels: Collection[Level]) -> tuple[LinkPlan, LinkPlan | None]:
    """The plan in force and the one that waits, once the parameters of some levels are as they were before a win."""
    before = plan
    for level in levels:
        plan = replace_level(plan, level)
    return plan, still_waiting(plan, waiting or before)


def still_waiting(plan: LinkPlan, waiting: LinkPlan | None) -> LinkPlan | None:
    """The waiting plan, unless all of it is in force."""
    return None if waiting == plan else waiting


@dataclass(frozen=True)
class CarriedRules:
    """One layout with its jackpot, as plain data."""

    game: str  # The configuration string of the tables that it belongs to.
    wager: str
    paytable: documents.Json  # Id, family, rows (with their pays, dynamic pays and envy) and the dealer's envy.
    keys: dict[str, str]  # Every choice of the house, in its canonical spelling.
    readings: dict[str, str]  # By id, our answer to what the documents leave open about this wager.


def carry_rules(configuration: Configuration, wager: str) -> CarriedRules:
    """What is in force at a table now, to be approved with its plan."""
    table = configuration.tables[wager]
    return CarriedRules(
        str(configuration),
        wager,
        _paytable(table),
        dict(sorted(configuration.values.items())),
        {
            interpretation.id: interpretation.answer
            for interpretation in configuration.rules.interpretations
            if wager in interpretation.affects
        },
    )


def under_carried_rules(configuration: Configuration, carried: CarriedRules) -> Configuration:
    """Today's configuration with the rows and choices that a plan carries in place of the rulebook's."""
    table = configuration.tables[carried.wager]
    said = carried.paytable
    envy = said["dealer_envy_percent"]
    table = replace(
        table, rows=tuple(map(_row, said["rows"])), dealer_envy_percent=None if envy is None else Fraction(envy)
    )
    return replace(configuration, tables={**configuration.tables, carried.wager: table}, values=dict(carried.keys))


_OF_A_ROW: Final = ("event", "label", "pay", "dynamic", "envy_cents")


def _paytable(table: Paytable) -> documents.Json:
    rows = [{name: canonical(getattr(row, name)) for name in _OF_A_ROW} for row in table.rows]
    envy = canonical(table.dealer_envy_percent)
    return {"id": table.id, "family": table.family, "rows": rows, "dealer_envy_percent": envy}


def _row(said: documents.Json) -> Row:
    dynamic = said["dynamic"]
    return Row(
        said["event"],
        said["label"],
        _pay(said["pay"]),
        None if dynamic is None else tuple(map(_pay, dynamic)),
        said["envy_cents"],
    )


_PAYS: Mapping[str, type[Pay]] = {kind.__name__: kind for kind in get_args(Pay)}


def _pay(said: tuple[str, documents.Json]) -> Pay:
    name, value = said
    if name not in _PAYS:
        raise ValueError(f"no pay is called {name}")
    return converted(_PAYS[name], value)


WASHINGTON: Final = "washington"
NOTICE_ID: Final = "house-jackpot"
MOST_SENSORS: Final = 2  # A Washington layout carries two jackpot games at most.
SMALL_PRIZE: Final = 100_000  # Cents. Approval may begin there however small the jackpot is.
LONGEST_ODDS: Final = 100_000_000  # New Jersey: not longer than 100 million to one.
NOT_APPROVED: Final = "this software is not approved equipment"
PLAY_CHIPS: Final = "Play chips: no amount here is money, and none can be exchanged for money."
"""Printed on every display, report and prize record of a link whose plan says ``currency = "chips"``."""
PLAY_TABLES: Final = "The play tables of this house"  # The casino that the plans of the play tables name.

_KIS_W: Final = "KIS-W House and Progressive Jackpots"

Chance = tuple[Hashable, Fraction]  # What wins a level, comparable, and how likely it is.
Chances = Mapping[str, Mapping[int, Chance]]  # By table, then by level.
Said = tuple[str, str, str]  # Where a rule is broken, what is wrong there, and what to do.
_P = ParamSpec("_P")


class Breach(NamedTuple):
    """A rule that a plan breaks."""

    rule: str
    cite: str
    where: str  # The key in the file, as in tables[3].sensors; of a jackpot's own keys within the jackpot.
    problem: str
    hint: str


class LinkRefused(BadInput):
    """Tables that may not play for one jackpot."""

    def __init__(self, link: str, breach: Breach) -> None:
        self.breach = breach
        super().__init__(f"jackpot {link}: {breach.problem} ({breach.cite})", hint=breach.hint)


def rule(cite: str) -> Callable[[Callable[_P, Iterator[Said]]], Callable[_P, Iterator[Breach]]]:
    """A rule by the name of its function, and where it is written."""

    def cited(says: Callable[_P, Iterator[Said]]) -> Callable[_P, Iterator[Breach]]:
        @wraps(says)
        def breaches_of(*given: _P.args, **named: _P.kwargs) -> Iterator[Breach]:
            for said in says(*given, **named):
                yield Breach(says.__name__, cite, *said)

        return breaches_of

    return cited


@rule(_KIS_W)
def house_and_progressive_never_linked(link: LinkPlan) -> Iterator[Said]:
    """A jackpot is of one type, and every table that plays for it is laid out for that type."""
    for table in link.tables:
        laid_out = dict(parse_spec(table.game).settings).get(TYPE_KEY, "progressive")
        if laid_out != link.type:
            told = f"{table.id} is laid out for a {laid_out} jackpot and {link.id} is a {link.type} one"
            yield f"table {table.id}.game", told, "house and progressive jackpots are never linked"


@rule("WAC 230-15-671")
def a_house_meter_never_rises(link: LinkPlan) -> Iterator[Said]:
    """Its amount is posted, so it has neither rates nor a limit."""
    for place, level in enumerate(link.levels):
        if link.type == "house" and (level.increment_ppm or level.reserve_ppm or level.limit_cents is not None):
            told = f"{link.id} is a House Jackpot: its display does not rise with wagers"
            yield f"levels[{place}].increment_ppm", told, "a house level has its posted amount and nothing else"


@rule("WAC 230-15-671")
def a_house_prize_is_paid_to_each_in_full(link: LinkPlan) -> Iterator[Said]:
    if link.type == "house" and link.simultaneous != "full":
        told = f"{link.id} is a House Jackpot: each winner is paid the posted prize, not '{link.simultaneous}'"
        yield "simultaneous", told, "leave simultaneous out"


@rule("WAC 230-15-671")
def a_progressive_rises_with_every_wager(link: LinkPlan) -> Iterator[Said]:
    for place, level in enumerate(link.levels):
        if link.type == "progressive" and not level.increment_ppm:
            told = f"level {level.number} of {link.id} would never rise"
            yield f"levels[{place}].increment_ppm", told, "a progressive takes at least one millionth of each wager"


@rule("WAC 230-15-671")
def rates_are_at_most_the_wager(link: LinkPlan) -> Iterator[Said]:
    """Increments and reserves of all levels come out of one wager."""
    total = sum(level.increment_ppm + level.reserve_ppm for level in link.levels)
    if total > MILLION:
        told = f"the rates of {link.id} add up to {total:,} parts per million, more than the wager"
        yield "levels", told, "increments and reserves of all levels together are at most 1000000"


@rule("WAC 230-15-685(4)")
def a_limit_is_never_below_the_amount(link: LinkPlan) -> Iterator[Said]:
    """When a limit is imposed the meter shows its beginning amount, and later its reseed."""
    for place, level in enumerate(link.levels):
        shown = max(level.beginning_cents, level.seed_cents, level.reseed_cents)
        if level.limit_cents is not None and level.limit_cents < shown:
            told = f"a limit of {dollars(level.limit_cents)} is below {dollars(shown)}, which the meter shows"
            yield f"levels[{place}].limit", told, "the limit is at least seed, reseed and beginning amount"


@rule("WAC 230-15-685(5)")
def linked_tables_share_a_location(link: LinkPlan) -> Iterator[Said]:
    """Washington's law. The first table that is elsewhere."""
    first, *others = link.tables
    for table in others:
        if table.location != first.location:
            told = f"{first.id} is in {first.location} and {table.id} in {table.location}"
            yield f"table {table.id}.location", told, "tables are linked within one licensed location"
            return


@rule("25 CFR 543.12")
def a_whole_meter_is_approved(link: LinkPlan) -> Iterator[Said]:
    """Nobody switches approval off by a plan: whoever reports a jackpot never pays it alone."""
    most = max(SMALL_PRIZE, *(level.seed_cents for level in link.levels))
    later = [threshold for threshold in link.thresholds if threshold.begins > link.first_day]
    for threshold in (link.threshold(link.first_day), *later):
        asks = threshold.approval_cents
        told = f"from {threshold.begins or link.first_day} on "
        if asks is None:
            told += f"no award of {link.id} needs approval"
        elif asks > most:
            told += f"awards of {link.id} need approval from {dollars(asks)}, beyond the seed of any meter"
        else:
            continue
        hint = "write approval into every set of thresholds, at most the seed of the largest meter"
        yield "thresholds.approval", told, hint
        return


@rule("KIS-W House and Progressive Jackpot Definition")
def a_house_display_carries_the_notice(link: LinkPlan, book: Book) -> Iterator[Said]:
    """The words that the law prescribes for a House Jackpot."""
    for table in link.tables if link.type == "house" else ():
        words = statutory_notice(book, table)
        if words and words not in link.notice:
            told = f"the display of {link.id} at {table.id} lacks the words that a House Jackpot must carry"
            yield "notice", told, "leave notice out: the rulebook's words are taken"
            return


def statutory_notice(book: Book, table: TablePlan) -> str | None:
    """The words that a House Jackpot display must carry at this table, where its edition prescribes any."""
    spec = parse_spec(table.game)
    rules = book.game(spec.name)
    edition = dict(spec.settings).get("edition", rules.editions[0].id)
    return next(
        (notice.words for notice in rules.notices if notice.id == NOTICE_ID and edition in notice.editions), None
    )


@rule("WAC 230-15-685(6), or a level is posted as one hand")
def same_winning_hand(link: LinkPlan, chances: Chances) -> Iterator[Said]:
    """The first level that is won by another hand at another table."""
    first, *others = link.tables
    for table in others:
        for level, (hand, _) in chances[first.id].items():
            if chances[table.id].get(level, (None, None))[0] != hand:
                told = f"level {level} is not won by the same hand at {first.id} and at {table.id}"
                yield "tables", told, f"{first.id} plays {first.game}, {table.id} plays {table.game}"
                return


@rule("WAC 230-15-685(6)")
def same_probability(link: LinkPlan, chances: Chances) -> Iterator[Said]:
    """The first level that is won with another chance at another table, compared as fractions."""
    first, *others = link.tables
    for table in others:
        for level, (_, chance) in chances[first.id].items():
            other = chances[table.id][level][1]
            if other != chance:
                told = f"level {level} is won {_one_in(chance)} at {first.id} and {_one_in(other)} at {table.id}"
                yield "tables", told, f"{first.id} plays {first.game}, {table.id} plays {table.game}"
                return


@rule(_KIS_W)
def one_type_per_table(table: str, types: Mapping[str, str]) -> Iterator[Said]:
    """``types`` are those of the jackpots that the table plays for."""
    if len(set(types.values())) > 1:
        told = ", ".join(f"{jackpot} ({kind})" for jackpot, kind in types.items())
        hint = "all jackpots of a table are of one type; take the table off the other link first"
        yield "sensors", f"{table} mixes house and progressive jackpots: {told}", hint


@rule(_KIS_W)
def one_jackpot_per_sensor(table: str, wagers: Mapping[str, str]) -> Iterator[Said]:
    """A sensor reads one wager, so no two jackpots of a table may ask for the same one (reading K25)."""
    served: dict[str, str] = {}
    for jackpot, wager in wagers.items():
        if wager in served:
            told = f"the sensor of {wager} at {table} would serve {served[wager]} and {jackpot}"
            yield "sensors", told, "a sensor serves one jackpot; the second of a layout names the second sensor's wager"
        served[wager] = jackpot


@rule(_KIS_W)
def at_most_two_sensors_in_washington(table: str, count: int) -> Iterator[Said]:
    """Where the plan or the table's edition is Washington's."""
    if count > MOST_SENSORS:
        told = f"{table} has {count} jackpot sensors; a Washington layout has two at most"
        yield "sensors", told, "move a jackpot to another table"


@rule("25 CFR 543.12")
def two_people_can_approve(plan: CasinoPlan | LinkPlan) -> Iterator[Said]:
    """Dual control needs two who may put a plan forward and approve it."""
    if sum(person.role == "supervisor" for person in plan.people) < 2:
        told = "two people approve a jackpot before it goes live, and fewer are named"
        yield "people", told, "name at least two whose role is supervisor"


OF_METERS: Final = (a_house_meter_never_rises, a_progressive_rises_with_every_wager, rates_are_at_most_the_wager)
"""What the books themselves ask of every plan that is put forward."""
OF_A_LINK: Final = (
    house_and_progressive_never_linked,
    a_house_prize_is_paid_to_each_in_full,
    *OF_METERS,
    a_limit_is_never_below_the_amount,
    a_whole_meter_is_approved,
)


def breaches(plan: CasinoPlan, book: Book) -> Iterator[Breach]:
    """Every rule that the plan breaks, as far as the file alone can show it, with the place in the file."""
    for place, table in enumerate(plan.tables):
        laid_out = {jackpot: plan.links[jackpot].table(table.id) for jackpot in table.sensors}
        wagers = {name: own.wager if own else plan.jackpot(name).wager for name, own in laid_out.items()}
        broken = [*one_type_per_table(table.id, {jackpot: plan.links[jackpot].type for jackpot in table.sensors})]
        if WASHINGTON in (plan.jurisdiction, dict(parse_spec(table.game).settings).get("edition")):
            broken += at_most_two_sensors_in_washington(table.id, len(table.sensors))
        broken += one_jackpot_per_sensor(table.id, wagers)
        yield from (breach._replace(where=f"tables[{place}].sensors") for breach in broken)
    places = {f"table {table.id}": f"tables[{place}]" for place, table in enumerate(plan.tables)}
    for place, jackpot in enumerate(plan.jackpots):
        link = plan.links[jackpot.id]
        broken = [breach for rule in OF_A_LINK for breach in rule(link)]
        broken += linked_tables_share_a_location(link) if plan.jurisdiction == WASHINGTON else ()
        for breach in [*broken, *a_house_display_carries_the_notice(link, book)]:
            about, dot, key = breach.where.rpartition(".")
            if about in places:
                yield breach._replace(where=f"{places[about]}{dot}{key}")
            elif breach.where.startswith("thresholds"):
                yield breach
            else:
                yield breach._replace(where=f"jackpots[{place}].{breach.where}")
    yield from two_people_can_approve(plan) if plan.links else ()


def refuse(link: LinkPlan, *broken: Iterable[Breach]) -> None:
    """LinkRefused for the first breach, if there is one."""
    for breach in chain.from_iterable(broken):
        raise LinkRefused(link.id, breach)


def check_terms(link: LinkPlan, book: Book) -> None:
    """Refuse a House Jackpot whose display lacks the words of the law, and real money that nobody would approve."""
    approved = a_whole_meter_is_approved(link) if link.currency != "chips" else ()
    refuse(link, a_house_display_carries_the_notice(link, book), approved)


def check_link(link: LinkPlan, chances: Chances) -> None:
    """Refuse tables that may not play for one jackpot: another hand wins it; in Washington, other place or odds."""
    in_washington = link.jurisdiction == WASHINGTON
    place, odds = linked_tables_share_a_location(link), same_probability(link, chances)
    refuse(link, place if in_washington else (), same_winning_hand(link, chances), odds if in_washington else ())


def check_floor(link: LinkPlan, others: Sequence[LinkPlan]) -> None:
    """Refuse a link whose tables play for other jackpots in a way that the rules of a layout do not allow, and one that
    is in other money than the rest of its book."""
    refuse(link, play_chips_and_money_never_meet(link, others))
    for table in link.tables:
        beside = {other.id: (other, shared) for other in [*others, link] if (shared := other.table(table.id))}
        refuse(
            link,
            one_type_per_table(table.id, {name: other.type for name, (other, _) in beside.items()}),
            one_jackpot_per_sensor(table.id, {name: own.wager for name, (_, own) in beside.items()}),
            at_most_two_sensors_in_washington(table.id, len(beside)) if link.jurisdiction == WASHINGTON else (),
        )


@rule("our own rule: play tables have a book of their own")
def play_chips_and_money_never_meet(link: LinkPlan, others: Iterable[LinkPlan]) -> Iterator[Said]:
    names = {"": "US dollars", "chips": "play chips"}
    for other in others:
        if other.currency != link.currency:
            told = f"{link.id} is in {names[link.currency]}, and {other.id} of the same book in {names[other.currency]}"
            yield "casino.currency", told, "keep the play tables in a book of their own"
            return


def is_of_play_tables(link: LinkPlan) -> bool:
    """Whether the house itself deals the tables of a link. Nobody else may work them."""
    return link.currency == "chips" and link.casino == PLAY_TABLES


def warnings(plan: CasinoPlan, chances: Mapping[str, Chances] | None = None) -> list[str]:
    """Nothing here stops a plan. ``chances`` are by jackpot, where known."""
    told = []
    if plan.jurisdiction == WASHINGTON and plan.jackpots:
        told.append(f"{NOT_APPROVED}: in Washington jackpots run on the maker's own system (KIS-W Equipment)")
    for link in plan.links.values():
        known = (chances or {}).get(link.id, {})
        for level, (_, chance) in next(iter(known.values()), {}).items():
            if chance and chance < Fraction(1, LONGEST_ODDS):
                odds = f"level {level} of {link.id} is won {_one_in(chance)}"
                told.append(f"{odds}: longer than 100 million to one (NJ 13:69D-1.52)")
        if link.jurisdiction != WASHINGTON:
            told += _refused_in_washington(link, known)
    return told


def _refused_in_washington(link: LinkPlan, chances: Chances) -> Iterator[str]:
    """What a link elsewhere has that Washington's law forbids; its own regulator decides."""
    own = "; an inter-casino link is Nevada Reg. 5.112's" if link.jurisdiction == "nevada" else ""
    for breach in linked_tables_share_a_location(link):
        yield f"{link.id}: {breach.problem}: Washington refuses such a link ({breach.cite}){own}"
    for breach in same_probability(link, chances) if chances else ():
        yield f"{link.id}: {breach.problem}: Washington refuses such a link ({breach.cite})"


def why_not_live(plan: CasinoPlan | LinkPlan) -> str | None:
    """What a live link still lacks, in words; None where it may go live."""
    if plan.jurisdiction == WASHINGTON and not plan.approval.strip():
        return f"{NOT_APPROVED}, and no approval is on record: a live link in Washington demands one"
    return None


def _one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.6g}" if chance else "never"
