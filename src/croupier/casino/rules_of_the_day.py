"""A table's game by the rules that its plan carries, whatever rulebook is installed."""

from __future__ import annotations

from functools import lru_cache

from croupier import catalogue
from croupier.jackpot.journal import canonical
from croupier.jackpot.plan.carried import CarriedRules, carry_rules, under_carried_rules
from croupier.jackpot.plan.checking import Layout
from croupier.play.game import Game
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import configure


def load_layout(layout: Layout) -> Game:
    """The game that a table plays: today's, or the one that a plan carries.

    Nearly always they are the same; then today's is taken, which is remembered.
    """
    if isinstance(layout, str):
        return _load(catalogue.book(), layout)
    if is_of_today(layout):
        return _load(catalogue.book(), layout.game)
    return catalogue.load(under_carried_rules(configure(catalogue.book(), layout.game), layout))


def is_of_today(carried: CarriedRules) -> bool:
    """Whether the rulebook that is installed says the same as the plan."""
    configuration = _load(catalogue.book(), carried.game).configuration
    if carried.wager not in configuration.tables:
        return False
    return canonical(vars(carry_rules(configuration, carried.wager))) == canonical(vars(carried))


@lru_cache(256)
def _load(_book: Book, spec: str) -> Game:
    """By the book that is open: a test may open another."""
    return catalogue.load(spec)
