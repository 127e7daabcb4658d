"""The floor: every table, the clocks and bots that move them, the wallets, and those who watch. A command changes its
table, the change is kept, and only then is it answered and shown; changes that come together share a commit. What
cannot be kept is read back as it was, and while the database does not answer nothing is shown that may not be so."""

import asyncio
import contextlib
import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Literal

import structlog

from croupier import records
from croupier.cards.shuffle import SystemSource
from croupier.errors import BadInput, UnknownName
from croupier.jackpot.journal import StoreError, StoreLost
from croupier.service import felts, guard, play_jackpots
from croupier.service.problems import Refused
from croupier.service.settings import Settings
from croupier.stores.house import Change, Guest, HouseStore, Transfer
from croupier.table import chips
from croupier.table.seats import Stale, shown_name
from croupier.table.seen import finished_view, meter_views, table_view
from croupier.table.table import (
    AnnouncedTable,
    Clock,
    Table,
    deadline_of,
    idle_seats,
    is_due,
    is_gone,
    is_ready_to_deal,
    read_kept,
)
from croupier.table.view import ArchivedRound, CommandAnswer, MeterView, TableView

MOST_AT_ONCE = 256
Waiting = tuple[Change, asyncio.Future[None]]
TableChange = Callable[[Table], tuple[Transfer, ...]]  # What a command does to its table, and the chips that move.
Holder = str | tuple[str, int]  # Who holds a seat: a guest, or the bot at a table's seat.


class HouseWriter:
    """Keeps changes in the order they were given; ``keep`` returns when its change is on the disk."""

    def __init__(self, store: HouseStore) -> None:
        self.store = store
        self._waiting: asyncio.Queue[Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._write())

    async def keep(self, change: Change) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._waiting.put((change, done))
        await done

    async def _write(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            for done, problem in await self._committed(batch):
                if done.done():
                    continue
                if problem is None:
                    done.set_result(None)
                else:
                    done.set_exception(problem)

    async def _committed(self, batch: list[Waiting]) -> list[tuple[asyncio.Future[None], Exception | None]]:
        """All at once; if refused, one by one. After a loss nothing is tried again: nobody knows what was kept."""
        try:
            await asyncio.to_thread(self.store.commit, [change for change, _ in batch])
        except Exception as problem:
            if len(batch) == 1 or isinstance(problem, StoreLost):
                return [(done, problem) for _, done in batch]
            return [outcome for one in batch for outcome in await self._committed([one])]
        return [(done, None) for _, done in batch]

    async def close(self) -> None:
        """What was given is written first."""
        while not self._waiting.empty():
            await asyncio.sleep(0.01)
        if self._task:
            self._task.cancel()


def is_as_kept(plan: AnnouncedTable, state: str) -> bool:
    """Whether a kept state was made under the rules that are in force now."""
    kept = read_kept(state, plan.id)
    return kept.spec == str(plan.configuration) and kept.game_hash == plan.configuration.game_hash


def reopened(plan: AnnouncedTable, clock: Clock, state: str) -> tuple[Table, tuple[Transfer, ...]]:
    """The table after its rules were changed while the house was closed: what lay on the felt goes back."""
    kept = read_kept(state, plan.id)
    table = Table(plan, clock)
    table.moves, table.version, table.number = kept.moves, kept.version, kept.number + 1
    moved: tuple[Transfer, ...] = ()
    for number, seat in kept.seats.items():
        cents = sum(seat.wagers.values()) - kept.paid.get(number, (0, 0))[0]
        cents += sum(amount for at, _, amount in kept.decisions or () if at == number)
        moved += table.move(seat, -cents, "handed back: the rules of the table have changed")
    table.booking = kept.booking
    table.booking.abandon("the rules of the table have changed")
    table.say("The rules of this table have changed; what lay on the felt was handed back.")
    return table, moved


TICK_SECONDS = 0.05
THIS_MACHINE = ("127.0.0.1", "::/64")
"""Addresses whose guests are not counted: a proxy tells us of others, so nobody else has them."""
LOOK_SECONDS = 1.0  # How often the open pages of each table are looked at.
REOPEN_SECONDS = 1.0  # Between two tries to reach a lost database.
REPLIES_KEPT = 24 * 3600
OPENING_CHIPS = 100_000  # Play chips in cents that a new guest is given.
MOST_TABLES_WATCHED = 400
MOST_GUESTS_REMEMBERED = 10_000
STEP_SECONDS = 5.0
SIGNS_OF_LIFE = ("sit", "wagers", "act")  # Commands by which a guest keeps a seat.
log = structlog.get_logger("croupier.house")


class Watcher:
    """One live connection; it is woken when its table has changed."""

    def __init__(self, guest: str | None, address: str) -> None:
        self.guest = guest
        self.address = address
        self.changed = asyncio.Event()


class LobbyTable(felts.TableSign):
    """A table in the lobby."""

    id: str
    wagers: list[str]
    jackpots: list[str]
    base: felts.LayoutSpot
    seats: list[Literal["open", "you", "taken"]]
    meters: list[MeterView]
    round: int


class LobbyRecord(records.Record):
    """Every table of the house, with its seats and meters."""

    schema: int
    tables: list[LobbyTable]


class Floor:
    """All tables of one house."""

    def __init__(self, settings: Settings, metrics: guard.Metrics, plans: list[AnnouncedTable] | None = None) -> None:
        self.settings = settings
        self.metrics = metrics
        self.plans = {plan.id: plan for plan in (felts.house_tables() if plans is None else plans)}
        # A process without tables keeps nothing of them, and must fence off nobody who does.
        self.store = HouseStore(settings.database if self.plans else "memory:")
        self.writer = HouseWriter(self.store)
        self.tables: dict[str, Table] = {}
        self.layouts = {id: felts.felt_layout(plan) for id, plan in self.plans.items()}
        self.balances: dict[str, int] = {}
        self.sitting: dict[str, str] = {}
        """By guest, the table they sit at."""
        self.watchers: dict[str, set[Watcher]] = {id: set() for id in self.plans}
        self.lobby: set[Watcher] = set()
        self._guests: OrderedDict[str, Guest] = OrderedDict()
        """By the hash of their token, those who were here lately."""
        self._steps: dict[str, asyncio.Task[None]] = {}
        """By table, what it is doing by itself."""
        self._locks = {id: asyncio.Lock() for id in self.plans}
        self._unsure: dict[str, set[str]] = {}
        """By table that could not be read back yet, the purses that its last change may have moved."""
        self._held: dict[Holder, str] = {}
        """By who holds a seat, the address of the guest who sat down or asked the bot there."""
        self._task: asyncio.Task[None] | None = None
        self._reopening: asyncio.Task[None] | None = None
        self.jackpots = play_jackpots.Jackpots()
        for id, plan in self.plans.items():
            kept = self.store.table(id)
            if kept is not None and is_as_kept(plan, kept[0]):
                self.tables[id] = self._read(id)

    async def open(self) -> None:
        """Open the tables that are new or have other rules now, and start the clocks."""
        self.balances = self.store.balances()
        self.store.forget_replies(int(time.time()) - REPLIES_KEPT)
        self.writer.start()
        for id in [id for id in self.plans if id not in self.tables]:
            kept = self.store.table(id)
            moved: tuple[Transfer, ...] = ()
            self.tables[id] = Table(self.plans[id], self.settings.clock)
            if kept is not None:
                self.tables[id], moved = reopened(self.plans[id], self.settings.clock, kept[0])
                log.warning("table has other rules", table=id)
            self._apply(moved)
            self._seat_bots(self.tables[id])
            await self._keep(self.tables[id], transfers=moved, with_shoe=True)
        await self.jackpots.open(self.tables)
        now = time.time()
        for table in self.tables.values():
            self._seat_people(table)
            for seat in table.people:
                seat.since = now
            if table.deadline is not None:
                # The clock starts again with the house: nobody loses time to a restart.
                table.deadline = now + (self.settings.clock.decision if table.round else self.settings.clock.wagers)
        self._task = asyncio.create_task(self._run())

    def _read(self, id: str) -> Table:
        plan, clock = self.plans[id], self.settings.clock
        kept = self.store.table(id)
        try:
            table = Table(plan, clock) if kept is None else Table.restore(plan, clock, *kept)
        except (ValueError, KeyError, StopIteration) as problem:
            raise BadInput(
                f"table {id} cannot be read back: {problem}", hint="open the house on another database"
            ) from problem
        self._seat_bots(table)
        return table

    def _seat_bots(self, table: Table) -> None:
        """The house's own bots: at every second table, with two seats left for people."""
        place = list(self.plans).index(table.plan.id)
        table.residents = max(0, min(self.settings.bots, table.plan.seats - 2)) if place % 2 == 0 else 0
        table.keep_company()

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._steps:
            await asyncio.wait(self._steps.values(), timeout=STEP_SECONDS)
        await self.writer.close()
        self.store.close()
        await self.jackpots.close()

    # Guests

    def guest(self, token: str | None) -> Guest | None:
        if not token:
            return None
        digest = _digest(token)
        guest = self._guests.get(digest) or self.store.guest(digest)
        if guest is not None:
            self._guests[digest] = guest
            self._guests.move_to_end(digest)
            while len(self._guests) > MOST_GUESTS_REMEMBERED:
                self._guests.popitem(last=False)
        return guest

    async def welcome(self, name: str, guest: Guest | None) -> tuple[Guest, str | None]:
        """A guest under a name; somebody new gets a token and the opening chips."""
        shown = shown_name(name)
        now = int(time.time())
        if guest is not None:
            await self.writer.keep(Change(now, guest=(guest.id, "", shown)))
            renamed = Guest(guest.id, shown)
            for digest in [digest for digest, known in self._guests.items() if known.id == guest.id]:
                self._guests[digest] = renamed
            return renamed, None
        token = f"{SystemSource().bits(256):064x}"
        id = f"{SystemSource().bits(64):016x}"
        given = chips.opening(id, OPENING_CHIPS)
        await self.writer.keep(Change(now, guest=(id, _digest(token), shown), transfers=given))
        self._apply(given)
        return Guest(id, shown), token

    def spare(self, guest: str | None) -> int:
        return self.balances.get(chips.guest_account(guest), 0) if guest else 0

    # Commands

    def table(self, id: str) -> Table:
        if id not in self.tables:
            raise UnknownName("table", id, self.tables)
        return self.tables[id]

    async def command(
        self, id: str, guest: Guest, key: str, kind: str, asked: Mapping[str, object], change: TableChange
    ) -> CommandAnswer:
        """Carry out a command once, however often it is sent; the answer is the table as the guest sees it now."""
        self.table(id)
        reply_id = hashlib.sha256(f"{guest.id} {key}".encode()).hexdigest()
        digest = hashlib.sha256(json.dumps([id, kind, asked], sort_keys=True).encode()).hexdigest()
        async with self._locks[id]:
            table = self._sound(id)
            before = self.store.reply(reply_id)
            if before is not None:
                if before[0] != digest:
                    raise Refused(
                        422, "key_reused", "this idempotency key was used for something else", hint="a new key"
                    )
                return CommandAnswer(repeated=True, view=self.view(id, guest.id))
            try:
                moved = change(table)
            except Stale as stale:
                self.metrics.actions.labels(kind, "stale").inc()
                raise Refused(409, "stale", stale.message, view=records.plain(self.view(id, guest.id))) from None
            self._apply(moved)
            number = table.seat_of(guest.id)
            if number is not None and kind in SIGNS_OF_LIFE:
                table.seats[number].since = time.time()
            self._set_clock(table)
            await self._keep(table, transfers=moved, reply=(reply_id, digest, kind))
            self.metrics.actions.labels(kind, "done").inc()
            return CommandAnswer(repeated=False, view=self.view(id, guest.id))

    async def sit(self, id: str, guest: Guest, key: str, seat: int, address: str) -> CommandAnswer:
        """Take a seat; one person has one, and one address only so many."""

        def change(table: Table) -> tuple[Transfer, ...]:
            at = self.sitting.get(guest.id)
            if at is not None:
                raise Refused(409, "seated", f"you sit at table {at}", hint="leave it first")
            self._check_seats(address)
            table.sit(seat, guest.id, guest.name)
            self.sitting[guest.id] = table.plan.id
            self._held[guest.id] = address
            return ()

        return await self.command(id, guest, key, "sit", {"seat": seat}, change)

    def bring_bot(self, table: Table, seat: int | None, address: str) -> None:
        """A bot beside a guest; its seat counts as one of their address for as long as it sits there."""
        self._check_seats(address)
        self._held[table.plan.id, table.add_bot(seat)] = address

    def _check_seats(self, address: str) -> None:
        beside = list(self._held.values()).count(address)
        if beside >= self.settings.seats_each and address not in THIS_MACHINE:
            message = f"guests from your address and their bots hold {beside} seats already"
            raise Refused(429, "too_many_seats", message, hint="one of them leaves first", retry_after=60)

    def view(self, id: str, guest: str | None) -> TableView:
        table = self.table(id)
        watching = len(self.watchers[id])
        return table_view(table, guest, self.spare(guest), time.time(), watching)

    async def seen(self, id: str, guest: str | None) -> TableView:
        """The view between two changes: nobody is shown what is not yet on the disk."""
        self.table(id)
        async with self._locks[id]:
            self._sound(id)
            return self.view(id, guest)

    # Clocks and bots

    async def _run(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            if self.store.is_lost:
                if self._reopening is None or self._reopening.done():
                    self._reopening = asyncio.create_task(self._reopen())
                continue
            now = time.time()
            if now - looked > LOOK_SECONDS:
                looked = now
                for table in self.tables.values():
                    self._see_pages(table)
            for id, table in self.tables.items():
                has_to_move = is_due(table, now) or self.jackpots.is_owed(table)
                if id not in self._steps and has_to_move and not self._locks[id].locked():
                    # Tables do not wait for one another: what they do at the same time shares a commit.
                    self._steps[id] = asyncio.create_task(self._go_on(id))

    async def _reopen(self) -> None:
        """Connect to a lost database again; the tables whose last change is not known to be kept are read back."""
        try:
            await asyncio.to_thread(self.store.reopen)
        except StoreError as problem:
            log.warning("the house's database does not answer", why=problem.message)
            await asyncio.sleep(REOPEN_SECONDS)
            return
        log.warning("the house's database answers again")
        for id in list(self._unsure):
            async with self._locks[id]:
                with contextlib.suppress(StoreError):
                    self._sound(id)

    def _sound(self, id: str) -> Table:
        """The table as it is on the disk; StoreError while that is not known."""
        if id in self._unsure:
            for account in self._unsure[id]:
                self.balances[account] = self.store.balance(account)
            self.tables[id] = self._read(id)
            del self._unsure[id]
            self._seat_people(self.tables[id])
        return self.tables[id]

    async def _go_on(self, id: str) -> None:
        try:
            async with self._locks[id]:
                table = self._sound(id)
                if self.jackpots.is_owed(table) and await self.jackpots.hand_over(table):
                    await self._keep(table)
                await self.step(table, time.time())
        except Exception as problem:
            log.error("table failed", table=id, exc_info=problem)
            self._take_back(id)
            await asyncio.sleep(1)
        finally:
            del self._steps[id]

    async def step(self, table: Table, now: float) -> None:
        """One thing that the table does by itself: deal, a bot's decision, a decision by the clock, the settlement."""
        moved: tuple[Transfer, ...] = ()
        record: tuple[str, int, str] | None = None
        with_shoe = False
        if table.round is None:
            idle = idle_seats(table, now)
            for number in idle:
                moved += table.leave(number)
            if is_ready_to_deal(table, now):
                moved += table.close_bets()
                moved += await self.jackpots.deal(table)
            elif not idle:
                return
        elif (turn := table.turn) is not None:
            is_bot = table.seats[turn.seat].guest is None
            if table.deadline is not None and now < table.deadline:
                return
            if is_bot:  # in a thread: no table waits for another's bot to think
                moved = table.act_bot(turn.seat, await asyncio.to_thread(table.bot_decision, turn.seat))
            else:
                moved = table.act_for(turn.seat)
        else:
            shoes = table.shoe.shoes
            finished = table.finish()
            moved = finished.moved
            table.last = finished_view(table.game, finished, now)
            kept = records.encode(ArchivedRound(transcript=finished.transcript, seen=table.last))
            record = (table.plan.id, finished.number, kept.decode())
            with_shoe = table.shoe.shoes != shoes
        self._apply(moved)
        self._set_clock(table)
        await self._keep(table, transfers=moved, round=record, with_shoe=with_shoe)
        if await self.jackpots.hand_over(table):
            await self._keep(table)

    def _set_clock(self, table: Table) -> None:
        self._see_pages(table)
        table.deadline = deadline_of(table, time.time())

    def _see_pages(self, table: Table) -> None:
        """Whose pages are open, a stranger's under the empty name; somebody whose page is, is not away."""
        table.watching = {watcher.guest or "" for watcher in self.watchers[table.plan.id]}
        for seat in table.people:
            if seat.guest in table.watching:
                seat.seen = time.time()

    def _look_again(self, id: str | None) -> None:
        """A page has come or gone: nobody's time to decide begins again, and nobody who is gone is waited for."""
        if id is None:
            return
        table = self.table(id)
        self._see_pages(table)
        turn = table.turn
        waits_for_nobody = table.round is None and not table.people
        if waits_for_nobody or (turn is not None and is_gone(table, table.seats[turn.seat])):
            table.deadline = deadline_of(table, time.time())

    # Keeping and showing

    def _apply(self, moved: tuple[Transfer, ...]) -> None:
        for transfer in moved:
            self.balances[transfer.debit] = self.balances.get(transfer.debit, 0) - transfer.amount
            self.balances[transfer.credit] = self.balances.get(transfer.credit, 0) + transfer.amount

    async def _keep(
        self,
        table: Table,
        *,
        transfers: tuple[Transfer, ...] = (),
        round: tuple[str, int, str] | None = None,
        reply: tuple[str, str, str] | None = None,
        with_shoe: bool = False,
    ) -> None:
        table.version += 1
        id = table.plan.id
        shoe = (id, table.shoe.secret) if with_shoe else None
        change = Change(int(time.time()), (id, table.kept()), shoe, round, transfers, None, reply)
        try:
            # Whoever asked may be gone before the disk has answered: what is on its way is kept all the same.
            await asyncio.shield(self.writer.keep(change))
        except Exception:
            # Only this change is taken back: those of other tables may be on their way to the disk.
            self._apply(
                tuple([transfer._replace(debit=transfer.credit, credit=transfer.debit) for transfer in transfers])
            )
            self._take_back(id, transfers)
            raise
        self._seat_people(table)
        for watcher in (*self.watchers[id], *self.lobby):
            watcher.changed.set()

    def _take_back(self, id: str, transfers: tuple[Transfer, ...] = ()) -> None:
        """Read the table back: a change that was not stored does not count. A lost database is asked later."""
        moved = {account for transfer in transfers for account in (transfer.debit, transfer.credit)}
        self._unsure.setdefault(id, set()).update(account for account in moved if chips.is_guest(account))
        with contextlib.suppress(StoreError):
            self._sound(id)

    def _seat_people(self, table: Table) -> None:
        """Who sits at the table now, for those who ask where somebody sits."""
        id = table.plan.id
        people = {person.guest or "" for person in table.people}
        for gone in [guest for guest, at in self.sitting.items() if at == id and guest not in people]:
            # Also somebody whose sitting down was not kept: they may sit down elsewhere.
            del self.sitting[gone]
            self._held.pop(gone, None)
        self.sitting.update(dict.fromkeys(people, id))
        bots = {number for number, seat in table.seats.items() if seat.guest is None}
        for number in range(1, table.plan.seats + 1):
            if number not in bots:
                self._held.pop((id, number), None)

    @asynccontextmanager
    async def watching(self, id: str | None, guest: str | None, address: str) -> AsyncIterator[Watcher]:
        among = self.lobby if id is None else self.watchers[self.table(id).plan.id]
        if len(among) >= MOST_TABLES_WATCHED:
            raise Refused(503, "busy", "too many are watching", retry_after=5)
        everyone = [self.lobby, *self.watchers.values()]
        if sum(other.address == address for some in everyone for other in some) >= self.settings.lines_each:
            raise Refused(429, "too_many_lines", "too many live connections from this address", retry_after=5)
        watcher = Watcher(guest, address)
        among.add(watcher)
        self._look_again(id)
        try:
            yield watcher
        finally:
            among.discard(watcher)
            self._look_again(id)

    def lobby_record(self, guest: str | None) -> LobbyRecord:
        return LobbyRecord(schema=1, tables=[self._lobby_table(id, guest) for id in self.layouts])

    def _lobby_table(self, id: str, guest: str | None) -> LobbyTable:
        layout, table = self.layouts[id], self.tables[id]
        seats = [table.seats.get(number) for number in range(1, layout.seats + 1)]
        return records.record_of(
            LobbyTable,
            layout,
            id=id,
            wagers=[spot.title for spot in layout.spots if spot.kind in ("bonus", "jackpot")],
            jackpots=[spot.title for spot in layout.spots if spot.kind == "jackpot"],
            base=next(spot for spot in layout.spots if spot.kind == "base"),
            seats=["open" if seat is None else "you" if guest and guest == seat.guest else "taken" for seat in seats],
            meters=list(meter_views(table)),
            round=table.number,
        )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
