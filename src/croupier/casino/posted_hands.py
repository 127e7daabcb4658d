"""Cards that show what a row of a jackpot's table means, and which cards of a hand made it.

Both are found by asking the table's own grading, so a picture always matches what is paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from croupier.cards.cards import ACE, DECK, Card
from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Setting
from croupier.play.wagers.bonus import Bonus
from croupier.rulebook.paytables import Paytable
from croupier.units.odds import NoPay

_HEARTS = 2
_FEW = 3
"""Up to this many cards, all hands can be tried."""


class Example(NamedTuple):
    """Cards that a row pays; the first ``own`` of them are the player's, the others the dealer's."""

    cards: tuple[Card, ...]
    own: int


class _Seen(NamedTuple):
    own: int
    dealer: int


def examples(bonus: Bonus) -> dict[str, Example]:
    """By event, a hand that its row pays; an event for which none is found by trying has none."""
    seen = _Seen(bonus.seen.own + bonus.seen.drawn, bonus.seen.dealer)
    return _examples(_Table(bonus.chart.table), bonus.chart.setting, seen)


class _Table:
    """A paytable that can be cached by its content."""

    def __init__(self, table: Paytable) -> None:
        self.table = table
        self._key = (table.id, table.family, tuple((row.event, row.pay) for row in table.rows))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and self._key == other._key


@lru_cache(256)
def _examples(table: _Table, setting: Setting, seen: _Seen) -> dict[str, Example]:
    paytable = table.table
    classify = FAMILIES[paytable.family].classify
    wanted = {row.event for row in paytable.rows if not isinstance(row.pay, NoPay)}
    found: dict[str, Example] = {}
    for own, dealer in _hands(paytable, setting, seen):
        row = paytable.grade(classify(own, dealer, setting), setting)
        if row is not None and row.event not in found:
            found[row.event] = Example((*own, *dealer), len(own))
            if found.keys() == wanted:
                break
    return found


def _hands(table: Paytable, setting: Setting, seen: _Seen) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Hands worth trying, the easiest to read first."""
    family = FAMILIES[table.family]
    size = seen.own + seen.dealer
    if not family.whose_matters:
        for length in sorted(family.sizes, reverse=True):
            for high in (ACE - 1, ACE):
                run = [Card.of(rank, _HEARTS) for rank in range(high - length + 1, high + 1) if rank > 1]
                if len(run) == length <= size:
                    yield tuple(run[: seen.own]), tuple(run[seen.own :])
    if size > _FEW or size not in family.sizes:
        return
    ranks = dict.fromkeys((*setting.ranks, *range(ACE, 1, -1)))
    suits = dict.fromkeys((setting.suit, _HEARTS, 3, 1, 0))
    deck = [Card.of(rank, suit) for rank in ranks for suit in suits]
    # The dealer's cards begin with those unrelated to the player's.
    for cards in product(*[deck] * seen.own, *[deck[::-1]] * seen.dealer):
        if max(map(cards.count, cards)) <= setting.decks:
            yield cards[: seen.own], cards[seen.own :]


def cards_that_count(bonus: Bonus, own: Sequence[Card], dealer: Sequence[Card]) -> tuple[bool, ...]:
    """For each of the cards, the player's and then the dealer's, whether it makes the hand.

    These are the fewest cards of the same class. If the family cannot grade fewer cards, all of them count.
    """
    cards = tuple(own) + tuple(dealer)
    family, setting = FAMILIES[bonus.chart.table.family], bonus.chart.setting
    hand = bonus.sees(tuple(own), tuple(dealer))
    if not family.whose_matters and len(cards) <= len(DECK):
        for size in (each for each in family.sizes if each < len(cards)):
            for part in combinations(range(len(cards)), size):
                if family.classify([cards[place] for place in part], (), setting) == hand:
                    return tuple(place in part for place in range(len(cards)))
    return (True,) * len(cards)
