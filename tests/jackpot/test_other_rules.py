"""An audit where today's rulebook is not the one of the plan, and where an entry cannot be folded at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.journal import Head, entry_hash
from croupier.jackpot.plan.checking import Layout
from croupier.jackpot.plan.link_plan import carry_rules
from croupier.play.game import Game
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, go_live, open_book, plan
from tests.jackpot.memory import MemoryStore


def played() -> MemoryStore:
    """Three rounds, the second of them won."""
    store = MemoryStore()
    book = open_book(store)
    chosen = plan()
    table = chosen.tables[0]
    go_live(book, replace(chosen, rules=(carry_rules(load_layout(table.game).configuration, table.wager),)))
    for number in (1, 2, 3):
        about = {"table": "T01", "round": number}
        for do, fields in (
            ("wager", {"seats": [1, 2]}),
            ("lock", {}),
            ("result", {"hands": {"2": SEVEN_CARDS} if number == 2 else {}}),
        ):
            assert ask(book, do, "dee", **fields, **about).code == "ok"
    book.close()
    return store


def of_another_rulebook(layout: Layout) -> Game:
    """Today's layouts under a rulebook that pays every row differently; what a plan carries is as it was."""
    game = load_layout(layout)
    if not isinstance(layout, str):
        return game
    tables = dict(game.configuration.tables)
    for wager, table in tables.items():
        rows = tuple(replace(row, pay=table.rows[0].pay, label=f"{row.label} of old") for row in table.rows)
        tables[wager] = replace(table, rows=rows)
    return type(game)(replace(game.configuration, tables=tables))


def test_a_plan_with_the_rules_of_today_is_not_worth_a_word() -> None:
    found = audit(played(), LINK, load_layout)
    assert found.is_clean
    assert not [note for note in found.notes if "rules" in note]


def test_a_book_is_decided_by_the_rules_that_its_plan_carries_and_the_auditor_is_told() -> None:
    """Sound under its own rules: no finding; that they are not today's is said once a layout, and is no fault."""
    found = audit(played(), LINK, of_another_rulebook)
    assert found.is_clean
    told = [note for note in found.notes if "are not those of the installed rulebook" in note]
    assert len(told) == 1
    assert "keep-it-straight" in told[0]
    assert found.decided == found.entries


def forged(kind: str, change: Callable[[dict[str, Any]], None]) -> tuple[MemoryStore, int]:
    """The book with the first entry of a kind changed, and its place. Every hash after it is computed again, as a
    clever hand would."""
    store = played()
    kept = store._memory.links[LINK]
    place = next(index for index, entry in enumerate(kept.entries) if entry.kind == kind)
    body: dict[str, Any] = json.loads(kept.entries[place].body)
    change(body)
    before = kept.entries[place - 1].hash
    kept.entries[place] = kept.entries[place]._replace(body=json.dumps(body))
    for index in range(place, len(kept.entries)):
        entry = kept.entries[index]
        kept.entries[index] = entry._replace(hash=entry_hash(before, *entry[:-1]))
        before = kept.entries[index].hash
    kept.head = Head(len(kept.entries), before)
    return store, place


def without_fields(body: dict[str, Any]) -> None:
    body["req"] = {"do": body["req"]["do"]}


def at_a_table_that_is_not_there(body: dict[str, Any]) -> None:
    body["req"]["table"] = "T99"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("wager", without_fields),
        ("result", without_fields),
        ("lock", at_a_table_that_is_not_there),
        ("result", at_a_table_that_is_not_there),
    ],
)
def test_an_entry_that_cannot_be_folded_is_named_and_nothing_after_it_is_vouched_for(
    kind: str, change: Callable[[dict[str, Any]], None]
) -> None:
    """It cannot be read; or it can, and there is nothing that it could change."""
    store, place = forged(kind, change)
    found = audit(store, LINK, load_layout)
    named = [finding for finding in found.findings if "cannot be folded" in finding.what]
    assert [finding.where for finding in named] == [f"entry {place + 1}"]
    assert named[0].what.endswith("what follows was not decided again")
    assert found.decided == place
    assert found.entries == len(store._memory.links[LINK].entries)
