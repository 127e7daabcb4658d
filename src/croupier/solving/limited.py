"""Advice at a table with posted limits: stakes beyond the limits are not advised, and the rest are valued exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from croupier.exact.solver import Advice, Question, Worth
from croupier.play.game import Action, Game
from croupier.play.stakes import Limits, within
from croupier.units.money import format_money
from croupier.units.odds import format_odds


def limited(advice: Advice, actions: Iterable[Action], base: int) -> Advice:
    """The advice on a question, limited to the answers that are offered on a base wager of this amount."""
    offered = {action.name: action for action in actions}
    asked = _limited(advice.asked, offered, base)
    others = tuple(asked if each.rule == asked.rule else each for each in advice.questions)
    return replace(advice, asked=asked, questions=others)


def posted_actions(advice: Advice, game: Game, limits: Limits, base: int) -> list[Action]:
    """What a hand may do under posted limits, where no round is played as far as its decision."""
    found = []
    for name, ends in _by_action(advice.asked.worths).items():
        low, high = (int(each.amount * base) for each in (ends[0], ends[-1]))
        action = within(Action(name, low, high), limits.get(game.wager_of(name)))
        found += [action] if action else []
    return found


def _limited(question: Question, offered: Mapping[str, Action], base: int) -> Question:
    worths: list[Worth] = []
    steps: list[Worth] = []
    words = question.words
    for name, known in _by_action(question.worths).items():
        action = offered.get(name)
        if action is None:
            continue
        low, high = Fraction(action.minimum, base), Fraction(action.maximum, base)
        (whole, *rest) = known
        if not rest and whole.amount == high:
            own = known
        elif not rest:
            # A separate wager, such as insurance: its result is proportional to its stake.
            value = None if whole.value is None else whole.value * high / whole.amount
            own = [Worth(f"{name} {format_money(action.maximum)}", high, value)]
            words = question.rule
        elif (known[0].amount, known[-1].amount) != (low, high):
            own = [_between(known, name, each) for each in dict.fromkeys((low, high))]
        else:
            own = known
        worths += own
        whole_steps = [each for each in question.steps if _name(each) == name and _is_offered(each, action, base)]
        ends = {each.amount for each in whole_steps}
        steps += sorted(
            [*whole_steps, *(each for each in own if each.amount not in ends)], key=lambda each: each.amount
        )
    return question._replace(worths=tuple(worths), steps=tuple(steps) if question.steps else (), words=words)


def _by_action(worths: Iterable[Worth]) -> dict[str, list[Worth]]:
    found: dict[str, list[Worth]] = {}
    for each in worths:
        found.setdefault(_name(each), []).append(each)
    return found


def _name(worth: Worth) -> str:
    return worth.action.partition(" ")[0]


def _is_offered(worth: Worth, action: Action, base: int) -> bool:
    cents = worth.amount * base
    return cents.denominator == 1 and (action.allows(int(cents)) if action.maximum else not cents)


def _between(known: list[Worth], name: str, amount: Fraction) -> Worth:
    """The result of a bet is linear in its amount between two known ones."""
    for low, high in pairwise(known):
        if low.amount <= amount <= high.amount and low.value is not None and high.value is not None:
            part = (amount - low.amount) / (high.amount - low.amount)
            return Worth(f"{name} {format_odds(amount)}x", amount, low.value + part * (high.value - low.value))
    return Worth(f"{name} {format_odds(amount)}x", amount, None)
