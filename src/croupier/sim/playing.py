"""The play driver as a simulator: rounds by the game's own state machine, one after another.

It serves every game that has no kernel, at its own rate, and it is what kernels are compared with: the same cards and
the same decisions must end in the same outcomes. Cards and dynamic pays come from the round's own stream.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from croupier.cards.shuffle import draw
from croupier.kernels.cells import NO_METERS, Meters, Outcome, Tally, jackpot_outcome
from croupier.kernels.philox import STREAM, PhiloxSource
from croupier.play.dynamic import Boosted, draw_for_round
from croupier.play.game import BotRule, Cards, Choose, Decision, Draw, Game, Settled, State
from croupier.play.round import Round
from croupier.play.stakes import place_stakes

Decide = Callable[[State, Choose], Decision]  # A strategy as the play driver asks it.


def rule_decider(bot: BotRule) -> Decide:
    """A stated rule on the player's own cards, as the play driver asks it."""

    def decide(state: State, turn: Choose) -> Decision:
        own = tuple(card for dealt in state.dealt if dealt.slot.seat == turn.seat for card in dealt.cards)
        name, amount = bot.decide(own, {action.name: action for action in turn.actions})
        return Decision(turn.seat, name, amount)

    return decide


class DealtCards:
    """Answers every draw with the next cards in order."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.used = 0

    def __call__(self, wanted: Draw) -> Cards:
        first, self.used = self.used, self.used + wanted.size
        return self.cards[first : self.used]


def stakes_for(game: Game, seats: int) -> dict[int, dict[str, int]]:
    """Every wager of every seat, in amounts that are paid and shared in whole cents."""
    sides = {bonus.wager for _, bonus in game.bonuses}
    own = {
        name: game.configuration.fixed_stake(name)
        if rule.is_jackpot
        else rule.grain
        if name in sides
        else lcm(rule.grain, *range(1, seats + 1))
        for name, rule in game.stake_rules.items()
    }
    own |= {name: own[rule.equals] for name, rule in game.stake_rules.items() if rule.equals}
    return dict.fromkeys(range(1, seats + 1), own)


def play_round(game: Game, seats: int, cards: Cards, decide: Decide, boosted: Mapping[str, int] | None = None) -> Round:
    """One round with these cards, in the order of the deal, played to its end."""
    stakes = place_stakes(game, stakes_for(game, seats))
    played = Round(game, game.open(stakes), DealtCards(cards), dynamic=boosted)
    while isinstance(played.turn, Choose):
        played.act(decide(played.state, played.turn))
    return played


def outcomes_of(game: Game, seats: int, played: Round, meters: Meters = NO_METERS) -> Tally:
    """What a finished round adds to the counts."""
    assert isinstance(played.turn, Settled)
    stakes = stakes_for(game, seats)[1]
    sides = {bonus.wager for _, bonus in game.bonuses}
    tally = Tally()
    bases = [name for name, rule in game.stake_rules.items() if name not in sides and not rule.equals]
    tally.counts = {name: {} for name in game.wagers if name in sides or name in bases}
    totals: dict[str, Fraction] = {}
    base = {(name, seat): 0 for name in bases for seat in range(1, seats + 1)}
    found: list[tuple[str, Outcome]] = []
    for line in played.turn.lines:
        if line.wager in sides:
            found.append((line.wager, Outcome(Fraction(line.net, line.stake), line.event)))
        else:
            base[game.rules.part_of(line.wager), line.seat] += line.net
    found += [(name, Outcome(Fraction(net, stakes[name]))) for (name, _), net in base.items()]
    found += [(bet.wager, jackpot_outcome(game, bet, played.dynamic, meters)) for bet in played.turn.jackpots]
    for wager, outcome in found:
        tally.count(wager, outcome)
        totals[wager] = totals.get(wager, Fraction()) + outcome.worth(seats)
    if seats > 1:
        tally.squares = {wager: total**2 for wager, total in totals.items()}
    return tally


@dataclass(frozen=True)
class PlaySimulator:
    """Any game, by the play driver."""

    game: Game
    seats: int
    decide: Decide
    meters: Meters = field(default_factory=dict)
    chunk: int = 256
    stream: str = STREAM

    @property
    def is_ready(self) -> bool:
        return True

    def cards(self, seed: int, number: int) -> Cards:
        return self._deal(seed, number)[0]

    def boosts(self, seed: int, number: int) -> Boosted:
        return self._deal(seed, number)[1]

    def _deal(self, seed: int, number: int) -> tuple[Cards, Boosted]:
        source = PhiloxSource(seed, number)
        cards = draw(source, self.game.deck, self.game.most_cards(self.seats))
        return cards, draw_for_round(source, self.game)

    def run(self, seed: int, first: int, count: int) -> Tally:
        tally = Tally()
        for number in range(first, first + count):
            cards, boosted = self._deal(seed, number)
            played = play_round(self.game, self.seats, cards, self.decide, boosted)
            tally.add(outcomes_of(self.game, self.seats, played, self.meters))
        return tally
