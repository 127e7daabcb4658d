"""What a game loses to a player who sees too much: ``Advantage`` and ``AdvantageOfEverySight``.

``audit`` takes a showdown game and what is seen of the dealer's cards and of the other seats'; it is exact where the
cards can be enumerated and sampled, and marked so, where they cannot. ``audit_shoe`` values what is known of a shoe
before a pair wager. A game that is valued is audited for a card counter. Exact results are remembered on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import comb
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

from croupier import catalogue
from croupier.cards.cards import format_cards
from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.result import Number, in_silence, needs_compiler
from croupier.exact.result import Progress as Counting
from croupier.exact.sights.sight import (
    FORMS,
    NOTHING,
    Audits,
    SampledFigures,
    Sight,
    SightRow,
    Work,
    parse_sight,
    sights_of,
)
from croupier.play.game import Game
from croupier.play.showdown import Showdown
from croupier.questions import asking
from croupier.questions.asking import Asked, Meters, Question, told
from croupier.questions.conditions import amount, by_level, levels_of
from croupier.questions.edge import EdgeAnswer, with_only_table
from croupier.questions.figures import (
    ESTIMATED_DIGITS,
    Decimal,
    Error,
    Estimated,
    Exact,
    Odds,
    Percentage,
    estimate,
    head_of,
    mean,
    percentage,
    to_places,
)
from croupier.questions.solved import cache, solutions
from croupier.questions.solved.recorded import shared_seats
from croupier.records import UNSET, Count, Of, Record, UnsetType, field, record_of
from croupier.rulebook.configuration import Configuration
from croupier.units import part, square_root_text

if TYPE_CHECKING:
    from croupier.exact.sights.shoe_knowledge import PairsFromShoe, ShoeKnowledge

SAMPLES: Final = 1_000_000  # Deals that are sampled unless another number is given.
SHOES: Final = 200_000  # Shoes that are sampled unless another number is given.
PENETRATION: Final = Fraction(3, 4)
Progress = Callable[[int], None]


class SightLine(Record):
    """Neighboring classes of hand, lowest first, that are played alike after one sight."""

    seen: str
    first: str = field(name="from")
    last: str = field(name="to")
    best: str | None  # The bet that is best for all of them; None where the other cards decide.
    deals: dict[str, Count]


class _Solved(NamedTuple):
    """The outcomes under one sight, and how to play."""

    distribution: Distribution
    chart: tuple[SightLine, ...]


@dataclass(frozen=True)
class Audit:
    """One sight of one game, audited: its outcomes counted, or its figures sampled."""

    configuration: Configuration
    wager: str
    sees: tuple[str, ...]
    known: Distribution | SampledFigures
    total: int  # Deals counted, or sampled.
    chart: tuple[SightLine, ...] = ()

    @property
    def method(self) -> Literal["exact", "estimated"]:
        return "exact" if isinstance(self.known, Distribution) else "estimated"

    @property
    def expectation(self) -> Number:
        return self.known.expectation if isinstance(self.known, Distribution) else self.known.expectation.value

    @cached_property
    def record(self) -> AdvantageRecord:
        """The record of ``edge`` with what is seen and what an advantage player looks at."""
        known = self.known
        told: list[tuple[Fraction, int | None, Number, float | UnsetType]]
        if isinstance(known, Distribution):
            values: dict[str, Number] = {name: getattr(known, name) for name in _FIGURES}
            errors: dict[str, float] = {}
            told = [(net, count, Fraction(count, self.total), UNSET) for net, count in known.counts]
        else:
            values = {name: getattr(known, name).value for name in _FIGURES}
            sampled = {name: getattr(known, name) for name in _SAMPLED}
            errors = dict.fromkeys(("expectation", "house_edge"), known.expectation.standard_error)
            errors |= {name: figure.standard_error for name, figure in sampled.items() if figure is not None}
            told = [(net, None, chance.value, chance.standard_error) for net, chance in known.outcomes]
        mean, variance, is_exact = values["expectation"], Fraction(values["variance"]), self.method == "exact"
        index = _root(Fraction(mean) ** 2 * 10**6 / variance, is_exact) if variance else None
        return record_of(
            AdvantageRecord,
            None,
            **head_of(self.configuration),
            **values
            | {
                "wager": self.wager,
                "paytable": None,
                "method": self.method,
                "sees": list(self.sees),
                "expectation": _mean(mean),
                "standard_error": errors.get("expectation"),
                "house_edge": _percentage(-mean),
                "element_of_risk": _percentage(-mean / values["average_wagered"]),
                "standard_deviation": _root(variance, is_exact),
                "desirability_index": index and f"{'-' * (mean < 0)}{index}",
                "n0": values["variance"] / mean**2 if mean else None,
                "outcomes": [
                    record_of(SeenOutcome, None, net=net, count=count, probability=chance, standard_error=error)
                    for net, count, chance, error in told
                ],
                "standard_errors": errors,
                "total": self.total,
                "strategy": self.chart,
            },
        )

    def __repr__(self) -> str:
        return f"<Audit of {self.configuration}: sees {', '.join(self.sees) or 'nothing'}, {self.method}>"


def audit(
    spec: str | Configuration,
    sees: Sequence[str] = (),
    *,
    seats: int | None = None,
    samples: int | None = None,
    seed: int | str = 1,
    remember: bool = True,
    progress: Progress = lambda _done: None,
    counting: Counting = in_silence,
    by: asking.Asking = asking.LIBRARY,
) -> Audit:
    """The best play of a base game by a player who sees more than their own hand.

    Seats that share their cards are counted where they can be, and so are several cards of a flush; that may take
    minutes and tells ``counting``. Other seats are sampled, and hands of three cards if a number of ``samples`` asks.

    >>> found = audit("three-card-prime", ["dealer:1"], remember=False)
    >>> found.method, found.record.desirability_index
    ('exact', '19.9966363078')
    """
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    game, solver = _audited(configuration)
    hidden = solver.hidden_cards(game)
    sight, at_table = _what_is_seen(game, (sees,) if isinstance(sees, str) else sees, seats, hidden, by)
    if at_table == 1:
        distribution, chart = _solved(configuration, game, solver, sight, remember, counting)
        words = ("dealer:all",) if sight == Sight("card", hidden) else () if sight == NOTHING else (str(sight),)
        return Audit(configuration, game.base_wager, words, distribution, distribution.total, chart)
    if not isinstance(game, Showdown) or game.declares.solver != "showdown":
        raise BadInput(
            f"{game.base_wager} of {configuration.name} is not audited for seats that share their cards",
            hint="leave seats out",
        )
    words = (f"seats:{at_table}",)
    if samples is None or game.declares.hands == "straights":
        shared = shared_seats(configuration, game, at_table, remember=remember, progress=counting)
        if shared is not None:
            return Audit(configuration, game.base_wager, words, shared, shared.total)
    needs_compiler("deals are sampled")
    from croupier.exact.sights.sampling import sample_shared

    many = samples or SAMPLES
    sampled = sample_shared(game, at_table, many, SeededSource(seed), progress)
    return Audit(configuration, game.base_wager, words, sampled, many)


def exact_sights(spec: str | Configuration) -> list[str]:
    """Every sight of the dealer's cards that is enumerated in seconds, the least telling first."""
    game, solver = _audited(catalogue.configuration(spec) if isinstance(spec, str) else spec)
    return sights_of(solver, game)


def every_sight(configuration: Configuration) -> list[str]:
    """The same; none where the game is not audited."""
    try:
        return exact_sights(configuration)
    except BadInput:
        return []


def quick_sights(configuration: Configuration) -> tuple[str, ...]:
    """Of those, what a par sheet can afford."""
    sights = every_sight(configuration)
    if not sights:
        return ()
    game, solver = _audited(configuration)
    size = solver.hidden_cards(game)
    return tuple(sight for sight in sights if solver.work_of(game, parse_sight(sight, size)) is Work.A_MOMENT)


def _audited(configuration: Configuration) -> tuple[Game, Audits]:
    """The game with its solver, if that audits a player who sees too much."""
    try:
        game = solutions.playable(solutions.base_configuration(configuration))
        solver = solutions.solver_of(game)
        if isinstance(solver, Audits) and solver.hidden_cards(game):
            return game, solver
    except MissingPart:
        pass
    raise BadInput(
        f"{solutions.base_wager(configuration) or configuration.name} of {configuration.name} is not audited",
        hint="games are in which the dealer holds a hidden hand apart from any board, and pair wagers from a shoe",
    )


def _what_is_seen(
    game: Game, sees: Sequence[str], seats: int | None, hidden: int, by: asking.Asking
) -> tuple[Sight, int]:
    """What is seen of the dealer's cards, and how many seats' cards are known, the player's own included."""
    asked = [each for each in sees if each.strip().casefold() != "seats"]
    if len(asked) > 1:
        raise BadInput(f"{by.option('sees')} {asked[1][:40]}: the dealer's cards are seen in one way only", hint=FORMS)
    sight = parse_sight(asked[0], hidden) if asked else NOTHING
    if len(asked) == len(sees):
        if seats is not None:
            raise BadInput(f"{by.option('seats')} goes with {by.option('sees')} seats")
        return sight, 1
    if asked:
        together = f"{by.option('sees')} {asked[0][:40]}: beside the other seats' cards none of the dealer's are seen"
        raise BadInput(together, hint="ask for either")
    most = game.configuration.edition.seats[1]
    seats = most if seats is None else seats
    if not 2 <= seats <= most:
        named = f"{by.option('seats')} {seats}: a table of {game.configuration.name} has up to {most}"
        raise BadInput(named, hint=f"from 2 to {most}")
    return sight, seats


def _solved(
    configuration: Configuration, game: Game, solver: Audits, sight: Sight, remember: bool, counting: Counting
) -> _Solved:
    """From the disk where the counts sum to all deals, else solved now and kept."""
    known = solver.deals(game)
    deals = None if known is None else known * comb(solver.hidden_cards(game), sight.number)
    plain = solutions.base_configuration(configuration)
    name = {"rulebook": plain.game_hash, "configuration": str(plain), "advantage": str(sight)}

    def solve_now() -> _Solved:
        solved = solver.audit(game, sight, counting)
        if deals is not None and solved.distribution.total != deals:
            raise ArithmeticError(f"{sight}: {solved.distribution.total} deals counted of {deals}")
        return _Solved(solved.distribution, _stretches(solved.chart))

    return cache.kept(
        name, _Solved, solve_now, remember_it=remember, is_good=lambda known: deals in (None, known.distribution.total)
    )


def _stretches(chart: Sequence[SightRow]) -> tuple[SightLine, ...]:
    """A chart in as few lines as it takes."""
    found = []
    for (seen, _), grouped in groupby(
        chart, key=lambda row: (row.seen, row.best and row.best.name_among(list(row.bets)))
    ):
        rows = list(grouped)
        deals: dict[str, int] = {}
        for row in rows:
            for bet, count in row.bets.items():
                if count:
                    name = bet.name_among(list(row.bets))
                    deals[name] = deals.get(name, 0) + count
        best = next(iter(deals)) if len(deals) == 1 else None
        ends = {"seen": seen, "first": rows[0].words, "last": rows[-1].words}
        found.append(record_of(SightLine, ends, best=best, deals=deals))
    return tuple(found)


_FIGURES: Final = ("expectation", "variance", "hit_frequency", "push_frequency", "average_wagered")
_SAMPLED: Final = ("element_of_risk", "standard_deviation", *_FIGURES[1:], "desirability_index", "n0")


@dataclass(frozen=True)
class ShoeAudit:
    """What knowing the shoe is worth to a player who makes a pair wager."""

    configuration: Configuration
    wager: str
    paytable: str
    knowledge: ShoeKnowledge

    @property
    def record(self) -> ShoeAdvantageRecord:
        return shoe_record(self)


def audit_shoe(
    spec: str | Configuration,
    wager: str | None = None,
    *,
    meters: Mapping[int, int] | None = None,
    penetration: Fraction = PENETRATION,
    shoes: int | None = None,
    seed: int | str = 1,
    progress: Progress = lambda _done: None,
) -> ShoeAudit:
    """Value perfect knowledge and the best count, for a wager on a pair from a shoe; meters in cents by level."""
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    wager = wager or next(each.id for each in configuration.rules.wagers if each.family == "pairs")
    solutions.check_wager(configuration, wager)
    from croupier.exact.sights.shoe_knowledge import sample_shoes

    shoe = pairs_from_shoe(configuration, wager, meters or {})
    knowledge = sample_shoes(shoe, penetration, shoes or SHOES, SeededSource(seed), progress)
    return ShoeAudit(configuration, wager, configuration.tables[wager].id, knowledge)


def pairs_from_shoe(configuration: Configuration, wager: str, meters: Mapping[int, int]) -> PairsFromShoe:
    """The wager at these meters, for any shoe that is left."""
    from croupier.exact.sights.shoe_knowledge import PairsFromShoe

    result = solutions.solve(configuration, wager)[wager]
    table = configuration.tables[wager]
    return PairsFromShoe(table, configuration.setting_for(table), solutions.nets_by_event(result, meters))


class SeenOutcome(Record):
    """One net outcome: its count where it was counted, its error where it was sampled."""

    net: Odds
    count: Count | None
    probability: Estimated
    standard_error: Error | UnsetType = UNSET


class SeeingFigures(Record):
    """What both kinds of audit have."""

    schema: int
    game: str
    wager: str
    paytable: str | None
    method: str
    sees: list[str]
    expectation: Exact
    standard_error: Error | None
    house_edge: Percentage
    element_of_risk: Percentage | None
    standard_deviation: str
    variance: Estimated
    hit_frequency: Estimated
    push_frequency: Estimated | None
    average_wagered: Estimated
    desirability_index: Estimated | None  # 1000 times the expectation over the standard deviation of one round.
    n0: Estimated | None  # Rounds after which the expected win equals one standard deviation.
    outcomes: list[SeenOutcome]
    standard_errors: dict[str, Error]  # Of figures that are sampled, by their names.
    total: Count  # Deals counted, or sampled; shoes, where a shoe is known.
    game_hash: str


class AdvantageRecord(SeeingFigures):
    """A base game to a player who sees more than their own hand."""

    strategy: list[SightLine]


class KnowingRecord(Record):
    """What a wager is worth to one who knows, per hand dealt."""

    value: Annotated[Estimated, Of("value.value")]
    standard_error: Annotated[Error, Of("value.standard_error")]
    wagers: Annotated[Estimated, Of("wagers.value")]
    wagers_standard_error: Annotated[Error, Of("wagers.standard_error")]


class DepthRecord(Record):
    """At some depth of the shoe, and up to it; to one who knows every card left, and to one who counts."""

    dealt: Decimal
    perfect: KnowingRecord
    count: Annotated[KnowingRecord, Of("counting")]
    perfect_so_far: KnowingRecord
    count_so_far: Annotated[KnowingRecord, Of("counting_so_far")]


class ShoeAdvantageRecord(SeeingFigures):
    """A pair wager to a player who knows the rest of the shoe: the headline is down to the penetration."""

    penetration: Decimal
    cards_a_round: int
    full_shoe: Exact
    depths: list[DepthRecord]
    count_tags: dict[str, str]
    count_correlation: Annotated[str, Of("correlation.value"), to_places(4)]


class SightsRecord(Record):
    """Every sight of the dealer's cards that is exact in seconds."""

    schema: int
    game: str
    wager: str
    sights: list[AdvantageRecord]
    game_hash: str


def _root(value: Fraction, is_exact: bool) -> str:
    return square_root_text(value) if is_exact else square_root_text(value, ESTIMATED_DIGITS)


def _mean(value: Number) -> Exact:
    return mean(value) if isinstance(value, Fraction) else Exact(decimal=estimate(value))


def _percentage(value: Number) -> Percentage:
    return percentage(value) if isinstance(value, Fraction) else Percentage(percent=estimate(value * 100))


def shoe_record(found: ShoeAudit) -> ShoeAdvantageRecord:
    """The headline, per hand dealt down to the penetration under perfect knowledge, then depth by depth."""
    knowledge = found.knowledge
    last = knowledge.depths[-1].perfect_so_far
    value, wagered = last.value, last.wagers
    variance, root = knowledge.variance, max(knowledge.variance.value, 0.0) ** 0.5
    sampled = {
        "expectation": value,
        "house_edge": value,
        "variance": variance,
        "hit_frequency": knowledge.hit_frequency,
        "average_wagered": wagered,
        "standard_deviation": variance._replace(standard_error=variance.standard_error / (2 * root)) if root else None,
        "element_of_risk": knowledge.element_of_risk,
        "desirability_index": knowledge.desirability_index,
        "n0": knowledge.n0,
        "count_correlation": knowledge.correlation,
    }
    return record_of(
        ShoeAdvantageRecord,
        knowledge,
        **head_of(found.configuration),
        wager=found.wager,
        paytable=found.paytable,
        method="estimated",
        sees=["shoe"],
        expectation=_mean(value.value),
        standard_error=value.standard_error,
        standard_errors={name: figure.standard_error for name, figure in sampled.items() if figure},
        house_edge=_percentage(-value.value),
        element_of_risk=_percentage(-value.value / wagered.value) if wagered.value else None,
        standard_deviation=_root(Fraction(max(variance.value, 0.0)), False),
        push_frequency=None,
        outcomes=[],
        total=knowledge.shoes,
        full_shoe=_mean(knowledge.full_shoe),
        count_tags={format_cards([card]): f"{tag:.4f}" for card, tag in knowledge.tags.items()},
        **{
            name: figure and figure.value
            for name, figure in sampled.items()
            if name in ("variance", "hit_frequency", "average_wagered", "desirability_index", "n0")
        },
    )


AdvantageAnswer = Audit | ShoeAudit | EdgeAnswer
"""By what is known: the dealer's or other seats' cards, the shoe, or the count of a card counter."""


class Advantage(Question[AdvantageAnswer]):
    """What does a game lose to a player who sees too much?"""

    game: asking.Game
    sees: Annotated[tuple[str, ...], told("What the player sees, as in dealer:1; may be repeated.", "WHAT")] = ()
    seats: Annotated[int | None, told("With seats seen: how many play; a full table unless given.")] = None
    wager: Annotated[str | None, told("A pair wager from a shoe, or the base wager.", "WAGER")] = None
    meter: Meters = ()
    penetration: Annotated[str | None, told("How far a shoe is dealt, as in 75% or 0.75.", "PART")] = None
    samples: Annotated[int | None, told("Deals, or shoes, to sample where a figure is not exact.")] = None
    seed: Annotated[str, told("Of the sampled deals.")] = "1"

    def answered(self, asked: Asked) -> AdvantageAnswer:
        by = asked.by
        named = catalogue.configuration(self.game)
        configuration = with_only_table(named, self.wager if solutions.is_pairs(named, self.wager) else None)
        if self.samples is not None and not 4 <= self.samples <= 10**8:
            raise BadInput(f"{by.option('samples')} {self.samples}: expected 4 or more, up to 100,000,000")
        seen = bool(self.sees) or self.seats is not None
        if solutions.is_pairs(configuration, self.wager):
            if seen:
                hint = "a pair wager is audited by its shoe"
                raise BadInput(f"{by.option('sees')} goes with a hand against the dealer's", hint=hint)
            return self._of_shoe(configuration, asked)
        if self.wager is not None and self.wager not in configuration.rules.bases:
            solutions.check_wager(configuration, self.wager)
            hint = "the base wager and pair wagers are audited"
            raise BadInput(f"{self.wager} is decided before any card is seen", hint=hint)
        if self.meter or self.penetration is not None:
            options = f"{by.option('meter')} and {by.option('penetration')}"
            raise BadInput(f"{options} go with a pair wager from a shoe")
        if solutions.valuer_of(configuration):
            if seen or self.samples is not None:
                left = f"leave {by.option('sees')}, {by.option('seats')} and {by.option('samples')} out"
                raise _for_a_counter(configuration, left)
            return EdgeAnswer(solutions.base_result(configuration, solutions.COUNTER, remember=asked.remember))
        deals = self.samples or SAMPLES
        return audit(
            configuration,
            self.sees,
            seats=self.seats,
            samples=self.samples,
            seed=self.seed,
            remember=asked.remember,
            progress=lambda done: asked.progress(done, deals),
            counting=asked.progress,
            by=by,
        )

    def _of_shoe(self, configuration: Configuration, asked: Asked) -> ShoeAudit:
        tables = [
            table for name, table in configuration.tables.items() if self.wager in (None, name) and table.is_jackpot
        ]
        levels = levels_of(tables[0]) if len(tables) == 1 else ()
        shoes = self.samples or SHOES
        return audit_shoe(
            configuration,
            self.wager,
            meters=by_level(self.meter, amount("meter"), "meter", levels, asked.by),
            penetration=PENETRATION if self.penetration is None else _part(self.penetration, asked),
            shoes=shoes,
            seed=self.seed,
            progress=lambda done: asked.progress(done, shoes),
        )


def _for_a_counter(configuration: Configuration, hint: str) -> BadInput:
    return BadInput(
        f"{configuration.name} is audited for a card counter, not for a player who sees the dealer's cards", hint=hint
    )


def _part(text: str, asked: Asked) -> Fraction:
    try:
        dealt = part(text)
    except BadInput:
        dealt = Fraction()
    if not 0 < dealt < 1:
        option = asked.by.option("penetration")
        raise BadInput(f"{option} {text[:40]}: not a part of a shoe", hint="as in 75% or 0.75")
    return dealt


@dataclass(frozen=True)
class SightsAnswer:
    """A base game by what is seen of the dealer's cards, nothing first."""

    audits: tuple[Audit, ...]

    @property
    def record(self) -> SightsRecord:
        first = self.audits[0]
        sights = [found.record for found in self.audits]
        return record_of(SightsRecord, None, **head_of(first.configuration), wager=first.wager, sights=sights)


class AdvantageOfEverySight(Question[SightsAnswer]):
    """What is every sight of the dealer's cards worth that is exact in seconds?"""

    game: asking.Game

    def answered(self, asked: Asked) -> SightsAnswer:
        configuration = catalogue.configuration(self.game)
        if solutions.valuer_of(configuration):
            raise _for_a_counter(configuration, "ask without every sight")
        sights: list[list[str]] = [[], *([sight] for sight in exact_sights(configuration))]
        audits = []
        for number, sees in enumerate(sights, start=1):
            audits.append(audit(configuration, sees, remember=asked.remember))
            asked.progress(number, len(sights))
        return SightsAnswer(tuple(audits))
