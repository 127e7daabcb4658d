"""The way around the house at every width: groups and their pages, the tablet's sheet, the phone's menu, keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.service.running import House
from tests.web.axe import check
from tests.web.conftest import NewPage
from tests.web.guests import take_seat

EVERY_PAGE = ["/", "/tables/B2", "/adjudicator", "/sheets/three-card-prime", "/design", "/handbook/blackjack", "/quiz"]


def test_every_page_is_reached_from_the_bar_of_a_desk(new_page: NewPage) -> None:
    page = new_page("/")
    groups = page.get_by_role("navigation", name="House")
    for group, first, second in (
        ("Figures", "Par sheets", "Paytable design"),
        ("Learn", "Strategy", "Quiz"),
        ("Rules", "Handbook", "Adjudicator"),
    ):
        groups.get_by_role("link", name=group).click()
        pages = page.get_by_role("navigation", name=f"{group} pages")
        expect(pages.get_by_role("link", name=first)).to_have_attribute("aria-current", "page")
        pages.get_by_role("link", name=second).click()
        expect(pages.get_by_role("link", name=second)).to_have_attribute("aria-current", "page")
        expect(groups.get_by_role("link", name=group)).to_have_attribute("aria-current", "true")
    groups.get_by_role("link", name="Play").click()
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()


def test_on_a_tablet_a_group_opens_a_sheet(new_page: NewPage) -> None:
    page = new_page("/", width=768)
    figures = page.get_by_role("navigation", name="House").get_by_role("button", name="Figures")
    figures.click()
    sheet = page.get_by_role("navigation", name="Figures", exact=True)
    expect(sheet.get_by_role("link")).to_have_count(3)
    check(page, "group open")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(figures).to_be_focused()
    figures.click()
    sheet.get_by_role("link", name="Paytable design").click()
    page.wait_for_url("**/design*")
    expect(sheet).to_have_count(0)


def test_on_a_phone_one_menu_has_every_page(new_page: NewPage, house: House) -> None:
    page = new_page("/", width=390)
    button = page.get_by_role("button", name="Menu")
    for name, heading in (
        ("Quiz", "Quiz"),
        ("Strategy", "Strategy"),
        ("Calculator", "Calculator"),
        ("Simulate", "Simulate"),
        ("Prints", "Prints"),
        ("Replay", "Replay"),
        ("Par sheets", ""),
        ("Paytable design", ""),
        ("Handbook", ""),
        ("Adjudicator", "Adjudicator"),
        ("Lobby", "Lobby"),
    ):
        button.click()
        page.get_by_role("navigation", name="All pages").get_by_role("link", name=name).click()
        expect(page.get_by_role("navigation", name="All pages")).to_have_count(0)
        if heading:
            expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    button.click()
    check(page, "menu open")
    overflow = page.evaluate(
        "document.querySelector('.sheet').scrollHeight - document.querySelector('.sheet').clientHeight"
    )
    assert overflow <= 0, "the menu needs no scrolling at 844"
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    # A game or a table is found by its name.
    button.click()
    page.get_by_label("Find a page, game or table").fill("ricochet")
    page.get_by_role("navigation", name="All pages").get_by_role("link", name="Table R1").click()
    page.wait_for_url("**/tables/R1")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="All pages").get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Four colors")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Keys and help").click()
    expect(page.get_by_role("dialog")).to_contain_text("close what is open")


def test_the_menu_leaves_the_actions_of_a_table_in_view(new_page: NewPage, house: House) -> None:
    page = new_page(width=390)
    take_seat(page, house.address, "T1", "Mara")
    page.get_by_role("button", name="Menu").click()
    covered = page.evaluate(
        "(() => { const box = document.querySelector('.table-acts').getBoundingClientRect();"
        " return document.elementFromPoint(box.x + box.width / 2, box.y + 4).closest('.table-acts') === null; })()"
    )
    assert not covered
    page.get_by_role("navigation", name="All pages").get_by_role("link", name="Your table").wait_for()
    page.keyboard.press("Escape")
    page.locator(".table-head").get_by_role("button", name="Leave").click()


def test_two_keys_go_anywhere(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator("h1").wait_for()
    for key, path in (("h", "/handbook"), ("p", "/sheets"), ("a", "/adjudicator"), ("l", "/")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_function("path => location.pathname === path", arg=path)


@pytest.mark.parametrize("width", [320, 390, 721, 768, 800, 837, 1023, 1024, 1440, 1920])
def test_no_page_is_wider_than_its_window(new_page: NewPage, house: House, width: int) -> None:
    page = new_page("/", width=width)
    for path in EVERY_PAGE:
        page.goto(house.address + path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} is {wide} px too wide at {width}"
        out = page.evaluate(
            "[...document.querySelectorAll('.bar > *, .bar .end > *')].filter("
            "each => each.getBoundingClientRect().right > innerWidth + 0.5).map(each => each.outerHTML.slice(0, 80))"
        )
        assert out == [], f"the bar overflows at {width}"
