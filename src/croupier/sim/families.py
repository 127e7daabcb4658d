"""How each family of hands is looked up: the little that its classifier depends on, and the cards a wager shows it.

This is the one place that knows families by name. A family that is not listed has no lookup yet; a game that needs it
is simulated by the play driver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Final, NamedTuple

from croupier.cards.hands import Setting, colors, five_card, flushes, straight_flush, straights, three_card, two_card
from croupier.cards.shuffle import SeededSource, draw
from croupier.play.game import Cards, Game
from croupier.play.showdown import Showdown
from croupier.play.wagers.bonus import Bonus
from croupier.sim.graders import Grader, by_cards, by_colors, by_ranks, by_suit

POKER: Final = 5
"""Cards of one suit that make a flush in a five-card hand."""


class Sight(NamedTuple):
    """The cards that a wager looks at: so many of the player's own, so many of the dealer's first."""

    family: str
    own: int
    dealer: int

    @property
    def size(self) -> int:
        return self.own + self.dealer


Classify = Callable[[Cards, Cards], Hashable]
_CLASSIFY: Final[dict[str, Classify]] = {
    "straights": lambda own, dealer: straights.classify(own + dealer),
    "straight_flush": lambda own, dealer: straight_flush.classify(own + dealer),
    "flushes": lambda own, dealer: flushes.classify(own + dealer),
    "three_card": lambda own, dealer: three_card.classify(own + dealer),
    "mini_royal": lambda own, dealer: three_card.classify_mini_royal(own + dealer),
    "two_card": lambda own, dealer: two_card.classify_pocket(own + dealer),
    "five_card": lambda own, dealer: five_card.best(own + dealer),
    "colors": colors.classify,
}


def has_lookup(family: str) -> bool:
    return family in _CLASSIFY


@cache
def grader_of(family: str, size: int) -> Grader:
    """The lookup of a family for hands of this size."""

    def whole(cards: Cards) -> Any:
        return _CLASSIFY[family](cards, ())

    match family:
        case "straights":
            return by_ranks(whole, size)
        case "straight_flush" | "flushes":
            return by_suit(whole, size)
        case "five_card":
            return by_cards(whole, size, POKER)
        case "colors":
            return by_colors(_CLASSIFY[family], size)
        case _:
            return by_cards(whole, size, size, names_suits=family == "mini_royal")


def base_family(game: Showdown) -> str | None:
    """The family whose classes are the game's ranking; None where no lookup is."""
    # The game does not say which family ranks its hands, so each is asked about some hands.
    hands = _samples(game, game.hand_size, 0)
    for family, classify in _CLASSIFY.items():
        if family != "colors" and _agrees(lambda own, _: game.rank(own), classify, hands):
            return family
    return None


def sight_of(game: Game, bonus: Bonus, own: int, dealer: int) -> Sight | None:
    """What a bonus wager looks at, of so many cards of each; None where no lookup is."""
    family = bonus.chart.table.family
    classify = _CLASSIFY.get(family)
    if classify is None:
        return None
    hands = _samples(game, own, dealer)
    for mine, theirs in ((own, 0), (own, dealer), (0, dealer), (own, 1)):
        shown = [(cards[:mine], others[:theirs]) for cards, others in hands]
        try:
            if [classify(*each) for each in shown] == [bonus.sees(*each) for each in hands]:
                return Sight(family, mine, theirs)
        except ValueError:
            continue
    return None


def _agrees(one: Classify, other: Classify, hands: list[tuple[Cards, Cards]]) -> bool:
    try:
        return all(one(*each) == other(*each) for each in hands)
    except (ValueError, TypeError):
        return False


def _samples(game: Game, own: int, dealer: int) -> list[tuple[Cards, Cards]]:
    """Some deals, the same every time."""
    source = SeededSource("which cards does it see")
    deals = [draw(source, game.deck, own + dealer) for _ in range(400)]
    return [(cards[:own], cards[own:]) for cards in deals]


def setting_of(bonus: Bonus) -> Setting:
    return bonus.chart.setting
