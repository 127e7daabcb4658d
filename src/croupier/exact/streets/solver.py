"""The solver that games with streets name: ``streets``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from croupier.cards.cards import Card, format_cards
from croupier.cards.hands import FAMILIES
from croupier.errors import MissingPart
from croupier.exact.by_tree import advice_on, dealt_to_first_decision, named_decision
from croupier.exact.result import PlayRow, Result
from croupier.exact.solver import Advice, NoAudit, Progress, Worth
from croupier.exact.streets.compiling import Rules, compile_rules
from croupier.exact.streets.solving import Level, Solution, Views, level_of
from croupier.kernels.arrays import Int8s
from croupier.kernels.class_tables import best_of_more
from croupier.kernels.views import classes_beside
from croupier.play.game import EVERYONE, Choose, Decision, Game, State
from croupier.play.lines import Cards

MOST_WORDS: Final = 20_000
"""Views that a strategy describes one by one; where there are more, hands of one kind are counted together."""


class StreetsSolver(NoAudit):
    """One seat, any number of streets, decided by classes of hands."""

    def solve(self, game: Game, progress: Progress) -> Result:
        solution = views_of(game).solve(progress)
        return Result(game.configuration, game.base_wager, solution.distribution, plays=tuple(_plays(solution)))

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        return self.advise(game, *dealt_to_first_decision(game, cards, up))

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        if len(state.stakes) > 1:
            raise MissingPart(
                f"{game.configuration.name} is solved for one seat; this round has {len(state.stakes)}",
                hint="give a round with one seat",
            )
        base = state.stakes[0].amounts[0]
        worths = tuple(
            Worth(named_decision(decision, turn, base), Fraction(decision.amount, base), value)
            for decision, value in worths_of(game, state, turn)
        )
        return advice_on(game, state, turn, worths)


@lru_cache(maxsize=8)
def views_of(game: Game) -> Views:
    """A game compiled."""
    return Views(compile_rules(game))


@lru_cache(maxsize=2)
def solution_of(game: Game) -> Solution:
    """A game solved, with the tables of its streets."""
    return views_of(game).solve()


def worths_of(game: Game, state: State, turn: Choose) -> list[tuple[Decision, Fraction]]:
    """What each decision brings over every deal that looks like this one, in base wagers, if the best ones follow."""
    views = views_of(game)
    rules, base = views.rules, state.stakes[0].amounts[0]
    node = rules.nodes[_asked(rules, state, base)]
    level = level_of(rules, node.drawn)
    shown, own = _seen(rules, state)
    values = (views.near if views.is_near(level) else solution_of(game).at)(level, shown, own)
    worths = []
    for option in node.options:
        decision = Decision(turn.seat, option.action, option.amount * base // rules.stake)
        if any(each.name == decision.action and each.allows(decision.amount) for each in turn.actions):
            worths.append((decision, _value(rules, values, option.follows)))
    return worths


def decided(solution: Solution, state: State, turn: Choose) -> Decision:
    """What ``Solution.by_class`` does in a round: the best, and by the hand's class once everything is shown."""
    rules, views, base = solution.rules, solution.views, state.stakes[0].amounts[0]
    number = _asked(rules, state, base)
    shown, own = _seen(rules, state)
    if number in solution.choices:
        level = level_of(rules, rules.nodes[number].drawn)
        option = int(solution.choices[number][views.address(level, shown, own)])
    else:
        hand = (*own, *shown) if views.parts.shown_is_shared else own
        parts = combinations(hand, rules.table.size)
        place = max(int(rules.table.place[views.deck.place(some)]) for some in parts)
        option = solution.by_class.by_class[number][place]
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


def _plays(solution: Solution) -> Iterator[PlayRow]:
    """The strategy in words: views that are called the same, with how often each decision is best in them."""
    rules = solution.rules
    for number, node in enumerate(rules.nodes):
        several = [each.action for each in node.options]
        names = [
            _words(Decision(1, each.action, each.amount), rules, several.count(each.action) > 1)
            for each in node.options
        ]
        counted: dict[str, Counter[str]] = {}
        for words, option, many in _choices(solution, number):
            counted.setdefault(words, Counter())[names[option]] += many
        question = node.rule
        if sum(each.rule == node.rule for each in rules.nodes) > 1 and node.history:
            question += f" after {', '.join(_words(each, rules, each.amount > 0) for each in node.history)}"
        yield from (PlayRow(question, words, dict(best)) for words, best in counted.items())


def _words(decision: Decision, rules: Rules, with_amount: bool) -> str:
    return f"{decision.action} {Fraction(decision.amount, rules.stake)}x" if with_amount else decision.action


def _choices(solution: Solution, number: int) -> Iterator[tuple[str, int, int]]:
    """What views are called, the option that is best in them, and how many there are."""
    rules, views = solution.rules, solution.views
    deck, game = views.deck, rules.game
    family = FAMILIES[game.declares.hands or ""]
    kinds = [family.category(hand).replace("_", " ") for hand in rules.table.ranking]
    if number not in solution.choices:
        for option, by_class in enumerate(solution.taken_by_class(number)):
            yield from ((kinds[place], option, int(by_class[place])) for place in np.flatnonzero(by_class).tolist())
        return
    level = level_of(rules, rules.nodes[number].drawn)
    choices = solution.choices[number]
    if level.shown == 0:
        sets, weights = deck.canonical(level.own)
        if len(sets) <= MOST_WORDS:
            places = deck.choose[sets, np.arange(1, level.own + 1)].sum(axis=1)
            for row, place, many in zip(sets.tolist(), places.tolist(), weights.tolist(), strict=True):
                cards = deck.hand(row)
                yield game.hand_words(cards) or _name(cards), int(choices[0, place]), many
            return
    yield from _by_kind(views, level, choices, kinds)


def _by_kind(views: Views, level: Level, choices: Int8s, kinds: list[str]) -> Iterator[tuple[str, int, int]]:
    """The same by the kind of hand that the cards make so far."""
    deck, table = views.deck, views.rules.table
    size = level.own + (level.shown if views.parts.shown_is_shared else 0)
    places = best_of_more(table, size) if size >= table.size else None
    own = views.own_sets[level.own]
    counts = np.zeros((len(kinds) if places is not None else 1, 1 + int(choices.max())), dtype=np.int64)
    for shown, weight, taken in zip(*views.canonical[level.shown], choices, strict=True):
        free = ~np.isin(own, shown).any(axis=1)
        beside = shown if views.parts.shown_is_shared else shown[:0]
        hands = np.zeros(len(own), dtype=np.int64)
        if places is not None:
            hands[free] = classes_beside(own[free], beside, places, deck.choose)
        np.add.at(counts, (hands[free], taken[free]), int(weight))
    for place, option in np.argwhere(counts).tolist():
        yield kinds[place] if places is not None else "any hand", option, int(counts[place, option])


def _name(cards: Cards) -> str:
    """Two cards as players write them, as in K9 suited; more as they are."""
    if len(cards) != 2:
        return format_cards(cards[::-1])
    low, high = sorted(cards, key=lambda card: card.rank)
    pair = str(high)[0] + str(low)[0]
    return pair if high.rank == low.rank else f"{pair} {'suited' if high.suit == low.suit else 'offsuit'}"


SOLVER: Final = StreetsSolver()
