"""Whether a plan that arrives as JSON, from anybody, can be run at all: every type, range and name is looked at before
it is believed, so that no plan in force can ever bring the link to a halt."""

import datetime
import re
import zoneinfo
from collections.abc import Callable, Iterable
from dataclasses import fields

import msgspec

from croupier.errors import CroupierError
from croupier.jackpot.plan import link_plan
from croupier.jackpot.requests import MOST_CENTS
from croupier.play.documents import Json
from croupier.play.game import Game
from croupier.units import MeterShare, as_read

MOST_SEATS = 99
LONGEST_KEPT = 50  # Years for which the record of a payee may be kept.
LONGEST_CLAIM = 3_660  # Days, about ten years.
LONGEST_WITHOUT_DEPOSIT = 7  # Washington asks for a deposit at least weekly (WAC 230-15-455); nobody is allowed more.

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_DAY = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}", re.ASCII)
_HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)

_IN_THE_GAME = {"simultaneous": "simultaneous", "below_seed": "below_seed", "dealer_envy_from": "dealer_envy_funding"}
"""Fields of a plan that a table's configuration says as well, under which key."""


_LISTS = {
    "levels": link_plan.Level,
    "tables": link_plan.TablePlan,
    "people": link_plan.Person,
    "thresholds": link_plan.Threshold,
    "rules": link_plan.CarriedRules,
}


class BadPlan(Exception):
    """What is wrong with a plan."""


Layout = str | link_plan.CarriedRules  # A configuration, or the rules that a plan carries for it.
GameLoader = Callable[[Layout], Game]


def read_plan_json(value: Json, load_game: GameLoader, *, of_today: bool = True) -> link_plan.LinkPlan:
    """The plan, or BadPlan. A plan that is proposed now carries the rules of today's rulebook; an older one its own."""
    _check_fields(link_plan.LinkPlan, value, "plan")
    for name, kind in _LISTS.items():
        parts = value[name] if isinstance(value[name], (list, tuple)) and len(value[name]) <= 1000 else [None]
        for number, part in enumerate(parts, 1):
            _check_fields(kind, part, f"{name} {number}")
    try:
        plan = link_plan.plan_from_json(value)
    except msgspec.ValidationError as error:
        raise BadPlan(str(error)) from None
    _check_levels(plan)
    _check_names(plan)
    _check_times(plan)
    if same := one_name(plan.people):
        raise BadPlan(f"{same[0].id} and {same[1].id} are both called {same[0].name[:40]}")
    begins = [threshold.begins for threshold in plan.thresholds]
    if twice := [day for day in begins if begins.count(day) > 1]:
        raise BadPlan(f"two sets of thresholds begin on {twice[0]}")

    if sorted(rule.game for rule in plan.rules) != sorted({table.game for table in plan.tables}):
        raise BadPlan("rules: one set for each layout of a table")
    if of_today:
        _check_rules(plan, load_game)
    for table in plan.tables:
        _check_table(plan, table, load_game)
    return plan


def _check_rules(plan: link_plan.LinkPlan, load_game: GameLoader) -> None:
    """Whoever approves the plan approves the rulebook's own rules: a plan cannot bring others along."""
    wagers = {table.game: table.wager for table in plan.tables}
    for carried in plan.rules:
        try:
            configuration = load_game(carried.game).configuration
        except CroupierError as error:
            raise BadPlan(f"rules: {error.message}") from None
        wager = wagers[carried.game]
        if wager not in configuration.tables or carried != link_plan.carry_rules(configuration, wager):
            raise BadPlan(f"rules: {carried.game[:60]} is not as the rulebook has it")


def _check_fields(kind: type, value: object, where: str) -> None:
    """Each field is there, whatever its default, and no other; amounts can be counted, and texts be shown."""
    if not isinstance(value, dict):
        raise BadPlan(f"{where} is not an object")
    known = {field.name for field in fields(kind)}
    if strange := sorted(map(str, value.keys() ^ known)):
        raise BadPlan(f"{where}: {strange[0][:40]} is {'missing' if strange[0] in known else 'unknown'}")
    for name, part in value.items():
        is_shown = not isinstance(part, str) or (len(part) <= 2000 and part.isprintable())
        if not is_shown or (isinstance(part, int) and not 0 <= part <= MOST_CENTS):
            raise BadPlan(f"{where}: {name} is not understood")


def _check_levels(plan: link_plan.LinkPlan) -> None:
    if not plan.levels or not plan.tables or not plan.base_wager_cents:
        raise BadPlan("a plan has levels, tables and a base wager")
    if len({level.number for level in plan.levels}) < len(plan.levels):
        raise BadPlan("a level is given twice")
    for rule in link_plan.OF_METERS:
        for breach in rule(plan):
            raise BadPlan(f"{breach.where}: {breach.problem}")
    for level in plan.levels:
        if level.limit_cents is not None and level.limit_cents < max(level.seed_cents, level.reseed_cents):
            raise BadPlan(f"level {level.number}: the limit is below the seed")


def _check_names(plan: link_plan.LinkPlan) -> None:
    for what, ids in (
        ("table", [table.id for table in plan.tables]),
        ("person", [person.id for person in plan.people]),
    ):
        for id in ids:
            if not _ID.fullmatch(id) or ids.count(id) > 1:
                raise BadPlan(f"{what} {id[:40]!r} has no name of its own, of letters, digits, - and _")
    for breach in link_plan.two_people_can_approve(plan):
        raise BadPlan(f"two supervisors are needed: {breach.problem}")


def one_name(people: Iterable[link_plan.Person]) -> tuple[link_plan.Person, link_plan.Person] | None:
    """Two people who go by one name or one id, or whose names nobody can tell apart on a screen, if any do."""
    known: dict[str, link_plan.Person] = {}
    for person in people:
        for seen in (f"name {as_read(person.name)}", f"id {as_read(person.id)}"):
            other = known.setdefault(seen, person)
            if other is not person:
                return other, person
    return None


def _check_times(plan: link_plan.LinkPlan) -> None:
    for day in (plan.first_day, *(threshold.begins for threshold in plan.thresholds)):
        try:
            if not _DAY.fullmatch(day):
                raise ValueError(day)
            datetime.date.fromisoformat(day)
        except ValueError:
            raise BadPlan(f"{day[:40]} is not a day between 2000 and 2999") from None
    if not 1 <= plan.deposit_days <= LONGEST_WITHOUT_DEPOSIT:
        raise BadPlan(f"deposit_days: money is deposited at least every {LONGEST_WITHOUT_DEPOSIT} days")
    if not 0 <= plan.payee_years <= LONGEST_KEPT:
        raise BadPlan(f"payee_years: the record of a payee is kept for at most {LONGEST_KEPT} years")
    if not 0 <= plan.claim_days <= LONGEST_CLAIM:
        raise BadPlan(f"claim_days: a prize may be claimed for at most {LONGEST_CLAIM:,} days")
    try:
        if not _HOUR.fullmatch(plan.day_begins):
            raise ValueError(plan.day_begins)
        zoneinfo.ZoneInfo(plan.time_zone)
    except (ValueError, zoneinfo.ZoneInfoNotFoundError, OSError):
        raise BadPlan(f"{plan.day_begins[:40]} in {plan.time_zone[:40]} is not a time of day") from None


def _check_table(plan: link_plan.LinkPlan, table: link_plan.TablePlan, load_game: GameLoader) -> None:
    if not 0 < table.seats <= MOST_SEATS:
        raise BadPlan(f"table {table.id} has {table.seats} seats")
    try:
        game = load_game(plan.carried(table.game) or table.game)
    except CroupierError as error:
        raise BadPlan(f"table {table.id}: {error.message}") from None
    paytable = game.configuration.tables.get(table.wager)
    if paytable is None or not paytable.is_jackpot:
        raise BadPlan(f"table {table.id}: {table.wager[:40]} is not a jackpot wager there")
    if game.configuration.fixed_stake(table.wager) != plan.base_wager_cents:
        raise BadPlan(f"table {table.id}: its base wager differs from the plan's")
    if game.configuration.is_house_jackpot != (plan.type == "house"):
        raise BadPlan(f"table {table.id}: its jackpot is of the other type")
    for name, key in _IN_THE_GAME.items():
        chosen = game.configuration.choice(key, table.wager)
        if chosen not in (None, getattr(plan, name)):
            raise BadPlan(f"table {table.id}: it is laid out with {key}={chosen}, the plan says otherwise")
    if paytable.id != plan.paytable and plan.paytable not in paytable.aliases:
        raise BadPlan(f"table {table.id}: it pays by {paytable.id}, the plan by {plan.paytable[:40]}")
    wanted = {row.pay.level or 1 for row in paytable.rows if isinstance(row.pay, MeterShare)}
    if wanted != {level.number for level in plan.levels}:
        raise BadPlan(f"table {table.id}: {paytable.id} has levels {', '.join(map(str, sorted(wanted)))}")
