"""How fast blackjack hands are valued exactly: one hand at the table, and every hand there is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations_with_replacement

import croupier
from benchmarks.figures import Figure, show
from croupier.cards.cards import Card, parse_cards
from croupier.exact.blackjack.hands import CARD_OF
from croupier.exact.blackjack.rules import known_endings
from croupier.exact.blackjack.solver import Against
from croupier.exact.blackjack.whole import solve_whole
from croupier.games.blackjack.game import Blackjack

PROMISED_SECONDS = 2.0
WHOLE = {
    "whole game, splits to four hands, 6 decks": ("decks=6", "CDZ-"),
    "whole game, splits to four hands, 8 decks, hits soft 17": ("decks=8, soft17=hits", "CDZ-"),
    "whole game, 6 decks, split hands by CDP1": ("decks=6", "CDP1"),
    "whole game, 6 decks, split hands by CDP": ("decks=6", "CDP"),
    "whole game, 6 decks, no hole card, original bets only": (
        "decks=6, hole_card=none, original_bets_only=yes",
        "CDZ-",
    ),
}
HANDS = {
    "sixteen against a ten, 6 decks": ("decks=6", "Th 6d", "Tc"),
    "ace-two against a two, 6 decks": ("decks=6", "Ah 2d", "2c"),
    "ace-two against an ace, 8 decks, hits soft 17": ("decks=8, soft17=hits", "Ah 2d", "Ac"),
    "two aces against a two, 8 decks, hits soft 17": ("decks=8, soft17=hits", "Ah Ad", "2c"),
}


def load(rules: str) -> Blackjack:
    game = croupier.load(f"blackjack({rules})")
    assert isinstance(game, Blackjack)
    return game


def seconds_for_hand(rules: str, cards: str, up: str) -> float:
    """Processor time with nothing remembered but the list of the dealer's drawings; the best of three runs."""
    game = load(rules)
    times = []
    for _ in range(3):
        started = time.process_time()
        Against(game, Card.parse(up)).advise(parse_cards(cards))
        times.append(time.process_time() - started)
    return min(times)


def seconds_for_all_hands(rules: str) -> float:
    """Every first two cards by value against every up-card, once."""
    game = load(rules)
    started = time.process_time()
    for up in CARD_OF:
        against = Against(game, up)
        for one, other in combinations_with_replacement(CARD_OF, 2):
            # Other suits than the up-card's, so that a single deck holds the hand.
            against.advise((Card.of(one.rank, 1), Card.of(other.rank, 2)))
    return time.process_time() - started


def seconds_for_whole_game(rules: str, post_split: str) -> float:
    """A rule set with every split, all 550 first hands of it; the best of three, lists of hands and drawings known."""
    game = load(rules)
    solve_whole(game, post_split)
    times = []
    for _ in range(3):
        known_endings.cache_clear()
        started = time.process_time()
        solve_whole(game, post_split)
        times.append(time.process_time() - started)
    return min(times)


def figures() -> Iterator[Figure]:
    for name, (rules, post_split) in WHOLE.items():
        taken = seconds_for_whole_game(rules, post_split)
        yield Figure(name, f"{taken:.2f} s", "under 1 s", taken < 1)
    for name, (rules, cards, up) in HANDS.items():
        taken = seconds_for_hand(rules, cards, up)
        yield Figure(name, f"{taken * 1000:,.0f} ms", f"under {PROMISED_SECONDS:.0f} s", taken < PROMISED_SECONDS)
    yield Figure("all 550 hands, 6 decks", f"{seconds_for_all_hands('decks=6'):.1f} s", "", None)


if __name__ == "__main__":
    show(figures())
