"""What somebody says of a jackpot's meters, seeds and rates, as in ``straight_flush:2=1000``, and what follows from it.
The command line and the service ask the same questions; only the words around a name differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar

from croupier.errors import BadInput
from croupier.exact.counting.company import Bounds, Company
from croupier.exact.counting.jackpots import JackpotSolution, Meter
from croupier.exact.distribution import Distribution
from croupier.questions.asking import COMMAND, Asking
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Paytable
from croupier.units import SHOWN, MeterShare, dollars_of, part

Value = TypeVar("Value")


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
        levels = {meter.level for meter in self.solution.meters}
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
        levels = [meter.level for meter in self.solution.meters]
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
        levels = {meter.level for meter in self.solution.meters}
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
            meter.level: given.meters.get(meter.level, self._average(meter)) for meter in self.solution.meters
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
    def lower(self) -> dict[int, int | Fraction]:
        """What the meters below the top one show: as given, else their seeds; a level without either is left out."""
        seeds = {level: self.solution.seed_cents(seed) for level, seed in self.conditions.seeds.items()}
        known = seeds | dict(self.conditions.meters)
        return {meter.level: known[meter.level] for meter in self.solution.meters[1:] if meter.level in known}

    @property
    def break_even_cents(self) -> Fraction | None:
        """What the top meter must show; None where one below it is not known."""
        is_known = len(self.lower) == len(self.solution.meters) - 1
        return self.solution.break_even_cents(self.conditions.others, self.lower) if is_known else None


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
    companies = [(level, solution.company(level)) for level in hit]
    return [Shared(level, others + 1, company) for level, company in companies if company is not None]


def check_conditions(configuration: Configuration, wager: str, conditions: Conditions) -> None:
    """Refuse meters, seeds, rates and other players where no meter is."""
    table = configuration.tables.get(wager)
    if not conditions.is_empty and (table is None or not table.is_jackpot):
        raise BadInput(f"{wager} has no meter", hint="meter, seed, rate and other players belong to jackpot wagers")


@dataclass(frozen=True)
class Given:
    """What is said of the meters, as texts: ``[WAGER:][LEVEL=]VALUE`` each."""

    meters: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()
    others: int = 0


def amount(what: str) -> Callable[[str], int]:
    """How an amount of dollars is read, in cents."""
    return lambda text: dollars_of(text, what)


def levels_of(table: Paytable | None) -> tuple[int, ...]:
    """The levels of a jackpot's meters; none where the table has no meter."""
    pays = [row.pay for row in table.rows] if table else []
    return tuple(sorted({pay.level or 1 for pay in pays if isinstance(pay, MeterShare)}))


def which_level(level: str | None, text: str, name: str, levels: Sequence[int], asking: Asking = COMMAND) -> int:
    """The level that is named; with a single one it may be left out."""
    option = asking.option(name)
    if level is None:
        if len(levels) > 1:
            named = ", ".join(map(str, levels))
            example = asking.example(name, f"{levels[0]}={text[:SHOWN]}")
            raise BadInput(f"{option} {text[:SHOWN]}: which level?", hint=f"levels {named}; {example}")
        return 1
    if not (level.isascii() and level.isdigit() and len(level) < 3):
        raise BadInput(f"{option} {text}: '{level}' is not a level", hint=asking.example(name, "2=1000"))
    return int(level)


def by_level(
    texts: Sequence[str],
    parse: Callable[[str], Value],
    name: str,
    levels: Sequence[int] = (1,),
    asking: Asking = COMMAND,
) -> dict[int, Value]:
    """Values by level of the one jackpot that is asked about."""
    values: dict[int, Value] = {}
    option = asking.option(name)
    for text in texts:
        level, equals, value = text.rpartition("=")
        number = which_level(level if equals else None, text, name, levels, asking)
        if number in values:
            first, second = (f"{option}{asking.between}{each}" for each in ("1=25000", "2=1000"))
            raise BadInput(f"{option}: level {number} is given twice", hint=f"as in {first}{asking.apart}{second}")
        values[number] = parse(value)
    return values


def of_wager(configuration: Configuration, wager: str, given: Given, asking: Asking) -> Conditions:
    """What is known of the one wager that is asked about; a value for another one is refused."""
    return _by_wager(configuration, given, asking, wager).get(wager, Conditions(others=given.others))


def by_jackpot(configuration: Configuration, given: Given, asking: Asking) -> dict[str, Conditions]:
    """What is known of each jackpot; the wager is named where there are several jackpots."""
    if given.others and not any(table.is_jackpot for table in configuration.tables.values()):
        others = asking.option("others")
        raise BadInput(f"{others} {given.others}: {configuration} has no jackpot wager", hint=f"leave {others} out")
    return _by_wager(configuration, given, asking)


def _by_wager(
    configuration: Configuration, given: Given, asking: Asking, about: str | None = None
) -> dict[str, Conditions]:
    jackpots = [name for name, table in configuration.tables.items() if table.is_jackpot]
    known = f"its jackpots: {', '.join(jackpots)}" if jackpots else "it has no jackpot wager"

    def wager_of(text: str, name: str) -> tuple[str, str]:
        wager, colon, value = text.rpartition(":")
        if about is not None and colon and wager != about:
            told = f"{asking.option(name)} {text[:SHOWN]}: the question is about {about}"
            raise BadInput(told, hint=asking.example(name, value))
        wager = about or (wager if colon else jackpots[0] if len(jackpots) == 1 else "")
        if about is None and wager not in jackpots:
            example = asking.example(name, "WAGER:AMOUNT")
            raise BadInput(f"{asking.option(name)} {text[:SHOWN]}: which jackpot?", hint=f"{known}; {example}")
        return wager, value

    def read(texts: Sequence[str], name: str, parse: Callable[[str], Value]) -> dict[str, dict[int, Value]]:
        named: dict[str, list[str]] = {}
        for text in texts:
            wager, value = wager_of(text, name)
            named.setdefault(wager, []).append(value)
        return {
            wager: by_level(own, parse, name, levels_of(configuration.tables.get(wager)), asking)
            for wager, own in named.items()
        }

    meters, seeds = read(given.meters, "meter", amount("meter")), read(given.seeds, "jackpot-seed", amount("seed"))
    rates = read(given.rates, "rate", part)
    named = dict.fromkeys((*meters, *seeds, *rates, *(jackpots if given.others and about is None else ())))
    return {
        name: Conditions(meters.get(name, {}), seeds.get(name, {}), rates.get(name, {}), given.others) for name in named
    }
