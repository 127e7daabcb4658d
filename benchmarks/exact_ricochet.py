"""How fast Ricochet Poker is solved: advice on a deal by players still to act, one player's game, a sampled table.

Advice is measured as a call in a warm process: a deal in, both choices out, with everything compiled. Three to act are
also counted by the plain code that checks the compiled one, which is their baseline.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import croupier
from benchmarks.figures import Figure, show
from croupier.cards.shuffle import SeededSource, draw
from croupier.exact.ricochet.alone import solve_one_player
from croupier.exact.ricochet.few_to_act import choices_of_few
from croupier.exact.ricochet.sampled import sample_table
from croupier.exact.ricochet.solver import advise_deal
from croupier.exact.sampled_table import Sample
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.play.game import Draw, Stakes, State
from tests.drivers.three_drawn import DealtToThree

GAME = "ricochet-poker(tables=sample)"
DEALS = {1: 20, 2: 20, 3: 21, 4: 5}
TURNS = {1: 3, 2: 3, 3: 3, 4: 1}
"""Of which the best counts: other work on the machine shows in the times of a short one."""
PROMISED_SECONDS = {2: 0.1, 3: 0.05, 4: 10.0}
"""For a typical deal: the middle one of those tried; with three to act, for each of them."""
EACH = 3
SEATS, SAMPLED, CHECKED = 4, 10_000, 50


def load() -> RicochetPoker:
    game = croupier.load(GAME)
    assert isinstance(game, RicochetPoker)
    return game


def deals(game: RicochetPoker, players: int, count: int) -> list[State]:
    """Repeatable deals on which the first of so many players is to act."""
    source = SeededSource(players)
    found = []
    for _ in range(count):
        cards = list(draw(source, game.deck, game.most_cards(players)))
        state = game.open([Stakes(seat, (1000,)) for seat in range(1, players + 1)])
        while isinstance(turn := game.turn(state), Draw):
            state = state.with_cards(turn, tuple(cards.pop() for _ in range(turn.size)))
        found.append(state)
    return found


def seconds(work: Callable[[], object]) -> float:
    """In processor time, which other work on the machine disturbs least."""
    started = time.process_time()
    work()
    return time.process_time() - started


def seconds_by_deal(game: RicochetPoker, players: int) -> list[float]:
    """One deal before them loads and compiles what is needed once."""
    first, *states = deals(game, players, DEALS[players] + 1)
    advise_deal(game, first)
    return [min(seconds(partial(advise_deal, game, state)) for _ in range(TURNS[players])) for state in states]


def times_faster(game: RicochetPoker) -> float:
    """Three to act, compiled, against the plain count."""
    (state,) = deals(game, 3, 1)
    counted = seconds(lambda: DealtToThree(game, state).worth_of_playing())
    return counted / seconds(lambda: choices_of_few(game, state))


def shown(taken: float) -> str:
    return f"{taken:.2f} s" if taken >= 1 else f"{taken * 1000:.1f} ms"


def figures() -> Iterator[Figure]:
    game = load()
    for players in DEALS:
        each = seconds_by_deal(game, players)
        promise = PROMISED_SECONDS.get(players)
        judged = max(each) if players == EACH else median(each)
        yield (
            Figure(
                f"ricochet-poker, {players} to act: advice on a deal",
                f"{shown(median(each))}, at most {shown(max(each))}",
                f"under {promise:g} s" if promise else "",
                judged < promise if promise else None,
            )
        )
    yield (
        Figure(
            "ricochet-poker, 3 to act: compiled against plain",
            f"{times_faster(game):.0f} times",
            "",
            None,
        )
    )
    sample_table(game, SEATS, Sample(SAMPLED, CHECKED))
    taken = seconds(lambda: sample_table(game, SEATS, Sample(5 * SAMPLED, CHECKED, 8), threads=1))
    usual = Sample.usual(SEATS)
    guess = taken * max(usual.deals / (5 * SAMPLED), usual.checked / CHECKED) / 2
    yield (
        Figure(
            f"ricochet-poker, {SEATS} seats: edge to 0.02 points on two cores",
            f"{guess:.0f} s",
            "under 600 s",
            guess < 600,
        )
    )
    taken = seconds(lambda: solve_one_player(game))
    yield (Figure("ricochet-poker with one player solved exactly", f"{taken:.1f} s", "reported", None))


if __name__ == "__main__":
    show(figures())
