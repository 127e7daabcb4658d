"""Casinos to try out, in play money. ``run_demo`` plays fifteen tables over one simulated gambling day with real books,
a minute a tick: but for planted hands, incidents and chores everything is dealt. ``seed`` makes a casino that visitors
can sign in to."""

import datetime
import itertools
import os
import tomllib
import zoneinfo
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from croupier import catalogue, errors, records
from croupier.cards.cards import parse_cards
from croupier.cards.shuffle import SeededSource, SystemSource
from croupier.casino import floor, odds, proofs, scripted
from croupier.jackpot import actors, checkpoints, entries, journal
from croupier.jackpot.audit import again, whole
from croupier.jackpot.book.book import Clock, JackpotBook, Reply
from croupier.jackpot.kinds.bank import required_cents
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import LinkPlan, People, Person, TablePlan, plan_hash, plan_to_json
from croupier.jackpot.reports.alarms import Alarm
from croupier.jackpot.reports.day import report
from croupier.jackpot.reports.records import DayReport
from croupier.people.logins import Logins
from croupier.play.documents import Json
from croupier.stores import opening, private_files, witness


class Planted(records.Record):
    """A hand that the demonstration puts into a seat's packet."""

    time: str
    link: str
    table: str
    seat: int
    cards: str = ""
    read_as: str = ""  # Instead of cards, the row that a supervisor read.
    rejected: str = ""  # Why two supervisors reject its award, and which row it really was.
    read_again_as: str = ""


class Chore(records.Record):
    """Something that people do at a time: a request, or a word for one that depends on the books."""

    time: str
    link: str
    what: Json | str


class _Script(records.Record):
    opens: str
    closes: str
    third_supervisor: Json
    planted: tuple[Planted, ...]
    chores: tuple[Chore, ...]


DAY: Final = records.converted(_Script, tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")))
MISDEAL_ONE_IN: Final = 900
SENT_TWICE_ONE_IN: Final = 250  # A table that hears no answer sends its report again; the books post it once.
_PEOPLE: Final = {"dealer": "dana", "approver": "robin", "payer": "alex", "banker": "alex"}


def minutes(time: str) -> int:
    """A time of day in minutes; after midnight the gambling day counts on.

    >>> minutes("26:30")
    1590
    """
    hours, _, rest = time.partition(":")
    return int(hours) * 60 + int(rest)


Progress = Callable[[int, int], None]


@dataclass
class _Table:
    """A table between two ticks."""

    link: str
    plan: TablePlan
    round: int = 0
    bettors: list[int] = field(default_factory=list)
    planted: Planted | None = None
    is_open: bool = False


def run_demo(url: str, seed: str = "1", progress: Progress = lambda _done, _all: None) -> "DemoDay":
    """Play the day in a new book at ``url``; CheckFailed if the books and the demonstration disagree."""
    store = opening.open_store(url, create=True)
    # A key and checkpoints beside the book, whatever the settings of a real house say; the same seed, the same key.
    signer = checkpoints.Signer.generate(secret=sha256(f"jackpot demo {seed}".encode()).digest())
    path = opening.sqlite_path(url)
    private_files.make_private(path.with_name(f"{path.name}.key"), signer.to_pem())
    store.witness = witness.FileWitness(path.with_name(f"{path.name}.anchors"), [signer])
    try:
        day = DemoDay(store, seed)
        day.play(progress)
        day.reports = [report(store, name) for name in day.plans]
        day.audits = [whole.audit(store, name, floor.load_layout) for name in day.plans]
    finally:
        store.close()
    return day


class DemoDay:
    """The day under way, and what came of it."""

    reports: Sequence[DayReport] = ()
    audits: Sequence[again.LinkAudit] = ()
    rounds = hands = 0  # Hands dealt to seats that bet a jackpot.

    def __init__(self, store: journal.Store, seed: str) -> None:
        ready = proofs.floor(proofs.SAMPLE)
        self.casino = ready.plan
        self.plans: dict[str, LinkPlan] = dict(ready.plan.links)
        self.store = store
        self.seed = seed
        self.source = SeededSource(f"jackpot demo {seed}")
        self.now = 0  # The simulated time in milliseconds; it stands still within a tick.
        self.people = scripted.SelfPlay(self.source, _PEOPLE, "demo")
        self.running = floor.identity()
        self.books: dict[str, JackpotBook] = {}
        self.sensors = [_Table(link.id, table) for link in self.plans.values() for table in link.tables]
        self.answers: Counter[str] = Counter()  # By code: ``exists`` is of requests sent twice and posted once.
        self.alarms: list[Alarm] = []  # Hands that came too often, before the day was closed: some of the planted ones.
        self._ids = itertools.count(1)
        self._to_do: list[tuple[int, str, Json | str]] = [
            (minutes(chore.time), chore.link, chore.what) for chore in DAY.chores
        ]  # By minute and link, what people do: chores, and what follows from a win.
        plan = next(iter(self.plans.values()))
        midnight = datetime.datetime.combine(
            datetime.date.fromisoformat(plan.first_day), datetime.time(), zoneinfo.ZoneInfo(plan.time_zone)
        )
        self._midnight = int(midnight.timestamp() * 1000)
        self.first_day = plan.first_day

    def play(self, progress: Progress) -> None:
        opens, closes = minutes(DAY.opens), minutes(DAY.closes)
        ends = minutes("27:30")
        try:
            self._open_books(minutes("06:05"))
            for minute in range(opens, ends):
                progress(minute - opens, ends - opens)
                self._set_clock(minute)
                self._do_chores(minute)
                if minute < closes or any(table.is_open for table in self.sensors):
                    self._deal(minute, minute < closes)
            for book in self.books.values():
                self.alarms += odds.OddsWatch(self.store, book.state).alarms(book.state)
            self._set_clock(minutes("30:10"))
            for name in self.plans:
                self._must(name, {"do": "close_day", "by": "alex", "day": self.first_day})
            progress(1, 1)
        finally:
            for book in self.books.values():
                book.close()

    def _open_books(self, minute: int) -> None:
        """Two people approve each plan; a wager before the first deposit is refused, and then the money comes."""
        for name, plan in self.plans.items():
            self._set_clock(minute)
            self._open(name)
            self._must(name, {"do": "propose", "by": "sam", "plan": plan_to_json(plan)})
            self._set_clock(minute + 10)
            self._must(name, {"do": "accept", "by": "robin", "plan": plan_hash(plan)})
            self._must(name, DAY.third_supervisor)
            self._set_clock(minute + 20)
            first = plan.tables[0].id
            self._posted(name, [{"do": "wager", "by": "dana", "table": first, "round": 1, "seats": [1]}])
            self._set_clock(minute + 60)
            self._deposit(name)

    def _open(self, name: str) -> None:
        source = SeededSource(f"{self.seed} {name}")
        self.books[name] = JackpotBook.open(self.store, name, floor.load_layout, source, lambda: self.now, self.running)

    def _do_chores(self, minute: int) -> None:
        due = [chore for chore in self._to_do if chore[0] <= minute]
        self._to_do = [chore for chore in self._to_do if chore[0] > minute]
        for _, name, what in due:
            if isinstance(what, str):
                getattr(self, f"_{what}")(name)
                continue
            if what["do"] == "pay" and what["method"] == "check":
                self._deposit(name)
            self._must(name, what)

    def _restart(self, name: str) -> None:
        """As after a power cut: the book is opened again and is as it was."""
        self.books[name].close()
        self._open(name)

    def _deposit(self, name: str) -> None:
        """What is owed and not yet in the bank."""
        if request := self.people.deposit(self.books[name].state):
            self._must(name, request)

    def _statement(self, name: str) -> None:
        bank = self.books[name].state.bank_cents
        self._must(name, {"do": "statement", "by": "robin", "amount": bank, "reference": "on-line balance"})

    def _deal(self, minute: int, may_open: bool) -> None:
        """One minute at every table: those of one half close their bets, those of the other report their hands."""
        asked: dict[str, list[tuple[_Table, list[Json]]]] = {}
        for place, table in enumerate(self.sensors):
            if table.is_open:
                requests = [self._result(table)]
            elif may_open and (minute + place) % 2 == 0:
                requests = self._bets(table, minute)
            else:
                continue
            if requests:
                if not table.is_open and self.source.below(SENT_TWICE_ONE_IN) == 0:
                    requests.insert(1, requests[0])
                asked.setdefault(table.link, []).append((table, requests))
        for link, of_link in asked.items():
            # The tables of a link share a commit.
            replies = iter(self._posted(link, [request for _, requests in of_link for request in requests]))
            for table, requests in of_link:
                *_, last = itertools.islice(replies, len(requests))
                self._answered(table, minute, requests[-1], last)

    def _answered(self, table: _Table, minute: int, request: Json, reply: Reply) -> None:
        if request["do"] == "lock":
            table.is_open = reply.code == "ok"
        elif reply.code == "ok":
            table.is_open = False
            self.rounds += request["do"] == "result"
            self._follow_up(table, minute, request, reply)
        else:
            raise errors.CheckFailed(f"the demonstration was answered {reply.code} ({reply.detail}) at {table.plan.id}")

    def _bets(self, table: _Table, minute: int) -> list[Json]:
        """Who bets the jackpot in the next round, and the round locked; nobody may."""
        near = [
            hand for hand in DAY.planted if hand.table == table.plan.id and minute - 1 <= minutes(hand.time) <= minute
        ]
        table.planted = near[0] if near else None
        sure = (near[0].seat, near[0].seat % table.plan.seats + 1) if near else ()
        requests = self.people.bets(table.plan, table.round + 1, *sure)
        if requests:
            table.round += 1
            table.bettors = requests[0]["seats"]
        return requests

    def _result(self, table: _Table) -> Json:
        """Deal the round and report the hands that win; now and then it is a misdeal."""
        planted = table.planted
        if not planted and self.source.below(MISDEAL_ONE_IN) == 0:
            where = {"table": table.plan.id, "round": table.round}
            return {"do": "void", "by": "dana", "second": "sam", **where, "reason": "misdeal: a card was exposed"}
        self.hands += len(table.bettors)
        wins, cards = (planted.seat, parse_cards(planted.cards)) if planted and planted.cards else (0, ())
        request = self.people.result(
            self.plans[table.link], table.plan, table.round, table.bettors, wins=wins, cards=cards
        )
        if planted and planted.read_as:
            request["hands"][str(planted.seat)] = {"event": planted.read_as}
            request |= {"by": "sam", "second": "ursel"}  # read by two people, so a third approves its award
        return request

    def _follow_up(self, table: _Table, minute: int, request: Json, reply: Reply) -> None:
        """What people do after a win: a supervisor approves or rejects, accounting pays."""
        planted, table.planted = table.planted, None
        awards = [records.converted(entries.AwardRecord, award) for award in (reply.body or {}).get("awards", ())]
        pending = [award.no for award in awards if award.status == "pending"]
        if planted and planted.rejected and pending:
            # Two supervisors who look at the film reject the award; what the hand really was is then a correction.
            two = {"by": "robin", "second": "sam", "reason": planted.rejected}
            hands = {**request["hands"], str(planted.seat): {"event": planted.read_again_as}}
            right = {name: request[name] for name in ("table", "round", "dealer") if name in request} | {"hands": hands}
            self._to_do.append((minute + 9, table.link, {"do": "reject", **two, "award": pending[0]}))
            self._to_do.append((minute + 12, table.link, {"do": "correct", **two, **right}))
            return
        for award in awards:
            if award.status == "paid":
                continue
            if "approval" in award.duties:
                self._to_do.append((minute + 8, table.link, self.people.approval(award.no)))
            if "camera" in award.duties:
                self._to_do.append((minute + 9, table.link, self.people.film(award.no)))
            payee = actors.Payee(f"Player in seat {award.seat}", "", "passport, seen by Alex")
            self._to_do.append((minute + 25, table.link, self.people.payment(award, payee)))

    def _set_clock(self, minute: int) -> None:
        self.now = self._midnight + minute * 60_000

    def _posted(self, name: str, requests: list[Json]) -> list[Reply]:
        named = [{"id": f"{name}:{next(self._ids)}", **request} for request in requests]
        replies = self.books[name].post_all([*map(scripted.scripted, named)])
        self.answers.update(reply.code for reply in replies)
        return replies

    def _must(self, name: str, request: Json) -> Reply:
        reply = self._posted(name, [request])[0]
        if reply.code != "ok":
            raise errors.CheckFailed(f"the demonstration was answered {reply.code} ({reply.detail}) by {name}")
        return reply


LEFT_ALONE: Final = frozenset({"KIS-01"})  # The visitor's own table: nobody else deals there.
_MORE_PEOPLE: Final = (Person("olga", "Olga Operator", "operator"), Person("anton", "Anton Auditor", "auditor"))
_WITHOUT_A_FACTOR: Final = ("dealer", "auditor")
_ELSEWHERE: Final = ("CROUPIER_LOGINS", "CROUPIER_ACCESS_LOG", "CROUPIER_KEY", "CROUPIER_ANCHORS")
TOLD_HANDS, TOLD_HAND = 6, "4c 5c 6c 7c 9d Jd 2h"
_ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"


class DemoPerson(NamedTuple):
    """A person a visitor can sign in as. The password and the key are made only for this demonstration."""

    id: str
    name: str
    role: str
    password: str
    key: str  # The key of the second factor, for an authenticator app; empty for roles that move no money.


class Seeded(NamedTuple):
    """A demonstration that is ready to be opened."""

    book: str
    people: tuple[DemoPerson, ...]


def demo_plans(now: datetime.datetime | None = None) -> dict[str, LinkPlan]:
    """The sample's jackpots in play chips, from today on, with people of every role."""
    text = proofs.SAMPLE.read_text(encoding="utf-8").replace('currency = "USD"', 'currency = "chips"')
    casino = read_plan(text, catalogue.book(), "demonstration")
    zone = zoneinfo.ZoneInfo(casino.time_zone)
    hour, minute = map(int, casino.day_begins.split(":"))
    day = (
        (now or datetime.datetime.now(zone)).astimezone(zone) - datetime.timedelta(hours=hour, minutes=minute)
    ).date()
    return {
        name: replace(
            link,
            casino="Croupier, a demonstration",
            people=(*link.people, *_MORE_PEOPLE),
            first_day=day.isoformat(),
            notice=link.notice.replace("$", ""),
        )
        for name, link in casino.links.items()
    }


def seed(folder: Path) -> Seeded:
    """Make the book, let its people in, bring the plans into force and put the seeds into the bank."""
    named = [variable for variable in _ELSEWHERE if os.environ.get(variable)]
    if named:
        raise errors.BadInput(
            f"{named[0]} is set: a demonstration would write into the files of a real book", hint=f"unset {named[0]}"
        )
    url = str(folder / "demonstration.db")
    plans = demo_plans()
    people = next(iter(plans.values())).people
    visitors = let_in(floor.logins_of(url), people)
    with floor.opened(url, create=True, write=True) as store:
        clock = ticking()
        for plan in plans.values():
            go_live(store, plan, clock)
        tell_too_many(store, plans["house"], clock)
    return Seeded(url, visitors)


def go_live(store: journal.Store, plan: LinkPlan, clock: Clock = floor.wall_clock) -> None:
    """Two people bring the plan of a new link into force, and a third puts its seeds into the bank."""

    def ask(do: str, by: str, **fields: object) -> None:
        reply = book.post({"id": f"demonstration:{do}", "do": do, **fields}, actors.Actor(by, "demonstration"))
        if reply.code != "ok":
            raise errors.BadInput(f"the demonstration's {do} of {plan.id} is answered {reply.code}: {reply.detail}")

    with floor.open_book(store, plan.id, clock) as book:
        ask("propose", "sam", plan=plan_to_json(plan))
        ask("accept", "robin", plan=plan_hash(plan))
        assert book.state.plan is not None
        ask("deposit", "alex", amount=required_cents(book.state, book.state.plan), reference=f"SEED-{plan.id}-1"[:32])


def tell_too_many(store: journal.Store, plan: LinkPlan, clock: Clock) -> None:
    """A dealer tells hand after hand that cards deal once in two hundred wagers: the office has an alarm by odds."""
    where = {"table": plan.tables[-1].id}
    with floor.open_book(store, plan.id, clock) as book:
        for number in range(1, TOLD_HANDS + 1):
            for do, fields in (("wager", {"seats": [3]}), ("lock", {}), ("result", {"hands": {"3": TOLD_HAND}})):
                request = {"id": f"demonstration:{do}:{number}", "do": do, **where, "round": number, **fields}
                assert book.post(request, actors.Actor("dana", "demonstration")).code == "ok"


def ticking() -> Clock:
    """A clock that has shown the last half hour, thirty seconds with every look, and goes on with the wall's."""
    shown = itertools.count(floor.wall_clock() - 1_800_000, 30_000)
    return lambda: min(next(shown), floor.wall_clock())


def let_in(logins: Logins, people: People) -> tuple[DemoPerson, ...]:
    """Give everybody a password, and a second factor if their role requires one."""
    founders = [person.id for person in people if person.role == "supervisor"][:2]
    two = (actors.Actor(founders[0], "demonstration"), actors.Actor(founders[1], "demonstration"))
    passwords = {person.id: _password() for person in people}
    for person in sorted(people, key=lambda person: person.id not in founders):
        logins.enroll(person.id, passwords[person.id], None if person.id in founders else two)
    return tuple(
        DemoPerson(
            person.id,
            person.name,
            person.role,
            passwords[person.id],
            "" if person.role in _WITHOUT_A_FACTOR else logins.add_second_factor(person.id, two),
        )
        for person in people
    )


def _password() -> str:
    source = SystemSource()
    letters = [_ALPHABET[source.below(len(_ALPHABET))] for _ in range(16)]
    return "-".join("".join(letters[place : place + 4]) for place in range(0, 16, 4))
