"""Ricochet Poker's Rapid Fire: a player's two cards against the dealer's five (readings R17 and R18).

The class holds the result and the player's two cards, so that a table may pay a win or a tie by rank. Two-card hands
and the phrases that name them are in ``two_card``.
"""

from collections.abc import Callable, Collection
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from croupier.cards.hands import five_card, two_card, vocabulary
from croupier.cards.hands.family import Family, Setting
from croupier.cards.hands.five_card import Category, FiveCardHand


class Duel(IntEnum):
    """How the player's two cards compare with the dealer's five."""

    DEALER_WINS = 0
    TIE = 1
    PLAYER_WINS = 2


class RapidFireHand(NamedTuple):
    """What Rapid Fire pays on: the result, and the two cards that had it."""

    duel: Duel
    two: two_card.TwoCardHand


def mark_of(dealer: FiveCardHand) -> two_card.TwoCardHand | None:
    """The two-card hand that ties the dealer's five cards; None where they beat every two-card hand.

    The dealer's pair counts by its rank alone, a high-card hand by its two highest cards, and anything above a pair
    beats every two-card hand.
    """
    if dealer.category > Category.PAIR:
        return None
    paired = dealer.category == Category.PAIR
    return two_card.TwoCardHand(paired, dealer.ranks[: 1 if paired else 2])


def against(two: two_card.TwoCardHand, mark: two_card.TwoCardHand | None) -> RapidFireHand:
    """The player's two cards against the dealer's mark."""
    return RapidFireHand(Duel.DEALER_WINS if mark is None else Duel((two >= mark) + (two > mark)), two)


def classify(two: two_card.TwoCardHand, dealer: FiveCardHand) -> RapidFireHand:
    """How the player's two cards compare with the dealer's five."""
    return against(two, mark_of(dealer))


@cache
def _every_hand(_setting: Setting) -> tuple[RapidFireHand, ...]:
    """Every two cards against every mark; no dealer's hand is as low as 7-4, and A-5 is always a straight."""
    marks = {mark_of(dealer) for dealer in five_card.FAMILY.every_class(Setting()) if isinstance(dealer, FiveCardHand)}
    return tuple(dict.fromkeys(against(two, mark) for two in two_card.EVERY_HAND for mark in marks))


def _holding(duels: Collection[Duel], phrase: vocabulary.Phrase) -> Callable[[list[str]], vocabulary.Event | None]:
    """One of these results, with two cards that a phrase of two-card hands names."""

    def build(parts: list[str]) -> vocabulary.Event | None:
        event = phrase.build(parts[1:]) if parts[:1] == [phrase.word] else None
        return event and (lambda hand, setting: hand.duel in duels and event(hand.two, setting))

    return build


def _result(duels: Collection[Duel]) -> vocabulary.Event:
    return lambda hand, _setting: hand.duel in duels


_RESULTS: Final = {
    "beats_dealer": ((Duel.PLAYER_WINS,), "a win"),
    "ties_dealer": ((Duel.TIE,), "a tie"),
    "beats_or_ties_dealer": ((Duel.PLAYER_WINS, Duel.TIE), "a win or a tie"),
}
WORDS: Final = {Duel.DEALER_WINS: "loses to", Duel.TIE: "ties", Duel.PLAYER_WINS: "beats"}
_CATEGORIES: Final = {Duel.DEALER_WINS: "dealer_wins", Duel.TIE: "ties_dealer", Duel.PLAYER_WINS: "beats_dealer"}

FAMILY: Final = Family(
    name="rapid_fire",
    classify=lambda own, dealer, _setting: classify(two_card.classify(own), five_card.classify(dealer)),
    sizes=range(7, 8),
    whose_matters=True,
    every_class=_every_hand,
    events=vocabulary.Events(
        {name: _result(duels) for name, (duels, _) in _RESULTS.items()},
        tuple(
            vocabulary.Phrase(
                f"{name}_with",
                f"{name}_with:{phrase.form}",
                f"{name}_with:{phrase.example}",
                f"{words} with {phrase.meaning}",
                _holding(duels, phrase),
            )
            for name, (duels, words) in _RESULTS.items()
            for phrase in (two_card.PAIR, two_card.CARDS, two_card.AT_LEAST)
        ),
    ),
    category=lambda hand: _CATEGORIES[hand.duel],
    categories=("beats_dealer", "ties_dealer", "dealer_wins"),
    describe=lambda hand: f"{two_card.describe(hand.two)} that {WORDS[hand.duel]} the dealer's hand",
    # The plain events tell the result apart, and nothing else.
    representatives=lambda _setting: [RapidFireHand(duel, two_card.EVERY_HAND[0]) for duel in Duel],
)
