"""A table of two jackpots in the pit: one lock, one entry of the winning hand, and the awards of both."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.service.casino import NOTHING, SEVEN_CARDS, OpenCasino, Staff, TwoJackpots, open_casino

PIT = "/pit/tables/KIS-01"
LINKS = ("first", "second")
_ids = itertools.count(1)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    with open_casino(TwoJackpots(tmp_path_factory.mktemp("room"))) as opened:
        yield opened


@pytest.fixture
def dana(room: OpenCasino) -> Staff:
    return room.staff("dana")


def light(dana: Staff, **seats: list[int]) -> int:
    """Lamps on each jackpot; the number of the round."""
    for link, lit in seats.items():
        assert dana.call("PUT", f"{PIT}/lamps?link={link}", json={"seats": lit}).status_code == 200
    number: int = dana.get(PIT)["round"]["number"]
    return number


def lock(dana: Staff, number: int, id: str = "") -> httpx.Response:
    return dana.call("POST", f"{PIT}/lock", json={"id": id or f"lock-{next(_ids):06}", "round": number})


def report(dana: Staff, do: str, number: int, id: str = "", **fields: Any) -> httpx.Response:
    request = {"id": id or f"told-{next(_ids):06}", "do": do, "table": "KIS-01", "round": number, **fields}
    return dana.call("POST", f"{PIT}/report", json={"request": request})


def codes(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 200, answer.text
    return {each["link"]: each["code"] for each in answer.json()["links"]}


def views(dana: Staff) -> list[dict[str, Any]]:
    return [dana.get(f"{PIT}?link={link}") for link in LINKS]


def test_one_lock_and_one_hand_for_both(dana: Staff) -> None:
    number = light(dana, first=[1, 2], second=[2, 3])
    assert codes(lock(dana, number, "lock-of-both")) == {"first": "ok", "second": "ok"}
    assert codes(lock(dana, number, "lock-of-both")) == {"first": "exists", "second": "exists"}
    assert [each["round"]["seats"] for each in views(dana)] == [[1, 2], [2, 3]]
    assert [each["beside"][0]["round"]["seats"] for each in views(dana)] == [[2, 3], [1, 2]]
    hand = {"2": SEVEN_CARDS}
    graded = dana.call("POST", f"{PIT}/grade", json={"hands": hand}).json()
    shown = [(each["link"], each["seat"], each["cents"]) for each in graded["awards"]]
    assert [each[:2] for each in shown] == [("first", 2), ("second", 2), ("second", 3)]
    assert graded["hands"]["2"]["label"]
    stray = dana.call("POST", f"{PIT}/grade", json={"hands": {"5": SEVEN_CARDS}})
    assert (stray.status_code, stray.json()["code"]) == (422, "seat_without_wager")
    told = report(dana, "result", number, "the-one-hand", hands=hand)
    assert codes(told) == {"first": "ok", "second": "ok"}
    paid = [(each["link"], award["seat"], award["cents"]) for each in told.json()["links"] for award in each["awards"]]
    assert paid == shown, "posted is paid"
    again = report(dana, "result", number, "the-one-hand", hands=hand)
    assert codes(again) == {"first": "exists", "second": "exists"}
    assert [each["awards"] for each in again.json()["links"]] == [each["awards"] for each in told.json()["links"]]
    first, second = views(dana)
    assert [each["no"] for each in first["beside"][0]["awards"]] == [each["no"] for each in second["awards"]] == [1, 2]


def test_a_jackpot_that_nobody_wagered_on_waits_for_the_next_round(dana: Staff) -> None:
    number = light(dana, second=[4])
    assert codes(lock(dana, number)) == {"second": "ok"}
    first, second = views(dana)
    assert (first["round"]["phase"], first["round"]["in_books"], first["round"]["number"]) == ("hand", False, number)
    assert second["round"]["phase"] == "hand"
    late = dana.call("PUT", f"{PIT}/lamps?link=first", json={"seats": [1]})
    assert (late.status_code, late.json()["code"]) == (409, "round_open")
    assert lock(dana, number).json()["code"] == "round_locked"
    assert dana.call("POST", f"{PIT}/grade", json={"hands": {"4": NOTHING}}).json()["awards"] == []
    assert codes(report(dana, "result", number, hands={"4": NOTHING})) == {"second": "ok"}
    assert [each["round"]["number"] for each in views(dana)] == [number + 1, number + 1], "both count the same rounds"
    assert lock(dana, number + 1).json()["code"] == "no_wagers"


def test_one_card_in_the_hands_of_two_jackpots(room: OpenCasino, dana: Staff) -> None:
    number = light(dana, first=[1], second=[2])
    assert codes(lock(dana, number)) == {"first": "ok", "second": "ok"}
    twice = {"1": SEVEN_CARDS, "2": SEVEN_CARDS}
    graded = dana.call("POST", f"{PIT}/grade", json={"hands": twice})
    assert (graded.status_code, graded.json()["code"]) == (422, "cards_malformed")
    told = report(dana, "result", number, hands=twice)
    assert (told.status_code, told.json()["code"]) == (422, "malformed")
    assert "more often than in 1 deck" in told.json()["detail"]
    refused = room.casino.logins.log.lines()[-1]
    assert (refused.link, refused.detail.partition(" from ")[0]) == ("first and second", "result: malformed")
    assert codes(report(dana, "result", number, hands={"1": NOTHING})) == {"first": "ok", "second": "ok"}
    late = report(dana, "wager", number, seats={"first": [3]})
    assert (late.status_code, "no jackpot joins it" in late.json()["detail"]) == (422, True)


def test_no_jackpot_joins_a_round_after_another_was_locked(room: OpenCasino, dana: Staff) -> None:
    """The dealer locks one jackpot, sees a hand, and a friend puts a chip on the sensor of the other."""
    number = light(dana, first=[1])
    assert codes(lock(dana, number, "lock-of-first")) == {"first": "ok"}
    room.house.app.state.lamps.set_by_hand("second", "KIS-01", frozenset({1}), number)  # as a sensor would
    assert codes(lock(dana, number, "lock-of-first")) == {"first": "exists"}
    assert lock(dana, number).json()["code"] == "round_locked"
    one = {"id": "lock-of-second", "round": number}
    assert dana.call("POST", f"{PIT}/lock?link=second", json=one).json()["code"] == "no_wagers"
    wager = {"id": "late-wager", "do": "wager", "table": "KIS-01", "round": number, "seats": {"second": [1]}}
    late = dana.call("POST", f"{PIT}/report?link=second", json={"request": wager})
    assert (late.status_code, "no jackpot joins it" in late.json()["detail"]) == (422, True)
    alone = dana.ask("wager", link="second", table="KIS-01", round=number, seats=[1])
    assert (alone.status_code, alone.json()["code"]) == (409, "round_locked"), "nor by asking that jackpot alone"
    assert codes(report(dana, "result", number, hands={"1": NOTHING})) == {"first": "ok"}
    assert dana.ask("wager", link="second", table="KIS-01", round=number, seats=[1]).json()["code"] == "round_locked"
    wager = {"table": "KIS-01", "round": number + 1, "seats": [1], "id": "in-time"}
    assert dana.ask("wager", link="second", **wager).status_code == 200
    assert codes(report(dana, "lock", number + 1)) == {"second": "ok"}
    assert codes(report(dana, "result", number + 1, hands={"1": NOTHING})) == {"second": "ok"}
    assert dana.ask("wager", link="second", **wager).json()["code"] == "exists"


def test_what_one_refuses_is_told_beside_what_the_other_took(dana: Staff) -> None:
    stop = {"table": "KIS-01", "reason": "sensor dark"}
    assert dana.ask("fault", link="second", **stop).status_code == 200
    number = light(dana, first=[1], second=[1])
    locked = lock(dana, number)
    assert codes(locked) == {"first": "ok", "second": "fault"}
    assert "sensor dark" in locked.json()["links"][1]["detail"]
    assert codes(report(dana, "result", number, hands={"1": NOTHING})) == {"first": "ok"}
    over = report(dana, "lock", number)
    assert (over.status_code, over.json()["code"]) == (409, "round_over")
    assert over.json()["detail"].startswith("first: ")
    assert "; second: " in over.json()["detail"]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"id": "strange-1", "do": "approve", "award": 1}, "a table reports lock, result, void"),
        ({"id": "strange-2", "do": "lock", "table": "HCF-01", "round": 1}, "this is the report of KIS-01"),
        ({"id": "strange-3", "do": "lock", "table": "KIS-01"}, "round: missing"),
        ({"id": "strange-4", "do": "wager", "table": "KIS-01", "round": 1, "seats": {"x": [1]}}, "not play for x"),
    ],
)
def test_what_a_table_does_not_report(dana: Staff, request_: dict[str, Any], words: str) -> None:
    refused = dana.call("POST", f"{PIT}/report", json={"request": request_})
    assert refused.status_code == 422
    assert words in refused.json()["detail"]
