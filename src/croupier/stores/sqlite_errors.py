"""What SQLite's errors mean to the owner of a book."""

from __future__ import annotations

import sqlite3

from croupier.jackpot.journal import NotABook, StoreBroken, StoreBusy, StoreError, StoreLost

_PRIMARY = 0xFF  # an extended code's low byte is its primary code


def explained(error: Exception, book: str) -> StoreError:
    """The error of the driver as one of ours, with what to do about it."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & _PRIMARY
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(f"{book} is held by another process", hint="let that one finish or stop it, then try again")
    if code == sqlite3.SQLITE_FULL:
        return StoreError(f"no room is left for {book}; nothing was written", hint="free space on its disk")
    if code == sqlite3.SQLITE_READONLY:
        return StoreError(f"{book} cannot be written: its file or folder is read-only", hint="check its permissions")
    if code == sqlite3.SQLITE_CORRUPT or "Could not decode" in str(error):
        return StoreBroken(
            f"{book} is damaged ({error})",
            hint="keep the file for inquiry and restore the last backup: croupier jackpot restore",
        )
    if code == sqlite3.SQLITE_NOTADB:
        return NotABook(f"{book} is not a book: the file is not an SQLite database", hint="check the path")
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(
            f"{book} cannot be opened",
            hint="check the path; file and folder must be writable even to read (SQLite keeps a log beside it)",
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreLost(
            f"the disk failed under {book} ({error})",
            hint="the last write may or may not be kept; open the book again",
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return StoreError(f"{book} refused an entry that breaks a rule of its tables ({error})")
    return StoreError(f"{book}: {error}")
