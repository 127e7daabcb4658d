"""A chosen mix of wagers: one seat that makes them together, and a table of such seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.exact.distribution import Distribution
from croupier.exact.long_run.ruin import ruin_in_the_end
from croupier.exact.long_run.volatility import BANKROLLS, Volatility
from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Section, Words, facts_grid, fixed, likely, percent
from croupier.handbook.page.figures import Number
from croupier.handbook.parsheet.table_section import RUIN, table_blocks
from croupier.handbook.parsheet.valued_rounds import N0_WORDS, seat_blocks
from croupier.handbook.parsheet.volatility_section import bands_grid
from croupier.questions.sheet.records import TIES
from croupier.solving.mixes import Mix
from croupier.units.chance import decimal_text, square_root_text
from croupier.units.money import dollars

RARE = "Normal bands and ruin are rough as long as a rare pay, such as a jackpot, is not expected several times."
BASE_PLAYED = "The base wager is played as is best for it alone."
PLAYED = f"Every wager is played as is best for the base wager alone. {TIES}"


def mix_section(mix: Mix, luck: Volatility | None = None) -> Section:
    """The mix on a par sheet; ``luck`` has its bands where they are worked out."""
    return Section(f"A seat that stakes {stakes_words(mix.stakes)}", tuple(mix_blocks(mix, luck)))


def stakes_words(stakes: Mapping[str, int]) -> str:
    """What a seat stakes, in cents by wager, as it is read aloud."""
    return ", ".join(f"{wager} {dollars(cents)}" for wager, cents in stakes.items())


def mix_blocks(mix: Mix, luck: Volatility | None = None) -> list[Block]:
    """Figures of the seat, how its wagers move together, bands and ruin, and the table."""
    result, counts, n0 = mix.result, mix.result.counts, mix.seat.n0
    deviation = Fraction(square_root_text(Fraction(result.variance), 20)) if result.variance else Fraction()
    often = (
        [
            ("Hit frequency", percent(counts.hit_frequency), "% of rounds end above zero"),
            ("Push frequency", percent(counts.push_frequency), "% of rounds"),
        ]
        if counts
        else []
    )
    facts = [
        ("House edge", percent(result.house_edge), "% of all that is staked before the deal"),
        ("Element of risk", percent(result.element_of_risk), "% of all that is put up"),
        *often,
        ("Standard deviation", fixed(deviation, 6), f"units of {dollars(mix.staked)}"),
        ("Expected result a round", fixed(result.expectation * mix.staked / 100, 6), "dollars"),
        ("Standard deviation a round", fixed(deviation * mix.staked / 100, 6), "dollars"),
        ("N0", "–" if n0 is None else fixed(n0, 2) if counts else decimal_text(n0, mix.seat.digits), N0_WORDS),
    ]
    blocks: list[Block] = [facts_grid(facts, numbers=(1,))]
    if len(mix.stakes) > 1:
        means = {wager: mix.means[wager] for wager in mix.stakes}
        blocks.append(together_grid(means, mix.correlation, "correlations, exact" if counts else "correlations"))
    if counts is None:
        bound = f"Worked out in floating point: every figure is off by less than {result.error:g}."
        blocks += [Words(f"{BASE_PLAYED} {bound}", "note"), *seat_blocks(mix.seat)]
    else:
        blocks.append(Words(PLAYED, "note"))
        if luck is not None:
            words = "Bands of the house's win from this seat, in percent of what is staked before the deal."
            blocks.append(bands_grid(luck, words))
        blocks.append(_ruin(counts, mix.staked))
    if mix.table is not None:
        blocks += table_blocks(mix.table)
    elif len(mix.stakes) > 1:
        told = "How the side wagers of two seats move together is not counted, so there is no table of such seats."
        blocks.append(Words(f"{RARE} {told}", "note"))
    return blocks


def together_grid(means: Mapping[str, Number], correlation: Callable[[str, str], Number], words: str) -> Grid:
    """How the wagers of a seat move together; means of their nets in their own units."""
    rows = tuple(
        (
            Cell(one),
            Cell(percent(-mean)),
            *(Cell("1" if one == other else fixed(correlation(one, other), 6)) for other in means),
        )
        for one, mean in means.items()
    )
    columns = (Column("Wager"), Column("House edge, %", True), *(Column(f"with {each}", True) for each in means))
    return Grid(columns, rows, f"How the wagers of the seat move together: {words}.")


def _ruin(counts: Distribution, staked: int) -> Grid:
    found = [(units, ruin_in_the_end(counts, units)) for units in BANKROLLS]
    rows = tuple(
        (
            Cell(f"{units:,}"),
            Cell("certain" if each.chance >= 1 else "never" if not each.chance else likely(each.chance)),
            Cell(RUIN[each.method]),
        )
        for units, each in found
    )
    columns = (Column("Bankroll, units", True), Column("Lost in the end, %", True), Column("Method"))
    return Grid(columns, rows, f"Risk of ruin without end; a unit is {dollars(staked)}.")
