"""What two people approve: the casino's jackpots, tables and sensors, as frozen records in whole cents. A ``LinkPlan``
is the part that one link needs; it is in the link's journal, which so explains itself."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, get_args

import msgspec

from croupier.jackpot.accounts import meter
from croupier.jackpot.journal import text_hash
from croupier.play.documents import Json
from croupier.play.stakes import Limit
from croupier.records import converted
from croupier.rulebook.book import canonical
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import Paytable, Row
from croupier.units.odds import Pay

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
        return tuple((str(level.number), meter(level.number), level.seed_cents) for level in self.levels)

    @cached_property
    def worked_out(self) -> dict[int, Any]:
        """Where wagers of this many cents go, kept by ``contributions`` from the first time it is asked."""
        return {}

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


def plan_to_json(plan: LinkPlan) -> Json:
    plain: Json = json.loads(json.dumps(msgspec.to_builtins(plan)))  # lists, as whoever reads it back finds
    return plain


def plan_hash(plan: LinkPlan) -> str:
    """What names a plan: whoever approves it has seen just this."""
    return text_hash(json.dumps(plan_to_json(plan), sort_keys=True, separators=(",", ":")))


def plan_from_json(value: Json) -> LinkPlan:
    """The inverse of ``plan_to_json``; msgspec.ValidationError names what is of another type."""
    return msgspec.convert(value, LinkPlan)


@dataclass(frozen=True, kw_only=True)
class JackpotPlan(JackpotTerms):
    """A jackpot as the file states it; amounts are in force, its tables are named elsewhere."""

    wager: str
    choices: tuple[tuple[str, str], ...] = ()  # Keys of a configuration that differ from its defaults.
    scale_seed: bool = True
    unreasonable_cents: int | None = None  # None means what a full round of the largest table comes to.


@dataclass(frozen=True)
class FloorTable:
    """A table on the floor, with the jackpot that each of its sensors serves."""

    id: str
    game: str  # As the file states it, before a jackpot is added.
    seats: int
    location: str
    sensors: tuple[str, ...] = ()
    limits: Mapping[str, Limit] = field(default_factory=dict)  # What its table file posts, if it has one.


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
    paytable: Json  # Id, family, rows (with their pays, dynamic pays and envy) and the dealer's envy.
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


def _paytable(table: Paytable) -> Json:
    rows = [
        {
            "event": row.event,
            "label": row.label,
            "pay": canonical(row.pay),
            "dynamic": canonical(row.dynamic),
            "envy_cents": row.envy_cents,
        }
        for row in table.rows
    ]
    envy = table.dealer_envy_percent
    return {
        "id": table.id,
        "family": table.family,
        "rows": rows,
        "dealer_envy_percent": None if envy is None else str(envy),
    }


def _row(said: Json) -> Row:
    dynamic = said["dynamic"]
    return Row(
        said["event"],
        said["label"],
        _pay(said["pay"]),
        None if dynamic is None else tuple(map(_pay, dynamic)),
        said["envy_cents"],
    )


_PAYS: Mapping[str, type[Pay]] = {kind.__name__: kind for kind in get_args(Pay)}


def _pay(said: tuple[str, Json]) -> Pay:
    name, value = said
    if name not in _PAYS:
        raise ValueError(f"no pay is called {name}")
    return converted(_PAYS[name], value)
