"""A table of two jackpots in a real browser: one lock and one entry of the winning hand, for both."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.service.casino import SEVEN_CARDS, OpenCasino, TwoJackpots, open_casino
from tests.service.running import House
from tests.web.axe import check
from tests.web.conftest import NewPage
from tests.web.consoles import round_with, sign_in


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    with open_casino(TwoJackpots(tmp_path_factory.mktemp("room"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def house(casino: OpenCasino) -> House:
    return casino.house


def seat(page: Page, number: int) -> str:
    """What the tile of a seat says."""
    return page.locator(".tile").nth(number - 1).inner_text()


def test_one_entry_of_the_hand_for_both_jackpots(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "dana", "/pit/KIS-01?link=first")
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()
    for key in "12":
        page.keyboard.press(key)
        expect(page.get_by_role("button", name=re.compile(rf"Seat {key}\s*Wager"))).to_be_visible()
    page.get_by_role("link", name="Second", exact=True).click()
    expect(page.locator(".tile").nth(1)).to_contain_text("First $1")
    round_with(page, "23")
    assert "No wager" in seat(page, 1)
    assert "First $1" in seat(page, 1)
    # The hand of a seat that wagered on both.
    page.keyboard.press("2")
    page.get_by_label("Cards of seat 2").press_sequentially(SEVEN_CARDS.replace(" ", ""))
    expect(page.locator(".sums li")).to_have_count(3)
    expect(page.locator(".sums li").nth(0)).to_contain_text("First: Award, seat 2")
    expect(page.locator(".sums li").nth(1)).to_contain_text("Second: Award, seat 2")
    expect(page.locator(".sums li").nth(2)).to_contain_text("Second: Envy, seat 3")
    check(page, "the hand of two jackpots")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Award 1, seat 2")).to_be_visible()
    beside = page.get_by_role("link", name="Show award 1 of First")
    expect(beside).to_be_visible()
    beside.click()
    expect(page.get_by_role("link", name="Show award 1 of Second")).to_be_visible()
    expect(page.get_by_role("heading", name="Award 1, seat 2")).to_be_visible()
    # The next round: nobody wagers on the first, and its console says so while the second is locked.
    page.get_by_role("link", name="Second", exact=True).click()
    expect(page.get_by_role("link", name="First", exact=True)).to_be_visible()
    page.keyboard.press("Space")
    round_with(page, "4")
    page.get_by_role("link", name="First", exact=True).click()
    expect(page.get_by_role("link", name="Second", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Locked. Any winner?")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Show award 1 of Second")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
