"""One seat as a Gymnasium environment: an episode is a round, the reward what it won in base wagers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from croupier.envs.felt import Felt, Observation
from croupier.errors import BadInput
from croupier.play.game import Game
from croupier.play.round import Round
from croupier.play.settlement import MetersGiven

Seen = Observation | NDArray[np.float32]


def flat_space(felt: Felt, observation: str) -> gymnasium.Space[Any]:
    """What is seen: a dictionary, or one vector of the same numbers."""
    if observation not in ("dictionary", "flat"):
        raise BadInput(f"observation={observation!r:.40} is unknown", hint="dictionary, or flat")
    numbers = sum(math.prod(box.shape or ()) for box in felt.space.values())
    return felt.space if observation == "dictionary" else gymnasium.spaces.Box(0.0, np.inf, (numbers,))


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One player against the house.

    Every round counts, also one that is over before the player decides anything: its only legal action is to wait. An
    illegal action ends the round and costs everything that the seat has on the table; ``info["action_mask"]`` says what
    is legal. The observation is a dictionary, or one flat vector of the same numbers.

    >>> env = SeatEnv("three-card-prime")
    >>> seen, info = env.reset(seed=7)
    >>> [str(option) for option in env.felt.options], info["action_mask"].tolist()
    (['wait', 'fold', 'play'], [0, 1, 1])
    >>> env.step(2)[1:4]
    (-2.0, True, False)
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 # as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        wagers: Mapping[str, str | int] | None = None,
        meters: MetersGiven | None = None,
        observation: str = "dictionary",
        render_mode: str | None = None,
    ) -> None:
        self.felt = Felt(game, wagers, 1, meters)
        self.is_flat = observation == "flat"
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Discrete(len(self.felt.options))
        self.observation_space = flat_space(self.felt, observation)
        self.round: Round | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.round = self.felt.deal(int(self.np_random.integers(2**63)))
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        rewards, is_illegal = self.felt.play(self._playing(), 1, int(action))
        info = self._info() | ({"illegal": True} if is_illegal else {})
        return self._seen(), rewards[1] if rewards else 0.0, rewards is not None, False, info

    def render(self) -> str:
        """The decisions and cards of the round so far, as the seat sees them."""
        from croupier.play.views import view

        seen = view(self._playing().state, 1)
        cards = [f"{slot}: {' '.join(map(str, cards)) if cards else 'face down'}" for slot, _, cards in seen.slots]
        return "\n".join([*cards, *map(str, seen.decisions)])

    def _playing(self) -> Round:
        if self.round is None:
            raise BadInput("no round has begun", hint="call reset() first")
        return self.round

    def _seen(self) -> Seen:
        seen = self.felt.observe(self._playing(), 1)
        return self.felt.flattened(seen) if self.is_flat else seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.felt.mask(self._playing(), 1)}
