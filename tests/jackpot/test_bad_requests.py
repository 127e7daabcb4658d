"""Whatever is asked of a link, it answers with a code. What it refuses changes nothing, what it accepts keeps the sums.

Requests are drawn from anything that JSON can express, and from honest requests with odd parts in them. They go to a
link in the middle of play: a round open, one locked, one award pending and one payable.
"""

from __future__ import annotations

import copy
import itertools
import json
import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity, recover
from croupier.jackpot.codes import CODES
from croupier.jackpot.kinds.table import KINDS
from croupier.jackpot.plan.link_plan import plan_hash, plan_to_json
from croupier.jackpot.state import conservation_faults, from_text, to_text
from tests.jackpot.code_rows import PLAN
from tests.jackpot.memory import Memory, MemoryStore
from tests.jackpot.papers import payee

ODD_NUMBERS: list[Any] = [0, -1, 1, True, False, 1.0, 0.5, -0.0, 1e300, 10**11, 10**11 + 1, 10**400, -(10**400)]
ODD_NUMBERS += [float("nan"), float("inf"), float("-inf"), 2**63, 2**63 - 1, 10**5000, -(10**5000)]
ODD_TEXTS = [
    "",
    " ",
    "\ud800",
    "\udfff\ud800",
    "\0",
    "\n",
    "x" * 64,
    "x" * 65,
    "x" * 100_000,
    "é",
    "0",
    "T1",
    "=start:9",
]
CARDS = ["Zz", "As", "As As", "9s 8s 7s 6s 5s 4s 3s", "9s 8s 7s 6s 5s 4s", "9s,8s", "🂡", "9S", "10s 9s", "  ", "\ud800"]
DAYS = ["2026-01-01", "2026-01-02", "2026-02-31", "0000-01-01", "20260101", "2026-1-1", "٢٠٢٦-01-01"]


def deep(depth: int, as_object: bool) -> Any:
    value: Any = {} if as_object else []
    for _ in range(depth):
        value = {"a": value} if as_object else [value]
    return value


ODD = st.one_of(
    st.sampled_from(ODD_NUMBERS),
    st.sampled_from(ODD_TEXTS),
    st.sampled_from(CARDS),
    st.sampled_from(DAYS),
    st.none(),
    st.integers(),
    st.floats(),
    st.text(max_size=10),
    st.builds(deep, st.sampled_from([3, 900, 5_000]), st.booleans()),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ),
)

NAMES = sorted({"id", "do", "by", "color", *(name for kind in KINDS.values() for name in kind.fields)})

HONEST: list[dict[str, Any]] = [
    {"do": "propose", "by": "sam", "plan": plan_to_json(PLAN)},
    {"do": "accept", "by": "robin", "plan": plan_hash(PLAN)},
    {"do": "withdraw_proposal", "by": "robin", "reason": "x"},
    {"do": "reset", "by": "sam", "second": "robin", "reason": "x"},
    {"do": "wager", "by": "dana", "table": "T1", "round": 5, "seats": [2, 3]},
    {"do": "wager", "by": "dana", "table": "T1", "round": 5, "seats": [2], "amount": 100, "day": "2026-01-01"},
    {"do": "lock", "by": "dana", "table": "T1", "round": 5},
    {"do": "result", "by": "dana", "table": "T2", "round": 9, "hands": {"1": "9s 8s 7s 6s 5s 4s 3s"}},
    {"do": "result", "by": "sam", "table": "T2", "round": 9, "hands": {"1": {"event": "straight_flush_6"}}},
    {"do": "void", "by": "sam", "table": "T2", "round": 9, "reason": "x"},
    {"do": "approve", "by": "sam", "award": 1},
    {"do": "reject", "by": "sam", "award": 1, "reason": "x"},
    {"do": "pay", "by": "alex", "award": 2, "method": "check", "tax_form": "W-2G", "reference": "1", "camera": "7"},
    {
        "do": "adjust",
        "by": "sam",
        "second": "robin",
        "reason": "malfunction_down",
        "level": 1,
        "amount": 5,
        "note": "x",
        "evidence": "tape 7",
        "figure": 1_000_013,
    },
    {"do": "adjust", "by": "sam", "second": "robin", "reason": "gross_receipts", "amount": 5, "note": "x"},
    {"do": "adjust", "by": "robin", "second": "sam", "reason": "recover_seed", "level": 1, "amount": 2, "note": "x"},
    {"do": "deposit", "by": "alex", "amount": 5, "reference": "x"},
    {"do": "withdraw", "by": "alex", "amount": 5, "reference": "x"},
    {"do": "statement", "by": "alex", "amount": 5, "reference": "x"},
    {"do": "seize", "by": "alex", "reference": "x"},
    {"do": "release", "by": "sam", "reference": "x"},
    {"do": "fault", "by": "dana", "reason": "x"},
    {"do": "clear", "by": "sam", "second": "robin", "reason": "x"},
    {"do": "close_day", "by": "alex", "day": "2026-01-01"},
]


class Desk:
    """One link in the middle of play; every example begins from the same state."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.numbers = itertools.count()
        self.book = self.open()
        self.must("propose", "sam", plan=plan_to_json(PLAN))
        self.must("accept", "robin", plan=plan_hash(PLAN))
        self.must("deposit", "alex", amount=3_000_000, reference="D-1")
        for table, last in (("T1", 4), ("T2", 8)):
            self.play(table, last, {"1": "9s 8s 7s 6s 5s 4s 3s"})
        self.must("approve", "robin", award=2)
        self.must("wager", "dana", table="T1", round=5, seats=[1])
        self.must("wager", "dana", table="T2", round=9, seats=[1, 4])
        self.must("lock", "dana", table="T2", round=9)

    def open(self) -> JackpotBook:
        store = MemoryStore(self.memory)
        return JackpotBook.open(store, "sf", load_layout, SeededSource(1), lambda: 0, Identity("s", "r"))

    def must(self, do: str, by: str, **fields: Any) -> None:
        reply = self.book.post_all([scripted({"id": f"n{next(self.numbers)}", "do": do, "by": by, **fields})])[0]
        assert reply.code == "ok", reply

    def play(self, table: str, number: int, hands: dict[str, str]) -> None:
        self.must("wager", "dana", table=table, round=number, seats=[1])
        self.must("lock", "dana", table=table, round=number)
        self.must("result", "dana", table=table, round=number, hands=hands)


MIDDLE = Desk()


def fresh() -> Desk:
    """A copy of the middle of play, cheaply."""
    desk = object.__new__(Desk)
    desk.memory = Memory()
    desk.numbers = itertools.count(1_000)
    kept = copy.copy(MIDDLE.memory.links["sf"])
    for name in ("entries", "ids", "balances", "snapshots"):
        setattr(kept, name, copy.copy(getattr(kept, name)))
    desk.memory.links["sf"] = kept
    desk.memory.numbers = dict(MIDDLE.memory.numbers)
    desk.book = desk.open()
    return desk


def answers(desk: Desk, requests: list[Any]) -> list[Reply]:
    """Post requests, and hold the books to their promises."""
    book = desk.book
    before, lines = to_text(book.state), book.store.head("sf")
    replies = book.post_all([*map(scripted, requests)])
    assert len(replies) == len(requests)
    assert all(reply.code in CODES for reply in replies)
    accepted = [reply for reply in replies if reply.code == "ok"]
    if not accepted:
        assert to_text(book.state) == before
        assert book.store.head("sf") == lines
    assert conservation_faults(book.state) == []
    assert book.stopped == ""
    assert book.state.seq == lines.seq + len(accepted)
    assert from_text(to_text(book.state)) == book.state
    state, head, *_ = recover(book.store, "sf")
    assert (state, head.seq) == (book.state, book.state.seq)
    return replies


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """An honest request with up to three odd parts."""
    request: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(HONEST)))
    request["id"] = draw(st.sampled_from([f"q{number}" for number in range(4)] + ["n3", "=start:1", "start:20"]))
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from([*request, *request, *NAMES]))
        if draw(st.integers(0, 9)) == 0:
            request.pop(name, None)
        else:
            request[name] = draw(ODD)
    return request


@settings(max_examples=400)
@given(st.lists(spoiled(), min_size=1, max_size=4))
def test_odd_parts_of_honest_requests(requests: list[Any]) -> None:
    answers(fresh(), requests)


@settings(max_examples=200)
@given(st.lists(ODD, min_size=1, max_size=3))
def test_anything_that_json_can_express(requests: list[Any]) -> None:
    replies = answers(fresh(), requests)
    assert {reply.code for reply in replies} <= {"malformed", "amount_not_whole"}


@pytest.mark.parametrize("depth", [900, 1_000, 100_000])
def test_json_that_is_nested_without_end(depth: int) -> None:
    """Beyond what Python's own stack can walk; n0 is the id of a plan that stands in the journal."""
    desk = fresh()
    wanted = [
        deep(depth, as_object=False),
        {"id": "a", "do": "propose", "by": "sam", "plan": deep(depth, as_object=True)},
        {
            "id": "b",
            "do": "propose",
            "by": "sam",
            "plan": {**plan_to_json(PLAN), "notice": deep(depth, as_object=True)},
        },
        {"id": "n0", "do": "propose", "by": "sam", "plan": deep(depth, as_object=True)},
        {"id": "c", "do": "deposit", "by": "alex", "amount": deep(depth, as_object=False), "reference": "x"},
        {"id": "n0", "do": "deposit", "by": "alex", "amount": deep(depth, as_object=False), "reference": "x"},
        {"id": "d", "do": "result", "by": "sam", "table": "T2", "round": 9, "hands": deep(depth, as_object=True)},
    ]
    codes = [reply.code for reply in answers(desk, wanted)]
    assert codes == ["malformed"] * 4 + ["amount_not_whole", "id_reused", "malformed"]


@st.composite
def spoiled_plan(draw: st.DrawFn) -> dict[str, Any]:
    """A plan with odd values somewhere in it."""
    plan: dict[str, Any] = json.loads(json.dumps(plan_to_json(PLAN)))
    for _ in range(draw(st.integers(1, 2))):
        at: Any = plan
        while True:
            key = draw(st.sampled_from(sorted(at))) if isinstance(at, dict) else draw(st.integers(0, len(at) - 1))
            if not at[key] or not isinstance(at[key], (dict, list)) or draw(st.booleans()):
                at[key] = draw(ODD)
                break
            at = at[key]
        if not isinstance(plan["levels"], list):
            break
    return plan


@settings(max_examples=300)
@given(spoiled_plan())
def test_a_plan_that_is_accepted_can_be_played(plan: dict[str, Any]) -> None:
    """Two people may approve what is odd, if it can be read; the link then plays by it and never halts."""
    desk = fresh()
    replies = answers(desk, [{"id": "p", "do": "propose", "by": "sam", "plan": plan}])
    if replies[0].code != "ok":
        return
    assert replies[0].body is not None
    second = next((person["id"] for person in plan["people"] if person["role"] == "supervisor"), "robin")
    answers(desk, [{"id": "a", "do": "accept", "by": "robin", "plan": replies[0].body["hash"]}])
    answers(desk, [{"id": "v", "do": "void", "by": "sam", "table": "T1", "round": 5, "reason": "x"}])
    answers(desk, [{**HONEST[7], "id": "r"}, {"id": "s", "do": "reset", "by": "sam", "second": second, "reason": "x"}])
    answers(desk, [{**request, "id": f"h{number}"} for number, request in enumerate(HONEST)])


@settings(max_examples=200)
@given(
    st.dictionaries(
        st.sampled_from(["1", "2", "4", "01", "0", "99", "x", "1 "]),
        st.one_of(
            st.sampled_from(CARDS),
            st.text("23456789TJQKAcdhsX \t", max_size=24),
            st.text(max_size=12),
            st.builds(
                lambda event: {"event": event}, st.sampled_from(["straight_flush_7", "straight_flush_6", "x", ""])
            ),
            ODD,
        ),
        max_size=4,
    ),
    st.one_of(st.none(), st.text(max_size=6), st.sampled_from(CARDS)),
)
def test_malformed_cards(hands: dict[str, Any], dealer: str | None) -> None:
    request = {"id": "r", "do": "result", "by": "sam", "table": "T2", "round": 9, "hands": hands}
    answers(fresh(), [request if dealer is None else {**request, "dealer": dealer}])


# Each by name.


def code(do: str, by: str, **fields: Any) -> str:
    return answers(fresh(), [{"id": "q", "do": do, "by": by, **fields}])[0].code


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (-1, "amount_not_positive"),
        (0, "amount_not_positive"),
        (10**11 + 1, "amount_too_large"),
        (10**5000, "amount_too_large"),
        (-(10**5000), "amount_not_positive"),
        (1.5, "amount_not_whole"),
        (5.0, "amount_not_whole"),
        (float("nan"), "amount_not_whole"),
        (float("inf"), "amount_not_whole"),
        (True, "amount_not_whole"),
        ("5", "amount_not_whole"),
        (None, "amount_not_whole"),
        ([5], "amount_not_whole"),
        (5, "ok"),
    ],
    ids=lambda value: str(value)[:12] if not isinstance(value, int) or value.bit_length() < 99 else "huge",
)
def test_amounts(amount: Any, expected: str) -> None:
    assert code("deposit", "alex", amount=amount, reference="X-16") == expected


def test_no_number_of_deposits_breaks_an_account() -> None:
    desk = fresh()
    wanted = [{"id": f"d{n}", "do": "deposit", "by": "alex", "amount": 10**11, "reference": f"{n}"} for n in range(99)]
    codes = [reply.code for reply in answers(desk, wanted)]
    assert codes[0] == "ok"
    assert codes[-1] == "amount_too_large"
    assert codes == sorted(codes, reverse=True)


def test_unknown_table() -> None:
    assert code("wager", "dana", table="T9", round=1, seats=[1]) == "unknown_table"


def test_a_seat_twice() -> None:
    assert code("wager", "dana", table="T1", round=5, seats=[2, 2]) == "seat_twice"


def test_results_before_the_lock() -> None:
    assert code("result", "dana", table="T1", round=5, hands={"1": "9s 8s 7s 6s 5s 4s 3s"}) == "round_not_locked"


def test_results_twice() -> None:
    desk = fresh()
    request = {**HONEST[7], "id": "q"}
    assert answers(desk, [request])[0].code == "ok"
    assert answers(desk, [request])[0].code == "exists"
    assert answers(desk, [{**request, "id": "other"}])[0].code == "round_over"


def test_an_award_twice() -> None:
    desk = fresh()
    desk.must("confirm", "sam", award=2, camera="7")
    papers = {"tax_form": "W2G-1", "reference": "1", "camera": "7", "payee": payee(desk.book)}
    pay = {"do": "pay", "by": "alex", "award": 2, "method": "check", **papers}
    assert [reply.code for reply in answers(desk, [{**pay, "id": "a"}, {**pay, "id": "a"}, {**pay, "id": "b"}])] == [
        "ok",
        "exists",
        "unknown_award",
    ]


def test_another_day() -> None:
    assert code("wager", "dana", table="T1", round=5, seats=[2], day="2026-01-02") == "wrong_day"
    assert code("close_day", "alex", day="2025-12-31") == "wrong_day"


def test_cards_that_are_none() -> None:
    assert code("result", "dana", table="T2", round=9, hands={"1": "Zz"}) == "cards_malformed"
    assert code("result", "dana", table="T2", round=9, hands={"1": "9s 9s 7s 6s 5s 4s 3s"}) == "cards_malformed"
    assert code("result", "dana", table="T2", round=9, hands={"1": "9s 8s"}) == "cards_malformed"


def test_a_client_cannot_keep_the_book_from_opening() -> None:
    """The book writes its own starts under ids that no client can use."""
    desk = fresh()
    number = desk.book.state.seq
    wanted = [
        {"id": f"{mark}start:{number + step}", "do": "fault", "by": "dana", "reason": "x"}
        for mark in ("", "=")
        for step in range(8)
    ]
    answers(desk, wanted)
    desk.book.close()
    desk.open()


@pytest.mark.parametrize("text", ["\ud800", "a\nb", "\x7f", "\x00", "a\u2028b", "\u202e", "\t", "a\u00a0b"], ids=ascii)
def test_texts_and_names_are_printable(text: str) -> None:
    """One line that every screen, file and database can show."""
    assert code("fault", "dana", reason=text) == "malformed"
    assert code("fault", text, reason="x") == "malformed"
    assert code("lock", "dana", table=text, round=5) == "malformed"
    assert code("result", "dana", table="T2", round=9, hands={"1": text}) == "malformed"
    assert code("result", "sam", table="T2", round=9, hands={"1": {"event": text}}) == "malformed"
    assert code("pay", "alex", award=2, method="check", tax_form=text) == "malformed"


def test_letters_of_every_script_are_printable() -> None:
    assert code("fault", "dana", reason="Übergabe, 交代, смена ♠") == "ok"


def test_ids_are_letters_digits_and_a_few_marks() -> None:
    for mark in set(map(chr, range(1, 256))) - set(string.ascii_letters + string.digits + "._:-"):
        assert answers(fresh(), [{**HONEST[20], "id": f"a{mark}"}])[0].code == "malformed"
