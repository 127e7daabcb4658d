"""Who sits in the other seats, and how they decide: the chart, the best decisions of a short deck or the sketch of a
pot where that is at hand, else the simple rule that each game declares. A bot sees nothing that a player would not."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from typing import Final, NamedTuple

from croupier.cards.shuffle import RandomSource
from croupier.errors import CroupierError, MissingPart
from croupier.play.game import GIVING_UP, Action, Choose, Decision, Game, State, least, most
from croupier.play.stakes import Limits

Decides = Callable[[Game, State, Choose, RandomSource], Decision]


class Strategy(NamedTuple):
    """A way to decide, and the words for it; of the game's own play, the game's solver or the game has the words."""

    name: str
    words: str
    decide: Decides

    def words_for(self, game: Game) -> str:
        solved, rule = SOLVED.get(game.declares.solver), game.declares.bot.words
        if self.words or not solved or not game.actions or not find_spec("numba"):
            return self.words or rule
        later = solved.later and f"; once croupier edge {game.configuration} has {solved.later}"
        return solved.words if solved.is_at_hand(game) else rule + later


def decide(game: Game, state: State, seat: int, actions: Sequence[Action]) -> Decision:
    """What the bot in this seat does now, by the rule that its game declares."""
    own = tuple(card for dealt in state.dealt if dealt.slot.seat == seat for card in dealt.cards)
    name, amount = game.declares.bot.decide(own, {action.name: action for action in actions})
    return Decision(seat, name, amount)


def _by_sketch(game: Game, state: State, turn: Choose) -> Decision:
    from croupier.kernels.graders import NoLookup
    from croupier.sim.pot import sketch_decider

    try:
        return sketch_decider(game)(state, turn)
    except NoLookup as problem:
        raise MissingPart(str(problem)) from None


def _by_chart(game: Game, state: State, turn: Choose) -> Decision:
    from croupier.questions.solved.pocket_chart import pocket_chart
    from croupier.sim.twenty_one import decider

    return decider(game, pocket_chart(game)[0])(state, turn)


def _by_streets(game: Game, state: State, turn: Choose) -> Decision:
    from croupier.exact.streets.solver import by_solution

    decision = by_solution(game, state, turn)
    action = next((action for action in turn.actions if action.name == decision.action), None)
    if action is None or not action.maximum:
        return decision if action else decide(game, state, turn.seat, turn.actions)
    return decision._replace(amount=min(max(decision.amount, action.minimum), action.maximum))


@lru_cache(maxsize=16)
def _is_solved(game: Game) -> bool:
    """Looked up once, so that a table's bots play to its end as they said at its beginning."""
    from croupier.questions.solved.solutions import is_kept

    return is_kept(game.configuration)


def _by_tree(game: Game, state: State, turn: Choose) -> Decision:
    from croupier.exact.by_tree import best_decision

    return best_decision(game, state, turn)


def _is_walked(game: Game) -> bool:
    from croupier.exact.by_tree import is_quick

    return is_quick(game)


class Solved(NamedTuple):
    """What a kind of game has at hand that is better than a simple rule, and the words for it."""

    words: str
    decide: Callable[[Game, State, Choose], Decision]
    is_at_hand: Callable[[Game], bool] = lambda _game: True
    later: str = ""  # What makes it at hand, after its command.


SOLVED: Final = {
    "sequential-pot": Solved("they play for their own best, by a quick sketch of the draws to come", _by_sketch),
    "blackjack": Solved("they play basic strategy, the chart of croupier strategy", _by_chart),
    "streets": Solved(
        "they play what croupier edge found: the best decision, or that of the chart where an open card tells it",
        _by_streets,
        _is_solved,
        "solved the game, bots play what it found",
    ),
    "tree": Solved("they play their best decisions, found by trying every deal", _by_tree, _is_walked),
}
"""By the name of the solver that a game declares. The rules of other games are their charts, or close to them."""


def _by_rule(game: Game, state: State, turn: Choose, _source: RandomSource) -> Decision:
    solved = SOLVED.get(game.declares.solver)
    if solved and solved.is_at_hand(game):
        with suppress(CroupierError):
            return solved.decide(game, state, turn)
    return decide(game, state, turn.seat, turn.actions)


def _careful(_game: Game, _state: State, turn: Choose, _source: RandomSource) -> Decision:
    return Decision(turn.seat, *least(min(_staying(turn), key=lambda action: action.minimum)))


def _bold(_game: Game, _state: State, turn: Choose, _source: RandomSource) -> Decision:
    return Decision(turn.seat, *most(max(_staying(turn), key=lambda action: action.maximum)))


def _staying(turn: Choose) -> Sequence[Action]:
    return [action for action in turn.actions if action.name not in GIVING_UP] or turn.actions


def _at_random(_game: Game, _state: State, turn: Choose, source: RandomSource) -> Decision:
    return Decision(turn.seat, *least(turn.actions[source.below(len(turn.actions))]))


def _best(game: Game, state: State, turn: Choose, source: RandomSource) -> Decision:
    """By the solver, within seconds; by the game's own rule where the decision is not solved."""
    from croupier.questions.advise import advise_turn

    try:
        asked = advise_turn(game, state, turn).asked
    except CroupierError:
        return _by_rule(game, state, turn, source)
    if asked.best is None or asked.unsolved:
        return _by_rule(game, state, turn, source)
    name, _, size = asked.best.action.partition(" ")
    action = next(action for action in turn.actions if action.name == name)
    base = state.base(turn.seat)
    cents = int(Fraction(size.removesuffix("x")) * base) if size.endswith("x") else action.maximum
    return Decision(turn.seat, name, min(max(cents, action.minimum), action.maximum))


BEST_WORDS: Final = "they take the best decision by the exact figures, or by sampled ones where those take too long"
RULE: Final = Strategy("rule", "", _by_rule)
STRATEGIES: Final = {
    strategy.name: strategy
    for strategy in (
        RULE,
        Strategy("best", BEST_WORDS, _best),
        Strategy("careful", "they stay in for the least it costs", _careful),
        Strategy("bold", "they stay in and put up the most that is allowed", _bold),
        Strategy("random", "they take any decision that is allowed, by chance", _at_random),
    )
}
"""By name, every way in which a bot may play."""


def bets(game: Game, limits: Limits, like: Mapping[str, int]) -> dict[str, int]:
    """What a bot puts up: the base wager of a person at the table, else the least, and every jackpot's stake."""
    jackpots = [wager for wager in game.wagers if game.stake_rules[wager].is_jackpot]
    base = next((wager for wager in game.standing if like.get(wager)), game.base_wager)
    stake = like.get(base) or limits[base].minimum
    return game.completed({base: stake}) | {wager: game.configuration.fixed_stake(wager) for wager in jackpots}
