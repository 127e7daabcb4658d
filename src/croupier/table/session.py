"""People's time at one table: their bankrolls, their wagers, and the life of each round.

A round is open for wagers, then dealt, then settled or void, and there is nothing in between: ``leave`` brings a round
in progress to one of the two whatever the moment. Nothing here prints; what is shown is in ``screen``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from croupier.cards.shuffle import RandomSource, SeededSource, SystemSource
from croupier.errors import BadInput, CroupierError
from croupier.play.dynamic import Boosted, draw_for_round
from croupier.play.game import Action, Choose, Decision, Game, Settled, State
from croupier.play.live import PreparedDeck
from croupier.play.round import Round
from croupier.play.settlement import Settlement, settle_round
from croupier.play.shoes import ShoeTable
from croupier.play.stakes import Limits, place_stakes
from croupier.table import bots
from croupier.table.archive import Archive
from croupier.table.meters import PlayMeters
from croupier.table.slip import Slip, Wagers
from croupier.units.money import format_money

YOU: Final = "you"
"""The only person at the table."""


class FinishedRound(NamedTuple):
    """A finished round: what it came to, and where it is written down."""

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
    bankroll: int
    bought_in: int

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
        self.meters = meters
        self.archive = archive
        self.seed = seed
        self.limits: Limits = limits or {}
        """What the table has posted."""
        self.number = 0
        self.finished = 0
        self.voided = 0
        self.slip = Slip()
        self.round: Round | None = None
        self.boosted: Boosted = {}
        """Pays that were drawn for this round alone."""
        self._source: RandomSource = SystemSource() if seed is None else SeededSource(seed)
        self._shoes = ShoeTable(game, None if seed is None else self._source)
        self._last: dict[int, Wagers] = {}
        self._players = dict(named)
        self._meters_now = meters.shown
        self._remainder: dict[str, Fraction] = {}

    def open(self) -> None:
        """Open the next round for wagers, its deck already shuffled."""
        self.number += 1
        self.slip.clear()

    @property
    def deck(self) -> PreparedDeck:
        """What the next round is dealt from."""
        return self._shoes.deck

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
        return self._at_stake(self.asked)

    def _at_stake(self, player: Player) -> int:
        if self.round is None:
            return sum(sum(self.slip.of(seat).values()) for seat in player.seats)
        state = self.round.state
        stakes = sum(sum(each.amounts) for each in state.stakes if each.seat in player.seats)
        return stakes + sum(each.amount for each in state.decisions if each.seat in player.seats)

    @property
    def left(self) -> int:
        """The chips that the player who is asked has not at stake."""
        return self.left_of(self.asked)

    def left_of(self, player: Player) -> int:
        return player.bankroll - self._at_stake(player)

    @property
    def is_broke(self) -> bool:
        return not self.solvent_seats

    @property
    def solvent_seats(self) -> tuple[int, ...]:
        """The seats of people who can still wager."""
        return tuple(seat for player in self.players if player.bankroll >= self._grain for seat in player.seats)

    def place(self, seat: int, wager: str, cents: int) -> None:
        """Put an amount on a wager, in the place of what was there."""
        if cents == 0:
            raise BadInput(f"{wager} 0 is not a wager", hint=f"to take it back: clear {wager}")
        own = self.slip.of(seat)
        spare = self.left_of(self.player_of(seat)) + own.get(wager, 0)
        if cents > spare:
            raise _too_little(wager, cents, spare)
        own[wager] = cents
        # A bonus wager may be placed before the base wager; its own amount is checked all the same.
        placed = own if self.game.base_wager in own else {self.game.base_wager: self._least_base()} | own
        place_stakes(self.game, {seat: placed}, self.limits)
        self.slip.put(seat, own)

    def _least_base(self) -> int:
        """A base wager that the table takes, for checking another wager before it is there."""
        posted = self.limits.get(self.game.base_wager)
        return max(posted.minimum, posted.step) if posted else 100 * self._grain

    @property
    def _grain(self) -> int:
        return self.game.stake_rules[self.game.base_wager].grain

    def clear(self, seat: int, wager: str | None) -> None:
        """Take back one wager, or all of a seat's."""
        own = self.slip.of(seat)
        if not own or (wager and wager not in own):
            raise BadInput(f"there is nothing on {wager or 'any wager'}")
        self.slip.put(seat, {name: cents for name, cents in own.items() if wager and name != wager})

    def repeat(self, seat: int) -> None:
        """The wagers of the last round once more."""
        last = self._last.get(seat)
        if not last:
            raise BadInput("there is no earlier round to repeat")
        spare = self.left_of(self.player_of(seat)) + sum(self.slip.of(seat).values())
        if sum(last.values()) > spare:
            raise _too_little("the same again", sum(last.values()), spare)
        self.slip.put(seat, last)

    def deal(self) -> None:
        """Close the bets and deal; a slip that the game refuses stays as it is."""
        wagers = self.slip.seats
        if not wagers:
            raise BadInput(f"no {self.game.base_wager} is wagered", hint=f"as in: {self.game.base_wager} 10")
        base = next((own.get(self.game.base_wager, 0) for own in wagers.values()), 0)
        placed = dict(wagers)
        if base:
            placed |= {seat: bots.bets(self.game, base) for seat in self.seats if seat not in self.own}
        place_stakes(self.game, placed, self.limits)
        self.boosted = draw_for_round(self._source, self.game)
        self.round = Round.start(
            self.game, placed, deck=self.deck, limits=self.limits, dynamic=self.boosted, players=self._players
        )
        self._last = wagers
        self._meters_now, self._remainder = self.meters.after_bets(placed.values())

    @property
    def has_hidden_cards(self) -> bool:
        """Whether somebody's cards lie face down for everybody else."""
        return any(each.seen_by in self.own for each in self.playing.state.dealt)

    @property
    def playing(self) -> Round:
        assert self.round is not None
        return self.round

    def settled_early(self) -> Settlement | None:
        """What the documents settle before the hands are played; None where nothing is."""
        lines, jackpots = self.playing.reconciled
        if (not lines and not jackpots) or self.playing.is_over:
            return None
        early = Settled(lines, jackpots)
        return settle_round(self.game, early, self._meters_now, self.meters.seeds, self.boosted, self._players)

    def play_bots(self) -> None:
        """Let the bots decide up to the next turn of a person."""
        current = self.playing
        while isinstance(turn := current.turn, Choose) and turn.seat not in self.own:
            asked = turn._replace(actions=current.legal_actions)
            current.act(self.strategies[turn.seat].decide(self.game, current.state, asked, self._source))

    def actions(self) -> tuple[Action, ...]:
        """The legal actions that the player's chips allow."""
        return tuple(_within(action, self.left) for action in self.playing.legal_actions if action.minimum <= self.left)

    def out_of_reach(self) -> tuple[Action, ...]:
        """Legal actions that cost more than the player has left."""
        return tuple(action for action in self.playing.legal_actions if action.minimum > self.left)

    def act(self, decision: Decision) -> None:
        if decision.amount > self.left:
            raise _too_little(decision.action, decision.amount, self.left)
        self.playing.act(decision)

    def base_stake(self, seat: int) -> int:
        return next(each.amounts[0] for each in self.playing.state.stakes if each.seat == seat)

    def finish(self) -> FinishedRound:
        """Settle a round that is over; one that cannot be settled is void."""
        current = self.playing
        try:
            settlement = current.settle(self._meters_now, self.meters.seeds)
        except CroupierError as problem:
            return self.void(f"it cannot be settled: {problem.message}")
        record = current.transcript(settlement, self._meters_now, self.meters.seeds)
        net = self._pay(settlement)
        self._close()
        self.meters.commit(settlement.meters, self._remainder)
        return FinishedRound(self.number, current.state, settlement, net, self.archive.save(self.number, record))

    def void(self, reason: str) -> FinishedRound:
        """Everything goes back: stakes, what was put up since, and what the meters took.

        Side wagers that were settled on the first cards stay settled, and the meters keep what they took of them.
        """
        current = self.playing
        is_kept = any(current.reconciled)
        meters = self._meters_now if is_kept else self.meters.shown
        settlement = current.void(reason, meters, self.meters.seeds)
        record = current.transcript(settlement, meters, self.meters.seeds)
        net = self._pay(settlement)
        self._close()
        self.voided += 1
        if is_kept:
            self.meters.commit(settlement.meters, self._remainder)
        return FinishedRound(self.number, current.state, settlement, net, self.archive.save(self.number, record))

    def _pay(self, settlement: Settlement) -> int:
        """Everybody's chips after the round; what they won or lost together."""
        nets = [(player, sum(settlement.seats.get(seat, 0) for seat in player.seats)) for player in self.players]
        for player, net in nets:
            player.bankroll += net
        return sum(net for _, net in nets)

    def _close(self) -> None:
        self._shoes.close(self.playing)
        self.round = None
        self.finished += 1

    def leave(self, reason: str) -> FinishedRound | None:
        """The player has gone: a round in progress is settled if it is over, and void if it is not."""
        if self.round is None:
            return None
        return self.finish() if self.round.is_over else self.void(reason)


def _within(action: Action, chips: int) -> Action:
    if action.maximum <= chips:
        return action
    return action._replace(maximum=action.minimum + (chips - action.minimum) // action.step * action.step)


def _too_little(what: str, cents: int, spare: int) -> BadInput:
    return BadInput(f"{what} {format_money(cents)}: you have {format_money(spare)} left to wager")
