"""Reading a casino's plan from TOML: every mistake is one error that names the file, the key and what to do. The keys
are in docs/reference/jackpot-plan.md."""

import re
import zoneinfo
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields as fields_of
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final, TypeVar, get_args

from croupier.errors import CroupierError, RulebookError, SpecError
from croupier.jackpot.plan import link_plan
from croupier.jackpot.plan.checking import LONGEST_CLAIM, LONGEST_KEPT, LONGEST_WITHOUT_DEPOSIT, one_name
from croupier.jackpot.plan.link_plan import FloorTable, JackpotPlan, Level, LinkPlan, Person, breaches, statutory_notice
from croupier.jackpot.requests import MOST_CENTS, Role
from croupier.play import stakes, tablefile
from croupier.rulebook.book import Book, fingerprint
from croupier.rulebook.configuration import Configuration, Spec, configure, parse_spec
from croupier.rulebook.fields import Fields, check_unique, did_you_mean, parse_toml, text_of_file
from croupier.rulebook.rules import UNIT_CENTS, Edition, GameRules, Paytable
from croupier.units import MeterShare, dollars, format_money, parse_money

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@contextmanager
def _blaming(fields: Fields, key: str, about: str = "") -> Iterator[None]:
    """What is refused inside is refused as the value of a key."""
    try:
        yield
    except CroupierError as problem:
        raise fields.error(key, f"{about}{problem.message}", hint=problem.hint) from None


def read_id(fields: Fields) -> str:
    """The id of a part of a plan; it is typed at tables, so it is short and plain."""
    return fields.id(_ID, "letters, digits, - and _, forty at most", "KIS-01")


def read_line(fields: Fields, key: str, default: str | None = None) -> str:
    """A text for people, on one line: the books and the reports take no control characters."""
    text = fields.text(key) if default is None else fields.text(key, default)
    if not text.isprintable():
        raise fields.error(key, "holds a line feed or another control character", hint="write it on one line")
    return text


def read_money(fields: Fields, key: str) -> int:
    """An amount in dollars and cents, as cents."""
    text = fields.text(key)
    with _blaming(fields, key):
        cents = parse_money(text)
    if cents < 1:
        raise fields.error(key, f"'{text}' is zero; expected an amount above zero", hint='as in "10000.00"')
    return check_amount(fields, key, cents)


def check_amount(fields: Fields, key: str, cents: int) -> int:
    """The amount itself; an error that names the key where it is more than any amount of a plan may be."""
    if cents > MOST_CENTS:
        raise fields.error(
            key, f"comes to {dollars(cents)}, more than {dollars(MOST_CENTS)}", hint="is there a digit too many?"
        )
    return cents


def read_optional_money(fields: Fields, key: str) -> int | None:
    return read_money(fields, key) if fields.has(key) else None


def read_whole(fields: Fields, key: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number between two bounds."""
    value = fields.integer(key) if default is None else fields.integer(key, default)
    if not least <= value <= most:
        raise fields.error(key, f"{value} is not from {least} to {most}", hint=f"as in {key} = {default or least}")
    return value


def read_day(fields: Fields, key: str) -> str:
    """A calendar day, as it was written."""
    text = fields.text(key)
    try:
        if not _DAY.fullmatch(text):
            raise ValueError
        date.fromisoformat(text)
    except ValueError:
        raise fields.error(
            key, f"'{text[:40]}' is not a day; expected year-month-day", hint='as in "2026-01-01"'
        ) from None
    return text


TYPES: Final[tuple[link_plan.JackpotType, ...]] = ("house", "progressive")
_ONLY_PROGRESSIVE: Final = ("scale_seed", "simultaneous", "below_seed", "overflow_to")
"""Choices that mean nothing where a prize is posted and paid to each winner in full."""


def read_jackpot(fields: Fields, book: Book) -> link_plan.JackpotPlan:
    """One ``[[jackpots]]`` of a plan file, checked against the book as far as it reaches."""
    kind = fields.choice("type", TYPES)
    is_house = kind == "house"
    base = read_money(fields, "base_wager") if fields.has("base_wager") else UNIT_CENTS
    scale_seed = fields.flag("scale_seed", True)
    usual = "full" if is_house else "share"
    simultaneous: link_plan.Simultaneous = fields.choice("simultaneous", ("share", "sequential", "full"), usual)
    below_seed: link_plan.BelowSeed = fields.choice("below_seed", ("no-top-up", "top-up"), "no-top-up")
    overflow_to: link_plan.OverflowTo = fields.choice("overflow_to", ("next-meter", "reserve"), "next-meter")
    if is_house:
        _refuse_progressive_choices(fields, simultaneous)
    dealer_envy_from: link_plan.EnvyFrom = fields.choice("dealer_envy_from", ("house", "reserve"), "house")
    choices = {
        link_plan.TYPE_KEY: "house" if is_house else "",
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
    # A longer text may be broken over lines in the file; it is one line in the books.
    notice = " ".join(fields.text("notice", "").split())
    if not notice.isprintable():
        raise fields.error("notice", "holds a control character", hint="take it out")
    jackpot = link_plan.JackpotPlan(
        id=read_id(fields),
        title=read_line(fields, "title"),
        type=kind,
        wager=fields.text("wager"),
        paytable=_paytable(fields, book),
        base_wager_cents=base,
        levels=_levels(fields, book, is_house, base if scale_seed and not is_house else UNIT_CENTS),
        choices=tuple(sorted(chosen.items())),
        simultaneous=simultaneous,
        below_seed=below_seed,
        overflow_to=overflow_to,
        dealer_envy_from=dealer_envy_from,
        unreasonable_cents=_unreasonable(fields, base),
        notice=notice,
    )
    fields.done()
    return jackpot


def _unreasonable(fields: Fields, base: int) -> int | None:
    cents = read_optional_money(fields, "unreasonable")
    if cents is not None and cents < base:
        raise fields.error(
            "unreasonable",
            f"{dollars(cents)} is below the base wager of {dollars(base)}, so every wager would be refused",
            hint="leave it out: it is then the base wager at every seat of the largest table",
        )
    return cents


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
    settings = fields.table("settings", {})
    found = {}
    for key in settings.keys():
        if key in named:
            own = "dealer_envy_from" if key == "dealer_envy_funding" else "type" if key == link_plan.TYPE_KEY else key
            raise settings.error(key, "is a key of the jackpot itself", hint=f"write {own} = ... beside settings")
        found[key] = settings.text(key)
    return found


def _paytable(fields: Fields, book: Book) -> str:
    named = fields.text("paytable")
    with _blaming(fields, "paytable"):
        table = book.paytable(named)
    if not table.is_jackpot:
        raise fields.error(
            "paytable", f"{table.id} pays from no meter", hint="croupier games lists the tables of each jackpot wager"
        )
    code = book.spelled(fields.text("paytable"))
    if table.letters and code not in table.letters:
        raise fields.error(
            "paytable",
            f"{table.head} heads {len(table.letters)} tables, each with a meter of its own",
            hint=f"write the letter: {' or '.join(table.letters)}",
        )
    return code if table.letters else table.id


def _levels(fields: Fields, book: Book, is_house: bool, unit: int) -> link_plan.Levels:
    wanted = meter_levels(book.paytable(fields.text("paytable")))
    entries = fields.tables("levels")
    levels = [_level(each, place, is_house, unit) for place, each in enumerate(entries, 1)]
    numbers = [level.number for level in levels]
    for entry, number in zip(entries, numbers, strict=True):
        if number not in wanted or numbers.count(number) > 1:
            raise entry.error(
                "level",
                f"level {number} is not a further meter of the paytable",
                hint=f"its levels: {', '.join(map(str, wanted))}",
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
        increment_ppm=read_whole(fields, "increment_ppm", 1, link_plan.MILLION),
        reserve_ppm=read_whole(fields, "reserve_ppm", 0, link_plan.MILLION, 0),
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


SCHEMA: Final = 1
JURISDICTIONS: Final = ("washington", "nevada", "generic")
CURRENCIES: Final = ("USD", "chips")
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)


def read_plan(source: Path | str, book: Book, name: str | None = None) -> link_plan.CasinoPlan:
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
    jackpots = _unique(fields, "jackpots", [read_jackpot(field, book) for field in jackpot_fields])
    table_fields = fields.tables("tables")
    folder = source.parent if isinstance(source, Path) else Path()
    tables = _unique(fields, "tables", [_table(field, book, location, jackpots, folder) for field in table_fields])
    plan = link_plan.CasinoPlan(
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


Part = TypeVar("Part", Person, JackpotPlan, FloorTable)


def _unique(fields: Fields, what: str, records: list[Part]) -> tuple[Part, ...]:
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


def _person(fields: Fields) -> link_plan.Person:
    person = link_plan.Person(read_id(fields), read_line(fields, "name"), fields.choice("role", get_args(Role)))
    fields.done()
    return person


def _thresholds(fields: Fields) -> link_plan.Thresholds:
    found: list[link_plan.Threshold] = []
    for table in fields.tables("thresholds"):
        begins = read_day(table, "begins")
        if any(begins == other.begins for other in found):
            raise table.error("begins", f"two sets of thresholds begin on {begins}", hint="only one set can")
        found.append(
            link_plan.Threshold(
                begins=begins,
                approval_cents=read_optional_money(table, "approval"),
                camera_cents=read_optional_money(table, "camera"),
                check_over_cents=read_optional_money(table, "check_over"),
                tax_form_cents=read_optional_money(table, "tax_form"),
                tax_form_times=read_whole(table, "tax_form_times", 0, 1_000_000, 300),
            )
        )
        table.done()
    return tuple(sorted(found, key=lambda each: each.begins))


def _table(
    fields: Fields, book: Book, location: str, jackpots: tuple[link_plan.JackpotPlan, ...], folder: Path
) -> link_plan.FloorTable:
    game, limits = _posted(fields, book, folder)
    with _blaming(fields, "game"):
        # The fewest and the most that the edition has; the game itself is proved with its jackpots.
        fewest, most = _edition(book, parse_spec(game)).seats
    for index, value in enumerate(fields.items("sensors", [])):
        if isinstance(value, list):
            raise fields.error(
                f"sensors[{index}]",
                "names several jackpots; a sensor serves one (KIS-W House and Progressive Jackpots)",
                hint="write one jackpot id for each sensor",
            )
    sensors = fields.texts("sensors", [])
    if not sensors:
        with _blaming(fields, "game"):
            configure(book, game)  # a table without a jackpot must be playable all the same
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
    table = link_plan.FloorTable(
        id=read_id(fields),
        game=game,
        seats=read_whole(fields, "seats", fewest, most, most),
        location=read_line(fields, "location", location),
        sensors=sensors,
        limits=limits,
    )
    fields.done()
    return table


def _posted(fields: Fields, book: Book, folder: Path) -> tuple[str, Mapping[str, stakes.Limit]]:
    """The table's game with its posted limits: from the table file that the plan names, or the game alone."""
    if not fields.has("file"):
        return fields.text("game"), {}
    name = fields.text("file")
    if fields.has("game"):
        raise fields.error("file", "names a table file, and game is given too", hint="the file says which game it is")
    with _blaming(fields, "file"):
        configuration, limits = tablefile.read_posted(folder / name, lambda spec: configure(book, spec))
    return str(configuration), limits


def _link(
    plan: link_plan.CasinoPlan, jackpot: link_plan.JackpotPlan, book: Book, own: Fields, table_fields: list[Fields]
) -> LinkPlan:
    tables = []
    layouts: dict[str, Configuration] = {}
    wagers: dict[str, str] = {}
    for table, fields in zip(plan.tables, table_fields, strict=True):
        if jackpot.id in table.sensors:
            with _blaming(fields, "game", f"with jackpot {jackpot.id}: "):
                game = lay_out(book, table.game, jackpot)
            layouts[str(game)] = game
            wager = wager_at(book, game.rules, game.edition.id, jackpot.wager) or jackpot.wager
            wagers[str(game)] = wager
            tables.append(link_plan.TablePlan(table.id, str(game), wager, table.seats, table.location))
    if not tables:
        raise own.error(
            "id", f"no table has a sensor for '{jackpot.id}'", hint=f'add sensors = ["{jackpot.id}"] to a table'
        )
    terms = ((plan, link_plan.HouseTerms), (jackpot, link_plan.JackpotTerms))
    shared = {each.name: getattr(said, each.name) for said, kind in terms for each in fields_of(kind)}
    own_words = {
        "tables": tuple(tables),
        "unreasonable_cents": jackpot.unreasonable_cents
        or jackpot.base_wager_cents * max(each.seats for each in tables),
        "notice": _notice(jackpot, tables, book),
        "casino": plan.name,
        "currency": "chips" if plan.currency == "chips" else "",
        "rules": tuple(link_plan.carry_rules(layouts[layout], wagers[layout]) for layout in sorted(layouts)),
    }
    link = LinkPlan(**shared | own_words)
    return replace(link, rulebook_hash=link_hash(book, link))


def _notice(jackpot: link_plan.JackpotPlan, tables: list[link_plan.TablePlan], book: Book) -> str:
    """The words that the law prescribes, then the operator's own."""
    prescribed = (statutory_notice(book, table) for table in tables) if jackpot.type == "house" else ()
    words = dict.fromkeys(each for each in prescribed if each)
    own = [jackpot.notice] if jackpot.notice and not any(word in jackpot.notice for word in words) else []
    return " ".join([jackpot.notice] if jackpot.notice and not own else [*words, *own])


def lay_out(book: Book, game: str, jackpot: link_plan.JackpotPlan) -> Configuration:
    """The table's game with the jackpot's paytable and choices in it.

    >>> from croupier import catalogue
    >>> from croupier.jackpot.plan.link_plan import JackpotPlan
    >>> wager, table, choices = "straight_flush_progressive", "PT-BJS-HCF-SF-03", (("base_wager", "5.00"),)
    >>> sf = JackpotPlan(
    ...     id="sf", title="SF", type="progressive", wager=wager, paytable=table, base_wager_cents=500, levels=(),
    ...     choices=choices,
    ... )
    >>> print(lay_out(catalogue.book(), "high-card-flush", sf))
    high-card-flush(base_wager=5.00, straight_flush_progressive=PT-BJS-HCF-SF-03)
    """
    spec = parse_spec(game)
    stated = dict(spec.settings)
    rules = book.game(spec.name)
    edition = _edition(book, spec)
    wager = wager_at(book, rules, edition.id, jackpot.wager)
    if wager is None:
        offered = [each.id for each in rules.wagers if each.kind == "jackpot"]
        raise SpecError(
            f"{rules.title} has no jackpot wager {jackpot.wager:.60}",
            hint=f"its jackpot wagers: {', '.join(offered)}" if offered else "it has no jackpot wager",
        )
    known = {key.id for key in rules.keys if edition.id in key.editions}
    chosen = {rules.own_key(key, wager): value for key, value in jackpot.choices}
    added = {wager: jackpot.paytable, **chosen}
    for name in added:
        if name in stated and name != link_plan.TYPE_KEY:
            raise SpecError(
                f"{name} is given in the table's game and in jackpot {jackpot.id}",
                hint="the jackpot gives it to every one of its tables; leave it out of the game",
            )
        if name != wager and name not in known:
            where = f"{rules.title}, edition {edition.id}"
            keys = [(game.name, key.editions) for game in book.games.values() for key in game.keys if key.id == name]
            places = ", ".join(f"{game} ({', '.join(editions)})" for game, editions in keys)
            raise SpecError(
                f"a House Jackpot is not offered in {where}"
                if name == link_plan.TYPE_KEY
                else f"{where} does not know the choice {name}={added[name]}",
                hint=f"it is a key of {places}" if places else "no game has such a key",
            )
    return configure(book, Spec(spec.name, tuple(sorted({**added, **stated}.items()))))


def wager_at(book: Book, rules: GameRules, edition: str, wager: str) -> str | None:
    """The wager by which a game plays for a jackpot; None where it has none. A jackpot at the second sensor of one game
    is played by games with a single sensor by the wager that the second stands beside."""
    own = {each.id for each in rules.wagers if each.kind == "jackpot" and each.tables_in(edition)}
    beside = {each.id: each.beside for game in book.games.values() for each in game.wagers}
    return next((each for each in (wager, beside.get(wager)) if each in own), None)


def _edition(book: Book, spec: Spec) -> Edition:
    """The edition of a configuration that may not be complete yet."""
    editions = book.game(spec.name).editions
    stated = dict(spec.settings).get("edition", editions[0].id)
    known = next((edition for edition in editions if edition.id == stated), None)
    # An unknown edition is named, with the nearest, by whoever reads configurations.
    return known or configure(book, Spec(spec.name, (("edition", stated),))).edition


def meter_levels(table: Paytable) -> tuple[int, ...]:
    """The levels that the rows of a paytable pay from; a table with a single meter has level 1."""
    return tuple(sorted({row.pay.level or 1 for row in table.rows if isinstance(row.pay, MeterShare)}))
