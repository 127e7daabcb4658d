"""Several seats as a PettingZoo environment: they act in the game's own order, each seeing what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from croupier.envs.felt import Felt, Observation
from croupier.play.game import Game
from croupier.play.round import Round
from croupier.play.settlement import MetersGiven


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc] # brings no types
    """A table of players, ``seat_1`` to ``seat_n``, against the house or for one pot.

    Rewards come when the round is over, in base wagers. An illegal action ends the round: it costs the seat everything
    that it has on the table, and the others nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "croupier_v0", "render_modes": [], "is_parallelizable": True}

    def __init__(
        self,
        game: str | Game,
        seats: int = 2,
        *,
        wagers: Mapping[str, str | int] | None = None,
        meters: MetersGiven | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.felt = Felt(game, wagers, seats, meters)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.felt.space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(len(self.felt.options)) for agent in self.possible_agents
        }
        self.np_random = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.round: Round = self.felt.deal(int(self.np_random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> Observation:
        return self.felt.observe(self.round, self._seat(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        rewards, is_illegal = self.felt.play(self.round, self._seat(agent), int(action))
        if is_illegal:
            self.infos[agent]["illegal"] = True
        if rewards is not None:
            self.rewards = {other: rewards.get(self._seat(other), 0.0) for other in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._next()

    def _next(self) -> None:
        """Whose turn it is; the first seat's where the round is over before anybody decided, or is told its end."""
        acting = self.round.seat_to_act
        ended = all(self.terminations.values())
        self.agent_selection = self.agents[0] if ended or acting is None else f"seat_{acting}"
        for agent in self.agents:
            self.infos[agent]["action_mask"] = self.felt.mask(self.round, self._seat(agent))

    @staticmethod
    def _seat(agent: str) -> int:
        return int(agent.removeprefix("seat_"))

    def close(self) -> None:
        """Nothing is kept open."""

    def render(self) -> None:
        """A table has no picture of its own; ``croupier play`` draws one."""
