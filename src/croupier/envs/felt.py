"""A round as numbers: which actions there are, which of them are legal now, and what one seat sees. Everything that is
seen comes from ``play.views``: a card that lies face down for a seat is told by the number of such cards alone."""

import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier import catalogue
from croupier.errors import BadInput
from croupier.play.dynamic import dynamic_pays
from croupier.play.game import Choose, Decision, Game
from croupier.play.round import Round
from croupier.play.settlement import MetersGiven
from croupier.play.stakes import place_stakes
from croupier.play.views import view
from croupier.units import parse_money

Observation = dict[str, NDArray[Any]]  # By name, counts as 32-bit numbers; the mask of legal options as bytes.
CARDS: Final = 52
BASE_CENTS: Final = 10_000
"""What the base wager is unless it is stated: an amount of which halves, thirds and commissions stay whole cents."""


class Option(NamedTuple):
    """An action, and the multiple of the base wager that is put up for it; without one the table says what the action
    costs."""

    action: str
    multiple: int | None = None

    def __str__(self) -> str:
        return self.action if self.multiple is None else f"{self.action} {self.multiple}x"


WAIT: Final = Option("wait")
"""The only thing to do in a round that is over before the seat had anything to decide; it never changes a round."""


def loaded_game(game: str | Game, folder: str | None = None) -> Game:
    """A game by its configuration; one of one's own by the folder that it lies in, which stays part of the book."""
    if folder is not None:
        catalogue.add_games([folder])
    return catalogue.load(game) if isinstance(game, str) else game


class Felt:
    """A configured game for environments: its wagers, its options, its observations."""

    def __init__(
        self,
        game: str | Game,
        wagers: Mapping[str, str | int] | None,
        seats: int,
        meters: MetersGiven | None,
        folder: str | None = None,
    ) -> None:
        self.game = loaded_game(game, folder)
        low, high = 1, self.game.configuration.edition.seats[1]
        if not low <= seats <= high:
            raise BadInput(f"{seats!r} seats cannot play {self.game.configuration}", hint=f"from {low} to {high}")
        self.seats = seats
        self.wagers = self._wagers(wagers)
        self.meters = meters
        place_stakes(self.game, dict.fromkeys(range(1, seats + 1), self.wagers))
        self.base = self.wagers[self.game.base_wager]
        self.options = (WAIT, *self._options())
        self.follows = tuple(wager.id for wager in self.game.rules.wagers if wager.kind == "follow")
        table = self.game.dynamic_table
        self.boosts = tuple(dynamic_pays(table)) if table else ()
        self.space = self._space()

    def _wagers(self, wagers: Mapping[str, str | int] | None) -> dict[str, int]:
        if wagers is None:
            grain = math.lcm(*(rule.grain for rule in self.game.stake_rules.values()))
            return dict(self.game.completed({self.game.base_wager: BASE_CENTS * grain}))
        return {name: amount if type(amount) is int else parse_money(amount, name) for name, amount in wagers.items()}

    def _options(self) -> list[Option]:
        options: list[Option] = []
        for name in self.game.actions:
            span = self.game.range_of(name, self.base)
            multiples = range(1, span.maximum // self.base + 1) if span and span.minimum < span.maximum else ()
            whole = [multiple for multiple in multiples if span and span.allows(multiple * self.base)]
            options += [Option(name, multiple) for multiple in whole] or [Option(name)]
        return options

    def _space(self) -> spaces.Dict:
        decks = len(self.game.deck) // len(set(self.game.deck))

        def counts(*shape: int, most: float = math.inf) -> spaces.Box:
            return spaces.Box(0.0, most, shape, np.float32)

        return spaces.Dict(
            {
                "hands": counts(self.game.most_hands, CARDS, most=decks),
                "hand": counts(1, most=self.game.most_hands),
                "table": counts(CARDS, most=decks),
                "others": counts(self.seats, CARDS, most=decks),
                "face_down": counts(self.seats + 1),
                "stakes": counts(self.seats, len(self.game.wagers) + len(self.follows)),
                "decided": counts(self.seats, len(self.options)),
                "answers": counts(2),
                "dynamic": counts(len(self.boosts)),
                "to_act": counts(1, most=self.seats),
                "action_mask": spaces.Box(0, 1, (len(self.options),), np.int8),
            }
        )

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

    def mask(self, playing: Round, seat: int) -> NDArray[np.int8]:
        """Ones for what the seat may do; only waiting where it has no decision."""
        mask = np.zeros(len(self.options), np.int8)
        open_to = self.decisions(playing) if playing.seat_to_act == seat else {}
        mask[list(open_to) or [0]] = 1
        return mask

    def observe(self, playing: Round, seat: int) -> Observation:
        """What the seat may see, as counts: of cards by place, of stakes in base wagers, of decisions by option."""
        state, game = playing.state, self.game
        seen = view(state, seat)
        blank: Observation = {name: np.zeros(box.shape or (), box.dtype) for name, box in self.space.spaces.items()}
        own = [slot for slot in seen.slots if slot.slot.seat == seat]
        if all(slot.cards is not None for slot in own):
            for place, hand in enumerate(game.hands(state, seat)):
                np.add.at(blank["hands"][place], [int(card) for card in hand], 1)
        for slot, size, cards in seen.slots:
            if cards is None:
                blank["face_down"][max(slot.seat, 0)] += size
            elif slot.seat != seat:
                lying = blank["table"] if slot.seat <= 0 else blank["others"][slot.seat - 1]
                np.add.at(lying, [int(card) for card in cards], 1)
        for number, amounts in seen.stakes:
            blank["stakes"][number - 1, : len(amounts)] = [amount / self.base for amount in amounts]
        for decision in seen.decisions:
            row = decision.seat - 1
            blank["decided"][row, self._option_of(decision)] += 1
            if decision.amount and game.wager_of(decision.action) in self.follows:
                place = len(game.wagers) + self.follows.index(game.wager_of(decision.action))
                blank["stakes"][row, place] += decision.amount / self.base
        for answer in seen.answers:
            blank["answers"][int(answer.yes)] += 1
        blank["dynamic"][:] = [playing.dynamic.get(event, 0) / 100 for event in self.boosts]
        blank["to_act"][0] = playing.seat_to_act or 0
        if playing.seat_to_act == seat:
            blank["hand"][0] = game.hand_to_act(state, seat)
        blank["action_mask"][:] = self.mask(playing, seat)
        return blank

    def _option_of(self, decision: Decision) -> int:
        multiple = decision.amount // self.base
        exact = Option(decision.action, multiple)
        return self.options.index(exact if exact in self.options else Option(decision.action))

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

    def flattened(self, seen: Observation, *many: int) -> NDArray[np.float32]:
        """The same numbers in one vector, or in a row for each of many seats."""
        return np.concatenate([seen[name].reshape(*many, -1) for name in self.space.spaces], axis=-1, dtype=np.float32)

    def rewards(self, playing: Round) -> dict[int, float]:
        """What each seat has won or lost in base wagers, side wagers included."""
        nets = playing.settle(meters=self.meters).seats
        return {seat: nets.get(seat, 0) / self.base for seat in range(1, self.seats + 1)}
