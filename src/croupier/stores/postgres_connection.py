"""A connection to a PostgreSQL book, with the settings that make its promises true."""

from __future__ import annotations

from typing import Any

from croupier.errors import MissingPart
from croupier.jackpot.journal import StoreError

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
except ImportError as error:
    raise MissingPart("a book in PostgreSQL needs psycopg", hint="pip install 'croupier[postgres]'") from error

from croupier.stores.addresses import is_misread
from croupier.stores.postgres_errors import explained

Connection = psycopg.Connection[tuple[Any, ...]]

PATIENCE_MS = 5_000
"""How long we wait for a lock of another process, and for a connection."""
IDLE_MS = 3_000
"""How long a process may keep others waiting in the middle of its own transaction. One that hangs there loses its
connection, and with it every lock, before its lease on a link has run out."""


class Address:
    """Where a book is: what an address says, and a name for messages that never holds the password."""

    def __init__(self, url: str) -> None:
        if is_misread(url):
            raise StoreError(
                "the address of the book cannot be read: is a password in it that is not escaped?",
                hint="write @ as %40, / as %2F and : as %3A, or name the password in ~/.pgpass",
            )
        try:
            self.parameters: dict[str, Any] = conninfo_to_dict(url)
        except psycopg.ProgrammingError as error:
            raise StoreError(
                "the address of the book cannot be read", hint="postgresql://user@host/database"
            ) from error
        where = self.parameters.get("host") or self.parameters.get("hostaddr") or "this machine"
        self.book = f"the book '{self.parameters.get('dbname') or ''}' on {where}"

    def connect(self, *, writes: bool = False) -> Connection:
        """A connection; one that ``writes`` takes locks for which other processes wait."""
        parameters: dict[str, Any] = {
            "connect_timeout": PATIENCE_MS // 1000,
            "application_name": "croupier",
            "keepalives_idle": 10,  # a server that vanished is noticed within half a minute
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 30_000,
            **self.parameters,
        }
        try:
            db = psycopg.connect(**parameters, autocommit=True)
        except psycopg.Error as error:
            raise explained(error, self.book, connected=False, hidden=self._secrets()) from error
        try:
            # Said aloud, whatever the server's or the role's default: a commit returns once it is on the disk.
            db.execute(f"SET synchronous_commit = on; SET lock_timeout = {PATIENCE_MS}")
            if writes:
                db.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
        except psycopg.Error as error:
            db.close()
            raise explained(error, self.book, connected=False) from error
        return db

    def _secrets(self) -> list[str]:
        """What no message may hold, even if the driver says it."""
        return [str(self.parameters[name]) for name in ("password", "sslpassword") if self.parameters.get(name)]
