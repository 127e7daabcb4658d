"""The edge of a table whose players play for one pot: the recorded figures, or a new sample."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from croupier.errors import BadInput
from croupier.exact.sampled_table import THREADS, Mean, Sample, SampledTable, SamplesTables
from croupier.exact.solver import Progress, in_silence
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import base_configuration, base_wager, playable
from croupier.solving.estimates import BEST, Estimate, estimates_of
from croupier.solving.solvers import solver_of

LARGEST_SEED: Final = (1 << 64) - 1
PLACES, SEAT_PLACES = 7, 5


class AskedSample(NamedTuple):
    """A sample other than the recorded one; what is not given has its default."""

    deals: int | None = None
    checked: int | None = None
    seed: int | None = None
    backend: str | None = None


def table_estimate(
    configuration: Configuration,
    wager: str,
    seats: int,
    asked: AskedSample = AskedSample(),  # noqa: B008
    progress: Progress = in_silence,
) -> Estimate:
    """A table under the best play, as recorded or as asked for."""
    plain = base_configuration(configuration)
    game = playable(plain)
    solver = solver_of(game)
    if wager != base_wager(configuration) or not isinstance(solver, SamplesTables):
        raise BadInput(
            f"{wager} of {configuration.name} is worth the same with any number of players",
            hint="leave --seats out, or add --mix",
        )
    most = configuration.edition.seats[1]
    if not 1 <= seats <= most:
        raise BadInput(f"{seats} seats: {configuration.name} has 1 to {most}")
    if seats == 1:
        raise BadInput("one player alone is solved exactly", hint="leave --seats out")
    recorded = [each for each in estimates_of(configuration) if each.is_best_play and each.seats == seats]
    if recorded and asked == AskedSample():
        return recorded[0]
    given = {name: value for name, value in asked._asdict().items() if value is not None}
    sample = Sample.usual(seats, asked.backend or THREADS)._replace(**given)
    if not 0 <= sample.seed <= LARGEST_SEED:
        raise BadInput(f"seed {sample.seed}: expected 0 to {LARGEST_SEED}")
    found = solver.sample_table(game, seats, sample, progress)
    return estimate_of(str(plain), wager, solver.table_rule, found)


def estimate_of(game: str, wager: str, rule: str, found: SampledTable, tables: str = "") -> Estimate:
    """A sample as it is recorded: no figure has more digits than it needs."""
    return Estimate(
        game=game,
        wager=wager,
        strategy=BEST,
        rule=rule,
        seats=found.seats,
        rounds=found.sample.deals,
        seed=found.sample.seed,
        mean=_known(found.seat.mean, PLACES),
        standard_error=_known(found.seat.error, PLACES),
        tables=tables,
        checked=found.sample.checked,
        exact=found.exact,
        changed=found.changed,
        backend=found.sample.backend,
        quick=_known(found.quick[0].mean, PLACES),
        in_order=tuple(map(_place, found.in_order)),
        plays=_known(found.plays, SEAT_PLACES),
    )


def _place(found: Mean) -> tuple[Fraction, Fraction]:
    return _known(found.mean, SEAT_PLACES), _known(found.error, SEAT_PLACES)


def _known(value: float, places: int) -> Fraction:
    return Fraction(f"{value:.{places}f}")
