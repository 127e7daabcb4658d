"""The book as plain records for JSON: what ``--json`` prints and others script against."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from croupier.cards.hands.family import Setting
from croupier.rulebook.book import Book, Table
from croupier.rulebook.citations import Cite
from croupier.rulebook.ladders import Ladder
from croupier.rulebook.paytables import UNIT_CENTS, Row, label_for
from croupier.rulebook.rules import GameRules, Key, Notice, Rule
from croupier.units.money import format_money
from croupier.units.odds import Fixed, ForOne, MeterShare, NoPay, Pay, Push, ToOne, format_odds

Record = dict[str, Any]
_Entry = TypeVar("_Entry", Rule, Key, Notice)


def cites(citations: Iterable[Cite]) -> list[Record]:
    """Citations as plain data."""
    return [{"document": cite.document, "section": cite.section} for cite in citations]


def pay_record(pay: Pay) -> Record:
    """A pay as plain data, by its kind."""
    match pay:
        case ToOne(odds) | ForOne(odds):
            return {"kind": "odds", "value": format_odds(odds)}
        case Fixed(cents):
            return {"kind": "fixed", "amount": format_money(cents)}
        case MeterShare(percent, level):
            return {"kind": "meter", "percent": format_odds(percent), "level": level}
        case Push():
            return {"kind": "push"}
        case NoPay():
            return {"kind": "none"}


def paytable_record(book: Book, table: Table, requested: str) -> Record:
    """One table as ``croupier paytable ID --json`` prints it."""
    users = book.users_of(table)
    record: Record = {
        "schema": 1,
        "id": table.id,
        "requested": requested,
        "aliases": [],
        "games": _once(game for game, _, _ in users),
        "editions": _once(edition for _, edition, _ in users),
        "wager": table.wager,
        "basis": None,
        "status": table.status,
        "unit": format_money(UNIT_CENTS),
        "decks": [1],
        "parameters": {"ranks": 0, "suit": False},
        "dealer_envy_percent": None,
        "rows": [],
        "loses": [],
        "cites": cites(table.cites),
    }
    if table.note:
        record["note"] = table.note
    if isinstance(table, Ladder):
        record["ladder"] = [
            {"players": rung.players, "category": rung.category, "rank": rung.rank or None, "label": rung.label}
            for rung in table.rungs
        ]
        return record
    setting = table.default_setting()
    record |= {
        "aliases": list(table.aliases),
        "basis": table.basis,
        "decks": list(table.decks),
        "parameters": {"ranks": table.ranks, "suit": table.needs_suit},
        "dealer_envy_percent": table.dealer_envy_percent and format_odds(table.dealer_envy_percent),
        "rows": [_row_record(row, setting) for row in table.rows],
        "loses": list(table.losing_categories()),
    }
    if table.alternatives:
        record["alternatives"] = [
            {"key": other.key, "value": other.value, "event": other.event, "pay": pay_record(other.pay)}
            for other in table.alternatives
        ]
    return record


def _row_record(row: Row, setting: Setting) -> Record:
    return {
        "event": row.event,
        "label": label_for(row.label, setting),
        "pay": pay_record(row.pay),
        "dynamic": row.dynamic and [format_money(pay.cents) for pay in row.dynamic if isinstance(pay, Fixed)],
        "envy": None if row.envy_cents is None else format_money(row.envy_cents),
    }


def _once(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def game_summary(book: Book, game: GameRules) -> Record:
    """One entry of ``croupier games --json``."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "deck": game.deck,
        "editions": [
            {"id": edition.id, "title": edition.title, "document": edition.document, "seats": list(edition.seats)}
            for edition in game.editions
        ],
        "wagers": [
            {
                "id": wager.id,
                "title": wager.title,
                "kind": wager.kind,
                "paytables": {edition: list(ids) for edition, ids in wager.tables},
            }
            for wager in game.wagers
        ],
        "rulebook_hash": book.game_hash(game.name),
    }


def _of(wanted: set[str], entries: Iterable[_Entry]) -> list[_Entry]:
    """Those of some editions."""
    return [entry for entry in entries if wanted & set(entry.editions)]


def _whose(entry: Rule | Key) -> Record:
    return {"editions": list(entry.editions), "cites": cites(entry.cites)}


def game_record(book: Book, game: GameRules, edition: str | None = None) -> Record:
    """What ``croupier show GAME --json`` prints."""
    wanted = {edition} if edition else {each.id for each in game.editions}
    ids = _once(
        book.table(each).id
        for wager in game.wagers
        for name, tables in wager.tables
        if name in wanted
        for each in tables
    )
    return {
        "schema": 1,
        **game_summary(book, game),
        "wagers": [
            {
                "id": wager.id,
                "title": wager.title,
                "kind": wager.kind,
                "text": wager.text,
                "requires": wager.requires,
                "default": wager.default,
                "paytables": {name: list(ids) for name, ids in wager.tables if name in wanted},
                "cites": cites(wager.cites),
            }
            for wager in game.wagers
        ],
        "cites": cites(game.cites),
        "rules": [
            {
                "id": rule.id,
                "topic": rule.topic,
                "text": rule.text,
                **_whose(rule),
            }
            for rule in _of(wanted, game.rules)
        ],
        "numbers": [
            {"id": number.id, "value": str(number.value), "text": number.text, "cites": cites(number.cites)}
            for number in game.numbers
        ],
        "keys": [
            {
                "id": key.id,
                "kind": key.kind,
                "values": list(key.values),
                "default": key.default,
                "text": key.text,
                "reading": key.reading,
                "needs": key.needs,
                **_whose(key),
            }
            for key in _of(wanted, game.keys)
        ],
        "notices": [
            {"id": notice.id, "title": notice.title, "words": notice.words, "cites": cites(notice.cites)}
            for notice in _of(wanted, game.notices)
        ],
        "interpretations": [
            {
                "id": each.id,
                "question": each.question,
                "answer": each.answer,
                "why": each.why,
                "confidence": each.confidence,
                "affects": list(each.affects),
                "key": each.key,
                "cites": cites(each.cites),
            }
            for each in game.interpretations
        ],
        "paytables": [paytable_record(book, book.table(each), each) for each in ids],
        "sources": _sources(book, game),
    }


def sources_of(book: Book, game: GameRules) -> list[str]:
    """The tags of every source that the game or one of its tables cites, in the bibliography's order."""
    cited: list[Cite] = [*game.cites]
    for group in (game.editions, game.rules, game.numbers, game.wagers, game.keys, game.notices, game.interpretations):
        for record in group:
            cited.extend(record.cites)
    for wager in game.wagers:
        for _, ids in wager.tables:
            cited.extend(cite for each in ids for cite in book.table(each).cites)
    tags = {cite.document for cite in cited}
    return [tag for tag in book.sources if tag in tags]


def _sources(book: Book, game: GameRules) -> list[Record]:
    return [
        {"document": tag, "title": source.title, "publisher": source.publisher, "mark": source.mark}
        | ({"edition": source.edition} if source.edition else {})
        | ({"address": source.address} if source.address else {})
        for tag in sources_of(book, game)
        for source in (book.sources[tag],)
    ]


def books_record(book: Book) -> Record:
    """What ``croupier games --json`` prints."""
    return {
        "schema": 1,
        "rulebook_hash": book.hash,
        "games": [game_summary(book, game) for game in book.games.values()],
    }
