"""Two houses over one PostgreSQL: whoever asks last holds the link, and both show every commit."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.service.casino import SEVEN_CARDS, TABLE, Casino, open_casino


def test_both_work_one_table_and_nothing_is_lost(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, name in (("CROUPIER_LOGINS", "logins"), ("CROUPIER_ACCESS_LOG", "access")):
        monkeypatch.setenv(variable, str(tmp_path / name))
    made = Casino(tmp_path, url=postgres_url)
    other = tmp_path / "other"
    other.mkdir()
    with open_casino(made, database=str(tmp_path / "a.db")) as a, open_casino(made, database=str(other / "b.db")) as b:
        dana, sam = a.staff("dana"), b.staff("sam")
        for _ in range(3):
            for who in (dana, sam):
                number = who.play([1, 2])
                assert who.ask("result", table=TABLE, round=number, hands={}).status_code == 200
                until = time.monotonic() + 30
                # Both follow the journal: the other house shows the round soon after.
                while any(each.get(f"/pit/tables/{TABLE}")["round"]["number"] != number + 1 for each in (dana, sam)):
                    assert time.monotonic() < until
                    time.sleep(0.02)
        number = dana.play([3])
        [award] = dana.ask("result", table=TABLE, round=number, hands={"3": SEVEN_CARDS}).json()["awards"]
        assert sam.ask("approve", award=award["no"]).status_code == 200
        rounds = [each["round"] for each in dana.get(f"/pit/tables/{TABLE}")["before"]]
        assert rounds == list(range(number, 0, -1))


def test_a_book_without_a_place_for_its_access_log_is_not_opened(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.errors import BadInput
    from croupier.service.books.running import RunningBook

    monkeypatch.setenv("CROUPIER_LOGINS", str(tmp_path / "logins"))
    monkeypatch.delenv("CROUPIER_ACCESS_LOG", raising=False)
    with pytest.raises(BadInput, match="access log"):
        RunningBook(postgres_url, print)
