"""The advantage-play audit: what a game loses to a player who sees too much, as figures and JSON records.

``audit`` takes a showdown game and what is seen of the dealer's cards and of the other seats'; it is exact where the
cards can be enumerated and sampled, and marked so, where they cannot. Exact results are remembered on disk. What is
known of a shoe before a pair wager is valued in ``shoe_audit``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput, MissingPart
from croupier.exact.advantage.sight import FORMS, NOTHING, Sight, parse_sight
from croupier.exact.distribution import Distribution
from croupier.exact.effort import has_compiler
from croupier.exact.solver import Progress as Counting
from croupier.exact.solver import Solver, in_silence
from croupier.play.game import Game
from croupier.play.showdown import Bet
from croupier.rulebook.configuration import Configuration
from croupier.solving import cache
from croupier.solving.base_games import base_configuration, base_wager, playable
from croupier.solving.figures import SCHEMA, percentage
from croupier.solving.shared_seats import shared_seats
from croupier.solving.solvers import solver_of
from croupier.units.chance import decimal_text, exact_record, fraction_text, square_root_text
from croupier.units.odds import format_odds

if TYPE_CHECKING:
    from croupier.exact.advantage.gains import SampledAdvantage
    from croupier.exact.advantage.ledger import SightRow

SAMPLES = 1_000_000
"""Deals that are sampled unless another number is given."""
PLAIN_SAMPLES = 10_000
"""The same without numba, in about the same time."""
Progress = Callable[[int], None]


def usual_samples() -> int:
    """Deals that are sampled where nobody says how many."""
    return SAMPLES if has_compiler() else PLAIN_SAMPLES


class SightStretch(NamedTuple):
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
    errors: Mapping[str, float] = {}
    """Of figures that are sampled: the standard error of each by its name in the JSON record."""
    outcome_errors: tuple[float, ...] = ()
    """Of each outcome's probability."""

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
            figure_text(Fraction(self.variance) / Fraction(self.expectation) ** 2, self.is_exact)
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
    chart: tuple[SightStretch, ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain data: the record of the command ``advantage`` with ``--json``."""
        return advantage_record(self)

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
) -> Audit:
    """The best play of a base game by a player who sees more than their own hand.

    Where seats that share their cards can be counted they are, and so are several cards of a flush; that may take
    minutes and tells ``counting``, and a number of ``samples`` asks for an estimate instead.

    >>> found = audit("three-card-prime", ["dealer:1"], remember=False)
    >>> found.method, found.figures.desirability_index
    ('exact', '19.9966363078')
    """
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    game, solver = _audited(configuration)
    sight, at_table = _what_is_seen(game, (sees,) if isinstance(sees, str) else sees, seats)
    words = _words(game, sight, at_table)

    shared = None
    if at_table > 1 and sight == NOTHING and samples is None:
        shared = shared_seats(configuration, game, at_table, remember=remember, progress=counting)
    if shared is not None:
        return Audit(configuration, game.base_wager, words, "exact", _exact_figures(shared), None, ())
    is_estimate = samples is not None and solver.takes_long(game, sight)
    if at_table == 1 and solver.enumerates(game, sight) and not is_estimate:
        distribution, chart = _solved(configuration, game, solver, sight, remember, counting)
        return Audit(configuration, game.base_wager, words, "exact", _exact_figures(distribution), None, chart)
    sampled = solver.audit(game, sight, at_table, samples or usual_samples(), SeededSource(seed), progress)
    from croupier.exact.advantage.gains import SampledAdvantage

    assert isinstance(sampled, SampledAdvantage)
    figures = _sampled_figures(sampled)
    return Audit(configuration, game.base_wager, words, "estimated", figures, sampled.standard_error, ())


def _words(game: Game, sight: Sight, seats: int) -> tuple[str, ...]:
    words = [] if sight == NOTHING else [str(sight)]
    if sight == Sight("card", solver_of(game).hidden_cards(game)):
        words = ["dealer:all"]
    return (*words, f"seats:{seats}") if seats > 1 else tuple(words)


def exact_sights(spec: str | Configuration) -> list[str]:
    """Every sight of the dealer's cards that is enumerated in seconds, the least telling first."""
    game, solver = _audited(catalogue.configuration(spec) if isinstance(spec, str) else spec)
    return solver.sights(game)


def quick_sights(configuration: Configuration) -> tuple[str, ...]:
    """Of those, what a par sheet can afford; none where the game is not audited."""
    try:
        game = playable(base_configuration(configuration))
        return solver_of(game).quick_sights(game)
    except MissingPart:
        return ()


def _audited(configuration: Configuration) -> tuple[Game, Solver]:
    """The game with its solver, if that audits a player who sees too much."""
    try:
        game = playable(base_configuration(configuration))
        solver = solver_of(game)
        if solver.sights(game):
            return game, solver
    except MissingPart:
        pass
    raise BadInput(
        f"{base_wager(configuration) or configuration.name} of {configuration.name} is not audited",
        hint="games that are decided on the player's own hand are, and pair wagers from a shoe",
    )


def _what_is_seen(game: Game, sees: Sequence[str], seats: int | None) -> tuple[Sight, int]:
    """What is seen of the dealer's cards, and how many seats' cards are known, the player's own included."""
    asked = [each for each in sees if each.strip().casefold() != "seats"]
    if len(asked) > 1:
        raise BadInput(f"--sees {asked[1][:40]}: the dealer's cards are seen in one way only", hint=FORMS)
    sight = parse_sight(asked[0], solver_of(game).hidden_cards(game)) if asked else NOTHING
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
    configuration: Configuration, game: Game, solver: Solver, sight: Sight, remember: bool, counting: Counting
) -> tuple[Distribution, tuple[SightStretch, ...]]:
    """From the disk where the counts sum to all deals, else solved now and kept."""
    known = solver.deals(game)
    deals = None if known is None else known * comb(solver.hidden_cards(game), sight.number)
    plain = base_configuration(configuration)
    name = {"rulebook": plain.rulebook_hash, "configuration": str(plain), "advantage": str(sight)}
    kept = _from_kept(cache.recall(name)) if remember else None
    if kept is not None and deals in (None, kept[0].total):
        return kept
    from croupier.exact.advantage.gains import Advantage

    solved = solver.audit(game, sight, counting=counting)
    assert isinstance(solved, Advantage)
    if deals is not None and solved.distribution.total != deals:
        raise ArithmeticError(f"{sight}: {solved.distribution.total} deals counted of {deals}")
    chart = _stretches(solved.chart)
    if remember:
        cache.remember(name, _kept_form(solved.distribution, chart))
    return solved.distribution, chart


def _kept_form(distribution: Distribution, chart: tuple[SightStretch, ...]) -> dict[str, Any]:
    return {
        "wagered": fraction_text(distribution.wagered),
        "counts": [[fraction_text(net), count] for net, count in distribution.counts],
        "chart": [[*each[:-1], dict(each.deals)] for each in chart],
    }


def _from_kept(kept: Any) -> tuple[Distribution, tuple[SightStretch, ...]] | None:
    try:
        counts = {Fraction(net): int(count) for net, count in kept["counts"]}
        return Distribution.of(counts, Fraction(kept["wagered"])), tuple(SightStretch(*each) for each in kept["chart"])
    except (LookupError, TypeError, ValueError, ZeroDivisionError):
        return None


def _stretches(chart: Sequence[SightRow]) -> tuple[SightStretch, ...]:
    """A chart in as few lines as it takes."""
    found = []
    for (seen, _), grouped in groupby(chart, key=lambda row: (row.seen, row.best and _named(row, row.best))):
        rows = list(grouped)
        deals: dict[str, int] = {}
        for row in rows:
            for bet, count in row.bets.items():
                if count:
                    name = bet.name_among(list(row.bets))
                    deals[name] = deals.get(name, 0) + count
        best = next(iter(deals)) if len(deals) == 1 else None
        found.append(SightStretch(seen, rows[0].words, rows[-1].words, best, deals))
    return tuple(found)


def _named(row: SightRow, bet: Bet) -> str:
    return bet.name_among(list(row.bets))


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
    found = sampled.figures
    named = {
        "expectation": found.expectation,
        "house_edge": found.expectation,
        "element_of_risk": found.element_of_risk,
        "standard_deviation": found.standard_deviation,
        "variance": found.variance,
        "hit_frequency": found.hit_frequency,
        "push_frequency": found.push_frequency,
        "average_wagered": found.average_wagered,
        "desirability_index": found.desirability_index,
        "n0": found.n0,
    }
    return Figures(
        found.expectation.value,
        found.variance.value,
        found.hit_frequency.value,
        found.push_frequency.value,
        found.average_wagered.value,
        tuple((net, None, chance.value) for net, chance in found.outcomes),
        sampled.samples,
        {name: each.standard_error for name, each in named.items() if each is not None},
        tuple(chance.standard_error for _, chance in found.outcomes),
    )


ERROR_DIGITS = 2
ESTIMATED_DIGITS = 6
"""Digits printed of an estimate; its standard error says how many mean anything."""


def figure_text(value: Fraction | float, is_exact: bool) -> str:
    """A figure with as many digits as it has: all that are exact, or those of an estimate."""
    return decimal_text(Fraction(value)) if is_exact else decimal_text(Fraction(value), ESTIMATED_DIGITS)


def error_text(error: float) -> str:
    """A standard error; more than two digits would mean nothing."""
    return decimal_text(Fraction(error), ERROR_DIGITS)


def root_text(value: Fraction, is_exact: bool) -> str:
    """The square root of a figure, written the same way."""
    return square_root_text(value) if is_exact else square_root_text(value, ESTIMATED_DIGITS)


def value_record(value: Fraction | float) -> dict[str, str | None]:
    """A figure as a JSON record; an estimate has no fraction."""
    if isinstance(value, Fraction):
        return {**exact_record(value)}
    return {"fraction": None, "decimal": figure_text(value, False)}


def percentage_record(value: Fraction | float) -> dict[str, str | None]:
    """A part of one as a JSON record, with its percentage."""
    if isinstance(value, Fraction):
        return {**percentage(value)}
    return {"fraction": None, "percent": figure_text(value * 100, False)}


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
        "expectation": value_record(expectation),
        "standard_error": None if found.standard_error is None else error_text(found.standard_error),
        "house_edge": percentage_record(-expectation),
        "element_of_risk": percentage_record(-expectation / figures.average_wagered),
        "standard_deviation": root_text(Fraction(figures.variance), is_exact),
        "variance": figure_text(figures.variance, is_exact),
        "hit_frequency": figure_text(figures.hit_frequency, is_exact),
        "push_frequency": figure_text(figures.push_frequency, is_exact),
        "average_wagered": figure_text(figures.average_wagered, is_exact),
        "desirability_index": figures.desirability_index,
        "n0": figures.n0,
        "outcomes": [
            {
                "net": format_odds(net),
                "count": None if count is None else str(count),
                "probability": figure_text(chance, is_exact),
                **({} if is_exact else {"standard_error": error_text(figures.outcome_errors[at])}),
            }
            for at, (net, count, chance) in enumerate(figures.outcomes)
        ],
        "standard_errors": {name: error_text(each) for name, each in figures.errors.items()},
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
