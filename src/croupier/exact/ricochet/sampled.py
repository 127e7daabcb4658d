"""A decision at a full table from sampled draws, where an exact answer takes too long or too much memory. Draws are
sampled from the remaining cards. Players who act later use the sketch's quick decisions, and the last to act decides
exactly. The sketch's own averages are controls (``sketch_kernels``), so few draws suffice.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, MissingPart
from croupier.exact.ricochet.card_types import DRAWN
from croupier.exact.ricochet.pot_game import Moment, PotGame
from croupier.exact.ricochet.pot_rules import bonuses, check_contest, numbers, opening, shares
from croupier.exact.ricochet.sample_kernels import Order, Start, play_draws
from croupier.exact.ricochet.sketch_kernels import MOST, SketchRules
from croupier.exact.ricochet.sketch_tables import pocket_tables
from croupier.kernels.deals import bit_of
from croupier.kernels.pot_tables import ALONE, DEALER, JOINS, NOBODY, OUT, PLAYERS, pot_tables
from croupier.play.game import Game, State

DRAWS: Final = 20_000
QUICK_DRAWS: Final = 4_000
"""While others wait."""
SEED: Final = 7
QUICK_BIAS: Final = 0.005
"""In Antes: what the quick decisions of later seats may add to an estimate's error; see docs/concepts/exact.md."""
_UNHELD: Final = [OUT, ALONE] * 3 + [OUT, OUT, OUT, ALONE, OUT, ALONE]
"""What a hand does to nobody's contest and to the dealer's: lower, equal, higher; beaten by who waits, or not."""


class SampledChoices(NamedTuple):
    """What the seat to act ends with on average, in Antes; playing is sampled, declining is exact."""

    play: float
    standard_error: float
    decline: float


_KNOWN: WeakKeyDictionary[Any, dict[int, tuple[SketchRules, Order]]] = WeakKeyDictionary()


def sketch_rules(game: PotGame, seats: int) -> tuple[SketchRules, Order]:
    """What the kernels look up, asked of the game; kept as long as the game is."""
    known = _KNOWN.setdefault(game, {})
    if seats not in known:
        known[seats] = _asked(game, seats)
    return known[seats]


def _asked(game: PotGame, seats: int) -> tuple[SketchRules, Order]:
    check_contest(game)
    whole = cast("Game", game)
    tables, _ = pot_tables(whole, whole.declares.bot, seats)
    becomes = tables.becomes.tolist()
    if becomes[: 6 * PLAYERS] != _UNHELD or becomes[6 * PLAYERS + 1 :: 2] != [OUT, JOINS, ALONE]:
        raise MissingPart(
            "a table is not sampled under this reading of the contest",
            hint="beaten_by_waiting_pair=discard-only is; croupier simulate plays the others by a stated rule",
        )
    paid = bonuses(game)
    lowest = int(np.flatnonzero(paid)[0]) if paid.any() else len(paid)
    opened = game.opened(next(iter(numbers())), seats)
    pots = shares(game, tuple(range(1, seats + 1)), 0, opened)
    rules = SketchRules(
        tables.lookups,
        pocket_tables(),
        pots,
        paid,
        lowest,
        float(game.play_multiple),
        seats,
        bool(tables.offered[2 * NOBODY + 1]),
    )
    return rules, Order(tables.acting, tables.beaten_from, tables.kicked_out)


def start_of(game: PotGame, state: State) -> Start:
    """A decision as the kernels see it."""
    moment = Moment.of(game, state)
    if len(moment.stub) < DRAWN * len(moment.to_act):
        raise BadInput(f"{len(moment.stub)} cards are left, too few for {len(moment.to_act)} players to draw")
    found = opening(moment.contest)
    kind = PLAYERS if found.players else DEALER if moment.contest.holders else NOBODY
    pockets = np.zeros((MOST, 2), dtype=np.int64)
    for place, seat in enumerate(moment.to_act):
        pockets[place] = [bit_of(card) for card in moment.held[seat]]
    one, other = pockets[len(moment.to_act) - 1].tolist()
    waiting = int(sketch_rules(game, len(moment.seats))[1].beaten_from[one * 52 + other])
    stub = np.array([bit_of(card) for card in moment.stub], dtype=np.int64)
    return Start(pockets, stub, len(moment.to_act), kind, found.best, found.players, waiting, len(moment.have_played))


def sampled_choices(game: PotGame, state: State, draws: int = DRAWS, seed: int = SEED) -> SampledChoices:
    """Both choices of the seat to act; the same seed gives the same figures."""
    rules, _ = sketch_rules(game, len(state.stakes))
    start = start_of(game, state)
    found = _drawn(rules, start, draws, seed, plays=True)
    mean = float(found[0]) / draws
    variance = max(float(found[1]) / draws - mean * mean, 0.0)
    moment = Moment.of(game, state)
    left = game.declined(moment.contest, moment.to_act[0], len(moment.to_act) - 1)
    takes = moment.to_act[0] in left.holders
    pot = float(rules.shares[start.plays + 1, 1]) - rules.multiple if takes else 0.0
    return SampledChoices(mean, (variance / draws) ** 0.5, pot - 1)


def gains_of_all(game: PotGame, state: State, draws: int, seed: int = SEED) -> tuple[float, dict[int, float]]:
    """What all players together, and each seat, gain on average if the seat to act plays instead of declining.

    By the same draws both ways. Seats that have acted gain nothing, except the holders of the best hand: they share
    equally what the others leave.
    """
    rules, _ = sketch_rules(game, len(state.stakes))
    start, moment = start_of(game, state), Moment.of(game, state)
    playing, declining = (_drawn(rules, start, draws, seed, plays=plays) for plays in (True, False))
    gains = (playing - declining) / draws
    seats = {seat: float(gain) for seat, gain in zip(moment.to_act, gains[3:], strict=False)}
    holders = [seat for seat in moment.contest.holders if seat > 0]
    left = float(gains[2]) - sum(seats.values())
    return float(gains[2]), seats | {seat: left / len(holders) for seat in holders}


def _drawn(rules: SketchRules, start: Start, draws: int, seed: int, *, plays: bool) -> NDArray[np.float64]:
    """Draws after one choice of the seat to act, the others deciding quickly."""
    forced = np.full(MOST, -1, dtype=np.int64)
    forced[0] = plays
    found = np.zeros(3 + MOST)
    play_draws(rules, start, np.uint64(seed), 0, draws, forced, found)
    return found
