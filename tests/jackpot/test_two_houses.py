"""Two houses over one PostgreSQL: whoever asks last holds the link, and both show every commit."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.service.casino import SEVEN_CARDS, SF, TABLE, Casino, OpenCasino, Staff, open_casino


@contextmanager
def two_houses(folder: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[OpenCasino, OpenCasino]]:
    """Two processes would do no more than two houses: they share nothing but the database and the files beside it."""
    for variable, name in (("CROUPIER_LOGINS", "logins"), ("CROUPIER_ACCESS_LOG", "access")):
        monkeypatch.setenv(variable, str(folder / name))
    made = Casino(folder, url=url)
    with (
        open_casino(made, database="memory:", play_tables=False) as a,
        open_casino(made, database="memory:", play_tables=False) as b,
    ):
        yield a, b


class InTurn(httpx.Client):
    """A proxy that sends each request to the next house."""

    def __init__(self, *houses: OpenCasino) -> None:
        super().__init__(timeout=30)
        self._turn = itertools.cycle([each.house.address for each in houses])

    def request(self, method: str, url: Any, **more: Any) -> httpx.Response:
        return super().request(method, f"{next(self._turn)}{url}", **more)


def test_both_work_one_table_and_nothing_is_lost(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_houses(tmp_path, postgres_url, monkeypatch) as (a, b):
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


def test_every_request_may_go_to_another_house(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_houses(tmp_path, postgres_url, monkeypatch) as (a, b), InTurn(a, b) as proxy:
        people = {name: Staff(proxy) for name in ("dana", "sam", "robin", "olga", "alex")}
        for name, each in people.items():
            assert each.sign_in(a.casino.credentials(name)).status_code == 200
        dana, sam, robin, olga, alex = people.values()
        for _ in range(3):  # what one house answered, the next one holds
            number = dana.play([1, 2])
            assert dana.ask("result", table=TABLE, round=number, hands={}).status_code == 200
        number = dana.play([3])
        [award] = dana.ask("result", table=TABLE, round=number, hands={"3": SEVEN_CARDS}).json()["awards"]
        assert sam.ask("approve", award=award["no"]).status_code == 200
        assert sam.ask("fault", table=TABLE, reason="a lamp is dark").status_code == 200
        path = f"/pit/tables/{TABLE}"
        [alert] = [each["id"] for each in sam.get(path)["alerts"] if each["kind"] == "table-stopped"]
        assert sam.call("POST", f"{path}/alerts", json={"alert": alert}).status_code == 200
        for _ in range(2):
            assert alert not in {each["id"] for each in sam.get(path)["alerts"]}
        cleared = sam.ask("clear", table=TABLE, reason="mended", second=a.casino.credentials("robin"))
        assert cleared.status_code == 200, cleared.text
        for _ in range(2):
            assert robin.get(path)["awards"][0]["status"] == "payable"
            assert olga.get("/office")
            assert alex.get(f"/office/links/{SF}/awards/{award['no']}")
            assert alex.get(f"/office/links/{SF}/journal")
        audited = robin.call("POST", "/office/audit", json={})
        assert audited.status_code == 200, audited.text
        screen = Staff(proxy)
        for turn in range(2):  # the code is shown by one house, confirmed at another, and its token asked of either
            shown = screen.call("POST", "/pairing", json={"kind": "display"}).json()
            assert screen.call("POST", "/pairing/token", json={"secret": shown["secret"]}).json() == {"paired": False}
            if turn:
                olga.get("/office")
            confirmed = olga.call("POST", "/devices", json={"code": shown["code"], "table": TABLE})
            assert confirmed.status_code == 200, confirmed.text
            again = olga.call("POST", "/devices", json={"code": shown["code"], "table": TABLE})
            assert again.json()["code"] == "unknown_code"
            paired = screen.call("POST", "/pairing/token", json={"secret": shown["secret"]})
            assert paired.json()["paired"], paired.text
            screen.cookie = paired.headers["set-cookie"].partition(";")[0]
            for _ in range(2):
                assert screen.get(f"/displays/{TABLE}")["jackpots"]
            screen.cookie = ""
        assert dana.call("DELETE", "/staff/session").status_code == 200
        for _ in range(2):
            assert dana.call("GET", path).status_code == 401


def test_lamps_and_commits_of_one_house_are_live_at_the_other(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_houses(tmp_path, postgres_url, monkeypatch) as (a, b), InTurn(a, b) as proxy:
        dana = Staff(proxy)
        assert dana.sign_in(a.casino.credentials("dana")).status_code == 200
        address = f"{b.house.address.replace('http', 'ws')}/api/v1/pit/tables/{TABLE}/live"
        at_a = Staff(a.house.client())
        at_a.cookie, at_a.csrf = dana.cookie, dana.csrf
        with connect(address, additional_headers={"cookie": dana.cookie}) as socket:
            assert at_a.call("PUT", f"/pit/tables/{TABLE}/lamps", json={"seats": [2, 5]}).status_code == 200
            assert wait_for(socket, lambda view: view["round"]["seats"] == [2, 5])
            number = at_a.play([1, 4])
            assert wait_for(socket, lambda view: view["round"]["phase"] == "hand")["round"]["seats"] == [1, 4]
            assert at_a.ask("result", table=TABLE, round=number, hands={}).status_code == 200
            assert wait_for(socket, lambda view: view["round"]["number"] == number + 1)


def wait_for(socket: Any, is_there: Any) -> Any:
    """The first view that shows it."""
    while True:
        view = json.loads(socket.recv(timeout=30))
        if is_there(view):
            return view
