"""Builds a par sheet: joins a solved configuration with its rules, readings and sources, and checks its sums. A reading
names the wagers that it affects. One that cites only the appendices of other tables, or another edition's document,
does not bear on a sheet; nor does one about a feature that the tables lack, such as envy or dynamic pays. An operator's
own table is in no appendix: what bears on it is about its features, or about reading hands at all."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Final

from croupier import catalogue
from croupier.cards.cards import format_cards
from croupier.errors import BadInput, CheckFailed, MissingPart, SpecError
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import CountedRow, deals_of, returned
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.volatility import (
    VOLATILITY_INDEX,
    Pace,
    TableFigures,
    Volatility,
    rounds_to_deviation,
    volatility,
)
from croupier.exact.result import Beside, Result
from croupier.exact.showdown.solution import BetValue, ChartRow
from croupier.questions.advantage import Audit, audit, quick_sights
from croupier.questions.conditions import Conditions, Jackpot
from croupier.questions.cut_card import cut_card_words
from croupier.questions.edge import edge_record
from croupier.questions.figures import head_of, mean, percentage
from croupier.questions.mix import (
    Mix,
    MixAnswer,
    mix_of,
    seat_of,
    seat_record,
    shared_record,
    table_of,
    table_record,
)
from croupier.questions.sheet.records import (
    TIES,
    Asked,
    Assumption,
    BreakEven,
    CloseDecision,
    EdgeAtMeter,
    HourlyRecord,
    Sheet,
    SheetAward,
    SheetCheck,
    SheetIdentity,
    SheetJackpot,
    SheetMix,
    SheetPay,
    SheetRecord,
    SheetSight,
    SheetStrategy,
    SheetTable,
    SheetUnsolved,
    SheetValued,
    SheetVolatility,
    SheetWager,
    SimplePlay,
    ValuedSheet,
    WagerSheet,
    hourly,
    normal_sessions,
)
from croupier.questions.sheet.wording import answer_in_force, posted_rules, posted_tables
from croupier.questions.solved import solutions
from croupier.questions.solved.published import compare
from croupier.questions.solved.recorded import estimates_of, sampled_covariances
from croupier.questions.strategy import stretches, with_chart_value
from croupier.records import UNSET, UnsetType, record_of
from croupier.rulebook.configuration import Configuration, Spec, configure
from croupier.rulebook.interpretations import Interpretation, Source
from croupier.rulebook.rules import Paytable, Row, Rule, Wager
from croupier.software import software_name
from croupier.units import (
    SIGNIFICANT,
    MeterShare,
    decimal_text,
    describe_pay,
    dollars,
    format_money,
    format_odds,
    square_root_text,
)

BORDERLINE: Final = 12
SAMPLED_DIGITS: Final = 3  # Of an hour's deviation where the covariance of two seats was sampled.


def build_sheet(spec: str | Configuration, wager: str | None = None, asked: Asked | None = None) -> Sheet:
    """The sheet of a configuration, or of one wager in it.

    >>> sheet = build_sheet("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "pair_bonus")
    >>> sheet.wagers[0].distribution.house_edge
    Fraction(128, 5525)
    """
    asked = asked or Asked()
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    _check_pace(asked.pace, configuration)
    known = {each.id: each for each in configuration.rules.wagers}
    if not solutions.wagers_of(configuration):
        first = next(each for each in configuration.rules.wagers if each.kind in ("bonus", "jackpot"))
        offered = ", ".join(first.tables_in(configuration.edition.id))
        raise BadInput(f"{first.id} needs a paytable", hint=f"offered: {offered}")
    solution = solutions.solve(configuration, wager)
    counted = {name: result for name, result in solution.wagers.items() if result.moments is None}
    for each in asked.conditions or {}:
        if each not in counted or counted[each].jackpot is None:
            jackpots = [name for name, found in counted.items() if found.jackpot is not None]
            raise BadInput(
                f"{each} is not a jackpot of this sheet", hint=f"its jackpots: {', '.join(jackpots) or 'none'}"
            )
    wagers = tuple(_wager_sheet(known[name], result, asked) for name, result in counted.items())
    valued = next((_valued(known[name], best, wagers, asked) for name, best in solution.items() if best.moments), None)
    advantage = _advantage(configuration, counted, asked.sights)
    shown = _shown_wagers(configuration, solution)
    mix = luck = None
    if asked.mix:
        mix = mix_of(configuration, asked.mix, seats=asked.pace.seats, conditions=asked.conditions)
        if mix.result.counts and asked.with_luck:
            luck = volatility(mix.result.counts, asked.pace, mix.staked)
    posted = posted_rules(configuration, "play")
    awards = {
        each.id for each in configuration.rules.wagers if each.kind == "award" and each.id in configuration.tables
    }
    for rule, words in posted_rules(configuration, "bonus"):
        if awards and (not rule.posting.concerns or awards & set(rule.posting.concerns)):
            posted.append((rule, words))
    rules = tuple(replace(rule, text=words) for rule, words in posted)
    readings = readings_for(configuration, shown)
    identity, published = asked.identity, tuple(compare(counted.values(), advantage))
    record = record_of(
        SheetRecord,
        configuration,
        **head_of(configuration),
        kind="par sheet",
        document=record_of(SheetIdentity, identity, number=identity.number or _number(configuration, wager, asked)),
        tables=[use for use in table_uses(configuration) if use.wager in shown],
        limits=dict(asked.limits) or UNSET,
        method="exact; the base game in floating point with its bound" if valued else "exact",
        software=software_name(),
        assumptions=list(_assumptions(configuration, solution, asked)),
        rules=rules,
        wagers=[each.record for each in wagers],
        valued=None if valued is None else valued.record,
        mix=None if mix is None else _mix(mix, luck),
        unsolved=[SheetUnsolved(wager=each, why=_why_unsolved(configuration, each)) for each in solution.unsolved],
        advantage=[record_of(SheetSight, audit.record) for audit in advantage],
        interpretations=readings,
        checks=[check for each in wagers for check in _checks(each)],
        published=published,
        sources=_sources(configuration, shown, rules, readings),
        revision=None,
    )
    return Sheet(record, configuration, wagers, advantage, published, asked.limits, valued, mix, luck)


def _mix(mix: Mix, luck: Volatility | None) -> SheetMix:
    """A seat that makes several wagers together: the record of ``edge`` with ``--mix``, and its bands."""
    bands: SheetVolatility | UnsetType | None = UNSET
    if mix.table is not None:
        bands = None
        if luck is not None:
            variance = mix.table.round_variance * luck.pace.rounds_per_hour
            cents = Fraction(square_root_text(variance, mix.table.digits)) * mix.staked
            bands = _volatility(luck, hourly(cents, mix.table.digits, is_exact=mix.table.is_exact))
    return record_of(SheetMix, MixAnswer(mix).record, volatility=bands)


def _volatility(luck: Volatility, hour: HourlyRecord) -> SheetVolatility:
    return record_of(SheetVolatility, luck, standard_deviation_per_hour=hour)


def _assumptions(configuration: Configuration, solution: solutions.Solution, asked: Asked) -> Iterator[Assumption]:
    """What the figures take for granted: what a reader of the sheet cannot see from the figures themselves."""
    decks, pace = configuration.decks, asked.pace
    samples = [use.id for use in table_uses(configuration) if use.status == "sample"]
    is_decided = solutions.base_wager(configuration) in solution.wagers and catalogue.load(configuration).actions
    best = "The player makes the decision that is worth most for the base wager alone. "
    told = {
        "Deal": "Every order of the cards is equally likely, and every round is dealt from a fresh and complete deck.",
        "Cards": f"{decks} deck{'s' if decks > 1 else ''}, {configuration.rules.deck}.",
        "Shuffle and generator": "No figure depends on how cards are shuffled. Rounds that the software deals are "
        "shuffled by Fisher and Yates's method from the operating system's generator; rounds are simulated with the "
        "keyed generator Philox, from the seed that is stated with them.",
        "Seats": f"{pace.seats} of {configuration.edition.seats[1]} seats bet {dollars(pace.average_wager_cents)} "
        f"each, {pace.rounds_per_hour} rounds an hour: stated, not measured.",
        "Strategy": best + TIES if is_decided else "No wager on this sheet is decided by the player.",
        "Samples": f"Not the maker's tables: {', '.join(samples)}."
        if samples
        else "Every table is the maker's or the user's.",
    }
    return (Assumption(what=what, words=words) for what, words in told.items())


def _valued(wager: Wager, best: Result, others: tuple[WagerSheet, ...], asked: Asked) -> ValuedSheet:
    configuration, pace = best.configuration, asked.pace
    chart = solutions.base_result(configuration, solutions.CHART)
    counter = solutions.base_result(configuration, solutions.COUNTER)
    seat, table = seat_of(best), table_of(best, pace.seats) if pace.seats > 1 else None
    sampled = sampled_covariances().get(str(solutions.base_configuration(configuration)))
    beside = tuple(_beside(others, asked))
    win = -float(seat.mean) * pace.rounds_per_hour * pace.seats * pace.average_wager_cents / 100
    hour, whole = None, seat if pace.seats == 1 else table
    if whole is not None:
        cents = sqrt(whole.round_variance * pace.rounds_per_hour) * pace.average_wager_cents
        hour = hourly(cents, table.digits if table else 0, is_exact=pace.seats == 1)
    record = record_of(
        SheetValued,
        wager,
        best=best,
        chart=chart,
        counter=counter,
        beside={each.id: moves for each, moves in beside},
        volatility_index=float(VOLATILITY_INDEX) * sqrt(best.variance),
        chart_costs=float(best.expectation - chart.expectation),
        sessions=normal_sessions(seat, pace),
        win_per_hour=win,
        standard_deviation_per_hour=hour,
        tables={name: each.tables for name, each in (("best", best), ("chart", chart), ("counter", counter))},
        seat=seat_record(seat),
        table=shared_record(table, sampled) if table and sampled else None,
    )
    words = cut_card_words(configuration)
    return ValuedSheet(wager, best, chart, counter, record, pace, seat, table, sampled, words, beside, win)


def _beside(wagers: Iterable[WagerSheet], asked: Asked) -> Iterator[tuple[Wager, Beside]]:
    """The side wagers of which it is known how they move with the base wager."""
    for each in wagers:
        conditions = (asked.conditions or {}).get(each.wager.id, Conditions())
        moves = solutions.beside_base(each.wager.id, each.result, conditions.meters)
        if moves is not None:
            yield each.wager, moves


def _number(configuration: Configuration, wager: str | None, asked: Asked) -> str:
    """A document number that follows from what the sheet is of, and not from when or under which rulebook."""
    named: list[object] = [str(configuration), wager, asked.pace, asked.conditions, asked.sights]
    if asked.mix:
        named.append(dict(asked.mix))
    return f"PS-{hashlib.sha256(repr(named).encode()).hexdigest()[:10].upper()}"


def _sources(
    configuration: Configuration, shown: set[str], rules: tuple[Rule, ...], readings: tuple[Interpretation, ...]
) -> tuple[Source, ...]:
    """What the sheet itself rests on, in the bibliography's order; not what the game's other tables cite."""
    book = configuration.book
    wagers = [wager for wager in configuration.rules.wagers if wager.id in shown]
    tables = [book.table(table.id) for wager, table in configuration.tables.items() if wager in shown]
    tables += [book.table(ladder.id) for wager, ladder in configuration.ladders.items() if wager in shown]
    records = (*rules, *readings, *wagers, *tables)
    tags = {configuration.edition.document, *(cite.document for record in records for cite in record.cites)}
    return tuple(source for tag, source in book.sources.items() if tag in tags)


def _advantage(configuration: Configuration, counted: Collection[str], sights: tuple[str, ...]) -> tuple[Audit, ...]:
    if solutions.base_wager(configuration) not in counted:
        return ()
    return tuple(audit(configuration, [each]) for each in sights or quick_sights(configuration))


def _check_pace(pace: Pace, configuration: Configuration) -> None:
    least, most = configuration.edition.seats
    if not least <= pace.seats <= most:
        raise BadInput(f"{pace.seats} seats: {configuration.rules.title} is played with {least} to {most}")
    if not 1 <= pace.rounds_per_hour <= 1000:
        raise BadInput(f"{pace.rounds_per_hour} rounds an hour: expected 1 to 1,000")


def _shown_wagers(configuration: Configuration, solution: solutions.Solution) -> set[str]:
    """The wagers on the sheet, with what belongs to the base wager where that is on it."""
    shown = {*solution.wagers, *solution.unsolved}
    rules = configuration.rules
    return shown | {wager.id for wager in rules.wagers if rules.bases and rules.part_of(wager.id) in shown}


def table_uses(configuration: Configuration) -> Iterator[SheetTable]:
    """Every table of the configuration, in the order of its wagers."""
    for wager in configuration.rules.wagers:
        table = configuration.tables.get(wager.id) or configuration.ladders.get(wager.id)
        if table is not None:
            basis = table.basis if isinstance(table, Paytable) else None
            yield SheetTable(wager=wager.id, id=table.id, status=table.status, basis=basis, note=table.note)


def _why_unsolved(configuration: Configuration, wager: str) -> str:
    try:
        solutions.solve(configuration, wager)
    except MissingPart as problem:
        return problem.message
    raise AssertionError(f"{wager} is solved")


def _wager_sheet(wager: Wager, result: Result, asked: Asked) -> WagerSheet:
    configuration, pace = result.configuration, asked.pace
    uses = list(table_uses(configuration))
    paid_beside = [each.id for each in configuration.rules.wagers if each.kind in ("award", "ladder")]
    bearing = [use for use in uses if use.wager == wager.id] or [use for use in uses if use.wager in paid_beside]
    conditions = (asked.conditions or {}).get(wager.id, Conditions())
    jackpot = Jackpot(result.jackpot, conditions) if result.jackpot else None
    distribution = jackpot.distribution if jackpot else result.distribution
    expectation = jackpot.expectation if jackpot else result.distribution.expectation
    stake = jackpot.solution.stake_cents if jackpot else pace.average_wager_cents
    pot_seats = pace.seats if pace.seats > 1 and result.is_of_one_player else 0
    luck = None
    if distribution and asked.with_luck:
        luck = volatility(distribution, replace(pace, seats=1) if pot_seats else pace, stake)
    table = table_of(result, pace.seats)
    pays = list(_pay_rows(result, jackpot))
    record = record_of(
        SheetWager,
        edge_record(result, conditions),
        title=wager.title,
        samples=[use.id for use in bearing if use.status == "sample"],
        pays=pays,
        awards=list(_awards(configuration)) if result.is_base else [],
        returned=_returned(pays),
        volatility_index=square_root_text(distribution.variance * VOLATILITY_INDEX**2)
        if distribution and distribution.variance
        else None,
        strategy=_strategy(result) if result.is_base and catalogue.load(configuration).actions else None,
        jackpot=_jackpot(jackpot) if jackpot else None,
        volatility=_volatility(luck, _hour(luck, stake, table, distribution)) if luck and distribution else None,
        n0=None
        if distribution is None or expectation is None
        else rounds_to_deviation(expectation, distribution.variance),
        table=None if table is None else table_record(table),
        seat_covariance=mean(table.covariance) if table and table.is_exact else None,
        win_per_hour_at_pot=_win_at_pot(result, pace, pot_seats) if luck else None,
    )
    return WagerSheet(wager, result, record, distribution, expectation, luck, table, jackpot, pot_seats)


def _hour(luck: Volatility, stake: int, table: TableFigures | None, distribution: Distribution) -> HourlyRecord:
    """Of the table's result: exact where it is known how seats win and lose together."""
    pace = luck.pace
    if table is None and pace.seats > 1:
        return hourly(luck.deviation_per_hour_cents)
    variance = distribution.variance if table is None else table.round_variance
    is_exact = pace.seats == 1 or (table is not None and table.is_exact)
    deviation = Fraction(square_root_text(variance * pace.rounds_per_hour)) if variance else Fraction()
    return hourly(deviation * stake, SIGNIFICANT if is_exact else SAMPLED_DIGITS, is_exact=is_exact)


def _win_at_pot(result: Result, pace: Pace, seats: int) -> Fraction | None:
    """What the house wins an hour of all seats at one pot, in cents; None where it was not recorded."""
    recorded = [each for each in estimates_of(result.configuration) if each.is_best_play and each.seats == seats]
    return recorded[0].house_edge * pace.rounds_per_hour * seats * pace.average_wager_cents if recorded else None


def _returned(rows: Iterable[SheetPay]) -> Fraction:
    """Of all rows whose return is known."""
    return sum((row.returns.value for row in rows if row.returns is not None), Fraction())


def _awards(configuration: Configuration) -> Iterator[SheetAward]:
    """The rows of every table that pays beside the base wager."""
    for table in posted_tables(configuration):
        if table.wager.kind == "award":
            yield from (SheetAward(event=row.label, pays=row.pays, table=table.code) for row in table.rows)


def _pay_rows(result: Result, jackpot: Jackpot | None) -> Iterator[SheetPay]:
    total = result.total

    def row(event: str, pays: str, count: int, part: Fraction | None, **told: Fraction | str | None) -> SheetPay:
        told |= {"probability": Fraction(count, total), "one_in": Fraction(total, count) if count else None}
        return record_of(SheetPay, told, event=event, pays=pays, count=count, returns=part)

    if result.is_base:
        won = sum((net * count for net, count in result.distribution.counts if net > 0), Fraction())
        for net, count in reversed(result.distribution.counts):
            event = "wins" if net > 0 else "loses" if net < 0 else "pushes"
            share = net * count / won if net > 0 else None
            yield row(event, format_odds(abs(net)) if net else "0", count, net * count / total, share=share)
        return
    solution = result.jackpot
    if jackpot is None or solution is None:
        back: list[Fraction | None] = [returned(each.pay) * each.probability for each in result.rows]
        parts, lost = [each.contribution for each in result.rows], -result.counted.losing_probability
    else:
        back = [_jackpot_return(jackpot, each) for each in result.rows]
        parts, lost = back, Fraction()
    whole = None if any(each is None for each in back) else sum((each or Fraction() for each in back), Fraction())
    for each, part, own in zip(result.rows, parts, back, strict=True):
        share = (own or Fraction()) / whole if whole else None
        yield row(each.label, _pays(solution, each.row), each.count, part, share=share, row=each.event)
    yield row("everything else", "loses", result.losing, lost)


def _pays(jackpot: JackpotSolution | None, row: Row) -> str:
    """As posted: a jackpot's dollar pays are for the fixed wager of the table."""
    posted = row.at_wager(jackpot.stake_cents) if jackpot else row
    words = describe_pay(posted.pay)
    if posted.envy_cents is not None:
        words += f"; envy {dollars(posted.envy_cents)}"
    return f"{words}; boosted {', '.join(map(describe_pay, posted.dynamic))}" if posted.dynamic else words


def _jackpot_return(jackpot: Jackpot, row: CountedRow) -> Fraction | None:
    """A row's part of the return, a meter's at what it shows."""
    pay, shown = row.row.pay, jackpot.shown
    if not isinstance(pay, MeterShare):
        return jackpot.solution.row_return(row)
    if shown is None:
        return None
    return row.probability * Fraction(shown[pay.level or 1]) * pay.percent / 100 / jackpot.solution.stake_cents


def _strategy(result: Result) -> SheetStrategy:
    result = with_chart_value(result)
    close = sorted((row for row in result.chart if len(row.options) > 1), key=_difference)
    nearest = {row.words for row in close[:BORDERLINE]}
    return record_of(
        SheetStrategy,
        result,
        stretches=stretches(result.chart),
        borderline=[_borderline(row) for row in result.chart if row.words in nearest and len(row.options) > 1],
        closest=[
            _close(hand.words, hand.values, is_settled=True, cards=format_cards(hand.cards)) for hand in result.closest
        ],
        simple=[
            record_of(SimplePlay, way, name=name, cost=result.cost(name))
            for name, way in _different(result.simple).items()
        ],
        ties=TIES,
    )


def _different(simple: Mapping[str, Distribution]) -> dict[str, Distribution]:
    """The simpler ways to play, less those that come to the same as one before: not every game has a range of bets."""
    first: dict[Distribution, str] = {}
    for name, each in simple.items():
        first.setdefault(each, name)
    return {name: simple[name] for name in first.values()}


def _difference(row: ChartRow) -> Fraction:
    following, best = sorted(map(row.value, row.options))[-2:]
    return best - following


def _borderline(row: ChartRow) -> CloseDecision:
    values = [BetValue(option.bet, row.value(option)) for option in row.options]
    return _close(row.words, values, is_settled=row.is_settled)


def _close(hand: str, values: Sequence[BetValue], *, is_settled: bool, cards: str | UnsetType = UNSET) -> CloseDecision:
    bets = [each.bet for each in values]
    best, following = sorted(values, key=lambda each: (-each.value, each.bet.amount))[:2]
    return CloseDecision(
        cards=cards,
        hand=hand,
        best=best.bet.name_among(bets),
        best_value=mean(best.value),
        next=following.bet.name_among(bets),
        next_value=mean(following.value),
        difference=mean(best.value - following.value),
        settled=is_settled,
    )


def _checks(sheet: WagerSheet) -> Iterable[SheetCheck]:
    """Sums that must agree; a sheet whose figures do not is not printed."""
    result, name = sheet.result, sheet.wager.title
    counts = sum(int(row.count) for row in sheet.record.pays)
    if not result.is_base:
        deals = deals_of(result.configuration, result.wager)
        yield _agree(f"{name}: combinations of all rows, and deals that there are", counts, deals)
    elif result.chart:
        deals = sum(row.cases.total for row in result.chart)
        yield _agree(f"{name}: deals in the chart, and net outcomes", deals, result.total)
    yield _agree(f"{name}: combinations of all rows, and their total", counts, result.total)
    if result.jackpot is None:
        parts = _returned(sheet.record.pays)
        yield _agree(f"{name}: returns of all rows, and the expectation", parts, result.distribution.expectation)


def _agree(words: str, one: Fraction | int, other: Fraction | int) -> SheetCheck:
    if one != other:
        raise CheckFailed(f"{words}: {one} is not {other}")
    value = f"{one:,}" if isinstance(one, int) else f"{one.numerator:,}/{one.denominator:,}"
    return SheetCheck(what=words, value=value)


BASE_WAGERS: Final = ("1.00", "2.00", "5.00", "10.00")
"""For which a break-even meter is printed, beside the configuration's own."""


def _jackpot(jackpot: Jackpot) -> SheetJackpot:
    """What a jackpot pays back, and at which meter it is fair."""
    solution, conditions = jackpot.solution, jackpot.conditions
    taken = sum(conditions.rates.values(), Fraction())
    if taken > 1:
        raise BadInput(
            f"{solution.wager}: its rates together take {decimal_text(taken * 100)} % of the wager",
            hint="100% at most",
        )
    never = [str(meter.level) for meter in solution.meters if not meter.share]
    if never:
        raise BadInput(f"{solution.paytable}: level {never[0]} can never be won here", hint="choose other decks")
    lower = _lower_meters(jackpot)
    even = solution.break_even_cents(conditions.others, lower)
    top = solution.meters[0].level
    averages = jackpot.averages
    most = solution.configuration.edition.seats[1]
    others = tuple(_countable(solution, most)) if solution.envy_return else (0,)
    long_run = None
    if averages is not None:
        meters = sum((meter.returns(averages[meter.level]) for meter in solution.meters), Fraction())
        long_run = solution.fixed_return + meters
    return record_of(
        SheetJackpot,
        conditions,
        fixed_return=solution.fixed_return,
        long_run_return=long_run,
        lower_meters_counted_as_empty=len(jackpot.lower) < len(lower),
        edge_by_meter=[
            EdgeAtMeter(
                meter=mean(step / 100),
                house_edge=percentage(-solution.expectation({**lower, top: step}, conditions.others)),
                break_even=step == even,
            )
            for step in _meter_steps(even)
        ],
        break_even=list(_break_evens(jackpot, others)),
    )


def _countable(solution: JackpotSolution, most: int) -> Iterable[int]:
    """Numbers of others for whom the envy is known; one envy a round is not counted for many."""
    for others in range(most):
        try:
            solution.envy(others)
        except BadInput:
            return
        yield others


def _lower_meters(jackpot: Jackpot) -> dict[int, int | Fraction]:
    """What the meters below the top one show, empty where that is not known."""
    return {meter.level: jackpot.lower.get(meter.level, 0) for meter in jackpot.solution.meters[1:]}


def _meter_steps(even: Fraction) -> list[Fraction]:
    """Round amounts from nothing to half as much again as the break-even meter, and that meter among them."""
    if even <= 0:
        return [Fraction(each * 100_000) for each in (0, 1, 2, 5, 10)]
    target = even / 6
    step = Fraction(100)
    while step * 10 <= target:
        step *= 10
    step *= next(each for each in (10, 5, 2, 1) if step * each <= target) if step <= target else 1
    found = [step * each for each in range(int(even * 3 / 2 / step) + 1)]
    return sorted({*found, even})


def _break_evens(jackpot: Jackpot, others: Iterable[int]) -> Iterator[BreakEven]:
    solution, configuration = jackpot.solution, jackpot.solution.configuration
    own = format_money(solution.stake_cents)
    key = configuration.rules.own_key("base_wager", solution.wager)
    settings = dict(configuration.spec.settings)
    settings.pop("tables", None)
    for amount in sorted({*BASE_WAGERS, own}, key=Fraction):
        if key not in configuration.values and amount != own:
            continue
        try:
            changed = configure(
                configuration.book,
                Spec(configuration.name, tuple(sorted((settings | {key: amount}).items())))
                if amount != own
                else configuration.spec,
            )
        except SpecError:
            continue
        scaled = replace(solution, configuration=changed)
        lower = _lower_meters(Jackpot(scaled, jackpot.conditions))
        for other in others:
            even = mean(scaled.break_even_cents(other, lower) / 100)
            yield BreakEven(base_wager=format_money(scaled.stake_cents), others=other, meter=even)


def readings_for(configuration: Configuration, shown: set[str]) -> tuple[Interpretation, ...]:
    """The readings on which the figures of these wagers rest, each with the answer that is in force here."""
    return tuple(
        replace(
            reading,
            answer=answer_in_force(configuration, reading),
            cites=configuration.cites_of(reading.cites, configuration.affected(reading)),
        )
        for reading in configuration.rules.interpretations
        if shown & {*reading.affects, *configuration.affected(reading)} and _bears(reading, configuration, shown)
    )


def _bears(reading: Interpretation, configuration: Configuration, shown: set[str]) -> bool:
    documents = {document for edition in configuration.rules.editions for document in edition.documents}
    cited = {cite.document for cite in reading.cites} & documents
    if cited and not cited & set(configuration.edition.documents):
        return False
    tables = [configuration.tables[wager] for wager in configuration.affected(reading) if wager in shown]
    return _is_in_force(reading, configuration, tables) and _is_of(reading, configuration, tables)


def _is_in_force(reading: Interpretation, configuration: Configuration, tables: list[Paytable]) -> bool:
    """Whether its question arises under the choices made, and its key, if it has one, decides anything here."""
    key = reading.key
    if reading.when and not reading.when.holds(configuration.values):
        return False
    if key is None:
        return True
    with_choice = {
        table.id
        for table in configuration.book.tables.values()
        if isinstance(table, Paytable) and any(other.key == key for other in table.alternatives)
    }
    if with_choice:
        return any(with_choice.intersection(table.codes) for table in tables)
    if any(
        each.id == key and each.when and not each.when.holds(configuration.values) for each in configuration.rules.keys
    ):
        return False
    if _features_of(reading, configuration):
        return True
    return configuration.values.get(key) != "none"


def _is_of(reading: Interpretation, configuration: Configuration, tables: list[Paytable]) -> bool:
    """Whether a reading of tables, of a feature or of appendices is about one of the chosen tables."""
    if reading.every_table or not tables:
        return True
    if reading.tables:
        return any(set(reading.tables) & set(table.codes) for table in tables)
    about = _features_of(reading, configuration)
    if about:
        return any(configuration.has(wager, about) for wager, table in configuration.tables.items() if table in tables)
    own = {cite.appendix for cite in reading.cites}
    # A table that an operator has typed is in none of the documents' appendices.
    return None in own or bool(own & {cite.appendix for table in tables for cite in table.cites if cite.appendix})


def _features_of(reading: Interpretation, configuration: Configuration) -> set[str]:
    """What it is about: its own features and those of the key that switches it."""
    own = [key.features for key in configuration.rules.keys if key.id == reading.key]
    return {*reading.features, *(feature for features in own for feature in features)}
