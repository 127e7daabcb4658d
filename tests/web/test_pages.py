"""The pages in a real browser: a round at every game, several people, the keyboard alone, a phone, axe."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.running import House
from tests.web.axe import check
from tests.web.conftest import NewPage
from tests.web.guests import leave, play_out, take_seat, wager

PAGES = [
    "/",
    "/tables/K2",
    "/adjudicator",
    "/sheets/three-card-prime?wager=pair_bonus",
    "/design/three-card-prime?wager=pair_bonus",
    "/handbook/keep-it-straight",
    "/quiz?game=three-card-prime&level=3",
    "/nowhere",
]


@pytest.mark.parametrize("table", ["B2", "H2", "K2", "R2", "T2"])
def test_a_round_of_every_game_to_its_settlement(new_page: NewPage, house: House, table: str) -> None:
    page = new_page()
    take_seat(page, house.address, table, "Mara")
    wager(page)
    play_out(page)
    lines = page.locator(".receipt li")
    expect(lines.first).to_be_visible()
    assert lines.count() >= 2
    for line in lines.all():
        assert line.locator(".cite").count() == 1, "every payment names its rule"
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.get_by_text("Deal proved")).to_be_visible()
    expect(page.get_by_text("the root was published before the bets closed")).to_be_visible()
    net = page.locator(".netbox b").inner_text().replace("−", "-").replace(",", "")
    wallet = page.locator(".wallet b")
    expect(wallet).to_have_text(re.compile(re.escape(f"{1000 + float(net):,.2f}")))
    page.get_by_role("tab", name="History").click()
    page.get_by_role("button", name="Open round 1").click()
    expect(page.locator(".receipt li").first).to_be_visible()
    expect(page.get_by_text("Agrees to the cent")).to_be_visible()
    steps = page.get_by_role("group", name="Steps of the round")
    steps.get_by_role("button", name="Next").click()
    expect(page.get_by_text("The wagers are placed.")).to_be_visible()
    steps.get_by_role("button", name="Last").click()
    expect(page.get_by_text("An earlier round, step by step")).to_be_visible()
    expect(steps.get_by_role("button", name="Next")).to_be_disabled()
    leave(page)


def test_two_people_and_a_watcher(new_page: NewPage, house: House) -> None:
    one, two, watcher = new_page(), new_page(), new_page("/tables/K1")
    take_seat(one, house.address, "K1", "Ilse")
    take_seat(two, house.address, "K1", "Otto")
    expect(watcher.get_by_text("2 of 2").or_(watcher.get_by_text("Otto")).first).to_be_visible()
    wager(one)
    expect(one.get_by_text("1 of 2 ready")).to_be_visible()
    wager(two)
    expect(one.get_by_role("group", name="Your decision")).to_be_visible()
    expect(two.get_by_text("Ilse decides")).to_be_visible()
    expect(watcher.get_by_role("group", name="Your decision")).to_have_count(0)
    assert watcher.locator(".felt-wide .gl").count() == 0, "a watcher sees no card before its time"
    play_out_both(one, two)
    expect(watcher.locator(".felt-wide .gl").first).to_be_visible()
    for page in (one, two):
        leave(page)


def play_out_both(one: Page, two: Page) -> None:
    one.get_by_role("group", name="Your decision").locator(".act").first.click()
    two.get_by_role("group", name="Your decision").locator(".act").first.click()
    for page in (one, two):
        page.get_by_role("group", name="The next round").wait_for()


def test_the_keyboard_alone_plays_a_round(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "T1", "Keys")
    page.locator("h1").focus()
    page.keyboard.press("2")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.locator(".total")).to_contain_text("10.00")
    page.keyboard.press("Backspace")
    expect(page.locator(".total")).to_contain_text("5.00")
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Your decision").wait_for()
    page.keyboard.press("t")
    expect(page.get_by_role("heading", name="You may")).to_be_visible()
    page.keyboard.press("p")
    page.get_by_role("group", name="The next round").wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Your decision").wait_for()
    page.keyboard.press("f")
    page.get_by_role("group", name="The next round").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="The next round")).to_be_visible()
    leave(page)


def test_a_round_on_a_phone_without_sideways_scrolling(new_page: NewPage, house: House) -> None:
    page = new_page(width=390)
    take_seat(page, house.address, "R1", "Phone")
    wager(page)
    play_out(page)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("/tables/R1", "/", "/adjudicator", "/sheets/blackjack?wager=perfect_pairs", "/handbook/blackjack"):
            page.goto(house.address + path)
            page.locator("h1").wait_for()
            page.wait_for_load_state("networkidle")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{path} is {wide} px too wide at {width}"


def test_both_felts_show_what_lies_face_down_and_what_is_paid(new_page: NewPage, house: House) -> None:
    page = new_page(width=390)
    take_seat(page, house.address, "K2", "Felt")
    wager(page)
    page.get_by_role("group", name="Your decision").wait_for()
    for width, felt in ((390, ".felt-phone"), (1440, ".felt-wide")):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator(f"{felt} path.bm")).to_have_count(7)
        expect(page.locator(felt).get_by_text("8,000", exact=True)).to_be_visible()
    play_out(page)


def test_the_adjudicator_settles_as_one_types(new_page: NewPage) -> None:
    page = new_page("/adjudicator")
    page.get_by_label("Game").select_option("three-card-prime")
    expect(page.get_by_label("Cards of seat 1")).not_to_have_value("")
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Pair Bonus").first.select_option("PT-FLT-TCPR-PB-06")
    page.get_by_label("Cards of seat 1").fill("9d Td Jd")
    page.get_by_label("Ante", exact=True).fill("10.00")
    page.locator(".stakes").first.get_by_label("Pair Bonus").fill("5.00")
    page.get_by_role("group", name="Seat 1 decides").get_by_role("button", name="play").click()
    page.get_by_label("Cards of dealer").fill("js8h")
    page.get_by_role("button", name="five of clubs").click()
    ruling = page.get_by_role("region", name="The ruling")
    expect(ruling).to_contain_text("+250.00")
    expect(ruling).to_contain_text("the dealer's jack-high, J-8-5 does not qualify")
    # One card changed: what changes is shown beside what was.
    page.get_by_label("Cards of dealer").fill("Qs 8h 5c")
    expect(ruling).to_contain_text("+320.00")
    expect(ruling).to_contain_text("was 0.00")
    # A mistake stands beside its field, and nothing is lost.
    page.get_by_label("Cards of dealer").fill("Jd 8h 5c")
    expect(page.locator(".error").first).to_contain_text("appears twice")
    page.reload()
    expect(page.get_by_label("Cards of dealer")).to_have_value("Jd 8h 5c")


def test_a_split_hand_of_blackjack_is_entered_place_by_place(new_page: NewPage) -> None:
    """Two eights against a king and a seven, split: 19 beats 17 and 16 loses to it, so nobody owes anything."""
    page = new_page("/adjudicator")
    page.get_by_label("Game").select_option("blackjack")
    expect(page.get_by_label("Cards of dealer up")).not_to_have_value("")
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Bet", exact=True).fill("10.00")
    page.get_by_label("Cards of seat 1", exact=True).fill("8s 8d")
    page.get_by_label("Cards of dealer up").fill("Kh")
    page.get_by_label("Cards of dealer hole").fill("7d")
    decides = page.get_by_role("group", name="Seat 1 decides")
    decides.get_by_role("button", name="Split").click()
    page.get_by_label("Cards of seat 1 hand 1").fill("Ac")
    decides.get_by_role("button", name="Stand").click()
    page.get_by_label("Cards of seat 1 hand 2").fill("8h")
    decides.get_by_role("button", name="Stand").click()
    ruling = page.get_by_role("region", name="The ruling")
    expect(ruling.locator(".net")).to_contain_text("0.00")
    expect(ruling).to_contain_text("+10.00")
    expect(ruling).to_contain_text("−10.00")


def test_a_round_from_a_table_opens_in_the_adjudicator(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "H1", "Doubt")
    wager(page)
    play_out(page)
    net = page.locator(".netbox b").inner_text()
    page.get_by_role("link", name="open in the adjudicator").click()
    expect(page.get_by_role("region", name="The ruling")).to_contain_text(net)
    page.goto(f"{house.address}/tables/H1")
    leave(page)


def test_the_controls_of_a_par_sheet(new_page: NewPage) -> None:
    page = new_page(
        "/sheets/perfect-pairs?wager=perfect_pairs&paytable=PT-PRG-PP-08&decks=6&suit=hearts&meter=1%3D31480.00"
    )
    edge = page.locator(".figs .v").first
    expect(edge).to_have_text("16.8232 %")
    expect(page.locator(".plot").first).to_be_visible()
    page.get_by_role("button", name="8", exact=True).first.click()
    expect(edge).not_to_have_text("16.8232 %")
    assert "decks=8" in page.url
    page.get_by_label("Compare with").select_option("PT-PRG-PP-12")
    expect(page.locator(".cmp").first).to_be_visible()
    page.reload()
    expect(page.locator(".cmp").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert "perfect" in download.value.suggested_filename


def test_dice_and_side_wagers_that_are_paid_at_once(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "K3", "Dice")
    felt = page.locator(".felt-wide")
    expect(felt).to_contain_text("2x–4x the Ante")
    expect(felt).to_contain_text("All pays are “to 1”")
    assert felt.locator(".die").count() == 0, "dice are thrown when the bets are closed"
    wager(page)
    expect(felt).to_contain_text("the deal begins at")
    play_out(page)
    leave(page)
    page.goto(f"{house.address}/tables/B2")
    page.get_by_role("button", name="Sit at seat").click()
    for _ in range(5):
        page.get_by_role("radiogroup", name="Chip").wait_for()
        wager(page)
        settled = page.get_by_role("group", name="The next round")
        page.get_by_role("group", name="Your decision").or_(settled).first.wait_for()
        if not settled.count():
            break
        page.get_by_role("button", name="Wagers").click()
        # The chips of the last round lie there again.
        page.get_by_role("button", name="Clear").click()
    expect(page.get_by_text("Settled and paid already")).to_be_visible()
    play_out(page)
    leave(page)


def test_the_quiz_grades_each_wager_with_its_rule(new_page: NewPage) -> None:
    page = new_page("/quiz?game=three-card-prime&level=1")
    form = page.get_by_role("form", name="What is owed")
    fields = form.locator("input")
    fields.first.wait_for()
    expect(page.get_by_role("region", name="The table").locator("svg").first).to_be_visible()
    fields.first.fill("much")
    form.get_by_role("button", name="Check").click()
    expect(form.locator(".error")).to_contain_text("An amount such as 10")
    for field in fields.all():
        field.fill("+1234.56")
    form.get_by_role("button", name="Check").click()
    expect(form.locator(".tag.lose").first).to_contain_text("It is")
    right = [each.inner_text() for each in form.locator(".tag.lose").all()]
    assert form.locator(".cite").count() == fields.count(), "every line names its rule"
    # The same question again, answered as the rules order.
    page.reload()
    fields.first.wait_for()
    for field, words in zip(fields.all(), right, strict=True):
        field.fill(words.removeprefix("It is ").strip())
    page.keyboard.press("Enter")
    expect(form.locator(".tag.win")).to_have_count(len(right))
    expect(page.get_by_text(f"{len(right)} of {len(right)} right.")).to_be_visible()
    page.keyboard.press("Enter")
    form.get_by_role("button", name="Next question").click()
    expect(form).to_contain_text("Question 2")


def test_a_paytable_is_designed(new_page: NewPage) -> None:
    page = new_page("/design/three-card-prime?wager=pair_bonus&edge=5.5")
    found = page.locator(".cands")
    expect(found).to_contain_text("5.5747 %")
    page.get_by_label("Least for Flush").fill("4")
    page.get_by_label("Least for Flush").press("Tab")
    expect(found.locator("tbody tr").filter(has_text=re.compile("^Flush")).locator("td").nth(1)).to_have_text("4")
    assert "row=flush%3D4-4" in page.url
    found.get_by_role("button", name="Table 2").click()
    assert "take=2" in page.url
    with page.expect_download() as download:
        page.get_by_role("link", name="Paytable file").click()
    assert '["flush", "Flush", "4"]' in download.value.path().read_text(encoding="utf-8")
    # A mistake stands beside its field, and what was found stays.
    page.get_by_label("House edge wanted, in percent").fill("much")
    expect(page.locator(".ctl .error")).to_contain_text("not a percentage")
    page.get_by_label("House edge wanted, in percent").fill("6")
    expect(page.locator(".ctl .error")).to_have_count(0)
    page.get_by_label("Wager", exact=True).select_option("mini_royal_progressive")
    expect(page.get_by_role("heading", name="Seed and rate")).to_be_visible()


def test_every_key_is_told_and_letters_can_be_turned_off(new_page: NewPage) -> None:
    page = new_page("/handbook")
    page.locator("h1").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("choose a chip")
    check(page, "keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="settings").click()
    page.get_by_role("button", name="Off", exact=True).click()
    page.keyboard.press("Escape")
    page.locator("h1").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_handbook_is_searched(new_page: NewPage) -> None:
    page = new_page("/handbook")
    page.locator("h1").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("two-card straight must fold")
    found = page.locator(".found a")
    expect(found.first).to_be_visible()
    page.get_by_role("link", name="A hand without at least a two-card straight must fold").first.click()
    expect(page.locator("h1")).to_have_text("Keep It Straight")
    expect(page.get_by_text("belong to their makers").first).to_be_attached()


def test_axe_finds_nothing(new_page: NewPage, house: House) -> None:
    page = new_page("/tables/T2")
    page.get_by_role("button", name="Sit at seat").click()
    page.get_by_role("dialog").wait_for()
    check(page, "name")
    take_seat(page, house.address, "T2", "Axe")
    check(page, "wagers")
    wager(page)
    page.get_by_role("group", name="Your decision").wait_for()
    page.get_by_text("best", exact=True).wait_for()
    check(page, "decision")
    play_out(page)
    for tab in ("Payments", "Rules", "History", "Text view"):
        page.get_by_role("tab", name=tab).click()
        check(page, tab)
    leave(page)
    for path in PAGES:
        page.goto(house.address + path)
        page.wait_for_load_state("networkidle")
        check(page, path)
