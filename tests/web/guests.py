"""What a person does at a table, by what they see: names, buttons, keys."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def take_seat(page: Page, address: str, table: str, name: str) -> None:
    """Sit down at the first open seat under a name."""
    page.goto(f"{address}/tables/{table}")
    page.get_by_role("button", name="Sit at seat").click()
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Play as a guest").click()
    page.get_by_role("radiogroup", name="Chip").wait_for()


def wager(page: Page) -> None:
    """A chip on every spot that can be seen, then ready."""
    for spot in page.locator(".spot-btn").all():
        if spot.is_visible():
            spot.click()
    page.get_by_role("button", name="Ready").click()


def play_out(page: Page) -> None:
    """Take the last action on offer until the round is settled."""
    settled = page.get_by_role("group", name="The next round")
    decision = page.get_by_role("group", name="Your decision")
    for _ in range(40):
        settled.or_(decision).first.wait_for()
        if settled.count():
            return
        decided = decision.get_attribute("data-decided")
        decision.locator(".act").last.click()
        page.wait_for_function(
            "was => document.querySelector('[aria-label=\"Your decision\"]')?.dataset.decided !== was",
            arg=decided,
        )
    raise AssertionError("the round did not end")


def leave(page: Page) -> None:
    page.locator(".table-head").get_by_role("button", name="Leave").click()
    expect(page.get_by_text("You are watching").first).to_be_visible()
