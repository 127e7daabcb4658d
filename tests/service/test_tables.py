"""Tables over HTTP: a round of every game, two people, stale and repeated commands, wallets, the clock, the watcher."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from croupier import catalogue
from croupier.play.replay import replay_transcript
from croupier.table.table import Clock
from tests.service.players import Player, Record
from tests.service.running import House, quick

CLOCK = Clock(wagers=60, decision=60, bot=0.01)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(quick(tmp_path_factory.mktemp("floor"), clock=CLOCK)) as house:
        yield house


def tables(house: House) -> list[str]:
    with house.client() as client:
        return [each["id"] for each in client.get("/api/v1/tables").json()["tables"]]


def test_a_round_at_every_table_to_its_settlement(floor: House) -> None:
    player = Player(floor.client(), "Mara")
    for table in tables(floor):
        before = player.cents
        assert player.do(table, "sit", {"seat": 2}).status_code == 200
        assert player.do(table, "bot").status_code == 200
        number = player.view(table)["round"]
        root = player.view(table)["commitment"]["root"]
        assert player.wager(table).status_code == 200, table
        last = player.play(table, number)["last"]
        assert last["number"] == number
        assert player.cents == before + last["nets"]["2"]
        assert last["root"] == root, "the commitment was published before the bets closed"
        kept = player.client.get(f"/api/v1/tables/{table}/rounds/{number}").json()
        result = replay_transcript(kept["transcript"], catalogue)
        assert not result.differences
        assert kept["transcript"]["commitment"]["root"] == root
        assert player.do(table, "leave").status_code == 200
    # Every chip is somewhere: the accounts add up to nothing.
    balances = floor.app.state.floor.store.balances()
    assert sum(balances.values()) == 0
    assert balances == {name: cents for name, cents in floor.app.state.floor.balances.items() if name in balances}
    moved: dict[str, int] = {}
    for each in floor.app.state.floor.store.transfers():
        moved[each.debit] = moved.get(each.debit, 0) - each.amount
        moved[each.credit] = moved.get(each.credit, 0) + each.amount
    assert moved == balances


def test_two_people_and_a_watcher_at_one_table(floor: House) -> None:
    one, two, watcher = Player(floor.client(), "Ilse"), Player(floor.client(), "Otto"), Player(floor.client(), "Wren")
    assert one.do("K2", "sit", {"seat": 1}).status_code == 200
    assert two.do("K2", "sit", {"seat": 3}).status_code == 200
    assert two.do("K2", "sit", {"seat": 4}).json()["code"] == "seated"
    number = one.view("K2")["round"]
    assert one.wager("K2").status_code == 200
    assert one.view("K2")["phase"] == "wagers", "the table waits for the other"
    assert two.wager("K2").status_code == 200
    one.until_dealt("K2")
    seen = {player: player.view("K2")["felt"]["seats"] for player in (one, two, watcher)}
    for player, own in ((one, 1), (two, 3), (watcher, 0)):
        for seat in seen[player]:
            is_open = all(card is not None for card in seat["hands"][0]["cards"])
            assert is_open == (seat["seat"] == own)
    # Only whoever is to act is told what they may do.
    assert "actions" in one.view("K2")["turn"]
    assert "actions" not in two.view("K2")["turn"]
    assert "actions" not in watcher.view("K2")["turn"]
    early = two.do("K2", "act", {"round": number, "decided": 0, "action": "fold"})
    assert (early.status_code, early.json()["code"]) == (422, "bad_input")
    assert one.do("K2", "act", {"round": number, "decided": 0, "action": "fold"}).status_code == 200
    late = two.do("K2", "act", {"round": number, "decided": 0, "action": "fold"})
    assert late.status_code == 409
    assert late.json()["view"]["decided"] == 1
    two.play("K2", number)
    last = watcher.view("K2")["last"]
    assert all(None not in seat["hands"][0]["cards"] for seat in last["felt"]["seats"])
    for player in (one, two):
        assert player.do("K2", "leave").status_code == 200


def test_a_command_is_carried_out_once_however_often_it_is_sent(floor: House) -> None:
    player = Player(floor.client(), "Rhea")
    assert player.do("T1", "sit", {"seat": 1}).status_code == 200
    assert player.do("T1", "bot").status_code == 200
    body = {"round": player.view("T1")["round"], "wagers": {"ante": 1000}, "ready": False}
    key = uuid.uuid4().hex
    first, again = player.do("T1", "wagers", body, key), player.do("T1", "wagers", body, key)
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert player.cents == 100_000 - 1000
    other = player.do("T1", "wagers", body | {"wagers": {"ante": 2000}}, key)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert player.do("T1", "leave").status_code == 200
    assert player.cents == 100_000, "wagers that are not in a round come back"


@pytest.mark.parametrize(
    ("wagers", "words"),
    [
        ({"ante": 100}, "under the minimum"),
        ({"ante": 100_000_00}, "over the maximum"),
        ({"ante": 1050}, "steps"),
        ({"nothing": 500}, "unknown wager"),
        ({"pair_bonus": 500}, "not offered"),
        ({}, "has no Ante yet"),
    ],
)
def test_a_wager_that_the_table_refuses_moves_nothing(floor: House, wagers: Record, words: str) -> None:
    player = Player(floor.client(), "Vale")
    assert player.do("T1", "sit", {"seat": 5}).status_code == 200
    try:
        answer = player.do("T1", "wagers", {"round": player.view("T1")["round"], "wagers": wagers, "ready": True})
        assert answer.status_code == 422
        assert words in answer.json()["detail"]
        assert player.cents == 100_000
    finally:
        player.do("T1", "leave")


def test_nobody_acts_without_a_name_or_from_another_site(floor: House) -> None:
    with floor.client() as stranger:
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        assert stranger.post("/api/v1/tables/K1/sit", json={"seat": 1}, headers=headers).status_code == 401
        assert stranger.post("/api/v1/tables/K1/sit", json={"seat": 1}).status_code == 422, "no key"
    player = Player(floor.client(), "Nia")
    player.client.headers["Origin"] = "https://elsewhere.example"
    assert player.do("K1", "sit", {"seat": 1}).json()["code"] == "foreign_origin"
    assert player.client.post("/api/v1/session", json={"name": "Nia"}).status_code == 403


def test_the_wallet_belongs_to_the_cookie_and_not_to_the_name(floor: House) -> None:
    rich, twin = Player(floor.client(), "Same"), Player(floor.client(), "Same")
    assert rich.do("T1", "sit", {"seat": 6}).status_code == 200
    rich.do("T1", "wagers", {"round": rich.view("T1")["round"], "wagers": {"ante": 5000}, "ready": False})
    assert (rich.cents, twin.cents) == (95_000, 100_000)
    rich.do("T1", "leave")
    assert twin.do("T1", "leave").status_code == 409


def test_a_live_connection_shows_each_change_and_keeps_strangers_out(floor: House) -> None:
    player = Player(floor.client(), "Live")
    address = floor.address.replace("http", "ws") + "/api/v1/tables/H1/live"
    cookie = "; ".join(f"{name}={value}" for name, value in player.client.cookies.items())
    with connect(address, additional_headers={"Cookie": cookie, "Origin": floor.address}) as socket:
        first = json.loads(socket.recv(5))
        assert first["you"] is None
        player.do("H1", "sit", {"seat": 2})
        assert json.loads(socket.recv(5))["you"]["seat"] == 2
        player.do("H1", "leave")
        assert json.loads(socket.recv(5))["you"] is None
    with (
        pytest.raises(Exception, match="403"),
        connect(address, additional_headers={"Origin": "https://elsewhere.example"}),
    ):
        pass


def test_advice_is_exact_and_only_for_ones_own_turn(floor: House) -> None:
    player = Player(floor.client(), "Ada")
    assert player.client.get("/api/v1/tables/T1/advice").status_code == 409
    player.do("T1", "sit", {"seat": 1})
    number = player.view("T1")["round"]
    player.do("T1", "wagers", {"round": number, "wagers": {"ante": 1000}, "ready": True})
    player.until_dealt("T1")
    told = player.client.get("/api/v1/tables/T1/advice").json()
    assert [each["action"] for each in told["values"]] == ["fold", "play"]
    assert told["values"][0]["value"]["fraction"] == "-1/1"
    assert sum(each["best"] for each in told["values"]) >= 1
    player.play("T1", number)
    player.do("T1", "leave")


def test_whoever_leaves_is_decided_for_and_the_others_play_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = quick(tmp_path_factory.mktemp("clock"), clock=Clock(wagers=0.3, decision=0.8, bot=0.01, away_rounds=1))
    with House(settings) as house:
        stays, goes = Player(house.client(), "Stays"), Player(house.client(), "Goes")
        assert stays.do("T1", "sit", {"seat": 1}).status_code == 200
        assert goes.do("T1", "sit", {"seat": 2}).status_code == 200
        body = {"round": 1, "wagers": {"ante": 1000}, "ready": True}
        assert stays.do("T1", "wagers", body).status_code == 200
        assert goes.do("T1", "wagers", body).status_code == 200
        goes.until_dealt("T1")
        assert goes.do("T1", "leave").status_code == 200
        view = stays.play("T1", 1)
        assert view["seats"][1]["open"]
        assert set(view["last"]["nets"]) == {"1", "2"}
        assert any("clock decides for seat 2" in line for line in view["log"])
        # Nobody else is ready in time, so the round is dealt without them.
        late = Player(house.client(), "Late")
        assert late.do("T1", "sit", {"seat": 3}).status_code == 200
        assert stays.do("T1", "wagers", body | {"round": 2}).status_code == 200
        assert set(stays.play("T1", 2)["last"]["nets"]) == {"1"}
