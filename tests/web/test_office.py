"""The office in a real browser: approval by another person, a close with a round open, an auditor who only reads."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.service.casino import SEVEN_CARDS, SF, TABLE, Casino, OpenCasino, open_casino
from tests.service.running import House
from tests.web.conftest import AXE, NewPage

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


def sign_in(page: Page, casino: OpenCasino, person: str) -> None:
    page.goto(f"{casino.house.address}/login?next=/office")
    given = casino.casino.credentials(person)
    page.get_by_label("Name", exact=True).fill(given["person"])
    page.get_by_label("Password").fill(given["password"])
    page.get_by_label("One-time code").fill(given["code"])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()


def test_an_auditor_reads_everything_and_changes_nothing(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "anton")
    expect(page.get_by_text("Not approved equipment")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    expect(page.get_by_role("button", name="Close the day")).to_have_count(0)
    page.get_by_role("link", name="Audit").click()
    page.get_by_role("button", name="Audit the book").click()
    expect(page.get_by_text("all agree").first).to_be_visible()
    page.get_by_role("link", name="Bank").click()
    page.get_by_role("button", name="Deposit").click()
    page.get_by_label("Amount in dollars").fill("100.00")
    page.get_by_label("The bank's number").fill("B-100")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("this is not for auditor")


def test_another_person_approves_and_the_trail_names_both(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "robin")
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Entered: Approve award 1.")).to_be_visible()
    page.get_by_role("link", name="Trail", exact=True).click()
    expect(page.get_by_role("heading", name="Award 1: 7-Card Straight Flush")).to_be_visible()
    expect(page.get_by_role("row", name="People")).to_contain_text("Dana, Robin")


def test_a_day_is_closed_with_a_round_open(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "alex")
    expect(page.get_by_text("1 round is open")).to_be_visible()
    day = casino.house.app.state.book.links[SF].state.unclosed[0]["day"]
    page.get_by_role("button", name=f"Close the day {day}").click()
    page.get_by_role("dialog").get_by_role("button", name="Close the day").click()
    expect(page.get_by_text(f"Entered: Close {day} of {SF}.")).to_be_visible()
    page.get_by_role("link", name="Reports").click()
    page.get_by_label("Gambling day").select_option(day)
    expect(page.get_by_role("heading", name=f"Reports of {day}")).to_be_visible()


def test_an_answer_that_was_lost_is_asked_for_again_and_counts_once(new_page: NewPage, casino: OpenCasino) -> None:
    page = new_page()
    sign_in(page, casino, "alex")
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_office(new_page: NewPage, casino: OpenCasino, scheme: str) -> None:
    page = new_page(scheme=scheme)
    sign_in(page, casino, "robin")
    for section in ("", *SECTIONS):
        page.goto(f"{casino.house.address}/office/{section}".rstrip("/"))
        page.locator(".op-panel, .op-w .btn").first.wait_for()
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("() => axe.run(document)")
        wrong = [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found["violations"]]
        assert wrong == [], f"{section}: {json.dumps(wrong, indent=1)}"
