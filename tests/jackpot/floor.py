"""A small floor for tests: one Straight Flush link over fifteen tables, its people, and a book that is live."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.book import Clock, JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.journal import Store
from croupier.jackpot.kinds.table import malformed, record_of
from croupier.jackpot.plan.link_plan import Level, LinkPlan, People, Person, TablePlan, plan_hash, plan_to_json
from tests.jackpot.carrying import with_rules
from tests.jackpot.papers import with_papers

LINK = "sf"
SEATS = 6
TABLES = tuple(f"T{number:02d}" for number in range(1, 16))
WAGER = "straight_flush_progressive"
SEVEN_CARDS = "As Ks Qs Js Ts 9s 8s"
"""Wins the whole meter of PT-BJS-HCF-SF-03."""
OTHER_SEVEN = "Ah Kh Qh Jh Th 9h 8h"
KING_HIGH_SIX = "Ks Qs Js Ts 9s 8s 2d"

_ids = itertools.count(1)


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


class Watch:
    """A clock that a test sets: it shows ten in the morning of the plan's first day, and goes on with every look."""

    def __init__(self) -> None:
        self.now = 1_767_261_600_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


def staff(**roles: str) -> People:
    """People by their id, each called by it."""
    return tuple(Person(id, id.title(), role) for id, role in roles.items())  # type: ignore[arg-type]


@cache
def plan(paytable: str = "PT-BJS-HCF-SF-03") -> LinkPlan:
    spec = str(catalogue.configuration(f"keep-it-straight(edition=washington, {WAGER}={paytable})"))
    made = LinkPlan(
        id=LINK,
        title="Straight Flush",
        type="progressive",
        jurisdiction="washington",
        paytable=paytable,
        base_wager_cents=100,
        levels=(Level(1, 1_000_000, 1_000_000, 1_000_000, 180_000, 20_000),),
        tables=tuple(TablePlan(table, spec, WAGER, SEATS, "here") for table in TABLES),
        people=staff(ann="supervisor", bob="supervisor", dee="dealer", cy="accounting"),
        thresholds=(),
        unreasonable_cents=100 * SEATS,
        approval="sample",
    )
    return with_rules(made)


def house_plan(posted: int = 1_000_000) -> LinkPlan:
    """The same tables with a house jackpot."""
    game = f"keep-it-straight(edition=washington, jackpot=house, {WAGER}=PT-BJS-HCF-SF-03)"
    spec = str(catalogue.configuration(game))
    tables = tuple(replace(table, game=spec) for table in plan().tables)
    levels = (Level(1, posted, posted, posted),)
    return with_rules(replace(plan(), type="house", tables=tables, levels=levels, simultaneous="full"))


def with_level(chosen: LinkPlan, **changes: Any) -> LinkPlan:
    """The plan with other parameters of its first level."""
    return replace(chosen, levels=(replace(chosen.levels[0], **changes), *chosen.levels[1:]))


def open_book(store: Store, clock: Clock | None = None) -> JackpotBook:
    """With a watch that is not behind the book, unless the test has a clock of its own."""
    watch = Watch()
    book = JackpotBook.open(store, LINK, load_layout, SeededSource(1), clock or watch, Identity("software", "rulebook"))
    watch.now = max(watch.now, book.state.at)
    return book


def let_day_pass(book: JackpotBook, day: str | None = None) -> str:
    """The clock reaches the end of the gambling day, which is then over once somebody asks for anything."""
    watch = book._clocks._wall
    assert isinstance(watch, Watch)
    watch.now = int(book.state.day_ends)
    over = book.state.day
    assert day in (None, over)
    return over


def close_day(book: JackpotBook, day: str | None = None) -> Reply:
    """The day passes, and accounting closes it."""
    return ask(book, "close_day", "cy", day=let_day_pass(book, day))


def ask(book: JackpotBook, do: str, by: str, **fields: Any) -> Reply:
    """One request under an id of its own; where a second person is needed and none is named, the other supervisor."""
    request = with_papers(book, {"id": f"test:{next(_ids)}", "do": do, "by": by, **fields})
    return book.post_all([by_two(scripted(request))])[0]


def by_two(asked: Asked) -> Asked:
    """With the other supervisor behind it, where a second person is needed and none is named."""
    if (
        asked.second is not None
        or malformed(asked.request) is not None
        or not record_of(asked.request, "").needs_second
    ):
        return asked
    return asked._replace(second=Actor("bob" if asked.actor.person != "bob" else "ann", "script"))


def go_live(book: JackpotBook, chosen: LinkPlan | None = None) -> None:
    """Two people approve the plan, and the bank holds what it begins with."""
    if book.state.plan is not None:
        return
    chosen = chosen or plan()
    assert ask(book, "propose", "ann", plan=plan_to_json(chosen)).code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(chosen)).code == "ok"
    begins = sum(level.beginning_cents for level in chosen.levels)
    assert ask(book, "deposit", "cy", amount=begins, reference="seed 1").code == "ok"


def rounds_of(table: str, first: int) -> Iterator[dict[str, Any]]:
    """Round after round of one table: wagers, lock, result; ids that name what they are."""
    for number in itertools.count(first):
        about = {"by": "dee", "table": table, "round": number}
        yield {"id": f"w:{table}:{number}", "do": "wager", **about, "seats": [1, 2, 3]}
        yield {"id": f"l:{table}:{number}", "do": "lock", **about}
        yield {"id": f"r:{table}:{number}", "do": "result", **about, "hands": {}}
