"""Blackjack rounds per second of one library, in its own quickest loop; ``benchmarks.sim`` runs it."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

SECONDS = 4.0


def gymnasium() -> Callable[[], None]:
    environment: Any = importlib.import_module("gymnasium").make("Blackjack-v1").unwrapped

    def play() -> None:
        state, _ = environment.reset()
        over = False
        while not over:
            state, _, over, _, _ = environment.step(0 if state[0] >= 17 else 1)

    return play


def rlcard() -> Callable[[], None]:
    environment: Any = importlib.import_module("rlcard").make("blackjack")

    def play() -> None:
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(1 if state["obs"][0] >= 17 else 0)

    return play


def open_spiel() -> Callable[[], None]:
    import random

    game: Any = importlib.import_module("pyspiel").load_game("blackjack")

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(state.legal_actions()[-1])

    return play


if __name__ == "__main__":
    play = {"gymnasium": gymnasium, "rlcard": rlcard, "open_spiel": open_spiel}[sys.argv[1]]()
    for _ in range(50):
        play()
    rounds, started = 0, time.process_time()
    while time.process_time() - started < SECONDS:
        for _ in range(100):
            play()
        rounds += 100
    print(rounds / (time.process_time() - started))
