"""Whole walks through the house: by the keyboard alone, by touch alone, and with everything twice as large."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.service.casino import OpenCasino
from tests.service.running import House
from tests.web.conftest import NewPage
from tests.web.consoles import sign_in

NAMELESS = re.compile(r"^ *- (?:button|link|textbox|combobox|radio|tab|dialog|navigation)(?: \[.*\])*:?$", re.M)
"""What a screen reader would call a button, a link or a field, and nothing more."""
FOCUSED = """() => {
  const { activeElement: has, body } = document;
  return has === body ? '' : (has.ariaLabel || has.innerText || '').trim();
}"""
"""What has the keyboard. While nothing has it, the page has, and its text would have every name in it."""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has the keyboard is called so."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if name in page.evaluate(FOCUSED):
            return
    raise AssertionError(f"the keyboard never came to {name}")


def play_a_round(page: Page, act: Callable[[Locator], None]) -> None:
    settled, decision = (
        page.get_by_role("group", name="The next round"),
        page.get_by_role("group", name="Your decision"),
    )
    for _ in range(20):
        settled.or_(decision).first.wait_for()
        if settled.count():
            return
        was = decision.get_attribute("data-decided")
        act(decision.locator(".act").last)
        page.wait_for_function(
            "was => document.querySelector('[aria-label=\"Your decision\"]')?.dataset.decided !== was", arg=was
        )
    raise AssertionError("the round did not end")


def test_from_the_lobby_to_the_second_round_by_keys_alone(new_page: NewPage) -> None:
    page = new_page("/")
    page.get_by_role("link", name="Sit at table T1").wait_for()
    tab_to(page, "Sit at table T1")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sit at seat").wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.type("Keyboard")
    page.keyboard.press("Enter")
    page.get_by_role("radiogroup", name="Chip").wait_for()
    page.keyboard.press("2")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    play_a_round(page, lambda action: page.keyboard.press(action.get_attribute("data-key") or ""))
    # What was paid and why is read with the keyboard too, and the same again is one key.
    expect(page.get_by_role("tab", name="Payments")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("t")
    heard = page.get_by_role("log")
    expect(heard).to_have_attribute("aria-live", "polite")
    expect(heard).to_contain_text("seat")
    assert NAMELESS.findall(page.locator("body").aria_snapshot()) == []
    page.keyboard.press("Enter")
    play_a_round(page, lambda action: page.keyboard.press(action.get_attribute("data-key") or ""))
    tab_to(page, "Leave")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are watching").first).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("c")
    expect(page.get_by_role("heading", name="Calculator")).to_be_visible()
    field = page.get_by_label("Cards of seat 1")
    field.wait_for()
    tab_to(page, "Clear")
    page.keyboard.press("Enter")
    expect(field).to_have_value("")


@pytest.fixture
def finger(browser: Browser, house: House) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(house.address)
    yield page
    context.close()


def test_from_the_lobby_to_a_settled_round_by_touch_alone(finger: Page) -> None:
    page = finger
    page.get_by_role("link", name="Sit at table H1").tap()
    page.get_by_role("button", name="Sit at seat").tap()
    page.get_by_label("Your name at the table").tap()
    page.keyboard.type("Finger")
    page.get_by_role("button", name="Play as a guest").tap()
    spot = page.locator(".spot-btn").first
    spot.tap()
    spot.tap()
    page.get_by_role("button", name="A chip less on").tap()
    page.get_by_role("button", name="Ready").tap()
    play_a_round(page, lambda action: action.tap())
    page.get_by_role("tab", name="Payments").tap()
    expect(page.locator(".receipt li").first).to_be_visible()
    page.get_by_role("tab", name="Text view").tap()
    expect(page.get_by_role("heading", name="What it came to")).to_be_visible()
    page.get_by_role("group", name="The next round").get_by_role("button", name="Leave").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("navigation", name="All pages").get_by_role("link", name="Calculator").tap()
    page.get_by_role("button", name="Clear").tap()
    page.get_by_role("button", name="Ace of spades").tap()
    expect(page.get_by_label("Cards of seat 1")).to_have_value("As")


def test_a_round_of_the_pit_by_touch_alone(browser: Browser, casino: OpenCasino) -> None:
    context = browser.new_context(viewport={"width": 768, "height": 1024}, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    sign_in(page, casino, "dana", "/pit/T01")
    page.get_by_role("button", name="Seat 2").tap()
    expect(page.get_by_role("button", name="Lock round")).to_be_enabled()
    page.get_by_role("button", name="Lock round").tap()
    page.get_by_role("button", name="No winner").tap()
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    "path", ["/", "/tables/K2", "/strategy", "/calculator", "/adjudicator", "/handbook/blackjack", "/login"]
)
def test_twice_as_large_nothing_is_lost(browser: Browser, house: House, path: str) -> None:
    """1440 by 900 at 200 % is a window of 720 by 450: nothing runs out at the side, every button can be reached."""
    context = browser.new_context(
        viewport={"width": 720, "height": 450}, device_scale_factor=2, reduced_motion="reduce"
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(house.address + path)
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for button in page.locator("main button:visible, main .btn:visible").all()[:40]:
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box
        assert box["x"] >= -1
        assert box["x"] + box["width"] <= 721
    context.close()
