"""Raw requests of people who may ask, at the shipped Nevada table of two jackpots: what no sensor saw is not wagered,
cards are told once, and no device is more than it was paired for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any

import httpx
import pytest

from croupier import catalogue
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.people.logins import Device
from tests.service.casino import PEOPLE, Casino, OpenCasino, Staff, link_plan, open_casino, paired_token

TABLE, MINI_ROYAL, FLUSH = "RIC-01", "mini-royal", "sf"
PIT = f"/pit/tables/{TABLE}"
_ids = itertools.count(1)


class Nevada(Casino):
    """The links of the sample plan, with the staff of our casino."""

    def plans(self, jurisdiction: str) -> list[LinkPlan]:
        text = files("croupier.jackpot.plan").joinpath("sample_nevada.toml").read_text("utf-8")
        ours = link_plan("", (), PEOPLE, jurisdiction)
        shared: dict[str, Any] = {"people": ours.people, "thresholds": ours.thresholds}
        return [replace(link, **shared) for link in read_plan(text, catalogue.book()).links.values()]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    with open_casino(Nevada(tmp_path_factory.mktemp("nevada"))) as opened:
        yield opened


@pytest.fixture
def dana(floor: OpenCasino) -> Staff:
    return floor.staff("dana")


def next_round(dana: Staff) -> int:
    number: int = dana.get(PIT)["round"]["number"]
    return number


def light(dana: Staff, link: str, seats: list[int]) -> httpx.Response:
    return dana.call("PUT", f"{PIT}/lamps?link={link}", json={"seats": seats})


def lock(dana: Staff, number: int) -> dict[str, str]:
    locked = dana.call("POST", f"{PIT}/lock", json={"id": f"lock-{next(_ids):06}", "round": number})
    return {each["link"]: each["code"] for each in locked.json().get("links", [])} or {"": locked.json()["code"]}


def report(dana: Staff, do: str, number: int, **fields: Any) -> httpx.Response:
    request = {"id": f"told-{next(_ids):06}", "do": do, "table": TABLE, "round": number, **fields}
    return dana.call("POST", f"{PIT}/report", json={"request": request})


def over(dana: Staff, number: int) -> None:
    """The round ends without a winner."""
    assert report(dana, "result", number, hands={}).status_code == 200


def test_a_winning_hand_is_entered_once_for_jackpots_that_see_other_cards(dana: Staff) -> None:
    """One of the two sees one card of the dealer's, the other five: the pit asks for five and gives each its part."""
    view = dana.get(PIT)
    assert (view["table"]["sees"]["own"], view["table"]["sees"]["dealer"]) == (2, 5)
    number = next_round(dana)
    for link in (MINI_ROYAL, FLUSH):
        assert light(dana, link, [2]).status_code == 200
    assert lock(dana, number) == {MINI_ROYAL: "ok", FLUSH: "ok"}
    hand, dealer = {"2": "As Ks"}, "Qs Js Ts 2d 3c"
    graded = dana.call("POST", f"{PIT}/grade", json={"hands": hand, "dealer": dealer})
    assert graded.status_code == 200, graded.text
    assert {award["link"] for award in graded.json()["awards"]} == {MINI_ROYAL, FLUSH}
    told = report(dana, "result", number, hands=hand, dealer=dealer)
    assert told.status_code == 200, told.text
    paid = {(line["link"], award["cents"]) for line in told.json()["links"] for award in line["awards"]}
    assert paid == {(award["link"], award["cents"]) for award in graded.json()["awards"]}, "posted is paid"
    assert dana.call("POST", f"{PIT}/grade", json={"hands": {"2": "As Ks Qs"}}).status_code in (409, 422)


def test_two_jackpots_are_not_told_different_cards_of_one_round(dana: Staff) -> None:
    number = next_round(dana)
    for link in (MINI_ROYAL, FLUSH):
        light(dana, link, [1])
    assert set(lock(dana, number).values()) == {"ok"}
    about: dict[str, Any] = {"table": TABLE, "round": number}
    first = dana.ask("result", link=MINI_ROYAL, hands={"1": "Ah Kd"}, dealer="9c", **about)
    assert first.status_code == 200, first.text
    other = dana.ask("result", link=FLUSH, hands={"1": "As Ks"}, dealer="Qs Js Ts 2d 3c", **about)
    assert (other.status_code, other.json()["code"]) == (409, "hands_differ")
    same = dana.ask("result", link=FLUSH, hands={"1": "Ah Kd"}, dealer="9c Js Ts 2d 3c", **about)
    assert same.status_code == 200, same.text


def test_nobody_skips_rounds(dana: Staff) -> None:
    number = next_round(dana)
    skips = dana.ask("wager", link=FLUSH, table=TABLE, round=number + 500, seats=[1])
    assert (skips.status_code, skips.json()["code"]) == (409, "round_to_come")
    by_link = report(dana, "wager", number + 500, seats={FLUSH: [1]})
    assert by_link.json()["code"] == "round_to_come"


def test_where_a_sensor_is_paired_only_what_it_sees_is_wagered(floor: OpenCasino, dana: Staff) -> None:
    number = next_round(dana)
    assert light(dana, FLUSH, [3, 4]).status_code == 200
    token = paired(floor, FLUSH)
    assert dana.get(f"/pit/tables/{TABLE}?link={FLUSH}")["round"]["seats"] == [], "they are dark from the pairing on"
    assert lock(dana, number) == {"": "no_wagers"}, "what hands lit before the pairing is not the sensor's"
    # As another process does that had not heard of the pairing yet.
    floor.house.app.state.lamps.set_by_hand(FLUSH, TABLE, frozenset({3}), number)
    assert lock(dana, number) == {"": "no_wagers"}, "nor is what they light beside it"
    raw: dict[str, Any] = {"link": FLUSH, "table": TABLE, "round": number}
    for refused in (
        dana.ask("wager", seats=[3], **raw),
        floor.staff("sam").ask("wager", seats=[3], **raw),
        report(dana, "wager", number, seats={FLUSH: [3]}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "not_lit"), "whoever asks"
    sensor = Staff(floor.house.client(), token)
    assert sensor.call("POST", "/sensor", json={}).status_code == 200
    assert dana.ask("wager", seats=[3], **raw).json()["code"] == "not_lit", "a heartbeat vouches for no hand"
    assert sensor.call("POST", "/sensor", json={"seats": [2]}).status_code == 200
    assert dana.ask("wager", seats=[2, 3], **raw).json()["code"] == "not_lit"
    assert light(dana, FLUSH, [3]).json()["code"] == "has_a_sensor"
    assert lock(dana, number) == {FLUSH: "ok"}
    entries = floor.staff("sam").get(f"/office/links/{FLUSH}/journal?limit=5")["entries"]
    wager = next(entry["seq"] for entry in entries if entry["kind"] == "wager")
    [device] = [id for id, device in floor.casino.logins.devices().items() if device.kind == "sensor"]
    [[_, _, where]] = floor.staff("sam").get(f"/office/links/{FLUSH}/journal/{wager}")["body"]["actor"]
    assert where == f"sensor {device}", "the entry names the device"
    over(dana, number)


def paired(floor: OpenCasino, link: str) -> str:
    """A sensor, as two people confirm it; its token."""
    olga, box = floor.staff("olga"), floor.nobody()
    shown = box.call("POST", "/pairing", json={"kind": "sensor"}).json()
    second = {"second": floor.casino.credentials("sam")}
    confirmed = olga.call("POST", "/devices", json={"code": shown["code"], "table": TABLE, "link": link, **second})
    assert confirmed.status_code == 200, confirmed.text
    token: str = box.call("POST", "/pairing/token", json={"secret": shown["secret"]}).json()["token"]
    return token


def test_one_of_two_sensors_unpaired_leaves_the_lamps_to_the_other(floor: OpenCasino, dana: Staff) -> None:
    paired(floor, FLUSH)
    paired(floor, FLUSH)
    olga = floor.staff("olga")
    sensors = [id for id, each in floor.casino.logins.devices().items() if each.kind == "sensor"]
    assert len(sensors) > 1
    for left, id in enumerate(sensors, 1 - len(sensors)):
        assert olga.call("DELETE", f"/devices/{id}", json={"second": floor.casino.credentials("robin")}).is_success
        set_by_hand = light(dana, FLUSH, [1])
        assert set_by_hand.is_success == (left == 0), set_by_hand.text


def test_a_display_shows_the_jackpot_that_it_was_paired_for_and_no_other(floor: OpenCasino) -> None:
    device = Device(kind="display", link=FLUSH, table=TABLE, person="olga", at=1)
    screen = Staff(floor.house.client(), paired_token(floor.casino.logins, device))
    shown = screen.get(f"/displays/{TABLE}")
    assert [jackpot["link"] for jackpot in shown["jackpots"]] == [FLUSH], "though it names none"
    assert screen.call("GET", f"/displays/{TABLE}?link={MINI_ROYAL}").status_code == 403
