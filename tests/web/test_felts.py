"""The felts at every size: nothing drawn meets anything else or leaves its frame, and buttons lie on their spots."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from croupier.table.table import Clock
from tests.service.running import House, quick
from tests.web.conftest import NewPage
from tests.web.drawn import faults
from tests.web.guests import take_seat

SIZES = [(320, 640), (390, 844), (768, 1024), (1024, 768), (1120, 1600), (1200, 1400), (1440, 900), (1920, 1080)]
LONG = "Wilhelmina Mommsen-Wagner"[:24]
TABLES = {"B2": 7, "B3": 7, "H2": 6, "K2": 6, "R2": 7, "T2": 7}
EVERY_COUNT = [
    pytest.param(table, seats, marks=() if seats in (1, most) else pytest.mark.slow)
    for table, most in TABLES.items()
    for seats in range(1, most + 1)
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(quick(tmp_path_factory.mktemp("felts"), clock=Clock(wagers=120, decision=120, bot=0.05))) as opened:
        yield opened


class Neighbor:
    """Somebody with a long name who wagers as much as the table takes and stays in."""

    def __init__(self, client: httpx.Client, table: str, number: int) -> None:
        self.client, self.table, self.count = client, table, 0
        self.client.post("/api/v1/session", json={"name": f"{LONG[:21]} {number}"}).raise_for_status()

    def send(self, kind: str, body: dict[str, Any]) -> None:
        self.count += 1
        key = f"{id(self):x}-{self.count}"
        answer = self.client.post(f"/api/v1/tables/{self.table}/{kind}", json=body, headers={"Idempotency-Key": key})
        assert answer.status_code in (200, 409), answer.text

    def look(self) -> dict[str, Any]:
        view: dict[str, Any] = self.client.get(f"/api/v1/tables/{self.table}").json()
        return view

    def sit(self) -> None:
        seats = self.look()["view"]["seats"]
        self.send("sit", {"seat": next(seat["seat"] for seat in seats if seat["open"])})

    def wager(self) -> None:
        seen = self.look()
        spots = [spot for spot in seen["layout"]["spots"] if spot["kind"] != "follow"]
        base = spots[0]
        most = {spot["wager"]: min(spot["maximum"], 12500) for spot in spots}
        for wagers in (most, {base["wager"]: base["minimum"]}):
            self.send("wagers", {"round": seen["view"]["round"], "wagers": wagers, "ready": True})

    def act(self) -> None:
        view = self.look()["view"]
        turn = view["turn"]
        if turn and "actions" in turn:
            action = turn["actions"][-1]
            words = action["name"]
            if action["maximum"] != action["minimum"]:
                words = f"{words} {action['maximum'] / 100:.2f}"
            self.send("act", {"round": view["round"], "decided": view["decided"], "action": words})


def look_everywhere(page: Page, where: str) -> list[str]:
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        found += [f"{where} at {width} x {height}: {each}" for each in faults(page)]
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


@pytest.mark.parametrize(("table", "seats"), EVERY_COUNT)
def test_nothing_meets_and_nothing_leaves_its_frame(new_page: NewPage, house: House, table: str, seats: int) -> None:
    page = new_page()
    found: list[str] = []
    take_seat(page, house.address, table, LONG)
    others = [Neighbor(house.client(), table, number) for number in range(1, seats)]
    try:
        for other in others:
            other.sit()
        found += look_everywhere(page, "wagers to place")
        for spot in page.locator(".felt-wide .spot-btn").all():
            spot.click()
        found += look_everywhere(page, "wagers placed")
        page.get_by_role("button", name="Ready").click()
        for other in others:
            other.wager()
        settled = page.get_by_role("group", name="The next round")
        decision = page.get_by_role("group", name="Your decision")
        page.wait_for_timeout(300)
        for turn in range(30):
            if not others:
                settled.or_(decision).first.wait_for()
            if settled.count():
                break
            if decision.count():
                if turn < 12:
                    found += look_everywhere(page, "a decision")
                was = decision.get_attribute("data-decided")
                decision.locator(".act").last.click()
                page.wait_for_function(
                    "was => document.querySelector('[aria-label=\"Your decision\"]')?.dataset.decided !== was", arg=was
                )
            for other in others:
                other.act()
            page.wait_for_timeout(100)
        settled.wait_for()
        found += look_everywhere(page, "the settled round")
    finally:
        for other in others:
            other.send("leave", {})
        page.locator(".table-head").get_by_role("button", name="Leave").click()
        expect(page.get_by_text("You are watching").first).to_be_visible()
    assert found == []


HANDS = [
    ("8s 3h Ts", "21", {"bet": 2000, "double": 2000}),
    ("8c Td", "18", {"split_2": 2000}),
    ("8d 5d 2c 3c 3d", "21", {"split_3": 2000}),
    ("8h", "", {"split_4": 2000}),
]
RESULTS = [("bet", "40.00", "21 beats the dealer's 18"), ("double", "40.00", "21 beats the dealer's 18")]
RESULTS += [("split_2", "0.00", "18 ties the dealer's 18"), ("split_3", "-20.00", "23 is bust")]


def split_round(seen: dict[str, Any], hands: int, *, settled: bool) -> dict[str, Any]:
    """A table as it would be sent with a bet that has become several hands."""
    view: dict[str, Any] = copy.deepcopy(seen["view"])
    view["version"] += 1
    view["you"] = {"seat": 3, "spare": "1000.00", "cents": 100000}
    for seat in view["seats"]:
        seat.update(open=False, name=LONG, bot=False, you=seat["seat"] == 3, ready=True, wagers={"bet": 2000})
        seat["last"] = {"bet": 2000} if seat["seat"] == 3 else None
    own = [
        {"cards": cards.split(), "words": words, "making": len(cards.split()), "stakes": stakes}
        for cards, words, stakes in HANDS[:hands]
    ]
    acts = {"seat": 3, "stakes": {"bet": 2000, "insurance": 1000, "perfect_pairs": 500}, "hands": own}
    acts |= {
        "active": None if settled else 2,
        "decisions": ["insure 10.00", "split 20.00"],
        "by_clock": [],
        "acting": not settled,
    }
    others = [
        {
            "seat": seat["seat"],
            "stakes": {"bet": 12500, "perfect_pairs": 500},
            "decisions": ["stand"],
            "by_clock": [],
            "acting": False,
        }
        | {"active": None, "hands": [{"cards": ["9c", "Th"], "words": "19", "making": 2, "stakes": {"bet": 12500}}]}
        for seat in view["seats"]
        if seat["seat"] != 3
    ]
    up = ["Ad", "7c"] if settled else ["Ad"]
    felt = {"seats": [acts, *others], "answers": [{"question": "a ten under the ace", "yes": False}]}
    felt["dealer"] = [{"cards": up, "words": "soft 18" if settled else "", "making": len(up), "stakes": {}}]
    boosted = [{"event": "colored_pair", "label": "Colored Pair", "pays": "$40"}]
    view["commitment"] |= {"dealt": 102}
    if not settled:
        made = {"wager": "perfect_pairs", "title": "Perfect Pairs Progressive", "event": "colored_pair", "net": 3500}
        made |= {"words": "colored pair", "cite": "PPP 3", "paid": True}
        view |= {"phase": "playing", "felt": felt, "dynamic": boosted, "made": [made]}
        action = {"name": "stand", "minimum": 0, "maximum": 0, "step": 0, "multiples": [], "base": 2000, "wager": None}
        view["turn"] = {
            "seat": 3,
            "actions": [action],
            "by_clock": "stand",
            "text": "A hand may stand.",
            "cite": "BJ 1",
        }
        return view
    lines = [(*each, "win") for each in RESULTS if any(each[0] in stakes for _, _, stakes in HANDS[:hands])]
    lines += [("insurance", "-10.00", "no", "lose"), ("perfect_pairs", "35.00", "colored pair", "win")]
    view |= {"phase": "wagers", "felt": None, "turn": None, "round": view["round"] + 1}
    view["last"] = {
        "number": view["round"] - 1,
        "at": 0,
        "felt": felt,
        "names": {},
        "lines": [
            {"seat": 3, "wager": wager, "stake": "20.00", "outcome": outcome, "net": net, "cite": "BJ 1", "why": why}
            | {"event": "colored_pair" if wager == "perfect_pairs" else "x", "returned": "0.00"}
            for wager, net, why, outcome in lines
        ],
        "awards": [],
        "won": [],
        "dynamic": boosted,
        "nets": {"3": 4500, "1": -12500},
        "house": 0,
        "void": None,
        "root": None,
        "game_hash": "0" * 64,
    }
    return view


@pytest.mark.parametrize("settled", [False, True], ids=["playing", "settled"])
@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_split_hands_lie_on_the_felt_with_stakes_and_results(
    new_page: NewPage, house: House, hands: int, settled: bool
) -> None:
    seen = house.client().get("/api/v1/tables/B3").json()
    view = split_round(seen, hands, settled=settled)
    page = new_page()

    def live(socket: WebSocketRoute) -> None:
        socket.send(json.dumps(view).encode())

    page.route_web_socket(re.compile(r"/tables/B3/live"), live)
    page.goto(f"{house.address}/tables/B3")
    frames = page.locator(".felt-wide [data-hand]")
    expect(frames).to_have_count(hands)
    if settled:
        for number, words in (("1", "+80.00"), ("2", "0.00"), ("3", "−20.00")):
            if int(number) <= hands:
                expect(page.locator(f".felt-wide [data-hand='{number}'] .pill")).to_have_text(words)
        expect(page.locator(".felt-wide [data-spot=perfect_pairs] .pill")).to_have_text("+35.00")
        expect(page.locator(".felt-wide")).to_contain_text("−10.00")
        expect(page.locator(".side")).to_contain_text("Hand 1, doubled") if hands > 1 else None
    elif hands > 1:
        expect(page.locator(".felt-wide [data-hand='2']")).to_contain_text("to act")
        expect(page.locator(".felt-wide [data-hand='1'] [class^=chip-]")).to_have_count(2)
    for words in ("BLACKJACK PAYS 3 TO 2", "INSURANCE PAYS 2 TO 1", "Dealer stands on all 17s", "boosted this round"):
        expect(page.locator(".felt-wide")).to_contain_text(words)
    expect(page.locator(".felt-wide")).to_contain_text("314 of 416 cards left")
    if not settled:
        expect(page.locator(".felt-wide path.bm")).to_have_count(1)
    assert look_everywhere(page, f"{hands} hands") == []


def test_on_a_phone_cards_come_chips_move_and_the_hand_that_won_lifts(browser: Browser, house: House) -> None:
    seen = house.client().get("/api/v1/tables/B3").json()
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="no-preference")
    page = context.new_page()
    sockets: list[WebSocketRoute] = []

    def live(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.send(json.dumps(split_round(seen, 2, settled=False)).encode())

    page.route_web_socket(re.compile(r"/tables/B3/live"), live)
    page.goto(f"{house.address}/tables/B3")
    felt = page.locator(".felt-phone")
    expect(felt.locator("[data-hand] .coming")).to_have_count(5)
    expect(felt.locator(".lift")).to_have_count(0)
    moves = """felt => [...felt.querySelectorAll('.hand')].map(each => {
        const look = getComputedStyle(each);
        return [look.transitionProperty, look.animationName];
    })"""
    # A split makes room: the first hand slides, the new one comes from under it.
    assert felt.evaluate(moves) == [["transform", "none"], ["transform", "part"]]
    settled = split_round(seen, 2, settled=True)
    settled["version"] += 1
    sockets[-1].send(json.dumps(settled).encode())
    expect(felt.locator("[data-hand='1'] .lift")).to_have_count(1)
    expect(felt.locator("[data-hand='1'] .moving")).to_have_count(1)
    expect(felt.locator("[data-hand='2'] .moving")).to_have_count(0)
    context.close()


def test_what_beat_a_hand_is_said_whole(new_page: NewPage, house: House) -> None:
    seen = house.client().get("/api/v1/tables/B3").json()
    view = split_round(seen, 1, settled=True)
    hand = view["last"]["felt"]["seats"][0]["hands"][0]
    hand |= {"cards": ["8s", "3h"], "words": "11", "making": 2, "stakes": {"bet": 2000}}
    view["last"]["lines"][0] |= {"net": "-20.00", "outcome": "lose", "why": "11 loses to the dealer's blackjack"}
    page = new_page(width=390)
    page.route_web_socket(re.compile(r"/tables/B3/live"), lambda socket: socket.send(json.dumps(view).encode()))
    page.goto(f"{house.address}/tables/B3")
    expect(page.locator(".felt-phone [data-hand='1']")).to_contain_text("loses to blackjack")


def test_a_decision_that_the_clock_took_is_called_so(new_page: NewPage, house: House) -> None:
    seen = house.client().get("/api/v1/tables/B3").json()
    view = split_round(seen, 1, settled=True)
    view["last"]["felt"]["seats"][0] |= {"decisions": ["insure 10.00", "stand"], "by_clock": [1]}
    page = new_page()
    page.route_web_socket(re.compile(r"/tables/B3/live"), lambda socket: socket.send(json.dumps(view).encode()))
    page.goto(f"{house.address}/tables/B3")
    expect(page.locator(".side")).to_contain_text("No decision came in time: stand.")
    expect(page.locator(".felt-wide")).to_contain_text("insure 10.00, stand, by the clock")


@pytest.mark.parametrize("table", ["B3", "R2"])
def test_words_on_a_tablet_held_upright_can_be_read(new_page: NewPage, house: House, table: str) -> None:
    page = new_page(f"/tables/{table}", touch=True)
    page.set_viewport_size({"width": 768, "height": 1024})
    page.locator("svg.felt").first.wait_for()
    heights = """() => {
      const felt = document.querySelector('svg.felt');
      const scale = felt.getBoundingClientRect().width / felt.viewBox.baseVal.width;
      return [...felt.querySelectorAll('text')].map(each => scale * parseFloat(getComputedStyle(each).fontSize));
    }"""
    assert min(page.evaluate(heights)) >= 12
