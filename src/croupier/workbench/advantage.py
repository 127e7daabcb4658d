"""The advantage-play audit: what a game loses to one who sees more than he should, as figures and JSON records.

``audit`` takes a showdown game and what is seen of the dealer's cards and of the other seats'; it is exact where the
cards can be enumerated and sampled, and marked so, where they cannot. ``audit_shoe`` values what is known of a shoe
before a pair wager. Exact results are remembered on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from croupier import catalogue
from croupier.cards.cards import format_cards
from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput, UnknownName
from croupier.exact.distribution import Distribution
from croupier.exact.jackpots import JackpotSolution
from croupier.exact.rows import returned
from croupier.exact.sight import FORMS, NOTHING, Sight, parse_sight
from croupier.exact.wagers import WagerSolution
from croupier.play.showdown import Showdown
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import decimal_text, fraction_text, square_root_text
from croupier.units.odds import MeterShare, format_odds
from croupier.workbench import remembered
from croupier.workbench.base_games import base_configuration, base_wager
from croupier.workbench.figures import SCHEMA, exact, percentage
from croupier.workbench.plays import bet_name
from croupier.workbench.solve import check_wager, solve

if TYPE_CHECKING:
    from croupier.exact.advantage import SampledAdvantage
    from croupier.exact.ledger import SightRow
    from croupier.exact.shoe_knowledge import Knowing, ShoeKnowledge

SAMPLES = 10_000
SHOES = 2_000
PENETRATION = Fraction(3, 4)
Progress = Callable[[int], None]


class Stretch(NamedTuple):
    """Neighboring classes of hand, lowest first, that are played alike under one sight."""

    seen: str
    first: str
    last: str
    best: str | None
    """The bet that is best for all of them; None where the other cards decide."""
    deals: Mapping[str, int]


class Figures(NamedTuple):
    """The figures of an audit: exact as fractions, else floats."""

    expectation: Fraction | float
    variance: Fraction | float
    hit_frequency: Fraction | float
    push_frequency: Fraction | float
    average_wagered: Fraction | float
    outcomes: tuple[tuple[Fraction, int | None, Fraction | float], ...]
    """Net, count of deals where counted, probability."""
    total: int
    """Deals counted, or sampled."""

    @property
    def desirability_index(self) -> str | None:
        """1000 EV / SD."""
        if not self.variance:
            return None
        squared = Fraction(self.expectation) ** 2 * 10**6 / Fraction(self.variance)
        return ("-" if self.expectation < 0 else "") + root_text(squared, self.is_exact)

    @property
    def n0(self) -> str | None:
        """(SD / EV) squared: the rounds after which the expected result equals one standard deviation."""
        return (
            _text(Fraction(self.variance) / Fraction(self.expectation) ** 2, self.is_exact)
            if self.expectation
            else None
        )

    @property
    def is_exact(self) -> bool:
        return isinstance(self.expectation, Fraction)


@dataclass(frozen=True)
class Audit:
    """One sight of one game, audited."""

    configuration: Configuration
    wager: str
    sees: tuple[str, ...]
    method: Literal["exact", "estimated"]
    figures: Figures
    standard_error: float | None
    chart: tuple[Stretch, ...]


def audit(
    spec: str | Configuration,
    sees: Sequence[str] = (),
    *,
    seats: int | None = None,
    samples: int = SAMPLES,
    seed: int | str = 1,
    remember: bool = True,
    progress: Progress = lambda _done: None,
) -> Audit:
    """The best play of a base game by one who sees more than his own hand.

    >>> found = audit("three-card-prime", ["dealer:1"], remember=False)
    >>> found.method, found.figures.desirability_index
    ('exact', '19.9966363078')
    """
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    game = _showdown(configuration)
    sight, at_table = _what_is_seen(game, sees, seats)
    words = _words(game, sight, at_table)
    from croupier.exact import advantage

    if at_table == 1 and advantage.is_enumerable(game, sight):
        distribution, chart = _solved(configuration, game, sight, remember)
        return Audit(configuration, game.base_wager, words, "exact", _exact_figures(distribution), None, chart)
    sampled = advantage.sample_advantage(game, sight, at_table, samples, SeededSource(seed), progress)
    figures = _sampled_figures(sampled)
    return Audit(configuration, game.base_wager, words, "estimated", figures, sampled.standard_error, ())


def _words(game: Showdown, sight: Sight, seats: int) -> tuple[str, ...]:
    words = [] if sight == NOTHING else [str(sight)]
    if sight == Sight("card", game.hand_size):
        words = ["dealer:all"]
    return (*words, f"seats:{seats}") if seats > 1 else tuple(words)


def exact_sights(spec: str | Configuration) -> list[str]:
    """Every sight of the dealer's cards that is enumerated, the least telling first."""
    from croupier.exact.advantage import is_enumerable

    game = _showdown(catalogue.configuration(spec) if isinstance(spec, str) else spec)
    known = ["dealer:color:1", "dealer:high:1", "dealer:kind:1", "dealer:1", "dealer:2", "dealer:all"]
    return [each for each in known if is_enumerable(game, parse_sight(each, game.hand_size))]


def is_pairs(configuration: Configuration, wager: str | None) -> bool:
    """Whether a wager is on a pair from a shoe, so that the shoe may be known."""
    rules = configuration.rules
    named = wager or base_wager(configuration) or next((each.id for each in rules.wagers if each.family), None)
    return any(each.id == named and each.family == "pairs" for each in rules.wagers)


def _showdown(configuration: Configuration) -> Showdown:
    try:
        game = catalogue.load(base_configuration(configuration))
    except UnknownName:
        game = None
    if not isinstance(game, Showdown):
        raise BadInput(
            f"{base_wager(configuration) or configuration.name} of {configuration.name} is not audited",
            hint="three-card-prime, keep-it-straight and high-card-flush are, and pair wagers from a shoe",
        )
    return game


def _what_is_seen(game: Showdown, sees: Sequence[str], seats: int | None) -> tuple[Sight, int]:
    """What is seen of the dealer's cards, and how many seats' cards are known, the player's own included."""
    asked = [each for each in sees if each.strip().casefold() != "seats"]
    if len(asked) > 1:
        raise BadInput(f"--sees {asked[1][:40]}: the dealer's cards are seen in one way only", hint=FORMS)
    sight = parse_sight(asked[0], game.hand_size) if asked else NOTHING
    if len(asked) == len(sees):
        if seats is not None:
            raise BadInput("--seats goes with --sees seats")
        return sight, 1
    most = game.configuration.edition.seats[1]
    seats = most if seats is None else seats
    if not 2 <= seats <= most:
        raise BadInput(
            f"--seats {seats}: a table of {game.configuration.name} has up to {most}", hint=f"from 2 to {most}"
        )
    return sight, seats


def _solved(
    configuration: Configuration, game: Showdown, sight: Sight, remember: bool
) -> tuple[Distribution, tuple[Stretch, ...]]:
    """From the disk where the counts sum to all deals, else solved now and kept."""
    size, deck = game.hand_size, len(game.deck)
    deals = comb(deck, size) * comb(deck - size, size) * comb(size, sight.number)
    plain = base_configuration(configuration)
    name = {"rulebook": plain.rulebook_hash, "configuration": str(plain), "advantage": str(sight)}
    kept = _from_kept(remembered.recall(name)) if remember else None
    if kept is not None and kept[0].total == deals:
        return kept
    from croupier.exact.advantage import solve_advantage

    solved = solve_advantage(game, sight)
    if solved.distribution.total != deals:
        raise ArithmeticError(f"{sight}: {solved.distribution.total} deals counted of {deals}")
    chart = _stretches(solved.chart)
    if remember:
        remembered.remember(name, _kept_form(solved.distribution, chart))
    return solved.distribution, chart


def _kept_form(distribution: Distribution, chart: tuple[Stretch, ...]) -> dict[str, Any]:
    return {
        "wagered": fraction_text(distribution.wagered),
        "counts": [[fraction_text(net), count] for net, count in distribution.counts],
        "chart": [[*each[:-1], dict(each.deals)] for each in chart],
    }


def _from_kept(kept: Any) -> tuple[Distribution, tuple[Stretch, ...]] | None:
    try:
        counts = {Fraction(net): int(count) for net, count in kept["counts"]}
        return Distribution.of(counts, Fraction(kept["wagered"])), tuple(Stretch(*each) for each in kept["chart"])
    except (LookupError, TypeError, ValueError, ZeroDivisionError):
        return None


def _stretches(chart: Sequence[SightRow]) -> tuple[Stretch, ...]:
    """A chart in as few lines as it takes."""
    found = []
    for (seen, _), grouped in groupby(chart, key=lambda row: (row.seen, row.best and _named(row, row.best))):
        rows = list(grouped)
        deals: dict[str, int] = {}
        for row in rows:
            for bet, count in row.bets.items():
                if count:
                    name = bet_name(bet, list(row.bets))
                    deals[name] = deals.get(name, 0) + count
        best = next(iter(deals)) if len(deals) == 1 else None
        found.append(Stretch(seen, rows[0].words, rows[-1].words, best, deals))
    return tuple(found)


def _named(row: SightRow, bet: Any) -> str:
    return bet_name(bet, list(row.bets))


def _exact_figures(distribution: Distribution) -> Figures:
    total = distribution.total
    return Figures(
        distribution.expectation,
        distribution.variance,
        distribution.hit_frequency,
        distribution.push_frequency,
        distribution.average_wagered,
        tuple((net, count, Fraction(count, total)) for net, count in distribution.counts),
        total,
    )


def _sampled_figures(sampled: SampledAdvantage) -> Figures:
    return Figures(
        sampled.expectation,
        sampled.variance,
        sampled.hit_frequency,
        sampled.push_frequency,
        sampled.average_wagered,
        tuple((net, None, chance) for net, chance in sampled.outcomes),
        sampled.samples,
    )


ESTIMATED_DIGITS = 6
"""Digits printed of an estimate; its standard error says how many mean anything."""


def _text(value: Fraction | float, is_exact: bool) -> str:
    return decimal_text(Fraction(value)) if is_exact else decimal_text(Fraction(value), ESTIMATED_DIGITS)


def root_text(value: Fraction, is_exact: bool) -> str:
    return square_root_text(value) if is_exact else square_root_text(value, ESTIMATED_DIGITS)


def _value(value: Fraction | float) -> dict[str, str | None]:
    if isinstance(value, Fraction):
        return {**exact(value)}
    return {"fraction": None, "decimal": _text(value, False)}


def _percentage(value: Fraction | float) -> dict[str, str | None]:
    if isinstance(value, Fraction):
        return {**percentage(value)}
    return {"fraction": None, "percent": _text(value * 100, False)}


def advantage_record(found: Audit) -> dict[str, Any]:
    """The record of ``edge`` with what is seen and what an advantage player looks at."""
    figures = found.figures
    is_exact = figures.is_exact
    expectation = figures.expectation
    return {
        "schema": SCHEMA,
        "game": str(found.configuration),
        "wager": found.wager,
        "paytable": None,
        "method": found.method,
        "sees": list(found.sees),
        "expectation": _value(expectation),
        "standard_error": None if found.standard_error is None else _text(found.standard_error, False),
        "house_edge": _percentage(-expectation),
        "element_of_risk": _percentage(-expectation / figures.average_wagered),
        "standard_deviation": root_text(Fraction(figures.variance), is_exact),
        "variance": _text(figures.variance, is_exact),
        "hit_frequency": _text(figures.hit_frequency, is_exact),
        "push_frequency": _text(figures.push_frequency, is_exact),
        "average_wagered": _text(figures.average_wagered, is_exact),
        "desirability_index": figures.desirability_index,
        "n0": figures.n0,
        "outcomes": [
            {
                "net": format_odds(net),
                "count": None if count is None else str(count),
                "probability": _text(chance, is_exact),
            }
            for net, count, chance in figures.outcomes
        ],
        "total": str(figures.total),
        "strategy": [
            {
                "seen": each.seen,
                "from": each.first,
                "to": each.last,
                "best": each.best,
                "deals": {bet: str(deals) for bet, deals in each.deals.items()},
            }
            for each in found.chart
        ],
        "rulebook_hash": found.configuration.rulebook_hash,
    }


@dataclass(frozen=True)
class ShoeAudit:
    """What knowing the shoe is worth to one who makes a pair wager."""

    configuration: Configuration
    wager: str
    paytable: str
    knowledge: ShoeKnowledge


def audit_shoe(
    spec: str | Configuration,
    wager: str | None = None,
    *,
    meters: Mapping[int, int] | None = None,
    penetration: Fraction = PENETRATION,
    shoes: int = SHOES,
    seed: int | str = 1,
    progress: Progress = lambda _done: None,
) -> ShoeAudit:
    """Value perfect knowledge and the best count, for a wager on a pair from a shoe; meters in cents by level."""
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    wager = wager or next(each.id for each in configuration.rules.wagers if each.family == "pairs")
    check_wager(configuration, wager)
    result = solve(configuration, wager)[wager]
    assert isinstance(result, JackpotSolution | WagerSolution)
    table = configuration.tables[wager]
    from croupier.exact.shoe_knowledge import PairsFromShoe, sample_shoes

    shoe = PairsFromShoe(table, configuration.setting_for(table), nets_by_event(result, meters or {}))
    knowledge = sample_shoes(shoe, penetration, shoes, SeededSource(seed), progress)
    return ShoeAudit(configuration, wager, table.id, knowledge)


def nets_by_event(result: JackpotSolution | WagerSolution, meters: Mapping[int, int]) -> dict[str, Fraction]:
    """By event, what a row brings beyond the stake; dynamic pays by their average."""
    if isinstance(result, WagerSolution):
        if meters:
            raise BadInput(f"{result.wager} has no meter", hint="leave --meter out")
        return {row.event: row.net for row in result.rows}
    missing = [each.level for each in result.meters if each.level not in meters]
    if missing:
        raise BadInput(
            f"{result.paytable} pays a meter: level {missing[0]} is not given",
            hint="say what it shows, as in --meter 25000 or --meter 2=1000",
        )
    result.expectation(meters)  # refuses a level that the table does not have
    nets = {}
    for each in result.counted.rows:
        pay = each.row.pay
        if isinstance(pay, MeterShare):
            back = meters[pay.level or 1] * pay.percent / 100 / result.stake_cents
        elif result.boosts:
            back = sum((pays * chance for pays, chance in result.boosts.returns(each.row)), Fraction())
        else:
            back = returned(pay)
        nets[each.row.event] = Fraction(back) - 1
    return nets


def shoe_record(found: ShoeAudit) -> dict[str, Any]:
    """The headline, per hand dealt down to the penetration under perfect knowledge, then depth by depth."""
    knowledge = found.knowledge
    last = knowledge.depths[-1]
    value, error = last.perfect_so_far.value
    wagered = last.perfect_so_far.wagers.value
    figures = Figures(value, knowledge.variance, knowledge.hit_frequency, 0.0, wagered, (), knowledge.shoes)
    return {
        "schema": SCHEMA,
        "game": str(found.configuration),
        "wager": found.wager,
        "paytable": found.paytable,
        "method": "estimated",
        "sees": ["shoe"],
        "penetration": decimal_text(last.dealt),
        "expectation": _value(value),
        "standard_error": _text(error, False),
        "house_edge": _percentage(-value),
        "element_of_risk": _percentage(-value / wagered) if wagered else None,
        "standard_deviation": root_text(Fraction(max(knowledge.variance, 0.0)), False),
        "variance": _text(knowledge.variance, False),
        "hit_frequency": _text(knowledge.hit_frequency, False),
        "push_frequency": None,
        "average_wagered": _text(wagered, False),
        "desirability_index": figures.desirability_index,
        "n0": figures.n0,
        "outcomes": [],
        "total": str(knowledge.shoes),
        "full_shoe": _value(knowledge.full_shoe),
        "depths": [
            {
                "dealt": decimal_text(depth.dealt),
                "perfect": _knowing(depth.perfect),
                "count": _knowing(depth.counting),
                "perfect_so_far": _knowing(depth.perfect_so_far),
                "count_so_far": _knowing(depth.counting_so_far),
            }
            for depth in knowledge.depths
        ],
        "count_tags": {format_cards([card]): f"{tag:.4f}" for card, tag in knowledge.tags.items()},
        "count_correlation": f"{knowledge.correlation:.4f}",
        "rulebook_hash": found.configuration.rulebook_hash,
    }


def _knowing(known: Knowing) -> dict[str, str]:
    return {
        "value": _text(known.value.value, False),
        "standard_error": _text(known.value.standard_error, False),
        "wagers": _text(known.wagers.value, False),
    }
