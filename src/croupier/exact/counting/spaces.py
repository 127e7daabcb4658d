"""The way into counting: for a wager on dealt cards alone, the number of deals for each class of hand.

The game declares how many of whose cards a wager looks at (``rulebook.sights``); ``class_counts`` counts the deals and
``deals`` is what they must sum to. Where a class depends on the union of the cards, they are counted as one set.
Counts are integers and are kept for the life of the process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import comb
from typing import Any, Final

from croupier.cards.hands import FAMILIES, Family, Setting, flushes, straight_flush, straights, three_card, two_card
from croupier.exact.counting.any_hands import by_any_hand
from croupier.exact.counting.five_cards import by_best_five, by_rapid_fire
from croupier.exact.counting.one_deck import Pack, by_best_suit, by_colors, by_rank_set, by_ranks_and_suitedness
from croupier.exact.counting.shoe import by_pair
from croupier.rulebook.rules import GameRules
from croupier.rulebook.sights import Seen

_COUNTERS: Final[dict[str, Callable[[Pack, Seen, Setting], Mapping[Any, int]]]] = {
    "straights": lambda pack, seen, _: by_rank_set(pack, seen.size, straights.classify),
    "straight_flush": lambda pack, seen, _: by_best_suit(pack, seen.size, straight_flush.classify),
    "flushes": lambda pack, seen, _: by_best_suit(pack, seen.size, flushes.classify),
    "three_card": lambda pack, _, __: by_ranks_and_suitedness(pack, 3, three_card.classify),
    "mini_royal": lambda pack, _, __: by_ranks_and_suitedness(pack, 3, three_card.classify_mini_royal),
    "two_card": lambda pack, _, __: by_ranks_and_suitedness(pack, 2, two_card.classify_pocket),
    "five_card": lambda pack, seen, _: by_best_five(pack, seen.size),
    "rapid_fire": lambda pack, _, __: by_rapid_fire(pack),
    "colors": lambda pack, seen, _: by_colors(pack, seen.own, seen.dealer),
    "pairs": lambda pack, _, setting: by_pair(pack, setting),
}


def pack_of(rules: GameRules) -> Pack:
    """The deck that a game is dealt from."""
    return Pack(rules.ranks, rules.suits)


def class_counts(seen: Seen, setting: Setting | None = None, pack: Pack | None = None) -> Mapping[Any, int]:
    """Deals by class of hand, from a whole deck unless another is given; MissingPart where they are too many.

    A family that has no counter of its own above is counted by classifying every hand.

    >>> counts = class_counts(Seen("straights", 7))
    >>> sum(count for straight, count in counts.items() if straight.length == 7)
    131072
    """
    setting = setting or Setting()
    family = FAMILIES[seen.family]
    # Only the number of decks and the chosen ranks change a class; suit and position matter only to events.
    relevant = Setting(decks=setting.decks, ranks=setting.ranks) if family.from_a_shoe else Setting()
    return _counted(seen, family, relevant, pack or Pack())


@cache
def _counted(seen: Seen, family: Family, setting: Setting, pack: Pack) -> Mapping[Any, int]:
    counts = _COUNTERS.get(family.name, by_any_hand)(pack, seen, setting)
    total = deals(seen, setting, pack)
    if sum(counts.values()) != total:
        raise ArithmeticError(f"{seen}: the classes hold {sum(counts.values())} deals of {total}")
    return counts


def deals(seen: Seen, setting: Setting | None = None, pack: Pack | None = None) -> int:
    """How many ways there are to deal the cards that a wager sees.

    >>> deals(Seen("colors", 3, 3)), deals(Seen("five_card", 3, 3))
    (407170400, 20358520)
    """
    cards = len((pack or Pack()).cards)
    family = FAMILIES[seen.family]
    if family.from_a_shoe:
        cards *= (setting or Setting()).decks
    if family.whose_matters:
        own = seen.own + seen.drawn
        return comb(cards, own) * comb(cards - own, seen.dealer)
    return comb(cards, seen.size)
