"""What the house keeps of a progressive, and how long its jackpot lives, on a par sheet."""

from __future__ import annotations

from fractions import Fraction

from croupier.exact.long_run.house_view import LIFE_CHANCES
from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Section, Words, facts_grid, fixed, percent
from croupier.handbook.parsheet.jackpot_section import cents_text
from croupier.handbook.parsheet.volatility_section import bands_grid
from croupier.questions.sheet.records import WagerSheet
from croupier.units.chance import square_root_text


def house_section(each: WagerSheet) -> Section | None:
    """The house's side of a progressive wager; None where seeds and rates are not given."""
    sheet = each.jackpot
    if sheet is None or not sheet.life:
        return None
    blocks: list[Block] = []
    if sheet.house is None:
        blocks.append(Words(f"What the house keeps does not follow from one hand alone: {sheet.why_no_house}.", "note"))
    else:
        given = sheet.jackpot.conditions
        contributions = sum(given.rates.values(), Fraction())
        seeds = sum(
            (
                meter.hit_probability * sheet.solution.seed_cents(given.seeds[meter.level])
                for meter in sheet.solution.meters
            ),
            Fraction(),
        )
        reserve = sum(sheet.reserves.values(), Fraction())
        facts = [
            ("House and reserve keep", percent(sheet.house.house_edge), "% of the wager"),
            ("Contributions to the meter", percent(contributions), "% of the wager"),
            ("Fixed pays", percent(sheet.solution.fixed_return), "% of the wager"),
            ("Seeds after a win", percent(seeds / sheet.solution.stake_cents), "% of the wager"),
            ("Envy to others", percent(given.others * sheet.solution.envy_return), "% of the wager"),
            ("Set aside for seeds", percent(reserve), "% of the wager, part of what is kept"),
            ("Standard deviation", fixed(Fraction(square_root_text(sheet.house.variance, 20)), 6), "units a wager"),
        ]
        blocks.append(facts_grid(facts, numbers=(1,)))
        if each.house is not None:
            words = "Bands of what house and reserve keep while the meter grows and is won, in percent of the wagers."
            blocks.append(bands_grid(each.house, words))
    blocks.append(_life(each))
    return Section("What the house keeps", tuple(blocks), ("sample",) if each.is_sample else ())


def _life(each: WagerSheet) -> Grid:
    assert each.jackpot is not None
    rows = []
    for life in each.jackpot.life:
        level = f"Level {life.level}: " if len(each.jackpot.life) > 1 else ""
        waits = (Cell(f"{wagers:,}") for wagers in life.wagers)
        rows.append((Cell(f"{level}wagers until it is won whole"), *waits, Cell(fixed(life.mean_wagers, 2))))
        amounts = [Cell("–")] * len(LIFE_CHANCES)
        if life.amounts is not None:
            amounts = [Cell(cents_text(amount)) for amount in life.amounts]
        rows.append((Cell(f"{level}then it shows, $"), *amounts, Cell(cents_text(life.mean_amount))))
    names = (*(f"{int(chance * 100)} %" for chance in LIFE_CHANCES), "Average")
    words = "The jackpot's life from its seed: not exceeded with this probability."
    if any(life.amounts is None for life in each.jackpot.life):
        words += " Where parts of a meter are paid, only its average when it is paid from is known."
    return Grid((Column(""), *(Column(name, True) for name in names)), tuple(rows), words)
