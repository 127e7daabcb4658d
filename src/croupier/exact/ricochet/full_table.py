"""Ricochet Poker's pot for a full table: backward induction over all that the players still to act may draw.

All cards are face up, so one number decides a position: what each present holder of the best hand can expect from the
pot. A position is a level (who acts next), the cards drawn so far, and the contest. Only contests that players hold
matter: while the dealer's hand is the best, nobody who has acted has anything to expect.

*Cards drawn* are counts of types (``card_types``); types grow coarser from level to level.

*Contests.* Of the best hand only its place among the classes that later players may still make matters, whether it
is one of them, and among how many it is shared.

*A player who is indifferent plays.* Values are floating point: sums of some thousand products of positive numbers a
level, good to ``ERROR_BOUND``; two choices that are closer than that count as equal. The game itself answers for every
rule (``pot_rules``); the work is done by ``level_kernels``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.errors import BadInput, MissingPart
from croupier.exact.effort import Effort
from croupier.exact.ricochet import level_kernels as kernels
from croupier.exact.ricochet import level_tables as tables
from croupier.exact.ricochet.card_types import DRAWN, CardTypes, SetNumbers, suit_of_pocket
from croupier.exact.ricochet.contests import contests_of, in_arrays
from croupier.exact.ricochet.level_draws import DrawLevel, LastDraws
from croupier.exact.ricochet.pot_game import Moment, PotGame
from croupier.exact.ricochet.pot_rules import bonuses, check_contest, opening, shares, stays_from
from croupier.exact.solver import Progress, in_silence
from croupier.kernels.arrays import Floats, Whole
from croupier.play.game import State

ERROR_BOUND: Final = 1e-10
"""In Antes."""
STEPS_A_SECOND: Final = 3e8
"""Values read, on one core."""
FEW_DRAWS: Final = 2
"""Up to this many draws, a set leads to few contests."""
CHUNKS: Final = 16
Look = Callable[[Whole, Whole], Floats]
"""Values of the second level, by set and contest."""


class Choices(NamedTuple):
    """What the seat to act ends with on average, in Antes, if it plays; and if it does not."""

    play: float
    decline: float


class BeyondEffort(MissingPart):
    """A deal takes more memory or time than allowed."""


def choices_at(game: PotGame, state: State, effort: Effort = Effort()) -> Choices:  # noqa: B008
    """Both choices of the seat to act, all later decisions being the best for those who take them.

    On a core, or on a GPU where a core would take too much; both find the same bits.
    """
    table = FullTable(game, state)
    try:
        table.check(effort)
    except BeyondEffort:
        from croupier.exact.ricochet.gpu.device import choices_on_gpu

        found = choices_on_gpu(table, effort)
        if found is None:
            raise
        return found
    return table.solve(effort.progress)


class FullTable:
    """A deal at the moment of a decision, ready to be solved."""

    error = ERROR_BOUND

    def __init__(self, game: PotGame, state: State) -> None:
        if game.drawn_cards != DRAWN:
            raise BadInput(f"players draw {game.drawn_cards} cards; this solver knows draws of {DRAWN}")
        check_contest(game)
        moment = Moment.of(game, state)
        self.game, self.contest, self.to_act, self.stub = game, moment.contest, moment.to_act, moment.stub
        if len(self.stub) < DRAWN * len(self.to_act):
            raise BadInput(f"{len(self.stub)} cards are left, too few for {len(self.to_act)} players to draw")
        self.opening = opening(moment.contest)
        self.floor = stays_from(game, self.contest, [moment.pockets[seat] for seat in self.to_act[1:]])
        """The lowest class with which the seat to act stays in: no contest that players hold later is lower."""
        self.bonus = bonuses(game)
        self.shares = shares(game, moment.seats, len(moment.have_played), self.contest)
        pockets = [moment.held[seat] for seat in self.to_act]
        suits = [suit_of_pocket(cards) for cards in pockets]
        self.levels = [
            DrawLevel.of(cards, CardTypes.of(self.stub, frozenset().union(*suits[place:])), self.floor)
            for place, cards in enumerate(pockets)
        ]
        self.contests = contests_of([level.classes for level in self.levels], self.opening)

    def rows(self, place: int) -> list[int]:
        """By number of draws, how many sets may have been drawn before a seat acts."""
        return [self.levels[place].types.sets(DRAWN * drawn) for drawn in range(place + 1)]

    def memory_needed(self) -> int:
        """Bytes of two levels' tables, the most at a time."""
        sizes = [8 * sum(self.rows(place)) * self.contests[place].width for place in range(1, len(self.levels))]
        return max((one + other for one, other in zip([0, *sizes], [*sizes, 0], strict=True)), default=0)

    def steps_of(self, place: int, drawn: int) -> float:
        """Values to be read for one seat after this many draws, roughly."""
        width, rows = self.contests[place].width, self.levels[place].types.sets(DRAWN * drawn)
        each = min(width, 20 * place) / 4 if drawn <= FEW_DRAWS else width / 8
        is_last = place == len(self.levels) - 1
        return rows * (width + (500 if is_last else len(self.levels[place].triples) * (1 + each)))

    def steps_needed(self) -> float:
        """Values to be read in all."""
        return sum(self.steps_of(place, drawn) for place in range(1, len(self.levels)) for drawn in range(place + 1))

    def check(self, effort: Effort) -> None:
        """BeyondEffort if a deal exceeds the limits, before anything is computed."""
        needed, seconds = self.memory_needed(), self.steps_needed() / STEPS_A_SECOND
        if needed > effort.memory_bytes:
            raise BeyondEffort(
                f"this deal needs {_bytes(needed)} of memory, more than the {_bytes(effort.memory_bytes)} given",
                hint="give the decisions and draws of those who act first, or more memory",
            )
        if seconds > effort.seconds:
            raise BeyondEffort(
                f"this deal takes some {seconds:,.0f} seconds, more than the {effort.seconds:,.0f} given",
                hint="give the decisions and draws of those who act first, or more time",
            )

    def solve(self, progress: Progress = in_silence) -> Choices:
        """Level after level from the last seat to act to the second; then the choices of the first."""
        if len(self.levels) == 1 or not self.contests[1].width:
            return self.choices_from(None, None)
        later: tuple[SetNumbers, Floats] | None = None
        done, needed = 0.0, self.steps_needed()
        for place in range(len(self.levels) - 1, 0, -1):
            here = SetNumbers.of(self.levels[place].types, range(place + 1))
            table = np.empty((int(here.rows[-1]), self.contests[place].width))
            for drawn, work in enumerate(self._works(place, here, table, later)):
                chunks = _chunks(here, drawn)
                for chunk in chunks:
                    work(*chunk)
                    done += self.steps_of(place, drawn) / len(chunks)
                    progress(min(int(1000 * done / needed), 999), 1000)
            later = here, table
        assert later is not None
        progress(1000, 1000)
        numbers, worth = later
        return self.choices_from(numbers, lambda rows, contests: worth[rows, contests])

    def _works(
        self, place: int, here: SetNumbers, table: Floats, later: tuple[SetNumbers, Floats] | None
    ) -> Iterator[Callable[[int, int], None]]:
        """By number of draws, what computes a range of first keys."""
        level, contests = self.levels[place], self.contests[place]
        following = None if later is None else self.contests[place + 1]
        arrays = in_arrays(contests, level.classes, following)
        multiple = float(self.game.play_multiple)
        types = None if later is None else self.levels[place + 1].types
        sets_of_all = level.sets(here, types)
        last = LastDraws.of(level, self.bonus) if types is None else None
        draws = level.draws(types, following, self.bonus) if types and following else None
        possible = level.possible(self.levels[:place], contests) if draws else None
        for drawn in range(place + 1):
            total = float(comb(len(self.stub) - DRAWN * drawn, DRAWN))
            figures = (total, multiple, ERROR_BOUND, table)
            sets = sets_of_all._replace(base=here.base[drawn])
            if last is not None:
                yield partial(_last, drawn, (sets, *last, arrays, contests.holders, self.shares, *figures))
                continue
            assert later is not None
            numbers, worth = later
            onward = tables.Next(numbers.base[drawn], numbers.base[drawn + 1], numbers.rank, worth)
            known = (sets, onward, draws, arrays)
            if drawn <= FEW_DRAWS:
                yield partial(_few, drawn, (*known, possible, *figures))
            else:
                yield partial(_all, drawn, (*known, *figures))

    def choices_from(self, numbers: SetNumbers | None, worth: Look | None) -> Choices:
        """The first to act: nothing is drawn yet, and the contest is the one at hand."""
        level, held = self.levels[0], self.opening.players
        ways, made = level.ways, level.made
        leads, ties = np.zeros(len(made)), np.zeros(len(made))
        if numbers is not None and worth is not None:
            steps, contests = level.steps(self.levels[1].types), self.contests[1]
            at = numbers.base[1][steps[:, 0]] + numbers.rank[steps[:, 1]]
            can_lead = made >= self.floor
            leads[can_lead] = worth(at[can_lead], contests.of_class(made[can_lead]))
            if held:
                is_tie = made == self.opening.best
                ties[is_tie] = worth(at[is_tie], np.full(int(is_tie.sum()), contests.always + held))
        elif len(self.levels) == 1:
            leads[made >= self.floor] = self.shares[1, 1]
            ties[:] = self.shares[1, held + 1] if held else 0.0
        taken = np.where((made == self.opening.best) & (held > 0), ties, leads)
        gain = float(ways @ (taken + self.bonus[made])) / float(ways.sum())
        left = self.game.declined(self.contest, self.to_act[0], len(self.to_act) - 1)
        # A player who takes the pot instead of playing gets all of it, without the Play.
        pot = float(self.shares[1, 1]) - self.game.play_multiple if self.to_act[0] in left.holders else 0.0
        return Choices(gain - self.game.play_multiple - 1, pot - 1)


def _bytes(number: int) -> str:
    return f"{number / (1 << 30):,.1f} GB" if number >= 1 << 30 else f"{number / (1 << 20):,.0f} MB"


def _last(drawn: int, given: tuple[Any, ...], first: int, last: int) -> None:
    kernels.last_to_act(first, last, drawn, *given)


def _few(drawn: int, given: tuple[Any, ...], first: int, last: int) -> None:
    kernels.few_contests(first, last, drawn, *given)


def _all(drawn: int, given: tuple[Any, ...], first: int, last: int) -> None:
    kernels.all_contests(first, last, drawn, *given)


def _chunks(here: SetNumbers, drawn: int) -> list[tuple[int, int]]:
    """First keys in ranges, so that work can be interrupted."""
    keys = here.base.shape[1]
    step = max(1, -(-keys // (CHUNKS if drawn > FEW_DRAWS else 1)))
    return [(first, min(first + step, keys)) for first in range(0, keys, step)]
