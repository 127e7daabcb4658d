"""Posted is paid: the record of a display, read back from its words, against what the books award."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.posting import DisplayRecord, Linked, display_at, face_of, times
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.kinds.bank import required_cents
from croupier.jackpot.kinds.link import Layouts
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import LinkPlan, Threshold, plan_hash, plan_to_json
from croupier.records import plain
from tests.jackpot.floor import ask, wall_clock
from tests.jackpot.memory import MemoryStore
from tests.laws.test_posted import SEVERAL

AT = 1_767_330_960_000
"""2026-01-02 05:16 UTC, 21:16 the evening before in Los Angeles."""
_MONEY = re.compile(r"\$?([\d,]+)(?:\.(\d\d))?")
_SHARE = re.compile(r"([\d.]+) %(?: of level (\d))?")


def posted(
    table: str, links: list[Linked], load: Layouts, *, now: int, heard: int, is_live: bool = True
) -> DisplayRecord:
    face = face_of(table, links, load)
    return display_at(face, times(face.zone, now, heard, is_live))


def links() -> Iterator[Any]:
    for sample in (SAMPLE, SAMPLE_NEVADA):
        for link in read_plan(sample, catalogue.book()).links.values():
            for currency in ("", "chips"):
                yield pytest.param(replace(link, currency=currency), id=f"{sample.stem}-{link.id}{currency}")


LINKS = list(links())


def live(plan: LinkPlan) -> JackpotBook:
    book = JackpotBook.open(
        MemoryStore(), plan.id, load_layout, SeededSource(1), wall_clock, Identity("software", "rulebook")
    )
    assert ask(book, "propose", "sam", plan=plan_to_json(plan)).code == "ok"
    assert ask(book, "accept", "robin", plan=plan_hash(plan)).code == "ok"
    assert book.state.plan is not None
    due = required_cents(book.state, book.state.plan)
    assert ask(book, "deposit", "alex", amount=due, reference="seed 1").code == "ok"
    return book


def shown(book: JackpotBook, table: str, *won: int, **more: Any) -> dict[str, Any]:
    record: dict[str, Any] = plain(
        posted(table, [Linked(book.state, won)], Layouts(load_layout), now=AT, heard=AT, **more)
    )
    return record


def jackpot(book: JackpotBook, table: str, *won: int) -> dict[str, Any]:
    (found,) = shown(book, table, *won)["jackpots"]
    return dict(found)


def owed(pays: str, meters: dict[int, int]) -> int:
    """What a reader of the display expects to be paid."""
    share = _SHARE.fullmatch(pays)
    if share:
        return int(meters[int(share[2] or 1)] * Fraction(share[1]) // 100)
    money = _MONEY.fullmatch(pays)
    assert money, pays
    return int(money[1].replace(",", "")) * 100 + int(money[2] or 0)


def play(book: JackpotBook, table: str, number: int, hands: dict[str, Any], seats: list[int], **more: Any) -> Any:
    about = {"table": table, "round": number}
    assert ask(book, "wager", "dana", seats=seats, **about).code == "ok"
    assert ask(book, "lock", "dana", **about).code == "ok"
    before = jackpot(book, table)
    reply = ask(book, "result", "dana", hands=hands, **about, **more)
    assert reply.code == "ok", reply
    return before, (reply.body or {})["awards"]


@pytest.mark.parametrize("plan", LINKS)
def test_every_posted_row_is_paid_as_it_is_posted(plan: LinkPlan) -> None:
    """Row by row, the cards that the display itself shows win what it says beside them."""
    placed = plan.tables[0]
    game = load_layout(placed.game)
    sight = game.jackpot_sight(placed.wager)
    filler = "2c 3d 5s 6c 8d 9s Jc 2d 3s 5c 6d 8s 9c Jd".split()
    for row in jackpot(live(plan), placed.id)["rows"]:
        book = live(plan)
        own = row["cards"][: row["own"]]
        dealer = row["cards"][row["own"] :]
        assert own, f"{row['label']} has no cards to show"
        rest = [card for card in filler if card not in own + dealer]
        while len(own) < sight.own:
            own.append(rest.pop())
        while len(dealer) < sight.dealer:
            dealer.append(rest.pop())
        more = {"dealer": " ".join(dealer)} if dealer else {}
        before, awards = play(book, placed.id, 1, {"1": " ".join(own)}, [1, 2], **more)
        posted_row = next(each for each in before["rows"] if each["event"] == row["event"])
        meters = {each["level"]: each["cents"] for each in before["meters"]}
        (award,) = [each for each in awards if each["seat"] == 1]
        assert award["cents"] == owed(posted_row["pays"], meters)
        assert award["label"] == row["label"]
        envies = [each["cents"] for each in awards if each["kind"] == "envy"]
        said = re.findall(r"envy (\S+)", row["beside"])
        assert envies == [owed(each, {}) for each in said]


@pytest.mark.parametrize("plan", LINKS)
def test_a_display_says_what_it_is(plan: LinkPlan) -> None:
    book = live(plan)
    record = shown(book, plan.tables[-1].id)
    assert record["badges"][-1] == "Not approved equipment"
    assert ("Demonstration only" in record["badges"]) == (plan.jurisdiction == "washington")
    assert ("Play chips" in record["badges"]) == (plan.currency == "chips")
    (found,) = record["jackpots"]
    assert ("$" in repr(found)) == (plan.currency != "chips" or "$" in plan.notice)
    assert (record["clock"], record["heard"]) == ("21:16", "21:16:00")


@pytest.mark.parametrize("plan", LINKS)
def test_a_display_says_what_two_winners_of_one_meter_receive(plan: LinkPlan) -> None:
    """The example in money that the placard has too, which ``test_posted`` settles; a posted prize is paid to each."""
    notes = " ".join(jackpot(live(plan), plan.tables[-1].id)["notes"])
    configuration = Layouts(load_layout)(plan, plan.tables[-1].game).configuration
    said = SEVERAL[configuration.values["simultaneous"]][0]
    if configuration.is_house_jackpot:
        said = "each winner is paid the whole percentage, however many win"
    is_possible = configuration.has(plan.tables[-1].wager, ("several-winners",))
    assert ((said.replace("$", "") if plan.currency else said) in notes) is is_possible


def test_the_house_notice_is_verbatim_and_cited() -> None:
    plan = read_plan(SAMPLE, catalogue.book()).links["house"]
    (words,) = [each for each in catalogue.book().game("keep-it-straight").notices if each.id == "house-jackpot"]
    notice = jackpot(live(plan), "KIS-07")["notice"]
    assert notice == {"words": words.words, "cite": "KIS-W House and Progressive Jackpot Definition"}
    assert jackpot(live(replace(plan, notice="")), "KIS-07")["notice"] == notice
    sf = read_plan(SAMPLE, catalogue.book()).links["sf"]
    found = jackpot(live(sf), "KIS-01")
    assert found["notice"] is None
    assert sf.notice in found["notes"]


def test_the_meter_and_what_it_does() -> None:
    plan = read_plan(SAMPLE, catalogue.book()).links["sf"]
    book = live(plan)
    assert jackpot(book, "KIS-01")["meters"] == [{"level": 1, "name": "", "cents": 5_000_000}]
    assert jackpot(book, "KIS-01")["tells"] == "Rises with every $5 wager at 8 linked tables"
    ask(book, "wager", "dana", table="HCF-02", round=1, seats=[1, 3])
    assert jackpot(book, "KIS-01")["meters"][0]["cents"] == 5_000_180
    house = read_plan(SAMPLE, catalogue.book()).links["house"]
    assert jackpot(live(house), "KIS-07")["tells"] == "Posted prize for a $5 wager"


def test_an_award_is_pending_and_then_won_on_every_linked_display() -> None:
    plan = read_plan(SAMPLE, catalogue.book()).links["sf"]
    book = live(plan)
    before, awards = play(book, "HCF-02", 1, {"3": "8h 9h Th Jh Qh Kh 2c"}, [1, 3])
    (waits,) = jackpot(book, "KIS-01")["pending"]
    assert waits["words"] == "Award waits for approval: 6-Card Straight Flush, table HCF-02, seat 3"
    assert waits["cents"] == before["meters"][0]["cents"] == 5_000_180
    assert waits["amount"] == "$50,001.80"
    number = awards[0]["no"]
    assert jackpot(book, "KIS-01", number)["won"] == []  # not before it is approved
    assert ask(book, "approve", "robin", award=number).code == "ok"
    found = jackpot(book, "KIS-01", number)
    assert found["pending"] == []
    (won,) = found["won"]
    assert (won["title"], won["cents"]) == ("Jackpot won", 5_000_180)
    assert won["words"] == "6-card straight flush, king-high, table HCF-02, seat 3"
    assert [each["card"] for each in won["hand"] if each["counts"]] == "8h 9h Th Jh Qh Kh".split()
    assert [each["card"] for each in won["hand"] if not each["counts"]] == ["2c"]


def test_a_rejected_award_is_never_shown_as_won() -> None:
    book = live(read_plan(SAMPLE, catalogue.book()).links["sf"])
    _, awards = play(book, "HCF-02", 1, {"3": "8h 9h Th Jh Qh Kh 2c"}, [1, 3])
    assert ask(book, "reject", "robin", second="sam", award=awards[0]["no"], reason="misread").code == "ok"
    found = jackpot(book, "KIS-01", awards[0]["no"])
    assert found["pending"] == found["won"] == []


def test_a_share_of_the_meter_says_so() -> None:
    plan = replace(read_plan(SAMPLE, catalogue.book()).links["envy"], thresholds=(Threshold("2025-01-01"),))
    book = live(plan)
    rows = jackpot(book, "KIS-05")["rows"]
    part = next(row for row in rows if row["pays"] == "10 %")
    _, awards = play(book, "KIS-05", 1, {"1": " ".join([*part["cards"], "2c", "3d"][:7])}, [1])
    (won,) = jackpot(book, "KIS-06", awards[0]["no"])["won"]
    assert won["title"] == "10 % of the jackpot won"
    assert not won["whole"]


def test_pays_drawn_for_a_round_are_posted_while_it_lasts() -> None:
    plan = read_plan(SAMPLE_NEVADA, catalogue.book()).links["pp-dynamic"]
    book = live(plan)
    ask(book, "wager", "dana", table="BJ-03", round=1, seats=[1])
    assert not any(row["boosted"] for row in jackpot(book, "BJ-03")["rows"])
    ask(book, "lock", "dana", table="BJ-03", round=1)
    boosted = {row["event"]: row["pays"] for row in jackpot(book, "BJ-03")["rows"] if row["boosted"]}
    drawn = book.state.rounds["BJ-03"].dynamic
    assert {event: owed(pays, {}) for event, pays in boosted.items()} == drawn
    assert not any(row["boosted"] for row in jackpot(book, "BJ-04")["rows"])


def test_a_table_with_two_sensors_shows_both_jackpots() -> None:
    plans = read_plan(SAMPLE_NEVADA, catalogue.book()).links
    books = [live(plans["mini-royal"]), live(plans["sf"])]
    record = posted("RIC-01", [Linked(each.state) for each in books], Layouts(load_layout), now=AT, heard=AT)
    assert [jackpot.link for jackpot in record.jackpots] == ["mini-royal", "sf"]


def test_a_stopped_jackpot_and_a_stopped_table_say_so() -> None:
    book = live(read_plan(SAMPLE, catalogue.book()).links["sf"])
    assert jackpot(book, "KIS-01")["stopped"] == ""
    ask(book, "fault", "dana", reason="sensor dark", table="KIS-01")
    assert "at this table" in jackpot(book, "KIS-01")["stopped"]
    assert jackpot(book, "KIS-02")["stopped"] == ""
    ask(book, "fault", "dana", reason="no power")
    assert jackpot(book, "KIS-02")["stopped"] == "No wagers on this jackpot are taken now. Ask the dealer."
    assert "power" not in repr(shown(book, "KIS-02"))


def test_a_display_that_is_not_live_says_since_when() -> None:
    book = live(read_plan(SAMPLE, catalogue.book()).links["sf"])
    record = posted("KIS-01", [Linked(book.state)], Layouts(load_layout), now=AT, heard=AT - 20_000, is_live=False)
    assert (record.live, record.heard, record.clock) == (False, "21:15:40", "21:16")


def test_a_table_of_no_link_shows_nothing() -> None:
    book = live(read_plan(SAMPLE, catalogue.book()).links["sf"])
    assert shown(book, "X")["jackpots"] == []
