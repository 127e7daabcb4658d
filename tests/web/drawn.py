"""What is wrong with a drawing as it lies on the screen: words, chips or results that meet or leave their frame."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

FAULTS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(FAULTS)
    return found
