"""A round as numbers: which actions there are, which of them are legal now, and what one seat sees. Everything that is
seen comes from ``play.views``: a card that lies face down for a seat is told by the number of such cards alone."""

import math
from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier import catalogue
from croupier.errors import BadInput
from croupier.kernels.arrays import Floats32, Int8s
from croupier.play.dynamic import dynamic_pays
from croupier.play.game import Choose, Decision, Game
from croupier.play.round import Round
from croupier.play.settlement import MetersGiven
from croupier.play.stakes import place_stakes
from croupier.play.views import view
from croupier.units import parse_money

Observation = dict[str, NDArray[Any]]  # By name, counts as 32-bit numbers; the mask of legal options as bytes.
Seen = Observation | Floats32
CARDS: Final = 52
MASK: Final = "action_mask"
BASE_CENTS: Final = 10_000
"""What the base wager is unless it is stated: an amount of which halves, thirds and commissions stay whole cents."""


class Given(TypedDict, total=False):
    """What every environment may be given beside its game."""

    wagers: Mapping[str, str | int] | None
    meters: MetersGiven | None
    observation: str  # "dictionary", or "flat": one vector of the same numbers.
    folder: str | None  # Where a game of one's own lies; it stays part of the book.


class Option(NamedTuple):
    """An action, and the multiple of the base wager that is put up for it; without one the table says what the action
    costs."""

    action: str
    multiple: int | None = None

    def __str__(self) -> str:
        return self.action if self.multiple is None else f"{self.action} {self.multiple}x"


WAIT: Final = Option("wait")
"""The only thing to do in a round that is over before the seat had anything to decide; it never changes a round."""


class Part(NamedTuple):
    """Where something stands in a flat observation."""

    columns: slice
    shape: tuple[int, ...]


class Felt:
    """A configured game for environments: its wagers, its options, its observations."""

    def __init__(
        self,
        game: str | Game,
        seats: int = 1,
        *,
        wagers: Mapping[str, str | int] | None = None,
        meters: MetersGiven | None = None,
        observation: str = "dictionary",
        folder: str | None = None,
    ) -> None:
        if folder is not None:
            catalogue.add_games([folder])
        game = self.game = catalogue.load(game) if isinstance(game, str) else game
        low, high = 1, game.configuration.edition.seats[1]
        if not low <= seats <= high:
            raise BadInput(f"{seats!r} seats cannot play {game.configuration}", hint=f"from {low} to {high}")
        if observation not in ("dictionary", "flat"):
            raise BadInput(f"observation={observation!r:.40} is unknown", hint="dictionary, or flat")
        self.seats, self.meters, self.is_flat = seats, meters, observation == "flat"
        grain = math.lcm(*(rule.grain for rule in game.stake_rules.values()))
        usual = game.completed({game.base_wager: BASE_CENTS * grain})
        placed = usual if wagers is None else wagers
        self.wagers = {name: each if type(each) is int else parse_money(each, name) for name, each in placed.items()}
        place_stakes(game, dict.fromkeys(range(1, seats + 1), self.wagers))
        self.base = self.wagers[game.base_wager]
        self.has_base_alone = self.wagers == game.completed({game.base_wager: self.base})
        self.options = [WAIT, *(option for name in game.actions for option in self._options_of(name))]
        self.follows = [wager.id for wager in game.rules.wagers if wager.kind == "follow"]
        self.boosts = list(dynamic_pays(game.dynamic_table)) if game.dynamic_table else []
        self.space = self._space()
        shapes = {name: box.shape or () for name, box in self.space.items()}
        ends = [0, *accumulate(map(math.prod, shapes.values()))]
        spans = zip(shapes.items(), pairwise(ends), strict=True)
        self.layout = {name: Part(slice(*span), shape) for (name, shape), span in spans}
        self.size = ends[-1]
        self.observation_space: spaces.Space[Any] = (
            spaces.Box(0.0, np.inf, (self.size,)) if self.is_flat else self.space
        )
        self.action_space = spaces.Discrete(len(self.options))

    def _options_of(self, name: str) -> list[Option]:
        span = self.game.range_of(name, self.base)
        multiples = range(1, span.maximum // self.base + 1) if span and span.minimum < span.maximum else ()
        whole = [multiple for multiple in multiples if span and span.allows(multiple * self.base)]
        return [Option(name, multiple) for multiple in whole] or [Option(name)]

    def _space(self) -> spaces.Dict:
        decks = len(self.game.deck) // len(set(self.game.deck))

        def counts(*shape: int, most: float = math.inf) -> spaces.Box:
            return spaces.Box(0.0, most, shape, np.float32)

        return spaces.Dict(
            {
                "hands": counts(self.game.most_hands, CARDS, most=decks),
                "hand": counts(1, most=self.game.most_hands),
                "table": counts(CARDS, most=decks),
                "others": counts(self.seats if self.seats > 1 else 0, CARDS, most=decks),
                "face_down": counts(self.seats + 1),
                "stakes": counts(self.seats, len(self.game.wagers) + len(self.follows)),
                "decided": counts(self.seats, len(self.options)),
                "answers": counts(2),
                "dynamic": counts(len(self.boosts)),
                "to_act": counts(1, most=self.seats),
                MASK: spaces.Box(0, 1, (len(self.options),), np.int8),
            }
        )

    def number(self, action: str, multiple: object) -> int:
        """The option of an action that puts up so many base wagers; -1 where there is none."""
        fits = (at for at, (name, times) in enumerate(self.options) if name == action and times in (None, multiple))
        return next(fits, -1)

    def deal(self, seed: int) -> Round:
        """A fresh round in which every seat has placed the wagers."""
        return Round.start(self.game, dict.fromkeys(range(1, self.seats + 1), self.wagers), seed=seed)

    def decisions(self, playing: Round) -> dict[int, Decision]:
        """By the number of its option, what the seat to act may do; empty where nobody has anything to decide."""
        if not isinstance(playing.turn, Choose):
            return {}
        legal = {action.name: action for action in playing.legal_actions}
        open_to: dict[int, Decision] = {}
        for number, (name, multiple) in enumerate(self.options):
            action = legal.get(name)
            if action is None:
                continue
            amount = action.maximum if multiple is None else multiple * self.base
            if not action.maximum or action.allows(amount):
                open_to[number] = Decision(playing.turn.seat, name, amount)
        return open_to

    def mask(self, playing: Round, seat: int) -> Int8s:
        """Ones for what the seat may do; only waiting where it has no decision."""
        mask = np.zeros(len(self.options), np.int8)
        open_to = self.decisions(playing) if playing.seat_to_act == seat else {}
        mask[list(open_to) or [0]] = 1
        return mask

    def named(self, flat: Floats32) -> Observation:
        """Views by name of the numbers of a flat observation, of one seat or with a row for each of many."""
        rows, seen = flat.shape[:-1], dict[str, NDArray[Any]]()
        for name, (columns, shape) in self.layout.items():
            part = flat[..., columns] if rows else flat[columns]
            seen[name] = part if len(shape) == 1 else part.reshape(rows + shape)
        return seen

    def observe(self, playing: Round, seat: int) -> tuple[Floats32, Observation]:
        """What the seat may see, flat and by name, as counts: of cards by place, of stakes in base wagers, of decisions
        by option."""
        state, game = playing.state, self.game
        seen, flat = view(state, seat), np.zeros(self.size, np.float32)
        into = self.named(flat)
        own = [slot for slot in seen.slots if slot.slot.seat == seat]
        if all(slot.cards is not None for slot in own):
            for place, hand in enumerate(game.hands(state, seat)):
                np.add.at(into["hands"][place], [int(card) for card in hand], 1)
        for slot, size, cards in seen.slots:
            if cards is None:
                into["face_down"][max(slot.seat, 0)] += size
            elif slot.seat != seat:
                lying = into["table"] if slot.seat <= 0 else into["others"][slot.seat - 1]
                np.add.at(lying, [int(card) for card in cards], 1)
        for number, amounts in seen.stakes:
            into["stakes"][number - 1, : len(amounts)] = [amount / self.base for amount in amounts]
        for decision in seen.decisions:
            row, put_up = decision.seat - 1, decision.amount / self.base
            into["decided"][row, self.number(decision.action, put_up)] += 1
            if decision.amount and (wager := game.wager_of(decision.action)) in self.follows:
                into["stakes"][row, len(game.wagers) + self.follows.index(wager)] += put_up
        for answer in seen.answers:
            into["answers"][int(answer.yes)] += 1
        into["dynamic"][:] = [playing.dynamic.get(event, 0) / 100 for event in self.boosts]
        into["to_act"][0] = playing.seat_to_act or 0
        if playing.seat_to_act == seat:
            into["hand"][0] = game.hand_to_act(state, seat)
        into[MASK] = flat[self.layout[MASK].columns] = self.mask(playing, seat)
        return flat, into

    def play(self, playing: Round, seat: int, number: int) -> tuple[Mapping[int, float] | None, bool]:
        """Do what an option says: by seat the rewards, once the round is over, and whether that was not legal and ended
        it."""
        open_to = self.decisions(playing)
        if number in open_to:
            playing.act(open_to[number])
        elif number or not playing.is_over:
            staked = sum(sum(stakes.amounts) for stakes in playing.state.stakes if stakes.seat == seat)
            followed = sum(decision.amount for decision in playing.state.decisions if decision.seat == seat)
            return {seat: -(staked + followed) / self.base}, True
        return self.rewards(playing) if playing.is_over else None, False

    def rewards(self, playing: Round) -> dict[int, float]:
        """What each seat has won or lost in base wagers, side wagers included."""
        nets = playing.settle(meters=self.meters).seats
        return {seat: nets.get(seat, 0) / self.base for seat in range(1, self.seats + 1)}
