"""What a play table and its chips book know of one another: the rounds that are open there, and those it is still owed.

A round is opened in the book when its bets close, before a card is dealt; the meters that it pays from are the book's.
Its result is kept with the table in the same commit as its settlement, and sent to the book until it is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from croupier import records
from croupier.play.game import Game, State
from croupier.play.settlement import Settlement
from croupier.play.slots import DEALER
from croupier.records import Record

Meters = dict[str, dict[int, int]]


class Booked(NamedTuple):
    """A round that the book has opened and locked."""

    rounds: dict[str, tuple[str, int]]
    """By wager its link, and the number of the round there."""
    meters: Meters
    """Meters, including the wagers of the round."""
    dynamic: dict[str, int]
    """Pays that the book drew for this round."""


class OwedRound(Record):
    """A round that is over here, for the book: what a jackpot's wagers came to, or why it is void."""

    link: str
    round: int
    wager: str
    hands: dict[str, str] = records.field(default_factory=dict)
    """By seat, the hands that the jackpot paid."""
    dealer: str = ""
    cents: int = 0
    void: str | None = None


@dataclass
class Booking:
    """Kept with the table."""

    rounds: dict[str, tuple[str, int]] = field(default_factory=dict)
    meters: Meters = field(default_factory=dict)
    owed: list[OwedRound] = field(default_factory=list)
    """Rounds that are over here and not yet in the book."""
    paid: list[OwedRound] = field(default_factory=list)
    """Results of wagers in the open round that were paid before its end."""

    def begin(self, booked: Booked) -> None:
        self.rounds, self.meters = dict(booked.rounds), booked.meters

    def finish(self, game: Game, state: State, settlement: Settlement, *, is_void: bool) -> None:
        """The round is over: note what to tell the book."""
        if is_void:
            self.paid = []
            self.abandon(settlement.void or "void")
            return
        self.owed += self._came_to(game, state, settlement, set(self.rounds))
        self.rounds, self.meters, self.paid = {}, {}, []

    def pay_early(self, game: Game, state: State, settlement: Settlement) -> None:
        """Some wagers are settled and paid while the round goes on."""
        wagers = {line.wager for line in settlement.lines} | {each.wager for each in settlement.awards}
        self.paid = self._came_to(game, state, settlement, wagers & set(self.rounds))

    def _came_to(self, game: Game, state: State, settlement: Settlement, wagers: set[str]) -> list[OwedRound]:
        found = []
        for wager, (link, number) in self.rounds.items():
            if wager in wagers:
                hands, dealer = winning_hands(game, state, settlement, wager)
                cents = sum(each.amount for each in settlement.awards if each.wager == wager)
                found.append(OwedRound(link=link, round=number, wager=wager, hands=hands, dealer=dealer, cents=cents))
        return found

    def abandon(self, reason: str) -> None:
        """The table no longer plays the round that the book has open; what was paid in it stays paid."""
        settled = {each.wager for each in self.paid}
        self.owed += self.paid
        self.owed += [
            OwedRound(link=link, round=number, wager=wager, void=reason)
            for wager, (link, number) in self.rounds.items()
            if wager not in settled
        ]
        self.rounds, self.meters, self.paid = {}, {}, []


def winning_hands(game: Game, state: State, settlement: Settlement, wager: str) -> tuple[dict[str, str], str]:
    """The hands that a jackpot paid, as the book reads them: the cards that the wager sees, and the dealer's."""
    sight = game.jackpot_sight(wager)
    won = {each.seat for each in settlement.awards if each.wager == wager and each.kind in ("meter", "fixed")}
    dealer = _cards(state, DEALER)[: sight.dealer]
    hands = {str(seat): " ".join(map(str, _cards(state, seat)[: sight.own])) for seat in sorted(won)}
    return hands, " ".join(map(str, dealer)) if hands and sight.dealer else ""


def _cards(state: State, seat: int) -> tuple[Any, ...]:
    return tuple(card for dealt in state.dealt if dealt.slot.seat == seat for card in dealt.cards)
