"""What luck does, on a par sheet: bands of the house's win, sessions of a player, ruin, the hour."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from croupier.exact.long_run.volatility import BANKROLLS, CHANCES, Volatility
from croupier.handbook.page.blocks import (
    Block,
    Cell,
    Column,
    Grid,
    Picture,
    Section,
    fixed,
    likely,
    method_cell,
    percent,
)
from croupier.handbook.parsheet import plots
from croupier.handbook.parsheet.jackpot_section import cents_text
from croupier.handbook.parsheet.table_section import RUIN, table_blocks
from croupier.questions.sheet.records import AtPot, WagerSheet
from croupier.units.chance import decimal_text
from croupier.units.money import dollars

TINY: Final = 1e-300
"""A ruin that can happen, and that floating point has lost: never printed as zero."""


def bands_grid(found: Volatility, words: str) -> Grid:
    """Where a sum of many wagers ends up."""
    bands = tuple(
        (
            Cell(f"{band.rounds:,}"),
            Cell(fixed(Fraction(band.deviation) * 100, 4)),
            *(Cell(percent(hold, max(0, band.places))) for hold in band.holds),
            Cell(likely(band.house_ahead)),
            method_cell(band.method),
        )
        for band in found.bands
    )
    columns = ("Rounds", "SD, %", "99 %: from", "95 %: from", "95 %: to", "99 %: to", "House ahead, %")
    exact = "A row marked saddle-point or estimated is exact in its SD alone."
    return Grid((*(Column(name, True) for name in columns), Column("Method")), bands, f"{words} {exact}")


def volatility_section(found: Volatility, each: WagerSheet) -> Section:
    pace, figures = found.pace, each.distribution
    assert figures is not None
    edge = f"{percent(figures.house_edge, 4)} %"
    is_progressive = each.jackpot is not None and not each.jackpot.solution.is_house_jackpot
    if is_progressive:
        words = (
            "Bands of what players lose while the meter stands still at what is stated, in percent of the wagers; "
            f"expected {edge}. Part of it goes into the meter: what the house keeps has a section of its own."
        )
    else:
        words = f"Bands of the house's actual win, in percent of the initial wagers; the expected win is {edge}."
    whose = "What players lose" if is_progressive else "The house's actual win"
    blocks: list[Block] = [bands_grid(found, words)]
    sessions = tuple(
        (
            Cell(f"{session.rounds:,}"),
            *(Cell(fixed(net, 0 if float(net).is_integer() else 2)) for net in session.nets),
            Cell(likely(session.house_ahead)),
            method_cell(session.method),
        )
        for session in found.sessions
    )
    names = ("Rounds", *(f"{int(chance * 100)} %" for chance in CHANCES), "House ahead, %")
    hours = ", ".join(map(str, pace.hours))
    blocks.append(
        Grid(
            (*(Column(name, True) for name in names), Column("Method")),
            sessions,
            f"One player's net after sessions of {hours} hours, in units: not exceeded with this probability.",
        )
    )
    blocks.append(
        Picture(
            plots.funnel(found, figures.house_edge, whose),
            f"{whose}: bands of 95 and 99 in 100 (estimated between the rows above)",
        )
    )
    blocks.append(Picture(plots.fan(found, figures.house_edge), "One player's net: 5, 25, 50, 75 and 95 % (estimated)"))
    most = -min(net for net, _ in figures.counts)
    ruin = tuple(
        (
            Cell(f"{units:,}"),
            *(
                Cell("never" if session.rounds * most < units else likely(session.ruin[place] or TINY))
                for session in found.sessions
            ),
            method_cell("estimated"),
            Cell(_in_the_end(found.endless_ruin[place].chance)),
            Cell(RUIN[found.endless_ruin[place].method]),
        )
        for place, units in enumerate(BANKROLLS)
    )
    headers = ("Bankroll, units", *(f"{session.rounds:,} rounds, %" for session in found.sessions))
    columns = (
        *(Column(name, True) for name in headers),
        Column("Method"),
        Column("In the end, %", True),
        Column("Method"),
    )
    words = "Risk of ruin: the losses reach the bankroll within the session, or ever."
    blocks.append(Grid(columns, ruin, words))
    wager = each.jackpot.solution.stake_cents if each.jackpot else pace.average_wager_cents
    rows: tuple[tuple[Cell, Cell, Cell], ...] = (
        (
            Cell("Players lose an hour" if is_progressive else "Expected win an hour"),
            Cell(cents_text(found.win_per_hour_cents)),
            Cell("dollars"),
        ),
        _hourly_deviation(each),
    )
    if each.at_pot is not None:
        rows += _hour_at_pot(found, each.at_pot)
    shares = "Seats share the dealer's hand, and the deviation counts that."
    alone = "The deviation is as if seats did not share the dealer's hand."
    blocks.append(
        Grid(
            (Column("Figure"), Column("Value", True), Column("Unit")),
            rows,
            f"Stated, not measured: {pace.rounds_per_hour} rounds an hour, {_seats(pace.seats)}, "
            f"{dollars(wager)} each. {'' if pace.seats == 1 else shares if each.together else alone}".rstrip(),
            is_facts=True,
        )
    )
    if each.at_table is not None:
        blocks += table_blocks(each.at_table)
    return Section("Volatility", tuple(blocks), ("sample",) if each.is_sample else ())


def _in_the_end(chance: float) -> str:
    return "certain" if chance >= 1 else likely(chance) if chance else "never"


def _seats(seats: int) -> str:
    return "one player alone" if seats == 1 else f"{seats} seats that all bet"


def _hour_at_pot(found: Volatility, pot: AtPot) -> tuple[tuple[Cell, Cell, Cell], ...]:
    """What the house wins of all seats at one pot; its deviation is not known."""
    name = Cell(f"Expected win an hour, {pot.seats} players")
    if pot.estimate is None:
        return ((name, Cell("not recorded"), Cell(f"croupier edge samples it with --seats {pot.seats}")),)
    hands = found.pace.rounds_per_hour * pot.seats
    win = pot.estimate.house_edge * hands * found.pace.average_wager_cents
    return ((name, Cell(cents_text(win)), Cell("dollars", "estimated")),)


def _hourly_deviation(each: WagerSheet) -> tuple[Cell, Cell, Cell]:
    """Of the table's result: exact where it is known how seats win and lose together."""
    hour, name = each.hourly_deviation, Cell("Standard deviation an hour")
    if hour.is_exact or each.together is None:
        return name, Cell(fixed(Fraction(hour.cents) / 100, 2)), Cell("dollars", "" if hour.is_exact else "estimated")
    return name, Cell(decimal_text(Fraction(hour.cents) / 100, hour.digits)), Cell("dollars", "estimated")
