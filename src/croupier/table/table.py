"""The one table machine, under the terminal and the house. A command changes the table and says which chips move, or
refuses and changes nothing; nothing here waits, writes or sends. ``kept`` and ``restore`` turn a table into text and
back, in mid-round too, its round played again on the same shoe. What chance said of a shoe is the table's secret."""

import json
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from croupier import records, units
from croupier.cards.shuffle import RandomSource, SystemSource
from croupier.errors import BadInput, CheckFailed, CroupierError, IllegalAction
from croupier.play import dealing, documents, round
from croupier.play.game import Action, Choose, Decision, Game, Settled, State
from croupier.play.settlement import Settlement, settle_round
from croupier.play.stakes import Limits, check_together, place_stakes
from croupier.rulebook.configuration import Configuration
from croupier.stores.house import Transfer
from croupier.table import bots, chips, view
from croupier.table.jackpots import Booked, Booking, PlayMeters
from croupier.table.seats import BOT_NAMES, LEFT, Seat, Stale, Wagers, by_clock, told, told_apart, within

SCHEMA: Final = 1
LOG = 24


class AnnouncedTable(NamedTuple):
    """One table as it is announced."""

    id: str
    game: Game
    limits: Limits
    seats: int
    felt: str = ""

    @property
    def configuration(self) -> Configuration:
        return self.game.configuration


class FinishedRound(NamedTuple):
    """A round that is over: what it came to, its transcript, and the chips that were handed back."""

    number: int
    state: State
    settlement: Settlement
    transcript: documents.Json
    moved: tuple[Transfer, ...]
    root: str | None  # What the table had committed to.
    dice: tuple[int, ...]
    dynamic: dict[str, int]  # Pays that were drawn for this round alone.
    names: dict[int, str]  # By seat, who was in it.
    clocked: tuple[int, ...]  # Which of its decisions the clock took.


class KeptTable(records.Record):
    """A table as it is kept between two changes, without the secret of its shoe."""

    schema: int
    spec: str
    game_hash: str
    number: int
    seats: dict[int, Seat]
    decisions: list[Decision] | None
    clocked: list[int]
    dynamic: dict[str, int]
    paid: dict[int, tuple[int, int]]
    dealt: int
    rounds: int  # How many rounds were dealt from the shoe.
    shoes: int
    meters: dict[str, dict[int, int]]
    remainder: dict[str, Fraction]
    booking: Booking
    deadline: float | None
    moves: int
    log: list[str]
    last: view.FinishedView | None
    version: int


def read_kept(state: str, id: str) -> KeptTable:
    """A table's text as a record; BadInput where another version wrote it."""
    try:
        return records.decode_kept(KeptTable, state, f"table {id} as it was kept", SCHEMA)
    except BadInput as other:
        hint = "open the house on another database, or with the version that wrote it"
        raise BadInput(other.message, hint=hint) from None


class Clock(NamedTuple):
    """How long a table waits, in seconds; the stated rule for a player who has left."""

    wagers: float = 40.0
    """From the first wager that is ready to the deal; whoever is not ready by then sits the round out."""
    decision: float = 30.0  # For one decision; then the table decides for the seat, by the rule it states.
    bot: float = 1.1  # About how long a bot thinks, so that people can follow; now shorter, now longer.
    settled: float = 6.0  # How long a settled round of bots alone is shown before they are dealt the next.
    away_rounds: int = 3
    """A seat that sat out or was decided for this often in a row is not waited for; without a page it is open again."""
    idle: float = 300.0
    """After this long without a wager or an open page a seat is open again, also at a table that deals nothing."""
    idle_watching: float = 1800.0  # The same where a page of theirs is open.


UNHURRIED: Final = Clock(away_rounds=sys.maxsize)  # Of a table whose people are asked one after the other.


def check_spots(game: Game, limits: Limits, seat: int, wagers: Mapping[str, int]) -> None:
    """Amounts that the table takes. A wager may come before the one it needs; its amount is checked all the same."""
    if wagers:
        missing = {} if any(wagers.get(wager) for wager in game.standing) else {game.base_wager: _least(game, limits)}
        for wager in wagers:
            needs = game.stake_rules[wager].requires if wager in game.stake_rules else None
            if needs and not wagers.get(needs):
                missing[needs] = wagers[wager] if game.stake_rules[wager].equals else _least(game, limits, needs)
        place_stakes(game, {seat: game.completed(missing | dict(wagers))}, limits)


def check_hand(game: Game, seat: int, wagers: Mapping[str, int]) -> None:
    """A hand that is to be dealt has the wager that every hand needs."""
    if not any(wagers.get(wager) for wager in game.standing):
        title = " or ".join(game.rules.wager(wager).title for wager in game.standing)
        raise BadInput(
            f"seat {seat} has no {title} yet", hint=f"every hand needs its {title}, as in: {game.base_wager} 10"
        )
    check_together(game, seat, wagers)


def check_chips(what: str, cents: int, spare: int) -> None:
    """Nobody puts up what they do not have."""
    if cents > spare:
        raise BadInput(f"{what} {units.format_money(cents)}: you have {units.format_money(spare)} left to wager")


def _least(game: Game, limits: Limits, wager: str | None = None) -> int:
    """A wager that the table takes, the base wager by default, for checking another before it is there."""
    name = wager or game.base_wager
    posted = limits.get(name)
    return max(posted.minimum, posted.step) if posted else 100 * game.stake_rules[name].grain


class Table:
    """One table, dealt round after round."""

    def __init__(
        self,
        plan: AnnouncedTable,
        clock: Clock,
        secret: str | None = None,
        *,
        source: RandomSource | None = None,
        meters: PlayMeters | None = None,
        players: Mapping[int, str] | None = None,
    ) -> None:
        """A live table, or one that a source repeats; ``players`` says which spots belong to one person."""
        self.plan = plan
        self.game = plan.game
        self.clock = clock
        self.shoe = KeptShoe(plan.game, secret, source)
        self.meters = meters or PlayMeters(plan.game)
        self._source: RandomSource = source or SystemSource()
        self._players = players
        self.seats: dict[int, Seat] = {}
        self.number = 1
        """The round that wagers are placed for, or that is being played."""
        self.round: round.Round | None = None
        self.dynamic: dict[str, int] = {}
        self.clocked: list[int] = []
        """Which decisions of the round, counted from 0, the clock took."""
        self.deadline: float | None = None
        """When the table moves by itself, in seconds of the epoch."""
        self.version = 0
        self.moves = 0
        """Counts every movement of chips at this table, so that each transfer has a name of its own."""
        self.watching: set[str] | None = None
        """Whose pages are open, where that is known; a stranger's is the empty name."""
        self.keeps_bots = False
        """For a soak: bots play on without people."""
        self.residents = 0
        """Bots of the house: they stay when the last person has gone, and play while somebody looks."""
        self.log: list[str] = []
        self.last: view.FinishedView | None = None
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
        return next((number for number, seat in self.seats.items() if guest and seat.guest == guest), None)

    def sit(self, number: int, guest: str, name: str) -> None:
        if not 1 <= number <= self.plan.seats:
            raise BadInput(f"seat {number} does not exist at this table", hint=f"seats are 1 to {self.plan.seats}")
        if number in self.seats:
            raise BadInput(f"seat {number} is taken by {self.seats[number].name}")
        name = told_apart(name, [seat.name for seat in self.seats.values()], number)
        self.seats[number] = Seat(name, guest)
        self.say(f"{name} sits down at seat {number}.")

    def add_bot(self, number: int | None = None, strategy: str = bots.RULE.name) -> int:
        """A bot in the first open seat, or in the one named."""
        open_seats = [seat for seat in range(1, self.plan.seats + 1) if seat not in self.seats]
        if not open_seats or (number is not None and number not in open_seats):
            raise BadInput("no seat is open for a bot" if not open_seats else f"seat {number} is not open")
        chosen = open_seats[0] if number is None else number
        taken = {seat.name for seat in self.seats.values()}
        name = next((bot for bot in BOT_NAMES if bot not in taken), f"Bot {chosen}")
        self.seats[chosen] = Seat(name, None, strategy=strategy)
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
        self.keep_company()
        return back

    def keep_company(self) -> None:
        """Between rounds the bots that people brought go with the last person, and the house's own come back."""
        if self.round is None and not self.people and not self.keeps_bots:
            for number in list(self.seats)[self.residents :]:
                del self.seats[number]
            while len(self.seats) < self.residents:
                self.add_bot()

    def _is_in_round(self, number: int) -> bool:
        return self.round is not None and any(stake.seat == number for stake in self.round.state.stakes)

    # Wagers

    def put(
        self, number: int, wagers: Mapping[str, int], ready: bool, spare: int, round_number: int
    ) -> tuple[Transfer, ...]:
        """Replace a seat's wagers for the round to come; chips move to the felt or back."""
        if round_number != self.number or (self.round is not None):
            raise Stale("the bets of that round are closed")
        seat = self.seats[number]
        placed = self.game.completed({wager: cents for wager, cents in wagers.items() if cents})
        check_spots(self.game, self.plan.limits, number, placed)
        if ready:
            check_hand(self.game, number, placed)
        more = sum(placed.values()) - sum(seat.wagers.values())
        check_chips("another", more, spare)
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

    def close_bets(self) -> tuple[Transfer, ...]:
        """No more wagers: whoever is not ready sits the round out."""
        ready = next((seat.wagers for seat in self.people if seat.is_ready), {})
        company = bots.bets(self.game, self.plan.limits, ready)
        placed = {
            number: company if seat.guest is None else seat.wagers
            for number, seat in sorted(self.seats.items())
            if seat.is_ready or seat.guest is None
        }
        place_stakes(self.game, placed, self.plan.limits)
        moved: tuple[Transfer, ...] = ()
        for seat in self.seats.values():
            if seat.guest is None:
                seat.wagers, seat.is_ready = dict(company), True
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
        drawn = self.shoe.deck.drawn
        self.dynamic = dict(drawn.pays) if drawn else {}
        if booked is not None and booked.dynamic not in ({}, self.dynamic):
            raise CheckFailed("the book has drawn other pays than the table has committed to")
        self.round = self._started(placed)
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
                self.game, Settled(lines, jackpots), self._meters_now, self.meters.seeds, self.dynamic, self._players
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

    def on_felt(self, seats: Sequence[int]) -> int:
        """What these seats have put up and was not handed back yet."""
        if self.round is None:
            return sum(sum(self.seats[seat].wagers.values()) for seat in seats)
        state = self.round.state
        staked = sum(sum(stake.amounts) for stake in state.stakes if stake.seat in seats)
        staked += sum(decision.amount for decision in state.decisions if decision.seat in seats)
        return staked - sum(self.paid.get(seat, (0, 0))[0] for seat in seats)

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
        return tuple(within(action, spare) for action in self.round.legal_actions if action.minimum <= spare)

    def act(
        self, number: int, wanted: str | Decision, spare: int, round_number: int, decided: int
    ) -> tuple[Transfer, ...]:
        turn = self.turn
        if turn is None or round_number != self.number or decided != self.decided:
            raise Stale("the round has moved on")
        if turn.seat != number:
            raise IllegalAction(f"seat {number} decides out of turn", hint=f"seat {turn.seat} is to act")
        if self.seats[number].name.endswith(LEFT):
            raise Stale("you have left the table, and the clock decides for your hand")
        assert self.round is not None
        before = self.round.state
        self.round.act(wanted)
        decision = self.round.state.decisions[-1]
        if decision.amount > spare:
            # Played again without it: the round itself has no undo.
            self.round = self._played_again(before.decisions)
        check_chips(decision.action, decision.amount, spare)
        self.seats[number].missed = 0
        return self._decided(decision)

    def _decided(self, decision: Decision, *, is_clock: bool = False) -> tuple[Transfer, ...]:
        self.say(told(decision, is_clock))
        why = f"{decision.action} in round {self.number}{', by the clock' if is_clock else ''}"
        return self.move(self.seats[decision.seat], decision.amount, why) + self._pay_early()

    def act_for(self, number: int) -> tuple[Transfer, ...]:
        """The clock ran out: the seat stays in where that is free, and gives up where it is not."""
        assert self.round is not None
        action = by_clock(self.round.legal_actions)
        self.clocked.append(self.decided)
        decision = Decision(number, action.name, action.minimum)
        self.round.act(decision)
        self.seats[number].missed += 1
        return self._decided(decision, is_clock=True)

    def bot_decision(self, number: int) -> Decision:
        """What the bot in this seat does now. The first one of a game loads or compiles what it decides by."""
        assert self.round is not None
        assert self.turn is not None
        asked = self.turn._replace(actions=self.round.legal_actions)
        strategy = bots.STRATEGIES[self.seats[number].strategy]
        return strategy.decide(self.game, self.round.state, asked, self._source)

    def act_bot(self, number: int, decision: Decision | None = None) -> tuple[Transfer, ...]:
        assert self.round is not None
        decision = decision or self.bot_decision(number)
        self.round.act(decision)
        return self._decided(decision)

    def finish(self) -> FinishedRound:
        """Settle a round that is over and open the next; one that cannot be settled is void."""
        assert self.round is not None
        try:
            settlement = self.round.settle(self._meters_now, self.meters.seeds)
        except CroupierError as problem:
            return self.void(f"it cannot be settled: {problem.message}")
        return self._close(settlement, self._meters_now)

    def void(self, reason: str) -> FinishedRound:
        """All goes back but side wagers settled on the first cards: the meters keep what they took of those."""
        assert self.round is not None
        meters = self._meters_now if self.paid else self.meters.shown
        return self._close(self.round.void(reason, meters, self.meters.seeds), meters)

    def _close(self, settlement: Settlement, meters: Mapping[str, Mapping[int, int]]) -> FinishedRound:
        """Hand out what is owed, with the displays as the round found them, and open the next round."""
        assert self.round is not None
        clocked = tuple(self.clocked)
        played, number, deck, is_void = self.round, self.number, self.shoe.deck, settlement.void is not None
        drawn = self.dynamic
        transcript = played.transcript(settlement, meters, self.meters.seeds)
        if not is_void or self.paid:
            self.meters.commit(settlement.meters, self._remainder)
        stakes = {stake.seat: sum(stake.amounts) for stake in played.state.stakes}
        for decision in played.state.decisions:
            stakes[decision.seat] += decision.amount
        paid = {seat: self.paid.get(seat, (0, 0)) for seat in stakes}
        moved = self._hand_out(
            {seat: cents - paid[seat][0] for seat, cents in stakes.items()},
            {seat: settlement.seats.get(seat, 0) - paid[seat][1] for seat in stakes},
        )
        names = {seat: self.seats[seat].name for seat in stakes}
        for place in stakes:
            seat = self.seats[place]
            seat.last, seat.wagers, seat.is_ready = seat.wagers, {}, False
        self.booking.finish(self.game, played.state, settlement, is_void=is_void and not self.paid)
        self.say(f"Round {number} is {'void' if is_void else 'settled'}.")
        self.shoe.close(played)
        self.round, self.dynamic, self.early, self.paid, self.clocked = None, {}, None, {}, []
        self.number += 1
        for place in [place for place, seat in self.seats.items() if is_to_be_freed(self, seat)]:
            gone = self.seats.pop(place)
            self.say(f"Seat {place} is open again: {gone.name.removesuffix(LEFT)} was away.")
        self.keep_company()
        return FinishedRound(
            number, played.state, settlement, transcript, moved, deck.root, deck.dice, drawn, names, clocked
        )

    def _played_again(self, decisions: tuple[Decision, ...]) -> round.Round:
        again = self._started(self._placed())
        for decision in decisions:
            again.act(decision)
        return again

    def _started(self, placed: Mapping[int, Wagers]) -> round.Round:
        return round.Round.start(
            self.game, placed, deck=self.shoe.deck, limits=self.plan.limits, dynamic=self.dynamic, players=self._players
        )

    def say(self, words: str) -> None:
        """What everyone at the table hears, the newest first."""
        self.log = [words, *self.log][:LOG]

    # Keeping and restoring

    def kept(self) -> str:
        """The table as text, without the secret of its shoe."""
        deck = self.shoe.deck
        kept = records.record_of(
            KeptTable,
            self,
            schema=SCHEMA,
            spec=str(self.game.configuration),
            game_hash=self.game.configuration.game_hash,
            decisions=list(self.round.state.decisions) if self.round else None,
            dealt=deck.dealt,
            rounds=deck.rounds,
            shoes=self.shoe.shoes,
            meters=self.meters.shown,
            remainder=self.meters.remainder,
        )
        return records.encode(kept).decode()

    @classmethod
    def restore(cls, plan: AnnouncedTable, clock: Clock, state: str, secret: str) -> "Table":
        """The table as it was kept, its round played again to where it stood."""
        kept = read_kept(state, plan.id)
        table = cls(plan, clock, secret)
        table.shoe.shoes, table.shoe.deck.dealt, table.shoe.deck.rounds = kept.shoes, kept.dealt, kept.rounds
        table.meters.commit(kept.meters, kept.remainder)
        table._meters_now = table.meters.shown
        table.number, table.moves, table.version = kept.number, kept.moves, kept.version
        table.seats = kept.seats
        table.log, table.last, table.deadline = kept.log, kept.last, kept.deadline
        table.dynamic, table.booking, table.clocked = kept.dynamic, kept.booking, kept.clocked
        if kept.decisions is not None:
            table.round = table._played_again(tuple(kept.decisions))
            table._open_meters()
            table.paid = kept.paid
            table.early = table._settled_early() if table.paid else None
        return table


class KeptShoe(round.ShoeTable):
    """A live table's shoe with its commitment, kept from one run to the next; or one that a source repeats."""

    secret: str

    def __init__(self, game: Game, secret: str | None = None, source: RandomSource | None = None) -> None:
        self._restored = None if secret is None else [int(number, 16) for number in json.loads(secret)]
        super().__init__(game, source)

    def _shuffle(self, source: RandomSource | None = None) -> dealing.PreparedDeck:
        noted = dealing.NotedSource(source or self._source, self._restored)
        self._restored = None
        deck = super()._shuffle(noted)
        self.secret = json.dumps([f"{number:x}" for number in noted.numbers])
        return deck


def deadline_of(table: Table, now: float) -> float | None:
    """When the table moves by itself, after a change; None while it waits for people."""
    clock = table.clock
    if table.round is None:
        if not table.people and plays_without_people(table):
            return now + clock.settled if table.watching else now
        if not any(seat.is_ready for seat in table.people):
            return None
        is_running = table.deadline is not None and table.deadline >= now
        return table.deadline if is_running else now + clock.wagers
    if table.turn is None:
        return now
    seat = table.seats[table.turn.seat]
    if seat.guest is not None:
        return now + (0 if is_gone(table, seat) else clock.decision)
    # Nobody thinks equally long about everything: between three fifths and eight fifths of the usual.
    return now + clock.bot * (0.6 + (7 * table.number + 5 * table.turn.seat + 3 * table.decided) % 11 / 10)


def plays_without_people(table: Table) -> bool:
    """Whether bots are dealt to though nobody sits with them: while somebody looks, or in a soak."""
    return bool(table.seats) and (table.keeps_bots or (bool(table.watching) and table.residents > 0))


def is_gone(table: Table, seat: Seat) -> bool:
    """Whether nobody need wait for a person: away for rounds, or missed one and no page of theirs is open."""
    is_watching = table.watching is None or seat.guest in table.watching
    return seat.missed >= table.clock.away_rounds or (seat.missed > 0 and not is_watching)


def is_to_be_freed(table: Table, seat: Seat) -> bool:
    """Whether a seat is open again after a round: its person has left, or was away for rounds and looks no more."""
    if seat.missed < table.clock.away_rounds:
        return False
    return seat.name.endswith(LEFT) or not (table.watching and seat.guest in table.watching)


def is_ready_to_deal(table: Table, now: float) -> bool:
    """Everyone who is here has wagered, or the time for it is up and somebody has."""
    if table.round is not None:
        return False
    people = table.people
    if not people:
        is_time = table.keeps_bots or (table.deadline is not None and now >= table.deadline)
        return is_time and plays_without_people(table)
    if not any(seat.is_ready for seat in people):
        return False
    is_time = table.deadline is not None and now >= table.deadline
    return is_time or all(seat.is_ready or is_gone(table, seat) for seat in people)


def idle_seats(table: Table, now: float) -> list[int]:
    """Seats whose people have wagered nothing, or looked at nothing, for so long that somebody else may have them."""
    if table.round is not None:
        return []
    clock = table.clock
    return [
        number
        for number, seat in table.seats.items()
        if seat.guest is not None
        and not seat.is_ready
        and seat.since
        and (now - max(seat.since, seat.seen) >= clock.idle or now - seat.since >= clock.idle_watching)
    ]


def is_due(table: Table, now: float) -> bool:
    """Whether the table has something to do by itself now."""
    if table.round is None:
        return is_ready_to_deal(table, now) or bool(idle_seats(table, now))
    return table.deadline is None or now >= table.deadline
