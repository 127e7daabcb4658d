"""What a game says of itself once, for every driver: its solver, its hands, its bots, the rules and numbers it needs.

Which cards a wager sees is declared beside the wager, in ``rules.toml`` (``rulebook.sights``).
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES
from croupier.errors import RulebookError
from croupier.play.lines import Cards
from croupier.rulebook.fields import did_you_mean
from croupier.rulebook.rules import GameRules
from croupier.units.money import format_money

Choice = tuple[str, int]  # The name of an action, and what is put up for it in cents.


class Action(NamedTuple):
    """A legal action; one that costs money says from what to what, and in what steps."""

    name: str
    minimum: int = 0
    maximum: int = 0
    step: int = 1

    def allows(self, amount: int) -> bool:
        if not self.minimum <= amount <= self.maximum:
            return False
        return amount in (self.minimum, self.maximum) or (amount - self.minimum) % self.step == 0

    def __str__(self) -> str:
        if not self.maximum:
            return self.name
        if self.minimum == self.maximum:
            return f"{self.name} {format_money(self.minimum)}"
        steps = f" in steps of {format_money(self.step)}" if self.step > 1 else ""
        return f"{self.name} {format_money(self.minimum)} to {format_money(self.maximum)}{steps}"


class BotRule(NamedTuple):
    """How bots decide, and the words for it. They see their own cards and nothing that another player would not."""

    words: str
    decide: Callable[[Cards, Mapping[str, Action]], Choice]


class Ranked(NamedTuple):
    """A hand that the settlement ranks: the places whose cards it is made of, and how many of them count.

    Places are named as the game draws for them; those of a seat are its ``own``: ``Ranked(("own", "flop"), best=5)``.
    """

    places: tuple[str, ...]
    best: int


class Declaration(NamedTuple):
    """What a game names; ``check`` finds at load what its data lack."""

    solver: str  # Who solves the base game: a name that ``croupier.questions.solved.base_games`` knows, or "none".
    bot: BotRule
    hands: str | None = None  # The family of hands by which the base game ranks, where one does.
    rules: tuple[str, ...] = ()  # Every rule that the game cites.
    numbers: tuple[str, ...] = ()  # Every number that the game takes from its rules.
    keys: tuple[str, ...] = ()  # Every house choice that the game asks for.
    ranks: tuple[Ranked, ...] = ()
    """The player's hand, and then the dealer's where there is one: a net depends on the decisions, on the class of the
    player's hand, and on whether the dealer's is lower, equal or higher and passes some mark, such as qualifying."""
    parts: tuple[str, ...] = ()
    """Numbers by which a pay multiplies a base wager, such as what a commission leaves of a win: stakes are taken in
    multiples of which these parts are whole cents."""
    actions: tuple[str, ...] = ()  # Every action that a player may ever be offered, in an order that stays.
    alike: Callable[[Card], int] | None = None
    """Cards with the same number never make a difference, as where ranks alone or counting values matter."""

    def check(self, rules: GameRules) -> None:
        """RulebookError names the file and the key of whatever is missing."""
        for name in self.rules:
            rules.rule(name)
        for name in (*self.numbers, *self.parts):
            rules.number(name)
        for name in self.keys:
            rules.key(name)
        if self.hands is not None and self.hands not in FAMILIES:
            raise RulebookError(
                f"{rules.folder}/game.py",
                "declares.hands",
                f"unknown family of hands '{self.hands}'",
                hint=f"{did_you_mean(self.hands, FAMILIES)}; a family of its own stands in {rules.folder}/hands.py",
            )


def least(action: Action) -> Choice:
    """An action for the least that it costs."""
    return action.name, action.minimum


def most(action: Action) -> Choice:
    """An action for the most that may be put up for it."""
    return action.name, action.maximum


GIVING_UP = ("fold", "surrender")


def stay(_own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Stay in for the least; actions that cost the same rank as the game lists them."""
    staying = [action for name, action in actions.items() if name not in GIVING_UP]
    return least(min(staying or actions.values(), key=lambda action: action.minimum))


STAYS = BotRule("they stay in for the least it costs", stay)
