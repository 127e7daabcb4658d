"""A side wager that stands alone, as a game of its own: the cards it sees are dealt, and it is settled.

A pair wager without the blackjack hand that it rides on is one. The play driver and the kernel play it
alike.
"""

from dataclasses import dataclass

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.kernels.cells import NO_METERS, Counts, Layout, Meters, lay_out
from croupier.kernels.graders import NoLookup
from croupier.kernels.philox import STREAM
from croupier.kernels.stream import Word
from croupier.play.game import DEALER, EVERYONE, BotRule, Declaration, Draw, Game, Settled, Slot, State, Turn, stay
from croupier.rulebook.configuration import Configuration
from croupier.sim.running import FromShoe
from croupier.sim.shoe_kernels import PairTables, cards_of_shoe, pair_tables, play_pairs

PAIRS = "pairs"
OWN, UP = 2, 1


class SideWager(Game):
    """The first side wager of a configuration, dealt from the configuration's shoe."""

    declares = Declaration("none", BotRule("there is nothing to decide", stay))

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(configuration, DECK * configuration.decks)
        self.only = self.bonus(self.base_wager)

    def most_cards(self, seats: int) -> int:
        return seats * self.only.seen.own + self.only.seen.dealer

    def turn(self, state: State) -> Turn:
        dealt = len(state.dealt)
        if dealt < len(state.stakes):
            return Draw(Slot(state.stakes[dealt].seat), self.only.seen.own, EVERYONE)
        if dealt == len(state.stakes) and self.only.seen.dealer:
            return Draw(Slot(DEALER, "up"), self.only.seen.dealer, EVERYONE)
        dealer = state.dealt[-1].cards if self.only.seen.dealer else ()
        hands = [
            (seat, amounts[0], dealt.cards) for (seat, amounts), dealt in zip(state.stakes, state.dealt, strict=False)
        ]
        if self.only.is_jackpot:
            return Settled((), tuple(self.only.claim(seat, stake, own, dealer) for seat, stake, own in hands))
        return Settled(tuple(self.only.settle(seat, stake, own, dealer) for seat, stake, own in hands), ())


@dataclass(frozen=True)
class PairSimulator(FromShoe, kernel=play_pairs):
    """The pair wager alone, ready to be run anywhere."""

    layout: Layout
    tables: PairTables
    seats: int
    decks: int
    game: SideWager | None  # For the dynamic pays of a single round; not needed to run.
    chunk: int = 1 << 20
    stream: str = STREAM

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        cells = self.layout.wagers[0]
        play_pairs(
            seed,
            first,
            count,
            self.seats,
            np.uint64(52 * self.decks),
            cells.first,
            cells.squares_at,
            self.tables,
            self.layout.nets,
            counts,
        )

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        return cards_of_shoe(OWN * self.seats + UP, self.decks, seed, number)


def pair_simulator(game: SideWager, seats: int, meters: Meters = NO_METERS) -> PairSimulator:
    """The kernel of a pair wager; NoLookup for any other side wager."""
    if (game.only.seen.family, game.only.seen.own, game.only.seen.dealer) != (PAIRS, OWN, UP):
        raise NoLookup(f"{game.rules.name}: {game.base_wager} has no lookup")
    tables, found = pair_tables(game, game.only, meters)
    layout = lay_out([(game.base_wager, found.outcomes)], seats)
    return PairSimulator(layout, tables, seats, game.configuration.decks, game)
