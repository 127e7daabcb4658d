"""A jackpot over months, without books: from one hand that touches a meter to the next.

Hands that pay from a meter or carry an envy are rare, so they are drawn and the rounds between them are not: the wait
is geometric with the exact probability, and the wagers made meanwhile are binomial. What such a hand is paid, and what
the meters show afterward, is the rulebook's own valuation (``play.awards``); money is whole cents, contributions whole
millionths of a cent, and nothing is lost between the accounts. All other pays are drawn together, day by day.

Every hand of a round is drawn on its own with its exact probability: that hands of one round come from one deck, or
share the dealer's cards and the boosted pays, moves no average. Months have thirty gambling days. What the numbers
come to is in ``month_figures``.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from fractions import Fraction
from hashlib import sha256
from math import comb, expm1, log1p
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.casino.month_records import Hits, LinkPace, Months, Whole
from croupier.errors import BadInput
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import returned
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.play.awards import value_jackpots
from croupier.play.lines import JackpotBet, Why
from croupier.rulebook.paytables import UNIT_CENTS, Row
from croupier.units.odds import MeterShare

MOST_ROUNDS: Final = 10**11
MOST_EVENTS: Final = 50_000_000
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
    reserve = np.zeros((runs, days), np.int64)
    house = np.zeros((runs, days), np.int64)
    wagers = np.zeros(runs, np.int64)
    hits, parts = Hits(), {level.number: array("q") for level in link.levels}
    totals: dict[str, list[int]] = {}
    for run in range(runs):
        # A run's stream depends on its number alone, so more runs add to the same months.
        chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(root, spawn_key=(run,))))
        books = _Books(link, model, run, hits, parts)
        for day in model.play(chance, books):
            for number, cents in books.meters.items():
                meters[number][run, day] = cents
            reserve[run, day] = books.reserve
            house[run, day] = books.house_in - books.house_out * MILLION
            wagers[run] = books.wagers
        for name, amount in books.totals().items():
            totals.setdefault(name, []).append(amount)
        progress(run + 1, runs)
    columns = {name: np.array(column, dtype=np.int64) for name, column in totals.items()}
    found = {number: np.array(column, dtype=np.int64) for number, column in parts.items()}
    return Months(link, pace, runs, str(seed), meters, reserve, house, wagers, hits.columns(), found, columns)


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
        self.pace = pace
        self.solution = solution
        self.wager = solution.wager
        self.stake = solution.stake_cents
        counted = solution.counted.rows
        self.rows = [each.row for each in counted if _touches(each.row) and each.count]
        chances = [each.probability for each in counted if _touches(each.row) and each.count]
        per_wager = sum(chances, Fraction())
        self.row_chances = np.array([float(each / per_wager) for each in chances]) if chances else np.zeros(0)
        seat = per_wager * pace.take_up
        self.other_bets = float((pace.take_up - seat) / (1 - seat)) if seat < 1 else 0.0
        """How likely a seat without such a hand has bet."""
        self.round_chance = -expm1(pace.seats * log1p(-float(seat))) if seat < 1 else 1.0
        self.winners = _winners(pace.seats, float(seat))
        self._set_fixed_pays(per_wager)
        self.reseeds = {level.number: level.reseed_cents for level in link.levels}
        self._bets: dict[tuple[int, Row | None], JackpotBet] = {}

    def _set_fixed_pays(self, per_wager: Fraction) -> None:
        """What all other hands are paid, and how likely each pay is for a hand that does not touch a meter."""
        pays: list[tuple[int, Fraction]] = []
        for each in self.solution.counted.rows:
            if not _touches(each.row):
                for back, chance in self._returns(each.row):
                    pays.append((_whole(back * self.stake), each.probability * chance))
        rest = 1 - per_wager
        self.fixed_cents = np.array([cents for cents, _ in pays], dtype=np.int64)
        chances = [float(chance / rest) if rest else 0.0 for _, chance in pays]
        self.fixed_chances = np.array([*chances, max(0.0, 1.0 - sum(chances))])

    def _returns(self, row: Row) -> list[tuple[Fraction, Fraction]]:
        boosts = self.solution.boosts
        return list(boosts.returns(row)) if boosts else [(returned(row.pay), Fraction(1))]

    def play(self, chance: np.random.Generator, books: _Books) -> Iterator[int]:
        """Play one run; yields each day when the books are at its end, the beginning being day 0."""
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
        bets_a_day = self._quiet_bets(stops, is_end, wagers, others)
        fixed = chance.multinomial(bets_a_day, self.fixed_chances)[:, :-1] @ self.fixed_cents
        next_row, event, day = iter(rows.tolist()), 0, 0
        for stop, end, made in zip(stops.tolist(), is_end.tolist(), wagers.tolist(), strict=True):
            books.contribute(made)
            if end:
                books.pay_fixed(int(fixed[day]))
                day += 1
                yield day
                continue
            hands = [self.rows[next(next_row)] for _ in range(int(winners[event]))]
            books.contribute(len(hands) + int(others[event]))
            books.settle(stop, self._round(hands, int(others[event])), self._boosts(chance, hands))
            event += 1

    def _event_rounds(self, chance: np.random.Generator) -> Whole:
        """The rounds in which a hand touches a meter or pays an envy."""
        if not self.rows:
            return np.zeros(0, np.int64)
        found: list[Whole] = []
        last, expected = 0, self.pace.rounds * self.round_chance
        while last < self.pace.rounds:
            gaps = chance.geometric(self.round_chance, size=int(expected + 4 * expected**0.5) + 4)
            found.append(last + np.cumsum(gaps))
            last = int(found[-1][-1])
            expected = max(0.0, (self.pace.rounds - last) * self.round_chance)
        rounds = np.concatenate(found)
        return rounds[rounds <= self.pace.rounds]

    def _quiet_bets(self, stops: Whole, is_end: Whole, wagers: Whole, others: Whole) -> Whole:
        """By day, the wagers that touched no meter."""
        made = wagers.copy()
        made[is_end == 0] += others
        return np.bincount((stops - 1) // self.pace.rounds_a_day, weights=made, minlength=self.pace.days).astype(
            np.int64
        )

    def _round(self, hands: list[Row], others: int) -> tuple[JackpotBet, ...]:
        rows: list[Row | None] = [*hands, *[None] * others]
        return tuple(self._bet(seat, row) for seat, row in enumerate(rows, 1))

    def _bet(self, seat: int, row: Row | None) -> JackpotBet:
        bet = self._bets.get((seat, row))
        if bet is None:
            bet = self._bets[seat, row] = JackpotBet(seat, self.wager, self.stake, row, "", _WHY)
        return bet

    def _boosts(self, chance: np.random.Generator, hands: list[Row]) -> dict[str, int]:
        """A dynamic hand that also carries an envy draws its pay here; the documents have none."""
        found: dict[str, int] = {}
        for row in hands:
            if row.dynamic and row.event not in found:
                pays = self._returns(row)
                drawn = int(chance.choice(len(pays), p=[float(part) for _, part in pays]))
                found[row.event] = _whole(pays[drawn][0] * UNIT_CENTS)
        return found


class _Books:
    """The accounts of one run. Meters, overflow and reserve are in cents; fractions wait in millionths of a cent."""

    def __init__(self, link: LinkPlan, model: _Model, run: int, hits: Hits, parts: dict[int, array[int]]) -> None:
        self.link, self.model, self.run, self.hits, self.parts = link, model, run, hits, parts
        self.meters = {level.number: level.beginning_cents for level in link.levels}
        self.overflow = {level.number: 0 for level in link.levels}
        self.reserve = 0
        self.waiting = {level.number: 0 for level in link.levels}
        self.waiting_reserve = 0
        self.wagers = self.house_in = 0
        self.house_out = self.from_meters = self.from_reserve = self.from_house = 0
        self.reserve_ppm = sum(level.reserve_ppm for level in link.levels)
        self.house_ppm = MILLION - self.reserve_ppm - sum(level.increment_ppm for level in link.levels)

    def contribute(self, wagers: int) -> None:
        """What wagers bring to every account."""
        cents = wagers * self.link.base_wager_cents
        self.wagers += wagers
        self.house_in += cents * self.house_ppm
        for level in self.link.levels:
            number = level.number
            rise, self.waiting[number] = divmod(self.waiting[number] + cents * level.increment_ppm, MILLION)
            if level.limit_cents is not None and self.meters[number] + rise > level.limit_cents:
                spilled = self.meters[number] + rise - level.limit_cents
                self.overflow[number] += spilled
                rise -= spilled
            self.meters[number] += rise
        rise, self.waiting_reserve = divmod(self.waiting_reserve + cents * self.reserve_ppm, MILLION)
        self.reserve += rise

    def pay_fixed(self, cents: int) -> None:
        self.house_out += cents
        self.from_house += cents

    def settle(self, at: int, bets: tuple[JackpotBet, ...], boosts: dict[str, int]) -> None:
        """Pay a round as the rulebook values it, then fill the meters again."""
        wager = self.model.wager
        before = dict(self.meters)
        valued = value_jackpots(
            self.model.solution.configuration, bets, {wager: before}, {wager: self.model.reseeds}, boosts
        )
        paid = dict.fromkeys(before, 0)
        won: list[tuple[int, int]] = []
        for award in valued.awards:
            if award.kind == "meter" and award.percent == "100":
                won.append((award.level or 1, award.amount))
            elif award.kind == "meter":
                self.parts[award.level or 1].append(award.amount)
            if award.kind == "meter" and award.from_meter:
                paid[award.level or 1] += award.amount
                self.from_meters += award.amount
            elif award.kind == "dealer_envy" and award.from_meter:
                part = min(self.reserve, award.amount)
                self.reserve -= part
                self.from_reserve += part
                self.pay_fixed(award.amount - part)
            else:
                self.pay_fixed(award.amount)
        self._refill(at, before, paid, valued.meters[wager], won)

    def _refill(
        self, at: int, before: dict[int, int], paid: dict[int, int], after: dict[int, int], won: list[tuple[int, int]]
    ) -> None:
        """The reserve fills a meter as far as it goes, the house advances the rest; then the overflow moves."""
        for level in self.link.levels:
            number = level.number
            amounts = [amount for each, amount in won if each == number]
            held = self.reserve
            advanced = 0
            if self.link.type == "progressive":
                missing = after[number] - (before[number] - paid[number])
                part = min(self.reserve, missing)
                self.reserve -= part
                advanced = missing - part
                self.house_out += advanced
                self.meters[number] = after[number]
                if amounts:
                    self._move_overflow(number, level.limit_cents)
            for amount in amounts:
                self.hits.run.append(self.run)
                self.hits.level.append(number)
                self.hits.round.append(at)
                self.hits.amount.append(amount)
                self.hits.reserve.append(held)
                self.hits.advanced.append(advanced)

    def _move_overflow(self, number: int, limit: int | None) -> None:
        waiting = self.overflow[number]
        if self.link.overflow_to == "reserve":
            self.reserve += waiting
            self.overflow[number] = 0
            return
        moved = waiting if limit is None else min(waiting, limit - self.meters[number])
        self.meters[number] += moved
        self.overflow[number] -= moved

    def totals(self) -> dict[str, int]:
        """Every account at the end, in millionths of a cent. A posted prize is not an account: nobody paid it in."""
        is_progressive = self.link.type == "progressive"
        held = {
            "beginning": sum(level.beginning_cents for level in self.link.levels) if is_progressive else 0,
            "wagered": self.wagers * self.link.base_wager_cents,
            "meters": sum(self.meters.values()) if is_progressive else 0,
            "overflow": sum(self.overflow.values()),
            "reserve": self.reserve,
            "from_meters": self.from_meters,
            "from_reserve": self.from_reserve,
            "from_house": self.from_house,
        }
        return {
            **{name: cents * MILLION for name, cents in held.items()},
            "remainders": sum(self.waiting.values()) + self.waiting_reserve,
            "house": self.house_in - self.house_out * MILLION,
        }


def _touches(row: Row) -> bool:
    return isinstance(row.pay, MeterShare) or bool(row.envy_cents)


def _winners(seats: int, seat: float) -> NDArray[np.float64]:
    """How likely 1, 2, ... hands touch a meter in a round in which one does."""
    chances = np.array([comb(seats, n) * seat**n * (1 - seat) ** (seats - n) for n in range(1, seats + 1)])
    return chances / chances.sum() if chances.sum() else np.array([1.0])


def _whole(cents: Fraction) -> int:
    if cents.denominator != 1:
        raise ArithmeticError(f"{cents} cents are not whole")
    return cents.numerator
