"""Jackpot displays in a real browser: paired, linked, pending and won, without a server and back, on every screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.service.casino import (
    OTHER_TABLE,
    SECOND_TABLE,
    SEVEN_CARDS,
    TABLE,
    Casino,
    OpenCasino,
    open_casino,
)
from tests.web.axe import check
from tests.web.consoles import enter_hand, round_with, sign_in

Screen = Callable[..., Page]
SIZES = [(1920, 1080), (3840, 2160), (1080, 1920)]


@pytest.fixture
def screen(browser: Browser, casino: OpenCasino) -> Iterator[Screen]:
    """Opens screens, each with nothing in common with the others; errors that a page logs are the test's."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def opened(size: tuple[int, int] = (1920, 1080), motion: str = "reduce") -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def pair(page: Page, casino: OpenCasino, table: str, address: str | None = None) -> None:
    """The screen shows a code, an operator confirms it, and the table's display appears."""
    page.goto(f"{address or casino.house.address}/displays/{table}")
    code = page.locator(".pair-code")
    expect(code).to_have_text(re.compile(r"\w{3}-\w{3}"))
    person = "oli" if table == OTHER_TABLE else "olga"
    confirmed = casino.staff(person).call("POST", "/devices", json={"code": code.inner_text(), "table": table})
    assert confirmed.status_code == 200, confirmed.text
    expect(page.locator(".d-digits")).to_be_visible()


def test_two_linked_displays_watch_a_jackpot_go_pending_and_won(screen: Screen, casino: OpenCasino) -> None:
    one, two = screen(), screen()
    pair(one, casino, TABLE)
    pair(two, casino, SECOND_TABLE)
    for page in (one, two):
        expect(page.get_by_text("Not approved equipment")).to_be_visible()
        check(page, "live")
    before = int(one.locator(".d-digits").get_attribute("data-cents") or 0)
    pit, other = screen((1440, 900)), screen((1440, 900))
    sign_in(pit, casino, "dana", f"/pit/{TABLE}")
    round_with(pit, "12")
    for page in (one, two):
        expect(page.locator(".d-digits")).to_have_attribute("data-cents", str(before + 36))
    enter_hand(pit, "1", SEVEN_CARDS)
    for page in (one, two):
        expect(page.locator(".d-banner.pending")).to_contain_text(f"table {TABLE}, seat 1")
        expect(page.locator(".d-banner.pending b")).to_have_text(f"${(before + 36) / 100:,.2f}")
        expect(page.get_by_text("The next jackpot")).to_be_visible()
        check(page, "pending")
    # Dana, who entered the hand, is offered nobody but others; Sam approves it on a screen of his own.
    expect(pit.get_by_text("Entered by Dana; someone else approves.")).to_be_visible()
    sign_in(other, casino, "sam", f"/pit/{TABLE}")
    other.get_by_role("button", name="as Sam").press("Enter")
    expect(pit.get_by_role("heading", name="Confirm the recording")).to_be_visible()
    for page in (one, two):
        expect(page.get_by_role("heading", name="Jackpot won")).to_be_visible()
        expect(page.locator(".d-won .d-digits")).to_have_attribute("data-cents", str(before + 36))
        assert page.locator(".d-hand .d-card").count() == 7
        check(page, "won")


def test_a_display_that_loses_its_server_says_so_and_recovers(screen: Screen, tmp_path: Path) -> None:
    own = Casino(tmp_path)
    page = screen()
    with open_casino(own) as opened:
        port = int(opened.house.address.rpartition(":")[2])
        pair(page, opened, OTHER_TABLE)
        shown = page.locator(".d-digits").get_attribute("data-cents")
    expect(page.locator(".d-banner.stale")).to_contain_text("Not live since")
    expect(page.get_by_text("Last known amount")).to_be_visible()
    expect(page.locator(".d-digits")).to_have_attribute("data-cents", shown or "")
    outline = page.locator(".d-digits").evaluate("each => getComputedStyle(each).webkitTextStrokeWidth")
    assert outline == "6px", "half of it is under the fill, which has the color of the ground"
    check(page, "stale")
    with open_casino(own, port=port):
        expect(page.locator(".d-live")).to_have_text("live")
        expect(page.locator(".d-banner")).to_have_count(0)


def test_a_screen_of_another_table_is_shown_nothing(screen: Screen, casino: OpenCasino) -> None:
    page = screen()
    pair(page, casino, TABLE)
    page.goto(f"{casino.house.address}/displays/{SECOND_TABLE}")
    expect(page.get_by_role("heading", name="Pair this display")).to_be_visible()
    assert page.locator(".d-digits").count() == 0


def test_the_page_of_a_demonstration_leads_to_its_displays(screen: Screen, casino: OpenCasino, tmp_path: Path) -> None:
    page = screen((1440, 900))
    page.goto(f"{casino.house.address}/demo")
    expect(page.get_by_text("This house is not a demonstration")).to_be_visible()
    with open_casino(Casino(tmp_path, "washington"), demonstration=True) as opened:
        page.goto(f"{opened.house.address}/demo")
        expect(page.get_by_role("link", name=OTHER_TABLE)).to_be_visible()
        check(page, "demo")
        page.goto(f"{opened.house.address}/displays/{OTHER_TABLE}")
        expect(page.get_by_text("Demonstration only")).to_be_visible()


@pytest.fixture
def record(casino: OpenCasino) -> dict[str, Any]:
    return dict(casino.staff("olga").get(f"/displays/{TABLE}"))


class OwnHouse:
    """A page whose house is this test: it shows what is posted, also on a line that it opened again."""

    def __init__(self, page: Page, casino: OpenCasino, record: dict[str, Any]) -> None:
        self._record = record
        self._lines: list[WebSocketRoute] = []
        page.route_web_socket("**/displays/*/live", lambda opened: self._opened(opened))
        page.goto(f"{casino.house.address}/displays/{TABLE}")
        page.locator(".d-digits").wait_for()

    def _opened(self, line: WebSocketRoute) -> None:
        self._lines[:] = [line]
        self.post(self._record)

    def post(self, record: dict[str, Any]) -> None:
        self._record = record
        self.send(record)

    def send(self, said: dict[str, Any]) -> None:
        self._lines[-1].send(json.dumps(said).encode())


OUTSIDE = """() => [...document.querySelectorAll('.display *')].filter(each => {
  const box = each.getBoundingClientRect();
  return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1;
}).map(each => each.className || each.tagName)"""


@pytest.mark.parametrize("size", SIZES, ids=["1080p", "4K", "portrait"])
def test_everything_is_on_the_screen_and_rows_are_tall_enough(
    screen: Screen, casino: OpenCasino, record: dict[str, Any], size: tuple[int, int]
) -> None:
    page = screen(size)
    house = OwnHouse(page, casino, record)
    unit = min(size) / 1080
    first = {**record["jackpots"][0], "won": []}
    waits = {
        "no": 9,
        "words": "Award waits for approval: 6-Card Straight Flush",
        "amount": "$1",
        "cents": 1,
        "whole": True,
    }
    for jackpot in (first, {**first, "pending": [waits]}, {**first, "stopped": "No wagers are taken."}):
        house.post({**record, "jackpots": [jackpot]})
        page.wait_for_function(
            "n => document.querySelectorAll('.d-banner').length === n", arg=int(jackpot is not first)
        )
        heights = page.locator(".d-rows li").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
        assert min(heights) >= 68 * unit - 0.5
        assert page.evaluate(OUTSIDE) == []


def test_digits_rise_to_the_figure_and_are_never_above_it(
    screen: Screen, casino: OpenCasino, record: dict[str, Any]
) -> None:
    page = screen(motion="full")
    record["jackpots"][0]["won"] = []
    house = OwnHouse(page, casino, record)
    page.evaluate(
        "() => { window.seen = []; const each = document.querySelector('.d-digits');"
        " new MutationObserver(() => window.seen.push(Number(each.dataset.cents))).observe(each, {attributes: true}) }"
    )
    before = record["jackpots"][0]["meters"][0]["cents"]
    record["jackpots"][0]["meters"][0]["cents"] = before + 50_000
    house.post(record)
    expect(page.locator(".d-digits")).to_have_attribute("data-cents", str(before + 50_000))
    seen = page.evaluate("window.seen")
    assert len(seen) > 2, "it rises in steps"
    assert seen == sorted(seen)
    assert max(seen) == before + 50_000
    record["jackpots"][0]["meters"][0]["cents"] = before
    house.post(record)
    expect(page.locator(".d-digits")).to_have_attribute("data-cents", str(before))
    assert page.evaluate("window.seen.at(-1)") == before
    assert len(page.evaluate("window.seen")) == len(seen) + 1, "what was won is gone at once"


STAND_IN = """
window.WebSocket = class {
  constructor() { window.line = this; }
  close() {}
};
window.talk = async (record, times) => {
  const said = (each) => window.line.onmessage({ data: new TextEncoder().encode(JSON.stringify(each)) });
  for (let number = 0; number < times; number++) {
    record.jackpots[0].meters[0].cents += 18;
    said(record);
    said({ beat: true, live: true, clock: "21:16", heard: `21:16:${number % 60}` });
    if (number % 20 === 0) await new Promise((done) => setTimeout(done));
  }
  await new Promise((done) => setTimeout(done, 50));
  return record;
};
"""


def test_memory_stays_flat(screen: Screen, casino: OpenCasino, record: dict[str, Any]) -> None:
    """Tens of thousands of messages, as fast as they are taken: the heap is where it was, and so is the page."""
    page = screen()
    page.add_init_script(STAND_IN)
    page.goto(f"{casino.house.address}/displays/{TABLE}")
    page.locator(".d-empty").wait_for()
    page.wait_for_function("() => window.line && window.line.onmessage")
    record["jackpots"][0]["won"] = []
    tools = page.context.new_cdp_session(page)

    def used_after(times: int) -> tuple[int, int]:
        nonlocal record
        record = page.evaluate("([record, times]) => window.talk(record, times)", [record, times])
        tools.send("HeapProfiler.collectGarbage")
        used = int(tools.send("Runtime.getHeapUsage")["usedSize"])
        return used, int(page.evaluate("document.querySelectorAll('*').length"))

    used_after(8_000)  # until the engine has compiled what it will
    before, nodes = used_after(4_000)
    after, nodes_after = used_after(10_000)
    last = str(record["jackpots"][0]["meters"][0]["cents"])
    expect(page.locator(".d-digits")).to_have_attribute("data-cents", last)
    assert nodes_after == nodes
    assert after - before < 50_000, f"{after - before} bytes more after 20,000 messages"
