"""A house that plays by itself for as long as it is open, where its settings say so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from croupier.service.books.running import RunningBook
from croupier.service.demonstration.playing import Playing, Tempo


@asynccontextmanager
async def playing(app: FastAPI) -> AsyncIterator[None]:
    book: RunningBook | None = app.state.book
    left_alone: frozenset[str] | None = app.state.settings.plays_by_itself
    if book is None or left_alone is None:
        yield
        return
    tables = Playing(book, left_alone, app.state.settings.pace or Tempo())
    tables.start()
    try:
        yield
    finally:
        await tables.stop()
