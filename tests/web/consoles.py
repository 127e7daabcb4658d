"""What people do at the consoles of the pit and the office, in a browser and by the keyboard where it is promised."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.service.casino import OpenCasino


def sign_in(page: Page, casino: OpenCasino, person: str, path: str = "/pit") -> None:
    page.goto(f"{casino.house.address}/login?next={path}")
    given = casino.casino.credentials(person)
    form = page.get_by_role("form", name="Staff")
    form.get_by_label("Name").fill(given["person"])
    form.get_by_label("Password").fill(given["password"])
    form.get_by_label("One-time code").fill(given["code"])
    form.get_by_role("button", name="Sign in").click()
    own = re.compile(f"^{person}.*, settings$", re.IGNORECASE)
    expect(page.get_by_role("button", name=own)).to_be_visible()


def show(page: Page, casino: OpenCasino, legend: str, person: str, name: str) -> None:
    """Somebody shows who they are within a group of fields."""
    given = casino.casino.credentials(person)
    fields = page.get_by_role("group", name=legend)
    fields.get_by_label("Name").select_option(label=name)
    fields.get_by_label("Password").fill(given["password"])
    fields.get_by_label("Code").fill(given["code"])


def round_with(page: Page, seats: str) -> None:
    """Lamps and lock, by the keyboard alone."""
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()
    for seat in seats:
        page.keyboard.press(seat)
    for seat in seats:
        expect(page.get_by_role("button", name=re.compile(rf"Seat {seat}\s*Wager"))).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("heading", name="Locked. Any winner?")).to_be_visible()


def enter_hand(page: Page, seat: str, cards: str, so_far: str = "") -> None:
    """By the keyboard alone. ``so_far`` is what the rulebook says before the last card."""
    page.keyboard.press(seat)
    field = page.get_by_label(f"Cards of seat {seat}")
    expect(field).to_be_focused()
    *first, last = cards.split()
    page.keyboard.type("".join(first))
    if so_far:
        expect(page.get_by_text(f"So far: {so_far}", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Enter the hand")).to_be_disabled()
    page.keyboard.type(last)
    expect(page.get_by_role("button", name="Enter the hand")).to_be_enabled()
    page.keyboard.press("Enter")
