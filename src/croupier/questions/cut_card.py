"""What a cut card costs at blackjack: ``CutCard``. A shoe is dealt to it in too many ways to be counted. Where rounds
are dealt until a cut card has come out, shoes whose small cards come early hold fewer rounds, and rounds that follow
large cards are dealt more often. So a round at a table brings a little less than one from a fresh shoe, for which the
exact value is known. The difference is estimated under the chart by totals, which knows no cards, and is always shown
with its standard error."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, sqrt
from typing import TYPE_CHECKING, Annotated, Final

from croupier import catalogue
from croupier.errors import BadInput, MissingPart
from croupier.questions.asking import Asked, Game, Large, Question, told
from croupier.questions.figures import SCHEMA
from croupier.questions.solved.recorded import CutCardEffect, CutCardRecord, recorded_cut_card
from croupier.questions.solved.solutions import CHART, base_configuration, base_result
from croupier.records import record_of
from croupier.rulebook.configuration import Configuration

if TYPE_CHECKING:
    from croupier.kernels.arrays import Whole

SHUFFLER, SHOE, PENETRATION = "shuffler", "shoe", "penetration"  # Keys of a house that deals from a shoe.
MOST_SHOES: Final = 10**10
_CHUNK, _PILOT = 2048, 512
"""Shoes that a thread deals at once, and shoes that are dealt to see how many rounds one holds."""
_ROOM: Final = 1.25
"""The usual rounds are planned with this many times their average cards, so that no shoe runs out on the way."""
_SPARE: Final = 12  # Spare cards for each seat, in addition.


def deals_from_shoe(configuration: Configuration) -> bool:
    """Whether a table has a cut card."""
    return PENETRATION in configuration.values and configuration.values.get(SHUFFLER) == SHOE


def cut_card(
    spec: str | Configuration,
    shoes: int,
    seed: int = 1,
    seats: int = 1,
    *,
    threads: int | None = None,
    remember: bool = True,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> CutCardEffect:
    """Deal shoes to the cut card and estimate what it changes."""
    import numpy as np

    from croupier.questions.solved.pocket_chart import pocket_chart
    from croupier.sim import twenty_one as shoe

    configuration = base_configuration(catalogue.configuration(spec) if isinstance(spec, str) else spec)
    _check(configuration, shoes, seed, seats)
    game = catalogue.load(configuration)
    chart, value = pocket_chart(game, remember=remember)
    simulator = shoe.twenty_one_simulator(game, chart, seats)
    size = 52 * simulator.decks
    cut = ceil(size * Fraction(configuration.values[PENETRATION]))

    def dealt(first: int, count: int, usual: int) -> "Whole":
        sums = np.zeros(shoe.EMPTIED + 1, dtype=np.int64)
        place = (np.uint64(seed), first, count, seats, np.uint64(size), np.uint64(cut), usual)
        shoe.play_shoes(*place, simulator.tables, sums)
        return sums

    pilot = dealt(0, _PILOT, 0)
    usual = _usual_rounds(pilot[shoe.ROUNDS] / max(pilot[shoe.SHOES], 1), size, cut, seats)
    sums = np.zeros(shoe.EMPTIED + 1, dtype=object)
    # Workers let other threads run; sums are whole numbers, so their order does not matter.
    from concurrent.futures import ThreadPoolExecutor  # recorded figures need no threads

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        starts = range(0, shoes, _CHUNK)
        for part in pool.map(lambda first: dealt(first, min(_CHUNK, shoes - first), usual), starts):
            sums += part
            progress(int(sums[shoe.SHOES] + sums[shoe.EMPTIED]), shoes)
    counted = int(sums[shoe.SHOES])
    if counted < shoes - shoes // 100:
        raise BadInput(
            f"of {shoes:,} shoes {int(sums[shoe.EMPTIED]):,} ran out before a round was over",
            hint="a table of this many seats needs a cut card that leaves more cards",
        )
    unit = Fraction(simulator.layout.wagers[0].outcomes[1].net) - Fraction(simulator.layout.wagers[0].outcomes[0].net)
    # By shoe: what the rounds beyond the usual number bring, less what as many rounds of a fresh shoe would.
    base = float(value / unit) * seats
    rounds, beyond = float(sums[shoe.ROUNDS]), float(sums[shoe.BEYOND])
    effect = (beyond + base * (usual * counted - rounds)) / rounds
    # Its square: of (beyond + base * usual) - (base + effect) * rounds.
    fixed, slope = base * usual, base + effect
    squares = float(sums[shoe.BEYOND_SQUARED]) + 2 * fixed * beyond + fixed**2 * counted
    squares -= 2 * slope * (float(sums[shoe.PRODUCT]) + fixed * rounds) - slope**2 * float(sums[shoe.ROUNDS_SQUARED])
    per_bet = float(unit) / seats
    return CutCardEffect(
        str(configuration),
        seats,
        shoes,
        seed,
        effect * per_bet,
        sqrt(squares) / rounds * per_bet,
        rounds / counted,
        int(sums[shoe.EMPTIED]),
    )


def _check(configuration: Configuration, shoes: int, seed: int, seats: int) -> None:
    if PENETRATION not in configuration.values:
        raise MissingPart(f"{configuration.name} is not dealt to a cut card", hint="blackjack is")
    if not deals_from_shoe(configuration):
        raise BadInput(f"{configuration} has no cut card", hint=f"as in {configuration.name}({SHUFFLER}={SHOE})")
    most = configuration.edition.seats[1]
    if not 1 <= seats <= most:
        raise BadInput(f"{seats} seats: {configuration.name} has 1 to {most}")
    if not 2 <= shoes <= MOST_SHOES:
        raise BadInput(f"{shoes} shoes: expected 2 to {MOST_SHOES:,}")
    if not 0 <= seed < 1 << 64:
        raise BadInput(f"seed {seed}: expected 0 to 2**64 - 1")


def _usual_rounds(rounds: float, size: int, cut: int, seats: int) -> int:
    """As many as there usually are before the cut card, or fewer where a shoe might run out on the way."""
    cards = cut / max(rounds, 1.0)
    return max(min(round(rounds), int((size - _SPARE * seats) / (_ROOM * cards))), 0)


def cut_card_words(configuration: Configuration) -> str | None:
    """A note for readers of a fresh shoe's figures; None for a game without a cut card."""
    if not deals_from_shoe(configuration):
        return None
    known = recorded_cut_card(configuration)
    if known is None:
        return (
            "figures are for a round from a fresh shoe; dealt to a cut card it brings a little less, "
            f'which croupier cut-card "{base_configuration(configuration)}" estimates'
        )
    return (
        f"figures are for a round from a fresh shoe; dealt to a cut card at {configuration.values[PENETRATION]} of it, "
        f"a bet brings {100 * known.effect:+.4f} % beside that, estimated by {known.shoes:,} shoes of one seat under "
        f"the chart by totals with a standard error of {100 * known.standard_error:.4f} %"
    )


class CutCardReport(CutCardRecord):
    """What dealing to a cut card changes, beside the exact value of a fresh shoe."""

    schema: int
    game: str
    fresh_shoe: str


@dataclass(frozen=True)
class CutCardAnswer:
    """The estimate, and what a bet from a fresh shoe brings under the same chart."""

    effect: CutCardEffect
    fresh: float

    @cached_property
    def record(self) -> CutCardReport:
        return record_of(CutCardReport, self.effect, schema=SCHEMA, fresh_shoe=f"{self.fresh:.12f}")


class CutCard(Question[CutCardAnswer]):
    """What does dealing to a cut card change?"""

    game: Game
    shoes: Annotated[int, told("How many shoes, as in 1e6.", Large)] = 100_000
    seed: Annotated[int, told("The same seed gives the same shoes.", Large)] = 1
    seats: Annotated[int, told("Players at the table.")] = 1
    threads: Annotated[int | None, told("One for each core, unless given.", "N")] = None

    def answered(self, asked: Asked) -> CutCardAnswer:
        configuration = catalogue.configuration(self.game)
        if self.threads is not None and self.threads < 1:
            raise BadInput(f"{self.threads} threads: expected 1 or more")
        effect = cut_card(
            configuration,
            self.shoes,
            self.seed,
            self.seats,
            threads=self.threads,
            remember=asked.remember,
            progress=asked.progress,
        )
        return CutCardAnswer(effect, float(base_result(configuration, CHART, remember=asked.remember).expectation))
