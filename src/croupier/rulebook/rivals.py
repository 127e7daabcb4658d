"""Whether two seats can win a whole meter in one round, so that a rule for several winners has something to decide.

Both hold cards of their own and look at the same cards of the dealer. A mini-royal in spades is one set of three cards,
and three perfect aces take five aces of one suit for two seats: four decks do not hold them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Final

from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES, Setting
from croupier.rulebook.paytables import Paytable
from croupier.rulebook.sights import Seen, seen_by
from croupier.units.odds import MeterShare

if TYPE_CHECKING:
    from croupier.rulebook.configuration import Configuration

_MOST_DEALS: Final = 100_000
"""Beyond this many deals nothing is enumerated. Such wagers see seven cards, and in every suit there is a winner."""


def several_at(configuration: Configuration, wager: str) -> bool:
    """Whether two seats at this table can win the meter of a wager in one round."""
    table, rules = configuration.tables[wager], configuration.rules
    sees = rules.wager(wager).sees
    if not table.is_jackpot or sees is None or sees.is_whole_round:
        return table.is_jackpot
    return several_can_win(table, seen_by(rules, wager), configuration.setting_for(table), rules.ranks, rules.suits)


@lru_cache(128)
def several_can_win(
    table: Paytable, seen: Seen, setting: Setting, ranks: tuple[int, ...], suits: tuple[int, ...]
) -> bool:
    """Whether some cards of the dealer leave two seats that win the same meter whole."""
    pack = [Card.of(rank, suit) for rank in ranks for suit in suits]
    own = seen.own + seen.drawn
    if comb(len(pack), own) * comb(len(pack), seen.dealer) > _MOST_DEALS:
        return True
    choose = combinations if setting.decks == 1 else combinations_with_replacement
    classify = FAMILIES[seen.family].classify
    levels: dict[Hashable, int | None] = {}
    for dealer in choose(pack, seen.dealer):
        winners: dict[int, list[tuple[Card, ...]]] = {}
        for hand in choose(pack, own):
            found = classify(hand, dealer, setting)
            if found not in levels:
                levels[found] = _won_whole(table, found, setting)
            level = levels[found]
            if level is not None:
                winners.setdefault(level, []).append(hand)
        if any(_two_fit(hands, dealer, setting.decks) for hands in winners.values()):
            return True
    return False


def _won_whole(table: Paytable, hand: Hashable, setting: Setting) -> int | None:
    """The level that a hand of this class wins whole."""
    row = table.grade(hand, setting)
    pay = row.pay if row else None
    return (pay.level or 1) if isinstance(pay, MeterShare) and pay.percent == 100 else None


def _two_fit(hands: list[tuple[Card, ...]], dealer: tuple[Card, ...], decks: int) -> bool:
    return any(
        max(Counter(one + other + dealer).values()) <= decks for one, other in combinations_with_replacement(hands, 2)
    )
