"""Finding a place in the handbook by its words: rules, readings, wagers, tables, notices and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from croupier import catalogue

MOST_FOUND = 40
_WORD = re.compile(r"[\w-]+")


class Place(NamedTuple):
    """One place, with the words a reader sees there."""

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
    found = [(place, text) for place, text in _places() if all(word in text for word in words)]
    found.sort(key=lambda each: -sum(word in each[0].title.casefold() for word in words))
    return [place for place, _ in found[:MOST_FOUND]]


@cache
def _places() -> tuple[tuple[Place, str], ...]:
    return tuple((place, f"{place.game} {place.title} {place.text}".casefold()) for place in _all())


def _all() -> Iterator[Place]:
    book = catalogue.book()
    for game in book.games.values():
        at = f"/handbook/{game.name}"
        yield Place(game.title, "game", game.title, game.summary, at)
        for rule in game.rules:
            cites = ", ".join(map(str, rule.cites))
            yield Place(game.title, "rule", cites, rule.text, f"{at}#rule-{rule.id}")
        for each in game.interpretations:
            yield Place(game.title, "reading", f"{each.id}: {each.question}", each.answer, f"{at}#reading-{each.id}")
        for wager in game.wagers:
            yield Place(game.title, "wager", wager.title, wager.text, f"{at}#wager-{wager.id}")
            for id in dict.fromkeys(id for _, ids in wager.tables for id in ids):
                table = book.table(id)
                yield Place(game.title, "table", id, f"{wager.title}. {table.note}", f"{at}#table-{table.id}")
        for notice in game.notices:
            yield Place(game.title, "notice", notice.title, notice.words, f"{at}#notice-{notice.id}")
        for key in game.keys:
            yield Place(game.title, "key", key.id, key.text, f"{at}#key-{key.id}")
