"""The exact figures of a jackpot wager: what its fixed pays return, what each meter adds, and where it breaks even.

All returns are per unit of the wager; meters, seeds and break-even points are in cents. What is counted of several
winners, of envy and of dynamic pays: docs/concepts/methods.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.company import Company, company_of, envy_once
from croupier.exact.counting.rows import CountedRow, CountedTable, count_wager, returned, table_of
from croupier.exact.distribution import Distribution, result_html, table_html, titled
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.key_values import EVENLY, BoostDraw, draws_a_round, parse_draw
from croupier.rulebook.rules import UNIT_CENTS, Paytable, Row
from croupier.units import MeterShare, percent_text


@dataclass(frozen=True, slots=True)
class Boosts:
    """The draw of a round: ``draw.numbers[j - 1]`` is the weight of boosting j of the rows that have options."""

    draw: BoostDraw
    events: tuple[str, ...]  # The rows by name, in the order of the table.

    @property
    def chance(self) -> Fraction:
        """The average chance that a row is boosted: the average number of boosted rows over the number of rows."""
        boosted = sum(number * weight for number, weight in enumerate(self.draw.numbers, 1))
        return Fraction(boosted, sum(self.draw.numbers) * len(self.events))

    def chance_of(self, row: Row) -> Fraction:
        """The chance that this row is boosted."""
        return self.draw.chances()[self.events.index(row.event)] if self.draw.hands else self.chance

    def returns(self, row: Row) -> Iterator[tuple[Fraction, Fraction]]:
        """What the row hands back for each unit staked, with the chance of each pay; defaults first."""
        if not row.dynamic:
            yield returned(row.pay), Fraction(1)
            return
        chance = self.chance_of(row)
        yield returned(row.pay), 1 - chance
        weights = self.draw.amounts or (1,) * len(row.dynamic)
        for pay, weight in zip(row.dynamic, weights, strict=True):
            yield returned(pay), chance * Fraction(weight, sum(weights))


def boosts_of(table: Paytable, dynamic_draw: str = EVENLY) -> Boosts | None:
    """The draw of a dynamic table under the operator's weights; None for a table without dynamic pays.

    >>> from croupier import catalogue
    >>> boosts_of(catalogue.book().paytable("PT-PRG-PP-D01")).chance
    Fraction(1, 2)
    """
    events = tuple(row.event for row in table.rows if row.dynamic)
    if not events:
        return None
    draw = parse_draw(dynamic_draw)
    return Boosts(draw._replace(numbers=draw.numbers or (1,) * (len(events) - 1)), events)


def draws_of(table: Paytable, boosts: Boosts | None) -> int:
    """Into how many equally likely draws a round is cut so that every pay falls on a whole number of them."""
    if boosts is None:
        return 1
    options = max(len(row.dynamic) for row in table.rows if row.dynamic)
    return draws_a_round(boosts.draw.for_table(len(boosts.events), options), options)


Cents = int | Fraction
WHOLE = Fraction(100)  # Percent of a meter that empties it.


@dataclass(frozen=True, slots=True)
class Meter:
    """One level of a jackpot: who takes all of it, and how much of it a wager takes on average."""

    level: int
    hit_probability: Fraction  # Of the rows that pay the whole meter.
    share: Fraction  # The average part of the meter paid to a wager, partial pays included.
    stake_cents: int

    @property
    def one_in(self) -> Fraction | None:
        return 1 / self.hit_probability if self.hit_probability else None

    def returns(self, meter_cents: Cents) -> Fraction:
        """What the meter adds to the return when it shows this much."""
        return self.share * meter_cents / self.stake_cents

    @property
    def return_per_1000(self) -> Fraction:
        """What every thousand dollars on the meter add to the return."""
        return self.returns(100_000)

    def average_cents(self, seed_cents: Cents, rate: Fraction) -> Fraction:
        """What the meter shows on average when it is paid from, in the long run.

        Seed and contributions flow in, awards flow out: seed x P(whole) + rate x wager = share x average. This holds
        while a partial pay leaves the meter where it is, even below its seed.
        """
        return (self.hit_probability * seed_cents + rate * self.stake_cents) / self.share


@dataclass(frozen=True)
class JackpotSolution:
    """A jackpot wager, solved up to what its meters show."""

    configuration: Configuration
    wager: str
    counted: CountedTable
    boosts: Boosts | None
    shown: Mapping[int, Cents] | None = None  # What each meter shows, where that is known; ``at`` says so.

    def __repr__(self) -> str:
        known = f"house edge {self.distribution.house_edge}" if self.shown else f"fixed return {self.fixed_return}"
        return f"<JackpotSolution {self.wager} of {self.configuration}, {known}>"

    def at(self, meters: Mapping[int, Cents] | Cents) -> "JackpotSolution":
        """The same wager with its meters at these amounts, by level and in cents; one amount where there is one meter.

        >>> from croupier import catalogue
        >>> tables = catalogue.configuration("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)")
        >>> solve_jackpot(tables, "perfect_pairs").at(2_043_000).distribution.house_edge
        Fraction(0, 1)
        """
        given = meters if isinstance(meters, Mapping) else {self.meters[0].level: meters}
        return replace(self, shown=self._amounts(given))

    def _repr_html_(self) -> str:
        """For a notebook: the outcomes with their plot where the meters are given, else what is known without them."""
        name = f"{self.wager} of {self.configuration}"
        if self.shown is not None:
            return result_html(name, self.distribution)
        levels = [
            {
                "level": meter.level,
                "one_in": None if meter.one_in is None else float(meter.one_in),
                "return_per_$1000": float(meter.return_per_1000),
            }
            for meter in self.meters
        ]
        fixed = f"fixed return {percent_text(self.fixed_return)}; .at(meters) gives the outcomes"
        return f"<p>{titled(name)}: {fixed}</p>{table_html(tuple(levels[0]), levels)}"

    @property
    def paytable(self) -> str:
        return self.counted.table.id

    @property
    def losing(self) -> int:
        """The deals that no row pays."""
        return self.counted.losing

    @property
    def total(self) -> int:
        """Equally likely deals; for a dynamic table, ``distribution`` counts deals with draws."""
        return self.counted.total

    @property
    def stake_cents(self) -> int:
        return self.configuration.fixed_stake(self.wager)

    @property
    def is_house_jackpot(self) -> bool:
        return self.configuration.is_house_jackpot

    def row_return(self, row: CountedRow) -> Fraction | None:
        """What a row adds to the fixed return, boosts averaged; None where it pays from a meter."""
        if isinstance(row.row.pay, MeterShare):
            return None
        return row.probability * sum((pay * chance for pay, chance in self.pays(row.row)), Fraction())

    def pays(self, row: Row) -> list[tuple[Fraction, Fraction]]:
        """What a row that pays from no meter hands back for each unit staked, with the chance of each pay."""
        return list(self.boosts.returns(row)) if self.boosts else [(returned(row.pay), Fraction(1))]

    @cached_property
    def fixed_return(self) -> Fraction:
        """What the fixed pays hand back for each unit wagered."""
        return sum((self.row_return(row) or Fraction() for row in self.counted.rows), Fraction())

    @cached_property
    def envy_return(self) -> Fraction:
        """What each other player's wager is worth to a bettor, through the envy pays."""
        return sum((row.probability * (row.row.envy_cents or 0) / UNIT_CENTS for row in self.counted.rows), Fraction())

    @cached_property
    def meters(self) -> tuple[Meter, ...]:
        """The levels, top first; a table with a single meter has level 1."""
        whole: dict[int, Fraction] = {}
        share: dict[int, Fraction] = {}
        for row in self.counted.rows:
            if isinstance(row.row.pay, MeterShare):
                level, percent = row.row.pay.level or 1, row.row.pay.percent
                share[level] = share.get(level, Fraction()) + row.probability * percent / 100
                whole[level] = whole.get(level, Fraction()) + (row.probability if percent == WHOLE else 0)
        return tuple(Meter(level, whole[level], share[level], self.stake_cents) for level in sorted(share))

    def meter(self, level: int) -> Meter:
        return next(each for each in self.meters if each.level == level)

    def expectation(self, meters: Mapping[int, Cents], others: int = 0) -> Fraction:
        """The average net per unit wagered when the meters show this much and this many others bet."""
        amounts = self._amounts(meters)
        return (
            self.fixed_return
            + sum((meter.returns(amounts[meter.level]) for meter in self.meters), Fraction())
            + self.envy(others)
            - 1
        )

    def envy(self, others: int) -> Fraction:
        """What the envy pays return to a bettor among this many others who bet."""
        if others < 0:
            raise BadInput(f"{others} other players is not a number of players", hint="zero or more")
        if others > 1 and self.envy_return and self.configuration.values.get("envy_per") == "round":
            # Hands of several others may carry one together, and the highest is paid.
            try:
                return envy_once(self.configuration, self.wager, others)
            except MissingPart as refused:
                raise BadInput(
                    f"one envy a round among {others} others: {refused.message}",
                    hint="choose fewer others, or envy_per=qualifying-hand",
                ) from None
        return others * self.envy_return

    def company(self, level: int) -> Company | None:
        """Several winners of a whole meter in one round; None where they are not counted."""
        try:
            return company_of(self.configuration, self.wager, "whole", level)
        except MissingPart:
            return None

    def break_even_cents(self, others: int = 0, below: Mapping[int, Cents] | None = None) -> Fraction:
        """What the top meter must show for the wager to be fair; ``below`` is what the lower meters show.

        At or below zero the wager favors the player whatever the top meter shows.
        """
        top, *lower = self.meters
        amounts = self._amounts({**(below or {}), top.level: 0})
        short = 1 - self.fixed_return - self.envy(others)
        short -= sum((each.returns(amounts[each.level]) for each in lower), Fraction())
        return short * self.stake_cents / top.share

    def seed_cents(self, seed_cents: Cents) -> Cents:
        """A seed stated for a $1 wager, for this one (reading K23, K24)."""
        if self.configuration.choice("scale_seed", self.wager) == "no":
            return seed_cents
        return Fraction(seed_cents) * self.stake_cents / UNIT_CENTS

    def average_meters(self, seeds: Mapping[int, Cents], rates: Mapping[int, Fraction]) -> dict[int, Fraction]:
        """What each meter shows on average when it is paid from; seeds as stated for a $1 wager, rates per wager."""
        if self.is_house_jackpot:
            raise BadInput("a House Jackpot is posted and does not rise with wagers", hint="give its posted amount")
        seeds = self._amounts(seeds, "seed")
        for level, rate in rates.items():
            if not 0 <= rate <= 1:
                raise BadInput(f"level {level}: a rate of {rate} is not a part of the wager", hint="as in 0.18 or 18%")
        return {
            meter.level: meter.average_cents(self.seed_cents(seeds[meter.level]), rates.get(meter.level, Fraction()))
            for meter in self.meters
        }

    def dealer_envy(self, meters: Mapping[int, Cents]) -> Fraction:
        """What the dealer receives for each unit wagered, beside the player's awards (reading P12)."""
        percent = self.counted.table.dealer_envy_percent
        if percent is None:
            return Fraction()
        amounts = self._amounts(meters)
        return sum(
            (meter.hit_probability * amounts[meter.level] * percent / 100 / self.stake_cents for meter in self.meters),
            Fraction(),
        )

    def outcomes(self) -> Iterator[tuple[Fraction | MeterShare, int]]:
        """Every net of the bettor's own hand, or the share of a meter where it depends on one, losing hands first.

        Counts are over deals and, where pays are dynamic, draws. Envy pays depend on other hands and are left out.
        """
        draws = draws_of(self.counted.table, self.boosts)
        yield Fraction(-1), self.counted.losing * draws
        for row in reversed(self.counted.rows):
            pay = row.row.pay
            if isinstance(pay, MeterShare):
                yield pay, row.count * draws
            else:
                for back, chance in self.pays(row.row):
                    yield back - 1, _whole(row.count * draws * chance)

    def pays_of(self, row: CountedRow) -> int:
        """How many of ``outcomes`` a row has: one for each pay that may be posted for it."""
        return 1 if isinstance(row.row.pay, MeterShare) else len(self.pays(row.row))

    @property
    def distribution(self) -> Distribution:
        """The outcomes at what the meters show; BadInput if that is not given."""
        if self.shown is None:
            levels = ", ".join(f"{meter.level}: 2_500_000" for meter in self.meters)
            raise BadInput(
                f"{self.wager} pays from a meter, and what the meter shows is not given",
                hint=f"in cents, as in .at({{{levels}}}).distribution; fixed_return is known without it",
            )
        amounts = self._amounts(self.shown)
        return Distribution.of([(self._net(net, amounts), count) for net, count in self.outcomes()])

    def _net(self, net: Fraction | MeterShare, amounts: Mapping[int, Fraction]) -> Fraction:
        if isinstance(net, MeterShare):
            return amounts[net.level or 1] * net.percent / 100 / self.stake_cents - 1
        return net

    def _amounts(self, meters: Mapping[int, Cents], what: str = "meter") -> dict[int, Fraction]:
        known = [meter.level for meter in self.meters]
        for level, amount in meters.items():
            if level not in known:
                raise BadInput(
                    f"{self.paytable} has no level {level}", hint=f"its levels: {', '.join(map(str, known))}"
                )
            if amount < 0:
                raise BadInput(f"level {level}: a {what} cannot be negative", hint="zero or more")
        missing = [level for level in known if level not in meters]
        if missing:
            raise BadInput(
                f"{self.paytable}: the {what} of level {missing[0]} is not given",
                hint=f"its levels: {', '.join(map(str, known))}",
            )
        return {level: Fraction(amount) for level, amount in meters.items()}


def _whole(count: Fraction) -> int:
    if count.denominator != 1:
        raise ArithmeticError(f"{count} is not a count")
    return count.numerator


def solve_jackpot(configuration: Configuration, wager: str, counted: CountedTable | None = None) -> JackpotSolution:
    """Solve a jackpot wager; counts found before may be given.

    >>> from croupier import catalogue
    >>> tables = catalogue.configuration("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)")
    >>> jackpot = solve_jackpot(tables, "perfect_pairs")
    >>> jackpot.meter(1).one_in, jackpot.break_even_cents() / 100
    (Fraction(45526, 1), Fraction(20430, 1))
    """
    if not table_of(configuration, wager).is_jackpot:
        raise BadInput(f"{wager} does not pay from a meter", hint="use solve_wager")
    counted = counted or count_wager(configuration, wager)
    boosts = boosts_of(counted.table, configuration.values.get("dynamic_draw", "uniform"))
    return JackpotSolution(configuration, wager, counted, boosts)
