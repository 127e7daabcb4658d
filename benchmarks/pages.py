"""The pages in Chromium at a quarter of the processor's speed: the longest task of the main thread for each page and a
round at a table; and, at full speed, the time from Ready to the first decision.

``python -m benchmarks.pages`` prints them. The browser counts by the clock, so nothing else may run beside it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from croupier.table.table import Clock
from tests.service.running import House, quick
from tests.web.conftest import FLAGS
from tests.web.guests import leave, play_out, take_seat
from tests.web.test_everyone import PAGES

SLOWER = 4
ROUNDS = 10
TABLES = ("B3", "H2", "K2", "R2", "T2")
SIZES = ((1440, 900), (390, 844))
TASKS = """
window.tasks = [];
new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(each => Math.round(each.duration))))
  .observe({type: 'longtask', buffered: true});
"""
READY = """
() => new Promise(done => {
  const began = performance.now();
  const look = () => document.querySelector('[aria-label="Your decision"], [aria-label="The next round"]')
    ? done(performance.now() - began) : requestAnimationFrame(look);
  document.querySelector('.table-acts [data-key="Enter"]').click();
  requestAnimationFrame(look);
})
"""


def main() -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        with House(quick(Path(folder), clock=Clock(wagers=120, decision=120, bot=0.05))) as house:
            for width, height in SIZES:
                print(f"longest task of the main thread at {width} px, milliseconds; 50 and less is not counted")
                _tasks(browser, house, width, height)
            times = sorted(_ready(browser, house))
            print(f"Ready to the first decision, {len(times)} rounds: {times[len(times) // 2]:.0f} ms, ", end="")
            print(f"at most {times[-1]:.0f} ms")
        browser.close()


def _tasks(browser: Browser, house: House, width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.add_init_script(TASKS)
    tools = context.new_cdp_session(page)

    def told(name: str) -> None:
        page.wait_for_timeout(1000)
        print(f"  {name:<48} {max(page.evaluate('window.tasks'), default=0):>4}", flush=True)

    for path in PAGES:
        # Once before, so that the house has its figures.
        for rate in (1, SLOWER):
            tools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            page.goto(house.address + path)
            page.locator("h1").first.wait_for()
            page.wait_for_function("() => !document.querySelector('.waiting')")
        told(path)
    for table in TABLES:
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        _sit(page, house, table)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate("window.tasks = []")
        page.get_by_role("button", name="Ready").click()
        play_out(page)
        told(f"a round at {table}")
        page.get_by_role("group", name="The next round").get_by_role("button", name="Leave").click()
        page.get_by_text("You are watching").first.wait_for()
    context.close()


def _ready(browser: Browser, house: House) -> list[float]:
    page = browser.new_page()
    times: list[float] = []
    for table in TABLES:
        _sit(page, house, table)
        for _ in range(ROUNDS // len(TABLES)):
            times.append(page.evaluate(READY))
            play_out(page)
        leave(page)
    return times


def _sit(page: Page, house: House, table: str) -> None:
    page.context.clear_cookies()
    take_seat(page, house.address, table, "Measured")
    for spot in page.locator(".spot-btn:visible").all():
        spot.click()


if __name__ == "__main__":
    main()
