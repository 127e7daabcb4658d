"""Deposits over random calendars: what was accrued first is due first, and nothing before its time.

A calendar begins shortly before clocks change, in a zone where they do or do not, and leaves days out on which nothing
is entered. The model of a progressive is a list of coins. Each knows the day from which it must be in the bank; players
are paid with the oldest. The link is stopped just when coins that are due are more than the bank holds.
"""

from __future__ import annotations

import datetime
import zoneinfo
from dataclasses import dataclass, replace
from random import Random

import pytest

from croupier.casino.floor import load_layout
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.gambling_day import begins_at
from croupier.jackpot.kinds.bank import missing_tomorrow, required_cents
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.reports.alarms import AlarmKind, alarms
from croupier.units import dollars
from tests.jackpot.floor import LINK, SEVEN_CARDS, Watch, ask, go_live, house_plan, open_book, plan, with_level
from tests.jackpot.memory import MemoryStore

SEED = 500


def day_after(day: str, days: int) -> str:
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days=days)).isoformat()


@dataclass
class Calendar:
    """A book and its days, some of them left out."""

    dice: Random
    store: MemoryStore
    book: JackpotBook
    watch: Watch
    day: str
    round: int = 0

    @classmethod
    def begin(cls, seed: int, chosen: LinkPlan) -> Calendar:
        dice, store, watch = Random(seed), MemoryStore(), Watch()
        zone = dice.choice(("America/Los_Angeles", "UTC", "Australia/Lord_Howe"))
        chosen = replace(chosen, time_zone=zone, day_begins=dice.choice(("00:00", "02:30", "06:00")))
        day = dice.choice(("2026-03-05", "2026-04-02", "2026-10-01", "2026-10-29"))
        noon = datetime.datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=zoneinfo.ZoneInfo(zone))
        watch.now = int(noon.timestamp() * 1000)
        book = open_book(store, watch)
        go_live(book, chosen)
        assert book.state.day == day
        return cls(dice, store, book, watch, day)

    @property
    def plan(self) -> LinkPlan:
        assert self.book.state.plan is not None
        return self.book.state.plan

    def expect(self, is_open: bool, missing: int) -> None:
        """Whether wagers are taken, and what an alarm says must be deposited today."""
        state = self.book.state
        assert self.book.display.accepts_wagers == is_open, self.day
        assert missing_tomorrow(state, self.plan) == missing, self.day
        told = [each for each in alarms(state, self.watch.now) if each.kind is AlarmKind.DEPOSIT_DUE]
        assert [each.cents for each in told] == [missing] * (missing > 0)
        assert [each.words.endswith(f": {dollars(missing)}") for each in told] == [True] * (missing > 0)

    def play(self, is_open: bool, seats: list[int], hands: dict[str, str]) -> bool:
        """A round, if the link is expected to take wagers."""
        where = {"table": "T01", "round": self.round + 1}
        assert ask(self.book, "wager", "dee", **where, seats=seats).code == ("ok" if is_open else "bank_short")
        if is_open:
            self.round += 1
            assert ask(self.book, "lock", "dee", **where).code == "ok"
            assert ask(self.book, "result", "dee", **where, hands=hands).code == "ok"
        return is_open

    def go_on(self) -> None:
        """Another day begins, the next or a later one; the one before it is closed."""
        over, self.day = self.day, day_after(self.day, self.dice.choice((1, 1, 1, 2, 3)))
        begins = begins_at(self.day, self.plan.time_zone, self.plan.day_begins)
        self.watch.now = begins
        assert ask(self.book, "close_day", "cy", day=over).code == "ok"
        assert self.book.state.day == self.day


class Coins:
    """What is owed to players, cent by cent."""

    def __init__(self, day: str) -> None:
        self.day = day
        self.due_on: list[str] = [day] * SEED
        """Of each coin, the day from which it must be in the bank; the oldest first."""
        self.bank = SEED

    def come_in(self, cents: int, days: int) -> None:
        self.due_on += [day_after(self.day, days)] * cents

    def pay(self, cents: int) -> None:
        del self.due_on[:cents]

    def turn_to(self, day: str) -> None:
        """What is due by now is the first to be paid with."""
        self.day = day
        self.due_on = [each for each in self.due_on if each <= day] + [each for each in self.due_on if each > day]

    def due_by(self, days: int) -> int:
        """The coins that are due after this many more days, if nobody is paid meanwhile."""
        return sum(day <= day_after(self.day, days) for day in self.due_on)


@pytest.mark.parametrize("seed", range(12))
def test_the_link_stops_when_something_is_too_old_and_not_before(seed: int) -> None:
    days = Random(seed).choice((1, 2, 3, 7))
    # One dollar brings the meter 50 cents and nothing else, so that coins are whole.
    level = {"seed_cents": SEED, "reseed_cents": SEED, "beginning_cents": SEED, "increment_ppm": 500_000}
    calendar = Calendar.begin(seed, with_level(replace(plan(), deposit_days=days), **level, reserve_ppm=0))
    coins, book, dice = Coins(calendar.day), calendar.book, calendar.dice
    stops = 0
    for _ in range(90):
        what = dice.choice(("play", "play", "play", "win", "deposit", "go on", "go on"))
        is_open = coins.bank >= coins.due_by(0)
        calendar.expect(is_open, max(0, coins.due_by(1) - coins.bank))
        stops += not is_open
        if what in ("play", "win"):
            seats = dice.sample(range(1, 7), dice.randint(1, 3))
            if not calendar.play(is_open, seats, {str(seats[0]): SEVEN_CARDS} if what == "win" else {}):
                continue
            coins.come_in(50 * len(seats), days)
            if what == "win":
                (award,) = book.state.awards.values()
                coins.come_in(SEED, 1)  # the house advances the next seed: due when the next day begins
                if dice.random() < 0.5 and coins.bank >= award.cents:
                    assert ask(book, "pay", "cy", award=award.no, method="check", reference="no. 1").code == "ok"
                    coins.bank -= award.cents
                else:
                    assert ask(book, "pay", "cy", award=award.no, method="cash").code == "ok"
                coins.pay(award.cents)
        elif what == "deposit":
            lacking = max(1, coins.due_by(0) - coins.bank), max(1, len(coins.due_on) - coins.bank)
            cents = dice.choice((1, 49, 50, 200, *lacking))
            assert ask(book, "deposit", "cy", amount=cents, reference="slip").code == "ok"
            coins.bank += cents
            assert book.display.accepts_wagers >= is_open, "a deposit was punished"
        else:
            calendar.go_on()
            coins.turn_to(calendar.day)
        assert book.state.liability_cents == len(coins.due_on)
    assert stops, "a calendar in which nothing was ever late proves little"
    assert audit(calendar.store, LINK, load_layout).is_clean


@pytest.mark.parametrize("seed", range(6))
def test_a_house_jackpot_needs_the_posted_prize_and_those_of_earlier_days(seed: int) -> None:
    """What is won is due when the next day begins, whatever else was won or paid meanwhile."""
    calendar = Calendar.begin(seed, house_plan(SEED))
    book, dice, bank = calendar.book, calendar.dice, SEED
    won: dict[int, str] = {}
    stops = 0
    for _ in range(70):
        what = dice.choice(("play", "win", "win", "deposit", "pay", "go on", "go on"))
        owed, overdue = SEED * len(won), SEED * sum(day < calendar.day for day in won.values())
        is_open = bank >= SEED + overdue
        calendar.expect(is_open, max(0, SEED + owed - bank))
        stops += not is_open
        if what in ("play", "win"):
            if calendar.play(is_open, [1], {"1": SEVEN_CARDS} if what == "win" else {}) and what == "win":
                won[max(each.no for each in book.state.awards.values())] = calendar.day
        elif what == "deposit":
            cents = dice.choice((1, 100, SEED - 1, max(1, owed + SEED - bank)))
            assert ask(book, "deposit", "cy", amount=cents, reference="slip").code == "ok"
            bank += cents
        elif what == "pay" and book.state.awards:
            number = dice.choice([each.no for each in book.state.awards.values()])
            assert ask(book, "pay", "cy", award=number, method="cash").code == "ok"
            del won[number]
        elif what == "go on":
            calendar.go_on()
        assert book.state.liability_cents == SEED * len(won)
    assert stops
    assert audit(calendar.store, LINK, load_layout).is_clean


def test_a_withdrawal_leaves_what_players_are_owed_before_it_is_due() -> None:
    book = open_book(MemoryStore())
    go_live(book)
    assert ask(book, "deposit", "cy", amount=3_000_000, reference="slip").code == "ok"
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "ok"
    spare = book.state.bank_cents - book.state.liability_cents
    assert required_cents(book.state, book.state.plan or plan()) < book.state.liability_cents, "it is not due yet"
    for cents, code in ((spare + 1, "more_than_there"), (spare, "ok"), (1, "more_than_there")):
        assert ask(book, "withdraw", "cy", second="ann", amount=cents, reference="slip").code == code


def test_the_posted_prize_of_an_ended_house_jackpot_may_leave_the_bank() -> None:
    book = open_book(MemoryStore())
    go_live(book, house_plan(SEED))
    everything = book.state.bank_cents
    assert ask(book, "withdraw", "cy", second="ann", amount=everything, reference="slip").code == "more_than_there"
    assert ask(book, "end", "ann", second="bob", reason="the license ends").code == "ok"
    assert ask(book, "withdraw", "cy", second="ann", amount=everything, reference="slip").code == "ok"
