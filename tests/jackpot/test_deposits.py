"""Deposits over random calendars: what was accrued first is due first, and nothing before its time.

The model here is a list of coins. Each knows the day on which it came in and the day from which it must be in the bank;
players are paid with the oldest. The link is stopped just when coins that are due are more than the bank holds.
"""

from __future__ import annotations

import datetime
from dataclasses import replace
from random import Random

import pytest

from croupier.casino.rules_of_the_day import load_layout
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.money.bank import missing_tomorrow
from croupier.stores.memory import MemoryStore
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, close_day, go_live, open_book, plan, with_level

SEED = 500


def day_after(day: str, days: int) -> str:
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days=days)).isoformat()


class Coins:
    """What is owed to players, cent by cent."""

    def __init__(self, deposit_days: int) -> None:
        self.deposit_days = deposit_days
        self.day = "2026-01-01"
        self.due_on: list[str] = [self.day] * SEED
        """Of each coin, the day from which it must be in the bank; the oldest first."""
        self.bank = SEED

    def come_in(self, cents: int, days: int) -> None:
        self.due_on += [day_after(self.day, days)] * cents

    def pay(self, cents: int) -> None:
        del self.due_on[:cents]

    @property
    def due(self) -> int:
        return self.due_by(0)

    def due_by(self, days: int) -> int:
        """The coins that are due after this many more days, if nobody is paid meanwhile."""
        return sum(day <= day_after(self.day, days) for day in self.due_on)


@pytest.mark.parametrize("seed", range(12))
def test_the_link_stops_when_something_is_too_old_and_not_before(seed: int) -> None:
    dice = Random(seed)
    store = MemoryStore()
    book = open_book(store)
    days = dice.choice((1, 2, 3, 7))
    # One dollar brings the meter 50 cents and nothing else, so that coins are whole.
    level = {"seed_cents": SEED, "reseed_cents": SEED, "beginning_cents": SEED, "increment_ppm": 500_000}
    go_live(book, with_level(replace(plan(), deposit_days=days), **level, reserve_ppm=0))
    coins = Coins(days)
    number = stops = 0
    for _ in range(90):
        what = dice.choice(("play", "play", "play", "win", "deposit", "close", "close"))
        is_open = coins.bank >= coins.due
        assert book.display.accepts_wagers == is_open, (seed, coins.day)
        assert book.state.plan is not None
        assert missing_tomorrow(book.state, book.state.plan) == max(0, coins.due_by(1) - coins.bank), (seed, coins.day)
        stops += not is_open
        if what in ("play", "win"):
            number += 1
            seats = dice.sample(range(1, 7), dice.randint(1, 3))
            reply = ask(book, "wager", "dee", table="T01", round=number, seats=seats)
            assert reply.code == ("ok" if is_open else "bank_short")
            if not is_open:
                number -= 1
                continue
            coins.come_in(50 * len(seats), days)
            ask(book, "lock", "dee", table="T01", round=number)
            hands = {str(seats[0]): SEVEN_CARDS} if what == "win" else {}
            assert ask(book, "result", "dee", table="T01", round=number, hands=hands).code == "ok"
            if what == "win":
                (award,) = book.state.awards.values()
                coins.come_in(SEED, 1)  # the house advances the next seed: due when the next day begins
                if dice.random() < 0.5 and coins.bank >= award["cents"]:
                    assert ask(book, "pay", "cy", award=award["no"], method="check", reference="no. 1").code == "ok"
                    coins.bank -= award["cents"]
                else:
                    assert ask(book, "pay", "cy", award=award["no"], method="cash").code == "ok"
                coins.pay(award["cents"])
        elif what == "deposit":
            cents = dice.choice(
                (1, 49, 50, 200, max(1, coins.due - coins.bank), max(1, len(coins.due_on) - coins.bank))
            )
            assert ask(book, "deposit", "cy", amount=cents, reference="slip").code == "ok"
            coins.bank += cents
            assert book.display.accepts_wagers >= is_open, "a deposit was punished"
        else:
            assert close_day(book, coins.day).code == "ok"
            coins.day = day_after(coins.day, 1)
            due = [day for day in coins.due_on if day <= coins.day]
            coins.due_on = due + [day for day in coins.due_on if day > coins.day]
        assert book.state.liability_cents == len(coins.due_on)
    assert stops, "a calendar in which nothing was ever late proves little"
    assert audit(store, LINK, load_layout).is_clean
