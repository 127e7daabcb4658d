"""What PostgreSQL's errors mean to the owner of a book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg

from croupier.jackpot.journal import StoreBroken, StoreBusy, StoreError, StoreLost

_LOST_HINT = "what was in flight may or may not be kept; open the book again once the server answers"


@contextmanager
def explaining(book: str) -> Iterator[None]:
    """Every error of the driver leaves as one of ours."""
    try:
        yield
    except psycopg.Error as error:
        raise explained(error, book) from error


def explained(error: Exception, book: str, *, connected: bool = True, hidden: Sequence[str] = ()) -> StoreError:
    """The error of the driver as one of ours, without what must stay hidden.

    SQLSTATEs are in PostgreSQL's manual, appendix A.
    """
    state = getattr(error, "sqlstate", None) or ""
    said = (str(error).strip().splitlines() or ["no reason given"])[0]
    for secret in hidden:
        said = said.replace(secret, "***")
    if state in ("55P03", "40001", "40P01", "57014", "53300"):
        return StoreBusy(f"{book} is busy ({said})", hint="let the other process finish or stop it, then try again")
    if state == "53100":
        return StoreError(f"no room is left for {book}; nothing was written", hint="free space on the server's disk")
    if state == "25006":
        return StoreError(f"{book} cannot be written: the server is read-only", hint="is it a standby?")
    if state == "42501":
        return StoreError(f"{book}: permission denied ({said})", hint="check the role's rights")
    if state[:2] == "XX":
        return StoreBroken(
            f"{book} is damaged ({said})", hint="restore the last backup into a new database: croupier jackpot restore"
        )
    if state[:2] == "42":
        return StoreBroken(f"{book} does not have the tables of a book ({said})", hint="check the address")
    if state[:2] == "23":
        return StoreError(f"{book} refused an entry that breaks a rule of its tables ({said})")
    # A failed login has no SQLSTATE in psycopg, only its message.
    if state == "3D000" or (not connected and "database" in said and "does not exist" in said):
        return StoreError(f"{book}: there is no such database", hint="make it with createdb, or check the address")
    if state[:2] == "28" or (not connected and ("authentication failed" in said or "no password" in said)):
        return StoreError(f"{book}: the server refused the login ({said})", hint="check user and password")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) or state[:3] in ("57P", "08"):
        if not connected:
            return StoreLost(f"{book} cannot be reached ({said})", hint="is the server running, the address right?")
        return StoreLost(f"the connection to {book} was lost ({said})", hint=_LOST_HINT)
    return StoreError(f"{book}: {said}")
