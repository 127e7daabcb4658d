"""Hits beside their odds: the bound on false alarms, the delay of a thief, and the alarm in the books."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import count

import pytest

from croupier.casino import demo
from croupier.casino.odds import (
    RATES,
    DayCounts,
    OddsWatch,
    Theft,
    _log_ratio,
    alarms_by_odds,
    bound,
    chances_by_row,
    delay,
    one_in,
)
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.reports.alarms import Alarm, AlarmKind, alarms, oddities_of
from tests.jackpot.floor import ask, go_live, let_day_pass, open_book, plan
from tests.jackpot.memory import MemoryStore

FIVE = "9s 8s 7s 6s 5s 2d 3h"


def day(number: int, wagers: int, hits: int) -> DayCounts:
    return DayCounts(f"day {number:04d}", {"T1\ndee": wagers}, {"T1\ndee\nstraight_flush": hits} if hits else {})


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(("chance", "wagers"), [(Fraction(1, 10), 6), (Fraction(1, 1_000), 40)])
def test_honest_cards_are_a_fair_game(rate: float, chance: Fraction, wagers: int) -> None:
    """What a day multiplies the evidence by is 1 in the mean: that, and nothing else, bounds the false alarms."""
    mean = sum(
        math.comb(wagers, hits)
        * float(chance) ** hits
        * float(1 - chance) ** (wagers - hits)
        * math.exp(_log_ratio(rate, float(chance), wagers, hits))
        for hits in range(wagers + 1)
    )
    assert mean == pytest.approx(1, rel=1e-9)


def test_the_demonstration_shows_an_alarm_that_says_how_unlikely_its_hits_are() -> None:
    store, plan = MemoryStore(), demo.demo_plans()["house"]
    clock = demo.ticking()
    demo.go_live(store, plan, clock)
    assert OddsWatch(store, read_state(store, plan.id)).alarms(read_state(store, plan.id)) == []
    demo.tell_too_many(store, plan, clock)
    state = read_state(store, plan.id)
    raised = OddsWatch(store, state).alarms(state)
    assert {alarm.kind for alarm in raised} == {AlarmKind.HITS_BEYOND_ODDS}
    assert {(alarm.tables, alarm.person, alarm.count) for alarm in raised} == {
        ((plan.tables[-1].id,), "", 6),
        ((), "dana", 6),
    }
    assert all("less likely than one in" in alarm.words for alarm in raised)
    assert [alarm.kind for alarm in oddities_of(store, state).not_confirmed(state)] == [], "told at a dealer's pace"


def test_the_bound_is_one_false_alarm_a_year() -> None:
    assert bound(140) == 140 * 365


def test_honest_years_raise_no_alarm() -> None:
    """Twenty years of one table with two streams; at most one alarm in a year of all of them is promised."""
    dice = random.Random(29)
    chance = 1 / 3_000
    honest = [day(number, 1_000, sum(dice.random() < chance for _ in range(1_000))) for number in range(365)]
    assert alarms_by_odds(honest, {"T1": {"straight_flush": Fraction(1, 3_000)}}, {}, "sf") == []


def test_a_slow_thief_is_found_after_the_days_that_the_check_prints() -> None:
    theft = Theft(Fraction(1, 100_000), 1_000)
    days = delay(theft, 2)
    assert days is not None
    robbed = [day(number, 1_000, 1) for number in range(days)]
    chances = {"T1": {"straight_flush": theft.chance}}
    raised = alarms_by_odds(robbed, chances, {"straight_flush": "Straight flush"}, "sf")
    assert [(alarm.tables, alarm.person, alarm.count) for alarm in raised] == [(("T1",), "", days), ((), "dee", days)]
    assert alarms_by_odds(robbed[:-1], chances, {}, "sf") == []


def test_how_unlikely_it_is() -> None:
    """Against the sum of the binomial terms, counted exactly: the bound is below it, and rounded down."""
    chance, wagers, hits = Fraction(1, 2_000), 1_000, 6
    tail = sum(math.comb(wagers, k) * chance**k * (1 - chance) ** (wagers - k) for k in range(hits, wagers + 1))
    assert one_in(float(wagers * chance), hits) <= 1 / tail
    assert one_in(0.5, 6) == 12_000
    assert one_in(5, 3) == 1


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    book = open_book(store)
    go_live(book)
    return book


def told(book: JackpotBook) -> list[Alarm]:
    return [alarm for alarm in OddsWatch(book.store, book.state).alarms(book.state) if alarm.count]


def test_wagers_and_hands_are_counted_by_table_and_dealer(book: JackpotBook) -> None:
    for number in (1, 2):
        about = {"table": "T01", "round": number}
        assert ask(book, "wager", "dee", **about, seats=[1, 2]).code == "ok"
        assert ask(book, "lock", "dee", **about).code == "ok"
        assert ask(book, "result", "dee", **about, hands={"1": FIVE}).code == "ok"
    assert book.state.dealt == {"T01\ndee": 4}
    assert book.state.hands_told == {"T01\ndee\nstraight_flush_5": 2}


def test_the_alarm_names_table_dealer_and_odds_until_its_day_is_closed(book: JackpotBook) -> None:
    table = plan().tables[0]
    chance = chances_by_row(table)["straight_flush_5"]
    assert chance < Fraction(1, 1_000)
    for number in count(1):
        about = {"table": "T01", "round": number}
        assert ask(book, "wager", "dee", **about, seats=[1, 2]).code == "ok"
        assert ask(book, "lock", "dee", **about).code == "ok"
        assert ask(book, "result", "dee", **about, hands={"1": FIVE}).code == "ok"
        if raised := told(book):
            break
    assert 3 <= number < 10, "a handful of hands that come once in thousands"
    kinds = {alarm.kind for alarm in raised}
    assert kinds == {AlarmKind.HITS_BEYOND_ODDS}
    assert {(alarm.tables, alarm.person) for alarm in raised} == {(("T01",), ""), ((), "dee")}
    [of_dealer] = [alarm for alarm in raised if alarm.person]
    assert of_dealer.words.startswith(f"dee has had {number} hits of ")
    assert of_dealer.words.endswith(f"less likely than one in {of_dealer.one_in:,}")
    assert any(alarm.kind is AlarmKind.HITS_BEYOND_ODDS for alarm in alarms(book.state, book.state.at, raised))
    over = let_day_pass(book)
    assert ask(book, "fault", "dee", table="T02", reason="dark").code == "ok"
    assert told(book), "its day is over and not closed"
    assert ask(book, "close_day", "cy", day=over).code == "ok"
    assert not told(book)
