"""Seats at a table as environments: one player for Gymnasium, several for PettingZoo. An episode is a round, also one
that is over before anybody decides: there one can only wait. An illegal action ends the round and costs all that the
seat has on the table. Rewards come at the end, in base wagers; ``info["action_mask"]`` says what is legal."""

from typing import Any, ClassVar, Unpack

import gymnasium
import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv

from croupier.envs.felt import MASK, Felt, Given, Seen
from croupier.errors import BadInput
from croupier.play.game import Game
from croupier.play.round import Round
from croupier.play.views import view

Info = dict[str, Any]  # As Gymnasium declares it.


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One player against the house; the observation is a dictionary, or one flat vector of the same numbers.

    >>> env = SeatEnv("three-card-prime")
    >>> seen, info = env.reset(seed=7)
    >>> [str(option) for option in env.felt.options], info["action_mask"].tolist()
    (['wait', 'fold', 'play'], [0, 1, 1])
    >>> env.step(2)[1:4]
    (-2.0, True, False)
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 # as Gymnasium declares it
    round: Round | None = None

    def __init__(self, game: str | Game, *, render_mode: str | None = None, **given: Unpack[Given]) -> None:
        self.felt, self.render_mode = Felt(game, **given), render_mode
        self.observation_space, self.action_space = self.felt.observation_space, self.felt.action_space

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        super().reset(seed=seed, options=options)
        self.round = self.felt.deal(int(self.np_random.integers(2**63)))
        return self._seen(self.round)

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, Info]:
        playing = self._playing()
        rewards, is_illegal = self.felt.play(playing, 1, int(action))
        seen, info = self._seen(playing)
        if is_illegal:
            info["illegal"] = True
        return seen, rewards[1] if rewards else 0.0, rewards is not None, False, info

    def render(self) -> str:
        """The decisions and cards of the round so far, as the seat sees them."""
        seen = view(self._playing().state, 1)
        cards = [f"{slot}: {' '.join(map(str, cards)) if cards else 'face down'}" for slot, _, cards in seen.slots]
        return "\n".join([*cards, *map(str, seen.decisions)])

    def _playing(self) -> Round:
        if self.round is None:
            raise BadInput("no round has begun", hint="call reset() first")
        return self.round

    def _seen(self, playing: Round) -> tuple[Seen, Info]:
        flat, named = self.felt.observe(playing, 1)
        return flat if self.felt.is_flat else named, {MASK: named[MASK].copy()}


class TableEnv(AECEnv[str, Seen, int]):  # type: ignore[misc] # brings no types
    """A table of players, ``seat_1`` to ``seat_n``, against the house or for one pot; they act in the game's order."""

    metadata: ClassVar[dict[str, object]] = {"name": "croupier_v0", "render_modes": [], "is_parallelizable": True}

    def __init__(
        self, game: str | Game, seats: int = 2, *, render_mode: str | None = None, **given: Unpack[Given]
    ) -> None:
        super().__init__()
        self.felt, self.render_mode = Felt(game, seats, **given), render_mode
        self.seats = {f"seat_{number}": number for number in range(1, seats + 1)}
        self.possible_agents = list(self.seats)
        self.observation_spaces = dict.fromkeys(self.seats, self.felt.observation_space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(self.felt.options)) for agent in self.seats}
        self.np_random = np.random.default_rng()

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.round: Round = self.felt.deal(int(self.np_random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> Seen:
        flat, named = self.felt.observe(self.round, self.seats[agent])
        return flat if self.felt.is_flat else named

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        rewards, is_illegal = self.felt.play(self.round, self.seats[agent], int(action))
        if is_illegal:
            self.infos[agent]["illegal"] = True
        if rewards is not None:
            self.rewards = {other: rewards.get(self.seats[other], 0.0) for other in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._next()

    def _next(self) -> None:
        """Whose turn it is; the first seat's where the round is over before anybody decided, or is told its end."""
        acting = self.round.seat_to_act
        ended = all(self.terminations.values())
        self.agent_selection = self.agents[0] if ended or acting is None else f"seat_{acting}"
        for agent in self.agents:
            self.infos[agent][MASK] = self.felt.mask(self.round, self.seats[agent])
