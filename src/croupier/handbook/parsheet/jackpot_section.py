"""A jackpot on a par sheet: what it returns apart from its meters, and the edge by what they show."""

from __future__ import annotations

from fractions import Fraction

from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Picture, Section, Words, fixed, percent
from croupier.handbook.parsheet import plots
from croupier.questions.sheet.records import JackpotSheet, WagerSheet
from croupier.solving.figures import shared_meters
from croupier.units.money import dollars


def cents_text(value: Fraction | None) -> str:
    """An amount in cents, in dollars to the cent."""
    return fixed(None if value is None else value / 100, 2)


def jackpot_section(sheet: JackpotSheet, each: WagerSheet) -> Section:
    solution, conditions = sheet.solution, sheet.jackpot.conditions
    facts: list[tuple[str, str, str]] = [
        ("Fixed return", percent(solution.fixed_return), "% of the wager"),
        ("Envy, each other player", percent(solution.envy_return), "% of the wager"),
        ("Base wager", cents_text(Fraction(solution.stake_cents)), "dollars"),
    ]
    averages = sheet.jackpot.averages
    missing: list[str] = []
    for meter in solution.meters:
        level = f"Level {meter.level}: " if len(solution.meters) > 1 else "Meter: "
        facts.append((f"{level}won whole, 1 in", fixed(meter.one_in, 2), "wagers"))
        facts.append((f"{level}each $1,000 adds", percent(meter.return_per_1000), "% of the wager"))
        seed, rate = conditions.seeds.get(meter.level), conditions.rates.get(meter.level)
        reserve = sheet.reserves.get(meter.level)
        if seed is not None:
            facts.append((f"{level}seed", cents_text(Fraction(solution.seed_cents(seed))), "dollars"))
        if rate is not None:
            facts.append((f"{level}rate", percent(rate), "% of the wager"))
        if reserve is not None:
            facts.append((f"{level}reserve", percent(reserve), "% of the wager, for the next seed"))
        given = (("seed", seed), ("rate", rate), ("reserve", reserve))
        missing += [
            f"{level.lower()}{what}".replace("meter: ", "the meter's ") for what, value in given if value is None
        ]
        if averages is not None:
            facts.append((f"{level}average when it is paid", cents_text(averages[meter.level]), "dollars"))
        if meter.level in conditions.meters:
            facts.append((f"{level}shows", cents_text(Fraction(conditions.meters[meter.level])), "dollars"))
    for shared in shared_meters(sheet.jackpot):
        level = f"Level {shared.level}: " if len(solution.meters) > 1 else ""
        times = shared.company.second_winner or Fraction()
        facts.append((f"{level}A second winner", fixed(times, 2), "times as likely as if seats were independent"))
        kept = shared.part_kept.text()
        facts.append((f"{level}A winner who shares keeps", kept, f"of the meter, {shared.seats} seats betting"))
    if sheet.long_run_return is not None:
        facts.append(("Return in the long run, envy left out", percent(sheet.long_run_return), "% of the wager"))
    rows: tuple[tuple[Cell, ...], ...] = tuple((Cell(label), Cell(value), Cell(unit)) for label, value, unit in facts)
    blocks: list[Block] = [Grid((Column("Figure"), Column("Value", True), Column("Unit")), rows, is_facts=True)]
    if missing and not solution.is_house_jackpot:
        blocks.append(Words(f"Not given: {', '.join(missing)}.", "note"))
    if sheet.is_lower_empty:
        blocks.append(
            Words("Lower meters are not given and are counted as empty: the true break-even is lower.", "warning")
        )
    edges = tuple(
        (Cell(cents_text(amount)), Cell(percent(edge, 4)), Cell("", "break-even" if is_even else ""))
        for amount, edge, is_even in sheet.edges
    )
    words = f"{conditions.others} other players bet" if conditions.others else "No other player bets"
    columns = (Column("The top meter shows, $", True), Column("House edge, %", True), Column(""))
    blocks.append(Grid(columns, edges, f"{words}; an edge below zero is the player's."))
    blocks.append(Picture(plots.meter(sheet.edges), "House edge against the top meter, with the break-even mark"))
    if solution.envy_return:
        names = tuple(Column("no envy player" if each == 0 else f"{each}", True) for each in sheet.others)
        words = "The top meter at which the wager is fair, in dollars, by the number of other players who bet."
    else:
        names = (Column("Break-even meter, $", True),)
        words = "The top meter at which the wager is fair; this table pays no envy."
    rows = tuple(
        (Cell(dollars(wager)), *(Cell(cents_text(cents)) for cents in line)) for wager, line in sheet.break_even
    )
    blocks.append(Grid((Column("Base wager"), *names), rows, words))
    if each.distribution is None:
        blocks.append(
            Words("Edge, variance and volatility depend on the meters: give them, or a seed and a rate.", "note")
        )
    return Section("Jackpot", tuple(blocks), ("sample",) if each.is_sample else ())
