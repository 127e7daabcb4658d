"""Keys and chips at a table: what each key does, what it never does, and how a chip is taken back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.service.running import House
from tests.web.conftest import NewPage
from tests.web.guests import leave, play_out, take_seat, wager


def total(page: Page, amount: str) -> None:
    expect(page.locator(".total")).to_contain_text(amount)


def test_space_adds_enter_is_ready_and_escape_never_leaves(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "T1", "Keys")
    ante = page.locator(".felt-wide .spot-btn").first
    ante.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    total(page, "10.00")
    fixed = page.locator(".felt-wide .spot-btn[aria-label*='fixed']")
    if fixed.count():
        fixed.first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        assert "nothing" not in (fixed.first.get_attribute("aria-label") or "")
        page.keyboard.press("Backspace")
        assert "nothing" in (fixed.first.get_attribute("aria-label") or "")
    ante.focus()
    # The key cap of Enter says Ready, whatever has the keyboard.
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Your decision").wait_for()
    page.keyboard.press("Escape")
    play_out(page)
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="The next round")).to_be_visible()
    # Escape closes a replay and stays at the table.
    page.get_by_role("tab", name="History").click()
    page.get_by_role("button", name="Open round").first.click()
    page.get_by_role("group", name="Steps of the round").wait_for()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("An earlier round, step by step")).to_have_count(0)
    expect(page.get_by_role("group", name="The next round")).to_be_visible()
    leave(page)


def test_a_chip_is_taken_back_by_mouse_by_minus_and_undone(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "H1", "Mouse")
    ante = page.locator(".felt-wide .spot-btn").first
    for _ in range(3):
        ante.click()
    total(page, "15.00")
    ante.click(button="right")
    total(page, "10.00")
    page.get_by_role("button", name="A chip less on").click()
    total(page, "5.00")
    page.get_by_role("button", name="Undo").click()
    total(page, "10.00")
    page.keyboard.press("z")
    total(page, "15.00")
    # A larger chip in the hand takes no more than one that lies there.
    page.keyboard.press("3")
    page.get_by_role("button", name="A chip less on").click()
    total(page, "10.00")
    page.get_by_role("button", name="Clear").click()
    total(page, "0.00")
    page.get_by_role("button", name="Undo").click()
    total(page, "10.00")
    leave(page)


def test_a_chip_is_taken_back_by_touch(new_page: NewPage, house: House) -> None:
    page = new_page(width=390)
    take_seat(page, house.address, "K2", "Touch")
    spots = page.locator(".felt-phone .spot-btn")
    spots.first.click()
    spots.first.click()
    assert "10.00 on it" in (spots.first.get_attribute("aria-label") or "")
    for button in page.locator(".take button, .chip").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    page.get_by_role("button", name="A chip less on").click()
    assert "5.00 on it" in (spots.first.get_attribute("aria-label") or "")
    leave(page)


def test_a_letter_means_one_action_at_a_table(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "B1", "Letters")
    meanings: dict[str, str] = {}
    for _ in range(6):
        wager(page)
        settled = page.get_by_role("group", name="The next round")
        decision = page.get_by_role("group", name="Your decision")
        for _ in range(20):
            settled.or_(decision).first.wait_for()
            if settled.count():
                break
            was = decision.get_attribute("data-decided")
            for each in decision.locator(".act[data-key]").all():
                letter, word = each.get_attribute("data-key") or "", each.locator("b").inner_text()
                assert meanings.setdefault(letter, word) == word, f"{letter} is {meanings[letter]} and {word}"
            decision.get_by_role("button", name="Stand").or_(decision.locator(".act").last).first.click()
            page.wait_for_function(
                "was => document.querySelector('[aria-label=\"Your decision\"]')?.dataset.decided !== was", arg=was
            )
        page.keyboard.press("w")
        page.get_by_role("button", name="Clear").click()
    assert {"H", "S"} <= set(meanings)
    leave(page)


def test_any_amount_is_raised_with_the_button_of_its_field(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "K1", "Amount")
    wager(page)
    decision = page.get_by_role("group", name="Your decision")
    decision.wait_for()
    if decision.get_by_label("Any amount").count():
        decision.get_by_label("Any amount").fill("12.00")
        decision.get_by_role("button", name="Raise", exact=True).click()
        page.get_by_role("group", name="The next round").wait_for()
        expect(page.locator(".receipt")).to_contain_text("12.00")
    else:
        play_out(page)
    leave(page)
