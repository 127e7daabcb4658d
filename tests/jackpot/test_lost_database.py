"""A database that is stopped under an open house: wagers are refused, every screen says so, and play goes on after."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.service.casino import SF, TABLE, Casino, OpenCasino, open_casino
from tools import postgres


def until(is_there: Any) -> None:
    end = time.monotonic() + 60
    while not is_there():
        assert time.monotonic() < end
        time.sleep(0.1)


def display_says(casino: OpenCasino, cookie: str) -> dict[str, Any]:
    address = f"{casino.house.address.replace('http', 'ws')}/api/v1/displays/{TABLE}/live"
    with connect(address, additional_headers={"cookie": cookie}) as socket:
        said: dict[str, Any] = json.loads(socket.recv(timeout=20))
    return said


@pytest.mark.parametrize("how", ["stop", "kill9"])
def test_a_lost_database_refuses_wagers_says_so_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    for variable, name in (("CROUPIER_LOGINS", "logins"), ("CROUPIER_ACCESS_LOG", "access")):
        monkeypatch.setenv(variable, str(tmp_path / name))
    with postgres.Server() as server:
        made = Casino(tmp_path, url=server.database())
        with open_casino(made, database="memory:", play_tables=False) as casino:
            dana = casino.staff("dana")
            number = dana.play([1, 2])
            assert dana.ask("result", table=TABLE, round=number, hands={}).status_code == 200
            path = f"/pit/tables/{TABLE}"
            assert display_says(casino, dana.cookie)["live"]
            getattr(server, how)()
            until(lambda: dana.get(path)["trouble"])  # and whoever was signed in still is
            assert not display_says(casino, dana.cookie)["live"]
            lamps = dana.call("PUT", f"{path}/lamps", json={"seats": [1]})
            assert (lamps.status_code, lamps.json()["code"]) == (503, "book_unavailable"), lamps.text
            refused = dana.ask("wager", table=TABLE, round=number + 1, seats=[1])
            assert (refused.status_code, refused.json()["code"]) == (503, "book_unavailable"), refused.text
            stranger = casino.nobody().sign_in(made.credentials("dana"))
            assert stranger.status_code == 503
            server.start()
            until(lambda: not dana.get(path)["trouble"])
            until(lambda: display_says(casino, dana.cookie)["live"])
            again = number + 1
            assert dana.call("PUT", f"{path}/lamps", json={"seats": [2, 3]}).status_code == 200
            asked = {"id": "after-the-outage", "round": again}
            until(lambda: dana.call("POST", f"{path}/lock", json=asked).status_code == 200)
            assert dana.ask("result", table=TABLE, round=again, hands={}).status_code == 200
            assert casino.house.app.state.book.links[SF].state.last_round[TABLE] == again
