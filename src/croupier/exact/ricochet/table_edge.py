"""What a table of several players keeps or loses under the best play: sampled deals, with the error of the sample.

*Deals* are played under quick decisions with the sketch's averages as controls, so that what varies is little more than
the deal itself; the dealer's hand is weighed by its exact chance (strata by group of classes).

*The best play.* On some of the deals, every decision that the sketch finds close is looked at again: by sampled draws
of its own, and where these leave it in doubt by the exact solver, unless that would take more than a second. What a
changed decision gains for everyone is averaged over draws of its own. The sum of these along a round that is played the
best way is, on average, what the best way brings beyond quick decisions; with its own error, it is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, cast

import numpy as np

from croupier.errors import BadInput
from croupier.exact.ricochet.full_table import ERROR_BOUND, FullTable
from croupier.exact.ricochet.pot_game import PotGame
from croupier.exact.ricochet.sample_kernels import Order, Round, new_round, play_deal, play_deals
from croupier.exact.ricochet.sampled import QUICK_BIAS, gains_of_all, sampled_choices, sketch_rules
from croupier.exact.ricochet.sketch_kernels import MOST, SketchRules, new_node
from croupier.exact.ricochet.sketch_tables import GROUPS
from croupier.exact.sampled_table import Mean, Means, Sample, SampledTable
from croupier.exact.solver import Progress, in_silence
from croupier.play.game import Choose, Decision, Draw, Game, Stakes, State
from croupier.sim.arrays import Floats, Whole
from croupier.sim.deals import card_at

CLOSE: Final = 0.06
"""In Antes: a sketch's gain is off by 0.01 to 0.02, so that a choice beyond this is not in doubt."""
CHUNK: Final = 20_000
LEAST_CHECKED: Final = 100
QUICK_STEPS: Final = 2e7
EXACT_STEPS: Final = 2e8
"""Below the first a decision is solved at once; up to the second, where draws leave it in doubt."""
CHECK_MEMORY: Final = 1 << 30
CHECK_DRAWS: Final = 2_000
GAIN_DRAWS: Final = 500
PLAY: Final = "play"
PILOT: Final = 1 << 40
"""The first deal of those that the slopes are found from, and of those that are checked: beyond all others."""


def sample_table(
    game: PotGame, seats: int, sample: Sample, progress: Progress = in_silence, threads: int = 2
) -> SampledTable:
    """Play and check so many deals; the same seed gives the same figures on any number of threads."""
    deals, checked, seed = sample
    if deals < CHUNK:
        raise BadInput(f"{deals:,} deals are too few", hint=f"at least {CHUNK:,}")
    if checked < LEAST_CHECKED:
        raise BadInput(f"{checked:,} checked deals are too few", hint=f"at least {LEAST_CHECKED}")
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
        for check in pool.map(_Checks(game, rules, order, seed).of, range(PILOT, PILOT + checked)):
            checks.append(check)
            progress(len(chunks) + len(checks), parts)
    found = np.array([check.change for check in checks])
    means, errors = found.mean(axis=0), found.std(axis=0, ddof=1) / checked**0.5
    change = tuple(Mean(float(mean), float(error)) for mean, error in zip(means, errors, strict=True))
    plays = float(many[:, 1].sum() / many[:, 0].sum() / seats)
    close, exact, changed = (sum(each) for each in zip(*(check[1:] for check in checks), strict=True))
    return SampledTable(seats, sample, quick, change, plays, close, exact, changed)


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


def _stratified(rules: SketchRules, sums: Floats, squares: Floats, many: Floats) -> Means:
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

    def __init__(self, game: PotGame, rules: SketchRules, order: Order, seed: int) -> None:
        self.game, self.rules, self.order, self.seed = game, rules, order, seed

    def of(self, number: int) -> _Check:
        """Every close decision of a deal, one after the other, taken as well as can be."""
        forced = np.full(MOST, -1, dtype=np.int64)
        room = self._played(number, forced)
        change = np.zeros(1 + self.rules.seats)
        close = exact = changed = 0
        for seat in range(self.rules.seats - 1):
            if abs(room.gains[seat]) >= CLOSE:
                continue
            close += 1
            state = self._state(room, seat)
            plays, is_exact = self._plays(state)
            exact += is_exact
            if plays != bool(room.acted[seat]):
                changed += 1
                sign = 1 if plays else -1
                table, seats = gains_of_all(self.game, state, GAIN_DRAWS)
                change[0] += sign * table / self.rules.seats
                for each, gain in seats.items():
                    change[each] += sign * gain
                forced[seat] = plays
                room = self._played(number, forced)
        return _Check(change, close, exact, changed)

    def _played(self, number: int, forced: Whole) -> Round:
        room = new_round()
        play_deal(self.rules, self.order, new_node(), room, np.uint64(self.seed), number, forced)
        return room

    def _plays(self, state: State) -> tuple[bool, bool]:
        """Whether to play is best, and whether that is exact; draws are sampled first where a solution takes long."""
        table = FullTable(self.game, state)
        steps = table.steps_needed()
        if steps > QUICK_STEPS:
            sampled = sampled_choices(self.game, state, CHECK_DRAWS)
            gain = sampled.play - sampled.decline
            is_clear = abs(gain) > 4 * sampled.standard_error + QUICK_BIAS
            if is_clear or steps > EXACT_STEPS or table.memory_needed() > CHECK_MEMORY:
                return gain >= 0, False
        found = table.solve()
        return found.play >= found.decline - ERROR_BOUND, True

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
