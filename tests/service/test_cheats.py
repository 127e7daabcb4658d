"""The house against a cheat: forged cookies, others' seats, stakes that cannot be, floods, races, false names."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from croupier.cards.cards import DECK
from croupier.errors import CroupierError
from croupier.play.game import EVERYONE
from croupier.questions.cut_card import CutCard
from croupier.questions.edge import Edge
from croupier.service import workers
from croupier.service.felts import house_tables
from croupier.service.guard import Metrics
from croupier.service.problems import Refused
from croupier.service.questions import answer
from croupier.table.seats import Stale, shown_name
from croupier.table.table import Clock, Table
from tests.service.players import Player
from tests.service.running import House, quick
from tests.service.test_secrets import dealt, seen

Record = dict[str, Any]


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(quick(tmp_path_factory.mktemp("cheats"), clock=Clock(wagers=30, decision=30, bot=0.05))) as house:
        yield house


def _leave(player: Player, table: str) -> None:
    assert player.do(table, "leave").status_code == 200


def test_a_forged_cookie_is_nobody(open_house: House) -> None:
    with httpx.Client(base_url=open_house.address, timeout=30) as client:
        for forged in ("0" * 64, "a", "../../etc", "' OR 1=1 --", "%00", "x" * 4000):
            client.cookies.set("croupier_guest", forged)
            assert client.get("/api/v1/session").json() == {"guest": None}
            asked = client.post("/api/v1/tables/T1/sit", json={"seat": 1}, headers={"Idempotency-Key": "k" * 16})
            assert asked.status_code == 401


def test_the_cookie_is_the_wallet_and_the_name_is_not(open_house: House) -> None:
    one, other = Player(open_house.client(), "Mara"), Player(open_house.client(), "Mara")
    assert one.do("T1", "sit", {"seat": 1}).status_code == 200
    assert other.do("T1", "sit", {"seat": 1}).json()["code"] == "bad_input", "the seat is taken"
    assert other.do("T1", "leave").json()["code"] == "no_seat"
    assert other.do("T1", "dismiss", {"seat": 1}).json()["code"] == "no_seat"
    assert other.do("T1", "sit", {"seat": 2}).status_code == 200
    assert other.do("T1", "dismiss", {"seat": 1}).json()["detail"] == "no bot sits at seat 1"
    names = [each.get("name") for each in one.view("T1")["seats"][:2]]
    assert names == ["Mara", "Mara (seat 2)"], "two who look alike are told apart"
    token = open_house.client()
    token.headers["Origin"] = open_house.address
    assert token.get("/api/v1/session").json()["guest"] is None
    _leave(one, "T1")
    _leave(other, "T1")


def test_a_bot_comes_and_goes_while_wagers_are_open_and_not_in_a_round(open_house: House) -> None:
    one = Player(open_house.client(), "Berta")
    one.do("H2", "sit", {"seat": 1})
    one.do("H2", "wagers", {"round": one.view("H2")["round"], "wagers": {"ante": 500}})
    for _ in range(2):
        assert one.do("H2", "bot", {"seat": 3}).json()["view"]["seats"][2]["bot"]
        assert one.do("H2", "dismiss", {"seat": 3}).json()["view"]["seats"][2]["open"]
    one.do("H2", "bot", {"seat": 3})
    one.wager("H2")
    one.until_dealt("H2")
    assert one.do("H2", "dismiss", {"seat": 3}).json()["code"] == "in_round"
    _leave(one, "H2")


def test_only_the_seat_to_act_acts_and_only_once(open_house: House) -> None:
    one, other = Player(open_house.client(), "Ilse"), Player(open_house.client(), "Otto")
    one.do("K1", "sit", {"seat": 1})
    other.do("K1", "sit", {"seat": 2})
    one.wager("K1")
    other.wager("K1")
    view = one.until_dealt("K1")
    fold = {"round": view["round"], "decided": 0, "action": "fold"}
    assert "out of turn" in other.do("K1", "act", fold).json()["detail"]
    for action in (
        "raise -20.00",
        "raise 1e9",
        "raise 999999999999",
        "raise NaN",
        "raise 20.001",
        "raise",
        "fold 5.00",
    ):
        refused = one.do("K1", "act", fold | {"action": action})
        assert refused.status_code == 422, action
        assert "Traceback" not in refused.text
    key = uuid.uuid4().hex
    with ThreadPoolExecutor(4) as tabs:
        # Two tabs, each pressing twice: one decision, whoever comes first.
        sent = [tabs.submit(one.do, "K1", "act", fold, key if at % 2 else None) for at in range(4)]
        statuses = sorted(each.result().status_code for each in sent)
    assert statuses.count(200) in (1, 2), "the second under the same key is the same decision"
    assert set(statuses) <= {200, 409, 422}
    assert one.view("K1")["decided"] == 1 or one.view("K1")["round"] > view["round"]
    late = one.do("K1", "act", fold)
    assert late.status_code == 409, "what came after the decision is stale"
    assert late.json()["view"]["table"] == "K1"
    other.play("K1", view["round"])
    _leave(one, "K1")
    _leave(other, "K1")


def test_stakes_that_cannot_be(open_house: House) -> None:
    player = Player(open_house.client(), "Stakes")
    player.do("T2", "sit", {"seat": 3})
    before = player.cents
    number = player.view("T2")["round"]
    for wagers in (
        {"ante": -500},
        {"ante": 10**30},
        {"ante": 499},
        {"ante": 501},
        {"ante": 10**8},
        {"ante": 500.5},
        {"ante": "1e3"},
        {"ante": "500"},
        {"ante": True},
        {"ante": None},
        {"play": 500},
        {"no_such_wager": 500},
        {"ante": 500, "mini_royal_progressive": 501},
        {f"w{at}": 500 for at in range(40)},
    ):
        body = {"round": number, "wagers": wagers, "ready": True}
        assert player.do("T2", "wagers", body).status_code == 422, wagers
    assert player.do("T2", "wagers", {"round": number, "wagers": {}, "ready": True}).status_code == 422
    assert player.cents == before, "nothing moved"
    _leave(player, "T2")


def test_a_key_is_good_for_one_command_of_one_guest(open_house: House) -> None:
    one, other = Player(open_house.client(), "Key"), Player(open_house.client(), "Lock")
    key = uuid.uuid4().hex
    assert one.do("H1", "sit", {"seat": 1}, key).json()["repeated"] is False
    assert one.do("H1", "sit", {"seat": 1}, key).json()["repeated"] is True
    assert one.do("H1", "sit", {"seat": 2}, key).json()["code"] == "key_reused"
    assert one.do("H1", "leave", {}, key).json()["code"] == "key_reused"
    assert one.do("H2", "sit", {"seat": 1}, key).json()["code"] == "key_reused", "at any table"
    assert other.do("H1", "sit", {"seat": 2}, key).json()["repeated"] is False, "another's key is another key"
    for bad in ("short", "x" * 81):
        assert one.do("H1", "leave", {}, bad).status_code == 422
    _leave(one, "H1")
    _leave(other, "H1")


def test_nobody_sits_at_two_tables(open_house: House) -> None:
    player = Player(open_house.client(), "Two")
    with ThreadPoolExecutor(4) as tabs:
        asked = [tabs.submit(player.do, table, "sit", {"seat": 5}) for table in ("K1", "K2", "H1", "H2")]
        statuses = sorted(each.result().status_code for each in asked)
    assert statuses == [200, 409, 409, 409]
    _leave(player, player.client.get("/api/v1/session").json()["guest"]["table"])


def test_another_site_cannot_act_for_a_guest(open_house: House) -> None:
    player = Player(open_house.client(), "Victim")
    for origin in ("https://evil.example", "null", "http://127.0.0.1", open_house.address + ".evil.example"):
        player.client.headers["Origin"] = origin
        assert player.do("T1", "sit", {"seat": 1}).json()["code"] == "foreign_origin"
        assert player.client.post("/api/v1/session", json={"name": "Pwned"}).status_code == 403
        address = open_house.address.replace("http", "ws") + "/api/v1/tables/T1/live"
        with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, origin=Origin(origin)) as socket:
            socket.recv(timeout=60)
    cookie = player.client.post("/api/v1/session", json={"name": "x"}, headers={"Origin": open_house.address})
    assert cookie.status_code == 200
    with httpx.Client(base_url=open_house.address) as fresh:
        set_cookie = fresh.post("/api/v1/session", json={"name": "Flags"}).headers["set-cookie"].lower()
    assert "httponly" in set_cookie
    assert "samesite=strict" in set_cookie


def test_a_flood_over_a_live_connection_ends_it(open_house: House) -> None:
    address = open_house.address.replace("http", "ws") + "/api/v1/tables/T1/live"

    def flood(socket: ClientConnection) -> None:
        for _ in range(5_000):
            socket.send("hello")
        while True:
            socket.recv(timeout=60)

    with connect(address) as socket, pytest.raises(ConnectionClosed):
        flood(socket)
    assert open_house.client().get("/healthz").status_code == 200


def test_a_websocket_where_there_is_none_is_not_found(open_house: House) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(open_house.address.replace("http", "ws") + "/api/live"):
        pass
    assert refused.value.response.status_code == 404


def test_one_address_has_a_bound_on_connections_guests_and_requests(tmp_path: Path) -> None:
    settings = quick(tmp_path, lines_each=3, guests_per_second=0.001, guests_burst=2)
    with House(settings) as house:
        address = house.address.replace("http", "ws") + "/api/v1/tables/T1/live"
        with connect(address) as one, connect(address) as two, connect(address) as three:
            for socket in (one, two, three):
                socket.recv(timeout=60)
            with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address) as fourth:
                fourth.recv(timeout=60)
        Player(house.client(), "One")
        known = Player(house.client(), "Two")
        third = house.client().post("/api/v1/session", json={"name": "Three"})
        assert (third.status_code, third.json()["code"]) == (429, "too_many_guests")
        assert known.client.post("/api/v1/session", json={"name": "Two again"}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "Bot Quill",
        "bot",
        "Dealer",
        "ＤＥＡＬＥＲ",
        "You",
        "a\u202eb",
        "a\u200bb",
        "\t",
        "!!!",
        "x" * 25,
        "Z" + "\u0301" * 9,
    ],
)
def test_a_name_that_deceives_is_refused(name: str) -> None:
    with pytest.raises(CroupierError):
        shown_name(name)


def test_markup_in_a_name_stays_text(open_house: House) -> None:
    name = "<b onclick=x>&amp;"
    player = Player(open_house.client(), name)
    player.do("T1", "sit", {"seat": 4})
    answer = player.client.get("/api/v1/tables/T1")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["view"]["seats"][3]["name"] == name
    _leave(player, "T1")


def test_leaving_again_and_again_changes_nothing() -> None:
    plan = next(plan for plan in house_tables() if plan.id == "K2")
    table = dealt(plan)
    for _ in range(50):
        table.leave(1)
    assert table.seats[1].name == "Guest 1 (left)"


def test_who_has_left_does_not_act() -> None:
    """A decision in the instant after leaving would keep the seat."""
    plan = next(plan for plan in house_tables() if plan.id == "K2")
    table = dealt(plan)
    assert table.turn is not None
    number = table.turn.seat
    table.leave(number)
    with pytest.raises(Stale, match="you have left the table"):
        table.act(number, "fold", 10**6, table.number, table.decided)
    while table.turn is not None:
        table.act_for(table.turn.seat)
    table.finish()
    assert number not in table.seats


@pytest.mark.parametrize(
    "path",
    [
        "/edge?game=perfect-pairs(perfect_pairs=PT-PRG-PP-08)&wager=perfect_pairs&rate=1e999999999",
        "/edge?game=perfect-pairs(perfect_pairs=PT-PRG-PP-08)&wager=perfect_pairs&rate=1e9_999_999_99%25",
        "/design?game=three-card-prime&wager=pair_bonus&target_edge=1e99999991",
        "/design?game=three-card-prime&wager=pair_bonus&target_edge=5&tolerance=1e-99999991",
    ],
)
def test_a_number_of_absurd_size_is_refused_before_it_is_worked_out(open_house: House, path: str) -> None:
    asked = open_house.client().get(f"/api/v1{path}")
    assert asked.status_code in (400, 422), asked.text
    assert "1e" in asked.json()["detail"]


def test_a_body_without_a_length_has_the_same_bound(open_house: House) -> None:
    player = Player(open_house.client(), "Wide")
    body = (b'{"seat": ' if not part else b" " * 4096 for part in range(100))
    headers = {"Idempotency-Key": "k" * 16, "Content-Type": "application/json"}
    asked = player.client.post("/api/v1/tables/T1/sit", content=body, headers=headers)
    assert (asked.status_code, asked.json()["code"]) == (413, "too_large")


def test_a_question_that_takes_for_ever_is_ended_and_the_next_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"question": CutCard(game="blackjack(shuffler=shoe)", shoes=10**9, threads=1)}

    async def walk() -> None:
        pool = workers.Workers(1, 4, 4, Metrics())
        monkeypatch.setattr(workers, "WORK_SECONDS", 0.01)
        with pytest.raises(Refused, match="takes too long"):
            await pool.ask("question", asked, "me")
        monkeypatch.setattr(workers, "WORK_SECONDS", 60.0)
        with pytest.raises(Refused, match="closing"):
            await asyncio.gather(pool.ask("question", asked, "me"), _close_soon(pool))

    asyncio.run(walk())


def test_long_questions_of_some_never_hold_the_workers_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six that would each take minutes, four of them from one address; a quick one is answered beside them."""
    monkeypatch.setattr(workers, "QUICK_SECONDS", 1.0)

    def long(seed: int) -> dict[str, Any]:
        return {"question": CutCard(game="blackjack(shuffler=shoe)", shoes=10**9, seed=seed, threads=1)}

    async def walk() -> None:
        pool = workers.Workers(2, 24, 8, Metrics())
        whose = ["a thief"] * 4 + ["another", "a third"]
        asking = [asyncio.create_task(pool.ask("question", long(seed), who)) for seed, who in enumerate(whose)]
        while sum(asked.is_long for asked in pool._busy) < 2:
            await asyncio.sleep(0.05)
        with pytest.raises(Refused, match="nonesuch"):
            await pool.ask("question", {"question": Edge(game="nonesuch")}, "somebody else")
        assert not any(task.done() for task in asking)
        held = [asked.who for asked in pool._busy if asked.is_long]
        assert len(held) == len(set(held)) == 2, "one address holds one, and all of them two of three"
        await pool.close()
        assert all(isinstance(end, Refused) for end in await asyncio.gather(*asking, return_exceptions=True))

    asyncio.run(walk())


async def _close_soon(pool: workers.Workers) -> None:
    await asyncio.sleep(0.05)
    await pool.close()


@pytest.mark.parametrize("plan", house_tables(), ids=lambda plan: str(plan.id))
def test_no_view_tells_of_a_hidden_card_at_any_decision(plan: Any) -> None:
    """As test_secrets does before the first decision, here before every one, and for the advice as well."""
    table = dealt(plan)
    while table.turn is not None:
        assert table.round is not None
        for guest in ("guest1", "guest2", None):
            look = partial(seen, table, guest)
            _swapped(table, table.seat_of(guest), look, look())
        table.act_for(table.turn.seat)


def _swapped(table: Table, viewer: int | None, look: Any, before: Any) -> None:
    """Look again after every card that the viewer cannot see has become another."""
    assert table.round is not None
    state = table.round.state
    spare = [card for card in DECK if card not in {card for each in state.dealt for card in each.cards}]
    changed = [
        each
        if each.seen_by in (EVERYONE, viewer)
        else each._replace(cards=tuple(spare.pop() for _ in each.cards if spare) or each.cards)
        for each in state.dealt
    ]
    if any(len(new.cards) != len(old.cards) for new, old in zip(changed, state.dealt, strict=True)):
        return
    table.round.state = state._replace(dealt=tuple(changed))
    try:
        assert look() == before
    finally:
        table.round.state = state


@pytest.mark.parametrize("id", ["B1", "H1", "K1", "R1", "T1"])
def test_advice_knows_no_more_than_its_seat(id: str) -> None:
    plan = next(plan for plan in house_tables() if plan.id == id)
    table = dealt(plan)
    turn = table.turn
    assert turn is not None

    def advice() -> Any:
        assert table.round is not None
        question = {"spec": str(plan.configuration), "state": table.round.state, "turn": turn}
        reply = answer("advice", question)
        return reply.refused or reply.body

    _swapped(table, turn.seat, advice, advice())
