"""The jackpots of a table: play meters, which start at a sample seed, grow by a sample part of each wager and are
reseeded after a win; or a round in a book, which pays from the book's meters, and whose result is kept with the table,
in the same commit as its settlement, until the book has it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from croupier import records
from croupier.cards.cards import Card
from croupier.play.awards import Meters
from croupier.play.game import DEALER, Game, State
from croupier.play.settlement import Settlement
from croupier.records import Record
from croupier.rulebook.rules import UNIT_CENTS

SAMPLE_SEEDS = (1_000_000, 250_000, 50_000)  # Cents by level, for a $1 wager.
SAMPLE_RATE = Fraction(18, 100)  # The part of each wager that goes to the meters, shared evenly by the levels.

Given = Mapping[str, Mapping[int, int]]
"""By wager, what its meters begin with, by level; a level that is not named begins at its seed."""


class PlayMeters:
    """What the displays show, from round to round."""

    def __init__(self, game: Game, given: Given | None = None) -> None:
        given = given or {}
        self.jackpots = tuple(wager for wager in game.wagers if game.stake_rules[wager].is_jackpot)
        self.grows = not game.configuration.is_house_jackpot
        self.seeds: Meters = {}
        self.shown: Meters = {}
        self.remainder: dict[str, Fraction] = {}
        """By wager, the part of a cent that waits for the next round."""
        for wager in self.jackpots:
            scale = Fraction(game.configuration.fixed_stake(wager), UNIT_CENTS)
            if game.configuration.choice("scale_seed", wager) == "no":
                scale = Fraction(1)
            levels = game.configuration.tables[wager].meters
            seeds = [int(SAMPLE_SEEDS[min(level, len(SAMPLE_SEEDS) - 1)] * scale) for level in range(levels)]
            self.seeds[wager] = dict(enumerate(seeds, 1))
            self.shown[wager] = self.seeds[wager] | {**given.get(wager, {})}

    def after_bets(self, wagers: Iterable[Mapping[str, int]]) -> tuple[Meters, dict[str, Fraction]]:
        """The displays with this round's wagers in them, and the parts of a cent that wait for the next."""
        grown = {wager: dict(levels) for wager, levels in self.shown.items()}
        remainder = dict(self.remainder)
        placed = list(wagers)
        for wager in self.jackpots if self.grows else ():
            levels = grown[wager]
            staked = sum(own.get(wager, 0) for own in placed)
            share = remainder.get(wager, Fraction(0)) + staked * SAMPLE_RATE / len(levels)
            for level in levels:
                levels[level] += int(share)
            remainder[wager] = share - int(share)
        return grown, remainder

    def commit(self, after: Meters, remainder: dict[str, Fraction]) -> None:
        """The round is settled: this is what the displays show now."""
        self.shown = {wager: dict(levels) for wager, levels in after.items()}
        self.remainder = remainder


class Booked(NamedTuple):
    """A round that the book has opened and locked."""

    rounds: dict[str, tuple[str, int]]  # By wager its link, and the number of the round there.
    meters: Meters  # Meters, including the wagers of the round.
    dynamic: dict[str, int]  # Pays that the book drew for this round.


class OwedRound(Record):
    """A round that is over here, for the book: what a jackpot's wagers came to, or why it is void."""

    link: str
    round: int
    wager: str
    hands: dict[str, str] = records.field(default_factory=dict)  # By seat, the hands that the jackpot paid.
    dealer: str = ""
    cents: int = 0
    void: str | None = None


@dataclass
class Booking:
    """Kept with the table."""

    rounds: dict[str, tuple[str, int]] = field(default_factory=dict)
    meters: Meters = field(default_factory=dict)
    owed: list[OwedRound] = field(default_factory=list)  # Rounds that are over here and not yet in the book.
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
        wagers = {line.wager for line in settlement.lines} | {award.wager for award in settlement.awards}
        self.paid = self._came_to(game, state, settlement, wagers & set(self.rounds))

    def _came_to(self, game: Game, state: State, settlement: Settlement, wagers: set[str]) -> list[OwedRound]:
        found = []
        for wager, (link, number) in self.rounds.items():
            if wager in wagers:
                hands, dealer = winning_hands(game, state, settlement, wager)
                cents = sum(award.amount for award in settlement.awards if award.wager == wager)
                found.append(OwedRound(link=link, round=number, wager=wager, hands=hands, dealer=dealer, cents=cents))
        return found

    def abandon(self, reason: str) -> None:
        """The table no longer plays the round that the book has open; what was paid in it stays paid."""
        settled = {line.wager for line in self.paid}
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
    won = {award.seat for award in settlement.awards if award.wager == wager and award.kind in ("meter", "fixed")}
    dealer = _cards(state, DEALER)[: sight.dealer]
    hands = {str(seat): " ".join(map(str, _cards(state, seat)[: sight.own])) for seat in sorted(won)}
    return hands, " ".join(map(str, dealer)) if hands and sight.dealer else ""


def _cards(state: State, seat: int) -> tuple[Card, ...]:
    return tuple(card for dealt in state.dealt if dealt.slot.seat == seat for card in dealt.cards)
