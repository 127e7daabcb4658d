"""A jackpot as the plan file states it: its type, its choices, its paytable and its levels."""

from __future__ import annotations

from typing import Final

from croupier.errors import CroupierError
from croupier.jackpot.plan.fields import (
    check_amount,
    read_id,
    read_line,
    read_money,
    read_optional_money,
    read_whole,
)
from croupier.jackpot.plan.layouts import TYPE_KEY, meter_levels
from croupier.jackpot.plan.link_plan import (
    MILLION,
    BelowSeed,
    EnvyFrom,
    JackpotPlan,
    JackpotType,
    Level,
    Levels,
    OverflowTo,
    Simultaneous,
)
from croupier.rulebook.book import Book
from croupier.rulebook.fields import Fields
from croupier.rulebook.paytables import UNIT_CENTS
from croupier.units.money import dollars, format_money

TYPES: Final[tuple[JackpotType, ...]] = ("house", "progressive")
_ONLY_PROGRESSIVE: Final = ("scale_seed", "simultaneous", "below_seed", "overflow_to")
"""Choices that mean nothing where a prize is posted and paid to each winner in full."""


def read_jackpot(fields: Fields, book: Book) -> JackpotPlan:
    """One ``[[jackpots]]`` of a plan file, checked against the book as far as it reaches."""
    kind = fields.choice("type", TYPES)
    is_house = kind == "house"
    base = read_money(fields, "base_wager") if fields.has("base_wager") else UNIT_CENTS
    scale_seed = fields.flag("scale_seed", True)
    usual = "full" if is_house else "share"
    simultaneous: Simultaneous = fields.choice("simultaneous", ("share", "sequential", "full"), usual)
    below_seed: BelowSeed = fields.choice("below_seed", ("no-top-up", "top-up"), "no-top-up")
    overflow_to: OverflowTo = fields.choice("overflow_to", ("next-meter", "reserve"), "next-meter")
    if is_house:
        _refuse_progressive_choices(fields, simultaneous)
    dealer_envy_from: EnvyFrom = fields.choice("dealer_envy_from", ("house", "reserve"), "house")
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
        type=kind,
        wager=fields.text("wager"),
        paytable=_paytable(fields, book),
        base_wager_cents=base,
        levels=_levels(fields, book, is_house, base if scale_seed and not is_house else UNIT_CENTS),
        choices=tuple(sorted(chosen.items())),
        scale_seed=scale_seed and not is_house,
        simultaneous=simultaneous,
        below_seed=below_seed,
        overflow_to=overflow_to,
        dealer_envy_from=dealer_envy_from,
        unreasonable_cents=_unreasonable(fields, base),
        notice=_one_line(fields, "notice"),
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
    code = book.spelled(fields.text("paytable"))
    if table.letters and code not in table.letters:
        raise fields.error(
            "paytable",
            f"{table.head} heads {len(table.letters)} tables, each with a meter of its own",
            hint=f"write the letter: {' or '.join(table.letters)}",
        )
    return code if table.letters else table.id


def _levels(fields: Fields, book: Book, is_house: bool, unit: int) -> Levels:
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


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
