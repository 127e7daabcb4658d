"""Random tables for the laws: settings that go together, some seats, some wagers, and a round played on them.

Everything follows from one seeded source, so a broken law names a seed and the round can be dealt again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from croupier import catalogue
from croupier.cards.shuffle import RandomSource, SeededSource
from croupier.errors import LawBroken, SpecError
from croupier.play.awards import Meters
from croupier.play.game import Action, Choose, Decision, Game, State
from croupier.play.round import Round

MOST_DECISIONS: Final = 200
"""No game of ours asks for more in a round."""
_MOST_SEATS: Final = 4
_AMOUNTS: Final = {
    "base_wager": ("5.00", "25.00"),
    "base_wager_2": ("5.00", "2.00"),
    "aggregate_limit": ("7.77", "100.00"),
    "aggregate_approval": ("WSGC-3151",),
}
"""What may be chosen for keys that take an amount."""


class SeatedTable(NamedTuple):
    """A configured game with what its players put up."""

    game: Game
    wagers: Mapping[int, Mapping[str, str | int]]
    seed: str

    def start(self) -> Round:
        return Round.start(self.game, self.wagers, seed=self.seed)

    def meters(self) -> tuple[Meters, Meters]:
        """Odd amounts, so that rounding shows, and a seed for every level."""
        levels = {
            wager: range(1, self.game.configuration.tables[wager].meters + 1)
            for wager, rule in self.game.stake_rules.items()
            if rule.is_jackpot
        }
        shown = {wager: {level: 2_500_007 // level for level in own} for wager, own in levels.items()}
        seeds = {wager: {level: 1_000_003 // level for level in own} for wager, own in levels.items()}
        return shown, seeds

    def put_up(self, seat: int) -> int:
        """What a seat staked before the deal, in cents."""
        return sum(int(stake) for stake in self.wagers[seat].values())

    def __str__(self) -> str:
        return f"{self.game.configuration}, seats {', '.join(map(str, self.wagers))}, seed {self.seed}"


class Played(NamedTuple):
    """A round with random decisions, and every state at which somebody had to decide, the last one included."""

    table: SeatedTable
    round: Round
    states: tuple[State, ...]


def one_of(source: RandomSource, values: tuple[str, ...]) -> str:
    """One of a few texts, each equally likely."""
    return values[source.below(len(values))]


def random_settings(name: str, source: RandomSource) -> str:
    """A configuration string: an edition, and some tables and house choices that go together."""
    rules = catalogue.book().game(name)
    edition = one_of(source, tuple(each.id for each in rules.editions))
    choices = [(wager.id, wager.tables_in(edition)) for wager in rules.wagers]
    choices += [(key.id, _AMOUNTS.get(key.id, key.values)) for key in rules.keys if edition in key.editions]
    chosen = {"edition": edition}
    for key, values in choices:
        if not values or source.below(2):
            continue
        wanted = chosen | {key: one_of(source, values)}
        try:
            catalogue.configuration(_spec(name, wanted))
        except SpecError:
            continue
        chosen = wanted
    return _spec(name, chosen)


def _spec(name: str, settings: Mapping[str, str]) -> str:
    return f"{name}({', '.join(f'{key}={value}' for key, value in settings.items())})"


def seated(game: Game, source: RandomSource, *, always: tuple[str, ...] = ()) -> Mapping[int, Mapping[str, str | int]]:
    """Some seats with some wagers; those named in ``always`` are placed by everybody."""
    fewest, most = game.configuration.edition.seats
    free, wanted = list(range(1, most + 1)), fewest + source.below(min(most, _MOST_SEATS) - fewest + 1)
    seats = sorted(free.pop(source.below(len(free))) for _ in range(wanted))
    # One base wager for all, as a shared pot demands.
    base = game.stake_rules[game.base_wager].grain * (1 + source.below(2000))
    wagers: dict[int, dict[str, str | int]] = {}
    for seat in seats:
        wagers[seat] = {game.base_wager: base}
        for wager in game.wagers[1:]:
            rule = game.stake_rules[wager]
            if wager in always or source.below(2):
                stake = (
                    game.configuration.fixed_stake(wager) if rule.is_jackpot else rule.grain * (1 + source.below(500))
                )
                wagers[seat][wager] = stake
    return wagers


def random_table(name: str, seed: str) -> SeatedTable:
    """A table of one game, with random settings, seats and wagers."""
    source = SeededSource(seed)
    game = catalogue.load(random_settings(name, source))
    return SeatedTable(game, seated(game, source), seed)


def play_out(table: SeatedTable, source: RandomSource) -> Played:
    """A whole round with random decisions: every path must end."""
    played, states = walk(table, lambda turn, actions: _decision(source, turn.seat, actions))
    if not played.is_over:
        raise LawBroken("every path ends", str(table), f"{MOST_DECISIONS} decisions did not end the round")
    return Played(table, played, tuple(states))


def walk(table: SeatedTable, decide: Callable[[Choose, tuple[Action, ...]], Decision]) -> tuple[Round, list[State]]:
    """A round under somebody's decisions, ``MOST_DECISIONS`` at most: every state that asked for one, and the last."""
    played = table.start()
    states = []
    for _ in range(MOST_DECISIONS):
        if not isinstance(played.turn, Choose):
            break
        states.append(played.state)
        played.act(decide(played.turn, played.legal_actions))
    return played, [*states, played.state]


def _decision(source: RandomSource, seat: int, actions: tuple[Action, ...]) -> Decision:
    action = actions[source.below(len(actions))]
    steps = (action.maximum - action.minimum) // action.step
    amount = action.minimum + action.step * source.below(steps + 1)
    return Decision(seat, action.name, action.maximum if source.below(3) == 0 else amount)
