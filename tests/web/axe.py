"""What axe-core says of a page as it is shown, in the light scheme and in the dark one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
WCAG: dict[str, Any] = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
"""Every rule that axe has for WCAG 2.2 AA."""
EVERY_RULE: dict[str, Any] = {}
"""Those and what axe calls good practice."""
COLORS: dict[str, Any] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""Axe's rules about color. The schemes differ in the values of colors and in nothing else."""


def check(page: Page, where: str, rules: dict[str, Any] = WCAG) -> None:
    """All rules in the light scheme, then those about color in the dark one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    _find(page, f"{where}, light", rules)
    page.emulate_media(color_scheme="dark")
    _find(page, f"{where}, dark", COLORS)
    page.emulate_media(color_scheme="light")


def _find(page: Page, where: str, rules: dict[str, Any]) -> None:
    scheme = where.rpartition(" ")[2]
    assert page.evaluate("scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = page.evaluate("options => axe.run(document, options)", options)
    told = [(each["id"], [node["html"][:160] for node in each["nodes"][:3]]) for each in found["violations"]]
    assert told == [], f"{where}: {json.dumps(told, indent=1)}"
