"""Pictures of every page of the house, small and large, light and dark, into docs/pictures/house/.

``python -m tools.screenshots`` opens a house of its own, plays to the moments worth a picture, and writes the files.
``python -m tools.screenshots tables displays back`` makes those parts alone.
"""

from __future__ import annotations

import base64
import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from croupier.casino.demo import seed
from croupier.casino.scripted import scripted
from croupier.table.table import Clock
from tests.service.running import House, quick
from tests.web.conftest import FLAGS
from tests.web.guests import play_out, take_seat, wager
from tools.back_pictures import back_pictures

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures" / "house"
QUALITY = 75
PATIENCE = 120_000
"""Milliseconds for figures that a new house solves first."""
SHEET = (
    "/sheets/perfect-pairs?wager=perfect_pairs&paytable=PT-PRG-PP-08&against=PT-PRG-PP-12&decks=6&suit=hearts"
    "&meter=1%3D31480.00"
)
MOMENTS = {
    "K2": ("decision", "settled", "text"),
    "K3": ("decision",),
    "R2": ("decision", "settled"),
    "B2": ("decision",),
    "T2": ("wagers",),
}
ROUND = {
    "game": "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-06, prime=SAMPLE-TCP-PRIME-01)",
    "seats": {
        "1": {"wagers": {"ante": "10.00", "pair_bonus": "5.00"}, "cards": "9d Td Jd", "draw": "", "actions": ["play"]},
        "2": {"wagers": {"ante": "10.00", "prime": "5.00"}, "cards": "4s 4c 9s", "draw": "", "actions": ["fold"]},
    },
    "dealer": "Js 8h 5c",
    "draws": "",
    "meters": {},
    "dynamic": {},
    "misdeal": "",
}


def main() -> int:
    parts = sys.argv[1:] or list(PARTS)
    unknown = [each for each in parts if each not in PARTS]
    if unknown:
        print(f"no pictures are called {unknown[0]}: choose from {', '.join(PARTS)}", file=sys.stderr)
        return 2
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        print("the pictures need Chromium: apt-get install chromium libatomic1, or set CHROMIUM=path", file=sys.stderr)
        return 3
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        for part in parts:
            PARTS[part](browser)
        browser.close()
    return 0


def _tables(browser: Browser) -> None:
    for width, height in ((1440, 900), (390, 844)):
        for scheme in ("light", "dark"):
            with (
                tempfile.TemporaryDirectory() as folder,
                House(quick(Path(folder), clock=Clock(wagers=90, decision=90, bot=0.2))) as house,
            ):
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if scheme == "dark" else "light",
                    reduced_motion="reduce",
                )
                context.set_default_timeout(120_000)
                _pictures(context.new_page(), house, f"{width}-{scheme}")
                context.close()


def _displays(browser: Browser) -> None:
    """The wall screens of a demonstration: live, a posted prize, an award that waits, won, and without a house."""
    with tempfile.TemporaryDirectory() as folder:
        seeded = seed(Path(folder))
        context = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        page = context.new_page()
        tools = context.new_cdp_session(page)

        def shot(name: str, ready: str) -> None:
            page.locator(ready).first.wait_for()
            page.wait_for_timeout(600)
            taken = tools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
            (FOLDER / f"display-{name}-1920.webp").write_bytes(base64.b64decode(taken["data"]))

        with House(quick(Path(folder), book=seeded.book, demonstration=True)) as house:
            post = house.app.state.book.poster("sf")

            def ask(do: str, by: str, **fields: object) -> dict[str, Any]:
                (reply,) = post([scripted({"id": f"picture:{do}", "do": do, "by": by, **fields})])
                assert reply.code == "ok", reply
                return dict(reply.body or {})

            page.goto(f"{house.address}/displays/KIS-07")
            shot("house", ".d-foot")
            page.goto(f"{house.address}/displays/KIS-01")
            shot("live", ".d-digits")
            about = {"table": "HCF-02", "round": 1}
            ask("wager", "dana", seats=[1, 3], **about)
            ask("lock", "dana", **about)
            award = ask("result", "dana", hands={"3": "8h 9h Th Jh Qh Kh 2c"}, **about)["awards"][0]
            shot("pending", ".d-banner.pending")
            ask("approve", "robin", award=award["no"])
            shot("won", ".d-won")
            page.goto(f"{house.address}/displays/KIS-05")
            page.locator(".d-digits").wait_for()
        shot("stale", ".d-banner.stale")
        context.close()


def _pictures(page: Page, house: House, ending: str) -> None:
    browser = page.context.new_cdp_session(page)

    def shot(name: str) -> None:
        page.wait_for_timeout(400)
        # WebP, which the browser writes itself, takes a fifth of what PNG does.
        taken = browser.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (FOLDER / f"{name}-{ending}.webp").write_bytes(base64.b64decode(taken["data"]))

    for table, moments in MOMENTS.items():
        page.context.clear_cookies()
        take_seat(page, house.address, table, "Mara")
        for _ in range(2):
            _bot(page, table)
        if "wagers" in moments:
            page.locator(".spot-btn:visible").first.click()
            shot(f"table-{table}-wagers")
        wager(page)
        settled = page.get_by_role("group", name="The next round")
        page.get_by_role("group", name="Your decision").or_(settled).first.wait_for()
        with contextlib.suppress(TimeoutError):
            # Advice comes when it is solved; a table is worth a picture without it as well.
            page.get_by_text("best", exact=True).or_(settled).first.wait_for(timeout=6_000)
        if "decision" in moments:
            shot(f"table-{table}-decision")
        play_out(page)
        if "settled" in moments:
            shot(f"table-{table}-settled")
        if "text" in moments:
            page.get_by_role("tab", name="Text view").click()
            shot(f"table-{table}-text")
    page.goto(house.address + "/")
    page.locator(".game").first.wait_for()
    page.wait_for_load_state("networkidle", timeout=PATIENCE)
    shot("lobby")
    page.evaluate("round => localStorage.setItem('croupier.adjudicator', JSON.stringify(round))", ROUND)
    for name, path, ready in (
        ("adjudicator", "/adjudicator", ".st"),
        ("parsheet", SHEET, ".plot"),
        ("handbook", "/handbook/keep-it-straight", ".rl"),
        ("design", "/design/three-card-prime?wager=pair_bonus", ".cands"),
        ("quiz", "/quiz?game=three-card-prime&level=3", ".quiz"),
    ):
        page.goto(house.address + path)
        page.locator(ready).first.wait_for(timeout=PATIENCE)
        page.wait_for_load_state("networkidle", timeout=PATIENCE)
        shot(name)


def _bot(page: Page, table: str) -> None:
    page.evaluate(
        """table => fetch(`/api/v1/tables/${table}/bot`, {method: 'POST', body: '{}', headers:
        {'Content-Type': 'application/json', 'Idempotency-Key': `bot-${Math.random()}-${Date.now()}`}})""",
        table,
    )


PARTS: dict[str, Callable[[Browser], None]] = {
    "tables": _tables,
    "displays": _displays,
    "back": lambda browser: back_pictures(browser, FOLDER, QUALITY),
}


if __name__ == "__main__":
    sys.exit(main())
