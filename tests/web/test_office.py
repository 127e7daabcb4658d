"""The office in a real browser: approval by another person, a close with a round open, an auditor who only reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, Route, expect

from croupier.jackpot.plan.link_plan import plan_to_json
from tests.service.casino import SECOND_TABLE, SEVEN_CARDS, SF, TABLE, Casino, OpenCasino, open_casino
from tests.service.running import House
from tests.web.axe import EVERY_RULE, check
from tests.web.conftest import NewPage
from tests.web.consoles import show, sign_in
from tests.web.test_everyone import SMALL

SECTIONS = (
    "approvals",
    "jackpots",
    "tables",
    "bank",
    "close",
    "reports",
    "audit",
    "journal",
    "awards?award=1",
    "configuration",
    "limits",
    "access",
)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    """A jackpot was won and waits; another round is open."""
    with open_casino(Casino(tmp_path_factory.mktemp("office"), days_ago=1)) as opened:
        dana = opened.staff("dana")
        number = dana.play([1, 2])
        assert dana.ask("result", table=TABLE, round=number, hands={"1": SEVEN_CARDS}).status_code == 200
        dana.play([3])
        yield opened


@pytest.fixture(scope="module")
def house(casino: OpenCasino) -> House:
    return casino.house


def open_office(page: Page, casino: OpenCasino, person: str) -> None:
    sign_in(page, casino, person, "/office")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()


def test_an_auditor_reads_everything_and_changes_nothing(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    open_office(page, casino, "anton")
    expect(page.get_by_text("Not approved equipment")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    expect(page.get_by_role("button", name="Close the day")).to_have_count(0)
    page.get_by_role("link", name="Audit").click()
    page.get_by_role("button", name="Audit the book").click()
    expect(page.get_by_text("all agree").first).to_be_visible()
    # Every page of the office has something to read and no button but those that look something up. What they ask for
    # all the same is refused (see the table of every route).
    for section in SECTIONS:
        page.goto(f"{casino.house.address}/office/{section}")
        page.locator(".op-panel, .op-w .btn").first.wait_for()
        expect(page.get_by_role("alert")).to_have_count(0)
        assert set(page.locator("main button").all_inner_texts()) <= {"Audit the book", "Follow"}, section
        if section == "reports":
            with page.expect_download() as download:
                page.get_by_role("link", name="XLSX").click()
            assert download.value.suggested_filename.endswith(".xlsx")


def test_a_question_to_the_books_names_the_jackpot_by_its_title(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "sam", "/office/jackpots")
    page.get_by_role("button", name="Stop the jackpot").first.click()
    expect(page.get_by_role("dialog")).to_contain_text(f"Stop Straight Flush {SF}")


def test_another_person_approves_and_the_trail_names_both(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    open_office(page, casino, "robin")
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Entered: Approve award 1.")).to_be_visible()
    page.get_by_role("link", name="Trail", exact=True).click()
    expect(page.get_by_role("heading", name="Award 1: 7-Card Straight Flush")).to_be_visible()
    expect(page.get_by_role("row", name="People")).to_contain_text("Dana, Robin")


def test_a_jackpot_is_called_by_its_title_and_every_figure_names_its_entry(
    new_page: NewPage, casino: OpenCasino
) -> None:
    page = new_page()
    open_office(page, casino, "anton")
    row = page.locator(".op-jp tbody tr").first
    expect(row.get_by_role("cell").first).to_contain_text(f"Straight Flush {SF} ({SF})")
    expect(row.get_by_role("cell").first).to_contain_text("as of entry")
    expect(row.get_by_text("takes wagers").or_(row.get_by_text("pending"))).to_be_in_viewport()
    page.get_by_role("link", name="Journal", exact=True).click()
    expect(page.get_by_role("heading", name=f"Journal of Straight Flush {SF} ({SF})")).to_be_visible()


def test_a_day_is_closed_with_a_round_open(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    open_office(page, casino, "alex")
    expect(page.get_by_text("1 round is open")).to_be_visible()
    day = casino.house.app.state.book.links[SF].state.unclosed[0].day
    page.get_by_role("button", name=f"Close the day {day}").click()
    page.get_by_role("dialog").get_by_role("button", name="Close the day").click()
    expect(page.get_by_text(f"Entered: Close {day} of Straight Flush {SF} ({SF}).")).to_be_visible()
    page.get_by_role("link", name="Reports").click()
    page.get_by_label("Gambling day or month").select_option(day)
    expect(page.get_by_role("heading", name=f"Reports of {day}")).to_be_visible()
    page.get_by_label("Gambling day or month").select_option(day[:7])
    expect(page.get_by_role("heading", name=f"Summary of {day[:7]}")).to_be_visible()
    expect(page.locator("pre")).to_contain_text("The month")


def test_the_bank_is_reconciled(new_page: NewPage, casino: OpenCasino) -> None:
    """A statement that agrees, one that does not, and what moved in between."""
    page = new_page()
    open_office(page, casino, "alex")
    page.get_by_role("link", name="Bank").click()
    expect(page.get_by_text("no statement yet")).to_be_visible()

    def state(dollars: str, number: str) -> None:
        page.get_by_role("button", name="Statement").click()
        page.get_by_label("Balance in dollars").fill(dollars)
        page.get_by_label("The bank's number").fill(number)
        page.get_by_role("button", name="Enter", exact=True).click()

    held = casino.house.app.state.book.links[SF].state.bank_cents
    state("12.345", "S-1")
    expect(page.get_by_role("alert")).to_have_text("12.345 is not an amount in dollars, such as 1,250.00")
    expect(page.get_by_label("Balance in dollars")).to_be_focused()
    assert page.get_by_label("The bank's number").input_value() == "S-1", "nothing is lost"
    page.get_by_role("button", name="Back").click()
    state(f"{held / 100:.2f}", "S-1")
    panel = page.get_by_role("region", name="Reconciliation")
    expect(panel.get_by_text("agrees")).to_be_visible()
    assert casino.staff("sam").ask("deposit", amount=5_000, reference="S-500").status_code == 200
    expect(panel.get_by_text("1 entry of the books came to 50.00")).to_be_visible()
    state(f"{held / 100:.2f}", "S-2")
    expect(panel.get_by_text("differs by $−50.00")).to_be_visible()
    state(f"{held / 100 + 50:.2f}", "S-3")
    expect(panel.get_by_text("agrees")).to_be_visible()


def test_money_paid_by_mistake_comes_back_in_part_and_is_written_off(new_page: NewPage, casino: OpenCasino) -> None:
    award = casino.paid(SECOND_TABLE, "2009")
    ursel = casino.staff("ursel")
    before = ursel.get(f"/pit/tables/{SECOND_TABLE}")["before"][0]
    wrong = {"table": SECOND_TABLE, "round": before["round"], "entry": before["entry"], "hands": {}, "reason": "film"}
    assert ursel.ask("correct", second=casino.casino.credentials("robin"), **wrong).status_code == 200
    page = new_page()
    open_office(page, casino, "sam")
    page.get_by_role("link", name="Bank").click()
    panel = page.get_by_role("region", name="Paid by mistake, to come back")
    panel.get_by_role("button", name="Collect").click()
    page.get_by_label("Amount in dollars").fill("100.00")
    page.get_by_label("Slip number").fill("C-1")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text(f"Entered: Collect for award {award}.")).to_be_visible()
    panel.get_by_role("button", name="Write off").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why").fill("the winner has left the country")
    show(page, casino, "Second person", "robin", "Robin")
    dialog.get_by_role("button", name="Write off").click()
    expect(page.get_by_text(f"Entered: Write award {award} off.")).to_be_visible()
    expect(panel.get_by_role("button")).to_have_count(0)


def test_a_plan_is_changed_by_two_people(new_page: NewPage, casino: OpenCasino) -> None:
    """Whoever put it forward cannot approve it; the other sees every difference first."""
    state = casino.house.app.state.book.links[SF].state
    changed = replace(state.plan, unreasonable_cents=state.plan.unreasonable_cents + 100)
    proposed = casino.staff("sam").ask("propose", plan=plan_to_json(changed))
    assert proposed.status_code == 200, proposed.text
    for person in ("sam", "robin"):
        page = new_page()
        open_office(page, casino, person)
        page.get_by_role("link", name="Approvals").click()
        expect(page.get_by_role("heading", name="Proposed change of plan")).to_be_visible()
        page.get_by_role("row", name="Change of plan").get_by_role("button", name="Approve").click()
        page.get_by_role("dialog").get_by_role("button", name="Approve").click()
        if person == "sam":
            expect(page.get_by_role("dialog")).to_contain_text("sam")
            page.get_by_role("button", name="Back").click()
    expect(page.get_by_text("Entered: Approve plan")).to_be_visible()
    page.get_by_role("link", name="Configuration").click()
    expect(page.get_by_role("region", name="accept").first).to_contain_text("Robin")


def test_an_answer_that_was_lost_is_asked_for_again_and_counts_once(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    open_office(page, casino, "alex")
    held = casino.house.app.state.book.links[SF].state
    before = held.bank_cents
    page.get_by_role("link", name="Bank").click()
    page.get_by_role("button", name="Deposit").click()
    page.get_by_label("Amount in dollars").fill("100.00")
    page.get_by_label("The bank's number").fill("B-404")

    def lose(route: Route) -> None:
        assert route.fetch().status == 200
        route.abort()

    page.route("**/requests", lose, times=1)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Press again: it counts once.")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("Entered: Deposit")).to_be_visible()
    assert casino.house.app.state.book.links[SF].state.bank_cents == before + 10_000


def test_axe_finds_nothing_in_the_office(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    open_office(page, casino, "robin")
    for section in ("", *SECTIONS):
        page.goto(f"{casino.house.address}/office/{section}".rstrip("/"))
        page.locator(".op-panel, .op-w .btn").first.wait_for()
        check(page, section, EVERY_RULE)


def test_the_office_on_a_phone(new_page: NewPage, casino: OpenCasino) -> None:
    """Nothing is cut, no rule of axe is broken, and every target is large enough for a finger."""
    page = new_page(width=390, touch=True)
    open_office(page, casino, "robin")
    for section in SECTIONS:
        page.goto(f"{casino.house.address}/office/{section}")
        page.locator(".op-panel, .op-w .btn").first.wait_for()
        cut = """all => all.filter(each => each.scrollWidth > each.clientWidth && !each.querySelector("pre"))
            .map(each => each.getAttribute("aria-label"))"""
        assert page.locator(".op-panel").evaluate_all(cut) == [], section
        assert sorted(set(page.evaluate(SMALL))) == [], section
        check(page, f"{section} on a phone", EVERY_RULE)
