"""How fast Ricochet Poker is solved: advice on a deal by players still to act, and the whole game of one player."""

from __future__ import annotations

import time
from collections.abc import Callable

import croupier
from benchmarks.figures import Figure
from croupier.cards.shuffle import SeededSource, draw
from croupier.exact.ricochet.alone import solve_one_player
from croupier.exact.ricochet.table import advise_deal
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.play.game import Draw, Stakes, State

GAME = "ricochet-poker(tables=sample)"
DEALS = {1: 20, 2: 20, 3: 4}
PROMISED_SECONDS = {2: 0.1, 3: 20.0}


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


def seconds_a_deal(game: RicochetPoker, players: int) -> float:
    """The average over some deals; one before them loads what is loaded once."""
    first, *states = deals(game, players, DEALS[players] + 1)
    advise_deal(game, first)
    return seconds(lambda: [advise_deal(game, state) for state in states]) / len(states)


def figures() -> list[Figure]:
    game = load()
    found = []
    for players in DEALS:
        taken = seconds_a_deal(game, players)
        promise = PROMISED_SECONDS.get(players)
        found.append(
            Figure(
                f"ricochet-poker, {players} to act: advice on a deal",
                f"{taken:.2f} s" if taken >= 1 else f"{taken * 1000:.1f} ms",
                f"under {promise:g} s" if promise else "",
                taken < promise if promise else None,
            )
        )
    taken = seconds(lambda: solve_one_player(game))
    found.append(Figure("ricochet-poker with one player solved exactly", f"{taken:.1f} s", "reported", None))
    return found


if __name__ == "__main__":
    for each in figures():
        print(*each, sep="  ")
