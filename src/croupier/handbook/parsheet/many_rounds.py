"""Many rounds on a par sheet: bands of the house's win, sessions of a player, ruin, the hour; seats, tables and mixes.
What is counted has its method beside each line. Of a game that is valued to a bound, mean and deviation are known to
it, and what follows from them alone is marked: bands as normal, ruin as estimated."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from croupier.exact.long_run import volatility
from croupier.handbook.page import blocks as page
from croupier.handbook.page.text import Number, fixed, likely, percent
from croupier.handbook.parsheet import plots
from croupier.questions.mix import NO_TABLE, Mix
from croupier.questions.sheet.records import TIES, HourlyRecord, ValuedSheet, WagerSheet, normal_sessions
from croupier.units import decimal_text, dollars, square_root_text

RUIN: Final[dict[volatility.RuinMethod, str]] = {"root": "exact root", "upper bound": "upper bound", "certain": "exact"}
"""How ruin in the end was found, in words."""


def cents_text(value: Fraction | None) -> str:
    """An amount in cents, in dollars to the cent."""
    return fixed(None if value is None else value / 100, 2)


def table_blocks(table: volatility.TableFigures) -> list[page.Block]:
    """Seats that all do the same: exact deviation and N0, bands as normal."""
    deviation = square_root_text(table.round_variance, table.digits) if table.round_variance else "0"
    facts = [
        ("Seats", str(table.seats), ""),
        ("Standard deviation of a round", deviation, "units, all seats together"),
        ("N0 of the table", "–" if table.n0 is None else decimal_text(table.n0, table.digits), "rounds"),
    ]
    told: list[page.Block] = []
    if table.is_exact:
        facts.insert(1, ("Correlation of two seats", f"{table.correlation:.6f}", ""))
    elif table.covariance:
        words = (
            "Estimated: how the base wagers of two seats move together is counted or sampled; bonus wagers of "
            "different seats are taken as independent of one another."
        )
        told = [page.Words(words, "note")]
    else:
        words = "Estimated: seats are taken as independent of one another; how they move together is not counted."
        told = [page.Words(words, "note")]
    return [page.facts_grid(facts, numbers=(1,)), *told, normal_bands(table, "the whole table"), bank_grid(table)]


BANDS: Final = ("Rounds", "SD, %", "99 %: from", "95 %: from", "95 %: to", "99 %: to", "House ahead, %", "Method")


def normal_bands(table: volatility.TableFigures, of: str) -> page.Grid:
    """The house's win after many rounds, from mean and deviation alone."""
    words = f"Bands of the house's win from {of}, in percent of what is staked before the deal: normal, from the mean "
    # Decimals of a chance that follows from mean and deviation alone.
    places = 1 if not table.is_exact else 2 if table.seats == 1 else 4
    digits = None if table.is_exact else table.digits
    return _bands(map(table.band, volatility.ROUNDS), f"{words}and the deviation above.", places, digits)


def bands_grid(found: volatility.Volatility, words: str) -> page.Grid:
    """Where a sum of many wagers ends up."""
    return _bands(found.bands, f"{words} A row marked estimated is exact in its SD alone.")


def _bands(bands: Iterable[volatility.Band], caption: str, places: int = 4, digits: int | None = None) -> page.Grid:
    """A line for each number of rounds; the deviation has its digits where they are fewer than those printed."""
    rows: list[page.Entries] = [
        (
            f"{band.rounds:,}",
            fixed(part, 4) if digits is None else decimal_text(part, digits),
            *(percent(hold, max(0, band.places)) for hold in band.holds),
            likely(band.house_ahead, places),
            page.method_cell(band.method),
        )
        for band in bands
        for part in (Fraction(band.deviation) * 100,)
    ]
    return page.grid_of(BANDS, rows, numbers=range(7), caption=caption)


def bank_grid(table: volatility.TableFigures) -> page.Grid:
    """How likely the house loses its bank to a table, or to one seat."""
    ruin = table.bank_ruin()
    told = [f"{100 * low:.2g} to {100 * high:.2g}" for low, high in ruin.bounds] or [""] * len(volatility.BANKROLLS)
    rows = [
        (f"{units:,}", _risk(risk, is_exact=ruin.is_exact), between, ruin.method)
        for units, risk, between in zip(volatility.BANKROLLS, ruin.chances, told, strict=True)
    ]
    words = f"The house's bank against {'this seat' if table.seats == 1 else 'this table'}."
    if not ruin.is_exact:
        words += " As Brownian motion: exp(-2 edge bank / variance), which leaves out the shape of a round's outcomes"
        words += "; whatever that is, the chance lies between the bounds." if ruin.bounds else "."
    columns = ("Bank, units of one seat", "House loses it in the end, %", "Surely, %", "Method")
    grid = page.grid_of(columns, rows, numbers=(0, 1), caption=words)
    return grid if ruin.bounds else grid.without(2)


def _risk(risk: float, *, is_exact: bool) -> str:
    """In percent; a chance that is told by mean and deviation alone has two digits."""
    if risk >= 1:
        return "certain"
    return likely(risk, 3) if is_exact else f"{100 * risk:.2g}" if risk >= 0.0001 else "< 0.01"


def volatility_section(found: volatility.Volatility, each: WagerSheet) -> page.Section:
    pace, figures, told = found.pace, each.distribution, each.record.volatility
    assert figures is not None
    assert told is not None
    edge = f"{percent(figures.house_edge, 4)} %"
    is_progressive = each.jackpot is not None and not each.jackpot.solution.is_house_jackpot
    if is_progressive:
        words = (
            "Bands of what players lose while the meter stands still at what is stated, in percent of the wagers; "
            f"expected {edge}. Part of it goes into the meter."
        )
    else:
        words = f"Bands of the house's actual win, in percent of the initial wagers; the expected win is {edge}."
    whose = "What players lose" if is_progressive else "The house's actual win"
    bands = f"{whose}: bands of 95 and 99 in 100 (estimated between the rows above)"
    most = -min(net for net, _ in figures.counts)
    within = [
        [
            "never" if session.rounds * most < units else likely(risk)
            for units, risk in zip(volatility.BANKROLLS, session.ruin, strict=True)
        ]
        for session in found.sessions
    ]
    wager = each.jackpot.solution.stake_cents if each.jackpot else pace.average_wager_cents
    expected = "Players lose an hour" if is_progressive else "Expected win an hour"
    hour: list[page.Entries] = [
        (expected, cents_text(found.win_per_hour_cents), "dollars"),
        _hourly_deviation(told.standard_deviation_per_hour, is_counted=each.at_table is None),
    ]
    if each.pot_seats:
        hour.append(_hour_at_pot(each))
    shares = "Seats share the dealer's hand and the deck, and the deviation counts that."
    alone = "The deviation is as if seats shared neither dealer nor deck: how they move together is not counted."
    blocks: list[page.Block] = [
        bands_grid(found, words),
        _sessions_grid(found.sessions, pace),
        page.Picture(plots.funnel(found, figures.house_edge, whose), bands),
        _ruin_grid(found.sessions, within, _in_the_end(found.endless_ruin), f"{RISK}, or ever."),
        page.facts_grid(
            hour,
            numbers=(1,),
            caption=f"{_stated(pace, wager)} {'' if pace.seats == 1 else shares if each.at_table else alone}".rstrip(),
        ),
        *(table_blocks(each.at_table) if each.at_table is not None else ()),
    ]
    return page.Section("Volatility", tuple(blocks), ("sample",) if each.is_sample else ())


RISK: Final = "Risk of ruin: the losses reach the bankroll within the session"


def _ruin_grid(
    sessions: Sequence[volatility.SessionResult],
    within: Sequence[Sequence[str]],
    ends: Sequence[page.Entries],
    caption: str,
) -> page.Grid:
    """Ruin by bankroll: within each session, and without end."""
    told = (*(f"{session.rounds:,} rounds, %" for session in sessions), *(["Method"] if sessions else []))
    columns = ("Bankroll, units", *told, "In the end, %", "Method")
    marks = [page.method_cell("estimated")] if sessions else []
    rows = [
        (f"{units:,}", *risks, *marks, *end)
        for units, end, *risks in zip(volatility.BANKROLLS, ends, *within, strict=True)
    ]
    numbers = [place for place, name in enumerate(columns) if name != "Method"]
    return page.grid_of(columns, rows, numbers=numbers, caption=caption)


def _stated(pace: volatility.Pace, wager_cents: int) -> str:
    seats = "one player alone" if pace.seats == 1 else f"{pace.seats} seats that all bet"
    return f"Stated, not measured: {pace.rounds_per_hour} rounds an hour, {seats}, {dollars(wager_cents)} each."


def _in_the_end(ruins: Iterable[volatility.Ruin]) -> list[page.Entries]:
    return [("certain" if ruin.chance >= 1 else likely(ruin.chance), RUIN[ruin.method]) for ruin in ruins]


def _hour_at_pot(each: WagerSheet) -> page.Entries:
    """What the house wins of all seats at one pot; its deviation is not known."""
    name, win = f"Expected win an hour, {each.pot_seats} players", each.record.win_per_hour_at_pot
    if win is None:
        return name, "not recorded", f"croupier edge samples it with --seats {each.pot_seats}"
    return name, fixed(Fraction(win), 2), page.Cell("dollars", "estimated")


def _hourly_deviation(hour: HourlyRecord | None, *, is_counted: bool) -> page.Entries:
    """Of the table's result: with all its digits where it is counted, to those of a sample elsewhere."""
    name = "Standard deviation an hour"
    if hour is None:
        return name, "not counted", ""
    is_exact = hour.method == "exact"
    shown = fixed(Fraction(hour.amount), 2) if is_exact or is_counted else hour.amount
    return name, shown, page.Cell("dollars", "" if is_exact else "estimated")


N0_WORDS: Final = "rounds until the expected result is one deviation"


def many_rounds(each: ValuedSheet) -> page.Section:
    """A seat over many rounds, and the table's seats together."""
    pace = each.pace
    hour: list[page.Entries] = [
        ("Expected win an hour", fixed(each.win_per_hour, 2), "dollars"),
        _hourly_deviation(each.record.standard_deviation_per_hour, is_counted=False),
    ]
    stated = _stated(pace, pace.average_wager_cents)
    blocks: list[page.Block] = [*seat_blocks(each.seat, pace), page.facts_grid(hour, numbers=(1,), caption=stated)]
    if each.table is not None and each.sampled is not None:
        told = (
            f"Two seats that share the dealer's hand have a covariance of {float(each.sampled.value):g}, estimated by "
            f"{each.sampled.deals:,} simulated rounds under the chart with a standard error of "
            f"{each.sampled.standard_error}."
        )
        blocks += [page.Words(told, "note"), *table_blocks(each.table)]
    elif pace.seats > 1:
        blocks.append(page.Words(f"{NO_TABLE}.", "note"))
    return page.Section("Many rounds", tuple(blocks))


def seat_blocks(seat: volatility.TableFigures, pace: volatility.Pace | None = None) -> list[page.Block]:
    """Bands, sessions where a pace is given, and ruin on either side."""
    blocks: list[page.Block] = [normal_bands(seat, "one seat")]
    mean, variance = float(seat.mean), float(seat.variance)
    sessions = normal_sessions(seat, pace) if pace else ()
    if pace:
        blocks.append(_sessions_grid(sessions, pace))
    within = [[likely(risk, 0) for risk in session.ruin] for session in sessions]
    ends: list[page.Entries] = [
        ("certain", "exact")
        if mean <= 0
        else (likely(volatility.ruin_as_normal(mean, variance, units), 1), page.method_cell("estimated"))
        for units in volatility.BANKROLLS
    ]
    words = f"{RISK}, to about a point, or ever." if pace else "Risk of ruin without end."
    return [*blocks, _ruin_grid(sessions, within, ends, words), bank_grid(seat)]


def _sessions_grid(sessions: Sequence[volatility.SessionResult], pace: volatility.Pace) -> page.Grid:
    """What is known from mean and deviation alone has fewer places."""
    rows: list[page.Entries] = []
    for session in sessions:
        is_normal = session.method == volatility.NORMAL
        nets = (fixed(net, 1 if is_normal else 0 if float(net).is_integer() else 2) for net in session.nets)
        ahead = likely(session.house_ahead, 2 if is_normal else 4)
        rows.append((f"{session.rounds:,}", *nets, ahead, page.method_cell(session.method)))
    columns = ("Rounds", *(f"{int(chance * 100)} %" for chance in volatility.CHANCES), "House ahead, %", "Method")
    words = f"One player's net after sessions of {', '.join(map(str, pace.hours))} hours, in units: not exceeded with "
    return page.grid_of(columns, rows, numbers=range(len(columns) - 1), caption=f"{words}this probability.")


RARE = "Normal bands and ruin are rough as long as a rare pay, such as a jackpot, is not expected several times."
BASE_PLAYED = "The base wager is played as is best for it alone."
PLAYED = f"Every wager is played as is best for the base wager alone. {TIES}"


def mix_section(mix: Mix, luck: volatility.Volatility | None = None) -> page.Section:
    """The mix on a par sheet; ``luck`` has its bands where they are worked out."""
    return page.Section(f"A seat that stakes {stakes_words(mix.stakes)}", tuple(mix_blocks(mix, luck)))


def stakes_words(stakes: Mapping[str, int]) -> str:
    """What a seat stakes, in cents by wager, as it is read aloud."""
    return ", ".join(f"{wager} {dollars(cents)}" for wager, cents in stakes.items())


def mix_blocks(mix: Mix, luck: volatility.Volatility | None = None) -> list[page.Block]:
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
    blocks: list[page.Block] = [page.facts_grid(facts, numbers=(1,))]
    if len(mix.stakes) > 1:
        means = {wager: mix.means[wager] for wager in mix.stakes}
        blocks.append(together_grid(means, mix.correlation, "correlations, exact" if counts else "correlations"))
    if counts is None:
        bound = f"Worked out in floating point: every figure is off by less than {result.error:g}."
        blocks += [page.Words(f"{BASE_PLAYED} {bound}", "note"), *seat_blocks(mix.seat)]
    else:
        blocks.append(page.Words(PLAYED, "note"))
        if luck is not None:
            words = "Bands of the house's win from this seat, in percent of what is staked before the deal."
            blocks.append(bands_grid(luck, words))
        ruins = (volatility.ruin_in_the_end(counts, units) for units in volatility.BANKROLLS)
        words = f"Risk of ruin without end; a unit is {dollars(mix.staked)}."
        blocks.append(_ruin_grid((), (), _in_the_end(ruins), words))
    if mix.table is not None:
        blocks += table_blocks(mix.table)
    elif len(mix.stakes) > 1:
        told = "How the side wagers of two seats move together is not counted, so there is no table of such seats."
        blocks.append(page.Words(f"{RARE} {told}", "note"))
    return blocks


def together_grid(means: Mapping[str, Number], correlation: Callable[[str, str], Number], words: str) -> page.Grid:
    """How the wagers of a seat move together; means of their nets in their own units."""
    rows = [
        (one, percent(-mean), *("1" if one == other else fixed(correlation(one, other), 6) for other in means))
        for one, mean in means.items()
    ]
    columns = ("Wager", "House edge, %", *(f"with {wager}" for wager in means))
    caption = f"How the wagers of the seat move together: {words}."
    return page.grid_of(columns, rows, numbers=range(1, len(columns)), caption=caption)
