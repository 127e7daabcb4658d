"""Finding a place in the handbook by its words: rules, readings, wagers, tables, notices and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from croupier import catalogue
from croupier.records import Record

MOST_FOUND = 40
_WORD = re.compile(r"[\w-]+")


class Place(Record):
    """One place in the handbook, with the words a reader sees there."""

    game: str
    kind: str
    title: str
    text: str
    address: str


def search(query: str) -> list[Place]:
    """Places that hold every word of the query, those that name it in their title first.

    >>> search("a hand without at least must fold")[0].text
    'A hand without at least a two-card straight must fold.'
    """
    words = [word.casefold() for word in _WORD.findall(query)][:12]
    if not words:
        return []
    places = [place for place, text in _places() if all(word in text for word in words)]
    places.sort(key=lambda place: -sum(word in place.title.casefold() for word in words))
    return places[:MOST_FOUND]


@cache
def _places() -> tuple[tuple[Place, str], ...]:
    return tuple((place, f"{place.game} {place.title} {place.text}".casefold()) for place in _all())


def _all() -> Iterator[Place]:
    book = catalogue.book()
    for game in book.games.values():
        at = f"/handbook/{game.name}"

        def place(kind: str, title: str, text: str, id: str = "", game: str = game.title, at: str = at) -> Place:
            return Place(game=game, kind=kind, title=title, text=text, address=f"{at}#{kind}-{id}" if id else at)

        yield place("game", game.title, game.summary)
        for rule in game.rules:
            yield place("rule", ", ".join(map(str, rule.cites)), rule.text, rule.id)
        for reading in game.interpretations:
            yield place("reading", f"{reading.id}: {reading.question}", reading.answer, reading.id)
        for wager in game.wagers:
            yield place("wager", wager.title, wager.text, wager.id)
            for id in dict.fromkeys(id for _, ids in wager.tables for id in ids):
                table = book.table(id)
                yield place("table", id, f"{wager.title}. {table.note}", table.id)
        for notice in game.notices:
            yield place("notice", notice.title, notice.words, notice.id)
        for key in game.keys:
            yield place("key", key.id, key.text, key.id)
