"""Pages for what only commands could do: strategy, calculator, simulation, prints, replay; for own games as well."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.service.running import House
from tests.web.axe import EVERY_RULE, check
from tests.web.conftest import NewPage

EVERY = [
    "/strategy/blackjack",
    "/strategy/three-card-prime",
    "/calculator/blackjack",
    "/simulate/three-card-prime",
    "/prints/three-card-prime?what=rack-card",
    "/replay",
]


def test_the_chart_of_a_game_and_what_simpler_play_costs(new_page: NewPage) -> None:
    """The rule for Three Card Prime is published: play Q-6-4 or better, at an edge of 3.37 percent."""
    page = new_page("/strategy/three-card-prime")
    panel = page.get_by_role("region", name="Three Card Prime")
    expect(panel.locator(".fig")).to_have_text("3.3730 %")
    rows = panel.locator("table").first.locator("tbody tr")
    expect(rows).to_have_text(
        [re.compile("Mini-royal to queen-high, Q-6-4.*play"), re.compile("Queen-high, Q-6-3 to.*fold")]
    )
    expect(panel.get_by_role("row", name="Never fold")).to_contain_text("7.6538 %")
    page.get_by_label("Game", exact=True).select_option("blackjack")
    page.wait_for_url("**/strategy/blackjack")
    hard = page.get_by_role("table", name="Hard hands")
    expect(hard.get_by_role("row", name="13 to 16")).to_have_text("13 to 16SSSSSHHHHH")
    page.get_by_label("Game", exact=True).select_option("ricochet-poker")
    expect(page.get_by_text("play 99.2 %")).to_be_visible()


def test_a_hand_is_typed_valued_and_linked_to(new_page: NewPage, house: House) -> None:
    """Q-6-4 is the line of Three Card Prime: 305 of 18,424 hands of the dealer lose to it after qualifying."""
    page = new_page("/calculator/three-card-prime")
    worths = page.get_by_role("region", name="What each decision is worth")
    expect(worths.locator(".ev li").first).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(worths).to_contain_text("Pick your cards")
    page.get_by_label("Cards of seat 1").fill("qs6h")
    page.get_by_role("button", name="four of diamonds").click()
    expect(worths).to_contain_text("Queen-high, Q-6-4")
    expect(worths.locator(".ev li.best")).to_contain_text("Play")
    expect(worths.locator(".ev li.best")).to_contain_text("−0.993378")
    expect(page.get_by_role("row", name="lower than yours")).to_contain_text("305")
    link = page.get_by_label("Address of this hand").input_value()
    assert link == "/calculator/three-card-prime?cards=Qs6h4d"
    again = new_page(link)
    expect(again.locator(".ev li.best")).to_contain_text("−0.993378")
    # A card twice is refused in the library's words, beside its field.
    again.get_by_label("Cards of seat 1").fill("Qs Qs 4d")
    expect(again.locator(".notice.warn, .error").first).to_contain_text("twice")


def test_a_split_goes_on_hand_by_hand(new_page: NewPage) -> None:
    page = new_page("/calculator/blackjack?cards=8s8d&up=6h&decks=6")
    best = page.locator(".ev li.best")
    expect(best).to_contain_text("Split")
    page.locator(".made").get_by_role("button", name="Split").click()
    expect(page.get_by_label("Cards of seat 1 hand 1")).to_be_visible()
    page.get_by_label("Cards of seat 1 hand 1").fill("3c")
    expect(best).to_contain_text("Double")
    assert "did=split" in page.url


def test_a_simulation_stops_goes_on_and_comes_to_the_exact_line(new_page: NewPage) -> None:
    page = new_page("/simulate/three-card-prime?seed=7")
    figures = page.get_by_role("region", name="Figures")
    expect(figures).to_contain_text("−3.3730 %")
    expect(figures).to_contain_text("agrees")
    page.locator("h1").click()
    page.keyboard.press("Space")
    stopped = page.get_by_role("button", name="Continue")
    expect(stopped.or_(page.get_by_role("button", name="All dealt"))).to_be_visible()
    rounds = int(figures.locator(".v").first.inner_text().replace(",", ""))
    if stopped.count():
        page.keyboard.press("Space")
        page.wait_for_function(
            "was => Number(document.querySelector('.figs .v').innerText.replaceAll(',', '')) > was", arg=rounds
        )
    page.get_by_label("Seed").fill("8")
    page.wait_for_url("**seed=8*")


def test_prints_are_previewed_and_downloaded_with_the_choices_of_the_house(new_page: NewPage) -> None:
    page = new_page("/prints/three-card-prime")
    sheet = page.get_by_role("img", name="Placard, Three Card Prime")
    expect(sheet).to_have_js_property("complete", True)
    page.get_by_label("Least base wager").fill("25.00")
    page.get_by_label("Largest base wager").fill("1000.00")
    page.wait_for_url("**maximum=1000.00*")
    link = page.get_by_role("link", name="PDF").get_attribute("href") or ""
    answer = page.request.get(page.url.partition("/prints")[0] + link)
    assert answer.body().startswith(b"%PDF")
    drawn = page.request.get(page.url.partition("/prints")[0] + link.replace("&format=pdf", ""))
    assert "$25" in drawn.text()
    rules = page.request.get(page.url.partition("/prints")[0] + link.replace("what=placard", "what=rules"))
    assert rules.body().startswith(b"%PDF")
    # Limits that cannot be are refused in the library's words.
    page.get_by_label("Largest base wager").fill("1.00")
    expect(page.locator(".sheetview .notice")).to_contain_text("imits from 25.00 to 1.00")


def test_a_transcript_is_dropped_stepped_through_and_told_from_a_false_one(new_page: NewPage, house: House) -> None:
    page = new_page("/replay")
    expect(page.get_by_text("Agrees to the cent")).to_be_visible()
    found = page.request.get(f"{house.address}/api/v1/example/transcript?game=keep-it-straight").json()
    file = page.locator("input[type=file]")
    file.set_input_files({"name": "round.json", "mimeType": "application/json", "buffer": json.dumps(found).encode()})
    expect(page.get_by_role("heading", name="round.json")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text("Step 3 of 3.")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Cards are dealt.")).to_have_attribute("aria-current", "step")
    found["settlement"]["settlements"][0]["net"] = "1.00"
    false = json.dumps(found).encode()
    file.set_input_files({"name": "false.json", "mimeType": "application/json", "buffer": false})
    expect(page.get_by_text("Differs from its record")).to_be_visible()
    file.set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no round"})
    expect(page.locator(".notice.warn")).to_contain_text("otes.txt is not a transcript: it is not JSON")


@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing_on_the_new_pages(new_page: NewPage, house: House, width: int) -> None:
    page = new_page("/", width=width)
    for path in EVERY:
        page.goto(house.address + path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} is {wide} px too wide at {width}"
        check(page, f"{path} at {width}", EVERY_RULE)
