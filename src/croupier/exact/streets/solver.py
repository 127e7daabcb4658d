"""The solver that games with streets name: ``streets``."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

from croupier.cards.cards import Card
from croupier.errors import MissingPart
from croupier.exact.by_tree import advice_on, dealt_to_first_decision, named_decision
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.exact.solver import Advice, Progress, Solver, Worth
from croupier.exact.streets.charts import play_rows
from croupier.exact.streets.compiling import Rules, compile_rules
from croupier.exact.streets.solving import Level, Policy, Solution, Views, level_of
from croupier.play.game import EVERYONE, Choose, Decision, Game, State
from croupier.play.lines import Cards


class StreetsSolver(Solver):
    """One seat, any number of streets, decided by classes of hands."""

    def solve(self, game: Game, progress: Progress) -> Result:
        solution = views_of(game).solve(progress)
        return Result(game.configuration, game.base_wager, solution.distribution, plays=tuple(play_rows(solution)))

    def chart_value(self, game: Game, progress: Progress) -> Distribution:
        """What the chart of the strategy brings, exactly."""
        solution = solution_of(game)
        return Views(solution.rules, solution.by_class).value(progress)

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        return self.advise(game, *dealt_to_first_decision(game, cards, up))

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        own = alone(game, state, turn.seat)
        base = own.stakes[0].base
        worths = tuple(
            Worth(named_decision(decision, turn, base), Fraction(decision.amount, base), value)
            for decision, value in worths_of(game, own, turn)
        )
        return advice_on(game, state, turn, worths)


def alone(game: Game, state: State, seat: int) -> State:
    """A round as one seat sees it: what lies face down before others is as good as not dealt."""
    others = {stakes.seat for stakes in state.stakes} - {seat}
    if any(dealt.slot.seat in others and dealt.seen_by in (EVERYONE, seat) for dealt in state.dealt):
        raise MissingPart(
            f"{game.configuration.name} is solved for one seat, which sees no other seat's cards",
            hint="give a round with one seat",
        )
    return state._replace(
        stakes=tuple(stakes for stakes in state.stakes if stakes.seat == seat),
        dealt=tuple(dealt for dealt in state.dealt if dealt.slot.seat not in others),
        decisions=tuple(decision for decision in state.decisions if decision.seat == seat),
    )


@lru_cache(maxsize=8)
def views_of(game: Game) -> Views:
    """A game compiled."""
    return Views(compile_rules(game))


@lru_cache(maxsize=2)
def solution_of(game: Game) -> Solution:
    """A game solved, with the tables of its streets; kept between runs."""
    return views_of(game).solved()


def _solution_at(game: Game, level: Level) -> Solution:
    """A solution with the tables of a level: those that are too large to be kept are found again."""
    solution = solution_of(game)
    return solution if solution.views.levels.index(level) in solution.tables else views_of(game).solve()


def worths_of(game: Game, state: State, turn: Choose) -> list[tuple[Decision, Fraction]]:
    """What each decision brings over every deal that looks like this one, in base wagers, if the best ones follow."""
    views = views_of(game)
    rules, base = views.rules, state.stakes[0].base
    node = rules.nodes[_asked(rules, state, base)]
    level = level_of(rules, node.drawn)
    shown, own = _seen(rules, state)
    values = (views.near if views.is_near(level) else _solution_at(game, level).at)(level, shown, own)
    worths = []
    for option in node.options:
        decision = Decision(turn.seat, option.action, option.amount * base // rules.stake)
        if any(each.name == decision.action and each.allows(decision.amount) for each in turn.actions):
            worths.append((decision, _value(rules, values, option.follows)))
    return worths


def decided(solution: Solution, policy: Policy, state: State, turn: Choose) -> Decision:
    """What a policy does in a round; at a full view without an answer by class, the best."""
    rules, views, base = solution.rules, solution.views, state.stakes[0].base
    number = _asked(rules, state, base)
    shown, own = _seen(rules, state)
    if number in policy.by_view:
        level = level_of(rules, rules.nodes[number].drawn)
        option = int(policy.by_view[number][views.address(level, shown, own)])
    elif number in policy.by_class:
        hand = (*own, *shown) if views.parts.shown_is_shared else own
        parts = combinations(hand, rules.table.size)
        place = max(int(rules.table.place[views.deck.place(some)]) for some in parts)
        option = policy.by_class[number][place]
    else:
        return max(worths_of(rules.game, state, turn), key=lambda worth: worth[1])[0]
    taken = rules.nodes[number].options[option]
    return Decision(turn.seat, taken.action, taken.amount * base // rules.stake)


def _value(rules: Rules, values: dict[int, Fraction], follows: int) -> Fraction:
    """Of a question that is asked before another card comes, the best of its answers."""
    node = rules.node(follows)
    if follows in values or node is None:
        return values[follows]
    return max(_value(rules, values, option.follows) for option in node.options)


def _asked(rules: Rules, state: State, base: int) -> int:
    """The question that a state waits for; amounts between the ends of a range lead to none that was solved."""
    at = rules.root
    for decision in state.decisions:
        node = rules.node(at)
        amount = Fraction(decision.amount * rules.stake, base)
        options = node.options if node else []
        found = next((each for each in options if each.action == decision.action and each.amount == amount), None)
        if found is None:
            raise MissingPart(
                f"{rules.game.configuration.name}: {decision} is neither the least nor the most of its range",
                hint="advice is given after the ends of a range",
            )
        at = found.follows
    return at - len(rules.terminals)


def _seen(rules: Rules, state: State) -> tuple[Cards, Cards]:
    """Shown and own cards on the table."""
    shown: list[Card] = []
    own: list[Card] = []
    for at, dealt in enumerate(state.dealt):
        if rules.own[at] and not rules.dealers[at]:
            own += dealt.cards
        elif rules.own[at] or dealt.seen_by in (EVERYONE, state.stakes[0].seat):
            shown += dealt.cards
    return tuple(shown), tuple(own)


SOLVER: Final = StreetsSolver()
