"""Every request that the books know has its place on a page, or a stated reason why it has none."""

from __future__ import annotations

import re

from croupier.jackpot.kinds.table import KINDS
from tests.web.conftest import ROOT

ELSEWHERE = {
    "wager": "the lock takes the lamps into the books",
    "lock": "a route of its own, with the wagers",
    "grant": "beside what waits",
    "appoint": "under People, with the log-in",
    "dismiss": "under People, with the log-in",
    "propose": "command line",
    "new_key": "command line",
    "own_key": "command line",
    "new_chain": "command line",
    "confirm_chain": "command line",
    "take_back": "command line",
}


def test_every_request_has_a_control_or_a_reason() -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "web" / "src").rglob("*.tsx"))
    asked = set(re.findall(r'do: "(\w+)"', pages))
    assert asked <= set(KINDS)
    assert asked | set(ELSEWHERE) == set(KINDS)
    guide = (ROOT / "docs" / "guides" / "pit.md").read_text(encoding="utf-8")
    for kind in (each for each, where in ELSEWHERE.items() if where == "command line"):
        assert f"`{kind}`" in guide
