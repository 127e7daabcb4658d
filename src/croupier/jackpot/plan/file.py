"""Reading a casino's plan from TOML: every mistake is one error that names the file, the key and what to do.

The keys are documented in docs/reference/jackpot-plan.md, with complete examples in sample.toml and sample_nevada.toml.
What the rules ask of a plan beyond its shape is in ``links``; how a jackpot joins a table's game, in ``layouts``.
"""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from croupier.errors import CroupierError, RulebookError
from croupier.jackpot.plan.carried import carry_rules
from croupier.jackpot.plan.checking import LONGEST_CLAIM, LONGEST_KEPT, LONGEST_WITHOUT_DEPOSIT, one_name
from croupier.jackpot.plan.fields import (
    read_day,
    read_id,
    read_line,
    read_optional_money,
    read_whole,
)
from croupier.jackpot.plan.jackpot_fields import read_jackpot
from croupier.jackpot.plan.layouts import lay_out, wager_at
from croupier.jackpot.plan.link_plan import (
    CasinoPlan,
    FloorTable,
    JackpotPlan,
    LinkPlan,
    Person,
    TablePlan,
    Threshold,
    Thresholds,
)
from croupier.jackpot.plan.link_rules import breaches, statutory_notice
from croupier.play.stakes import Limit
from croupier.play.tablefile import read_posted
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.contents import parse_toml
from croupier.rulebook.fields import Fields, check_unique, did_you_mean, text_of_file
from croupier.rulebook.hashing import fingerprint
from croupier.rulebook.spec import parse_spec

SCHEMA: Final = 1
JURISDICTIONS: Final = ("washington", "nevada", "generic")
CURRENCIES: Final = ("USD", "chips")
ROLES: Final = ("dealer", "supervisor", "accounting", "operator", "auditor")
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)


def read_plan(source: Path | str, book: Book, name: str | None = None) -> CasinoPlan:
    """A plan from a file, or from text: a string with a line feed in it is the text itself."""
    fields = _open(source, name)
    casino = fields.table("casino")
    location = read_line(casino, "location")
    people = _unique(fields, "people", [_person(each) for each in fields.tables("people")])
    if same := one_name(people):
        raise RulebookError(
            fields.file,
            "people",
            f"{same[0].id} and {same[1].id} are both called {same[0].name}",
            hint="add what tells them apart: nobody could see who signed",
        )
    thresholds = _thresholds(fields)
    jackpot_fields = fields.tables("jackpots")
    jackpots = _unique(fields, "jackpots", [read_jackpot(each, book) for each in jackpot_fields])
    table_fields = fields.tables("tables")
    folder = source.parent if isinstance(source, Path) else Path()
    tables = _unique(fields, "tables", [_table(each, book, location, jackpots, folder) for each in table_fields])
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
        license=read_line(casino, "license", ""),
        claim_days=read_whole(casino, "claim_days", 0, LONGEST_CLAIM, 0),
        claim_rule=read_line(casino, "claim_rule", ""),
        payee_years=read_whole(casino, "payee_years", 1, LONGEST_KEPT) if casino.has("payee_years") else 0,
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
    """The fingerprint of every game that a link's tables play: when it changes, the link is to be approved again."""
    games = sorted({parse_spec(table.game).name for table in link.tables})
    return fingerprint([[game, book.game_hash(game)] for game in games])


def _open(source: Path | str, name: str | None) -> Fields:
    if isinstance(source, str) and "\n" in source:
        name, text = name or "plan", source
    else:
        path = Path(source)
        name = name or str(path)
        text = text_of_file(path, name)
    try:
        fields = Fields(name, "", parse_toml(text))
    except ValueError as problem:
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
        raise casino.error("day_begins", f"'{text[:40]}' is not a time of day", hint='as in "06:00"')
    return text


def _currency(casino: Fields) -> str:
    text = casino.text("currency", "USD")
    if text not in CURRENCIES:
        raise casino.error(
            "currency",
            f"'{text[:40]}' is not a currency that the books keep: amounts are in US dollars or in play chips",
            hint='write "USD" or leave it out; "chips" for play tables',
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


def _thresholds(fields: Fields) -> Thresholds:
    found: list[Threshold] = []
    for each in fields.tables("thresholds"):
        begins = read_day(each, "begins")
        if any(begins == other.begins for other in found):
            raise each.error("begins", f"two sets of thresholds begin on {begins}", hint="only one set can")
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


def _table(fields: Fields, book: Book, location: str, jackpots: tuple[JackpotPlan, ...], folder: Path) -> FloorTable:
    game, limits = _posted(fields, book, folder)
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
            raise fields.error(f"sensors[{index}]", f"'{sensor}' is given twice", hint="one sensor for each jackpot")
    table = FloorTable(
        id=read_id(fields),
        game=game,
        seats=read_whole(fields, "seats", fewest, most, most),
        location=read_line(fields, "location", location),
        sensors=sensors,
        limits=limits,
    )
    fields.done()
    return table


def _posted(fields: Fields, book: Book, folder: Path) -> tuple[str, Mapping[str, Limit]]:
    """The table's game with its posted limits: from the table file that the plan names, or the game alone."""
    if not fields.has("file"):
        return fields.text("game"), {}
    name = fields.text("file")
    if fields.has("game"):
        raise fields.error("file", "names a table file, and game is given too", hint="the file says which game it is")
    try:
        configuration, limits = read_posted(folder / name, lambda spec: configure(book, spec))
    except CroupierError as problem:
        raise fields.error("file", problem.message, hint=problem.hint) from None
    return str(configuration), limits


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
    wagers: dict[str, str] = {}
    for table, fields in zip(plan.tables, table_fields, strict=True):
        if jackpot.id in table.sensors:
            game = _laid_out(table, jackpot, book, fields)
            layouts[str(game)] = game
            wager = wager_at(book, game.rules, game.edition.id, jackpot.wager) or jackpot.wager
            wagers[str(game)] = wager
            tables.append(TablePlan(table.id, str(game), wager, table.seats, table.location))
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
        casino=plan.name,
        location=plan.location,
        license=plan.license,
        currency="chips" if plan.currency == "chips" else "",
        claim_days=plan.claim_days,
        claim_rule=plan.claim_rule,
        payee_years=plan.payee_years,
        rules=tuple(carry_rules(layouts[each], wagers[each]) for each in sorted(layouts)),
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
