"""The pit in a real browser: from the wager to the paid award, by several people, by the keyboard alone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pyotp
import pytest
from playwright.sync_api import Browser, expect

from tests.service.casino import NOTHING, PASSWORD, SEVEN_CARDS, SF, TABLE, Casino, OpenCasino, open_casino
from tests.service.running import House
from tests.web.axe import EVERY_RULE, check
from tests.web.conftest import NewPage
from tests.web.consoles import enter_hand, round_with, show, sign_in
from tests.web.test_everyone import SMALL


@pytest.fixture(scope="module")
def house(casino: OpenCasino) -> House:
    return casino.house


def test_a_round_without_a_winner_is_two_keys(new_page: NewPage, casino: OpenCasino) -> None:
    """From the door on, by the keyboard alone."""
    page = new_page(f"/login?next=/pit/{TABLE}")
    page.get_by_role("form", name="Staff").wait_for()
    for _ in range(30):
        if page.evaluate("document.activeElement.matches('form[aria-label=Staff] input')"):
            break
        page.keyboard.press("Tab")
    given = casino.casino.credentials("dana")
    page.keyboard.type(given["person"])
    page.keyboard.press("Tab")
    page.keyboard.type(given["password"])
    page.keyboard.press("Enter")
    round_with(page, "135")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()
    expect(page.locator(".rr")).to_contain_text("no winner")
    expect(page.get_by_text("Not approved equipment")).to_be_visible()


def test_keys_pressed_in_the_instant_a_round_ends_count_for_the_next(new_page: NewPage, casino: OpenCasino) -> None:
    """Enter, and at once the lamps of the next round: each key is pressed once, on either of two screens."""
    page, other = new_page(), new_page()
    sign_in(page, casino, "dana", f"/pit/{TABLE}")
    sign_in(other, casino, "sam", f"/pit/{TABLE}")
    round_with(page, "5")
    expect(other.get_by_role("heading", name="Locked. Any winner?")).to_be_visible()
    for key in ("Enter", "2", "4"):
        page.keyboard.press(key)
    other.keyboard.press("6")  # in whichever round that screen still shows
    for seat in "24":
        expect(page.get_by_role("button", name=re.compile(rf"Seat {seat}\s*Wager"))).to_be_visible()
    page.keyboard.press("Space")
    page.get_by_role("heading", name="Locked. Any winner?").wait_for()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()


def test_from_the_wager_to_the_approved_and_paid_award(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "dana", f"/pit/{TABLE}")
    round_with(page, "24")
    enter_hand(page, "2", SEVEN_CARDS, so_far="6-Card Straight Flush")
    expect(page.get_by_role("heading", name="Approve award")).to_be_visible()
    expect(page.get_by_text("Cards shown to the camera, deck kept")).to_be_visible()
    expect(page.locator(".making svg")).to_have_count(7)
    expect(page.get_by_text("The meter goes back to $10,000: ")).to_be_visible()
    expect(page.locator(".books")).to_contain_text(
        "seats 2 4; $2: $0.36 to the meter, $0.04 to the reserve, $1.60 to the house"
    )
    expect(page.locator(".alert").filter(has_text="waits for approval")).to_be_visible()
    # Somebody without the right password approves nothing.
    show(page, casino, "Supervisor", "robin", "Robin")
    page.get_by_role("group", name="Supervisor").get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Approve $").click()
    expect(page.get_by_role("alert")).to_contain_text("do not match")
    show(page, casino, "Supervisor", "robin", "Robin")
    page.keyboard.press("Enter")
    page.get_by_label("Recording that shows the cards").fill("CAM-12-2116")
    show(page, casino, "Supervisor who has looked at it", "sam", "Sam")
    page.get_by_role("button", name="Confirm the recording").click()
    expect(page.get_by_role("heading", name="Pay award")).to_be_visible()
    # The number was mistyped: two supervisors name the right recording, and both stay in the books.
    page.get_by_role("button", name="Correct its number").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("mistyped")
    for number in ("no number", "CAM-12-2118"):
        dialog.get_by_label("Recording that shows the cards, now CAM-12-2116").fill(number)
        show(page, casino, "First supervisor", "sam", "Sam")
        show(page, casino, "Second person", "robin", "Robin")
        dialog.get_by_role("button", name="Correct the recording").click()
        if number == "no number":
            expect(dialog.locator(".field").filter(has_text="camera: 1 to 32 letters")).to_be_visible()
            expect(dialog.get_by_label("Reason")).to_have_value("mistyped")
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("recording CAM-12-2118", exact=False).first).to_be_visible()
    # Neither Dana, who entered it, nor Robin, who approved it, can be chosen to pay.
    options = page.get_by_role("group", name="Who pays").get_by_label("Name").locator("option").all_inner_texts()
    assert "Robin" not in options
    assert "Alex" in options
    page.get_by_label("Paid to, their name").fill("Pat Winner")
    page.get_by_label("Identified by").fill("passport 1")
    page.get_by_label("Number of the check").fill("1001")
    page.get_by_label("Tax form W-2G, number").fill("W2G-77")
    show(page, casino, "Who pays", "alex", "Alex")
    page.get_by_role("button", name="Pay $").click()
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Prize record")).to_be_visible()
    for words in ("Dana", "Robin", "Alex", "1001", "W2G-77", "CAM-12-2118", "Lantern Casino", "Not approved equipment"):
        expect(page.get_by_text(words).first).to_be_visible()


def test_the_approver_cannot_be_who_entered_the_hand(new_page: NewPage, casino: OpenCasino) -> None:
    sam, robin = new_page(), new_page()
    sign_in(sam, casino, "sam", f"/pit/{TABLE}")
    round_with(sam, "3")
    enter_hand(sam, "3", SEVEN_CARDS)
    expect(sam.get_by_role("heading", name="Approve award")).to_be_visible()
    expect(sam.get_by_text("Entered by Sam; someone else approves.")).to_be_visible()
    expect(sam.get_by_role("button", name="as Sam")).to_be_disabled()
    expect(sam.get_by_text("Not you: sam reported the hand.")).to_be_visible()
    options = sam.get_by_role("group", name="Supervisor").get_by_label("Name").locator("option").all_inner_texts()
    assert "Sam" not in options
    # Robin approves on a screen of their own, and Sam's follows.
    sign_in(robin, casino, "robin", f"/pit/{TABLE}")
    robin.get_by_role("button", name="as Robin").click()
    expect(sam.get_by_role("heading", name="Confirm the recording")).to_be_visible()
    sam.keyboard.press("Space")
    expect(sam.get_by_role("heading", name="Wagers open")).to_be_visible()


def test_a_void_by_two_at_one_screen(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "dana", "/pit/T02")
    round_with(page, "12")
    page.keyboard.press("v")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("misdeal")
    show(page, casino, "Second person", "sam", "Sam")
    dialog.get_by_role("button", name="Void the round").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".rr")).to_contain_text("void")


def test_an_award_is_rejected_by_two_who_did_not_enter_the_hand(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "sam", "/pit/T02")
    round_with(page, "3")
    enter_hand(page, "3", SEVEN_CARDS)
    expect(page.get_by_role("heading", name="Approve award")).to_be_visible()
    page.keyboard.press("j")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("the nine was a club")
    assert "Sam" not in dialog.get_by_label("Name").first.locator("option").all_inner_texts()
    show(page, casino, "First supervisor", "robin", "Robin")
    show(page, casino, "Second person", "ursel", "Ursel")
    dialog.get_by_role("button", name="Reject the award").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()


def test_a_void_that_waits_for_a_supervisor(new_page: NewPage, casino: OpenCasino) -> None:
    page, other = new_page(), new_page()
    sign_in(page, casino, "dana", "/pit/T02")
    round_with(page, "12")
    page.keyboard.press("v")
    page.get_by_role("dialog").get_by_label("Reason").fill("a card was exposed")
    page.get_by_role("button", name="and wait").click()
    expect(page.get_by_text("Waiting for a second person", exact=True)).to_be_visible()
    sign_in(other, casino, "robin", "/pit/T02")
    other.get_by_role("button", name="Grant").click()
    expect(page.get_by_text("Waiting for a second person", exact=True)).to_have_count(0)
    expect(page.get_by_role("heading", name="Wagers open")).to_be_visible()


def test_a_correction_after_payment(new_page: NewPage, casino: OpenCasino) -> None:
    award = casino.paid("T02", "1009")
    number = casino.staff("dana").get("/pit/tables/T02")["before"][0]["round"]
    page = new_page()
    sign_in(page, casino, "sam", "/pit/T02")
    page.get_by_role("heading", name="Wagers open").wait_for()
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Round").select_option(str(number))
    dialog.get_by_role("textbox", name="Seat 2").fill(NOTHING)
    dialog.get_by_label("Reason").fill("the camera shows another hand")
    show(page, casino, "Second person", "robin", "Robin")
    dialog.get_by_role("button", name="Correct a round").click()
    expect(page.locator(".rr")).to_contain_text("corrected: no winner")
    expect(page.get_by_text(f"Award {award} was paid by mistake")).to_be_visible()
    page.get_by_role("button", name=f"Seen: Award {award} was paid by mistake").click()
    expect(page.get_by_text(f"Award {award} was paid by mistake")).to_have_count(0)


def test_a_table_is_stopped_drained_and_cleared(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "dana", "/pit/T02")
    round_with(page, "5")
    page.keyboard.press("f")
    page.get_by_role("dialog").get_by_label("Reason").fill("the sensor of seat 5 flickers")
    page.get_by_role("button", name="Stop this table").click()
    expect(page.get_by_text("The open round is settled; nothing new begins.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing new begins until two supervisors clear it.")).to_be_visible()
    page.get_by_role("button", name="Clear the fault").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("mended")
    show(page, casino, "First supervisor", "sam", "Sam")
    show(page, casino, "Second person", "robin", "Robin")
    page.get_by_role("dialog").get_by_role("button", name="Clear the fault").click()
    expect(page.get_by_text("is stopped.")).to_have_count(0)


def test_a_restart_in_the_middle_of_a_pending_award(
    new_page: NewPage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    made = Casino(tmp_path_factory.mktemp("restart"))
    page = new_page()
    with open_casino(made) as casino:
        sign_in(page, casino, "dana", f"/pit/{TABLE}")
        round_with(page, "1")
        enter_hand(page, "1", SEVEN_CARDS)
        expect(page.get_by_role("heading", name="Approve award 1")).to_be_visible()
    with open_casino(made) as casino:
        sign_in(page, casino, "sam", f"/pit/{TABLE}")
        page.get_by_role("button", name="as Sam").click()
        expect(page.get_by_role("heading", name="Confirm the recording of award 1")).to_be_visible()


def test_the_door_says_what_is_left_and_rests(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    page.goto(f"{casino.house.address}/login")
    form = page.get_by_role("form", name="Staff")
    for left in (
        "4 tries are left",
        "3 tries are left",
        "2 tries are left",
        "1 try is left",
        "Now",
        "locked for 15 more",
    ):
        form.get_by_label("Name").fill("anton")
        form.get_by_label("Password").fill("not the password")
        form.get_by_role("button", name="Sign in").click()
        expect(form.get_by_role("alert")).to_contain_text(left)
    # Two supervisors unlock the account.
    sign_in(page, casino, "sam", "/people")
    page.get_by_role("button", name="Unlock Anton").click()
    show(page, casino, "Second supervisor", "robin", "Robin")
    page.get_by_role("dialog").get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("button", name="Unlock Anton")).to_have_count(0)


def test_somebody_joins_by_invitation_and_leaves(new_page: NewPage, casino: OpenCasino) -> None:
    page, robin, nora = new_page(), new_page(), new_page()
    sign_in(page, casino, "sam", "/people")
    page.get_by_role("button", name="Somebody joins").click()
    page.get_by_label("Id, as the books").fill("nora")
    page.get_by_role("dialog").get_by_label("Name").first.fill("Nora New")
    page.get_by_role("combobox", name="Role").select_option("accounting")
    expect(page.get_by_role("combobox", name="Jackpot")).to_contain_text(f"Straight Flush {SF}")
    show(page, casino, "Second supervisor", "robin", "Robin")
    page.get_by_role("dialog").get_by_role("button", name="Give a role").click()
    page.get_by_role("button", name="Invite Nora New").click()
    show(page, casino, "Second supervisor", "robin", "Robin")
    page.get_by_role("dialog").get_by_role("button", name="Invite").click()
    halves = [page.locator(".big-code").inner_text()]
    sign_in(robin, casino, "robin", "/people")
    robin.get_by_role("button", name="Show my half for Nora New").click()
    halves.append(robin.locator(".big-code").inner_text())
    nora.goto(f"{casino.house.address}/enroll")
    nora.get_by_label("One half").fill(halves[1].lower())
    nora.get_by_label("The other half").fill("ABCD-EFGH-JKLM")
    nora.get_by_role("button", name="Go on").click()
    expect(nora.get_by_role("alert")).to_contain_text("These two halves are not an invitation")
    nora.get_by_label("The other half").fill(halves[0])
    nora.get_by_role("button", name="Go on").click()
    nora.get_by_text("For Nora New").wait_for()
    key = nora.locator(".big-code").inner_text().replace(" ", "")
    nora.get_by_label("Password, at least").fill(PASSWORD)
    nora.get_by_label("The password again").fill(PASSWORD)
    nora.get_by_label("The code that the app").fill(pyotp.TOTP(key).now())
    nora.get_by_role("button", name="Set my password").click()
    nora.get_by_text("Not live yet.").wait_for()
    code = nora.locator(".big-code").inner_text()
    for screen, typed in ((robin, "222-222"), (robin, code), (page, code)):
        screen.reload()
        screen.get_by_label("Code on the screen of Nora New").fill(typed)
        screen.get_by_role("button", name="Confirm Nora New").click()
        if typed != code:
            expect(screen.get_by_role("alert")).to_contain_text("4 more tries")
        else:
            expect(screen.get_by_label("Code on the screen of Nora New")).to_have_count(0)
    sign_in(nora, casino, "nora", "/people")
    # A lost second factor: invited again, her session ends.
    page.reload()
    page.get_by_role("button", name="New factor for Nora New").click()
    show(page, casino, "Second supervisor", "robin", "Robin")
    page.get_by_role("dialog").get_by_role("button", name="Invite").click()
    page.get_by_text("Your half of the invitation for Nora New").wait_for()
    nora.goto(f"{casino.house.address}/people")
    expect(nora.get_by_role("heading", name="Sign in first")).to_be_visible()
    page.get_by_role("button", name="Nora New leaves").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("moved away")
    show(page, casino, "Second supervisor", "robin", "Robin")
    page.get_by_role("dialog").get_by_role("button", name="Leaves").click()
    expect(page.get_by_role("button", name="Nora New leaves")).to_have_count(0)


def test_a_display_is_paired(new_page: NewPage, casino: OpenCasino) -> None:
    screen, page = new_page("/pair"), new_page()
    expect(screen.locator(".pair-code")).not_to_have_text("···-···")
    code = screen.locator(".pair-code").inner_text()
    sign_in(page, casino, "olga", "/devices")
    page.get_by_label("The code on the device").fill("ZZZ-ZZZ")
    page.get_by_label("Table").select_option(TABLE)
    page.get_by_role("button", name="Pair it").click()
    expect(page.get_by_role("alert")).to_contain_text("No device shows the code")
    page.get_by_label("The code on the device").fill(code)
    page.get_by_role("button", name="Pair it").click()
    expect(page.get_by_text(f"The display is paired with {TABLE}.")).to_be_visible()
    screen.wait_for_url(f"**/displays/{TABLE}")
    page.get_by_role("button", name=f"Unpair the display of {TABLE}").click()
    expect(page.get_by_text("Nothing is paired")).to_be_visible()


def test_an_auditor_reads_all_and_changes_nothing(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "anton", f"/pit/{TABLE}")
    expect(page.get_by_role("heading", name="Only to look at")).to_be_visible()
    expect(page.get_by_role("button", name="Correct")).to_be_disabled()
    before = casino.staff("dana").get(f"/pit/tables/{TABLE}")["round"]
    for key in ("1", "Space", "Enter", "v", "c", "f"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert casino.staff("dana").get(f"/pit/tables/{TABLE}")["round"] == before
    page.goto(f"{casino.house.address}/people")
    expect(page.get_by_role("cell", name="Dana", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Somebody joins")).to_have_count(0)


def test_the_bar_of_staff_is_one_line_of_a_phone_with_a_menu(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page(width=390, touch=True)
    sign_in(page, casino, "sam")
    bar = page.locator(".back-bar")
    # A table of the pit says in a second line how it stands.
    for path, lines in (("/pit", 1), ("/people", 1), ("/office", 1), (f"/pit/{TABLE}", 2)):
        page.goto(casino.house.address + path)
        page.get_by_role("heading", level=1).wait_for()
        assert bar.evaluate("bar => bar.offsetHeight") <= 53 + 47 * (lines - 1)
        expect(bar.locator(".face")).to_have_count(1)
        assert sorted(set(page.evaluate(SMALL))) == [], path
        check(page, f"{path} on a phone", EVERY_RULE)
        expect(bar.get_by_text("Not approved equipment")).to_be_in_viewport()
    menu = page.get_by_role("navigation", name="All pages")
    for name, heading in (("People", "People"), ("Office", "Overview"), ("Runbooks", "What to do"), ("Pit", "Tables")):
        page.get_by_role("button", name="Menu").tap()
        menu.get_by_role("link", name=name).tap()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        expect(menu).to_have_count(0)
    page.get_by_role("button", name="Menu").tap()
    check(page, "the menu of staff", EVERY_RULE)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Sam, settings").tap()
    expect(page.get_by_role("link", name="Your passkeys")).to_be_visible()
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_text("This page is for staff")).to_be_visible()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)


def test_the_clock_of_the_bar_is_the_house_s(browser: Browser, casino: OpenCasino) -> None:
    """Wherever the browser is, the pit tells the house's time, with its zone."""
    zone = ZoneInfo(casino.house.app.state.book.links[SF].state.plan.time_zone)
    context = browser.new_context(timezone_id="Asia/Tokyo", reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    sign_in(page, casino, "dana", f"/pit/{TABLE}")
    told = page.locator(".pulse .num")
    expect(told).to_have_text(re.compile(r"\d\d:\d\d:\d\d [A-Z+0-9-]+$"))
    now = datetime.now(zone)
    hours = {f"{(now + timedelta(minutes=minutes)).hour:02}" for minutes in (-1, 0, 1)}
    assert told.inner_text()[:2] in hours
    context.close()


def test_axe_finds_nothing_on_the_pages_of_staff(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page("/login")
    page.get_by_role("form", name="Staff").wait_for()
    check(page, "login")
    for path in ("/enroll", "/pair"):
        page.goto(casino.house.address + path)
        page.get_by_role("heading", level=1).wait_for()
        check(page, path)
    sign_in(page, casino, "sam", f"/pit/{TABLE}")
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    check(page, "pit")
    page.keyboard.press("c")
    page.get_by_role("dialog").wait_for()
    check(page, "correct")
    for path in ("/pit", "/people", "/devices", "/pit/NONE"):
        page.goto(casino.house.address + path)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        check(page, path)
