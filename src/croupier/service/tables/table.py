"""One table: who sits where, what they have put up, the round in progress, and how each command changes it.

Nothing here waits, writes or sends. A command either changes the table and says which chips move, or refuses with a
reason and changes nothing. ``kept`` and ``restore`` turn a table into text and back, in mid-round as well: the round is
played again from its wagers and decisions on the same shoe.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import orjson

from croupier.cards.shuffle import SystemSource
from croupier.errors import BadInput, CroupierError, IllegalAction
from croupier.play.dynamic import draw_for_round
from croupier.play.game import Action, Choose, Decision, Settled
from croupier.play.round import Round
from croupier.play.settlement import Settlement, settle_round
from croupier.play.stakes import place_stakes
from croupier.service.settings import Clock
from croupier.service.tables import chips
from croupier.service.tables.booking import Booked, Booking, meters_from, restored
from croupier.service.tables.names import told_apart
from croupier.service.tables.plan import AnnouncedTable
from croupier.service.tables.seats import BOT_NAMES, LEFT, Seat, Stale, Wagers, by_clock, said, within
from croupier.service.tables.shoes import KeptShoe
from croupier.stores.house import Transfer
from croupier.table import bots
from croupier.table.meters import PlayMeters
from croupier.units.money import format_money

Record = dict[str, Any]
LOG = 24


class Table:
    """A table of the house."""

    def __init__(self, plan: AnnouncedTable, clock: Clock, secret: str | None = None) -> None:
        self.plan = plan
        self.game = plan.game
        self.clock = clock
        self.shoe = KeptShoe(plan.game, secret)
        self.meters = PlayMeters(plan.game)
        self.seats: dict[int, Seat] = {}
        self.number = 1
        """The round that wagers are placed for, or that is being played."""
        self.round: Round | None = None
        self.dynamic: dict[str, int] = {}
        self.deadline: float | None = None
        """When the table moves by itself, in seconds of the epoch."""
        self.version = 0
        self.moves = 0
        """Counts every movement of chips at this table, so that each transfer has a name of its own."""
        self.keeps_bots = False
        """For a soak: bots play on without people."""
        self.log: list[str] = []
        self.last: Record | None = None
        """The last finished round as everyone may see it."""
        self.early: Settlement | None = None
        """What the documents settle before the hands are played, once it is settled."""
        self.paid: dict[int, tuple[int, int]] = {}
        """By seat, the stake and the net of side wagers that were paid while the round went on."""
        self._meters_now = self.meters.shown
        self._remainder: dict[str, Fraction] = {}
        self.booking = Booking()

    # Sitting down and getting up

    def seat_of(self, guest: str | None) -> int | None:
        """Where a guest sits."""
        return next((number for number, seat in self.seats.items() if guest and seat.guest == guest), None)

    def sit(self, number: int, guest: str, name: str) -> None:
        if not 1 <= number <= self.plan.seats:
            raise BadInput(f"seat {number} does not exist at this table", hint=f"seats are 1 to {self.plan.seats}")
        if number in self.seats:
            raise BadInput(f"seat {number} is taken by {self.seats[number].name}")
        name = told_apart(name, [seat.name for seat in self.seats.values()], number)
        self.seats[number] = Seat(name, guest)
        self.say(f"{name} sits down at seat {number}.")

    def add_bot(self, number: int | None = None) -> int:
        """A bot in the first open seat, or in the one named."""
        open_seats = [each for each in range(1, self.plan.seats + 1) if each not in self.seats]
        if not open_seats or (number is not None and number not in open_seats):
            raise BadInput("no seat is open for a bot" if not open_seats else f"seat {number} is not open")
        chosen = open_seats[0] if number is None else number
        taken = {seat.name for seat in self.seats.values()}
        name = next((each for each in BOT_NAMES if each not in taken), f"Bot {chosen}")
        self.seats[chosen] = Seat(name, None)
        self.say(f"{name} sits down at seat {chosen}.")
        return chosen

    def leave(self, number: int) -> tuple[Transfer, ...]:
        """Get up; wagers that are not in a round go back, and a hand in play is decided for."""
        seat = self.seats.pop(number)
        back = () if self._is_in_round(number) else self.move(seat, -sum(seat.wagers.values()), "wagers taken back")
        name = seat.name.removesuffix(LEFT)
        self.say(f"{name} leaves seat {number}.")
        if self._is_in_round(number):
            # The hand stays on the felt until the round is over, for the purse it came from.
            self.seats[number] = Seat(f"{name}{LEFT}", seat.guest, seat.wagers, True, {}, self.clock.away_rounds)
        self._without_people()
        return back

    def _without_people(self) -> None:
        """Bots are company: between rounds they go when the last person has gone."""
        if self.round is None and not self.people and not self.keeps_bots:
            self.seats.clear()

    def _is_in_round(self, number: int) -> bool:
        return self.round is not None and any(each.seat == number for each in self.round.state.stakes)

    # Wagers

    def put(
        self, number: int, wagers: Mapping[str, int], ready: bool, spare: int, round_number: int
    ) -> tuple[Transfer, ...]:
        """Replace a seat's wagers for the round to come; chips move to the felt or back."""
        if round_number != self.number or (self.round is not None):
            raise Stale("the bets of that round are closed")
        seat = self.seats[number]
        placed = {wager: cents for wager, cents in wagers.items() if cents}
        if placed:
            # A bonus wager may come before the base wager; its own amount is checked all the same.
            base = self.game.base_wager
            least = self.plan.limits[base].minimum
            place_stakes(self.game, {number: {base: least} | placed}, self.plan.limits)
        if ready and not placed.get(self.game.base_wager):
            title = self.game.rules.wager(self.game.base_wager).title
            raise BadInput(f"no {title} is wagered", hint=f"every hand needs its {title}")
        more = sum(placed.values()) - sum(seat.wagers.values())
        if more > spare:
            raise BadInput(f"{format_money(more)} more: you have {format_money(spare)} left to wager")
        seat.wagers, seat.is_ready = placed, ready
        if ready:
            seat.missed = 0
        return self.move(seat, more, f"wagers of round {self.number}")

    def move(self, seat: Seat, cents: int, why: str) -> tuple[Transfer, ...]:
        """Chips of a seat onto the felt, or back where the amount is below zero."""
        self.moves += 1
        return chips.staked(f"{self.plan.id}:{self.moves}", seat.purse, self.plan.id, cents, why)

    # The round

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats.values() if seat.guest is not None]

    def is_ready_to_deal(self, now: float) -> bool:
        """Everyone has wagered, or the time for it is up and somebody has."""
        if self.round is not None:
            return False
        people = self.people
        if not people:
            return self.keeps_bots and bool(self.seats)
        ready = [seat for seat in people if seat.is_ready]
        return bool(ready) and (len(ready) == len(people) or (self.deadline is not None and now >= self.deadline))

    def close_bets(self) -> tuple[Transfer, ...]:
        """No more wagers: whoever is not ready sits the round out."""
        base = self.game.base_wager
        stake = next((seat.wagers[base] for seat in self.people if seat.is_ready), self.plan.limits[base].minimum)
        moved: tuple[Transfer, ...] = ()
        for seat in self.seats.values():
            if seat.guest is None:
                seat.wagers, seat.is_ready = bots.bets(self.game, stake), True
                moved += self.move(seat, sum(seat.wagers.values()), f"wagers of round {self.number}")
            elif not seat.is_ready:
                seat.missed += 1
                if seat.wagers:
                    moved += self.move(seat, -sum(seat.wagers.values()), "not ready when the bets closed")
                    seat.wagers = {}
        return moved

    def deal(self, booked: Booked | None = None) -> tuple[Transfer, ...]:
        """Deal once the bets are closed. If the round is in a book, the meters are the book's."""
        placed = self._placed()
        self.dynamic = booked.dynamic if booked and booked.dynamic else draw_for_round(SystemSource(), self.game)
        self.round = Round.start(self.game, placed, deck=self.shoe.deck, limits=self.plan.limits, dynamic=self.dynamic)
        if booked is not None:
            self.booking.begin(booked)
        self._open_meters()
        self.say("Cards are dealt.")
        return self._pay_early()

    def _open_meters(self) -> None:
        """What the round pays from, with its wagers in."""
        self._meters_now, self._remainder = self.meters.after_bets(self._placed().values())
        self._meters_now = {**self._meters_now, **self.booking.meters}

    def _settled_early(self) -> Settlement | None:
        """Side wagers that the documents settle while the round continues; None where there are none."""
        assert self.round is not None
        lines, jackpots = self.round.reconciled
        if not lines and not jackpots:
            return None
        try:
            return settle_round(
                self.game, Settled(lines, jackpots), self._meters_now, self.meters.seeds, self.dynamic, None
            )
        except CroupierError:
            # What cannot be settled now is looked at again when the round is over.
            return None

    def _pay_early(self) -> tuple[Transfer, ...]:
        """Hand out what is settled by now and was not paid before."""
        early = self._settled_early()
        if early is None:
            return ()
        if self.early is None:
            self.say("Side wagers are settled on the first cards.")
        self.early = early
        due = {seat: (0, net) for seat, net in early.seats.items()}
        for line in early.lines:
            stake, net = due[line.seat]
            due[line.seat] = (stake + line.stake, net)
        stakes = {seat: stake - self.paid.get(seat, (0, 0))[0] for seat, (stake, _) in due.items()}
        nets = {seat: net - self.paid.get(seat, (0, 0))[1] for seat, (_, net) in due.items()}
        self.paid = due
        if self.round is not None:
            self.booking.pay_early(self.game, self.round.state, early)
        return self._hand_out(stakes, nets)

    def _hand_out(self, stakes: dict[int, int], nets: dict[int, int]) -> tuple[Transfer, ...]:
        self.moves += 1
        purses = {number: self.seats[number].purse for number in stakes}
        return chips.settled(f"{self.plan.id}:{self.moves}", self.plan.id, stakes, nets, purses)

    def _placed(self) -> dict[int, Wagers]:
        return {number: dict(seat.wagers) for number, seat in sorted(self.seats.items()) if seat.is_ready}

    @property
    def turn(self) -> Choose | None:
        return self.round.asked if self.round is not None else None

    @property
    def meters_shown(self) -> Mapping[str, Mapping[int, int]]:
        """What the displays show now: with this round's wagers, less what was won and paid already."""
        if self.round is None:
            return self.meters.shown
        return self._meters_now if self.early is None else {**self._meters_now, **self.early.meters}

    @property
    def decided(self) -> int:
        """How many decisions the round has seen: with its number, the version that an action carries."""
        return len(self.round.state.decisions) if self.round else 0

    def legal(self, spare: int) -> tuple[Action, ...]:
        """What the seat to act may do with the chips it has left."""
        if self.round is None:
            return ()
        return tuple(within(each, spare) for each in self.round.legal_actions if each.minimum <= spare)

    def act(self, number: int, text: str, spare: int, round_number: int, decided: int) -> tuple[Transfer, ...]:
        """The decision of the seat to act."""
        turn = self.turn
        if turn is None or round_number != self.number or decided != self.decided:
            raise Stale("the round has moved on")
        if turn.seat != number:
            raise IllegalAction(f"seat {number} decides out of turn", hint=f"seat {turn.seat} is to act")
        if self.seats[number].name.endswith(LEFT):
            raise Stale("you have left the table, and the clock decides for your hand")
        assert self.round is not None
        before = self.round.state
        self.round.act(text)
        decision = self.round.state.decisions[-1]
        if decision.amount > spare:
            # Played again without it: the round itself has no undo.
            self.round = self._played_again(before.decisions)
            raise BadInput(f"{decision}: you have {format_money(spare)} left to wager")
        seat = self.seats[number]
        seat.missed = 0
        self.say(f"Seat {number} {said(decision)}.")
        return self.move(seat, decision.amount, f"{decision.action} in round {self.number}") + self._pay_early()

    def act_for(self, number: int) -> tuple[Transfer, ...]:
        """The clock ran out: the seat stays in where that is free, and gives up where it is not."""
        assert self.round is not None
        action = by_clock(self.round.legal_actions)
        self.round.act(Decision(number, action.name, action.minimum))
        seat = self.seats[number]
        seat.missed += 1
        self.say(f"The clock decides for seat {number}: {action.name}.")
        moved = self.move(seat, action.minimum, f"{action.name} in round {self.number}, by the clock")
        return moved + self._pay_early()

    def act_bot(self, number: int) -> tuple[Transfer, ...]:
        assert self.round is not None
        decision = bots.decide(self.game, self.round.state, number, self.round.legal_actions)
        self.round.act(decision)
        self.say(f"Seat {number} {said(decision)}.")
        moved = self.move(self.seats[number], decision.amount, f"{decision.action} in round {self.number}")
        return moved + self._pay_early()

    def finish(self) -> tuple[Settlement, Record, tuple[Transfer, ...]]:
        """Settle a round that is over and open the next; one that cannot be settled is void."""
        assert self.round is not None
        played = self.round
        try:
            settlement = played.settle(self._meters_now, self.meters.seeds)
            self.meters.commit(settlement.meters, self._remainder)
        except CroupierError as problem:
            settlement = self._void(f"it cannot be settled: {problem.message}")
        transcript = played.transcript(settlement, self._meters_now, self.meters.seeds)
        stakes = {each.seat: sum(each.amounts) for each in played.state.stakes}
        for decision in played.state.decisions:
            stakes[decision.seat] += decision.amount
        paid = {number: self.paid.get(number, (0, 0)) for number in stakes}
        moved = self._hand_out(
            {number: cents - paid[number][0] for number, cents in stakes.items()},
            {number: settlement.seats.get(number, 0) - paid[number][1] for number in stakes},
        )
        for number in stakes:
            seat = self.seats[number]
            seat.last, seat.wagers, seat.is_ready = seat.wagers, {}, False
        self.booking.finish(self.game, played.state, settlement, is_void=bool(settlement.void) and not self.paid)
        self.say(f"Round {self.number} is {'void' if settlement.void else 'settled'}.")
        self.shoe.close(played)
        self.round, self.dynamic, self.early, self.paid = None, {}, None, {}
        self.number += 1
        for number in [number for number, seat in self.seats.items() if seat.missed >= self.clock.away_rounds]:
            gone = self.seats.pop(number)
            self.say(f"Seat {number} is open again: {gone.name.removesuffix(LEFT)} was away.")
        self._without_people()
        return settlement, transcript, moved

    def _void(self, reason: str) -> Settlement:
        """Stakes go back; side wagers that were settled stay settled, and the meters keep what they took of them."""
        assert self.round is not None
        if not self.paid:
            return self.round.void(reason, self.meters.shown)
        settlement = self.round.void(reason, self._meters_now, self.meters.seeds)
        self.meters.commit(settlement.meters, self._remainder)
        return settlement

    def _played_again(self, decisions: tuple[Decision, ...]) -> Round:
        again = Round.start(
            self.game, self._placed(), deck=self.shoe.deck, limits=self.plan.limits, dynamic=self.dynamic
        )
        for decision in decisions:
            again.act(decision)
        return again

    def say(self, words: str) -> None:
        """What everyone at the table hears, the newest first."""
        self.log = [words, *self.log][:LOG]

    # Keeping and restoring

    def kept(self) -> str:
        """The table as text, without the secret of its shoe."""
        return orjson.dumps(
            {
                "spec": str(self.game.configuration),
                "rulebook_hash": self.game.configuration.rulebook_hash,
                "number": self.number,
                "seats": self.seats,
                "decisions": [list(each) for each in self.round.state.decisions] if self.round else None,
                "dynamic": self.dynamic,
                "paid": self.paid,
                "dealt": self.shoe.deck.dealt,
                "shoes": self.shoe.shoes,
                "meters": self.meters.shown,
                "remainder": {wager: str(part) for wager, part in self.meters.remainder.items()},
                "booking": self.booking.kept,
                "deadline": self.deadline,
                "moves": self.moves,
                "log": self.log,
                "last": self.last,
                "version": self.version,
            },
            option=orjson.OPT_NON_STR_KEYS,
        ).decode()

    @classmethod
    def restore(cls, plan: AnnouncedTable, clock: Clock, state: str, secret: str) -> Table:
        """The table as it was kept, its round played again to where it stood."""
        kept: Record = orjson.loads(state)
        table = cls(plan, clock, secret)
        table.shoe.shoes, table.shoe.deck.dealt = kept["shoes"], kept["dealt"]
        table.meters.commit(
            meters_from(kept["meters"]), {wager: Fraction(part) for wager, part in kept["remainder"].items()}
        )
        table._meters_now = table.meters.shown
        table.number, table.moves, table.version = kept["number"], kept["moves"], kept["version"]
        table.seats = {int(number): Seat(**seat) for number, seat in kept["seats"].items()}
        table.log, table.last, table.deadline = kept["log"], kept["last"], kept["deadline"]
        table.dynamic, table.booking = kept["dynamic"], restored(kept.get("booking"))
        if kept["decisions"] is not None:
            table.round = table._played_again(tuple(Decision(*each) for each in kept["decisions"]))
            table._open_meters()
            table.paid = {int(number): (stake, net) for number, (stake, net) in kept.get("paid", {}).items()}
            table.early = table._settled_early() if table.paid else None
        return table
