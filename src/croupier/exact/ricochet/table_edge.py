"""What a table of several players keeps or loses under the best play: sampled deals, with the error of the sample.

*Deals* are played under quick decisions with the sketch's averages as controls, so that what varies is little more than
the deal itself; the dealer's hand is weighed by its exact chance (strata by group of classes).

*The best play.* Of further deals, all decisions that the sketch finds close are listed. Some of them are checked, the
closest with the highest chance, and weighted by the inverse of that chance. They are checked by the exact solver, or by
sampled draws where that takes too long (``deciding``). What a changed decision gains for everyone is averaged over
draws of its own, and its effect on later decisions is followed to the end. The mean of all this is an unbiased estimate
of what the best play brings beyond quick decisions. It is added, with its own error.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, cast

import numpy as np

from croupier.errors import BadInput
from croupier.exact.ricochet.deciding import Solves, decide, solves_on
from croupier.exact.ricochet.pot_game import PotGame
from croupier.exact.ricochet.sample_kernels import Order, Round, coin, list_close, new_round, play_deal, play_deals
from croupier.exact.ricochet.sampled import gains_of_all, sketch_rules
from croupier.exact.ricochet.sketch_kernels import MOST, SketchRules, new_node
from croupier.exact.ricochet.sketch_tables import GROUPS
from croupier.exact.sampled_table import Mean, Means, Sample, SampledTable
from croupier.exact.solver import Progress, in_silence
from croupier.kernels.arrays import Floats, Whole
from croupier.kernels.deals import card_at
from croupier.play.game import Choose, Decision, Draw, Game, Stakes, State

CLOSE: Final = 0.1
"""In Antes: a sketch's gain is off by 0.01 to 0.02 and was not seen further off than 0.084."""
CHUNK: Final = 20_000
LEAST_CHECKED: Final = 100
LISTED_PART: Final = 10
"""How many deals there are for each further deal that lists close decisions."""
GAIN_DRAWS: Final = 500
PLAY: Final = "play"
PILOT: Final = 1 << 40
"""The first deal of those that the slopes are found from."""
LISTED: Final = 1 << 41
"""The first deal of those whose close decisions are listed: beyond all others."""


def sample_table(
    game: PotGame, seats: int, sample: Sample, progress: Progress = in_silence, threads: int | None = None
) -> SampledTable:
    """Play and check what the sample says; the same seed gives the same figures on any number of threads."""
    deals, checked, seed, backend = sample
    if deals < CHUNK:
        raise BadInput(f"{deals:,} deals are too few", hint=f"at least {CHUNK:,}")
    if checked < LEAST_CHECKED:
        raise BadInput(f"{checked:,} checked decisions are too few", hint=f"at least {LEAST_CHECKED}")
    solves = solves_on(backend)
    rules, order = sketch_rules(game, seats)
    slopes = _slopes(rules, order, seed)
    chunks = _chunks(0, deals)
    listed = max(CHUNK, deals // LISTED_PART)
    lists = _chunks(LISTED, listed)
    sums, squares, many = np.zeros((GROUPS, 1 + seats)), np.zeros((GROUPS, 1 + seats)), np.zeros((GROUPS, 2))
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        close = np.concatenate(list(pool.map(lambda chunk: close_decisions(rules, order, seed, *chunk), lists)))
        chosen, chances = _chosen(close, checked, seed)
        parts = len(chunks) + len(chosen)
        work = pool.map(lambda chunk: _play(rules, order, seed, chunk[0], chunk[1], slopes), chunks)
        for done, (more, more_squares, more_many, _) in enumerate(work, start=1):
            sums += more
            squares += more_squares
            many += more_many
            progress(done, parts)
        quick = _stratified(rules, sums, squares, many[:, 0])
        checks = []
        for check in pool.map(_Checks(game, rules, order, seed, solves).of, *chosen.T.tolist()):
            checks.append(check)
            progress(len(chunks) + len(checks), parts)
    changes = np.array([check.change for check in checks]).reshape(-1, 1 + seats)
    change = _weighted(chosen[:, 0], changes / chances[:, None], listed)
    plays = float(many[:, 1].sum() / many[:, 0].sum() / seats)
    exact, changed = sum(check.exact for check in checks), sum(check.changed for check in checks)
    return SampledTable(seats, sample, quick, change, plays, len(checks), exact, changed)


def _chunks(first: int, count: int) -> list[tuple[int, int]]:
    return [(at, min(CHUNK, first + count - at)) for at in range(first, first + count, CHUNK)]


def close_decisions(rules: SketchRules, order: Order, seed: int, first: int, count: int) -> Floats:
    """(decisions, 4) deal, seat in the order of acting, how many are left to act, and the sketch's gain."""
    found = np.zeros((count * rules.seats, 4))
    return found[: list_close(rules, order, np.uint64(seed), first, count, CLOSE, found)]


def _chosen(close: Floats, checked: int, seed: int) -> tuple[Whole, Floats]:
    """Decisions to look at, as deal and seat, and the chance that each had of being chosen.

    The more are left to act, the more a sketch falls short of the truth, and the farther off it is.
    """
    left, gain = close[:, 2], close[:, 3]
    weight = 1 / (1 + ((gain + 0.002 * left) / (0.006 + 0.002 * left)) ** 2)
    chance = np.minimum(1.0, weight * (checked / max(weight.sum(), 1e-9)))
    decisions = close[:, :2].astype(np.int64)
    is_chosen = np.array([coin(np.uint64(seed), deal, seat) for deal, seat in decisions.tolist()], dtype=float) < chance
    return decisions[is_chosen], chance[is_chosen]


def _weighted(deals: Whole, changes: Floats, listed: int) -> tuple[Mean, ...]:
    """The mean over all listed deals, and its error from deal to deal."""
    of_deal = np.zeros((len(np.unique(deals)), changes.shape[1]))
    np.add.at(of_deal, np.unique(deals, return_inverse=True)[1], changes)
    sums, squares = of_deal.sum(axis=0) / listed, (of_deal**2).sum(axis=0) / listed
    errors = np.sqrt((squares - sums**2) / listed)
    return tuple(Mean(float(mean), float(error)) for mean, error in zip(sums, errors, strict=True))


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
    """A decision that was checked, and what the best one changes."""

    change: Floats
    """Of a seat of the table, then of each in the order of acting."""
    exact: bool
    changed: bool


class _Checks:
    """Close decisions to be checked."""

    def __init__(self, game: PotGame, rules: SketchRules, order: Order, seed: int, solves: Solves) -> None:
        self.game, self.rules, self.order, self.seed, self.solves = game, rules, order, seed, solves

    def of(self, number: int, seat: int) -> _Check:
        """A decision of a deal that is played quickly up to it.

        Where it changes, so do later decisions: these are looked at after both choices, all that are close.
        """
        forced = np.full(MOST, -1, dtype=np.int64)
        change, is_exact, changed = self._at(self._played(number, forced), seat)
        if changed is not None:
            change -= self._after(number, forced, seat + 1)
            forced[seat] = changed
            change += self._after(number, forced, seat + 1)
        return _Check(change, is_exact, changed is not None)

    def _after(self, number: int, forced: Whole, first: int) -> Floats:
        """What the best decisions from a seat on change, one after the other along the round that they make."""
        forced, whole = forced.copy(), np.zeros(1 + self.rules.seats)
        room = self._played(number, forced)
        for seat in range(first, self.rules.seats - 1):
            if abs(room.gains[seat]) < CLOSE:
                change, _, changed = self._at(room, seat)
                if changed is not None:
                    whole += change
                    forced[seat] = changed
                    room = self._played(number, forced)
        return whole

    def _at(self, room: Round, seat: int) -> tuple[Floats, bool, bool | None]:
        """What the best decision gains for everyone, whether it is exact, and which it is where it is another."""
        change = np.zeros(1 + self.rules.seats)
        state = self._state(room, seat)
        found = decide(self.game, state, self.solves)
        if found.plays == bool(room.acted[seat]):
            return change, found.is_exact, None
        sign = 1 if found.plays else -1
        table, seats = gains_of_all(self.game, state, GAIN_DRAWS)
        change[0] = sign * table / self.rules.seats
        for each, gain in seats.items():
            change[each] = sign * gain
        return change, found.is_exact, found.plays

    def _played(self, number: int, forced: Whole) -> Round:
        room = new_round()
        play_deal(self.rules, self.order, new_node(), room, np.uint64(self.seed), number, forced)
        return room

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
