"""A jackpot over months, without a journal: what it is expected to bring, and how it runs from hand to hand.

Hands that pay from a meter or carry an envy are rare, so they are drawn and the rounds between them are not: the wait
is geometric with the exact probability, and the wagers made meanwhile are binomial. Money moves by the rules of the
books between the accounts of the books (``jackpot.kinds``). All other pays are drawn together, day by day.

Every hand of a round is drawn on its own with its exact probability: that hands of one round come from one deck, or
share the dealer's cards and the boosted pays, moves no average. Months have thirty gambling days.

The outlook of a plan is exact for the pace of play that is assumed. What a limit or a top-up bends has no exact figure,
and none is given. A meter breaks even where the wager pays back on average just what it costs.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import comb, exp, expm1, log1p, sqrt
from typing import Annotated, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.casino import floor, proofs
from croupier.errors import BadInput
from croupier.exact.counting.jackpots import JackpotSolution, Meter
from croupier.jackpot import accounts
from croupier.jackpot.kinds.rounds import contribute
from croupier.jackpot.kinds.winnings import Tally, settle_round
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan
from croupier.jackpot.state import LinkState, OpenRound
from croupier.play.game import JackpotBet, Why
from croupier.records import Of, Record, Written, record_of
from croupier.rulebook.rules import UNIT_CENTS, Row
from croupier.units import MeterShare, dollars, format_money, percent_text

DAYS_A_MONTH: Final = 30

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class LinkPace:
    """How the link is played: the same at every table and every hour."""

    tables: int
    seats: int
    rounds_per_hour: int = 40
    hours_per_day: int = 16
    take_up: Fraction = Fraction(1, 2)  # How likely a seat makes the wager in a round.
    months: int = 12

    @property
    def days(self) -> int:
        return self.months * DAYS_A_MONTH

    @property
    def rounds_a_day(self) -> int:
        """Of all tables together."""
        return self.tables * self.rounds_per_hour * self.hours_per_day

    @property
    def rounds(self) -> int:
        return self.days * self.rounds_a_day

    @property
    def wagers_a_day(self) -> Fraction:
        """On average."""
        return self.rounds_a_day * self.seats * self.take_up


class Hit(NamedTuple):
    """A whole meter that was won, and the money in cents."""

    run: int
    level: int
    amount: int
    advanced: int  # What the house had to add for that round's winners; nothing where the reserve covered it.


@dataclass(frozen=True)
class Months:
    """What happened in every run."""

    link: LinkPlan
    pace: LinkPace
    runs: int
    seed: str
    meters: dict[int, Whole]  # By level: runs x (days + 1), cents at the beginning and at the end of each day.
    reserve: Whole  # By run, what it holds at the end, in cents.
    house: Whole  # By run, in millionths of a cent: what the house has won, seeds it advanced taken off.
    wagers: Whole  # By run.
    hits: dict[str, Whole]  # By field of ``Hit``, its column.
    parts: dict[int, Whole]  # By level, the awards that took a part of a meter, in cents.
    accounts: dict[str, Whole]
    """By account of the books, its balance at the end of each run, in millionths of a cent; they add up to nothing."""


CHANCES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)

Quantiles = list[float]  # At ``CHANCES``, lowest first.


class Compared(Record):
    """A simulated average with its standard error, and the exact one where it is known; in dollars where the unit is
    one."""

    name: str
    unit: str
    simulated: float
    standard_error: float | None
    exact: float | None
    z: float | None  # How many standard errors the two are apart.


class LevelFigures(Record):
    """One meter over the months; amounts in dollars."""

    level: int
    one_in: float | None  # Wagers to a whole meter, exact.
    long_run_meter: float | None
    """What the meter would show on average in the long run, were it not bent; None where it is posted."""
    is_bent: bool  # Whether a limit or a top-up moves the meter besides wins and wagers.
    hits: int
    meter: Quantiles  # At the ends of all days of all runs.
    meter_at_the_end: Quantiles  # Of each run.
    awards: Quantiles  # Of the whole meter; empty where it was never won.
    partial_awards: Quantiles
    days_between_hits: list[float]  # At ``CHANCES``, exact; empty where it cannot be won.
    mean_days_between_hits: float | None  # Exact.
    reserve_covers_reseed: float | None
    """How often the reserve held all that the next meter needed; None where it was never won."""
    reserve_covers_reseed_standard_error: float | None


class MonthFigures(Record):
    """Everything that a simulation reports; money in dollars as numbers, since averages have no cents."""

    schema: int = 1
    jackpot: str
    title: str
    paytable: str
    tables: int
    seats: int
    rounds_per_hour: int
    hours_per_day: int
    take_up: float
    months: int
    runs: int
    seed: str
    rulebook_hash: str
    chances: list[float]
    compared: list[Compared]
    levels: list[LevelFigures]
    house: Quantiles  # What the house has won at the end of a run; seeds it advanced are taken off, the first one not.
    house_loses: float  # How often that is below zero.
    reserve: Quantiles  # What the reserve holds at the end of a run.


def figures(months: Months, solution: JackpotSolution) -> MonthFigures:
    """Summarize a simulation."""
    link, house = months.link, months.house / MILLION
    return record_of(
        MonthFigures,
        months.pace,
        jackpot=link.id,
        title=link.title,
        paytable=link.paytable,
        take_up=float(months.pace.take_up),
        runs=months.runs,
        seed=months.seed,
        rulebook_hash=link.rulebook_hash,
        chances=list(CHANCES),
        compared=_compared(months, solution),
        levels=[_level(months, solution, level) for level in link.levels],
        house=_quantiles(house),
        house_loses=float((house < 0).mean()),
        reserve=_quantiles(months.reserve),
    )


def _compared(months: Months, solution: JackpotSolution) -> list[Compared]:
    pace, link = months.pace, months.link
    wagers = pace.days * pace.wagers_a_day
    compared = [_mean("wagers a run", "", months.wagers, wagers)]
    for level in link.levels:
        name = f", level {level.number}" if len(link.levels) > 1 else ""
        meter = solution.meter(level.number)
        mine = months.hits["run"][months.hits["level"] == level.number]
        hits = np.bincount(mine, minlength=months.runs)
        compared.append(_mean(f"whole meters won a run{name}", "", hits, wagers * meter.hit_probability))
        if link.type == "progressive":
            shown = months.meters[level.number][:, -1]
            compared.append(_mean(f"meter at the end{name}", "$", shown, expected_meter(link, meter, level, pace)))
    kept = months.house / MILLION + months.reserve
    name = "house and reserve a run" if link.type == "progressive" else "house a run"
    return [*compared, _mean(name, "$", kept, expected_result(link, solution, pace))]


def _mean(name: str, unit: str, values: NDArray[np.number], exact: Fraction | None) -> Compared:
    simulated, unit_size = float(values.mean()), 100 if unit == "$" else 1
    error = float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else None
    return Compared(
        name=name,
        unit=unit,
        simulated=simulated / unit_size,
        standard_error=None if error is None else error / unit_size,
        exact=None if exact is None else float(exact) / unit_size,
        z=(simulated - float(exact)) / error if exact is not None and error else None,
    )


def _is_bent(link: LinkPlan, level: Level, meter: Meter) -> bool:
    """Whether something other than wins and the rate moves the meter."""
    pays_parts = meter.share != meter.hit_probability
    return level.limit_cents is not None or (link.below_seed == "top-up" and pays_parts)


def expected_meter(link: LinkPlan, meter: Meter, level: Level, pace: LinkPace) -> Fraction | None:
    """What a meter shows on average at the end of a run.

    Each wager moves it a ``share`` of the way to the long-run average, so the distance shrinks by 1 - share a wager.
    Exact up to two winners in one round and cents rounded down; None where the meter is bent.
    """
    if _is_bent(link, level, meter):
        return None
    average = long_run_meter(meter, level)
    return average + (level.beginning_cents - average) * _left(meter, pace)


def long_run_meter(meter: Meter, level: Level) -> Fraction:
    """What a meter shows on average in the long run, were it not bent."""
    return meter.average_cents(level.reseed_cents, Fraction(level.increment_ppm, MILLION))


def expected_result(link: LinkPlan, solution: JackpotSolution, pace: LinkPace) -> Fraction | None:
    """What house and reserve keep together on average, in cents; None where a limit or a top-up bends it."""
    wagers = pace.days * pace.wagers_a_day
    stake = link.base_wager_cents
    percent = solution.counted.table.dealer_envy_percent or Fraction()
    kept = wagers * stake * (1 - solution.fixed_return) - _expected_envy(solution, pace)
    for level in link.levels:
        meter = solution.meter(level.number)
        if link.type == "house":
            kept -= wagers * meter.share * level.seed_cents
            kept -= wagers * meter.hit_probability * level.seed_cents * percent / 100
            continue
        if _is_bent(link, level, meter) and (percent or link.below_seed == "top-up" or link.overflow_to == "reserve"):
            return None
        kept -= wagers * stake * Fraction(level.increment_ppm, MILLION)
        kept -= wagers * meter.hit_probability * level.reseed_cents
        if percent:
            seen = _meters_seen(meter, level, pace)
            kept -= meter.hit_probability * seen * percent / 100
    return kept


def _meters_seen(meter: Meter, level: Level, pace: LinkPace) -> Fraction:
    """The sum of what the meter shows at each wager, on average."""
    average = long_run_meter(meter, level)
    gone = (level.beginning_cents - average) * (1 - _left(meter, pace))
    return pace.days * pace.wagers_a_day * average + gone / meter.share


def _left(meter: Meter, pace: LinkPace) -> Fraction:
    """The part of the distance to the long-run average that is left at the end: each seat of each round may bet."""
    return Fraction(exp(pace.rounds * pace.seats * log1p(-float(pace.take_up * meter.share))))


def _expected_envy(solution: JackpotSolution, pace: LinkPace) -> Fraction:
    """All envy pays of the months, in cents."""
    bettors = pace.rounds * pace.seats * pace.take_up
    if solution.configuration.values.get("envy_per") != "round":
        others = (pace.seats - 1) * pace.take_up
        return bettors * others * solution.envy_return * solution.stake_cents
    # One envy a round, the largest: the best of the other seats' hands.
    best, above, none_above = Fraction(), Fraction(), Fraction(1)
    amounts = sorted({counted.row.envy_cents or 0 for counted in solution.counted.rows}, reverse=True)
    for cents in amounts:
        above += sum(counted.probability for counted in solution.counted.rows if (counted.row.envy_cents or 0) == cents)
        none = (1 - pace.take_up * above) ** (pace.seats - 1)
        best += cents * (none_above - none)
        none_above = none
    return bettors * best * solution.stake_cents / UNIT_CENTS


def _level(months: Months, solution: JackpotSolution, level: Level) -> LevelFigures:
    link, pace, number = months.link, months.pace, level.number
    meter = solution.meter(number)
    mine = months.hits["level"] == number
    amounts = months.hits["amount"][mine]
    covers = covers_error = None
    if len(amounts) and link.type == "progressive":
        covered = months.hits["advanced"][mine] == 0
        covers = float(covered.mean())
        covers_error = sqrt(covers * (1 - covers) / len(covered))
    chance = 1 - (1 - pace.take_up * meter.hit_probability) ** pace.seats
    misses = log1p(-float(chance)) * pace.rounds_a_day
    return LevelFigures(
        level=number,
        one_in=None if meter.one_in is None else float(meter.one_in),
        long_run_meter=None if link.type == "house" else float(long_run_meter(meter, level)) / 100,
        is_bent=_is_bent(link, level, meter),
        hits=len(amounts),
        meter=_quantiles(months.meters[number][:, 1:].ravel()),
        meter_at_the_end=_quantiles(months.meters[number][:, -1]),
        awards=_quantiles(amounts),
        partial_awards=_quantiles(months.parts[number]),
        days_between_hits=[log1p(-part) / misses for part in CHANCES] if misses else [],
        mean_days_between_hits=float(1 / chance / pace.rounds_a_day) if chance else None,
        reserve_covers_reseed=covers,
        reserve_covers_reseed_standard_error=covers_error,
    )


def _quantiles(values: NDArray[np.number]) -> Quantiles:
    """Of amounts in cents, in dollars."""
    return [float(cents) / 100 for cents in np.quantile(values, CHANCES)] if len(values) else []


MOST_ROUNDS: Final = 10**11
MOST_EVENTS: Final = 50_000_000
MOST_WORKED_OUT: Final = 50_000  # Numbers of wagers between two hands whose flows are remembered.
_MOST_MONEY: Final = 2**62
_WHY: Final = Why("drawn")


def simulate_months(
    link: LinkPlan,
    solution: JackpotSolution,
    pace: LinkPace,
    *,
    runs: int = 200,
    seed: str | int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Months:
    """Play a link for some months, many times over; the same seed gives the same months."""
    model = _Model(link, solution, pace)
    _check_size(link, pace, runs, model)
    root = int.from_bytes(sha256(str(seed).encode()).digest())
    days = pace.days + 1
    meters = {level.number: np.zeros((runs, days), np.int64) for level in link.levels}
    reserve, house, wagers = np.zeros((3, runs), np.int64)
    hits: list[Hit] = []
    parts = {level.number: array("q") for level in link.levels}
    ends: list[dict[str, int]] = []
    for number in range(runs):
        # A run's stream depends on its number alone, so more runs add to the same months.
        chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(root, spawn_key=(number,))))
        run = _Run(model, number, hits, parts)
        state = run.state
        for day in model.play(chance, run):
            for level in link.levels:
                posted = level.beginning_cents if link.type == "house" else state.meter_cents(level.number)
                meters[level.number][number, day] = posted
        reserve[number], house[number] = state.cents(accounts.RESERVE), run.house
        wagers[number] = state.wager_count
        ends.append({name: state.balance(name) for name in state.balances})
        if len(link.worked_out) > MOST_WORKED_OUT:
            link.worked_out.clear()
        progress(number + 1, runs)
    named = dict.fromkeys(name for end in ends for name in end)
    columns = {name: np.array([end.get(name, 0) for end in ends], np.int64) for name in named}
    part_awards = {number: np.array(column, dtype=np.int64) for number, column in parts.items()}
    won = dict(zip(Hit._fields, np.array(hits, np.int64).reshape(-1, len(Hit._fields)).T, strict=True))
    return Months(link, pace, runs, str(seed), meters, reserve, house, wagers, won, part_awards, columns)


def _check_size(link: LinkPlan, pace: LinkPace, runs: int, model: _Model) -> None:
    for name in ("tables", "seats", "rounds_per_hour", "hours_per_day", "months"):
        if getattr(pace, name) < 1:
            raise BadInput(f"{name.replace('_', ' ')}: {getattr(pace, name)} is too few", hint="one or more")
    if pace.hours_per_day > 24:
        raise BadInput(f"a day of {pace.hours_per_day} hours", hint="24 at most")
    if not 0 < pace.take_up <= 1:
        raise BadInput(f"a take-up of {pace.take_up} is not a share of the seats", hint="as in 50% or 0.5")
    if runs < 1:
        raise BadInput(f"{runs} runs are too few", hint="one or more")
    money = pace.rounds * pace.seats * link.base_wager_cents * MILLION
    if pace.rounds > MOST_ROUNDS or money > _MOST_MONEY:
        raise BadInput(f"{pace.rounds:,} rounds are more than can be counted", hint="fewer months, tables or rounds")
    if runs * (pace.rounds * model.round_chance + pace.days) > MOST_EVENTS:
        raise BadInput(
            f"{runs:,} runs of {pace.months:,} months touch the meters too often to be played",
            hint="fewer runs, months or tables",
        )


class _Model:
    """What a round can bring, with its exact probability."""

    def __init__(self, link: LinkPlan, solution: JackpotSolution, pace: LinkPace) -> None:
        self.link, self.pace, self.solution = link, pace, solution
        self.wager, self.stake = solution.wager, solution.stake_cents
        self.game = floor.load_layout(link.carried(link.tables[0].game) or link.tables[0].game)
        counted = solution.counted.rows
        self.rows = [hand.row for hand in counted if _touches(hand.row) and hand.count]
        chances = [hand.probability for hand in counted if _touches(hand.row) and hand.count]
        per_wager = sum(chances, Fraction())
        self.row_chances = np.array([float(chance / per_wager) for chance in chances]) if chances else np.zeros(0)
        seat = per_wager * pace.take_up
        self.other_bets = float((pace.take_up - seat) / (1 - seat)) if seat < 1 else 0.0
        """How likely a seat without such a hand has bet."""
        self.round_chance = -expm1(pace.seats * log1p(-float(seat))) if seat < 1 else 1.0
        hit = float(seat)
        winners = np.array(
            [comb(pace.seats, n) * hit**n * (1 - hit) ** (pace.seats - n) for n in range(1, pace.seats + 1)]
        )
        self.winners = winners / winners.sum() if winners.sum() else np.array([1.0])
        """How likely 1, 2, ... hands touch a meter in a round in which one does."""
        self._set_fixed_pays(per_wager)

    def _set_fixed_pays(self, per_wager: Fraction) -> None:
        """What all other hands are paid, and how likely each pay is for a hand that does not touch a meter."""
        pays: list[tuple[int, Fraction]] = []
        for counted in self.solution.counted.rows:
            if not _touches(counted.row):
                for back, chance in self.solution.pays(counted.row):
                    pays.append((_whole(back * self.stake), counted.probability * chance))
        rest = 1 - per_wager
        self.fixed_cents = np.array([cents for cents, _ in pays], dtype=np.int64)
        chances = [float(chance / rest) if rest else 0.0 for _, chance in pays]
        self.fixed_chances = np.array([*chances, max(0.0, 1.0 - sum(chances))])

    def play(self, chance: np.random.Generator, run: _Run) -> Iterator[int]:
        """Play one run; yields each day when the accounts are at its end, the beginning being day 0."""
        pace = self.pace
        yield 0
        at = self._event_rounds(chance)
        day_ends = np.arange(1, pace.days + 1, dtype=np.int64) * pace.rounds_a_day
        stops = np.concatenate([at, day_ends])
        is_end = np.concatenate([np.zeros(len(at), np.int64), np.ones(pace.days, np.int64)])
        order = np.lexsort((is_end, stops))  # of a day's last round, the hand comes before the close
        stops, is_end = stops[order], is_end[order]
        quiet = np.diff(stops, prepend=0) - (1 - is_end)
        wagers = chance.binomial(quiet * pace.seats, self.other_bets)
        winners = chance.choice(len(self.winners), size=len(at), p=self.winners) + 1
        others = chance.binomial(pace.seats - winners, self.other_bets)
        rows = chance.choice(len(self.rows), size=int(winners.sum()), p=self.row_chances) if len(at) else winners
        bets = wagers.copy()  # those that touched no meter
        bets[is_end == 0] += others
        bets_a_day = np.bincount((stops - 1) // pace.rounds_a_day, weights=bets, minlength=pace.days)
        fixed = chance.multinomial(bets_a_day.astype(np.int64), self.fixed_chances)[:, :-1] @ self.fixed_cents
        next_row, event, day = iter(rows.tolist()), 0, 0
        for stop, end, made in zip(stops.tolist(), is_end.tolist(), wagers.tolist(), strict=True):
            if end:
                run.contribute(made)
                run.state.apply_moves([(accounts.PRIZES, accounts.CAGE, int(fixed[day]) * MILLION)])
                day += 1
                yield day
                continue
            hands = [self.rows[next(next_row)] for _ in range(int(winners[event]))]
            run.contribute(made + len(hands) + int(others[event]))
            run.settle(stop, hands, int(others[event]), self._boosts(chance, hands))
            event += 1

    def _event_rounds(self, chance: np.random.Generator) -> Whole:
        """The rounds in which a hand touches a meter or pays an envy."""
        if not self.rows:
            return np.zeros(0, np.int64)
        stretches: list[Whole] = []
        last, expected = 0, self.pace.rounds * self.round_chance
        while last < self.pace.rounds:
            gaps = chance.geometric(self.round_chance, size=int(expected + 4 * expected**0.5) + 4)
            stretches.append(last + np.cumsum(gaps))
            last = int(stretches[-1][-1])
            expected = max(0.0, (self.pace.rounds - last) * self.round_chance)
        rounds = np.concatenate(stretches)
        return rounds[rounds <= self.pace.rounds]

    def _boosts(self, chance: np.random.Generator, hands: list[Row]) -> dict[str, int]:
        """A dynamic hand that also carries an envy draws its pay here; the documents have none."""
        boosts: dict[str, int] = {}
        for row in hands:
            if row.dynamic and row.event not in boosts:
                pays = self.solution.pays(row)
                drawn = int(chance.choice(len(pays), p=[float(part) for _, part in pays]))
                boosts[row.event] = _whole(pays[drawn][0] * UNIT_CENTS)
        return boosts


class _Run:
    """The accounts of one run."""

    def __init__(self, model: _Model, number: int, hits: list[Hit], parts: dict[int, array[int]]) -> None:
        self.model, self.link, self.number, self.hits, self.parts = model, model.link, number, hits, parts
        self.state = LinkState(self.link.id, day=self.link.first_day)
        advanced = (accounts.seed_advanced(level.number) for level in self.link.levels)
        self._of_house = (accounts.HOUSE, accounts.PRIZES, *advanced)
        if self.link.type == "progressive":
            begins = {accounts.meter(level.number): level.beginning_cents * MILLION for level in self.link.levels}
            self.state.apply_moves((accounts.CARRIED_IN, meter, amount) for meter, amount in begins.items())

    @property
    def house(self) -> int:
        """What the house has won so far, in millionths of a cent."""
        return sum(map(self.state.balance, self._of_house))

    def contribute(self, wagers: int) -> None:
        """What wagers bring to every account."""
        self.state.wager_count += wagers
        self.state.apply_moves(contribute(self.state, self.link, wagers * self.link.base_wager_cents))

    def settle(self, at: int, rows: list[Row], others: int, boosts: dict[str, int]) -> None:
        """Pay a round in which seats hold these rows and others have lost."""
        model, state, link = self.model, self.state, self.link
        bets = {seat: JackpotBet(seat, model.wager, model.stake, row, "", _WHY) for seat, row in enumerate(rows, 1)}
        round = OpenRound(at, list(range(1, len(rows) + others + 1)), locked=True, dynamic=boosts)
        won = settle_round(state, link, link, model.game, model.wager, round, bets, 0, Tally(state, link))
        state.apply_moves(won.moves)
        for award in won.awards:
            level = award.level or 1
            if award.kind == "meter" and award.percent == "100":
                _, advanced, *_ = won.settled.refills.get(str(level), (0, 0))
                self.hits.append(Hit(self.number, level, award.cents, advanced))
            elif award.kind == "meter":
                self.parts[level].append(award.cents)


def _touches(row: Row) -> bool:
    return isinstance(row.pay, MeterShare) or bool(row.envy_cents)


def _whole(cents: Fraction) -> int:
    if cents.denominator != 1:
        raise ArithmeticError(f"{cents} cents are not whole")
    return cents.numerator


DAYS_A_YEAR: Final = 365


class LevelOutlook(NamedTuple):
    """One meter; amounts in cents."""

    level: Level
    average_cents: Fraction  # What it shows on average in the long run, a limit aside.
    break_even_cents: Fraction | None
    """What it must show for the wager to be fair, the other meters at their averages; None where it is never won."""
    hits_a_year: Fraction
    reserve_covers: Fraction | None
    """The part of each reseed that the reserve brings on average; None where nothing is reseeded."""


class Outlook(NamedTuple):
    """One link at an assumed pace."""

    link: LinkPlan
    pace: LinkPace
    hold: Fraction | None
    """What house and reserve keep of each wager in the first year, on average; None where a limit bends it."""
    levels: tuple[LevelOutlook, ...]

    @property
    def warnings(self) -> list[str]:
        """What nobody should approve without having seen it."""
        told = []
        if self.hold is not None and self.hold <= 0:
            told.append(f"{self.link.id}: the expected hold is {percent_text(self.hold)}: the house loses on average")
        for level in self.levels:
            if level.break_even_cents is None:
                continue
            which = f"{self.link.id}, level {level.level.number}"
            even = dollars(round(level.break_even_cents))
            begins, limit_cents = level.level.beginning_cents, level.level.limit_cents
            if begins >= level.break_even_cents:
                shown = dollars(begins)
                told.append(f"{which}: {shown} is at or above the break-even of {even}: the wager favors the players")
            elif limit_cents is not None and limit_cents > level.break_even_cents:
                limit = dollars(limit_cents)
                told.append(
                    f"{which}: the limit of {limit} is above the break-even of {even}: between the two the wager "
                    "favors the players"
                )
        return told


Rounded = Annotated[str, Written(lambda cents: format_money(round(cents)))]
Exactly = Annotated[str, Written(str)]


class PaceRecord(Record):
    tables: int
    seats: int
    rounds_per_hour: int
    hours_per_day: int
    take_up: Exactly


class LevelRecord(Record):
    level: Annotated[int, Of("level.number")]
    average_meter: Annotated[Rounded, Of("average_cents")]
    break_even_meter: Annotated[Rounded | None, Of("break_even_cents")]
    limit: Annotated[Rounded | None, Of("level.limit_cents")]
    hits_a_year: Annotated[float, Written(float)]
    reserve_covers: Exactly | None


class OutlookRecord(Record):
    """For JSON: fractions exact, amounts in dollars rounded to the cent."""

    pace: PaceRecord
    hold: Exactly | None
    levels: list[LevelRecord]
    warnings: list[str]


def pace_of(link: LinkPlan, rounds_per_hour: int, hours_per_day: int, take_up: Fraction, months: int = 12) -> LinkPace:
    """The plan's own tables and seats, at an assumed pace."""
    seats = max(1, round(sum(table.seats for table in link.tables) / len(link.tables)))
    return LinkPace(len(link.tables), seats, rounds_per_hour, hours_per_day, take_up, months)


def outlook(link: LinkPlan, pace: LinkPace) -> Outlook:
    """The expectation of one link; its tables win alike, so the first stands for all."""
    solution = proofs.solve_link(link)
    wagers = pace.days * pace.wagers_a_day
    result = expected_result(link, solution, pace)
    averages = {level.number: _average(link, solution, level) for level in link.levels}
    levels = tuple(_level_outlook(link, solution, level, averages, pace) for level in link.levels)
    return Outlook(link, pace, None if result is None else result / (wagers * link.base_wager_cents), levels)


def _average(link: LinkPlan, solution: JackpotSolution, level: Level) -> Fraction:
    meter = solution.meter(level.number)
    if link.type == "house" or not meter.share:
        return Fraction(level.seed_cents)
    return long_run_meter(meter, level)


def _level_outlook(
    link: LinkPlan, solution: JackpotSolution, level: Level, averages: dict[int, Fraction], pace: LinkPace
) -> LevelOutlook:
    meter = solution.meter(level.number)
    others = sum(
        (other.returns(averages[other.level]) for other in solution.meters if other.level != level.number), Fraction()
    )
    short = 1 - solution.fixed_return - others
    reseed = meter.hit_probability * level.reseed_cents
    return LevelOutlook(
        level=level,
        average_cents=averages[level.number],
        break_even_cents=short * solution.stake_cents / meter.share if meter.share else None,
        hits_a_year=meter.hit_probability * pace.wagers_a_day * DAYS_A_YEAR,
        reserve_covers=None
        if link.type == "house" or not reseed
        else Fraction(level.reserve_ppm, MILLION) * solution.stake_cents / reseed,
    )
