"""A round dealt for the books, without a table: cards by seat, and the hands among them that win a jackpot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.cards.cards import Card
from croupier.cards.shuffle import RandomSource, draw
from croupier.play.game import Game


class Dealt(NamedTuple):
    """The cards of a round."""

    seats: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]

    def winning(self, game: Game, wager: str) -> dict[str, str]:
        """By seat, as text, the cards of each hand that some row of the jackpot's table pays."""
        bonus = game.jackpot_sight(wager).bonus
        stake = game.configuration.fixed_stake(wager)
        return {
            str(seat): " ".join(map(str, cards))
            for seat, cards in self.seats.items()
            if bonus.claim(seat, stake, cards, self.dealer).row
        }


def deal(
    source: RandomSource,
    game: Game,
    wager: str,
    bettors: Sequence[int],
    planted: tuple[int, Sequence[Card]] | None = None,
) -> Dealt:
    """Deal the cards that the jackpot wager sees; a planted hand is taken out of the deck first."""
    sight = game.jackpot_sight(wager)
    whose, cards = planted or (0, ())
    deck = [card for card in game.deck if card not in cards]
    seats = [seat for seat in bettors if not (cards and seat == whose)]
    dealt = draw(source, deck, sight.own * len(seats) + sight.dealer)
    packets = {seat: dealt[sight.own * place : sight.own * (place + 1)] for place, seat in enumerate(seats)}
    if cards:
        packets[whose] = tuple(cards)
    return Dealt(packets, dealt[sight.own * len(seats) :])
