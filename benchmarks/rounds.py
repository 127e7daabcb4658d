"""How fast the referee plays: full rounds with their record, beside a bare sample-evaluate-settle loop."""

from __future__ import annotations

import time
from collections.abc import Callable

import croupier
from benchmarks.figures import Figure
from croupier.cards.cards import DECK
from croupier.cards.hands import straights
from croupier.cards.shuffle import SeededSource, draw
from croupier.play.dealing import PreparedDeck
from croupier.play.game import Decision
from croupier.play.round import Round

PROMISED = 25_000
BATCHES, ROUNDS = 20, 2_000


def rounds_per_second(play: Callable[[int], None]) -> float:
    """The best of many short batches in processor time: noise on a shared machine only ever slows one."""
    play(3000)
    best = 0.0
    for _ in range(BATCHES):
        started = time.process_time()
        play(ROUNDS)
        best = max(best, ROUNDS / (time.process_time() - started))
    return best


def full_rounds(count: int) -> None:
    """Keep It Straight at one seat: stakes checked, cards dealt, a decision taken, every wager settled and cited."""
    game = croupier.load("keep-it-straight(straight=PT-FLT-KIS-SB-01)")
    source = SeededSource(1)
    wagers = {1: {"ante": 1000, "straight": 500}}
    needed = game.most_cards(1)
    for _ in range(count):
        deck = PreparedDeck(game, source, committed=False, count=needed)
        played = Round.start(game, wagers, deck=deck)
        action = played.legal_actions[-1]
        played.act(Decision(1, action.name, action.maximum))
        played.settle()


def bare_rounds(count: int) -> None:
    """The same game as a script would do it: sample, evaluate, add up; no checks, no record, no reasons."""
    source = SeededSource(1)
    pays = {7: 50, 6: 25, 5: 6, 4: 2}
    total = 0
    for _ in range(count):
        cards = draw(source, DECK, 14)
        player = straights.classify(cards[:7])
        dealer = straights.classify(cards[7:])
        if player.length < 2:
            total -= 1000
        elif dealer.length < 3:
            total += 1000
        elif player > dealer:
            total += 1000 + 4000 * (2 if player.length >= 6 else 1)
        elif player < dealer:
            total -= 5000
        total += 500 * pays.get(player.length, -1)


def figures() -> list[Figure]:
    full = rounds_per_second(full_rounds)
    bare = rounds_per_second(bare_rounds)
    return [
        Figure("rounds with a full record", f"{full:,.0f} /s", f"at least {PROMISED:,} /s", full >= PROMISED),
        Figure("bare sample-evaluate-settle loop", f"{bare:,.0f} /s", "baseline", None),
        Figure("ratio, bare to full", f"{bare / full:.2f}", "reported", None),
    ]
