"""One report of a table for both of its jackpots: who is asked what, in one commit, and what a retry is answered."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.floor import FrontDesk
from croupier.casino.table_report import answers_of, hand_in, known_in, next_round, split
from croupier.errors import BadInput
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import Append
from tests.jackpot.floor import OTHER_SEVEN, SEVEN_CARDS
from tests.jackpot.two_jackpots import SAMPLE, both_live
from tests.processes import finished

SAM = Actor("sam", "script")
NOTHING = "2c 3d 4h 6s 8c Td Qc"
LINKS = ("first", "second")
Codes = dict[str, str]


def make_desk(url: str) -> FrontDesk:
    return FrontDesk(url, running=SAMPLE, told=lambda _: None)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[FrontDesk]:
    """The front desk of a book with both jackpots, live."""
    with closing(make_desk(both_live(str(tmp_path / "book.db")))) as desk:
        yield desk


def report(desk: FrontDesk, do: str, id: str = "", number: int = 1, **fields: Any) -> dict[str, Reply]:
    """One report of the table; the answers by link."""
    request = {"id": id or f"{do}-{number}", "do": do, "table": "KIS-01", "round": number, **fields}
    states = {link: read_state(desk.store, link) for link in LINKS}
    shares = split(request, states, known_in(desk.store))
    answers = list(answers_of(hand_in(desk, [(each.link, [Asked(each.request, SAM)]) for each in shares])))
    found = {}
    for share, replies in zip(shares, answers, strict=True):
        assert isinstance(replies, list), replies
        found[share.link] = replies[0]
    return found


def codes(answers: dict[str, Reply]) -> Codes:
    return {link: reply.code for link, reply in answers.items()}


def paid(reply: Reply) -> list[tuple[int, int]]:
    assert reply.body is not None
    return [(each["seat"], each["cents"]) for each in reply.body["awards"]]


def played(desk: FrontDesk, first: list[int], second: list[int], number: int = 1) -> None:
    """Wagers on both jackpots, and one lock."""
    wagered = report(desk, "wager", number=number, seats={"first": first, "second": second})
    assert set(codes(wagered).values()) == {"ok"}
    assert codes(report(desk, "lock", number=number)) == codes(wagered)


def test_one_hand_wins_both_jackpots_and_is_told_once(desk: FrontDesk) -> None:
    played(desk, [1, 2], [1, 3])
    answers = report(desk, "result", hands={"1": SEVEN_CARDS})
    assert codes(answers) == {"first": "ok", "second": "ok"}
    assert paid(answers["first"]) == [(1, 1_000_000 + 36)]
    assert paid(answers["second"]) == [(1, 5_000_000 + 150), (3, 125_000)]
    again = report(desk, "result", hands={"1": SEVEN_CARDS})
    assert codes(again) == {"first": "exists", "second": "exists"}
    assert [paid(again[link]) for link in LINKS] == [paid(answers[link]) for link in LINKS]
    assert [again[link].seq for link in LINKS] == [answers[link].seq for link in LINKS]
    assert codes(report(desk, "lock")) == {"first": "exists", "second": "exists"}


def test_a_hand_counts_where_its_seat_wagered(desk: FrontDesk) -> None:
    played(desk, [1], [2])
    hands = {"1": SEVEN_CARDS, "2": OTHER_SEVEN}
    for code in ("ok", "exists"):
        answers = report(desk, "result", hands=hands)
        assert codes(answers) == {"first": code, "second": code}
        assert [[seat for seat, _ in paid(answers[link])] for link in LINKS] == [[1], [2]]
    reused = report(desk, "result", hands={"1": OTHER_SEVEN, "2": SEVEN_CARDS})
    assert codes(reused) == {"first": "id_reused", "second": "id_reused"}
    more = report(desk, "result", hands={**hands, "3": NOTHING})
    assert codes(more) == {"first": "id_reused", "second": "id_reused"}, "a hand of nobody's is no part of the first"


def test_a_hand_that_one_link_refused_is_mended_under_the_same_id(desk: FrontDesk) -> None:
    played(desk, [1], [2])
    wrong = report(desk, "result", hands={"1": "As Ks", "2": OTHER_SEVEN})
    assert codes(wrong) == {"first": "cards_malformed", "second": "ok"}
    mended = report(desk, "result", hands={"1": SEVEN_CARDS, "2": OTHER_SEVEN})
    assert codes(mended) == {"first": "ok", "second": "exists"}


def test_a_seat_without_any_wager_is_refused_by_all(desk: FrontDesk) -> None:
    played(desk, [1], [2])
    answers = report(desk, "result", hands={"4": SEVEN_CARDS})
    assert codes(answers) == {"first": "seat_without_wager", "second": "seat_without_wager"}
    assert codes(report(desk, "result", hands={})) == {"first": "ok", "second": "ok"}


def test_a_jackpot_without_a_wager_is_left_out_and_skips_the_number(desk: FrontDesk) -> None:
    played(desk, [1], [])
    states = [read_state(desk.store, link) for link in LINKS]
    assert next_round(states, "KIS-01") == 1
    assert codes(report(desk, "result", hands={"1": SEVEN_CARDS})) == {"first": "ok"}
    assert codes(report(desk, "result", hands={"1": SEVEN_CARDS})) == {"first": "exists"}
    assert next_round([read_state(desk.store, link) for link in LINKS], "KIS-01") == 2
    played(desk, [1], [1], number=2)
    assert codes(report(desk, "result", hands={"1": SEVEN_CARDS})) == {"first": "exists"}, "whatever is open by then"


def test_where_one_refuses_the_other_goes_on(desk: FrontDesk) -> None:
    played(desk, [1], [1])
    assert desk.post("second", {"id": "v", "do": "void", "table": "KIS-01", "round": 1, "reason": "misdeal"}, SAM,
                     Actor("kim", "script")).code == "ok"  # fmt: skip
    assert desk.post("second", wager("second", 7), SAM).code == "ok"
    answers = report(desk, "result", hands={"1": SEVEN_CARDS})
    assert codes(answers) == {"first": "ok", "second": "round_over"}
    assert codes(report(desk, "lock", id="stale", number=9)) == {"second": "another_round"}
    assert codes(report(desk, "lock", id="early", number=8)) == {"second": "another_round"}
    assert codes(report(desk, "lock", number=7)) == {"second": "ok"}
    assert codes(report(desk, "result", id="late", number=7, hands={})) == {"second": "ok"}
    assert codes(report(desk, "result", id="later", number=7, hands={})) == {
        "first": "round_not_open",
        "second": "round_over",
    }


def wager(link: str, number: int) -> dict[str, Any]:
    return {"id": f"w-{link}-{number}", "do": "wager", "table": "KIS-01", "round": number, "seats": [1]}


def test_a_link_that_was_stopped_answers_for_itself_and_later_by_the_same_report(desk: FrontDesk) -> None:
    played(desk, [1], [1])
    stop_first(desk)
    answers = report(desk, "result", hands={"1": SEVEN_CARDS})
    assert codes(answers) == {"first": "stopped", "second": "ok"}
    assert desk.open_again("first") == ""
    healed = report(desk, "result", hands={"1": SEVEN_CARDS})
    assert codes(healed) == {"first": "ok", "second": "exists"}
    assert paid(healed["second"]) == paid(answers["second"])


def stop_first(desk: FrontDesk) -> None:
    desk._writer.book("first").stop("the store failed")


@pytest.mark.parametrize(
    ("half", "then"),
    [
        ({"do": "result", "hands": {"1": NOTHING}}, {"do": "result", "hands": {"1": SEVEN_CARDS}}),
        ({"do": "void", "reason": "misdeal"}, {"do": "result", "hands": {"1": SEVEN_CARDS}}),
        ({"do": "result", "hands": {}}, {"do": "void", "reason": "misdeal"}),
    ],
)
def test_a_link_that_missed_a_report_takes_no_other_one_under_its_id(
    desk: FrontDesk, half: dict[str, Any], then: dict[str, Any]
) -> None:
    """The dealer waits until one link is away, tells the other a hand, and then tells the first something else."""
    played(desk, [1], [1])
    stop_first(desk)
    assert codes(report(desk, id="r", **half)) == {"first": "stopped", "second": "ok"}
    assert desk.open_again("first") == ""
    assert codes(report(desk, id="r", **then)) == {"second": "id_reused"}
    strange = report(desk, "wager", id="r", seats={"first": [1], "second": [1]}, amount=float("nan"))
    assert codes(strange) == {"second": "id_reused"}, "nor what no journal could hold"
    assert codes(report(desk, id="r", **half)) == {"first": "ok", "second": "exists"}


def test_one_card_is_in_the_hands_of_one_seat_whichever_jackpot_it_plays_for(desk: FrontDesk) -> None:
    """Each link sees one of the two hands, and neither could tell."""
    played(desk, [1], [2])
    with pytest.raises(BadInput, match="As appears more often than in 1 deck"):
        report(desk, "result", hands={"1": SEVEN_CARDS, "2": SEVEN_CARDS})
    assert codes(report(desk, "result", hands={"1": SEVEN_CARDS, "2": OTHER_SEVEN})) == dict.fromkeys(LINKS, "ok")


def test_nobody_joins_a_round_whose_cards_may_be_known(desk: FrontDesk) -> None:
    """The dealer locks the round of one jackpot, sees a hand, and lets a friend wager on the other."""
    assert codes(report(desk, "wager", seats={"first": [1]})) == {"first": "ok"}
    assert codes(report(desk, "lock")) == {"first": "ok"}
    with pytest.raises(BadInput, match="round 1 is locked or over"):
        report(desk, "wager", id="late", seats={"second": [1]})
    assert codes(report(desk, "result", hands={})) == {"first": "ok"}
    with pytest.raises(BadInput, match="round 1 is locked or over"):
        report(desk, "wager", id="later", seats={"first": [1], "second": [1]})


def test_wagers_on_one_jackpot_do_not_use_the_id_of_wagers_on_the_other(desk: FrontDesk) -> None:
    assert codes(report(desk, "wager", id="w", seats={"second": [1]})) == {"second": "ok"}
    with pytest.raises(BadInput, match="w was used for another report"):
        report(desk, "wager", id="w", seats={"first": [1]})


def test_half_a_report_of_wagers_is_not_completed_after_the_lock(desk: FrontDesk) -> None:
    report(desk, "wager", id="opens", number=1, seats={"first": [2], "second": [2]})
    stop_first(desk)
    wagers = {"first": [1], "second": [1]}
    assert codes(report(desk, "wager", id="w", seats=wagers)) == {"first": "stopped", "second": "ok"}
    assert desk.open_again("first") == ""
    assert codes(report(desk, "lock")) == {"first": "ok", "second": "ok"}
    assert codes(report(desk, "wager", id="w", seats=wagers)) == {"second": "exists"}


def test_a_void_waits_on_both_for_a_second_person(desk: FrontDesk) -> None:
    played(desk, [1], [1])
    for code in ("ok", "exists"):
        answers = report(desk, "void", reason="misdeal")
        assert codes(answers) == {"first": code, "second": code}
        assert [(answers[link].body or {})["ask"] for link in LINKS] == [1, 1]


@pytest.mark.parametrize(
    ("seats", "words"),
    [({"third": [1]}, "KIS-01 does not play for third"), ({"first": [], "second": []}, "no seat has a wager")],
)
def test_seats_by_link_are_those_of_the_table(desk: FrontDesk, seats: dict[str, list[int]], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        report(desk, "wager", seats=seats)


def test_what_cannot_be_read_is_refused_by_each(desk: FrontDesk) -> None:
    assert codes(report(desk, "result", hands={"one": SEVEN_CARDS})) == {"first": "malformed", "second": "malformed"}
    assert codes(report(desk, "wager", seats={"first": "all"})) == {"first": "malformed"}


def test_both_links_share_the_commit(desk: FrontDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    played(desk, [1], [1])
    commits: list[list[str]] = []
    append_all = desk.store.append_all

    def counted(appends: Sequence[Append]) -> None:
        append_all(appends)
        commits.append([each.link for each in appends])

    monkeypatch.setattr(desk.store, "append_all", counted)
    report(desk, "result", hands={})
    assert commits == [["first", "second"]]


def test_a_link_of_another_process_answers_too(tmp_path: Path) -> None:
    url = both_live(str(tmp_path / "book.db"))
    with closing(make_desk(url)) as other, closing(make_desk(url)) as desk:
        assert other.hold("first") is None
        played(desk, [1], [1])
        answers = report(desk, "result", hands={"1": SEVEN_CARDS})
        assert codes(answers) == {"first": "ok", "second": "ok"}
        assert desk.held == [], "nobody was pushed aside"


KILLED = """
import os, signal, sys
from tests.jackpot.telling import telling
from tests.jackpot.test_table_report import make_desk, report
desk = make_desk(sys.argv[1])
assert {reply.code for reply in report(desk, "lock").values()} == {"ok"}
told = []
def kill(statement):
    told.append(statement)
    if told.count("entries") == 2:  # the first link's entries are written, and the second's are not
        os.kill(os.getpid(), signal.SIGKILL)
telling(desk.store, kill)
report(desk, "result", hands={"1": "As Ks Qs Js Ts 9s 8s"})
"""


def test_a_process_killed_between_the_two_has_written_neither(sqlite_book: Path) -> None:
    url = both_live(str(sqlite_book))
    with closing(make_desk(url)) as desk:
        report(desk, "wager", seats={"first": [1], "second": [1]})
    killed = finished([sys.executable, "-c", KILLED, url])
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    with closing(make_desk(url)) as desk:
        assert [known_in(desk.store)(link, "result-1") for link in LINKS] == [None, None]
        assert codes(report(desk, "result", hands={"1": SEVEN_CARDS})) == {"first": "ok", "second": "ok"}
