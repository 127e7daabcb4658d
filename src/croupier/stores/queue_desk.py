"""The process on duty for a link of a PostgreSQL book. Its lease is a row that runs out by the database's clock, and so
are waiting requests; NOTIFY wakes either side. Both tables hold nothing of the book and may be emptied at any time: a
request that is lost there was not answered, and is sent again under its id."""

import queue
import threading
import time
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from contextlib import closing
from typing import Final, NamedTuple

from croupier.jackpot import actors, journal
from croupier.jackpot.book.answers import Desk, Duty, Holder, NobodyThere, Reply
from croupier.stores import desks, sql, witness
from croupier.stores.postgres import Address, Connection, ensure_queue, explaining, has_queue

LEASE: Final = 4.0
"""Seconds for which a process stays on duty without renewing its lease. It only says when another may take its place:
that two never write is the store's own doing, which fences off earlier writers."""
_LOOK_EVERY: Final = 0.5  # Seconds after which a process looks at the table even if no notice came.

_TAKE = """
INSERT INTO leases AS l (link, holder, since, until)
VALUES (%(link)s, %(me)s, clock_timestamp(), clock_timestamp() + make_interval(secs => %(seconds)s))
ON CONFLICT (link) DO UPDATE SET holder = excluded.holder, until = excluded.until,
    since = CASE WHEN l.holder = excluded.holder THEN l.since ELSE excluded.since END
WHERE l.holder = excluded.holder OR l.until < clock_timestamp() OR %(over)s
RETURNING link
"""
_KEEP = """
UPDATE leases SET until = clock_timestamp() + make_interval(secs => %s)
WHERE holder = %s AND link = ANY(%s) RETURNING link
"""
_NEXT = """
SELECT number, link, body, extract(epoch FROM until - clock_timestamp())::float8 FROM asked
WHERE answer IS NULL AND link = ANY(%s) AND until > clock_timestamp() AND number <> ALL(%s) ORDER BY number LIMIT 512
"""
_ANSWER = """
SELECT answer, EXISTS (SELECT FROM leases WHERE link = %s AND until > clock_timestamp()) FROM asked WHERE number = %s
"""


def holder_of(url: str) -> Holder | None:
    """Who is on duty for a link of a book; None where nobody is, or no book was made there yet."""
    address = Address(url)
    with explaining(address.book), closing(address.connect()) as db:
        if not has_queue(db):
            return None
        return _holder(db, "until > clock_timestamp()", ())


def _holder(db: Connection, which: str, parameters: tuple[str, ...]) -> Holder | None:
    asked = f"SELECT holder, extract(epoch FROM since)::float8 * 1000 FROM leases WHERE {which} LIMIT 1"
    row = db.execute(asked, parameters).fetchone()
    return Holder(row[0], int(row[1])) if row else None


class QueueDuty(Duty):
    """The duties of a book in a database, link by link."""

    def __init__(self, url: str, name: str, seal: witness.Seal = desks.UNSEALED) -> None:
        self.seal = seal
        address = Address(url)
        self._book = address.book
        self._name = name
        self._connect = address.connect
        self._lines: sql.Readers[Connection] = sql.Readers(self._book, lambda: self.connect("croupier_answers"))
        self._own: Connection | None = None
        self._taken: set[str] = set()
        self._guard = threading.Lock()
        self._server: _Server | None = None

    def take(self, link: str, *, over: bool = False) -> Holder | None:
        asked = {"link": link, "me": self._name, "seconds": LEASE, "over": over}
        with self._guard, explaining(self._book):
            db = self._connection()
            for _ in range(3):
                if db.execute(_TAKE, asked).fetchone():
                    self._taken.add(link)
                    return None
                if holder := _holder(db, "link = %s", (link,)):
                    return holder
        raise journal.StoreError(f"the lease of link '{link}' cannot be read", hint="try again")

    def keep(self) -> Collection[str]:
        with self._guard, explaining(self._book):
            if not self._taken:
                return ()
            rows = self._connection().execute(_KEEP, (LEASE, self._name, list(self._taken)))
            lost = self._taken - {row[0] for row in rows}
            self._taken -= lost
        return lost

    def serve(self, desk: Desk) -> None:
        with self._guard:
            if self._server is None:
                self._server = _Server(self, desk)

    def forward(self, link: str, asked: Sequence[actors.Asked], within: float) -> list[Reply]:
        deadline, body = time.monotonic() + within, desks.asked_to_text(link, asked, within, self.seal)
        with explaining(self._book), self._lines.borrow() as db:
            row = db.execute(
                "INSERT INTO asked (link, body, until) VALUES (%s, %s, clock_timestamp() + make_interval(secs => %s))"
                " RETURNING number, pg_notify('croupier_asked', link)",
                (link, body, within),
            ).fetchone()
            assert row is not None
            number = row[0]
            try:
                while (left := deadline - time.monotonic()) > 0:
                    found = db.execute(_ANSWER, (link, number)).fetchone()
                    if found is None or (found[0] is None and not found[1]):
                        raise NobodyThere(f"the process on duty for link '{link}' is gone")
                    if found[0] is not None:
                        return desks.replies_from_text(desks.unsealed(found[0], body, self.seal))
                    for notice in db.notifies(timeout=min(left, _LOOK_EVERY)):
                        if notice.payload == str(number):
                            break
            finally:
                db.execute("DELETE FROM asked WHERE number = %s", (number,))
        raise NobodyThere(f"the process on duty for link '{link}' did not answer")

    def stop_serving(self) -> None:
        if self._server:
            self._server.stop()

    def close(self) -> None:
        if self._server:
            self._server.close()
            self._server = None
        with self._guard:
            try:
                if self._own is not None and not self._own.closed and self._taken:
                    self._own.execute("DELETE FROM leases WHERE holder = %s", (self._name,))
            except Exception as error:  # it runs out by itself
                del error
            if self._own is not None:
                self._own.close()
        self._lines.close()

    @property
    def taken(self) -> list[str]:
        """The links that this process is on duty for, as far as it knows."""
        return list(self._taken)

    def connect(self, channel: str) -> Connection:
        """A thread's own connection that listens to a channel."""
        with explaining(self._book):
            db = self._connect()
            db.execute(f"LISTEN {channel}")
            return db

    def _connection(self) -> Connection:
        """Opened again after it was lost. The caller holds the guard."""
        if self._own is None or self._own.closed:
            self._own = self._connect()
            ensure_queue(self._own, self._book)
        return self._own


class _Answer(NamedTuple):
    """What a waiting request is answered."""

    number: int
    body: str  # What was asked: a database that crashed has emptied the table and counts from one again.
    text: str


class _Server:
    """One thread hears of requests and hands them in, another writes their answers down."""

    def __init__(self, duty: QueueDuty, desk: Desk) -> None:
        self._duty = duty
        self._desk = desk
        self._answers: queue.SimpleQueue[_Answer | None] = queue.SimpleQueue()
        self._in_hand: set[int] = set()
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._again, args=(work,), name="jackpot-queue", daemon=True)
            for work in (self._hear, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop listening; requests handed in before are still answered."""
        self._stopped.set()
        self._threads[0].join()

    def close(self) -> None:
        self.stop()
        self._answers.put(None)
        self._threads[1].join()

    def _again(self, work: object) -> None:
        """A thread outlives the loss of its connection."""
        assert callable(work)
        while not work():
            if self._stopped.wait(_LOOK_EVERY):
                return

    def _hear(self) -> bool:
        try:
            db = self._duty.connect("croupier_asked")
        except journal.StoreError:
            return False
        try:
            with explaining("the queue"):
                while not self._stopped.is_set():
                    for number, link, body, left in db.execute(_NEXT, (self._duty.taken, list(self._in_hand))):
                        self._hand_in(number, link, body, left)
                    for _ in db.notifies(timeout=_LOOK_EVERY / 4, stop_after=1):
                        pass
            return True
        except journal.StoreError:
            return False
        finally:
            db.close()

    def _hand_in(self, number: int, link: str, body: str, left: float) -> None:
        self._in_hand.add(number)
        try:
            meant, _, asked = desks.asked_from_text(body, self._duty.seal)
            if meant != link:
                raise journal.StoreError(f"a request to link {meant[:40]} was put before link {link}")
            future = self._desk.submit(link, asked, within=left)
        except Exception as error:
            self._answers.put(_Answer(number, body, desks.error_to_text(error)))
            return

        def done(answered: Future[list[Reply]]) -> None:
            error = answered.exception()
            text = desks.error_to_text(error) if error else desks.replies_to_text(answered.result())
            self._answers.put(_Answer(number, body, text))

        future.add_done_callback(done)

    def _write(self) -> bool:
        db: Connection | None = None
        answer: _Answer | None = None
        try:
            with explaining("the queue"):
                while (answer := self._answers.get()) is not None:
                    number, body, text = answer
                    db = db or self._duty.connect("croupier_nothing")
                    db.execute(
                        "WITH told AS (UPDATE asked SET answer = %s WHERE number = %s AND body = %s RETURNING number)"
                        " SELECT pg_notify('croupier_answers', number::text) FROM told",
                        (desks.sealed(text, body, self._duty.seal), number, body),
                    )
                    db.execute("DELETE FROM asked WHERE until < clock_timestamp() - interval '1 minute'")
                    self._in_hand.discard(number)
            return True
        except journal.StoreError:
            self._answers.put(answer)  # written down once the connection is back
            return False
        finally:
            if db is not None:
                db.close()
