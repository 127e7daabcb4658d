"""The book of the play tables: a link for each jackpot wager, in play chips, with a script in place of people. Wagers
are in it before a card is dealt, or go back; a result is kept with its table until the book has it, and an open round
that no table knows, of a house that was killed, is voided. No call may run on an event loop."""

import asyncio
import datetime
import hashlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

import structlog

from croupier import catalogue
from croupier.cards.shuffle import SystemSource
from croupier.casino.floor import FrontDesk
from croupier.casino.scripted import scripted
from croupier.errors import BadInput, CheckFailed, CroupierError
from croupier.jackpot.actors import Payee
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.reading import Follower, colleagues_of
from croupier.jackpot.journal import StoreBusy
from croupier.jackpot.kinds.bank import required_cents
from croupier.jackpot.plan import file, link_plan
from croupier.play.awards import Meters
from croupier.service.books.running import RunningBook
from croupier.service.settings import Settings
from croupier.stores import house, opening
from croupier.table.jackpots import SAMPLE_RATE, Booked, OwedRound, PlayMeters
from croupier.table.table import AnnouncedTable, Table

_OF_MONEY: Final = ("CROUPIER_KEY", "CROUPIER_ANCHORS", "CROUPIER_ANCHOR_COMMAND")
"""Settings of a book of money: play chips must not be signed with its key or kept among its checkpoints."""


def chips_address(settings: Settings, named: str | None) -> str:
    """The address of the chips book; empty if the play tables keep their meters themselves."""
    held = [setting for setting in _OF_MONEY if os.environ.get(setting)]
    if named is not None:
        if not settings.play_tables:
            raise BadInput("--no-tables leaves no jackpots for --chips-book", hint="name one of the two")
        if held:
            raise BadInput(
                f"{held[0]} is set: a chips book would be signed as the book of money is",
                hint=f"start the play tables as a process of their own, without --book and without {held[0]}",
            )
        return named
    if held or not settings.play_tables or opening.kind_of(settings.database) != "sqlite":
        return ""
    path = opening.sqlite_path(settings.database)
    return str(path.with_name(f"{path.stem}-chips{path.suffix or '.db'}"))


DEALER, FIRST, SECOND, TILL = "dana", "sam", "robin", "alex"
PEOPLE: Final = (
    link_plan.Person(DEALER, "The dealer of the play tables", "dealer"),
    link_plan.Person(FIRST, "The first supervisor of the play tables", "supervisor"),
    link_plan.Person(SECOND, "The second supervisor of the play tables", "supervisor"),
    link_plan.Person(TILL, "The till of the play tables", "accounting"),
    link_plan.Person("olga", "The operator of the play tables", "operator"),
    link_plan.Person("anton", "The auditor of the play tables", "auditor"),
)
"""None of them can log in unless the book has a log-in of that name, as a demonstration does."""


def jackpots_of(plan: AnnouncedTable) -> tuple[str, ...]:
    """The jackpot wagers of a play table whose meters grow."""
    return () if plan.configuration.is_house_jackpot else PlayMeters(plan.game).jackpots


def link_id(plan: AnnouncedTable, wager: str) -> str:
    """The same for as long as the table plays by the same rules."""
    rules = f"{plan.configuration} {plan.configuration.game_hash}"
    return f"{plan.id}-{wager.replace('_', '-')[:20]}-{hashlib.sha256(rules.encode()).hexdigest()[:8]}"


def link_for(plan: AnnouncedTable, wager: str, shown: Mapping[int, int], day: str) -> link_plan.LinkPlan:
    """The link of one jackpot wager, which begins with what the table shows now."""
    configuration = plan.configuration
    seeds = PlayMeters(plan.game).seeds[wager]
    rate = SAMPLE_RATE * link_plan.MILLION / len(seeds)
    if rate.denominator != 1:
        raise ArithmeticError(f"{wager} of {plan.id} has {len(seeds)} levels, which do not share the rate evenly")
    levels = [
        link_plan.Level(number, seed, seed, max(seed, shown[number]), int(rate)) for number, seed in seeds.items()
    ]
    stake = configuration.fixed_stake(wager)
    link = link_plan.LinkPlan(
        id=link_id(plan, wager),
        title=configuration.rules.wager(wager).title,
        type="progressive",
        jurisdiction="generic",
        paytable=configuration.tables[wager].id,
        base_wager_cents=stake,
        levels=tuple(levels),
        tables=(link_plan.TablePlan(plan.id, str(configuration), wager, plan.seats, "a play table of the house"),),
        people=PEOPLE,
        thresholds=(link_plan.Threshold(day),),
        unreasonable_cents=stake * plan.seats,
        first_day=day,
        casino=link_plan.PLAY_TABLES,
        currency="chips",
        rules=(link_plan.carry_rules(configuration, wager),),
    )
    return replace(link, rulebook_hash=file.link_hash(catalogue.book(), link))


WITHIN_SECONDS: Final = 5.0  # The longest a table waits for its book. Then it plays the round without its jackpots.
PASSING: Final = frozenset({"stopped", "fault", "seized", "bank_short"})
"""Refusals that are temporary: what is owed is sent again later."""
Shown = Callable[[str, str], Mapping[int, int]]  # By table and wager, what the meters show.


class Committed:
    """Chance that a table has committed to before the bets; beyond it, the operating system's."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._beyond = SystemSource()

    def below(self, n: int) -> int:
        return self.numbers.pop(0) if self.numbers else self._beyond.below(n)

    def bits(self, k: int) -> int:
        return self._beyond.bits(k)


class ChipsBook:
    """The links of the play tables in one book; a table has its own, and asks for one thing at a time."""

    def __init__(
        self, url: str, plans: Sequence[AnnouncedTable], shown: Shown, running: RunningBook | None = None
    ) -> None:
        """A jackpot moves into the book with the amount that is ``shown``. If the house runs that book anyway, as a
        demonstration does, both use one desk."""
        desk = running.desk if running is not None and running.url == url else None
        self._plans = {plan.id: plan for plan in plans}
        self._links = {plan.id: {wager: link_id(plan, wager) for wager in jackpots_of(plan)} for plan in plans}
        self._shown = shown
        self._is_own = desk is None
        self._desk = desk or FrontDesk(url, create=True)
        self._draws = {link: Committed() for links in self._links.values() for link in links.values()}
        self._desk.sources.update(self._draws)
        self._followers: dict[str, Follower] = {}

    def close(self) -> None:
        if self._is_own:
            self._desk.close()

    def has(self, table: str) -> bool:
        return bool(self._links.get(table))

    def meters(self, table: str) -> Meters:
        """What the book shows for the jackpots of a table, those that have moved into it."""
        followed = {wager: self._follow(link) for wager, link in self._links[table].items()}
        return {wager: dict(follower.display.meters) for wager, follower in followed.items() if follower.state.plan}

    def open_round(self, table: str, seats: Mapping[str, Sequence[int]], numbers: Sequence[int] = ()) -> Booked:
        """Take the jackpot wagers of a round and lock it, all or none; pays are drawn by the table's own numbers."""
        booked: dict[str, tuple[str, int]] = {}
        meters = self.meters(table)
        dynamic: dict[str, int] = {}
        try:
            for wager, placed in seats.items():
                link = self._links[table][wager]
                if self._follow(link).state.plan is None:
                    self._go_live(link, self._plans[table], wager)
                number = self._ready(link, table)
                booked[wager] = (link, number)
                about = {"by": DEALER, "table": table, "round": number}
                self._draws[link].numbers = list(numbers)
                self._must(
                    link,
                    {"id": f"{link}:{number}:wager", "do": "wager", "seats": sorted(placed), **about},
                    {"id": f"{link}:{number}:lock", "do": "lock", **about},
                )
                followed = self._follow(link)
                meters[wager] = dict(followed.display.meters)
                dynamic |= followed.state.rounds[table].dynamic
        except Exception:
            for link, number in booked.values():
                self._void(link, table, number, "not every jackpot of the round could be opened")
            raise
        return Booked(booked, meters, dynamic)

    def settle(self, table: str, owed: OwedRound) -> None:
        """Hand over the result of a round and pay its awards; CheckFailed if the book arrives at a different result."""
        link, number = owed.link, owed.round
        if owed.void is not None:
            self._void(link, table, number, owed.void)
            return
        request = {"id": f"{link}:{number}:result", "do": "result", "by": DEALER, "table": table, "round": number}
        more = {"dealer": owed.dealer} if owed.dealer else {}
        [reply] = self._must(link, {**request, "hands": owed.hands, **more})
        paid = sum(award["cents"] for award in (reply.body or {}).get("awards", ()))
        self._pay(link)
        if paid != owed.cents:
            raise CheckFailed(
                f"round {number} of {link} paid {owed.cents} cents at the table, and {paid} in its book",
                hint="run the audit of the chips book",
            )

    # What people would do

    def _go_live(self, link: str, plan: AnnouncedTable, wager: str) -> None:
        """With the first wager: two people approve the plan, and the till puts the seeds into the bank."""
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        made = link_for(plan, wager, self._shown(plan.id, wager), day)
        # In a book that has people, as that of a demonstration, they are called what they are called there.
        called = colleagues_of(self._desk.store, link)
        made = replace(
            made, people=tuple(replace(person, name=called.get(person.id, person.name)) for person in made.people)
        )
        mark = link_plan.plan_hash(made)
        # A house that was killed in between may come back with another plan, so each plan has its own id.
        self._must(
            link, {"id": f"{link}:{mark[:8]}", "do": "propose", "by": FIRST, "plan": link_plan.plan_to_json(made)}
        )
        self._must(link, {"id": f"{link}:{mark[-8:]}", "do": "accept", "by": SECOND, "plan": mark})

    def _ready(self, link: str, table: str) -> int:
        """The next round of a link: nothing else open there, days closed, the bank filled."""
        state = self._follow(link).state
        orphan = state.rounds.get(table)
        if orphan is not None:
            self._void(link, table, orphan.number, "the house was closed before the round was dealt")
        self._pay(link)
        state = self._follow(link).state
        for unclosed in list(state.unclosed):
            self._must(link, {"id": f"{link}:close:{unclosed.day}", "do": "close_day", "by": TILL, "day": unclosed.day})
        assert state.plan is not None
        missing = max(state.liability_cents, required_cents(state, state.plan)) - state.bank_cents
        if missing > 0:
            slip = {"amount": missing, "reference": f"{link[:20]}-{state.seq}"}
            self._must(link, {"id": f"{link}:deposit:{state.seq}", "do": "deposit", "by": TILL, **slip})
        return self._follow(link).state.last_round.get(table, 0) + 1

    def _void(self, link: str, table: str, number: int, reason: str) -> None:
        state = self._follow(link).state
        opened_round = state.rounds.get(table)
        if opened_round is not None and opened_round.number == number:
            about = {"table": table, "round": number, "reason": reason[:200]}
            self._must(link, {"id": f"{link}:{number}:void", "do": "void", "by": DEALER, "second": FIRST, **about})

    def _pay(self, link: str) -> None:
        """Play chips are handed over at the table, so every award is paid at once."""
        for award in list(self._follow(link).state.awards.values()):
            who = f"Seat {award.seat} of {award.table}"
            payee = Payee(who, "", "a guest of the house")
            slip = {"method": "cash", "reference": f"{link[:20]}-P{award.no}", "payee": payee}
            paid = {"id": f"{link}:pay:{award.no}", "do": "pay", "by": TILL, "award": award.no, **slip}
            self._must(link, paid)

    def _must(self, link: str, *requests: dict[str, object]) -> list[Reply]:
        asked = [scripted(request) for request in requests]
        replies = self._desk.submit(link, asked, within=WITHIN_SECONDS).result()
        for request, reply in zip(requests, replies, strict=True):
            if reply.code in PASSING:
                raise StoreBusy(f"the chips book answers {reply.code} to {request['do']} of {link}: {reply.detail}")
            if not reply.posted:
                raise CheckFailed(f"the chips book answers {reply.code} to {request['do']} of {link}: {reply.detail}")
        return replies

    def _follow(self, link: str) -> Follower:
        """The current state of the link, from the store that is open now: a new one after the old one was lost."""
        found = self._followers.get(link)
        if found is None or found.store is not self._desk.store:
            found = self._followers[link] = Follower(self._desk.store, link)
        found.catch_up()
        return found


TELL_AGAIN_SECONDS: Final = 1.0
Answer = TypeVar("Answer")
log = structlog.get_logger("croupier.house")


class Jackpots:
    """The jackpots of all tables of a house. Without a book, the tables keep their own meters."""

    def __init__(self) -> None:
        self.opening: Callable[[Shown], ChipsBook] | None = None
        """Opens the book, which begins with what the meters show."""
        self.book: ChipsBook | None = None
        self._later: dict[str, float] = {}
        self._asked: dict[str, asyncio.Future[Any]] = {}
        """By table, the question that the book has not answered yet."""

    async def open(self, tables: Mapping[str, Table]) -> None:
        if self.opening is None:
            return
        self.book = await asyncio.to_thread(self.opening, lambda id, wager: tables[id].meters_shown[wager])
        for id, table in tables.items():
            if self.book.has(id) and table.round is None and not table.booking.owed:
                await self._show(self.book, table)

    async def close(self) -> None:
        if self.book is not None:
            await asyncio.to_thread(self.book.close)

    async def deal(self, table: Table) -> tuple[house.Transfer, ...]:
        """Deal once the bets are closed. Wagers that the book does not take are returned first."""
        seats = jackpot_seats(table)
        if self.book is None or not seats or not self.book.has(table.plan.id):
            return table.deal()
        await self.hand_over(table)
        try:
            if table.booking.owed:
                raise CheckFailed("the book was not told of the rounds before")
            drawn = table.shoe.deck.drawn
            booked = await self._ask(table, self.book.open_round, seats, drawn.numbers if drawn else ())
            return table.deal(booked)
        except CroupierError as problem:
            log.error("the chips book takes no wagers", table=table.plan.id, why=problem.message)
            back = without_jackpots(table)
            return back + table.deal()

    def is_owed(self, table: Table) -> bool:
        """Whether the book is to be told of a round now."""
        is_time = time.monotonic() >= self._later.get(table.plan.id, 0.0)
        return self.book is not None and table.round is None and bool(table.booking.owed) and is_time

    async def hand_over(self, table: Table) -> bool:
        """Tell the book about the rounds it is owed, oldest first, and show its meters; whether there were any."""
        if self.book is None or not table.booking.owed or table.round is not None:
            return False
        told = False
        try:
            while table.booking.owed:
                await self._settle(self.book, table)
                told = True
            await self._show(self.book, table)
        except CroupierError as problem:
            log.warning("the chips book is told later", table=table.plan.id, why=problem.message)
            self._later[table.plan.id] = time.monotonic() + TELL_AGAIN_SECONDS
        return told

    async def _settle(self, book: ChipsBook, table: Table) -> None:
        try:
            await self._ask(table, book.settle, table.booking.owed[0])
        except CheckFailed as problem:
            # The book has answered, so asking again would change nothing. A person must look at it.
            log.error("the chips book disagrees", table=table.plan.id, why=problem.message)
        table.booking.owed.pop(0)

    async def _show(self, book: ChipsBook, table: Table) -> None:
        """What the lobby and the table show is what the book says."""
        table.meters.commit({**table.meters.shown, **await self._ask(table, book.meters)}, {})

    async def _ask(self, table: Table, question: Callable[..., Answer], *more: object) -> Answer:
        """Ask the book about a table; StoreBusy if it is late. What it does after that, the next round voids there."""
        id = table.plan.id
        if id in self._asked:
            raise StoreBusy("the chips book has not answered the last question yet")
        asked = self._asked[id] = asyncio.ensure_future(asyncio.to_thread(question, id, *more))
        asked.add_done_callback(lambda done: self._answered(id, done))
        done, _ = await asyncio.wait({asked}, timeout=WITHIN_SECONDS)
        if not done:
            raise StoreBusy(f"the chips book has not answered within {WITHIN_SECONDS:.0f} seconds")
        answer: Answer = asked.result()
        return answer

    def _answered(self, id: str, done: asyncio.Future[object]) -> None:
        del self._asked[id]
        if not done.cancelled() and (problem := done.exception()) and not isinstance(problem, CroupierError):
            log.error("the chips book failed", table=id, exc_info=problem)


def jackpot_seats(table: Table) -> dict[str, list[int]]:
    """By jackpot wager, the seats that have placed it."""
    ready = {number: seat.wagers for number, seat in sorted(table.seats.items()) if seat.is_ready}
    found = {wager: [seat for seat, own in ready.items() if own.get(wager)] for wager in table.meters.jackpots}
    return {wager: seats for wager, seats in found.items() if seats}


def without_jackpots(table: Table) -> tuple[house.Transfer, ...]:
    """The jackpots take no wagers now: the wagers are returned, and the round is played without them."""
    moved: tuple[house.Transfer, ...] = ()
    for seat in [seat for seat in table.seats.values() if seat.is_ready]:
        back = sum(seat.wagers.get(wager, 0) for wager in table.meters.jackpots)
        seat.wagers = {wager: cents for wager, cents in seat.wagers.items() if wager not in table.meters.jackpots}
        moved += table.move(seat, -back, "the jackpot takes no wagers now") if back else ()
    table.say("The jackpot takes no wagers now; they were handed back.")
    return moved
