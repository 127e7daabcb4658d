"""The pit through the interface: from the wager to the paid award, with everybody who must stand behind it."""

from __future__ import annotations

import pytest

from croupier.casino.floor import opened
from tests.service.casino import (
    NOTHING,
    OTHER_TABLE,
    SECOND_TABLE,
    SEVEN_CARDS,
    SF,
    TABLE,
    Casino,
    OpenCasino,
    open_casino,
)


def test_a_round_without_a_winner_is_two_requests(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    number = dana.play([1, 2, 5])
    view = dana.get(f"/pit/tables/{TABLE}")
    assert view["round"]["phase"] == "hand"
    assert view["round"]["seats"] == [1, 2, 5]
    assert view["round"]["locked_by"] == "Dana"
    assert dana.ask("result", table=TABLE, round=number, hands={}).status_code == 200
    view = dana.get(f"/pit/tables/{TABLE}")
    assert view["round"]["number"] == number + 1
    assert view["round"]["seats"] == []
    assert view["before"][0] | {"at": 0, "entry": 0} == {
        "round": number,
        "at": 0,
        "what": "no winner",
        "cents": 0,
        "wagers": 3,
        "entry": 0,
        "by": "Dana",
        "void": False,
        "seats": [1, 2, 5],
        "awards": [],
    }


def test_a_lamp_is_set_alone_and_for_the_round_that_is_next(casino: OpenCasino) -> None:
    """Two keys of one stale view keep both lamps; a key for a round that is over lights the next one's."""
    dana = casino.staff("dana")
    lamps = f"/pit/tables/{SECOND_TABLE}/lamps"
    number = dana.get(f"/pit/tables/{SECOND_TABLE}")["round"]["number"]

    def press(seat: int, lit: bool, round: int) -> list[int]:
        answer = dana.call("POST", lamps, json={"seat": seat, "lit": lit, "round": round})
        assert answer.status_code == 200, answer.text
        seats: list[int] = answer.json()["round"]["seats"]
        return seats

    assert [press(1, True, number), press(4, True, number), press(4, True, number)] == [[1], [1, 4], [1, 4]]
    assert press(1, False, number) == [4]
    early = dana.call("POST", lamps, json={"seat": 1, "lit": True, "round": number + 1})
    assert (early.status_code, early.json()["code"]) == (409, "round_to_come")
    locked = dana.call("POST", f"/pit/tables/{SECOND_TABLE}/lock", json={"id": "lamps-alone", "round": number})
    assert locked.status_code == 200
    late = dana.call("POST", lamps, json={"seat": 1, "lit": True, "round": number})
    assert (late.status_code, late.json()["code"]) == (409, "round_open")
    assert f"round {number} are in the books; no lamp was changed" in late.json()["detail"]
    assert dana.ask("result", table=SECOND_TABLE, round=number, hands={}).status_code == 200
    assert press(2, True, number) == [2], "the lamps of the round before are out"
    assert press(2, False, number + 1) == []


def test_from_the_wager_to_the_paid_award(casino: OpenCasino) -> None:
    dana, alex = casino.staff("dana"), casino.staff("alex")
    number = dana.play([3, 4])
    short = dana.call("POST", f"/pit/tables/{TABLE}/grade", json={"hands": {"3": "As Ks"}})
    assert (short.status_code, short.json()["code"]) == (422, "cards_malformed")
    # While it is typed, the rulebook says what it is so far, and never more than it becomes.
    before = 0
    for many in range(1, 8):
        typed = {"hands": {"3": SEVEN_CARDS[: 3 * many].strip()}, "so_far": True}
        found = dana.call("POST", f"/pit/tables/{TABLE}/grade", json=typed).json()
        label, cents = found["hands"]["3"]["label"], sum(each["cents"] for each in found["awards"])
        assert label == (f"{many}-Card Straight Flush" if cents else None)
        assert cents >= before
        before = cents
    too_many = {"hands": {"3": f"{SEVEN_CARDS} 2c"}, "so_far": True}
    assert dana.call("POST", f"/pit/tables/{TABLE}/grade", json=too_many).status_code == 422
    graded = dana.call("POST", f"/pit/tables/{TABLE}/grade", json={"hands": {"3": SEVEN_CARDS}}).json()
    assert graded["awards"][0]["cents"] > 1_000_000
    assert graded["reseeds"]
    result = dana.ask("result", table=TABLE, round=number, hands={"3": SEVEN_CARDS})
    [award] = result.json()["awards"]
    assert award["status"] == "pending"
    assert award["cents"] == graded["awards"][0]["cents"] == before, "posted is paid"
    view = dana.get(f"/pit/tables/{TABLE}")
    [shown] = view["awards"]
    assert [each["duty"] for each in shown["must"]] == ["approval", "camera", "check", "tax_form"]
    assert any(each["title"] == f"Award {award['no']} waits for approval" for each in view["alerts"])
    # The dealer may not approve; nor may the supervisor with a wrong password.
    assert dana.ask("approve", award=award["no"]).json()["code"] == "not_allowed"
    wrong = casino.casino.credentials("robin") | {"password": "not the password"}
    assert dana.ask("approve", award=award["no"], by=wrong).json()["code"] == "wrong_sign_in"
    approved = dana.ask("approve", award=award["no"], by=casino.casino.credentials("robin"))
    assert approved.status_code == 200, approved.text
    pay = {"award": award["no"], "method": "check", "reference": "1001", "tax_form": "W2G-1"}
    assert alex.ask("pay", **pay).json()["code"] == "camera_required"
    filmed = dana.ask("confirm", award=award["no"], camera="tape-9", by=casino.casino.credentials("robin"))
    assert filmed.status_code == 200, filmed.text
    assert alex.ask("pay", **pay).json()["code"] == "payee_required"
    assert alex.ask("pay", **pay, payee=casino.casino.payee()).status_code == 200
    record = dana.get(f"/pit/tables/{TABLE}/awards/{award['no']}")
    assert record["won"]["by_name"] == "Dana"
    assert record["approved"]["by_name"] == "Robin"
    assert record["paid"]["by_name"] == "Alex"
    assert record["cards"] == SEVEN_CARDS
    assert record["status"] == "paid"
    assert record["standing"]["notice"] == "Not approved equipment"
    assert [each["kind"] for each in record["entries"]] == ["wager", "lock", "result", "approve", "confirm", "pay"]
    assert record["payment"] == {"method": "check", "reference": "1001", "tax_form": "W2G-1", "camera": "tape-9"}


def test_who_reported_the_hand_does_not_approve_it(casino: OpenCasino) -> None:
    sam = casino.staff("sam")
    number = sam.play([1])
    [award] = sam.ask("result", table=TABLE, round=number, hands={"1": SEVEN_CARDS}).json()["awards"]
    refused = sam.ask("approve", award=award["no"])
    assert (refused.status_code, refused.json()["code"]) == (403, "three_people")
    people = casino.casino.credentials
    rejected = sam.ask("reject", award=award["no"], reason="misread", by=people("robin"), second=people("sam"))
    assert (rejected.status_code, rejected.json()["code"]) == (403, "three_people")
    by_two = sam.ask("correct", table=TABLE, round=number, hands={}, reason="misread", second=people("robin"))
    assert by_two.status_code == 200
    assert sam.get(f"/pit/tables/{TABLE}")["awards"] == []


def test_a_void_takes_two_at_once_or_one_after_the_other(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    number = dana.play([1, 2])
    alone = dana.ask("void", table=TABLE, round=number, reason="misdeal")
    assert alone.status_code == 200
    assert alone.json()["ask"]
    view = dana.get(f"/pit/tables/{TABLE}")
    assert view["asks"][0]["do"] == "void"
    assert view["round"]["number"] == number
    robin = casino.staff("robin")
    assert robin.ask("grant", ask=alone.json()["ask"]).status_code == 200
    assert dana.get(f"/pit/tables/{TABLE}")["before"][0]["what"] == "void"
    number = dana.play([1, 2])
    same = dana.ask("void", table=TABLE, round=number, reason="misdeal", second=casino.casino.credentials("dana"))
    assert same.status_code == 403
    both = dana.ask("void", table=TABLE, round=number, reason="misdeal", second=casino.casino.credentials("sam"))
    assert both.status_code == 200
    assert both.json()["ask"] is None


def test_a_correction_after_payment(casino: OpenCasino) -> None:
    dana, sam, alex = casino.staff("dana"), casino.staff("sam"), casino.staff("alex")
    number = dana.play([2, 3])
    [award] = dana.ask("result", table=TABLE, round=number, hands={"2": SEVEN_CARDS}).json()["awards"]
    assert dana.ask("approve", award=award["no"], by=casino.casino.credentials("sam")).status_code == 200
    assert sam.ask("confirm", award=award["no"], camera="tape-2").status_code == 200
    pay = {"award": award["no"], "method": "check", "reference": "1002", "tax_form": "W2G-2"}
    assert alex.ask("pay", **pay, payee=casino.casino.payee()).status_code == 200
    before = sam.get(f"/pit/tables/{TABLE}")["before"][0]
    corrected = sam.ask(
        "correct",
        table=TABLE,
        round=number,
        hands={"2": NOTHING},
        reason="the camera shows another hand",
        entry=before["entry"],
        second=casino.casino.credentials("robin"),
    )
    assert corrected.status_code == 200, corrected.text
    view = sam.get(f"/pit/tables/{TABLE}")
    assert view["before"][0]["what"] == "corrected: no winner"
    assert view["receivable"][0]["award"] == award["no"]
    assert sam.get(f"/pit/tables/{TABLE}/awards/{award['no']}")["status"] == "void"


def test_an_alert_stays_until_somebody_has_seen_it(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    dana.ask("fault", table=TABLE, reason="the sensor flickers")
    view = dana.get(f"/pit/tables/{TABLE}")
    [alert] = [each for each in view["alerts"] if each["kind"] == "table-stopped"]
    seen = dana.call("POST", f"/pit/tables/{TABLE}/alerts", json={"alert": alert["id"]})
    assert alert["id"] not in {each["id"] for each in seen.json()["alerts"]}
    assert casino.casino.logins.log.lines()[-1].what == "seen"
    assert dana.call("DELETE", f"/pit/tables/{TABLE}/lamps").status_code == 405
    lamps = dana.call("PUT", f"/pit/tables/{TABLE}/lamps", json={"seats": [1]})
    assert lamps.status_code == 200
    number = lamps.json()["round"]["number"]
    locked = dana.call("POST", f"/pit/tables/{TABLE}/lock", json={"id": "drained1", "round": number})
    assert (locked.status_code, locked.json()["code"]) == (409, "fault")
    cleared = casino.staff("sam").ask("clear", table=TABLE, reason="mended", second=casino.casino.credentials("robin"))
    assert cleared.status_code == 200


def test_nothing_to_lock_and_seats_that_are_not_there(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    number = dana.get("/pit/tables/T02")["round"]["number"]
    nothing = dana.call("POST", "/pit/tables/T02/lock", json={"id": "nothing1", "round": number})
    assert (nothing.status_code, nothing.json()["code"]) == (409, "no_wagers")
    assert dana.call("PUT", "/pit/tables/T02/lamps", json={"seats": [7]}).json()["code"] == "unknown_seat"
    assert dana.call("GET", "/pit/tables/NONE").json()["code"] == "unknown_table"
    assert dana.call("GET", f"/pit/tables/{OTHER_TABLE}").json()["code"] == "not_allowed"
    assert {each["link"] for each in dana.get("/pit/tables")["tables"]} == {SF}


def test_the_same_lock_sent_again_counts_once(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    number = dana.get("/pit/tables/T02")["round"]["number"]
    dana.call("PUT", "/pit/tables/T02/lamps", json={"seats": [1, 2]})
    body = {"id": "twice-01", "round": number}
    first = dana.call("POST", "/pit/tables/T02/lock", json=body)
    again = dana.call("POST", "/pit/tables/T02/lock", json=body)
    assert first.json()["code"] == "ok"
    assert again.json()["code"] == "exists"
    assert dana.get("/pit/tables/T02")["round"]["seats"] == [1, 2]


def test_a_washington_plan_is_a_preview_unless_it_is_a_demonstration(tmp_path_factory: pytest.TempPathFactory) -> None:
    made = Casino(tmp_path_factory.mktemp("washington"), "washington")
    with open_casino(made) as house:
        dana = house.staff("dana")
        assert dana.get(f"/pit/tables/{TABLE}")["standing"]["mode"] == "preview"
        lamps = dana.call("PUT", f"/pit/tables/{TABLE}/lamps", json={"seats": [1]})
        assert (lamps.status_code, lamps.json()["code"]) == (403, "preview_only")
        assert dana.ask("fault", reason="x").json()["code"] == "preview_only"
    with open_casino(made, demonstration=True) as house:
        dana = house.staff("dana")
        dana.play([1])
        assert dana.get(f"/pit/tables/{TABLE}")["standing"]["mode"] == "demonstration"


def test_a_refused_payment_keeps_no_record_of_the_payee(casino: OpenCasino) -> None:
    """Whatever it is refused for; and what is missing is named as the books name it."""
    alex = casino.staff("alex")
    payee = {"name": "Pat Private", "address": "1 Quiet Lane", "identified": "passport 9"}
    tries = (
        ({"award": 999, "method": "cash", "reference": "R-9"}, "unknown_award"),
        ({"award": 999, "method": "shells"}, "malformed"),
        ({"award": 999, "method": "cash", "extra": 1}, "malformed"),
    )
    for fields, code in tries:
        request = {"id": f"refused-{len(fields)}", "do": "pay", **fields}
        refused = alex.call("POST", f"/links/{SF}/requests", json={"request": request, "payee": payee})
        assert refused.json()["code"] == code, refused.text
    with opened(casino.casino.url) as store:
        assert "Pat Private" not in {each.name for each in store.personal(SF)}


def test_the_pit_knows_who_may_decide_about_an_award(casino: OpenCasino) -> None:
    """As the books would answer: who entered it, who approved it, and who read it with them."""
    sam, robin = casino.staff("sam"), casino.staff("robin")
    opened = sam.get(f"/pit/tables/{SECOND_TABLE}")["round"]
    if opened["in_books"]:
        sam.ask("lock", table=SECOND_TABLE, round=opened["number"])
        sam.ask("result", table=SECOND_TABLE, round=opened["number"], hands={})
    number = sam.play([1], SECOND_TABLE)
    events = sam.get(f"/pit/tables/{SECOND_TABLE}")["table"]["sees"]["rows"]
    read = {"1": {"event": events[0]["event"]}}
    both = casino.casino.credentials("robin")
    [award] = sam.ask("result", table=SECOND_TABLE, round=number, hands=read, second=both).json()["awards"]

    def barred(does: str) -> set[str]:
        [shown] = [each for each in sam.get(f"/pit/tables/{SECOND_TABLE}")["awards"] if each["no"] == award["no"]]
        return {person for person in shown["barred"][does] if person != "alex"}

    assert barred("approve") == barred("confirm") == {"sam", "robin"}
    assert robin.ask("approve", award=award["no"]).json()["code"] == "three_people"
    assert casino.staff("ursel").ask("approve", award=award["no"]).status_code == 200
    assert barred("pay") == {"sam", "robin", "ursel"}
    assert robin.ask("confirm", award=award["no"], camera="F-1").json()["code"] == "three_people"
