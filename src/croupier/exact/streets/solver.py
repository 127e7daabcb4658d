"""The solver that games with streets name: ``streets``."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from croupier.cards.cards import Card
from croupier.errors import MissingPart
from croupier.exact.by_tree import advice_on, alone, dealt_to_first_decision, named_decision
from croupier.exact.distribution import Distribution
from croupier.exact.policies import HANDS, Decide, Graded
from croupier.exact.result import Advice, Progress, Result, Solver, Worth, in_silence
from croupier.exact.sights.sight import NOTHING, Sight, SolvedAdvantage, Work, check_sight
from croupier.exact.streets import grading
from croupier.exact.streets.charts import play_rows
from croupier.exact.streets.compiling import Rules
from croupier.exact.streets.kept import counted, recalled, solution_of, solve, solve_rules, views_of
from croupier.exact.streets.solving import MOST_WORK, Level, Policy, Solution, Views, kinds_of, level_of, work_in
from croupier.kernels.arrays import Whole
from croupier.play.game import DEALER, EVERYONE, Cards, Choose, Decision, Draw, Game, Slot, State

A_MINUTE: Final = 3 * 10**8  # Steps of the sweep that are counted in seconds.


class StreetsSolver(Solver):
    """One seat, any number of streets, decided by classes of hands."""

    goes_by = HANDS

    def solve(self, game: Game, progress: Progress) -> Result:
        solution = solve(views_of(game), progress)
        return Result(game.configuration, game.base_wager, solution.distribution, plays=tuple(play_rows(solution)))

    def chart_value(self, game: Game, progress: Progress) -> Distribution:
        """What the chart of the strategy brings, exactly."""
        solution = solution_of(game)
        return counted(Views(solution.rules, solution.by_class), progress).distribution

    def grade(self, game: Game, decide: Decide, progress: Progress = in_silence) -> Graded:
        return grading.grade(game, decide, progress)

    def hidden_cards(self, game: Game) -> int:
        """None where both hands share a board: what is seen of the dealer's would not be one set with it."""
        parts = views_of(game).parts
        return parts.hidden[0] if len(parts.hidden) == 1 and not parts.shown_is_shared else 0

    def work_of(self, game: Game, sight: Sight) -> Work:
        views, hidden = views_of(game), self.hidden_cards(game)
        if sight == NOTHING or (sight == Sight("card", hidden) and views.is_one_street):
            return Work.SECONDS
        if sight.detail != "card" or not 0 < sight.number < hidden:
            return Work.TOO_MUCH
        steps = work_in(views.deck.size, views.shown + sight.number, views.own, hidden - sight.number)
        steps //= len(views.deck.renamed)
        return Work.SECONDS if steps <= A_MINUTE else Work.MINUTES if steps <= MOST_WORK else Work.TOO_MUCH

    def audit(self, game: Game, sight: Sight, progress: Progress = in_silence) -> SolvedAdvantage:
        """The best play of a player who sees whole cards of the dealer."""
        check_sight(self, game, sight)
        if sight == NOTHING:
            return SolvedAdvantage(sight, solve(views_of(game), progress).distribution, ())
        if sight.number == self.hidden_cards(game):
            return SolvedAdvantage(sight, whole_hand_seen(solution_of(game)), ())
        seen = solve_rules(sighted(views_of(game).rules, sight.number), progress)
        return SolvedAdvantage(sight, seen.distribution, ())

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


def sighted(rules: Rules, number: int) -> Rules:
    """The same game if this many of the dealer's hidden cards are seen first: they join what is shown."""
    at = kinds_of(rules).index("hidden")
    rest = rules.draws[at].size - number
    draws, own, dealers = list(rules.draws), list(rules.own), list(rules.dealers)
    draws[at] = draws[at]._replace(size=rest)
    if not rest:
        del draws[at], own[at], dealers[at]

    def after(drawn: int) -> int:
        return drawn + 1 - (not rest and drawn > at)

    return rules._replace(
        draws=(Draw(Slot(DEALER, "seen"), number, EVERYONE), *draws),
        own=(False, *own),
        dealers=(True, *dealers),
        nodes=tuple(replace(node, drawn=after(node.drawn)) for node in rules.nodes),
        terminals=tuple(end._replace(drawn=after(end.drawn)) for end in rules.terminals),
    )


def whole_hand_seen(solution: Solution) -> Distribution:
    """What a player brings home who sees the dealer's whole hand: deals by class and case are those of any play."""
    rules, deals = solution.rules, solution.tally.sum(axis=0)
    ends = _best_ends(rules, rules.root)
    return solution.distribution_of(np.stack([np.where(ends == end, deals, 0) for end in range(len(solution.tally))]))


def _best_ends(rules: Rules, follows: int) -> Whole:
    """(classes, cases) the terminal that brings most; of equal ones the smaller wager."""
    node = rules.node(follows)
    shape = rules.nets[:, 0].shape
    best, most = np.full(shape, follows), np.full(shape, -np.inf)
    for number, option in enumerate(node.options if node else ()):
        ends = _best_ends(rules, option.follows)
        net = np.take_along_axis(rules.nets, ends[:, None], axis=1)[:, 0].astype(np.float64)
        if node and node.legal is not None:
            net[node.legal[:, number] == 0] = -np.inf
        best, most = np.where(net > most, ends, best), np.maximum(net, most)
    return best


@lru_cache(maxsize=8)
def _recalled(game: Game) -> Solution | None:
    return recalled(views_of(game))


def by_solution(game: Game, state: State, turn: Choose) -> Decision:
    """What ``Solution.best`` does for a seat, if the game was solved before."""
    solution = _recalled(game)
    if solution is None:
        raise MissingPart(f"{game.configuration.name} is not solved yet", hint=f"croupier edge {game.configuration}")
    return decided(solution, solution.best, alone(game, state, turn.seat), turn)


def _solution_at(game: Game, level: Level) -> Solution:
    """A solution with the tables of a level: those that are too large to be kept are found again."""
    solution = solution_of(game)
    return solution if solution.views.levels.index(level) in solution.tables else solve(views_of(game))


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
        up = int(views.up_of[[views.deck.number[card] for card in shown]].sum())
        option = policy.answer(number, up, place)
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
        found = next(
            (option for option in options if option.action == decision.action and option.amount == amount), None
        )
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
