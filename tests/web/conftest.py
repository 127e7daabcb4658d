"""A real Chromium before a real house; what a page logs as an error fails the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from croupier.table.table import Clock
from tests.service.casino import Casino, OpenCasino, open_casino
from tests.service.running import House, quick

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
ROOT = Path(__file__).resolve().parents[2]
NewPage = Callable[..., Page]

# A busy machine is slow, not wrong.
expect.set_options(timeout=60_000)


# Not for the whole session: while it is open an event loop runs, and tests of another file could not start theirs.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert chromium, "no Chromium: run `make chromium`, or apt-get install chromium libatomic1, or set CHROMIUM=path"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    clock = Clock(wagers=60, decision=60, bot=0.05)
    with House(quick(tmp_path_factory.mktemp("house"), clock=clock)) as opened:
        yield opened


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    """A house with a live jackpot book."""
    with open_casino(Casino(tmp_path_factory.mktemp("casino"))) as opened:
        yield opened


@pytest.fixture
def new_page(browser: Browser, house: House) -> Iterator[NewPage]:
    """Opens pages of people who have nothing in common; errors that a page logs are the test's."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        # A refusal that a page shows to its reader is logged by the browser as well; it is no error of the page.
        known = ("Failed to load resource", "WebSocket connection")
        if message.type == "error" and not message.text.startswith(known):
            wrong.append(message.text)

    def opened(
        path: str | None = None,
        *,
        width: int = 1440,
        scheme: str = "light",
        address: str | None = None,
        touch: bool = False,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900 if width > 500 else 844},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        if path is not None:
            page.goto((address or house.address) + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []
