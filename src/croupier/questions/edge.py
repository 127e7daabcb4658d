"""What a wager is worth: ``Edge``; to players at one pot, ``EdgeAtOnePot``; under every table, ``EdgeOfEveryTable``. A
wager with a single table takes it; of several, the refusal is a table of what each is worth. Several wagers of a seat
are ``mix``."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Final

from croupier import catalogue
from croupier.errors import BadInput, CroupierError, SpecError
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import CountedRow
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.exact.sampled_table import Sample, SampledTable, SamplesTables
from croupier.questions.asking import Asked, Game, Meters, Others, Question, Rates, Seeds, Wager, told
from croupier.questions.conditions import (
    NO_CONDITIONS,
    Conditions,
    Given,
    Jackpot,
    check_conditions,
    of_wager,
    shared_meters,
)
from croupier.questions.figures import (
    Decimal,
    Dollars,
    Exact,
    Fractional,
    Odds,
    Percentage,
    Root,
    head_of,
    mean,
    percentage,
    to_places,
)
from croupier.questions.solved import solutions
from croupier.questions.solved.recorded import BEST, CutCardRecord, Estimate, estimates_of, recorded_cut_card
from croupier.records import UNSET, Count, Of, Record, UnsetType, Written, converted, field, plain, record_of
from croupier.rulebook.configuration import Configuration, Spec, configure, parse_spec
from croupier.rulebook.rules import Wager as RuledWager
from croupier.units import MeterShare, decimal_text, describe_pay, format_money, percent_text, square_root_text

MOST_OTHERS: Final = 20


class TopAward(Record):
    """The best outcome."""

    net: Odds
    probability: Decimal
    one_in: Decimal


class ShareOfMeter(Record):
    """What an outcome takes of a meter that is not given."""

    level: int
    percent: Odds


class OutcomeRecord(Record):
    """One net outcome, with its count of all deals; it has no net where that depends on a meter."""

    net: Odds | None
    count: Count
    probability: Decimal
    meter: ShareOfMeter | UnsetType = UNSET


class RowRecord(Record):
    """One row of a paytable."""

    event: str
    label: str
    pays: Annotated[str, Of("pay"), Written(describe_pay)]
    net: Odds | UnsetType | None = UNSET
    dynamic: list[Annotated[str, Written(describe_pay)]] | UnsetType | None = UNSET
    envy: Dollars | UnsetType | None = UNSET
    count: Count
    probability: Decimal
    one_in: Decimal | None
    returns: Annotated[Decimal | None, Of("contribution")] = field(name="return")


class SimplerPlay(Record):
    """What a simpler way to play comes to, and costs."""

    house_edge: Percentage
    cost: Exact


class SeatInOrder(Record):
    """A seat at one pot, by its place in the order of acting."""

    place: int
    mean: Annotated[str, to_places(5)]
    standard_error: Annotated[str, to_places(5)]


class EstimateRecord(Record):
    """Several players at one pot: sampled, with the error of the sample."""

    wager: str
    strategy: str
    rule: str
    seats: int
    method: str
    mean: Annotated[str, to_places(7)]
    house_edge: Percentage
    standard_error: Annotated[str, to_places(7)]
    rounds: Count
    seed: int
    command: str
    checked: Count | UnsetType = UNSET
    solved_exactly: Annotated[Count | UnsetType, Of("exact")] = UNSET
    changed: Count | UnsetType = UNSET
    quick_decisions: Annotated[str | UnsetType, Of("quick"), to_places(7)] = UNSET
    plays: Annotated[str, to_places(4)] | UnsetType = UNSET
    in_order: list[SeatInOrder] | UnsetType = UNSET


class MeterRecord(Record):
    """One level of a jackpot; amounts in dollars."""

    level: int
    hit_probability: Decimal
    one_in: Decimal | None
    return_per_1000: Decimal
    average_share: Annotated[Fractional, Of("share")]
    shown: Dollars | None


class SharedMeter(Record):
    """Several winners of one whole meter in a round."""

    level: int
    seats: int
    any_wins: str
    second_winner_times_likelier: Exact | None
    part_kept_by_a_winner: str


class Insurance(Record):
    """What insurance is worth from a fresh shoe."""

    expectation: str
    fraction: str


class FirstHand(Record):
    """Two first cards against an up-card."""

    cards: str
    up: str
    probability: str
    best: str | None  # None where the dealer's look decides before the player does.
    values: dict[str, str]
    expectation: str


class IndexNumber(Record):
    """From which true count a decision changes."""

    decision: str
    play: str
    instead: str
    true_count: str
    rising: bool


class EdgeRecord(Record):
    """Everything about one wager: fractions, decimals and counts as text.

    What a field needs may be missing: the edge of a jackpot whose meters are not given is null; a wager that is valued
    to a bound has no outcomes; what only one solver adds is there with that solver alone.
    """

    schema: int
    game: str
    wager: str
    paytable: str | None
    method: str
    error_bound: str | UnsetType = UNSET
    basis: str | UnsetType = UNSET
    expectation: Exact | None
    house_edge: Percentage | None
    element_of_risk: Percentage | None
    standard_deviation: Root | None
    variance: Decimal | None
    skewness: str | UnsetType | None = UNSET
    kurtosis: str | UnsetType | None = UNSET
    hit_frequency: Decimal | UnsetType | None = UNSET
    push_frequency: Decimal | UnsetType | None = UNSET
    average_wagered: Decimal
    top_award: TopAward | UnsetType | None = UNSET
    outcomes: list[OutcomeRecord] | UnsetType = UNSET
    total: Count | UnsetType = UNSET
    fixed_return: Percentage | UnsetType = UNSET
    meters: list[MeterRecord] | UnsetType = UNSET
    break_even_meter: Dollars | UnsetType | None = UNSET
    others: int | UnsetType = UNSET
    envy_per_other: Exact | UnsetType = UNSET
    shared: list[SharedMeter] | UnsetType = UNSET
    average_meter: dict[str, Dollars] | UnsetType | None = UNSET
    dealer_envy: Exact | UnsetType | None = UNSET
    rows: list[RowRecord] | UnsetType = UNSET
    rows_total: Count | UnsetType = UNSET
    """Deals that the rows are counted out of; `total` also counts the draws of dynamic pays."""
    boost_chance: Fractional | UnsetType | None = UNSET
    strategies: dict[str, SimplerPlay] | UnsetType = UNSET
    estimates: list[EstimateRecord] | UnsetType = UNSET
    post_split: str | UnsetType = UNSET
    by_up_card: dict[str, str] | UnsetType = UNSET
    insurance: Insurance | UnsetType = UNSET
    first_hands: list[FirstHand] | UnsetType = UNSET
    cost: str | UnsetType = UNSET
    by_composition: str | UnsetType = UNSET
    chart: dict[str, dict[str, str]] | UnsetType = UNSET
    key: str | UnsetType = UNSET
    count: str | UnsetType = UNSET
    effects_of_removal: dict[str, str] | UnsetType = UNSET
    betting_correlation: str | UnsetType = UNSET
    insurance_correlation: str | UnsetType = UNSET
    index_numbers: list[IndexNumber] | UnsetType = UNSET
    cut_card: CutCardRecord | UnsetType | None = UNSET
    notes: list[str]
    game_hash: str


def edge_record(result: Result, conditions: Conditions = NO_CONDITIONS) -> EdgeRecord:
    configuration = result.configuration
    head = {
        **head_of(configuration),
        "wager": result.wager,
        "paytable": result.paytable,
        "method": result.method,
        "notes": notes(result),
    }
    if result.jackpot is not None:
        return record_of(EdgeRecord, result.jackpot, **head | _jackpot(Jackpot(result.jackpot, conditions)))
    check_conditions(configuration, result.wager, conditions)
    if result.moments is not None:
        known = record_of(
            EdgeRecord,
            result.moments,
            **head,
            error_bound=f"{result.error:g}",
            basis=result.basis,
            house_edge=result.house_edge,
            element_of_risk=result.element_of_risk,
            standard_deviation=result.variance,
            cut_card=recorded_cut_card(configuration),
        )
        return converted(EdgeRecord, plain(known) | dict(result.facts))
    counts = result.distribution
    figures = head | _figures(counts, counts.expectation)
    if not result.is_base:
        return record_of(EdgeRecord, counts, **figures, rows=result.rows, rows_total=result.total)
    estimated = [estimate_record(estimate) for estimate in estimates_of(configuration)]
    return record_of(EdgeRecord, counts, **figures, strategies=simpler_plays(result), estimates=estimated or UNSET)


def _figures(distribution: Distribution, expectation: Fraction) -> dict[str, object]:
    """What a distribution does not say by itself; the expectation may hold more than it does (envy pays)."""
    net, chance = distribution.top_award
    return {
        "expectation": expectation,
        "house_edge": -expectation,
        "element_of_risk": -expectation / distribution.average_wagered,
        "standard_deviation": distribution.variance,
        "skewness": _skewness(distribution),
        "kurtosis": _kurtosis(distribution),
        "top_award": record_of(TopAward, None, net=net, probability=chance, one_in=1 / chance),
        "outcomes": [_outcome(net, count, distribution.total) for net, count in distribution.counts],
    }


def _outcome(net: Fraction | MeterShare, count: int, total: int) -> OutcomeRecord:
    chance = Fraction(count, total)
    if isinstance(net, MeterShare):
        share = record_of(ShareOfMeter, net, level=net.level or 1)
        return record_of(OutcomeRecord, None, net=None, count=count, probability=chance, meter=share)
    return record_of(OutcomeRecord, None, net=net, count=count, probability=chance)


def _skewness(distribution: Distribution) -> str:
    """The third standardized moment, every digit exact."""
    if not distribution.variance:
        return "0"
    third = distribution.central_moment(3)
    return ("-" if third < 0 else "") + square_root_text(third**2 / distribution.variance**3)


def _kurtosis(distribution: Distribution) -> str:
    """The fourth standardized moment, three for a normal distribution."""
    return decimal_text(distribution.central_moment(4) / distribution.variance**2) if distribution.variance else "0"


def simpler_plays(result: Result) -> dict[str, SimplerPlay]:
    return {
        name: SimplerPlay(house_edge=percentage(simple.house_edge), cost=mean(result.cost(name)))
        for name, simple in result.simple.items()
    }


def estimate_record(estimate: Estimate) -> EstimateRecord:
    """A sample of several players at one pot, or under a stated rule."""
    edge = Percentage(percent=f"{100 * float(estimate.house_edge):.5f}")
    if not estimate.is_best_play:
        fields = ("checked", "solved_exactly", "changed", "quick_decisions", "plays", "in_order")
        unknown = dict.fromkeys(fields, UNSET)
        return record_of(EstimateRecord, estimate, method="estimated", house_edge=edge, **unknown)
    places = [
        record_of(SeatInOrder, None, place=place, mean=net, standard_error=error)
        for place, (net, error) in enumerate(estimate.in_order, start=1)
    ]
    return record_of(EstimateRecord, estimate, method="estimated", house_edge=edge, in_order=places)


def notes(result: Result) -> list[str]:
    """What a reader of the figures should know about them."""
    told = [result.basis] if result.basis else []
    configuration = result.configuration
    if result.moments is not None:
        return told
    if result.is_base:
        awards = [wager.id for wager in configuration.rules.wagers if wager.kind == "award"]
        tables = [configuration.tables[award] for award in awards if award in configuration.tables]
        samples = [table.id for table in tables if configuration.book.table(table.id).status == "sample"]
        samples += [ladder.id for ladder in configuration.ladders.values() if ladder.status == "sample"]
        if result.note:
            told.append(result.note)
    else:
        samples = [result.counted.table.id] if result.counted.table.status == "sample" else []
    told += [f"{table} is a sample, not the maker's table" for table in samples]
    jackpot = result.jackpot
    if jackpot is None and not result.is_base and result.wager in configuration.aggregates:
        limit = format_money(configuration.aggregates[result.wager].cents)
        told.append(f"without the aggregate limit of {limit}, which depends on the stakes and on other players")
    if jackpot is not None and not jackpot.is_house_jackpot:
        told.append("a meter that several win in one round is counted as if each won it alone")
    if jackpot is not None and jackpot.envy_return:
        # Envy depends on other hands, which the distribution of one hand cannot hold.
        told.append("envy from other players counts in the expectation only; the outcomes are of one's own hand")
    return told


def _jackpot(jackpot: Jackpot) -> dict[str, object]:
    solution, shown = jackpot.solution, jackpot.shown
    if jackpot.distribution is not None and jackpot.expectation is not None:
        known = jackpot.distribution
        same = ("variance", "hit_frequency", "push_frequency", "average_wagered", "total")
        figures = {name: getattr(known, name) for name in same} | _figures(known, jackpot.expectation)
    else:
        unknown = ("expectation", "house_edge", "element_of_risk", "standard_deviation", "variance", "skewness")
        figures = dict.fromkeys((*unknown, "kurtosis", "hit_frequency", "push_frequency", "top_award"))
        counts: dict[Fraction | MeterShare, int] = {}
        for net, count in solution.outcomes():
            counts[net] = counts.get(net, 0) + count
        total = sum(counts.values())
        outcomes = [_outcome(net, count, total) for net, count in counts.items() if count]
        figures |= {"outcomes": outcomes, "total": total, "average_wagered": "1"}
    return figures | {
        "meters": [
            record_of(MeterRecord, meter, shown=None if shown is None else shown[meter.level])
            for meter in solution.meters
        ],
        "break_even_meter": jackpot.break_even_cents,
        "others": jackpot.conditions.others,
        "envy_per_other": mean(solution.envy_return),
        "shared": [
            SharedMeter(
                level=shared.level,
                seats=shared.seats,
                any_wins=shared.company.any_wins(shared.seats).text(),
                second_winner_times_likelier=None if (times := shared.company.second_winner) is None else mean(times),
                part_kept_by_a_winner=shared.part_kept.text(),
            )
            for shared in shared_meters(jackpot)
        ],
        "average_meter": jackpot.averages,
        "dealer_envy": None if shown is None else mean(solution.dealer_envy(shown)),
        "rows": [_jackpot_row(solution, counted) for counted in solution.counted.rows],
        "rows_total": solution.total,
        "boost_chance": solution.boosts.chance if solution.boosts else None,
    }


def _jackpot_row(solution: JackpotSolution, counted: CountedRow) -> RowRecord:
    posted = counted.row.at_wager(solution.stake_cents)
    return record_of(
        RowRecord,
        counted,
        event=counted.row.event,
        pays=posted.pay,
        dynamic=posted.dynamic or None,
        envy=posted.envy_cents or None,
        returns=solution.row_return(counted),
    )


@dataclass(frozen=True)
class EdgeAnswer:
    result: Result
    conditions: Conditions = NO_CONDITIONS

    @cached_property
    def record(self) -> EdgeRecord:
        return edge_record(self.result, self.conditions)


class Edge(Question[EdgeAnswer]):
    """What is a wager worth?"""

    game: Game
    wager: Wager = None
    paytable: Annotated[str | None, told("The wager's table, by its id or an alias.", "ID")] = None
    meter: Meters = ()
    jackpot_seed: Seeds = ()
    rate: Rates = ()
    others: Others = 0
    play: Annotated[
        str | None, told("How hands of a split are played: CDZ-, CDP1, CDP, CDH; chart for totals.", "NAME")
    ] = None

    def answered(self, asked: Asked) -> EdgeAnswer:
        check_others(self.others, asked)
        configuration, wager = staked(self.game, self.wager, self.paytable, asked)
        given = Given(self.meter, self.jackpot_seed, self.rate, self.others)
        conditions = of_wager(configuration, wager, given, asked.by)
        if wager in configuration.rules.bases:
            check_conditions(configuration, wager, conditions)
            if self.play is not None:
                check_play(configuration, self.play, asked)
            result = solutions.base_result(
                configuration, self.play, wager=wager, remember=asked.remember, progress=asked.progress
            )
        elif self.play is not None:
            raise no_other_play(configuration, wager, asked)
        else:
            result = solutions.solve(configuration, wager, remember=asked.remember)[wager]
            check_conditions(configuration, wager, conditions)
        answer = EdgeAnswer(result, conditions)
        if result.jackpot is not None:
            _ = answer.record  # refuses levels and seeds that do not fit, whoever prints it
        return answer


def check_others(others: int, asked: Asked) -> None:
    if not 0 <= others <= MOST_OTHERS:
        raise BadInput(f"{asked.by.option('others')} {others}: expected 0 to {MOST_OTHERS}")


def check_play(configuration: Configuration, play: str, asked: Asked) -> None:
    """Refuse a way to play that the base game's solver does not name."""
    from croupier.questions.solved.solutions import valuer_of, ways_to_play

    if valuer_of(configuration) is None:
        raise no_other_play(configuration, solutions.base_wager(configuration) or "", asked)
    if play not in ways_to_play(configuration):
        ways = ", ".join(ways_to_play(configuration))
        raise BadInput(f"'{play}' is not a way to play {configuration.name}", hint=f"one of {ways}")


def no_other_play(configuration: Configuration, wager: str, asked: Asked) -> BadInput:
    return BadInput(
        f"{wager} of {configuration.name} is solved under the best play alone",
        hint=f"leave {asked.by.option('play')} out",
    )


def staked(game: str, wager: str | None, paytable: str | None, asked: Asked) -> tuple[Configuration, str]:
    """The configuration and the wager that are asked about, with the wager's table: the one named, or its only one."""
    configuration = _named(game, wager, paytable)
    tabled = [offered.id for offered in configuration.rules.wagers if offered.kind in ("bonus", "jackpot")]
    wager = wager or solutions.base_wager(configuration) or (solutions.wagers_of(configuration) or tabled)[0]
    by = asked.by
    example = f"{by.option('wager')}{by.between}{wager}{by.apart}{by.option('paytable')}{by.between}{{table}}"
    paytable = paytable or only_table(configuration, wager, example)
    if paytable is not None:
        configuration = _with_table(game, configuration, wager, paytable, asked)
    solutions.check_wager(configuration, wager)
    return configuration, wager


def _named(game: str, wager: str | None, paytable: str | None) -> Configuration:
    """The game as it was named; a key such as jackpot=house may need the table that only the question names."""
    try:
        return catalogue.configuration(game)
    except SpecError:
        if wager is None or paytable is None:
            raise
        name, settings = parse_spec(game)
        with contextlib.suppress(CroupierError):
            return configure(catalogue.book(), Spec(name, tuple(sorted({**dict(settings), wager: paytable}.items()))))
        raise


def _with_table(game: str, configuration: Configuration, wager: str, paytable: str, asked: Asked) -> Configuration:
    """The game as it was named, with another table; what goes with the old table alone is left behind."""
    known = {ruled.id: ruled for ruled in configuration.rules.wagers}
    if wager in known and not known[wager].tables:
        raise BadInput(f"{wager} takes no paytable", hint=f"leave {asked.by.option('paytable')} out")
    if wager not in known or known[wager].kind not in ("bonus", "jackpot"):
        solutions.check_wager(configuration, wager)
    settings = dict(parse_spec(game).settings) | {wager: paytable}
    settings.pop("tables", None)
    return configure(configuration.book, Spec(configuration.name, tuple(sorted(settings.items()))))


LISTED: Final = 12  # Tables that a refusal lists; the rest are counted.


def only_table(configuration: Configuration, wager: str, example: str) -> str | None:
    """The wager's only table; None where it has one already, or needs none. Where there are several, BadInput lists
    them with their edges; ``example`` says how to name one, with ``{table}``."""
    known = {ruled.id: ruled for ruled in configuration.rules.wagers}
    if wager not in known or known[wager].kind not in ("bonus", "jackpot") or wager in configuration.tables:
        return None
    offered = known[wager].tables_in(configuration.edition.id)
    if len(offered) == 1:
        return offered[0]
    if not offered:
        return None
    raise BadInput(
        f"{wager} needs a paytable\n{_listed(configuration, wager, offered)}",
        hint=f"name one, as in {example.format(table=offered[0])}",
    )


def with_only_table(configuration: Configuration, wager: str | None = None) -> Configuration:
    """The configuration, with the table of a wager where there is only one. Without a wager it is the first of a game
    that has no base wager and was named without a table."""
    staked = [ruled.id for ruled in configuration.rules.wagers if ruled.kind in ("bonus", "jackpot")]
    needed = wager or (staked[0] if staked and not solutions.wagers_of(configuration) else None)
    if needed is None:
        return configuration
    table = only_table(configuration, needed, f'"{configuration.name}({needed}={{table}})"')
    return configuration if table is None else configuration.with_table(needed, table)


def _listed(configuration: Configuration, wager: str, offered: tuple[str, ...]) -> str:
    worth = _worths(configuration, wager)
    shown = offered[:LISTED]
    width = max(map(len, shown))
    lines = [f"  {table:<{width}}  {worth.get(table, '')}".rstrip() for table in shown]
    if len(offered) > LISTED:
        lines.append(f"  and {len(offered) - LISTED} more: croupier games")
    return "\n".join(lines)


def _worths(configuration: Configuration, wager: str) -> dict[str, str]:
    """By table, its edge; of a jackpot, what it returns without its meter."""
    edges: dict[str, list[Fraction]] = {}
    name = "house edge"
    try:
        for swept in sweep(str(configuration), wager):
            if (result := swept.result) is not None:
                if result.jackpot is not None:
                    name, value = "returns without its meter", result.jackpot.fixed_return
                else:
                    value = result.distribution.house_edge
                edges.setdefault(swept.paytable, []).append(value)
    except CroupierError:
        return {}
    ends = {table: (percent_text(min(values), 5), percent_text(max(values), 5)) for table, values in edges.items()}
    return {table: f"{name} {low}" + (f" to {high}" if low != high else "") for table, (low, high) in ends.items()}


PLACES, SEAT_PLACES = 7, 5


class PotRecord(EstimateRecord):
    """A table of several players at one pot, sampled under the best play."""

    schema: int
    game: str
    game_hash: str


@dataclass(frozen=True)
class PotAnswer:
    configuration: Configuration
    estimate: Estimate

    @cached_property
    def record(self) -> PotRecord:
        return record_of(PotRecord, estimate_record(self.estimate), **head_of(self.configuration))


class EdgeAtOnePot(Question[PotAnswer]):
    """What is a wager worth to each of several players at one pot?"""

    game: Game
    seats: Annotated[int, told("Players at one pot; with mix, seats that all make it (5, or the game's most).")]
    wager: Wager = None
    paytable: Annotated[str | None, told("The wager's table, by its id or an alias.", "ID")] = None
    deals: Annotated[int | None, told("With seats: sample this many deals instead of using what was recorded.")] = None

    def answered(self, asked: Asked) -> PotAnswer:
        configuration, wager = staked(self.game, self.wager, self.paytable, asked)
        alone = solutions.base_configuration(configuration)
        game = solutions.playable(alone)
        solver = solutions.solver_of(game)
        option = asked.by.option("seats")
        if wager != solutions.base_wager(configuration) or not isinstance(solver, SamplesTables):
            raise BadInput(
                f"{wager} of {configuration.name} is worth the same with any number of players",
                hint=f"leave {option} out, or add {asked.by.option('mix')}",
            )
        most = configuration.edition.seats[1]
        if not 1 <= self.seats <= most:
            raise BadInput(f"{self.seats} seats: {configuration.name} has 1 to {most}")
        if self.seats == 1:
            raise BadInput("one player alone is solved exactly", hint=f"leave {option} out")
        recorded = [each for each in estimates_of(configuration) if each.is_best_play and each.seats == self.seats]
        if recorded and self.deals is None:
            return PotAnswer(configuration, recorded[0])
        sample = Sample.usual(self.seats)
        if self.deals is not None:
            sample = sample._replace(deals=self.deals)
        found = solver.sample_table(game, self.seats, sample, asked.progress)
        return PotAnswer(configuration, estimate_of(str(alone), wager, solver.table_rule, found))


def estimate_of(game: str, wager: str, rule: str, sampled: SampledTable, tables: str = "") -> Estimate:
    """A sample as it is recorded: no figure has more digits than it needs."""

    def known(value: float, places: int = PLACES) -> Fraction:
        return Fraction(f"{value:.{places}f}")

    return Estimate(
        game=game,
        wager=wager,
        strategy=BEST,
        rule=rule,
        seats=sampled.seats,
        rounds=sampled.sample.deals,
        seed=sampled.sample.seed,
        mean=known(sampled.seat.mean),
        standard_error=known(sampled.seat.error),
        tables=tables,
        checked=sampled.sample.checked,
        exact=sampled.exact,
        changed=sampled.changed,
        quick=known(sampled.quick[0].mean),
        in_order=tuple((known(place.mean, SEAT_PLACES), known(place.error, SEAT_PLACES)) for place in sampled.in_order),
        plays=known(sampled.plays, SEAT_PLACES),
    )


@dataclass(frozen=True)
class Swept:
    """One table of one wager, solved; or why it does not go with the rest of the configuration."""

    wager: RuledWager
    paytable: str
    decks: int | None
    result: Result | None
    refused: str | None = None

    @cached_property
    def record(self) -> EdgeRecord | None:
        return edge_record(self.result) if self.result else None


def sweep(spec: str, wager: str | None = None) -> Iterator[Swept]:
    """Every table that the edition offers, for one wager or for all.

    A side wager from a shoe is solved for each number of decks that its table allows, unless ``spec`` names one.
    """
    configuration, given = catalogue.configuration(spec), dict(parse_spec(spec).settings)
    for ruled in configuration.rules.wagers:
        if ruled.kind in ("bonus", "jackpot") and wager in (None, ruled.id):
            for paytable in ruled.tables_in(configuration.edition.id):
                for decks in _decks_of(configuration, given, paytable):
                    yield _solve_table(configuration, given, ruled, paytable, decks)


def _decks_of(configuration: Configuration, given: Mapping[str, str], paytable: str) -> tuple[int | None, ...]:
    if "decks" not in configuration.values:
        return (None,)
    if "decks" in given:
        return (configuration.decks,)
    return configuration.book.paytable(paytable).decks


def _solve_table(
    configuration: Configuration, given: Mapping[str, str], wager: RuledWager, paytable: str, decks: int | None
) -> Swept:
    others = {other.id for other in configuration.rules.wagers if other.kind in ("bonus", "jackpot")} - {wager.id}
    others |= {
        key.id
        for key in configuration.rules.keys
        if key.needs in others or (key.needs is None and key.features and wager.kind != "jackpot")
    }
    settings = {name: value for name, value in given.items() if name not in others | {"tables"}}
    settings[wager.id] = paytable
    if decks is not None:
        settings["decks"] = str(decks)
    try:
        chosen = configure(configuration.book, Spec(configuration.name, tuple(sorted(settings.items()))))
    except SpecError as problem:
        return Swept(wager, paytable, decks, None, problem.message)
    return Swept(wager, paytable, decks, solutions.solve(chosen, wager.id, remember=False)[wager.id])


class SweepRecord(Record):
    """The edge of every table that goes with the configuration."""

    schema: int
    game: str
    tables: list[EdgeRecord]
    game_hash: str


@dataclass(frozen=True)
class SweepAnswer:
    configuration: Configuration
    swept: tuple[Swept, ...]

    @cached_property
    def record(self) -> SweepRecord:
        tables = [swept.record for swept in self.swept if swept.record]
        return record_of(SweepRecord, None, **head_of(self.configuration), tables=tables)


class EdgeOfEveryTable(Question[SweepAnswer]):
    """What is a wager worth under each of its tables?"""

    game: Game
    wager: Annotated[str | None, told("All wagers that have tables unless one is named.", "WAGER")] = None

    def answered(self, asked: Asked) -> SweepAnswer:  # noqa: ARG002
        configuration = catalogue.configuration(self.game)
        if self.wager is not None and not any(wager.id == self.wager for wager in configuration.rules.wagers):
            solutions.check_wager(configuration, self.wager)
        swept = tuple(sweep(self.game, self.wager))
        if not swept:
            raise BadInput(f"{configuration.name} offers no paytable for {self.wager or 'any wager'}")
        return SweepAnswer(configuration, swept)
