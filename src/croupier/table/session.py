"""People's time at one table in a terminal: their bankrolls, their slips, and every round written down.

The table itself is ``table``: here is who owns which chips, and who is asked. ``leave`` brings a round in progress to
its end whatever the moment. Nothing here prints; what is shown is in ``screen``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput, CroupierError
from croupier.play.dynamic import Boosted
from croupier.play.game import Action, Decision, Game, State
from croupier.play.live import PreparedDeck
from croupier.play.round import Round
from croupier.play.settlement import Settlement
from croupier.play.stakes import Limits
from croupier.play.views import view
from croupier.stores.house import Transfer
from croupier.table import bots, chips
from croupier.table.archive import Archive
from croupier.table.clock import UNHURRIED
from croupier.table.meters import PlayMeters
from croupier.table.seen import WATCHER
from croupier.table.slip import Slip, check_chips, check_spots
from croupier.table.table import AnnouncedTable, FinishedRound, Table

YOU: Final = "you"
"""The only person at the table."""


class WrittenRound(NamedTuple):
    """A finished round of the people's, and where it is written down."""

    number: int
    state: State
    settlement: Settlement
    net: int
    """What the people's seats won or lost, all together."""
    path: Path | None


@dataclass
class Player:
    """A person at the table: some seats and a bankroll of play chips."""

    name: str
    seats: tuple[int, ...]
    chips: int
    """Those that do not lie on the felt."""
    bought_in: int
    felt: int = 0

    @property
    def bankroll(self) -> int:
        return self.chips + self.felt

    @property
    def net(self) -> int:
        """What the session has brought."""
        return self.bankroll - self.bought_in


class Session:
    """People with their seats and their bankrolls, bots in the other seats."""

    def __init__(
        self,
        game: Game,
        own: Sequence[int],
        seats: Sequence[int],
        bankroll: int,
        meters: PlayMeters,
        archive: Archive,
        seed: str | None = None,
        limits: Limits | None = None,
        *,
        names: Mapping[int, str] | None = None,
        strategies: Mapping[int, bots.Strategy] | None = None,
    ) -> None:
        """``names`` says who sits in which of the ``own`` seats, where several people play; each has a bankroll."""
        self.game = game
        self.own = tuple(own)
        """The seats of people; all others are bots'."""
        self.seats = tuple(seats)
        named = names or dict.fromkeys(self.own, YOU)
        self.players = tuple(
            Player(name, tuple(seat for seat in self.own if named[seat] == name), bankroll, bankroll)
            for name in dict.fromkeys(named[seat] for seat in self.own)
        )
        self.asked = self.players[0]
        """Who is asked now, and may see what only they may see."""
        self.strategies = {seat: bots.RULE for seat in self.seats if seat not in self.own} | dict(strategies or {})
        """How the bot in each seat decides."""
        self.archive = archive
        self.seed = seed
        self.finished = 0
        self.voided = 0
        self.slip = Slip()
        source = None if seed is None else SeededSource(seed)
        plan = AnnouncedTable("terminal", game, limits or {}, max(self.seats))
        self.table = Table(plan, UNHURRIED, source=source, meters=meters, players=dict(named))
        for seat in self.own:
            self.table.sit(seat, named[seat], named[seat])
        for seat, strategy in self.strategies.items():
            self.table.add_bot(seat, strategy.name)

    def open(self) -> None:
        """Open the next round for wagers, its deck already shuffled."""
        self.slip.clear()

    @property
    def number(self) -> int:
        """The round that wagers are placed for, or that is being played."""
        return self.table.number

    @property
    def limits(self) -> Limits:
        """What the table has posted."""
        return self.table.plan.limits

    @property
    def meters(self) -> PlayMeters:
        return self.table.meters

    @property
    def boosted(self) -> Boosted:
        """Pays that were drawn for this round alone."""
        return self.table.dynamic

    @property
    def deck(self) -> PreparedDeck:
        """What the next round is dealt from."""
        return self.table.shoe.deck

    def player_of(self, seat: int) -> Player:
        """Who sits there."""
        return next(player for player in self.players if seat in player.seats)

    @property
    def bankroll(self) -> int:
        """The chips of all people together."""
        return sum(player.bankroll for player in self.players)

    @property
    def bought_in(self) -> int:
        return sum(player.bought_in for player in self.players)

    @property
    def at_stake(self) -> int:
        """What the player who is asked has put up in this round."""
        return self.asked.felt

    @property
    def left(self) -> int:
        """The chips that the player who is asked has not at stake."""
        return self.left_of(self.asked)

    def left_of(self, player: Player) -> int:
        """The chips that lie neither on the felt nor, before the deal, on a slip."""
        on_slips = 0 if self.table.round else sum(sum(self.slip.of(seat).values()) for seat in player.seats)
        return player.chips - on_slips

    @property
    def is_broke(self) -> bool:
        return not self.solvent_seats

    @property
    def solvent_seats(self) -> tuple[int, ...]:
        """The seats of people who can still wager."""
        least = self.game.stake_rules[self.game.base_wager].grain
        return tuple(seat for player in self.players if player.bankroll >= least for seat in player.seats)

    def place(self, seat: int, wager: str, cents: int) -> None:
        """Put an amount on a wager, in the place of what was there."""
        if cents == 0:
            raise BadInput(f"{wager} 0 is not a wager", hint=f"to take it back: clear {wager}")
        own = self.slip.of(seat)
        check_chips(wager, cents, self.left_of(self.player_of(seat)) + own.get(wager, 0))
        own[wager] = cents
        check_spots(self.game, self.limits, seat, own)
        self.slip.put(seat, own)

    def clear(self, seat: int, wager: str | None) -> None:
        """Take back one wager, or all of a seat's."""
        own = self.slip.of(seat)
        if not own or (wager and wager not in own):
            raise BadInput(f"there is nothing on {wager or 'any wager'}")
        self.slip.put(seat, {name: cents for name, cents in own.items() if wager and name != wager})

    def repeat(self, seat: int) -> None:
        """The wagers of the last round once more."""
        last = self.table.seats[seat].last
        if not last:
            raise BadInput("there is no earlier round to repeat")
        spare = self.left_of(self.player_of(seat)) + sum(self.slip.of(seat).values())
        check_chips("the same again", sum(last.values()), spare)
        self.slip.put(seat, last)

    def deal(self) -> None:
        """Close the bets and deal; a slip that the game refuses stays as it is."""
        wagers = self.slip.seats
        if not wagers:
            raise BadInput(f"no {self.game.base_wager} is wagered", hint=f"as in: {self.game.base_wager} 10")
        moved: tuple[Transfer, ...] = ()
        try:
            for seat, own in wagers.items():
                moved += self.table.put(seat, own, True, self.player_of(seat).chips, self.number)
            moved += self.table.close_bets()
        except CroupierError:
            for seat in wagers:
                self.table.put(seat, {}, False, 0, self.number)
            raise
        self._apply((*moved, *self.table.deal()))

    def _apply(self, moved: Iterable[Transfer]) -> None:
        """Chips onto the felt and back into their purses."""
        purses = {chips.guest_account(player.name): player for player in self.players}
        for transfer in moved:
            for account, cents in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
                if account in purses:
                    purses[account].chips += cents
        for player in self.players:
            player.felt = self.table.on_felt(player.seats)

    @property
    def has_hidden_cards(self) -> bool:
        """Whether somebody's cards lie face down for everybody else."""
        open_to_all = view(self.playing.state, WATCHER).slots
        return any(each.cards is None and each.slot.seat in self.own for each in open_to_all)

    @property
    def playing(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def settled_early(self) -> Settlement | None:
        """What the documents settle before the hands are played; None where nothing is."""
        return None if self.playing.is_over else self.table.early

    def play_bots(self) -> None:
        """Let the bots decide up to the next turn of a person."""
        while (turn := self.table.turn) is not None and turn.seat not in self.own:
            self._apply(self.table.act_bot(turn.seat))

    def actions(self) -> tuple[Action, ...]:
        """The legal actions that the player's chips allow."""
        return self.table.legal(self.left)

    def out_of_reach(self) -> tuple[Action, ...]:
        """Legal actions that cost more than the player has left."""
        return tuple(action for action in self.playing.legal_actions if action.minimum > self.left)

    def act(self, decision: Decision) -> None:
        self._apply(self.table.act(decision.seat, decision, self.left, self.number, self.table.decided))

    def base_stake(self, seat: int) -> int:
        return next(each.amounts[0] for each in self.playing.state.stakes if each.seat == seat)

    def finish(self) -> WrittenRound:
        """Settle a round that is over; one that cannot be settled is void."""
        return self._written(self.table.finish())

    def void(self, reason: str) -> WrittenRound:
        """Everything goes back; side wagers that were settled on the first cards stay settled."""
        return self._written(self.table.void(reason))

    def _written(self, done: FinishedRound) -> WrittenRound:
        self._apply(done.moved)
        self.finished += 1
        self.voided += done.settlement.void is not None
        net = sum(done.settlement.seats.get(seat, 0) for seat in self.own)
        path = self.archive.save(done.number, done.transcript)
        return WrittenRound(done.number, done.state, done.settlement, net, path)

    def leave(self, reason: str) -> WrittenRound | None:
        """The player has gone: a round in progress is settled if it is over, and void if it is not."""
        if self.table.round is None:
            return None
        return self.finish() if self.table.round.is_over else self.void(reason)
