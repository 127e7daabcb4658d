"""A book that accepts nothing, though its journal tells of no reason: every screen says so, and it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.jackpot.actors import Actor
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.journal import StoreBroken
from croupier.service.routes.displays import Board
from croupier.stores.backup import backup, restore
from tests.service.casino import SF, TABLE, Casino, OpenCasino, open_casino


def until(is_there: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_there():
        assert time.monotonic() < end
        time.sleep(0.05)


def pit(casino: OpenCasino) -> dict[str, Any]:
    return casino.staff("dana").get(f"/pit/tables/{TABLE}")


def check_screens(casino: OpenCasino, *, stopped: bool, why: str = "") -> None:
    """Pit, office, display and alert say the same."""
    view, state = pit(casino), casino.house.app.state
    assert view["link"]["accepts"] is not stopped
    assert [each["detail"].startswith(why) for each in view["alerts"]] == [True] * stopped
    assert {each["runbook"] for each in view["alerts"]} <= {"book-stopped"}
    [jackpot] = casino.staff("sam").get("/office")["jackpots"]
    assert jackpot["takes_wagers"] is not stopped
    [posted] = Board(state.book).record(TABLE).jackpots
    assert bool(posted.stopped) is stopped


def test_a_restored_book_says_everywhere_that_it_is_stopped_until_two_people_go_on(tmp_path: Path) -> None:
    made = Casino(tmp_path)
    backup(made.url, tmp_path / "kept")
    for each in tmp_path.glob("casino.db*"):
        if each.name in ("casino.db", "casino.db-wal", "casino.db-shm"):
            each.unlink()
    restore(tmp_path / "kept", made.url)
    with open_casino(made) as casino:
        check_screens(casino, stopped=True, why="the book was restored from a backup that ends at entry")
        refused = casino.staff("dana").ask("wager", table=TABLE, round=1, seats=[1])
        assert refused.json()["code"] == "stopped"
        head = pit(casino)["alerts"][0]["detail"].rpartition(", ")[2]
        asked = {"id": "goes-on", "do": "new_chain", "head": head, "reason": "a lost disk"}
        desk = casino.house.app.state.book.desk
        assert desk.post(SF, asked, Actor("sam", "script"), Actor("robin", "script")).code == "ok"
        until(lambda: pit(casino)["link"]["accepts"])
        check_screens(casino, stopped=False)
        casino.staff("dana").play([1])


def test_a_book_that_fails_its_check_says_so_and_recovers_by_itself(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        dana = casino.staff("dana")
        dana.ask("result", table=TABLE, round=dana.play([1]), hands={})
        writer = casino.house.app.state.book.desk._writer
        opens: Callable[[str], JackpotBook] = writer._open_book

        def fails(_link: str) -> JackpotBook:
            raise StoreBroken("the balances are not what the transfers come to")

        writer._open_book = fails
        writer.book(SF).stop("its check failed")
        assert dana.ask("wager", table=TABLE, round=2, seats=[1]).json()["code"] == "stopped"
        check_screens(casino, stopped=True, why="its check failed")
        writer._open_book = opens
        until(lambda: pit(casino)["link"]["accepts"])
        check_screens(casino, stopped=False)
        dana.play([1])
