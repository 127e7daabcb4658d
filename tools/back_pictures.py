"""Pictures of the pit and the office, small and large, light and dark: a demonstration at the moments worth one."""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyotp
from playwright.sync_api import Browser, BrowserContext, Page

from croupier.casino.demo import Seeded, seed
from croupier.casino.scripted import scripted
from tests.service.running import House, quick

WIDTHS = ((1440, 900), (390, 844))
TABLE = "HCF-02"
Ask = Callable[..., dict[str, Any]]


def back_pictures(browser: Browser, folder: Path, quality: int) -> None:
    """Writes pit, pit-entry, operator, trail, prize and login in every size and scheme."""
    with tempfile.TemporaryDirectory() as own:
        seeded = seed(Path(own))
        with House(quick(Path(own), book=seeded.book, demonstration=True)) as house:
            ask = _asker(house)
            _play(ask)
            signed_in = {name: _sign_in(browser, house, seeded, name) for name in ("dana", "robin")}

            def every(
                name: str, who: str | None, path: str, ready: str, act: Callable[[Page], None] | None = None
            ) -> None:
                for width, height in WIDTHS:
                    for scheme in ("light", "dark"):
                        context = browser.new_context(
                            viewport={"width": width, "height": height},
                            color_scheme="dark" if scheme == "dark" else "light",
                            reduced_motion="reduce",
                            storage_state=signed_in[who] if who else None,
                        )
                        context.set_default_timeout(60_000)
                        page = context.new_page()
                        page.goto(house.address + path)
                        page.locator(ready).first.wait_for()
                        if act:
                            act(page)
                        shoot(context, page, folder / f"{name}-{width}-{scheme}.webp", quality)
                        context.close()

            every("login", None, "/login", "form")
            _open_round(ask, 3, [2, 4, 6])
            every("pit-entry", "dana", f"/pit/{TABLE}", "text=Locked. Any winner?", _type_a_hand)
            ask("result", "dana", table=TABLE, round=3, hands={"2": "Qh 5d 4d 3d 9c 3c 2s"})
            _open_round(ask, 4, [1, 2, 3, 4, 5])
            won = ask("result", "dana", table=TABLE, round=4, hands={"3": "8h 9h Th Jh Qh Kh 2c"})["awards"][0]["no"]
            every("pit", "dana", f"/pit/{TABLE}", "text=Approve award")
            every("operator", "robin", "/office", "text=Approvals and payments")
            every("trail", "robin", f"/office/awards?link=sf&award={won}", "text=The entries that made it")
            every("prize", "dana", f"/pit/{TABLE}/awards/{won}", ".sum-won")


def shoot(context: BrowserContext, page: Page, file: Path, quality: int) -> None:
    """WebP, which the browser writes itself, takes a fifth of what PNG does."""
    page.wait_for_timeout(600)
    taken = context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    file.write_bytes(base64.b64decode(taken["data"]))


def _asker(house: House) -> Ask:
    made = iter(range(10_000))

    def ask(do: str, by: str, *, link: str = "sf", **fields: object) -> dict[str, Any]:
        post = house.app.state.book.poster(link)
        (reply,) = post([scripted({"id": f"picture:{next(made)}", "do": do, "by": by, **fields})])
        assert reply.code == "ok", reply
        return dict(reply.body or {})

    return ask


def _play(ask: Ask) -> None:
    """Rounds without a winner at several tables, and one that is still open."""
    for table, seats in (("KIS-01", [1, 4, 6]), ("KIS-03", [2]), ("HCF-01", [1, 2, 3]), (TABLE, [1, 5])):
        about = {"table": table, "round": 1}
        ask("wager", "dana", seats=seats, **about)
        ask("lock", "dana", **about)
        ask("result", "dana", hands={}, **about)
    ask("wager", "dana", table="KIS-01", round=2, seats=[2, 3])
    _open_round(ask, 2, [1, 6])
    ask("result", "dana", table=TABLE, round=2, hands={})


def _open_round(ask: Ask, number: int, seats: list[int]) -> None:
    about = {"table": TABLE, "round": number}
    ask("wager", "dana", seats=seats, **about)
    ask("lock", "dana", **about)


def _type_a_hand(page: Page) -> None:
    page.keyboard.press("2")
    page.get_by_label("Cards of seat 2").wait_for()
    page.keyboard.type("Qh5d4d3c9c3d")
    page.get_by_text("So far: ").wait_for()


def _sign_in(browser: Browser, house: House, seeded: Seeded, person: str) -> Any:
    """The cookies of somebody who has signed in."""
    who = next(each for each in seeded.people if each.id == person)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{house.address}/login?next=/pit")
    form = page.get_by_role("form", name="Staff")
    form.get_by_label("Name").fill(who.id)
    form.get_by_label("Password").fill(who.password)
    form.get_by_label("One-time code").fill(pyotp.TOTP(who.key).now() if who.key else "")
    form.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=re.compile(", settings$")).wait_for()
    state = context.storage_state()
    context.close()
    return state
