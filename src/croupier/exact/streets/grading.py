"""Any way to play a game with streets: every question over everything that is seen."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

import numpy as np

from croupier.cards.cards import format_cards, ranks_text
from croupier.cards.hands import FAMILIES
from croupier.errors import BadInput
from croupier.exact import policies
from croupier.exact.result import Progress, in_silence
from croupier.exact.streets.charts import followed, option_names, worth_after
from croupier.exact.streets.compiling import compile_rules
from croupier.exact.streets.kept import counted, solution_of, solve, solved, views_of
from croupier.exact.streets.solving import Policy, Solution, Views
from croupier.kernels.arrays import Int8s, Whole
from croupier.kernels.card_sets import best_of_more
from croupier.kernels.views import classes_beside
from croupier.play.game import Game


def told_views(game: Game, decide: policies.Decide, progress: Progress = in_silence) -> tuple[Solution, Policy]:
    """The best play of a game with streets that has every answer of a policy, and the policy by all that is seen."""
    views = views_of(game)
    ends, stake = {option.amount for node in views.rules.nodes for option in node.options}, views.rules.stake
    if not isinstance(decide, policies.Policy) or not {times * stake for times in decide.multiples} <= ends:
        # What lies between the ends of a range is an answer too.
        rules = compile_rules(game, lambda choose: policies.answers_for(decide, choose, stake))
        views = views if len(rules.terminals) == len(views.rules.terminals) else Views(rules)
    best = solution_of(game) if views is views_of(game) else solved(views)
    if any(views.levels.index(level) not in best.tables for level in views.level if level != views.full):
        best = solve(views, progress)  # tables that are too large to be kept
    if isinstance(decide, policies.Policy) and decide.lines:
        told = followed(
            best, lambda question, hand, offered: policies.answered(decide, policies.Situation(question, offered, hand))
        )
        return best, told
    full = [number for number, level in enumerate(views.level) if level == views.full]
    early = [number for number in range(len(views.level)) if number not in full]
    by_view = {number: _by_view(views, number, decide) for number in early}
    return best, Policy({number: _by_class(views, number, decide) for number in full}, by_view)


def grade(game: Game, decide: policies.Decide, progress: Progress = in_silence) -> policies.Graded:
    """What each answer of the policy loses with best play after, first those before the full view."""
    best, told = told_views(game, decide, progress)
    rules, views = best.rules, best.views
    before = counted(Views(rules, Policy({}, told.by_view)), progress)
    _, met = views.go_down(told.by_view)
    losses: list[policies.Loss] = []
    for number, taken in told.by_view.items():
        losses += _lost_by_view(best, number, taken, met[views.terminals + number])
    by_class: dict[int, Sequence[int] | Int8s] = {}
    for number, answers in told.by_class.items():
        by_class[number] = answers
        after = counted(Views(rules, Policy(by_class.copy(), told.by_view)), progress)
        losses += _lost_by_class(before, after, number, answers)
        before = after
    graded = policies.graded(best.expectation, losses)
    if graded.expectation != before.distribution.expectation:
        raise ArithmeticError("what is lost hand by hand is not what is lost")
    return graded


def _by_class(views: Views, number: int, decide: policies.Decide) -> list[int]:
    """The answer of the policy by the class of the hand, where every card is seen."""
    rules, node = views.rules, views.rules.nodes[number]
    names = option_names(rules, node)
    family, after = FAMILIES[rules.game.declares.hands or ""], policies.answers_before(node.history, rules.stake)
    chosen = []
    for place, made in enumerate(rules.table.ranking):
        legal = tuple(name for at, name in enumerate(names) if node.legal is None or node.legal[place][at])
        taken = policies.answered_alike(
            decide, policies.OfKind(node.rule, legal, family.describe(made), made=made, after=after)
        )
        if taken is None:
            raise BadInput(
                f"'{node.rule}' is decided by the class of the hand: its cards are not told",
                hint="rules name hand or at_least; a function goes by made, words and after",
            )
        chosen.append(names.index(taken))
    return chosen


def _by_view(views: Views, number: int, decide: policies.Decide) -> Int8s:
    """The same by everything that is seen at an earlier level; what looks alike to a policy is asked once."""

    rules, level, deck = views.rules, views.level[number], views.deck
    node, in_other_suits = rules.nodes[number], policies.other_suits(rules.game)
    names, after = tuple(option_names(rules, node)), policies.answers_before(node.history, rules.stake)
    own_sets, (shown_sets, alike) = views.own_sets[level.own], views.canonical[level.shown]
    size = level.own + (level.shown if views.parts.shown_is_shared else 0)
    places = best_of_more(rules.table, size) if size >= rules.table.size else None
    answers, hands = np.zeros((len(shown_sets), len(own_sets)), dtype=np.int8), list(map(deck.hand, own_sets.tolist()))
    for at, shown in enumerate(shown_sets):
        free = np.flatnonzero(~np.isin(own_sets, shown).any(axis=1))
        beside = shown if views.parts.shown_is_shared else shown[:0]
        made = classes_beside(own_sets[free], beside, places, deck.choose) if places is not None else None
        seen = deck.hand(shown.tolist())
        for where, column in enumerate(free.tolist()):
            held = None if made is None else rules.table.ranking[int(made[where])]
            taken = policies.answered(
                decide, policies.Situation(node.rule, names, "", hands[column], seen, held, after)
            )
            if alike[at] > 1:  # What is seen stands for all that other suits make of it.
                own, others = (in_other_suits(cards, at + column) for cards in (hands[column], seen))
                if (
                    policies.answered(decide, policies.Situation(node.rule, names, "", own, others, held, after))
                    != taken
                ):
                    raise policies.goes_by_suits(format_cards((*hands[column], *seen)))
            answers[at, column] = names.index(taken)
    return answers


def _lost_by_class(
    before: Solution, after: Solution, number: int, taken: Sequence[int] | Int8s
) -> Iterator[policies.Loss]:
    """What a question loses where every card is seen: deals counted by class, without the policy's answers and with."""

    rules = before.rules
    names, family = option_names(rules, rules.nodes[number]), FAMILIES[rules.game.declares.hands or ""]
    lost = ((before.tallies - after.tallies) * rules.nets.transpose(1, 0, 2)).sum(axis=(1, 3))
    usual = np.argmax(np.stack(before.taken_by_class(number)), axis=0)
    by_up, scale = np.broadcast_to(taken, lost.shape), before.deals * rules.unit
    for up, place in np.argwhere(lost).tolist():
        said, better = names[by_up[up, place]], names[usual[up, place]]
        words, loss = family.describe(rules.table.ranking[place]), Fraction(int(lost[up, place]), scale)
        yield policies.Loss(
            rules.nodes[number].rule, words, said, better if better != said else "by all the cards", loss
        )


def _lost_by_view(best: Solution, number: int, taken: Int8s, met: Whole) -> Iterator[policies.Loss]:
    """What a question loses before every card is seen, by the player's own cards. ``met`` says by view in how many
    orders of dealing the policy's earlier answers lead to it."""
    views, rules = best.views, best.rules
    level, node = views.level[number], rules.nodes[number]
    own_sets, names = views.own_sets[level.own], option_names(rules, node)
    worths = [worth_after(best, number, option.follows) for option in node.options]
    scale, ways = views.deals * rules.unit, met * views.canonical[level.shown][1][:, None]
    for better, worse in permutations(range(len(names)), 2):
        where = (best.choices[number] == better) & (taken == worse)
        less = (ways * where * (worths[better] - worths[worse])).sum(axis=0)
        for column in less.nonzero()[0].tolist():
            hand = views.deck.hand(own_sets[column].tolist())
            words = rules.game.hand_words(hand) or ranks_text(sorted((card.rank for card in hand), reverse=True))
            yield policies.Loss(node.rule, words, names[worse], names[better], Fraction(int(less[column]), scale))
