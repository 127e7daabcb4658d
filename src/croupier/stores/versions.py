"""Books of other versions are refused, and the owner told which of the two must move."""

from __future__ import annotations

from croupier.jackpot.journal import EmptyBook, StoreBroken


def check_version(found: int, wanted: int, book: str) -> None:
    if found == 0:
        raise EmptyBook(f"{book} is empty: no book has been made there", hint="check the path")
    if found < wanted:
        raise StoreBroken(
            f"{book} has schema version {found}, this software needs {wanted}",
            hint="back it up, then run: croupier jackpot migrate",
        )
    if found > wanted:
        raise StoreBroken(
            f"{book} has schema version {found}, this software knows {wanted}",
            hint="update the software: a newer version has written this book",
        )
