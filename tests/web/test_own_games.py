"""Games from a folder at a table of the house: places of their own, several base wagers, every wager that follows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from croupier import catalogue
from croupier.table.table import Clock
from tests.service.running import House, quick
from tests.web.conftest import ROOT, NewPage
from tests.web.drawn import faults
from tests.web.guests import leave, play_out, take_seat, wager

SIZES = [(390, 844), (768, 1024), (1440, 900)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    clock = Clock(wagers=120, decision=120, bot=0.05)
    with catalogue.games_from([ROOT / "examples"]), House(quick(tmp_path_factory.mktemp("own"), clock=clock)) as opened:
        yield opened


def table_of(house: House, game: str) -> str:
    tables = house.client().get("/api/v1/tables").json()["tables"]
    return str(next(table["id"] for table in tables if table["game"] == game))


def nothing_meets(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert faults(page) == [], f"at {width}"


def test_a_board_is_drawn_under_the_game_s_own_names(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, table_of(house, "three-raises"), "Holder")
    board = page.locator("[data-board]")
    expect(board).to_contain_text("Flop")
    expect(board).to_contain_text("Last")
    expect(board.locator(".f-dash")).to_have_count(5)
    nothing_meets(page)
    wager(page)
    for spot in ("ante", "blind", "raise"):
        expect(page.locator(f"[data-spot={spot}]")).to_have_count(1)
    page.get_by_role("group", name="Your decision").get_by_role("button", name="Check").click()
    expect(board.locator(".f-dash")).to_have_count(2)
    nothing_meets(page)
    page.get_by_role("tab", name="Text view").click()
    expect(page.get_by_role("heading", name="On the table")).to_be_visible()
    expect(page.locator(".textview")).to_contain_text("Flop: ")
    play_out(page)
    expect(board.locator(".f-dash")).to_have_count(0)
    nothing_meets(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    leave(page)


def test_several_base_wagers_and_no_dealer(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, table_of(house, "baccarat"), "Punter")
    expect(page.locator("[data-board]")).to_contain_text("Banker")
    expect(page.locator(".felt-box")).not_to_contain_text("Dealer")
    nothing_meets(page)
    wager(page)
    play_out(page)
    for spot in ("player", "banker", "tie"):
        expect(page.locator(f"[data-spot={spot}] .pill")).to_have_count(1)
    nothing_meets(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    leave(page)


def test_every_wager_that_follows_has_its_spot(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, table_of(house, "lantern-road"), "Walker")
    for spot in ("ante", "stay", "raise"):
        expect(page.locator(f"[data-spot={spot}]")).to_have_count(1)
    wager(page)
    play_out(page)
    nothing_meets(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    leave(page)


@pytest.mark.parametrize("path", ["calculator", "simulate", "prints", "design", "sheets", "handbook", "strategy"])
def test_its_pages_open(new_page: NewPage, house: House, path: str) -> None:
    page = new_page(f"/{path}/lantern-road")
    if path == "design":
        expect(page.get_by_role("alert").or_(page.locator("h1")).first).to_be_visible()
        return
    expect(page.locator("h1, h2").filter(has_text="Lantern Road").or_(page.get_by_label("Game")).first).to_be_visible()
    expect(page.locator(".trouble, .notice.bad")).to_have_count(0)
