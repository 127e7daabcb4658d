"""The house as a process of its own: killed under a browser, and opened on a rulebook with other pays."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.service.test_restart import Process
from tests.web.conftest import ROOT, NewPage
from tests.web.guests import play_out, take_seat, wager

ALTERED = ('["straight_7", "7-Card Straight", "50"', '["straight_7", "7-Card Straight", "77"')


def test_a_browser_comes_back_by_itself_after_the_house_was_killed(new_page: NewPage, tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    house = Process(database)
    try:
        page = new_page(address=house.address)
        take_seat(page, house.address, "T1", "Mara")
        wager(page)
        page.get_by_role("group", name="Your decision").wait_for()
        cards = page.locator(".felt-wide").inner_html()
        house.end(signal.SIGKILL)
        expect(page.get_by_text("No connection.")).to_be_visible()
        expect(page.get_by_role("button", name="Fold")).to_be_disabled()
        # The strip takes its room from the felt, not from what may be pressed.
        expect(page.get_by_role("button", name="Fold")).to_be_in_viewport(ratio=1)
        house = Process(database, int(house.address.rpartition(":")[2]))
        expect(page.get_by_text("No connection.")).to_have_count(0, timeout=15_000)
        expect(page.get_by_role("button", name="Fold")).to_be_enabled()
        assert page.locator(".felt-wide").inner_html() == cards, "the table goes on where it was"
        play_out(page)
        page.get_by_role("button", name="Verify the deal").click()
        expect(page.get_by_text("Deal proved")).to_be_visible()
    finally:
        house.end()


@pytest.fixture(scope="module")
def altered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with one pay changed in one data file, and nothing else."""
    folder = tmp_path_factory.mktemp("altered")
    shutil.copytree(ROOT / "src" / "croupier", folder / "croupier", ignore=shutil.ignore_patterns("__pycache__"))
    data = folder / "croupier" / "games" / "keep_it_straight" / "paytables.toml"
    text = data.read_text(encoding="utf-8")
    assert text.count(ALTERED[0]) == 1
    data.write_text(text.replace(*ALTERED), encoding="utf-8")
    return folder


def test_other_pays_in_the_rulebook_are_other_figures_on_every_page(
    new_page: NewPage, altered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(altered))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    where = subprocess.run(
        [sys.executable, "-c", "import croupier; print(croupier.__file__)"], capture_output=True, text=True, check=True
    )
    assert str(altered) in where.stdout
    assert os.environ["PYTHONPATH"]
    house = Process(str(tmp_path / "house.db"))
    try:
        page = new_page("/handbook/keep-it-straight", address=house.address)
        expect(page.locator(".mg")).to_contain_text("77 to 1")
        page.goto(f"{house.address}/sheets/keep-it-straight?wager=straight&paytable=PT-FLT-KIS-SB-01")
        expect(page.locator(".ptb tbody tr").first).to_contain_text("77")
        edge = page.locator(".figs .v").first
        expect(edge).to_have_text("2.5277 %")  # 5.1729 % less 27 times the chance of a 7-card straight
        page.goto(f"{house.address}/tables/K2")
        expect(page.locator(".felt-wide")).to_contain_text("77")
        page.get_by_role("tab", name="Rules").click()
        expect(page.locator(".side")).to_contain_text("77 to 1")
        page.goto(f"{house.address}/adjudicator")
        page.get_by_label("Game").select_option("keep-it-straight")
        expect(page.get_by_label("Game")).to_have_value("keep-it-straight")
        page.get_by_role("button", name="Clear").click()
        straight = page.locator(".conf .field").filter(has=page.get_by_text("Straight", exact=True))
        straight.locator("select").select_option("PT-FLT-KIS-SB-01")
        page.get_by_label("Cards of seat 1").fill("2c 3d 4h 5s 6c 7d 8h")
        page.get_by_label("Ante", exact=True).fill("10.00")
        page.locator(".stakes").first.get_by_label("Straight", exact=True).fill("5.00")
        page.get_by_role("group", name="Seat 1 decides").get_by_role("button", name="raise 20.00").click()
        page.get_by_label("Cards of dealer").fill("Ac Ad 9c 9d Kc Kd Qs")
        expect(page.get_by_role("region", name="The ruling")).to_contain_text("+385.00")
    finally:
        house.end()
