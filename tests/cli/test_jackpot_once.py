"""``jackpot post`` at a table of two jackpots: one report, an answer of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.casino.floor import identity
from croupier.casino.table_report import hand_in
from tests.cli.calling import Call
from tests.cli.test_jackpot_money import posted
from tests.jackpot.floor import SEVEN_CARDS
from tests.jackpot.two_jackpots import both_live


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return Path(both_live(str(tmp_path / "book.db"), identity()))


def said(do: str, number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"id": f"{do}-{number}", "do": do, "table": "KIS-01", "round": number, **fields}


ROUND = [
    said("wager", seats={"first": [1, 2], "second": [2, 3]}),
    said("lock"),
    said("result", hands={"2": SEVEN_CARDS}),
]


def test_a_round_is_reported_once_and_again(croupier: Call, book: Path, tmp_path: Path) -> None:
    status, answers = posted(croupier, book, tmp_path, *ROUND)
    assert status == 0
    assert [(each["id"], each["link"], each["code"]) for each in answers] == [
        (request["id"], link, "ok") for request in ROUND for link in ("first", "second")
    ]
    assert [[award["seat"] for award in each["awards"]] for each in answers[4:]] == [[2], [2, 3]]
    status, again = posted(croupier, book, tmp_path, *ROUND)
    assert (status, {each["code"] for each in again}) == (0, {"exists"})
    assert [each["awards"] for each in again[4:]] == [each["awards"] for each in answers[4:]]
    # With a link, a request is for that one alone, as ever.
    alone = said("wager", 2, seats=[1], link="second")
    status, answers = posted(croupier, book, tmp_path, alone, said("lock", 2), said("result", 2, hands={}))
    assert (status, [each["link"] for each in answers]) == (0, ["second"] * 3)


def test_what_is_not_clear_is_refused_by_line(croupier: Call, book: Path, tmp_path: Path) -> None:
    status, answers = posted(
        croupier,
        book,
        tmp_path,
        said("wager", seats=[1]),
        said("wager", 2, seats={"third": [1]}),
        {**said("wager", 3, seats={"first": [1]}), "table": "HCF-01"},
        said("fault", reason="dark"),
        said("lock", 4),
        {**said("wager", 5, seats={"second": [1]}), "table": "HCF-01"},
    )
    assert status == 1
    assert [(each["link"], each["code"], each["detail"]) for each in answers] == [
        ("", "malformed", "line 1: link: KIS-01 plays for first and second; name one, or give the seats by link"),
        ("", "malformed", "line 2: seats: KIS-01 does not play for third"),
        ("", "malformed", "line 3: seats: HCF-01 does not play for first"),
        ("", "malformed", "line 4: link: KIS-01 plays for first and second; name one"),
        ("first", "round_not_open", "4"),
        ("second", "round_not_open", "4"),
        ("second", "ok", ""),
    ]


def test_one_link_that_stops_hides_no_answer_of_the_other(
    croupier: Call, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first has stopped by the time of the result: the answer of the second is printed before the command ends."""

    def stopping(desk: Any, posts: Any) -> Any:
        if posts[0][1][0].request["do"] == "result":
            desk._writer.book("first").stop("another process has taken the link over")
        return hand_in(desk, posts)

    monkeypatch.setattr("croupier.cli.jackpot.post.hand_in", stopping)
    status, answers = posted(croupier, book, tmp_path, *ROUND, said("wager", 2, seats={"first": [1]}))
    assert status != 0
    assert [(each["link"], each["code"]) for each in answers[4:]] == [("first", "stopped"), ("second", "ok")]
