"""Colors: whether the player's three cards, or all six with the dealer's, are all red or all black.

That is the whole of Three Card Prime's Prime wager (58 Pa. Code 679a.7(d)(2)).
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from croupier.cards.hands.family import Family
from croupier.cards.hands.vocabulary import Event, Events, Phrase

_IS_RED: Final = (False, True, True, False)


class Colors(NamedTuple):
    """What the Prime wager sees of six cards."""

    player_one_color: bool
    all_six_one_color: bool
    is_red: bool = False  # The color of the player's three cards, where they have one.


MIXED: Final = Colors(False, False)
THREE_RED: Final = Colors(True, False, True)
THREE_BLACK: Final = Colors(True, False)
SIX_RED: Final = Colors(True, True, True)
SIX_BLACK: Final = Colors(True, True)


def classify(player: Iterable[int], dealer: Iterable[int]) -> Colors:
    """Compare the colors of the player's three cards and then of the dealer's.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("2h 9d Kd"), parse_cards("3h 4h Ks")) == THREE_RED
    True
    """
    colors = {_IS_RED[card & 3] for card in player}
    if len(colors) > 1:
        return MIXED
    is_red = colors.pop()
    return Colors(True, all(_IS_RED[card & 3] == is_red for card in dealer), is_red)


def _category(colors: Colors) -> str:
    if colors.all_six_one_color:
        return "all_six_one_color"
    return "three_one_color" if colors.player_one_color else "mixed_colors"


def describe(colors: Colors) -> str:
    """The colors in words."""
    if not colors.player_one_color:
        return "both colors among the three cards"
    cards = "all six cards" if colors.all_six_one_color else "three cards"
    return f"{cards} of one color, {'red' if colors.is_red else 'black'}"


_EVENTS: Final[dict[str, tuple[Callable[[Colors], bool], str, str]]] = {
    "all_six_one_color": (lambda colors: colors.all_six_one_color, "red", "all six cards"),
    "three_one_color": (lambda colors: colors.player_one_color, "black", "the player's three cards"),
}
"""By name: whether it happened, and an example of its phrase in one color, and which cards those are."""


def _any_color(event: Callable[[Colors], bool]) -> Event:
    return lambda colors, _setting: event(colors)


def _in_color(event: Callable[[Colors], bool]) -> Callable[[list[str]], Event | None]:
    """The event in the one color that follows its name."""

    def build(parts: list[str]) -> Event | None:
        if parts not in (["red"], ["black"]):
            return None
        wanted = parts == ["red"]
        return lambda colors, _setting: event(colors) and colors.is_red == wanted

    return build


FAMILY: Final = Family(
    name="colors",
    classify=lambda own, dealer, _setting: classify(own, dealer),
    sizes=range(6, 7),
    whose_matters=True,
    names_suits=True,
    every_class=lambda _setting: (MIXED, THREE_RED, THREE_BLACK, SIX_RED, SIX_BLACK),
    events=Events(
        {name: _any_color(event) for name, (event, _, _) in _EVENTS.items()},
        tuple(
            Phrase(name, f"{name}:COLOR", f"{name}:{color}", f"{cards} in this color: red or black", _in_color(event))
            for name, (event, color, cards) in _EVENTS.items()
        ),
    ),
    category=_category,
    categories=("all_six_one_color", "three_one_color", "mixed_colors"),
    describe=describe,
)
