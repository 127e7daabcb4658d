"""The front desk: one process is on duty for a link, the others hand in there, and nobody is pushed aside by asking."""

from __future__ import annotations

import contextlib
import json
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import FrontDesk, opened
from croupier.casino.scripted import scripted
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import NobodyThere, Reply
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.journal import StoreBusy, StoreError, StoreLost
from croupier.stores import desks, postgres, queue_desk
from croupier.stores.desks import (
    SocketDuty,
    asked_from_text,
    asked_to_text,
    error_to_text,
    replies_from_text,
    replies_to_text,
)
from croupier.stores.opening import kind_of
from tests.jackpot.floor import LINK, Watch, go_live, open_book

PATIENCE = 20.0
WATCH = Watch()
WATCH.now += 60_000
"""One clock for all processes, after the books were made."""
DEE = Actor("dee", "script")
MakeDesk = Callable[[], FrontDesk]


def front(url: str) -> FrontDesk:
    running = Identity("software", "rulebook")
    return FrontDesk(url, source=SeededSource(1), clock=WATCH, running=running, told=lambda _: None)


def made(url: str) -> str:
    """The address of a book whose one link is live."""
    with opened(url, create=True, write=True) as store:
        go_live(open_book(store))
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def book_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A book whose one link is live, in a file and in a database."""
    url = str(request.getfixturevalue("postgres_url")) if request.param == "postgres" else str(tmp_path / "book.db")
    return made(url)


@pytest.fixture
def desk_of(book_url: str) -> Iterator[MakeDesk]:
    """Front desks of one book, as several processes have them."""
    with ExitStack() as closing:

        def make() -> FrontDesk:
            desk = front(book_url)
            closing.callback(desk.close)
            return desk

        yield make


def wager(number: int, table: str = "T01") -> dict[str, Any]:
    return {"id": f"w:{table}:{number}", "do": "wager", "table": table, "round": number, "seats": [1]}


def starts(desk: FrontDesk) -> int:
    return sum(entry.kind == "start" for entry in desk.store.entries(LINK))


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_who_comes_second_hands_in_at_the_first(desk_of: MakeDesk) -> None:
    first, second = desk_of(), desk_of()
    assert first.post(LINK, wager(1), DEE).code == "ok"
    begun = starts(first)
    assert second.post(LINK, wager(1, "T02"), DEE).code == "ok"
    again = second.post(LINK, wager(1, "T02"), DEE)
    assert (again.code, again.body) == ("exists", first.post(LINK, wager(1, "T02"), DEE).body)
    refused = second.post(LINK, wager(1, "T99"), DEE)
    assert (refused.code, refused.seq) == ("unknown_table", None)
    assert first.post(LINK, wager(1, "T03"), DEE).code == "ok", "the first was not pushed aside"
    assert (first.held, second.held) == ([LINK], [])
    assert starts(first) == begun, "nobody opened the book again"
    assert second.hold(LINK) is not None


def test_many_threads_at_two_desks_lose_nothing(desk_of: MakeDesk) -> None:
    desks = [desk_of(), desk_of()]
    replies: list[Reply] = []

    def table(number: int) -> None:
        name = f"T{number:02d}"
        asked = {"do": "lock", "table": name, "round": 1}
        for request in (wager(1, name), {"id": f"l:{name}", **asked}):
            replies.append(desks[number % 2].post(LINK, request, DEE))

    threads = [threading.Thread(target=table, args=(number,)) for number in range(1, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [reply.code for reply in replies] == ["ok"] * 24
    assert sum(len(desk.held) for desk in desks) == 1


def test_when_the_first_has_left_the_second_takes_its_place(desk_of: MakeDesk) -> None:
    first, second = desk_of(), desk_of()
    assert first.post(LINK, wager(1), DEE).code == "ok"
    assert second.post(LINK, wager(1, "T02"), DEE).code == "ok"
    first.close()
    assert second.post(LINK, wager(1), DEE).code == "exists"
    assert second.post(LINK, wager(1, "T03"), DEE).code == "ok"
    assert second.held == [LINK]
    with pytest.raises(NobodyThere):
        first._writer.submit(LINK, [])


def test_taking_over_stops_the_first_and_it_hands_in_at_the_second(desk_of: MakeDesk) -> None:
    first, second = desk_of(), desk_of()
    assert first.post(LINK, wager(1), DEE).code == "ok"
    assert second.hold(LINK, over=True) is None
    lost = first._writer.submit(LINK, [Asked(wager(1, "T09"), Actor("nobody", "script"))]).result()[0]
    assert lost.code == "stopped", "a refusal, too, is of the state as it is"
    until(lambda: first.held == [])
    shown = first.display(LINK)
    assert (shown.accepts_wagers, shown.why_not) == (False, "stopped")
    until(lambda: first.display(LINK).age_seconds > 0.2)
    assert second.display(LINK).accepts_wagers
    assert first.post(LINK, wager(1, "T02"), DEE).code == "ok"
    assert first.post(LINK, wager(1), DEE).code == "exists"
    assert [entry.id for entry in second.store.entries(LINK)].count("w:T02:1") == 1


def test_a_process_that_hangs_loses_its_lease(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lease that nobody renews runs out by the database's clock; the book's epoch fences the one that hung."""
    monkeypatch.setattr(queue_desk, "LEASE", 0.5)
    first, second = (front(made(postgres_url)) for _ in range(2))
    try:
        assert first.post(LINK, wager(1), DEE).code == "ok"
        monkeypatch.setattr(first, "_duty", _Hung(first._duty))
        assert second.post(LINK, wager(1, "T02"), DEE).code == "ok"
        assert second.held == [LINK]
        assert first._writer.submit(LINK, [Asked(wager(1), DEE)]).result()[0].code == "stopped"
    finally:
        second.close()
        first.close()


def test_a_process_that_hangs_in_a_transaction_keeps_nobody_waiting(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frozen between two statements it would keep its locks: the database ends its session, and they are free."""
    monkeypatch.setattr(postgres, "IDLE_MS", 100)
    url = made(postgres_url)
    frozen = postgres.Address(url).connect(writes=True)
    frozen.execute("BEGIN")
    frozen.execute("SELECT epoch FROM heads FOR UPDATE")
    second = front(url)
    try:
        assert second.post(LINK, wager(1), DEE).code == "ok"
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            frozen.execute("COMMIT")
    finally:
        second.close()
        frozen.close()


class _Hung:
    """A process that neither renews its lease nor answers."""

    def __init__(self, duty: Any) -> None:
        self._duty = duty
        duty._server._stopped.set()

    def keep(self) -> tuple[str, ...]:
        return ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._duty, name)


def test_a_process_on_duty_that_does_not_answer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = made(str(tmp_path / "book.db"))
    deaf = SocketDuty(tmp_path / "book.db", "process 1 on deaf")
    assert deaf.take(LINK) is None
    desk = front(url)
    try:
        with pytest.raises(StoreBusy, match="process 1 on deaf is on duty for link sf"):
            desk.submit(LINK, [Asked(wager(1), DEE)], within=0.3).result(PATIENCE)
        deaf.close()
        assert desk.post(LINK, wager(1), DEE).code == "ok"
    finally:
        desk.close()


def test_the_socket_and_the_lock_are_their_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / ("a folder whose name is much longer than the address of a socket may be " * 2).strip()
    folder.mkdir()
    url = made(str(folder / "book.db"))
    first, second = front(url), front(url)
    try:
        assert first.post(LINK, wager(1), DEE).code == "ok"
        modes = {each.suffix: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}
        assert (modes[".sock"], modes[".writer"]) == (0o600, 0o600)
        assert second.post(LINK, wager(1, "T02"), DEE).code == "ok"
    finally:
        second.close()
        first.close()
    assert not (folder / "book.db.sock").exists()


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"nonsense",
        b"[]",
        b'["sf", 1, 2]',
        b'["sf", "soon", []]',
        b'["sf", 5, [[{"id": "x"}, [["a", "b", "c", "d", "e"]]]]]',
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_nonsense_at_the_socket_is_an_error_of_whoever_sent_it(
    tmp_path: Path, message: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = made(str(tmp_path / "b.db"))
    desk = front(url)
    try:
        assert desk.post(LINK, wager(1), DEE).code == "ok"
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(tmp_path / "b.db.sock"))
            line.sendall(message + b"\n")
            assert "error" in json.loads(line.makefile("rb").readline())
            monkeypatch.setattr(desks, "LONGEST_MESSAGE", 10)
            line.sendall(b"x" * 6)  # the line that is being read still has the old bound
            line.sendall(b"\n" + b"x" * 10)
            assert "error" in json.loads(line.makefile("rb").readline())
            with contextlib.suppress(ConnectionResetError):
                assert line.recv(1) == b""
        assert desk.post(LINK, wager(1, "T02"), DEE).code == "ok"
    finally:
        desk.close()


@pytest.mark.parametrize(
    "request_",
    [None, 5, "x", [], {"id": "\ud800"}, {"id": "a", "do": 2**80}, {"id": "a\0b"}, {"id": 1.5e300}, wager(1)],
)
def test_any_request_travels_as_it_is(request_: Any) -> None:
    asked = [Asked(request_, DEE), Asked(request_, Actor("a", "key", "s", "d"), Actor("b", "password"))]
    assert asked_from_text(asked_to_text(LINK, asked, 2.5)) == (LINK, 2.5, asked)
    replies = [Reply("a", "ok", "", 5, 6, json.dumps({"req": request_})), Reply("b", "malformed", "x")]
    assert replies_from_text(replies_to_text(replies)) == replies


@pytest.mark.parametrize("error", [StoreLost("gone", hint="again"), StoreBusy("held"), ValueError("a secret")])
def test_an_error_travels_as_one_of_ours(error: Exception) -> None:
    with pytest.raises(StoreError) as raised:
        replies_from_text(error_to_text(error))
    if isinstance(error, StoreError):
        assert (type(raised.value), raised.value.message, raised.value.hint) == (type(error), error.message, error.hint)
    else:
        assert "a secret" not in str(raised.value)


def test_the_queue_is_empty_when_everybody_is_answered(postgres_url: str) -> None:
    import psycopg

    assert kind_of(postgres_url) == "postgresql"
    first, second = front(made(postgres_url)), front(postgres_url)
    try:
        assert first.post(LINK, wager(1), DEE).code == "ok"
        assert second.submit(LINK, [scripted({**wager(1, "T02"), "by": "dee"})]).result(PATIENCE)[0].code == "ok"
        with psycopg.connect(postgres_url) as db:
            assert db.execute("SELECT count(*) FROM asked").fetchone() == (0,)
            assert db.execute("SELECT link FROM leases").fetchall() == [(LINK,)]
            for table in ("asked", "leases"):
                row = db.execute("SELECT has_table_privilege('croupier_reader', %s, 'SELECT')", (table,)).fetchone()
                assert row == (False,)
    finally:
        second.close()
        first.close()
    with psycopg.connect(postgres_url) as db:
        assert db.execute("SELECT count(*) FROM leases").fetchone() == (0,)


def test_a_book_of_an_earlier_version_gets_its_queue(postgres_url: str) -> None:
    import psycopg

    made(postgres_url)
    with psycopg.connect(postgres_url) as db:
        db.execute("DROP TABLE asked, leases")
    desk = front(postgres_url)
    try:
        assert desk.post(LINK, wager(1), DEE).code == "ok"
    finally:
        desk.close()


def test_a_book_without_a_place_for_checkpoints_says_so(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as closing:

        def unwitnessed(url: str) -> str:
            desk = front(url)
            closing.callback(desk.close)
            return desk.unwitnessed

        assert unwitnessed(made(str(tmp_path / "book.db"))) == "", "they lie beside a file"
        assert "CROUPIER_ANCHORS" in unwitnessed(made(postgres_url))
        monkeypatch.setenv("CROUPIER_ANCHORS", str(tmp_path / "anchors"))
        monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "key"))
        assert unwitnessed(postgres_url) == ""
