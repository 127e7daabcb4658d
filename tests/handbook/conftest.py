"""What the tests of printed papers share: an operator's table whose pay may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier import catalogue
from tests.own_tables import own_sheet


@pytest.fixture
def flush_pays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Offers OUR-PAIR for the pair bonus of Three Card Prime, with this pay for a flush."""

    def write(pays: str) -> None:
        rows = [
            ("straight_flush", "Straight Flush", "40"),
            ("three_of_a_kind", "Three-of-a-Kind", "30"),
            ("straight", "Straight", "6"),
            ("flush", "Flush", pays),
            ("pair", "Pair", "1"),
        ]
        (tmp_path / "own.toml").write_text(own_sheet("pair_bonus", "three_card", "OUR-PAIR", rows))
        monkeypatch.setenv("CROUPIER_PAYTABLES", str(tmp_path / "own.toml"))
        catalogue.book.cache_clear()

    yield write
    monkeypatch.undo()
    catalogue.book.cache_clear()
