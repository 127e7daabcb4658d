"""A passkey in a real browser, by keyboard: registered, used at sign-in, used beside somebody; and where none works."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.service.casino import PASSWORD, OpenCasino
from tests.service.running import House
from tests.web.axe import EVERY_RULE, check
from tests.web.conftest import NewPage

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def house(casino: OpenCasino) -> House:
    return casino.house


def typed(page: Page, casino: OpenCasino, person: str, *, code: bool) -> None:
    """The sign-in form, by keyboard, up to its first button."""
    given = casino.casino.credentials(person)
    page.get_by_label("Name", exact=True).focus()
    for text in (given["person"], given["password"], given["code"] if code else ""):
        page.keyboard.type(text)
        page.keyboard.press("Tab")


def fill_again(page: Page, casino: OpenCasino, name: str) -> None:
    page.get_by_label("Name, for yourself").fill(name)
    page.get_by_label("Your password, again").fill(PASSWORD)
    page.get_by_label("The code that the app shows now").fill(casino.casino.credentials("sam")["code"])
    page.get_by_role("button", name="Register").press("Enter")


def test_a_passkey_from_registration_to_sign_in(new_page: NewPage, casino: OpenCasino) -> None:
    at_localhost = casino.house.address.replace("127.0.0.1", "localhost")
    page = new_page()
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(f"{at_localhost}/login?next=/passkeys")
    typed(page, casino, "sam", code=True)
    page.keyboard.press("Enter")
    expect(page.get_by_text("You have no passkey")).to_be_visible()
    fill_again(page, casino, "on my ring")
    expect(page.get_by_text("“on my ring” is registered.")).to_be_visible()
    # The device has one already, so it makes no second one.
    fill_again(page, casino, "again")
    expect(page.get_by_text("This device has a passkey of yours already.")).to_be_visible()
    check(page, "passkeys", EVERY_RULE)
    page.get_by_role("button", name="Sam, settings").press("Enter")
    page.get_by_role("button", name="Sign out").press("Enter")
    page.goto(f"{at_localhost}/login?next=/passkeys")
    typed(page, casino, "sam", code=False)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Use a passkey instead of a code")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Used now")).to_be_visible()
    # A second person uses one at the screen of somebody else.
    page.get_by_role("button", name="Sam, settings").press("Enter")
    page.get_by_role("button", name="Sign out").press("Enter")
    page.goto(f"{at_localhost}/login?next=/people")
    typed(page, casino, "robin", code=True)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Give Dana a role").press("Enter")
    page.get_by_label("Name").last.select_option("sam")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Use a passkey instead of a code").press("Enter")
    expect(page.get_by_label("Code")).to_have_value("passkey")
    page.get_by_role("dialog").get_by_label("Role").select_option("auditor")
    page.get_by_role("dialog").get_by_role("button", name="Give a role").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("row", name="Dana").get_by_text("auditor on Straight Flush sf (sf)")).to_be_visible()


def test_by_an_ip_address_the_page_says_where_to_go(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page("/login")
    typed(page, casino, "sam", code=False)
    page.get_by_role("button", name="Use a passkey instead of a code").press("Enter")
    instead = casino.house.address.replace("127.0.0.1", "localhost")
    expect(page.get_by_text(f"opened by an IP address. Open {instead} instead.")).to_be_visible()
    check(page, "login", EVERY_RULE)
