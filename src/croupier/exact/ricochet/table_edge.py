"""What a table of several players keeps or loses under the best play: sampled deals, with the error of the sample.

*Deals* are played under quick decisions with the sketch's averages as controls, so that what varies is little more than
the deal itself; the dealer's hand is weighed by its exact chance (strata by group of classes).

*The best play.* On some of the deals, every decision that the sketch finds close is taken by the exact solver, or,
where that would take long, by sampled draws of its own. The same cards are played both ways, and the difference, with
its own error, is added: what quick decisions change is measured, not assumed to be nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.exact.ricochet.full_table import ERROR_BOUND, FullTable
from croupier.exact.ricochet.pot_game import PotGame
from croupier.exact.ricochet.sample_kernels import Order, Round, new_round, play_deal, play_deals
from croupier.exact.ricochet.sampled import sampled_choices, sketch_rules
from croupier.exact.ricochet.sketch_kernels import MOST, SketchRules, new_node
from croupier.exact.ricochet.sketch_tables import GROUPS
from croupier.exact.solver import Progress, in_silence
from croupier.play.game import Choose, Decision, Draw, Game, Stakes, State
from croupier.sim.deals import card_at

DEALS: Final = 2_000_000
CHECKED: Final = 4_000
CLOSE: Final = 0.06
"""In Antes: a sketch's gain is off by 0.01 to 0.02, so that a choice beyond this is not in doubt."""
CHUNK: Final = 20_000
EXACT_STEPS: Final = 2e8
CHECK_MEMORY: Final = 1 << 30
CHECK_DRAWS: Final = 4_000
PLAY: Final = "play"
PILOT: Final = 1 << 40
"""The first deal of those that the slopes are found from, and of those that are checked: beyond all others."""
Floats = NDArray[np.float64]


class Mean(NamedTuple):
    """An average with its standard error, in Antes."""

    mean: float
    error: float

    def with_change(self, other: Mean) -> Mean:
        """The sum of two averages of samples that have nothing to do with one another."""
        return Mean(self.mean + other.mean, (self.error**2 + other.error**2) ** 0.5)


@dataclass(frozen=True)
class TableEdge:
    """What a seat ends with on average under the best play, in Antes."""

    seats: int
    deals: int
    checked: int
    seed: int
    quick: tuple[Mean, ...]
    """Under quick decisions: a seat of the table on average, then each in the order of acting."""
    change: tuple[Mean, ...]
    """What the best decisions change of each."""
    plays: float
    """The part of the seats that play on."""
    close: int
    """Decisions that were close, of those checked."""
    exact: int
    """Of these, how many the exact solver took."""
    changed: int
    """How many were changed."""

    @cached_property
    def seat(self) -> Mean:
        """Any seat: which one acts when is chance."""
        return self.quick[0].with_change(self.change[0])

    @cached_property
    def in_order(self) -> tuple[Mean, ...]:
        """Each seat in the order of acting, the lowest two cards first."""
        return tuple(one.with_change(other) for one, other in zip(self.quick[1:], self.change[1:], strict=True))


def table_edge(
    game: PotGame,
    seats: int,
    deals: int = DEALS,
    checked: int = CHECKED,
    seed: int = 7,
    threads: int = 2,
    progress: Progress = in_silence,
) -> TableEdge:
    """Play and check so many deals; the same seed gives the same figures on any number of threads."""
    if deals < CHUNK or checked < 2:
        raise BadInput(f"{deals} deals, {checked} of them checked: at least {CHUNK:,} and 2 are needed")
    rules, order = sketch_rules(game, seats)
    slopes = _slopes(rules, order, seed)
    chunks = [(first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]
    parts = len(chunks) + checked
    sums, squares, many = np.zeros((GROUPS, 1 + seats)), np.zeros((GROUPS, 1 + seats)), np.zeros((GROUPS, 2))
    with ThreadPoolExecutor(threads) as pool:
        work = pool.map(lambda chunk: _play(rules, order, seed, chunk[0], chunk[1], slopes), chunks)
        for done, (more, more_squares, more_many, _) in enumerate(work, start=1):
            sums += more
            squares += more_squares
            many += more_many
            progress(done, parts)
        quick = _stratified(rules, sums, squares, many[:, 0])
        checks = []
        for check in pool.map(_Checks(game, rules, order, seed, slopes).of, range(PILOT, PILOT + checked)):
            checks.append(check)
            progress(len(chunks) + len(checks), parts)
    found = np.array([check.change for check in checks])
    means, errors = found.mean(axis=0), found.std(axis=0, ddof=1) / checked**0.5
    change = tuple(Mean(float(mean), float(error)) for mean, error in zip(means, errors, strict=True))
    plays = float(many[:, 1].sum() / many[:, 0].sum() / seats)
    close, exact, changed = (sum(each) for each in zip(*(check[1:] for check in checks), strict=True))
    return TableEdge(seats, deals, checked, seed, quick, change, plays, close, exact, changed)


def _play(rules: SketchRules, order: Order, seed: int, first: int, count: int, slopes: Floats) -> tuple[Floats, ...]:
    width = 1 + rules.seats
    sums, squares, many = np.zeros((GROUPS, width)), np.zeros((GROUPS, width)), np.zeros((GROUPS, 2))
    along = np.zeros(width)
    play_deals(rules, order, np.uint64(seed), first, count, slopes, sums, squares, many, along)
    return sums, squares, many, along


def _slopes(rules: SketchRules, order: Order, seed: int) -> Floats:
    """How each seat goes along with what all seats miss, from deals of their own."""
    *_, along = _play(rules, order, seed, PILOT, CHUNK, np.zeros(rules.seats))
    return np.asarray(along[:-1] / along[-1] if along[-1] > 1e-9 * CHUNK else np.zeros(rules.seats))


def _stratified(rules: SketchRules, sums: Floats, squares: Floats, many: Floats) -> tuple[Mean, ...]:
    """Every group of dealer's hands by its exact chance; a group that hardly came up is joined with its neighbor."""
    found = []
    for column in range(sums.shape[1]):
        mean = variance = 0.0
        for weight, count, total, square in _strata(rules.pockets.of_group, many, sums[:, column], squares[:, column]):
            average = total / count
            spread = max(square / count - average**2, 0.0) * count / (count - 1)
            mean += weight * average
            variance += weight**2 * spread / count
        found.append(Mean(mean, variance**0.5))
    return tuple(found)


def _strata(chances: Floats, *columns: Floats) -> Iterator[tuple[float, ...]]:
    gathered = np.zeros(1 + len(columns))
    rest = np.array([chances[::-1].cumsum()[::-1], columns[0][::-1].cumsum()[::-1]])
    for group, chance in enumerate(chances):
        gathered += [chance, *(each[group] for each in columns)]
        enough_left = group + 1 < len(chances) and rest[1, group + 1] >= 100
        if gathered[1] >= 100 and (enough_left or group + 1 == len(chances)):
            yield tuple(gathered.tolist())
            gathered[:] = 0
    if gathered[0] > 0 and gathered[1] > 1:
        yield tuple(gathered.tolist())


class _Check(NamedTuple):
    """A deal played both ways: what the best decisions change, and how many decisions were in doubt."""

    change: Floats
    """Of a seat of the table, then of each in the order of acting."""
    close: int
    exact: int
    changed: int


class _Checks:
    """Deals to be played both ways."""

    def __init__(self, game: PotGame, rules: SketchRules, order: Order, seed: int, slopes: Floats) -> None:
        self.game, self.rules, self.order, self.seed, self.slopes = game, rules, order, seed, slopes

    def of(self, number: int) -> _Check:
        """Every close decision of a deal, one after the other, taken as well as can be."""
        forced = np.full(MOST, -1, dtype=np.int64)
        quick, room = self._played(number, forced)
        best = quick
        close = exact = changed = 0
        for seat in range(self.rules.seats - 1):
            if abs(room.gains[seat]) >= CLOSE:
                continue
            close += 1
            plays, is_exact = self._plays(room, seat)
            exact += is_exact
            if plays != bool(room.acted[seat]):
                changed += 1
                forced[seat] = plays
                best, room = self._played(number, forced)
        return _Check(best - quick, close, exact, changed)

    def _played(self, number: int, forced: NDArray[np.int64]) -> tuple[Floats, Round]:
        room = new_round()
        total, _ = play_deal(self.rules, self.order, new_node(), room, np.uint64(self.seed), number, forced)
        own = room.worth[: self.rules.seats]
        return np.array([total / self.rules.seats, *(own - self.slopes * (own.sum() - total))]), room

    def _plays(self, room: Round, seat: int) -> tuple[bool, bool]:
        """Whether to play is best, and whether that is exact."""
        state = self._state(room, seat)
        table = FullTable(self.game, state)
        if table.steps_needed() <= EXACT_STEPS and table.memory_needed() <= CHECK_MEMORY:
            found = table.solve()
            return found.play >= found.decline - ERROR_BOUND, True
        sampled = sampled_choices(self.game, state, CHECK_DRAWS)
        return sampled.play >= sampled.decline, False

    def _state(self, room: Round, seat: int) -> State:
        """The round as the game knows it, up to the decision of one seat; seats are named in the order of acting."""
        seats, game = self.rules.seats, cast("Game", self.game)
        unit = game.stake_rules[game.base_wager].grain
        state = game.open([Stakes(each + 1, (unit, *(0 for _ in game.wagers[1:]))) for each in range(seats)])
        dealer = room.cards[2 * seats : 2 * seats + 5]
        draws = [room.drawn[at : at + 3] for at in range(0, 3 * seats, 3)]
        given = iter([tuple(card_at(int(card)) for card in cards) for cards in (*room.pockets[:seats], dealer, *draws)])
        while True:
            turn = game.turn(state)
            if isinstance(turn, Draw):
                state = state.with_cards(turn, next(given))
                continue
            at = len(state.decisions)
            if at == seat:
                return state
            assert isinstance(turn, Choose)
            (action,) = [each for each in turn.actions if (each.name == PLAY) == bool(room.acted[at])]
            state = state.with_decision(Decision(turn.seat, action.name, action.minimum))
