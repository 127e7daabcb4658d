"""Reading a casino's plan from TOML: every mistake is one error that names the file, the key and what to do.

The keys are documented in docs/jackpot-plan.md, with complete examples in sample.toml and sample_nevada.toml. What
the rules ask of a plan beyond its shape is in ``links``; how a jackpot joins a table's game, in ``layouts``.
"""

from __future__ import annotations

import re
import tomllib
import zoneinfo
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from croupier.errors import CroupierError, RulebookError
from croupier.jackpot.plan.carried import carry_rules
from croupier.jackpot.plan.checking import LONGEST_WITHOUT_DEPOSIT
from croupier.jackpot.plan.fields import (
    check_amount,
    read_day,
    read_id,
    read_line,
    read_money,
    read_optional_money,
    read_whole,
)
from croupier.jackpot.plan.layouts import TYPE_KEY, lay_out, meter_levels
from croupier.jackpot.plan.link_plan import (
    MILLION,
    CasinoPlan,
    FloorTable,
    JackpotPlan,
    Level,
    LinkPlan,
    Person,
    TablePlan,
    Threshold,
)
from croupier.jackpot.plan.link_rules import breaches, statutory_notice
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.fields import Fields, check_unique, did_you_mean
from croupier.rulebook.hashing import fingerprint
from croupier.rulebook.paytables import UNIT_CENTS
from croupier.rulebook.spec import parse_spec
from croupier.units.money import format_money

SCHEMA: Final = 1
JURISDICTIONS: Final = ("washington", "nevada", "generic")
ROLES: Final = ("dealer", "supervisor", "accounting")
TYPES: Final = ("house", "progressive")
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_ONLY_PROGRESSIVE: Final = ("scale_seed", "simultaneous", "below_seed", "overflow_to")
"""Choices that mean nothing where a prize is posted and paid to each winner in full."""


def read_plan(source: Path | str, book: Book, name: str | None = None) -> CasinoPlan:
    """A plan from a file, or from text: a string with a line feed in it is the text itself."""
    fields = _open(source, name)
    casino = fields.table("casino")
    location = read_line(casino, "location")
    people = _unique(fields, "people", [_person(each) for each in fields.tables("people")])
    thresholds = _thresholds(fields)
    jackpot_fields = fields.tables("jackpots")
    jackpots = _unique(fields, "jackpots", [_jackpot(each, book) for each in jackpot_fields])
    table_fields = fields.tables("tables")
    tables = _unique(fields, "tables", [_table(each, book, location, jackpots) for each in table_fields])
    plan = CasinoPlan(
        name=read_line(casino, "name"),
        location=location,
        jurisdiction=casino.choice("jurisdiction", JURISDICTIONS),
        currency=_currency(casino),
        time_zone=_time_zone(casino),
        day_begins=_day_begins(casino),
        first_day=read_day(casino, "first_day"),
        deposit_days=read_whole(casino, "deposit_days", 1, LONGEST_WITHOUT_DEPOSIT, LONGEST_WITHOUT_DEPOSIT),
        approval=read_line(casino, "approval", ""),
        people=people,
        thresholds=thresholds,
        jackpots=jackpots,
        tables=tables,
        links={},
    )
    casino.done()
    fields.done()
    for jackpot, own in zip(jackpots, jackpot_fields, strict=True):
        plan.links[jackpot.id] = _link(plan, jackpot, book, own, table_fields)
    for breach in breaches(plan, book):
        raise RulebookError(fields.file, breach.where, f"{breach.problem} ({breach.cite})", hint=breach.hint)
    return plan


def link_hash(book: Book, link: LinkPlan) -> str:
    """The fingerprint of every game that a link's tables play: when it changes, the link is to be approved anew."""
    games = sorted({parse_spec(table.game).name for table in link.tables})
    return fingerprint([[game, book.game_hash(game)] for game in games])


def _open(source: Path | str, name: str | None) -> Fields:
    if isinstance(source, str) and "\n" in source:
        name, text = name or "plan", source
    else:
        path = Path(source)
        name = name or str(path)
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as problem:
            words = problem.strerror if isinstance(problem, OSError) else "not UTF-8 text"
            raise RulebookError(
                name, "(file)", f"cannot be read: {words}", hint="check the path; the file is UTF-8 text"
            ) from None
    try:
        fields = Fields(name, "", tomllib.loads(text))
    except (ValueError, RecursionError) as problem:
        # tomllib's own error, a number of thousands of digits, or brackets nested without end.
        raise RulebookError(
            name,
            "(file)",
            f"is not valid TOML: {problem}",
            hint="texts and amounts need quotes, and a jackpot starts with [[jackpots]]",
        ) from None
    schema = fields.integer("schema")
    if schema != SCHEMA:
        raise fields.error("schema", f"expected {SCHEMA}, found {schema}", hint=f"this version reads schema = {SCHEMA}")
    return fields


def _unique(fields: Fields, what: str, records: list[Any]) -> tuple[Any, ...]:
    check_unique(fields, what, [record.id for record in records])
    return tuple(records)


def _day_begins(casino: Fields) -> str:
    text = casino.text("day_begins")
    if not _TIME.fullmatch(text):
        raise casino.error("day_begins", f"'{text[:40]}' is no time of day", hint='as in "06:00"')
    return text


def _currency(casino: Fields) -> str:
    text = casino.text("currency", "USD")
    if text != "USD":
        raise casino.error(
            "currency",
            f"'{text[:40]}' is no currency that the books keep: every amount is in US dollars",
            hint='write "USD", or leave it out',
        )
    return text


def _time_zone(casino: Fields) -> str:
    text = casino.text("time_zone")
    known = zoneinfo.available_timezones()
    if text not in known:
        raise casino.error(
            "time_zone",
            f"unknown time zone '{text[:60]}'",
            hint=did_you_mean(text, sorted(known)) or 'an IANA name, as in "America/Los_Angeles"',
        )
    return text


def _person(fields: Fields) -> Person:
    person = Person(read_id(fields), read_line(fields, "name"), fields.choice("role", ROLES))
    fields.done()
    return person


def _thresholds(fields: Fields) -> tuple[Threshold, ...]:
    found: list[Threshold] = []
    for each in fields.tables("thresholds"):
        begins = read_day(each, "begins")
        if any(begins == other.begins for other in found):
            raise each.error("begins", f"two sets of thresholds begin on {begins}", hint="one set is in force a day")
        found.append(
            Threshold(
                begins=begins,
                approval_cents=read_optional_money(each, "approval"),
                camera_cents=read_optional_money(each, "camera"),
                check_over_cents=read_optional_money(each, "check_over"),
                tax_form_cents=read_optional_money(each, "tax_form"),
                tax_form_times=read_whole(each, "tax_form_times", 0, 1_000_000, 300),
            )
        )
        each.done()
    return tuple(sorted(found, key=lambda each: each.begins))


def _jackpot(fields: Fields, book: Book) -> JackpotPlan:
    kind = fields.choice("type", TYPES)
    is_house = kind == "house"
    base = read_money(fields, "base_wager") if fields.has("base_wager") else UNIT_CENTS
    scale_seed = fields.flag("scale_seed", True)
    simultaneous = fields.choice("simultaneous", ("share", "sequential", "full"), "full" if is_house else "share")
    below_seed = fields.choice("below_seed", ("no-top-up", "top-up"), "no-top-up")
    overflow_to = fields.choice("overflow_to", ("next-meter", "reserve"), "next-meter")
    if is_house:
        _refuse_progressive_choices(fields, simultaneous)
    dealer_envy_from = fields.choice("dealer_envy_from", ("house", "reserve"), "house")
    choices = {
        TYPE_KEY: "house" if is_house else "",
        "base_wager": format_money(base) if base != UNIT_CENTS else "",
        "scale_seed": "" if scale_seed else "no",
        "simultaneous": simultaneous if not is_house and simultaneous != "share" else "",
        "below_seed": below_seed if below_seed != "no-top-up" else "",
        "dealer_envy_funding": dealer_envy_from if dealer_envy_from != "house" else "",
        "envy_per": fields.choice("envy_per", ("qualifying-hand", "round"), ""),
        "dynamic_draw": fields.text("dynamic_draw", ""),
    }
    chosen = {key: value for key, value in choices.items() if value}
    if chosen.get("envy_per") == "qualifying-hand":
        del chosen["envy_per"]
    chosen |= _settings(fields, choices)
    jackpot = JackpotPlan(
        id=read_id(fields),
        title=read_line(fields, "title"),
        type=kind,  # type: ignore[arg-type]
        wager=fields.text("wager"),
        paytable=_paytable(fields, book),
        base_wager_cents=base,
        levels=_levels(fields, book, is_house, base if scale_seed and not is_house else UNIT_CENTS),
        choices=tuple(sorted(chosen.items())),
        scale_seed=scale_seed and not is_house,
        simultaneous=simultaneous,  # type: ignore[arg-type]
        below_seed=below_seed,  # type: ignore[arg-type]
        overflow_to=overflow_to,  # type: ignore[arg-type]
        dealer_envy_from=dealer_envy_from,  # type: ignore[arg-type]
        unreasonable_cents=read_optional_money(fields, "unreasonable"),
        notice=_one_line(fields, "notice"),
    )
    fields.done()
    return jackpot


def _one_line(fields: Fields, key: str) -> str:
    """A longer text may be broken over lines in the file; it is one line in the books."""
    text = " ".join(fields.text(key, "").split())
    if not text.isprintable():
        raise fields.error(key, "holds a control character", hint="take it out")
    return text


def _refuse_progressive_choices(fields: Fields, simultaneous: str) -> None:
    for key in _ONLY_PROGRESSIVE:
        if fields.has(key) and (key, simultaneous) != ("simultaneous", "full"):
            raise fields.error(
                key,
                "has no meaning on a House Jackpot, whose posted prize is paid to each winner in full (WAC 230-15-671)",
                hint=f"leave {key} out",
            )


def _settings(fields: Fields, named: dict[str, str]) -> dict[str, str]:
    """Further keys of the configuration, such as the suit or the chosen ranks."""
    settings = fields.optional_table("settings")
    found = {}
    for key in settings.keys():
        if key in named:
            own = "dealer_envy_from" if key == "dealer_envy_funding" else "type" if key == TYPE_KEY else key
            raise settings.error(key, "is a key of the jackpot itself", hint=f"write {own} = ... beside settings")
        found[key] = settings.text(key)
    return found


def _paytable(fields: Fields, book: Book) -> str:
    try:
        table = book.paytable(fields.text("paytable"))
    except CroupierError as problem:
        raise fields.error("paytable", problem.message, hint=problem.hint) from None
    if not table.is_jackpot:
        raise fields.error(
            "paytable", f"{table.id} pays from no meter", hint="croupier games lists the tables of each jackpot wager"
        )
    return table.id


def _levels(fields: Fields, book: Book, is_house: bool, unit: int) -> tuple[Level, ...]:
    wanted = meter_levels(book.paytable(fields.text("paytable")))
    entries = fields.tables("levels")
    levels = [_level(each, place, is_house, unit) for place, each in enumerate(entries, 1)]
    numbers = [level.number for level in levels]
    for entry, number in zip(entries, numbers, strict=True):
        if number not in wanted or numbers.count(number) > 1:
            raise entry.error(
                "level", f"level {number} is not a further meter of the paytable", hint=f"its levels: {_list(wanted)}"
            )
    if len(levels) < len(wanted):
        missing = next(number for number in wanted if number not in numbers)
        raise fields.error(
            "levels",
            f"level {missing} is missing; the paytable has {len(wanted)} meter{'s' if len(wanted) > 1 else ''}",
            hint="add a table [[jackpots.levels]]",
        )
    return tuple(sorted(levels, key=lambda level: level.number))


def _level(fields: Fields, place: int, is_house: bool, unit: int) -> Level:
    number = read_whole(fields, "level", 1, 99, place)
    if is_house:
        posted = read_money(fields, "posted")
        fields.done()
        return Level(number, posted, posted, posted)
    seed = _scaled(fields, "seed", unit)
    level = Level(
        number=number,
        seed_cents=seed,
        reseed_cents=_scaled(fields, "reseed", unit) if fields.has("reseed") else seed,
        beginning_cents=read_money(fields, "beginning") if fields.has("beginning") else seed,
        increment_ppm=read_whole(fields, "increment_ppm", 1, MILLION),
        reserve_ppm=read_whole(fields, "reserve_ppm", 0, MILLION, 0),
        limit_cents=_scaled(fields, "limit", unit) if fields.has("limit") else None,
    )
    fields.done()
    return level


def _scaled(fields: Fields, key: str, unit: int) -> int:
    """An amount stated for a $1 wager, for the base wager in force (reading K24)."""
    cents, part = divmod(read_money(fields, key) * unit, UNIT_CENTS)
    if part:
        raise fields.error(
            key,
            f"comes to a part of a cent at a base wager of {format_money(unit)}",
            hint="amounts are stated for a $1 wager; choose one in whole dollars, or scale_seed = false",
        )
    return check_amount(fields, key, cents)


def _table(fields: Fields, book: Book, location: str, jackpots: tuple[JackpotPlan, ...]) -> FloorTable:
    game = fields.text("game")
    fewest, most = _seats(fields, book, game)
    for index, value in enumerate(fields.items("sensors", [])):
        if isinstance(value, list):
            raise fields.error(
                f"sensors[{index}]",
                "names several jackpots; a sensor serves one (KIS-W House and Progressive Jackpots)",
                hint="write one jackpot id for each sensor",
            )
    sensors = fields.texts("sensors", [])
    if not sensors:
        _proved(fields, book, game)
    known = [jackpot.id for jackpot in jackpots]
    for index, sensor in enumerate(sensors):
        if sensor not in known:
            raise fields.error(
                f"sensors[{index}]",
                f"unknown jackpot '{sensor[:60]}'",
                hint=did_you_mean(sensor, known) or "see jackpots",
            )
        if sensor in sensors[:index]:
            raise fields.error(f"sensors[{index}]", f"'{sensor}' stands twice", hint="one sensor a jackpot")
    table = FloorTable(
        id=read_id(fields),
        game=game,
        seats=read_whole(fields, "seats", fewest, most, most),
        location=read_line(fields, "location", location),
        sensors=sensors,
    )
    fields.done()
    return table


def _seats(fields: Fields, book: Book, game: str) -> tuple[int, int]:
    """The fewest and the most seats that the edition has; the game itself is proved with its jackpots."""
    try:
        spec = parse_spec(game)
        rules = book.game(spec.name)
        stated = dict(spec.settings).get("edition", rules.editions[0].id)
        edition = next((each for each in rules.editions if each.id == stated), None)
        return (edition or configure(book, game).edition).seats
    except CroupierError as problem:
        raise fields.error("game", problem.message, hint=problem.hint) from None


def _proved(fields: Fields, book: Book, game: str) -> None:
    """A table without a jackpot must be playable all the same."""
    try:
        configure(book, game)
    except CroupierError as problem:
        raise fields.error("game", problem.message, hint=problem.hint) from None


def _link(plan: CasinoPlan, jackpot: JackpotPlan, book: Book, own: Fields, table_fields: list[Fields]) -> LinkPlan:
    tables = []
    layouts: dict[str, Configuration] = {}
    for table, fields in zip(plan.tables, table_fields, strict=True):
        if jackpot.id in table.sensors:
            game = _laid_out(table, jackpot, book, fields)
            layouts[str(game)] = game
            tables.append(TablePlan(table.id, str(game), jackpot.wager, table.seats, table.location))
    if not tables:
        raise own.error(
            "id", f"no table has a sensor for '{jackpot.id}'", hint=f'add sensors = ["{jackpot.id}"] to a table'
        )
    link = LinkPlan(
        id=jackpot.id,
        title=jackpot.title,
        type=jackpot.type,
        jurisdiction=plan.jurisdiction,
        paytable=jackpot.paytable,
        base_wager_cents=jackpot.base_wager_cents,
        levels=jackpot.levels,
        tables=tuple(tables),
        people=plan.people,
        thresholds=plan.thresholds,
        simultaneous=jackpot.simultaneous,
        below_seed=jackpot.below_seed,
        overflow_to=jackpot.overflow_to,
        dealer_envy_from=jackpot.dealer_envy_from,
        unreasonable_cents=jackpot.unreasonable_cents or jackpot.base_wager_cents * max(each.seats for each in tables),
        deposit_days=plan.deposit_days,
        first_day=plan.first_day,
        time_zone=plan.time_zone,
        day_begins=plan.day_begins,
        notice=_notice(jackpot, tables, book),
        approval=plan.approval,
        rules=tuple(carry_rules(layouts[each], jackpot.wager) for each in sorted(layouts)),
    )
    return replace(link, rulebook_hash=link_hash(book, link))


def _laid_out(table: FloorTable, jackpot: JackpotPlan, book: Book, fields: Fields) -> Configuration:
    try:
        return lay_out(book, table.game, jackpot)
    except CroupierError as problem:
        raise fields.error(
            "game", f"with jackpot {jackpot.id}: {problem.message}", hint=problem.hint or "see the jackpot's settings"
        ) from None


def _notice(jackpot: JackpotPlan, tables: list[TablePlan], book: Book) -> str:
    """The words that the law prescribes, then the operator's own."""
    prescribed = (statutory_notice(book, table) for table in tables) if jackpot.type == "house" else ()
    words = dict.fromkeys(each for each in prescribed if each)
    own = [jackpot.notice] if jackpot.notice and not any(each in jackpot.notice for each in words) else []
    return " ".join([jackpot.notice] if jackpot.notice and not own else [*words, *own])


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
