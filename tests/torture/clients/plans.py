"""Plans that a seed makes up: small meters close to their limits, and rates that leave parts of a cent."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from croupier.casino.floor import load_layout
from croupier.jackpot.plan.link_plan import (
    MILLION,
    BelowSeed,
    CarriedRules,
    Level,
    Levels,
    LinkPlan,
    Person,
    Simultaneous,
    TablePlan,
    Threshold,
    Thresholds,
    carry_rules,
)
from tests.torture.clients.dice import Dice
from tests.torture.model.felts import FELTS, LAYOUTS, Felt, Layout
from tests.torture.model.model import Model
from tests.torture.model.money_objections import MOST_CENTS
from tests.torture.model.objections import REFUSED_TITLE, TAKEN_TITLE

LINK = "link"

PEOPLE = (
    Person("sam", "Sam", "supervisor"),
    Person("robin", "Robin", "supervisor"),
    Person("dana", "Dana", "dealer"),
    Person("alex", "Alex", "accounting"),
)
NEW_SUPERVISOR = Person("kim", "Kim", "supervisor")

PLACES = (("UTC", "06:00"), ("America/Los_Angeles", "06:00"), ("Asia/Kolkata", "00:00"))
"""Where a casino is, and when its gambling day begins."""

RATES = (175_555, 180_000, 1, 33_333, 7, 250_001, 99_999, 10_000)


def first_plan(dice: Dice) -> LinkPlan:
    """A plan for a new link, everything in it thrown by the dice."""
    felt = dice.pick(FELTS)
    layout = Layout(
        felt,
        base_wager_cents=dice.pick((100, 100, 500)),
        simultaneous="full" if felt.type == "house" else _simultaneous(dice, felt),
        below_seed=_below_seed(dice, felt),
        dealer_envy_from=dice.pick(("house", "reserve")) if felt.dealer_envy_percent else "house",
        envy_per=dice.pick(("qualifying-hand", "round")),
    )
    return LinkPlan(
        id=LINK,
        title="A link under torture",
        type=felt.type,
        jurisdiction=dice.pick(("washington", "nevada")),
        paytable=felt.paytable,
        base_wager_cents=layout.base_wager_cents,
        levels=_levels(dice, layout, None),
        tables=_tables(layout, dice.between(1, 3)),
        people=PEOPLE,
        thresholds=_thresholds(dice),
        simultaneous=layout.simultaneous,
        below_seed=layout.below_seed,
        overflow_to=dice.pick(("next-meter", "reserve")),
        dealer_envy_from=layout.dealer_envy_from,
        unreasonable_cents=layout.base_wager_cents * dice.pick((felt.seats, felt.seats, 3)),
        deposit_days=dice.between(1, 3),
        payee_years=dice.pick((0, 0, 1, 4)),
        first_day=dice.pick(("2025-12-28", "2026-01-01", "2026-01-04", "2027-12-30")),
        time_zone=(where := dice.pick(PLACES))[0],
        day_begins=where[1],
        approval="" if dice.one_in(12) else "on record",
        rules=_rules(layout),
    )


@cache
def _carried(spec: str, wager: str) -> CarriedRules:
    """The rules of what tables play, as the rulebook has them."""
    return carry_rules(load_layout(spec).configuration, wager)


def _rules(layout: Layout) -> tuple[CarriedRules, ...]:
    return (_carried(layout.spec, layout.felt.wager),)


def _tables(layout: Layout, number: int) -> tuple[TablePlan, ...]:
    felt, game = layout.felt, _rules(layout)[0].game
    LAYOUTS[game] = layout  # so that the model can read it back
    return tuple(TablePlan(f"T{n}", game, felt.wager, felt.seats, "here") for n in range(1, number + 1))


def _levels(dice: Dice, layout: Layout, model: Model | None) -> Levels:
    """Every level of a paytable; of a live link, with limits at or above (and at times below) what its meters show."""
    levels = []
    for number in range(1, layout.felt.levels + 1):
        seed = dice.between(1, 30_000)
        if layout.felt.type == "house":
            levels.append(Level(number, seed, seed, seed))
            continue
        reseed = seed if dice.one_in(2) else dice.between(1, 30_000)
        beginning = dice.pick((seed, seed, seed + dice.between(1, 2_000), dice.between(1, seed)))
        shown = model.meter(number) if model else beginning
        limit = max(seed, reseed, shown) + dice.pick((0, 1, 17, 150, 2_000))
        if dice.one_in(12):
            limit = max(seed, reseed, shown - 1)
        levels.append(
            Level(
                number,
                seed,
                reseed,
                beginning,
                increment_ppm=dice.pick(RATES),
                reserve_ppm=dice.pick((0, 0, *RATES[-3:], 7)),
                limit_cents=None if dice.one_in(3) else min(limit, MOST_CENTS),
            )
        )
    total = sum(level.increment_ppm + level.reserve_ppm for level in levels)
    if total > MILLION:
        return tuple(replace(level, increment_ppm=level.increment_ppm // 4 + 1, reserve_ppm=0) for level in levels)
    if layout.felt.type == "progressive" and dice.one_in(8):
        # Nothing is left for the house.
        levels[-1] = replace(levels[-1], reserve_ppm=levels[-1].reserve_ppm + MILLION - total)
    return tuple(levels)


def _thresholds(dice: Dice) -> Thresholds:
    def amount() -> int | None:
        return dice.pick((None, 0, 300, 2_500, 20_000, 50_000))

    begins = ("2026-01-01", "2026-01-02", "2026-03-01")[: dice.between(0, 3)]
    return tuple(Threshold(day, amount(), amount(), amount(), amount(), dice.pick((0, 1, 300))) for day in begins)


def next_plan(dice: Dice, plan: LinkPlan, model: Model) -> LinkPlan:
    """A change of the plan: of its levels, of what takes effect at once, of what the jackpot is, or a mistake."""
    layout = LAYOUTS[plan.tables[0].game]
    if dice.one_in(2):
        plan = replace(plan, levels=_levels(dice, layout, model))
    what = dice.below(10)
    if what == 0:
        return replace(plan, people=plan.people[:4] if NEW_SUPERVISOR in plan.people else (*PEOPLE, NEW_SUPERVISOR))
    if what == 1:
        return replace(plan, thresholds=_thresholds(dice))
    if what == 2:
        return replace(plan, tables=_tables(layout, dice.between(1, 3)))
    if what == 3:
        return _another_jackpot(dice, plan, layout)
    if what == 4:
        return replace(plan, unreasonable_cents=plan.base_wager_cents * dice.between(1, 7), deposit_days=2)
    if what == 5:
        return replace(plan, approval="")
    if what == 6:
        if dice.one_in(3):
            return replace(plan, jurisdiction="nevada" if plan.jurisdiction == "washington" else "washington")
        return replace(plan, id="other") if dice.one_in(3) else first_plan(dice)
    if what == 7:
        return replace(plan, title=dice.pick((REFUSED_TITLE, TAKEN_TITLE, TAKEN_TITLE)))
    return plan


def _simultaneous(dice: Dice, felt: Felt) -> Simultaneous:
    """What several winners get means nothing where one alone can win the meter, and such a layout is refused."""
    chosen: Simultaneous = dice.pick(("share", "sequential", "full"))
    return "share" if felt.one_winner else chosen


def _below_seed(dice: Dice, felt: Felt) -> BelowSeed:
    """Filling up means nothing where no part of a meter is won, and such a layout is refused."""
    return dice.pick(("no-top-up", "top-up")) if felt.type == "progressive" and felt.pays_parts else "no-top-up"


def _another_jackpot(dice: Dice, plan: LinkPlan, layout: Layout) -> LinkPlan:
    if layout.felt.type == "progressive":
        layout = replace(
            layout,
            base_wager_cents=dice.pick((100, 200, 500)),
            simultaneous=_simultaneous(dice, layout.felt),
            below_seed=_below_seed(dice, layout.felt),
        )
    return replace(
        plan,
        base_wager_cents=layout.base_wager_cents,
        simultaneous=layout.simultaneous,
        below_seed=layout.below_seed,
        overflow_to=dice.pick(("next-meter", "reserve")),
        unreasonable_cents=layout.base_wager_cents * layout.felt.seats,
        tables=_tables(layout, len(plan.tables)),
        rules=_rules(layout),
    )


def spoil(dice: Dice, plan: dict[str, Any]) -> dict[str, Any]:
    """A plan by which no link could be run."""
    people = [person for person in plan["people"] if person["id"] in ("sam", "dana")]
    tables = [{**plan["tables"][0], "id": "T\n1"}, *plan["tables"][1:]]
    levels = [{**plan["levels"][0], "increment_ppm": 0 if plan["type"] == "progressive" else 1}, *plan["levels"][1:]]
    wrong: dict[str, tuple[Any, ...]] = {
        "people": (people, [], [*plan["people"], *people]),
        "tables": (tables, [], [*plan["tables"], *tables]),
        "levels": (levels, [], [*plan["levels"], *levels]),
        "title": ("a\ttitle", "\ud800", 5),
        "first_day": ("1999-12-31", "3000-01-01", "20260101", "2026-02-30"),
        "deposit_days": (0, 8, "7"),
        "day_begins": ("6:00", "24:00", "06:00+05:00"),
        "time_zone": ("Nowhere/Town", "../etc"),
        "paytable": ("PT-NONE",),
        "simultaneous": ("never", None),
        "base_wager_cents": (0, 101),
    }
    name = dice.pick(sorted(wrong))
    return {**plan, name: dice.pick(wrong[name])}
