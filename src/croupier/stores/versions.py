"""Books of other versions are refused, and the owner told which of the two must move."""

from __future__ import annotations

from croupier.jackpot.journal import EmptyBook, StoreBroken


def check_version(found: int, wanted: int, book: str) -> None:
    if found == 0:
        raise EmptyBook(f"{book} is empty: no book has been made there", hint="check the path")
    if found != wanted:
        raise StoreBroken(
            f"{book} has schema version {found}, and this software reads version {wanted} alone",
            hint="only the software that wrote it reads it",
        )
