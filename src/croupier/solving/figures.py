"""A solved wager as the JSON record that others script against: exact fractions, and decimals as text.

Fractions are reduced ``n/d``; decimals and percents are strings of at least twelve significant digits unless they are
exact in fewer; counts are strings. A jackpot's record depends on ``Conditions``: what its meters show, or the seed and
the rate from which their average follows, and how many others bet.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from croupier.errors import BadInput
from croupier.exact.counting.company import Bounds, Company
from croupier.exact.counting.jackpots import JackpotSolution, Meter
from croupier.exact.distribution import Distribution
from croupier.exact.result import Number, Result
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import decimal_text, exact_record, fraction_text, square_root_text
from croupier.units.money import format_money
from croupier.units.odds import MeterShare, describe_pay, format_odds

SCHEMA = 1


@dataclass(frozen=True)
class Conditions:
    """What a jackpot's figures depend on beside its table; amounts in cents by level, rates as parts of the wager."""

    meters: Mapping[int, int] = field(default_factory=dict)
    seeds: Mapping[int, int] = field(default_factory=dict)
    rates: Mapping[int, Fraction] = field(default_factory=dict)
    others: int = 0

    @property
    def is_empty(self) -> bool:
        return not (self.meters or self.seeds or self.rates or self.others)


NO_CONDITIONS: Final = Conditions()


@dataclass(frozen=True)
class Jackpot:
    """A jackpot wager under some conditions: what its meters show, and what follows."""

    solution: JackpotSolution
    conditions: Conditions

    def __post_init__(self) -> None:
        levels = {each.level for each in self.solution.meters}
        given = (self.conditions.meters, self.conditions.seeds, self.conditions.rates)
        unknown = sorted({level for each in given for level in each} - levels)
        if unknown:
            known = ", ".join(map(str, sorted(levels)))
            raise BadInput(f"{self.solution.paytable} has no level {unknown[0]}", hint=f"its levels: {known}")
        if self.conditions.rates and self.solution.is_house_jackpot:
            raise BadInput("a House Jackpot is posted and does not rise with wagers", hint="give its amount as meter")
        unseeded = sorted(set(self.conditions.rates) - set(self.conditions.seeds))
        if unseeded:
            raise BadInput(
                f"level {unseeded[0]} has a rate and no seed", hint="an average meter follows from both together"
            )
        self._check_all_is_used()

    def _check_all_is_used(self) -> None:
        """Refuse what would be dropped: figures need every level, the break-even point all but the top one."""
        meters, seeds, rates = self.conditions.meters, self.conditions.seeds, self.conditions.rates
        levels = [each.level for each in self.solution.meters]
        shown = self.shown
        for level in sorted(set(seeds) - set(rates)):
            if shown is not None or level == levels[0]:
                raise BadInput(f"level {level} has a seed and no rate", hint="give its rate, or what its meter shows")
        if self.averages is None and set(meters) & set(rates):
            level = min(set(meters) & set(rates))
            raise BadInput(f"level {level} has a meter and a rate", hint="give its meter, or its seed and its rate")
        if shown is None and (meters or seeds or rates):
            lower = {*meters, *seeds}
            is_for_break_even = not rates and lower == set(levels[1:])
            lacking = next(each for each in levels if each not in meters and each not in rates)
            if not is_for_break_even:
                needs = f"the edge needs all levels, {', '.join(map(str, levels))}: a meter, or a seed and a rate"
                raise BadInput(f"level {lacking} is not given", hint=needs)

    @property
    def averages(self) -> dict[int, Fraction] | None:
        """Average meters in cents, where seed and rate are given for every level."""
        levels = {each.level for each in self.solution.meters}
        if set(self.conditions.seeds) == levels == set(self.conditions.rates):
            return self.solution.average_meters(self.conditions.seeds, self.conditions.rates)
        return None

    def _average(self, meter: Meter) -> Fraction | None:
        """What one meter shows on average, where its seed and its rate are given."""
        seed, rate = self.conditions.seeds.get(meter.level), self.conditions.rates.get(meter.level)
        if seed is None or rate is None or self.solution.is_house_jackpot:
            return None
        return meter.average_cents(self.solution.seed_cents(seed), rate)

    @property
    def shown(self) -> Mapping[int, int | Fraction] | None:
        """What every meter shows: as given, or else on average; None where one is unknown."""
        given = self.conditions
        shown: dict[int, int | Fraction | None] = {
            each.level: given.meters.get(each.level, self._average(each)) for each in self.solution.meters
        }
        known = {level: amount for level, amount in shown.items() if amount is not None}
        return known if len(known) == len(shown) else None

    @property
    def expectation(self) -> Fraction | None:
        """Envy pays from the other players included."""
        return None if self.shown is None else self.solution.expectation(self.shown, self.conditions.others)

    @property
    def distribution(self) -> Distribution | None:
        """Of the bettor's own hand alone."""
        return None if self.shown is None else self.solution.at(self.shown).distribution

    @property
    def break_even_cents(self) -> Fraction | None:
        """What the top meter must show, the lower ones at what is given, else at their seeds; None without those."""
        lower = {}
        for each in self.solution.meters[1:]:
            if each.level in self.conditions.meters:
                lower[each.level] = Fraction(self.conditions.meters[each.level])
            elif each.level in self.conditions.seeds:
                lower[each.level] = Fraction(self.solution.seed_cents(self.conditions.seeds[each.level]))
            else:
                return None
        return self.solution.break_even_cents(self.conditions.others, lower)


def mean_record(value: Number) -> dict[str, str]:
    """A mean as a JSON record: a fraction and its decimal where it is exact, else the digits that are known."""
    return exact_record(value) if isinstance(value, Fraction) else {"decimal": f"{value:.12f}"}


def percentage(value: Number) -> dict[str, str]:
    """A part of one as a JSON record, with its percentage."""
    if isinstance(value, Fraction):
        return {"fraction": fraction_text(value), "percent": decimal_text(value * 100)}
    return {"percent": f"{100 * value:.9f}"}


def decimal(value: Number) -> str:
    """A figure as digits: twelve that count where it is exact, else those that are known."""
    return decimal_text(value) if isinstance(value, Fraction) else f"{value:.9f}"


def root(value: Number) -> str:
    """A square root, likewise."""
    if isinstance(value, Fraction):
        return square_root_text(value) if value else "0"
    return f"{math.sqrt(value):.9f}"


def edge_record(result: Result, conditions: Conditions = NO_CONDITIONS) -> dict[str, Any]:
    """Everything about one solved wager."""
    head, tail = _head(result), {"notes": notes(result), "rulebook_hash": result.configuration.rulebook_hash}
    if result.jackpot is not None:
        return head | _jackpot(Jackpot(result.jackpot, conditions)) | tail
    check_conditions(result.configuration, result.wager, conditions)
    if result.moments is not None:
        return head | _valued(result) | tail
    record = head | _figures(result.distribution, result.distribution.expectation)
    if not result.is_base:
        record["rows"] = [
            {
                "event": row.event,
                "label": row.label,
                "pays": describe_pay(row.pay),
                "net": None if row.net is None else format_odds(row.net),
                "count": str(row.count),
                "probability": decimal_text(row.probability),
                "one_in": decimal_text(row.one_in) if row.one_in else None,
                "return": None if row.contribution is None else decimal_text(row.contribution),
            }
            for row in result.rows
        ]
        return record | tail
    record["strategies"] = {
        name: {"house_edge": percentage(each.house_edge), "cost": exact_record(result.cost(name))}
        for name, each in result.simple.items()
    }
    from croupier.solving.estimates import estimates_of  # a side wager has none

    if estimated := estimates_of(result.configuration):
        record["estimates"] = [each.record() for each in estimated]
    return record | tail


def _valued(result: Result) -> dict[str, Any]:
    """A wager that is known to a bound: decimals as text, none with more digits than the bound allows."""
    from croupier.solving.cut_card import recorded_for  # only a game that is valued has a cut card

    cut = recorded_for(result.configuration)
    return {
        "error_bound": f"{result.error:g}",
        "basis": result.basis,
        "expectation": mean_record(result.expectation),
        "house_edge": percentage(result.house_edge),
        "element_of_risk": percentage(result.element_of_risk),
        "average_wagered": decimal(result.average_wagered),
        "variance": decimal(result.variance),
        "standard_deviation": root(result.variance),
        **result.facts,
        "cut_card": cut.record() if cut else None,
    }


def check_conditions(configuration: Configuration, wager: str, conditions: Conditions) -> None:
    """Refuse meters, seeds, rates and other players where no meter is."""
    table = configuration.tables.get(wager)
    if not conditions.is_empty and (table is None or not table.is_jackpot):
        raise BadInput(f"{wager} has no meter", hint="meter, seed, rate and other players belong to jackpot wagers")


def _head(result: Result) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "game": str(result.configuration),
        "wager": result.wager,
        "paytable": result.paytable,
        "method": result.method,
    }


def notes(result: Result) -> list[str]:
    """What a reader of the figures should know about them."""
    found = [result.basis] if result.basis else []
    configuration = result.configuration
    if result.moments is not None:
        return found
    if result.is_base:
        awards = [wager.id for wager in configuration.rules.wagers if wager.kind == "award"]
        tables = [configuration.tables[award] for award in awards if award in configuration.tables]
        samples = [table.id for table in tables if configuration.book.table(table.id).status == "sample"]
        samples += [ladder.id for ladder in configuration.ladders.values() if ladder.status == "sample"]
        if result.note:
            found.append(result.note)
    else:
        samples = [result.counted.table.id] if result.counted.table.status == "sample" else []
    found += [f"{each} is a sample, not the maker's table" for each in samples]
    jackpot = result.jackpot
    if jackpot is None and not result.is_base and result.wager in configuration.aggregates:
        limit = format_money(configuration.aggregates[result.wager].cents)
        found.append(f"without the aggregate limit of {limit}, which depends on the stakes and on other players")
    if jackpot is not None and not jackpot.is_house_jackpot:
        found.append("a meter that several win in one round is counted as if each won it alone")
    if jackpot is not None and jackpot.envy_return:
        # Envy depends on other hands, which the distribution of one hand cannot hold.
        found.append("envy from other players counts in the expectation only; the outcomes are of one's own hand")
    return found


def _figures(distribution: Distribution, expectation: Fraction) -> dict[str, Any]:
    """The figures of a distribution; ``expectation`` may hold more than the distribution does (envy pays)."""
    net, chance = distribution.top_award
    return {
        "expectation": exact_record(expectation),
        "house_edge": percentage(-expectation),
        "element_of_risk": percentage(-expectation / distribution.average_wagered),
        "standard_deviation": distribution.standard_deviation_text(),
        "variance": decimal_text(distribution.variance),
        "skewness": _skewness(distribution),
        "kurtosis": _kurtosis(distribution),
        "hit_frequency": decimal_text(distribution.hit_frequency),
        "push_frequency": decimal_text(distribution.push_frequency),
        "average_wagered": decimal_text(distribution.average_wagered),
        "top_award": {
            "net": format_odds(net),
            "probability": decimal_text(chance),
            "one_in": decimal_text(1 / chance),
        },
        "outcomes": [
            {"net": format_odds(net), "count": str(count), "probability": _share(count, distribution.total)}
            for net, count in distribution.counts
        ],
        "total": str(distribution.total),
    }


def _share(count: int, total: int) -> str:
    return decimal_text(Fraction(count, total))


def _skewness(distribution: Distribution) -> str:
    """The third standardized moment, every digit exact."""
    if not distribution.variance:
        return "0"
    third = distribution.central_moment(3)
    return ("-" if third < 0 else "") + square_root_text(third**2 / distribution.variance**3)


def _kurtosis(distribution: Distribution) -> str:
    """The fourth standardized moment, three for a normal distribution."""
    return decimal_text(distribution.central_moment(4) / distribution.variance**2) if distribution.variance else "0"


def _jackpot(jackpot: Jackpot) -> dict[str, Any]:
    solution, conditions = jackpot.solution, jackpot.conditions
    distribution, expectation = jackpot.distribution, jackpot.expectation
    figures: dict[str, Any]
    if distribution is not None and expectation is not None:
        figures = _figures(distribution, expectation)
    else:
        unknown = ("expectation", "house_edge", "element_of_risk", "standard_deviation", "variance", "skewness")
        figures = dict.fromkeys((*unknown, "kurtosis", "hit_frequency", "push_frequency"))
        figures |= {"average_wagered": "1", "top_award": None, **_outcomes_without_meter(solution)}
    averages, break_even = jackpot.averages, jackpot.break_even_cents
    return figures | {
        "fixed_return": percentage(solution.fixed_return),
        "meters": [_meter(each, jackpot) for each in solution.meters],
        "break_even_meter": None if break_even is None else _dollars(break_even),
        "others": conditions.others,
        "envy_per_other": exact_record(solution.envy_return),
        "shared": [_shared(each) for each in shared_meters(jackpot)],
        "average_meter": None if averages is None else {str(level): _dollars(each) for level, each in averages.items()},
        "dealer_envy": None if jackpot.shown is None else exact_record(solution.dealer_envy(jackpot.shown)),
        "rows": [
            {
                "event": each.row.event,
                "label": each.label,
                "pays": describe_pay(posted.pay),
                "dynamic": [describe_pay(pay) for pay in posted.dynamic] if posted.dynamic else None,
                "envy": _dollars(Fraction(posted.envy_cents)) if posted.envy_cents else None,
                "count": str(each.count),
                "probability": decimal_text(each.probability),
                "one_in": decimal_text(each.one_in) if each.one_in else None,
                "return": None if (part := solution.row_return(each)) is None else decimal_text(part),
            }
            for each in solution.counted.rows
            for posted in (each.row.at_wager(solution.stake_cents),)
        ],
        "boost_chance": fraction_text(solution.boosts.chance) if solution.boosts else None,
    }


class Shared(NamedTuple):
    """Several winners of one whole meter in a round."""

    level: int
    seats: int
    company: Company

    @property
    def part_kept(self) -> Bounds:
        return self.company.part_kept(self.seats)


def shared_meters(jackpot: Jackpot) -> list[Shared]:
    """By level, where others bet; House Jackpots pay each in full, and levels that are not counted are left out."""
    solution, others = jackpot.solution, jackpot.conditions.others
    if not others or solution.is_house_jackpot:
        return []
    hit = [meter.level for meter in solution.meters if meter.hit_probability]
    found = [(level, solution.company(level)) for level in hit]
    return [Shared(level, others + 1, company) for level, company in found if company is not None]


def _shared(each: Shared) -> dict[str, Any]:
    times = each.company.second_winner
    return {
        "level": each.level,
        "seats": each.seats,
        "any_wins": each.company.any_wins(each.seats).text(),
        "second_winner_times_likelier": None if times is None else exact_record(times),
        "part_kept_by_a_winner": each.part_kept.text(),
    }


def _meter(meter: Meter, jackpot: Jackpot) -> dict[str, Any]:
    shown = (jackpot.shown or {}).get(meter.level)
    return {
        "level": meter.level,
        "hit_probability": decimal_text(meter.hit_probability),
        "one_in": decimal_text(meter.one_in) if meter.one_in else None,
        "return_per_1000": decimal_text(meter.return_per_1000),
        "average_share": fraction_text(meter.share),
        "shown": None if shown is None else _dollars(Fraction(shown)),
    }


def _dollars(cents: Fraction) -> str:
    return decimal_text(cents / 100)


def _outcomes_without_meter(solution: JackpotSolution) -> dict[str, Any]:
    """The outcomes with no net where it depends on a meter."""
    found = [(net, count) for net, count in solution.outcomes() if count]
    total = sum(count for _, count in found)
    outcomes: list[dict[str, Any]] = []
    for net, count in found:
        entry: dict[str, Any] = {"net": None, "count": str(count), "probability": _share(count, total)}
        if isinstance(net, MeterShare):
            entry["meter"] = {"level": net.level or 1, "percent": format_odds(net.percent)}
        else:
            entry["net"] = format_odds(net)
        outcomes.append(entry)
    return {"outcomes": outcomes, "total": str(total)}
