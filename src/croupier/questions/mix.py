"""A seat that makes several wagers together, and a table of such seats: ``EdgeOfMix``. Stakes are written
``ante=10,straight=5``. The wagers of a seat are counted together, so the mix has an exact distribution of its own;
seats are joined by the covariance of two of them. Where the base wager is valued to a bound, so is the mix: mean,
deviation and N0 are known to it, bands are normal, and ruin is that of a Brownian motion."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from croupier import catalogue
from croupier.errors import BadInput, MissingPart
from croupier.exact.long_run import volatility
from croupier.exact.result import VALUED, Moments, Number, Progress, Result, in_silence
from croupier.play.showdown import Showdown
from croupier.questions import figures
from croupier.questions.asking import COMMAND, Asked, Asking, Game, Meters, Question, told
from croupier.questions.conditions import Conditions, Given, Jackpot, by_jackpot
from croupier.questions.solved import cache, solutions
from croupier.questions.solved.recorded import SeatCovariance, covariances, sampled_covariances
from croupier.records import UNSET, Of, Record, UnsetType, Written, record_of, replace
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.fields import did_you_mean
from croupier.units import SIGNIFICANT, decimal_text, dollars_of, format_money, square_root_text

if TYPE_CHECKING:
    from croupier.exact.long_run.joint import Joint

USUAL_SEATS: Final = 5
EXAMPLE: Final = "ante=10,straight=5"
THREE: Final = 3  # Cards of a hand that are counted for two seats.
NO_TABLE: Final = (
    "How two seats that share the dealer's hand move together is not counted at this house, so a table of several "
    "seats has no band here; croupier simulate deals them"
)


@dataclass(frozen=True)
class Mix:
    """What one seat stakes each round, and its result; in units of all that is staked before the deal."""

    result: Result  # Of all wagers together.
    stakes: Mapping[str, int]  # Cents by wager, the base wager first.
    means: Mapping[str, Number]  # Of each wager's net, in its own units.
    covariances: Mapping[tuple[str, str], Number]  # Between wagers of the seat, each in its own units.
    table: volatility.TableFigures | None  # Seats that all make it; None where how two move together is not counted.

    @property
    def configuration(self) -> Configuration:
        return self.result.configuration

    @property
    def staked(self) -> int:
        return sum(self.stakes.values())

    @property
    def seat(self) -> volatility.TableFigures:
        return seat_of(self.result)

    def correlation(self, one: str, other: str) -> Number:
        """Of two wagers; 0 if one never varies."""
        both = self.covariances[one, one] * self.covariances[other, other]
        covariance = self.covariances[one, other]
        if not both:
            return Fraction()
        if isinstance(both, Fraction) and isinstance(covariance, Fraction):
            return Fraction(("-" if covariance < 0 else "") + square_root_text(covariance**2 / both))
        return float(covariance) / sqrt(both)


def seat_of(result: Result) -> volatility.TableFigures:
    """One seat that makes the wager, over many rounds."""
    mean, variance = Fraction(result.expectation), Fraction(result.variance)
    known = volatility.digits_within(float(mean), result.error) if result.error else SIGNIFICANT
    return volatility.TableFigures(1, mean, variance, Fraction(), is_exact=True, known=known)


def table_of(result: Result, seats: int) -> volatility.TableFigures | None:
    """A table of seats that make the wager alike; None where it is not known how two of them move together."""
    configuration = result.configuration
    known: tuple[Fraction, bool] | None = None
    if not result.is_base:
        known = _bonus_covariance(result)
    elif configuration.name not in configuration.book.outside:
        base = str(solutions.base_configuration(configuration))
        sampled = sampled_covariances().get(base)
        known = (covariances()[base], True) if base in covariances() else (sampled.value, False) if sampled else None
    if known is None:
        return None
    mean, variance = Fraction(result.expectation), Fraction(result.variance)
    return volatility.TableFigures(seats, mean, variance, *known, outcomes=result.counts)


def _bonus_covariance(result: Result) -> tuple[Fraction, bool] | None:
    """Of two seats' flat wagers on their own three cards, exactly; None for any other."""
    configuration = result.configuration
    try:
        game = _game(configuration) if solutions.base_wager(configuration) and not result.jackpot else None
    except MissingPart:
        return None
    if game is None:
        return None
    seen = next(bonus.seen for _, bonus in game.bonuses if bonus.wager == result.wager)
    if seen.dealer or seen.own != THREE:
        return None
    from croupier.exact.long_run.joint import own_covariance

    pays = _pays(configuration, result.wager, Conditions(), remember=True)
    return own_covariance(game, result.wager, pays), True


def parse_stakes(configuration: Configuration, text: str, asking: Asking = COMMAND) -> dict[str, int]:
    """Stakes in cents, in the order of the felt.

    >>> from croupier import catalogue
    >>> parse_stakes(catalogue.configuration("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"), "pair_bonus=5,ante=10")
    {'ante': 1000, 'pair_bonus': 500}
    """
    base, mix = solutions.base_wager(configuration), asking.option("mix")
    example = asking.example("mix", EXAMPLE)
    if base is None:
        raise BadInput(f"{configuration.name} is a side wager: nothing can be mixed with it")
    known, stakes = solutions.wagers_of(configuration), {}
    for part in text.split(","):
        wager, equals, amount = (each.strip() for each in part.partition("="))
        if not equals or not wager:
            raise BadInput(f"{mix} {part.strip()[:40]}: expected a wager and its stake", hint=example)
        if wager not in known and any(each.id == wager and each.tables for each in configuration.rules.wagers):
            named = f"as in {configuration.name}({wager}=TABLE)"
            raise BadInput(f"{mix} {wager}: {configuration} names no table for it", hint=named)
        if wager not in known:
            offered = did_you_mean(wager, known)
            raise BadInput(f"{mix} {wager[:40]}: not a wager of {configuration}", hint=offered)
        if wager in stakes:
            raise BadInput(f"{mix} {wager}: given twice", hint="one stake a wager")
        stakes[wager] = dollars_of(amount, f"{mix} {wager}")
        if not stakes[wager]:
            raise BadInput(f"{mix} {wager}=0: a wager that is not made is left out", hint=example)
    if base not in stakes:
        raise BadInput(f"{mix}: {base} has no stake", hint=f"every other wager is made beside it, as in {base}=10")
    return {wager: stakes[wager] for wager in known if wager in stakes}


def mix_of(
    configuration: Configuration,
    stakes: Mapping[str, int],
    *,
    seats: int,
    conditions: Mapping[str, Conditions] | None = None,
    remember: bool = True,
    progress: Progress = in_silence,
) -> Mix:
    """One seat with these stakes on each wager, in cents, and a table of this many such seats."""
    check_stakes(configuration, stakes)
    others = list(stakes)[1:]
    plain = solutions.base_result(configuration, remember=remember)
    given = {wager: (conditions or {}).get(wager, Conditions()) for wager in others}
    if plain.moments is not None:
        return _valued_mix(plain, stakes, given)
    pays = [_pays(configuration, wager, given[wager], remember) for wager in others]
    seat = _joint(configuration, others, remember).at(pays)
    distribution = seat.mixed(stakes, plain.distribution.average_wagered)
    parts = {wager: Fraction(cents, sum(stakes.values())) for wager, cents in stakes.items()}
    covariance, is_exact = _between(configuration, dict(zip(others, pays, strict=True)), parts, remember, progress)
    mean, variance = distribution.expectation, distribution.variance
    table = volatility.TableFigures(seats, mean, variance, covariance, is_exact, outcomes=distribution)
    both = {(one, other): seat.covariance(one, other) for one in stakes for other in stakes}
    together = Result(configuration, "+".join(stakes), distribution)
    return Mix(together, stakes, dict(zip(seat.wagers, seat.means, strict=True)), both, table)


def _valued_mix(plain: Result, stakes: Mapping[str, int], given: Mapping[str, Conditions]) -> Mix:
    """The same where the base wager is valued to a bound: one side wager on the first cards beside it."""
    configuration, (base, *others) = plain.configuration, stakes
    if len(others) > 1:
        raise MissingPart(
            f"{', '.join(others)} are not counted together at {configuration.name}", hint=f"one of them beside {base}"
        )
    results = {wager: solutions.solve(configuration, wager)[wager] for wager in others}
    for wager, result in results.items():
        if result.jackpot and {meter.level for meter in result.jackpot.meters} - set(given[wager].meters):
            raise BadInput(
                f"{wager}: how it moves with {base} is not known without its meter", hint=f"as in --meter {wager}:5000"
            )
    means: dict[str, Number] = {base: plain.expectation}
    both: dict[tuple[str, str], Number] = {(base, base): plain.variance}
    for wager, result in results.items():
        moves = solutions.beside_base(wager, result, given[wager].meters)
        if moves is None:
            raise MissingPart(f"how {wager} moves with {base} is not counted", hint=f"leave {wager} out of the mix")
        means[wager] = float(moves.mean)
        both[wager, wager] = float(moves.variance)
        both[base, wager] = both[wager, base] = moves.covariance
    parts = {wager: cents / sum(stakes.values()) for wager, cents in stakes.items()}
    mean = sum(part * float(means[wager]) for wager, part in parts.items())
    variance = sum(
        one * other * float(both[first, second]) for first, one in parts.items() for second, other in parts.items()
    )
    moments = Moments(mean, variance, 1 + parts[base] * (float(plain.average_wagered) - 1))
    together = Result(configuration, "+".join(stakes), moments=moments, error=plain.error, basis=plain.basis)
    return Mix(together, stakes, means, both, None)


def check_stakes(configuration: Configuration, stakes: Mapping[str, int]) -> None:
    """Refuse a stake that is not the fixed one, or whose pays would not be whole cents."""
    game = solutions.playable(configuration)
    for wager, cents in stakes.items():
        grain = game.stake_rules[wager].grain
        table = configuration.tables.get(wager)
        if table is not None and table.is_jackpot:
            fixed = configuration.fixed_stake(wager)
            if cents != fixed:
                raise BadInput(
                    f"{wager}={format_money(cents)}: its stake is fixed", hint=f"{wager}={format_money(fixed)}"
                )
        elif cents % grain:
            raise BadInput(f"{wager}={format_money(cents)}: a pay would not be whole cents", hint=f"as in {EXAMPLE}")


def _pays(configuration: Configuration, wager: str, conditions: Conditions, remember: bool) -> list[Fraction]:
    """What each row of a table brings beyond the stake, in printed order; a row that the table lacks pays nothing."""
    result = solutions.solve(configuration, wager, remember=remember)[wager]
    meters: Mapping[int, int | Fraction] = {}
    if result.jackpot is not None:
        if result.jackpot.boosts:
            raise MissingPart(f"{wager} has dynamic pays, which a mix does not count", hint="leave it out of the mix")
        meters = Jackpot(result.jackpot, conditions).shown or {}
    nets = solutions.nets_by_event(result, meters)
    return [nets.get(row.event, Fraction(-1)) for row in configuration.tables[wager].rows]


def _game(configuration: Configuration) -> Showdown:
    game = solutions.playable(configuration)
    if not isinstance(game, Showdown):
        raise MissingPart(
            f"wagers of one seat at {configuration.name} are not counted together",
            hint="games of one decision, hand against hand, are; croupier simulate estimates others",
        )
    return game


def _joint(configuration: Configuration, others: list[str], remember: bool) -> "Joint":
    from croupier.exact.long_run.joint import Joint, joint_rows

    game = _game(configuration)
    name = {"rulebook": configuration.game_hash, "configuration": str(configuration), "joint": ",".join(others)}
    kept = cache.kept(
        name,
        _KeptJoint,
        lambda: _KeptJoint((joint := joint_rows(game, others)).unit, joint.total, list(joint.counts.items())),
        remember_it=remember,
        is_good=lambda known: sum(count for _, count in known.counts) == known.deals,
    )
    return Joint((game.base_wager, *others), kept.unit, dict(kept.counts))


class _KeptJoint(NamedTuple):
    """Deals by the rows that the wagers of a seat come to."""

    unit: int
    deals: int
    counts: list[tuple[tuple[int, ...], int]]


def _between(
    configuration: Configuration,
    pays: Mapping[str, list[Fraction]],
    parts: Mapping[str, Fraction],
    remember: bool,
    progress: Progress,
) -> tuple[Fraction, bool]:
    """The covariance of two seats' mixes; and whether it is exact, or that of the base wagers alone."""
    from croupier.exact.long_run.joint import seat_covariances

    base = next(iter(parts))
    outside = configuration.name in configuration.book.outside
    name_of_base = str(solutions.base_configuration(configuration))
    known = None if outside else covariances().get(name_of_base)
    if not pays and known is not None:
        return known, True
    game = _game(configuration)
    if game.hand_size != THREE or outside:
        sampled = None if outside else sampled_covariances().get(name_of_base)
        return (known or (sampled.value if sampled else Fraction())) * parts[base] ** 2, False
    name = {
        "rulebook": configuration.game_hash,
        "configuration": str(configuration),
        "between seats": repr([(wager, [str(each) for each in row]) for wager, row in pays.items()]),
    }
    matrix = cache.kept(
        name, list[list[Fraction]], lambda: seat_covariances(game, list(pays.items()), progress), remember_it=remember
    )
    return (
        sum(
            (
                one * other * matrix[row][column]
                for row, one in enumerate(parts.values())
                for column, other in enumerate(parts.values())
            ),
            Fraction(),
        ),
        True,
    )


class MixedWager(Record):
    """One wager of the seat, in its own units."""

    wager: str
    stake: figures.Money
    expectation: figures.Exact
    variance: figures.Decimal


class MixedPair(Record):
    """How two wagers of the seat move together."""

    wagers: list[str]
    covariance: figures.Exact | str
    correlation: figures.Decimal


class RuinRecord(Record):
    """How likely a bankroll is lost in the end."""

    chance: str
    method: str


class BandRecord(Record):
    """The house's win after many rounds, as a part of what is staked."""

    rounds: int
    method: str
    standard_deviation: Annotated[str, Of("deviation")]
    win: Annotated[dict[str, str], Of("holds"), figures.by_key(volatility.BANDS, figures.estimate)]
    house_ahead: figures.Chance


class SampledCovarianceRecord(Record):
    """How two seats move together, where that was sampled."""

    value: Annotated[str, Written(lambda value: f"{float(value):g}")]
    standard_error: str
    deals: int


class SeatsRecord(Record):
    """Seats that all do the same; the covariance is of two of them."""

    seats: int
    method: str
    covariance: figures.Exact | UnsetType | None = UNSET
    correlation: str | UnsetType = UNSET  # Of two seats, where it is exact.
    sampled_covariance: SampledCovarianceRecord | UnsetType = UNSET
    variance: str
    standard_deviation: str  # Of a round, all seats together.
    n0: str | None
    bands: list[BandRecord]
    bank_ruin: dict[str, str]  # How likely the house ever loses a bank, by units, and by which method.
    bank_ruin_between: dict[str, list[str]] | UnsetType = UNSET
    """Where that is not exact: the least and the most that it can be, by units; not there where it is not known."""
    ruin_in_the_end: dict[str, str] | UnsetType = UNSET
    """The player's risk of ruin, by bankroll in units, and by which method."""


class MixRecord(Record):
    """Everything about a mix; figures are in units of all that is staked before the deal."""

    schema: int
    game: str
    stakes: dict[str, figures.Money]
    staked: figures.Money
    method: str
    error_bound: str | UnsetType = UNSET
    expectation: figures.Exact
    house_edge: figures.Percentage
    element_of_risk: figures.Percentage
    standard_deviation: Annotated[figures.Root, Of("variance")]
    variance: figures.Decimal
    expected_dollars: figures.Decimal  # Of a round.
    standard_deviation_dollars: figures.Root
    hit_frequency: figures.Decimal | UnsetType = UNSET
    push_frequency: figures.Decimal | UnsetType = UNSET
    n0: figures.Decimal | UnsetType | None = UNSET
    wagers: list[MixedWager]
    together: list[MixedPair]
    ruin_in_the_end: dict[str, RuinRecord] | UnsetType = UNSET
    table: SeatsRecord | UnsetType = UNSET
    seat: SeatsRecord | UnsetType = UNSET
    game_hash: str


def table_record(table: volatility.TableFigures) -> SeatsRecord:
    """A table of seats: exact from mean and variance, bands as normal; a ruin that is not exact has two digits."""
    ruin = table.bank_ruin()
    digits = 6 if ruin.is_exact else volatility.ESTIMATED
    return SeatsRecord(
        seats=table.seats,
        method="exact" if table.is_exact else "estimated",
        covariance=figures.mean(table.covariance) if table.is_exact else None,
        correlation=f"{table.correlation:.6f}" if table.is_exact and table.seats > 1 else UNSET,
        variance=decimal_text(table.round_variance, table.digits),
        standard_deviation=square_root_text(table.round_variance, table.digits) if table.round_variance else "0",
        n0=None if table.n0 is None else decimal_text(table.n0, table.digits),
        bands=[record_of(BandRecord, band) for band in map(table.band, volatility.ROUNDS)],
        bank_ruin={
            "method": ruin.method,
            **{
                str(units): figures.digits_of(risk, digits)
                for units, risk in zip(volatility.BANKROLLS, ruin.chances, strict=True)
            },
        },
        bank_ruin_between={
            str(units): [f"{bound:.2g}" for bound in bounds]
            for units, bounds in zip(volatility.BANKROLLS, ruin.bounds, strict=True)
        }
        if ruin.bounds
        else UNSET,
    )


def shared_record(table: volatility.TableFigures, sampled: SeatCovariance) -> SeatsRecord:
    return replace(table_record(table), sampled_covariance=record_of(SampledCovarianceRecord, sampled))


def seat_record(seat: volatility.TableFigures) -> SeatsRecord:
    """One seat: bands as normal, the house's bank, and the player's ruin."""
    expected, variance = float(seat.mean), float(seat.variance)
    ruin = {
        str(units): figures.digits_of(volatility.ruin_as_normal(expected, variance, units), 4)
        for units in volatility.BANKROLLS
    }
    method = "certain" if expected <= 0 else "estimated"
    return replace(table_record(seat), method=VALUED, covariance=UNSET, ruin_in_the_end={"method": method, **ruin})


@dataclass(frozen=True)
class MixAnswer:
    mix: Mix

    @cached_property
    def record(self) -> MixRecord:
        mix, result, counts = self.mix, self.mix.result, self.mix.result.counts
        counted: dict[str, object] = {"error_bound": f"{result.error:g}"}
        if counts is not None:
            counted = {
                "hit_frequency": counts.hit_frequency,
                "push_frequency": counts.push_frequency,
                "n0": volatility.rounds_to_deviation(counts.expectation, counts.variance),
                "ruin_in_the_end": {
                    str(units): RuinRecord(chance=figures.digits_of(ruin.chance, 9), method=ruin.method)
                    for units in volatility.BANKROLLS
                    for ruin in (volatility.ruin_in_the_end(counts, units),)
                },
            }
        return record_of(
            MixRecord,
            result,
            **figures.head_of(mix.configuration),
            stakes=mix.stakes,
            staked=mix.staked,
            expected_dollars=result.expectation * mix.staked / 100,
            standard_deviation_dollars=result.variance * mix.staked * mix.staked / 10_000,
            **counted,
            wagers=[
                record_of(
                    MixedWager,
                    None,
                    wager=wager,
                    stake=stake,
                    expectation=mix.means[wager],
                    variance=mix.covariances[wager, wager],
                )
                for wager, stake in mix.stakes.items()
            ],
            together=[
                record_of(
                    MixedPair,
                    None,
                    wagers=[one, other],
                    covariance=figures.mean(covariance)
                    if isinstance(covariance, Fraction)
                    else figures.decimal(covariance),
                    correlation=mix.correlation(one, other),
                )
                for one, other in combinations(mix.stakes, 2)
                for covariance in (mix.covariances[one, other],)
            ],
            seat=seat_record(mix.seat) if mix.table is None else UNSET,
            table=UNSET if mix.table is None else table_record(mix.table),
        )


class EdgeOfMix(Question[MixAnswer]):
    """What does a seat that makes several wagers together come to?"""

    game: Game
    mix: Annotated[str, told("A seat that makes several wagers together, as in ante=10,straight=5.", "STAKES")]
    seats: Annotated[int | None, told("Seats that all do it: five, or the game's most.")] = None
    meter: Meters = ()

    def answered(self, asked: Asked) -> MixAnswer:
        configuration = catalogue.configuration(self.game)
        least, most = configuration.edition.seats
        seats = min(USUAL_SEATS, most) if self.seats is None else self.seats
        if not least <= seats <= most:
            option = asked.by.option("seats")
            raise BadInput(f"{option} {seats}: {configuration.name} is played with {least} to {most}")
        stakes = parse_stakes(configuration, self.mix, asked.by)
        conditions = by_jackpot(configuration, Given(self.meter), asked.by)
        mix = mix_of(
            configuration, stakes, seats=seats, conditions=conditions, remember=asked.remember, progress=asked.progress
        )
        return MixAnswer(mix)
