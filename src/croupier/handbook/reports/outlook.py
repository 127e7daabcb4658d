"""What a link is expected to bring, as a page for those who approve its plan."""

from __future__ import annotations

from fractions import Fraction

from croupier.casino.outlook import LevelOutlook, Outlook
from croupier.handbook.page.blocks import Block, Facts, Section, Words, grid_of
from croupier.handbook.page.figures import money
from croupier.units.chance import percent_text


def outlook_section(ahead: Outlook) -> Section:
    """Hold, break-even against limit, reserve and hits a year."""
    pace = ahead.pace
    tables = f"{pace.tables} table{'s' if pace.tables > 1 else ''}"
    facts = [
        (
            "assumed",
            f"{tables}, {pace.seats} seats, {pace.rounds_per_hour} rounds an hour, {pace.hours_per_day} hours a day, "
            f"{percent_text(pace.take_up, 4)} of the seats bet",
        ),
        ("expected hold", _hold(ahead)),
    ]
    rows: list[tuple[str, ...]]
    header: tuple[str, ...]
    if ahead.link.type == "house":
        header = ("level", "posted prize", "breaks even at", "hits a year")
        rows = [
            (str(each.level.number), money(each.level.seed_cents), _even(each), _year(each.hits_a_year))
            for each in ahead.levels
        ]
    else:
        header = ("level", "average meter", "breaks even at", "limit", "reserve brings", "hits a year")
        rows = [
            (
                str(each.level.number),
                money(round(each.average_cents)),
                _even(each),
                "none" if each.level.limit_cents is None else money(each.level.limit_cents),
                "" if each.reserve_covers is None else f"{percent_text(each.reserve_covers, 4)} of a reseed",
                _year(each.hits_a_year),
            )
            for each in ahead.levels
        ]
    blocks: list[Block] = [Facts(tuple(facts)), grid_of(header, rows, numbers=range(1, len(header)))]
    blocks.append(
        Words(
            "A meter breaks even where the wager pays back on average just what it costs: above it the players have "
            "the better of it. Envy pays are not counted in it. Averages are of the long run, as if only wagers and "
            "wins moved the meter."
        )
    )
    return Section(f"{ahead.link.id}: what to expect", tuple(blocks))


def _hold(ahead: Outlook) -> str:
    if ahead.hold is None:
        return "no exact figure: a limit or a top-up bends the meter; croupier jackpot simulate estimates it"
    kept = "the house keeps" if ahead.link.type == "house" else "house and reserve keep"
    return f"{percent_text(ahead.hold, 6)} of each wager, which {kept} in the first year on average"


def _even(each: LevelOutlook) -> str:
    if each.break_even_cents is None:
        return "never won"
    return money(round(each.break_even_cents)) if each.break_even_cents > 0 else "any meter"


def _year(hits: Fraction) -> str:
    return f"{float(hits):,.2f}" if hits else "never"
