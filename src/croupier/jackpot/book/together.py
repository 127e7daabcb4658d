"""Batches of several links of one book, with one commit: one wait for the disk, however many jackpots play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from croupier.jackpot.actors import Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.book import JackpotBook


def post_together(posts: Sequence[tuple[JackpotBook, Sequence[Asked]]]) -> list[list[Reply]]:
    """Decide the requests of each link in order, and keep what is accepted on all of them with one commit.

    An error stops all of these books: either nothing is stored, or the outcome is unknown.
    """
    with ExitStack() as all_stop:
        for book, _ in posts:
            all_stop.enter_context(book.stops_with())
        batches = [book.decide_all(asked) for book, asked in posts]
        decided = [(book, batch) for (book, _), batch in zip(posts, batches, strict=True)]
        writing = [(book, batch) for book, batch in decided if batch.entries]
        if len(writing) > 1 and len({id(book.store) for book, _ in writing}) == 1:
            at = writing[0][0].monotonic()
            writing[0][0].store.append_all([book.appending(batch) for book, batch in writing])
            for book, batch in writing:
                book.keep(batch, at)
            decided = [(book, batch) for book, batch in decided if not batch.entries]
        for book, batch in decided:
            book.commit(batch)
    return [batch.replies for batch in batches]
