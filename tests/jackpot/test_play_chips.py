"""A plan of play chips: read from its file, kept apart from money, and said wherever it is printed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from croupier import catalogue
from croupier.casino.floor import prover
from croupier.casino.proofs import SAMPLE
from croupier.handbook.page.text import plain
from croupier.handbook.reports.day import header_facts, layout, month_document
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import PLAY_CHIPS, LinkRefused, Threshold, plan_from_json, plan_to_json
from croupier.jackpot.reports.day import report, summary
from croupier.units import amount
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, go_live, open_book, plan
from tests.jackpot.memory import MemoryStore

CHIPS = replace(plan(), currency="chips")


def test_a_plan_file_may_be_in_play_chips() -> None:
    text = SAMPLE.read_text(encoding="utf-8").replace('currency = "USD"', 'currency = "chips"')
    chips = read_plan(text, catalogue.book())
    assert {link.currency for link in chips.links.values()} == {"chips"}
    assert plan_from_json(plan_to_json(chips.links["sf"])) == chips.links["sf"]


def test_a_plan_in_dollars_is_written_as_it_always_was() -> None:
    assert plan_to_json(plan())["currency"] == ""


def test_an_amount_says_what_it_is() -> None:
    assert [amount(cents, "chips") for cents in (100, 500, 123_456)] == [
        "1 play chip",
        "5 play chips",
        "1,234.56 play chips",
    ]
    assert amount(500) == amount(500, "") == "$5"


@pytest.mark.parametrize("first", ["", "chips"])
def test_a_book_holds_play_chips_or_money(first: str) -> None:
    store = MemoryStore()
    go_live(open_book(store), replace(plan(), currency=first))  # type: ignore[arg-type]
    approved = (Threshold("2026-01-01", approval_cents=50_000),)
    other = replace(plan(), id="other", tables=(replace(plan().tables[0], id="X1"),), thresholds=approved)
    prover(store)(replace(other, currency=first))  # type: ignore[arg-type]
    with pytest.raises(LinkRefused, match="play chips"):
        prover(store)(replace(other, currency="" if first else "chips"))


def test_a_live_link_never_changes_its_currency() -> None:
    book = open_book(MemoryStore())
    go_live(book)
    reply = ask(book, "propose", "ann", plan=plan_to_json(CHIPS))
    assert (reply.code, reply.detail) == ("other_link", "currency")


def test_every_report_and_prize_record_says_play_chips() -> None:
    store = MemoryStore()
    book = open_book(store)
    go_live(book, CHIPS)
    about = {"table": "T01", "round": 1}
    ask(book, "wager", "dee", seats=[1, 2], **about)
    ask(book, "lock", "dee", **about)
    ask(book, "result", "dee", hands={"1": SEVEN_CARDS}, **about)
    found = report(store, LINK)
    said = repr(layout(found)) + repr(header_facts(found))
    assert said.count(plain(PLAY_CHIPS)) == 2  # at the head, and over the prize records
    assert "base wager 1 play chip" in said
    of_month = repr(month_document(summary(store, LINK, found.day[:7])))
    assert plain(PLAY_CHIPS) in of_month
    for text in (said, of_month):
        assert not re.search(r"\$\d", text)
        assert "dollar" not in text
