"""Every page for everyone: no rule of axe is broken at any size, and on touch every target is at least 44 px."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.service.running import House
from tests.web.axe import EVERY_RULE, check
from tests.web.conftest import NewPage
from tests.web.guests import play_out, take_seat, wager

PAGES = [
    "/",
    "/tables/B3",
    "/tables/K2",
    "/replay",
    "/strategy/blackjack",
    "/calculator",
    "/quiz?game=three-card-prime&level=3",
    "/sheets/three-card-prime?wager=pair_bonus",
    "/simulate",
    "/design/three-card-prime?wager=pair_bonus",
    "/handbook/blackjack",
    "/adjudicator",
    "/prints",
    "/demo",
    "/login",
    "/nowhere",
]
# Words in a sentence are not targets; what a control's label covers is.
SMALL = """
() => [...document.querySelectorAll('a[href], button, select, input, summary')].filter(each => {
  if (!each.checkVisibility() || each.disabled || each.closest('.skip, .cite') || each.type === 'file') return false;
  const box = each.getBoundingClientRect();
  if (box.width === 0 || getComputedStyle(each).clipPath !== 'none') return false;
  const around = each.closest('p, td, li')?.textContent.trim() ?? '';
  const inline = each.matches('a') && getComputedStyle(each).display === 'inline' && around !== each.textContent.trim();
  return !inline && (box.height < 43.5 || box.width < 24);
}).map(each => each.outerHTML.slice(0, 90))
"""


SHIFTS = """
window.moved = [];
new PerformanceObserver(list => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.moved.push(each.value);
}).observe({type: 'layout-shift', buffered: true});
"""


def _open(page: Page, address: str) -> None:
    """A page with all of its answers; a simulation goes on asking, so the network is not waited for."""
    page.goto(address)
    page.locator("h1").first.wait_for()
    expect(page.locator(".waiting")).to_have_count(0)


def test_every_page_on_a_phone(new_page: NewPage, house: House) -> None:
    """No rule of axe is broken, every target is large enough for a finger, and nothing moves while a page loads."""
    page = new_page(width=390, touch=True)
    page.add_init_script(SHIFTS)
    for path in PAGES:
        _open(page, house.address + path)
        assert sorted(set(page.evaluate(SMALL))) == [], path
        assert sum(page.evaluate("window.moved")) < 0.02, path
        check(page, f"{path} on a phone", EVERY_RULE)


def test_every_page_at_a_desk(new_page: NewPage, house: House) -> None:
    page = new_page()
    for path in PAGES:
        _open(page, house.address + path)
        check(page, f"{path} at a desk", EVERY_RULE)
    for width in (320, 768):
        page.set_viewport_size({"width": width, "height": 900})
        _open(page, house.address)
        check(page, f"the lobby at {width}", EVERY_RULE)


@pytest.mark.parametrize("width", [390, 768])
def test_axe_finds_nothing_at_a_table(new_page: NewPage, house: House, width: int) -> None:
    page = new_page(width=width)
    take_seat(page, house.address, "B2", "Axe")
    check(page, f"wagers at {width}", EVERY_RULE)
    wager(page)
    play_out(page)
    check(page, f"settled at {width}", EVERY_RULE)
    page.get_by_role("group", name="The next round").get_by_role("button", name="Leave").click()
    page.get_by_text("You are watching").first.wait_for()


@pytest.mark.parametrize("path", ["/design", "/design/blackjack", "/sheets/blackjack?wager=perfect_pairs", "/quiz"])
def test_every_page_opens_on_something_that_works(new_page: NewPage, path: str) -> None:
    page = new_page(path)
    page.locator("h1").wait_for()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".figs .v, .cands, .ptb tbody tr, .quiz input").first).to_be_visible()
    expect(page.locator(".notice.warn, .notice.bad, .error, .trouble")).to_have_count(0)


def test_a_table_for_two_decks_is_asked_for_with_two(new_page: NewPage) -> None:
    page = new_page("/sheets/blackjack?wager=perfect_pairs")
    page.get_by_label("Paytable").select_option("PT-PRG-PP-14")
    expect(page.get_by_role("button", name="2", exact=True).first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".spec")).to_contain_text("decks=2")
    expect(page.locator(".notice.warn, .notice.bad")).to_have_count(0)


def test_the_adjudicator_opens_on_a_settled_example_and_is_calm_when_empty(new_page: NewPage) -> None:
    page = new_page("/adjudicator")
    ruling = page.get_by_role("region", name="The ruling")
    expect(ruling.locator(".net")).to_be_visible()
    expect(page.locator(".error, .notice.warn")).to_have_count(0)
    page.get_by_role("button", name="Clear").click()
    expect(ruling).to_contain_text("Nothing to rule on yet")
    expect(page.locator(".error, .notice.warn, .input.bad")).to_have_count(0)
    page.get_by_role("button", name="Show an example").click()
    expect(ruling.locator(".net")).to_be_visible()


def test_words_of_the_lobby(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator(".lr .lay").first.wait_for()
    for row in page.locator(".lr:not([aria-hidden]) .lay").all():
        wagers = row.inner_text().split(" · ")[0].replace("Sample tables", "").strip().split(", ")
        assert len(wagers) == len(set(wagers)), wagers
    page.set_viewport_size({"width": 390, "height": 844})
    for row in page.locator(".lrows .lr").all():
        lay, seats = row.locator(".lay").bounding_box(), row.locator(".seatline").bounding_box()
        assert lay
        assert seats
        assert lay["y"] + lay["height"] <= seats["y"] + 1, "what lies on the layout runs into the seats"
    assert page.locator(".lr .lay").evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)"), (
        "what lies on the layout, and that it is a sample, is cut"
    )
    page.set_viewport_size({"width": 1440, "height": 900})
    summaries = [each.inner_text() for each in page.locator(".game .soft.small").all()]
    assert len(summaries) == len(set(summaries)), "each game has a summary of its own"
