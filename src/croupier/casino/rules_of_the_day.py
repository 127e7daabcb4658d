"""A table's game by the rules that its plan carries, whatever rulebook is installed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from croupier import catalogue
from croupier.errors import IdleKey
from croupier.jackpot.journal import canonical
from croupier.jackpot.plan.carried import CarriedRules, carry_rules, under_carried_rules
from croupier.jackpot.plan.checking import Layout
from croupier.play.game import Game
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.spec import Spec, parse_spec


def load_layout(layout: Layout) -> Game:
    """The game that a table plays: today's, or the one that a plan carries.

    Nearly always they are the same; then today's is taken, which is remembered.
    """
    if isinstance(layout, str):
        return _load(catalogue.book(), layout)
    if is_of_today(layout):
        return _load(catalogue.book(), layout.game)
    return catalogue.load(under_carried_rules(_configured(layout.game), layout))


def is_of_today(carried: CarriedRules) -> bool:
    """Whether the rulebook that is installed says the same as the plan."""
    configuration = _load(catalogue.book(), carried.game).configuration
    if carried.wager not in configuration.tables:
        return False
    return canonical(vars(carry_rules(configuration, carried.wager))) == canonical(vars(carried))


@lru_cache(256)
def _load(_book: Book, spec: str) -> Game:
    """By the book that is open: a test may open another."""
    return catalogue.load(_configured(spec))


def _configured(spec: str) -> Configuration:
    """A layout as a plan names it. One from before idle keys were refused is read without them, and keeps its words."""
    parsed = parse_spec(spec)
    kept = dict(parsed.settings)
    idle: list[str] = []
    while True:
        named = Spec(parsed.name, tuple((key, value) for key, value in parsed.settings if key not in idle))
        try:
            found = catalogue.configuration(str(named))
        except IdleKey as found_idle:
            if found_idle.key in idle or found_idle.key not in kept:
                raise
            idle.append(found_idle.key)
            continue
        return replace(found, values=found.values | {key: kept[key] for key in idle}) if idle else found
