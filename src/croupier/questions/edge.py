"""What a wager is worth: ``Edge``. Its neighbors are ``mix`` (several wagers of a seat) and ``sweep`` (every table)."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from croupier import catalogue
from croupier.errors import BadInput, CroupierError, SpecError
from croupier.exact.result import Result
from croupier.questions.asking import Asked, Question, declared
from croupier.questions.tables import only_table
from croupier.records import UNSET, Record, UnsetType, field
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import Spec, parse_spec
from croupier.solving.base_games import base_wager
from croupier.solving.conditions import Given, of_wager
from croupier.solving.figures import Conditions, check_conditions, edge_record
from croupier.solving.solutions import check_wager, solve, wagers_of

MOST_OTHERS: Final = 20


class Exact(Record):
    """A mean: its fraction where it is exact, and its decimal."""

    fraction: str | UnsetType = UNSET
    decimal: str


class Percentage(Record):
    """A part of one: its fraction where it is exact, and in percent."""

    fraction: str | UnsetType = UNSET
    percent: str


class TopAward(Record):
    """The best outcome."""

    net: str
    probability: str
    one_in: str


class ShareOfMeter(Record):
    """What an outcome takes of a meter that is not given."""

    level: int
    percent: str


class OutcomeRecord(Record):
    """One net outcome, with its count of all deals."""

    net: str | None
    count: str
    probability: str
    meter: ShareOfMeter | UnsetType = UNSET


class RowRecord(Record):
    """One row of a paytable."""

    event: str
    label: str
    pays: str
    net: str | UnsetType | None = UNSET
    dynamic: list[str] | UnsetType | None = UNSET
    envy: str | UnsetType | None = UNSET
    count: str
    probability: str
    one_in: str | None
    returns: str | None = field(name="return")


class SimplerPlay(Record):
    """What a simpler way to play comes to, and costs."""

    house_edge: Percentage
    cost: Exact


class SeatInOrder(Record):
    """A seat at one pot, by its place in the order of acting."""

    place: int
    mean: str
    standard_error: str


class EstimateRecord(Record):
    """Several players at one pot: sampled, with the error of the sample."""

    wager: str
    strategy: str
    rule: str
    seats: int
    method: str
    mean: str
    house_edge: Percentage
    standard_error: str
    rounds: str
    seed: int
    command: str
    checked: str | UnsetType = UNSET
    solved_exactly: str | UnsetType = UNSET
    changed: str | UnsetType = UNSET
    backend: str | UnsetType = UNSET
    quick_decisions: str | UnsetType = UNSET
    plays: str | UnsetType = UNSET
    in_order: list[SeatInOrder] | UnsetType = UNSET


class MeterRecord(Record):
    """One level of a jackpot; amounts in dollars."""

    level: int
    hit_probability: str
    one_in: str | None
    return_per_1000: str
    average_share: str
    shown: str | None


class SharedMeter(Record):
    """Several winners of one whole meter in a round."""

    level: int
    seats: int
    any_wins: str
    second_winner_times_likelier: Exact | None
    part_kept_by_a_winner: str


class CutCardRecord(Record):
    """What dealing to a cut card changes; estimated."""

    method: str
    effect: str
    standard_error: str
    strategy: str
    seats: int
    shoes: str
    rounds_per_shoe: str
    emptied: int
    seed: int
    command: str


class Insurance(Record):
    """What insurance is worth from a fresh shoe."""

    expectation: str
    fraction: str


class FirstHand(Record):
    """Two first cards against an up-card."""

    cards: str
    up: str
    probability: str
    best: str | None
    """None where the dealer's look decides before the player does."""
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
    standard_deviation: str | None
    variance: str | None
    skewness: str | UnsetType | None = UNSET
    kurtosis: str | UnsetType | None = UNSET
    hit_frequency: str | UnsetType | None = UNSET
    push_frequency: str | UnsetType | None = UNSET
    average_wagered: str
    top_award: TopAward | UnsetType | None = UNSET
    outcomes: list[OutcomeRecord] | UnsetType = UNSET
    total: str | UnsetType = UNSET
    fixed_return: Percentage | UnsetType = UNSET
    meters: list[MeterRecord] | UnsetType = UNSET
    break_even_meter: str | UnsetType | None = UNSET
    others: int | UnsetType = UNSET
    envy_per_other: Exact | UnsetType = UNSET
    shared: list[SharedMeter] | UnsetType = UNSET
    average_meter: dict[str, str] | UnsetType | None = UNSET
    dealer_envy: Exact | UnsetType | None = UNSET
    rows: list[RowRecord] | UnsetType = UNSET
    boost_chance: str | UnsetType | None = UNSET
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
    rulebook_hash: str


@dataclass(frozen=True)
class EdgeAnswer:
    """A wager's result, under what is known of its meters."""

    result: Result
    conditions: Conditions

    @cached_property
    def record(self) -> EdgeRecord:
        return declared(EdgeRecord, edge_record(self.result, self.conditions))


class Edge(Question[EdgeAnswer]):
    """What is a wager worth?"""

    game: str
    wager: str | None = None
    """The base wager unless one is named."""
    paytable: str | None = None
    meter: tuple[str, ...] = ()
    """What a meter shows, as ``[WAGER:][LEVEL=]AMOUNT``."""
    jackpot_seed: tuple[str, ...] = ()
    rate: tuple[str, ...] = ()
    others: int = 0
    """Other players who make the jackpot wager."""
    play: str | None = None
    """Another way to play that the solver names; the best unless given."""

    def answered(self, asked: Asked) -> EdgeAnswer:
        if not 0 <= self.others <= MOST_OTHERS:
            raise BadInput(f"{asked.by.option('others')} {self.others}: expected 0 to {MOST_OTHERS}")
        configuration, wager = staked(self.game, self.wager, self.paytable, asked)
        given = Given(self.meter, self.jackpot_seed, self.rate, others=self.others)
        conditions = of_wager(configuration, wager, given, asked.by)
        if wager == base_wager(configuration):
            check_conditions(configuration, wager, conditions)
            from croupier.solving.base_solutions import base_result  # a side wager needs none of it

            if self.play is not None:
                check_play(configuration, self.play, asked)
            result = base_result(configuration, self.play, remember=asked.remember, progress=asked.progress)
        elif self.play is not None:
            raise no_other_play(configuration, wager, asked)
        else:
            result = solve(configuration, wager, remember=asked.remember)[wager]
            check_conditions(configuration, wager, conditions)
        answer = EdgeAnswer(result, conditions)
        if result.jackpot is not None:
            _ = answer.record  # refuses levels and seeds that do not fit, whoever prints it
        return answer


def check_play(configuration: Configuration, play: str, asked: Asked) -> None:
    """Refuse a way to play that the base game's solver does not name."""
    from croupier.solving.base_solutions import valuer_of, ways_to_play

    if valuer_of(configuration) is None:
        raise no_other_play(configuration, base_wager(configuration) or "", asked)
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
    wager = wager or _usual_wager(configuration)
    paytable = paytable or only_table(configuration, wager, _example(wager, asked))
    if paytable is not None:
        configuration = _with_table(game, configuration, wager, paytable, asked)
    check_wager(configuration, wager)
    return configuration, wager


def _example(wager: str, asked: Asked) -> str:
    by = asked.by
    return f"{by.option('wager')}{by.between}{wager}{by.apart}{by.option('paytable')}{by.between}{{table}}"


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


def _usual_wager(configuration: Configuration) -> str:
    known = wagers_of(configuration) or [
        wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")
    ]
    return base_wager(configuration) or known[0]


def _with_table(game: str, configuration: Configuration, wager: str, paytable: str, asked: Asked) -> Configuration:
    """The game as it was named, with another table; what goes with the old table alone is left behind."""
    known = {each.id: each for each in configuration.rules.wagers}
    if wager in known and not known[wager].tables:
        raise BadInput(f"{wager} takes no paytable", hint=f"leave {asked.by.option('paytable')} out")
    if wager not in known or known[wager].kind not in ("bonus", "jackpot"):
        check_wager(configuration, wager)
    settings = dict(parse_spec(game).settings) | {wager: paytable}
    settings.pop("tables", None)
    return configure(configuration.book, Spec(configuration.name, tuple(sorted(settings.items()))))
