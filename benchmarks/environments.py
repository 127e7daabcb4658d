"""Rounds of many seats at once beside those of a single environment, random decisions, in one run and by processor
time: other work on the machine then counts for neither."""

from __future__ import annotations

import time
from collections.abc import Iterator

import gymnasium
import numpy as np

from benchmarks.figures import Figure
from croupier.envs import SeatEnv, registered_name
from croupier.envs.vector import SeatsEnv

GAMES = ("three-card-prime", "high-card-flush", "keep-it-straight", "blackjack")
SEATS, STEPS, SECONDS, LEAST = 20_000, 20, 3.0, 100


def figures() -> Iterator[Figure]:
    """A ratio for each game."""
    source = np.random.default_rng(1)
    for game in GAMES:
        many = gymnasium.make_vec(f"croupier.envs:{registered_name(game)}", SEATS, "vector_entry_point")
        assert isinstance(many, SeatsEnv)
        _, info = many.reset(seed=1)
        rounds, start = 0, time.process_time()
        for _ in range(STEPS):
            actions = (info["action_mask"] * source.random(info["action_mask"].shape)).argmax(axis=1)
            _, _, over, _, info = many.step(actions)
            rounds += int(over.sum())
        rate = rounds / (time.process_time() - start)
        single, played, start = SeatEnv(game), 0, time.process_time()
        while time.process_time() - start < SECONDS:
            _, info = single.reset(seed=played)
            over_yet = False
            while not over_yet:
                _, _, over_yet, _, info = single.step(int(source.choice(np.flatnonzero(info["action_mask"]))))
            played += 1
        ratio = rate / (played / SECONDS)
        measured = f"{ratio:,.0f} times, {rate:,.0f} /s"
        yield Figure(f"{game}: rounds of {SEATS:,} seats at once", measured, f"at least {LEAST} times", ratio >= LEAST)
